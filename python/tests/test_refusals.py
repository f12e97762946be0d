"""Everything that is offered is called with what people get wrong: a sentence each time, and never a bare error.

The exam is a table: every public function and method has a row with arguments that are right. One argument at a time is
replaced by each of the wrong values, and that must be :class:`tefuda.Refused`. What is right there stands in the row.
"""

import inspect
import math
from dataclasses import dataclass, field
from typing import Any, Callable

import numpy as np
import pytest
import tefuda

zoo = pytest.importorskip("tefuda.pettingzoo", reason="PettingZoo is not installed")
openspiel = pytest.importorskip("tefuda.openspiel", reason="OpenSpiel is not installed")


class Odd:
    """Something that cannot even be shown."""

    def __repr__(self):
        raise RuntimeError("no words")


WRONG = {
    "nothing": None,
    "truth": True,
    "minus": -1,
    "huge": 2**70,
    "endless": 10**5000,
    "broken": 3.5,
    "nan": math.nan,
    "word": "x",
    "half": "\ud800",
    "nul": "a\0b",
    "bytes": b"x",
    "list": [],
    "lists": [[1], [2, 3]],
    "dict": {},
    "kind": int,
    "array": np.zeros(2),
    "odd": Odd(),
}


@dataclass
class Row:
    call: Callable[..., Any]
    given: dict[str, Any] = field(default_factory=dict)
    # What is not wrong, by parameter.
    fine: dict[str, tuple[str, ...]] = field(default_factory=dict)


RECORD = tefuda.Table("kuhn", ["first", "first"], seed=1).record


def table(game="kuhn", **more):
    return tefuda.Table(game, 2, seed=1, **more)


def sealed():
    opened = table("buzzard")
    opened.choose("A", "bids 1")
    return opened


def batch():
    opened = tefuda.batch("kuhn", 2)
    opened.reset(seed=1)
    return opened


def replay():
    return tefuda.read_records(RECORD)[0]


def results():
    part = {"name": "poker", "axes": [], "cells": [], "compared": [], "recovered": []}
    told = {"folder": ".", "results": {"name": "none", "parts": [part]}, "full": True, "text": "", "markdown": ""}
    return tefuda.Results(told)


def playing(make, **more):
    game = make("buzzard(cards=4)", **more)
    game.reset(seed=1)
    return game


def observer():
    return openspiel.load("kuhn").make_py_observer()


def state():
    state = openspiel.load("kuhn").new_initial_state()
    for _ in range(2):
        state.apply_action(0)
    return state


KUHN = {"game": "kuhn"}
PLAYED = {**KUHN, "agents": ["random", "first"], "games": 2, "series": 1, "seed": 0, "threads": 1, "progress": None}
OPENED = {
    **{
        **KUHN,
        "seats": 2,
        "series": 1,
        "seed": 0,
        "autoreset": "next_step",
        "copy": False,
        "threads": 1,
        "rows": "float",
    },
    **{"legal": "mask", "others": None, "own": None, "truth": False, "events": False, "most_gib": 8},
}
RUN = {
    **{"experiment": "buzzard_uct", "out": None, "quick": True, "games": None, "seed": None, "records": False},
    **{"fresh": False, "shard": "0/1", "threads": 1, "progress": None},
}
AEC = {"game": "buzzard", "seats": 2, "render_mode": None, "picklable": False, "central_state": False}
PATH = ("word",)
FLAG = ("truth",)
FLAGS = {"picklable": FLAG, "central_state": FLAG}
# A table of two is filled by two own players and by nobody else, and half a byte is memory, too.
OPENS = {**dict.fromkeys(["copy", "truth", "events"], FLAG), "others": ("list",), "most_gib": ("broken",)}
TOLD = {"progress": ("kind",)}
ONCE = ("nothing",)
DRAWN = {"seat": "A", "notes": "uniform", "lang": "en"}
DRAWS = {"seat": ONCE, "notes": ONCE, "after": ONCE}

