"""Batches for those who learn: threads, packed rows, lists, players of the house, tables that are saved."""

import doctest
import os
import re
import threading
from pathlib import Path

import numpy as np
import pytest
import tefuda
from test_batch import GAMES, play

HOUSE = {
    "buzzard": ["greedy"],
    "daihinmin": ["rule", "random"],
    "kuhn": ["equilibrium"],
    "leduc": ["random"],
    "raiders": ["heuristic", "random", "first"],
    "saboteur": ["papers", "random"],
}
SEATS = {game.name: game.seats[0] for game in tefuda.games()}


def same(one, other):
    """Whether two runs kept equal arrays."""
    return len(one) == len(other) and all(
        len(x) == len(y) and all(np.array_equal(a, b) for a, b in zip(x, y)) for x, y in zip(one, other)
    )


def rows_of(batch):
    """What a reset shows."""
    return batch.reset()[0].copy()


def test_a_bare_reset_deals_anew():
    batch = tefuda.batch("leduc", 64, seed=3)
    first, second, third = rows_of(batch), rows_of(batch), rows_of(batch)
    assert not np.array_equal(first, second) and not np.array_equal(second, third)
    again = tefuda.batch("leduc", 64, seed=3)
    assert np.array_equal(rows_of(again), first) and np.array_equal(rows_of(again), second)
    assert np.array_equal(batch.reset(seed=3)[0], first), "a seed begins as the batch was opened"
    assert np.array_equal(rows_of(batch), second), "and what follows, follows from it"
    assert not np.array_equal(batch.reset(seed=4)[0], first)


@pytest.mark.parametrize("game", GAMES)
def test_the_bytes_do_not_depend_on_the_threads(game):
    def run(threads):
        more = {"others": HOUSE[game], "truth": True, "events": True}
        batch = tefuda.batch(game, 67, seed=2, threads=threads, autoreset="same_step", **more)
        batch.reset()
        return play(batch, 25)

    one = run(1)
    assert same(one, run(2)) and same(one, run(3))


def test_an_error_names_the_first_table_on_many_threads():
    batch = tefuda.batch("kuhn", 200, threads=3)
    obs = batch.reset()[0].copy()
    ids = np.zeros(200, int)
    ids[[70, 150]] = 9
    with pytest.raises(tefuda.Refused, match="id 9 is not legal at table 70"):
        batch.step(ids)
    assert np.array_equal(batch._arrays.obs, obs)
    batch.step(np.zeros(200, int))


@pytest.mark.skipif(not hasattr(os, "fork"), reason="no fork here")
def test_threads_are_begun_anew_in_a_forked_process():
    batch = tefuda.batch("kuhn", 300, threads=2)
    batch.reset(seed=1)
    batch.step(np.zeros(300, int))
    child = os.fork()
    if child == 0:
        code = 1
        try:
            batch.step(np.zeros(300, int))
            batch.send(batch.sample(np.random.default_rng(0)))
            batch.recv()
            code = 0
        finally:
            os._exit(code)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0


def test_what_is_sent_is_what_is_stepped():
    sync, ahead = (tefuda.batch("buzzard", 32, seed=4, threads=threads) for threads in (1, 2))
    sync.reset(), ahead.reset()
    generator, shown = np.random.default_rng(0), ahead._arrays.rows
    for _ in range(30):
        ids = sync.sample(generator)
        before = shown.copy()
        ahead.send(ids)
        assert np.array_equal(shown, before), "what was there is left alone while tables step"
        one, other = sync.step(ids), ahead.recv()
        shown = other[0]
        assert all(np.array_equal(a, b) for a, b in zip(one[:4], other[:4]))
        assert all(np.array_equal(one[4][key], other[4][key]) for key in one[4])


