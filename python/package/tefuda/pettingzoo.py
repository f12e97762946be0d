"""Every game as a PettingZoo environment.

``env("saboteur", seats=5)`` is an AEC environment, one agent after the other; ``parallel_env("buzzard")`` is a parallel
one, in which all agents choose at once. Observations are dicts with ``observation``, the row of figures of what that
agent sees, and ``action_mask``. Needs ``pip install tefuda[pettingzoo]``.

Nothing here shows more than an agent may see: ``observe(agent)`` is that agent's own row, ``public()`` and ``render()``
are what a spectator sees, ``infos`` are empty. A seat with one action only is not asked: whoever runs the loop sees
that, the agents do not. One door is for training alone: with ``central_state=True`` the array ``state()`` has the rows
of all agents, for a critic that may know what is hidden.

Importing this module also registers every game in PettingZoo's registry, where PettingZoo has one (1.27):
``pettingzoo.make("aec", "tefuda/kuhn-v0")``, ``pettingzoo.make("parallel", "tefuda/buzzard-v0")``.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any

import numpy as np
import numpy.typing as npt

from tefuda import _tefuda
from tefuda._checks import flag, game_of, one_of, seats_of, seed_of, shown, whole
from tefuda._tefuda import Refused
from tefuda.lists import games

try:
    from gymnasium import spaces
    from pettingzoo import AECEnv, ParallelEnv
    from pettingzoo.utils import wrappers
    from pettingzoo.utils.env_logger import EnvLogger
except ImportError as missing:
    raise ImportError("tefuda.pettingzoo needs PettingZoo: pip install 'tefuda[pettingzoo]'") from missing

__all__ = ["AECGame", "ParallelGame", "env", "parallel_env", "raw_env"]

Observation = dict[str, npt.NDArray[Any]]

ALL_AT_ONCE = "buzzard"
"""The game in which every seat chooses in every turn, so that it can be a parallel environment."""

RENDER_MODES = ("human", "ansi", "svg")
"""``"human"`` prints the table as text, ``"ansi"`` returns that text, ``"svg"`` a picture."""


class _Play:
    """One game after another at a table: the state that plays, its seed, and what was chosen."""

    def __init__(
        self,
        game: str,
        seats: int | None,
        *,
        render_mode: str | None = None,
        picklable: bool = False,
        central_state: bool = False,
    ) -> None:
        self.game, self.seats = game_of(game), seats_of(game, seats)
        self.render_mode = one_of("render_mode", render_mode, (None, *RENDER_MODES))
        self.picklable = flag("picklable", picklable)
        self.central_state = flag("central_state", central_state)
        # A state of its own says what is the same in every game; nobody plays with it.
        self.facts = _tefuda.State(game, self.seats, 0).facts()
        self.names = [f"player_{seat}" for seat in range(self.seats)]
        self.state: _tefuda.State | None = None
        self.seed = 0
        self.chosen: list[int] = []
        self._generator = np.random.default_rng()

    @property
    def action_space(self) -> spaces.Discrete:
        return spaces.Discrete(self.facts["ids"])

    @property
    def observation_space(self) -> spaces.Dict:
        return spaces.Dict(
            {
                "observation": spaces.Box(-np.inf, np.inf, (self.facts["width"],), np.float32),
                "action_mask": spaces.Box(0, 1, (self.facts["ids"],), np.int8),
            }
        )

    @property
    def state_space(self) -> spaces.Box:
        return spaces.Box(-np.inf, np.inf, (self.seats * self.facts["width"],), np.float32)

    def begin(self, seed: int | None) -> None:
        """Deal: from this seed or, without one, from the next of the last seed's stream."""
        if seed is not None:
            self._generator = np.random.default_rng(seed_of(seed))
        self.seed = int(self._generator.integers(2**63)) if seed is None else seed_of(seed)
        self.chosen = []
        self.state = _tefuda.State(self.game, self.seats, self.seed)

    def seat(self, agent: Any) -> int:
        """Find the seat of an agent."""
        if not isinstance(agent, str) or agent not in self.names:
            raise Refused(f"no agent {shown(agent)}; there are {', '.join(self.names)}")
        return self.names.index(agent)

    def now(self) -> _tefuda.State:
        if self.state is None:
            raise Refused("reset the environment before anything else")
        return self.state

    def is_over(self) -> bool:
        return self.now().current() < 0

    def choose(self, action: Any) -> None:
        """Take the action of the seat that must choose; refused, nothing has changed."""
        number = self.read(action)
        self.now().choose(number)
        self.chosen.append(number)

    def read(self, action: Any) -> int:
        """Read an action id."""
        if isinstance(action, np.ndarray) and action.shape == ():
            action = action.item()
        return whole("an action", action, 0, self.facts["ids"] - 1)

    def row(self, seat: int, legal: list[int]) -> Observation:
        """Show what a seat sees, and which ids it may choose now."""
        row = np.zeros(self.facts["width"], np.float32)
        self.now().observe(seat, row)
        mask = np.zeros(self.facts["ids"], np.int8)
        mask[legal] = 1
        return {"observation": row, "action_mask": mask}

    def public(self) -> dict[str, Any]:
        """Show what a spectator sees."""
        shown: dict[str, Any] = json.loads(self.now().observation(None))
        return shown

    def rows(self) -> npt.NDArray[np.float32]:
        """Show the rows of all seats, one after the other, if whoever opened it asked for them."""
        if not self.central_state:
            raise Refused(
                "state() has what all seats see together, which tells what is hidden: open the environment with "
                "central_state=True if a central critic may know; public() is what a spectator sees"
            )
        rows = np.zeros((self.seats, self.facts["width"]), np.float32)
        for seat, row in enumerate(rows):
            self.now().observe(seat, row)
        return rows.reshape(-1)

    def render(self) -> str | None:
        """Draw what a spectator sees, or print it."""
        if self.render_mode is None:
            return None
        if self.render_mode == "svg":
            return self.now().svg(None)
        text = self.now().text(None)
        if self.render_mode == "ansi":
            return text
        print(text)
        return None

    def __getstate__(self) -> dict[str, Any]:
        """Keep how it was opened; a game that is being played only if whoever opened it allowed that."""
        kept: dict[str, Any] = {"game": self.game, "seats": self.seats, "render_mode": self.render_mode}
        kept.update(picklable=self.picklable, central_state=self.central_state)
        if self.state is not None and not self.is_over() and not self.picklable:
            raise TypeError(
                "an environment with a game under way is not pickled: its seed tells what is hidden; open it with "
                "picklable=True if whoever gets the pickle may know"
            )
        if self.state is not None and self.picklable:
            kept.update(seed=self.seed, chosen=list(self.chosen), generator=self._generator)
        return kept

    def __setstate__(self, kept: dict[str, Any]) -> None:
        """Open it again and play again what was chosen."""
        opened = {key: kept[key] for key in ("render_mode", "picklable", "central_state")}
        self.__init__(kept["game"], kept["seats"], **opened)  # type: ignore[misc]
        if "seed" in kept:
            self.begin(kept["seed"])
            for action in kept["chosen"]:
                self.choose(action)
            self._generator = kept["generator"]


