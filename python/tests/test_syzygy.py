"""Endgame tables: probed one position at a time and by arrays, from folders, files and bytes, whole and damaged.

The tables are made here. Other programs are asked about these and about others in the repository's ``oracles/``.
"""

import copy
import pickle
import random
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import philidor
from philidor import Game, Position, Positions, syzygy
from philidor.syzygy import NO_DTZ, NO_WDL, ClockedWdl, Dtz, MissingTableError, TableError, TableFileError, Tables, Wdl

DATA = syzygy.generate("KPvK", threads=0)
ROOK = Position("8/8/8/8/8/4k3/4r3/K7 w - - 0 1")
KINGS = Position("8/8/8/8/8/4k3/8/K7 w - - 7 9")
CASTLING = Position("4k3/8/8/8/8/8/8/4K2R w K - 0 1")
TWO_QUEENS = Position("8/8/8/8/8/4k3/4rq2/K7 w - - 0 1")


@pytest.fixture(scope="module")
def tables():
    return Tables(data=DATA)


@pytest.fixture
def folder(tmp_path):
    for name, data in DATA.items():
        (tmp_path / name).write_bytes(data)
    return tmp_path


def three_pieces(count, seed=1):
    """Positions of three pieces, with clocks."""
    generator, found = random.Random(seed), []
    while len(found) < count:
        setup = philidor.Setup(f"8/8/8/8/8/8/8/8 {generator.choice('wb')} - - {generator.randrange(101)} 80")
        for square, piece in zip(generator.sample(range(64), 3), ["K", "k", generator.choice("QRBNPqrbnp")], strict=True):
            setup[square] = piece
        try:
            found.append(Position.of(setup))
        except philidor.SetupError:
            pass
    return found


def test_single_answers(tables):
    assert tables.probe_wdl(ROOK) is Wdl.LOSS and tables.probe_wdl(ROOK) == -2
    assert tables.probe_dtz(ROOK) == Dtz(-10) and tables.probe_dtz(ROOK).number == -10
    assert tables.probe_wdl(KINGS) is Wdl.DRAW and tables.probe_dtz(KINGS) == Dtz(0)
    assert tables.largest == 3 and Tables().largest == 2 and Tables().probe_wdl(KINGS) is Wdl.DRAW
    mate = Position("R5k1/8/6K1/8/8/8/8/8 b - - 100 99")
    assert tables.probe_clocked_wdl(mate) is ClockedWdl.LOSS


def test_a_distance_and_the_clock():
    assert Dtz(5) == Dtz(5) and Dtz(5) != Dtz(5, is_exact=False) and Dtz(5) != 5 and len({Dtz(5), Dtz(5), Dtz(6)}) == 2
    assert (Dtz(-7, is_exact=False).plies, str(Dtz(-7, is_exact=False)), repr(Dtz(-7, is_exact=False))) == (
        (7, 8), "-7 or -8", "Dtz(-7, is_exact=False)")  # fmt: skip
    assert [Dtz(number).wdl for number in (-101, -100, 0, 100, 101)] == [-1, -2, 0, 2, 1]
    assert Dtz(-40, is_exact=False).at_clock(60) is ClockedWdl.LOSS_OR_BLESSED_LOSS
    assert [ClockedWdl(one).certain for one in (-2, -1, 0, 1, 2)] == list(Wdl) and ClockedWdl(1.5).certain is None
    assert sorted(ClockedWdl) == list(ClockedWdl)
    for strange in (2**31 - 1, -(2**31)):
        assert Dtz(strange).at_clock(2**16 - 1) in ClockedWdl and Dtz(strange, is_exact=False).plies[0] == abs(strange)
    with pytest.raises(OverflowError):
        Dtz(2**31)