ROWS = {
    "tefuda.agents_of": Row(tefuda.agents_of, KUHN),
    "tefuda.arena": Row(tefuda.arena, {**PLAYED, "seats": 2}, TOLD),
    "tefuda.batch": Row(tefuda.batch, {**OPENED, "n": 2}, OPENS),
    "tefuda.Batch": Row(tefuda.Batch, {**OPENED, "num_envs": 2}, OPENS),
    "tefuda.collect": Row(lambda folders: tefuda.collect(folders), {"folders": "x"}, {"folders": PATH}),
    "tefuda.estimators_of": Row(tefuda.estimators_of, KUHN),
    "tefuda.load_records": Row(tefuda.load_records, {"path": "x"}, {"path": PATH}),
    "tefuda.match": Row(
        tefuda.match,
        {**PLAYED, "paired": False, "records": None, "overwrite": False},
        {"paired": FLAG, "overwrite": FLAG, "records": PATH, **TOLD},
    ),
    "tefuda.read_records": Row(tefuda.read_records, {"text": RECORD}, {"text": ("word", "nul")}),
    "tefuda.reproduce": Row(
        lambda names="nowhere", out="runs", **options: tefuda.reproduce(names, out=out, **options),
        {"names": "nowhere", "out": "runs"},
        {"names": ("word", "nul"), "out": PATH},
    ),
    "tefuda.rules": Row(tefuda.rules, {**KUHN, "lang": "en"}),
    "tefuda.run": Row(
        tefuda.run,
        RUN,
        {"experiment": PATH, "out": PATH, "quick": FLAG, "records": FLAG, "fresh": FLAG, "progress": (*FLAG, "kind")},
    ),
    "tefuda.solve": Row(tefuda.solve, {**KUHN, "iterations": 1, "nodes": 1000, "threads": 1, "progress": None}, TOLD),
    "tefuda.unpack": Row(
        lambda **given: tefuda.unpack(**given), {"rows": np.zeros((2, 2), np.uint8), "packing": batch().packing}
    ),
    "tefuda.Table": Row(tefuda.Table, {**KUHN, "seats": 2, "seed": 1, "games": 1, "lang": "en"}),
    "Batch.load": Row(lambda saved: batch().load(saved), {"saved": batch().save()}, {"saved": ("bytes",)}),
    "Batch.send": Row(lambda actions: batch().send(actions), {"actions": [0, 0]}),
    "Batch.reset": Row(lambda seed: batch().reset(seed), {"seed": 1}),
    "Batch.step": Row(lambda actions: batch().step(actions), {"actions": [0, 0]}),
    "Batch.sample": Row(lambda generator: batch().sample(generator), {"generator": np.random.default_rng(0)}),
    "Replay.told": Row(lambda **given: replay().told(**given), {"seat": "A", "lang": "en"}, DRAWS),
    "Replay.text": Row(lambda **given: replay().text(**given), {**DRAWN, "after": 1, "width": 80}, DRAWS),
    "Replay.svg": Row(lambda **given: replay().svg(**given), {**DRAWN, "after": 1}, DRAWS),
    "Results.rows": Row(lambda part: results().rows(part), {"part": "poker"}),
    "Results.compared": Row(lambda part: results().compared(part), {"part": "poker"}),
    "Results.recovered": Row(lambda part: results().recovered(part), {"part": "poker"}),
    "Results.frame": Row(lambda **given: results().frame(**given), {"part": "poker", "library": "dicts"}),
    "Results.games": Row(lambda library: results().games(library), {"library": "dicts"}, {"library": ONCE}),
    "Table.view": Row(lambda seat: table().view(seat), {"seat": "A"}),
    "Table.legal": Row(lambda seat: table().legal(seat), {"seat": "A"}),
    "Table.labels": Row(lambda seat: table().labels(seat), {"seat": "A"}),
    "Table.choose": Row(lambda **given: table().choose(**given), {"seat": "A", "action": "bets"}),
    "Table.withdraw": Row(lambda seat: sealed().withdraw(seat), {"seat": "A"}),
    "Table.replace": Row(lambda **given: table().replace(**given), {"seat": "A", "who": "first"}, {"who": ONCE}),
    "Table.events": Row(lambda **given: table().events(**given), {"seat": "A", "since": 0}),
    "Table.belief": Row(lambda **given: table().belief(**given), {"seat": "A", "estimator": "uniform"}),
    "Table.advice": Row(lambda **given: table().advice(**given), {"seat": "A", "agent": "random"}),
    "Table.text": Row(lambda **given: table().text(**given), {"seat": "A", "width": 80}),
    "Table.svg": Row(lambda seat: table().svg(seat), {"seat": "A"}),
    "Table.face_up": Row(lambda width: table().face_up(width), {"width": 80}),
    "pettingzoo.AECGame": Row(zoo.AECGame, AEC, FLAGS),
    "pettingzoo.ParallelGame": Row(zoo.ParallelGame, {**AEC, "illegal": "raise"}, FLAGS),
    "pettingzoo.env": Row(zoo.env, {**AEC, "illegal": "raise"}, FLAGS),
    "pettingzoo.raw_env": Row(zoo.raw_env, AEC, {**FLAGS, "seats": ONCE}),
    "pettingzoo.parallel_env": Row(zoo.parallel_env, AEC, {**FLAGS, "seats": ONCE}),
    "AECGame.observe": Row(lambda agent: playing(zoo.raw_env).observe(agent), {"agent": "player_0"}),
    "AECGame.observation_space": Row(
        lambda agent: playing(zoo.raw_env).observation_space(agent), {"agent": "player_0"}
    ),
    "AECGame.action_space": Row(lambda agent: playing(zoo.raw_env).action_space(agent), {"agent": "player_0"}),
    # Options are PettingZoo's, and no game has any.
    "AECGame.reset": Row(
        lambda **given: playing(zoo.raw_env).reset(**given), {"seed": 1, "options": None}, {"options": tuple(WRONG)}
    ),
    "AECGame.step": Row(lambda action: playing(zoo.raw_env).step(action), {"action": 0}),
    "ParallelGame.observation_space": Row(
        lambda agent: playing(zoo.parallel_env).observation_space(agent), {"agent": "player_0"}
    ),
    "ParallelGame.action_space": Row(
        lambda agent: playing(zoo.parallel_env).action_space(agent), {"agent": "player_0"}
    ),
    "ParallelGame.reset": Row(
        lambda **given: playing(zoo.parallel_env).reset(**given),
        {"seed": 1, "options": None},
        {"options": tuple(WRONG)},
    ),
    "ParallelGame.step": Row(
        lambda actions: playing(zoo.parallel_env).step(actions), {"actions": {"player_0": 0, "player_1": 0}}
    ),
    "openspiel.load": Row(openspiel.load, {**KUHN, "players": 2, "seed": 1}, {"seed": ("minus",)}),
    "TefudaState.resample_from_infostate": Row(
        lambda **given: state().resample_from_infostate(**given),
        {"player_id": 0, "probability_sampler": lambda: 0.5},
    ),
    "TefudaObserver.set_from": Row(lambda **given: observer().set_from(**given), {"state": state(), "player": 0}),
    "TefudaObserver.string_from": Row(lambda **given: observer().string_from(**given), {"state": state(), "player": 0}),
    "TefudaGame.make_py_observer": Row(
        lambda **given: openspiel.load("kuhn").make_py_observer(**given),
        {"iig_obs_type": None, "params": None},
        {"params": ("dict",)},
    ),
}

