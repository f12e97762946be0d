"""What a training is told: mistakes in a config are refused with what would be right, and the docs list all of it."""

import ast
import dataclasses
import inspect
import os
from pathlib import Path

import pytest
import tefuda
from tefuda.learn import config as configs
from tefuda.learn.checkpoint import Folder
from tefuda.learn.train import Training

ROOT = Path(__file__).resolve().parents[2]
LEAST = {"game": "kuhn", "decisions": 1000}


def told(**more):
    return {**LEAST, **more}


def test_what_is_not_said_has_a_default():
    config = tefuda.learn.from_dict(told())
    assert config == dataclasses.replace(configs.Config(), game="kuhn", decisions=1000)
    assert tefuda.learn.from_dict(config.as_dict()) == config, "what is written is read again"


@pytest.mark.parametrize("path", sorted((ROOT / "experiments" / "learning").glob("*.toml")), ids=lambda path: path.stem)
def test_the_configs_that_come_along_begin(path, tmp_path):
    config = tefuda.learn.read(path)
    assert tefuda.learn.from_dict(config.as_dict()) == config
    tables = dataclasses.replace(config.tables, tables=8 * config.tables.batches, threads=1)
    small = dataclasses.replace(config, tables=tables, backend="numpy")
    Training(small, Folder(tmp_path), None, False, None).close()


def test_schedules_run_from_begin_to_end():
    learn = {"rate": {"from": 0.1, "to": 0.001, "shape": "exponential"}, "entropy": {"from": 1, "to": 0}, "clip": 0}
    config = tefuda.learn.from_dict(told(learn=learn)).learn
    assert [config.rate.at(at) for at in (-1, 0, 0.5, 1, 2)] == pytest.approx([0.1, 0.1, 0.01, 0.001, 0.001])
    assert [config.entropy.at(at) for at in (0, 0.25, 1)] == pytest.approx([1, 0.75, 0])
    constant = tefuda.learn.from_dict(told(learn={"rate": 0.5})).learn.rate
    assert constant.at(0) == constant.at(1) == 0.5 and config.clip == 0.0


#: What is wrong, and the words with which it is refused.
WRONG = [
    ({"games": "kuhn"}, "games is nothing that can be set; did you mean game"),
    ({"learn": {"lr": 1}}, "learn.lr is nothing that can be set; there are algorithm, epochs"),
    ({"tables": {"table": 3}}, "tables.table is nothing that can be set; did you mean tables"),
    ({"league": {"house": [{"player": ["random"]}]}}, "league.house.player is nothing .* did you mean players"),
    ({"tables": 3}, "tables is a table of TOML, not 3"),
    ({"league": {"house": {"share": 1}}}, r"league.house is a list of tables: \[\[league.house\]\]"),
    ({"league": {"house": [3]}}, "league.house is a table of TOML, not 3"),
    ({"game": 3}, "game is a text, not 3"),
    ({"game": ""}, 'game is missing; name one, e.g. game = "leduc"'),
    ({"decisions": None}, "decisions is a whole number from 1 to 1e.15, not None"),
    ({"decisions": 0}, "decisions is a whole number from 1"),
    ({"decisions": 1.5}, "decisions is a whole number"),
    ({"decisions": True}, "decisions is a whole number"),
    ({"minutes": 0}, "minutes is a number from 0.001"),
    ({"minutes": float("nan")}, "minutes is a number from 0.001 to 1e.06, not nan"),
    ({"minutes": "1"}, "minutes is a number"),
    ({"seats": 27}, "seats is a whole number from 1 to 26, not 27"),
    ({"seed": -1}, "seed is a whole number from 0"),
    ({"half": 1}, "half is true or false, not 1"),
    ({"backend": "jax"}, "backend is 'auto' or 'numpy' or 'torch', not 'jax'"),
    ({"backend": ["numpy"]}, "backend is 'auto' or 'numpy' or 'torch', not .'numpy'."),
    ({"tables": {"mode": "both"}}, "tables.mode is 'sync' or 'async', not 'both'"),
    ({"tables": {"tables": 1}}, "1 tables do not make 2 batches; fewer batches"),
    ({"network": {"width": 0}}, "network.width is a whole number from 1 to 8192, not 0"),
    ({"network": {"norm": "yes"}}, "network.norm is true or false"),
    ({"learn": {"gae": 1.1}}, "learn.gae is a number from 0 to 1, not 1.1"),
    ({"learn": {"rate": "fast"}}, "learn.rate is a number, or { from = 0.05, to = 0.001 }, not 'fast'"),
    ({"learn": {"rate": {"from": 1}}}, "learn.rate is a number, or { from = 0.05, to = 0.001 }"),
    ({"learn": {"rate": {"from": 1, "to": 11}}}, "learn.rate.to is a number from 0 to 10, not 11"),
    ({"learn": {"rate": -1}}, "learn.rate.from is a number from 0 to 10, not -1"),
    ({"learn": {"rate": True}}, "learn.rate.from is a number"),
    ({"learn": {"rate": {"from": 1, "to": 1, "shape": "cosine"}}}, "rate.shape is 'linear' or 'exponential', not 'cos"),
    ({"learn": {"entropy": {"from": 1, "to": 0, "shape": "exponential"}}}, "exponential and so above 0 at both ends"),
    ({"learn": {"algorithm": "dmc", "truth": True}}, "learn.truth and learn.magnet belong to ppo"),
    ({"learn": {"algorithm": "dmc", "magnet": {"from": 0, "to": 1}}}, "learn.truth and learn.magnet belong to ppo"),
    (
        {"league": {"past": 0.6, "house": [{"share": 0.5, "players": ["random"]}]}},
        "the shares of league are 1.1 together",
    ),
    ({"league": {"house": [{"share": 0.5}]}}, "a league.house has players"),
    ({"league": {"house": [{"share": 0.5, "players": "random"}]}}, "league.house.players is a list of names"),
    ({"evaluate": {"against": "random"}}, r"evaluate.against is a list of names, e.g. \[.random.\], not 'random'"),
    ({"evaluate": {"against": [1]}}, "evaluate.against is a list of names"),
]