def test_arrays_say_what_single_probes_say(tables):
    positions = three_pieces(3_000) + [CASTLING, TWO_QUEENS, Position(), KINGS]
    random.Random(2).shuffle(positions)
    batch = Positions.from_positions(positions)

    def single(ask, otherwise):
        found = []
        for position in positions:
            try:
                found.append(ask(position))
            except TableError:
                found.append(otherwise)
        return found

    wdls = single(tables.probe_wdl, NO_WDL)
    distances = single(tables.probe_dtz, Dtz(NO_DTZ, is_exact=False))
    clocked = single(tables.probe_clocked_wdl, float("nan"))
    assert wdls.count(NO_WDL) == 3 and len(set(wdls)) > 3
    for threads in (1, 2, 0):
        found = tables.probe_wdls(batch, threads=threads)
        assert found.dtype == np.int8 and found.tolist() == wdls
        numbers, is_exact = tables.probe_dtzs(batch, threads=threads)
        assert (numbers.dtype, is_exact.dtype) == (np.int32, np.bool_)
        assert numbers.tolist() == [dtz.number for dtz in distances]
        assert is_exact.tolist() == [dtz.is_exact for dtz in distances]
        values = tables.probe_clocked_wdls(batch, threads=threads)
        assert values.dtype == np.float32 and np.array_equal(values, np.array(clocked, np.float32), equal_nan=True)
    assert set(values[np.isfinite(values)].tolist()) >= {-2, -1, 0, 1, 2}


def without_blocks(data):
    """A table whose index names blocks that are not there; its head is whole."""
    damaged = bytearray(data)
    for begin in range(16, len(data) - 16, 16):
        damaged[begin:-16] = b"\xff" * (len(data) - 16 - begin)
        try:
            Tables(data={"KRvK.rtbw": bytes(damaged)}, verified_bytes=0).probe_wdl(ROOK)
        except TableFileError as error:
            if "index names a block" in error.fault:
                return damaged
        damaged[:] = data
    raise AssertionError("no such table")


def rounded():
    """A table that counts in moves: it has the flags for that where ours has those for plies, the first byte of a part."""
    for offset in range(5, 16):
        data = bytearray(DATA["KRvK.rtbz"])
        data[offset] ^= 0b1100
        try:
            counted = Tables(data=DATA | {"KRvK.rtbz": bytes(data)}, verified_bytes=0)
            if not counted.probe_dtz(ROOK).is_exact:
                return counted
        except TableFileError:
            pass
    raise AssertionError("no such byte")


def test_what_is_exact():
    counted, positions = rounded(), [ROOK, KINGS, Position("8/8/8/8/8/4k3/4q3/K7 w - - 0 1"), *three_pieces(300, seed=7)]
    distances = [counted.probe_dtz(position) for position in positions]
    numbers, is_exact = counted.probe_dtzs(Positions.from_positions(positions))
    assert is_exact.tolist() == [dtz.is_exact for dtz in distances] and is_exact[:3].tolist() == [False, True, True]
    assert numbers.tolist() == [dtz.number for dtz in distances] and distances[0].plies == (18, 19)
    late = Position("8/8/8/8/8/4k3/4r3/K7 w - - 82 80")
    assert counted.probe_clocked_wdl(late) is ClockedWdl.LOSS_OR_BLESSED_LOSS
    assert counted.probe_clocked_wdls(Positions.from_positions([late])).tolist() == [-1.5]


def test_many_rows(tables):
    """More than are probed together, in runs of several threads."""
    few = three_pieces(500, seed=3)
    expected = np.array([tables.probe_wdl(position) for position in few], np.int8)
    rows = np.tile(Positions.from_positions(few).array, (100, 1))
    for threads in (1, 2, 3):
        assert (tables.probe_wdls(Positions(rows), threads=threads) == np.tile(expected, 100)).all()
    assert tables.probe_wdls(Positions(rows[:0])).shape == (0,)
    rows[:] = np.frombuffer(KINGS.pack(), np.uint8)
    rows[40_000] = np.frombuffer(ROOK.pack(), np.uint8)
    cut = Tables(data=DATA | {"KRvK.rtbw": bytes(without_blocks(DATA["KRvK.rtbw"]))}, verified_bytes=0)
    for ask in (cut.probe_wdls, cut.probe_dtzs, cut.probe_clocked_wdls):
        for threads in (1, 3):
            with pytest.raises(TableFileError) as caught:
                ask(Positions(rows), threads=threads)
            assert caught.value.row == 40_000
    rows[40_000] = 255
    for ask in (tables.probe_wdls, tables.probe_dtzs, tables.probe_clocked_wdls):
        for threads in (1, 3):
            with pytest.raises(philidor.PackedError) as caught:
                ask(Positions(rows), threads=threads)
            assert caught.value.row == 40_000


