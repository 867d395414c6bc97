"""A game as a tree of moves.

A game that was read keeps its movetext until its moves are asked for; then the tree is built. Threads that share such a
game wait for the first of them.
"""

from __future__ import annotations

import threading
from abc import abstractmethod
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Generic, Protocol, Self, TypeAlias, TypeVar, Union, overload

from ..board import Board
from ..moves import Move
from ..squares import WHITE, Color
from .commands import Commented
from .exporters import StringExporter
from .time_controls import TimeControl, parse_time_control
from .traversal import entered, visit_line
from .visitors import LOGGER, SKIP, BaseVisitor, Headers, SkipType, joined

ResultT = TypeVar("ResultT", covariant=True)
MainlineT = TypeVar("MainlineT")
GameT = TypeVar("GameT", bound="Game")
Variation: TypeAlias = Union[int, Move, "GameNode"]


_LOADING = threading.RLock()


class Unread(Protocol):
    """Movetext that has been gathered, but not read."""

    is_building: bool

    def build(self) -> None:
        """Builds the tree."""

    def main_moves(self) -> list[Move] | None:
        """The moves of the main line alone, if all of them are legal."""


class GameNode(Commented):
    """A place in a game: the start, or where a move has led."""

    parent: GameNode | None
    move: Move | None
    variations: list[ChildNode]
    nags: set[int]
    starting_comment: str

    @abstractmethod
    def board(self) -> Board:
        """A new board with the position here, and the moves from the start on its stack."""

    @abstractmethod
    def ply(self) -> int:
        """How many half-moves the position here is from the first move of a game."""

    def turn(self) -> Color:
        """The color to move here."""
        return self.ply() % 2 == 0

    def root(self) -> GameNode:
        """The node that has no parent."""
        node: GameNode = self
        while node.parent is not None:
            node = node.parent
        return node

    def game(self) -> Game:
        """The game that the node is in."""
        root = self.root()
        if not isinstance(root, Game):
            raise AssertionError("GameNode not rooted in Game")
        return root

    def end(self) -> GameNode:
        """The last node of the main line from here."""
        node: GameNode = self
        while node.variations:
            node = node.variations[0]
        return node

    def is_end(self) -> bool:
        """Whether no move follows."""
        return not self.variations

    def starts_variation(self) -> bool:
        """Whether the node is the first of a variation."""
        if self.parent is None or not self.parent.variations:
            return False
        return self.parent.variations[0] is not self

    def is_mainline(self) -> bool:
        """Whether the node is in the main line of the game."""
        node: GameNode = self
        while node.parent is not None:
            if not node.parent.variations or node.parent.variations[0] is not node:
                return False
            node = node.parent
        return True

    def is_main_variation(self) -> bool:
        """Whether the node is the first among those with the same parent."""
        return self.parent is None or (bool(self.parent.variations) and self.parent.variations[0] is self)

    def __getitem__(self, move: Variation) -> ChildNode:
        return self.variation(move)

    def __contains__(self, move: Variation) -> bool:
        return self.has_variation(move)

    def has_variation(self, move: Variation) -> bool:
        """Whether a move, an index or a node is among the variations."""
        try:
            self.variation(move)
        except (KeyError, IndexError):
            return False
        return True

    def variation(self, move: Variation) -> ChildNode:
        """The child by its index, its move, or itself. Raises ``KeyError`` or ``IndexError``."""
        if isinstance(move, int):
            return self.variations[move]
        for child in self.variations:
            if child.move == move or child is move:
                return child
        raise KeyError(move)

    def promote_to_main(self, move: Variation) -> None:
        """Makes a variation the main one."""
        child = self.variation(move)
        self.variations.remove(child)
        self.variations.insert(0, child)

    def promote(self, move: Variation) -> None:
        """Moves a variation one up."""
        self._shift(move, -1)

    def demote(self, move: Variation) -> None:
        """Moves a variation one down."""
        self._shift(move, 1)

    def _shift(self, move: Variation, by: int) -> None:
        child = self.variation(move)
        at = self.variations.index(child)
        to = at + by
        if 0 <= to < len(self.variations):
            self.variations[at], self.variations[to] = self.variations[to], child

    def remove_variation(self, move: Variation) -> None:
        """Takes a variation out."""
        self.variations.remove(self.variation(move))

    def add_variation(
        self, move: Move, *, comment: str = "", starting_comment: str = "", nags: Iterable[int] = ()
    ) -> ChildNode:
        """A new child with a move."""
        return ChildNode(self, move, comment=comment, starting_comment=starting_comment, nags=nags)

    def add_main_variation(self, move: Move, *, comment: str = "", nags: Iterable[int] = ()) -> ChildNode:
        """A new child with a move, as the main variation."""
        node = self.add_variation(move, comment=comment, nags=nags)
        self.variations.insert(0, self.variations.pop())
        return node

    def add_line(
        self, moves: Iterable[Move], *, comment: str = "", starting_comment: str = "", nags: Iterable[int] = ()
    ) -> GameNode:
        """New children, one after the other; comment and glyphs are put on the last one, which is returned."""
        node: GameNode = self
        for move in moves:
            node = node.add_variation(move, starting_comment=starting_comment)
            starting_comment = ""
        node.comment = joined(node.comment, comment)
        node.nags.update(nags)
        return node

    def next(self) -> ChildNode | None:
        """The first child, or ``None``."""
        return self.variations[0] if self.variations else None

    def mainline(self) -> Mainline[ChildNode]:
        """The nodes of the main line after this one."""
        return Mainline(self, _itself)

    def mainline_moves(self) -> Mainline[Move]:
        """The moves of the main line after this node."""
        return Mainline(self, _move_of)

    # Visitors.

    @abstractmethod
    def accept(self, visitor: BaseVisitor[ResultT]) -> ResultT:
        """Shows a visitor everything from here on in the order of PGN, and returns its result."""

    def accept_subgame(self, visitor: BaseVisitor[ResultT]) -> ResultT:
        """Shows a visitor a game that begins here, with the tags of this one, and returns its result."""
        if visitor.begin_game() is not SKIP:
            game, board = self.game(), self.board()
            subgame = Game.without_tag_roster()
            for name, value in game.headers.items():
                subgame.headers[name] = value
            subgame.setup(board)
            for name, value in subgame.headers.items():
                visitor.visit_header(name, value)
            if visitor.end_headers() is not SKIP:
                visitor.visit_board(board)
                visit_line(self, board, visitor)
                visitor.visit_result(subgame.headers.get("Result", "*"))
        visitor.end_game()
        return visitor.result()

    def __str__(self) -> str:
        return self.accept(StringExporter(columns=None))


