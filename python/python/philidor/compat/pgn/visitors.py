"""Visitors, to whom a game is shown part by part, while it is read or from a tree; and the tags, which one of them collects."""

from __future__ import annotations

import logging
import re
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping, MutableMapping
from enum import Enum
from typing import Any, Generic, Literal, Self, TypeVar, overload

from ..board import Board
from ..moves import Move
from ..variant import find_variant

TAG_ROSTER = ["Event", "Site", "Date", "Round", "White", "Black", "Result"]
TAG_NAME_REGEX = re.compile(r"[A-Za-z0-9][A-Za-z0-9_+#=:-]*")
_DEFAULTS = {tag: "?" for tag in TAG_ROSTER} | {"Date": "????.??.??", "Result": "*"}
_CHESS960 = ("chess960", "chess 960", "fischerandom", "fischerrandom", "fischer random")
_WILD = tuple(f"wild/{number}{letter}" for number in range(9) for letter in ("", "a", "b"))

ResultT = TypeVar("ResultT", covariant=True)
HeadersT = TypeVar("HeadersT", bound="Headers")

LOGGER = logging.getLogger("philidor.compat.pgn")


class Headers(MutableMapping[str, str]):
    """The tags of a game, with the seven that every game has first.

    Without *data* those seven are there with nothing known.

    >>> headers = Headers(White="Morphy")
    >>> headers["White"], headers["Black"], list(headers)[0]
    ('Morphy', '?', 'Event')
    """

    def __init__(
        self, data: Mapping[str, str] | Iterable[tuple[str, str]] | None = None, **kwargs: str
    ) -> None:
        self._roster: dict[str, str] = {}
        self._others: dict[str, str] = {}
        if data is None:
            self._roster = dict(_DEFAULTS)
            if kwargs:
                self.update(kwargs)
        else:
            self.update(data, **kwargs)

    def is_chess960(self) -> bool:
        """Whether the tag ``Variant`` names Chess960."""
        return self.get("Variant", "").lower() in _CHESS960

    def is_wild(self) -> bool:
        """Whether the tag ``Variant`` names standard chess from another start."""
        return self.get("Variant", "").lower() in _WILD

    def variant(self) -> type[Board]:
        """The class of boards of the tag ``Variant``. Raises ``ValueError`` for variants that are not known."""
        name = self.get("Variant")
        if name is None or self.is_chess960() or self.is_wild():
            return Board
        return find_variant(name)

    def board(self) -> Board:
        """The board where the game begins. Raises ``ValueError`` if the tag ``FEN`` cannot be read."""
        kind = self.variant()
        board = kind(self.get("FEN", kind.starting_fen), chess960=self.is_chess960())
        if "FEN" in self and not board.chess960:
            board.chess960 = board.has_chess960_castling_rights()
        return board

    def __setitem__(self, key: str, value: str) -> None:
        if key in _DEFAULTS:
            if "\n" in value or "\r" in value:
                raise ValueError(f"line break in pgn header {key}: {value!r}")
            self._roster[key] = value
        elif not TAG_NAME_REGEX.fullmatch(key):
            raise ValueError(f"invalid pgn header tag: {key!r}")
        elif "\n" in value or "\r" in value:
            raise ValueError(f"line break in pgn header {key}: {value!r}")
        else:
            self._others[key] = value

    def __getitem__(self, key: str) -> str:
        return self._roster[key] if key in _DEFAULTS else self._others[key]

    def __delitem__(self, key: str) -> None:
        del (self._roster if key in _DEFAULTS else self._others)[key]

    def __iter__(self) -> Iterator[str]:
        return iter([tag for tag in TAG_ROSTER if tag in self._roster] + list(self._others))

    def __len__(self) -> int:
        return len(self._roster) + len(self._others)

    def copy(self) -> Self:
        """A copy of the tags."""
        return type(self)(self)

    def __copy__(self) -> Self:
        return self.copy()

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{key}={value!r}' for key, value in self.items())})"

    @classmethod
    def builder(cls) -> HeadersBuilder[Any]:
        """A visitor that collects the tags of a game."""
        return HeadersBuilder(Headers=cls)


