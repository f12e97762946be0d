"""Agents written in Python: in matches, arenas, at tables and as programs of their own."""

import io
import json
import os
import subprocess
import sys
import textwrap
import threading

import pytest
import tefuda
from tefuda import serve_agent
from tefuda.agents import hear
from test_match import program


class Chooser(tefuda.Agent):
    """Chooses by its own generator."""

    def choose(self, view, legal):
        return self.random.choice(sorted(legal))


class Passes(tefuda.Agent):
    def choose(self, view, legal):
        return "passes"


class Notes(tefuda.Agent):
    """Writes down what it hears."""

    def __init__(self):
        super().__init__()
        self.heard = []

    def begin(self, game):
        self.heard.append(("begin", game))

    def see(self, event):
        self.heard.append(("see", event))

    def choose(self, view, legal):
        self.heard.append(("choose", view, legal))
        return legal[0]

    def end(self, points, wins):
        self.heard.append(("end", points, wins))


def test_a_class_plays_like_any_other_and_the_same_again():
    results = [tefuda.match("kuhn", [Chooser, "random"], games=400, threads=n) for n in (1, 2)]
    assert results[0] == results[1] and results[0].seats[0].agent == "Chooser"
    assert not results[0].repeatable, "nobody knows what code from outside does"
    assert 0.3 < results[0].seats[0].win_rate.value < 0.7


@pytest.mark.parametrize("game", [game.name for game in tefuda.games()])
def test_it_plays_every_game(game):
    seats = next(info.seats[0] for info in tefuda.games() if info.name == game)
    result = tefuda.match(game, [Chooser] + ["random"] * (seats - 1), games=2, series=1)
    assert result.games == 2


def test_an_arena_takes_it():
    result = tefuda.arena("kuhn", [Passes, "equilibrium", Chooser], games=60)
    assert {row["agent"] for row in result.rows()} == {"Passes", "equilibrium", "Chooser"}


def test_it_hears_what_its_seat_sees():
    notes = Notes()
    tefuda.match("kuhn", [notes, "first"], games=1, seed=4)
    kinds = [entry[0] for entry in notes.heard]
    assert kinds[0] == "begin" and kinds[-1] == "end" and "choose" in kinds
    assert notes.heard[0][1]["seat"] == "A" and notes.heard[0][1]["game"] == "kuhn"
    sentences = [entry[1]["text"] for entry in notes.heard if entry[0] == "see"]
    assert sentences[1] == "B is dealt a card"
    view = next(entry[1] for entry in notes.heard if entry[0] == "choose")
    assert view["seat"] == "A" and set(view) == {"game", "seat", "turn", "public", "private"}


def test_it_sits_at_a_table():
    table = tefuda.Table("kuhn", [None, Passes], seed=1)
    table.choose("A", "bets")
    assert table.is_over and table.payoffs.points == [1.0, -1.0] and table.names == ["person", "Passes"]


def test_two_of_a_kind_have_two_names():
    table = tefuda.Table("kuhn", [Passes, Passes], seed=1)
    assert table.names == ["Passes", "Passes-2"] and table.is_over
    one = Passes()
    with pytest.raises(tefuda.Refused, match="cannot sit on two seats"):
        tefuda.match("kuhn", [one, one])
    with pytest.raises(tefuda.Refused, match="one table at a time"):
        tefuda.match("kuhn", [one, "random"], threads=2)


def named(tables=()):
    """The names of two classes of one name, and what came of their match, while these tables are open."""
    twins = [Passes, type("Passes", (Chooser,), {})]
    table = tefuda.Table("kuhn", [*twins], seed=1)
    rated = tefuda.arena("kuhn", [*twins, "random"], games=60)
    return table.names, table.record, tefuda.match("kuhn", twins, games=40), [row["agent"] for row in rated.rows()]


def test_names_do_not_hang_on_what_else_is_open():
    alone = named()
    assert alone[0] == [seat.agent for seat in alone[2].seats] == ["Passes", "Passes-2"]
    assert sorted(alone[3]) == ["Passes", "Passes-2", "random"]
    others = [tefuda.Table("kuhn", [None, Passes], seed=seed) for seed in range(3)]
    assert named(others) == alone, "equal calls, equal results"
    assert {table.names[1] for table in others} == {"Passes"}