class ChildNode(GameNode):
    """Where a move has led."""

    __slots__ = ("_variations", "comment", "move", "nags", "parent", "starting_comment")

    parent: GameNode
    move: Move
    # A list; until one is asked for, the only node that follows, or ``None``.
    _variations: list[ChildNode] | ChildNode | None

    def __init__(
        self,
        parent: GameNode,
        move: Move,
        *,
        comment: str = "",
        starting_comment: str = "",
        nags: Iterable[int] = (),
    ) -> None:
        self.parent, self.move, self._variations = parent, move, None
        self.comment, self.starting_comment, self.nags = comment, starting_comment, set(nags)
        parent.variations.append(self)

    def __getattr__(self, name: str) -> set[int]:
        """The glyphs of a node that was read natively, which are made when they are asked for: most nodes have none."""
        if name == "nags":
            nags: set[int] = set()
            self.nags = nags
            return nags
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}", name=name, obj=self)

    @property
    def variations(self) -> list[ChildNode]:
        """The moves that follow."""
        variations = self._variations
        if type(variations) is list:
            return variations
        if variations is None or isinstance(variations, ChildNode):
            variations = self._variations = [] if variations is None else [variations]
        return variations

    @variations.setter
    def variations(self, variations: list[ChildNode]) -> None:
        self._variations = variations

    def board(self) -> Board:
        """A new board with the position here, and the moves from the start on its stack."""
        moves, node = [], self
        while node.parent is not None:
            moves.append(node.move)
            node = node.parent  # type: ignore[assignment]
        board = node.board()
        for move in reversed(moves):
            board.push(move)
        return board

    def ply(self) -> int:
        """How many half-moves the position here is from the first move of a game."""
        count, node = 0, self
        while node.parent is not None:
            count += 1
            node = node.parent  # type: ignore[assignment]
        return node.ply() + count

    def san(self) -> str:
        """The move that led here, in standard algebraic notation."""
        return self.parent.board().san(self.move)

    def uci(self, *, chess960: bool | None = None) -> str:
        """The move that led here, in UCI."""
        return self.parent.board().uci(self.move, chess960=chess960)

    def end(self) -> ChildNode:
        """The last node of the main line from here."""
        return super().end()  # type: ignore[return-value]

    def accept(self, visitor: BaseVisitor[ResultT]) -> ResultT:
        """Shows a visitor this move and all that follow in the order of PGN, and returns its result."""
        board = self.parent.board()
        entered(self, board, visitor)
        visit_line(self, board, visitor)
        return visitor.result()

    def __repr__(self) -> str:
        board = self.parent.board()
        dots = "." if board.turn == WHITE else "..."
        return f"<{type(self).__name__} at {id(self):#x} ({board.fullmove_number}{dots} {board.san(self.move)} ...)>"


