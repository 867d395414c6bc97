"""Reading games from text.

The reader goes through a game line by line and shows a visitor what it finds. It is lenient: it skips what it cannot
read, and passes what is not legal to the visitor as an error.

Most callers only want the tree, and many never look at it. So without another visitor the movetext is only gathered, up
to the blank line that ends the game. When the moves are asked for, the native reader reads usual movetext in one go;
any other, such as one with errors, is shown to a ``GameBuilder``.
"""

from __future__ import annotations

import io
import re
from collections.abc import Callable, Iterable, Iterator
from itertools import chain, repeat
from typing import Any, TextIO, TypeVar, overload

from ... import _native
from ..board import Board
from ..errors import InvalidMoveError
from ..moves import SHOW, SHOWN, Move
from .nags import MARKS
from .nodes import ChildNode, Game, GameBuilder, GameNode
from .visitors import SKIP, BaseVisitor, Headers, HeadersBuilder, SkipVisitor, joined

ResultT = TypeVar("ResultT")

TAG_REGEX = re.compile(r"^\[([A-Za-z0-9][A-Za-z0-9_+#=:-]*)\s+\"([^\r]*)\"\]\s*$")
MOVETEXT_REGEX = re.compile(
    r"([NBKRQ]?[a-h]?[1-8]?[\-x]?[a-h][1-8](?:=?[nbrqkNBRQK])?|[PNBRQK]?@[a-h][1-8]|--|Z0|0000|@@@@|O-O(?:-O)?|0-0(?:-0)?)"
    r"|(\{.*)|(;.*)|(\$[0-9]+)|(\()|(\))|(\*|1-0|0-1|1/2-1/2)|([\?!]{1,2})",
    re.DOTALL,
)
SKIP_MOVETEXT_REGEX = re.compile(r"[;{}]")
_RESULTS = ("1-0", "0-1", "1/2-1/2")


@overload
def read_game(handle: TextIO) -> Game | None: ...
@overload
def read_game(handle: TextIO, *, Visitor: Callable[[], BaseVisitor[ResultT]]) -> ResultT | None: ...  # noqa: N803
def read_game(handle: TextIO, *, Visitor: Any = GameBuilder) -> Any:  # noqa: N803
    """Reads the next game of a text file; ``None`` at its end.

    A game ends with a blank line, or with the file. Games without tags are read, too. What cannot be read is logged and
    put into ``errors`` of the game; *Visitor* is the class of another visitor, whose result is returned.

    >>> import io
    >>> game = read_game(io.StringIO("1. e4 e5 2. Nf3 *"))
    >>> [move.uci() for move in game.mainline_moves()]
    ['e2e4', 'e7e5', 'g1f3']
    """
    if Visitor is GameBuilder:
        return _read_lazily(handle)
    visitor = Visitor()
    line = _first_line(handle)
    if not line:
        return None
    return _show(line, handle.readline, visitor)


def read_headers(handle: TextIO) -> Headers | None:
    """Reads the tags of the next game and skips its moves; ``None`` at the end of the file."""
    return read_game(handle, Visitor=HeadersBuilder)


def skip_game(handle: TextIO) -> bool:
    """Skips the next game. Returns whether there was one."""
    return bool(read_game(handle, Visitor=SkipVisitor))


def _first_line(handle: TextIO) -> str:
    """The first line of the next game, without a byte order mark; empty at the end of the file."""
    line = handle.readline().lstrip("\ufeff")
    while line and (line.isspace() or line.startswith("%")):
        line = handle.readline()
    return line


