"""Experiments from Python give the same bytes however they are cut, survive being stopped, become frames."""

import json
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

import pytest
import tefuda
from tefuda.experiments import Worker, frame_of, listening, plan

SMALL = """
name = "small"
title = "Small"
question = "Does it matter where it is played?"
seed = 5

[[part]]
name = "search"
about = "A search against a random player."
kind = "match"
game = "buzzard(cards=8)"
seats = ["uct(sims={sims})", "random"]
games = 128
paired = true
measures = ["win_rate", "mean"]
[part.sweep]
sims = [50, 100]
[part.quick]
games = 8
[[part.published]]
at = { sims = 100 }
measure = "win_rate"
value = 0.8
n = 100
[[part.compare]]
measure = "win_rate"
axis = "sims"
base = 50

[[part]]
name = "poker"
about = "Kuhn poker."
kind = "match"
game = "kuhn"
seats = ["{agent}", "first"]
games = 200
measures = ["mean"]
[part.sweep]
agent = ["random", "first"]
"""


@pytest.fixture
def config(tmp_path: Path) -> Path:
    path = tmp_path / "small" / "config.toml"
    path.parent.mkdir()
    path.write_text(SMALL)
    return path


def outcome(folder: Path) -> list:
    return [(folder / name).read_bytes() for name in ("results.json", "games.parquet")]


def test_threads_shards_and_resumes_do_not_change_a_byte(config, tmp_path):
    one = tefuda.run(config, tmp_path / "one", threads=1)
    two = tefuda.run(config.parent, tmp_path / "two", threads=2)
    assert outcome(one.folder) == outcome(two.folder)
    shards = [tmp_path / f"shard{index}" for index in range(3)]
    for index, folder in enumerate(shards):
        assert tefuda.run(config, folder, shard=f"{index}/3") is None
    [merged] = tefuda.collect(*shards)
    assert merged.folder == shards[0] and outcome(merged.folder) == outcome(one.folder)
    again = tefuda.run(config, shards[0])
    assert outcome(again.folder) == outcome(one.folder)
    assert outcome(tefuda.run(config, tmp_path / "one", seed=6, fresh=True).folder) != outcome(two.folder)


def test_chunks_played_elsewhere_come_back(config, tmp_path):
    whole = tefuda.run(config, tmp_path / "whole")
    run = plan(config, tmp_path / "sent")
    missing = run.begin()
    assert len(missing) == run.chunks
    worker = Worker(run.order())
    for start in range(3):
        task = missing[start::3]
        assert run.keep(worker.play(task)) == task
    told = run.finish(1.0, 2)
    assert outcome(tmp_path / "sent") == outcome(whole.folder)
    assert told["results"] == whole.data == json.loads((whole.folder / "results.json").read_text())
    damaged = bytearray(worker.play([0]))
    damaged[-1] ^= 1
    with pytest.raises(tefuda.Refused, match="have these chunks played again"):
        run.keep(bytes(damaged))
    with pytest.raises(tefuda.Refused, match="not the order of a run"):
        Worker("{}")
    order = json.loads(run.order())
    with pytest.raises(tefuda.Refused, match="another build of this program"):
        Worker(json.dumps({**order, "build": "0" * 16}))


def test_the_build_is_that_of_the_module(config, tmp_path):
    """Not of the interpreter: another wheel in the same Python must not go on from a run."""
    tefuda.run(config, tmp_path / "run")
    noted = json.loads((tmp_path / "run" / "run.json").read_text())["build"]

    def digest(path: str) -> str:
        data, mask = Path(path).read_bytes(), (1 << 64) - 1
        value = len(data)
        for start in range(0, len(data), 8):
            value = ((value ^ int.from_bytes(data[start : start + 8], "big")) * 0x100000001B3) & mask
            value = (value << 29 | value >> 35) & mask
        return f"{value:016x}"

    assert noted != digest(os.path.realpath(sys.executable))
    tefuda.run(config, tmp_path / "again", quick=True)
    assert json.loads((tmp_path / "again" / "run.json").read_text())["build"] == noted


def test_results_are_frames(config, tmp_path):
    results = tefuda.run(config, tmp_path / "run", quick=True)
    rows = results.rows("search")
    assert [(row["sims"], row["measure"], row["published"]) for row in rows] == [
        (50, "win_rate", None),
        (50, "mean", None),
        (100, "win_rate", 0.8),
        (100, "mean", None),
    ]
    assert all(row["low"] <= row["value"] <= row["high"] for row in rows)
    assert [row["agent"] for row in results.rows()] == [None] * 4 + ["random", "first"]
    assert results.compared()[0]["arm"] == 100 and results.recovered() == []
    assert results.frame(library="dicts") == results.rows()
    assert "Kuhn poker." in str(results) and "| Sims |" in results._repr_markdown_()
    assert results.report.exists() and results.parts == ["search", "poker"]
    assert not results.full and results.answer is None and "6 figures in 2 parts" in repr(results)
    with pytest.raises(tefuda.Refused, match="no part `serch`; there are search, poker"):
        results.frame("serch")
    with pytest.raises(tefuda.Refused, match="library is 'polars' or 'pandas' or 'dicts', not 'arrow'"):
        results.frame(library="arrow")


