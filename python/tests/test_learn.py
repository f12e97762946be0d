"""A training from its config to a player: what it learns, what it writes, how it is cut and goes on."""

import contextlib
import dataclasses
import json
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest
import tefuda
import tefuda.learn
from tefuda.learn.checkpoint import FILES, Folder
from tefuda.learn.config import from_dict
from tefuda.learn.exploit import Tree
from tefuda.learn.generate import Generator
from tefuda.learn.player import Scorer
from tefuda.learn.policy_file import read_policy
from tefuda.learn.report import write_report
from tefuda.learn.train import Training

SMALL = {
    "game": "kuhn",
    "backend": "numpy",
    "seed": 3,
    "save_seconds": 1e6,
    "tables": {"tables": 32, "steps": 8},
    "network": {"width": 16, "depth": 1},
}


def config_of(**more):
    merged = {
        name: {**SMALL[name], **value} if isinstance(SMALL.get(name), dict) else value for name, value in more.items()
    }
    return from_dict({**SMALL, **merged})


def trained(path, config, kind=None, resume=False):
    """Train without a word, and keep the training."""
    folder = Folder(path)
    folder.take()
    try:
        training = (kind or Training)(config, folder, "cpu", resume, None)
        with contextlib.closing(training):
            training.run()
    finally:
        folder.leave()
    return training


def kept(path):
    """What a checkpoint holds, but for the clock."""
    with np.load(path / "checkpoint.npz") as file:
        arrays = {name: file[name] for name in file.files}
    counts = json.loads(bytes(arrays.pop("counts")))
    return arrays, {name: counts[name] for name in ("updates", "decisions", "generated", "games", "scale")}


KUHN = {
    "decisions": 300_000,
    "tables": {"tables": 256, "steps": 16},
    "network": {"width": 32, "depth": 1},
    "learn": {
        "rate": {"from": 1e-2, "to": 1e-4},
        "minibatch": 4096,
        "epochs": 1,
        "entropy": 0.0,
        "magnet": 0.3,
        "magnet_every": 40,
        "normalise": False,
    },
}


def test_a_player_of_kuhn_poker_learns(tmp_path, monkeypatch):
    # A row after every update: a quick machine is done before the first one is due.
    monkeypatch.setattr(sys.modules[Training.__module__], "_ROW_SECONDS", 0.0)
    training = trained(tmp_path, config_of(**KUHN, evaluate={"exploit": True}))
    best = training.figures["nash_conv"] / 2
    uniform = Tree("kuhn").nash_conv(lambda rows, mask: mask / mask.sum(1, keepdims=True)) / 2
    assert uniform == pytest.approx(0.9166666667 / 2)
    assert best < 0.2, f"NashConv/2 fell from {uniform:.3f} to {best:.3f}"
    errors = [row["value"] for row in training.rows() if "value" in row]
    assert errors[-1] < errors[0], "the value head learns, too"


def test_deep_monte_carlo_learns(tmp_path):
    learn = {"algorithm": "dmc", "rate": {"from": 1e-2, "to": 1e-3}, "minibatch": 1024}
    more = {"decisions": 100_000, "tables": {"tables": 128, "steps": 8}, "network": {"width": 32, "depth": 1}}
    house = {"house": [{"share": 1.0, "players": ["first"]}]}
    trained(tmp_path, config_of(game="leduc", learn=learn, league=house, **more))
    result = tefuda.match(
        "leduc", [tefuda.learn.player(tmp_path / "policy.safetensors", 0.0), "first"], games=2000, paired=True
    )
    told = tefuda.match("leduc", ["random", "first"], games=2000, paired=True).seats[0].mean
    mean = result.seats[0].mean
    assert mean.low > 0.2 and mean.low > told.high, f"{mean} beside a random player's {told}"


COMPANY = {
    "plain": {},
    "gae and the truth": {"learn": {"gae": 0.9, "truth": True, "magnet": 0.1, "magnet_every": 2}},
    "past selves": {"league": {"past": 0.5, "every": 2, "pool": 2}},
    "house": {
        "game": "leduc",
        "league": {"past": 0.3, "every": 1, "pool": 3, "house": [{"share": 0.4, "players": ["random"]}]},
        "network": {"actions": "features", "query": 4, "describe": 5},
    },
    "dmc": {"learn": {"algorithm": "dmc"}},
    "the mean of half of it": {"learn": {"average": 0.5}},
}


