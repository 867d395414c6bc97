"""Training data for nets: positions with scores and results, in bulletformat.

A file is a sequence of 32-byte records, without a header: the ``ChessBoard`` of the crate ``bulletformat``. A record
has the pieces as the side to move sees them, a score and a result, but not who that side is, castling rights, en
passant or clocks.

>>> import tempfile, pathlib
>>> import numpy as np
>>> from philidor import Position, Positions
>>> batch = Positions.from_positions([Position().play("e4"), Position().play("e4").play("e5")])
>>> path = pathlib.Path(tempfile.mkdtemp(), "positions.data")
>>> write_bulletformat(path, batch, scores=[35, 28], results=[2, 2])
>>> positions, scores, results = read_bulletformat(path)
>>> scores.tolist(), results.tolist()
([-35, 28], [0, 2])
>>> positions[0].fen(), positions[1].fen()
('rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w - - 0 1', 'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w - - 0 1')
"""

from __future__ import annotations

import warnings
from os import PathLike
from typing import TypeAlias, TypeVar

import numpy as np
from numpy.typing import ArrayLike, NDArray

from . import _native
from ._native import Positions

_Path: TypeAlias = str | PathLike[str]
_BYTES = 32
Number = TypeVar("Number", np.int16, np.uint8)


def read_bulletformat(
    path: _Path, *, first: int = 0, count: int | None = None, lenient: bool = False, threads: int = 1
) -> tuple[Positions, NDArray[np.int16], NDArray[np.uint8]]:
    """Reads the records of a file, or *count* of them from *first* on: ``(positions, scores, results)``.

    White is to move in all positions. ``scores`` (``int16``) and ``results`` (``uint8``: 0 lost, 1 drawn, 2 won) are
    those of the side to move. The file is mapped into memory, so that reading a part of a large one costs no more than
    that part.

    Raises ``PackedError`` for what is not a record of a position, ``ValueError`` if the file ends within a record or a
    number is negative. With *lenient*, records that hold no position are left out; a warning says how many.
    """
    if first < 0 or (count is not None and count < 0):
        raise ValueError(f"first={first} and count={count} are not both 0 or more")
    records = _mapped(path)[first : None if count is None else first + count]
    read = _native.read_bulletformat(records, lenient=lenient, threads=threads)
    if faulty := len(records) - len(read[0]):
        warnings.warn(f"{path}: {faulty} faulty {'record' if faulty == 1 else 'records'} left out", stacklevel=2)
    return read


def _mapped(path: _Path) -> NDArray[np.uint8]:
    """The records of a file, which stays on the disk; an empty file cannot be mapped."""
    try:
        records: NDArray[np.uint8] = np.memmap(path, np.uint8, "r")
    except ValueError:
        records = np.fromfile(path, np.uint8)
    if len(records) % _BYTES:
        raise ValueError(f"{path}: {len(records)} bytes are not a whole number of records of {_BYTES}")
    return records.reshape(-1, _BYTES)


def write_bulletformat(
    path: _Path, positions: Positions, scores: ArrayLike, results: ArrayLike, *, append: bool = False, threads: int = 1
) -> None:
    """Writes positions as records to a file, or to its end with *append*.

    *scores* (centipawns) and *results* (0 Black has won, 1 drawn, 2 White has won) are as White sees them.

    Raises ``ValueError`` if there are not as many scores and results as positions, or for other results;
    ``OverflowError`` for scores beyond 16 bits.
    """
    records = _native.write_bulletformat(
        positions, _exact(scores, np.dtype(np.int16)), _exact(results, np.dtype(np.uint8)), threads=threads
    )
    with open(path, "ab" if append else "wb") as file:
        file.write(records.tobytes())


def _exact(values: ArrayLike, kind: np.dtype[Number]) -> NDArray[Number]:
    """The same numbers in another type, if it can represent them all."""
    given = np.asarray(values)
    exact = np.ascontiguousarray(given.astype(kind))
    if not np.array_equal(exact, given):
        raise OverflowError(f"not all of the numbers are of {kind}")
    return exact
