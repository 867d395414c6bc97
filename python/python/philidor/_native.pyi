# What the native part offers. Kept by hand; scripts/python compares it with the module. The words are in the module.
from collections.abc import Callable, Iterable, Iterator, Sequence
from os import PathLike
from types import MappingProxyType
from typing import Any, Literal, Self, TypeAlias, final, overload

import numpy as np
from numpy.typing import DTypeLike, NDArray

from .analysis import Analysis, Clock
from .errors import PgnError
from .syzygy import ClockedWdl, Wdl
from .words import Color, Square

__all__ = [
    "ArrowArray",
    "Book",
    "Dtz",
    "Engine",
    "EnvBoards",
    "Epd",
    "Fault",
    "Game",
    "MOVES",
    "Move",
    "Opening",
    "Outcome",
    "PgnGame",
    "PgnNode",
    "PgnReader",
    "PgnScan",
    "Position",
    "Positions",
    "RootMove",
    "Setup",
    "SquareIterator",
    "SquareSet",
    "Tables",
    "VariantGame",
    "VariantOutcome",
    "VariantPgnGame",
    "VariantPgnNode",
    "VariantPgnReader",
    "VariantPosition",
    "board_attackers",
    "board_attacks",
    "board_counters",
    "board_extra",
    "board_layers",
    "board_piece",
    "encodings",
    "first_time",
    "generate_tables",
    "guards_itself",
    "hunted",
    "read_bulletformat",
    "read_lines",
    "read_movetext",
    "reasons",
    "scan_pgn",
    "shown_moves",
    "variant_move_counts",
    "variant_names",
    "variant_number",
    "variant_perfts",
    "write_bulletformat",
]

_Square: TypeAlias = int | str
_Squares: TypeAlias = SquareSet | Iterable[_Square]
_Move: TypeAlias = Move | str
_Pocket: TypeAlias = tuple[int, int, int, int, int]
_PieceType: TypeAlias = Literal["k", "q", "r", "b", "n", "p"]
_Moves: TypeAlias = Literal[
    "lc0_1858", "az73_pettingzoo", "az73_pgx", "openspiel_4674", "az73_lc0", "uci_1968", "maia2_1880"
]
_Planes: TypeAlias = Literal["pieces_12", "lc0_112", "alphazero_119", "openspiel_20", "maia2_18"]
_Features: TypeAlias = Literal["halfkp", "halfka_v2_hm"]

MOVES: int

# For environments.
def reasons() -> list[str]:
    """Why games of environments end, each at its number."""
@final
class EnvBoards:
    """Many games in progress: the native part of ``philidor.env.VectorEnv``."""
    def __new__(
        cls,
        arrays: tuple[NDArray[Any], ...],
        *,
        actions: str,
        planes: str | None,
        starts: Positions | None,
        draws: str,
        illegal: str,
        autoreset: str,
        opponent: str | None,
        side: Color | None,
        max_plies: int | None,
        seed: int | list[int | None],
        threads: int,
    ) -> Self: ...
    def reset(
        self,
        seed: int | list[int | None] | None = None,
        starts: Positions | None = None,
        chosen: NDArray[np.bool_] | None = None,
    ) -> None:
        """Begins new games on all boards, or where ``chosen`` is true. ``starts``, if given, are where games begin from
        now on.
        """
    def states(self) -> list[tuple[Game, Color, int]]:
        """What each board continues from: the game, the caller's side, the seed of its random numbers to come."""
    def restore(self, states: list[tuple[Game, Color, int] | None]) -> None:
        """Puts each board into a state; where that is ``None``, the board continues as it stands."""
    def end_threads(self) -> None:
        """Ends the threads that are kept for the next step."""
    def step(self, actions: NDArray[np.int64]) -> NDArray[Any] | None:
        """Plays an action on each board. Returns the last observations of games that end while the next ones begin, one
        after the other, or ``None`` if there are none.
        """
    def sample(self) -> NDArray[np.int64]:
        """A random legal action for each board; 0 where the game is over."""
    def legal_actions(self) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
        """The legal actions of all boards: ``(offsets, actions)``; those of board ``i`` stand from ``offsets[i]`` to
        ``offsets[i + 1]``. A game that is over has none.
        """
    def rows(self) -> NDArray[np.uint8]:
        """The positions now, each packed as by ``Position.pack``."""
    def game(self, row: int) -> Game:
        """A copy of the game on a board."""

# For compat.
def board_layers(position: Position | VariantPosition) -> tuple[int, int, int, int, int, int, int, int]:
    """The pieces of a position as eight sets: pawns, knights, bishops, rooks, queens, kings, Black's, White's.

    >>> [hex(layer) for layer in board_layers(Position())[5:]]
    ['0x1000000000000010', '0xffff000000000000', '0xffff']
    """
def board_counters(position: Position | VariantPosition) -> tuple[int, int | None, int, int]:
    """The rooks that may castle, as a set, the en-passant square, the halfmove clock, the fullmove number.

    >>> board_counters(Position("4k3/8/8/3pP3/8/8/8/4K2R w K d6 0 9"))
    (128, 43, 0, 9)
    """
def board_extra(position: VariantPosition) -> tuple[tuple[_Pocket, _Pocket], tuple[int, int]]:
    """What a variant adds to a position: how many pieces are in Black's pocket and in White's, each from pawns to queens,
    and how many checks each side has given.

    >>> from philidor.variants import VariantPosition
    >>> board_extra(VariantPosition("crazyhouse", "4k3/8/8/8/8/8/8/4K3[PPq] w - - 0 1"))
    (((0, 0, 0, 0, 1), (2, 0, 0, 0, 0)), (0, 0))
    """
def board_piece(position: Position | VariantPosition, square: int) -> int:
    """The piece on a square: its type from 1 for a pawn to 6 for a king, 8 more for White; 0 on an empty square.

    >>> [board_piece(Position(), square) for square in (0, 60, 30)]
    [12, 6, 0]
    """
def board_attacks(position: Position | VariantPosition, square: int) -> int:
    """What the piece on a square attacks.

    >>> hex(board_attacks(Position(), 1))
    '0x50800'
    """
def board_attackers(position: Position | VariantPosition, color: object, square: int) -> int:
    """The pieces of a color that attack a square: White's if ``color`` is true.

    >>> hex(board_attackers(Position(), True, 18))
    '0xa02'
    """
def shown_moves(position: Position | VariantPosition, shown: list[Any], show: Callable[[Move], object]) -> list[Any]:
    """The legal moves of a position as objects of the caller, in python-chess's order; see ``read_movetext`` for the
    objects.

    Moves of a king in check come first. Then come moves of pieces, castling, captures by pawns, pawn moves by one
    square and by two, and en passant; within each group, squares go from h8 to a1.

    >>> shown_moves(Position("4k3/8/8/8/8/8/P7/4K2R w K - 0 1"), [None] * MOVES, str)[-5:]
    ['e1f1', 'e1d1', 'e1g1', 'a2a3', 'a2a4']
    """
def first_time(comment: str, name: str) -> float | None:
    """The time of the first command of this name in a comment, in seconds; ``None`` if there is none, and ``-1.0`` if
    there may be one of unusual form.

    >>> first_time("[%clk 0:03:00.5] good", "clk"), first_time("[%clk 0:03]", "emt"), first_time("[%clk 3]", "clk")
    (180.5, None, -1.0)
    """
def read_lines(
    line: str,
    readline: Callable[[], str],
    match_tag: Callable[[str], Any],
    roster: dict[str, str],
    others: dict[str, str],
) -> str:
    r"""Reads the lines of a game from its first one on, fills in the tags, and returns the movetext.

    ``roster`` has the tags that every game has, and gets their values; all other tags go to ``others``. ``match_tag``
    is called for tags of unusual form. The last line that is read is the blank one that ends the game.

    >>> import io, re
    >>> file = io.StringIO('[White "A"]\n[ECO "C65"]\n\n1. e4 { a\n\nb }\n1... e5 *\n\n1. d4 *\n')
    >>> roster, others = {"White": "?"}, {}
    >>> read_lines(file.readline(), file.readline, re.compile(r'\[(\w+)\s+"(.*)"\]').match, roster, others)
    '1. e4 { a\n\nb }\n1... e5 *\n'
    >>> roster, others, file.read()
    ({'White': 'A'}, {'ECO': 'C65'}, '1. d4 *\n')
    """
def read_movetext(
    text: str, start: Position | None, shown: list[Any], show: Callable[[Move], object], whole: bool
) -> Any:
    """The moves of movetext as objects of the caller, with all that belongs to them; ``None`` if anything is unusual.

    ``shown`` is a list with the caller's object for each native move, or ``None`` where it has not been made yet;
    ``show`` makes it from a native ``Move``. Returns a list of the main line's moves; if ``whole``, ``(moves, parents,
    comments, before, glyphs, start, result)``: all moves in the order of the text, for each the number of the move
    before (-1 at the start; ``None`` if there are no variations), the comments after moves (a list, or ``None``) and
    before the first moves of variations (a dictionary by moves), the glyphs (pairs of a move and a glyph), the comment
    before the first move, and the result.

    >>> read_movetext("1. e4 {a} e5! (1... c5) *", None, [None] * 4608, str, False)
    ['e2e4', 'e7e5']
    >>> read_movetext("1. e4 {a} e5! (1... c5) *", None, [None] * 4608, str, True)
    (['e2e4', 'e7e5', 'c7c5'], [-1, 0, 0], ['a', '', ''], {}, [(1, 1)], '', '*')
    >>> read_movetext("1. Ke4 *", None, [None] * 4608, str, True)
    """

# For tests.
def guards_itself(game: Game) -> bool:
    """For tests: whether a game refuses to be used while it is in use, however often it is tried, and not afterwards."""

# Data.
def scan_pgn(
    path: str | PathLike[str],
    *,
    rows: Literal["games", "positions"] = "games",
    columns: Sequence[str] | None = None,
    on_error: Literal["skip", "raise"] = "skip",
    threads: int = 1,
    progress: Callable[[int, int], object] | None = None,
) -> PgnScan:
    r"""A PGN file as an Arrow table, which is read when a program asks for the table.

    The file may be packed with gzip, zstd or bzip2. ``rows`` is ``"games"`` or ``"positions"``. ``columns`` are tags
    and these:

    * of games: ``game`` (its number, from 0), ``offset`` (in the unpacked file), ``ply_count``, ``moves`` (lists of
      ``uint16``, as ``Move.from_digest`` takes them), ``start_fen`` (null for the usual start), ``clocks`` (lists of
      seconds), ``centipawns`` and ``mates`` (lists; evaluations in the comments after the moves);
    * of positions: ``game``, ``ply`` (0 at the start), ``position`` (32 bytes, as ``Positions`` has them), ``key``,
      ``fen``, ``move`` (the one played, null at the end), and, from the comment after the move that led there,
      ``clock``, ``centipawns`` and ``mate``.

    Tags are strings, null where a game has none; those that end with ``Elo`` or ``RatingDiff`` are ``int16``.
    ``Result`` is the termination marker at the end of the game, or the tag if there is none.

    ``on_error="skip"`` leaves bad games out and counts them in ``skipped``; with ``"raise"`` the table ends with an
    error, whose class is that of the library that reads it. ``threads`` is 1 by default, 0 for all that the machine
    has. After each part ``progress`` is called with the bytes read and the size of the file; an exception in it ends
    the reading.

    >>> import pathlib, tempfile
    >>> path = pathlib.Path(tempfile.mkdtemp(), "games.pgn")
    >>> _ = path.write_text('[White "A"]\n[WhiteElo "2500"]\n\n1. e4 e5 1-0\n\n1. d4 *\n')
    >>> scan = scan_pgn(path, columns=["White", "WhiteElo", "Result", "ply_count"])
    >>> scan
    <PgnScan: White, WhiteElo, Result, ply_count>
    >>> import pyarrow                                                          # doctest: +SKIP
    >>> pyarrow.table(scan).to_pydict()                                         # doctest: +SKIP
    {'White': ['A', None], 'WhiteElo': [2500, None], 'Result': ['1-0', '*'], 'ply_count': [2, 1]}

    Raises ``ValueError`` for unknown columns; a file that cannot be opened raises ``OSError`` when it is read.
    """
