"""Walking through a tree of moves in the order of PGN: a move, the variations to it, and what follows it.

Variations may be nested deeper than function calls can be, so what is left to do is kept in an explicit stack.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Protocol

from ..board import Board
from ..moves import Move
from .visitors import SKIP, BaseVisitor


class Place(Protocol):
    """A place in a tree, from which moves lead on."""

    @property
    def variations(self) -> Sequence[Step]:
        """Where they lead, the main one first."""


class Step(Place, Protocol):
    """Where a move has led, and what is said about it."""

    @property
    def move(self) -> Move:
        """The move."""

    @property
    def starting_comment(self) -> str:
        """The comment before it."""

    @property
    def nags(self) -> set[int]:
        """Its glyphs."""

    @property
    def comment(self) -> str:
        """The comment after it."""


def entered(node: Step, board: Board, visitor: BaseVisitor[Any]) -> None:
    """Shows a move with its comments and glyphs, and plays it."""
    if node.starting_comment:
        visitor.visit_comment(node.starting_comment)
    visitor.visit_move(board, node.move)
    board.push(node.move)
    visitor.visit_board(board)
    for nag in sorted(node.nags):
        visitor.visit_nag(nag)
    if node.comment:
        visitor.visit_comment(node.comment)


def visit_line(start: Place, board: Board, visitor: BaseVisitor[Any]) -> None:
    """Shows everything after a node. The board is left where the last main line ended."""
    todo: list[tuple[str, Any]] = [("children", start)]
    while todo:
        task, node = todo.pop()
        if task == "children":
            if not node.variations:
                continue
            main, *others = node.variations
            entered(main, board, visitor)
            todo.append(("children", main))
            if others:
                todo.append(("push", main.move))
                for other in reversed(others):
                    todo.append(("variation", (other, len(board.move_stack) - 1)))
                board.pop()
        elif task == "push":
            board.push(node)
        elif task == "variation":
            other, depth = node
            skipped = visitor.begin_variation() is SKIP
            todo.append(("end", depth))
            if not skipped:
                entered(other, board, visitor)
                todo.append(("children", other))
        else:
            while len(board.move_stack) > node:
                board.pop()
            visitor.end_variation()
