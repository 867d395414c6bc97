"""Endgame tables in Syzygy files, by the names of python-chess.

>>> import pathlib, tempfile
>>> from philidor import compat as chess
>>> from philidor.syzygy import generate
>>> folder = pathlib.Path(tempfile.mkdtemp())
>>> for name, data in generate("KRvK").items():
...     _ = (folder / name).write_bytes(data)
>>> with open_tablebase(folder) as tables:
...     board = chess.Board("8/8/8/8/8/4k3/4r3/K7 w - - 0 1")
...     tables.probe_wdl(board), tables.probe_dtz(board), tables.get_wdl(chess.Board())
(-2, -10, None)
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterable, Iterator
from itertools import combinations_with_replacement
from types import TracebackType
from typing import Self, TypeAlias, TypeVar

from .. import _native, errors
from .base_board import BaseBoard
from .board import Board

StrPath: TypeAlias = str | os.PathLike[str]
Answer = TypeVar("Answer")

TBPIECES = 7

_LETTERS = "KQRBNP"
_NAME = re.compile(f"[{_LETTERS}]+v[{_LETTERS}]+")


class MissingTableError(KeyError):
    """A table that is needed for a position is missing."""


# Names of tables: the pieces of both sides, the stronger one first.


def normalize_tablename(name: str, *, mirror: bool = False) -> str:
    """The name with the stronger side first, or last with *mirror*, and the better pieces of each first.

    >>> normalize_tablename("KNvKPR")
    'KRPvKN'
    """
    white, black = (sorted(map(_LETTERS.index, side)) for side in name.split("v", 1))
    if ((len(black), white) > (len(white), black)) != mirror:
        white, black = black, white
    return "v".join("".join(_LETTERS[kind] for kind in side) for side in (white, black))


def is_tablename(
    name: str, *, one_king: bool = True, piece_count: int | None = TBPIECES, normalized: bool = True
) -> bool:
    """Whether a text is the name of a table, with *piece_count* pieces at most."""
    return (
        _NAME.fullmatch(name) is not None
        and (piece_count is None or len(name) <= piece_count + 1)
        and (not normalized or normalize_tablename(name) == name)
        and (not one_king or name != "KvK" and name.startswith("K") and "vK" in name)
    )


def tablenames(*, one_king: bool = True, piece_count: int = 6) -> Iterator[str]:
    """The names of all tables with *piece_count* pieces at most."""
    king, kinds = ("K", _LETTERS[1:]) if one_king else ("", _LETTERS)
    for count in range(3 if one_king else 2, piece_count + 1):
        beside, least = (count - 2, 0) if one_king else (count, 1)
        for white in range(beside - least, (beside - 1) // 2, -1):
            for strong in combinations_with_replacement(kinds, white):
                for weak in combinations_with_replacement(kinds, beside - white):
                    name = f"{king}{''.join(strong)}v{king}{''.join(weak)}"
                    if normalize_tablename(name) == name:
                        yield name


def dependencies(target: str, *, one_king: bool = True) -> Iterator[str]:
    """The names of the tables that a capture or a promotion leads to."""
    found = set()
    white, black = target.split("v", 1)
    for own, other in ((white, black), (black, white)):
        for kind in _LETTERS[one_king:]:
            less = own.replace(kind, "", 1)
            if kind in own and less:
                found.add(normalize_tablename(f"{less}v{other}"))
            if "P" in own and kind != "P":
                found.add(normalize_tablename(f"{own.replace('P', kind, 1)}v{other}"))
    if one_king:
        found.discard("KvK")
    yield from sorted(found)


def all_dependencies(targets: Iterable[str], *, one_king: bool = True) -> Iterator[str]:
    """The names themselves, and those of all tables that captures and promotions lead to, one after the other."""
    found: set[str] = set()
    waiting = [normalize_tablename(target) for target in targets]
    while waiting:
        name = waiting.pop()
        if name not in found and (name != "KvK" or not one_king):
            found.add(name)
            yield name
            waiting.extend(dependencies(name, one_king=one_king))


def calc_key(board: BaseBoard, *, mirror: bool = False) -> str:
    """The pieces of a board as a name, White's first, or Black's with *mirror*."""
    layers = board._read()
    sides = (layers[6], layers[7]) if mirror else (layers[7], layers[6])
    kinds = [(letter, layers[5 - number]) for number, letter in enumerate(_LETTERS)]
    return "v".join("".join(letter * (layer & side).bit_count() for letter, layer in kinds) for side in sides)


def dtz_before_zeroing(wdl: int) -> int:
    """The distance if the next move is a capture or a pawn's and keeps this value."""
    return ((wdl > 0) - (wdl < 0)) * (1 if abs(wdl) == 2 else 101)