def read_bulletformat(
    records: NDArray[np.uint8], *, threads: int = 1
) -> tuple[Positions, NDArray[np.int16], NDArray[np.uint8]]:
    """The positions, scores and results of records of bulletformat: ``(positions, scores, results)``.

    ``records`` is a ``uint8`` array of shape ``(N, 32)``. White is to move in all positions, as a record does not say
    who was. ``scores`` is ``int16``, ``results`` ``uint8``: 0 lost, 1 drawn, 2 won, both for the side to move.

    >>> import numpy as np
    >>> record = "ffff00001000efff1342253100000000888888889bcaadb9ddff000404000000"
    >>> records = np.frombuffer(bytes.fromhex(record), np.uint8).reshape(1, 32)
    >>> positions, scores, results = read_bulletformat(records)
    >>> positions[0].fen(), scores.tolist(), results.tolist()
    ('rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w - - 0 1', [-35], [0])

    Raises ``PackedError``, which names the row, for the first record that does not hold a position.
    """
def write_bulletformat(
    positions: Positions, scores: NDArray[np.int16], results: NDArray[np.uint8], *, threads: int = 1
) -> NDArray[np.uint8]:
    """Positions as records of bulletformat: ``uint8``, shape ``(N, 32)``.

    ``scores`` (``int16``, centipawns) and ``results`` (``uint8``: 0 Black has won, 1 drawn, 2 White has won) are as
    White sees them. Castling rights, en-passant squares and clocks are not kept.

    >>> import numpy as np
    >>> batch = Positions.from_positions([Position().play("e4")])
    >>> records = write_bulletformat(batch, np.array([35], np.int16), np.array([2], np.uint8))
    >>> records.tobytes().hex()
    'ffff00001000efff1342253100000000888888889bcaadb9ddff000404000000'

    Raises ``ValueError`` if there are not as many scores and results as positions, or for other results.
    """

@final
class PgnScan:
    """A PGN file as an Arrow table: a row for each game, or for each position of the main lines.

    Anything that reads Arrow streams can read it (``pyarrow.table``, ``polars.DataFrame``, ``duckdb.sql``,
    ``pandas.DataFrame.from_arrow``); each such call reads the file once. ``scan_pgn`` makes it.
    """
    @property
    def columns(self) -> list[str]:
        """The names of the columns."""
    @property
    def games(self) -> int:
        """How many good games the last reading has found so far."""
    @property
    def skipped(self) -> int:
        """How many bad games the last reading has left out so far."""
    def __arrow_c_stream__(self, requested_schema: object = None) -> Any: ...
    def __arrow_c_schema__(self) -> Any: ...

@final
class ArrowArray:
    """An Arrow array, which other packages import through the PyCapsule protocol: ``pyarrow.array(moves)``,
    ``polars.Series(moves)``.

    >>> moves = Positions.from_positions([Position(), Position().play("e4")]).legal_moves_arrow()
    >>> moves, len(moves)
    (<ArrowArray: 2 × List(UInt16)>, 2)
    """
    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[Any, Any]: ...
    def __arrow_c_schema__(self) -> Any: ...
    def __len__(self) -> int: ...

def encodings() -> tuple[list[tuple[str, int]], list[tuple[str, int]], list[tuple[str, int]]]:
    """The names of all encodings and their sizes: those of moves, of planes, of features."""

def generate_tables(material: str, *, threads: int, max_bytes: int) -> dict[str, bytes]:
    """The files of a material, and of all that captures and promotions lead to, by their names; see
    ``philidor.syzygy.generate``.
    """
def hunted(
    generator: Callable[..., Any],
    name: str,
    answers: str,
    chess960: bool,
    agenda: str | Position | None,
    leaves: int,
    depth: int | None,
    seconds: float,
    progress: Callable[[int, int, int], object] | None,
) -> tuple[str, str, str]:
    """Hunts for bugs in a Python function; `hunting.py` explains the arguments. Returns the report as JSON, as text, and
    as a page of HTML.
    """

@final
class Engine:
    """Philidor's own engine, which analyzes one position after another.

    ``threads`` search together (0 stands for all that the machine has) and share a transposition table of ``hash``
    mebibytes. What the engine learns about a position helps with the next one; ``new_game`` makes it forget.

    >>> engine = Engine()
    >>> found = engine.analyze(Position("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1"), depth=4, lines=2)
    >>> found.best, str(found.score), len(found.lines)
    (Move('d1d8'), '#1', 2)

    Other Python threads run while it searches. For ``asyncio`` run it in a thread: ``await
    asyncio.to_thread(engine.analyze, position, time=1.0)``.

    Raises ``ValueError`` if the engine does not take these values.
    """
    def __new__(cls, *, threads: int = 1, hash: int = 16) -> Self: ...
    def set_option(self, name: str, value: object) -> None:
        """Sets an option as UCI names it: ``"Threads"``, ``"Hash"``, or ``"EvalFile"``, the file of another network, as
        ``philidor train`` makes them.

        Raises ``ValueError`` if there is no such option or it does not take the value, ``RuntimeError`` while the
        engine is analyzing.
        """
    def new_game(self) -> None:
        """Forgets what was learned. Raises ``RuntimeError`` while the engine is analyzing."""
    def stop(self) -> None:
        """Asks the running analysis, if there is one, to end soon with the best that it has found. Any thread may ask."""
    def analyze(
        self,
        game: Position | Game,
        *,
        depth: int | None = None,
        nodes: int | None = None,
        time: float | None = None,
        mate: int | None = None,
        clock: Clock | None = None,
        moves: Iterable[_Move] | None = None,
        lines: int = 1,
        progress: Callable[[Analysis], object] | None = None,
    ) -> Analysis:
        """Finds the best move in a ``Position``, or in the current position of a ``Game``, whose moves count for
        repetitions.

        It ends at the first limit that is reached: ``depth`` in half-moves, ``nodes``, ``time`` in seconds, a ``mate``
        in this many moves, or what its ``clock`` allows (a ``philidor.analysis.Clock``). Without limits it runs until
        ``stop``, Ctrl-C, or nothing is left to find. If ``moves`` are given, only they are considered; ``lines`` is how
        many principal variations are wanted.

        ``progress`` is called with an ``Analysis`` whenever more is known, in the thread that asked; if it returns
        ``False``, the analysis ends. An exception in it ends the analysis, too, and is raised.

        >>> depths = []
        >>> found = Engine().analyze(Game(moves=["e4"]), depth=3, progress=lambda so_far: depths.append(so_far.depth))
        >>> depths, found.depth
        ([1, 2, 3], 3)

        Raises ``MoveError`` if one of the moves is not legal, ``ValueError`` if a limit is out of range,
        ``RuntimeError`` if the engine is analyzing already or the system starts no thread.
        """

@final
class Move:
    """A move: origin, destination and, for a promotion, what the pawn becomes; of a variant also a drop, ``"N@f3"``.

    It is made from text as UCI writes it, or from squares with ``Move.of``. Whether it is legal depends on a position:
    ``position.is_legal(move)``. Moves do not change, and equal moves are the same object. They are ordered by origin,
    then destination, then promotion (queen, rook, bishop, knight, king); a drop is placed like a move from its square
    to the same square.

    Castling is the king's move by two squares, ``e1g1``; in Chess960 it is the king taking its rook, ``e1h1``.

    >>> move = Move("e7e8q")
    >>> str(move.origin), str(move.destination), move.promotion
    ('e7', 'e8', 'q')
    >>> move is Move("e7e8q") and move in {move}
    True
    >>> Move("a1a2") < Move("a1b1")
    False

    Raises ``MoveError`` if the text is not a move on any board.
    """
    def __new__(cls, text: str) -> Self: ...
    @staticmethod
    def of(origin: _Square, destination: _Square, promotion: str | None = None) -> Move:
        """The move with these squares, and with a promotion if there is one: ``"q"``, ``"r"``, ``"b"`` or ``"n"``, in
        antichess ``"k"``.

        >>> Move.of("e2", "e4")
        Move('e2e4')
        >>> Move.of(52, 60, "n")
        Move('e7e8n')
        """
    @staticmethod
    def from_digest(digest: int) -> Move:
        """The move of a 16-bit word, as batches hold them (``Positions.legal_moves``).

        The word says more than the squares: whether it is castling or an en-passant capture. Castling has the king's
        destination here, whatever the position. ``Position.digest`` gives the word of a legal move.

        >>> Move.from_digest(Position().digest("e2e4"))
        Move('e2e4')
        """
    @property
    def origin(self) -> Square:
        """The square that the moving piece leaves; of a drop, the one that it reaches."""
    @property
    def destination(self) -> Square:
        """The square that the moving piece reaches; for castling in Chess960, the rook's square."""
    @property
    def promotion(self) -> Literal["q", "r", "b", "n", "k"] | None:
        """What a pawn becomes: ``"q"``, ``"r"``, ``"b"``, ``"n"``, in antichess also ``"k"``; or ``None``."""
    @property
    def drop(self) -> Literal["q", "r", "b", "n", "p"] | None:
        """What is dropped from a pocket: ``"q"``, ``"r"``, ``"b"``, ``"n"``, ``"p"``; ``None`` for all moves of chess."""
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __lt__(self, other: Move, /) -> bool: ...
    def __le__(self, other: Move, /) -> bool: ...
    def __gt__(self, other: Move, /) -> bool: ...
    def __ge__(self, other: Move, /) -> bool: ...
    def __reduce__(self) -> tuple[type[Move], tuple[str]]: ...
    def __copy__(self) -> Move: ...
    def __deepcopy__(self, _memo: Any) -> Move: ...

@final
class SquareSet:
    """An immutable set of squares in one 64-bit word, a bitboard.

    It is made from squares, or from a word with ``from_bits``; ``int(squares)`` gives the word back. Iteration goes
    from a1 to h8. ``|``, ``&``, ``-``, ``^`` and ``~`` are set operations.

    >>> corners = SquareSet(["a1", "h1", "a8", "h8"])
    >>> len(corners), "a1" in corners, hex(int(corners))
    (4, True, '0x8100000000000081')
    >>> list(corners & Position().squares("R"))
    [<Square.A1: 0>, <Square.H1: 7>]
    """
    def __new__(cls, squares: _Squares = ()) -> Self: ...
    @staticmethod
    def from_bits(bits: int) -> SquareSet:
        """The set with these bits, a1 the lowest.

        >>> SquareSet.from_bits(1 << 63)
        SquareSet(['h8'])
        """
    def issubset(self, other: _Squares) -> bool:
        """Whether all squares of this set are in the other."""
    def isdisjoint(self, other: _Squares) -> bool:
        """Whether no square is in both."""
    def __iter__(self) -> SquareIterator: ...
    def __len__(self) -> int: ...
    def __contains__(self, square: _Square, /) -> bool: ...
    def __int__(self) -> int: ...
    def __index__(self) -> int: ...
    def __or__(self, other: _Squares, /) -> SquareSet: ...
    def __and__(self, other: _Squares, /) -> SquareSet: ...
    def __sub__(self, other: _Squares, /) -> SquareSet: ...
    def __xor__(self, other: _Squares, /) -> SquareSet: ...
    def __ror__(self, other: Any, /) -> SquareSet: ...
    def __rand__(self, other: Any, /) -> SquareSet: ...
    def __rsub__(self, other: Any, /) -> SquareSet: ...
    def __rxor__(self, other: Any, /) -> SquareSet: ...
    def __invert__(self) -> SquareSet: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, tuple[int]]: ...

@final
class SquareIterator:
    """The squares of a set, one after another."""
    def __iter__(self) -> Iterator[Square]: ...
    def __next__(self) -> Square: ...
    def __length_hint__(self) -> int: ...

