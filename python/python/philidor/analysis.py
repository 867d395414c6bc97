"""What an engine finds: lines of moves with scores.

The objects are the same whether philidor's own engine finds them (``philidor.Engine``) or another one that speaks UCI
(``philidor.uci``). None of them changes.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from ._native import Game, Move, Position
from .words import Color

__all__ = ["Analysis", "Bound", "Clock", "Line", "Score"]

Bound: TypeAlias = Literal["exact", "at_least", "at_most"]

_MATE = 32_000
_MAX_MATE = 1_000


@dataclass(frozen=True, order=True, slots=True)
class Score:
    """What a position is worth for one side: hundredths of a pawn, or a mate.

    ``value`` is one number for both, so that scores are ordered: centipawns, or 32,000 minus the half-moves to mate,
    negative if the side is mated.

    >>> ahead, mates = Score.of_centipawns(135), Score.of_mate(3)
    >>> str(ahead), str(mates), str(-mates)
    ('+1.35', '#3', '#-3')
    >>> -mates < -ahead < ahead < mates < Score.of_mate(2)
    True
    >>> ahead.centipawns, ahead.mate, mates.centipawns, mates.mate
    (135, None, None, 3)
    """

    value: int

    @staticmethod
    def of_centipawns(centipawns: int) -> Score:
        """An evaluation, clamped to -30,000 to 30,000 so that it is never taken for a mate."""
        return Score(max(-30_000, min(30_000, centipawns)))

    @staticmethod
    def of_mate(moves: int) -> Score:
        """The side mates in this many moves, or is mated if the number is negative or 0."""
        plies = 2 * moves - 1 if moves > 0 else -2 * moves
        value = _MATE - min(plies, _MAX_MATE)
        return Score(value if moves > 0 else -value)

    @property
    def mate(self) -> int | None:
        """The moves to mate, negative if the side is mated; ``None`` if the score is not a mate."""
        plies = _MATE - abs(self.value)
        if plies > _MAX_MATE:
            return None
        return (plies + 1) // 2 if self.value > 0 else -((plies + 1) // 2)

    @property
    def centipawns(self) -> int | None:
        """Hundredths of a pawn; ``None`` if the score is a mate."""
        return self.value if self.mate is None else None

    def __neg__(self) -> Score:
        """The score for the other side."""
        return Score(-self.value)

    def __str__(self) -> str:
        if self.mate is None:
            return f"{self.value / 100:+.2f}"
        return f"#{self.mate}" if self.value > 0 else f"#-{abs(self.mate)}"


@dataclass(frozen=True, slots=True)
class Clock:
    """What the clocks of a game show, in seconds."""

    white: float
    black: float
    white_increment: float = 0.0
    black_increment: float = 0.0
    moves_to_go: int | None = None
    """How many moves are left until the next time control; ``None`` if the time is for the rest of the game."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line of play (principal variation), with its score for the side to move and what it took to find it."""

    moves: tuple[Move, ...]
    score: Score
    bound: Bound = "exact"
    """Whether ``score`` is exact, a lower bound, or an upper bound."""
    depth: int = 0
    """The search depth, in half-moves."""
    selective_depth: int = 0
    """The longest line that was searched, in half-moves."""
    nodes: int = 0
    """Positions visited so far, by all threads."""
    time: float = 0.0
    """The time spent, in seconds."""
    fullness: int | None = None
    """How full the transposition table is, in thousandths; ``None`` if that is not known."""
    chances: tuple[int, int, int] | None = None
    """Wins, draws and losses in thousandths, if the engine reports them (UCI's ``wdl``)."""

    def san(self, position: Position) -> str:
        """The moves in SAN, played from the position that was analyzed.

        >>> Line((Move("e2e4"), Move("e7e5")), Score(30)).san(Position())
        'e4 e5'
        """
        return " ".join(Game(position, list(self.moves)).sans())


@dataclass(frozen=True, slots=True)
class Analysis:
    """What is known about a position."""

    position: Position
    lines: tuple[Line, ...] = ()
    """The best first."""
    best: Move | None = None
    """The best move; ``None`` before anything is known, or if no move is legal."""
    reply: Move | None = None
    """The reply that the engine expects, if it names one."""

    @property
    def depth(self) -> int:
        """The depth in half-moves to which the best line was searched."""
        return self.lines[0].depth if self.lines else 0

    @property
    def score(self) -> Score | None:
        """The value for the side to move: that of the best line, or of the end of the game if no move is legal.

        >>> str(Analysis(Position("R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1")).score)
        '#-0'
        """
        if self.lines:
            return self.lines[0].score
        if self.position.has_legal_move():
            return None
        return Score.of_mate(0) if self.position.is_check else Score(0)

    def score_for(self, color: int | Literal["white", "black", "w", "b"]) -> Score | None:
        """The value for a color."""
        if isinstance(color, bool):
            raise TypeError("a color is Color.WHITE or Color.BLACK, not True or False")
        own = Color.of(color) if isinstance(color, str) else Color(color)
        score, is_turn = self.score, own is self.position.turn
        return score if score is None or is_turn else -score
