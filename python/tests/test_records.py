"""Records read back: verified, replayed, drawn, and as rows of a data frame."""

import pickle

import pytest
import tefuda


@pytest.fixture
def path(tmp_path):
    file = tmp_path / "games.jsonl"
    tefuda.match("kuhn", ["random", "equilibrium"], games=6, records=file)
    return file


def test_records_are_what_was_played(path):
    records = tefuda.load_records(path)
    assert len(records) == 6 and records.cut is None and records[0].names == ["random", "equilibrium"]
    points = sum(row["points"] for row in records.rows() if row["seat"] == "A") / 6
    assert points == pytest.approx(tefuda.match("kuhn", ["random", "equilibrium"], games=6).seats[0].mean.value)
    assert [replay.game for replay in records] == ["kuhn"] * 6 and records[1:3][0].game == "kuhn"


def test_a_replay_is_drawn_for_whoever_looks(path):
    replay = tefuda.load_records(path)[0]
    assert len(replay.told("A")) == len(replay.events) == len(replay)
    assert replay.told("A")[1] == "B is dealt a card" != replay.told()[1]
    assert replay.svg(0) != replay.svg() == replay._repr_svg_()
    assert replay.text(2, seat="A") != replay.text(2, seat="B")
    assert "%" in replay.text(3, seat="A", notes="uniform") and "%" not in replay.text(3, seat="A")
    assert "あなた" in replay.text(seat="A", lang="ja")


def test_a_replay_travels_to_another_process_and_is_verified_there(path):
    records = tefuda.load_records(path)
    again = pickle.loads(pickle.dumps(records))
    assert [replay.header for replay in again] == [replay.header for replay in records]
    assert again[3].svg() == records[3].svg() and again.rows() == records.rows()
    whole = pickle.dumps(records[0])
    last = records[0].events[-1].encode()
    edited = whole.replace(b'"' + last + b'"', b'"' + bytes(len(last)) + b'"', 1)
    assert len(edited) == len(whole) and edited != whole
    with pytest.raises(tefuda.Broken):
        pickle.loads(edited)


def test_games_of_a_series_travel_one_by_one(tmp_path):
    file = tmp_path / "series.jsonl"
    tefuda.match("daihinmin-mini", ["random"] * 3, games=6, series=3, records=file)
    for replay in tefuda.load_records(file):
        again = pickle.loads(pickle.dumps(replay))
        assert again.header == replay.header and again.events == replay.events


def test_what_cannot_be_drawn_says_what_could(path):
    replay = tefuda.load_records(path)[0]
    with pytest.raises(tefuda.Refused, match="its seats are A to B"):
        replay.svg(seat="C")
    with pytest.raises(tefuda.Refused, match=f"from 0 to {len(replay)}"):
        replay.svg(len(replay) + 1)
    with pytest.raises(tefuda.Refused, match="did you mean `uniform`"):
        replay.svg(seat="A", notes="unifrom")


def test_an_edited_file_is_noticed(path):
    lines = path.read_text().splitlines(keepends=True)
    path.write_text("".join(lines[:3] + lines[4:]))
    with pytest.raises(tefuda.Broken, match="line 4"):
        tefuda.load_records(path)
    path.write_text("no record\n")
    with pytest.raises(tefuda.Broken, match="line 1"):
        tefuda.load_records(path)
    with pytest.raises(FileNotFoundError, match="nowhere"):
        tefuda.load_records(path.with_name("nowhere"))


def test_a_file_that_was_cut_is_good_for_its_games(path):
    text = path.read_text()
    path.write_text(text[: len(text) // 2])
    records = tefuda.load_records(path)
    assert 0 < len(records) < 6 and "line" in records.cut


def test_rows_become_a_data_frame(path):
    polars = pytest.importorskip("polars")
    frame = polars.DataFrame(tefuda.load_records(path).rows())
    assert frame.shape == (12, 7) and frame["points"].sum() == 0
