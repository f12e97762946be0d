"""A class written in Python plays on the page of one's own machine."""

import contextlib
import json
import os
import subprocess
import sys
import time
import urllib.request

import pytest
from test_match import program

MINE = """
import tefuda


class Cautious(tefuda.Agent):
    def choose(self, view, legal):
        return "passes" if "passes" in legal else self.random.choice(legal)
"""


class Person:
    """Somebody who plays over HTTP, as a browser would."""

    def __init__(self, base, seats):
        self.base = base
        opened = json.loads(self.ask("/tables", {"game": "kuhn", "seats": seats, "series": 3}))
        self.path, self.bearer = opened["links"][0]["link"].split("#")

    def ask(self, path, body=None, bearer=None):
        """The body of an answer; of a stream its first message."""
        headers = {"Content-Type": "application/json"}
        if bearer:
            headers["Authorization"] = f"Bearer {bearer}"
        data = None if body is None else json.dumps(body).encode()
        with urllib.request.urlopen(urllib.request.Request(self.base + path, data, headers), timeout=60) as answer:
            return (answer.readline() if path.endswith("/events") else answer.read()).decode()

    def state(self):
        return json.loads(self.ask(self.path + "/events", bearer=self.bearer)[len("data: ") :])

    def enter(self, state, **entry):
        self.ask(self.path + "/entries", {"turn": state["turn"], **entry}, self.bearer)

    def play(self):
        """Bets whenever it is asked, to the end of the series: the states it saw."""
        states = []
        while not states or not (states[-1]["over"] or {"last": False})["last"]:
            states.append(self.state())
            assert len(states) < 2000 and states[-1]["fault"] is None, states[-1]
            if states[-1]["choices"]:
                self.enter(states[-1], choice="bets")
            elif states[-1]["over"] and not states[-1]["over"]["last"]:
                self.enter(states[-1], next=True)
            else:
                time.sleep(0.02)
        return states


@contextlib.contextmanager
def page(folder, *options):
    """The address of a server in this folder, for as long as it is needed."""
    words = [program(), "serve", "--port", "0", "--pace-ms", "0", "--data", "tables", *options]
    server = subprocess.Popen(words, cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        yield server.stdout.readline().split()[1].rstrip("/")
    finally:
        server.terminate()
        assert server.communicate(timeout=60)[1] == ""
        assert server.returncode == 0


@pytest.mark.skipif(program() is None, reason="the program tefuda was not built")
def test_a_class_plays_whole_games_on_the_page(tmp_path):
    (tmp_path / "mine.py").write_text(MINE)
    command = f"{sys.executable} -m tefuda.serve_agent mine:Cautious"
    with page(tmp_path, "--agent", f"mine=exec(cmd={json.dumps(command)},start=300)") as base:
        person = Person(base, ["person", "mine"])
        states = person.play()
        lobby, record = person.ask("/"), person.ask(person.path + "/record")
    told = [event["text"] for event in states[-1]["events"]]
    assert told[-2:] == ["A bets", "B passes"], "it is cautious"
    assert states[-1]["seats"][1]["name"] == "mine"
    assert [points["points"] for points in states[-1]["over"]["payoffs"]] == [1.0, -1.0]
    assert "mine" in lobby and '"mine"' in record
    for text in (lobby, record, json.dumps(states)):
        assert "serve_agent" not in text and os.fspath(tmp_path) not in text
