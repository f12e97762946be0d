"""A batch shows what the seat that must choose sees, and nothing else: counted figure by figure in every game.

Beside every table of a batch goes a state with the same luck. What the batch shows must be what the state shows to that
seat, and that must not change when everything the seat cannot know is imagined anew. What is asked for besides (truth,
what a seat saw, players of the house) changes nothing of it.
"""

import numpy as np
import pytest
import tefuda
from tefuda import _tefuda

TABLES, SEED, WORLDS = 3, 12345, 2
GAMES = [(game.name, game.seats[0]) for game in tefuda.games()]
MODES = ["next_step", "same_step"]


def mix(x):
    """The finalizer of SplitMix64, as `table::rng` has it."""
    x = (x + 0x9E3779B97F4A7C15) % 2**64
    x = (x ^ (x >> 30)) * 0xBF58476D1CE4E5B9 % 2**64
    x = (x ^ (x >> 27)) * 0x94D049BB133111EB % 2**64
    return x ^ (x >> 31)


def derived(*parts):
    """One seed out of several numbers, as `table::derive_seed` has it."""
    seed = 0x746566756461
    for part in parts:
        seed = mix(seed ^ mix(part))
    return seed


class Twin:
    """The game at one table of a batch, as a state. Players of the house take the first id."""

    def __init__(self, batch, table):
        self.game, self.seats, self.table, self.begun = batch.game, batch.num_seats, table, 0
        self.own = batch.own or [0] * (self.seats - len(batch.others))
        self.last = np.zeros(_tefuda.State(self.game, self.seats, 0).facts()["width"], np.float32)
        self.begin()

    def begin(self):
        self.begun += 1
        self.state = _tefuda.State(self.game, self.seats, derived(SEED, self.table, self.begun))
        self.seating = [self.player(seat) for seat in range(self.seats)]
        self.told = [1] * self.seats
        self.seat = next(seat for seat in range(self.seats) if self.seating[seat] >= 0)
        self.go_on()

    def player(self, seat):
        """Who sits there: everybody goes a place further at each game, and then the other way round."""
        rounds, shift = divmod(self.table + self.begun - 1, self.seats)
        place = (shift - seat if rounds % 2 else shift + seat) % self.seats
        return self.own[place] if place < len(self.own) else len(self.own) - 1 - place

    def go_on(self):
        while not self.is_over() and self.seating[self.state.current()] < 0:
            self.state.choose(self.state.legal()[0])
        if not self.is_over():
            self.seat = self.state.current()

    def heard(self):
        """What the seat that is asked saw since its last question, a text an event."""
        return self.state.information_state(self.seat).split("\n")[self.told[self.seat] :]

    def is_over(self):
        return self.state.current() < 0

    def choose(self, id):
        self.told[self.seat] += len(self.heard())
        self.state.choose(int(id))
        self.go_on()
        if self.is_over():
            self.last = self.row()

    def row(self):
        """What the seat sees, also in worlds that it cannot tell from the truth."""
        rows = [self.observed(self.state)]
        for world in range(WORLDS):
            imagined = self.state.resample(self.seat, world)
            assert imagined.legal() == self.state.legal(), "what is allowed tells what is hidden"
            rows.append(self.observed(imagined))
        assert all(np.array_equal(rows[0], row) for row in rows), "a row tells what is hidden"
        return rows[0]

    def observed(self, state):
        row = np.zeros_like(self.last)
        state.observe(self.seat, row)
        return row

    def mask(self, ids):
        mask = np.full(ids, self.is_over())
        mask[self.state.legal()] = True
        return mask


