"""Small games solved: the values are those that others published."""

import pytest
import tefuda


def test_kuhn_poker_is_worth_what_kuhn_found():
    solution = tefuda.solve("kuhn", iterations=2000)
    assert solution.value == pytest.approx(-1 / 18, abs=1e-4)
    assert solution.exploitability < 1e-3 and len(solution.policy) == 12
    king = next(at for at in solution.policy if at.seat == "B" and at.knows[1:] == ("B is dealt K", "A bets"))
    assert king.shares["bets"] == pytest.approx(1.0, abs=1e-3), "nobody folds the best card"


def test_the_buzzard_is_fair_and_solved_exactly():
    solution = tefuda.solve("buzzard(cards=5)")
    assert solution.value == pytest.approx(0, abs=1e-9) and solution.exploitability < 1e-9
    for at in solution.policy:
        assert sum(at.shares.values()) == pytest.approx(1.0)


def test_the_buzzard_for_the_win_is_shared_between_equals():
    solution = tefuda.solve("buzzard(cards=5,utility=win)")
    assert solution.value == pytest.approx(0.5, abs=1e-9) and abs(solution.exploitability) < 1e-9
    points = tefuda.solve("buzzard(cards=5)")
    assert solution.states > points.states and solution.policy != points.policy


def test_a_situation_is_told_as_its_seat_sees_it():
    for at in tefuda.solve("kuhn", iterations=10).policy:
        other = "B" if at.seat == "A" else "A"
        assert f"{other} is dealt a card" in at.knows
        assert sum(at.shares.values()) == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("game", "more", "why"),
    [
        ("saboteur", {}, "seats"),
        ("leduc", {"nodes": 100}, "more than 100 nodes"),
        ("kuhm", {}, "did you mean `kuhn`"),
        ("kuhn", {"iterations": 0}, "iterations is a whole number from 1"),
        ("buzzard(cards=99)", {}, "cards"),
    ],
)
def test_what_is_not_solved_is_refused(game, more, why):
    with pytest.raises(tefuda.Refused, match=why):
        tefuda.solve(game, **more)


@pytest.mark.parametrize(("game", "more"), [("kuhn", {"iterations": 50}), ("buzzard(cards=5)", {})])
def test_progress_is_told_to_the_end(game, more):
    told = []
    tefuda.solve(game, progress=lambda *counts: told.append(counts), **more)
    assert told[-1][0] == told[-1][1] >= 50


@pytest.mark.parametrize(("game", "more"), [("leduc", {"iterations": 10_000_000}), ("buzzard(cards=11)", {})])
def test_ctrl_c_ends_a_solution(ctrl_c, game, more):
    with pytest.raises(KeyboardInterrupt):
        tefuda.solve(game, **more)