def test_sent_and_received_take_turns():
    batch = tefuda.batch("kuhn", 4)
    with pytest.raises(tefuda.Refused, match="reset the batch"):
        batch.send([0] * 4)
    batch.reset(seed=1)
    with pytest.raises(tefuda.Refused, match="nothing was sent"):
        batch.recv()
    batch.send([0] * 4)
    for call in (lambda: batch.send([0] * 4), lambda: batch.step([0] * 4), batch.reset, batch.legal, batch.save):
        with pytest.raises(tefuda.Refused, match="was sent and not received; call recv"):
            call()
    batch.recv()
    obs = batch._arrays.obs.copy()
    batch.send([7] * 4)
    with pytest.raises(tefuda.Refused, match="id 7 is not legal at table 0"):
        batch.recv()
    assert np.array_equal(batch._arrays.obs, obs)
    batch.step([0] * 4)


def test_python_goes_on_while_tables_step():
    batch, ticks = tefuda.batch("saboteur", 2000, seats=6), []
    batch.reset(seed=1)
    batch.send(batch.sample(np.random.default_rng(0)))
    ticks.append(batch._sent.done())
    batch.recv()
    assert ticks == [False], "send returns at once"


def test_a_closed_batch_says_so():
    batch, before = tefuda.batch("kuhn", 4), set(threading.enumerate())
    batch.reset()
    batch.send([0] * 4)
    assert set(threading.enumerate()) - before
    batch.close()
    batch.close()
    for call in (batch.reset, batch.recv, batch.legal, lambda: batch.step([0] * 4)):
        with pytest.raises(tefuda.Refused, match="the batch is closed"):
            call()
    assert not set(threading.enumerate()) - before, "its thread has ended"


@pytest.mark.parametrize("game", GAMES)
def test_a_list_says_what_a_mask_says(game):
    masks, lists = (tefuda.batch(game, 16, seed=1, legal=kind) for kind in ("mask", "list"))
    (_, seen), (_, listed) = masks.reset(), lists.reset()
    generator = np.random.default_rng(0)
    for _ in range(30):
        assert "action_mask" not in listed and listed["legal_offsets"].dtype == np.uint32
        for table, mask in enumerate(seen["action_mask"]):
            start, end = listed["legal_offsets"][table : table + 2]
            ids = listed["legal_ids"][start:end]
            assert mask.all() if start == end else np.array_equal(np.sort(ids), np.flatnonzero(mask))
        ids = masks.sample(generator)
        seen, listed = masks.step(ids)[4], lists.step(ids)[4]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("autoreset", ["next_step", "same_step"])
def test_packed_rows_are_the_rows(game, autoreset):
    whole, packed = (tefuda.batch(game, 24, seed=6, autoreset=autoreset, rows=rows) for rows in ("float", "packed"))
    (wide, _), (small, _) = whole.reset(), packed.reset()
    generator, ends = np.random.default_rng(0), 0
    for _ in range(60):
        assert small.dtype == np.uint8 and small.shape[1] == packed.packing.bytes < wide.shape[1]
        assert tefuda.unpack(small, packed.packing).tobytes() == wide.tobytes(), "to the bit"
        ids = whole.sample(generator)
        (wide, _, ended, _, one), (small, *_, other) = whole.step(ids), packed.step(ids)
        if autoreset == "same_step" and ended.any():
            ends += 1
            finals = tefuda.unpack(other["final_obs"], packed.packing)
            assert np.array_equal(finals[ended], one["final_obs"][ended])
    assert ends or autoreset == "next_step" or game == "saboteur"


def test_packed_rows_are_unpacked_in_pytorch():
    torch = pytest.importorskip("torch")
    for game in GAMES:
        batch = tefuda.batch(game, 32, rows="packed")
        rows = batch.reset(seed=1)[0]
        tensor = tefuda.unpack(torch.from_numpy(rows), batch.packing)
        assert tensor.numpy().tobytes() == tefuda.unpack(rows, batch.packing).tobytes()


@pytest.mark.parametrize("rows", [np.zeros((2, 3), np.uint8), np.zeros((2, 2)), [[1]], None])
def test_what_is_no_packed_row_is_refused(rows):
    with pytest.raises(tefuda.Refused, match="rows"):
        tefuda.unpack(rows, tefuda.batch("kuhn", 2).packing)


