"""Every game of Tefuda as a game of OpenSpiel (``pyspiel``).

Importing this module registers ``tefuda_kuhn``, ``tefuda_buzzard`` and so on, presets included. Two ways lead to one:

>>> import pyspiel, tefuda.openspiel
>>> game = tefuda.openspiel.load("goofspiel(cards=4)", players=2)
>>> game = pyspiel.load_game("tefuda_buzzard", {"players": 3, "options": "cards:4;pot:discard"})

Seats that choose at once are asked one after the other, and none of them learns what an earlier one chose. A choice
among one is taken for the seat, as everywhere in Tefuda. Chance is explicit where its outcomes can be listed; where
there are too many (a deal of 53 cards) it is sampled, from the parameter ``seed``.

``information_state_string`` is all that a seat saw and did, ``observation_string`` its view as JSON. Both tensors are
the row of figures of the game's encoder, which reads the view alone. It has perfect recall in Kuhn poker and in the
buzzard of three cards, and leaves out Leduc's suits, which count for nothing; the buzzard of four cards has 3,384 rows
for 7,304 strings, for a row does not show who bid what for which prize (``docs/numbers.md`` has the counts). Where the
row has no perfect recall, the game does not announce an information state tensor, so that what needs one (Deep CFR,
NFSP) takes the observation tensor or refuses.

``resample_from_infostate`` draws a world that the seat cannot tell from the truth, so that IS-MCTS runs. A state is the
whole truth, as OpenSpiel has it; a player that is to be honest asks for its own strings and tensors. ``str(state)`` is
what a spectator sees.
"""

from __future__ import annotations

import ctypes
import json
import random
import re
from collections.abc import Callable
from typing import Any

import numpy as np

from tefuda import _tefuda
from tefuda._checks import game_of, shown, text_of, whole
from tefuda._tefuda import Refused
from tefuda.lists import GameInfo, games

try:
    import pyspiel
except ImportError as missing:
    raise ImportError("tefuda.openspiel needs OpenSpiel: pip install 'tefuda[openspiel]'") from missing

__all__ = ["IllegalAction", "TefudaGame", "TefudaObserver", "TefudaState", "load"]

_PREFIX = "tefuda_"
# No seed: another one every time.
_ANY_SEED = -1
_Step = tuple[str, int]


class IllegalAction(Refused, pyspiel.SpielError):
    """An action that is not possible now. Code that was written for OpenSpiel's own games catches its SpielError."""


class _Position:
    """The engine's state with the steps that led to it, so that it can be copied and written down."""

    def __init__(self, engine: _tefuda.State, spec: str, players: int, steps: list[_Step] | None) -> None:
        self.engine, self.spec, self.players = engine, spec, players
        # Nothing where the state was imagined: no steps lead there.
        self.steps = steps

    @staticmethod
    def first(spec: str, players: int) -> _Position:
        return _Position(_tefuda.State(spec, players, None), spec, players, [])

    @staticmethod
    def after(spec: str, players: int, steps: list[_Step]) -> _Position:
        position = _Position.first(spec, players)
        for kind, number in steps:
            position.step(kind, number)
        return position

    def step(self, kind: str, number: int) -> None:
        """Go on: ``choose`` an id, ``decide`` an outcome, or ``sample`` from a seed."""
        getattr(self.engine, kind)(number)
        if self.steps is not None:
            self.steps.append((kind, number))

    def copy(self) -> _Position:
        steps = None if self.steps is None else list(self.steps)
        return _Position(self.engine.clone(), self.spec, self.players, steps)

    def __deepcopy__(self, memo: dict[int, Any]) -> _Position:
        return self.copy()

    def __reduce__(self) -> tuple[Callable[..., _Position], tuple[Any, ...]]:
        if self.steps is None:
            raise Refused("a state that was imagined cannot be written down; serialize the one it was imagined from")
        return _Position.after, (self.spec, self.players, self.steps)


def _short(name: str) -> str:
    """Name a game as OpenSpiel names it."""
    return _PREFIX + name.replace("-", "_")


def _row_recalls(facts: dict[str, Any]) -> bool:
    """Tell whether a row of figures shows all that its seat saw and that counts."""
    return facts["name"] in ("kuhn", "leduc") or (facts["name"] == "buzzard" and facts["ids"] <= 3)


def _game_type(name: str, info: GameInfo, facts: dict[str, Any] | None = None) -> pyspiel.GameType:
    """Describe a game: as it is usually played, or with the facts of its rules."""
    listed = facts is None or facts["outcomes"] is not None
    chance, utility = pyspiel.GameType.ChanceMode, pyspiel.GameType.Utility
    total = None if facts is None else facts["sum"]
    return pyspiel.GameType(
        short_name=_short(name),
        long_name=f"Tefuda: {name}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=chance.EXPLICIT_STOCHASTIC if listed else chance.SAMPLED_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility.GENERAL_SUM if total is None else utility.CONSTANT_SUM if total else utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=info.seats[1],
        min_num_players=info.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=facts is None or _row_recalls(facts),
        provides_observation_string=True,
        provides_observation_tensor=True,
        default_loadable=True,
        provides_factored_observation_string=False,
        parameter_specification={"players": info.seats[0], "options": "", "seed": _ANY_SEED},
    )


