"""Actions a second of `tefuda.batch` beside pgx and the Python loops of OpenSpiel and PettingZoo, on one core.

    python3 -m venv peers && peers/bin/pip install ./python pgx 'jax[cpu]' open_spiel 'pettingzoo[classic]'
    peers/bin/python python/bench/speed.py [SECONDS] [ROUNDS]

By hand, on a quiet machine: no test runs it. Everybody plays random legal actions and is asked for the row of figures
and the mask of every decision. The rounds take turns, so that all see the same minutes; the table has the median and
the range of the rounds, in seconds of the process's own time. Peers that are not installed are left out.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Callable
from importlib import import_module
from statistics import median

# One thread for everybody; XLA reads it when it is imported.
os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false intra_op_parallelism_threads=1"
os.environ["OMP_NUM_THREADS"] = os.environ["OPENBLAS_NUM_THREADS"] = "1"

import numpy as np
import tefuda

TABLES = 4096
#: Does some work, and says how many actions that were and in how many seconds; the rest is preparation.
Round = Callable[[float], tuple[int, float]]


def ours(game: str, seats: int, whole_loop: bool = False) -> tuple[Round, str]:
    """Our batch: the time of `step` alone, or of the whole loop with the choice of actions in numpy."""
    batch = tefuda.batch(game, TABLES, seats=seats)
    generator = np.random.default_rng(1)
    batch.reset(seed=1)

    def play(seconds: float) -> tuple[int, float]:
        actions, spent, end = 0, 0.0, time.process_time() + seconds
        while time.process_time() < end:
            before = time.process_time()
            ids = batch.sample(generator)
            begun = before if whole_loop else time.process_time()
            ended = batch.step(ids)[2]
            spent += time.process_time() - begun
            # A game that has ended takes a step to begin anew, which is no action.
            actions += TABLES - np.count_nonzero(ended)
        return actions, spent

    return play, f"{4 * batch.num_features + batch.num_actions} bytes a row"


def pgx(name: str, tables: int = TABLES) -> tuple[Round, str]:
    """The compiled step of pgx for so many tables, with its observation; the mask is part of its state."""
    jax, peer = import_module("jax"), import_module("pgx")
    environment = peer.make(name)
    step = import_module("pgx.experimental.wrappers").auto_reset(environment.step, environment.init)

    def once(state, key):  # noqa: ANN001, ANN202
        logits = jax.numpy.where(state.legal_action_mask, 0.0, -jax.numpy.inf)
        action = jax.random.categorical(key, logits, axis=-1)
        keys = jax.random.split(key, tables)
        return jax.vmap(step)(state, action, keys)

    once = jax.jit(once)
    key = jax.random.PRNGKey(0)
    state = jax.jit(jax.vmap(environment.init))(jax.random.split(key, tables))
    state = jax.block_until_ready(once(state, key))

    def play(seconds: float) -> tuple[int, float]:
        nonlocal state, key
        actions, begun = 0, time.process_time()
        while time.process_time() < begun + seconds:
            key, one = jax.random.split(key)
            state = jax.block_until_ready(once(state, one))
            actions += tables
        return actions, time.process_time() - begun

    return play, f"{state.observation.nbytes // tables + environment.num_actions} bytes a row"


def openspiel(name: str) -> tuple[Round, str]:
    """A loop in Python over a C++ game of OpenSpiel, made turn by turn where seats choose at once."""
    pyspiel = import_module("pyspiel")
    game = pyspiel.load_game(name)
    generator = np.random.default_rng(1)

    def play(seconds: float) -> tuple[int, float]:
        actions, begun = 0, time.process_time()
        while time.process_time() < begun + seconds:
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    outcomes, shares = zip(*state.chance_outcomes())
                    state.apply_action(outcomes[generator.choice(len(outcomes), p=shares)])
                    continue
                seat = state.current_player()
                state.observation_tensor(seat)
                state.legal_actions_mask(seat)
                legal = state.legal_actions()
                state.apply_action(legal[int(generator.random() * len(legal))])
                actions += 1
        return actions, time.process_time() - begun

    return play, f"{4 * game.observation_tensor_size()} bytes a row"


def pettingzoo(name: str) -> tuple[Round, str]:
    """A loop in Python over one of PettingZoo's classic games."""
    environment = import_module(f"pettingzoo.classic.{name}").env()
    generator = np.random.default_rng(1)

    def play(seconds: float) -> tuple[int, float]:
        actions, begun, seed = 0, time.process_time(), 0
        while time.process_time() < begun + seconds:
            environment.reset(seed=seed)
            seed += 1
            for _ in environment.agent_iter():
                seen, _, ended, cut, _ = environment.last()
                if ended or cut:
                    environment.step(None)
                    continue
                legal = np.flatnonzero(seen["action_mask"])
                environment.step(legal[int(generator.random() * len(legal))])
                actions += 1
        return actions, time.process_time() - begun

    return play, ""


