"""The board that programs use: the layers of this package put together, and the methods that edit it.

Each layer knows those below it, and none above: pieces, state, generation, stack, notation, records, endings.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import ClassVar, Self

from .base_board import STARTING_LAYERS, BaseBoard
from .endings import EndingsBoard
from .masks import Bitboard, msb
from .pieces import Piece
from .records import Parsed
from .squares import STARTING_FEN, WHITE, Square


class Board(EndingsBoard):
    """A position of standard chess or Chess960, and the moves that led to it.

    It begins with the start position, or with that of *fen*; with ``None`` it is empty. Any pieces may stand on it:
    ``is_valid`` says whether they are a position of chess. Without kings, or with many, moves are generated all the same.

    >>> board = Board()
    >>> board.push_san("e4"), board.san(board.parse_uci("g8f6"))
    (Move.from_uci('e2e4'), 'Nf6')
    >>> board
    Board('rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1')
    """

    aliases: ClassVar[list[str]] = ["Standard", "Chess", "Classical", "Normal", "Illegal", "From Position"]
    uci_variant: ClassVar[str | None] = "chess"
    xboard_variant: ClassVar[str | None] = "normal"
    starting_fen: ClassVar[str] = STARTING_FEN

    tbw_suffix: ClassVar[str | None] = ".rtbw"
    tbz_suffix: ClassVar[str | None] = ".rtbz"
    tbw_magic: ClassVar[bytes | None] = bytes([0x71, 0xE8, 0x23, 0x5D])
    tbz_magic: ClassVar[bytes | None] = bytes([0xD7, 0x66, 0x0C, 0xA5])
    pawnless_tbw_suffix: ClassVar[str | None] = None
    pawnless_tbz_suffix: ClassVar[str | None] = None
    pawnless_tbw_magic: ClassVar[bytes | None] = None
    pawnless_tbz_magic: ClassVar[bytes | None] = None
    connected_kings: ClassVar[bool] = False
    one_king: ClassVar[bool] = True
    captures_compulsory: ClassVar[bool] = False

    def __init__(self, fen: str | None = STARTING_FEN, *, chess960: bool = False) -> None:
        super().__init__(None)
        self._chess960 = bool(chess960)
        if fen is None:
            if self._replaced:
                self.clear()
        elif fen == STARTING_FEN:
            self.reset()
        else:
            self.set_fen(fen)

    # Editing. A method that changes the pieces forgets the moves.

    def reset(self) -> None:
        """The start of a game."""
        self._set_start()
        if self._replaced:
            self.reset_board()
            self._set_start()

    def reset_board(self) -> None:
        """Puts the pieces where a game begins; turn, castling rights and counters stay."""
        self._write(STARTING_LAYERS, 0)
        self.clear_stack()

    def clear(self) -> None:
        """An empty board, White to move, without castling rights."""
        self.clear_board()
        self._turn, self._counters = WHITE, (0, None, 0, 1)
        self.clear_stack()

    def clear_board(self) -> None:
        """Takes all pieces off and forgets the moves."""
        super().clear_board()
        self.clear_stack()

    def set_piece_at(self, square: Square, piece: Piece | None, promoted: bool = False) -> None:
        """Puts a piece on a square, in place of what stood there, and forgets the moves; ``None`` empties it."""
        super().set_piece_at(square, piece, promoted)
        self.clear_stack()

    def remove_piece_at(self, square: Square) -> Piece | None:
        """Takes the piece off a square, forgets the moves, and returns the piece."""
        piece = super().remove_piece_at(square)
        self.clear_stack()
        return piece

    def set_piece_map(self, pieces: Mapping[Square, Piece]) -> None:
        """Sets up the pieces of a mapping by squares, and no others; forgets the moves."""
        super().set_piece_map(pieces)
        self.clear_stack()

    def set_board_fen(self, fen: str) -> None:
        """Sets up the pieces of the first field of a FEN and forgets the moves."""
        super().set_board_fen(fen)
        self.clear_stack()

    def set_chess960_pos(self, scharnagl: int) -> None:
        """A start position of Chess960 by its number from 0 to 959, White to move, in Chess960 mode."""
        super().set_chess960_pos(scharnagl)
        self.chess960 = True
        self._turn = WHITE
        self._counters = (self._read()[3], None, 0, 1)
        self.clear_stack()

    def chess960_pos(
        self, *, ignore_turn: bool = False, ignore_castling: bool = False, ignore_counters: bool = True
    ) -> int | None:
        """The number of the start position of Chess960, or ``None`` if the position is none.

        White must be to move and all castling rights must be there, unless turn or castling are to be ignored.
        """
        if self.ep_square is not None:
            return None
        if not ignore_turn and self._turn != WHITE:
            return None
        if not ignore_castling and self.clean_castling_rights() != self._read()[3]:
            return None
        if not ignore_counters and (self.fullmove_number, self.halfmove_clock) != (1, 0):
            return None
        return super().chess960_pos()

    # Turning the board.

    def apply_transform(self, f: Callable[[Bitboard], Bitboard]) -> None:
        """Moves pieces, castling rights and en-passant square as a function moves sets of squares; forgets the moves."""
        rights, square, clock, number = self._count()
        super().apply_transform(f)
        turned = None if square is None else msb(f(1 << square))
        self._counters = (f(rights), None if turned is None or turned < 0 else turned, clock, number)
        self.clear_stack()

    def transform(self, f: Callable[[Bitboard], Bitboard]) -> Self:
        """A copy, without moves, whose pieces are moved as a function moves sets of squares."""
        board = self.copy(stack=False)
        board.apply_transform(f)
        return board

    def apply_mirror(self) -> None:
        """Exchanges the colors: ranks are mirrored, and pieces, castling rights and turn change sides."""
        super().apply_mirror()
        self._turn = not self._turn
        self.clear_stack()

    def mirror(self) -> Self:
        """A copy, without moves, with exchanged colors."""
        board = self.copy(stack=False)
        board.apply_mirror()
        return board

    # Other forms.

    def __eq__(self, board: object) -> bool:
        if isinstance(board, Board):
            return (
                self.halfmove_clock == board.halfmove_clock
                and self.fullmove_number == board.fullmove_number
                and type(self).uci_variant == type(board).uci_variant
                and self._transposition_key() == board._transposition_key()
            )
        return BaseBoard.__eq__(self, board)

    __hash__ = None  # type: ignore[assignment]

    def __deepcopy__(self, memo: dict[int, object]) -> Self:
        board = self.copy()
        memo[id(self)] = board
        return board

    def __repr__(self) -> str:
        mode = ", chess960=True" if self._chess960 else ""
        return f"{type(self).__name__}({self.fen()!r}{mode})"

    def _repr_svg_(self) -> str:
        from . import svg

        king = self.king(self._turn)
        return svg.board(
            board=self,
            size=390,
            lastmove=self.peek() if self.move_stack else None,
            check=king if self.is_check() else None,
        )

    @classmethod
    def empty(cls, *, chess960: bool = False) -> Self:
        """A board without pieces."""
        return cls(None, chess960=chess960)

    @classmethod
    def from_epd(cls, epd: str, *, chess960: bool = False) -> tuple[Self, dict[str, Parsed]]:
        """The board of an EPD record, and its operations."""
        board = cls.empty(chess960=chess960)
        return board, board.set_epd(epd)

    @classmethod
    def from_chess960_pos(cls, scharnagl: int) -> Self:
        """The board of a start position of Chess960, given by its number from 0 to 959."""
        board = cls.empty(chess960=True)
        board.set_chess960_pos(scharnagl)
        return board