def _game_info(facts: dict[str, Any]) -> pyspiel.GameInfo:
    low, high = facts["bounds"]
    return pyspiel.GameInfo(
        num_distinct_actions=facts["ids"],
        max_chance_outcomes=facts["outcomes"] or 1,
        num_players=facts["seats"],
        min_utility=low,
        max_utility=high,
        utility_sum=facts["sum"],
        max_game_length=facts["choices"],
    )


def _spec(name: str, options: Any) -> str:
    """Read ``cards:4;pot:discard`` as ``buzzard(cards=4,pot=discard)``."""
    parts = [part for part in text_of("options", options, "cards:4;pot:discard").split(";") if part.strip()]
    pairs = [re.split("[:=]", part, maxsplit=1) for part in parts]
    if any(len(pair) < 2 for pair in pairs):
        raise Refused(f"options are written like 'cards:4;pot:discard', not {shown(options)}")
    return _tefuda.spec_write(name, [(key.strip(), value.strip()) for key, value in pairs])


def _seed_of(value: Any) -> int:
    return whole("seed", value, _ANY_SEED, 2**31 - 1)


def _players_of(value: Any) -> int:
    return whole("players", value, 1, 26)


class TefudaGame(pyspiel.Game):
    """One game with its rules. Make it with :func:`load` or ``pyspiel.load_game``.

    Parameters: ``players``, ``options`` (``"cards:4;pot:discard"``), and ``seed`` for chance that is sampled (-1:
    another one every time).
    """

    def __init__(self, name: str, info: GameInfo, params: dict[str, Any] | None = None) -> None:
        """Read the rules."""
        given = params or {}
        players = _players_of(given.get("players", info.seats[0]))
        spec = _spec(name, given.get("options", ""))
        self._first = _Position.first(spec, players)
        self._facts = self._first.engine.facts()
        seed = _seed_of(given.get("seed", _ANY_SEED))
        self._luck = random.Random(None if seed == _ANY_SEED else seed)
        super().__init__(_game_type(name, info, self._facts), _game_info(self._facts), given)

    @property
    def facts(self) -> dict[str, Any]:
        """What is the same in every state: number of ids, width of a row, versions of both, bounds."""
        return dict(self._facts)

    def new_initial_state(self) -> TefudaState:
        """Begin before the first event."""
        return TefudaState(self)

    def make_py_observer(
        self, iig_obs_type: pyspiel.IIGObservationType | None = None, params: dict[str, Any] | None = None
    ) -> TefudaObserver:
        """Make an observer: of what a seat saw and did (perfect recall), or of what it sees now."""
        return TefudaObserver(iig_obs_type, params, self._facts["width"])

    def max_chance_nodes_in_history(self) -> int:
        """Bound the chance events: no game of Tefuda has more than two for each choice."""
        return 2 * int(self._facts["choices"])

    def luck(self) -> int:
        """Draw a seed for the next chance event that is sampled."""
        return self._luck.getrandbits(64)


class TefudaState(pyspiel.State):
    """A state of a game: whoever must choose, chance, or the end."""

    def __init__(self, game: TefudaGame) -> None:
        """Begin a game."""
        super().__init__(game)
        self._position = game._first.copy()

    @property
    def _engine(self) -> _tefuda.State:
        return self._position.engine

    def current_player(self) -> int:
        """Say who is next: a seat, chance or nobody."""
        return self._engine.current()

    def _legal_actions(self, player: int) -> list[int]:
        return self._engine.legal()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """List what chance can decide, with probabilities; a single outcome where it is sampled."""
        chances = self._engine.outcomes()
        return [(0, 1.0)] if chances is None else list(enumerate(chances))

    def _apply_action(self, action: int) -> None:
        try:
            self._go_on(whole("an action", action, 0, 2**31 - 1))
        except Refused as refused:
            raise IllegalAction(str(refused)) from None

    def _go_on(self, number: int) -> None:
        if self._engine.current() != pyspiel.PlayerId.CHANCE:
            self._position.step("choose", number)
        elif self._engine.outcomes() is not None:
            self._position.step("decide", number)
        else:
            self._position.step("sample", self.get_game().luck())

    def _action_to_string(self, player: int, action: int) -> str:
        if player != pyspiel.PlayerId.CHANCE:
            return self._engine.action_text(action) or f"no action {action}"
        return self._engine.outcome_text(action) or "drawn"

    def is_terminal(self) -> bool:
        """Tell whether the game is over."""
        return bool(self._engine.current() == pyspiel.PlayerId.TERMINAL)

    def returns(self) -> list[float]:
        """Give the points of each seat; 0 until the game is over."""
        return self._engine.returns()

    def resample_from_infostate(self, player_id: int, probability_sampler: Callable[[], float]) -> TefudaState:
        """Draw a state that this seat cannot tell from this one."""
        player, state = _player(self, player_id), self.clone()
        engine = self._engine.resample(player, _draw(probability_sampler))
        state._position = _Position(engine, self._position.spec, self._position.players, None)
        return state

    def __str__(self) -> str:
        """Draw what a spectator sees."""
        return self._engine.text(None)


