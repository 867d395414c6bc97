"""The state of a game between moves, kept by a native position where there is one.

A board has its state in one of two forms, or in both. The native form is an immutable ``philidor.Position``: moves,
checks, SAN and FEN come from it, and a push replaces it. The open form is integers, which any program may change, in
ways that no position can follow: two white kings, a pawn on the first rank, castling without rooks.

* A caller that asks for an integer gets it from the native form, which stays.
* A caller that changes one drops the native form. It is made again when it is needed, if the integers are a position: its FEN
  must then be what the integers say, letter for letter. Otherwise the slow ways of this package work on the integers.
"""

from __future__ import annotations

from operator import attrgetter
from typing import TypeAlias

from .. import _native
from ..errors import ChessError
from .base_board import BaseBoard, Layers, Native
from .masks import BB_CORNERS, BB_RANK_1, BB_RANK_8, Bitboard, lsb, msb, scan_reversed
from .moves import Move
from .squares import BLACK, COLORS, FILE_NAMES, SQUARE_NAMES, WHITE, Color, Square, square_file

# Castling rights, en-passant square, half-move clock, number of the move.
Counters: TypeAlias = tuple[Bitboard, Square | None, int, int]
# All that a move changes, so that it can be taken back.
Saved: TypeAlias = tuple[Native | None, Layers | None, Counters | None, Bitboard, Color]

E1_E8 = 0x1000_0000_0000_0010
STARTING_COUNTERS: Counters = (BB_CORNERS, None, 0, 1)
STARTING_POSITION = _native.Position()
STARTING_POSITION_960 = _native.Position(chess960=True)
BACKRANKS = {WHITE: BB_RANK_1, BLACK: BB_RANK_8}


