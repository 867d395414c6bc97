"""Files of games as tables of Arrow, and arrays of Arrow in both directions."""

import bz2
import gc
import gzip
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from philidor import ArrowArray, FenError, Game, Move, PackedError, PgnReader, Position, Positions, scan_pgn

pa = pytest.importorskip("pyarrow")

TEXT = """[White "Anne"]
[WhiteElo " 02500 "]
[BlackElo "?"]
[Result "1-0"]

1. e4 {[%clk 0:03:00] [%eval 0.31]} e5 $1 (1... c5 2. Nf3) {[%clk 0:02:59]} 2. Bc4 {[%eval #-3]} 1-0

[White "Bert"]
[WhiteElo "1500?"]
[FEN "4k3/8/8/8/8/8/8/4K2R w K - 0 1"]

1. O-O Ke7 1/2-1/2
"""
BAD = '[White "Bad"]\n\n1. e4 e5 2. Ke3 *\n\n'


@pytest.fixture
def file(tmp_path):
    path = tmp_path / "games.pgn"
    path.write_text(TEXT, encoding="utf-8")
    return path


def table(path, **words):
    return pa.table(scan_pgn(path, **words))


def test_games(file):
    columns = ["game", "offset", "White", "WhiteElo", "BlackElo", "Result", "ply_count", "moves", "start_fen", "clocks",
               "centipawns", "mates"]  # fmt: skip
    found = table(file, columns=columns)
    assert found.column_names == columns
    assert found.drop_columns(["moves"]).to_pylist() == [
        {"game": 0, "offset": 0, "White": "Anne", "WhiteElo": 2500, "BlackElo": None, "Result": "1-0", "ply_count": 3,
         "start_fen": None, "clocks": [180.0, 179.0, None], "centipawns": [31, None, None], "mates": [None, None, -3]},
        {"game": 1, "offset": TEXT.index('[White "Bert"'), "White": "Bert", "WhiteElo": None, "BlackElo": None,
         "Result": "1/2-1/2", "ply_count": 2, "start_fen": "4k3/8/8/8/8/8/8/4K2R w K - 0 1", "clocks": None,
         "centipawns": None, "mates": None},
    ]  # fmt: skip
    moves = [[str(Move.from_digest(digest)) for digest in game] for game in found["moves"].to_pylist()]
    assert moves == [["e2e4", "e7e5", "f1c4"], ["e1g1", "e8e7"]]


def test_positions_are_those_of_the_games(file):
    columns = ["game", "ply", "position", "key", "fen", "move", "clock", "centipawns", "mate", "White"]
    found = table(file, rows="positions", columns=columns)
    games = list(PgnReader(TEXT))
    expected = [Game(game.start, game.moves[:ply]).position for game in games for ply in range(len(game.moves) + 1)]
    assert found["fen"].to_pylist() == [position.fen() for position in expected]
    assert found["key"].to_pylist() == [position.key for position in expected]
    assert Positions.from_arrow(found["position"]).fens() == [position.fen() for position in expected]
    assert found["game"].to_pylist() == [0, 0, 0, 0, 1, 1, 1] and found["ply"].to_pylist() == [0, 1, 2, 3, 0, 1, 2]
    moves = [move and str(Move.from_digest(move)) for move in found["move"].to_pylist()]
    assert moves == ["e2e4", "e7e5", "f1c4", None, "e1g1", "e8e7", None]
    assert found["clock"].to_pylist() == [None, 180.0, 179.0, None, None, None, None]
    assert found["centipawns"].to_pylist()[:2] == [None, 31] and found["mate"].to_pylist()[3] == -3
    assert found["White"].to_pylist() == ["Anne"] * 4 + ["Bert"] * 3


def packed_with(name, data):
    if name == "gz":
        return gzip.compress(data)
    if name == "bz2":
        return bz2.compress(data)
    done = subprocess.run(["zstd", "-c"], input=data, capture_output=True, check=False)
    if done.returncode:
        pytest.skip("no zstd")
    return done.stdout


@pytest.mark.parametrize("name", ["gz", "bz2", "zst"])
def test_packed_files(tmp_path, file, name):
    path = tmp_path / f"games.pgn.{name}"
    try:
        path.write_bytes(packed_with(name, file.read_bytes()))
    except FileNotFoundError:
        pytest.skip("no zstd")
    assert table(path).equals(table(file))


