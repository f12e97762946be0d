"""What a training is told: a file of TOML, read into dataclasses and checked before anything begins."""

from __future__ import annotations

import dataclasses
import difflib
import json
import re
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tefuda._checks import path_of, shown
from tefuda._tefuda import Refused

__all__ = ["Config", "Schedule", "from_dict", "read"]


@dataclass(frozen=True)
class Schedule:
    """A number that changes on the way from the first decision to the last."""

    begin: float
    end: float
    shape: str = "linear"

    def at(self, progress: float) -> float:
        """Give the number when this share of the training is done."""
        share = min(max(progress, 0.0), 1.0)
        if self.shape == "exponential" and self.begin > 0 and self.end > 0:
            return float(self.begin * (self.end / self.begin) ** share)
        return self.begin + (self.end - self.begin) * share


def _number(default: Any, least: float, most: float) -> Any:
    return field(default=default, metadata={"least": least, "most": most})


def _words(default: str, *words: str) -> Any:
    return field(default=default, metadata={"words": words})


def _schedule(begin: float, end: float, shape: str = "linear", most: float = 1e6) -> Any:
    return field(default=Schedule(begin, end, shape), metadata={"least": 0.0, "most": most})


@dataclass(frozen=True)
class Tables:
    """How decisions are generated."""

    tables: int = _number(512, 1, 1_000_000)
    """How many tables there are in all."""
    batches: int = _number(2, 1, 64)
    """How many sets they are split into: one is stepped while another is asked."""
    threads: int = _number(1, 1, 1024)
    """How many cores step each set."""
    steps: int = _number(32, 1, 100_000)
    """How many steps every table makes before an update."""
    opening: int = _number(0, 0, 1000)
    """The longest random opening, in choices of each seat; 0: none. Each game draws its own length, and random choices
    are not learned from. So a policy is trained also where it would not go. For games in which only simultaneous
    choices are hidden: elsewhere a choice tells others of a hand."""
    mode: str = _words("sync", "sync", "async")
    """``sync`` generates and learns in turn; ``async`` generates with weights one update old while it learns."""


@dataclass(frozen=True)
class NetworkConfig:
    """The shape of the network."""

    kind: str = _words("mlp", "mlp", "residual")
    """Plain layers one after another, or blocks that add to what goes in."""
    width: int = _number(128, 1, 8192)
    """How wide its layers are."""
    depth: int = _number(2, 0, 64)
    """How many hidden layers, or residual blocks after the first layer."""
    norm: bool = False
    """Whether layers are normalised."""
    actions: str = _words("ids", "ids", "features")
    """Whether each id has its own score, or actions are scored by what describes them."""
    query: int = _number(64, 1, 4096)
    """With ``features``: how many numbers of the state meet those of an action."""
    describe: int = _number(128, 1, 4096)
    """With ``features``: how wide the hidden layer over an action's description is."""


@dataclass(frozen=True)
class LearnConfig:
    """How the network learns."""

    algorithm: str = _words("ppo", "ppo", "dmc")
    """``ppo``, or Deep Monte Carlo: the score of an action is what it is expected to earn."""
    epochs: int = _number(2, 1, 100)
    """How often an update goes through its decisions."""
    minibatch: int = _number(2048, 1, 10_000_000)
    """How many decisions a step of the optimiser (Adam) takes."""
    rate: Schedule = _schedule(1e-3, 1e-4, most=10.0)
    """The learning rate."""
    clip: float = _number(0.2, 0.0, 10.0)
    """With ``ppo``: how far the probability of a choice may move in one update, as a share of what it was."""
    entropy: Schedule = _schedule(0.01, 0.001)
    """With ``ppo``: the weight of the policy's entropy; the larger, the more it mixes its choices."""
    magnet: Schedule = _schedule(0.0, 0.0)
    """How strongly the policy is held near the magnet, a policy of the past."""
    magnet_every: int = _number(100, 1, 10_000_000)
    """After how many updates the magnet becomes the newest policy."""
    gae: float = _number(1.0, 0.0, 1.0)
    """1: what was earned; below, the critic's figure for the next decision counts as well."""
    normalise: bool = True
    """Whether advantages are brought to mean 0 and deviation 1 before each update."""
    value: float = _number(0.5, 0.0, 100.0)
    """The weight of the value's error in the loss."""
    truth: bool = False
    """Whether the critic sees what is hidden, while training. The policy never does."""
    gradient: float = _number(0.5, 0.0, 1e9)
    """Gradients longer than this are shortened to it; 0: none is."""
    epsilon: Schedule = _schedule(0.1, 0.01, most=1.0)
    """With ``dmc``: the share of choices that are drawn among all legal ones."""
    average: float = _number(0.0, 0.0, 1.0)
    """The player has the mean of the weights of so large a last share of the training; 0: the newest weights."""
    precision: str = _words("tf32", "float32", "tf32", "bfloat16")
    """How a graphics card multiplies."""


