"""Matches and arenas, and that they are those of the command line."""

import json
import math
import os
import subprocess
import threading
import time
from pathlib import Path

import pytest
import tefuda
from tefuda import _tefuda


def program():
    """The command line, if it was built."""
    root = Path(__file__).parents[2]
    named = [os.environ.get("TEFUDA"), root / "target/release/tefuda", root / "target/debug/tefuda"]
    return next((str(path) for path in named if path and Path(path).exists()), None)


@pytest.mark.skipif(program() is None, reason="the program tefuda was not built")
@pytest.mark.parametrize(
    ("game", "agents", "more"),
    [
        ("kuhn", ["random", "equilibrium"], {"games": 300}),
        ("buzzard(cards=8)", ["greedy", "random"], {"games": 60, "paired": True, "seed": 7}),
        ("leduc", ["random", "first"], {"games": 40, "series": 4, "seed": 2**63}),
    ],
)
def test_the_same_seed_gives_the_same_as_the_command_line(game, agents, more, tmp_path):
    flags = [f"--{key}" if value is True else f"--{key}={value}" for key, value in more.items()]
    command = [program(), "match", game, f"--seats={','.join(agents)}", "--json", *flags]
    records = tmp_path / "rust.jsonl"
    told = json.loads(subprocess.run([*command, f"--records={records}"], capture_output=True, check=True).stdout)
    assert told.pop("tefuda") == 1, "the version of the document"
    mine = tmp_path / "python.jsonl"
    assert tefuda.match(game, agents, records=mine, **more) == tefuda.MatchResult._of(told)
    assert mine.read_bytes() == records.read_bytes()


def test_threads_do_not_matter():
    results = [tefuda.match("leduc", ["random", "first"], games=200, threads=n) for n in (1, 2, None)]
    assert results[0] == results[1] == results[2]
    assert results[0] != tefuda.match("leduc", ["random", "first"], games=200, seed=1)


def test_a_match_says_who_is_better():
    result = tefuda.match("buzzard", ["greedy", "random"], games=100, paired=True)
    assert result.seats[0].win_rate.low > 0.5 > result.seats[1].win_rate.high
    assert sum(row["mean"] for row in result.rows()) == pytest.approx(0)
    assert result.repeatable and "greedy" in str(result)


def test_below_ten_deals_there_is_no_interval():
    figure = tefuda.match("kuhn", ["random", "first"], games=3).seats[0].mean
    assert (figure.low, figure.high, figure.n) == (-math.inf, math.inf, 3)


def test_an_arena_rates():
    result = tefuda.arena("buzzard", ["greedy", "random", "first"], games=120)
    assert result.rows()[0]["agent"] == "greedy"
    assert result.cross[0][0] is None and result.cross[0][1].value > 0.5
    assert result == tefuda.arena("buzzard", ["greedy", "random", "first"], games=120, threads=1)


@pytest.mark.parametrize(
    ("agents", "more", "why"),
    [
        (["greedy", "rnadom"], {}, "no agent for buzzard `rnadom`; did you mean `random`"),
        (["greedy"], {}, "seats"),
        ("greedy,random", {}, "a list with one entrant a seat"),
        (["greedy", "random"], {"games": 0}, "games is a whole number from 1"),
        (["greedy", "random"], {"games": 2.5}, "games is a whole number"),
        (["greedy", "random"], {"series": 0}, "series is a whole number from 1"),
        (["greedy", "random"], {"seed": -1}, "seed is a whole number from 0"),
        (["greedy", "random"], {"threads": 0}, "threads is a whole number from 1"),
        (["greedy", None], {}, "is no player"),
    ],
)
def test_what_cannot_be_played_says_what_could(agents, more, why):
    with pytest.raises(tefuda.Refused, match=why):
        tefuda.match("buzzard", agents, **more)


def test_a_file_is_not_overwritten_unasked(tmp_path):
    path = tmp_path / "kept.jsonl"
    path.write_text("precious")
    with pytest.raises(tefuda.Refused, match="overwrite=True"):
        tefuda.match("kuhn", ["random", "first"], games=2, records=path)
    assert path.read_text() == "precious"
    tefuda.match("kuhn", ["random", "first"], games=2, records=path, overwrite=True)
    assert len(tefuda.load_records(path)) == 2
    with pytest.raises(FileNotFoundError, match="nowhere"):
        tefuda.match("kuhn", ["random", "first"], games=2, records=tmp_path / "nowhere" / "x.jsonl")


def test_progress_is_told_and_may_end_it():
    told = []
    tefuda.match("kuhn", ["random", "first"], games=50, progress=lambda *counts: told.append(counts))
    assert told[-1] == (50, 50)

    def enough(done, of):
        raise LookupError("enough")

    with pytest.raises(LookupError, match="enough"):
        tefuda.match("kuhn", ["random", "first"], games=10_000_000, progress=enough)


def test_ctrl_c_ends_a_match(ctrl_c):
    with pytest.raises(KeyboardInterrupt):
        tefuda.match("leduc", ["random", "random"], games=10_000_000)


def test_other_threads_go_on_while_games_are_played():
    counted = 0
    result = []
    worker = threading.Thread(
        target=lambda: result.append(tefuda.match("leduc", ["random", "random"], games=60_000, threads=1))
    )
    worker.start()
    while worker.is_alive():
        counted += 1
        time.sleep(0.001)
    assert result and counted > 10, "the interpreter was held up"


def test_the_compiled_half_checks_for_itself():
    with pytest.raises(TypeError):
        _tefuda.match_play("kuhn", ["random", 3], games=1)
    with pytest.raises(OverflowError):
        _tefuda.Session("kuhn", [None, None], -1, None)
