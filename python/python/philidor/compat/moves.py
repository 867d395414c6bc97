"""A move: squares, what a pawn becomes, and what is dropped in variants that have drops.

Equal moves are one object, which never changes: lists of moves hold the same objects again and again. Each knows the
native move with its squares, if there is one.
"""

from __future__ import annotations

import operator
from dataclasses import dataclass
from typing import Any, NoReturn

from .. import _native
from .errors import InvalidMoveError
from .squares import PIECE_SYMBOLS, SQUARE_NAMES, PieceType, Square, piece_symbol

_PROMOTIONS = {2: "n", 3: "b", 4: "r", 5: "q", 6: "k"}


class _Judged:
    """What is known of a move beside its parts."""

    __slots__ = ("may_castle", "native")

    native: _native.Move | None
    may_castle: bool


@dataclass(init=False, repr=False, eq=False)
class Move(_Judged):
    """A move from a square to a square, with what a pawn becomes.

    Moves are equal if all four parts are, and then they are the same object; they cannot be changed.

    >>> move = Move(12, 28)
    >>> move, move.uci(), bool(move), bool(Move.null())
    (Move.from_uci('e2e4'), 'e2e4', True, False)
    >>> Move.from_uci("e2e4") is move
    True
    >>> match move:
    ...     case Move(from_square, to_square):
    ...         print(from_square, to_square)
    12 28
    >>> import dataclasses
    >>> dataclasses.replace(move, to_square=20)
    Move.from_uci('e2e3')
    """

    __slots__ = ("drop", "from_square", "promotion", "to_square")

    from_square: Square
    """Where the move begins."""

    to_square: Square
    """Where it ends."""

    promotion: PieceType | None
    """What a pawn becomes, or ``None``."""

    drop: PieceType | None
    """What is dropped, or ``None``."""

    def __new__(
        cls, from_square: Square, to_square: Square, promotion: PieceType | None = None, drop: PieceType | None = None
    ) -> Move:
        key = (cls, from_square, to_square, promotion, drop)
        known = _KNOWN.get(key)
        if known is not None:
            return known
        # An integer of numpy is the same key, but would show in every move that equals this one.
        from_square, to_square = operator.index(from_square), operator.index(to_square)
        promotion = None if promotion is None else operator.index(promotion)
        drop = None if drop is None else operator.index(drop)
        self = object.__new__(cls)
        native = _native_move(from_square, to_square, promotion) if drop is None else _native_drop(drop, to_square)
        castling = abs((from_square & 7) - (to_square & 7)) > 1 and from_square >> 3 == to_square >> 3
        parts = {"from_square": from_square, "to_square": to_square, "promotion": promotion, "drop": drop}
        for name, value in (parts | {"native": native, "may_castle": castling}).items():
            object.__setattr__(self, name, value)
        # Another thread may have made it meanwhile, and equal moves are the same object.
        self = _KNOWN.setdefault((cls, from_square, to_square, promotion, drop), self)
        if native is not None and cls is Move:
            FROM_NATIVE[native] = self
        return self

    def __setattr__(self, name: str, value: object) -> NoReturn:
        raise AttributeError(f"moves are shared and cannot be changed; make a new one instead of setting {name}")

    __delattr__ = __setattr__  # type: ignore[assignment]

    def __reduce__(self) -> tuple[Any, ...]:
        return (type(self), (self.from_square, self.to_square, self.promotion, self.drop))

    def __copy__(self) -> Move:
        return self

    def __deepcopy__(self, memo: object) -> Move:
        return self

    def uci(self) -> str:
        """The move as UCI writes it: ``e2e4``, ``e7e8q``, ``0000`` for the null move."""
        if self.drop:
            return piece_symbol(self.drop).upper() + "@" + SQUARE_NAMES[self.to_square]
        if self.promotion:
            return SQUARE_NAMES[self.from_square] + SQUARE_NAMES[self.to_square] + piece_symbol(self.promotion)
        if self:
            return SQUARE_NAMES[self.from_square] + SQUARE_NAMES[self.to_square]
        return "0000"

    def xboard(self) -> str:
        """The move as XBoard writes it: as UCI does, but ``@@@@`` for the null move."""
        return self.uci() if self else "@@@@"

    def __bool__(self) -> bool:
        return bool(self.from_square or self.to_square or self.promotion or self.drop)

    def __repr__(self) -> str:
        return f"Move.from_uci({self.uci()!r})"

    def __str__(self) -> str:
        return self.uci()

    @classmethod
    def from_uci(cls, uci: str) -> Move:
        """The move of a text in UCI. Raises ``InvalidMoveError`` if the text is not a move."""
        if uci == "0000":
            return cls.null()
        if len(uci) == 4 and uci[1] == "@":
            try:
                drop, to = PIECE_SYMBOLS.index(uci[0].lower()), SQUARE_NAMES.index(uci[2:])
            except ValueError:
                raise InvalidMoveError(f"invalid uci: {uci!r}") from None
            return cls(to, to, drop=drop)
        if not 4 <= len(uci) <= 5:
            raise InvalidMoveError(f"expected uci string to be of length 4 or 5: {uci!r}")
        try:
            from_square, to_square = SQUARE_NAMES.index(uci[:2]), SQUARE_NAMES.index(uci[2:4])
            promotion = PIECE_SYMBOLS.index(uci[4]) if len(uci) == 5 else None
        except ValueError:
            raise InvalidMoveError(f"invalid uci: {uci!r}") from None
        if from_square == to_square:
            raise InvalidMoveError(f"invalid uci (use 0000 for null moves): {uci!r}")
        return cls(from_square, to_square, promotion)

    @classmethod
    def null(cls) -> Move:
        """The null move, which passes the turn. It is false as a ``bool``."""
        return cls(0, 0)


_KNOWN: dict[tuple[object, ...], Move] = {}


class _FromNative(dict["_native.Move", Move]):
    """The shared ``Move`` of each native move, made when it is first asked for."""

    def __missing__(self, native: _native.Move) -> Move:
        promotion, drop = native.promotion, native.drop
        return Move(
            int(native.origin),
            int(native.destination),
            promotion and PIECE_SYMBOLS.index(promotion),
            drop and PIECE_SYMBOLS.index(drop),
        )


FROM_NATIVE = _FromNative()
SHOW = FROM_NATIVE.__getitem__
# The moves of this package by the numbers of native ones; native functions fill it by SHOW.
SHOWN: list[Move | None] = [None] * _native.MOVES


def _native_drop(drop: PieceType, square: Square) -> _native.Move | None:
    if not (1 <= drop <= 5 and 0 <= square < 64):
        return None
    return _native.Move(f"{piece_symbol(drop).upper()}@{SQUARE_NAMES[square]}")


def _native_move(from_square: Square, to_square: Square, promotion: PieceType | None) -> _native.Move | None:
    if not (0 <= from_square < 64 and 0 <= to_square < 64) or (promotion is not None and promotion not in _PROMOTIONS):
        return None
    if promotion is not None:
        ranks = (from_square >> 3, to_square >> 3)
        if ranks not in ((6, 7), (1, 0)) or abs((from_square & 7) - (to_square & 7)) > 1:
            return None
    elif from_square == to_square:
        return None
    return _native.Move.of(from_square, to_square, _PROMOTIONS[promotion] if promotion else None)