GOOFSPIEL = "turn_based_simultaneous_game(game=goofspiel(num_cards=15,players=2,points_order=random))"

#: What stands in the table: a group of like games, who plays, and how.
ROWS: list[tuple[str, str, Callable[[], tuple[Round, str]]]] = [
    ("bids at once", "tefuda.batch, buzzard, 2 seats: step", lambda: ours("buzzard", 2)),
    ("bids at once", "the same, whole loop with numpy", lambda: ours("buzzard", 2, True)),
    ("bids at once", "OpenSpiel, goofspiel, 15 cards: Python loop", lambda: openspiel(GOOFSPIEL)),
    ("poker", "tefuda.batch, leduc, 2 seats: step", lambda: ours("leduc", 2)),
    ("poker", "the same, whole loop with numpy", lambda: ours("leduc", 2, True)),
    ("poker", "pgx, leduc_holdem: jitted step", lambda: pgx("leduc_holdem")),
    ("poker", "pgx, leduc_holdem, one table: Python loop", lambda: pgx("leduc_holdem", 1)),
    ("poker", "OpenSpiel, leduc_poker: Python loop", lambda: openspiel("leduc_poker")),
    ("poker", "PettingZoo, leduc_holdem_v4: Python loop", lambda: pettingzoo("leduc_holdem_v4")),
    ("larger games", "tefuda.batch, raiders, 5 seats: step", lambda: ours("raiders", 5)),
    ("larger games", "the same, whole loop with numpy", lambda: ours("raiders", 5, True)),
    ("larger games", "tefuda.batch, saboteur, 6 seats: step", lambda: ours("saboteur", 6)),
    ("larger games", "the same, whole loop with numpy", lambda: ours("saboteur", 6, True)),
    ("larger games", "tefuda.batch, daihinmin, 5 seats: step", lambda: ours("daihinmin", 5)),
    ("larger games", "the same, whole loop with numpy", lambda: ours("daihinmin", 5, True)),
]


def main(seconds: float, rounds: int = 5) -> None:
    """Measure in turn, and print the table as Markdown."""
    if hasattr(os, "sched_setaffinity"):
        os.sched_setaffinity(0, {min(os.sched_getaffinity(0))})
    players = []
    for group, who, make in ROWS:
        try:
            players.append((group, who, *make()))
        except ImportError as missing:
            print(f"left out: {who} ({missing})", file=sys.stderr)
    speeds: list[list[float]] = [[] for _ in players]
    for _ in range(rounds):
        for (_, _, play, _), into in zip(players, speeds):
            actions, spent = play(seconds)
            into.append(actions / spent)
    print("| | | actions a second | a row |\n| --- | --- | --- | --- |")
    for (group, who, _, size), found in zip(players, speeds):
        low, middle, high = (f"{round(value, -2):,.0f}" for value in (min(found), median(found), max(found)))
        print(f"| {group} | {who} | {middle} ({low} to {high}) | {size} |")


if __name__ == "__main__":
    main(*(read(word) for read, word in zip((float, int), sys.argv[1:] or ("2", "5"))))