@pytest.mark.parametrize("game", GAMES)
def test_figures_and_actions_say_what_they_are(game):
    batch = tefuda.batch(game, 16)
    batch.reset(seed=1)
    assert len(set(batch.feature_names)) == batch.num_features
    for obs, *_ in play(batch, 40):
        assert (obs >= batch.feature_low).all() and (obs <= batch.feature_high).all()
    state = tefuda._tefuda.State(game, SEATS[game], None)
    assert batch.action_names == [state.action_text(id) for id in range(batch.num_actions)]
    described = batch.action_features
    assert described.shape == (batch.num_actions, len(batch.action_feature_names))
    assert len(np.unique(described, axis=0)) == batch.num_actions, "no two actions alike"


def test_who_sits_where_turns():
    batch = tefuda.batch("daihinmin", 10, seats=5, series=1, others=["rule", "first"], own=[0, 0, 1], seed=1)
    _, info = batch.reset()
    counted = np.zeros((5, 4), int)
    generator, ended = np.random.default_rng(0), np.ones(10, bool)
    for _ in range(200):
        seating = info["seating"][ended]
        assert (np.sort(info["seating"], axis=1) == [-2, -1, 0, 0, 1]).all()
        for seat, who in np.ndindex(5, 4):
            counted[seat, who] += (seating[:, seat] == [0, 1, -1, -2][who]).sum()
        asked = info["seating"][np.arange(10), info["seat"]]
        assert np.array_equal(asked, info["player"]) and (asked >= 0).all(), "own players alone are asked"
        *_, terminations, _, info = batch.step(batch.sample(generator))
        # The step that shows an end still shows the company of the game that ended.
        ended = terminations
    assert counted.min() > 0 and counted[:, 1:].max() < 2 * counted[:, 1:].min() + 10, counted


def test_the_house_plays_as_it_plays():
    def points(who):
        batch = tefuda.batch("buzzard(cards=6)", 300, others=[who], seed=5)
        _, info = batch.reset()
        generator, earned = np.random.default_rng(0), []
        for _ in range(60):
            seats = info["seating"].argmax(axis=1)
            _, rewards, ended, _, info = batch.step(batch.sample(generator))
            earned.extend(rewards[np.arange(300), seats][ended])
        return np.mean(earned)

    assert points("random") > points("greedy") + 1, "greedy takes more from a random player than another one"


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"others": ["gredy"]}, "did you mean"),
        ({"others": ["greedy"] * 2}, "2 others at a table of 2 leave no seat to learn on; 1 at most"),
        ({"own": [0]}, "1 own players and 0 others do not fill a table of 2: name an own player for each of 2 places"),
        ({"own": [0, 1], "others": ["greedy"]}, "do not fill a table"),
        ({"own": [0, 100]}, "an own player is a whole number from 0 to 99"),
        ({"own": 0}, "own is a list"),
        ({"others": "greedy"}, "others is a list"),
        ({"others": ["exec(cmd=true)"]}, "exec runs a program of its own; a batch seats players of the house"),
        ({"threads": 0}, "threads is a whole number from 1"),
        ({"threads": None}, "threads is a whole number"),
        ({"rows": "bits"}, "rows is 'float' or 'packed'"),
        ({"legal": "ids"}, "legal is 'mask' or 'list'"),
        ({"truth": 1}, "truth is True or False"),
        ({"events": "all"}, "events is True or False"),
        ({"most_gib": 0}, "most_gib is a number above 0"),
        ({"most_gib": "8"}, "most_gib is a number"),
        ({"most_gib": 0.000001}, "would take about .* no more than"),
    ],
)
def test_what_cannot_be_opened_is_refused(more, why):
    with pytest.raises(tefuda.Refused, match=why):
        tefuda.batch("buzzard", 4, seats=2, **more)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("autoreset", ["next_step", "same_step"])