def _show(line: str, readline: Any, visitor: Any) -> Any:
    """Shows a game to a visitor and returns its result."""
    skipping = visitor.begin_game() is SKIP
    headers: Headers | None = None
    managed: Headers | None = None
    if not skipping:
        managed = visitor.begin_headers()
        if not isinstance(managed, Headers):
            managed, headers = None, Headers({})
    while line.startswith(("[", "%")):
        tag = TAG_REGEX.match(line)
        if tag and not skipping:
            visitor.visit_header(tag[1], tag[2])
            if headers is not None:
                headers[tag[1]] = tag[2]
        line = _after_tag(readline)
    skipping = skipping or visitor.end_headers() is SKIP
    if skipping:
        _skip_moves(line, readline)
    else:
        try:
            board = (managed if managed is not None else headers).board()  # type: ignore[union-attr]
        except ValueError as error:
            visitor.handle_error(error)
            _skip_moves(line, readline)
        else:
            visitor.visit_board(board)
            _show_moves(line, readline, board, visitor)
    visitor.end_game()
    return visitor.result()


def _after_tag(readline: Any) -> Any:
    """The line after a tag, or the one after a blank line; more tags may follow either."""
    line = readline()
    return readline() if line.isspace() else line


def _skip_moves(line: str, readline: Any) -> None:
    for _ in _movetext_lines(line, readline):
        pass


def _movetext_lines(line: str, readline: Any) -> Iterator[str]:
    """The lines of movetext, to the blank line that ends it; blank lines in comments do not."""
    in_comment = False
    while line:
        if not in_comment:
            if line.isspace():
                return
            if line.startswith("%"):
                line = readline()
                continue
        if in_comment or "{" in line:
            in_comment = _ends_in_comment(line, in_comment)
        yield line
        line = readline()


def _ends_in_comment(line: str, in_comment: bool) -> bool:
    for match in SKIP_MOVETEXT_REGEX.finditer(line):
        sign = match[0]
        if sign == "{":
            in_comment = True
        elif sign == "}":
            in_comment = False
        elif not in_comment:
            return False
    return in_comment


def _show_moves(line: str, readline: Any, board: Board, visitor: Any) -> None:
    """Shows moves, comments, variations, glyphs and results, token by token."""
    boards, skip_depth = [board], 0
    comment: list[str] | None = None
    dead = False  # an error in the main line: nothing more is shown
    for line in _movetext_lines(line, readline):
        rest: str | None = line
        while rest:
            if comment is not None:
                text, closed, rest = rest.partition("}")
                comment.append(text)
                if closed:
                    whole, comment = _unpadded("".join(comment)), None
                    if not dead and not skip_depth:
                        visitor.visit_comment(whole)
                continue
            token = MOVETEXT_REGEX.search(rest)
            if token is None:
                break
            kind, text = token.lastindex, token[0]
            if kind == 2:
                comment, rest = [], text[1:]
                continue
            rest = None if kind == 3 else rest[token.end() :]
            if dead or kind == 3:
                continue
            if kind == 5:
                if skip_depth:
                    skip_depth += 1
                elif boards[-1].move_stack:
                    if visitor.begin_variation() is SKIP:
                        boards.append(boards[-1])
                        skip_depth = 1
                    else:
                        before = boards[-1].copy()
                        before.pop()
                        boards.append(before)
            elif kind == 6:
                skip_depth = max(skip_depth - 1, 0)
                if not skip_depth and len(boards) > 1:
                    visitor.end_variation()
                    boards.pop()
            elif skip_depth:
                continue
            elif kind == 1:
                if not _show_move(text, boards[-1], visitor):
                    dead = len(boards) == 1
                    skip_depth = 1
            elif kind == 4:
                visitor.visit_nag(int(text[1:]))
            elif kind == 8:
                visitor.visit_nag(MARKS[text])
            elif len(boards) == 1:
                visitor.visit_result(text)
            else:
                visitor.handle_error(InvalidMoveError(f"invalid san: {text!r}"))
                skip_depth = 1
    if comment is not None and not dead and not skip_depth:
        visitor.visit_comment(_unpadded("".join(comment)))


def _unpadded(comment: str) -> str:
    """A comment without the braces' own blanks: one at each end."""
    return comment.removeprefix(" ").removesuffix(" ")


