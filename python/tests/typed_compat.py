"""What type checkers make of ``philidor.compat``: mypy reads this file; it is never run."""

from typing import TextIO, assert_type

from philidor import compat as chess
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
