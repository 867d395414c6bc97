"""What pieces attack on a board that is otherwise empty, or that has blockers.

A slider's attacks along a line are found by subtraction: on the ray that goes up the board, the lowest blocker ends the
attack; on the ray that goes down, the highest. Both are single operations on an integer, however long the ray is.

>>> hex(slider_attacks(0, 1 << 3, STRAIGHT))
'0x10101010101010e'
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .masks import BB_FILES, BB_RANKS, BB_SQUARES, Bitboard
from .squares import KNIGHT_STEPS, SQUARES, Square, square_file, square_rank

KING_STEPS = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)]
STRAIGHT, DIAGONAL, QUEENLY = (0, 2, 4, 6), (1, 3, 5, 7), (0, 1, 2, 3, 4, 5, 6, 7)


def _stepped(square: Square, steps: list[tuple[int, int]]) -> Bitboard:
    reached = 0
    for files, ranks in steps:
        file, rank = square_file(square) + files, square_rank(square) + ranks
        if 0 <= file < 8 and 0 <= rank < 8:
            reached |= 1 << rank * 8 + file
    return reached


BB_KNIGHT_ATTACKS: list[Bitboard] = [_stepped(square, KNIGHT_STEPS) for square in SQUARES]
BB_KING_ATTACKS: list[Bitboard] = [_stepped(square, KING_STEPS) for square in SQUARES]
BB_PAWN_ATTACKS: list[list[Bitboard]] = [
    [_stepped(square, [(-1, rank), (1, rank)]) for square in SQUARES] for rank in (-1, 1)
]

# RAYS[direction][square]: the squares from a square to the border, in the order of KING_STEPS.
RAYS: list[list[Bitboard]] = [
    [_stepped(square, [(files * n, ranks * n) for n in range(1, 8)]) for square in SQUARES]
    for files, ranks in KING_STEPS
]
_UPWARD = [ranks > 0 or (ranks == 0 and files > 0) for files, ranks in KING_STEPS]


def slider_attacks(square: Square, occupied: Bitboard, directions: tuple[int, ...]) -> Bitboard:
    """What a slider attacks in some directions, up to the first blocker of each."""
    attacks = 0
    for direction in directions:
        ray = RAYS[direction][square]
        blockers = ray & occupied
        if blockers:
            first = (blockers & -blockers).bit_length() - 1 if _UPWARD[direction] else blockers.bit_length() - 1
            ray ^= RAYS[direction][first]
        attacks |= ray
    return attacks


class _Line(dict[Bitboard, Bitboard]):
    """The attacks of a slider from a square, by the blockers on its lines: a cache that is filled on demand."""

    def __init__(self, square: Square, directions: tuple[int, ...]) -> None:
        self.square, self.directions = square, directions

    def __missing__(self, blockers: Bitboard) -> Bitboard:
        attacks = self[blockers] = slider_attacks(self.square, blockers, self.directions)
        return attacks


def _border(square: Square) -> Bitboard:
    rank, file = BB_RANKS[square_rank(square)], BB_FILES[square_file(square)]
    return (BB_RANKS[0] | BB_RANKS[7]) & ~rank | (BB_FILES[0] | BB_FILES[7]) & ~file


def _through(square: Square, *directions: int) -> tuple[Bitboard, _Line]:
    """The blockers that matter on lines through a square, and the attacks by them."""
    rays = 0
    for direction in directions:
        rays |= RAYS[direction][square]
    return rays & ~_border(square), _Line(square, directions)


# LINES[square]: for file, rank and diagonals the blockers that matter, and the attacks by them: 14,000 at most.
LINES = [(*_through(at, 0, 4), *_through(at, 2, 6), *_through(at, 1, 3, 5, 7)) for at in SQUARES]

# Whole lines by pairs of squares, and what lies strictly between the two.
BB_RAYS: list[list[Bitboard]] = [[0] * 64 for _ in SQUARES]
_BETWEEN: list[list[Bitboard]] = [[0] * 64 for _ in SQUARES]
for _a in SQUARES:
    for _direction in range(8):
        _ray = RAYS[_direction][_a]
        _line = _ray | RAYS[_direction ^ 4][_a] | BB_SQUARES[_a]
        for _b in SQUARES:
            if _ray >> _b & 1:
                BB_RAYS[_a][_b] = _line
                _BETWEEN[_a][_b] = _ray ^ RAYS[_direction][_b] ^ BB_SQUARES[_b]


def ray(a: Square, b: Square) -> Bitboard:
    """The whole rank, file or diagonal through two squares; empty if they share none."""
    return BB_RAYS[a][b]


def between(a: Square, b: Square) -> Bitboard:
    """The squares between two squares on a rank, file or diagonal."""
    return _BETWEEN[a][b]


def _by_blockers(directions: tuple[int, ...]) -> tuple[list[Bitboard], list[dict[Bitboard, Bitboard]]]:
    masks, tables = [], []
    for square in SQUARES:
        mask = 0
        for direction in directions:
            mask |= RAYS[direction][square]
        mask &= ~_border(square)
        table, blockers = {}, 0
        while True:
            table[blockers] = slider_attacks(square, blockers, directions)
            blockers = blockers - mask & mask
            if not blockers:
                break
        masks.append(mask)
        tables.append(table)
    return masks, tables


if TYPE_CHECKING:
    BB_DIAG_MASKS: list[Bitboard]
    BB_FILE_MASKS: list[Bitboard]
    BB_RANK_MASKS: list[Bitboard]
    BB_DIAG_ATTACKS: list[dict[Bitboard, Bitboard]]
    BB_FILE_ATTACKS: list[dict[Bitboard, Bitboard]]
    BB_RANK_ATTACKS: list[dict[Bitboard, Bitboard]]
else:

    def __getattr__(name: str) -> object:
        """Tables by blockers, which nothing here needs, made when a program asks for one."""
        made = {"DIAG": DIAGONAL, "FILE": (0, 4), "RANK": (2, 6)}.get(name[3:7]) if name.startswith("BB_") else None
        if made is None or name[7:] not in ("_MASKS", "_ATTACKS"):
            raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
        globals()[name[:7] + "_MASKS"], globals()[name[:7] + "_ATTACKS"] = _by_blockers(made)
        return globals()[name]
