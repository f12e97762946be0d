"""Every game as a game of OpenSpiel: its own tests, its solvers, and secrets."""

import itertools
import json
import random
import subprocess
import sys

import pytest
import tefuda
from tefuda import Refused

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed")

import tefuda.openspiel as openspiel  # noqa: E402
from open_spiel.python import policy as policies  # noqa: E402
from open_spiel.python import rl_environment  # noqa: E402
from open_spiel.python.algorithms import (  # noqa: E402
    cfr,
    expected_game_score,
    exploitability,
    generate_playthrough,
    ismcts,
    mcts,
)

# Games and presets with rules small enough for seconds.
CHOSEN = [
    ("buzzard(cards=4)", 3),
    ("daihinmin", 5),
    ("daihinmin-mini", 3),
    ("goofspiel(cards=4)", 2),
    ("kuhn", 2),
    ("kuhn", 3),
    ("leduc", 2),
    ("raiders", 4),
    ("raiders-as-published", 5),
    ("raiders-as-published-original", 5),
    ("raiders-modified", 5),
    ("saboteur(rounds=2,talk=on)", 3),
    ("saboteur-break", 6),
    ("saboteur-collusion", 6),
]
FEWEST = {name: info.seats[0] for info in tefuda.games() for name in [info.name, *info.presets]}
# Every other game and preset is tried as it is, with the fewest seats.
OTHERS = set(FEWEST) - {spec.partition("(")[0] for spec, _ in CHOSEN}
TABLES = [*CHOSEN, *((name, FEWEST[name]) for name in sorted(OTHERS))]


def test_every_game_and_preset_is_registered_and_tried():
    names = set(FEWEST)
    assert {spec.partition("(")[0] for spec, _ in TABLES} == names
    assert {f"tefuda_{name.replace('-', '_')}" for name in names} <= set(pyspiel.registered_names())


@pytest.mark.parametrize(("spec", "players"), TABLES)
def test_random_games_pass_openspiels_own_exam(spec, players):
    game = openspiel.load(spec, players, seed=1)
    # Of sampled chance the exam asks for the generator's state, which games in Python cannot give.
    explicit = game.get_type().chance_mode == pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC
    pyspiel.random_sim_test(game, num_sims=2, serialize=explicit, verbose=False)


def test_chance_is_explicit_where_it_can_be_listed():
    sampled = {
        spec
        for spec, players in TABLES
        if openspiel.load(spec, players).get_type().chance_mode == pyspiel.GameType.ChanceMode.SAMPLED_STOCHASTIC
    }
    assert sampled == {"daihinmin"}


def walk(state, seen, of=lambda state: state.information_state_string()):
    """Count terminals, and what each seat is shown where it must choose."""
    if state.is_terminal():
        return 1
    if not state.is_chance_node():
        seen[state.current_player()].add(of(state))
    return sum(walk(state.child(action), seen, of) for action in state.legal_actions())


def text_and_tensor(state):
    return state.information_state_string(), tuple(state.information_state_tensor())


@pytest.mark.parametrize(
    ("spec", "players", "texts", "tensors"),
    [
        ("kuhn", 2, 12, 12),
        ("kuhn", 3, 48, 48),
        ("leduc", 2, 936, 288),
        ("goofspiel(cards=3)", 2, 114, 114),
        ("buzzard(cards=3)", 2, 114, 114),
        ("goofspiel(cards=4)", 2, 7304, 3224),
        ("buzzard(cards=4)", 2, 7304, 3384),
    ],
)
def test_how_much_a_tensor_recalls(spec, players, texts, tensors):
    """As `docs/numbers.md` has it: fewer tensors than texts mean that something is forgotten."""
    seen = [set() for _ in range(players)]
    walk(openspiel.load(spec, players).new_initial_state(), seen, text_and_tensor)
    found = [sum(len({shown[kind] for shown in of_seat}) for of_seat in seen) for kind in (0, 1)]
    assert found == [texts, tensors]
    assert sum(map(len, seen)) == texts, "a tensor follows from its text"


