"""A batch shows what the seat that must choose sees, and nothing else: counted figure by figure in every game.

Beside every table of a batch goes a state with the same luck. What the batch shows must be what the state shows to that
seat, and that must not change when everything the seat cannot know is imagined anew.
"""

import numpy as np
import pytest
import tefuda
from tefuda import _tefuda

TABLES, SEED, WORLDS = 3, 12345, 2
GAMES = [(game.name, game.seats[0]) for game in tefuda.games()]
MODES = ["next_step", "same_step"]


def mix(x):
    """The finalizer of SplitMix64, as `table::rng` has it."""
    x = (x + 0x9E3779B97F4A7C15) % 2**64
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9 % 2**64
    x = (x ^ (x >> 27)) * 0x94D049BB133111EB % 2**64
    return x ^ (x >> 31)


def derived(*parts):
    """One seed out of several numbers, as `table::derive_seed` has it."""
    seed = 0x746566756461
    for part in parts:
        seed = mix(seed ^ mix(part))
    return seed


class Twin:
    """The game at one table of a batch, as a state."""

    def __init__(self, game, seats, table):
        self.game, self.seats, self.table, self.begun = game, seats, table, 0
        self.last = np.zeros(_tefuda.State(game, seats, 0).facts()["width"], np.float32)
        self.begin()

    def begin(self):
        self.begun += 1
        self.state = _tefuda.State(self.game, self.seats, derived(SEED, self.table, self.begun))
        self.seat = self.state.current()

    def is_over(self):
        return self.state.current() < 0

    def choose(self, id):
        self.state.choose(int(id))
        if self.is_over():
            self.last = self.row()
        else:
            self.seat = self.state.current()

    def row(self):
        """What the seat sees, also in worlds that it cannot tell from the truth."""
        rows = [self.observed(self.state)]
        for world in range(WORLDS):
            imagined = self.state.resample(self.seat, world)
            assert imagined.legal() == self.state.legal(), "what is allowed tells what is hidden"
            rows.append(self.observed(imagined))
        assert all(np.array_equal(rows[0], row) for row in rows), "a row tells what is hidden"
        return rows[0]

    def observed(self, state):
        row = np.zeros_like(self.last)
        state.observe(self.seat, row)
        return row

    def mask(self, ids):
        mask = np.full(ids, self.is_over())
        mask[self.state.legal()] = True
        return mask


def check(batch, steps):
    """Step a batch at random beside its twins; how many games came to their end."""
    generator, ended = np.random.default_rng(0), 0
    twins = [Twin(batch.game, batch.num_seats, table) for table in range(batch.num_envs)]
    obs, info = batch.reset(seed=SEED)
    compare(batch, twins, obs, info)
    for _ in range(steps):
        ids = batch.sample(generator)
        was_over = [twin.is_over() for twin in twins]
        for twin, id, over in zip(twins, ids, was_over):
            twin.begin() if over else twin.choose(id)
        obs, rewards, terminations, truncations, info = batch.step(ids)
        over = [twin.is_over() for twin in twins]
        assert terminations.tolist() == over and not truncations.any()
        returns = [np.float32(twin.state.returns()) for twin in twins]
        assert np.array_equal(rewards, returns), "rewards tell more than the points"
        if batch.autoreset == "same_step":
            assert info["_final_obs"].tolist() == over
            assert np.array_equal(info["final_obs"], [twin.last for twin in twins]), "an end of another table"
            [twin.begin() for twin, now in zip(twins, over) if now]
        compare(batch, twins, obs, info)
        ended += sum(over)
    return ended


def compare(batch, twins, obs, info):
    finals = {"final_obs", "_final_obs"} if batch.autoreset == "same_step" else set()
    assert set(info) == {"action_mask", "seat"} | finals, "nothing else is told"
    assert info["seat"].tolist() == [twin.seat for twin in twins]
    assert np.array_equal(obs, [twin.row() for twin in twins]), "a row shows what its seat does not see"
    assert np.array_equal(info["action_mask"], [twin.mask(batch.num_actions) for twin in twins])
    kinds = obs.dtype, info["action_mask"].dtype, info["seat"].dtype
    assert kinds == (np.float32, np.bool_, np.uint8), "no room for more"


def opened(kind, game, seats, mode):
    return kind(game, TABLES, seats=seats, series=1, autoreset=mode)


STEPS = {"raiders": 500, "saboteur": 200, "daihinmin": 200}


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_a_batch_shows_what_the_seat_sees(game, seats, mode):
    assert check(opened(tefuda.Batch, game, seats, mode), STEPS.get(game, 60)) > 0, "ends were seen"


class LeakyRow(tefuda.Batch):
    """Its rows are those of the next table."""

    def _shown(self, array):
        return np.roll(array, 1, axis=0) if array is self._arrays.obs else array


class LeakyFinals(tefuda.Batch):
    """The ends it shows are those of the next table."""

    def _info(self):
        info = super()._info()
        if "final_obs" in info:
            info["final_obs"] = np.roll(info["final_obs"], 1, axis=0)
        return info


class LeakyInfo(tefuda.Batch):
    """It tells its seed."""

    def _info(self):
        return {**super()._info(), "seed": self._seed}


class LeakyMask(tefuda.Batch):
    """Everything seems to be allowed."""

    def _info(self):
        info = super()._info()
        return {**info, "action_mask": np.ones_like(info["action_mask"])}


class LeakyRewards(tefuda.Batch):
    """It pays before the end."""

    def _shown(self, array):
        return array + 1 if array is self._arrays.rewards else array


@pytest.mark.parametrize("leaky", [LeakyRow, LeakyFinals, LeakyInfo, LeakyMask, LeakyRewards])
@pytest.mark.parametrize("game", ["leduc", "buzzard"])
def test_a_planted_leak_is_found(leaky, game):
    with pytest.raises(AssertionError):
        check(opened(leaky, game, 2, "same_step"), 60)
