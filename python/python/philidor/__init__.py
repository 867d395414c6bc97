"""The rules of chess: positions, moves, games, and batches of positions for numpy.

>>> import philidor
>>> position = philidor.Position()
>>> position.play("e4").play("c5").legal_move_count()
30
"""

from . import analysis, data, encode, pgn, syzygy, uci, variants
from ._native import (
    VERSION,
    ArrowArray,
    Book,
    Engine,
    Epd,
    Fault,
    Game,
    Move,
    Opening,
    Outcome,
    PgnGame,
    PgnNode,
    PgnReader,
    PgnScan,
    Position,
    Positions,
    Setup,
    SquareSet,
    scan_pgn,
)
from .errors import (
    ChessError,
    EngineError,
    EpdError,
    FenError,
    InternalError,
    MissingTableError,
    MoveError,
    PackedError,
    PgnError,
    SetupError,
    TableError,
    TableFileError,
)
from .hunting import hunt
from .words import Color, Square

__version__: str = VERSION

__all__ = [
    "ArrowArray",
    "Book",
    "ChessError",
    "Color",
    "Engine",
    "EngineError",
    "Epd",
    "EpdError",
    "Fault",
    "FenError",
    "Game",
    "InternalError",
    "MissingTableError",
    "Move",
    "MoveError",
    "Opening",
    "Outcome",
    "PackedError",
    "PgnError",
    "PgnGame",
    "PgnNode",
    "PgnReader",
    "PgnScan",
    "Position",
    "Positions",
    "Setup",
    "SetupError",
    "Square",
    "SquareSet",
    "TableError",
    "TableFileError",
    "analysis",
    "data",
    "encode",
    "hunt",
    "pgn",
    "scan_pgn",
    "syzygy",
    "uci",
    "variants",
]