@pytest.mark.parametrize(
    ("spec", "players", "terminals", "sets"),
    [("kuhn", 2, 30, 6), ("kuhn", 3, 312, 16), ("leduc", 2, 5520, 468), ("goofspiel(cards=3)", 2, 216, 57)],
)
def test_trees_have_the_sizes_others_count(spec, players, terminals, sets):
    seen = [set() for _ in range(players)]
    assert walk(openspiel.load(spec, players).new_initial_state(), seen) == terminals
    assert [len(known) for known in seen] == [sets] * players
    assert not set.intersection(*seen), "no two seats share one"


@pytest.mark.parametrize(
    ("spec", "players", "nash_conv"),
    [
        ("kuhn", 2, 0.9166666667),
        ("kuhn", 3, 2.0625),
        # Points less the mean in OpenSpiel's own game, the whole difference in ours: twice its 4 / 3.
        ("goofspiel(cards=3)", 2, 8 / 3),
    ],
)
def test_best_responses_gain_what_is_known(spec, players, nash_conv):
    game = openspiel.load(spec, players)
    assert exploitability.nash_conv(game, policies.UniformRandomPolicy(game)) == pytest.approx(nash_conv)


def cfr_value(game, iterations):
    """What the first seat gains when all play the average policy of CFR+."""
    solver = cfr.CFRPlusSolver(game)
    for _ in range(iterations):
        solver.evaluate_and_update_policy()
    average = solver.average_policy()
    value = expected_game_score.policy_value(game.new_initial_state(), [average] * game.num_players())[0]
    return value, exploitability.nash_conv(game, average)


def test_cfr_on_kuhn_agrees_with_our_solver():
    value, nash_conv = cfr_value(openspiel.load("kuhn"), 300)
    assert nash_conv < 2e-3
    assert value == pytest.approx(-1 / 18, abs=nash_conv)
    assert value == pytest.approx(tefuda.solve("kuhn", iterations=1000).value, abs=2 * nash_conv)


def test_cfr_on_the_small_buzzard_agrees_with_our_solver():
    game = openspiel.load("buzzard(cards=3)", 2)
    value, nash_conv = cfr_value(game, 100)
    assert nash_conv < 2e-3
    assert value == pytest.approx(tefuda.solve("buzzard(cards=3)").value, abs=nash_conv)


@pytest.mark.parametrize(
    ("prize", "bids", "points", "value"),
    [("turn 4", ("bids 3", "bids 2"), 4, -0.830701754), ("turn 3", ("bids 4", "bids 1"), 3, -4.576961451)],
)
def test_cfr_finds_the_values_of_uneven_hands(prize, bids, points, value):
    """A game of four cards from its second round on, where the seats no longer have the same."""
    game = openspiel.load("goofspiel(cards=4)", 2)
    state = game.new_initial_state()
    state.apply_action(next(n for n in state.legal_actions() if state.action_to_string(n) == prize))
    for bid in bids:
        state.apply_action(state._engine.action_id(bid))
    game._first = state._position
    found, nash_conv = cfr_value(game, 60)
    assert nash_conv < 0.03
    assert found == pytest.approx(points + value, abs=nash_conv)


def shown(state, player, observers):
    """All that a seat is shown."""
    tensors = [state.information_state_tensor(player), state.observation_tensor(player)]
    strings = [state.information_state_string(player), state.observation_string(player), str(state)]
    return tensors + strings + [observer.string_from(state, player) for observer in observers]


def leaks(game, rng, observers=()):
    """Play a random game and look for what changes when a seat's ignorance is imagined anew."""
    state, sampler = game.new_initial_state(), pyspiel.UniformProbabilitySampler(7, 0.0, 1.0)
    found = []
    while not state.is_terminal():
        if not state.is_chance_node() and (state.move_number() < 20 or rng.random() < 0.1):
            player = state.current_player()
            world = state.resample_from_infostate(player, sampler)
            same = shown(world, player, observers) == shown(state, player, observers)
            if not same or world.legal_actions() != state.legal_actions():
                found.append(state.move_number())
        outcomes = state.chance_outcomes() if state.is_chance_node() else [(a, 1.0) for a in state.legal_actions()]
        actions, weights = zip(*outcomes)
        state.apply_action(rng.choices(actions, weights)[0])
    return found


