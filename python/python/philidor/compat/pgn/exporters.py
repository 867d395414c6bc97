"""Visitors that write a game as PGN."""

from __future__ import annotations

from typing import TextIO

from ..board import Board
from ..moves import Move
from ..squares import WHITE
from .visitors import SKIP, BaseVisitor, SkipType


class StringExporterMixin:
    """Writes a game line by line, with at most *columns* characters of movetext in a line."""

    def __init__(
        self, *, columns: int | None = 80, headers: bool = True, comments: bool = True, variations: bool = True
    ) -> None:
        self.columns, self.headers, self.comments, self.variations = columns, headers, comments, variations
        self.found_headers = False
        self.force_movenumber = True
        self.lines: list[str] = []
        self.current_line = ""
        self.variation_depth = 0

    def flush_current_line(self) -> None:
        """Ends the line."""
        if self.current_line:
            self.lines.append(self.current_line.rstrip())
        self.current_line = ""

    def write_token(self, token: str) -> None:
        """Writes a token, on a new line if it does not fit."""
        if self.columns is not None and len(self.current_line) + len(token) > self.columns:
            self.flush_current_line()
        self.current_line += token

    def write_line(self, line: str = "") -> None:
        """Writes a line of its own."""
        self.flush_current_line()
        self.lines.append(line.rstrip())

    def end_game(self) -> None:
        """Ends the game with an empty line."""
        self.write_line()

    def begin_headers(self) -> None:
        """Begins the tags."""
        self.found_headers = False

    def visit_header(self, tagname: str, tagvalue: str) -> None:
        """Writes a tag."""
        if self.headers:
            self.found_headers = True
            self.write_line(f'[{tagname} "{tagvalue}"]')

    def end_headers(self) -> SkipType | None:
        """Writes an empty line after tags."""
        if self.found_headers:
            self.write_line()
        return None

    def begin_variation(self) -> SkipType | None:
        """Opens a parenthesis."""
        self.variation_depth += 1
        if not self.variations:
            return SKIP
        self.write_token("( ")
        self.force_movenumber = True
        return None

    def end_variation(self) -> None:
        """Closes a parenthesis."""
        self.variation_depth -= 1
        if self.variations:
            self.write_token(") ")
            self.force_movenumber = True

    def visit_comment(self, comment: str) -> None:
        """Writes a comment."""
        if self.comments and (self.variations or not self.variation_depth):
            self.write_token("{ " + comment.replace("}", "").strip() + " } ")
            self.force_movenumber = True

    def visit_nag(self, nag: int) -> None:
        """Writes a glyph as its number."""
        if self.comments and (self.variations or not self.variation_depth):
            self.write_token(f"${nag} ")

    def visit_move(self, board: Board, move: Move) -> None:
        """Writes a move, with its number where one is needed."""
        if self.variations or not self.variation_depth:
            if board.turn == WHITE:
                self.write_token(f"{board.fullmove_number}. ")
            elif self.force_movenumber:
                self.write_token(f"{board.fullmove_number}... ")
            self.write_token(board.san(move) + " ")
            self.force_movenumber = False

    def visit_result(self, result: str) -> None:
        """Writes the result."""
        self.write_token(result + " ")


class StringExporter(StringExporterMixin, BaseVisitor[str]):
    """Writes a game into a string, without line breaks at its end.

    At most *columns* characters of movetext are written in a line; with ``None`` all of it is one line.
    """

    def result(self) -> str:
        """The text."""
        if self.current_line:
            return "\n".join([*self.lines, self.current_line.rstrip()]).rstrip()
        return "\n".join(self.lines).rstrip()

    def __str__(self) -> str:
        return self.result()


class FileExporter(StringExporterMixin, BaseVisitor[int]):
    """Writes games into a text file, each followed by an empty line. The result is the number of characters."""

    def __init__(
        self,
        handle: TextIO,
        *,
        columns: int | None = 80,
        headers: bool = True,
        comments: bool = True,
        variations: bool = True,
    ) -> None:
        super().__init__(columns=columns, headers=headers, comments=comments, variations=variations)
        self.handle = handle

    def begin_game(self) -> SkipType | None:
        """Begins to count characters."""
        self.written = 0
        return None

    def flush_current_line(self) -> None:
        """Writes the line."""
        if self.current_line:
            self.written += self.handle.write(self.current_line.rstrip() + "\n")
        self.current_line = ""

    def write_line(self, line: str = "") -> None:
        """Writes a line of its own."""
        self.flush_current_line()
        self.written += self.handle.write(line.rstrip() + "\n")

    def result(self) -> int:
        """The number of characters."""
        return self.written

    def __repr__(self) -> str:
        return f"<{type(self).__name__} at {id(self):#x}>"

    def __str__(self) -> str:
        return self.__repr__()