@final
class Fault:
    """What is wrong with a setup. ``str(fault)`` says it in words.

    >>> [fault] = Setup("4k3/8/8/8/8/8/8/P3K3 w - - 0 1").faults()
    >>> fault.kind, list(map(str, fault.squares))
    ('pawns_on_last_ranks', ['a1'])
    >>> print(fault)
    no pawn can stand on the first or eighth rank: a1
    """
    @property
    def kind(self) -> str:
        """Its name: ``"missing_king"``, ``"several_kings"``, ``"too_many_pieces"``, ``"too_many_pawns"``,
        ``"pawns_on_last_ranks"``, ``"opponent_in_check"``, ``"too_many_checkers"``, ``"castling"`` or ``"en_passant"``;
        of variants also ``"promoted_nowhere"``, ``"too_many_pieces"``, ``"too_many_checks"``, ``"pawns_in_race"``,
        ``"too_many_in_race"``, ``"check_in_race"`` or ``"king_in_horde"``.
        """
    @property
    def squares(self) -> SquareSet:
        """The squares it is about: kings, pawns, checkers, the rook or king of a castling right, the pieces in the way of
        an advance, the en-passant square.
        """
    @property
    def color(self) -> Color | None:
        """The side it is about, or ``None``."""
    @property
    def square(self) -> Square | None:
        """The king that is in check, or the en-passant square, or ``None``."""
    @property
    def side(self) -> Literal["short", "long"] | None:
        """For a castling right, the side to castle to: ``"short"`` or ``"long"``."""
    @property
    def leaves_rules_undefined(self) -> bool:
        """Whether the fault leaves the moves undefined. If not, the setup is one that no game reaches, which ``Position(…,
        strict=False)`` accepts.
        """
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, tuple[str, list[int]]]: ...
    @classmethod
    def _restored(cls, kind: str, numbers: list[int]) -> Fault: ...

@final
class Setup:
    """Pieces and state in any combination, for editors, puzzles and repair.

    It is made from a FEN, which may be that of an impossible board; an empty text makes an empty board with White to
    move. Setups can be changed, and are compared by what they hold.

    >>> setup = Setup("4k3/8/8/8/8/8/8/4K3 w KQ - 0 1")
    >>> [fault.kind for fault in setup.faults()]
    ['castling', 'castling']
    >>> Position.of(setup.repair())
    Position('4k3/8/8/8/8/8/8/4K3 w - - 0 1')
    >>> setup["a1"] = "R"
    >>> setup["a1"], setup["b1"]
    ('R', None)

    Raises ``FenError`` if the text is not a FEN.
    """
    turn: Color
    halfmove_clock: int
    fullmove_number: int
    castling_rights: str
    def __new__(cls, fen: str = "") -> Self: ...
    @property
    def en_passant(self) -> Square | None:
        """The en-passant square, or ``None``."""
    @en_passant.setter
    def en_passant(self, square: _Square | None) -> None: ...
    @property
    def occupied(self) -> SquareSet:
        """The occupied squares."""
    def faults(self) -> list[Fault]:
        """All faults, not only the first. A setup without any is a position."""
    def repair(self) -> Setup:
        """A copy without castling rights that lack a king or a rook in place, and without an impossible en-passant square.
        All other faults concern the pieces, and stay.
        """
    def pieces(self) -> dict[Square, str]:
        """All pieces by their squares, from a1 to h8."""
    def fen(self) -> str:
        """The setup as a FEN."""
    def flip_colors(self) -> Setup:
        """The same with colors swapped and ranks mirrored."""
    def copy(self) -> Setup:
        """A copy."""
    def __getitem__(self, square: _Square, /) -> str | None: ...
    def __setitem__(self, square: _Square, piece: str | None, /) -> None: ...
    def __delitem__(self, square: _Square, /) -> None: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __copy__(self) -> Setup: ...
    def __reduce__(self) -> tuple[type[Setup], tuple[str]]: ...
    __hash__: None  # type: ignore[assignment]

@final
class Position:
    """A chess position, always valid and immutable.

    It is made from a FEN; without one it is the start position. ``chess960=True`` writes castling as the king taking
    its rook; that is also how it is written wherever king or rooks castle from other squares than in standard chess.
    ``strict=False`` accepts positions that no game reaches, as long as their moves are defined.

    Two positions are equal if their FENs are, clocks included; ``key`` is equal for positions that are the same under
    the rule of repetition.

    >>> position = Position()
    >>> position.play("e4").play("e5").fen()
    'rnbqkbnr/pppp1ppp/8/4p3/4P3/8/PPPP1PPP/RNBQKBNR w KQkq e6 0 2'
    >>> len(position.legal_moves()), position.perft(4)
    (20, 197281)

    Raises ``FenError`` if the text is not a FEN, ``SetupError`` with all faults if it is not that of a position.
    """
    def __new__(cls, fen: str | None = None, *, chess960: bool | None = None, strict: bool = True) -> Self: ...
    @staticmethod
    def of(setup: Setup, *, chess960: bool | None = None, strict: bool = True) -> Position:
        """The position of a setup; ``chess960`` and ``strict`` as for a FEN. Raises ``SetupError`` with all faults.

        >>> Position.of(Position().setup()) == Position()
        True
        """
    @staticmethod
    def chess960(number: int) -> Position:
        """The start position of Chess960 with a number from 0 to 959; 518 is that of standard chess.

        >>> Position.chess960(0).fen()
        'bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1'
        """
    @staticmethod
    def unpack(data: bytes, *, chess960: bool | None = None, strict: bool = True) -> Position:
        """The position in 32 bytes that ``pack`` made. Raises ``PackedError``."""
    def pack(self) -> bytes:
        """The position in 32 bytes, which stay the same in every version.

        >>> Position.unpack(Position().pack()) == Position()
        True

        Raises ``PackedError`` if there are more than 32 pieces, as there can be with ``strict=False``.
        """
    @property
    def turn(self) -> Color:
        """The side to move."""
    @property
    def castling_rights(self) -> str:
        """The castling rights as a FEN has them: ``"KQkq"`` or ``"-"``; letters of files where these would be ambiguous."""
    @property
    def en_passant(self) -> Square | None:
        """The square that a pawn has just passed, or ``None``. ``has_legal_en_passant`` says whether a capture there is
        legal.
        """
    @property
    def has_legal_en_passant(self) -> bool:
        """Whether an en-passant capture is a legal move."""
    @property
    def halfmove_clock(self) -> int:
        """Half-moves since the last capture or pawn move."""
    @property
    def fullmove_number(self) -> int:
        """The fullmove number, which goes up after each move by Black."""
    @property
    def is_chess960(self) -> bool:
        """Whether castling is written as the king taking its rook."""
    @property
    def chess960_number(self) -> int | None:
        """The number of this start position in Chess960, or ``None``."""
    @property
    def is_check(self) -> bool:
        """Whether the side to move is in check."""
    @property
    def is_checkmate(self) -> bool:
        """Whether the side to move is mated."""
    @property
    def is_stalemate(self) -> bool:
        """Whether the side to move has no legal move and is not in check."""
    @property
    def is_certainly_dead(self) -> bool:
        """Whether this is certainly a dead position: no series of legal moves ends in mate."""
    @property
    def key(self) -> int:
        """The Zobrist key, which compares positions as the repetition rule does: en passant counts only if the capture is
        legal. It is the same in every version.
        """
    @property
    def opening(self) -> Opening | None:
        """The opening that this position is named after, or ``None`` if it has no name of its own."""
    @property
    def polyglot_key(self) -> int:
        """The key that Polyglot's opening books use."""
    @property
    def checkers(self) -> SquareSet:
        """The pieces that give check."""
    def piece_at(self, square: _Square) -> str | None:
        """The piece on a square as its letter, or ``None``.

        >>> Position().piece_at("d8")
        'q'
        """
    def pieces(self) -> dict[Square, str]:
        """All pieces by their squares, from a1 to h8."""
    def squares(self, pieces: str | None = None) -> SquareSet:
        """The squares of some pieces, given by their letters; all occupied squares without letters.

        >>> Position().squares("Kk")
        SquareSet(['e1', 'e8'])

        Raises ``ValueError`` if a letter is not one of ``KQRBNPkqrbnp``.
        """
    def squares_of(self, color: int) -> SquareSet:
        """The squares of all pieces of a color."""
    def king(self, color: int) -> Square:
        """The square of a king."""
    def legal_moves(
        self, kind: Literal["all", "tactical", "quiet"] = "all", *, origin: _Square | None = None
    ) -> list[Move]:
        """The legal moves, as a new list of shared objects.

        ``kind`` is ``"all"``, ``"tactical"`` (captures, en passant, promotions) or ``"quiet"`` (all others); with
        ``origin`` only the moves of the piece there.

        >>> Position("4k3/8/8/8/8/8/8/4K2R w K - 0 1").legal_moves(origin="e1")
        [Move('e1d1'), Move('e1f1'), Move('e1d2'), Move('e1e2'), Move('e1f2'), Move('e1g1')]
        """
    def legal_move_count(self) -> int:
        """How many legal moves there are; faster than the list."""
    def pseudo_legal_moves(self) -> list[Move]:
        """The pseudo-legal moves: those that would be legal if kings could be captured."""
    def unmoves(self) -> list[tuple[str, Position]]:
        """The moves that may have led here, for retrograde analysis: each unmove as text and the position before it, as a
        list of pairs.

        An unmove is written as the move with the piece that it captured, ``Ra7xNa1``; ``ep`` is en passant, ``=Q`` a
        promotion. The position before it has only the castling rights and the en-passant square that it must have had;
        it may have had more. Without an en-passant square the last move may still have been a double push that no pawn
        can capture, as many programs write no square then. Clocks are ignored.

        >>> for unmove, before in Position("4k3/8/8/8/8/8/4R3/R3K3 b Q - 0 1").unmoves()[:2]:
        ...     print(unmove, before.fen())
        Ra2-e2 4k3/8/8/8/8/8/R7/R3K3 w Q - 0 1
        Ra2xQe2 4k3/8/8/8/8/8/R3q3/R3K3 w Q - 0 1
        """
    def has_legal_move(self) -> bool:
        """Whether there is a legal move."""
    def has_insufficient_material(self, color: int | None = None) -> bool:
        """Whether a side cannot mate with what it has; without a color, whether neither can."""
    def is_legal(self, move: _Move) -> bool:
        """Whether a move is legal here.

        >>> Position().is_legal("e2e4"), Position().is_legal(Move("e2e5"))
        (True, False)
        """
    def digest(self, move: _Move) -> int:
        """The 16 bits of a legal move, as batches hold them: type, origin, destination, promotion.

        >>> hex(Position().digest("e2e4"))
        '0xcc70'

        Raises ``MoveError`` if it is not legal.
        """
    def decode(self, digest: int) -> Move | None:
        """The legal move with these 16 bits, or ``None`` for any other bits."""
    def gives_check(self, move: _Move) -> bool:
        """Whether a legal move gives check. Raises ``MoveError`` if it is not legal."""
    def is_capture(self, move: _Move) -> bool:
        """Whether a legal move captures something, en passant included. Raises ``MoveError`` if it is not legal."""
    def is_castling(self, move: _Move) -> bool:
        """Whether a legal move is castling. Raises ``MoveError`` if it is not legal."""
    def is_en_passant(self, move: _Move) -> bool:
        """Whether a legal move captures en passant. Raises ``MoveError`` if it is not legal."""
    def play(self, move: _Move) -> Position:
        """The position after a legal move, given as a ``Move`` or as text, UCI or SAN.

        >>> Position().play("Nf3") == Position().play(Move("g1f3"))
        True

        Raises ``MoveError`` if it is not legal.
        """
    def pass_turn(self) -> Position:
        """The position after a null move, which passes the turn to the other side. Raises ``MoveError`` if the side to
        move is in check.
        """
    def move_to(self, next: Position) -> Move | None:
        """The move between this position and the next one of a game, or ``None``."""
    def san(self, move: _Move) -> str:
        """A legal move in standard algebraic notation (SAN).

        >>> Position().san("g1f3")
        'Nf3'

        Raises ``MoveError`` if it is not legal.
        """
    def parse_san(self, text: str) -> Move:
        """The legal move of a text in SAN. Raises ``MoveError`` if there is none."""
    def uci(self, move: _Move, *, chess960: bool | None = None) -> str:
        """A legal move as UCI writes it; ``chess960`` overrides how castling is written.

        >>> Position("4k3/8/8/8/8/8/8/4K2R w K - 0 1").uci("O-O", chess960=True)
        'e1h1'

        Raises ``MoveError`` if it is not legal.
        """
    def parse_uci(self, text: str) -> Move:
        """The legal move of a text in UCI, castling in either form. Raises ``MoveError`` if there is none."""
    def long(self, move: _Move) -> str:
        """A legal move in long algebraic notation, ``"Ng1-f3"``. Raises ``MoveError`` if it is not legal."""
    def fen(
        self,
        *,
        en_passant: Literal["always", "pseudo_legal", "legal"] = "always",
        castling: Literal["xfen", "shredder"] = "xfen",
    ) -> str:
        """The position as a FEN.

        ``en_passant`` says when the square is written: ``"always"`` after a double advance, as the standard says,
        ``"pseudo_legal"`` if a pawn stands where it could capture, ``"legal"`` if the capture is legal. ``castling`` is
        ``"xfen"`` (``KQkq``) or ``"shredder"`` (``HAha``).
        """
    def perft(self, depth: int, *, threads: int = 1) -> int:
        """Perft: the number of leaves ``depth`` half-moves from here. It is counted on ``threads`` threads; 0 stands for
        all that the machine has. Other Python threads run meanwhile; Ctrl-C ends it.

        >>> Position().perft(5)
        4865609
        """
    def divide(self, depth: int, *, threads: int = 1) -> dict[Move, int]:
        """Perft for each legal move: the leaves below it, as a dictionary.

        >>> Position("7k/8/8/8/8/8/8/K7 w - - 0 1").divide(2)
        {Move('a1b1'): 3, Move('a1a2'): 3, Move('a1b2'): 3}
        """
    def pinned(self, color: int) -> SquareSet:
        """The pieces of a color that must stay on a line with their king."""
    def attacks_from(self, square: _Square, *, occupied: _Squares | None = None) -> SquareSet:
        """The squares that the piece on a square attacks; ``occupied`` puts other obstacles in its way.

        >>> len(Position().attacks_from("a1")), len(Position().attacks_from("a1", occupied=[]))
        (2, 14)
        """
    def attackers_to(
        self, square: _Square, *, by: int | None = None, occupied: _Squares | None = None
    ) -> SquareSet:
        """The pieces of both colors that attack a square; of one color with ``by``."""
    def attacked_by(self, color: int) -> SquareSet:
        """All squares that a color attacks."""
    def flip_colors(self) -> Position:
        """The same position with colors swapped and ranks mirrored."""
    def flip_files(self) -> Position | None:
        """The same with files mirrored, or ``None`` if a side may castle."""
    def setup(self) -> Setup:
        """The same as a setup, which can be changed."""
    def svg(
        self,
        *,
        seen_by: int = ...,
        squares: _Squares | None = None,
        arrows: Sequence[tuple[_Square, _Square]] = (),
        title: str | None = None,
        coordinates: bool = True,
    ) -> str:
        """A diagram as SVG, ``seen_by`` a color, with marked ``squares`` and with ``arrows``, which are pairs of squares.
        The ``title`` is the FEN by default.

        >>> drawing = Position().svg(squares=["e4"], arrows=[("e2", "e4")])
        >>> drawing.startswith("<svg"), drawing.count('class="light from"')
        (True, 1)
        """
    def _repr_svg_(self) -> str: ...
    def __getitem__(self, square: _Square, /) -> str | None: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __copy__(self) -> Position: ...
    def __deepcopy__(self, _memo: Any) -> Position: ...
    def __reduce__(self) -> tuple[Any, tuple[str, bool]]: ...
    @classmethod
    def _restored(cls, fen: str, chess960: bool) -> Position: ...

