"""The exceptions of this package.

All but ``EngineError`` and ``InternalError`` are a ``ChessError``, which is a ``ValueError``. Each carries what it is
about: the offending text, and where in it the fault is.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ._native import Fault, Setup

__all__ = [
    "ChessError",
    "EngineError",
    "EpdError",
    "FenError",
    "InternalError",
    "MissingTableError",
    "MoveError",
    "PackedError",
    "PgnError",
    "SetupError",
    "TableError",
    "TableFileError",
]


class ChessError(ValueError):
    """The base of all exceptions of this package but ``EngineError`` and ``InternalError``.

    ``row`` is the row of a batch that it is about, ``None`` outside of batches.

    >>> import philidor
    >>> try:
    ...     philidor.Positions.from_fens([philidor.Position().fen(), "9/8/8/8/8/8/8/8 w - - 0 1"])
    ... except philidor.FenError as error:
    ...     error.row, error.text
    (1, '9')
    """

    row: int | None = None


class FenError(ChessError):
    """A text is not a FEN.

    ``fen`` is the whole text, ``field`` the name of the field, ``text`` what is wrong in it, and ``column`` where that
    begins, counted from 1.

    >>> import philidor
    >>> try:
    ...     philidor.Position("8/8/8/9/8/8/8/8 w - - 0 1")
    ... except philidor.FenError as error:
    ...     error.field, error.text, error.column
    ('board', '9', 7)
    """

    def __init__(self, message: str, fen: str = "", field: str = "", text: str = "", column: int = 0) -> None:
        super().__init__(message)
        self.fen, self.field, self.text, self.column = fen, field, text, column


class SetupError(ChessError):
    """A setup is not a position.

    ``faults`` are all of its faults. ``setup`` is the setup, which can be repaired; that of a variant is without
    pockets, promoted pieces and checks.

    >>> import philidor
    >>> try:
    ...     philidor.Position("4k3/8/8/8/8/8/8/P7 w - - 0 1")
    ... except philidor.SetupError as error:
    ...     [fault.kind for fault in error.faults]
    ['missing_king', 'pawns_on_last_ranks']
    """

    def __init__(self, message: str, faults: tuple[Fault, ...] = (), setup: Setup | None = None) -> None:
        super().__init__(message)
        self.faults, self.setup = tuple(faults), setup


class MoveError(ChessError):
    """A move is not legal, or a text is not a move.

    ``text`` is what was given, ``fen`` the position, ``offset`` the byte at which the text stops being a move; it is
    ``None`` where the text is a move, but not a legal one.

    >>> import philidor
    >>> try:
    ...     philidor.Position().parse_san("Nf4")
    ... except philidor.MoveError as error:
    ...     print(error)
    'Nf4': illegal: no such knight can move to f4
    """

    def __init__(self, message: str, text: str = "", fen: str = "", offset: int | None = None) -> None:
        super().__init__(message)
        self.text, self.fen, self.offset = text, fen, offset


class EpdError(ChessError):
    """A text is not an EPD record.

    ``record`` is the whole text, ``text`` what is wrong in it, ``offset`` the byte where that begins.
    """

    def __init__(self, message: str, record: str = "", text: str = "", offset: int = 0) -> None:
        super().__init__(message)
        self.record, self.text, self.offset = record, text, offset


class PackedError(ChessError):
    """Bytes are not a packed position, or not a packed game."""

    def __init__(self, message: str, row: int | None = None) -> None:
        super().__init__(message)
        self.row = row


class PgnError(ChessError):
    """A game of PGN cannot be read, or has a move that is not legal.

    ``text`` is what is wrong; ``line`` and ``column`` count from 1, ``offset`` counts bytes from 0.
    """

    def __init__(self, message: str, text: str = "", line: int = 0, column: int = 0, offset: int = 0) -> None:
        super().__init__(message)
        self.text, self.line, self.column, self.offset = text, line, column, offset


class TableError(ChessError):
    """Endgame tables have no answer: the position has castling rights, or more pieces than any table."""


class MissingTableError(TableError):
    """An endgame table is not there: that of the position, or one that a capture or a promotion leads to.

    ``table`` is the name of its file.

    >>> from philidor import Position, syzygy
    >>> try:
    ...     syzygy.Tables().probe_wdl(Position("8/8/8/8/8/4k3/4r3/K7 w - - 0 1"))
    ... except MissingTableError as error:
    ...     error.table
    'KRvK.rtbw'
    """

    def __init__(self, message: str, table: str = "") -> None:
        super().__init__(message)
        self.table = table


class TableFileError(TableError):
    """A file of an endgame table is damaged, or cannot be read.

    ``file`` is its path, or its name if it is in memory, ``offset`` the byte where that was found, ``fault`` what is wrong.

    >>> from philidor import syzygy
    >>> try:
    ...     syzygy.Tables(data={"KRvK.rtbw": bytes(80)})
    ... except TableFileError as error:
    ...     error.file, error.offset, error.fault
    ('KRvK.rtbw', 0, 'the file does not begin as such a table does')
    """

    def __init__(self, message: str, file: str = "", offset: int = 0, fault: str = "") -> None:
        super().__init__(message)
        self.file, self.offset, self.fault = file, offset, fault


class EngineError(RuntimeError):
    """The process of an engine ended, fell silent, or answered with nonsense.

    ``line`` is what it said, if that is the reason, ``code`` its exit code, if it has ended and that is known.
    """

    def __init__(self, message: str, line: str = "", code: int | None = None) -> None:
        super().__init__(message if code is None else f"{message} (exit code {code})")
        self.line, self.code = line, code


class InternalError(RuntimeError):
    """A fault of philidor itself: please report it."""