@dataclass(frozen=True)
class House:
    """A share of the tables at which one own seat plays among players of the house."""

    share: float = _number(0.0, 0.0, 1.0)
    """Which share; all shares of a league together are at most 1."""
    players: tuple[str, ...] = ()
    """One name for all other seats, or a name for each."""


@dataclass(frozen=True)
class League:
    """Who sits at the tables; at those that are left everybody is the newest network."""

    past: float = _number(0.0, 0.0, 1.0)
    """The share of the tables at which past selves have all seats but one."""
    pool: int = _number(8, 1, 1000)
    """How many past selves are kept."""
    every: int = _number(50, 1, 10_000_000)
    """After how many updates another one is kept."""
    house: tuple[House, ...] = ()


@dataclass(frozen=True)
class Evaluate:
    """Matches on the way and at the end."""

    against: tuple[str, ...] = ()
    """Players of the house; each has all seats but one in a match of its own."""
    games: int = _number(400, 1, 10_000_000)
    """How many games each of these matches has."""
    minutes: float = _number(5.0, 0.0, 1e6)
    """How many minutes of training lie between two evaluations; 0: at the end alone."""
    temperature: float = _number(1.0, 0.0, 100.0)
    """How far the learned player strays from its best action in them; 0: not at all. A ``dmc`` player never does."""
    exploit: bool = False
    """Whether the best response is computed, over the whole tree: small games for two alone."""


@dataclass(frozen=True)
class Cluster:
    """How a training is spread over a Ray cluster."""

    actors: int | None = _number(None, 1, 10_000)
    """How many processes play; without it one for every ``tables.threads`` cores that the nodes have."""
    most_lag: int = _number(4, 0, 1_000_000)
    """Blocks played with weights that are more updates old are dropped, and counted."""
    patience: float = _number(300.0, 1.0, 1e6)
    """After how many seconds without an answer an actor is replaced; and for how long nobody may play."""


@dataclass(frozen=True)
class Config:
    """A whole training."""

    game: str = ""
    """The game with its options, e.g. ``"buzzard(cards=5)"``. It must be given."""
    seats: int | None = _number(None, 1, 26)
    """How many sit at a table; the fewest that the game has if not given."""
    series: int | None = _number(None, 1, 10_000)
    """How many games follow one another; the game's usual number if not given."""
    seed: int = _number(0, 0, 2**64 - 1)
    """Trainings of equal seeds and ``mode = "sync"`` that end after ``decisions`` are equal on one machine."""
    begin: str | None = field(default=None, metadata={"text": "a policy's file"})
    """A policy's file: its weights are the first, in place of drawn ones. The optimiser and the critic begin anew."""
    decisions: int | None = _number(None, 1, 10**15)
    """After how many decisions it ends; schedules run from 0 to this."""
    minutes: float | None = _number(None, 0.001, 1e6)
    """After how many minutes it ends, evaluation excluded; with ``decisions`` as well, whichever comes first."""
    save_seconds: float = _number(120.0, 0.1, 1e6)
    """How many seconds lie between two checkpoints."""
    half: bool = False
    """Whether the policy's file has numbers of half precision."""
    backend: str = _words("auto", "auto", "numpy", "torch")
    """``auto``: PyTorch where it is installed, else numpy."""
    ray: str = "off"
    """``off``: this machine alone plays; ``auto`` or an address: the actors of a Ray cluster do."""
    tables: Tables = field(default_factory=Tables)
    network: NetworkConfig = field(default_factory=NetworkConfig)
    learn: LearnConfig = field(default_factory=LearnConfig)
    league: League = field(default_factory=League)
    evaluate: Evaluate = field(default_factory=Evaluate)
    cluster: Cluster = field(default_factory=Cluster)

    def as_dict(self) -> dict[str, Any]:
        """Write it as plain lists and dicts; what is not set is left out."""
        return _plain(self)  # type: ignore[no-any-return]

    def text(self) -> str:
        """Write it as JSON: equal configs, equal texts."""
        return json.dumps(self.as_dict(), sort_keys=True, ensure_ascii=False)