@final
class Opening:
    """An opening: ``Position.opening`` and ``Game.opening`` find it by position, so that transpositions are recognized.

    >>> opening = Game(moves=["Nf3", "Nc6", "e4", "e5", "Bb5"]).opening
    >>> opening.eco, opening.name
    ('C60', 'Ruy Lopez')
    >>> Game(moves=["e4", "c5", "Nf3", "d6"]).opening.variations
    ('Modern Variations',)

    ``Opening(key)`` is the opening of the position with this key; it raises ``ValueError`` if there is none. The names
    are those of lichess-org/chess-openings (public domain).
    """
    def __new__(cls, key: int) -> Self: ...
    @property
    def eco(self) -> str:
        """The code of the Encyclopaedia of Chess Openings: ``"C60"``."""
    @property
    def name(self) -> str:
        """The whole name: ``"Sicilian Defense: Najdorf Variation, English Attack"``."""
    @property
    def family(self) -> str:
        """The first part of the name: ``"Sicilian Defense"``."""
    @property
    def variations(self) -> tuple[str, ...]:
        """The other parts: ``("Najdorf Variation", "English Attack")``."""
    @property
    def key(self) -> int:
        """The Zobrist key of its position."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[type[Opening], tuple[int]]: ...

@final
class Outcome:
    """How a game ended, read and written in words.

    >>> outcome = Outcome("White wins by time")
    >>> outcome.winner, outcome.result, outcome.reason
    (<Color.WHITE: 0>, '1-0', 'time')
    >>> Outcome("draw by agreement").winner is None
    True

    Raises ``ValueError`` for any other text.
    """
    def __new__(cls, text: str) -> Self: ...
    @property
    def winner(self) -> Color | None:
        """The side that won, or ``None``."""
    @property
    def result(self) -> Literal["1-0", "0-1", "1/2-1/2", "*"]:
        """The result as in PGN: ``"1-0"``, ``"0-1"``, ``"1/2-1/2"``, or ``"*"`` for an abandoned game."""
    @property
    def reason(self) -> str:
        """Why: ``"mate"``, ``"resignation"``, ``"stalemate"``, ``"insufficient material"``, ``"abandoned"`` and so on."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[type[Outcome], tuple[str]]: ...

@final
class Game:
    """A start position and the moves of a game, with what depends on more than the position: repetition, draw claims, the
    outcome.

    ``start`` is a ``Position``, by default that of standard chess; ``moves``, each a ``Move`` or text, are played from
    there.

    >>> game = Game(moves=["e4", "e5", "Qh5", "Ke7", "Qxe5"])
    >>> str(game.outcome), game.outcome.result
    ('White wins by mate', '1-0')
    >>> game.undo(), game.outcome
    (Move('h5e5'), None)
    >>> game.redo()
    Move('h5e5')

    Raises ``MoveError`` if a move is not legal.
    """
    def __new__(cls, start: Position | None = None, moves: Sequence[_Move] = ()) -> Self: ...
    @staticmethod
    def unpack(data: bytes, *, chess960: bool | None = None) -> Game:
        """The game in the bytes that ``pack`` made. Raises ``PackedError``."""
    def pack(self) -> bytes:
        """The game in bytes, one for nearly every move; moves taken back are left out."""
    def play(self, move: _Move) -> Move:
        """Plays a legal move, given as a ``Move`` or as text, and returns it. Raises ``MoveError`` if it is not legal."""
    def push(self, move: _Move) -> None:
        """Plays a legal move and returns nothing, which is faster than ``play``. Raises ``MoveError`` if it is not legal."""
    def undo(self) -> Move | None:
        """Takes back the last move and returns it; ``redo`` can play it again. ``None`` at the start."""
    def redo(self) -> Move | None:
        """Plays the move that was taken back last, and returns it; ``None`` if there is none."""
    @property
    def position(self) -> Position:
        """The position now."""
    @property
    def start(self) -> Position:
        """The position at the start."""
    def position_at(self, ply: int) -> Position | None:
        """The position after this many half-moves, those taken back included; ``None`` beyond the last."""
    @property
    def ply(self) -> int:
        """How many half-moves have been played."""
    @property
    def moves(self) -> list[Move]:
        """The moves played, as a new list."""
    @property
    def undone(self) -> list[Move]:
        """The moves taken back, the next one to be played again first."""
    def sans(self) -> list[str]:
        """The moves played, in SAN.

        >>> Game(moves=["e2e4", "g8f6"]).sans()
        ['e4', 'Nf6']
        """
    @property
    def repetitions(self) -> int:
        """How often the position has occurred, including now."""
    @property
    def outcome(self) -> Outcome | None:
        """How the game ended: as declared, or by mate, stalemate, a dead position, fivefold repetition or 75 moves;
        ``None`` while it is in progress.
        """
    @property
    def opening(self) -> Opening | None:
        """The opening of the last position so far that has a named one, or ``None``."""
    @property
    def result(self) -> Literal["1-0", "0-1", "1/2-1/2", "*"]:
        """The result as in PGN: ``"1-0"``, ``"0-1"``, ``"1/2-1/2"``, or ``"*"`` while the game is in progress."""
    def claim(self, move: _Move | None = None) -> Literal["threefold repetition", "50 moves"] | None:
        """The draw that the side to move may claim, ``"threefold repetition"`` or ``"50 moves"``, or ``None``. With
        ``move``, the draw that it may claim by announcing that move.

        >>> back_and_forth = ["g1f3", "g8f6", "f3g1", "f6g8"]
        >>> Game(moves=2 * back_and_forth).claim()
        'threefold repetition'

        Raises ``MoveError`` if the move is not legal.
        """
    def end(self, outcome: Outcome) -> None:
        """Declares how the game ended; this holds until a move is played or taken back. A game that has already ended
        stays as it is.

        >>> game = Game()
        >>> game.end(Outcome("Black wins by resignation"))
        >>> game.result
        '0-1'
        """
    def end_by_time(self, loser: int) -> None:
        """Ends the game because a side has run out of time: the other side wins, or draws if it cannot mate."""
    def copy(self) -> Game:
        """A copy."""
    def __len__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __copy__(self) -> Game: ...
    def __reduce__(self) -> tuple[Any, tuple[bytes, bool]]: ...
    @staticmethod
    def _restored(data: bytes, chess960: bool) -> Game: ...
    __hash__: None  # type: ignore[assignment]

@final
class Epd:
    """A position with operations, such as the best move; one line of a test suite.

    >>> record = Epd('r1bq1rk1/pp3ppp/8/8/8/8/PP3PPP/R2Q1RK1 w - - bm Qxd8; id "swap";')
    >>> record.best_moves, record.id
    ([Move('d1d8')], 'swap')
    >>> record.operations["bm"]
    'Qxd8'

    Raises ``EpdError`` if the text is not a record.
    """
    def __new__(cls, record: str) -> Self: ...
    @property
    def position(self) -> Position:
        """The position."""
    @property
    def operations(self) -> dict[str, str]:
        """The operands of each operation as text, by opcode."""
    @property
    def best_moves(self) -> list[Move] | None:
        """The best moves (``bm``), or ``None``."""
    @property
    def avoid_moves(self) -> list[Move] | None:
        """The moves to avoid (``am``), or ``None``."""
    @property
    def id(self) -> str | None:
        """The name of the record (``id``), or ``None``."""
    @property
    def leaves(self) -> dict[int, int]:
        """The counts of a perft suite (``D1`` and so on), by depth."""
    def __reduce__(self) -> tuple[type[Epd], tuple[str]]: ...

@final
class Book:
    """A Polyglot opening book, from the bytes of its file.

    >>> games = [Game(moves=["e4", "e5"]), Game(moves=["d4"])]
    >>> games[0].end(Outcome("White wins by time"))
    >>> games[1].end(Outcome("draw by agreement"))
    >>> book = Book.of_games(games, min_games=1)
    >>> [str(move) for move, weight in book.moves(Position())], book.best(Position())
    (['e2e4', 'd2d4'], Move('e2e4'))

    Raises ``ValueError`` if the bytes are not a whole number of 16-byte entries.
    """
    def __new__(cls, data: bytes) -> Self: ...
    @staticmethod
    def of_games(games: Sequence[Game], *, max_plies: int = 60, min_games: int = 3) -> Book:
        """A book of the moves that were played in games, with Polyglot's weights: two points for a win, one for a draw.
        Games without an outcome are left out. The first ``max_plies`` half-moves of each are read; moves played in
        fewer than ``min_games`` games are left out.
        """
    def moves(self, position: Position) -> list[tuple[Move, int]]:
        """The moves for a position with their weights, the heaviest first."""
    def best(self, position: Position) -> Move | None:
        """The heaviest move, or ``None``."""
    def choose(self, position: Position, random: int) -> Move | None:
        """A random move, by weight, or ``None``; ``random`` is any 64-bit number, such as ``random.getrandbits(64)``."""
    def to_bytes(self) -> bytes:
        """The bytes, as they are in a file."""
    def __len__(self) -> int: ...
    def __reduce__(self) -> tuple[type[Book], tuple[bytes]]: ...