class _Shown:
    """What both kinds of environments show: what a spectator sees."""

    _play: _Play
    metadata: dict[str, Any]
    observation_spaces: dict[str, spaces.Dict]
    action_spaces: dict[str, spaces.Discrete]
    state_space: spaces.Box
    """The space of ``state()``; only an environment with ``central_state=True`` has it."""

    def _open(self, play: _Play, *, is_parallelizable: bool | None = None) -> None:
        """Describe the environment as PettingZoo wants it."""
        self._play = play
        self.metadata = {"name": play.facts["name"], "render_modes": list(RENDER_MODES)}
        if is_parallelizable is not None:
            self.metadata["is_parallelizable"] = is_parallelizable
        self.render_mode = play.render_mode
        self.possible_agents = list(play.names)
        self.agents: list[str] = []
        self.observation_spaces = {agent: play.observation_space for agent in self.possible_agents}
        self.action_spaces = {agent: play.action_space for agent in self.possible_agents}
        if play.central_state:
            self.state_space = play.state_space

    def observation_space(self, agent: str) -> spaces.Dict:
        """Give the space of an agent's observations; always the same object."""
        return self.observation_spaces[self._play.names[self._play.seat(agent)]]

    def action_space(self, agent: str) -> spaces.Discrete:
        """Give the space of an agent's actions; always the same object."""
        return self.action_spaces[self._play.names[self._play.seat(agent)]]

    def public(self) -> dict[str, Any]:
        """Show what a spectator sees, as a dict: no more is public."""
        return self._play.public()

    def state(self) -> npt.NDArray[np.float32]:
        """Show the rows of all agents, in their order, as one array, for a critic that may know what is hidden.

        Only an environment that was opened with ``central_state=True`` does; :meth:`public` is for everybody.
        """
        return self._play.rows()

    def render(self) -> str | None:
        """Draw what a spectator sees: as text, as SVG, or printed (``"human"``)."""
        return self._play.render()

    def close(self) -> None:
        """Do nothing: there is nothing to close."""

    def __str__(self) -> str:
        """Name the game."""
        return str(self.metadata["name"])