class Cut(Training):
    """It is asked to stop after so many updates."""

    after = 1

    def _update(self):
        super()._update()
        self.stopping = self.updates >= self.after


@pytest.mark.parametrize("backend", ["numpy", "torch"])
@pytest.mark.parametrize("company", COMPANY)
def test_a_training_that_was_cut_goes_on_as_if_nothing_had_happened(company, backend, tmp_path):
    if backend == "torch":
        pytest.importorskip("torch")
    config = config_of(decisions=2500, backend=backend, **COMPANY[company])
    straight = trained(tmp_path / "straight", config)
    wanted, counts = kept(tmp_path / "straight")
    assert straight.updates > 8
    generator = np.random.default_rng()
    for number, after in enumerate([1, int(generator.integers(2, straight.updates))]):
        path = tmp_path / f"cut-{number}"
        Cut.after = after
        assert trained(path, config, Cut).updates == after
        trained(path, config, resume=True)
        found, told = kept(path)
        assert told == counts, f"cut after {after}"
        assert found.keys() == wanted.keys()
        differ = [name for name in wanted if found[name].tobytes() != wanted[name].tobytes()]
        assert not differ, f"cut after {after}: {differ} differ"
        one, two = (read_policy(folder / "policy.safetensors").weights for folder in (path, tmp_path / "straight"))
        assert all(np.array_equal(one[name], two[name]) for name in two)


def test_the_player_is_the_mean_of_the_last_weights(tmp_path):
    class Watching(Training):
        def _learn(self, block):
            stats = super()._learn(block)
            if self.progress >= 0.75:
                late.append(self.backend.weights())
            return stats

    late = []
    training = trained(tmp_path, config_of(decisions=5000, learn={"average": 0.25, "rate": 0.01}), Watching)
    assert len(late) > 3
    written = read_policy(tmp_path / "policy.safetensors").weights
    for name, tensor in written.items():
        assert np.allclose(tensor, np.mean([weights[name] for weights in late], axis=0), atol=1e-6), name
    assert not np.allclose(written["policy.bias"], training.backend.weights()["policy.bias"], atol=1e-4)
    late.clear()
    trained(tmp_path, config_of(decisions=20_000, learn={"average": 0.25, "rate": 0.01}), Watching, resume=True)
    written = read_policy(tmp_path / "policy.safetensors").weights
    assert np.allclose(written["policy.bias"], np.mean([weights["policy.bias"] for weights in late], axis=0), atol=1e-6)


class Forgetful(Training):
    """It goes on with other luck than it had."""

    def _resume(self):
        super()._resume()
        self.backend.generator.random()


class Amnesic(Training):
    """It goes on without the decisions whose games are not over."""

    def _resume(self):
        super()._resume()
        for source in self.generator.sources:
            source.kept = []


class Anew(Training):
    """It goes on with a new optimiser."""

    def _resume(self):
        super()._resume()
        self.backend.set_weights(self.backend.weights())


@pytest.mark.parametrize("planted", [Forgetful, Amnesic, Anew])
def test_a_resumption_that_loses_something_is_found(planted, tmp_path, monkeypatch):
    monkeypatch.setitem(globals(), "Training", planted)
    with pytest.raises(AssertionError, match="cut after"):
        test_a_training_that_was_cut_goes_on_as_if_nothing_had_happened("plain", "numpy", tmp_path)


def counted(training):
    """Every decision that entered an update, by its record and place; and how many wait for their result."""
    seen, records = [], []
    update = training.backend.update

    def noting(block, now):
        places = np.cumsum([0, *(len(record.counts) for record in block.records)])
        of = np.searchsorted(places, block.chosen, side="right") - 1
        seen.extend((id(block.records[n]), int(at - places[n])) for n, at in zip(of, block.chosen))
        records.append(block.records)
        return update(block, now)

    training.backend.update = noting
    return seen, records


class Counting(Training):
    def __init__(self, *args):
        super().__init__(*args)
        self.seen, self.records = counted(self)


