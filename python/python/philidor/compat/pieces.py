"""A piece: its type and its color."""

from __future__ import annotations

from dataclasses import dataclass

from .squares import BLACK, PIECE_SYMBOLS, UNICODE_PIECE_SYMBOLS, WHITE, Color, PieceType, piece_symbol


@dataclass
class Piece:
    """A piece with type and color.

    >>> Piece(2, True).symbol(), Piece.from_symbol("q")
    ('N', Piece.from_symbol('q'))
    """

    piece_type: PieceType
    """The type, from ``PAWN`` to ``KING``."""

    color: Color
    """``WHITE`` or ``BLACK``."""

    def symbol(self) -> str:
        """The letter of the piece as a FEN has it: a capital for White."""
        symbol = piece_symbol(self.piece_type)
        return symbol.upper() if self.color else symbol

    def unicode_symbol(self, *, invert_color: bool = False) -> str:
        """The figurine of the piece; with *invert_color* the one of the other color."""
        symbol = self.symbol()
        return UNICODE_PIECE_SYMBOLS[symbol.swapcase() if invert_color else symbol]

    def __hash__(self) -> int:
        return self.piece_type - 1 + (0 if self.color else 6)

    def __repr__(self) -> str:
        return f"Piece.from_symbol({self.symbol()!r})"

    def __str__(self) -> str:
        return self.symbol()

    def _repr_svg_(self) -> str:
        from . import svg

        return svg.piece(self, size=45)

    @classmethod
    def from_symbol(cls, symbol: str) -> Piece:
        """The piece of a letter. Raises ``ValueError`` if no piece has it."""
        return cls(PIECE_SYMBOLS.index(symbol.lower()), WHITE if symbol.isupper() else BLACK)