class SkipType(Enum):
    """What a visitor returns to skip what begins."""

    SKIP = None


SKIP = SkipType.SKIP


def joined(before: str, comment: str) -> str:
    """Two comments in one place; one that is empty leaves no blank."""
    return f"{before} {comment}" if before and comment else before or comment


class BaseVisitor(ABC, Generic[ResultT]):
    """What visitors have in common. Methods are called in the order of PGN; those that are not overridden do nothing."""

    def begin_game(self) -> SkipType | None:
        """A game begins."""
        return None

    def begin_headers(self) -> Headers | None:
        """The tags begin. Tags that are returned are filled by the reader."""
        return None

    def visit_header(self, tagname: str, tagvalue: str) -> None:
        """A tag."""

    def end_headers(self) -> SkipType | None:
        """The tags have ended. Return ``SKIP`` to skip the moves."""
        return None

    def begin_parse_san(self, board: Board, san: str) -> SkipType | None:
        """A move is about to be read. Return ``SKIP`` to skip the rest of its line."""
        return None

    def parse_san(self, board: Board, san: str) -> Move:
        """Reads a move."""
        return board.parse_san(san)

    def visit_move(self, board: Board, move: Move) -> None:
        """A move, on the board before it. The board must be left as it is."""

    def visit_board(self, board: Board) -> None:
        """The position at the start, and after each move. The board must be left as it is."""

    def visit_comment(self, comment: str) -> None:
        """A comment."""

    def visit_nag(self, nag: int) -> None:
        """A glyph."""

    def begin_variation(self) -> SkipType | None:
        """A variation begins; not the main line. Return ``SKIP`` to skip it."""
        return None

    def end_variation(self) -> None:
        """A variation has ended."""

    def visit_result(self, result: str) -> None:
        """The result at the end of the game."""

    def end_game(self) -> None:
        """The game has ended."""

    @abstractmethod
    def result(self) -> ResultT:
        """What the visitor has made."""

    def handle_error(self, error: Exception) -> None:
        """Something could not be read; raises the error unless it is overridden."""
        raise error


class HeadersBuilder(BaseVisitor[HeadersT]):
    """Collects the tags of a game."""

    @overload
    def __init__(self: HeadersBuilder[Headers]) -> None: ...
    @overload
    def __init__(self, *, Headers: Callable[[dict[str, str]], HeadersT]) -> None: ...  # noqa: N803
    def __init__(self, *, Headers: Any = Headers) -> None:  # noqa: N803
        self.Headers = Headers

    def begin_headers(self) -> HeadersT:
        """New tags."""
        self.headers: HeadersT = self.Headers({})
        return self.headers

    def visit_header(self, tagname: str, tagvalue: str) -> None:
        """Sets a tag."""
        self.headers[tagname] = tagvalue

    def end_headers(self) -> SkipType:
        """Skips the moves."""
        return SKIP

    def result(self) -> HeadersT:
        """The tags."""
        return self.headers


class BoardBuilder(BaseVisitor[Board]):
    """Plays the main line of a game."""

    def begin_game(self) -> SkipType | None:
        """Begins with no variation open."""
        self.skip_variation_depth = 0
        self.board = Board()
        return None

    def begin_variation(self) -> SkipType:
        """Skips the variation."""
        self.skip_variation_depth += 1
        return SKIP

    def end_variation(self) -> None:
        """Continues with the main line."""
        self.skip_variation_depth = max(self.skip_variation_depth - 1, 0)

    def visit_board(self, board: Board) -> None:
        """Keeps the last board of the main line."""
        if not self.skip_variation_depth:
            self.board = board

    def result(self) -> Board:
        """The board after the last move, with the moves on its stack."""
        return self.board


class SkipVisitor(BaseVisitor[Literal[True]]):
    """Skips a game."""

    def begin_game(self) -> SkipType:
        """Skips all of it."""
        return SKIP

    def end_headers(self) -> SkipType:
        """Skips the moves."""
        return SKIP

    def begin_variation(self) -> SkipType:
        """Skips the variation."""
        return SKIP

    def result(self) -> Literal[True]:
        """That there was a game."""
        return True