@pytest.mark.parametrize("mode", ["sync", "async"])
@pytest.mark.parametrize("company", ["plain", "past selves", "house"])
def test_every_decision_is_learned_from_once(company, mode, tmp_path):
    config = config_of(decisions=4000, **{**COMPANY[company], "tables": {"mode": mode}})
    training = trained(tmp_path, config, Counting)
    assert len(set(training.seen)) == len(training.seen) == training.learned >= 4000
    waiting = sum(int(each.open.sum()) for source in training.generator.sources for each in source.kept)
    assert training.generated == training.learned + waiting, "each is learned from, or waits for the end of its game"
    assert 0 < waiting < training.learned / 4


def test_asynchronous_weights_are_one_update_old(tmp_path, monkeypatch):
    acted, learned = {}, []
    block = Generator.block

    def noting(self, acting):
        acted[len(acted)] = acting.newest.weights["policy.bias"].copy()
        return block(self, acting)

    class Watching(Training):
        def _learn(self, block):
            if not learned:
                learned.append(self.backend.weights()["policy.bias"])
            stats = super()._learn(block)
            learned.append(self.backend.weights()["policy.bias"])
            return stats

    monkeypatch.setattr(Generator, "block", noting)
    for mode, late in (("sync", 0), ("async", 1)):
        acted.clear(), learned.clear()
        trained(tmp_path / mode, config_of(decisions=2000, tables={"mode": mode}), Watching)
        assert len(acted) > 5
        for number, weights in acted.items():
            assert np.array_equal(weights, learned[max(0, number - late)]), (mode, number)


class Turning(tefuda.Policy):
    """Takes the legal ids in turn, and keeps what it was shown."""

    def begin(self, told):
        self.shown = []

    def act(self, obs, mask):
        legal = np.flatnonzero(mask)
        self.shown.append((obs, mask, legal[len(self.shown) % len(legal)]))
        return self.shown[-1][2]


@pytest.mark.parametrize("half", [False, True])
@pytest.mark.parametrize(("game", "actions"), [("leduc", "features"), ("buzzard(cards=5)", "ids")])
def test_the_file_plays_in_rust_as_in_python(game, actions, half, tmp_path):
    network = {"actions": actions, "norm": True, "kind": "residual" if actions == "ids" else "mlp"}
    trained(tmp_path, config_of(game=game, decisions=6000, network=network, learn={"rate": 0.02}, half=half))
    path = tmp_path / "policy.safetensors"
    policy, batch = read_policy(path), tefuda.batch(game, 1)
    scorer, names = Scorer(policy.description, policy.weights, batch.action_features), batch.action_names
    compared, widest, spread = 0, 0.0, 0.0
    for seed in range(25):
        guest = Turning()
        assert tefuda.Table(game, [guest, "first"], seed=seed, games=1).is_over
        table = tefuda.Table(game, [None, "first"], seed=seed, games=1)
        for obs, mask, chosen in guest.shown:
            mine = scorer.probabilities(obs[None], mask[None])[0]
            rows = {row["label"]: row["share"] for row in table.advice("A", f"learned(weights={path})").rows}
            labels = table.labels("A")
            assert sorted(labels) == sorted(names[id] for id in np.flatnonzero(mask))
            for action, label in labels.items():
                share = mine[names.index(action)]
                widest, spread = max(widest, abs(share - rows[label])), max(spread, abs(share - 1 / len(labels)))
                compared += 1
            table.choose("A", names[chosen])
        assert table.is_over
    assert compared >= 100 and widest < 1e-3 and spread > 0.05, (compared, widest, spread)


def test_python_and_rust_choose_alike_where_nothing_is_drawn(tmp_path):
    trained(tmp_path, config_of(game="leduc", decisions=6000, learn={"rate": 0.02}))
    path = tmp_path / "policy.safetensors"
    more = {"games": 300, "seed": 4, "paired": True}
    mine = tefuda.match("leduc", [tefuda.learn.player(path, temperature=0.0), "first"], **more)
    theirs = tefuda.match("leduc", [f"learned(weights={path},temperature=0)", "first"], **more)
    assert mine.seats[0].mean == theirs.seats[0].mean
    other = tefuda.match("leduc", [f"learned(weights={path},temperature=1)", "first"], **more)
    assert other.seats[0].mean != theirs.seats[0].mean