def test_records_show_the_same_names(tmp_path):
    other = tefuda.Table("kuhn", [None, Passes], seed=1)
    tefuda.match("kuhn", [Passes, Passes], games=1, records=tmp_path / "games.jsonl")
    assert tefuda.load_records(tmp_path / "games.jsonl")[0].names == ["Passes", "Passes-2"]
    assert other.names[1] == "Passes"


def test_a_class_named_like_a_player_of_the_house_has_a_number():
    table = tefuda.Table("kuhn", ["random", type("random", (Passes,), {})], seed=1)
    assert table.names == ["random", "random-2"]


def test_nobody_is_seated_by_the_name_of_a_guest():
    """It would hear what two seats hold."""
    one = Passes()
    table = tefuda.Table("kuhn", [None, one], seed=1)
    for use in (
        lambda: tefuda.Table("kuhn", [one, "Passes"]),
        lambda: tefuda.match("kuhn", [one, "Passes"]),
        lambda: table.replace("A", "Passes"),
        lambda: table.advice("A", "Passes"),
    ):
        with pytest.raises(tefuda.Refused, match="no agent for kuhn `Passes`"):
            use()


def test_a_name_lasts_as_long_as_its_match():
    tefuda.match("kuhn", [Passes, "random"], games=1)
    with pytest.raises(tefuda.Refused, match="no agent for kuhn `Passes`"):
        tefuda.match("kuhn", ["Passes", "random"], games=1)


class Raises(tefuda.Agent):
    def choose(self, view, legal):
        raise ZeroDivisionError("by nought")


class Speechless(tefuda.Agent):
    def choose(self, view, legal):
        return None


class Wrong(tefuda.Agent):
    def choose(self, view, legal):
        return "raises"


class Unfinished(tefuda.Agent):
    pass


class Unmade(tefuda.Agent):
    def __init__(self):
        raise OSError("no file")


@pytest.mark.parametrize(
    ("agent", "why", "cause"),
    [
        (Raises, "seat A: Raises raised ZeroDivisionError: by nought", ZeroDivisionError),
        (Speechless, "choose returned None .*the text of one of the legal actions", TypeError),
        (Wrong, "Wrong answered `raises`: cannot read `raises`: write `passes` or `bets`", None),
        (Unfinished, "has no method `choose", NotImplementedError),
    ],
)
def test_one_who_breaks_down_says_why(agent, why, cause):
    with pytest.raises(tefuda.Broken, match=why) as caught:
        tefuda.match("kuhn", [agent, "random"], games=10)
    assert cause is None or isinstance(caught.value.__cause__, cause)
    with pytest.raises(tefuda.Broken, match=why) as caught:
        tefuda.Table("kuhn", [agent, "random"])
    assert cause is None or isinstance(caught.value.__cause__, cause)


def test_one_who_cannot_be_made_says_why():
    with pytest.raises(tefuda.Refused, match="Unmade could not be made: OSError: no file"):
        tefuda.match("kuhn", [Unmade, "random"], games=10)


def test_what_was_played_before_is_kept():
    class Tires(Passes):
        left = 30

        def choose(self, view, legal):
            Tires.left -= 1
            return "passes" if Tires.left > 0 else "nothing"

    with pytest.raises(tefuda.Broken, match="answered `nothing`") as caught:
        tefuda.match("kuhn", [Tires, "random"], games=1000, threads=1)
    assert 0 < caught.value.partial["games"] < 1000


def test_it_may_not_look_at_its_own_table():
    class Peeks(tefuda.Agent):
        def choose(self, view, legal):
            return table.view("A") and legal[0]

    table = tefuda.Table("kuhn", 2, seed=1)
    with pytest.raises(tefuda.Broken, match=r"in use.*one of its own players") as caught:
        table.replace("A", Peeks)
    assert isinstance(caught.value.__cause__, RuntimeError) and "Peeks raised" in table.fault
    with pytest.raises(tefuda.Broken, match="Peeks raised"):
        table.choose("B", "bets")
    table.replace("A", "first")
    assert table.fault is None and table.waiting == ["B"], "the table goes on with somebody else"


def test_a_table_serves_one_thread_at_a_time():
    thinking, go_on = threading.Event(), threading.Event()

    class Slow(tefuda.Agent):
        def choose(self, view, legal):
            thinking.set()
            assert go_on.wait(60)
            return legal[0]

    table = tefuda.Table("kuhn", [None, Slow], seed=1)
    worker = threading.Thread(target=table.choose, args=("A", "bets"))
    worker.start()
    assert thinking.wait(60)
    with pytest.raises(RuntimeError, match="in use: by another thread"):
        table.view("A")
    go_on.set()
    worker.join(60)
    assert table.is_over