@final
class PgnReader:
    r"""The games of a PGN text, one after the other; ``PgnReader.open`` reads those of a file.

    ``on_error`` says what happens with a game that cannot be read: ``"raise"`` raises ``PgnError``, after which the
    next game can be asked for; ``"skip"`` continues, and ``errors`` lists what was skipped.

    >>> text = '[White "A"]\n\n1. e4 e5 (1... c5 2. Nf3) 2. Bc4 {calm} *\n\n[White "B"]\n\n1. d5 *\n'
    >>> games = PgnReader(text, on_error="skip")
    >>> [(game.tags["White"], game.sans()) for game in games]
    [('A', ['e4', 'e5', 'Bc4'])]
    >>> [error.line for error in games.errors]
    [7]
    """
    def __new__(cls, text: str | bytes, *, on_error: Literal["raise", "skip"] = "raise") -> Self: ...
    @staticmethod
    def open(path: str | PathLike[str], *, on_error: Literal["raise", "skip"] = "raise") -> PgnReader:
        r"""The games of a file, which may be packed with gzip, zstd or bzip2, and larger than memory: a part is read when
        the games before it have been taken.

        >>> import pathlib, tempfile
        >>> path = pathlib.Path(tempfile.mkdtemp(), "games.pgn")
        >>> _ = path.write_text("1. e4 e5 1-0\n\n1. d4 *\n")
        >>> [game.sans() for game in PgnReader.open(path)]
        [['e4', 'e5'], ['d4']]

        Raises ``OSError`` if it cannot be opened, and later if it cannot be read or unpacked.
        """
    @property
    def errors(self) -> list[PgnError]:
        """Why games were skipped so far, as a list of ``PgnError``."""
    def __iter__(self) -> Iterator[PgnGame]: ...
    def __next__(self) -> PgnGame: ...

