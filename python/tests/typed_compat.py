"""What type checkers make of ``philidor`` and ``philidor.compat``: mypy reads this file; it is never run."""

import dataclasses
from typing import TextIO, assert_type

import philidor
from philidor import compat as chess
from philidor import env
from philidor.compat import engine, pgn, syzygy, variant


class Counter(pgn.BaseVisitor[int]):
    """Counts moves."""

    moves = 0

    def visit_move(self, board: chess.Board, move: chess.Move) -> None:
        """Counts one."""
        self.moves += 1

    def result(self) -> int:
        """The count."""
        return self.moves


class MyGame(pgn.Game):
    """A game of a class of its own."""


def games(handle: TextIO) -> None:
    """What ``read_game`` returns."""
    game = pgn.read_game(handle)
    assert_type(game, pgn.Game | None)
    assert_type(pgn.read_game(handle, Visitor=Counter), int | None)
    assert_type(pgn.read_game(handle, Visitor=pgn.BoardBuilder), chess.Board | None)
    assert_type(pgn.read_game(handle, Visitor=lambda: Counter()), int | None)
    assert_type(pgn.read_game(handle, Visitor=MyGame.builder), MyGame | None)
    assert_type(pgn.read_game(handle, Visitor=pgn.GameBuilder), pgn.Game | None)
    assert_type(pgn.read_headers(handle), pgn.Headers | None)
    if game is not None:
        assert_type([move for move in game.mainline_moves()], list[chess.Move])
        assert_type(game.accept(Counter()), int)
        assert_type(str(game.accept(pgn.StringExporter(columns=None))), str)


async def engines(board: chess.Board) -> None:
    """What engines return."""
    _, uci = await engine.popen_uci("engine")
    assert_type(uci, engine.UciProtocol)
    _, xboard = await engine.popen_xboard("engine")
    assert_type(xboard, engine.XBoardProtocol)
    assert_type(await uci.play(board, engine.Limit(time=1), ponder=True), engine.PlayResult)
    assert_type(await uci.analyse(board, engine.Limit(time=1)), engine.InfoDict)
    assert_type(await xboard.analyse(board, engine.Limit(time=1), multipv=1), list[engine.InfoDict])
    with await uci.analysis(board) as analysis:
        async for info in analysis:
            assert_type(info, engine.InfoDict)
    with engine.SimpleEngine.popen_xboard("engine") as simple:
        assert_type(simple, engine.SimpleEngine)
        assert_type(simple.analyse(board, engine.Limit(depth=1)), engine.InfoDict)


def endgames(board: chess.Board) -> None:
    """What tables return."""
    with syzygy.open_tablebase("folder") as tables:
        assert_type(tables, syzygy.Tablebase)
        assert_type(tables.probe_wdl(board), int)
        assert_type(tables.get_dtz(board), int | None)


def variants(board: variant.CrazyhouseBoard) -> None:
    """What boards of variants return."""
    assert_type(board.pockets[chess.WHITE].count(chess.PAWN), int)
    assert_type(board.copy(), variant.CrazyhouseBoard)
    assert_type(list(board.legal_moves), list[chess.Move])
    assert_type(variant.find_variant("atomic"), type[chess.Board])
    assert_type(variant.ThreeCheckBoard().remaining_checks[chess.WHITE], int)


def names(move: chess.Move) -> None:
    """A name that there is not is an error: mypy complains of an ``ignore`` that it does not need."""
    chess.Bord()  # type: ignore[attr-defined]
    chess.gaviota  # type: ignore[attr-defined]
    chess.BB_DIAG_ATTACKS[chess.E4][0] & chess.BB_FILE_MASKS[chess.E4]
    env.VectorEnw()  # type: ignore[attr-defined]
    assert_type(philidor.__version__, str)
    match move:
        case chess.Move(origin, target, None):
            assert_type((origin, target), tuple[int, int])
    assert_type(dataclasses.replace(move, promotion=chess.QUEEN), chess.Move)


def arguments(batch: philidor.Positions, move: philidor.Move) -> None:
    """What takes names and iterators, and what is taken apart."""
    for position in batch:
        assert_type(position, philidor.Position)
        if position.turn == "white" and move.destination == "e4" and move == "e2e4":
            position.svg(seen_by="black", arrows=iter([("e2", philidor.Square.E4)]))
            position.king("wite")  # type: ignore[arg-type]
    philidor.Book.of_games(iter([philidor.Game(moves=iter(["e4"]))]))
    match move:
        case philidor.Move(origin, destination):
            assert_type((origin, destination), tuple[philidor.Square, philidor.Square])
