"""Tefuda (手札): a laboratory for games with hidden information.

Play at a :class:`Table`, let agents play a :func:`match` or an :func:`arena`, :func:`solve` a small game, step
thousands of games at once in a :func:`batch`, read records back with :func:`load_records`. An agent is a name, or a
class of your own (:class:`Agent`, or :class:`Policy` for what was trained with :func:`batch`).
"""

from tefuda._tefuda import Broken, Refused, __version__
from tefuda.agents import Agent, Policy
from tefuda.batching import Batch, batch
from tefuda.experiments import Results, collect, list_experiments, reproduce, run
from tefuda.lists import AgentInfo, GameInfo, Option, agents_of, estimators_of, games, rules
from tefuda.matches import ArenaResult, Figure, MatchResult, SeatResult, Standing, arena, match
from tefuda.packing import Packing, unpack
from tefuda.records import Records, Replay, load_records, read_records
from tefuda.solving import Situation, Solution, solve
from tefuda.table import Advice, Belief, Payoffs, Table, View

__all__ = [
    "Advice",
    "Agent",
    "AgentInfo",
    "ArenaResult",
    "Batch",
    "Belief",
    "Broken",
    "Figure",
    "GameInfo",
    "MatchResult",
    "Option",
    "Packing",
    "Payoffs",
    "Policy",
    "Records",
    "Refused",
    "Replay",
    "Results",
    "SeatResult",
    "Situation",
    "Solution",
    "Standing",
    "Table",
    "View",
    "__version__",
    "agents_of",
    "arena",
    "batch",
    "collect",
    "estimators_of",
    "games",
    "list_experiments",
    "load_records",
    "match",
    "read_records",
    "reproduce",
    "rules",
    "run",
    "solve",
    "unpack",
]