class AECGame(_Shown, AECEnv[str, Observation, int]):
    """Any game, one agent after the other. Where several choose at once, none sees what the others chose.

    Every agent's reward is its points, in the step that ends the game. An action that is not possible raises
    :class:`tefuda.Refused`, and nothing has changed; :func:`env` ends the game instead, as is usual in PettingZoo.
    """

    def __init__(
        self,
        game: str,
        *,
        seats: int | None = None,
        render_mode: str | None = None,
        picklable: bool = False,
        central_state: bool = False,
    ) -> None:
        """Open a table of this game, with its options, for so many seats (the fewest the game has)."""
        super().__init__()
        play = _Play(game, seats, render_mode=render_mode, picklable=picklable, central_state=central_state)
        # Not even the buzzard: only the seat that is next has a mask, and `parallel_env` is that game as it should be.
        self._open(play, is_parallelizable=False)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game: with a seed always the same, without one the next."""
        self._play.begin(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._select()

    def _select(self) -> None:
        """Turn to the agent that must choose, or end the game."""
        if self._play.is_over():
            returns = self._play.now().returns()
            self.rewards = dict(zip(self.agents, returns))
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self.possible_agents[self._play.now().current()]

    def observe(self, agent: str) -> Observation:
        """Show what an agent sees now; the mask is empty unless it must choose."""
        seat = self._play.seat(agent)
        state = self._play.now()
        return self._play.row(seat, state.legal() if state.current() == seat else [])

    def step(self, action: int | None) -> None:
        """Take the action of the agent that must choose."""
        self._play.now()
        if not self.agents:
            raise Refused("the game is over; reset the environment to begin another")
        if self.terminations[self.agent_selection]:
            self._was_dead_step(action)
            return
        agent = self.agent_selection
        self._play.choose(action)
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        self._select()
        self._accumulate_rewards()


class ParallelGame(_Shown, ParallelEnv[str, Observation, int]):
    """The buzzard with all agents choosing at once.

    ``illegal`` says what an action does that is not possible: ``"terminate"`` ends the game, its agent gets the least
    that a seat can earn and the others nothing; ``"raise"`` raises :class:`tefuda.Refused`, and nothing has changed.
    """

    def __init__(
        self,
        game: str,
        *,
        seats: int | None = None,
        render_mode: str | None = None,
        picklable: bool = False,
        central_state: bool = False,
        illegal: str = "terminate",
    ) -> None:
        """Open a table of this game, with its options, for so many seats (the fewest the game has)."""
        play = _Play(game, seats, render_mode=render_mode, picklable=picklable, central_state=central_state)
        name = play.facts["name"]
        if name != ALL_AT_ONCE:
            raise Refused(
                f"in {name} not all seats choose at once, so it is no parallel environment; take "
                f"tefuda.pettingzoo.env({game!r}), or the buzzard"
            )
        self._illegal = _illegal(illegal)
        self._open(play)

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Observation], dict[str, dict[str, Any]]]:
        """Begin a game: with a seed always the same, without one the next."""
        self._play.begin(seed)
        self.agents = list(self.possible_agents)
        return self._observations(), {agent: {} for agent in self.agents}

    def _observations(self) -> dict[str, Observation]:
        legal: list[list[int]] = [[] for _ in self.possible_agents]
        # What a seat may choose does not hang on what the others choose now, so a copy can ask one after the other.
        turn = self._play.now().clone()
        for seat in range(self._play.seats):
            if turn.current() == seat:
                legal[seat] = turn.legal()
                turn.choose(legal[seat][0])
        return {agent: self._play.row(seat, legal[seat]) for seat, agent in enumerate(self.possible_agents)}

    def step(self, actions: dict[str, int]) -> Any:
        """Take the actions of all agents: observations, rewards, terminations, truncations, infos."""
        if not self.agents:
            self._play.now()
            raise Refused("the game is over; reset the environment to begin another")
        chosen = self._read(actions)
        offender = self._refused(chosen)
        if offender is not None and self._illegal == "raise":
            raise Refused(f"{offender}: action {actions[offender]} is not legal now; the action mask says which are")
        if offender is None:
            for action in chosen.values():
                self._play.choose(action)
        return self._ended(offender)

    def _read(self, actions: dict[str, int]) -> dict[str, int]:
        if not isinstance(actions, Mapping) or set(actions) != set(self.agents):
            raise Refused(f"actions has one action for each of {', '.join(self.agents)}, not {shown(actions)}")
        return {agent: self._play.read(actions[agent]) for agent in self.agents}

    def _refused(self, chosen: dict[str, int]) -> str | None:
        """Find the first agent whose action is not legal."""
        turn = self._play.now().clone()
        for agent, action in chosen.items():
            if action not in turn.legal():
                return agent
            turn.choose(action)
        return None

    def _ended(self, offender: str | None) -> Any:
        agents, over = self.agents, offender is not None or self._play.is_over()
        rewards = dict(zip(agents, self._play.now().returns()))
        if offender is not None:
            EnvLogger.warn_on_illegal_move()
            rewards[offender] = float(self._play.facts["bounds"][0])
        observations = self._observations()
        infos: dict[str, dict[str, Any]] = {agent: {} for agent in agents}
        self.agents = [] if over else agents
        return observations, rewards, dict.fromkeys(agents, over), dict.fromkeys(agents, False), infos


def _illegal(wanted: Any) -> str:
    return str(one_of("illegal", wanted, ("terminate", "raise")))


def raw_env(game: str, **options: Any) -> AECGame:
    """Open an AEC environment without wrappers: an action that is not possible raises."""
    return AECGame(game, **options)


def env(
    game: str,
    *,
    seats: int | None = None,
    render_mode: str | None = None,
    picklable: bool = False,
    central_state: bool = False,
    illegal: str = "terminate",
) -> AECEnv[str, Observation, int]:
    """Open an AEC environment of any game, with PettingZoo's usual wrappers.

    >>> env = tefuda.pettingzoo.env("saboteur", seats=4)
    >>> env.reset(seed=1)
    >>> for agent in env.agent_iter():
    ...     observation, reward, termination, truncation, info = env.last()
    ...     over = termination or truncation
    ...     env.step(None if over else env.action_space(agent).sample(observation["action_mask"]))

    ``illegal="terminate"`` ends a game with an action that is not possible: its agent gets the least that a seat can
    earn; ``"raise"`` raises :class:`tefuda.Refused`. ``picklable=True`` lets a game under way be pickled with its seed,
    for those who may know what is hidden; else only an environment without one can be. ``central_state=True`` gives
    ``state()`` and ``state_space`` for a central critic: the rows of all agents, one after the other.

    ``render_mode`` is ``"human"`` (printed), ``"ansi"`` or ``"svg"``; each shows what a spectator sees.
    """
    options: dict[str, Any] = {"render_mode": render_mode, "picklable": picklable, "central_state": central_state}
    game_env: Any = AECGame(game, seats=seats, **options)
    if _illegal(illegal) == "terminate":
        least = float(game_env._play.facts["bounds"][0])
        game_env = wrappers.TerminateIllegalWrapper(game_env, illegal_reward=least)
        game_env = wrappers.AssertOutOfBoundsWrapper(game_env)
    wrapped: AECEnv[str, Observation, int] = wrappers.OrderEnforcingWrapper(game_env)
    return wrapped


def parallel_env(game: str = ALL_AT_ONCE, **options: Any) -> ParallelGame:
    """Open a parallel environment of the buzzard: all agents choose at once."""
    return ParallelGame(game, **options)


def _register() -> None:
    """Enter every game in PettingZoo's registry, where it has one."""
    try:
        from pettingzoo import register
    except ImportError:
        return
    make: Callable[..., Any]
    for game in games():
        for name in (game.name, *game.presets):
            kinds = {"aec": env, "parallel": parallel_env} if game.name == ALL_AT_ONCE else {"aec": env}
            for kind, make in kinds.items():
                register(kind, f"tefuda/{name}-v0", partial(make, name))


_register()