@final
class PgnGame:
    """A game with variations and comments, read from PGN, changed and written.

    >>> game = PgnGame()
    >>> node = game.root.add("e4").add("e5")
    >>> node.comment = "best by test"
    >>> _ = node.parent.add("c5")
    >>> game.set_tag("White", "Philidor")
    >>> print(str(game).strip())
    [White "Philidor"]
    [Result "*"]
    <BLANKLINE>
    1. e4 e5 { best by test } ( 1... c5 ) *
    """
    result: str
    def __new__(cls, start: Position | None = None) -> Self: ...
    @property
    def tags(self) -> MappingProxyType[str, str]:
        """A snapshot of the tags, in their order, without those for ``start`` and ``result``. ``set_tag`` changes
        them.
        """
    def set_tag(self, name: str, value: str | None) -> None:
        """Sets a tag, or removes it with ``None``. Raises ``ValueError`` if PGN cannot represent it, and for a
        ``Variant`` with other rules.
        """
    @property
    def start(self) -> Position:
        """The position at the start."""
    @property
    def root(self) -> PgnNode:
        """The start as a node: the root of the tree."""
    @property
    def moves(self) -> list[Move]:
        """The moves of the main line."""
    def sans(self) -> list[str]:
        """The moves of the main line, in SAN."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __reduce__(self) -> tuple[Any, tuple[str]]: ...
    @classmethod
    def _restored(cls, text: str) -> PgnGame: ...
    __hash__: None  # type: ignore[assignment]

@final
class PgnNode:
    """A move in a game, or its start. Two nodes are equal if they are the same place in the same game. A move that was
    removed from its game cannot be used any more: reading or changing it raises ``ValueError``.
    """
    comment: str
    @property
    def nags(self) -> tuple[int, ...]:
        """The numeric annotation glyphs (NAGs) as a tuple: 1 is ``!``, 2 is ``?``. They can be set: ``node.nags =
        [*node.nags, 1]``.
        """
    @nags.setter
    def nags(self, nags: Sequence[int]) -> None: ...
    @property
    def move(self) -> Move | None:
        """The move, or ``None`` at the start."""
    @property
    def san(self) -> str | None:
        """The move in SAN, or ``None`` at the start."""
    @property
    def position(self) -> Position:
        """The position after the move. The first time, all moves before it are played, unless the node was reached
        from its parent.
        """
    @property
    def game(self) -> PgnGame:
        """The game; also the one from which the move was removed."""
    @property
    def parent(self) -> PgnNode | None:
        """The node before, or ``None`` at the start."""
    @property
    def children(self) -> list[PgnNode]:
        """The nodes that follow: first the one that continues the line, then those that begin variations."""
    @property
    def comment_before(self) -> str:
        """The comment before the first move of a variation."""
    @property
    def clock(self) -> float | None:
        """The clock after the move (``[%clk]``), in seconds, or ``None``."""
    @property
    def eval(self) -> str | None:
        """The evaluation after the move (``[%eval]``) as text, ``"0.31"`` or ``"#-3"``, or ``None``."""
    def add(self, move: _Move) -> PgnNode:
        """Adds a legal move after this one, as its last child, and returns the new node, or the child that already
        has this move. Raises ``MoveError``.
        """
    def remove(self) -> bool:
        """Removes the move with all that follows; ``False`` for the start."""
    def promote(self) -> bool:
        """Makes the line that begins here the main continuation, and the former one a variation; ``False`` for the
        start.
        """
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Positions:
    """Many positions: the rows of a ``uint8`` array of shape ``(N, 32)``, each packed as by ``Position.pack``.

    The array is used as it is, without a copy, and must be C-contiguous; ``array`` gives it back. Rows are checked
    whenever they are read: one that is not a position raises ``PackedError``, which names the row. Methods release the
    GIL and take ``threads``: 1 by default, 0 for all that the machine has.

    >>> batch = Positions.from_fens([Position().fen(), "4k3/8/8/8/8/8/8/4K2R w K - 0 1"])
    >>> len(batch), batch.array.shape, batch[1].fen()
    (2, (2, 32), '4k3/8/8/8/8/8/8/4K2R w K - 0 1')
    >>> batch.move_counts().tolist()
    [20, 15]
    >>> offsets, moves = batch.legal_moves()
    >>> offsets.tolist(), Move.from_digest(int(moves[0]))
    ([0, 20, 35], Move('b1a3'))
    """
    def __new__(cls, array: NDArray[np.uint8], *, chess960: bool | None = None) -> Self: ...
    @staticmethod
    def from_fens(fens: Sequence[str], *, chess960: bool | None = None, threads: int = 1) -> Positions:
        """The positions of a list of FENs.

        Raises ``FenError`` or ``SetupError`` for the first that is not a position.
        """
    @staticmethod
    def from_positions(positions: Sequence[Position], *, chess960: bool | None = None) -> Positions:
        """The positions of a list of ``Position``. Raises ``PackedError``, which names the row, for a position with more
        than 32 pieces, and for one that no game reaches, as ``strict=False`` allows.
        """
    @staticmethod
    def from_pgn(
        text: str | bytes, *, on_error: Literal["raise", "skip"] = "raise", threads: int = 1
    ) -> tuple[Positions, NDArray[np.int64]]:
        """The positions of the main lines of all games in a PGN text, starts included: ``(positions, offsets)``.

        Those of game ``i`` are the rows from ``offsets[i]`` to ``offsets[i + 1]``; ``offsets`` is ``int64``.
        ``on_error`` is ``"raise"``, or ``"skip"`` for games that cannot be read.

        >>> positions, offsets = Positions.from_pgn("1. e4 e5 2. Nf3 * 1. d4 *")
        >>> offsets.tolist(), positions[-1].piece_at("d4")
        ([0, 4, 6], 'P')

        Raises ``PgnError`` for the first game that cannot be read.
        """
    @staticmethod
    def from_arrow(array: object, *, chess960: bool | None = None, threads: int = 1) -> Positions:
        """The positions of an Arrow array or stream: ``FixedSizeBinary(32)``, packed as by ``Position.pack``, or FENs as
        text. Any object with ``__arrow_c_array__`` or ``__arrow_c_stream__`` will do.

        >>> Positions.from_arrow(Positions.from_positions([Position()]))
        <Positions: 1>

        Raises ``TypeError`` for other types, ``ValueError`` for a null, ``FenError`` or ``SetupError`` for the first
        FEN that is not a position.
        """
    def __arrow_c_array__(self, requested_schema: object = None) -> tuple[Any, Any]: ...
    def legal_moves_arrow(self, *, threads: int = 1) -> ArrowArray:
        """The legal moves of all positions as an Arrow array, ``List(UInt16)``, in the order of ``legal_moves``."""
    @property
    def array(self) -> NDArray[np.uint8]:
        """The array: ``uint8``, shape ``(N, 32)``."""
    def legal_moves(self, *, threads: int = 1) -> tuple[NDArray[np.int64], NDArray[np.uint16]]:
        """The legal moves of all positions: ``(offsets, moves)``.

        ``moves`` is a ``uint16`` array of all moves (``Position.digest``), those of row ``i`` from ``offsets[i]`` to
        ``offsets[i + 1]``, in the order of ``Position.legal_moves``; ``offsets`` is ``int64`` with N + 1 elements.
        """
    def move_counts(self, *, threads: int = 1) -> NDArray[np.uint16]:
        """How many legal moves each has: ``uint16``, shape ``(N,)``. Eight positions are counted at a time where the CPU
        can.
        """
    def push(self, moves: NDArray[np.uint16], *, threads: int = 1) -> Positions:
        """The positions after one legal move in each; moves are ``uint16``, as in ``legal_moves`` and ``Position.digest``.

        >>> import numpy as np
        >>> batch = Positions.from_positions(2 * [Position()])
        >>> after = batch.push(np.array([Position().digest("e4"), Position().digest("d4")], np.uint16))
        >>> [after[row].piece_at("e4") for row in range(2)]
        ['P', None]

        Raises ``MoveError`` for the first that is not legal, ``ValueError`` if there are not as many moves as
        positions.
        """
    def keys(self, *, threads: int = 1) -> NDArray[np.uint64]:
        """The Zobrist keys of all positions: ``uint64``, shape ``(N,)``, as ``Position.key``."""
    def polyglot_keys(self, *, threads: int = 1) -> NDArray[np.uint64]:
        """The Polyglot keys of all positions: ``uint64``, shape ``(N,)``."""
    def turns(self, *, threads: int = 1) -> NDArray[np.uint8]:
        """The sides to move: ``uint8``, shape ``(N,)``, 0 for White and 1 for Black."""
    def checks(self, *, threads: int = 1) -> NDArray[np.bool_]:
        """Whether the side to move is in check, for each position: ``bool``, shape ``(N,)``."""
    def mates(self, *, threads: int = 1) -> NDArray[np.bool_]:
        """Whether the side to move is mated, for each position: ``bool``, shape ``(N,)``."""
    def stalemates(self, *, threads: int = 1) -> NDArray[np.bool_]:
        """Whether the side to move is stalemated, for each position: ``bool``, shape ``(N,)``."""
    def attacks(self, color: int, *, threads: int = 1) -> NDArray[np.uint64]:
        """The squares that a color attacks, as bits, a1 the lowest: ``uint64``, shape ``(N,)``."""
    def perft(self, depth: int, *, threads: int = 1) -> NDArray[np.uint64]:
        """Perft of each position, the number of leaves after ``depth`` half-moves: ``uint64``, shape ``(N,)``.

        >>> Positions.from_positions([Position()]).perft(3).tolist()
        [8902]
        """
    def material(self, *, threads: int = 1) -> NDArray[np.uint8]:
        """How many pieces of each type there are: ``uint8``, shape ``(N, 2, 6)``, White first, in the order of
        ``"pnbrqk"``.

        >>> Positions.from_positions([Position()]).material()[0].tolist()
        [[8, 2, 2, 2, 1, 1], [8, 2, 2, 2, 1, 1]]
        """
    def legal_mask(
        self,
        encoding: _Moves,
        *,
        out: NDArray[Any] | None = None,
        dtype: DTypeLike = "bool",
        threads: int = 1,
    ) -> NDArray[Any]:
        """Which moves of a numbering are legal: shape ``(N, size)``; see ``philidor.encode.moves``.

        ``dtype`` is ``"bool"``, ``"uint8"``, ``"float16"`` or ``"float32"``; ``out``, if given, is filled and returned,
        and its type is used; it must have that shape and be contiguous.

        >>> mask = Positions.from_positions([Position()]).legal_mask("lc0_1858")
        >>> mask.shape, int(mask.sum())
        ((1, 1858), 20)
        """
    def legal_indices(
        self, encoding: _Moves, *, threads: int = 1
    ) -> tuple[NDArray[np.int64], NDArray[np.int32]]:
        """The numbers of all legal moves: ``(offsets, numbers)``, as ``legal_moves`` but ``int32`` of a numbering.

        A move for which the numbering has no number is -1; this happens only in Chess960.
        """
    def index(
        self,
        moves: NDArray[np.uint16],
        encoding: _Moves,
        *,
        out: NDArray[np.int32] | None = None,
        threads: int = 1,
    ) -> NDArray[np.int32]:
        """The number of one legal move in each position: ``int32``, shape ``(N,)``, -1 if it has none; moves are
        ``uint16``.

        ``out``, if given, is filled and returned, but only after all moves have proved legal.

        Raises ``MoveError`` for the first that is not legal, ``ValueError`` if there are not as many moves as
        positions.
        """
    def move(
        self,
        indices: NDArray[np.int32],
        encoding: _Moves,
        *,
        out: NDArray[np.uint16] | None = None,
        threads: int = 1,
    ) -> NDArray[np.uint16]:
        """The legal move with a number in each position: ``uint16``, shape ``(N,)``; numbers are ``int32``. The inverse of
        ``index``.

        ``out``, if given, is filled and returned, but only after all moves have been found.

        >>> import numpy as np
        >>> batch = Positions.from_positions([Position()])
        >>> numbers = batch.index(np.array([Position().digest("e4")], np.uint16), "lc0_1858")
        >>> numbers.tolist(), Move.from_digest(int(batch.move(numbers, "lc0_1858")[0]))
        ([322], Move('e2e4'))

        Raises ``MoveError`` for the first number without a legal move, ``ValueError`` if there are not as many numbers
        as positions.
        """
    def planes(
        self,
        encoding: _Planes,
        *,
        out: NDArray[Any] | None = None,
        dtype: DTypeLike = "float32",
        threads: int = 1,
    ) -> NDArray[Any]:
        """The positions as planes: shape ``(N, planes, 8, 8)``, the first rank first; see ``philidor.encode.planes``.

        ``dtype`` is ``"uint8"``, ``"float16"`` or ``"float32"``; ``out``, if given, is filled and returned, and its
        type is used. Planes with fractions cannot be ``"uint8"``.

        >>> Positions.from_positions([Position()]).planes("pieces_12")[0, 0, 1].tolist()
        [1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0]
        """
    def features(
        self, encoding: _Features, *, out: NDArray[np.int32] | None = None, threads: int = 1
    ) -> NDArray[np.int32]:
        """The sparse features of both sides: ``int32``, shape ``(N, 2, 32)``, the side to move first; -1 fills the rest.
        See ``philidor.encode.features``.

        >>> features = Positions.from_positions([Position()]).features("halfkp")
        >>> (features >= 0).sum(axis=2).tolist()
        [[30, 30]]
        """
    def fens(self, *, threads: int = 1) -> list[str]:
        """The FENs of all positions, as a list."""
    def __len__(self) -> int: ...
    @overload
    def __getitem__(self, index: int, /) -> Position: ...
    @overload
    def __getitem__(self, index: slice | NDArray[Any] | Sequence[int], /) -> Positions: ...
    def __reduce__(self) -> tuple[Any, tuple[NDArray[np.uint8], bool | None]]: ...
    @classmethod
    def _restored(cls, array: NDArray[np.uint8], chess960: bool | None) -> Positions: ...

@final
class Dtz:
    """The distance to zeroing (DTZ): how many plies away the next capture, pawn move or checkmate is, if the winner
    hurries and the loser delays, each without giving up the value.

    Most tables count in moves: then the distance is ``number`` or one ply more, and ``is_exact`` is false.

    >>> distance = Dtz(40, is_exact=False)
    >>> str(distance), distance.plies, distance.wdl
    ('40 or 41', (40, 41), <Wdl.WIN: 2>)
    >>> [str(distance.at_clock(clock)) for clock in (59, 60, 61)]
    ['win', 'win or cursed win', 'cursed win']
    """
    def __new__(cls, number: int, *, is_exact: bool = True) -> Self: ...
    @property
    def number(self) -> int:
        """The number that other programs print: the smallest that the distance can be, positive if the side to move wins
        and negative if it loses, 0 for a draw. If the fifty-move rule makes it a draw, the number is beyond 100: where
        the plies themselves are not, 100 is added.
        """
    @property
    def is_exact(self) -> bool:
        """Whether the number is the distance itself."""
    @property
    def plies(self) -> tuple[int, int]:
        """The least and the most that the distance can be, without a sign."""
    @property
    def wdl(self) -> Wdl:
        """The value if the halfmove clock stands at zero: a ``Wdl``."""
    def at_clock(self, clock: int) -> ClockedWdl:
        """The value if the halfmove clock stands at ``clock``: a ``ClockedWdl``."""
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def __reduce__(self) -> tuple[Any, tuple[int, bool]]: ...
    @classmethod
    def _restored(cls, number: int, is_exact: bool) -> Dtz: ...

@final
class RootMove:
    """A move, and what it leads to for the side that makes it."""
    @property
    def move(self) -> Move:
        """The move."""
    @property
    def dtz(self) -> Dtz:
        """The distance before the move, if it is the one that is played: a ``Dtz``."""
    @property
    def value(self) -> ClockedWdl:
        """The value with the halfmove clock of the position: a ``ClockedWdl``."""
    @property
    def repeats(self) -> bool:
        """Whether it leads to a position that has already occurred in the game."""
    def __reduce__(self) -> tuple[Any, tuple[Move, Dtz, int, bool]]: ...
    @classmethod
    def _restored(cls, move: Move, dtz: Dtz, value: int, repeats: bool) -> RootMove: ...

@final
class Tables:
    """Syzygy tables of three to seven pieces, to be probed by any number of threads.

    They come from folders; from ``files``, a list of paths; and from ``data``, a dictionary from file names to
    ``bytes``. A table that is found twice is taken from ``data``, or else from the first file that can be opened. Files
    are opened, and mapped into memory, when they are first needed; no program may truncate or rewrite one while it is
    in use. Files of at most ``verified_bytes`` are then verified by their checksum; by default these are all of three
    and four pieces. Lists of at most ``unpacked_values`` are unpacked then, by default those of three pieces. With
    4,000,000, those of four are unpacked, too: this takes 22 MB for all tables and up to a third of a second per table,
    and halves the time of a probe.

    >>> from philidor import Position
    >>> from philidor.syzygy import Tables, generate
    >>> tables = Tables(data=generate("KRvK"))
    >>> tables, list(tables)
    (<Tables: 2 files, at most 3 pieces>, ['KRvK.rtbw', 'KRvK.rtbz'])
    >>> tables.missing(3)
    ['KQvK.rtbw', 'KBvK.rtbw', 'KNvK.rtbw', 'KPvK.rtbw']
    >>> position = Position("8/8/8/8/8/4k3/4r3/K7 w - - 0 1")
    >>> tables.probe_wdl(position), tables.probe_dtz(position)
    (<Wdl.LOSS: -2>, Dtz(-10))
    >>> "KQvK.rtbw" in tables, len(tables)
    (False, 2)

    Positions are a ``Position``, or ``Positions`` for arrays, whose methods have the plural name. A position without an
    answer raises an exception: ``MissingTableError``; ``TableFileError`` for a file that is damaged or cannot be read,
    with its byte; ``TableError``, the base of both, for castling rights and for more than seven pieces. Arrays have a
    special value instead.

    Raises ``OSError`` for a folder or a file that is not there, ``ValueError`` for a name that no table has,
    ``TableFileError`` for ``data`` that is not a table.
    """
    def __new__(
        cls,
        *folders: str | PathLike[str],
        files: Sequence[str | PathLike[str]] = (),
        data: dict[str, bytes] | None = None,
        verified_bytes: int = 2**20,
        unpacked_values: int = 2**15,
    ) -> Self: ...
    def probe_wdl(self, position: Position) -> Wdl:
        """Whether the side to move wins, if the halfmove clock were at zero: a ``Wdl``.

        It needs the WDL table of the position, and those that captures lead to.
        """
    def probe_dtz(self, position: Position) -> Dtz:
        """The distance to zeroing: a ``Dtz``. The halfmove clock does not matter.

        It needs the WDL tables, also those that promotions lead to, and the DTZ table of the position.
        """
    def probe_clocked_wdl(self, position: Position) -> ClockedWdl:
        """Whether the side to move wins, with the halfmove clock of the position: a ``ClockedWdl``.

        >>> from philidor import Position
        >>> from philidor.syzygy import Tables, generate
        >>> tables = Tables(data=generate("KRvK"))
        >>> [str(tables.probe_clocked_wdl(Position(f"6k1/8/6K1/8/8/8/8/R7 w - - {clock} 80"))) for clock in (99, 100)]
        ['win', 'cursed win']

        It needs the tables of ``probe_dtz``.
        """
    def rank_moves(self, position: Position | Game) -> list[RootMove]:
        """All legal moves of a ``Position``, or of the current position of a ``Game``, the best first: a list of
        ``RootMove``.

        They are in order of their value with the halfmove clock, so that the first one always wins a game that can be
        won. In a game, the better side avoids positions that have already occurred, and the other side seeks them.

        >>> from philidor import Position
        >>> from philidor.syzygy import Tables, generate
        >>> tables = Tables(data=generate("KRvK"))
        >>> for found in tables.rank_moves(Position("6k1/8/6K1/8/8/8/8/R7 w - - 0 1"))[:2]:
        ...     print(found.move, found.value, found.dtz)
        a1a8 win 1
        a1f1 win 3
        """
    def stored_wdl(self, position: Position) -> Wdl:
        """What the WDL file itself says: the value if no capture matters, and at most that otherwise. For those who study
        files.
        """
    def stored_dtz(self, position: Position, wdl: int) -> Dtz | None:
        """What the DTZ file itself says of a position that has a value: the distance, but for captures, and for moves of
        pawns that win. ``None`` if the file has only the other side to move.
        """
    def probe_wdls(
        self, positions: Positions, *, on_error: Literal["raise", "skip"] = "raise", threads: int = 1
    ) -> NDArray[np.int8]:
        """The values of many positions, as ``probe_wdl`` has them: ``int8``, shape ``(N,)``, from -2 to 2. ``NO_WDL``,
        -128, stands where there is no answer: a table is missing, or the position has castling rights or too many
        pieces. ``probe_wdl`` of that row alone says why.

        ``on_error`` is ``"raise"``, or ``"skip"`` for ``NO_WDL`` also where a file is damaged.

        >>> from philidor import Positions
        >>> from philidor.syzygy import Tables, generate
        >>> tables = Tables(data=generate("KRvK"))
        >>> fens = ["8/8/8/8/8/4k3/4r3/K7 w - - 0 1", "8/8/8/8/8/4k3/4q3/K7 w - - 0 1", "8/8/8/8/8/4k3/8/K7 w - - 0 1"]
        >>> tables.probe_wdls(Positions.from_fens(fens)).tolist()
        [-2, -128, 0]

        Raises ``PackedError`` for a row that is not a position, ``TableFileError`` with its ``row`` for a damaged file.
        """
    def probe_dtzs(
        self, positions: Positions, *, on_error: Literal["raise", "skip"] = "raise", threads: int = 1
    ) -> tuple[NDArray[np.int32], NDArray[np.bool_]]:
        """The distances of many positions: ``(numbers, is_exact)``, as ``Dtz`` has them.

        ``numbers`` is ``int32``, shape ``(N,)``, and ``NO_DTZ``, -2147483648, where there is no answer; ``is_exact`` is
        ``bool``. ``on_error`` and exceptions are those of ``probe_wdls``.

        >>> from philidor import Positions
        >>> from philidor.syzygy import Tables, generate
        >>> tables = Tables(data=generate("KRvK"))
        >>> fens = ["8/8/8/8/8/4k3/4r3/K7 w - - 0 1", "8/8/8/8/8/4k3/4q3/K7 w - - 0 1"]
        >>> numbers, is_exact = tables.probe_dtzs(Positions.from_fens(fens))
        >>> numbers.tolist(), is_exact.tolist()
        ([-10, -2147483648], [True, False])
        """
    def probe_clocked_wdls(
        self, positions: Positions, *, on_error: Literal["raise", "skip"] = "raise", threads: int = 1
    ) -> NDArray[np.float32]:
        """The values of many positions with their halfmove clocks: ``float32``, shape ``(N,)``, the numbers of
        ``ClockedWdl``; nan where there is no answer. ``on_error`` and exceptions are those of ``probe_wdls``.

        >>> from philidor import Positions
        >>> from philidor.syzygy import Tables, generate
        >>> tables = Tables(data=generate("KRvK"))
        >>> fens = [f"8/8/8/8/8/4k3/4{piece}3/K7 w - - {clock} 80" for piece, clock in (("r", 90), ("r", 91), ("q", 0))]
        >>> tables.probe_clocked_wdls(Positions.from_fens(fens)).tolist()
        [-2.0, -1.0, nan]
        """
    @property
    def largest(self) -> int:
        """The most pieces of any WDL table; 2 if there is none, as two kings are a draw without tables."""
    def missing(self, pieces: int, metric: Literal["wdl", "dtz"] = "wdl") -> list[str]:
        """The names of the files with this number of pieces that are missing; ``metric`` is ``"wdl"`` or ``"dtz"``."""
    def missing_for(self, material: str, metric: Literal["wdl", "dtz"] = "wdl") -> list[str]:
        """The names of the files that are missing to play out an ending, such as ``"KRPvKR"``: those of these pieces and
        of all that captures and promotions lead to; ``metric`` is ``"wdl"`` or ``"dtz"``.

        >>> from philidor.syzygy import Tables, generate
        >>> Tables(data=generate("KRvK")).missing_for("KPvK")
        ['KBvK.rtbw', 'KNvK.rtbw', 'KPvK.rtbw', 'KQvK.rtbw']

        Raises ``ValueError`` if the text names no material.
        """
    def verify(self, name: str) -> None:
        """Reads a whole file, given by its name, and compares its checksum.

        >>> from philidor.syzygy import Tables, generate
        >>> tables = Tables(data=generate("KRvK"))
        >>> for name in tables:
        ...     tables.verify(name)

        Raises ``TableFileError`` if its bytes are not those that were written, ``MissingTableError`` if it is not
        there.
        """
    def __len__(self) -> int: ...
    def __iter__(self) -> Iterator[str]: ...
    def __contains__(self, name: str, /) -> bool: ...
    def __reduce__(self) -> tuple[Any, tuple[tuple[str, ...], tuple[str, ...], dict[str, bytes], int, int]]: ...
    @classmethod
    def _restored(
        cls,
        folders: tuple[str, ...],
        files: Sequence[str],
        data: dict[str, bytes],
        verified_bytes: int,
        unpacked_values: int,
    ) -> Tables: ...

def variant_names() -> list[tuple[str, str, list[str]]]:
    """The variants, chess first: the name in PGN, the name in UCI, and other names in lowercase without blanks and
    hyphens.
    """
def variant_number(name: str) -> int:
    """The place in ``variant_names`` of the variant that a text names. Raises ``ValueError`` if it names none."""
def variant_move_counts(positions: Sequence[VariantPosition], *, threads: int = 1) -> NDArray[np.uint16]:
    """How many legal moves each of many positions has: ``uint16``, shape ``(N,)``."""
def variant_perfts(positions: Sequence[VariantPosition], depth: int, *, threads: int = 1) -> NDArray[np.uint64]:
    """Perft of each of many positions, the number of leaves after ``depth`` half-moves: ``uint64``, shape ``(N,)``."""
@final
class VariantPosition:
    """A position of a chess variant, always valid and immutable.

    It is made from the name of a variant and a FEN; without a FEN it is the start position. The FEN may have pockets in
    brackets, ``~`` after promoted pieces, and checks that are left, ``3+3``. ``chess960=True`` writes castling as the
    king taking its rook. ``strict=False`` accepts positions that no game reaches, as long as their moves are defined.

    Two positions are equal if their FENs are, clocks included; ``key`` is equal for positions that are the same under
    the rule of repetition.

    >>> from philidor.variants import VariantPosition
    >>> position = VariantPosition("crazyhouse", "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1")
    >>> position.play("N@f6").fen()
    '4k3/8/5N2/8/8/8/8/4K3[] b - - 1 1'
    >>> VariantPosition("Racing Kings").perft(3)
    11264

    Raises ``ValueError`` if the variant is not known, ``FenError`` if the text is not a FEN, ``SetupError`` with all
    faults if it is not that of a position.
    """
    def __new__(
        cls, variant: str, fen: str | None = None, *, chess960: bool | None = None, strict: bool = True
    ) -> Self: ...
    @staticmethod
    def of(
        variant: str,
        setup: Setup,
        *,
        pockets: tuple[dict[str, int], dict[str, int]] | None = None,
        promoted: _Squares | None = None,
        checks_given: tuple[int, int] | None = None,
        chess960: bool | None = None,
        strict: bool = True,
    ) -> VariantPosition:
        """The position of a setup, with what a variant adds to it: ``pockets`` of White and Black, as ``pocket`` has them,
        the squares of ``promoted`` pieces, and how many checks White and Black have given. What the variant does not
        have is ignored. ``chess960`` and ``strict`` are as for a FEN. Raises ``SetupError`` with all faults.

        >>> from philidor.variants import VariantPosition
        >>> setup = VariantPosition("crazyhouse", "4k3/8/8/8/8/8/8/4K3[Np] w - - 0 1").setup()
        >>> setup["a1"] = "Q"
        >>> VariantPosition.of("crazyhouse", setup, pockets=({"n": 1}, {"p": 2}), promoted=["a1"]).fen()
        '4k3/8/8/8/8/8/8/Q~3K3[Npp] w - - 0 1'
        """
    def setup(self) -> Setup:
        """Pieces and state as a setup, which can be changed. Pockets, promoted pieces and checks are not part of it:
        ``of`` takes them separately.
        """
    @staticmethod
    def unpack(data: bytes, *, chess960: bool | None = None, strict: bool = True) -> VariantPosition:
        """The position in the bytes that ``pack`` made. Raises ``PackedError``."""
    def pack(self) -> bytes:
        """The position in bytes, which stay the same in every version: 20, and half a byte for each piece; 18 more in
        crazyhouse, and 2 more in three-check.

        >>> from philidor.variants import VariantPosition
        >>> position = VariantPosition("horde")
        >>> len(position.pack()), VariantPosition.unpack(position.pack()) == position
        (46, True)
        """
    @staticmethod
    def chess960(variant: str, number: int) -> VariantPosition:
        """The start position of Chess960 with a number from 0 to 959, with the rules of a variant. In horde only Black's
        pieces stand so.

        >>> from philidor.variants import VariantPosition
        >>> VariantPosition.chess960("atomic", 0).fen()
        'bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w KQkq - 0 1'

        Raises ``ValueError`` for other numbers, and for a variant without such starts.
        """
    @property
    def variant(self) -> str:
        """The name of the variant, as the tag ``Variant`` of PGN has it."""
    @property
    def uci_variant(self) -> str:
        """The name of the variant in UCI's option ``UCI_Variant``."""
    @property
    def is_chess960(self) -> bool:
        """Whether castling is written as the king taking its rook."""
    @property
    def turn(self) -> Color:
        """The side to move."""
    @property
    def castling_rights(self) -> str:
        """The castling rights as a FEN has them: ``"KQkq"`` or ``"-"``; letters of files where these would be ambiguous."""
    @property
    def en_passant(self) -> Square | None:
        """The square that a pawn has just passed, or ``None``."""
    @property
    def has_legal_en_passant(self) -> bool:
        """Whether an en-passant capture is a legal move."""
    @property
    def halfmove_clock(self) -> int:
        """Half-moves since the last capture or pawn move."""
    @property
    def fullmove_number(self) -> int:
        """The fullmove number, which goes up after each move by Black."""
    @property
    def key(self) -> int:
        """The Zobrist key, which compares positions as the repetition rule does; pockets and checks count. It is the same
        in every version.
        """
    def piece_at(self, square: _Square) -> str | None:
        """The piece on a square as its letter, or ``None``."""
    def pieces(self) -> dict[Square, str]:
        """All pieces by their squares, from a1 to h8."""
    def squares(self, pieces: str | None = None) -> SquareSet:
        """The squares of some pieces, given by their letters; all occupied squares without letters.

        Raises ``ValueError`` if a letter is not one of ``KQRBNPkqrbnp``.
        """
    def squares_of(self, color: int) -> SquareSet:
        """The squares of all pieces of a color."""
    def king(self, color: int) -> Square | None:
        """The square of a king, the first of several; ``None`` if the side has none."""
    def pocket(self, color: int) -> dict[str, int]:
        """The pieces that a side can drop: how many by letter, the most valuable first; letters without any are left out.

        >>> from philidor.variants import VariantPosition
        >>> VariantPosition("crazyhouse", "4k3/8/8/8/8/8/8/4K3[PPNq] w - - 0 1").pocket(0)
        {'n': 1, 'p': 2}
        """
    @property
    def promoted(self) -> SquareSet:
        """The squares of promoted pieces, where the variant marks them: once captured, they go to a pocket as pawns."""
    def checks_given(self, color: int) -> int:
        """How many checks a side has given, where the variant counts them.

        >>> from philidor.variants import VariantPosition
        >>> VariantPosition("3check").play("e4").play("f6").play("Qh5+").checks_given(0)
        1
        """
    @property
    def counts_moves(self) -> bool:
        """Whether the fifty-move rule applies: a draw can be claimed after fifty moves without a capture or a pawn move."""
    @property
    def checkers(self) -> SquareSet:
        """The pieces that give check; none where the king cannot be captured."""
    @property
    def is_check(self) -> bool:
        """Whether the side to move is in check."""
    @property
    def is_checkmate(self) -> bool:
        """Whether the side to move is mated."""
    @property
    def is_stalemate(self) -> bool:
        """Whether the side to move has no legal move and is not in check, and the goal of the variant is not reached."""
    def has_insufficient_material(self, color: int | None = None) -> bool:
        """Whether a side can no longer win, whatever the other one does; without a color, whether neither can."""
    @property
    def outcome(self) -> VariantOutcome | None:
        """How the game has ended on the board, or ``None``: by the goal of the variant, by mate or stalemate, or because
        neither side can win.

        >>> from philidor.variants import VariantPosition
        >>> print(VariantPosition("koth", "8/8/2k5/8/4K3/8/8/8 b - - 0 1").outcome)
        White wins by king in the center
        """
    @property
    def variant_end(self) -> VariantOutcome | None:
        """How the game has ended by the goal of the variant alone: a king exploded, the hill reached; or ``None``."""
    def legal_moves(self, *, origin: _Square | None = None) -> list[Move]:
        """The legal moves, as a new list of shared objects; with ``origin`` only those of the piece there. A game that is
        over has none.

        >>> from philidor.variants import VariantPosition
        >>> VariantPosition("antichess", "8/6p1/8/8/8/8/6R1/8 w - - 0 1").legal_moves()
        [Move('g2g7')]
        """
    def legal_move_count(self) -> int:
        """How many legal moves there are."""
    def has_legal_move(self) -> bool:
        """Whether there is a legal move."""
    def is_legal(self, move: _Move) -> bool:
        """Whether a move is legal here."""
    def gives_check(self, move: _Move) -> bool:
        """Whether a legal move gives check. Raises ``MoveError`` if it is not legal."""
    def is_capture(self, move: _Move) -> bool:
        """Whether a legal move captures something, en passant included. Raises ``MoveError`` if it is not legal."""
    def is_castling(self, move: _Move) -> bool:
        """Whether a legal move is castling. Raises ``MoveError`` if it is not legal."""
    def play(self, move: _Move) -> VariantPosition:
        """The position after a legal move, given as a ``Move`` or as text, UCI or SAN.

        >>> from philidor.variants import VariantPosition
        >>> position = VariantPosition("atomic", "4k3/3rp3/8/8/8/8/8/3QK3 w - - 0 1")
        >>> print(position.play("Qxd7").outcome)
        White wins by explosion

        Raises ``MoveError`` if it is not legal.
        """
    def pass_turn(self) -> VariantPosition:
        """The position after a null move, which passes the turn to the other side. Raises ``MoveError`` if the side to
        move is in check.
        """
    def san(self, move: _Move) -> str:
        """A legal move in standard algebraic notation (SAN). Raises ``MoveError`` if it is not legal.

        >>> from philidor.variants import VariantPosition
        >>> VariantPosition("crazyhouse", "6k1/5ppp/8/8/8/8/8/4K3[RP] w - - 0 1").san("R@e8")
        'R@e8#'
        """
    def parse_san(self, text: str) -> Move:
        """The legal move of a text in SAN. Raises ``MoveError`` if there is none."""
    def uci(self, move: _Move, *, chess960: bool | None = None) -> str:
        """A legal move as UCI writes it; ``chess960`` overrides how castling is written. Raises ``MoveError`` if it is not
        legal.
        """
    def parse_uci(self, text: str) -> Move:
        """The legal move of a text in UCI, castling in either form, drops as ``"N@f3"``. Raises ``MoveError`` if there is
        none.
        """
    def fen(
        self,
        *,
        en_passant: Literal["always", "pseudo_legal", "legal"] = "always",
        castling: Literal["xfen", "shredder"] = "xfen",
    ) -> str:
        """The position as a FEN; ``en_passant`` and ``castling`` as for ``Position.fen``."""
    def perft(self, depth: int, *, threads: int = 1) -> int:
        """Perft: the number of leaves ``depth`` half-moves from here. It is counted on ``threads`` threads; 0 stands for
        all that the machine has. Other Python threads run meanwhile; Ctrl-C ends it.

        >>> from philidor.variants import VariantPosition
        >>> VariantPosition("atomic").perft(4)
        197326
        """
    def divide(self, depth: int, *, threads: int = 1) -> dict[Move, int]:
        """Perft for each legal move: the leaves below it, as a dictionary.

        >>> from philidor.variants import VariantPosition
        >>> VariantPosition("chess", "7k/8/8/8/8/8/8/K7 w - - 0 1").divide(2)
        {Move('a1b1'): 3, Move('a1a2'): 3, Move('a1b2'): 3}
        """
    def __getitem__(self, square: _Square, /) -> str | None: ...
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __copy__(self) -> VariantPosition: ...
    def __deepcopy__(self, _memo: Any) -> VariantPosition: ...
    def __reduce__(self) -> tuple[Callable[[str, str, bool], VariantPosition], tuple[str, str, bool]]: ...
    @classmethod
    def _restored(cls, variant: str, fen: str, chess960: bool) -> VariantPosition: ...

