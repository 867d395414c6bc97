"""Games as PGN: reading, writing, and trees of moves.

>>> import io
>>> from philidor.compat import pgn
>>> game = pgn.read_game(io.StringIO("1. e4 (1. d4 d5) 1... e5 2. Nf3 *"))
>>> game.variations[1].san(), game.end().board().fullmove_number
('d4', 2)
"""

from .commands import ARROWS_REGEX, CLOCK_REGEX, EMT_REGEX, EVAL_REGEX
from .exporters import FileExporter, StringExporter, StringExporterMixin
from .nags import *  # noqa: F403
from .nodes import ChildNode, Game, GameBuilder, GameNode, Mainline
from .reader import MOVETEXT_REGEX, SKIP_MOVETEXT_REGEX, TAG_REGEX, read_game, read_headers, skip_game
from .time_controls import TimeControl, TimeControlPart, TimeControlType, parse_time_control
from .visitors import (
    LOGGER,
    SKIP,
    TAG_NAME_REGEX,
    TAG_ROSTER,
    BaseVisitor,
    BoardBuilder,
    Headers,
    HeadersBuilder,
    SkipType,
    SkipVisitor,
)

__all__ = [
    "ARROWS_REGEX",
    "BaseVisitor",
    "BoardBuilder",
    "CLOCK_REGEX",
    "ChildNode",
    "EMT_REGEX",
    "EVAL_REGEX",
    "FileExporter",
    "Game",
    "GameBuilder",
    "GameNode",
    "Headers",
    "HeadersBuilder",
    "LOGGER",
    "MOVETEXT_REGEX",
    "Mainline",
    "SKIP",
    "SKIP_MOVETEXT_REGEX",
    "SkipType",
    "SkipVisitor",
    "StringExporter",
    "StringExporterMixin",
    "TAG_NAME_REGEX",
    "TAG_REGEX",
    "TAG_ROSTER",
    "TimeControl",
    "TimeControlPart",
    "TimeControlType",
    "parse_time_control",
    "read_game",
    "read_headers",
    "skip_game",
]