def check(batch, steps):
    """Step a batch at random beside its twins; how many games came to their end."""
    generator, ended, texts = np.random.default_rng(0), 0, {}
    twins = [Twin(batch, table) for table in range(batch.num_envs)]
    if isinstance(batch, RowOfAnotherSeat):
        batch.twins = twins
    obs, info = batch.reset(seed=SEED)
    compare(batch, twins, obs, info, texts)
    for _ in range(steps):
        ids = batch.sample(generator)
        was_over = [twin.is_over() for twin in twins]
        for twin, id, over in zip(twins, ids, was_over):
            twin.begin() if over else twin.choose(id)
        obs, rewards, terminations, truncations, info = batch.step(ids)
        over = [twin.is_over() for twin in twins]
        assert terminations.tolist() == over and not truncations.any()
        returns = [np.float32(twin.state.returns()) for twin in twins]
        assert np.array_equal(rewards, returns), "rewards tell more than the points"
        if batch.autoreset == "same_step":
            assert info["_final_obs"].tolist() == over
            # A packed table without an end shows an older one, or none.
            shown = [table for table, now in enumerate(over) if now or not batch._packed]
            finals = floats_of(batch, info["final_obs"][shown])
            wanted = np.array([twins[table].last for table in shown]).reshape(finals.shape)
            assert np.array_equal(finals, wanted), "an end of another table"
            [twin.begin() for twin, now in zip(twins, over) if now]
        compare(batch, twins, obs, info, texts)
        ended += sum(over)
    return ended


def floats_of(batch, rows):
    """The rows as floats. Packed ones have no room for anything else: what fills up the last byte of bits is 0."""
    if not batch._packed:
        return rows
    spare = np.unpackbits(rows[:, : batch.packing._bits], axis=1, bitorder="little")[:, len(batch.packing.flags) :]
    assert not spare.any(), "something stands between the figures"
    return tefuda.unpack(rows, batch.packing)


def masks_of(batch, twins, info):
    """The masks, also where legal ids are listed, each once; their order is examined in Rust."""
    if "action_mask" in info:
        return info["action_mask"]
    masks = np.zeros((batch.num_envs, batch.num_actions), bool)
    for mask, twin, start, end in zip(masks, twins, info["legal_offsets"][:-1], info["legal_offsets"][1:]):
        ids = info["legal_ids"][start:end].tolist()
        assert sorted(ids) == twin.state.legal(), "a list of another seat"
        mask[ids] = True
        mask |= start == end
    return masks


def compare(batch, twins, obs, info, texts):
    legal = {"action_mask"} if not batch._lists else {"legal_ids", "legal_offsets"}
    wanted = legal | {"seat"} | ({"final_obs", "_final_obs"} if batch.autoreset == "same_step" else set())
    wanted |= {"truth"} if batch.truth_names else set()
    wanted |= {"events", "event_offsets"} if batch.event_names else set()
    wanted |= {"player", "seating"} if batch.others or batch.own else set()
    assert set(info) == wanted, "nothing else is told"
    assert info["seat"].tolist() == [twin.seat for twin in twins]
    rows, masks = floats_of(batch, obs), masks_of(batch, twins, info)
    assert np.array_equal(rows, [twin.row() for twin in twins]), "a row shows what its seat does not see"
    assert np.array_equal(masks, [twin.mask(batch.num_actions) for twin in twins])
    kinds = rows.dtype, masks.dtype, info["seat"].dtype
    assert kinds == (np.float32, np.bool_, np.uint8), "no room for more"
    if "seating" in info:
        assert info["seating"].tolist() == [twin.seating for twin in twins]
        assert info["player"].tolist() == [twin.seating[twin.seat] for twin in twins]
        assert (info["player"] >= 0).all(), "a question to the house"
    if "events" in info:
        compare_events(twins, info, texts)


def compare_events(twins, info, texts):
    """An event each, and equal texts have equal numbers: nothing is in them that is not in what the seat was told."""
    for twin, start, end in zip(twins, info["event_offsets"][:-1], info["event_offsets"][1:]):
        if twin.is_over():
            continue
        heard, numbers = twin.heard(), info["events"][start:end].tolist()
        assert len(heard) == len(numbers), "an event of another seat or another time"
        for text, row in zip(heard, numbers):
            assert texts.setdefault(text, row) == row, "an event tells what its seat did not see"


def opened(kind, game, seats, mode, **more):
    return kind(game, TABLES, seats=seats, series=1, autoreset=mode, **more)


STEPS = {"raiders": 500, "saboteur": 200, "daihinmin": 200}


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_a_batch_shows_what_the_seat_sees(game, seats, mode):
    assert check(opened(tefuda.Batch, game, seats, mode), STEPS.get(game, 60)) > 0, "ends were seen"


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_who_asks_for_the_truth_finds_it_there_alone(game, seats, mode):
    batch = opened(tefuda.Batch, game, seats, mode, truth=True, events=True)
    assert check(batch, STEPS.get(game, 60)) > 0, "ends were seen"


