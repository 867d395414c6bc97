"""Chess variants: positions of atomic, antichess, crazyhouse, horde, king of the hill, racing kings, three-check,
and of chess.

>>> position = VariantPosition("crazyhouse")
>>> for move in ["e4", "d5", "exd5", "Qxd5"]:
...     position = position.play(move)
>>> position.pocket(0), position.fen()
({'p': 1}, 'rnb1kbnr/ppp1pppp/8/3q4/8/8/PPPP1PPP/RNBQKBNR[Pp] w KQkq - 0 3')
>>> [position.san(move) for move in position.legal_moves() if move.drop][:3]
['P@e2', 'P@a3', 'P@b3']

Moves are those of chess, ``Move``, and drops, ``Move("N@f3")``. Games are those of chess, too: ``philidor.Game`` and
``philidor.PgnGame`` begin with any position, and ``philidor.pgn`` reads and writes them. A variant has several names:
``VARIANTS`` lists them, and case, blanks and hyphens do not count.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from . import _native
from ._native import VariantPosition

__all__ = ["VARIANTS", "Variant", "VariantPosition", "find_variant", "move_counts", "perfts"]


class Variant(NamedTuple):
    """The names of a variant.

    >>> find_variant("3-check")
    Variant(name='Three-check', uci_name='3check', other_names=('threecheck', 'threecheckchess', '3checks'))
    """

    name: str
    """The name in the tag ``Variant`` of PGN."""

    uci_name: str
    """The name in UCI's option ``UCI_Variant``."""

    other_names: tuple[str, ...]
    """Other names that are read, in lowercase without blanks and hyphens."""


VARIANTS: tuple[Variant, ...] = tuple(
    Variant(name, uci_name, tuple(others)) for name, uci_name, others in _native.variant_names()
)
"""All variants, chess first."""


def find_variant(name: str) -> Variant:
    """The variant with a name. Raises ``ValueError`` if there is none.

    >>> find_variant("Crazy House").uci_name
    'crazyhouse'
    """
    return VARIANTS[_native.variant_number(name)]


def move_counts(positions: Iterable[VariantPosition], *, threads: int = 1) -> NDArray[np.uint16]:
    """How many legal moves each of many positions has: ``uint16``, shape ``(N,)``; 0 threads stand for all that the
    machine has.

    >>> move_counts([VariantPosition("horde"), VariantPosition("racingkings")]).tolist()
    [8, 21]
    """
    return _native.variant_move_counts(positions, threads=threads)


def perfts(positions: Iterable[VariantPosition], depth: int, *, threads: int = 1) -> NDArray[np.uint64]:
    """Perft of each of many positions, the number of leaves after *depth* half-moves: ``uint64``, shape ``(N,)``.

    >>> perfts([VariantPosition("antichess"), VariantPosition("horde")], 3).tolist()
    [8067, 1274]
    """
    return _native.variant_perfts(positions, depth, threads=threads)