@pytest.mark.parametrize(("spec", "players"), TABLES)
def test_nothing_shows_more_than_the_view(spec, players):
    assert leaks(openspiel.load(spec, players, seed=1), random.Random(3)) == []


class Peeking(openspiel.TefudaObserver):
    """A planted mistake: it shows what the next seat holds."""

    def string_from(self, state, player):
        return super().string_from(state, (player + 1) % state.num_players())


@pytest.mark.parametrize("spec", ["kuhn", "daihinmin-mini", "saboteur-collusion", "raiders"])
@pytest.mark.parametrize("recalls", [True, False])
def test_a_planted_leak_is_caught(spec, recalls):
    game = openspiel.load(spec, {"saboteur-collusion": 6, "raiders": 4, "daihinmin-mini": 3}.get(spec))
    peeking = Peeking(pyspiel.IIGObservationType(perfect_recall=recalls), None, game.facts["width"])
    assert leaks(game, random.Random(3), [peeking]) != []


def test_envelopes_are_hidden():
    state = openspiel.load("buzzard(cards=4)", 2).new_initial_state()
    state.apply_action(0)
    first, second = state.child(0), state.child(3)
    assert first.current_player() == second.current_player() == 1
    assert shown(first, 1, []) == shown(second, 1, [])
    assert first.information_state_string(0) != second.information_state_string(0), "its own bid it knows"


@pytest.mark.parametrize(
    ("spec", "players"), [("kuhn", 2), ("buzzard(cards=4)", 3), ("daihinmin", 3), ("raiders", 4), ("saboteur-break", 6)]
)
def test_information_set_search_runs(spec, players):
    game = openspiel.load(spec, players, seed=2)
    bot = ismcts.ISMCTSBot(game, mcts.RandomRolloutEvaluator(1), 1.4, 8)
    state, rng = game.new_initial_state(), random.Random(1)
    for _ in itertools.takewhile(lambda _: not state.is_terminal(), range(40)):
        while state.is_chance_node():
            actions, weights = zip(*state.chance_outcomes())
            state.apply_action(rng.choices(actions, weights)[0])
        if not state.is_terminal() and rng.random() < 0.2:
            assert bot.step(state) in state.legal_actions()
        if not state.is_terminal():
            state.apply_action(rng.choice(state.legal_actions()))


def test_a_seed_repeats_what_is_sampled():
    def deal(seed):
        state = openspiel.load("daihinmin", 5, seed=seed).new_initial_state()
        while state.is_chance_node():
            state.apply_action(0)
        return state.information_state_string(0)

    assert deal(5) == deal(5) != deal(6)


def test_states_are_written_down_unless_they_were_imagined():
    game = openspiel.load("daihinmin", 4, seed=1)
    state = game.new_initial_state()
    while state.move_number() < 12:
        state.apply_action(state.legal_actions()[0])
    again = game.deserialize_state(state.serialize())
    assert again.history() == state.history()
    assert [again.information_state_string(seat) for seat in range(4)] == [
        state.information_state_string(seat) for seat in range(4)
    ]
    imagined = state.resample_from_infostate(0, lambda: 0.5)
    with pytest.raises(Refused, match="imagined cannot be written down"):
        imagined.serialize()


