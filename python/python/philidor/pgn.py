"""PGN files: games read one by one, shown to a visitor, written.

>>> import pathlib, tempfile
>>> from philidor import PgnGame
>>> game = PgnGame()
>>> node = game.root.add("e4").add("e5")
>>> node.comment = "best by test"
>>> path = pathlib.Path(tempfile.mkdtemp(), "games.pgn")
>>> write(path, [game, game])
2
>>> [game.sans() for game in read(path)]
[['e4', 'e5'], ['e4', 'e5']]

``read`` gives games as trees of ``PgnNode``, ``visit`` shows a tree to a ``Visitor``. For columns of a whole file, without an
object for each game, there is ``philidor.scan_pgn``; for the positions of a text ``Positions.from_pgn``.
"""

from __future__ import annotations

import contextlib
import errno
import os
import secrets
import shutil
from collections.abc import Iterable, Iterator
from enum import Enum
from os import PathLike
from typing import IO, Any, Literal, TypeAlias

from ._native import PgnGame, PgnNode, PgnReader
from .errors import PgnError

__all__ = ["PgnError", "PgnGame", "PgnNode", "PgnReader", "Visitor", "read", "visit", "write"]

_Path: TypeAlias = str | PathLike[str]


def read(
    path: _Path, *, on_error: Literal["raise", "skip"] = "raise", lenient: bool = False, strict: bool = False
) -> PgnReader:
    """The games of a file, of chess and of any variant, one after the other. It may be packed with gzip, zstd or bzip2, and
    larger than memory.

    A game that cannot be read raises ``PgnError`` with its place, after which the next one can be asked for; with
    ``on_error="skip"`` it is left out, and the reader lists it in ``errors``. With ``lenient`` a fault costs only its
    part of a game, as for ``PgnReader``.

    Raises ``OSError`` if the file cannot be opened, and later if it cannot be read or unpacked.
    """
    return PgnReader.open(path, on_error=on_error, lenient=lenient, strict=strict)


def write(path: _Path, games: Iterable[PgnGame[Any]], *, append: bool = False) -> int:
    """Writes games to a file, or to its end with *append*, as UTF-8 with an empty line between them; returns how many.

    The file is not packed, whatever its name. It is replaced once all games are written, so they may come from the file
    itself, and an exception on the way leaves it as it was; *append* writes as the games come.

    Raises ``TypeError`` for anything but a ``PgnGame``, ``ValueError`` for appending to a packed file, ``OSError`` if the file
    cannot be written, or is write-protected.
    """
    games = iter(games)
    if append:
        with open(path, "a+b") as file:
            file.seek(0)
            if file.read(4).startswith(_PACKED):
                raise ValueError(f"{os.fspath(path)}: nothing can be appended to a packed file")
            return _written(file, games, begins=file.seek(0, os.SEEK_END) == 0)
    path = os.path.realpath(path)
    if os.path.exists(path) and not os.path.isfile(path):  # a pipe or a device is not replaced
        with open(path, "wb") as file:
            return _written(file, games)
    # A new file would take the place of one that is protected, which the system does not refuse.
    if os.path.exists(path) and not (os.access(path, os.W_OK) and os.stat(path).st_mode & 0o222):
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES), path)
    # Of any length, a name has room for this.
    beside = os.path.join(os.path.dirname(path), f".{secrets.token_hex(8)}.partial")
    try:
        with open(beside, "xb") as file:
            number = _written(file, games)
        if os.path.exists(path):
            shutil.copymode(path, beside)
        os.replace(beside, path)
    except BaseException:
        with contextlib.suppress(OSError):
            os.unlink(beside)
        raise
    return number


# How files begin that ``read`` unpacks: gzip, zstd, bzip2.
_PACKED = (b"\x1f\x8b", b"\x28\xb5\x2f\xfd", b"BZh")


def _written(file: IO[bytes], games: Iterator[PgnGame[Any]], *, begins: bool = True) -> int:
    number = 0
    for number, game in enumerate(games, 1):
        if not isinstance(game, PgnGame):
            raise TypeError(f"a game of PGN is a PgnGame, not {type(game).__name__}")
        if number > 1 or not begins:
            file.write(b"\n")
        file.write(str(game).rstrip().encode() + b"\n")
    return number


class Visitor:
    """Sees a game part by part, in the order of its text. Override what you want to see; all other methods do nothing.

    >>> class Captures(Visitor):
    ...     def __init__(self):
    ...         self.squares = []
    ...
    ...     def begin_variation(self, node):
    ...         return False                                  # the main line alone
    ...
    ...     def move(self, node, before):
    ...         if before.is_capture(node.move):
    ...             self.squares.append(str(node.move.destination))
    >>> captures = Captures()
    >>> for game in PgnReader("1. e4 d5 2. exd5 (2. e5) 2... Qxd5 *"):
    ...     visit(game, captures)
    >>> captures.squares
    ['d5', 'd5']
    """

    def begin_game(self, game: PgnGame[Any]) -> bool | None:
        """A game begins. Return ``False`` to skip its moves."""

    def tag(self, name: str, value: str) -> None:
        """A tag, before the moves."""

    def move(self, node: PgnNode[Any], before: Any) -> None:
        """A move, and the position before it; ``node`` has its comments and glyphs, too."""

    def begin_variation(self, node: PgnNode[Any]) -> bool | None:
        """A variation begins, with a move in place of the last one. Return ``False`` to skip it."""

    def end_variation(self, node: PgnNode[Any]) -> None:
        """The variation that began with a move has ended."""

    def end_game(self, result: str) -> None:
        """The game has ended."""


class _Next(Enum):
    """What comes next on the explicit stack: variations may be nested deeper than function calls can be."""

    LINE = "what follows it"
    VARIATION = "the variation that begins with it"
    END = "the end of that variation"


def visit(game: PgnGame[Any], visitor: Visitor) -> None:
    """Shows a game to a visitor: its tags, and each move, followed by the variations to it. The game must not be changed
    meanwhile."""
    shows_moves = _goes_on(visitor.begin_game(game))
    for name, value in game.tags.items():
        visitor.tag(name, value)
    left = [(_Next.LINE, game.root, game.start)] if shows_moves else []
    while left:
        what, node, before = left.pop()
        if what is _Next.END:
            visitor.end_variation(node)
        elif what is _Next.LINE:
            children = node.children
            if children:
                left.append((_Next.LINE, children[0], _shown(children[0], before, visitor)))
                left += [(_Next.VARIATION, other, before) for other in reversed(children[1:])]
        elif _goes_on(visitor.begin_variation(node)):
            left.append((_Next.END, node, before))
            left.append((_Next.LINE, node, _shown(node, before, visitor)))
    visitor.end_game(game.result)


def _goes_on(answer: object) -> bool:
    """Whether a visitor wants to see the rest: most methods return nothing, and some a truth value of numpy."""
    return answer is None or bool(answer)


def _shown(node: PgnNode[Any], before: Any, visitor: Visitor) -> Any:
    """Shows a move, and returns the position after it."""
    visitor.move(node, before)
    # Only a null move is not legal here.
    move = node.move
    return before.play(move) if move is not None and before.is_legal(move) else node.position