EVALUATED = {"evaluate": {"against": ["random", "equilibrium"], "games": 200, "minutes": 0.0, "exploit": True}}


def numbers_of(text):
    return re.findall(r"-?\d[\d,]*\.?\d*", text)


def test_card_and_report_quote_what_was_measured(tmp_path):
    training = trained(tmp_path, config_of(decisions=20_000, **EVALUATED))
    rows = [json.loads(line) for line in (tmp_path / "curve.jsonl").read_text().splitlines()]
    (judged,) = [row["evaluation"] for row in rows if "evaluation" in row]
    card, page = ((tmp_path / name).read_text() for name in ("card.md", "report.html"))
    figures = card.split("## Figures")[1].split("## Curve")[0]
    allowed = {f"{judged['nash_conv'] / 2:.4f}", "2", f"{training.learned:,}", f"{training.seconds / 60:.1f}", "200"}
    for played in judged["matches"]:
        for seat in [played["learned"], *played["beside"].values()]:
            assert seat["games"] == 200
            for key, times, places in (("win_rate", 100, 1), ("mean", 1, 3)):
                allowed |= {f"{times * number:.{places}f}" for number in seat[key].values()}
    said = numbers_of(figures.replace("**", ""))
    assert len(said) > 20 and set(said) <= allowed, set(said) - allowed
    answer = re.search(r'class="answer">(.*?)</p>', page).group(1)
    assert set(number.rstrip(".") for number in numbers_of(answer)) <= allowed
    for text in (card, page):
        assert f"{judged['nash_conv'] / 2:.4f}" in text and "of this training alone" in text
    assert read_policy(tmp_path / "policy.safetensors").meta["digest"] in card
    table = re.search(r"<tbody>(.*?)</tbody>", page).group(1)
    assert table.count("<tr>") == 5, "the learned one among two, beside random and each of them"
    for wanted in ("Wins", "Points", "NashConv/2", "Entropy of the policy", "Decisions a second", "Share of the time"):
        assert f"<figcaption>{wanted}, over minutes" in page, wanted
    assert not re.search(r"(src|href)=|url\(|@import|<script", page), "the page loads nothing"


def test_a_report_looks_like_that_of_every_experiment():
    here = Path(sys.modules[write_report.__module__].__file__).parent / "page.css"
    there = Path(__file__).parents[2] / "crates/lab/src/report/page.css"
    assert here.read_bytes() == there.read_bytes(), "copy the one that was changed over the other"


def test_without_matches_no_strength_is_claimed(tmp_path):
    trained(tmp_path, config_of(decisions=2000))
    card, page = ((tmp_path / name).read_text() for name in ("card.md", "report.html"))
    assert "No match was asked for." in card and "| among |" not in card
    assert "How well it plays" not in page and "How it learned" in page


def test_names_in_a_report_are_text(tmp_path):
    config = config_of(decisions=2000)
    config = dataclasses.replace(config, backend="numpy")
    training = trained(tmp_path, config)
    about = {"machine": "<script>alert(1)</script>", "text": "t", "minutes": "1", "decisions": "1"}
    write_report(tmp_path / "page.html", config, 2, about, training.rows())
    assert "<script>" not in (tmp_path / "page.html").read_text()


def test_another_training_is_not_gone_on_with(tmp_path):
    run = tmp_path / "run"
    with pytest.raises(tefuda.Refused, match="holds no training; begin it without --resume"):
        trained(run, config_of(decisions=1000), resume=True)
    trained(run, config_of(decisions=1000))
    with pytest.raises(tefuda.Refused, match="holds a training; --resume goes on with it, or name another folder"):
        trained(run, config_of(decisions=1000))
    with pytest.raises(tefuda.Refused, match=r"begun with another config: network\.width was 16 and is 17"):
        trained(run, config_of(decisions=2000, network={"width": 17}), resume=True)
    with pytest.raises(tefuda.Refused, match=r"begun with another config: learn\.rate\.to was 0\.0001 and is 0.5"):
        trained(run, config_of(learn={"rate": {"from": 1e-3, "to": 0.5}}, decisions=2000), resume=True)
    told = json.loads((run / "training.json").read_text())
    for part, changed in (("game", {**told["game"], "rules_version": 99}), ("tefuda", "0.0.1")):
        (run / "training.json").write_text(json.dumps({**told, part: changed}))
        with pytest.raises(tefuda.Refused, match=f"begun with another {part}: .*was .* and is"):
            trained(run, config_of(decisions=2000), resume=True)
    (run / "training.json").write_text(json.dumps(told))
    # The end and what is measured may change.
    more = trained(run, config_of(decisions=2000, half=True, **EVALUATED), resume=True)
    assert more.learned >= 2000 and more.figures["matches"]


