"""Games that begin with random choices: they scatter, and nobody learns from them."""

import contextlib

import numpy as np
import pytest
import tefuda
from tefuda.learn.config import from_dict
from tefuda.learn.generate import Acting, Generator, Opening, seats_at
from tefuda.learn.policy_file import read_policy
from tefuda.learn.train import opened as opened_network
from tefuda.learn.train import train

LONGEST = 3


def config(**more):
    tables = {"tables": 32, "batches": 1, "steps": 10, "opening": LONGEST, **more.pop("tables", {})}
    return from_dict({"game": "buzzard(cards=5)", "decisions": 1, "backend": "numpy", "tables": tables, **more})


def test_openings_are_as_long_as_they_are_drawn_and_end():
    opening = Opening(LONGEST, 2, 10_000, 7)
    drawn = opening.left.copy()
    assert set(drawn) == {0, 2, 4, 6}
    counts = np.bincount(drawn // 2)
    assert (abs(counts - 2500) < 250).all(), counts
    random = np.stack([opening.random() for _ in range(8)])
    np.testing.assert_array_equal(random.sum(0), drawn)
    np.testing.assert_array_equal(random, np.arange(8)[:, None] < drawn)
    assert (opening.left == 0).all()
    opening.deal(np.arange(10_000) < 4)
    assert (opening.left[4:] == 0).all()


def generated(asked, blocks=4):
    """All decisions that enter blocks, and what a policy that always takes the first legal action chose in them."""
    backend, _, _ = opened_network(asked, seats_at(asked), "cpu")
    weights = backend.weights()
    weights["policy.bias"] = -100 * np.arange(len(weights["policy.bias"]), dtype=np.float32)
    backend.set_weights(weights)
    with contextlib.closing(Generator(asked, backend, 1.0)) as generator:
        generator.begin()
        kept = [generator.block(Acting(backend.policy(), [], None)) for _ in range(blocks)]
        choices = [np.concatenate([record.choice for record in block.records])[block.chosen] for block in kept]
        return np.concatenate(choices), generator.times


@pytest.mark.parametrize("gae", [1.0, 0.5])
def test_nothing_random_is_learned_from(gae):
    choices, times = generated(config(learn={"gae": gae}))
    assert len(choices) > 100 and (choices == 0).all()
    # Of four rounds with a choice, one and a half begin at random.
    without, every = generated(config(learn={"gae": gae}, tables={"opening": 0}))
    assert len(choices) < 0.75 * len(without)
    assert times.decisions < 0.75 * every.decisions


def test_openings_are_as_long_at_tables_of_the_house():
    house = {"house": [{"share": 1.0, "players": ["random"]}]}
    with contextlib.closing(Generator(config(league=house), opened_network(config(), 2, "cpu")[0], 1.0)) as generator:
        (source,) = generator.sources
        assert set(source.opening.left) == {0, 1, 2, 3}


def test_a_training_that_was_cut_goes_on_in_the_middle_of_openings(tmp_path):
    even = {"save_seconds": 1e6, "seed": 5, "learn": {"minibatch": 64, "rate": 1e-3, "entropy": 0.01}}
    tables = {"tables": 16, "steps": 7}
    whole = train(config(**even, tables={**tables}, decisions=1500), tmp_path / "whole", quiet=True)
    train(config(**even, tables={**tables}, decisions=500), tmp_path / "cut", quiet=True)
    cut = train(config(**even, tables={**tables}, decisions=1500), tmp_path / "cut", resume=True, quiet=True)
    assert read_policy(whole).meta["digest"] == read_policy(cut).meta["digest"]


def test_wrong_lengths_are_refused():
    for wrong in (-1, 1.5, "three", 1001):
        with pytest.raises(tefuda.Refused, match=r"tables\.opening is a whole number from 0 to 1000"):
            config(tables={"opening": wrong})
