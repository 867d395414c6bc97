"""A set of squares that behaves like an integer of 64 bits and like a ``set``."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from . import attacks
from .masks import BB_ALL, BB_SQUARES, Bitboard, IntoSquareSet, bits_of, flip_vertical, lsb, scan_forward, scan_reversed
from .squares import SQUARES, Square


def mask_of(squares: IntoSquareSet) -> Bitboard:
    """The same as ``bits_of``; the two forms that are most frequent take a shorter way."""
    if type(squares) is int:
        return squares & BB_ALL
    if isinstance(squares, SquareSet):
        return squares.mask
    return bits_of(squares)


class SquareSet:
    """A set of squares.

    It is made from an integer, from another set, or from squares one by one. The operators of integers and the methods
    of ``set`` both work on it.

    >>> squares = SquareSet([0, 56])
    >>> squares, len(squares), 56 in squares, list(squares)
    (SquareSet(0x0100_0000_0000_0001), 2, True, [0, 56])
    >>> squares | 0xff
    SquareSet(0x0100_0000_0000_00ff)
    >>> print(SquareSet(0xff))
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    . . . . . . . .
    1 1 1 1 1 1 1 1
    """

    def __init__(self, squares: IntoSquareSet = 0) -> None:
        self.mask: Bitboard = squares & BB_ALL if type(squares) is int else mask_of(squares)

    # As a set.

    def __contains__(self, square: Square) -> bool:
        return bool(BB_SQUARES[square] & self.mask)

    def __iter__(self) -> Iterator[Square]:
        return scan_forward(self.mask)

    def __reversed__(self) -> Iterator[Square]:
        return scan_reversed(self.mask)

    def __len__(self) -> int:
        return self.mask.bit_count()

    def add(self, square: Square) -> None:
        """Adds a square."""
        self.mask |= BB_SQUARES[square]

    def discard(self, square: Square) -> None:
        """Takes a square out if it is in the set."""
        self.mask &= ~BB_SQUARES[square]

    def remove(self, square: Square) -> None:
        """Takes a square out. Raises ``KeyError`` if it is not in the set."""
        bit = BB_SQUARES[square]
        if not self.mask & bit:
            raise KeyError(square)
        self.mask ^= bit

    def pop(self) -> Square:
        """Takes the lowest square out and returns it. Raises ``KeyError`` if the set is empty."""
        if not self.mask:
            raise KeyError("pop from empty SquareSet")
        square = lsb(self.mask)
        self.mask &= self.mask - 1
        return square

    def clear(self) -> None:
        """Takes all squares out."""
        self.mask = 0

    def copy(self) -> SquareSet:
        """A copy of the set."""
        return SquareSet(self.mask)

    def isdisjoint(self, other: IntoSquareSet) -> bool:
        """Whether no square is in both sets."""
        return not self.mask & mask_of(other)

    def issubset(self, other: IntoSquareSet) -> bool:
        """Whether every square of this set is in the other one."""
        return not self.mask & ~mask_of(other)

    def issuperset(self, other: IntoSquareSet) -> bool:
        """Whether every square of the other set is in this one."""
        return not ~self.mask & mask_of(other)

    def union(self, other: IntoSquareSet) -> SquareSet:
        """The squares in either set."""
        return self | other

    def intersection(self, other: IntoSquareSet) -> SquareSet:
        """The squares in both sets."""
        return self & other

    def difference(self, other: IntoSquareSet) -> SquareSet:
        """The squares of this set that are not in the other one."""
        return self - other

    def symmetric_difference(self, other: IntoSquareSet) -> SquareSet:
        """The squares in exactly one of the sets."""
        return self ^ other

    def update(self, *others: IntoSquareSet) -> None:
        """Adds the squares of other sets."""
        for other in others:
            self |= other

    def intersection_update(self, *others: IntoSquareSet) -> None:
        """Keeps only the squares that are in the other sets, too."""
        for other in others:
            self &= other

    def difference_update(self, other: IntoSquareSet) -> None:
        """Takes the squares of another set out."""
        self -= other

    def symmetric_difference_update(self, other: IntoSquareSet) -> None:
        """Keeps the squares in exactly one of the sets."""
        self ^= other

    # As an integer.

    def __bool__(self) -> bool:
        return bool(self.mask)

    def __int__(self) -> int:
        return self.mask

    def __index__(self) -> int:
        return self.mask

    def __eq__(self, other: object) -> bool:
        try:
            return self.mask == mask_of(other)  # type: ignore[arg-type]
        except (TypeError, ValueError):
            return NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __and__(self, other: IntoSquareSet) -> SquareSet:
        return SquareSet(self.mask & mask_of(other))

    def __or__(self, other: IntoSquareSet) -> SquareSet:
        return SquareSet(self.mask | mask_of(other))

    def __xor__(self, other: IntoSquareSet) -> SquareSet:
        return SquareSet(self.mask ^ mask_of(other))

    def __sub__(self, other: IntoSquareSet) -> SquareSet:
        return SquareSet(self.mask & ~mask_of(other))

    __rand__, __ror__, __rxor__ = __and__, __or__, __xor__

    def __iand__(self, other: IntoSquareSet) -> SquareSet:
        self.mask &= mask_of(other)
        return self

    def __ior__(self, other: IntoSquareSet) -> SquareSet:
        self.mask |= mask_of(other)
        return self

    def __ixor__(self, other: IntoSquareSet) -> SquareSet:
        self.mask ^= mask_of(other)
        return self

    def __isub__(self, other: IntoSquareSet) -> SquareSet:
        self.mask &= ~mask_of(other)
        return self

    def __invert__(self) -> SquareSet:
        return SquareSet(~self.mask & BB_ALL)

    def __lshift__(self, shift: int) -> SquareSet:
        return SquareSet(self.mask << shift & BB_ALL)

    def __rshift__(self, shift: int) -> SquareSet:
        return SquareSet(self.mask >> shift)

    def __ilshift__(self, shift: int) -> SquareSet:
        self.mask = self.mask << shift & BB_ALL
        return self

    def __irshift__(self, shift: int) -> SquareSet:
        self.mask >>= shift
        return self

    # Other forms.

    def carry_rippler(self) -> Iterator[Bitboard]:
        """All subsets, as integers, from the empty one on."""
        subset = 0
        while True:
            yield subset
            subset = subset - self.mask & self.mask
            if not subset:
                break

    def mirror(self) -> SquareSet:
        """The set as seen from the other side."""
        return SquareSet(flip_vertical(self.mask))

    def tolist(self) -> list[bool]:
        """For each of the 64 squares, whether it is in the set."""
        return [bool(self.mask >> square & 1) for square in SQUARES]

    def __repr__(self) -> str:
        digits = f"{self.mask:016x}"
        return f"SquareSet(0x{digits[:4]}_{digits[4:8]}_{digits[8:12]}_{digits[12:]})"

    def __str__(self) -> str:
        ranks = (range(8 * rank, 8 * rank + 8) for rank in range(7, -1, -1))
        return "\n".join(" ".join("1" if self.mask >> square & 1 else "." for square in rank) for rank in ranks)

    def _repr_svg_(self) -> str:
        from . import svg

        return svg.board(squares=self, size=390)

    @classmethod
    def ray(cls, a: Square, b: Square) -> SquareSet:
        """The whole rank, file or diagonal through two squares; empty if they share none."""
        return cls(attacks.ray(a, b))

    @classmethod
    def between(cls, a: Square, b: Square) -> SquareSet:
        """The squares between two squares on a rank, file or diagonal."""
        return cls(attacks.between(a, b))

    @classmethod
    def from_square(cls, square: Square) -> SquareSet:
        """The set of one square."""
        return cls(BB_SQUARES[square])
