"""A mistake inside the compiled half, a panic, is :class:`tefuda.Broken` through every door, and nothing aborts.

Builds with debug assertions, as ``python/test.sh`` makes them, have a trap: it lets a chosen piece of work panic.
Each method of each class is called with every piece of its work panicking once. ``looks`` leave their object as it
was, after ``changes`` it may be half-changed and refuses to go on.
"""

import contextlib
import inspect
import itertools
import threading
from pathlib import Path

import numpy as np
import pytest
import tefuda
from tefuda import _tefuda
from test_experiments import SMALL

pytestmark = pytest.mark.skipif(not hasattr(_tefuda, "set_trap"), reason="builds for users have no traps")

MISTAKE = "^a mistake inside tefuda: on purpose$"
OPENED = {"series": None, "seed": 0, "same_step": False, "threads": 1, "own": None, "others": [], "most_gib": 1}
ALONE = {"games": 1, "series": None, "seed": 0, "threads": 1, "progress": None}


class Arrays:
    """What two tables of Kuhn poker are written into."""

    def __init__(self):
        self.obs, self.rewards = np.zeros((2, 9), np.float32), np.zeros((2, 2), np.float32)
        self.mask, self.seat = np.zeros((2, 2), np.uint8), np.zeros(2, np.uint8)
        self.ended, self.over, self.finals = np.zeros(2, bool), np.zeros(2, bool), None
        self.packed = self.packed_finals = self.player = self.seating = self.truth = None


def session():
    return _tefuda.Session("kuhn", [None, None], 1, 2)


def recorded():
    table = tefuda.Table("kuhn", ["first", "first"], seed=1)
    return _tefuda.records_read(table.record)[0][0]


def run(folder="run"):
    Path("small.toml").write_text(SMALL)
    chosen = {"quick": False, "games": 8, "seed": None, "records": False}
    return _tefuda.Run("small.toml", folder, **chosen, existing="replace", shard="0/1", command="test")


def begun(folder="run"):
    planned = run(folder)
    planned.begin()
    return planned


FUNCTIONS = {
    "agents_list": lambda: _tefuda.agents_list("kuhn"),
    "arena_play": lambda: _tefuda.arena_play("kuhn", ["random", "first"], seats=2, **ALONE),
    "collect": lambda: _tefuda.collect(["kept"]),
    "estimators_list": lambda: _tefuda.estimators_list("kuhn"),
    "experiments_list": _tefuda.experiments_list,
    "fewest_seats": lambda: _tefuda.fewest_seats("kuhn"),
    "games_list": _tefuda.games_list,
    "match_play": lambda: _tefuda.match_play("kuhn", ["random", "first"], paired=False, records=None, **ALONE),
    "records_load": lambda: _tefuda.records_load("kept.jsonl"),
    "records_read": lambda: _tefuda.records_read(Path("kept.jsonl").read_text()),
    "rulebook": lambda: _tefuda.rulebook("kuhn", "en"),
    "solve_game": lambda: _tefuda.solve_game("kuhn", iterations=1, nodes=1000, threads=1, progress=None),
    "spec_read": lambda: _tefuda.spec_read("kuhn"),
    "spec_write": lambda: _tefuda.spec_write("kuhn", []),
    "figures": lambda: _tefuda.figures("kuhn", 2),
    "Batch": lambda: _tefuda.Batch("kuhn", 2, 2, truth=False, events=True, **OPENED),
    "Run": run,
    "Session": session,
    "State": lambda: _tefuda.State("kuhn", 2, 1),
    "Worker": lambda: _tefuda.Worker(Path("order").read_text()),
}

ROW = np.zeros(9, np.float32)
LOOKS = {
    "Batch": (FUNCTIONS["Batch"], dict.fromkeys(["shape", "packed", "names", "legal", "heard", "save"], ())),
    "Recorded": (
        recorded,
        {
            "notation": (),
            "file": (),
            "told": ("A", "en"),
            "text": (1, "A", None, "en", 80),
            "svg": (1, "A", None, "en"),
        },
    ),
    "Run": (begun, {"begin": (), "order": (), "go": (1, None), "keep": (b"",), "finish": (1.0, 1)}),
    "Worker": (FUNCTIONS["Worker"], {"play": ([0],)}),
    "Session": (
        session,
        {
            **dict.fromkeys(["game", "names", "series", "waiting", "turn", "fault", "payoffs", "points", "record"], ()),
            **dict.fromkeys(["view", "legal"], ("A",)),
            **dict.fromkeys(["labels", "svg"], ("A", "en")),
            "events": ("A", 0, "en"),
            "text": ("A", "en", 80),
            "face_up": ("en", 80),
            "belief": ("A", "uniform"),
            "advice": ("A", "random", "en"),
        },
    ),
    "State": (
        FUNCTIONS["State"],
        {
            **dict.fromkeys(["clone", "current", "legal", "outcomes", "returns"], ()),
            **dict.fromkeys(["outcome_text", "information_state", "observation", "text", "svg", "action_text"], (0,)),
            "observe": (0, ROW),
            "action_id": ("bets",),
            "resample": (0, 1),
        },
    ),
}
CHANGES = {
    "Batch": (
        FUNCTIONS["Batch"],
        {
            "restart": (1, Arrays()),
            "step": (np.zeros(2, int), Arrays()),
            "load": (FUNCTIONS["Batch"]().save(), Arrays()),
        },
        "shape",
    ),
    "Session": (
        session,
        {
            "commit": ("A", "bets"),
            "withdraw": ("A",),
            "think": (),
            "next_game": (),
            "replace": ("A", "first"),
        },
        "names",
    ),
    "State": (FUNCTIONS["State"], {"choose": (0,), "decide": (0,), "sample": (1,)}, "current"),
}
# They give what is there already.
PLAIN = {"Recorded.header", "Recorded.payoffs", "State.facts", "Run.units_of"}