class Game(GameNode):
    """The start of a game, with its tags.

    >>> game = Game()
    >>> node = game.add_line([Move.from_uci("e2e4"), Move.from_uci("e7e5")], comment="open")
    >>> print(game.mainline_moves())
    1. e4 e5 { open }
    """

    headers: Headers

    def __init__(self, headers: Mapping[str, str] | Iterable[tuple[str, str]] | None = None) -> None:
        self.parent, self.move, self.starting_comment, self.nags = None, None, "", set()
        self._variations: list[ChildNode] = []
        self._errors: list[Exception] = []
        self._comment = ""
        self._pending: Unread | None = None
        self.headers = Headers(headers)

    def _load(self) -> None:
        """Builds the tree of a game that was read but not looked at."""
        with _LOADING:
            pending = self._pending
            if pending is None or pending.is_building:
                return
            pending.is_building = True
            try:
                pending.build()
            finally:
                self._pending = None

    def _main_moves(self) -> list[Move] | None:
        """The moves of the main line, if they can be had without the tree."""
        return None if self._pending is None else self._pending.main_moves()

    @property
    def variations(self) -> list[ChildNode]:
        """The first moves."""
        if self._pending is not None:
            self._load()
        return self._variations

    @variations.setter
    def variations(self, variations: list[ChildNode]) -> None:
        self._load()
        self._variations = variations

    @property
    def errors(self) -> list[Exception]:
        """What could not be read."""
        if self._pending is not None:
            self._load()
        return self._errors

    @errors.setter
    def errors(self, errors: list[Exception]) -> None:
        self._load()
        self._errors = errors

    @property
    def comment(self) -> str:
        """The comment before the first move."""
        if self._pending is not None:
            self._load()
        return self._comment

    @comment.setter
    def comment(self, comment: str) -> None:
        if self._pending is not None:
            self._load()
        self._comment = comment

    def board(self) -> Board:
        """A new board with the position where the game begins."""
        return self.headers.board()

    def ply(self) -> int:
        """How many half-moves the start is from the first move of a game."""
        return self.board().ply() if "FEN" in self.headers else 0

    def setup(self, board: Board | str) -> None:
        """Sets where the game begins: the tags ``FEN``, ``SetUp`` and ``Variant``."""
        if not isinstance(board, Board):
            board = Board(board)
            board.chess960 = board.has_chess960_castling_rights()
        fen, variant = board.fen(), type(board).aliases[0]
        if fen == type(board).starting_fen:
            self.headers.pop("FEN", None)
            self.headers.pop("SetUp", None)
        else:
            self.headers["FEN"] = fen
            self.headers["SetUp"] = "1"
        if variant != Board.aliases[0]:
            self.headers["Variant"] = variant
            self.headers["FEN"] = fen
        elif board.chess960:
            self.headers["Variant"] = "Chess960"
        else:
            self.headers.pop("Variant", None)

    def time_control(self) -> TimeControl:
        """The time control of the tag ``TimeControl``."""
        return parse_time_control(self.headers.get("TimeControl", ""))

    def accept(self, visitor: BaseVisitor[ResultT]) -> ResultT:
        """Shows a visitor the game in the order of PGN, and returns its result."""
        if visitor.begin_game() is not SKIP:
            for name, value in self.headers.items():
                visitor.visit_header(name, value)
            if visitor.end_headers() is not SKIP:
                board = self.board()
                visitor.visit_board(board)
                if self.comment:
                    visitor.visit_comment(self.comment)
                visit_line(self, board, visitor)
                visitor.visit_result(self.headers.get("Result", "*"))
        visitor.end_game()
        return visitor.result()

    @classmethod
    def from_board(cls, board: Board) -> Self:
        """The game of the moves on the stack of a board."""
        game = cls()
        game.setup(board.root())
        game.add_line(board.move_stack)
        game.headers["Result"] = board.result()
        return game

    @classmethod
    def without_tag_roster(cls) -> Self:
        """A game without tags."""
        return cls(headers={})

    @classmethod
    def builder(cls) -> GameBuilder[Self]:
        """A visitor that builds games of this class."""
        return GameBuilder(Game=cls)

    def __repr__(self) -> str:
        get = self.headers.get
        who = f"{get('White', '?')!r} vs. {get('Black', '?')!r}"
        where = f"{get('Date', '????.??.??')!r} at {get('Site', '?')!r}"
        return f"<{type(self).__name__} at {id(self):#x} ({who}, {where})>"


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
        """Returns to the position before the last move."""
        parent = self.variation_stack[-1].parent
        if parent is None:
            raise AssertionError("begin_variation called, but root node on top of stack")
        self.variation_stack.append(parent)
        self.in_variation = False
        return None

    def end_variation(self) -> None:
        """Continues where the variation left."""
        self.variation_stack.pop()

    def visit_result(self, result: str) -> None:
        """Sets the result, if none is known."""
        if self.game.headers.get("Result", "*") == "*":
            self.game.headers["Result"] = result

    def visit_comment(self, comment: str) -> None:
        """Puts a comment after the last move, or before the first one of a variation."""
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


