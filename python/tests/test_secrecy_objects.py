"""What can be reached from public objects, pickled, copied or read in a refusal tells nothing that is hidden.

Names with an underscore in front are not public: whoever reaches for them has decided to look.
"""

import copy
import io
import pickle

import numpy as np
import pytest
import tefuda
from tefuda import _tefuda

zoo = pytest.importorskip("tefuda.pettingzoo", reason="PettingZoo is not installed")

SEED = 0x5EED_0FF5_CA1D_B00B
# What holds the truth.
HOLDERS = (_tefuda.State, _tefuda.Session, _tefuda.Batch, zoo._Play)
TABLES = [(game.name, game.seats[0]) for game in tefuda.games()]


def reachable(thing, seen, depth=6):
    """Everything that public names and containers lead to."""
    if depth == 0 or id(thing) in seen:
        return
    seen[id(thing)] = thing
    yield thing
    if isinstance(thing, dict):
        parts = [*thing.keys(), *thing.values()]
    elif isinstance(thing, (list, tuple, set, frozenset)):
        parts = list(thing)
    elif isinstance(thing, (str, bytes, int, float, np.ndarray, np.generic)):
        parts = []
    else:
        parts = [value for value in public(thing) if not callable(value)]
    for part in parts:
        yield from reachable(part, seen, depth - 1)


def public(thing):
    for name in dir(thing):
        if not name.startswith("_"):
            try:
                yield getattr(thing, name)
            except Exception:
                continue


def tells(thing):
    """What of an object tells the seed, or holds the truth."""
    found = [each for each in reachable(thing, {}) if isinstance(each, HOLDERS) or is_seed(each)]
    words = [repr(thing), str(thing)]
    return found + [text for text in words if is_seed(text)]


def is_seed(value):
    if isinstance(value, (int, np.integer)):
        return int(value) == SEED
    if isinstance(value, (str, bytes)):
        shown = str(value)
        return str(SEED) in shown or f"{SEED:x}" in shown.lower()
    return isinstance(value, np.ndarray) and value.dtype.kind in "iu" and bool((value == SEED).any())


def under_way():
    table = tefuda.Table("kuhn", [None, "random"], seed=SEED)
    batch = tefuda.batch("leduc", 3, seed=SEED, autoreset="same_step")
    reset, stepped = batch.reset(seed=SEED), batch.step(batch.sample(np.random.default_rng(0)))
    games = [make("buzzard", render_mode="ansi") for make in (zoo.raw_env, zoo.env, zoo.parallel_env)]
    begun = [game.reset(seed=SEED) for game in games]
    shown = [games[1].last(), games[0].public(), games[0].observe("player_1"), games[0].render()]
    asked = [table.view("A"), table.view(), table.belief("A", "bayes"), table.advice("A", "random")]
    return [table, batch, *games, begun, shown, asked, reset, stepped]


def test_public_names_lead_to_no_secret():
    for thing in under_way():
        assert tells(thing) == [], type(thing)


def test_a_planted_secret_is_found():
    table, batch, raw, wrapped, *_ = under_way()
    table.opened_with = {"why": [SEED]}
    batch.note = f"opened with {SEED}"
    raw.truth = raw._play
    wrapped.unwrapped.last_seed = np.array([SEED])
    for thing in (table, batch, raw, wrapped):
        assert tells(thing), type(thing)


MAKERS = {
    "raw": lambda **more: zoo.raw_env("buzzard(cards=4)", **more),
    "wrapped": lambda **more: zoo.env("buzzard(cards=4)", **more),
    "raising": lambda **more: zoo.env("buzzard(cards=4)", illegal="raise", **more),
    "parallel": lambda **more: zoo.parallel_env("buzzard(cards=4)", **more),
}


def step(env, actions):
    """One step of either kind, of the first agents' actions."""
    if isinstance(env, zoo.ParallelGame):
        env.step(dict(zip(env.agents, actions)))
    else:
        env.step(actions[0])


def finish(env):
    while env.agents:
        if isinstance(env, zoo.ParallelGame):
            shown = env._observations()
            step(env, [int(np.argmax(row["action_mask"])) for row in shown.values()])
        else:
            shown, _, over, _, _ = env.last()
            env.step(None if over else int(np.argmax(shown["action_mask"])))


