"""Chess variants: positions and games of atomic, antichess, crazyhouse, horde, king of the hill, racing kings, three-check,
and of chess.

>>> position = VariantPosition("crazyhouse")
>>> for move in ["e4", "d5", "exd5", "Qxd5"]:
...     position = position.play(move)
>>> position.pocket(0), position.fen()
({'p': 1}, 'rnb1kbnr/ppp1pppp/8/3q4/8/8/PPPP1PPP/RNBQKBNR[Pp] w KQkq - 0 3')
>>> [position.san(move) for move in position.legal_moves() if move.drop][:3]
['P@e2', 'P@a3', 'P@b3']

Moves are those of chess, ``Move``, and drops, ``Move("N@f3")``. A ``VariantGame`` knows repetition, draw claims and
outcomes. A variant has several names: ``VARIANTS`` lists them, and case, blanks and hyphens do not count. ``read_pgn``
gives the games of a file as trees, and ``philidor.pgn.write`` writes them.
"""

from __future__ import annotations

from collections.abc import Iterable
from os import PathLike
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from . import _native
from ._native import (
    VariantGame,
    VariantPgnGame,
    VariantPgnNode,
    VariantPgnReader,
    VariantPosition,
)

__all__ = [
    "VARIANTS",
    "Variant",
    "VariantGame",
    "VariantPgnGame",
    "VariantPgnNode",
    "VariantPgnReader",
    "VariantPosition",
    "find_variant",
    "move_counts",
    "perfts",
    "read_pgn",
]


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


def read_pgn(
    path: str | PathLike[str],
    *,
    on_error: Literal["raise", "skip"] = "raise",
    lenient: bool = False,
    strict: bool = False,
) -> VariantPgnReader:
    r"""The games of a file, of chess and of any variant: the tag ``Variant`` of each names its rules. Otherwise as
    ``philidor.pgn.read``.

    >>> import pathlib, tempfile
    >>> path = pathlib.Path(tempfile.mkdtemp(), "games.pgn")
    >>> _ = path.write_text('[Variant "Crazyhouse"]\n\n1. e4 d5 2. exd5 Qxd5 3. P@e4 *\n\n1. d4 *\n')
    >>> for game in read_pgn(path):
    ...     last = game.moves[-1]
    ...     print(game.start.variant, last, last.drop)
    Crazyhouse P@e4 p
    Standard d2d4 None
    """
    return VariantPgnReader.open(path, on_error=on_error, lenient=lenient, strict=strict)