def _show_move(san: str, board: Board, visitor: Any) -> bool:
    """Shows a move, and returns whether it could be read."""
    if visitor.begin_parse_san(board, san) is SKIP:
        return False
    try:
        move = visitor.parse_san(board, san)
    except ValueError as error:
        visitor.handle_error(error)
        visitor.visit_board(board)
        return False
    visitor.visit_move(board, move)
    board.push(move)
    visitor.visit_board(board)
    return True


def _read_lazily(handle: TextIO) -> Game | None:
    """Reads the tags of a game and gathers its moves, for when they are asked for."""
    line = _first_line(handle)
    if not line:
        return None
    game = Game()
    headers = game.headers
    roster, others = headers._roster, headers._others
    text = _native.read_lines(line, handle.readline, TAG_REGEX.match, roster, others)
    board = None
    if others and ("FEN" in others or "Variant" in others):
        try:
            board = headers.board()
        except ValueError as error:
            _builder_of(game).handle_error(error)
            return game
    game._pending = Movetext(game, board, text)
    if roster["Result"] == "*" and any(result in text for result in _RESULTS):
        game._load()  # the result is that of the movetext, if nothing before it is wrong
    return game


def _builder_of(game: Game) -> GameBuilder[Game]:
    builder: GameBuilder[Game] = GameBuilder(Game=lambda: game)
    builder.begin_game()
    return builder


class Movetext:
    """The movetext of a game, read when the moves are asked for."""

    __slots__ = ("board", "game", "is_building", "moves", "text", "tried")

    def __init__(self, game: Game, board: Board | None, text: str) -> None:
        self.game, self.board, self.text = game, board, text
        self.moves: list[Move] | None = None
        self.tried = self.is_building = False

    def main_moves(self) -> list[Move] | None:
        """The moves of the main line by the native reader; ``None`` if there is anything that it does not read."""
        if not self.tried:
            self.tried = True
            self.moves = self._read(False)
        return self.moves

    def _read(self, whole: bool) -> Any:
        """What the native reader makes of the text, which is nothing if the board is not a position."""
        position: _native.Position | None = None
        if self.board is not None:
            begins = self.board._ruled()
            if not isinstance(begins, _native.Position):  # no position, or one of other rules
                return None
            position = begins
        return _native.read_movetext(self.text, position, SHOWN, SHOW, whole)

    def build(self) -> None:
        """Builds the tree: from what the native reader finds, otherwise token by token."""
        found = self._read(True)
        if found is not None:
            _grow(self.game, *found)
            return
        readline = io.StringIO(self.text, newline="\n").readline
        _show_moves(readline(), readline, self.board or Board(), _builder_of(self.game))


def _grow(
    game: Game,
    moves: list[Move],
    parents: list[int] | None,
    comments: list[str] | None,
    before: dict[int, str],
    glyphs: list[tuple[int, int]],
    start: str,
    result: str | None,
) -> None:
    """Makes the nodes of a game, all at once. Only what they have is set; the rest is made when it is asked for."""
    nodes = list(map(_NEW, repeat(ChildNode, len(moves))))
    following: Iterable[ChildNode | None] = repeat(None)
    places: Iterable[GameNode] = chain((game,), nodes)
    if parents is not None:
        places = map([*nodes, game].__getitem__, parents)
    elif nodes:
        following = chain(nodes[1:], (None,))
        game._variations.append(nodes[0])
    texts = repeat("") if comments is None else comments
    for child, parent, move, comment, after in zip(nodes, places, moves, texts, following):  # noqa: B905
        child.parent = parent
        child._variations = after
        child.move = move
        child.comment = comment
        child.starting_comment = ""
    if parents is not None:
        for child in nodes:
            child.parent.variations.append(child)
    for number, comment in before.items():
        nodes[number].starting_comment = comment
    for number, glyph in glyphs:
        nodes[number].nags.add(glyph)
    game._comment = joined(game._comment, start)
    if result is not None and game.headers.get("Result", "*") == "*":
        game.headers["Result"] = result


_NEW: Any = object.__new__
