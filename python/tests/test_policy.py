"""Policies: players that are shown rows and masks, as a batch shows them, and answer with ids."""

import subprocess
import sys
import textwrap
import typing

import numpy as np
import pytest
import tefuda
from tefuda import _tefuda
from test_match import program

GAMES = [(game.name, game.seats[0]) for game in tefuda.games()]


class AnyId(tefuda.Policy):
    """Takes any legal id."""

    def act(self, obs, mask):
        assert obs.shape == (self.numbers["width"],) and obs.dtype == np.float32
        assert mask.shape == (self.numbers["ids"],) and mask.dtype == np.bool_ and mask.any()
        return self.random.choice(np.flatnonzero(mask))


@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_a_policy_sees_what_a_state_shows_its_seat(game, seats):
    asked: typing.ClassVar[list] = []

    class Noting(AnyId):
        def begin(self, told):
            self.seat = ord(told["seat"]) - ord("A")

        def act(self, obs, mask):
            chosen = super().act(obs, mask)
            asked.append((self.seat, obs, mask, chosen))
            return chosen

    table = tefuda.Table(game, [Noting] * seats, seed=5, games=1)
    assert table.is_over and asked
    state = _tefuda.State(game, seats, 5)
    facts = state.facts()
    row = np.zeros(facts["width"], np.float32)
    # Seats that choose at once may be asked in any order, but each sees the table before anybody's choice.
    while asked:
        current = state.current()
        seat, obs, mask, chosen = asked.pop(next(n for n, one in enumerate(asked) if one[0] == current))
        state.observe(seat, row)
        assert np.array_equal(row, obs) and np.array_equal(np.flatnonzero(mask), state.legal())
        state.choose(int(chosen))
    assert state.current() == -4 and state.returns() == table.payoffs.points


def test_numbers_say_what_they_are():
    said = []

    class Curious(AnyId):
        def begin(self, told):
            said.append((self.numbers, told["numbers"]))

    tefuda.match("leduc", [Curious, "random"], games=1)
    facts = _tefuda.State("leduc", 2, None).facts()
    numbers = {key: facts[key] for key in ("ids", "ids_version", "width", "encoder_version")}
    assert said == [(numbers, numbers)]


def test_who_does_not_ask_is_shown_no_numbers():
    told = []

    class Plain(tefuda.Agent):
        def begin(self, game):
            told.append(game)

        def choose(self, view, legal):
            return legal[0]

    tefuda.match("kuhn", [Plain, "random"], games=1)
    assert "numbers" not in told[0]


@pytest.mark.parametrize("answer", [7, -1, "bets", None, 1.0])
def test_what_is_no_legal_id_ends_the_match(answer):
    class Wrong(tefuda.Policy):
        def act(self, obs, mask):
            return answer

    with pytest.raises(tefuda.Broken, match="it returns a whole number, one of the legal ids") as raised:
        tefuda.match("kuhn", [Wrong, "random"], games=4)
    assert isinstance(raised.value.__cause__, ValueError)


def test_a_policy_without_act_says_so():
    class Idle(tefuda.Policy):
        pass

    with pytest.raises(tefuda.Broken, match="Idle has no method `act"):
        tefuda.match("kuhn", [Idle, "random"], games=2)


def test_any_class_that_reads_rows_and_acts_will_do():
    class Plain:
        reads_rows = True

        def act(self, obs, mask):
            return np.flatnonzero(mask)[-1]

    assert tefuda.match("kuhn", [Plain, "first"], games=20).seats[0].win_rate.value == 1.0
    assert tefuda.match("kuhn", [Plain(), "first"], games=20).seats[0].win_rate.value == 1.0


class ManyFirst(tefuda.Policy):
    """Takes the first legal id of every row, and notes how many it was asked at once."""

    asked: typing.ClassVar[list] = []

    def act_many(self, obs, mask):
        assert obs.shape == (len(mask), self.numbers["width"]) and obs.dtype == np.float32
        assert mask.shape == (len(obs), self.numbers["ids"]) and mask.dtype == np.bool_
        assert mask.any(axis=1).all()
        self.asked.append(len(obs))
        return mask.argmax(axis=1)


class OneFirst(tefuda.Policy):
    """The same, one question at a time."""

    def act(self, obs, mask):
        return mask.argmax()


