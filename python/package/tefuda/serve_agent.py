"""Let a player written in Python play for the command line.

``python -m tefuda.serve_agent mine:Cautious`` speaks the JSON lines of ``docs/exec.md`` on its standard input and
output, so it is a player of any tefuda program of this machine::

    tefuda match kuhn --seats 'exec(cmd="python -m tefuda.serve_agent mine:Cautious",name=mine),random'
    tefuda play kuhn --agents 'exec(cmd="python -m tefuda.serve_agent mine:Cautious",name=mine)'
    tefuda serve --agent 'mine=exec(cmd="python -m tefuda.serve_agent mine:Cautious")'

``mine`` is a module that Python can import; the folder it is started in counts. A :class:`tefuda.Policy` needs
``rows=on`` beside its command.
"""

from __future__ import annotations

import contextlib
import importlib
import json
import os
import sys
from typing import Any, TextIO

from tefuda.agents import hear, is_single, lacking

USAGE = "usage: python -m tefuda.serve_agent MODULE:CLASS"


def serve(agent: Any, lines: TextIO, out: TextIO) -> None:
    """Answer the lines until they end."""
    for line in lines:
        # What the player prints goes to stderr: the table reads every line on stdout as an answer.
        with contextlib.redirect_stdout(sys.stderr):
            answer = hear(agent, line)
        if answer is not None:
            out.write(json.dumps({"action": answer}) + "\n")
            out.flush()


def find(name: str) -> Any:
    """Make the player that ``MODULE:CLASS`` names."""
    module, colon, attribute = name.partition(":")
    if not (module and colon and attribute):
        raise SystemExit(f"{USAGE}\n`{name}` is not of this form, e.g. mine:Cautious")
    if module.endswith(".py"):
        raise SystemExit(f"{USAGE}\nwrite the module without its ending: {module[:-3]}:{attribute}")
    sys.path.insert(0, os.getcwd())
    try:
        made = getattr(importlib.import_module(module), attribute)
    except ModuleNotFoundError as error:
        raise SystemExit(f"no module `{error.name}` here: start where {module}.py lies") from error
    except AttributeError as error:
        raise SystemExit(f"no `{attribute}` in module `{module}`") from error
    agent = _made(name, made)
    if lack := lacking(agent):
        raise SystemExit(f"`{name}` is no player: {lack}")
    return agent


def _made(name: str, made: Any) -> Any:
    if is_single(made):
        return made
    try:
        return made()
    except Exception as error:
        raise SystemExit(f"`{name}` could not be made: {error!r}") from error


def main(args: list[str] | None = None) -> None:
    """Run as a program."""
    args = sys.argv[1:] if args is None else args
    if len(args) != 1:
        raise SystemExit(USAGE)
    serve(find(args[0]), sys.stdin, sys.stdout)


if __name__ == "__main__":
    main()