PACKED = {"rows": "packed", "legal": "list"}


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(("game", "seats"), GAMES)
def test_packed_rows_and_lists_show_no_more(game, seats, mode):
    batch = opened(tefuda.Batch, game, seats, mode, truth=True, **PACKED)
    assert check(batch, STEPS.get(game, 60)) > 0, "ends were seen"


#: Games in which the least action, which `first` plays, has the least id.
ORDERED = [("kuhn", 3), ("leduc", 2), ("buzzard(cards=5)", 4)]


@pytest.mark.parametrize("mode", MODES)
@pytest.mark.parametrize(("game", "seats"), ORDERED)
def test_own_seats_alone_are_asked(game, seats, mode):
    more = {"others": ["first"] * (seats - 1), "truth": True, "events": True}
    assert check(opened(tefuda.Batch, game, seats, mode, **more), 100) > 20, "ends were seen"
    if seats > 2:
        more = {"others": ["first"], "own": list(range(seats - 1)), "events": True}
        assert check(opened(tefuda.Batch, game, seats, mode, **more), 100) > 20


def test_without_being_asked_for_there_is_no_truth():
    batch = tefuda.Batch("kuhn", 2, others=["random"])
    _, info = batch.reset()
    assert not {"truth", "events", "event_offsets"} & set(info)
    assert batch.truth_names == batch.event_names == [] and batch._arrays.truth is None


class LeakyRow(tefuda.Batch):
    """Its rows are those of the next table."""

    def _shown(self, array):
        return np.roll(array, 1, axis=0) if array is self._arrays.rows else array


class LeakyFinals(tefuda.Batch):
    """The ends it shows are those of the next table."""

    def _info(self):
        info = super()._info()
        if "final_obs" in info:
            info["final_obs"] = np.roll(info["final_obs"], 1, axis=0)
        return info


class LeakyInfo(tefuda.Batch):
    """It tells its seed."""

    def _info(self):
        return {**super()._info(), "seed": self._seed}


class LeakyMask(tefuda.Batch):
    """Everything seems to be allowed."""

    def _info(self):
        info = super()._info()
        return {**info, "action_mask": np.ones_like(info["action_mask"])}


class LeakyRewards(tefuda.Batch):
    """It pays before the end."""

    def _shown(self, array):
        return array + 1 if array is self._arrays.rewards else array


@pytest.mark.parametrize("leaky", [LeakyRow, LeakyFinals, LeakyInfo, LeakyMask, LeakyRewards])
@pytest.mark.parametrize("game", ["leduc", "buzzard"])
def test_a_planted_leak_is_found(leaky, game):
    with pytest.raises(AssertionError):
        check(opened(leaky, game, 2, "same_step"), 60)


class TruthInRow(tefuda.Batch):
    """What is hidden stands in the row, too."""

    def _shown(self, array):
        if array is not self._arrays.rows:
            return array
        shown, truth = array.copy(), self._arrays.truth
        shown[:, : truth.shape[1]] += truth[:, : shown.shape[1]]
        return shown


class TruthInEvents(tefuda.Batch):
    """Events tell what is hidden."""

    def _info(self):
        info = super()._info()
        events = info["events"].copy()
        of_table = np.repeat(np.arange(self.num_envs), np.diff(info["event_offsets"].astype(int)))
        events[:, -1] += (info["truth"][of_table] * np.arange(info["truth"].shape[1])).sum(axis=1).astype(int)
        return {**info, "events": events}


class EventsOfAnother(tefuda.Batch):
    """Events are those of the next table."""

    def _info(self):
        info = super()._info()
        offsets = info["event_offsets"].astype(int)
        parts = [info["events"][start:end] for start, end in zip(offsets[:-1], offsets[1:])]
        parts = parts[1:] + parts[:1]
        return {
            **info,
            "events": np.concatenate(parts),
            "event_offsets": np.cumsum([0, *map(len, parts)]).astype(np.uint32),
        }