def pickled(env):
    out = io.BytesIO()
    pickle.Pickler(out, protocol=4).dump(env)
    return out.getvalue()


def holds_seed(data):
    """Whether a pickle has the seed in it, however numbers are written there."""
    told = [SEED.to_bytes(8, order) for order in ("little", "big")] + [str(SEED).encode()]
    return any(form in data for form in told)


@pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS)
def test_no_copy_of_a_game_under_way(make):
    env = make()
    env.reset(seed=SEED)
    for _ in range(2):
        for attempt in (pickled, pickle.dumps, copy.deepcopy):
            with pytest.raises(TypeError, match="its seed tells what is hidden"):
                attempt(env)
        step(env, [0, 1])


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("name", ["wrapped", "parallel"])
def test_no_copy_of_a_game_that_an_illegal_action_ended(name):
    """The rules have not ended it, so it still has secrets."""
    env = MAKERS[name]()
    env.reset(seed=SEED)
    step(env, [0, 0]), step(env, [1, 1])
    if name == "wrapped":
        env.step(0)
        assert any(env.terminations.values())
    else:
        step(env, [0, 0])
        assert env.agents == []
    for attempt in (pickled, copy.deepcopy):
        with pytest.raises(TypeError, match="its seed tells what is hidden"):
            attempt(env)


@pytest.mark.parametrize("make", MAKERS.values(), ids=MAKERS)
def test_before_and_after_a_game_a_pickle_has_no_seed(make):
    env = make()
    assert not holds_seed(pickled(env))
    env.reset(seed=SEED)
    finish(env)
    assert not holds_seed(pickled(env)) and not holds_seed(pickled(copy.deepcopy(env)))
    again = pickle.loads(pickled(env))
    again.reset(seed=SEED)
    asked = make(picklable=True)
    asked.reset(seed=SEED)
    assert holds_seed(pickled(asked)), "whoever asked for it gets it, and the exam would find it"


def texts(call, attempts):
    """What refusals say."""
    told = []
    for attempt in attempts:
        with pytest.raises(tefuda.Refused) as caught:
            call(attempt)
        told.append(str(caught.value))
    return told


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_a_refusal_is_the_same_in_every_world(game, seats):
    env, generator = zoo.raw_env(game, seats=seats), np.random.default_rng(0)
    env.reset(seed=1)
    for _ in range(40):
        if any(env.terminations.values()):
            break
        truth, seat = env._play.now(), env._play.now().current()
        illegal = sorted(set(range(env._play.facts["ids"])) - set(truth.legal()))[
            :: max(1, env._play.facts["ids"] // 7)
        ]
        attempts = [*illegal, -1, None, "x", 2**70]
        told = [texts(env.step, attempts)]
        for world in range(3):
            env._play.state = truth.resample(seat, world)
            told.append(texts(env.step, attempts))
        env._play.state = truth
        assert all(other == told[0] for other in told), "a refusal tells what is hidden"
        env.step(int(generator.choice(truth.legal())))


def test_a_refusal_that_tells_is_found(monkeypatch):
    def choose(self, action):
        raise tefuda.Refused(f"not now: {self.now().information_state(1)}")

    monkeypatch.setattr(zoo._Play, "choose", choose)
    with pytest.raises(AssertionError, match="tells what is hidden"):
        test_a_refusal_is_the_same_in_every_world("kuhn", 2)


@pytest.mark.parametrize(("game", "seats"), TABLES)
def test_a_table_refuses_in_words_that_everybody_may_read(game, seats):
    """What it says follows from whose turn it is in everybody's eyes, and from the seat's own list."""
    table, generator = tefuda.Table(game, seats, seed=3, games=1), np.random.default_rng(0)
    names = [chr(ord("A") + seat) for seat in range(seats)]
    for _ in range(60):
        if table.is_over:
            break
        for seat in names:
            (told,) = texts(lambda action, seat=seat: table.choose(seat, action), ["~"])
            turn = ", ".join(table.turn)
            if seat not in table.turn:
                assert told == f"it is not {seat}'s turn; it is the turn of {turn}"
            elif seat not in table.waiting:
                assert told == f"{seat} has chosen already; wait for the others"
            else:
                assert told.startswith("cannot read `~`")
        seat = table.waiting[0]
        table.choose(seat, str(generator.choice(table.legal(seat))))