def test_a_saved_batch_goes_on_as_it_would_have(game, autoreset):
    def opened(threads=1):
        more = {"autoreset": autoreset, "others": HOUSE[game], "events": True, "truth": True}
        return Whole(game, 12, seed=8, threads=threads, series=3, **more)

    class Whole(tefuda.Batch):
        """It shows the last rows of games that ended, and no older ones."""

        def _info(self):
            info = super()._info()
            if "final_obs" in info:
                info["final_obs"] = np.where(info["_final_obs"][:, None], info["final_obs"], 0)
            return info

    batch = opened()
    batch.reset(), batch.reset()
    play(batch, 150)
    saved = batch.save()
    assert saved == batch.save()
    shown = [np.copy(batch._arrays.obs), *(np.copy(part) for part in batch._info().values())]
    expected = [*play(batch, 100, seed=3), [rows_of(batch)]]
    other = opened(threads=2)
    obs, info = other.load(saved)
    names = list(info)
    for name, one, now in zip(["obs", *names], shown, [obs, *info.values()]):
        assert "final" in name or np.array_equal(one, now), name
    assert not info.get("_final_obs", np.zeros(1)).any(), "as after a reset"
    assert same(expected, [*play(other, 100, seed=3), [rows_of(other)]])


def test_what_was_saved_by_another_batch_is_refused():
    batch = tefuda.batch("kuhn", 8, seed=1)
    batch.reset()
    play(batch, 5)
    saved = batch.save()
    for more in ({"n": 9}, {"series": 2}, {"autoreset": "same_step"}, {"others": ["random"]}, {"game": "leduc"}):
        args = {"game": "kuhn", "n": 8, **more}
        other = tefuda.batch(args.pop("game"), args.pop("n"), **args)
        obs = other.reset()[0].copy()
        with pytest.raises(tefuda.Refused, match="another batch was saved: `tefuda batch 1, "):
            other.load(saved)
        assert np.array_equal(other._arrays.obs, obs)
        other.step(other.sample(np.random.default_rng(0)))
    older = saved.replace(b"tefuda batch 1, ", b"tefuda batch 1, 0.0.9, was ", 1)
    with pytest.raises(tefuda.Refused, match="another batch"):
        batch.load(older)


def test_damaged_bytes_are_told_from_whole_ones():
    batch = tefuda.batch("buzzard(cards=5)", 8, seed=1)
    batch.reset()
    play(batch, 7)
    saved, found = batch.save(), 0
    for damaged in (saved[:-1], saved[:40], saved[:-40], saved + b"x", saved[:-30] + b"\x09" + saved[-29:]):
        with pytest.raises((tefuda.Broken, tefuda.Refused)) as raised:
            batch.load(damaged)
        if raised.type is tefuda.Broken:
            found += 1
            with pytest.raises(tefuda.Refused, match="reset the batch"):
                batch.step([0] * 8)
    assert found == 4
    with pytest.raises(tefuda.Refused, match="saved is what save"):
        batch.load("text")
    batch.load(saved)
    play(batch, 3)


def test_truth_and_events_have_names():
    for game in GAMES:
        batch = tefuda.batch(game, 5, truth=True, events=True, seed=1)
        _, info = batch.reset()
        assert info["truth"].shape == (5, len(batch.truth_names)) and info["truth"].dtype == np.float32
        assert len(set(batch.truth_names)) == len(batch.truth_names)
        assert info["events"].shape[1] == len(batch.event_names) and info["events"].dtype == np.int32
        assert info["event_offsets"][-1] == len(info["events"])


