"""Batches: Gymnasium's conventions, equal bytes for equal seeds, and what is refused."""

import copy
import os
import pickle
import threading
from pathlib import Path

import numpy as np
import pytest
import tefuda

GAMES = [game.name for game in tefuda.games()]
KEPT = Path(__file__).with_name("batch.txt")


def play(batch, steps, seed=0):
    """Step at random and keep copies of everything."""
    generator = np.random.default_rng(seed)
    kept = []
    for _ in range(steps):
        obs, rewards, terminations, truncations, info = batch.step(batch.sample(generator))
        kept.append([np.copy(part) for part in (obs, rewards, terminations, truncations, *info.values())])
    return kept


def digest(game):
    """Follow the first legal id of 8 tables for 40 steps, as the Rust test `any_batch` does."""
    batch = tefuda.batch(game, 8, seed=5)
    batch.reset()
    total = 0xCBF29CE484222325
    for _ in range(40):
        ids, offsets = batch.legal()
        first = [ids[start] if start < end else 0 for start, end in zip(offsets[:-1], offsets[1:])]
        obs, rewards, *_ = batch.step(np.array(first, np.uint32))
        for byte in obs.tobytes() + rewards.tobytes():
            total = ((total ^ byte) * 0x100000001B3) % 2**64
    return f"{game} {total:016x}"


def test_python_and_rust_step_alike():
    assert [digest(game) for game in GAMES] == KEPT.read_text().splitlines()


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("autoreset", ["next_step", "same_step"])
def test_equal_seeds_give_equal_bytes(game, autoreset):
    batch = tefuda.batch(game, 16, autoreset=autoreset)
    runs = []
    for seed in (3, 3, 4):
        first = [batch.reset(seed=seed)[0].copy()]
        runs.append([first, *play(batch, 60)])
    same = [all(np.array_equal(a, b) for a, b in zip(x, y)) for x, y in zip(runs[0], runs[1])]
    assert all(same)
    assert any(not np.array_equal(a, b) for x, y in zip(runs[0], runs[2]) for a, b in zip(x, y))


def test_a_game_that_ends_shows_its_end_and_the_next_step_begins_another():
    batch = tefuda.batch("kuhn", 64)
    _, info = batch.reset(seed=1)
    generator, over, seen = np.random.default_rng(1), np.zeros(64, bool), 0
    for _ in range(40):
        ids = batch.sample(generator)
        _, rewards, terminations, truncations, info = batch.step(ids)
        assert not truncations.any() and not (terminations & over).any(), "a new game does not end at once"
        assert (rewards[~terminations] == 0).all() and (rewards[terminations] != 0).all()
        assert rewards.sum() == 0 and info["action_mask"][terminations].all()
        over, seen = terminations.copy(), seen + terminations.sum()
    assert seen > 100


def test_a_table_that_resets_at_once_keeps_its_last_row():
    plain, quick = (tefuda.batch("kuhn", 8, autoreset=mode, copy=True) for mode in ("next_step", "same_step"))
    plain.reset(seed=2), quick.reset(seed=2)
    while True:
        ids = plain.sample(np.random.default_rng(0))
        shown, rewards, ended, *_ = plain.step(ids)
        _, again, reset, _, info = quick.step(ids)
        assert np.array_equal(ended, reset) and np.array_equal(rewards, again)
        assert np.array_equal(info["_final_obs"], ended)
        if ended.any():
            break
    assert np.array_equal(info["final_obs"][ended], shown[ended])
    assert info["action_mask"][ended].any(axis=1).all() and "final_obs" not in plain._info()


def test_arrays_are_written_in_place_unless_copied():
    batch = tefuda.batch("kuhn", 4)
    obs, info = batch.reset()
    again, *_, later = batch.step(batch.sample(np.random.default_rng(0)))
    assert again is obs and np.shares_memory(info["action_mask"], later["action_mask"])
    copied = tefuda.batch("kuhn", 4, copy=True)
    obs, info = copied.reset()
    before = obs.copy()
    again, *_, later = copied.step(copied.sample(np.random.default_rng(0)))
    assert np.array_equal(obs, before) and not np.shares_memory(info["action_mask"], later["action_mask"])


@pytest.mark.parametrize("dtype", [np.int64, np.int32, np.uint32, np.uint8, np.int16, np.uint64])
def test_ids_of_any_whole_type_will_do(dtype):
    batch = tefuda.batch("kuhn", 3)
    batch.reset(seed=1)
    batch.step(np.ones(3, dtype))
    batch.step([0, 0, 0])


