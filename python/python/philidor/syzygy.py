"""Syzygy endgame tables: who wins a position with few pieces, and how far away the next capture or pawn move is.

``Tables`` come from folders, from files or from ``bytes``. Any number of threads can probe them for one position or for
``Positions``:

>>> from philidor import Position, Positions
>>> tables = Tables(data=generate("KPvK"))
>>> position = Position("8/6k1/8/4K3/8/6P1/8/8 w - - 96 120")
>>> tables.probe_wdl(position), tables.probe_dtz(position)
(<Wdl.WIN: 2>, Dtz(5))
>>> tables.probe_clocked_wdl(position)          # the fifth half-move is the 101st: too late
<ClockedWdl.CURSED_WIN: 1.0>
>>> [(str(found.move), str(found.value)) for found in tables.rank_moves(position)[:2]]
[('e5f5', 'cursed win'), ('e5d4', 'draw')]

Arrays have ``NO_WDL``, ``NO_DTZ`` or nan where there is no answer, so the rest is not lost:

>>> after = Positions.from_positions([position.play(move) for move in position.legal_moves()] + [Position()])
>>> tables.probe_wdls(after).tolist()
[0, 0, 0, 0, -2, 0, 0, 0, -128]

``generate`` makes the files of small tables in memory. Those of up to seven pieces can be downloaded.
"""

from __future__ import annotations

from enum import Enum, IntEnum

from . import _native
from ._native import Dtz, RootMove, Tables
from .errors import MissingTableError, TableError, TableFileError
from .words import Named

__all__ = [
    "ClockedWdl",
    "Dtz",
    "MissingTableError",
    "NO_DTZ",
    "NO_WDL",
    "RootMove",
    "TableError",
    "TableFileError",
    "Tables",
    "Wdl",
    "generate",
]

NO_WDL = -(2**7)
"""What ``Tables.probe_wdls`` has where there is no answer."""

NO_DTZ = -(2**31)
"""What ``Tables.probe_dtzs`` has where there is no answer."""


class Wdl(Named, IntEnum):
    """Whether the side to move wins, if the halfmove clock stands at zero. Values compare with their names.

    A cursed win would be won without the fifty-move rule, and a blessed loss lost: with it, both are draws.

    >>> Wdl(2), str(Wdl.CURSED_WIN), Wdl.LOSS < Wdl.DRAW, Wdl.CURSED_WIN == "cursed win"
    (<Wdl.WIN: 2>, 'cursed win', True, True)
    """

    LOSS = -2
    BLESSED_LOSS = -1
    DRAW = 0
    CURSED_WIN = 1
    WIN = 2

    __hash__ = int.__hash__

    def __str__(self) -> str:
        return self.name.lower().replace("_", " ")


class ClockedWdl(Named, float, Enum):
    """Whether the side to move wins, with the halfmove clock as it stands.

    Most distances are rounded, so that two values are possible just before the fifty-move rule applies. Such a pair has
    the number between the two; all others have the numbers of ``Wdl``.

    >>> ClockedWdl.WIN == Wdl.WIN, str(ClockedWdl(1.5)), ClockedWdl.WIN_OR_CURSED_WIN.certain
    (True, 'win or cursed win', None)
    """

    LOSS = -2.0
    LOSS_OR_BLESSED_LOSS = -1.5
    BLESSED_LOSS = -1.0
    DRAW = 0.0
    CURSED_WIN = 1.0
    WIN_OR_CURSED_WIN = 1.5
    WIN = 2.0

    __hash__ = float.__hash__

    @property
    def certain(self) -> Wdl | None:
        """The value, if there is only one."""
        return Wdl(int(self)) if self.is_integer() else None

    def __str__(self) -> str:
        return self.name.lower().replace("_", " ")


def generate(material: str, *, threads: int = 1, max_bytes: int = 2**30) -> dict[str, bytes]:
    """The files of a material, such as ``"KQvKR"``, and of all that captures and promotions lead to, by their names.

    They are solved from scratch: three pieces take a moment, four take seconds to minutes. 0 ``threads`` stand for all
    that the machine has. Distances are exact in them, but for cursed wins and blessed losses.

    >>> sorted(generate("KBvK"))
    ['KBvK.rtbw', 'KBvK.rtbz']

    Raises ``ValueError`` if the text names no material, ``MemoryError`` if the tables take more than ``max_bytes``; the
    memory that writing them takes for a while does not count.
    """
    return _native.generate_tables(material, threads=threads, max_bytes=max_bytes)
