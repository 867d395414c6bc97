"""The names of python-chess on the native rules of philidor.

A program written for python-chess 1.11 changes its imports and runs on::

    import philidor.compat as chess
    import philidor.compat.pgn

What it can rely on is the public documentation of python-chess; this package was written from that documentation. Where
the two differ is listed in ``README.md`` beside this file.

>>> from philidor import compat as chess
>>> board = chess.Board()
>>> board.push_san("e4")
Move.from_uci('e2e4')
>>> board.legal_moves.count()
20
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING

from . import attacks as _attacks
from . import masks as _masks
from . import squares as _squares
from .attacks import BB_KING_ATTACKS, BB_KNIGHT_ATTACKS, BB_PAWN_ATTACKS, BB_RAYS, between, ray
from .base_board import BaseBoard
from .board import Board
from .endings import Outcome, Status, Termination
from .errors import AmbiguousMoveError, IllegalMoveError, InvalidMoveError
from .generation import LegalMoveGenerator, PseudoLegalMoveGenerator
from .masks import *  # noqa: F403
from .masks import IntoSquareSet
from .moves import Move
from .notation import SAN_REGEX
from .pieces import Piece
from .records import FEN_CASTLING_REGEX
from .square_set import SquareSet
from .squares import *  # noqa: F403

if TYPE_CHECKING:
    from . import engine, pgn, polyglot, svg, syzygy, variant

# The version of python-chess whose names these are, for programs that ask.
__version__ = "1.11.2"

STATUS_VALID = Status.VALID
STATUS_NO_WHITE_KING = Status.NO_WHITE_KING
STATUS_NO_BLACK_KING = Status.NO_BLACK_KING
STATUS_TOO_MANY_KINGS = Status.TOO_MANY_KINGS
STATUS_TOO_MANY_WHITE_PAWNS = Status.TOO_MANY_WHITE_PAWNS
STATUS_TOO_MANY_BLACK_PAWNS = Status.TOO_MANY_BLACK_PAWNS
STATUS_PAWNS_ON_BACKRANK = Status.PAWNS_ON_BACKRANK
STATUS_TOO_MANY_WHITE_PIECES = Status.TOO_MANY_WHITE_PIECES
STATUS_TOO_MANY_BLACK_PIECES = Status.TOO_MANY_BLACK_PIECES
STATUS_BAD_CASTLING_RIGHTS = Status.BAD_CASTLING_RIGHTS
STATUS_INVALID_EP_SQUARE = Status.INVALID_EP_SQUARE
STATUS_OPPOSITE_CHECK = Status.OPPOSITE_CHECK
STATUS_EMPTY = Status.EMPTY
STATUS_RACE_CHECK = Status.RACE_CHECK
STATUS_RACE_OVER = Status.RACE_OVER
STATUS_RACE_MATERIAL = Status.RACE_MATERIAL
STATUS_TOO_MANY_CHECKERS = Status.TOO_MANY_CHECKERS
STATUS_IMPOSSIBLE_CHECK = Status.IMPOSSIBLE_CHECK

if TYPE_CHECKING:
    from .attacks import (
        BB_DIAG_ATTACKS as BB_DIAG_ATTACKS,
        BB_DIAG_MASKS as BB_DIAG_MASKS,
        BB_FILE_ATTACKS as BB_FILE_ATTACKS,
        BB_FILE_MASKS as BB_FILE_MASKS,
        BB_RANK_ATTACKS as BB_RANK_ATTACKS,
        BB_RANK_MASKS as BB_RANK_MASKS,
    )

_MODULES = ("engine", "pgn", "polyglot", "svg", "syzygy", "variant")
_NOT_HERE = ("gaviota",)


# Type checkers know the names without it, and that there are no others.
if not TYPE_CHECKING:

    def __getattr__(name: str) -> object:
        """Modules and large tables that are made when they are asked for."""
        if name in _MODULES:
            return importlib.import_module(f"{__name__}.{name}")
        if name in _NOT_HERE:
            raise AttributeError(f"philidor.compat does not support the module {name!r} of python-chess")
        if name.startswith("BB_"):
            return getattr(_attacks, name)
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = [
    "AmbiguousMoveError",
    "BB_KING_ATTACKS",
    "BB_KNIGHT_ATTACKS",
    "BB_PAWN_ATTACKS",
    "BB_RAYS",
    "BaseBoard",
    "Board",
    "FEN_CASTLING_REGEX",
    "IllegalMoveError",
    "IntoSquareSet",
    "InvalidMoveError",
    "LegalMoveGenerator",
    "Move",
    "Outcome",
    "Piece",
    "PseudoLegalMoveGenerator",
    "SAN_REGEX",
    "STATUS_VALID",
    "STATUS_NO_WHITE_KING",
    "STATUS_NO_BLACK_KING",
    "STATUS_TOO_MANY_KINGS",
    "STATUS_TOO_MANY_WHITE_PAWNS",
    "STATUS_TOO_MANY_BLACK_PAWNS",
    "STATUS_PAWNS_ON_BACKRANK",
    "STATUS_TOO_MANY_WHITE_PIECES",
    "STATUS_TOO_MANY_BLACK_PIECES",
    "STATUS_BAD_CASTLING_RIGHTS",
    "STATUS_INVALID_EP_SQUARE",
    "STATUS_OPPOSITE_CHECK",
    "STATUS_EMPTY",
    "STATUS_RACE_CHECK",
    "STATUS_RACE_OVER",
    "STATUS_RACE_MATERIAL",
    "STATUS_TOO_MANY_CHECKERS",
    "STATUS_IMPOSSIBLE_CHECK",
    "SquareSet",
    "Status",
    "Termination",
    "between",
    "engine",
    "pgn",
    "polyglot",
    "ray",
    "svg",
    "syzygy",
    "variant",
]
__all__ += _masks.__all__
__all__ += _squares.__all__