class _Asked:
    """What one table and many have in common: boards are probed as native positions."""

    variant: type[Board]

    def _files(self) -> _native.Tables:
        raise NotImplementedError

    def close(self) -> None:
        raise NotImplementedError

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, place: TracebackType | None
    ) -> None:
        self.close()

    def _ask(self, ask: Callable[[_native.Tables, _native.Position], Answer], board: Board) -> Answer:
        position = board._native or board._position()
        if not isinstance(position, _native.Position):
            raise KeyError(f"no table knows a board that is not a position of chess: {board.fen()}")
        try:
            return ask(self._files(), position)
        except errors.MissingTableError as error:
            raise MissingTableError(str(error)) from None
        except errors.TableFileError:
            raise
        except errors.TableError as error:
            raise KeyError(f"{error}: {board.fen()}") from None

    def probe_wdl_table(self, board: Board) -> int:
        """What the file itself says; captures may be better."""
        return int(self._ask(_native.Tables.stored_wdl, board))

    def probe_dtz_table(self, board: Board, wdl: int) -> tuple[int, int]:
        """What the file itself says of a position with a value, counted from 0, and 1; or 0 and -1 if it has only the
        other side to move.
        """
        found = self._ask(lambda tables, position: tables.stored_dtz(position, wdl), board)
        if found is None:
            return 0, -1
        return abs(found.number - dtz_before_zeroing(wdl)), 1


def _standard(variant: type[Board]) -> type[Board]:
    if variant.uci_variant != "chess":
        raise ValueError(f"no tables of variants are read: {variant.uci_variant}")
    return variant


class Tablebase(_Asked):
    """Tables from folders and files, which are opened when they are needed. *max_fds* does not matter: none stays open."""

    def __init__(self, *, max_fds: int | None = 128, VariantBoard: type[Board] = Board) -> None:
        self.max_fds, self.variant = max_fds, _standard(VariantBoard)
        self._paths: dict[str, str] = {}
        self._tables: _native.Tables | None = None

    def _files(self) -> _native.Tables:
        tables = self._tables
        if tables is None:
            self._tables = tables = _native.Tables(files=list(self._paths.values()))
        return tables

    def add_directory(self, directory: StrPath, *, load_wdl: bool = True, load_dtz: bool = True) -> int:
        """Adds the tables of a folder, WDL and DTZ files, and returns how many there are."""
        directory = os.path.abspath(directory)
        paths = [os.path.join(directory, name) for name in os.listdir(directory)]
        return sum(self.add_file(path, load_wdl=load_wdl, load_dtz=load_dtz) for path in paths)

    def add_file(self, path: StrPath, *, load_wdl: bool = True, load_dtz: bool = True) -> int:
        """Adds a file; returns 1, or 0 if its name is not that of a table that is wanted."""
        path = os.path.abspath(path)
        name = os.path.basename(path)
        table, suffix = os.path.splitext(name)
        wanted = load_wdl and suffix == Board.tbw_suffix or load_dtz and suffix == Board.tbz_suffix
        if not wanted or not is_tablename(table) or not os.path.isfile(path):
            return 0
        self._paths[name], self._tables = path, None
        return 1

    def probe_wdl(self, board: Board) -> int:
        """Whether the side to move wins, just after a capture or a pawn move: 2 if it wins, 1 if the fifty-move rule
        saves the other side, 0 for a draw, -1 if the fifty-move rule saves it, -2 if it loses.

        Raises ``KeyError`` for castling rights and for too many pieces, and ``MissingTableError``, which is a
        ``KeyError``, if a table is missing.
        """
        return int(self._ask(_native.Tables.probe_wdl, board))

    def get_wdl(self, board: Board, default: int | None = None) -> int | None:
        """The same, or *default* where that raises ``KeyError``."""
        try:
            return self.probe_wdl(board)
        except KeyError:
            return default

    def probe_dtz(self, board: Board) -> int:
        """The distance to zeroing: how many half-moves away the next capture or pawn move is, or one more; negative if
        the side to move loses, beyond 100 if the fifty-move rule makes a draw of it, 0 for a draw.

        Raises what ``probe_wdl`` raises.
        """
        return self._ask(_native.Tables.probe_dtz, board).number

    def get_dtz(self, board: Board, default: int | None = None) -> int | None:
        """The same, or *default* where that raises ``KeyError``."""
        try:
            return self.probe_dtz(board)
        except KeyError:
            return default

    def probe_dtz_no_ep(self, board: Board) -> int:
        """The distance if there were no capture en passant."""
        board = board.copy(stack=False)
        board.ep_square = None
        return self.probe_dtz(board)

    def close(self) -> None:
        """Forgets all tables."""
        self._paths, self._tables = {}, None


class Table(_Asked):
    """The table of one file."""

    def __init__(self, path: StrPath, *, variant: type[Board] = Board) -> None:
        self.path, self.variant = path, _standard(variant)
        self._tables: _native.Tables | None = _native.Tables(files=[path])

    def _files(self) -> _native.Tables:
        if self._tables is None:
            raise ValueError(f"the table is closed: {os.fspath(self.path)}")
        return self._tables

    def close(self) -> None:
        """Closes the file."""
        self._tables = None


class WdlTable(Table):
    """A WDL file."""

    def init_table_wdl(self) -> None:
        """Does nothing: the file is opened when it is needed."""


class DtzTable(Table):
    """A DTZ file."""

    def init_table_dtz(self) -> None:
        """Does nothing: the file is opened when it is needed."""


def open_tablebase(
    directory: StrPath,
    *,
    load_wdl: bool = True,
    load_dtz: bool = True,
    max_fds: int | None = 128,
    VariantBoard: type[Board] = Board,
) -> Tablebase:
    """The tables of a folder. More are added by ``Tablebase.add_directory``: a position needs the tables of fewer pieces, too."""
    tables = Tablebase(max_fds=max_fds, VariantBoard=VariantBoard)
    tables.add_directory(directory, load_wdl=load_wdl, load_dtz=load_dtz)
    return tables
