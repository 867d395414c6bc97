"""Opening books in the format of Polyglot, and the keys that they use.

A book is a file of entries of 16 bytes, sorted by key: the key of the position, the move, its weight, and a number for
learning. A reader maps the file into memory and finds entries by binary search.
"""

from __future__ import annotations

import mmap
import os
import random as random_module
import struct
from collections.abc import Callable, Container, Iterator
from types import TracebackType
from typing import NamedTuple, Self, TypeAlias

from .. import _native
from .attacks import BB_PAWN_ATTACKS
from .base_board import BaseBoard
from .board import Board
from .masks import scan_forward
from .moves import Move
from .polyglot_numbers import POLYGLOT_RANDOM_ARRAY

StrOrBytesPath: TypeAlias = str | bytes | os.PathLike[str] | os.PathLike[bytes]

ENTRY_STRUCT = struct.Struct(">QHHI")


class ZobristHasher:
    """Keys of positions from an array of 781 numbers, ordered as Polyglot's are."""

    def __init__(self, array: list[int]) -> None:
        if len(array) < 781:
            raise AssertionError("the array must have 781 numbers")
        self.array = array

    def hash_board(self, board: BaseBoard) -> int:
        """The part of the key that stands for pieces."""
        layers, key = board._read(), 0
        for color in (0, 1):
            for kind in range(6):
                for square in scan_forward(layers[kind] & layers[6 + color]):
                    key ^= self.array[64 * (2 * kind + color) + square]
        return key

    def hash_castling(self, board: Board) -> int:
        """The part of the key that stands for castling rights."""
        key = 0
        sides = (board.has_kingside_castling_rights, board.has_queenside_castling_rights)
        flags = [side(color) for color in (True, False) for side in sides]
        for number, flag in enumerate(flags):
            if flag:
                key ^= self.array[768 + number]
        return key

    def hash_ep_square(self, board: Board) -> int:
        """The part of the key that stands for a pawn that could be captured en passant by a pawn beside it."""
        square = board.ep_square
        if square is None:
            return 0
        pawns = board.pawns & board.occupied_co[board.turn]
        beside = BB_PAWN_ATTACKS[not board.turn][square]
        return self.array[772 + (square & 7)] if pawns & beside else 0

    def hash_turn(self, board: Board) -> int:
        """The part of the key that stands for the turn."""
        return self.array[780] if board.turn else 0

    def __call__(self, board: Board) -> int:
        return self.hash_board(board) ^ self.hash_castling(board) ^ self.hash_ep_square(board) ^ self.hash_turn(board)


_POLYGLOT = ZobristHasher(POLYGLOT_RANDOM_ARRAY)


def zobrist_hash(board: Board, *, _hasher: Callable[[Board], int] = _POLYGLOT) -> int:
    """The key of a position as books have it.

    >>> from philidor import compat as chess
    >>> hex(zobrist_hash(chess.Board()))
    '0x463b96181691fc9c'
    """
    native = board._native
    own = board._chess960 or board._replaced
    if _hasher is _POLYGLOT and isinstance(native, _native.Position) and not own:
        return native.polyglot_key
    return _hasher(board)


class Entry(NamedTuple):
    """An entry of a book."""

    key: int
    """The key of the position."""

    raw_move: int
    """The move as the book has it."""

    weight: int
    """How often the move is to be chosen."""

    learn: int
    """A number that programs use for learning."""

    move: Move
    """The move."""