@pytest.mark.parametrize(("more", "why"), WRONG)
def test_a_mistake_is_refused_with_what_would_be_right(more, why):
    with pytest.raises(tefuda.Refused, match=why):
        tefuda.learn.from_dict(told(**more))


def test_a_training_needs_an_end():
    with pytest.raises(tefuda.Refused, match="nothing says when the training ends: set decisions"):
        tefuda.learn.from_dict({"game": "kuhn"})


@pytest.mark.parametrize(
    ("data", "why"),
    [
        (None, "there is no file"),
        (b"game = ", "is no TOML"),
        (b"\xff", "cannot be read"),
        (b"gam = 1", "did you mean game"),
    ],
)
def test_a_file_that_cannot_be_read_says_so(data, why, tmp_path):
    path = tmp_path / "config.toml"
    if data is not None:
        path.write_bytes(data)
    with pytest.raises(tefuda.Refused, match=why):
        tefuda.learn.read(path)


@pytest.mark.parametrize(
    ("more", "why"),
    [
        ({"game": "kun"}, "kun"),
        ({"seats": 9}, "9"),
        ({"evaluate": {"against": ["randm"]}}, "did you mean"),
        ({"evaluate": {"exploit": True}, "seats": 3}, "a best response is computed for two seats"),
        ({"evaluate": {"exploit": True}, "game": "buzzard"}, "too many histories for a best response here"),
        ({"league": {"house": [{"share": 1, "players": ["gredy"]}]}, "game": "buzzard"}, "did you mean"),
        ({"league": {"house": [{"share": 1, "players": ["random"] * 2}]}}, "names 2 players for 1 other seats"),
    ],
)
def test_what_the_game_refuses_is_refused_before_anything_is_learned(more, why, tmp_path):
    config = tefuda.learn.from_dict(told(**more))
    with pytest.raises(tefuda.Refused, match=why):
        tefuda.learn.train(config, tmp_path / "run", quiet=True)
    assert {file.name for file in (tmp_path / "run").iterdir()} == {"lock"}, "nothing was begun"


def sentences(kind):
    """What stands below each field in its source."""
    (body,) = ast.parse(inspect.getsource(kind)).body
    found = {}
    for field, text in zip(body.body, body.body[1:]):
        is_text = isinstance(text, ast.Expr) and isinstance(text.value, ast.Constant)
        if isinstance(field, ast.AnnAssign) and is_text:
            found[field.target.id] = text.value.value
    return found


def default_of(field):
    if "words" in field.metadata:
        return f'`"{field.default}"`'
    if field.default is None or field.default in ("", ()):
        return ""
    if isinstance(field.default, configs.Schedule):
        begin, end = field.default.begin, field.default.end
        return f"`{begin:g}`" if begin == end else f"`{begin:g}` to `{end:g}`"
    return f"`{str(field.default).lower() if isinstance(field.default, bool) else field.default}`"


def values_of(field):
    if "words" in field.metadata:
        return " or ".join(f'`"{word}"`' for word in field.metadata["words"])
    if "text" in field.metadata:
        return field.metadata["text"]
    if "least" in field.metadata:
        least, most = (f"{field.metadata[end]:.15g}" for end in ("least", "most"))
        ends = f"{least} to {'2⁶⁴ - 1' if field.metadata['most'] == 2**64 - 1 else most}"
        if isinstance(field.default, configs.Schedule):
            return f"{ends}, on its way"
        return ends if "float" in field.type else f"whole, {ends}"
    return {"bool": "`true` or `false`", "str": "a text"}.get(field.type, "a list of names")


def reference():
    """The table of all that can be set, as Markdown."""
    parts = [("", configs.Config)] + [(name, kind) for name, kind in configs._INNER.items()]
    parts += [("[league.house]", configs.House)]
    lines = []
    for name, kind in parts:
        said = sentences(kind)
        fields = [
            field
            for field in dataclasses.fields(kind)
            if (name or field.name not in configs._INNER) and field.name != "house"
        ]
        missing = [field.name for field in fields if field.name not in said]
        assert not missing, f"{kind.__name__}: {missing} have no sentence below them"
        title = f"`[{name}]`: {inspect.getdoc(kind)}" if name else "At the top of the file, before every `[..]`:"
        lines += ["", title, "", "| key | values | if not said | |", "| --- | --- | --- | --- |"]
        for field in fields:
            text = " ".join(said[field.name].replace("``", "`").split())
            lines.append(f"| `{field.name}` | {values_of(field)} | {default_of(field)} | {text} |")
    return "\n".join(lines[1:]) + "\n"


BEGIN, END = "<!-- what can be set: TEFUDA_WRITE=1 pytest tests/test_learn_config.py -->\n", "<!-- end -->\n"


def test_the_docs_list_what_can_be_set():
    page = ROOT / "docs" / "learning.md"
    text = page.read_text()
    before, rest = text.split(BEGIN)
    kept, after = rest.split(END)
    if os.environ.get("TEFUDA_WRITE"):
        page.write_text(before + BEGIN + reference() + END + after)
        return
    assert kept == reference(), "write it anew with TEFUDA_WRITE=1"
