"""Sets of squares as integers of 64 bits: constants, scans, turns and shifts.

Bit 0 is a1, bit 63 is h8.

>>> hex(BB_RANK_1 | BB_A8), list(scan_forward(BB_A1 | BB_C1))
('0x1000000000000ff', [0, 2])
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from operator import index
from typing import SupportsInt, TypeAlias, Union

from .squares import SQUARES, Square

# Type checkers look for names here.
# fmt: off
__all__ = [
    "Bitboard", "BB_EMPTY", "BB_VOID", "BB_ALL", "BB_SQUARES",
    "BB_A1", "BB_B1", "BB_C1", "BB_D1", "BB_E1", "BB_F1", "BB_G1", "BB_H1",
    "BB_A2", "BB_B2", "BB_C2", "BB_D2", "BB_E2", "BB_F2", "BB_G2", "BB_H2",
    "BB_A3", "BB_B3", "BB_C3", "BB_D3", "BB_E3", "BB_F3", "BB_G3", "BB_H3",
    "BB_A4", "BB_B4", "BB_C4", "BB_D4", "BB_E4", "BB_F4", "BB_G4", "BB_H4",
    "BB_A5", "BB_B5", "BB_C5", "BB_D5", "BB_E5", "BB_F5", "BB_G5", "BB_H5",
    "BB_A6", "BB_B6", "BB_C6", "BB_D6", "BB_E6", "BB_F6", "BB_G6", "BB_H6",
    "BB_A7", "BB_B7", "BB_C7", "BB_D7", "BB_E7", "BB_F7", "BB_G7", "BB_H7",
    "BB_A8", "BB_B8", "BB_C8", "BB_D8", "BB_E8", "BB_F8", "BB_G8", "BB_H8",
    "BB_FILES", "BB_FILE_A", "BB_FILE_B", "BB_FILE_C", "BB_FILE_D", "BB_FILE_E", "BB_FILE_F", "BB_FILE_G",
    "BB_FILE_H", "BB_RANKS", "BB_RANK_1", "BB_RANK_2", "BB_RANK_3", "BB_RANK_4", "BB_RANK_5", "BB_RANK_6",
    "BB_RANK_7", "BB_RANK_8", "BB_CORNERS", "BB_CENTER", "BB_LIGHT_SQUARES", "BB_DARK_SQUARES", "BB_BACKRANKS",
    "lsb", "msb", "scan_forward", "scan_reversed", "popcount", "flip_vertical", "flip_horizontal", "flip_diagonal",
    "flip_anti_diagonal", "shift_down", "shift_2_down", "shift_up", "shift_2_up", "shift_right", "shift_2_right",
    "shift_left", "shift_2_left", "shift_up_left", "shift_up_right", "shift_down_left", "shift_down_right",
]
# fmt: on

Bitboard: TypeAlias = int
IntoSquareSet: TypeAlias = Union[SupportsInt, Iterable[Square]]

BB_EMPTY: Bitboard = 0
BB_VOID: Bitboard = 0
BB_ALL: Bitboard = 0xFFFF_FFFF_FFFF_FFFF
BB_SQUARES: list[Bitboard] = [1 << square for square in SQUARES]

# fmt: off
BB_A1, BB_B1, BB_C1, BB_D1, BB_E1, BB_F1, BB_G1, BB_H1 = BB_SQUARES[0:8]
BB_A2, BB_B2, BB_C2, BB_D2, BB_E2, BB_F2, BB_G2, BB_H2 = BB_SQUARES[8:16]
BB_A3, BB_B3, BB_C3, BB_D3, BB_E3, BB_F3, BB_G3, BB_H3 = BB_SQUARES[16:24]
BB_A4, BB_B4, BB_C4, BB_D4, BB_E4, BB_F4, BB_G4, BB_H4 = BB_SQUARES[24:32]
BB_A5, BB_B5, BB_C5, BB_D5, BB_E5, BB_F5, BB_G5, BB_H5 = BB_SQUARES[32:40]
BB_A6, BB_B6, BB_C6, BB_D6, BB_E6, BB_F6, BB_G6, BB_H6 = BB_SQUARES[40:48]
BB_A7, BB_B7, BB_C7, BB_D7, BB_E7, BB_F7, BB_G7, BB_H7 = BB_SQUARES[48:56]
BB_A8, BB_B8, BB_C8, BB_D8, BB_E8, BB_F8, BB_G8, BB_H8 = BB_SQUARES[56:64]
# fmt: on

BB_FILES: list[Bitboard] = [0x0101_0101_0101_0101 << file for file in range(8)]
BB_FILE_A, BB_FILE_B, BB_FILE_C, BB_FILE_D, BB_FILE_E, BB_FILE_F, BB_FILE_G, BB_FILE_H = BB_FILES
BB_RANKS: list[Bitboard] = [0xFF << 8 * rank for rank in range(8)]
BB_RANK_1, BB_RANK_2, BB_RANK_3, BB_RANK_4, BB_RANK_5, BB_RANK_6, BB_RANK_7, BB_RANK_8 = BB_RANKS

BB_CORNERS: Bitboard = BB_A1 | BB_H1 | BB_A8 | BB_H8
BB_CENTER: Bitboard = BB_D4 | BB_E4 | BB_D5 | BB_E5
BB_LIGHT_SQUARES: Bitboard = 0x55AA_55AA_55AA_55AA
BB_DARK_SQUARES: Bitboard = 0xAA55_AA55_AA55_AA55
BB_BACKRANKS: Bitboard = BB_RANK_1 | BB_RANK_8

NOT_FILE_A, NOT_FILE_H = BB_ALL ^ BB_FILE_A, BB_ALL ^ BB_FILE_H
NOT_FILES_AB, NOT_FILES_GH = NOT_FILE_A ^ BB_FILE_B, NOT_FILE_H ^ BB_FILE_G


def lsb(bb: Bitboard) -> int:
    """The lowest square of a set; -1 if it is empty."""
    return (bb & -bb).bit_length() - 1


def msb(bb: Bitboard) -> int:
    """The highest square of a set; -1 if it is empty."""
    return bb.bit_length() - 1


def scan_forward(bb: Bitboard) -> Iterator[Square]:
    """The squares of a set, from a1 to h8. Bits beyond h8, such as those of ``~bb``, are left out."""
    bb &= BB_ALL
    while bb:
        lowest = bb & -bb
        yield lowest.bit_length() - 1
        bb ^= lowest


def scan_reversed(bb: Bitboard) -> Iterator[Square]:
    """The squares of a set, from h8 to a1. Bits beyond h8 are left out."""
    bb &= BB_ALL
    while bb:
        highest = bb.bit_length() - 1
        yield highest
        bb ^= 1 << highest


popcount = int.bit_count


def flip_vertical(bb: Bitboard) -> Bitboard:
    """The set as seen from the other side: a1 becomes a8."""
    if isinstance(bb, int):
        return int.from_bytes((bb & BB_ALL).to_bytes(8, "little"), "big")
    return type(bb)(flip_vertical(index(bb)))


def flip_horizontal(bb: Bitboard) -> Bitboard:
    """The set in a mirror beside the board: a1 becomes h1."""
    for distance, mask in ((1, 0x5555_5555_5555_5555), (2, 0x3333_3333_3333_3333), (4, 0x0F0F_0F0F_0F0F_0F0F)):
        bb = (bb >> distance & mask) | (bb & mask) << distance
    return bb


def flip_diagonal(bb: Bitboard) -> Bitboard:
    """The set mirrored in the diagonal a1-h8: a8 becomes h1."""
    for distance, mask in ((28, 0x0F0F_0F0F_0000_0000), (14, 0x3333_0000_3333_0000), (7, 0x5500_5500_5500_5500)):
        exchanged = mask & (bb ^ (bb << distance & BB_ALL))
        bb = bb ^ exchanged ^ exchanged >> distance  # not in place: a `SquareSet` is the caller's
    return bb


def flip_anti_diagonal(bb: Bitboard) -> Bitboard:
    """The set mirrored in the diagonal a8-h1: a1 becomes h8."""
    return flip_vertical(flip_diagonal(flip_vertical(bb)))


def shift_down(b: Bitboard) -> Bitboard:
    """Each square one rank down."""
    return b >> 8


def shift_2_down(b: Bitboard) -> Bitboard:
    """Each square two ranks down."""
    return b >> 16


def shift_up(b: Bitboard) -> Bitboard:
    """Each square one rank up."""
    return b << 8 & BB_ALL


def shift_2_up(b: Bitboard) -> Bitboard:
    """Each square two ranks up."""
    return b << 16 & BB_ALL


def shift_right(b: Bitboard) -> Bitboard:
    """Each square one file to the right."""
    return b << 1 & NOT_FILE_A


def shift_2_right(b: Bitboard) -> Bitboard:
    """Each square two files to the right."""
    return b << 2 & NOT_FILES_AB


def shift_left(b: Bitboard) -> Bitboard:
    """Each square one file to the left."""
    return b >> 1 & NOT_FILE_H


def shift_2_left(b: Bitboard) -> Bitboard:
    """Each square two files to the left."""
    return b >> 2 & NOT_FILES_GH


def shift_up_left(b: Bitboard) -> Bitboard:
    """Each square one step up and left."""
    return b << 7 & NOT_FILE_H


def shift_up_right(b: Bitboard) -> Bitboard:
    """Each square one step up and right."""
    return b << 9 & NOT_FILE_A


def shift_down_left(b: Bitboard) -> Bitboard:
    """Each square one step down and left."""
    return b >> 9 & NOT_FILE_H


def shift_down_right(b: Bitboard) -> Bitboard:
    """Each square one step down and right."""
    return b >> 7 & NOT_FILE_A


def bits_of(squares: IntoSquareSet) -> Bitboard:
    """The bits of anything that stands for a set of squares: an integer, a set, or squares one by one."""
    # `isinstance` with the protocol takes ten times as long, and boards are asked for sets all the time.
    if hasattr(squares, "__int__"):
        return int(squares) & BB_ALL  # type: ignore[arg-type]
    mask = 0
    for square in squares:  # pyright: ignore[reportGeneralTypeIssues, reportAttributeAccessIssue]
        mask |= BB_SQUARES[square]
    return mask