# Who makes them: nobody else does.
MADE = {
    "tefuda.Advice": "Table.advice",
    "tefuda.AgentInfo": "agents_of",
    "tefuda.ArenaResult": "arena",
    "tefuda.Belief": "Table.belief",
    "tefuda.Figure": "match",
    "tefuda.GameInfo": "games",
    "tefuda.MatchResult": "match",
    "tefuda.Option": "games",
    "tefuda.Packing": "Batch.packing",
    "tefuda.Payoffs": "Table.payoffs",
    "tefuda.Records": "load_records",
    "tefuda.Replay": "load_records",
    "tefuda.Results": "run",
    "tefuda.SeatResult": "match",
    "tefuda.Situation": "solve",
    "tefuda.Solution": "solve",
    "tefuda.Standing": "arena",
    "tefuda.View": "Table.view",
    "tefuda.Broken": "what goes wrong",
    "tefuda.Refused": "what goes wrong",
    "openspiel.IllegalAction": "what goes wrong",
    "openspiel.TefudaGame": "openspiel.load",
    "openspiel.TefudaState": "OpenSpiel",
    "openspiel.TefudaObserver": "TefudaGame.make_py_observer",
}


def parameters(thing):
    """The parameters that a caller gives."""
    found = inspect.signature(thing).parameters.values()
    return {each.name: each for each in found if each.name != "self" and each.kind != each.VAR_KEYWORD}


def methods(kind):
    """The public methods of a class that are ours and take something."""
    ours = [vars(base) for base in kind.__mro__ if base.__module__.startswith("tefuda")]
    named = {name: thing for found in reversed(ours) for name, thing in found.items() if not name.startswith("_")}
    return {name: thing for name, thing in named.items() if inspect.isfunction(thing) and parameters(thing)}


def offered():
    """Everything public that takes something, with its parameters."""
    for module, prefix in ((tefuda, "tefuda"), (zoo, "pettingzoo"), (openspiel, "openspiel")):
        for name in module.__all__:
            thing = getattr(module, name)
            if callable(thing) and f"{prefix}.{name}" not in MADE and parameters(thing):
                yield f"{prefix}.{name}", parameters(thing)
            # The methods of players are called by the table, and written by whoever writes a player.
            if inspect.isclass(thing) and not issubclass(thing, tefuda.Agent):
                for method, function in methods(thing).items():
                    yield f"{thing.__name__}.{method}", parameters(function)


def test_everything_that_is_offered_has_a_row():
    wanted = {name: set(taken) for name, taken in offered()}
    # These two hand their options on to the classes above.
    extra = {"pettingzoo.raw_env": {"seats", "render_mode", "picklable", "central_state"}}
    extra["pettingzoo.parallel_env"] = extra["pettingzoo.raw_env"]
    assert {name: set(row.given) - extra.get(name, set()) for name, row in ROWS.items()} == wanted