@final
class VariantOutcome:
    """How a game of a variant ended, read and written in words.

    >>> from philidor.variants import VariantOutcome
    >>> outcome = VariantOutcome("Black wins by explosion")
    >>> outcome.winner, outcome.result, outcome.reason
    (<Color.BLACK: 1>, '0-1', 'explosion')

    Raises ``ValueError`` for any other text.
    """
    def __new__(cls, text: str) -> Self: ...
    @property
    def winner(self) -> Color | None:
        """The side that won, or ``None``."""
    @property
    def result(self) -> Literal["1-0", "0-1", "1/2-1/2"]:
        """The result as in PGN: ``"1-0"``, ``"0-1"`` or ``"1/2-1/2"``."""
    @property
    def reason(self) -> str:
        """Why: ``"mate"``, ``"explosion"``, ``"checks"``, ``"king in the center"``, ``"stalemate"`` and so on."""
    def __hash__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __reduce__(self) -> tuple[type[VariantOutcome], tuple[str]]: ...

@final
class VariantGame:
    """A start position of a variant and the moves of a game, with what depends on more than the position: repetition, draw
    claims, the outcome.

    ``start`` is a ``VariantPosition``, or the name of a variant, for its start position; ``moves``, each a ``Move`` or
    text, are played from there.

    >>> from philidor.variants import VariantGame
    >>> game = VariantGame("kingofthehill", ["e4", "e5", "Ke2", "Ke7", "Ke3", "Ke6", "Kf3", "Kf6", "Kg4", "Kg6"])
    >>> game.ply, game.outcome
    (10, None)
    >>> game.undo()
    Move('f6g6')

    Raises ``MoveError`` if a move is not legal.
    """
    def __new__(cls, start: VariantPosition | str, moves: Sequence[_Move] = ()) -> Self: ...
    def play(self, move: _Move) -> Move:
        """Plays a legal move, given as a ``Move`` or as text, and returns it. Raises ``MoveError`` if it is not legal."""
    def undo(self) -> Move | None:
        """Takes back the last move and returns it; ``None`` at the start."""
    @property
    def position(self) -> VariantPosition:
        """The position now."""
    @property
    def start(self) -> VariantPosition:
        """The position at the start."""
    @property
    def ply(self) -> int:
        """How many half-moves have been played."""
    @property
    def moves(self) -> list[Move]:
        """The moves played, as a new list."""
    def sans(self) -> list[str]:
        """The moves played, in SAN.

        >>> from philidor.variants import VariantGame
        >>> VariantGame("crazyhouse", ["e4", "d5", "exd5", "Qxd5", "P@e4"]).sans()
        ['e4', 'd5', 'exd5', 'Qxd5', 'P@e4']
        """
    @property
    def repetitions(self) -> int:
        """How often the position has occurred, including now."""
    @property
    def outcome(self) -> VariantOutcome | None:
        """How the game ended: on the board, by fivefold repetition or 75 moves, or as declared; ``None`` while it is in
        progress.
        """
    @property
    def result(self) -> Literal["1-0", "0-1", "1/2-1/2", "*"]:
        """The result as in PGN: ``"1-0"``, ``"0-1"``, ``"1/2-1/2"``, or ``"*"`` while the game is in progress."""
    def claim(self) -> Literal["threefold repetition", "50 moves"] | None:
        """The draw that the side to move may claim, ``"threefold repetition"`` or ``"50 moves"``, or ``None``.

        >>> from philidor.variants import VariantGame
        >>> VariantGame("3check", 2 * ["Nf3", "Nf6", "Ng1", "Ng8"]).claim()
        'threefold repetition'
        """
    def end(self, outcome: VariantOutcome) -> None:
        """Declares how the game ended; this holds until a move is played or taken back. A game that has ended on the board
        stays as it is.

        >>> from philidor.variants import VariantGame, VariantOutcome
        >>> game = VariantGame("atomic")
        >>> game.end(VariantOutcome("Black wins by resignation"))
        >>> game.result
        '0-1'
        """
    def end_by_time(self, loser: int) -> None:
        """Ends the game because a side has run out of time: the other side wins, or draws if it can no longer win."""
    def pack(self) -> bytes:
        """The game in bytes: its start as ``VariantPosition.pack`` has it, and two for each move. A declared outcome is
        not part of it.
        """
    @staticmethod
    def unpack(data: bytes, *, chess960: bool | None = None) -> VariantGame:
        """The game in the bytes that ``pack`` made. Raises ``PackedError``."""
    def copy(self) -> VariantGame:
        """A copy."""
    def __len__(self) -> int: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    __hash__: None  # type: ignore[assignment]
    def __copy__(self) -> VariantGame: ...
    def __reduce__(self) -> tuple[type[VariantGame], tuple[VariantPosition, list[Move]], VariantOutcome | None]: ...
    def __setstate__(self, outcome: VariantOutcome) -> None: ...

