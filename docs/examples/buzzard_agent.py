"""A player for Tefuda that is a program of its own, with Python's standard library alone.

    tefuda match buzzard --seats 'exec(cmd="python3 docs/examples/buzzard_agent.py"),random'

It plays every game by choosing any legal action, and the buzzard by the worth of the prize.
The lines it reads and writes are described in docs/exec.md.
"""

import json
import random
import sys


def bid(public, legal):
    """The best card left for the best prize left, the second best for the second best, and so on.

    There are as many cards in the hand as prizes still to be won. A vulture is worth avoiding as much as
    a mouse of the same size is worth winning.
    """
    prize = abs(public["prize"])
    prizes = sorted(abs(value) for value in [*public["prizes_left"], public["prize"]])
    bids = sorted(legal, key=lambda text: int(text.split()[-1]))  # "bids 9" before "bids 14"
    return bids[prizes.index(prize)]


def choose(game, line):
    """One of the texts in `legal`."""
    if game == "buzzard":
        return bid(line["view"]["public"], line["legal"])
    # The table's own luck: with equal seeds this program plays equal games.
    return random.Random(line["seed"]).choice(line["legal"])


def main():
    game = None
    for text in sys.stdin:  # ends when the table closes our input
        line = json.loads(text)
        if line["type"] == "hello":
            game = line["game"]
        elif line["type"] == "act":
            print(json.dumps({"action": choose(game, line)}), flush=True)
        # "seen" and "end" are there for players that remember and learn.


if __name__ == "__main__":
    main()