def test_ranked_moves(tables):
    position = Position("6k1/8/6K1/8/8/8/8/R7 w - - 97 99")
    ranked = tables.rank_moves(position)
    assert len(ranked) == position.legal_move_count() and {found.move for found in ranked} == set(position.legal_moves())
    best = ranked[0]
    assert (str(best.move), best.value, best.dtz, best.repeats) == ("a1a8", ClockedWdl.WIN, Dtz(1), False)
    assert ranked == sorted(ranked, key=lambda found: -found.value) and ranked[-1].value is ClockedWdl.CURSED_WIN
    assert tables.rank_moves(Position("R5k1/8/6K1/8/8/8/8/8 b - - 3 99")) == []


def test_a_game_avoids_repetition(tables):
    start = Position("8/8/8/8/8/2k5/8/R3K3 w - - 0 1")
    first = tables.rank_moves(start)[0].move
    game = Game(start, [first, tables.rank_moves(start.play(first))[0].move])
    back = [philidor.Move.of(move.destination, move.origin) for move in game.moves]
    for move in back:
        game.push(move)
    again = {str(found.move): found.repeats for found in tables.rank_moves(game)}
    assert again[str(first)] and sum(again.values()) == 1
    assert not any(found.repeats for found in tables.rank_moves(game.position))
    assert tables.rank_moves(game)[0].value == ClockedWdl.WIN


def test_folders_and_files(folder, tables):
    whole = Tables(folder)
    assert sorted(whole) == sorted(DATA) and len(whole) == len(DATA) == 10 and whole.probe_dtz(ROOK) == Dtz(-10)
    assert whole.missing(3) == [] and whole.missing(3, "dtz") == [] and len(whole.missing(4)) == 30
    one = Tables(files=[folder / "KRvK.rtbw"])
    assert list(one) == ["KRvK.rtbw"] and "KRvK.rtbw" in one and "KRvK.rtbz" not in one and "" not in one
    assert one.missing(3) == ["KQvK.rtbw", "KBvK.rtbw", "KNvK.rtbw", "KPvK.rtbw"] and one.missing(0) == one.missing(99) == []
    assert one.probe_wdl(ROOK) == Wdl.LOSS
    with pytest.raises(MissingTableError) as caught:
        one.probe_dtz(ROOK)
    assert caught.value.table == "KRvK.rtbz" and isinstance(caught.value, philidor.ChessError)
    (folder / "none").mkdir()
    assert len(Tables(folder / "none", str(folder), files=[folder / "KRvK.rtbw"], data={"KRvK.rtbw": DATA["KRvK.rtbw"]})) == 10
    for wrong, error in (((folder / "absent",), FileNotFoundError), ((folder / "KRvK.rtbw",), NotADirectoryError), ((3,), TypeError)):
        with pytest.raises(error):
            Tables(*wrong)
    for files, error in (([folder / "KBvKB.rtbw"], FileNotFoundError), ([folder / "none"], ValueError), ("ab", TypeError)):
        with pytest.raises(error):
            Tables(files=files)


def test_names_that_no_table_has(tables):
    for name in ("", "KRvK", "KRvK.rtbx", ".rtbw", "RvK.rtbw", "KRvKv.rtbw", "\ud800", "KRvK.rtbw "):
        for ask in (tables.verify, lambda name: Tables(data={name: DATA["KRvK.rtbw"]})):
            with pytest.raises(ValueError):
                ask(name)
    for name in ("KvK.rtbw", "KQQQQvKQQQQ.rtbw", "KRvK.rtbz", "KQvK.rtbw"):
        with pytest.raises(TableError):
            Tables(data={name: DATA["KRvK.rtbw"]})
    with pytest.raises(ValueError, match="metric is one of"):
        tables.missing(3, "dtm")


