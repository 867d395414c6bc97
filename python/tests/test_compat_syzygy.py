"""Endgame tables by python-chess's names; the two are compared in the repository's ``oracles/`` and ``python/oracles/``."""

import pytest

import philidor
from philidor import compat as chess
from philidor.compat import syzygy
from philidor.compat.syzygy import MissingTableError, Tablebase, open_tablebase

ROOK = chess.Board("8/8/8/8/8/4k3/4r3/K7 w - - 0 1")
QUEEN = chess.Board("8/8/8/8/8/4k3/4q3/K7 w - - 0 1")
CASTLING = chess.Board("4k3/8/8/8/8/8/8/4K2R w K - 0 1")
MANY = chess.Board("4k3/8/8/8/8/8/PPPPPP2/4K3 w - - 0 1")
TWO_WHITE_KINGS = chess.Board("4k3/8/8/8/8/8/8/KK6 w - - 0 1")


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    made = tmp_path_factory.mktemp("tables")
    for name, data in philidor.syzygy.generate("KRvK").items():
        (made / name).write_bytes(data)
    (made / "readme.txt").write_text("KRvK")
    (made / "KBvK.rtbw").mkdir()
    return made


def test_it_is_a_module_of_compat():
    assert chess.syzygy is syzygy and "syzygy" in chess.__all__
    with pytest.raises(AttributeError, match="gaviota"):
        chess.gaviota  # noqa: B018


def test_probes(folder):
    with open_tablebase(str(folder)) as tables:
        for ask, answer in ((tables.probe_wdl, -2), (tables.probe_dtz, -10), (tables.get_wdl, -2), (tables.get_dtz, -10)):
            found = ask(ROOK)
            assert found == answer and type(found) is int
        assert tables.probe_wdl(chess.Board("8/8/8/8/8/4k3/8/K7 w - - 0 1")) == 0
        board = ROOK.copy()
        board.push_uci("a1b1")
        assert tables.probe_dtz(board) == 9 and tables.probe_dtz_no_ep(board) == 9
        board.set_piece_at(chess.A8, chess.Piece.from_symbol("Q"))  # set by hand, asked as it is
        with pytest.raises(MissingTableError, match="KQvKR"):
            tables.probe_wdl(board)
    with pytest.raises(MissingTableError, match="KRvK.rtbw"):
        tables.probe_wdl(ROOK)
    assert tables.get_wdl(ROOK) is None and tables.get_dtz(ROOK, 7) == 7


@pytest.mark.parametrize("board", [QUEEN, CASTLING, MANY, TWO_WHITE_KINGS], ids=lambda board: board.fen())
def test_what_no_table_knows(folder, board):
    with open_tablebase(folder) as tables:
        for ask in (tables.probe_wdl, tables.probe_dtz, tables.probe_wdl_table):
            with pytest.raises(KeyError) as caught:
                ask(board)
            assert (type(caught.value) is MissingTableError) == (board is QUEEN)
        assert tables.get_wdl(board) is None and tables.get_wdl(board, 5) == tables.get_dtz(board, 5) == 5


def test_directories_and_files(folder, tmp_path):
    tables = Tablebase(max_fds=None)
    assert tables.add_directory(folder, load_dtz=False) == 1 and tables.probe_wdl(ROOK) == -2
    with pytest.raises(MissingTableError, match="KRvK.rtbz"):
        tables.probe_dtz(ROOK)
    assert tables.add_directory(folder, load_wdl=False) == 1 and tables.probe_dtz(ROOK) == -10
    assert tables.add_directory(folder) == 2 and tables.add_directory(tmp_path) == 0
    for name in ("KRvK.rtbx", "readme.txt", "KBvK.rtbw", "KQvK.rtbw"):
        assert tables.add_file(folder / name) == 0
    assert tables.add_file(folder / "KRvK.rtbz") == 1 and tables.add_file(folder / "KRvK.rtbz", load_dtz=False) == 0
    for open_ in (tables.add_directory, open_tablebase):
        with pytest.raises(FileNotFoundError):
            open_(tmp_path / "absent")

    class Other(chess.Board):
        uci_variant = "atomic"

    for make in (lambda: Tablebase(VariantBoard=Other), lambda: open_tablebase(folder, VariantBoard=Other),
                 lambda: syzygy.WdlTable(folder / "KRvK.rtbw", variant=Other)):  # fmt: skip
        with pytest.raises(ValueError, match="no tables of variants are read: "):
            make()