@final
class VariantPgnReader:
    r"""The games of a PGN text, of chess and of any variant: the tag ``Variant`` of each names its rules. ``on_error`` and
    ``errors`` work as in ``PgnReader``.

    >>> from philidor.variants import VariantPgnReader
    >>> text = '[Variant "Atomic"]\n\n1. Nf3 f6 2. Nd4 g6 3. Ne6 Na6 4. Nxd8 1-0\n\n1. e4 *\n'
    >>> for game in VariantPgnReader(text):
    ...     print(game.start.variant, game.sans()[-1])
    Atomic Nxd8#
    Standard e4
    """
    def __new__(cls, text: str | bytes, *, on_error: Literal["raise", "skip"] = "raise") -> Self: ...
    @staticmethod
    def open(path: str | PathLike[str], *, on_error: Literal["raise", "skip"] = "raise") -> VariantPgnReader:
        """The games of a file, as ``PgnReader.open`` reads it. Raises ``OSError`` if it cannot be opened, and later if it
        cannot be read or unpacked.
        """
    @property
    def errors(self) -> list[PgnError]:
        """Why games were skipped so far, as a list of ``PgnError``."""
    def __iter__(self) -> Iterator[VariantPgnGame]: ...
    def __next__(self) -> VariantPgnGame: ...

@final
class VariantPgnGame:
    """A game of any variant with variations and comments, read from PGN, changed and written.

    ``start`` is a ``VariantPosition``, or the name of a variant, for its start position. The tags ``Variant`` and
    ``FEN`` are written where the start needs them.

    >>> from philidor.variants import VariantPgnGame
    >>> game = VariantPgnGame("crazyhouse")
    >>> node = game.root
    >>> for move in ["e4", "d5", "exd5", "Qxd5", "P@e4"]:
    ...     node = node.add(move)
    >>> print(str(game).strip())
    [Result "*"]
    [Variant "Crazyhouse"]
    <BLANKLINE>
    1. e4 d5 2. exd5 Qxd5 3. P@e4 *
    >>> node.position.pocket(0), node.parent.position.pocket(0)
    ({}, {'p': 1})
    """
    result: str
    def __new__(cls, start: VariantPosition | str) -> Self: ...
    @property
    def tags(self) -> MappingProxyType[str, str]:
        """A snapshot of the tags, in their order, without those for ``start`` and ``result``. ``set_tag`` changes
        them.
        """
    def set_tag(self, name: str, value: str | None) -> None:
        """Sets a tag, or removes it with ``None``. Raises ``ValueError`` if PGN cannot represent it, and for a
        ``Variant`` with other rules.
        """
    @property
    def start(self) -> VariantPosition:
        """The position at the start."""
    @property
    def root(self) -> VariantPgnNode:
        """The start as a node: the root of the tree."""
    @property
    def moves(self) -> list[Move]:
        """The moves of the main line."""
    def sans(self) -> list[str]:
        """The moves of the main line, in SAN."""
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __reduce__(self) -> tuple[Any, tuple[str]]: ...
    @classmethod
    def _restored(cls, text: str) -> VariantPgnGame: ...
    __hash__: None  # type: ignore[assignment]

@final
class VariantPgnNode:
    """A move in a game of any variant, or its start: what a ``PgnNode`` is in a game of chess."""
    comment: str
    @property
    def nags(self) -> tuple[int, ...]:
        """The numeric annotation glyphs (NAGs) as a tuple: 1 is ``!``, 2 is ``?``. They can be set: ``node.nags =
        [*node.nags, 1]``.
        """
    @nags.setter
    def nags(self, nags: Sequence[int]) -> None: ...
    @property
    def move(self) -> Move | None:
        """The move, or ``None`` at the start."""
    @property
    def san(self) -> str | None:
        """The move in SAN, or ``None`` at the start."""
    @property
    def position(self) -> VariantPosition:
        """The position after the move. The first time, all moves before it are played, unless the node was reached
        from its parent.
        """
    @property
    def game(self) -> VariantPgnGame:
        """The game; also the one from which the move was removed."""
    @property
    def parent(self) -> VariantPgnNode | None:
        """The node before, or ``None`` at the start."""
    @property
    def children(self) -> list[VariantPgnNode]:
        """The nodes that follow: first the one that continues the line, then those that begin variations."""
    @property
    def comment_before(self) -> str:
        """The comment before the first move of a variation."""
    @property
    def clock(self) -> float | None:
        """The clock after the move (``[%clk]``), in seconds, or ``None``."""
    @property
    def eval(self) -> str | None:
        """The evaluation after the move (``[%eval]``) as text, ``"0.31"`` or ``"#-3"``, or ``None``."""
    def add(self, move: _Move) -> VariantPgnNode:
        """Adds a legal move after this one, as its last child, and returns the new node, or the child that already
        has this move. Raises ``MoveError``.
        """
    def remove(self) -> bool:
        """Removes the move with all that follows; ``False`` for the start."""
    def promote(self) -> bool:
        """Makes the line that begins here the main continuation, and the former one a variation; ``False`` for the
        start.
        """
    def __eq__(self, other: object, /) -> bool: ...
    def __ne__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