def test_the_truth_is_what_is_hidden():
    kuhn = tefuda.batch("kuhn", 200, truth=True, seed=1)
    obs, info = kuhn.reset()
    own, other = info["truth"][:, :3], info["truth"][:, 3:]
    assert kuhn.truth_names == [f"{who}.card.{card}" for who in ("own", "next1") for card in "JQK"]
    assert np.array_equal(own, obs[:, :3]) and (own + other).max() == 1 and (other.sum(axis=1) == 1).all()
    saboteur = tefuda.batch("saboteur", 50, seats=4, truth=True, seed=1)
    obs, info = saboteur.reset()
    names, figures = saboteur.truth_names, saboteur.feature_names
    role = figures.index("own.role.saboteur")
    for row, truth, seat in zip(obs, info["truth"], info["seat"]):
        assert truth[names.index(f"{'ABCD'[seat]}.role.saboteur")] == row[role]
        assert [name for name, figure in zip(names, truth) if figure and name.endswith(".gold") and "goal" in name]
    assert len({tuple(truth[: len(names)]) for truth in info["truth"]}) > 40
    buzzard = tefuda.batch("buzzard(cards=4)", 9, truth=True, seed=1)
    _, info = buzzard.reset()
    assert not info["truth"].any(), "nobody has bid"
    *_, info = buzzard.step([2] * 9)
    assert [buzzard.truth_names[place] for place in np.flatnonzero(info["truth"][0])] == ["next1.envelope.3"]


@pytest.mark.parametrize("game", GAMES)
def test_events_are_what_the_seat_saw(game):
    """The text of an event, as a state tells it to the seat, and its numbers say the same."""
    texts, numbers, checked = {}, {}, 0
    seed = 12345
    from test_secrecy_batch import derived

    tables, seats = 6, SEATS[game]
    batch = tefuda.batch(game, tables, series=1, seed=seed, events=True)
    _, info = batch.reset()
    states = [tefuda._tefuda.State(game, seats, derived(seed, table, 1)) for table in range(tables)]
    begun, told = [1] * tables, [[1] * seats for _ in range(tables)]
    generator = np.random.default_rng(0)
    for _ in range(60):
        over = [state.current() < 0 for state in states]
        for table, state in enumerate(states):
            if over[table]:
                continue
            seat = state.current()
            lines = state.information_state(seat).split("\n")
            start, end = info["event_offsets"][table : table + 2]
            heard = lines[told[table][seat] :]
            assert len(heard) == end - start, "an event each, no more and no fewer"
            told[table][seat] = len(lines)
            for line, row in zip(heard, map(tuple, info["events"][start:end].tolist())):
                assert texts.setdefault(row, line) == line or game == "leduc", "suits alone are left out"
                assert numbers.setdefault(line, row) == row, "numbers tell what the text does not"
                checked += 1
        ids = batch.sample(generator)
        *_, info = batch.step(ids)
        for table, id in enumerate(ids):
            if over[table]:
                begun[table] += 1
                states[table] = tefuda._tefuda.State(game, seats, derived(seed, table, begun[table]))
                told[table] = [1] * seats
            else:
                states[table].choose(int(id))
    assert checked > 100


def test_a_batch_is_closed_behind_with():
    with tefuda.batch("kuhn", 4) as batch:
        batch.reset()
    with pytest.raises(tefuda.Refused, match="the batch is closed"):
        batch.reset()


def test_the_example_of_the_docs_runs():
    page = (Path(__file__).parents[2] / "docs" / "numbers.md").read_text()
    [code] = re.findall(r"```python\n(.*?)```", page, re.S)
    made = {}
    exec(code, made)  # ours
    batch, info, ended = (made[name] for name in ("batch", "info", "ended"))
    assert (np.sort(info["seating"], axis=1) == [-1, 0, 0, 0, 1]).all()
    assert info["truth"].shape == (512, len(batch.truth_names)) and made["earned"].shape == (ended.sum(), 5)
    # What was chosen is legal and the best of its table.
    ids, offsets, scores, best = (made[name] for name in ("ids", "offsets", "scores", "best"))
    for table, place in enumerate(best):
        assert offsets[table] <= place < offsets[table + 1] <= len(ids)
        assert scores[place] == scores[offsets[table] : offsets[table + 1]].max()


def test_examples_of_docstrings_run():
    known = {"tefuda": tefuda, "np": np}
    for module in (tefuda.batching, tefuda.packing):
        ran = doctest.testmod(module, extraglobs=known)
        assert ran.attempted and not ran.failed