class Mainline(Generic[MainlineT]):
    """What a main line has, node by node."""

    def __init__(self, start: GameNode, f: Callable[[ChildNode], MainlineT]) -> None:
        self.start, self.f = start, f

    def __bool__(self) -> bool:
        return bool(self.start.variations)

    def __iter__(self) -> Iterator[MainlineT]:
        if self.f is _move_of and isinstance(self.start, Game):
            moves = self.start._main_moves()
            if moves is not None:
                return iter(moves)  # type: ignore[arg-type]
        if self.f is _itself:
            return self._nodes()  # type: ignore[return-value]
        return map(self.f, self._nodes())

    def _nodes(self) -> Iterator[ChildNode]:
        following = self.start.next()
        while following is not None:
            yield following
            variations = following._variations
            if type(variations) is list:
                following = variations[0] if variations else None
            else:
                following = variations if isinstance(variations, ChildNode) else following.next()

    def __reversed__(self) -> Iterator[MainlineT]:
        node = self.start.end()
        while node is not self.start and isinstance(node, ChildNode):
            yield self.f(node)
            node = node.parent

    def accept(self, visitor: BaseVisitor[ResultT]) -> ResultT:
        """Shows a visitor the moves of the line, and returns its result."""
        board, node = self.start.board(), self.start
        while node.variations:
            node = node.variations[0]
            entered(node, board, visitor)
        return visitor.result()

    def __str__(self) -> str:
        return self.accept(StringExporter(columns=None))

    def __repr__(self) -> str:
        return f"<{type(self).__name__} at {id(self):#x} ({self})>"


def _itself(node: ChildNode) -> ChildNode:
    return node


def _move_of(node: ChildNode) -> Move:
    return node.move
