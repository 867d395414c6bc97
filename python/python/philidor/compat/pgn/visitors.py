"""Visitors, to whom a game is shown part by part, while it is read or from a tree."""

from __future__ import annotations

import logging
from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, Generic, Literal, TypeVar, overload

from ..board import Board
from ..moves import Move
from .headers import Headers
from .nodes import Game, GameNode
from .traversal import SKIP, SkipType

ResultT = TypeVar("ResultT", covariant=True)
GameT = TypeVar("GameT", bound=Game)
HeadersT = TypeVar("HeadersT", bound=Headers)

LOGGER = logging.getLogger("philidor.compat.pgn")


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


class GameBuilder(BaseVisitor[GameT]):
    """Builds the tree of a game."""

    @overload
    def __init__(self: GameBuilder[Game]) -> None: ...
    @overload
    def __init__(self, *, Game: Callable[[], GameT]) -> None: ...  # noqa: N803
    def __init__(self, *, Game: Any = Game) -> None:  # noqa: N803
        self.Game = Game

    def begin_game(self) -> SkipType | None:
        """Begins a tree."""
        self.game: GameT = self.Game()
        self.variation_stack: list[GameNode] = [self.game]
        self.starting_comment = ""
        self.in_variation = False
        return None

    def begin_headers(self) -> Headers:
        """The tags of the new game."""
        return self.game.headers

    def visit_header(self, tagname: str, tagvalue: str) -> None:
        """Sets a tag."""
        self.game.headers[tagname] = tagvalue

    def visit_nag(self, nag: int) -> None:
        """Puts a glyph on the last move."""
        self.variation_stack[-1].nags.add(nag)

    def begin_variation(self) -> SkipType | None:
        """Goes back to the position before the last move."""
        parent = self.variation_stack[-1].parent
        if parent is None:
            raise AssertionError("begin_variation called, but root node on top of stack")
        self.variation_stack.append(parent)
        self.in_variation = False
        return None

    def end_variation(self) -> None:
        """Goes on where the variation left."""
        self.variation_stack.pop()

    def visit_result(self, result: str) -> None:
        """Sets the result, if none is known."""
        if self.game.headers.get("Result", "*") == "*":
            self.game.headers["Result"] = result

    def visit_comment(self, comment: str) -> None:
        """Puts a comment behind the last move, or before the first one of a variation."""
        node = self.variation_stack[-1]
        if self.in_variation or (node.parent is None and node.is_end()):
            node.comment = joined(node.comment, comment)
        else:
            self.starting_comment = joined(self.starting_comment, comment)

    def visit_move(self, board: Board, move: Move) -> None:
        """Adds a move."""
        node = self.variation_stack[-1].add_variation(move)
        node.starting_comment = self.starting_comment
        self.variation_stack[-1] = node
        self.starting_comment = ""
        self.in_variation = True

    def handle_error(self, error: Exception) -> None:
        """Puts an error into ``errors`` of the game, and logs it."""
        LOGGER.error("%s while parsing %r", error, self.game)
        self.game.errors.append(error)

    def result(self) -> GameT:
        """The game."""
        return self.game


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
        """Goes on with the main line."""
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
