"""Files of games as tables of Arrow, and arrays of Arrow in both directions."""

import bz2
import gc
import gzip
import subprocess

import numpy as np
import pytest

from philidor import ArrowArray, FenError, Game, Move, PgnReader, Position, Positions, scan_pgn

pa = pytest.importorskip("pyarrow")

TEXT = """[White "Anne"]
[WhiteElo "2500"]
[BlackElo "?"]
[Result "1-0"]

1. e4 {[%clk 0:03:00] [%eval 0.31]} e5 $1 (1... c5 2. Nf3) {[%clk 0:02:59]} 2. Bc4 {[%eval #-3]} 1-0

[White "Bert"]
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