def test_the_lines_of_the_protocol():
    lines = [
        {"type": "hello", "seat": "A", "later": "fields are passed on"},
        {"type": "act", "view": {}, "legal": ["passes", "bets"], "seed": 5},
        {"type": "something new"},
        {"type": "end", "points": [1], "wins": [1]},
    ]
    out = io.StringIO()
    serve_agent.serve(Passes(), io.StringIO("".join(json.dumps(line) + "\n" for line in lines)), out)
    assert out.getvalue() == '{"action": "passes"}\n'


def test_the_seed_of_a_choice_seeds_its_generator():
    act = json.dumps({"type": "act", "view": {}, "legal": list("abcdefgh"), "seed": 5})
    agent = Chooser()
    assert {hear(agent, act) for _ in range(5)} == {hear(Chooser(), act)}


MINE = """
    import tefuda

    class Mine(tefuda.Agent):
        def choose(self, view, legal):
            print("thinking aloud")
            return self.random.choice(sorted(legal))
"""


def test_it_is_a_program_of_its_own(tmp_path):
    (tmp_path / "mine.py").write_text(textwrap.dedent(MINE))
    command = f"cd {tmp_path} && {sys.executable} -m tefuda.serve_agent mine:Mine"
    result = tefuda.match("kuhn", [f"exec(cmd={json.dumps(command)},name=mine)", "random"], games=20, threads=1)
    sys.path.insert(0, os.fspath(tmp_path))
    try:
        from mine import Mine
    finally:
        sys.path.pop(0)
    same = tefuda.match("kuhn", [Mine, "random"], games=20, threads=1)
    assert result.seats[1].mean == same.seats[1].mean, "the same player, by another road"


@pytest.mark.skipif(program() is None, reason="the program tefuda was not built")
def test_the_command_line_seats_it(tmp_path):
    (tmp_path / "mine.py").write_text(textwrap.dedent(MINE))
    spec = f'exec(cmd="{sys.executable} -m tefuda.serve_agent mine:Mine",name=mine)'
    command = [program(), "match", "kuhn", "--seats", f"{spec},random", "--games=10", "--json"]
    told = json.loads(subprocess.run(command, capture_output=True, check=True, cwd=tmp_path).stdout)
    assert told["games"] == 10


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("mine", "is not of this form"),
        ("nowhere:X", "no module"),
        ("mine.py:X", "without its ending: mine:X"),
        ("json:X", "no `X`"),
        ("json:dumps", "could not be made"),
        ("tefuda:games", "is no player"),
    ],
)
def test_a_program_that_cannot_be_says_why(name, why):
    done = subprocess.run(
        [sys.executable, "-m", "tefuda.serve_agent", name], capture_output=True, text=True, stdin=subprocess.DEVNULL
    )
    assert done.returncode == 1 and why in done.stderr and "Traceback" not in done.stderr


NESTED = """
import gc, tefuda

class Passes(tefuda.Agent):
    def choose(self, view, legal):
        return legal[0]

inner = tefuda.Table("kuhn", [None, Passes], seed=1)

def make(held=inner):
    return Passes()

outer = tefuda.Table("kuhn", [None, make], seed=1)
del inner, make
outer = None
gc.collect()
"""


def test_a_factory_may_hold_another_table():
    """The last table to go ends the one that its factory holds, while guests come and go."""
    subprocess.run([sys.executable, "-c", NESTED], check=True, timeout=60)


def test_one_object_does_not_take_a_second_seat():
    one = Passes()
    table = tefuda.Table("kuhn", [one, None], seed=1)
    with pytest.raises(tefuda.Refused, match="two seats"):
        table.replace("B", one)
    table.replace("B", Passes())
    table.replace("A", None)
    table.replace("B", one)
    with pytest.raises(tefuda.Refused, match="no seat"):
        table.replace("Z", "random")


def test_who_could_not_be_made_leaves_no_trace():
    class Late(tefuda.Agent):
        ready = False

        def __init__(self):
            super().__init__()
            if not self.ready:
                raise LookupError("not yet")

        def choose(self, view, legal):
            return legal[0]

    table = tefuda.Table("kuhn", [None, None], seed=1)
    with pytest.raises(tefuda.Refused, match="not yet"):
        table.replace("B", Late)
    Late.ready = True
    table.replace("B", Late)
    assert table.names[1] == "Late"