@pytest.mark.parametrize(
    ("actions", "why"),
    [
        (np.zeros(2, int), r"actions has shape \(3,\)"),
        (np.zeros((3, 1), int), r"actions has shape \(3,\)"),
        (np.zeros(3), "whole numbers .int64., not float64"),
        (np.array([True, False, True]), "not bool"),
        (np.array(["a", "b", "c"]), "whole numbers"),
        (np.array([0, 7, 0]), "id 7 is not legal at table 1"),
        (np.array([0, 0, -1]), "id -1 at table 2 is none"),
        (np.array([2**40, 0, 0]), "at table 0 is none"),
    ],
)
def test_what_is_no_action_is_refused_and_nothing_changes(actions, why):
    batch = tefuda.batch("kuhn", 3)
    obs, info = batch.reset(seed=1)
    before = obs.copy(), info["action_mask"].copy(), batch.legal()[0]
    with pytest.raises(tefuda.Refused, match=why):
        batch.step(actions)
    assert np.array_equal(obs, before[0]) and np.array_equal(info["action_mask"], before[1])
    assert np.array_equal(batch.legal()[0], before[2])


@pytest.mark.parametrize(
    ("args", "more", "why"),
    [
        (("kuhm", 2), {}, "did you mean `kuhn`"),
        (("kuhn", 0), {}, "n is a whole number from 1"),
        (("kuhn", 2.0), {}, "n is a whole number"),
        (("kuhn", 2), {"seats": 9}, "seats"),
        (("kuhn", 2), {"autoreset": "never"}, "'next_step' or 'same_step'"),
        (("kuhn", 2), {"seed": -1}, "seed is a whole number"),
        (("kuhn", 2), {"series": 0}, "series is a whole number"),
    ],
)
def test_what_cannot_be_opened_is_refused(args, more, why):
    with pytest.raises(tefuda.Refused, match=why):
        tefuda.batch(*args, **more)


@pytest.mark.parametrize("game", ["saboteur", "raiders", "daihinmin"])
def test_more_than_fits_is_refused_before_it_is_allocated(game):
    with pytest.raises(tefuda.Refused, match=f"10000000 tables of {game} would take about .* GiB") as caught:
        tefuda.batch(game, 10_000_000)
    fitting = int(str(caught.value).partition("no more than ")[2].split()[0])
    batch = tefuda.batch(game, 1)
    assert 0 < fitting * (4 * batch.num_features + batch.num_actions) < 8 * 2**30, "rows and masks are counted"


def test_a_batch_begins_with_a_reset():
    with pytest.raises(tefuda.Refused, match="reset the batch"):
        tefuda.batch("kuhn", 2).step([0, 0])


def test_a_batch_is_not_copied():
    batch = tefuda.batch("kuhn", 2)
    for attempt in (pickle.dumps, copy.copy, copy.deepcopy):
        with pytest.raises(TypeError, match="holds what is hidden"):
            attempt(batch)


def test_threads_have_batches_of_their_own():
    alone = tefuda.batch("leduc", 256)
    alone.reset(seed=1)
    expected = play(alone, 50)
    batches = [tefuda.batch("leduc", 256) for _ in range(4)]
    results = [None] * 4

    def work(number):
        batches[number].reset(seed=1)
        results[number] = play(batches[number], 50)

    workers = [threading.Thread(target=work, args=(number,)) for number in range(4)]
    [worker.start() for worker in workers], [worker.join() for worker in workers]
    for result in results:
        assert all(np.array_equal(a, b) for x, y in zip(expected, result) for a, b in zip(x, y))


def test_two_threads_on_one_batch_are_refused_and_not_mixed_up():
    batch = tefuda.batch("saboteur", 400)
    batch.reset(seed=1)
    ids = batch.sample(np.random.default_rng(0))
    refused = []

    def work():
        try:
            batch.reset(seed=1)
        except RuntimeError as error:
            refused.append(str(error))

    for _ in range(50):
        workers = [threading.Thread(target=work) for _ in range(4)]
        [worker.start() for worker in workers], [worker.join() for worker in workers]
    assert refused and all("in use by another thread" in why for why in refused)
    batch.reset(seed=1)
    assert np.array_equal(ids, batch.sample(np.random.default_rng(0)))


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_a_forked_process_goes_on_by_itself():
    batch, table = tefuda.batch("kuhn", 4), tefuda.Table("kuhn", 2, seed=1)
    batch.reset(seed=1)
    child = os.fork()
    if child == 0:
        code = 1
        try:
            batch.step(batch.sample(np.random.default_rng(0)))
            tefuda.match("kuhn", ["random", "random"], games=100)
            try:
                table.view("A")
            except RuntimeError as error:
                code = 0 if "another process" in str(error) else 2
        finally:
            os._exit(code)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
    assert table.view("A")["seat"] == "A"
