"""What a picture shows: pieces, and the board that they stand on, whichever class they are of."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Protocol

from .squares import Color, PieceType, Square


class DrawnPiece(Protocol):
    """A piece, as far as it is drawn."""

    @property
    def piece_type(self) -> PieceType:
        """The type, from ``PAWN`` to ``KING``."""

    @property
    def color(self) -> Color:
        """``WHITE`` or ``BLACK``."""

    def symbol(self) -> str:
        """The letter of the piece as a FEN has it."""


class DrawnBoard(Protocol):
    """A board, as far as it is drawn."""

    def piece_map(self) -> Mapping[Square, DrawnPiece]:
        """The pieces by their squares."""


def board_text(pieces: Mapping[Square, DrawnPiece]) -> str:
    """A board of letters and dots, a line for each rank."""
    ranks = (range(8 * rank, 8 * rank + 8) for rank in range(7, -1, -1))
    return "\n".join(" ".join(pieces[at].symbol() if at in pieces else "." for at in rank) for rank in ranks)