@pytest.mark.parametrize(
    ("file", "data", "why"),
    [
        ("checkpoint.npz", b"", "checkpoint.npz is damaged"),
        ("checkpoint.npz", b"PK\x03\x04 cut off", "checkpoint.npz is damaged"),
        ("checkpoint.npz", None, "has no checkpoint; begin without --resume"),
        ("training.json", b"{", "training.json cannot be read"),
        ("training.json", b"[]", "is no description of a training"),
    ],
)
def test_a_damaged_folder_says_so(file, data, why, tmp_path):
    trained(tmp_path, config_of(decisions=1000))
    whole = (tmp_path / file).read_bytes()
    for damaged in [data] if data is None or len(data) < 3 else [data, whole[: len(whole) // 2]]:
        (tmp_path / file).unlink() if damaged is None else (tmp_path / file).write_bytes(damaged)
        with pytest.raises(tefuda.Refused, match=why):
            trained(tmp_path, config_of(decisions=2000), resume=True)


def test_half_a_line_of_the_curve_is_left_out(tmp_path):
    trained(tmp_path, config_of(decisions=1000))
    with (tmp_path / "curve.jsonl").open("a") as file:
        file.write('{"minutes": 0.1, "upd')
    trained(tmp_path, config_of(decisions=2000), resume=True)
    rows = [json.loads(line) for line in (tmp_path / "curve.jsonl").read_text().splitlines()]
    updates = [row["updates"] for row in rows]
    assert updates == sorted(updates) and len(updates) >= 2


def test_a_folder_has_one_writer_and_nothing_else_in_it(tmp_path):
    folder = Folder(tmp_path / "run")
    folder.take()
    with pytest.raises(tefuda.Refused, match="another training writes into"):
        tefuda.learn.train(config_of(decisions=1000), tmp_path / "run", quiet=True)
    folder.leave()
    (tmp_path / "run" / "notes.txt").write_text("mine")
    with pytest.raises(tefuda.Refused, match=r"holds notes.txt, which is not of a training; name a folder of its own"):
        tefuda.learn.train(config_of(decisions=1000), tmp_path / "run", quiet=True)
    (tmp_path / "file").write_text("")
    with pytest.raises(tefuda.Refused, match="is a file; name a folder"):
        tefuda.learn.train(config_of(decisions=1000), tmp_path / "file", quiet=True)


def test_a_player_without_its_training_is_not_written_over(tmp_path):
    trained(tmp_path, config_of(decisions=1000))
    before = (tmp_path / "policy.safetensors").read_bytes()
    for name in ("training.json", "checkpoint.npz", "curve.jsonl"):
        (tmp_path / name).unlink()
    with pytest.raises(tefuda.Refused, match=r"holds card.md without its training; name a folder of its own"):
        trained(tmp_path, config_of(decisions=1000))
    assert (tmp_path / "policy.safetensors").read_bytes() == before


def test_who_was_killed_before_the_first_checkpoint_begins_again(tmp_path):
    trained(tmp_path, config_of(decisions=1000))
    for file in tmp_path.iterdir():
        if file.name not in ("training.json", "curve.jsonl", "lock"):
            file.unlink()
    curve = (tmp_path / "curve.jsonl").read_text()
    with pytest.raises(tefuda.Refused, match="has no checkpoint; begin without --resume"):
        trained(tmp_path, config_of(decisions=1000), resume=True)
    trained(tmp_path, config_of(decisions=1000))
    rows = [json.loads(line) for line in (tmp_path / "curve.jsonl").read_text().splitlines()]
    assert len(rows) == len(curve.splitlines()) and kept(tmp_path)[1]["updates"] == rows[-1]["updates"]


def test_an_evaluation_begins_with_a_checkpoint(tmp_path):
    class Killed(Training):
        def _evaluate(self):
            raise KeyboardInterrupt

    config = config_of(decisions=100_000, evaluate={"against": ["random"], "games": 10, "minutes": 1e-5})
    with pytest.raises(KeyboardInterrupt):
        trained(tmp_path, config, Killed)
    assert kept(tmp_path)[1]["updates"] > 0


def test_a_training_that_is_over_is_judged_once(tmp_path):
    config = config_of(decisions=1000, evaluate={"against": ["random"], "games": 10, "minutes": 0.0})
    trained(tmp_path, config)
    again = trained(tmp_path, config, resume=True)
    rows = [json.loads(line) for line in (tmp_path / "curve.jsonl").read_text().splitlines()]
    assert sum("evaluation" in row for row in rows) == 1 and again.figures["matches"]


@pytest.mark.parametrize("pool", [1, 2])
def test_the_oldest_past_self_makes_room(pool, tmp_path):
    training = trained(tmp_path, config_of(decisions=6000, league={"past": 0.5, "pool": pool, "every": 1}))
    assert training.updates > 3 and len(training.pool) == pool
    newest = training.backend.weights()
    np.testing.assert_array_equal(training.pool[-1]["policy.bias"], newest["policy.bias"])


@pytest.mark.parametrize(
    ("tables", "league", "share"),
    [
        (32, {"past": 0.01}, "0.01 is 0 of them"),
        (3, {"past": 0.5, "house": [{"share": 0.5, "players": ["random"]}]}, ""),
    ],
)
def test_shares_that_make_no_tables_are_refused(tables, league, share, tmp_path):
    asked = config_of(decisions=1000, tables={"tables": tables, "batches": 1}, league=league)
    with pytest.raises(tefuda.Refused, match=f"{tables} tables cannot be split by the shares of the league: .*{share}"):
        trained(tmp_path, asked)


def test_weights_that_are_no_numbers_are_not_written(tmp_path):
    training = trained(tmp_path, config_of(decisions=1000))
    before = (tmp_path / "policy.safetensors").read_bytes()
    checkpoint = (tmp_path / "checkpoint.npz").read_bytes()
    weights = training.backend.weights()
    weights["policy.bias"][0] = np.nan
    training.backend.set_weights(weights)
    with pytest.raises(tefuda.Broken, match=r"policy.bias has a number that is not finite: the training has diverged"):
        training.finish()
    with pytest.raises(tefuda.Broken, match=r"policy.bias has a number that is not finite"):
        training.save()
    assert (tmp_path / "policy.safetensors").read_bytes() == before
    assert (tmp_path / "checkpoint.npz").read_bytes() == checkpoint


TOML = """
game = "kuhn"
minutes = 5.0
backend = "numpy"
save_seconds = 1000.0
[tables]
tables = 64
steps = 8
mode = "MODE"
[network]
width = 16
depth = 1
"""


def command(*more):
    return [sys.executable, "-m", "tefuda.learn", *map(str, more)]


def said(*more):
    return subprocess.run(command(*more), capture_output=True, text=True, timeout=60)


@pytest.mark.parametrize(("number", "mode", "code"), [(signal.SIGINT, "sync", 130), (signal.SIGTERM, "async", 143)])
def test_who_is_stopped_leaves_a_checkpoint(number, mode, code, tmp_path):
    config, run = tmp_path / "config.toml", tmp_path / "run"
    config.write_text(TOML.replace("MODE", mode))
    process = subprocess.Popen(command(config, "--out", run), stderr=subprocess.PIPE, text=True)
    try:
        begun = time.monotonic()
        while not (run / "curve.jsonl").exists():
            assert process.poll() is None and time.monotonic() < begun + 30
            time.sleep(0.05)
        assert not (run / "checkpoint.npz").exists()
        process.send_signal(number)
        _, errors = process.communicate(timeout=30)
    finally:
        process.kill()
    assert process.returncode == code, errors
    assert "stopped after" in errors and f"--resume goes on in {run}" in errors and "Traceback" not in errors
    _, counts = kept(run)
    assert counts["updates"] > 0 and counts["generated"] >= counts["decisions"] > 0
    assert read_policy(run / "policy.safetensors").meta["game"] == "kuhn"
    minutes = json.loads((run / "curve.jsonl").read_text().splitlines()[-1])["minutes"]
    went_on = said(config, "--out", run, "--resume", "--minutes", minutes + 0.02)
    assert went_on.returncode == 0, went_on.stderr
    assert kept(run)[1]["updates"] > counts["updates"]


def test_the_command_explains_itself():
    told = said("--help")
    assert told.returncode == 0
    for word in ("config", "--out", "--resume", "--minutes", "--device", "experiments/learning has examples"):
        assert word in told.stdout, word


@pytest.mark.parametrize(
    ("more", "why"),
    [
        (["no-such.toml"], "error: there is no file no-such.toml"),
        (["CONFIG", "--minutes", "0"], "error: --minutes is a number above 0, not 0"),
        (["CONFIG", "--minutes", "soon"], "invalid float value: 'soon'"),
        (["CONFIG", "--device", "tpu"], "invalid choice: 'tpu'"),
        (["CONFIG", "--device", "cuda"], 'error: backend = "numpy" runs on a processor; take torch, or device cpu'),
        (["CONFIG", "--resume", "--out", "RUN"], "holds no training; begin it without --resume"),
        ([], "the following arguments are required: config"),
    ],
)
def test_the_command_refuses_in_a_sentence(more, why, tmp_path):
    config = tmp_path / "config.toml"
    config.write_text(TOML.replace("MODE", "sync"))
    places = {"CONFIG": config, "RUN": tmp_path / "run"}
    if "cuda" in more:
        pytest.importorskip("torch")
    told = subprocess.run(
        command(*(places.get(word, word) for word in more)), capture_output=True, text=True, timeout=60, cwd=tmp_path
    )
    assert told.returncode == 2 and why in told.stderr and "Traceback" not in told.stderr, told.stderr


def test_one_command_from_config_to_player(tmp_path):
    config = tmp_path / "kuhn.toml"
    config.write_text(TOML.replace("MODE", "async").replace("minutes = 5.0", "decisions = 20_000"))
    told = subprocess.run(command(config), capture_output=True, text=True, timeout=60, cwd=tmp_path)
    assert told.returncode == 0, told.stderr
    run = tmp_path / "runs" / "kuhn"
    assert {file.name for file in run.iterdir()} == set(FILES)
    assert "runs/kuhn/policy.safetensors after" in told.stderr
    for who in (tefuda.learn.player(run / "policy.safetensors"), f"learned(weights={run}/policy.safetensors)"):
        assert tefuda.match("kuhn", [who, "random"], games=20).games == 20


def test_the_example_runs():
    pytest.importorskip("torch")
    example = Path(__file__).resolve().parents[1] / "examples" / "ppo.py"
    options = ["leduc", "--minutes", "0.1", "--tables", "64", "--games", "40", "--against", "random,first"]
    told = subprocess.run([sys.executable, example, *options], capture_output=True, text=True, timeout=120)
    assert told.returncode == 0, told.stderr
    rated = re.findall(r"(?:Learned|random|first) among (?:random|first): wins 0\.\d+ \[", told.stdout)
    assert len(rated) == 5, told.stdout
    assert re.search(r"[1-9][\d,]* games against itself", told.stdout), told.stdout


def test_best_responses_are_those_of_openspiel():
    pyspiel = pytest.importorskip("pyspiel")
    from open_spiel.python import policy as policies
    from open_spiel.python.algorithms import exploitability

    for game, theirs in (("kuhn", "kuhn_poker"), ("leduc", "leduc_poker")):
        loaded = pyspiel.load_game(theirs)
        wanted = exploitability.nash_conv(loaded, policies.UniformRandomPolicy(loaded))
        found = Tree(game).nash_conv(lambda rows, mask: mask / mask.sum(1, keepdims=True))
        assert found == pytest.approx(wanted, abs=1e-9)