class MemoryMappedReader:
    """A book that is mapped into memory, as a sequence of entries. It is closed by ``with`` or ``close``."""

    def __init__(self, filename: StrOrBytesPath) -> None:
        self.mmap: mmap.mmap | None
        file = os.open(filename, os.O_RDONLY | getattr(os, "O_BINARY", 0))
        try:
            # An empty file cannot be mapped.
            self.mmap = mmap.mmap(file, 0, access=mmap.ACCESS_READ) if os.fstat(file).st_size else None
        finally:
            os.close(file)
        if self.mmap is not None and len(self.mmap) % ENTRY_STRUCT.size:
            self.close()
            raise OSError(f"invalid file size: ensure {filename!r} is a valid polyglot opening book")

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, place: TracebackType | None
    ) -> None:
        self.close()

    def __len__(self) -> int:
        return 0 if self.mmap is None else len(self.mmap) // ENTRY_STRUCT.size

    def __getitem__(self, index: int) -> Entry:
        if index < 0:
            index += len(self)
        if self.mmap is None or not 0 <= index < len(self):
            raise IndexError()
        key, raw_move, weight, learn = ENTRY_STRUCT.unpack_from(self.mmap, index * ENTRY_STRUCT.size)
        to_square, from_square, promotion = raw_move & 63, raw_move >> 6 & 63, raw_move >> 12 & 7
        return Entry(key, raw_move, weight, learn, Move(from_square, to_square, promotion + 1 if promotion else None))

    def __iter__(self) -> Iterator[Entry]:
        for index in range(len(self)):
            yield self[index]

    def bisect_key_left(self, key: int) -> int:
        """The index of the first entry whose key is not less than a key."""
        low, high = 0, len(self)
        while low < high:
            middle = (low + high) // 2
            if self[middle].key < key:
                low = middle + 1
            else:
                high = middle
        return low

    def __contains__(self, entry: Entry) -> bool:
        return any(entry == found for found in self.find_all(entry.key, minimum_weight=0))

    def find_all(
        self, board: Board | int, *, minimum_weight: int = 1, exclude_moves: Container[Move] = []
    ) -> Iterator[Entry]:
        """The entries of a position, or of a key; of a position, only those with legal moves."""
        key = board if isinstance(board, int) else zobrist_hash(board)
        for index in range(self.bisect_key_left(key), len(self)):
            entry = self[index]
            if entry.key != key:
                break
            if entry.weight < minimum_weight:
                continue
            if isinstance(board, Board):
                entry = entry._replace(move=board._from_chess960(board.chess960, entry.move))
            if entry.move in exclude_moves:
                continue
            if isinstance(board, Board) and not board.is_legal(entry.move):
                continue
            yield entry

    def find(
        self, board: Board | int, *, minimum_weight: int = 1, exclude_moves: Container[Move] = []
    ) -> Entry:
        """The entry with the highest weight, the first of several. Raises ``IndexError`` if there is none."""
        entry = self.get(board, minimum_weight=minimum_weight, exclude_moves=exclude_moves)
        if entry is None:
            raise IndexError()
        return entry

    def get(
        self,
        board: Board | int,
        default: Entry | None = None,
        *,
        minimum_weight: int = 1,
        exclude_moves: Container[Move] = [],
    ) -> Entry | None:
        """The entry with the highest weight, or *default* if there is none."""
        entries = self.find_all(board, minimum_weight=minimum_weight, exclude_moves=exclude_moves)
        return max(entries, key=lambda entry: entry.weight, default=default)

    def choice(
        self,
        board: Board | int,
        *,
        minimum_weight: int = 1,
        exclude_moves: Container[Move] = [],
        random: random_module.Random | None = None,
    ) -> Entry:
        """A random entry, each as likely as the others. Raises ``IndexError`` if there is none."""
        entries = list(self.find_all(board, minimum_weight=minimum_weight, exclude_moves=exclude_moves))
        if not entries:
            raise IndexError()
        return entries[(random or random_module).randint(0, len(entries) - 1)]

    def weighted_choice(
        self, board: Board | int, *, exclude_moves: Container[Move] = [], random: random_module.Random | None = None
    ) -> Entry:
        """A random entry, as likely as its weight says. Raises ``IndexError`` if there is none."""
        entries = list(self.find_all(board, exclude_moves=exclude_moves))
        if not entries:
            raise IndexError()
        chosen = (random or random_module).randint(0, sum(entry.weight for entry in entries) - 1)
        for entry in entries:
            chosen -= entry.weight
            if chosen < 0:
                return entry
        raise IndexError()

    def close(self) -> None:
        """Closes the book."""
        if self.mmap is not None:
            self.mmap.close()
            self.mmap = None


def open_reader(path: StrOrBytesPath) -> MemoryMappedReader:
    """A reader of the book at a path."""
    return MemoryMappedReader(path)