class TefudaObserver:
    """What one seat observes, after OpenSpiel's interface of observers: a tensor and a string.

    The seat's whole view has both. What lies face up alone, and what the seat holds alone, are strings without a
    tensor: a row of figures is made of the view.
    """

    def __init__(self, kind: pyspiel.IIGObservationType | None, params: dict[str, Any] | None, width: int) -> None:
        """Make room for a row of figures."""
        if params is not None and (not isinstance(params, dict) or params):
            raise Refused(f"observers take no parameters, not {shown(params)}")
        if kind is not None and not isinstance(kind, pyspiel.IIGObservationType):
            raise Refused(f"iig_obs_type is a pyspiel.IIGObservationType, not {shown(kind)}")
        kind = kind or pyspiel.IIGObservationType(perfect_recall=False)
        if kind.private_info == pyspiel.PrivateInfoType.ALL_PLAYERS:
            raise Refused("an observer sees what lies face up and what one seat holds; nobody sees what all hold")
        self._public = kind.public_info
        self._private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        self._recalls = kind.perfect_recall
        if self._recalls and not (self._public and self._private):
            raise Refused("with perfect recall an observer sees all that its seat saw: public_info and SINGLE_PLAYER")
        self.tensor = np.zeros(width, np.float32) if self._public and self._private else None
        self.dict = {} if self.tensor is None else {"observation": self.tensor}

    def set_from(self, state: TefudaState, player: int) -> None:
        """Write what this seat sees into the tensor, if there is one."""
        engine, seat = _state(state)._engine, _player(state, player)
        if self.tensor is not None:
            engine.observe(seat, self.tensor)

    def string_from(self, state: TefudaState, player: int) -> str:
        """Say what this seat saw and did, what it sees now, or the public or private part of that."""
        engine, seat = _state(state)._engine, _player(state, player)
        if self._recalls:
            return engine.information_state(seat)
        if self._private:
            return (
                engine.observation(seat)
                if self._public
                else json.dumps(json.loads(engine.observation(seat))["private"])
            )
        return engine.observation(None) if self._public else ""


def _state(state: Any) -> TefudaState:
    if not isinstance(state, TefudaState):
        raise Refused(f"state is one of a game of tefuda.openspiel, not {shown(state)}")
    return state


def _player(state: TefudaState, player: Any) -> int:
    return whole("player", player, 0, state._position.players - 1)


def _draw(sampler: Any) -> int:
    """Draw a seed from OpenSpiel's generator of numbers between 0 and 1."""
    number = sampler() if callable(sampler) else None
    if not isinstance(number, float) or not 0 <= number <= 1:
        raise Refused(f"probability_sampler is a function that draws a number from 0 to 1, not {shown(sampler)}")
    return int(number * 2**53)


def load(game: str, players: int | None = None, *, seed: int = _ANY_SEED) -> TefudaGame:
    """Make the game that a spec names, or a preset: ``load("goofspiel(cards=4)", players=2)``.

    ``players`` is the fewest that the game is for if it is not given; ``seed`` is for chance that is sampled.
    """
    name, options = _tefuda.spec_read(game_of(game))
    _tefuda.fewest_seats(name)
    if any(";" in value for _, value in options):
        raise Refused(f"no option of {name} has a `;` in its value: {shown(game)}")
    parameters: dict[str, Any] = {"options": ";".join(map(":".join, options)), "seed": _seed_of(seed)}
    if players is not None:
        parameters["players"] = _players_of(players)
    made: TefudaGame = pyspiel.load_game(_short(name), parameters)
    return made


class _Factory:
    """Makes a game from the parameters that OpenSpiel hands over."""

    def __init__(self, name: str, info: GameInfo) -> None:
        self._name, self._info = name, info

    def __call__(self, params: dict[str, Any] | None = None) -> TefudaGame:
        return TefudaGame(self._name, self._info, params)


_FACTORIES = {name: _Factory(name, info) for info in games() for name in [info.name, *info.presets]}
for _name, _factory in _FACTORIES.items():
    pyspiel.register_game(_game_type(_name, _factory._info), _factory)
    # OpenSpiel's registry lets go of it when the process ends, after the interpreter has: were it the last to hold it,
    # that would abort. So one reference is never given back.
    ctypes.pythonapi.Py_IncRef(ctypes.py_object(_factory))