class StateBoard(BaseBoard):
    """Pieces, turn, castling rights, en passant and counters, in native or open form."""

    def __init__(self, board_fen: str | None = None) -> None:
        self._native: Native | None = None
        self._unlike_native = False
        self._counters: Counters | None = (0, None, 0, 1)
        self._turn: Color = WHITE
        self._chess960 = False
        self.move_stack: list[Move] = []
        self._stack: list[Saved] = []
        super().__init__(board_fen)

    # Between the forms.

    def _read(self) -> Layers:
        layers = self._layers
        if layers is None:
            self._layers = layers = _native.board_layers(self._native)  # type: ignore[arg-type]
        return layers

    def _count(self) -> Counters:
        counters = self._counters
        if counters is None:
            self._counters = counters = _native.board_counters(self._native)  # type: ignore[arg-type]
        return counters

    def _write(self, layers: Layers, promoted: Bitboard) -> None:
        self._open()
        self._layers, self._promoted = layers, promoted

    def _open(self) -> None:
        """Makes the open form the only one, before it is changed."""
        if self._native is not None:
            self._read()
            self._count()
            self._native = None
        self._unlike_native = False

    def _position(self) -> Native | None:
        """The native form; ``None`` if the open form is not a position."""
        if self._native is not None or self._unlike_native:
            return self._native
        self._native = self._as_native()
        self._unlike_native = self._native is None
        return self._native

    def _as_native(self) -> Native | None:
        layers, (rooks, en_passant, clock, number) = self._read(), self._count()
        white, black, kings = layers[7], layers[6], layers[5]
        if (white & kings).bit_count() != 1 or (black & kings).bit_count() != 1 or white & black:
            return None
        if self._promoted & kings or rooks != self._ordered_rights():
            return None
        if not (0 <= clock < 30_000 and 0 < number < 1_000_000):
            return None
        square = "-" if en_passant is None else SQUARE_NAMES[en_passant]
        turn = "w" if self._turn else "b"
        rights = StateBoard.castling_shredder_fen(self)
        fen = f"{self._placement()} {turn} {rights} {square} {clock} {number}"
        try:
            native = _native.Position(fen, chess960=self._chess960, strict=False)
        except ChessError:
            return None
        return native if native.fen(castling="shredder") == fen else None

    def _save(self) -> Saved:
        return (self._native, self._layers, self._counters, self._promoted, self._turn)

    def _restore(self, saved: Saved) -> None:
        self._native, self._layers, self._counters, self._promoted, self._turn = saved
        self._unlike_native = False

    def _set_counters(self, counters: Counters) -> None:
        if counters != self._count():
            self._open()
            self._counters = counters

    # The parts of the state.

    def _set_turn(self, turn: Color) -> None:
        if bool(turn) != self._turn:
            self._open()
            self._turn = bool(turn)

    turn = property(attrgetter("_turn"), _set_turn, doc="The side to move.")

    @property
    def promoted(self) -> Bitboard:
        """The squares of pieces that were pawns, as an integer."""
        return self._promoted

    @promoted.setter
    def promoted(self, mask: Bitboard) -> None:
        self._open()
        self._promoted = mask

    @property
    def chess960(self) -> bool:
        """Whether castling is written as the king going to its rook's square."""
        return self._chess960

    @chess960.setter
    def chess960(self, chess960: bool) -> None:
        if bool(chess960) != self._chess960:
            self._open()
            self._chess960 = bool(chess960)
            self._stack = [(None, *_opened(self, saved)) for saved in self._stack]

    @property
    def castling_rights(self) -> Bitboard:
        """The squares of the rooks that may castle, as an integer."""
        return self._count()[0]

    @castling_rights.setter
    def castling_rights(self, rooks: Bitboard) -> None:
        self._set_counters((int(rooks), *self._count()[1:]))

    @property
    def ep_square(self) -> Square | None:
        """The square that a pawn has just passed, or ``None``, whether or not it can be captured there."""
        return self._count()[1]

    @ep_square.setter
    def ep_square(self, square: Square | None) -> None:
        castling, _, clock, number = self._count()
        self._set_counters((castling, square, clock, number))

    @property
    def halfmove_clock(self) -> int:
        """The half-moves since the last capture or pawn move."""
        return self._count()[2]

    @halfmove_clock.setter
    def halfmove_clock(self, clock: int) -> None:
        castling, square, _, number = self._count()
        self._set_counters((castling, square, clock, number))

    @property
    def fullmove_number(self) -> int:
        """The fullmove number, which goes up after each move by Black."""
        return self._count()[3]

    @fullmove_number.setter
    def fullmove_number(self, number: int) -> None:
        self._set_counters((*self._count()[:3], number))

    # Castling rights.

    def clean_castling_rights(self) -> Bitboard:
        """The castling rights whose king and rooks are in place, as an integer.

        With moves on the stack they are taken as they are: a move keeps only rights that are in order.
        """
        return self._count()[0] if self._native is not None or self._stack else self._ordered_rights()

    def _ordered_rights(self) -> Bitboard:
        layers = self._read()
        rights = self._count()[0] & layers[3]
        clean = 0
        for color in COLORS:
            own = layers[6 + color]
            rooks = rights & own & BACKRANKS[color]
            kings = own & layers[5] & BACKRANKS[color] & ~self._promoted
            if not self._chess960:
                if kings & E1_E8:
                    clean |= rooks & BB_CORNERS
                continue
            if not kings or not rooks:
                continue
            king = msb(kings)
            first, last = lsb(rooks), msb(rooks)
            clean |= (1 << first if first < king else 0) | (1 << last if last > king else 0)
        return clean

    def has_castling_rights(self, color: Color) -> bool:
        """Whether a color may still castle."""
        return bool(self.clean_castling_rights() & BACKRANKS[bool(color)])

    def has_kingside_castling_rights(self, color: Color) -> bool:
        """Whether a color may still castle on the king's side: in Chess960, toward the h-file."""
        kings, rooks = self._castlers(color)
        return bool(kings and rooks) and 1 << msb(rooks) > kings

    def _castlers(self, color: Color) -> tuple[Bitboard, Bitboard]:
        """The kings and the rooks of a color on its first rank that castling is about."""
        layers, rank = self._read(), BACKRANKS[bool(color)]
        kings = layers[6 + bool(color)] & layers[5] & rank & ~self._promoted
        return kings, self.clean_castling_rights() & rank

    def has_queenside_castling_rights(self, color: Color) -> bool:
        """Whether a color may still castle on the queen's side: in Chess960, toward the a-file."""
        kings, rooks = self._castlers(color)
        return 0 < rooks & -rooks < kings

    def has_chess960_castling_rights(self) -> bool:
        """Whether there are castling rights that only Chess960 has."""
        chess960, native = self._chess960, self._native
        self._chess960, self._native = True, None
        self._read_all_from(native)
        try:
            rights = self._count()[0] if self._stack else self._ordered_rights()
        finally:
            self._chess960, self._native = chess960, native
        if rights & ~BB_CORNERS:
            return True
        for color in COLORS:
            layers = self._read()
            if rights & BACKRANKS[color] and not layers[5] & layers[6 + color] & (E1_E8 & BACKRANKS[color]):
                return True
        return False

    def _read_all_from(self, native: Native | None) -> None:
        if native is not None and (self._layers is None or self._counters is None):
            self._native = native
            self._read()
            self._count()
            self._native = None

    def castling_shredder_fen(self) -> str:
        """The castling rights as letters of the rooks' files, ``HAha``."""
        rights = self.clean_castling_rights()
        text = "".join(FILE_NAMES[square_file(at)].upper() for at in scan_reversed(rights & BB_RANK_1))
        text += "".join(FILE_NAMES[square_file(at)] for at in scan_reversed(rights & BB_RANK_8))
        return text or "-"

    def castling_xfen(self) -> str:
        """The castling rights as ``KQkq``, with a letter of a file where another rook stands further out."""
        rights, layers, text = self.clean_castling_rights(), self._read(), ""
        for color in COLORS:
            king = self.king(color)
            if king is None:
                continue
            rooks = layers[3] & layers[6 + color] & BACKRANKS[color]
            for rook in scan_reversed(rights & BACKRANKS[color]):
                queenside = square_file(rook) < square_file(king)
                outside = rooks & ((1 << rook) - 1) if queenside else rooks >> rook + 1
                letter = FILE_NAMES[square_file(rook)] if outside else "q" if queenside else "k"
                text += letter.upper() if color else letter
        return text or "-"


def _opened(board: StateBoard, saved: Saved) -> tuple[Layers, Counters, Bitboard, Color]:
    """A saved state in open form."""
    reader = StateBoard()
    reader._chess960 = saved[0].is_chess960 if saved[0] is not None else board._chess960
    reader._restore(saved)
    return (reader._read(), reader._count(), saved[3], saved[4])


