"""Nothing shows more than a seat may see: through every door, and with leaks planted that must be found.

Two ways to look. A state can be imagined anew as one seat cannot tell it from the truth: whatever that seat is shown
must stay the same. And in Kuhn poker everything that may hang on a seat's card can be counted.
"""

import collections
import json

import numpy as np
import pytest
import tefuda

pytest.importorskip("pettingzoo")

from tefuda import pettingzoo as zoo

TABLES = [(game.name, game.seats[0]) for game in tefuda.games()]


def shown(env, seat):
    """All that an environment shows to one agent."""
    agent = env.possible_agents[seat]
    row = env.observe(agent)
    own = [row["observation"].tolist(), row["action_mask"].tolist(), env.infos[agent], env.rewards[agent]]
    drawn = [env.render(), env.public(), repr(env), str(env), env.agent_selection, env.terminations]
    return json.dumps([own, drawn])


def check(env, games=3, worlds=4):
    """Imagine other worlds at every choice: no agent may notice."""
    generator = np.random.default_rng(0)
    for seed in range(games):
        env.reset(seed=seed)
        while not any(env.terminations.values()):
            for seat in range(len(env.possible_agents)):
                unnoticed(env, seat, worlds)
            legal = env._play.now().legal()
            env.step(int(generator.choice(legal)))


def unnoticed(env, seat, worlds):
    truth, before = env._play.state, shown(env, seat)
    for world in range(worlds):
        env._play.state = truth.resample(seat, world)
        assert shown(env, seat) == before, f"player_{seat} sees more than its view"
    env._play.state = truth


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_an_environment_shows_what_its_agent_sees(game, seats):
    for mode in ("ansi", "svg"):
        check(zoo.raw_env(game, seats=seats, render_mode=mode), games=1, worlds=2)


class LeakyState(zoo.AECGame):
    """What it shows to everybody is the view of a seat."""

    def public(self):
        return json.loads(self._play.now().observation(1))


class LeakyPicture(zoo.AECGame):
    """It draws what a seat sees."""

    def render(self):
        return self._play.now().text(0)


class LeakyRow(zoo.AECGame):
    """It shows the row of the agent that must choose, whoever asks."""

    def observe(self, agent):
        state = self._play.now()
        return self._play.row(max(state.current(), 0), state.legal())


class LeakyInfo(zoo.AECGame):
    """It tells what somebody knows."""

    @property
    def infos(self):
        return {agent: {"why": self._play.now().information_state(1)} for agent in self.possible_agents}

    @infos.setter
    def infos(self, told):
        pass


@pytest.mark.parametrize("leaky", [LeakyState, LeakyPicture, LeakyRow, LeakyInfo])
@pytest.mark.parametrize("game", ["kuhn", "leduc", "daihinmin", "saboteur"])
def test_a_planted_leak_is_found(leaky, game):
    with pytest.raises(AssertionError, match="sees more than its view"):
        check(leaky(game, render_mode="ansi"))


def test_a_pickle_shows_nothing():
    env = zoo.raw_env("kuhn")
    told = {json.dumps(zoo.raw_env("kuhn")._play.__getstate__())}
    for seed in range(20):
        env.reset(seed=seed)
        with pytest.raises(TypeError):
            env._play.__getstate__()
        while not env._play.is_over():
            env.step(0)
        told.add(json.dumps(env._play.__getstate__()))
    assert len(told) == 1, "what was dealt is not in it"


def table_tells(table, seat):
    """All that a table shows to one seat (None: to a spectator)."""
    told = [table.view(seat), str(table.view(seat)), table.svg(seat), table.events(seat), table.turn, repr(table)]
    if seat is not None:
        told += [table.legal(seat), table.labels(seat), table.belief(seat, "bayes").seats]
    told += [table._repr_svg_(), str(table), table.record, table.face_up(), table.points, table.series]
    return json.dumps(told)


def distinct(tells, seat):
    """How many different things a seat is told before the first choice, by the cards of A and B in truth."""
    by_deal = collections.defaultdict(set)
    for seed in range(120):
        table = tefuda.Table("kuhn", 2, seed=seed)
        cards = tuple(table.view(other)["private"]["card"] for other in "AB")
        by_deal[cards].add(tells(table, seat))
    assert len(by_deal) == 6, "every deal came up"
    return len(set.union(*by_deal.values()))


def test_a_table_tells_each_seat_its_card_and_no_other():
    assert distinct(table_tells, "A") == distinct(table_tells, "B") == 3
    assert distinct(table_tells, None) == 1


def test_a_leak_at_a_table_is_found():
    assert distinct(lambda table, seat: table.svg("B"), None) > 1
    assert distinct(lambda table, seat: table.svg("A") + table.svg("B"), "A") > 3


def heard_by(opener):
    """What an agent on seat A of Kuhn poker hears up to its first choice, over many deals."""
    told = set()

    class Listener(tefuda.Agent):
        def __init__(self):
            super().__init__()
            self.heard = []

        def begin(self, game):
            self.heard = [game]

        def see(self, event):
            self.heard.append(event)

        def choose(self, view, legal):
            if view["public"]["actions"] == 0:
                told.add(json.dumps([self.heard, view, legal, opener(self)]))
            return "bets"

    tefuda.match("kuhn", [Listener, "random"], games=200, threads=1)
    return told


def test_an_agent_hears_its_card_and_no_other():
    assert len(heard_by(lambda agent: None)) == 3
    # The generator is seeded per choice: who reads its state learns the table's luck for this choice, and no card.
    assert len(heard_by(lambda agent: agent.random.random())) > 3, "a planted difference is found"


def rows(batch, leak=lambda obs: obs):
    """The different rows, masks and seats that a batch of Kuhn poker shows."""
    seen, generator = set(), np.random.default_rng(0)
    obs, info = batch.reset(seed=1)
    over = np.zeros(batch.num_envs, bool)
    for _ in range(30):
        shown = leak(obs)
        for table in np.flatnonzero(~over):
            seen.add((shown[table].tobytes(), info["action_mask"][table].tobytes(), int(info["seat"][table])))
        obs, _, over, _, info = batch.step(batch.sample(generator))
    return seen


def test_a_batch_shows_an_information_set_a_row():
    """Kuhn poker has twelve information sets, so a batch has twelve different rows and no more."""
    assert len(tefuda.solve("kuhn", iterations=1).policy) == 12
    for mode in ("next_step", "same_step"):
        assert len(rows(tefuda.batch("kuhn", 2000, autoreset=mode))) == 12


def test_a_leak_in_a_batch_is_found():
    """Rows to which what the other seat sees is added, by a batch with the same luck."""
    twin = tefuda.batch("kuhn", 2000)
    twin.reset(seed=1)
    others = twin.step(np.zeros(2000, int))[0].copy()

    def leaky(obs):
        shown = obs.copy()
        shown[:, -1] += 10 * others @ np.arange(others.shape[1], dtype=np.float32)
        return shown

    assert len(rows(tefuda.batch("kuhn", 2000), leaky)) > 12
