"""Policies: players that are shown rows and masks, as a batch shows them, and answer with ids."""

import subprocess
import sys
import textwrap

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
    asked = []

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
