"""The words for what is on a board: squares and colors.

Both are integers, so that they index arrays: ``array[Square.E4]``. Piece types and pieces are letters, as in a FEN:
``"n"`` is the piece type, ``"N"`` a white knight and ``"n"`` a black one.

A function that takes a square or a color takes its name, too, and both compare with their names. Text that is no name
raises ``ValueError``, so that no comparison is always false. Sets and dictionaries go by the numbers.

>>> Square.E4 == "e4", Color.WHITE == "white", Color.WHITE == "b"
(True, True, False)
>>> Color.WHITE == "White"
Traceback (most recent call last):
    ...
ValueError: not a color: 'White'
"""

from __future__ import annotations

from enum import Enum, IntEnum
from typing import Self


class Named:
    """Members of an enumeration that have names in plain text: ``str`` of a member, or what ``_named`` finds."""

    @classmethod
    def of(cls, name: str) -> Self:
        """The member with a name, such as ``"e4"``. Raises ``ValueError`` if none has it."""
        found = cls._named(name)
        if found is None:
            raise ValueError(f"not a {cls.__name__.lower()}: {name!r}")
        return found

    @classmethod
    def _named(cls, name: str) -> Self | None:
        """The member with a name."""
        members: type[Enum] = cls  # type: ignore[assignment]
        return next((member for member in members if str(member) == name), None)  # type: ignore[return-value]

    @classmethod
    def _missing_(cls, value: object) -> Self:
        if isinstance(value, str):
            return cls.of(value)
        raise ValueError(f"not a {cls.__name__.lower()}: {value!r}")

    def __eq__(self, other: object) -> bool:
        if isinstance(other, str):
            return self is type(self).of(other)
        return super().__eq__(other)

    def __ne__(self, other: object) -> bool:
        if isinstance(other, str):
            return self is not type(self).of(other)
        return super().__ne__(other)


class Color(Named, IntEnum):
    """White or Black, by number or by name: ``"white"`` and ``"black"``, or ``"w"`` and ``"b"`` as in a FEN.

    >>> Color.WHITE.opponent
    <Color.BLACK: 1>
    >>> str(Color.WHITE), Color.of("b")
    ('white', <Color.BLACK: 1>)

    No truth value is a color, since White is 0 here and ``True`` in python-chess: comparing them raises ``TypeError``.
    """

    WHITE = 0
    BLACK = 1

    @classmethod
    def _named(cls, name: str) -> Color | None:
        if name in ("white", "w"):
            return Color.WHITE
        return Color.BLACK if name in ("black", "b") else None

    def __eq__(self, other: object) -> bool:
        if isinstance(other, bool):
            raise TypeError("a color is Color.WHITE or Color.BLACK, not True or False")
        return super().__eq__(other)

    def __ne__(self, other: object) -> bool:
        if isinstance(other, bool):
            raise TypeError("a color is Color.WHITE or Color.BLACK, not True or False")
        return super().__ne__(other)

    __hash__ = int.__hash__

    @property
    def opponent(self) -> Color:
        """The other one."""
        return Color.BLACK if self is Color.WHITE else Color.WHITE

    def __str__(self) -> str:
        return self.name.lower()


class Square(Named, IntEnum):
    """A square: a1 is 0, b1 is 1, and so on to h8, which is 63.

    >>> Square.E4, int(Square.E4), str(Square.E4)
    (<Square.E4: 28>, 28, 'e4')
    >>> Square.of("e4") is Square.E4
    True
    >>> Square.E4.file, Square.E4.rank
    (4, 3)
    """

    # fmt: off
    A1 = 0; B1 = 1; C1 = 2; D1 = 3; E1 = 4; F1 = 5; G1 = 6; H1 = 7  # noqa: E702
    A2 = 8; B2 = 9; C2 = 10; D2 = 11; E2 = 12; F2 = 13; G2 = 14; H2 = 15  # noqa: E702
    A3 = 16; B3 = 17; C3 = 18; D3 = 19; E3 = 20; F3 = 21; G3 = 22; H3 = 23  # noqa: E702
    A4 = 24; B4 = 25; C4 = 26; D4 = 27; E4 = 28; F4 = 29; G4 = 30; H4 = 31  # noqa: E702
    A5 = 32; B5 = 33; C5 = 34; D5 = 35; E5 = 36; F5 = 37; G5 = 38; H5 = 39  # noqa: E702
    A6 = 40; B6 = 41; C6 = 42; D6 = 43; E6 = 44; F6 = 45; G6 = 46; H6 = 47  # noqa: E702
    A7 = 48; B7 = 49; C7 = 50; D7 = 51; E7 = 52; F7 = 53; G7 = 54; H7 = 55  # noqa: E702
    A8 = 56; B8 = 57; C8 = 58; D8 = 59; E8 = 60; F8 = 61; G8 = 62; H8 = 63  # noqa: E702
    # fmt: on

    @classmethod
    def _named(cls, name: str) -> Square | None:
        return cls.__members__.get(name.upper())

    __hash__ = int.__hash__

    @property
    def file(self) -> int:
        """Its file: 0 for the a-file to 7 for the h-file."""
        return int(self) % 8

    @property
    def rank(self) -> int:
        """Its rank: 0 for the first to 7 for the eighth."""
        return int(self) // 8

    def __str__(self) -> str:
        return self.name.lower()
