"""Colors, piece types, squares, and how far squares are from each other.

All are plain values: a color is a ``bool``, a piece type and a square are ``int``.

>>> square(4, 3) == E4, square_name(E4), parse_square("e4")
(True, 'e4', 28)
"""

from __future__ import annotations

from typing import Literal, TypeAlias

# Type checkers look for names here.
# fmt: off
__all__ = [
    "Color", "PieceType", "Square", "ColorName", "EnPassantSpec", "WHITE", "BLACK", "COLORS", "COLOR_NAMES", "PAWN",
    "KNIGHT", "BISHOP", "ROOK", "QUEEN", "KING", "PIECE_TYPES", "PIECE_SYMBOLS", "PIECE_NAMES",
    "UNICODE_PIECE_SYMBOLS",
    "File", "FILES", "FILE_A", "FILE_B", "FILE_C", "FILE_D", "FILE_E", "FILE_F", "FILE_G", "FILE_H",
    "Rank", "RANKS", "RANK_1", "RANK_2", "RANK_3", "RANK_4", "RANK_5", "RANK_6", "RANK_7", "RANK_8",
    "FILE_NAMES", "RANK_NAMES", "STARTING_BOARD_FEN", "STARTING_FEN", "SQUARES", "SQUARE_NAMES", "SQUARES_180",
    "A1", "B1", "C1", "D1", "E1", "F1", "G1", "H1",
    "A2", "B2", "C2", "D2", "E2", "F2", "G2", "H2",
    "A3", "B3", "C3", "D3", "E3", "F3", "G3", "H3",
    "A4", "B4", "C4", "D4", "E4", "F4", "G4", "H4",
    "A5", "B5", "C5", "D5", "E5", "F5", "G5", "H5",
    "A6", "B6", "C6", "D6", "E6", "F6", "G6", "H6",
    "A7", "B7", "C7", "D7", "E7", "F7", "G7", "H7",
    "A8", "B8", "C8", "D8", "E8", "F8", "G8", "H8",
    "piece_symbol", "piece_name", "parse_file", "file_name", "parse_rank", "rank_name", "parse_square", "square_name", "square", "square_file", "square_rank",
    "square_distance", "square_manhattan_distance", "square_knight_distance", "square_mirror",
]
# fmt: on

Color: TypeAlias = bool
PieceType: TypeAlias = int
Square: TypeAlias = int
ColorName: TypeAlias = Literal["white", "black"]
EnPassantSpec: TypeAlias = Literal["legal", "fen", "xfen"]

WHITE: Color = True
BLACK: Color = False
COLORS: list[Color] = [WHITE, BLACK]
COLOR_NAMES: list[ColorName] = ["black", "white"]

PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING = PIECE_TYPES = [1, 2, 3, 4, 5, 6]
PIECE_SYMBOLS: list[str | None] = [None, "p", "n", "b", "r", "q", "k"]
PIECE_NAMES: list[str | None] = [None, "pawn", "knight", "bishop", "rook", "queen", "king"]

# fmt: off
UNICODE_PIECE_SYMBOLS: dict[str, str] = {
    "R": "♖", "r": "♜", "N": "♘", "n": "♞", "B": "♗", "b": "♝",
    "Q": "♕", "q": "♛", "K": "♔", "k": "♚", "P": "♙", "p": "♟",
}
# fmt: on

File: TypeAlias = int
Rank: TypeAlias = int
FILES: list[File] = list(range(8))
RANKS: list[Rank] = list(range(8))
FILE_A, FILE_B, FILE_C, FILE_D, FILE_E, FILE_F, FILE_G, FILE_H = FILES
RANK_1, RANK_2, RANK_3, RANK_4, RANK_5, RANK_6, RANK_7, RANK_8 = RANKS

FILE_NAMES: list[str] = list("abcdefgh")
RANK_NAMES: list[str] = list("12345678")

STARTING_BOARD_FEN = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR"
STARTING_FEN = f"{STARTING_BOARD_FEN} w KQkq - 0 1"