def test_what_cannot_be_is_refused_with_a_sentence():
    with pytest.raises(Refused, match="no game `kuhm`"):
        openspiel.load("kuhm")
    with pytest.raises(Refused, match="seats"):
        openspiel.load("kuhn", 7)
    with pytest.raises(Refused, match="no parameter of buzzard `crads`"):
        openspiel.load("buzzard(crads=4)", 2)
    state = openspiel.load("kuhn").new_initial_state()
    with pytest.raises(Refused, match="there is no outcome 5"):
        state.apply_action(5)
    for _ in range(2):
        state.apply_action(0)
    with pytest.raises(Refused, match="id 9 is not legal for A now"):
        state.apply_action(9)
    with pytest.raises(pyspiel.SpielError, match="player = 4"):
        state.information_state_string(4)
    everything = pyspiel.IIGObservationType(perfect_recall=False, private_info=pyspiel.PrivateInfoType.ALL_PLAYERS)
    with pytest.raises(ValueError, match="nobody sees what all hold"):
        state.get_game().make_py_observer(everything)


@pytest.mark.parametrize("spec", ["kuhn", "leduc", "buzzard(cards=4)"])
def test_what_catches_their_error_catches_ours(spec):
    """RLlib's environment of OpenSpiel games catches SpielError, others Refused or ValueError."""
    state = openspiel.load(spec).new_initial_state()
    while state.is_chance_node():
        state.apply_action(state.chance_outcomes()[0][0])
    for error in (pyspiel.SpielError, Refused, ValueError):
        with pytest.raises(error, match="id 9 is not legal"):
            state.apply_action(9)


GENERATED = [("kuhn", 2), ("leduc", 2), ("buzzard(cards=4)", 3), ("daihinmin-mini", 3), ("raiders", 4), ("saboteur", 3)]


@pytest.mark.parametrize(("spec", "players"), GENERATED)
def test_their_playthrough_generator(spec, players):
    text = generate_playthrough.playthrough(str(openspiel.load(spec, players, seed=1)), [], seed=1)
    assert text.count("PublicObservationString() = ") > 3
    assert text.count("PrivateObservationString(0) = ") == text.count("PublicObservationString() = ")


@pytest.mark.parametrize(("spec", "players"), GENERATED)
def test_the_parts_of_a_view_are_apart(spec, players):
    """What everybody sees does not differ between the worlds of a seat; what it holds is not in it."""
    game, kinds = openspiel.load(spec, players, seed=4), pyspiel.PrivateInfoType
    public, private, both = (
        game.make_py_observer(pyspiel.IIGObservationType(public_info=faces, perfect_recall=False, private_info=hands))
        for faces, hands in [(True, kinds.NONE), (False, kinds.SINGLE_PLAYER), (True, kinds.SINGLE_PLAYER)]
    )
    state, rng = game.new_initial_state(), random.Random(2)
    while not state.is_terminal() and state.move_number() < 60:
        whole = json.loads(both.string_from(state, 1))
        assert json.loads(private.string_from(state, 1)) == whole["private"]
        assert json.loads(public.string_from(state, 1)) == {**whole, "private": None, "seat": None}
        outcomes = state.chance_outcomes() if state.is_chance_node() else [(a, 1.0) for a in state.legal_actions()]
        actions, weights = zip(*outcomes)
        state.apply_action(rng.choices(actions, weights)[0])
    assert public.tensor is None and private.dict == {}


def test_a_tensor_without_perfect_recall_is_not_announced():
    def announced(spec, players=2):
        return openspiel.load(spec, players).get_type().provides_information_state_tensor

    assert all(map(announced, ["kuhn", "leduc", "buzzard(cards=3)"]))
    assert not announced("buzzard(cards=4)") and not announced("saboteur", 3)
    world = rl_environment.Environment(openspiel.load("buzzard(cards=4)", 2))
    assert world.use_observation, "what learns without perfect recall is given the row as an observation"


ALONE = """
from tefuda import openspiel
openspiel._FACTORIES.clear()
del openspiel._factory
"""


def test_a_process_ends_in_peace_with_games_registered():
    """OpenSpiel's registry outlives the interpreter, and what it alone holds is freed without one."""
    subprocess.run([sys.executable, "-c", ALONE], check=True, timeout=60)