def test_what_no_table_knows(tables):
    for position, words in ((CASTLING, "castling rights"), (Position("4k3/8/8/8/8/8/PPPPPP2/4K3 w - - 0 1"), "8 pieces")):
        for ask in (tables.probe_wdl, tables.probe_dtz, tables.probe_clocked_wdl, tables.rank_moves, tables.stored_wdl):
            with pytest.raises(TableError, match=words) as caught:
                ask(position)
            assert type(caught.value) is TableError
    with pytest.raises(MissingTableError):
        tables.probe_wdl(TWO_QUEENS)


def test_damaged_files(folder, tables):
    data = bytearray(DATA["KQvK.rtbw"])
    data[len(data) // 2] ^= 64
    (folder / "KQvK.rtbw").write_bytes(data)
    damaged = Tables(folder)
    with pytest.raises(TableFileError) as caught:
        damaged.verify("KQvK.rtbw")
    assert caught.value.file == str(folder / "KQvK.rtbw") and caught.value.offset == len(data) - 16
    assert "checksum" in caught.value.fault and str(caught.value.offset) in str(caught.value)
    for name in damaged:
        if name != "KQvK.rtbw":
            damaged.verify(name)
    (folder / "KRvK.rtbw").write_bytes(DATA["KRvK.rtbw"][:48])
    cut, batch = Tables(folder), Positions.from_positions([KINGS, CASTLING, ROOK, KINGS])
    for ask in (cut.probe_wdl, cut.probe_dtz, cut.probe_clocked_wdl, cut.stored_wdl):
        with pytest.raises(TableFileError, match="at byte"):
            ask(ROOK)
    for ask, none in ((cut.probe_wdls, NO_WDL), (lambda *given, **named: cut.probe_dtzs(*given, **named)[0], NO_DTZ)):
        with pytest.raises(TableFileError) as caught:
            ask(batch)
        assert caught.value.row == 2 and caught.value.file.endswith("KRvK.rtbw")
        assert ask(batch, on_error="skip").tolist() == [0, none, none, 0]
        with pytest.raises(ValueError, match="on_error"):
            ask(batch, on_error="ignore")
    assert np.isnan(cut.probe_clocked_wdls(batch, on_error="skip")).tolist() == [False, True, True, False]
    (folder / "KRvK.rtbw").unlink()
    (folder / "KRvK.rtbw").mkdir()
    with pytest.raises(TableFileError, match="cannot be read"):
        Tables(folder).probe_wdl(ROOK)


def test_any_damage_is_an_answer_or_an_exception(tables):
    """No damaged byte ends the process."""
    generator, positions = random.Random(4), three_pieces(40, seed=4) + [ROOK]
    refused = 0
    for _ in range(300):
        name = generator.choice(sorted(DATA))
        data = bytearray(DATA[name])
        for _ in range(generator.randrange(1, 4)):
            data[generator.randrange(generator.choice([64, len(data)]))] = generator.randrange(256)
        try:
            damaged = Tables(data=DATA | {name: bytes(data[: generator.choice([len(data), len(data), generator.randrange(len(data))])])})
            damaged.probe_dtzs(Positions.from_positions(positions))
        except TableFileError:
            refused += 1
    assert refused > 50


def test_what_files_store(tables):
    wdls = {tables.stored_dtz(ROOK, wdl) for wdl in range(-2, 3)} - {None}
    other = tables.stored_dtz(Position("8/8/8/8/8/4k3/4r3/K7 b - - 0 1"), 2)
    assert bool(wdls) != bool(other)
    positions = three_pieces(300, seed=5)
    assert all(tables.stored_wdl(position) <= tables.probe_wdl(position) for position in positions)
    for wrong, error in ((3, ValueError), (-3, ValueError), (200, OverflowError), ("2", TypeError)):
        with pytest.raises(error):
            tables.stored_dtz(ROOK, wrong)


def test_threads_of_python_share_tables(folder):
    """And all of them may be the first to open a file."""
    positions = three_pieces(200, seed=6)
    expected = [Tables(data=DATA).probe_dtz(position) for position in positions]
    for _ in range(5):
        shared = Tables(folder)
        with ThreadPoolExecutor(8) as pool:
            assert list(pool.map(shared.probe_dtz, positions)) == expected


def test_pickles_and_copies(folder, tables):
    for one in (tables, Tables(folder, files=[folder / "KRvK.rtbw"]), Tables()):
        again = pickle.loads(pickle.dumps(one))
        assert sorted(again) == sorted(one) and repr(again) == repr(one) and len(copy.copy(one)) == len(one)
    assert pickle.loads(pickle.dumps(tables)).probe_wdl(ROOK) is Wdl.LOSS
    for one in (Dtz(-5), Dtz(7, is_exact=False), Wdl.WIN, ClockedWdl.WIN_OR_CURSED_WIN):
        assert pickle.loads(pickle.dumps(one)) == one
    for one in tables.rank_moves(ROOK):
        for other in (pickle.loads(pickle.dumps(one)), copy.copy(one)):
            assert (other.move, other.dtz, other.value, other.repeats) == (one.move, one.dtz, one.value, one.repeats)
            assert repr(other) == repr(one)
    (folder / "KRvK.rtbw").unlink()
    with pytest.raises(FileNotFoundError):
        Tables(folder, files=[folder / "KRvK.rtbw"])


def test_a_mapped_file_may_be_unlinked(folder):
    opened = Tables(folder)
    assert opened.probe_wdl(ROOK) == Wdl.LOSS
    for path in list(folder.iterdir()):
        path.unlink()
    assert opened.probe_wdl(ROOK) == Wdl.LOSS


def test_a_program_may_go_to_another_folder(folder, monkeypatch):
    monkeypatch.chdir(folder)
    opened = [Tables("."), Tables(files=["KRvK.rtbw"])]
    monkeypatch.chdir("/")
    assert [tables.probe_wdl(ROOK) for tables in [*opened, pickle.loads(pickle.dumps(opened[0]))]] == [Wdl.LOSS] * 3


def test_tables_are_made():
    made = syzygy.generate("KvKR", threads=2)
    assert sorted(made) == ["KRvK.rtbw", "KRvK.rtbz"] and made["KRvK.rtbw"] == DATA["KRvK.rtbw"]
    assert syzygy.generate("KvK") == {} or set(syzygy.generate("KvK")) == set()
    for text in ("", "KRvK.rtbw", "RvR", "KvK vK"):
        with pytest.raises(ValueError, match="names no material"):
            syzygy.generate(text)
    for large in ("KQRBNvKQRBN", "KQRPvKQR"):
        with pytest.raises(MemoryError, match="allowed|more than 7|placements"):
            syzygy.generate(large)
    with pytest.raises(MemoryError):
        syzygy.generate("KPvK", max_bytes=1000)


# Those of a pool take a moment to end.
MAKES = """
import os, time
from philidor import syzygy
def threads():
    return len(os.listdir("/proc/self/task"))
before = threads()
syzygy.generate("KRvK", threads=1)
while threads() > before:
    time.sleep(0.01)
print("ended")
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="a list of threads as Linux has it")
def test_what_makes_tables_leaves_no_threads():
    done = subprocess.run([sys.executable, "-c", MAKES], capture_output=True, text=True, timeout=120, check=False)
    assert done.stdout == "ended\n", done.stderr[-2000:]


def test_what_an_ending_needs(tables):
    assert tables.missing_for("KvKP") == tables.missing_for("KPvK", "dtz") == []
    assert Tables().missing_for("KRvKN", "dtz") == ["KNvK.rtbz", "KRvK.rtbz", "KRvKN.rtbz"]
    with pytest.raises(ValueError, match="KXvK"):
        tables.missing_for("KXvK")


def test_unpacked_tables_say_the_same(tables):
    positions = Positions.from_positions(three_pieces(1_000, seed=3))
    for unpacked in (0, 2**22):
        again = pickle.loads(pickle.dumps(Tables(data=DATA, unpacked_values=unpacked)))
        assert again.probe_wdls(positions).tolist() == tables.probe_wdls(positions).tolist()
        assert again.__reduce__()[1][-1] == unpacked