SQUARES: list[Square] = list(range(64))
SQUARE_NAMES: list[str] = [file + rank for rank in RANK_NAMES for file in FILE_NAMES]
SQUARES_180: list[Square] = [square ^ 56 for square in SQUARES]

# fmt: off
A1, B1, C1, D1, E1, F1, G1, H1 = range(0, 8)
A2, B2, C2, D2, E2, F2, G2, H2 = range(8, 16)
A3, B3, C3, D3, E3, F3, G3, H3 = range(16, 24)
A4, B4, C4, D4, E4, F4, G4, H4 = range(24, 32)
A5, B5, C5, D5, E5, F5, G5, H5 = range(32, 40)
A6, B6, C6, D6, E6, F6, G6, H6 = range(40, 48)
A7, B7, C7, D7, E7, F7, G7, H7 = range(48, 56)
A8, B8, C8, D8, E8, F8, G8, H8 = range(56, 64)
# fmt: on


def piece_symbol(piece_type: PieceType) -> str:
    """The lower-case letter of a piece type."""
    return PIECE_SYMBOLS[piece_type]  # type: ignore[return-value]


def piece_name(piece_type: PieceType) -> str:
    """The English name of a piece type."""
    return PIECE_NAMES[piece_type]  # type: ignore[return-value]


def parse_file(name: str) -> File:
    """The file with a letter, 0 for ``"a"``. Raises ``ValueError`` for other text."""
    return FILE_NAMES.index(name)


def file_name(file: File) -> str:
    """The letter of a file."""
    return FILE_NAMES[file]


def parse_rank(name: str) -> Rank:
    """The rank with a digit, 0 for ``"1"``. Raises ``ValueError`` for other text."""
    return RANK_NAMES.index(name)


def rank_name(rank: Rank) -> str:
    """The digit of a rank."""
    return RANK_NAMES[rank]


def parse_square(name: str) -> Square:
    """The square with a name such as ``"a1"``. Raises ``ValueError`` for other text."""
    return SQUARE_NAMES.index(name)


def square_name(square: Square) -> str:
    """The name of a square."""
    return SQUARE_NAMES[square]


def square(file_index: int, rank_index: int) -> Square:
    """The square on a file and a rank, both counted from 0."""
    return rank_index * 8 + file_index


def square_file(square: Square) -> int:
    """The file of a square, 0 for the a-file."""
    return square & 7


def square_rank(square: Square) -> int:
    """The rank of a square, 0 for the first."""
    return square >> 3


def square_distance(a: Square, b: Square) -> int:
    """How many moves a king needs from one square to the other."""
    return max(abs((a & 7) - (b & 7)), abs((a >> 3) - (b >> 3)))


def square_manhattan_distance(a: Square, b: Square) -> int:
    """How many steps along ranks and files lead from one square to the other."""
    return abs(square_file(a) - square_file(b)) + abs(square_rank(a) - square_rank(b))


def square_knight_distance(a: Square, b: Square) -> int:
    """How many moves a knight needs from one square to the other.

    >>> square_knight_distance(A1, B1), square_knight_distance(A1, B2)
    (3, 4)
    """
    files, ranks = abs(square_file(a) - square_file(b)), abs(square_rank(a) - square_rank(b))
    longer, shorter = max(files, ranks), min(files, ranks)
    if (longer, shorter) == (1, 0):
        return 3
    if (longer, shorter) == (2, 2) or (longer == shorter == 1 and (a in CORNERS or b in CORNERS)):
        return 4
    # A move gains two steps of the longer distance or three of both. Along the longer one moves are of its color.
    apart = longer - shorter
    return apart - 2 * ((apart - shorter) // (3 if shorter > apart else 4))


CORNERS = (A1, H1, A8, H8)
KNIGHT_STEPS = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]


def square_mirror(square: Square) -> Square:
    """The square on the same file, seen from the other side."""
    return square ^ 56