class HeardByAnother(tefuda.Batch):
    """A seat is also told what the seat that was asked before it heard."""

    before = None

    def _info(self):
        info = super()._info()
        offsets = info["event_offsets"].astype(int)
        parts = [info["events"][start:end].copy() for start, end in zip(offsets[:-1], offsets[1:])]
        both = [np.concatenate(pair) for pair in zip(self.before or parts, parts)]
        self.before = parts
        ends = np.cumsum([0, *map(len, both)]).astype(np.uint32)
        return {**info, "events": np.concatenate(both), "event_offsets": ends}


class RowOfAnotherSeat(tefuda.Batch):
    """It shows what the other seat of the same table sees."""

    def __init__(self, *args, **more):
        super().__init__(*args, **more)
        self.twins = []

    def _shown(self, array):
        if array is not self._arrays.rows or not self.twins:
            return array
        shown = array.copy()
        for row, twin in zip(shown, self.twins):
            twin.state.observe(1 - twin.seat, row)
        return shown


class QuestionOfAnother(tefuda.Batch):
    """It says that the other seat is asked."""

    def _shown(self, array):
        return 1 - array if array is self._arrays.seat else array


class CompanyOfAnother(tefuda.Batch):
    """It says that somebody else is asked."""

    def _info(self):
        info = super()._info()
        return {**info, "player": np.roll(info["player"], 1), "seating": np.roll(info["seating"], 1, axis=1)}


class TruthUnasked(tefuda.Batch):
    """The truth is there though nobody asked."""

    def _info(self):
        return {**super()._info(), "truth": np.zeros((self.num_envs, 1), np.float32)}


LEARNERS = {"truth": True, "events": True, "others": ["first"]}


#: Each leak, and the words with which it is found.
LEAKS = [
    (TruthInRow, "a row shows what its seat does not see"),
    (TruthInEvents, "an event tells what its seat did not see"),
    (EventsOfAnother, "an event"),
    (HeardByAnother, "an event of another seat or another time"),
    (QuestionOfAnother, "assert"),
    (CompanyOfAnother, "assert"),
]


@pytest.mark.parametrize(("leaky", "why"), LEAKS, ids=lambda leak: getattr(leak, "__name__", ""))
@pytest.mark.parametrize(("game", "seats"), [("leduc", 2), ("kuhn", 2)])
def test_a_leak_to_learners_is_found(leaky, why, game, seats):
    with pytest.raises(AssertionError, match=why):
        check(opened(leaky, game, seats, "same_step", **LEARNERS), 60)


@pytest.mark.parametrize("game", ["leduc", "kuhn"])
def test_the_row_of_the_other_seat_is_found(game):
    with pytest.raises(AssertionError, match="a row shows what its seat does not see"):
        check(opened(RowOfAnotherSeat, game, 2, "same_step"), 60)


class TruthBetweenFigures(tefuda.Batch):
    """What is hidden stands in the bits that fill up a byte."""

    def _shown(self, array):
        if array is not self._arrays.rows:
            return array
        shown = array.copy()
        shown[:, self.packing._bits - 1] |= (self._arrays.truth[:, :1].any(axis=1) << 7).astype(np.uint8)
        return shown


class ListOfAnother(tefuda.Batch):
    """Legal ids are those of the next table."""

    def _info(self):
        info = super()._info()
        parts = np.split(info["legal_ids"], info["legal_offsets"][1:-1].astype(int))
        parts = parts[1:] + parts[:1]
        ends = np.cumsum([0, *map(len, parts)]).astype(np.uint32)
        return {**info, "legal_ids": np.concatenate(parts), "legal_offsets": ends}


@pytest.mark.parametrize(
    ("leaky", "game", "why"),
    [
        (TruthBetweenFigures, "kuhn", "something stands between the figures"),
        (ListOfAnother, "leduc", "a list of another seat"),
    ],
)
def test_a_leak_in_packed_rows_and_lists_is_found(leaky, game, why):
    with pytest.raises(AssertionError, match=why):
        check(opened(leaky, game, 2, "same_step", truth=True, **PACKED), 60)


def test_truth_that_nobody_asked_for_is_found():
    with pytest.raises(AssertionError, match="nothing else is told"):
        check(opened(TruthUnasked, "leduc", 2, "same_step"), 60)
