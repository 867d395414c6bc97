"""Pieces on squares, and nothing else: no turn, no castling, no rules of what may stand where.

The pieces are eight bitboards, integers of 64 bits: one for each piece type and one for each color. They are kept in a
tuple that is replaced as a whole, so that a copy of a board, or a stack of boards, shares it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from operator import itemgetter
from typing import Any, ClassVar, Self, TypeAlias

from .._native import Position, VariantPosition, board_attackers, board_attacks, board_piece
from .attacks import BB_KING_ATTACKS, BB_KNIGHT_ATTACKS, BB_PAWN_ATTACKS, BB_RAYS, LINES, between
from .drawn import board_text
from .masks import (
    BB_ALL,
    BB_RANK_1,
    BB_RANK_8,
    BB_SQUARES,
    Bitboard,
    IntoSquareSet,
    flip_vertical,
    msb,
    scan_forward,
    scan_reversed,
)
from .pieces import Piece
from .square_set import SquareSet, mask_of
from .squares import (
    BISHOP,
    BLACK,
    KING,
    KNIGHT,
    PAWN,
    PIECE_SYMBOLS,
    QUEEN,
    ROOK,
    STARTING_BOARD_FEN,
    WHITE,
    Color,
    PieceType,
    Square,
)

# Pawns, knights, bishops, rooks, queens, kings, Black's, White's: the index of a piece type is one less than its number,
# and that of a color is 6 more than the color as an integer.
Layers: TypeAlias = tuple[int, int, int, int, int, int, int, int]
# A position of chess, or of a variant.
Native: TypeAlias = Position | VariantPosition

EMPTY_LAYERS: Layers = (0, 0, 0, 0, 0, 0, 0, 0)
STARTING_LAYERS: Layers = (
    0x00FF_0000_0000_FF00,
    0x4200_0000_0000_0042,
    0x2400_0000_0000_0024,
    0x8100_0000_0000_0081,
    0x0800_0000_0000_0008,
    0x1000_0000_0000_0010,
    0xFFFF_0000_0000_0000,
    0x0000_0000_0000_FFFF,
)


def type_on(layers: Layers, square: Square) -> PieceType | None:
    """The type of the piece on a square."""
    bit = BB_SQUARES[square]
    pawns, knights, bishops, rooks, queens, kings, black, white = layers
    if not (black | white) & bit:
        return None
    if pawns & bit:
        return PAWN
    if (knights | bishops) & bit:
        return KNIGHT if knights & bit else BISHOP
    if (rooks | queens) & bit:
        return ROOK if rooks & bit else QUEEN
    return KING if kings & bit else None


def without(layers: Layers, mask: Bitboard) -> Layers:
    """The board with squares emptied."""
    return tuple(layer & ~mask for layer in layers)  # type: ignore[return-value]


def with_piece(layers: Layers, square: Square, piece_type: PieceType, color: Color) -> Layers:
    """The board with a piece put on a square, in place of what stood there."""
    bit = BB_SQUARES[square]
    changed = [layer & ~bit for layer in layers]
    changed[piece_type - 1] |= bit
    changed[6 + bool(color)] |= bit
    return tuple(changed)  # type: ignore[return-value]


def _layer(index: int, what: str) -> Any:
    def read(self: BaseBoard) -> Bitboard:
        return self._read()[index]

    def write(self: BaseBoard, mask: Bitboard) -> None:
        layers = list(self._read())
        layers[index] = mask
        self._write(tuple(layers), self._promoted)  # type: ignore[arg-type]

    return property(read, write, doc=f"The squares of {what}, as an integer.")


class BaseBoard:
    """Pieces on a board. ``Board`` adds the state of a game and the moves.

    The board begins with the pieces of the start position, or with those of *board_fen*; with ``None`` it is empty.

    >>> board = BaseBoard()
    >>> board.piece_at(0), board.king(True), len(board.pieces(PAWN, WHITE))
    (Piece.from_symbol('R'), 4, 8)
    """

    #: The same pieces in native form, where a class has one. Where this is missing, the open form is there.
    _native: Native | None
    #: The names that a class of a program replaces: none in the classes of this package.
    _replaced: ClassVar[frozenset[str]] = frozenset()

    def __init_subclass__(cls, **keywords: object) -> None:
        super().__init_subclass__(**keywords)
        own = (kind for kind in cls.__mro__ if kind is not object and not kind.__module__.startswith("philidor."))
        cls._replaced = frozenset(name for kind in own for name in vars(kind))

    def __init__(self, board_fen: str | None = STARTING_BOARD_FEN) -> None:
        self._native = None
        self._layers: Layers | None = STARTING_LAYERS
        self._promoted: Bitboard = 0
        if board_fen is None:
            self._layers = EMPTY_LAYERS
        elif board_fen != STARTING_BOARD_FEN:
            self._layers, self._promoted = read_board_fen(board_fen)

    # What a class with another way to keep the pieces replaces.

    def _read(self) -> Layers:
        return self._layers  # type: ignore[return-value]

    def _write(self, layers: Layers, promoted: Bitboard) -> None:
        self._layers, self._promoted = layers, promoted

    pawns = _layer(0, "pawns")
    knights = _layer(1, "knights")
    bishops = _layer(2, "bishops")
    rooks = _layer(3, "rooks")
    queens = _layer(4, "queens")
    kings = _layer(5, "kings")

    @property
    def occupied(self) -> Bitboard:
        """All squares with a piece, as an integer."""
        layers = self._read()
        return layers[6] | layers[7]

    @property
    def occupied_co(self) -> list[Bitboard]:
        """The squares of each color: ``occupied_co[WHITE]``."""
        return list(self._read()[6:])

    @property
    def promoted(self) -> Bitboard:
        """The squares of pieces that were pawns, as an integer."""
        return self._promoted

    @promoted.setter
    def promoted(self, mask: Bitboard) -> None:
        self._promoted = mask

    # Changes.

    def reset_board(self) -> None:
        """Puts the pieces where a game begins."""
        self._write(STARTING_LAYERS, 0)

    def clear_board(self) -> None:
        """Takes all pieces off."""
        self._write(EMPTY_LAYERS, 0)

    def _put(self, square: Square, piece_type: PieceType, color: Color, promoted: bool = False) -> None:
        bit = BB_SQUARES[square]
        marks = self._promoted & ~bit | (bit if promoted else 0)
        self._write(with_piece(self._read(), square, piece_type, color), marks)

    def _take(self, square: Square) -> PieceType | None:
        layers = self._read()
        piece_type = type_on(layers, square)
        if piece_type is not None:
            self._write(without(layers, BB_SQUARES[square]), self._promoted & ~BB_SQUARES[square])
        return piece_type

    def set_piece_at(self, square: Square, piece: Piece | None, promoted: bool = False) -> None:
        """Puts a piece on a square, in place of what stood there; ``None`` empties it."""
        if piece is None:
            self._take(square)
        else:
            self._put(square, piece.piece_type, piece.color, promoted)

    def remove_piece_at(self, square: Square) -> Piece | None:
        """Takes the piece off a square and returns it; ``None`` if the square was empty."""
        color = self.color_at(square)
        piece_type = self._take(square)
        return Piece(piece_type, bool(color)) if piece_type else None

    def set_piece_map(self, pieces: Mapping[Square, Piece]) -> None:
        """Sets up the pieces of a mapping by squares, and no others."""
        layers = EMPTY_LAYERS
        for square, piece in pieces.items():
            layers = with_piece(layers, square, piece.piece_type, piece.color)
        self._write(layers, 0)

    def set_board_fen(self, fen: str) -> None:
        """Sets up the pieces of the first field of a FEN. Raises ``ValueError`` if it cannot be read."""
        self._write(*read_board_fen(fen))

    def set_chess960_pos(self, scharnagl: int) -> None:
        """Sets up a start position of Chess960 by its number from 0 to 959."""
        if not 0 <= scharnagl <= 959:
            raise ValueError(f"chess960 position index not 0 <= {scharnagl!r} <= 959")
        files = "".join(start_pieces(scharnagl))
        self._write(read_board_fen(f"{files.lower()}/pppppppp/8/8/8/8/PPPPPPPP/{files}")[0], 0)

    # Questions about squares.

    def piece_count(self) -> int:
        """How many pieces there are."""
        return self.occupied.bit_count()

    def pieces_mask(self, piece_type: PieceType, color: Color) -> Bitboard:
        """The squares of pieces of a type and a color, as an integer."""
        layers = self._read()
        return layers[piece_type - 1] & layers[6 + bool(color)] if 1 <= piece_type <= 6 else 0

    def pieces(self, piece_type: PieceType, color: Color) -> SquareSet:
        """The squares of pieces of a type and a color."""
        return SquareSet(self.pieces_mask(piece_type, color))

    # The four questions that programs ask most are answered in native form where there is one, and in open form without
    # another call.

    def piece_at(self, square: Square) -> Piece | None:
        """The piece on a square."""
        if self._native is not None:
            number = board_piece(self._native, square)
            return Piece(number & 7, number > 8) if number else None
        bit, layers = BB_SQUARES[square], self._layers or self._read()
        if layers[7] & bit:
            color = True
        elif layers[6] & bit:
            color = False
        else:
            return None
        if layers[0] & bit:
            return Piece(PAWN, color)
        number = 2
        while number < 7 and not layers[number - 1] & bit:
            number += 1
        return Piece(number, color) if number < 7 else None

    def piece_type_at(self, square: Square) -> PieceType | None:
        """The type of the piece on a square."""
        if self._native is not None:
            return board_piece(self._native, square) & 7 or None
        bit, layers = BB_SQUARES[square], self._layers or self._read()
        if not (layers[6] | layers[7]) & bit:
            return None
        if layers[0] & bit:
            return PAWN
        if layers[1] & bit:
            return KNIGHT
        if layers[2] & bit:
            return BISHOP
        if layers[3] & bit:
            return ROOK
        if layers[4] & bit:
            return QUEEN
        return KING if layers[5] & bit else None

    def color_at(self, square: Square) -> Color | None:
        """The color of the piece on a square."""
        if self._native is not None:
            number = board_piece(self._native, square)
            return number > 8 if number else None
        bit, layers = BB_SQUARES[square], self._layers or self._read()
        if layers[7] & bit:
            return WHITE
        return BLACK if layers[6] & bit else None

    def piece_map(self, *, mask: Bitboard = BB_ALL) -> dict[Square, Piece]:
        """The pieces by their squares, from h8 to a1."""
        layers = self._read()
        found: list[tuple[Square, Piece]] = []
        for color in (False, True):
            own = layers[6 + color] & mask
            for piece_type in range(1, 7):
                pieces = own & layers[piece_type - 1]
                while pieces:
                    lowest = pieces & -pieces
                    found.append((lowest.bit_length() - 1, Piece(piece_type, color)))
                    pieces ^= lowest
        return dict(sorted(found, key=itemgetter(0), reverse=True))

    def king(self, color: Color) -> Square | None:
        """The square of the king of a color, or ``None``; kings that were pawns do not count."""
        layers = self._layers or self._read()
        kings = (layers[7] if color else layers[6]) & layers[5] & ~self._promoted
        return kings.bit_length() - 1 if kings else None

    # Attacks.

    def attacks_mask(self, square: Square) -> Bitboard:
        """What the piece on a square attacks, as an integer."""
        if self._native is not None:
            return board_attacks(self._native, square)
        layers, bit = self._read(), BB_SQUARES[square]
        piece_type = type_on(layers, square)
        if piece_type is None:
            return 0
        if piece_type == PAWN:
            return BB_PAWN_ATTACKS[bool(layers[7] & bit)][square]
        if piece_type == KNIGHT:
            return BB_KNIGHT_ATTACKS[square]
        if piece_type == KING:
            return BB_KING_ATTACKS[square]
        attacked, occupied = 0, layers[6] | layers[7]
        file_mask, files, rank_mask, ranks, diagonal_mask, diagonals = LINES[square]
        if piece_type != ROOK:
            attacked = diagonals[occupied & diagonal_mask]
        if piece_type != BISHOP:
            attacked |= files[occupied & file_mask] | ranks[occupied & rank_mask]
        return attacked

    def attacks(self, square: Square) -> SquareSet:
        """What the piece on a square attacks, pinned or not; nothing if there is none."""
        return SquareSet(self.attacks_mask(square))

    def attackers_mask(self, color: Color, square: Square, occupied: Bitboard | None = None) -> Bitboard:
        """The pieces of a color that attack a square, as an integer."""
        if self._native is not None and occupied is None:
            return board_attackers(self._native, color, square)
        return attackers_of(self._layers or self._read(), color, square, occupied)

    def attackers(self, color: Color, square: Square, occupied: IntoSquareSet | None = None) -> SquareSet:
        """The pieces of a color that attack a square, pinned or not.

        *occupied* are the squares that stop sliders, by default those with a piece.
        """
        if occupied is None:
            return SquareSet(self.attackers_mask(color, square))
        return SquareSet(self.attackers_mask(color, square, mask_of(occupied)))

    def is_attacked_by(self, color: Color, square: Square, occupied: IntoSquareSet | None = None) -> bool:
        """Whether a color attacks a square. A possible en-passant capture does not count as an attack on the pawn."""
        if occupied is None:
            return self.attackers_mask(color, square) != 0
        return self.attackers_mask(color, square, mask_of(occupied)) != 0

    def pin_mask(self, color: Color, square: Square) -> Bitboard:
        """Where a pinned piece may go, as an integer: its line with the king, or all squares if it is not pinned."""
        king = self.king(color)
        if king is None:
            return BB_ALL
        line = BB_RAYS[king][square]
        if not line:
            return BB_ALL
        layers = self._read()
        occupied = layers[6] | layers[7]
        straight = king & 7 == square & 7 or king >> 3 == square >> 3
        sliders = (layers[3] if straight else layers[2]) | layers[4]
        for sniper in scan_forward(line & sliders & layers[6 + (not color)]):
            if between(king, sniper) & (occupied | BB_SQUARES[square]) == BB_SQUARES[square]:
                return line
        return BB_ALL

    def pin(self, color: Color, square: Square) -> SquareSet:
        """Where a pinned piece may go: its line with the king, or all squares if it is not pinned."""
        return SquareSet(self.pin_mask(color, square))

    def is_pinned(self, color: Color, square: Square) -> bool:
        """Whether a piece of a color on a square would be pinned to its king."""
        return self.pin_mask(color, square) != BB_ALL

    # Other forms.

    def board_fen(self, *, promoted: bool | None = False) -> str:
        """The first field of a FEN; *promoted* marks pieces that were pawns by ``~``."""
        return self._placement(promoted=bool(promoted), own_pieces="piece_at" in self._replaced)

    def _placement(self, *, promoted: bool = False, own_pieces: bool = False) -> str:
        """The same of the pieces as they are kept, or as *own_pieces* of a class are asked for."""
        layers, ranks = self._read(), []
        for rank in range(7, -1, -1):
            text, empty = "", 0
            for square in range(8 * rank, 8 * rank + 8):
                piece = self.piece_at(square) if own_pieces else None
                piece_type = piece.piece_type if piece else None if own_pieces else type_on(layers, square)
                if piece_type is None:
                    empty += 1
                    continue
                symbol: str = PIECE_SYMBOLS[piece_type]  # type: ignore[assignment]
                is_white = piece.color if piece else layers[7] >> square & 1
                text += (str(empty) if empty else "") + (symbol.upper() if is_white else symbol)
                if promoted and self._promoted >> square & 1:
                    text += "~"
                empty = 0
            ranks.append(text + (str(empty) if empty else ""))
        return "/".join(ranks)

    def chess960_pos(self) -> int | None:
        """The number of the start position of Chess960, or ``None`` if the pieces do not stand so."""
        layers = self._read()
        first, last = layers[7] & BB_RANK_1, layers[6] & BB_RANK_8
        if (layers[7], layers[6]) != (0xFFFF, 0xFFFF << 48) or layers[0] != 0x00FF_0000_0000_FF00 or self._promoted:
            return None
        if first.bit_count() != 8 or last.bit_count() != 8:
            return None
        ranks = [[type_on(layers, base + file) for file in range(8)] for base in (0, 56)]
        if ranks[0] != ranks[1]:
            return None
        files = "".join(str(PIECE_SYMBOLS[kind or 0]).upper() for kind in ranks[0])
        return next((number for number in range(960) if "".join(start_pieces(number)) == files), None)

    def apply_transform(self, f: Callable[[Bitboard], Bitboard]) -> None:
        """Moves all pieces as a function moves sets of squares, such as ``flip_vertical``."""
        self._write(tuple(f(layer) for layer in self._read()), f(self._promoted))  # type: ignore[arg-type]

    def transform(self, f: Callable[[Bitboard], Bitboard]) -> Self:
        """A copy whose pieces are moved as a function moves sets of squares."""
        board = self.copy()
        board.apply_transform(f)
        return board

    def apply_mirror(self) -> None:
        """Exchanges the colors: the board is turned around and each piece becomes the other's."""
        self.apply_transform(flip_vertical)
        layers = self._read()
        self._write((*layers[:6], layers[7], layers[6]), self._promoted)

    def mirror(self) -> Self:
        """A copy with exchanged colors."""
        board = self.copy()
        board.apply_mirror()
        return board

    def copy(self) -> Self:
        """A board of its own with the same pieces."""
        board = type(self)(None)
        board._write(self._read(), self._promoted)
        return board

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, object]) -> Self:
        board = self.copy()
        memo[id(self)] = board
        return board

    def __eq__(self, board: object) -> bool:
        return self._read() == board._read() if isinstance(board, BaseBoard) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.board_fen()!r})"

    def __str__(self) -> str:
        return board_text(self.piece_map())

    def unicode(
        self,
        *,
        invert_color: bool = False,
        borders: bool = False,
        empty_square: str = "⭘",
        orientation: Color = WHITE,
    ) -> str:
        """The board drawn with figurines, for a terminal.

        *invert_color* exchanges the figurines of the colors, *borders* draws lines and coordinates, *orientation* is the
        color at the bottom.
        """
        pieces, turned = self.piece_map(), 0 if orientation else 63
        line = "  " + "-" * 17
        rows = [line] if borders else []
        for rank in range(7, -1, -1):
            squares = [(8 * rank + file) ^ turned for file in range(8)]
            signs = [
                pieces[at].unicode_symbol(invert_color=invert_color) if at in pieces else empty_square for at in squares
            ]
            rows += [f"{(squares[0] >> 3) + 1} |{'|'.join(signs)}|", line] if borders else [" ".join(signs)]
        if borders:
            rows.append("   " + ("a b c d e f g h" if orientation else "h g f e d c b a"))
        return "\n".join(rows)

    def _repr_svg_(self) -> str:
        from . import svg

        return svg.board(board=self, size=400)

    @classmethod
    def empty(cls) -> Self:
        """A board without pieces."""
        return cls(None)

    @classmethod
    def from_chess960_pos(cls, scharnagl: int) -> Self:
        """A board with a start position of Chess960, given by its number from 0 to 959."""
        board = cls.empty()
        board.set_chess960_pos(scharnagl)
        return board