@pytest.mark.parametrize("threads", [1, 3])
@pytest.mark.parametrize("name", ["gz", "bz2", "zst"])
def test_packed_files_that_end_early_or_are_damaged(tmp_path, name, threads):
    """Never a shorter table: the reader learns of it."""
    path = tmp_path / f"games.pgn.{name}"
    try:
        # So that packing leaves more than a few bytes of it.
        games = "".join(f'[White "{key}"]\n\n1. e4 e5 *\n\n' for key in np.random.default_rng(1).integers(0, 2**60, 2_000))
        whole = packed_with(name, games.encode())
    except FileNotFoundError:
        pytest.skip("no zstd")
    path.write_bytes(whole)
    assert table(path, threads=threads).num_rows == 2_000
    for length in [*range(4, 40, 5), len(whole) // 3, len(whole) // 2, len(whole) - 9, len(whole) - 1]:
        path.write_bytes(whole[:length])
        with pytest.raises((pa.ArrowException, OSError)):
            table(path, threads=threads)
    for at in (len(whole) // 3, len(whole) // 2, len(whole) - 6):
        path.write_bytes(whole[:at] + bytes([whole[at] ^ 0x55]) + whole[at + 1 :])
        try:
            assert table(path, threads=threads).num_rows == 2_000
        except (pa.ArrowException, OSError):
            pass
    path.write_bytes(whole + whole)
    assert table(path, threads=threads).num_rows == 4_000
    path.write_bytes(whole + b"rubbish")
    try:
        assert table(path, threads=threads).num_rows == 2_000
    except (pa.ArrowException, OSError):
        pass


@pytest.mark.parametrize("threads", [1, 3])
def test_files_that_are_no_games(tmp_path, threads):
    path = tmp_path / "games.pgn"
    for data, rows in ((b"", 0), (b"\n\n\n", 0), (b"\0" * 5_000, None), (b"\xef\xbb\xbf" + TEXT.encode(), 2), (TEXT.replace("\n", "\r\n").encode(), 2),
                       (TEXT.encode("utf-16"), None), (b"[" * 100_000, None), (b"1. e4 " + b"(1. d4 " * 100_000, None),
                       (b"{" * 100_000, None), (b'[White "' + b"x" * 300_000, None), (bytes(range(256)) * 500, None)):  # fmt: skip
        path.write_bytes(data)
        for of in ("games", "positions"):
            try:
                found = table(path, rows=of, threads=threads)
            except (pa.ArrowException, OSError):
                assert rows is None
            else:
                assert rows is None or (found.num_rows == rows or of == "positions")
    with pytest.raises((pa.ArrowException, OSError)):
        table(tmp_path, threads=threads)


@pytest.mark.parametrize("threads", [1, 3])
def test_functions_that_come_back(tmp_path, threads):
    """Progress that reads the same file, drops the stream, or asks for what has no end."""
    path, inner = tmp_path / "many.pgn", []
    path.write_text((TEXT + "\n") * 12_000, encoding="utf-8")

    def again(read, length):
        if len(inner) < 3:
            inner.append(table(path, threads=threads, columns=["White"]).num_rows)
            scan.games, repr(scan)

    scan = scan_pgn(path, progress=again, threads=threads)
    assert pa.table(scan).num_rows == 24_000 and inner == [24_000] * 3
    readers = []

    def drops(read, length):
        readers.clear()
        gc.collect()

    readers.append(pa.RecordBatchReader.from_stream(scan_pgn(path, progress=drops, threads=threads)))
    for _ in range(2):
        if readers:
            readers[0].read_next_batch()
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(lambda _: table(path, threads=threads, columns=["game"]).num_rows, range(4))) == [24_000] * 4


@pytest.mark.parametrize("threads", [1, 3])
def test_many_parts_in_order_with_bad_games_left_out(tmp_path, threads):
    path, calls = tmp_path / "many.pgn", []
    path.write_text((TEXT + "\n" + BAD) * 12_000, encoding="utf-8")
    scan = scan_pgn(path, columns=["game", "White"], threads=threads, progress=lambda *place: calls.append(place))
    found = pa.table(scan)
    assert found["game"].to_pylist() == list(range(24_000))
    assert found["White"].to_pylist() == ["Anne", "Bert"] * 12_000
    assert (scan.games, scan.skipped) == (24_000, 12_000)
    assert len(calls) > 2 and calls == sorted(calls) and calls[-1] == (path.stat().st_size, path.stat().st_size)
    again = pa.table(scan)
    assert again.equals(found) and scan.games == 24_000


@pytest.mark.parametrize("threads", [1, 3])
def test_errors_end_the_table(tmp_path, file, threads):
    bad = tmp_path / "bad.pgn"
    bad.write_text(TEXT + "\n" + BAD, encoding="utf-8")
    with pytest.raises(pa.ArrowException, match=f"line {TEXT.count(chr(10)) + 4}, column 13: `Ke3"):
        table(bad, on_error="raise", threads=threads)

    def stop(read, length):
        raise RuntimeError("enough")

    with pytest.raises(pa.ArrowException, match="enough"):
        table(file, progress=stop, threads=threads)
    with pytest.raises(FileNotFoundError):
        table(tmp_path / "none.pgn", threads=threads)


def test_a_stream_that_is_dropped_ends_its_threads(tmp_path):
    path = tmp_path / "many.pgn"
    path.write_text((TEXT + "\n") * 30_000, encoding="utf-8")
    for _ in range(5):
        reader = pa.RecordBatchReader.from_stream(scan_pgn(path, threads=3))
        assert reader.read_next_batch().num_rows > 100
        del reader
        gc.collect()


@pytest.mark.parametrize(
    ("words", "message"),
    [({"columns": ["plies"]}, "'plies' is not a column|\"plies\" is not a column"), ({"columns": []}, "no column"),
     ({"columns": ["White", "White"]}, "twice"), ({"rows": "moves"}, "rows"), ({"on_error": "stop"}, "on_error")],
)  # fmt: skip
def test_what_is_asked_wrongly_is_refused_at_once(words, message):
    with pytest.raises(ValueError, match=message):
        scan_pgn("games.pgn", **words)


def test_other_packages_read_scans(file):
    polars, duckdb = pytest.importorskip("polars"), pytest.importorskip("duckdb")
    scan = scan_pgn(file, columns=["White", "ply_count"])
    assert polars.DataFrame(scan)["ply_count"].to_list() == [3, 2]
    assert duckdb.sql("SELECT sum(ply_count) FROM scan").fetchall() == [(5,)]
    pandas = pytest.importorskip("pandas")
    if hasattr(pandas.DataFrame, "from_arrow"):
        assert pandas.DataFrame.from_arrow(scan)["White"].tolist() == ["Anne", "Bert"]


def test_positions_go_to_arrow_and_back(positions):
    batch = Positions.from_positions(positions)
    array = pa.array(batch)
    assert array.type == pa.binary(32) and len(array) == len(batch)
    assert (Positions.from_arrow(array).array == batch.array).all()
    assert (Positions.from_arrow(array[7:20]).array == batch.array[7:20]).all()
    for kind in (pa.string(), pa.large_string(), pa.string_view()):
        fens = pa.array(batch.fens(), kind)
        assert (Positions.from_arrow(fens).array == batch.array).all()
        assert (Positions.from_arrow(pa.chunked_array([fens[:5], fens[5:]])).array == batch.array).all()
    moves = batch.legal_moves_arrow(threads=2)
    offsets, digests = batch.legal_moves()
    assert isinstance(moves, ArrowArray) and len(moves) == len(batch)
    listed = pa.array(moves)
    assert listed.type.value_type == pa.uint16() and listed.offsets.to_pylist() == offsets.tolist()
    assert (listed.values.to_numpy() == digests).all()


def test_what_is_no_array_of_positions_is_refused():
    start = Position().fen()
    with pytest.raises(ValueError, match="row 1"):
        Positions.from_arrow(pa.array([start, None]))
    with pytest.raises(ValueError, match="row 2"):
        Positions.from_arrow(pa.chunked_array([pa.array([start, start]), pa.array([None], pa.string())]))
    with pytest.raises(TypeError, match="Int64"):
        Positions.from_arrow(pa.array([1]))
    with pytest.raises(FenError):
        Positions.from_arrow(pa.array([start, "nonsense"]))
    with pytest.raises((TypeError, ValueError)):
        Positions.from_arrow([start])
    assert len(Positions.from_arrow(pa.array([], pa.string()))) == 0
    assert np.array_equal(pa.array(Positions.from_fens([])).to_pylist(), [])


def test_arrays_of_every_form():
    fens = [Position().play(move).fen() for move in Position().legal_moves()]
    for kind in (pa.string(), pa.large_string(), pa.string_view()):
        array = pa.array(fens + [None] + fens, kind)
        assert Positions.from_arrow(array[3:20]).fens() == fens[3:] and Positions.from_arrow(array[21:]).fens() == fens
        chunks = pa.chunked_array([array[:0], array[:5], array[20:20], array[25:]], kind)
        assert Positions.from_arrow(chunks, threads=3).fens() == fens[:5] + fens[4:]
        with pytest.raises(ValueError, match="row 20"):
            Positions.from_arrow(array)
        with pytest.raises(ValueError, match="row 1"):
            Positions.from_arrow(array[19:])
    packed = pa.array(Positions.from_fens(fens))
    gaps = pa.array([*packed.to_pylist(), None], pa.binary(32))
    assert Positions.from_arrow(gaps[:20]).fens() == fens
    with pytest.raises(ValueError, match="row 20"):
        Positions.from_arrow(gaps)
    damaged = pa.array([packed[0].as_py(), b"\xff" * 32], pa.binary(32))
    with pytest.raises(PackedError, match="row 1"):
        Positions.from_arrow(damaged).keys()
    for wrong in (pa.array(fens).dictionary_encode(), pa.array([None]), pa.array([b"x" * 31], pa.binary(31)), pa.table({"fen": fens}),
                  pa.array([b"x" * 32]), pa.array([["x"]]), pa.array([{"fen": fens[0]}]), pa.array([1.5]), pa.array([True])):  # fmt: skip
        with pytest.raises((TypeError, ValueError)):
            Positions.from_arrow(wrong)


def test_capsules_that_are_empty_or_none():
    """In a process of its own: these are pointers."""
    code = """
import gc, pyarrow as pa, philidor
start = philidor.Position().fen()
class Gives:
    def __init__(self, *given): self.given = given
    def __arrow_c_array__(self, requested_schema=None):
        if isinstance(self.given[0], Exception): raise self.given[0]
        return self.given
class Streams(Gives):
    def __arrow_c_stream__(self, requested_schema=None): return self.given[0]
pair = pa.array([start]).__arrow_c_array__()
stream = pa.chunked_array([[start]]).__arrow_c_stream__()
def ask(thing):
    try:
        print(len(philidor.Positions.from_arrow(thing)))
    except Exception as error:
        print(type(error).__name__)
for thing in (Gives(*pair), Gives(*pair), Gives(pair[1], pair[0]), Gives(pair[0]), Gives(1, 2), Gives(stream, stream), Gives(KeyError()), Gives(None, None)):
    ask(thing)
class OnlyStreams:
    def __arrow_c_stream__(self, requested_schema=None): return stream
for _ in range(2): ask(OnlyStreams())
gc.collect()
batch = philidor.Positions.from_fens([start])
for wish in (1, "x", pair[0], stream):
    for ask in (batch, batch.legal_moves_arrow(), philidor.scan_pgn("none.pgn")):
        for name in ("__arrow_c_array__", "__arrow_c_stream__"):
            try:
                getattr(ask, name)(wish)
            except Exception as error:
                pass
gc.collect()
print("end")
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=300, check=False)
    lines = done.stdout.split()
    assert done.returncode == 0 and lines[0] == "1" and lines[-1] == "end", (done.returncode, lines, done.stderr[-2000:])


def test_each_reading_numbers_its_own_games(file):
    scan = scan_pgn(file, columns=["game"])
    readings = [pa.RecordBatchReader.from_stream(scan) for _ in range(2)]
    assert [reading.read_all()["game"].to_pylist() for reading in readings] == [[0, 1], [0, 1]]