@pytest.mark.parametrize(("game", "seats"), GAMES)
@pytest.mark.parametrize("paired", [False, True])
def test_one_asked_of_many_tables_plays_as_one_asked_at_one(game, seats, paired):
    others = ["random"] * (seats - 1)
    more = {"games": 24, "series": 2, "seed": 3, "paired": paired}
    ManyFirst.asked.clear()
    many = tefuda.match(game, [ManyFirst, *others], **more, threads=1)
    assert max(ManyFirst.asked) > 8, "asked together"
    one = tefuda.match(game, [OneFirst, *others], **more)
    assert [seat.mean for seat in many.seats] == [seat.mean for seat in one.seats]
    assert [seat.win_rate for seat in many.seats] == [seat.win_rate for seat in one.seats]
    assert (many.games, many.deals) == (one.games, one.deals)


def test_more_sittings_than_tables_come_in_order_on_any_threads():
    more = {"games": 3000, "seed": 5}
    many = [tefuda.match("leduc", [ManyFirst, "random"], threads=threads, **more) for threads in (1, 2)]
    one = tefuda.match("leduc", [OneFirst, "random"], **more)
    assert [[seat.mean for seat in it.seats] for it in many] == [[seat.mean for seat in one.seats]] * 2


def test_two_of_many_rows_meet():
    result = tefuda.match("buzzard", [ManyFirst, ManyFirst, "greedy"], games=60)
    assert [seat.agent for seat in result.seats] == ["ManyFirst", "ManyFirst-2", "greedy"] or len(result.seats) == 3
    arena = tefuda.arena("kuhn", [ManyFirst, "random", "first"], games=120)
    one = tefuda.arena("kuhn", [OneFirst, "random", "first"], games=120)
    assert [row.rating for row in arena.agents] == [row.rating for row in one.agents]


def test_one_of_many_rows_sits_at_a_table_and_writes_records(tmp_path):
    assert tefuda.Table("kuhn", [ManyFirst, "random"], seed=1).is_over
    path = tmp_path / "games.jsonl"
    written = tefuda.match("kuhn", [ManyFirst, "random"], games=20, records=path)
    plain = tefuda.match("kuhn", [ManyFirst, "random"], games=20)
    assert [seat.mean for seat in written.seats] == [seat.mean for seat in plain.seats] and path.exists()


class Chance(tefuda.Policy):
    """Draws from its own generator."""

    def act_many(self, obs, mask):
        return np.array([self.random.choice(np.flatnonzero(row)) for row in mask])


def test_the_luck_of_many_rows_is_the_tables():
    results = [tefuda.match("leduc", [Chance, "random"], games=500, seed=seed) for seed in (1, 1, 2)]
    means = [result.seats[0].mean for result in results]
    assert means[0] == means[1] != means[2]


@pytest.mark.parametrize(
    ("answer", "why"),
    [
        (lambda mask: [7] * len(mask), "answered id 7, which is not legal now; legal: .0, 1"),
        (lambda mask: [-1] * len(mask), "which is not legal now"),
        (lambda mask: [0], "whole numbers, a legal id a row"),
        (lambda mask: np.zeros(len(mask)), "whole numbers, a legal id a row"),
        (lambda mask: None, "whole numbers, a legal id a row"),
        (lambda mask: 1 / 0, "raised ZeroDivisionError"),
    ],
)
def test_what_are_no_legal_ids_end_the_match(answer, why):
    class Wrong(tefuda.Policy):
        def act_many(self, obs, mask):
            return answer(mask)

    with pytest.raises(tefuda.Broken, match=why):
        tefuda.match("kuhn", [Wrong, "random"], games=40)


MINE = """
    import tefuda

    class Bets(tefuda.Policy):
        def act(self, obs, mask):
            return 1
"""


@pytest.mark.skipif(program() is None, reason="the program tefuda was not built")
def test_a_policy_plays_for_the_command_line(tmp_path):
    (tmp_path / "mine.py").write_text(textwrap.dedent(MINE))

    def match(rows):
        spec = f'exec(cmd="{sys.executable} -m tefuda.serve_agent mine:Bets",name=mine{rows})'
        command = [program(), "match", "kuhn", "--seats", f"{spec},first", "--games=20"]
        return subprocess.run(command, capture_output=True, text=True, cwd=tmp_path, timeout=60)

    played = match(",rows=on")
    assert played.returncode == 0 and "100.0 %" in played.stdout, played.stderr
    assert "Bets reads rows, and is shown none: add rows=on" in match("").stderr
