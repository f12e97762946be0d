"""The notebooks run from top to bottom, and print what is kept in them."""

from pathlib import Path

import numpy as np
import pytest
import tefuda

nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")

NOTEBOOKS = Path(__file__).resolve().parents[1] / "notebooks"


def printed(notebook) -> list:
    """What each cell of code wrote on its standard output."""
    cells = [cell for cell in notebook.cells if cell.cell_type == "code"]
    streams = [[each for each in cell.outputs if each.get("name") == "stdout"] for cell in cells]
    return ["".join(each["text"] for each in outputs) for outputs in streams]


def test_the_papers_table_is_reproduced(tmp_path):
    notebook = nbformat.read(NOTEBOOKS / "reproduce.ipynb", as_version=4)
    nbformat.validate(notebook)
    kept = printed(notebook)
    assert sum(bool(text) for text in kept) >= 4, "it is kept with its output"
    nbclient.NotebookClient(notebook, timeout=120, resources={"metadata": {"path": tmp_path}}).execute()
    assert printed(notebook) == kept, "equal seeds, equal figures"


class Linear:
    """A policy without a framework: a softmax over a linear map of the row, moved along the policy gradient."""

    def __init__(self, tables: tefuda.Batch, seed: int) -> None:
        self.weights = np.zeros((tables.num_features, tables.num_actions))
        self.generator = np.random.default_rng(seed)

    def distribution(self, obs, mask):
        logits = np.where(mask, obs @ self.weights, -np.inf)
        shares = np.exp(logits - logits.max(1, keepdims=True))
        return shares / shares.sum(1, keepdims=True)

    def act(self, obs, mask, seat):
        # Where a game is over nothing is legal, and any id will do.
        shares = self.distribution(obs, mask | ~mask.any(1, keepdims=True))
        ids = (shares.cumsum(1) > self.generator.random((len(shares), 1))).argmax(1)
        return ids, np.log(np.take_along_axis(shares, ids[:, None], 1)[:, 0]), np.zeros(len(ids))

    def learn(self, decisions, returns) -> None:
        away = -self.distribution(decisions["obs"], decisions["mask"])
        away[np.arange(len(away)), decisions["ids"]] += 1
        advantage = (returns - returns.mean()) / returns.std()
        self.weights += 10 * decisions["obs"].T @ (away * advantage[:, None]) / len(away)


@pytest.fixture(scope="module")
def loop() -> dict:
    """What the cells of the loop define; those with PyTorch are left out."""
    notebook = nbformat.read(NOTEBOOKS / "ppo.ipynb", as_version=4)
    nbformat.validate(notebook)
    cells = [cell for cell in notebook.cells if "loop" in cell.metadata.get("tags", [])]
    assert len(cells) == 2 and not any("torch" in cell.source for cell in cells)
    names: dict = {}
    for cell in cells:
        exec(cell.source, names)
    return names


def test_the_loop_gives_every_decision_what_it_led_to(loop):
    tables = tefuda.batch("buzzard(cards=6)", 64, seats=2)
    policy = Linear(tables, 1)
    decisions, points = loop["play"](tables, policy.act, seed=3)
    # Five bids of either seat; the last ones are forced.
    assert len(decisions["ids"]) == 64 * 2 * 5
    assert np.array_equal(np.bincount(decisions["table"]), np.full(64, 10))
    assert np.take_along_axis(decisions["mask"], decisions["ids"][:, None], 1).all(), "legal, as the masks said"
    returns = loop["returns_of"](decisions, points, scale=1.0)
    first = decisions["table"] == 0
    assert {(seat, back) for seat, back in zip(decisions["seat"][first], returns[first])} == set(enumerate(points[0]))
    assert np.abs(points).sum() > 0


def test_the_loop_learns_with_a_policy_in_numpy(loop):
    tables = tefuda.batch("buzzard(cards=6)", 512, seats=2)
    policy, said = Linear(tables, 0), []
    before, error, _ = loop["measure"](tables, policy.act, 7)
    assert abs(before) < 5 * error, "it begins as a random player"
    mean, error, wins = loop["train"](tables, policy.act, policy.learn, iterations=40, every=20, tell=said.append)
    assert mean > 5 * error and wins > 0.6 and len(said) == 3, said


def test_the_network_is_kept_with_what_it_learned():
    notebook = nbformat.read(NOTEBOOKS / "ppo.ipynb", as_version=4)
    lines = "".join(printed(notebook)).splitlines()
    won = [float(line.split("%")[0].split()[-1]) for line in lines if line.endswith("won")]
    assert len(won) == 9 and abs(won[0] - 50) < 5 and won[-1] > 85, won