_INNER: dict[str, type] = {
    "tables": Tables,
    "network": NetworkConfig,
    "learn": LearnConfig,
    "league": League,
    "evaluate": Evaluate,
    "cluster": Cluster,
}


def read(path: Any) -> Config:
    """Read a config from a file of TOML."""
    file = Path(path_of("config", path))
    try:
        text = file.read_bytes().decode()
    except FileNotFoundError:
        raise Refused(f"there is no file {file}") from None
    except (OSError, UnicodeDecodeError) as error:
        raise Refused(f"{file} cannot be read: {error}") from None
    toml = _toml()
    try:
        told = toml.loads(text)
    except toml.TOMLDecodeError as error:
        raise Refused(f"{file} is no TOML: {error}") from None
    return from_dict(told)


def _toml() -> Any:
    try:
        import tomllib as toml  # type: ignore[import-not-found,unused-ignore]
    except ImportError:
        try:
            import tomli as toml  # type: ignore[import-not-found,unused-ignore,no-redef]
        except ImportError:
            raise Refused("before Python 3.11 a config needs one package more: pip install tomli") from None
    return toml


def from_dict(told: dict[str, Any]) -> Config:
    """Make a config of what a file or a program says, and check it."""
    config: Config = _read_table(Config, told, "")
    _check_whole(config)
    return config


def _check_whole(config: Config) -> None:
    if not config.game:
        raise Refused('game is missing; name one, e.g. game = "leduc"')
    if config.decisions is None and config.minutes is None:
        raise Refused("nothing says when the training ends: set decisions, e.g. decisions = 2_000_000, or minutes")
    if config.ray not in ("off", "auto") and not re.fullmatch(r"[^\s/]+:\d{1,5}", config.ray):
        raise Refused(f'ray is "off", "auto" or an address such as "10.0.0.1:6379", not {shown(config.ray)}')
    shares = config.league.past + sum(house.share for house in config.league.house)
    if shares > 1 + 1e-9:
        raise Refused(f"the shares of league are {shares:g} together; at most 1, and what is left plays against itself")
    if config.tables.tables < config.tables.batches:
        raise Refused(f"{config.tables.tables} tables do not make {config.tables.batches} batches; fewer batches")
    for house in config.league.house:
        if not house.players:
            raise Refused('a league.house has players, e.g. players = ["random"]')
    magnet = config.learn.magnet
    if config.learn.algorithm == "dmc" and (config.learn.truth or max(magnet.begin, magnet.end) > 0):
        raise Refused("learn.truth and learn.magnet belong to ppo; dmc has no critic and no magnet")