@pytest.mark.parametrize("library", ["polars", "pandas"])
def test_games_are_read_by_both_libraries(config, tmp_path, library):
    module = pytest.importorskip(library)
    if library == "pandas":
        pytest.importorskip("pyarrow")
    results = tefuda.run(config, tmp_path / "run", quick=True)
    games, frame = results.games(library), results.frame("search", library)
    assert isinstance(games, module.DataFrame) and isinstance(frame, module.DataFrame)
    assert len(games) == 2 * 4 + 2 * 200
    points = [value for part, value in zip(games["part"], games["points"]) if part == "poker"][:200]
    [mean] = [row["value"] for row in results.rows("poker") if row["agent"] == "random"]
    assert sum(points) / 200 == pytest.approx(mean, abs=1e-12)


def test_columns_have_one_type():
    rows = [{"a": 1, "b": 0}, {"a": "x", "b": 0.5}, {"a": None, "b": None}]
    frame = frame_of(rows, "polars") if _has("polars") else None
    assert frame_of(rows, "dicts") is rows
    if frame is not None:
        assert frame.to_dict(as_series=False) == {"a": ["1", "x", None], "b": [0.0, 0.5, None]}


def _has(name: str) -> bool:
    try:
        __import__(name)
    except ImportError:
        return False
    return True


def test_experiments_have_names(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    names = [row["name"] for row in tefuda.list_experiments()]
    assert "buzzard_uct" in names and names == sorted(names)
    found = tefuda.reproduce("raiders_beliefs", games=1)
    assert found["raiders_beliefs"].folder == Path("runs/raiders_beliefs")
    assert Path("runs/raiders_beliefs/README.md").exists(), "the README is built in, too"


def test_mistakes_are_sentences(config, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for bad, error, why in [
        (lambda: tefuda.run("buzzard_utc"), tefuda.Refused, "did you mean `buzzard_uct`?"),
        (lambda: tefuda.run("nowhere.toml"), FileNotFoundError, "nowhere.toml: No such file"),
        (lambda: tefuda.run(config, quick=True, games=3), tefuda.Refused, "leave one of quick and games out"),
        (lambda: tefuda.run(config, shard="2/2"), tefuda.Refused, "numbered from 0 to 1"),
        (lambda: tefuda.run(config, threads=-1), tefuda.Refused, "threads is a whole number from 1 to"),
        (
            lambda: tefuda.run(config, games="many"),
            tefuda.Refused,
            "games is a whole number from 1 to 18446744073709551615, not 'many'",
        ),
        (lambda: tefuda.run(config, config / "x"), OSError, "Not a directory"),
        (lambda: tefuda.reproduce("buzzard_uct", shard="0/2"), tefuda.Refused, "give the shard to"),
        (lambda: tefuda.collect(), tefuda.Refused, "name the folders of runs"),
        (lambda: tefuda.collect("nowhere"), FileNotFoundError, "nowhere/run.json"),
    ]:
        with pytest.raises(error) as caught:
            bad()
        assert why in str(caught.value), caught.value
    config.write_text(SMALL.replace("games = 200", "gmaes = 200"))
    with pytest.raises(tefuda.Refused, match="unknown field `gmaes`"):
        tefuda.run(config)
    config.write_text(SMALL)
    tefuda.run(config, "mine", quick=True)
    with pytest.raises(tefuda.Broken, match="was begun with other options"):
        tefuda.run(config, "mine")


def test_an_error_of_the_listener_ends_the_run_and_loses_nothing(config, tmp_path):
    config.write_text(SMALL.replace("[50, 100]", "[50, 100, 6000]"))
    told = []

    def listener(done: int, of: int) -> None:
        told.append((done, of))
        if done:
            raise ZeroDivisionError("enough")

    with pytest.raises(ZeroDivisionError, match="enough"):
        tefuda.run(config, tmp_path / "run", threads=2, progress=listener)
    assert told[-1][0] < told[-1][1], "it ended in the middle"
    kept = list((tmp_path / "run" / "chunks").iterdir())
    assert kept and not (tmp_path / "run" / "results.json").exists()
    missing = plan(config, tmp_path / "run").begin()
    assert 0 < len(missing) < plan(config, tmp_path / "run").chunks


STOPPED = """
import signal, sys, tefuda
# Also where whoever started the tests ignores Ctrl-C.
signal.signal(signal.SIGINT, signal.default_int_handler)
try:
    tefuda.run(sys.argv[1], sys.argv[2], progress=lambda done, of: print("told", flush=True))
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


def test_ctrl_c_is_heard(config, tmp_path):
    config.write_text(SMALL.replace("[50, 100]", "[50, 100, 6000]"))
    words = [sys.executable, "-c", STOPPED, str(config), str(tmp_path / "run")]
    with subprocess.Popen(words, stdout=subprocess.PIPE, text=True) as child:
        assert child.stdout.readline() == "told\n"
        child.send_signal(signal.SIGINT)
        rest = child.communicate(timeout=60)[0]
    assert rest.endswith("interrupted\n") and child.returncode == 0
    assert not (tmp_path / "run" / "results.json").exists()


def test_two_threads_of_python_run_at_once(config, tmp_path):
    folders = [tmp_path / "a", tmp_path / "b"]
    threads = [threading.Thread(target=tefuda.run, args=(config, folder)) for folder in folders]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert outcome(folders[0]) == outcome(folders[1])


def test_a_log_gets_a_line_every_tenth_part(capsys):
    with listening("small", True) as listener:
        for done in range(101):
            listener(done, 100)
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) == 11 and lines[0] == "small: 0 of 100 units" and lines[-1] == "small: 100 of 100 units"
    with listening("small", None) as nobody:
        assert nobody is None