def methods(group):
    return [(kind, name) for kind, (_, calls, *_) in group.items() for name in calls]


def test_every_door_is_tried():
    doors = {
        name: thing
        for name, thing in vars(_tefuda).items()
        if callable(thing) and not name.startswith("_") and name not in ("Broken", "Refused", "set_trap", "stumble")
    }
    assert set(FUNCTIONS) | {"Recorded"} == set(doors)
    found = {
        f"{kind}.{name}"
        for kind, thing in doors.items()
        if inspect.isclass(thing)
        for name, method in vars(thing).items()
        if callable(method) and not name.startswith("_")
    }
    tried = {f"{kind}.{name}" for kind, name in methods(LOOKS) + methods(CHANGES)}
    assert tried | PLAIN == found and not tried & PLAIN


@pytest.fixture
def somewhere(tmp_path, monkeypatch):
    """A folder with games and a run that is over."""
    monkeypatch.chdir(tmp_path)
    tefuda.match("kuhn", ["random", "first"], games=1, records="kept.jsonl")
    run("kept").go(1, None)
    Path("order").write_text(begun("elsewhere").order())
    yield
    _tefuda.set_trap(0)


def sprung(prepare, call):
    """Let every piece of work of a call panic, one after the other: what was called upon, for each."""
    for number in itertools.count(1):
        thing = prepare()
        _tefuda.set_trap(number)
        try:
            call(thing)
        except tefuda.Refused:
            assert _tefuda.set_trap(0), "a mistake is not the caller's"
            return
        except Exception as error:
            if _tefuda.set_trap(0):
                raise
            assert type(error) is tefuda.Broken and str(error) == "a mistake inside tefuda: on purpose"
            yield thing
        else:
            assert _tefuda.set_trap(0), "the mistake was swallowed"
            return


@pytest.mark.parametrize("name", sorted(FUNCTIONS))
def test_functions_say_so(somewhere, name):
    assert list(sprung(lambda: None, lambda _: FUNCTIONS[name]())), "nothing of it can be caught"


@pytest.mark.parametrize(("kind", "name"), methods(LOOKS))
def test_looking_says_so_and_leaves_things_as_they_were(somewhere, kind, name):
    make, calls = LOOKS[kind]
    broken = list(sprung(make, lambda thing: getattr(thing, name)(*calls[name])))
    assert broken, "nothing of it can be caught"
    # It can be used: what is asked for is done, or refused for its own reasons.
    with contextlib.suppress(tefuda.Refused):
        getattr(broken[-1], name)(*calls[name])


@pytest.mark.parametrize(("kind", "name"), methods(CHANGES))
def test_what_may_be_half_changed_is_not_used_again(somewhere, kind, name):
    make, calls, look = CHANGES[kind]
    broken = list(sprung(make, lambda thing: getattr(thing, name)(*calls[name])))
    assert broken, "nothing of it can be caught"
    for _ in range(2):
        with pytest.raises(tefuda.Broken, match="broke down earlier"):
            getattr(broken[-1], look)()


class Stumbles(tefuda.Agent):
    """A mistake of ours, met while a player thinks."""

    def choose(self, view, legal):
        _tefuda.stumble()


@pytest.mark.parametrize("threads", [1, 2])
def test_on_the_threads_that_play(threads):
    for work in (tefuda.match, tefuda.arena):
        with pytest.raises(tefuda.Broken, match=MISTAKE):
            work("kuhn", [Stumbles, "random"], games=40, threads=threads)
    assert tefuda.match("kuhn", ["random", "random"], games=10).games == 10, "the next one is played"


def test_at_a_table_that_then_stays_closed():
    table = tefuda.Table("kuhn", [None, Stumbles], seed=1)
    with pytest.raises(tefuda.Broken, match=MISTAKE):
        table.choose("A", "bets")
    for use in (lambda: table.view("A"), lambda: table.choose("A", "bets"), lambda: table.replace("B", "first")):
        with pytest.raises(tefuda.Broken, match="this table broke down earlier; open another"):
            use()
    assert tefuda.Table("kuhn", 2, seed=1).waiting == ["A"]


def test_while_progress_is_told():
    for work in (
        lambda: tefuda.match("kuhn", ["random", "first"], games=100, progress=lambda *_: _tefuda.stumble()),
        lambda: tefuda.solve("kuhn", iterations=10, progress=lambda *_: _tefuda.stumble()),
    ):
        with pytest.raises(tefuda.Broken, match=MISTAKE):
            work()


def test_an_ordinary_except_catches_it():
    """On a thread of Python's own, whose target nobody watches."""
    caught = []

    def work():
        try:
            tefuda.match("kuhn", [Stumbles, "random"], games=1)
        except Exception as error:
            caught.append(error)

    thread = threading.Thread(target=work)
    thread.start()
    thread.join(60)
    assert len(caught) == 1
