"""The sequential state that PettingZoo and OpenSpiel stand on."""

import copy
import pickle

import numpy as np
import pytest
from tefuda import Refused, _tefuda


def test_a_seed_deals_and_no_seed_asks():
    dealt, asked = _tefuda.State("kuhn", 2, 7), _tefuda.State("kuhn", 2, None)
    assert dealt.current() == 0 and dealt.legal() == [0, 1]
    assert asked.current() == -1 and asked.outcomes() == pytest.approx([1 / 3] * 3)
    assert dealt.information_state(0) == _tefuda.State("kuhn", 2, 7).information_state(0)


def test_a_copy_goes_its_own_way():
    state = _tefuda.State("kuhn", 2, 7)
    other = copy.deepcopy(state)
    other.choose(1)
    assert (state.current(), other.current()) == (0, 1)
    assert state.action_text(1) == "bets" and state.action_id("bets") == 1


@pytest.mark.parametrize(
    ("call", "error", "sentence"),
    [
        (lambda state: state.choose(5), Refused, "id 5 is not legal for A now"),
        (lambda state: state.decide(0), Refused, "A chooses next, not chance"),
        (lambda state: state.observation(2), Refused, "there is no seat 2"),
        (lambda state: state.action_id("raises"), Refused, "cannot read `raises`"),
        (lambda state: state.observe(0, np.zeros(8, np.float32)), Refused, "a row has 9 figures, not 8"),
        (lambda state: state.observe(0, np.zeros(9)), TypeError, "."),
        (lambda state: state.observe(0, np.zeros(18, np.float32)[::2]), Refused, "contiguous"),
        (lambda state: state.choose(-1), OverflowError, "out of range"),
        (pickle.dumps, Refused, "is not pickled"),
    ],
)
def test_what_cannot_be_is_refused(call, error, sentence):
    state = _tefuda.State("kuhn", 2, 7)
    before = state.information_state(0), state.legal()
    with pytest.raises(error, match=sentence):
        call(state)
    assert (state.information_state(0), state.legal()) == before


def test_nothing_follows_the_end():
    state = _tefuda.State("kuhn", 2, 7)
    for _ in range(2):
        state.choose(0)
    assert state.current() == -4 and sum(state.returns()) == 0
    with pytest.raises(Refused, match="the game is over"):
        state.choose(0)


def test_wrong_names_and_seats_are_refused():
    with pytest.raises(Refused, match="did you mean `kuhn`"):
        _tefuda.State("kuhm", 2, None)
    with pytest.raises(Refused, match="seats"):
        _tefuda.State("saboteur", 11, None)