def attackers_of(layers: Layers, color: Color, square: Square, occupied: Bitboard | None = None) -> Bitboard:
    """The pieces of a color that attack a square, as an integer."""
    pawns, knights, bishops, rooks, queens, kings, black, white = layers
    if occupied is None:
        occupied = black | white
    file_mask, files, rank_mask, ranks, diagonal_mask, diagonals = LINES[square]
    return (
        BB_KING_ATTACKS[square] & kings
        | BB_KNIGHT_ATTACKS[square] & knights
        | BB_PAWN_ATTACKS[not color][square] & pawns
        | (files[occupied & file_mask] | ranks[occupied & rank_mask]) & (rooks | queens)
        | diagonals[occupied & diagonal_mask] & (bishops | queens)
    ) & (white if color else black)


def read_board_fen(fen: str) -> tuple[Layers, Bitboard]:
    """The pieces of the first field of a FEN, and which of them are marked as promoted."""
    fen = fen.strip()
    if " " in fen:
        raise ValueError(f"expected position part of fen, got multiple parts: {fen!r}")
    rows = fen.split("/")
    if len(rows) != 8:
        raise ValueError(f"expected 8 rows in position part of fen: {fen!r}")
    layers, promoted = [0] * 8, 0
    for rank, row in zip(range(7, -1, -1), rows, strict=True):
        file, before = 0, ""
        for sign in row:
            if sign in "12345678":
                if before == "digit":
                    raise ValueError(f"two subsequent digits in position part of fen: {fen!r}")
                file, before = file + int(sign), "digit"
            elif sign == "~":
                if before != "piece":
                    raise ValueError(f"'~' not after piece in position part of fen: {fen!r}")
                if file <= 8:
                    promoted |= 1 << 8 * rank + file - 1
                before = "mark"
            elif sign.lower() in PIECE_SYMBOLS:
                if file < 8:
                    bit = 1 << 8 * rank + file
                    layers[PIECE_SYMBOLS.index(sign.lower()) - 1] |= bit
                    layers[7 if sign.isupper() else 6] |= bit
                file, before = file + 1, "piece"
            else:
                raise ValueError(f"invalid character in position part of fen: {fen!r}")
        if file != 8:
            raise ValueError(f"expected 8 columns per row in position part of fen: {fen!r}")
    return tuple(layers), promoted  # type: ignore[return-value]


def start_pieces(number: int) -> Iterator[str]:
    """The letters of the pieces of a start position of Chess960, from the a-file on.

    The number says, from its last digit on: on which light square the bishop stands, on which dark one, on which of the
    six files left the queen, and on which two of the five left the knights. Rook, king and rook take the rest.
    """
    rest, light = divmod(number, 4)
    rest, dark = divmod(rest, 4)
    knights, queen = divmod(rest, 6)
    row = {light * 2 + 1: "B", dark * 2: "B"}
    left = [file for file in range(8) if file not in row]
    row[left.pop(queen)] = "Q"
    pairs = [(first, second) for first in range(5) for second in range(first + 1, 5)]
    for file in [left[at] for at in pairs[knights]]:
        row[file] = "N"
        left.remove(file)
    row |= dict(zip(left, "RKR", strict=True))
    return (row[file] for file in range(8))


