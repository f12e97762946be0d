"""PettingZoo: its own tests for every game, and what these do not look at."""

import pickle
import warnings

import numpy as np
import pytest
import tefuda

pytest.importorskip("pettingzoo")

import pettingzoo
from pettingzoo.test import api_test, parallel_api_test, parallel_seed_test, render_test, seed_test, state_test
from tefuda import pettingzoo as zoo

TABLES = [(game.name, seats) for game in tefuda.games() for seats in sorted(set(game.seats))]


def quietly(test, *args, **kwargs):
    """Run a test of theirs without what it warns of; spaces are dicts here, as in their own card games."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        test(*args, **kwargs)


@pytest.mark.parametrize(("game", "seats"), TABLES)
@pytest.mark.parametrize("illegal", ["terminate", "raise"])
def test_their_api_test(game, seats, illegal):
    quietly(api_test, zoo.env(game, seats=seats, illegal=illegal), num_cycles=40)


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_their_seed_test(game, seats):
    quietly(seed_test, lambda: zoo.env(game, seats=seats), num_cycles=40)


@pytest.mark.parametrize("seats", [2, 5])
def test_their_parallel_tests(seats):
    quietly(parallel_api_test, zoo.parallel_env("buzzard", seats=seats), num_cycles=30)
    quietly(parallel_seed_test, lambda: zoo.parallel_env("buzzard", seats=seats), num_cycles=30)


def finish(env, seed):
    """Play at random to the end: what every agent was rewarded."""
    env.reset(seed=seed)
    generator, rewards = np.random.default_rng(seed), dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        shown, reward, over, _, _ = env.last()
        rewards[agent] += reward
        env.step(None if over else int(generator.choice(np.flatnonzero(shown["action_mask"]))))
    return rewards


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_rewards_are_the_points(game, seats):
    env = zoo.raw_env(game, seats=seats)
    rewards = finish(env, 3)
    assert list(rewards.values()) == env._play.now().returns() and any(rewards.values())
    assert env.agents == []
    with pytest.raises(tefuda.Refused, match="the game is over; reset"):
        env.step(0)


def test_only_who_must_choose_has_a_mask():
    env = zoo.raw_env("kuhn")
    env.reset(seed=1)
    assert env.observe("player_0")["action_mask"].tolist() == [1, 1]
    assert env.observe("player_1")["action_mask"].tolist() == [0, 0]


@pytest.mark.parametrize(
    ("action", "why"), [(-1, "from 0 to 14"), (15, "from 0 to 14"), (1.5, "whole number"), (None, "whole number")]
)
def test_what_is_no_action_changes_nothing(action, why):
    env = zoo.raw_env("buzzard")
    env.reset(seed=1)
    before = env.public(), env.agent_selection
    with pytest.raises(tefuda.Refused, match=why):
        env.step(action)
    assert (env.public(), env.agent_selection) == before


def test_an_illegal_action_is_refused_or_ends_the_game():
    games = {how: zoo.parallel_env("buzzard(cards=4)", illegal=how) for how in ("raise", "terminate")}
    for env in games.values():
        env.reset(seed=1)
        env.step({"player_0": 0, "player_1": 1})
    again = {"player_0": 2, "player_1": 1}
    with pytest.raises(tefuda.Refused, match="player_1: action 1 is not legal now"):
        games["raise"].step(again)
    games["raise"].step({"player_0": 2, "player_1": 2})
    _, rewards, terminations, truncations, _ = games["terminate"].step(again)
    assert rewards["player_0"] == 0 > rewards["player_1"] and all(terminations.values())
    assert not any(truncations.values()) and games["terminate"].agents == []


@pytest.mark.parametrize("actions", [{}, {"player_0": 0}, {"player_0": 0, "player_9": 0}])
def test_a_parallel_step_wants_all_actions(actions):
    env = zoo.parallel_env()
    env.reset(seed=1)
    with pytest.raises(tefuda.Refused, match="one action for each of player_0, player_1"):
        env.step(actions)


def test_the_parallel_and_the_other_game_are_the_same():
    one, other = zoo.raw_env("buzzard", seats=3), zoo.parallel_env("buzzard", seats=3)
    one.reset(seed=9), other.reset(seed=9)
    generator, rewards = np.random.default_rng(0), {}
    while other.agents:
        actions = {}
        for agent in other.agents:
            assert one.agent_selection == agent
            mask = one.observe(agent)["action_mask"]
            actions[agent] = int(generator.choice(np.flatnonzero(mask)))
            one.step(actions[agent])
        shown, rewards, *_ = other.step(actions)
        for agent, row in shown.items():
            assert np.array_equal(row["observation"], one.observe(agent)["observation"])
    assert rewards == one.rewards and all(one.terminations.values())


@pytest.mark.parametrize(
    ("open_it", "why"),
    [
        (lambda: zoo.env("kuhm"), "did you mean `kuhn`"),
        (lambda: zoo.env("kuhn", seats=99), "seats"),
        (lambda: zoo.env("kuhn", render_mode="rgb_array"), "'ansi' or 'svg'"),
        (lambda: zoo.env("kuhn", illegal="ignore"), "'terminate' or 'raise'"),
        (lambda: zoo.parallel_env("kuhn"), "not all seats choose at once"),
        (lambda: zoo.raw_env("kuhn").observe("player_0"), "reset the environment"),
        (lambda: zoo.raw_env("kuhn").public(), "reset the environment"),
        (lambda: zoo.raw_env("kuhn", central_state=True).state(), "reset the environment"),
        (lambda: zoo.env("kuhn").unwrapped.state(), "central_state=True"),
        (lambda: zoo.parallel_env("buzzard").state(), "central_state=True"),
        (lambda: zoo.parallel_env("buzzard").step({}), "reset the environment"),
    ],
)
def test_what_cannot_be_says_what_could(open_it, why):
    with pytest.raises(tefuda.Refused, match=why):
        open_it()


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_their_render_test(game, seats, capsys):
    quietly(render_test, lambda render_mode: zoo.env(game, seats=seats, render_mode=render_mode))
    assert capsys.readouterr().out.strip(), "for people it is printed"


def test_their_parallel_environment_is_rendered(capsys):
    env = zoo.parallel_env("buzzard", render_mode="human")
    env.reset(seed=1)
    assert env.render() is None and "15" in capsys.readouterr().out


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_a_central_critic_sees_the_rows_of_all(game, seats):
    env = zoo.env(game, seats=seats, central_state=True)
    quietly(state_test, env, zoo.parallel_env(central_state=True))
    env.reset(seed=2)
    for agent in env.agent_iter(6):
        shown, _, over, _, _ = env.last()
        rows = [env.observe(agent)["observation"] for agent in env.possible_agents]
        assert np.array_equal(env.state(), np.concatenate(rows)) and env.state_space.contains(env.state())
        env.step(None if over else int(np.flatnonzero(shown["action_mask"])[0]))


def test_without_being_asked_no_state_is_announced():
    assert not hasattr(zoo.env("kuhn"), "state_space") and not hasattr(zoo.parallel_env(), "state_space")


@pytest.mark.skipif(not hasattr(pettingzoo, "make"), reason="this PettingZoo has no registry")
def test_every_game_is_in_their_registry():
    for game in tefuda.games():
        for name in (game.name, *game.presets):
            env = pettingzoo.make("aec", f"tefuda/{name}-v0", seats=game.seats[1])
            env.reset(seed=1)
            assert len(env.agents) == game.seats[1]
    assert pettingzoo.make("parallel", "tefuda/goofspiel-v0").possible_agents == ["player_0", "player_1"]


def test_pictures():
    env = zoo.env("kuhn", render_mode="ansi")
    env.reset(seed=1)
    assert "[?]" in env.render()
    env = zoo.env("kuhn", render_mode="svg")
    env.reset(seed=1)
    assert env.render().startswith("<svg")


def test_without_a_seed_games_differ_and_after_one_they_repeat():
    env = zoo.raw_env("buzzard")
    seeds = []
    for seed in (None, None, 5, None, 5, None):
        env.reset(seed=seed)
        seeds.append(env._play.seed)
    assert seeds[0] != seeds[1] and seeds[2:4] == seeds[4:6] and seeds[2] == 5


@pytest.mark.parametrize("make", [zoo.raw_env, zoo.env, zoo.parallel_env])
def test_a_pickle_of_a_running_game_is_for_those_who_asked(make):
    env = make("buzzard")
    pickle.loads(pickle.dumps(env)).reset(seed=1)
    env.reset(seed=1)
    with pytest.raises(TypeError, match="its seed tells what is hidden"):
        pickle.dumps(env)


def test_a_pickle_goes_on_where_it_was():
    env = zoo.raw_env("buzzard", picklable=True)
    env.reset(seed=1)
    env.step(4)
    again = pickle.loads(pickle.dumps(env))
    for other in (env, again):
        other.step(7)
    assert env.public() == again.public() and env.agent_selection == again.agent_selection
