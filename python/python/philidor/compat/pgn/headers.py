"""The tags of a game."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, MutableMapping
from typing import TYPE_CHECKING, Any, Self

from ..board import Board

if TYPE_CHECKING:
    from .visitors import HeadersBuilder

TAG_ROSTER = ["Event", "Site", "Date", "Round", "White", "Black", "Result"]
TAG_NAME_REGEX = re.compile(r"[A-Za-z0-9][A-Za-z0-9_+#=:-]*")
_DEFAULTS = {tag: "?" for tag in TAG_ROSTER} | {"Date": "????.??.??", "Result": "*"}
_CHESS960 = ("chess960", "chess 960", "fischerandom", "fischerrandom", "fischer random")
_WILD = tuple(f"wild/{number}{letter}" for number in range(9) for letter in ("", "a", "b"))


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
        """The class of boards of the tag ``Variant``. Raises ``ValueError`` for variants, which are not supported."""
        name = self.get("Variant")
        if name is None or self.is_chess960() or self.is_wild():
            return Board
        if name.lower() in [alias.lower() for alias in Board.aliases]:
            return Board
        raise ValueError(f"unsupported variant: {name}: philidor.compat knows standard chess and Chess960")

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
        """Tags of their own."""
        return type(self)(self)

    def __copy__(self) -> Self:
        return self.copy()

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(f'{key}={value!r}' for key, value in self.items())})"

    @classmethod
    def builder(cls) -> HeadersBuilder[Any]:
        """A visitor that collects the tags of a game."""
        from .visitors import HeadersBuilder

        return HeadersBuilder(Headers=cls)
