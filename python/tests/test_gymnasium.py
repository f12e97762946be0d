"""One own seat as a vector of environments: Gymnasium's own wrappers take it."""

import numpy as np
import pytest

gymnasium = pytest.importorskip("gymnasium")

import tefuda  # noqa: E402
import tefuda.gymnasium  # noqa: E402


def actions_of(info, generator):
    """Choose a legal id at every table."""
    return np.array([generator.choice(np.flatnonzero(mask)) for mask in info["action_mask"]])


@pytest.mark.parametrize("autoreset", ["next_step", "same_step"])
@pytest.mark.parametrize(("game", "others"), [("leduc", ["random"]), ("raiders", "heuristic"), ("kuhn", ["first"] * 2)])
def test_statistics_of_episodes_are_recorded(game, others, autoreset):
    env = tefuda.gymnasium.vector(game, 16, others=others, autoreset=autoreset, seed=3)
    assert isinstance(env, gymnasium.vector.VectorEnv)
    mode = gymnasium.vector.AutoresetMode(env.metadata["autoreset_mode"])
    assert mode.name == autoreset.upper()
    recorded = gymnasium.wrappers.vector.RecordEpisodeStatistics(env)
    generator, lengths, returns = np.random.default_rng(0), [], []
    obs, info = recorded.reset(seed=1)
    points = []
    for _ in range(400):
        assert env.observation_space.contains(obs) and obs.dtype == np.float32
        ids = actions_of(info, generator)
        assert env.action_space.contains(ids)
        obs, rewards, terminations, truncations, info = recorded.step(ids)
        assert rewards.shape == (16,) and not truncations.any() and not rewards[~terminations].any()
        points.extend(rewards[terminations])
        if "episode" in info:
            done = info["_episode"]
            assert np.array_equal(done, terminations)
            lengths.extend(info["episode"]["l"][done])
            returns.extend(info["episode"]["r"][done])
    assert len(returns) > 50 and np.allclose(returns, points) and min(lengths) > 0
    recorded.close()


def test_rewards_are_those_of_the_own_seat():
    for autoreset in ("next_step", "same_step"):
        env = tefuda.gymnasium.vector("kuhn", 40, others=["first", "first"], autoreset=autoreset)
        batch = tefuda.batch("kuhn", 40, seats=3, others=["first", "first"], autoreset=autoreset)
        (_, info), (_, seen) = env.reset(seed=5), batch.reset(seed=5)
        generator, checked = np.random.default_rng(0), 0
        for _ in range(60):
            own = (seen["seating"] >= 0).argmax(axis=1)
            ids = actions_of(info, generator)
            _, rewards, ended, _, info = env.step(ids)
            _, points, _, _, seen = batch.step(ids)
            for table in np.flatnonzero(ended):
                # The company of the game that ended: the others pass always, so bets alone tell them apart.
                assert rewards[table] == points[table, own[table]] or autoreset == "next_step"
                checked += 1
            assert np.isclose(points.sum(), 0)
        assert checked > 100


def test_equal_seeds_give_equal_bytes():
    env = tefuda.gymnasium.vector("leduc", 8, others=["random"])
    first, again, other = (env.reset(seed=seed)[0] for seed in (1, 1, 2))
    assert np.array_equal(first, again) and not np.array_equal(first, other)
    assert not np.array_equal(env.reset()[0], other), "a bare reset deals anew"


@pytest.mark.parametrize(
    ("args", "why"),
    [
        ({"others": ["random"], "seats": 3}, "1 others and the own seat are 2 seats, not 3"),
        ({"others": []}, "kuhn"),
        ({"others": 3}, "others is a list"),
        ({"others": "randm"}, "did you mean"),
    ],
)
def test_what_cannot_be_opened_is_refused(args, why):
    with pytest.raises(tefuda.Refused, match=why):
        tefuda.gymnasium.vector("kuhn", 4, **args)


def test_seeds_are_one_number():
    with pytest.raises(tefuda.Refused, match="seed is one number"):
        tefuda.gymnasium.vector("kuhn", 2, others=["random"]).reset(seed=[1, 2])


def test_options_are_refused():
    env = tefuda.gymnasium.vector("kuhn", 2, others=["random"])
    env.reset(options={})
    with pytest.raises(tefuda.Refused, match="no options of a reset, so none is 'seats'"):
        env.reset(options={"seats": 3})


@pytest.mark.parametrize(
    ("name", "more"),
    [
        ("ClipReward", {"min_reward": -1, "max_reward": 1}),
        ("DtypeObservation", {"dtype": np.float64}),
        ("FlattenObservation", {}),
        ("NormalizeObservation", {}),
        ("NormalizeReward", {}),
        ("RescaleObservation", {"min_obs": 0.0, "max_obs": 1.0}),
        ("TransformObservation", {"func": lambda obs: obs / 2}),
    ],
)
def test_wrappers_of_gymnasium_take_it(name, more):
    plain, env = (tefuda.gymnasium.vector("leduc", 8, others="random", seed=2) for _ in range(2))
    wrapped = getattr(gymnasium.wrappers.vector, name)(env, **more)
    (_, info), (_, seen) = plain.reset(), wrapped.reset()
    generator, ends = np.random.default_rng(0), 0
    for _ in range(40):
        ids = actions_of(info, generator)
        assert np.array_equal(info["action_mask"], seen["action_mask"])
        obs, rewards, ended, _, info = plain.step(ids)
        shown, earned, over, _, seen = wrapped.step(ids)
        assert np.array_equal(ended, over) and shown.shape[0] == 8 and np.isfinite(shown).all()
        if name == "ClipReward":
            assert np.array_equal(earned, rewards.clip(-1, 1))
        if name == "DtypeObservation":
            assert shown.dtype == np.float64 and np.array_equal(shown, obs)
        if name == "RescaleObservation":
            assert shown.min() >= 0 and shown.max() <= 1
        if name == "TransformObservation":
            assert np.array_equal(shown, obs / 2)
        ends += ended.sum()
    assert ends > 50


@pytest.mark.parametrize("autoreset", ["next_step", "same_step"])
def test_what_is_told_is_marked(autoreset):
    env = tefuda.gymnasium.vector("kuhn", 4, others="random", autoreset=autoreset)
    _, info = env.reset(seed=1)
    *_, info = env.step(actions_of(info, np.random.default_rng(0)))
    told = {key for key in info if not key.startswith("_")}
    assert told >= {"seat", "action_mask", "seating"} and ("final_obs" in told) == (autoreset == "same_step")
    assert {f"_{key}" for key in told} == set(info) - told
    assert all(info[f"_{key}"].all() for key in told - {"final_obs"})


def test_tables_are_told_one_by_one():
    env = gymnasium.wrappers.vector.DictInfoToList(tefuda.gymnasium.vector("leduc", 4, others="random"))
    _, told = env.reset(seed=1)
    assert [sorted(one) for one in told] == [["action_mask", "player", "seat", "seating"]] * 4
    assert all(one["action_mask"].shape == (3,) and one["seating"].shape == (2,) for one in told)