def _read_table(kind: Any, told: Any, place: str) -> Any:
    """Read one table of TOML into a dataclass."""
    if not isinstance(told, dict):
        raise Refused(f"{place} is a table of TOML, not {shown(told)}")
    fields = {one.name: one for one in dataclasses.fields(kind)}
    for name in told:
        if name not in fields:
            near = difflib.get_close_matches(name, fields, 1)
            meant = f"did you mean {near[0]}?" if near else f"there are {', '.join(fields)}"
            raise Refused(f"{_at(place, name)} is nothing that can be set; {meant}")
    return kind(**{name: _read_field(fields[name], value, _at(place, name)) for name, value in told.items()})


def _at(place: str, name: str) -> str:
    return f"{place}.{name}" if place else name


def _read_field(one: Any, value: Any, place: str) -> Any:
    """Read one value as its field wants it."""
    if place in _INNER:
        return _read_table(_INNER[place], value, place)
    if one.name == "house":
        if not isinstance(value, list):
            raise Refused("league.house is a list of tables: [[league.house]]")
        return tuple(_read_table(House, row, "league.house") for row in value)
    if isinstance(one.default, Schedule):
        return _read_schedule(one, value, place)
    if one.default == () or one.name == "players":
        return _read_names(value, place)
    if "words" in one.metadata:
        words = one.metadata["words"]
        if value not in words:
            raise Refused(f"{place} is {' or '.join(map(repr, words))}, not {shown(value)}")
        return value
    if isinstance(one.default, bool):
        if not isinstance(value, bool):
            raise Refused(f"{place} is true or false, not {shown(value)}")
        return value
    if isinstance(one.default, str) or "text" in one.metadata:
        if not isinstance(value, str):
            raise Refused(f"{place} is {one.metadata.get('text', 'a text')}, not {shown(value)}")
        return value
    return _read_number(one, value, place)


def _read_number(one: Any, value: Any, place: str) -> Any:
    wants_whole = "float" not in str(one.type)
    least, most = one.metadata["least"], one.metadata["most"]
    fits = isinstance(value, (int,) if wants_whole else (int, float)) and not isinstance(value, bool)
    if not fits or not least <= value <= most:
        kind = "a whole number" if wants_whole else "a number"
        raise Refused(f"{place} is {kind} from {least:g} to {most:g}, not {shown(value)}")
    return value if wants_whole else float(value)


def _read_names(value: Any, place: str) -> tuple[str, ...]:
    if not isinstance(value, list) or not all(isinstance(name, str) for name in value):
        raise Refused(f'{place} is a list of names, e.g. ["random"], not {shown(value)}')
    return tuple(value)


def _read_schedule(one: Any, value: Any, place: str) -> Schedule:
    """Read a number that stays, or ``{from = .., to = .., shape = ..}``."""
    least, most = one.metadata["least"], one.metadata["most"]
    told = {"from": value, "to": value} if isinstance(value, (int, float)) else value
    if not isinstance(told, dict) or not {"from", "to"} <= set(told) <= {"from", "to", "shape"}:
        raise Refused(f"{place} is a number, or {{ from = 0.05, to = 0.001 }}, not {shown(value)}")
    shape = told.get("shape", "linear")
    if shape not in ("linear", "exponential"):
        raise Refused(f"{place}.shape is 'linear' or 'exponential', not {shown(shape)}")
    for end in ("from", "to"):
        number = told[end]
        fits = isinstance(number, (int, float)) and not isinstance(number, bool)
        if not fits or not least <= number <= most:
            raise Refused(f"{place}.{end} is a number from {least:g} to {most:g}, not {shown(number)}")
    if shape == "exponential" and not (told["from"] > 0 and told["to"] > 0):
        raise Refused(f"{place} is exponential and so above 0 at both ends; linear reaches 0")
    return Schedule(float(told["from"]), float(told["to"]), shape)


def _plain(value: Any) -> Any:
    if isinstance(value, Schedule):
        return {"from": value.begin, "to": value.end, "shape": value.shape}
    if dataclasses.is_dataclass(value):
        named = {one.name: getattr(value, one.name) for one in dataclasses.fields(value)}
        return {name: _plain(inner) for name, inner in named.items() if inner is not None}
    if isinstance(value, tuple):
        return [_plain(inner) for inner in value]
    return value
