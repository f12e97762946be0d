"""A table from Python: people, agents by name, series, pictures, what it refuses."""

import copy
import pickle

import pytest
import tefuda

# As few seats as each game has.
GAMES = [(game.name, game.seats[0]) for game in tefuda.games()]


def finish(table):
    """Let people take their first legal action until the game is over."""
    while table.waiting:
        seat = table.waiting[0]
        table.choose(seat, table.legal(seat)[0])


@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_every_game_is_played_to_its_end(game, seats):
    table = tefuda.Table(game, [None] + ["random"] * (seats - 1), seed=3, games=1)
    assert table.payoffs is None and table.record is None and table.face_up() is None
    finish(table)
    assert table.is_over and len(table.payoffs.points) == seats
    replay = tefuda.read_records(table.record)[0]
    assert replay.payoffs == table.payoffs and replay.names == table.names
    assert table.face_up() and table.turn == []


def test_the_same_seed_deals_the_same():
    records = []
    for _ in range(2):
        table = tefuda.Table("leduc", [None, "random"], seed=11)
        finish(table)
        records.append(table.record)
    assert records[0] == records[1]
    other = tefuda.Table("leduc", [None, "random"], seed=12)
    finish(other)
    assert other.record != records[0]


def test_a_choice_that_cannot_be_changes_nothing():
    table = tefuda.Table("kuhn", 2, seed=1)
    before = table.view("A")
    for seat, action, why in [
        ("A", "raises", "cannot read `raises`: write `passes` or `bets`"),
        ("B", "bets", "it is not B's turn"),
        ("C", "bets", "no seat `C`; the seats of this table are A, B"),
        ("", "bets", "no seat"),
    ]:
        with pytest.raises(tefuda.Refused, match=why):
            table.choose(seat, action)
    assert table.view("A") == before and table.events() == ["A is dealt a card", "B is dealt a card"]


def test_use_after_the_end_is_refused():
    table = tefuda.Table("kuhn", 2, seed=1)
    finish(table)
    with pytest.raises(tefuda.Refused, match="the game is over"):
        table.choose("A", "bets")
    with pytest.raises(tefuda.Refused, match="the series of 1 is over"):
        table.next_game()
    with pytest.raises(tefuda.Refused, match="nothing to choose"):
        table.advice("A")


def test_a_series_goes_on():
    table = tefuda.Table("kuhn", 2, seed=1, games=2)
    with pytest.raises(tefuda.Refused, match="not over"):
        table.next_game()
    finish(table)
    assert table.record is None, "the seeds in it would tell the next game"
    table.next_game()
    assert table.series == (1, 2)
    finish(table)
    assert len(tefuda.read_records(table.record)) == 2


@pytest.mark.parametrize(
    ("args", "why"),
    [
        (("kuhm", 2), "no game `kuhm`; did you mean `kuhn`"),
        (("kuhn", 9), "seats"),
        (("kuhn", 0), "seats"),
        (("kuhn(x=1)", 2), "`x`"),
        (("kuhn", [None, "rnadom"]), "did you mean `random`"),
        (("kuhn", [None, "random(x=1)"]), "no parameter of random `x`"),
        (("kuhn", "random"), "a list with one entrant a seat"),
        (("kuhn", [None, 7]), "is no player"),
    ],
)
def test_what_cannot_be_opened_says_what_could(args, why):
    with pytest.raises(tefuda.Refused, match=why):
        tefuda.Table(*args)


@pytest.mark.parametrize("seed", [-1, 2**64, 1.5, "1", True])
def test_a_seed_is_a_number(seed):
    with pytest.raises(tefuda.Refused, match="seed is a whole number"):
        tefuda.Table("kuhn", 2, seed=seed)


def test_pictures_and_sentences():
    table = tefuda.Table("kuhn", 2, seed=1, lang="ja")
    assert table.view("A")._repr_svg_() == table.svg("A") != table._repr_svg_()
    assert table.svg("A").startswith("<svg") and "あなた" in str(table.view("A"))
    assert list(table.labels("A")) == table.legal("A")
    with pytest.raises(tefuda.Refused, match="lang is 'en' or 'ja'"):
        tefuda.Table("kuhn", 2, lang="fr")


def test_beliefs_and_advice():
    table = tefuda.Table("kuhn", 2, seed=1)
    card = {0: "J", 1: "Q", 2: "K"}[table.view("A")["private"]["card"]]
    belief = table.belief("A", "uniform")
    others = {role: chance for role, chance in belief.seats["B"].items() if chance}
    assert belief.about == "roles" and belief.seats["A"][card] == 1.0
    assert set(others.values()) == {0.5} and card not in others
    for seats in belief.seats.values():
        assert sum(seats.values()) == pytest.approx(1.0)
    advice = table.advice("A", "ismcts(sims=50)")
    assert advice.action in table.legal("A") and sum(row["visits"] for row in advice.rows) == 50
    with pytest.raises(tefuda.Refused, match="did you mean `uniform`"):
        table.belief("A", "unifrom")
    with pytest.raises(tefuda.Refused, match="games with estimators"):
        tefuda.Table("buzzard", 2).belief("A", "uniform")


def test_advice_says_what_is_believed_of_the_others():
    table = tefuda.Table("kuhn", ["first", None], seed=1)
    card = {0: "J", 1: "Q", 2: "K"}[table.view("B")["private"]["card"]]
    notes = table.advice("B", "random").notes
    assert set(notes) == {"A"} and "%" in notes["A"] and card not in notes["A"]
    seats = tefuda.Table("raiders", 4, seed=1)
    others = seats.advice(seats.waiting[0], "random").notes
    assert seats.waiting[0] not in others and len(others) == 3
    assert tefuda.Table("buzzard", 2, seed=1).advice("A", "random").notes == {}, "nothing is hidden there"


def test_advice_is_in_the_language_of_the_table():
    tables = {lang: tefuda.Table("kuhn", 2, seed=1, lang=lang) for lang in ("en", "ja")}
    told = {lang: table.advice("A", "first") for lang, table in tables.items()}
    assert told["en"].action == told["ja"].action and told["en"].label != told["ja"].label
    assert told["ja"].label == tables["ja"].labels("A")[told["ja"].action]


def test_forecasts_of_places():
    table = tefuda.Table("daihinmin", 5, seed=1)
    name = next(row.name for row in tefuda.estimators_of("daihinmin") if row.name != "uniform")
    belief = table.belief("B", name)
    assert belief.about == "places"
    for places in belief.seats.values():
        assert list(places) == ["1", "2", "3", "4", "5"] and sum(places.values()) == pytest.approx(1.0)


def test_somebody_else_takes_a_seat():
    table = tefuda.Table("kuhn", 2, seed=1)
    table.replace("A", "first")
    assert table.names[0] == "first" and table.waiting == ["B"]
    with pytest.raises(tefuda.Refused, match="played by first"):
        table.choose("A", "bets")


def test_a_table_is_not_copied():
    table = tefuda.Table("kuhn", 2, seed=1)
    for attempt in (pickle.dumps, copy.copy, copy.deepcopy):
        with pytest.raises(TypeError, match="tells the cards to come"):
            attempt(table)
    with pytest.raises(TypeError):
        pickle.dumps(table._session)