def test_a_damaged_file_is_no_missing_one(folder, tmp_path):
    (tmp_path / "KRvK.rtbw").write_bytes((folder / "KRvK.rtbw").read_bytes()[:-64])
    tables = open_tablebase(tmp_path)
    for ask in (tables.probe_wdl, tables.get_wdl):
        with pytest.raises(philidor.TableFileError) as caught:
            ask(ROOK)
        assert caught.value.file == str(tmp_path / "KRvK.rtbw")


def test_one_table(folder):
    with syzygy.WdlTable(folder / "KRvK.rtbw") as wdl, syzygy.DtzTable(str(folder / "KRvK.rtbz")) as dtz:
        wdl.init_table_wdl()
        dtz.init_table_dtz()
        assert wdl.probe_wdl_table(ROOK) == -2
        other = ROOK.copy()
        other.turn = chess.BLACK
        assert sorted([dtz.probe_dtz_table(ROOK, -2), dtz.probe_dtz_table(other, 2)])[0] == (0, -1)
        with pytest.raises(MissingTableError):
            wdl.probe_wdl_table(QUEEN)
    for table in (wdl, dtz):
        with pytest.raises(ValueError, match="closed"):
            table.probe_wdl_table(ROOK)


def test_names():
    assert syzygy.normalize_tablename("KNNvKBB") == "KBBvKNN" and syzygy.normalize_tablename("KQvK", mirror=True) == "KvKQ"
    assert syzygy.calc_key(ROOK) == "KvKR" and syzygy.calc_key(ROOK, mirror=True) == "KRvK" and syzygy.calc_key(chess.Board(None)) == "v"
    assert set(syzygy.dependencies("KPvK")) == {"KQvK", "KRvK", "KBvK", "KNvK"} and list(syzygy.dependencies("KQvK")) == []
    assert set(syzygy.all_dependencies(["KvKP"])) == {"KPvK", "KQvK", "KRvK", "KBvK", "KNvK"}
    assert [len(list(syzygy.tablenames(piece_count=count))) for count in (2, 3, 4, 5)] == [0, 5, 35, 145]
    assert syzygy.is_tablename("KRvK") and not syzygy.is_tablename("KvKR") and syzygy.is_tablename("KvKR", normalized=False)
    assert not syzygy.is_tablename("KvK") and not syzygy.is_tablename("KQQQQQQvK") and not syzygy.is_tablename("KRvK.rtbw")
    assert [syzygy.dtz_before_zeroing(wdl) for wdl in range(-2, 3)] == [-1, -101, 0, 101, 1]
    for wrong in ("", "KQ", "kqvk"):
        with pytest.raises(ValueError):
            syzygy.normalize_tablename(wrong)


def test_a_capture_that_wins_needs_no_table_of_the_position(folder):
    with open_tablebase(folder) as tables:
        wins, draws = chess.Board("5n2/8/8/8/8/1k6/8/K4R2 w - - 0 1"), chess.Board("5nk1/8/8/8/8/8/8/K4R2 w - - 0 1")
        assert (tables.get_wdl(wins), tables.get_dtz(wins)) == (2, 1) and tables.get_wdl(draws) is tables.get_dtz(draws) is None
        native = philidor.syzygy.Tables(folder)
        batch = philidor.Positions.from_fens([wins.fen(), draws.fen()])
        assert native.probe_wdls(batch).tolist() == [2, philidor.syzygy.NO_WDL]
        assert native.probe_dtzs(batch)[0].tolist() == [1, philidor.syzygy.NO_DTZ]
