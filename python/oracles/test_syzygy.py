"""python-chess reads the same tables, by Syzygy's format, and answers the same.

    PHILIDOR_SYZYGY=FOLDER ORACLE_POSITIONS=100000 scripts/python 3.12 --oracles

Without PHILIDOR_SYZYGY, which names a folder of the tables of three and four pieces, philidor makes those of three.
"""

import os
import random
import string

import chess
import chess.syzygy
import numpy as np
import pytest
from conftest import COUNT

from philidor import Positions, compat, syzygy
from philidor.compat import syzygy as compatible


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    if named := os.environ.get("PHILIDOR_SYZYGY"):
        return named
    made = tmp_path_factory.mktemp("syzygy")
    for name, data in syzygy.generate("KPvK").items():
        (made / name).write_bytes(data)
    return str(made)


@pytest.fixture(scope="module")
def boards(folder):
    """Random boards whose tables are all there, some with en passant, and some that no table knows."""
    dice, found, names = random.Random(20), [], sorted({name.partition(".")[0] for name in syzygy.Tables(folder)})
    while len(found) < COUNT:
        letters = dice.choice(names)
        white, black = letters.split("v") if dice.random() < 0.5 else letters.split("v")[::-1]
        pieces = white + black.lower()
        board = chess.Board(None)
        for square, letter in zip(dice.sample(range(64), len(pieces)), pieces, strict=True):
            board.set_piece_at(square, chess.Piece.from_symbol(letter))
        board.turn, board.halfmove_clock = dice.random() < 0.5, dice.choice([0, 0, dice.randrange(101)])
        rank = range(40, 48) if board.turn else range(16, 24)
        for square in rank if dice.random() < 0.5 else []:
            board.ep_square = square
            if board.is_valid() and board.has_legal_en_passant():
                break
            board.ep_square = None
        if board.is_valid():
            found.append(board)
    return found + [chess.Board(), chess.Board("4k3/8/8/8/8/8/8/4K2R w K - 0 1"), chess.Board("4k3/8/8/8/8/8/PPPPPP2/4K3 w - - 0 1")]


def test_batches(folder, boards):
    batch, tables = Positions.from_fens([board.fen(en_passant="fen") for board in boards]), syzygy.Tables(folder)
    with chess.syzygy.open_tablebase(folder) as theirs:
        wdls = [theirs.get_wdl(board, syzygy.NO_WDL) for board in boards]
        dtzs = [theirs.get_dtz(board, syzygy.NO_DTZ) for board in boards]
    assert wdls.count(syzygy.NO_WDL) == 3 and len(set(wdls)) > 3
    for threads in (1, 2):
        different = np.flatnonzero(tables.probe_wdls(batch, threads=threads) != np.array(wdls))
        assert not different.size, [boards[index].fen() for index in different[:5]]
        numbers, _ = tables.probe_dtzs(batch, threads=threads)
        different = np.flatnonzero(numbers != np.array(dtzs))
        assert not different.size, [(boards[index].fen(), int(numbers[index]), dtzs[index]) for index in different[:5]]
    clocked = tables.probe_clocked_wdls(batch)
    still = [index for index, board in enumerate(boards) if board.halfmove_clock == 0]
    assert np.array_equal(clocked[still][:-3], np.array(wdls)[still][:-3])


def called(function):
    try:
        return function()
    except KeyError as error:
        return type(error).__name__


def test_compat(folder, boards):
    with compatible.open_tablebase(folder) as ours, chess.syzygy.open_tablebase(folder) as theirs:
        for board in boards[-300:]:
            own = compat.Board(board.fen(en_passant="fen"))
            for name in ("probe_wdl", "probe_dtz", "get_wdl", "get_dtz", "probe_wdl_table", "probe_dtz_no_ep"):
                if name.endswith(("table", "no_ep")) and (board.castling_rights or len(board.piece_map()) > 7):
                    continue
                expected, found = (called(lambda: getattr(tables, name)(one)) for tables, one in ((theirs, board), (ours, own)))  # noqa: B023
                assert found == expected, (name, board.fen())
            if (wdl := ours.get_wdl(own)) is not None and not board.has_legal_en_passant():
                assert ours.probe_dtz_table(own, wdl)[1] == theirs.probe_dtz_table(board, wdl)[1] or not wdl, board.fen()
            assert compatible.calc_key(own) == chess.syzygy.calc_key(board)
            assert compatible.calc_key(own, mirror=True) == chess.syzygy.calc_key(board, mirror=True)


@pytest.mark.parametrize("one_king", [True, False])
def test_names(one_king):
    for count in range(2, 7 if one_king else 5):
        ours, theirs = (list(module.tablenames(one_king=one_king, piece_count=count)) for module in (compatible, chess.syzygy))
        assert set(ours) == set(theirs) and len(ours) == len(theirs)
    names, dice = list(chess.syzygy.tablenames(one_king=one_king, piece_count=5)), random.Random(21)
    for name in dice.sample(names, 100):
        for function in ("dependencies", "all_dependencies"):
            given = name if function == "dependencies" else [name]
            ours, theirs = (list(getattr(module, function)(given, one_king=one_king)) for module in (compatible, chess.syzygy))
            assert sorted(ours) == sorted(set(theirs)), (function, name)


def test_texts():
    """Names, and what looks like one."""
    dice = random.Random(22)
    for number in range(3_000):
        letters = "KQRBNPv" if number % 3 else "KQRBNPvk." + string.ascii_letters
        text = "".join(dice.choices(letters, k=dice.randrange(9)))
        if number % 2:
            text = "K" + "".join(dice.choices("QRBNP", k=dice.randrange(5))) + "vK" + "".join(dice.choices("QRBNP", k=dice.randrange(4)))
        given = dict(one_king=dice.random() < 0.5, piece_count=dice.choice([None, 3, 5, 7]), normalized=dice.random() < 0.5)
        assert compatible.is_tablename(text, **given) == chess.syzygy.is_tablename(text, **given), (text, given)
        if chess.syzygy.is_tablename(text, one_king=False, piece_count=None, normalized=False):
            for mirror in (False, True):
                ours, theirs = (module.normalize_tablename(text, mirror=mirror) for module in (compatible, chess.syzygy))
                assert ours == theirs, text
    for wdl in range(-2, 3):
        assert compatible.dtz_before_zeroing(wdl) == chess.syzygy.dtz_before_zeroing(wdl)