def cases():
    taken = dict(offered())
    for name, row in ROWS.items():
        for key, right in row.given.items():
            usual = taken[name][key].default if key in taken[name] else right
            for kind, value in WRONG.items():
                if kind not in row.fine.get(key, ()) and value is not right and value is not usual:
                    yield pytest.param(row, key, value, id=f"{name}-{key}-{kind}")


@pytest.mark.parametrize(("row", "key", "value"), list(cases()))
def test_what_is_wrong_is_refused_with_a_sentence(row, key, value, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    with pytest.raises(tefuda.Refused) as caught:
        row.call(**{**row.given, key: value})
    assert len(str(caught.value).split()) > 3 and "attribute" not in str(caught.value)
    assert list(tmp_path.iterdir()) == [], "and nothing was done"


@pytest.mark.parametrize(
    "name",
    sorted(set(ROWS) - {"tefuda.collect", "tefuda.load_records", "tefuda.reproduce", "tefuda.run", "Results.games"}),
)
def test_what_is_right_is_done(name):
    """Or the exam would prove nothing."""
    ROWS[name].call(**ROWS[name].given)


@pytest.mark.parametrize(
    ("call", "why"),
    [
        (lambda: tefuda.Table(3, 2), r"game is a text such as 'buzzard\(cards=8\)', not 3"),
        (lambda: tefuda.batch(5, 2), "game is a text"),
        (lambda: tefuda.match("kuhn", None), r"agents is a list with one entrant a seat, e.g. \['greedy', 'random'\]"),
        (lambda: tefuda.match("kuhn", [None, "random"]), "None is no player: give a name such as 'random'"),
        (lambda: tefuda.match("kuhn", [int, "random"]), "is no player"),
        (lambda: tefuda.match("kuhn", [lambda view, legal: legal[0], "random"]), "a function here makes a player"),
        (lambda: tefuda.load_records(5), "path is a path, as a text or a pathlib.Path, not 5"),
        (lambda: tefuda.rules("kuhn", "fr"), "lang is 'en' or 'ja', not 'fr'"),
        (lambda: tefuda.run(5), "experiment is a path"),
        (lambda: tefuda.run("buzzard_uct", progress=3), "progress is a function, True, False or None, not 3"),
        (lambda: tefuda.match("kuhn", ["random", "first"], paired="yes"), "paired is True or False, not 'yes'"),
        (lambda: table().view(3), "seat is a text such as 'A', not 3"),
        (lambda: table().choose("A", 3), "action is a text such as 'passes', not 3"),
        (lambda: playing(zoo.parallel_env).step([0, 0]), "one action for each of player_0, player_1"),
        (lambda: playing(zoo.parallel_env).step({"player_0": 0, 3: 0}), "one action for each of player_0, player_1"),
        (lambda: playing(zoo.raw_env).observe("player_9"), "no agent 'player_9'; there are player_0, player_1"),
        (lambda: openspiel.load("kuhn", players=-1), "players is a whole number from 1 to 26, not -1"),
        (lambda: openspiel.load("buzzard(cards=4"), r"cannot read `buzzard\(cards=4`: a `\)` is missing"),
        (lambda: openspiel.load("buzzard(cards=4))"), r"a `\)` too many"),
        (lambda: openspiel.load("buzzard(cards)"), "key=value"),
        (lambda: openspiel.load("buzzard(cards='4;pot:discard')"), "no option of buzzard has a `;`"),
        (lambda: openspiel.load("buzzard", seed=2**40), "seed is a whole number"),
        (lambda: state().apply_action(-2), "an action is a whole number from 0"),
        (lambda: batch().step([[0], [0, 1]]), r"actions has shape \(2,\)"),
        (lambda: tefuda.collect(), "name the folders"),
    ],
)
def test_the_sentence_says_what_would_be_right(call, why):
    with pytest.raises(tefuda.Refused, match=why):
        call()


def test_what_openspiel_hands_over_is_read_with_the_same_care():
    import pyspiel

    for given in ({"players": -1}, {"options": "cards"}, {"options": "crads:4"}, {"seed": -7}, {"players": 9}):
        with pytest.raises(tefuda.Refused):
            pyspiel.load_game("tefuda_buzzard", given)
    game = pyspiel.load_game("tefuda_buzzard", {"options": " cards:4 ; pot:discard"})
    assert game.facts["rules"] == openspiel.load("buzzard(cards=4, pot=discard)").facts["rules"]


def test_a_maker_that_makes_no_player_says_so():
    with pytest.raises(tefuda.Broken, match="is no player: it has no method `choose"):
        tefuda.match("kuhn", [lambda: None, "random"], games=1)


def test_numbers_of_numpy_are_numbers():
    assert tefuda.match("kuhn", ("random", "first"), games=np.int64(3), paired=np.bool_(True)).games == 4
    assert len(tefuda.Table("kuhn", np.int32(2)).names) == 2
