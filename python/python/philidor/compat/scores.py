"""Scores of engines, and what they say about the result of a game."""

from __future__ import annotations

import math
from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from functools import total_ordering
from typing import Literal, TypeAlias

from .squares import BLACK, WHITE, Color

WdlModel: TypeAlias = Literal["sf", "sf16.1", "sf16", "sf15.1", "sf15", "sf14", "sf12", "lichess"]


@dataclass
class Wdl:
    """Wins, draws and losses of a thousand games, or of any other number."""

    wins: int
    """Games won."""

    draws: int
    """Games drawn."""

    losses: int
    """Games lost."""

    def total(self) -> int:
        """All games."""
        return self.wins + self.draws + self.losses

    def winning_chance(self) -> float:
        """The fraction of games won."""
        return self.wins / self.total()

    def drawing_chance(self) -> float:
        """The fraction of games drawn."""
        return self.draws / self.total()

    def losing_chance(self) -> float:
        """The fraction of games lost."""
        return self.losses / self.total()

    def expectation(self) -> float:
        """The expected points of a game: 1 for a win, 0.5 for a draw."""
        return (self.wins + 0.5 * self.draws) / self.total()

    def __bool__(self) -> bool:
        return bool(self.total())

    def __iter__(self) -> Iterator[int]:
        yield self.wins
        yield self.draws
        yield self.losses

    def __reversed__(self) -> Iterator[int]:
        yield self.losses
        yield self.draws
        yield self.wins

    def __pos__(self) -> Wdl:
        return self

    def __neg__(self) -> Wdl:
        return Wdl(self.losses, self.draws, self.wins)


@total_ordering
class Score(ABC):
    """What an engine says about a position: ``Cp``, ``Mate`` or ``MateGiven``.

    Scores are ordered, from being mated to having mated.

    >>> Mate(-1) < Cp(-50) < Cp(200) < Mate(4) < Mate(1) < MateGiven
    True
    >>> -Cp(20), -Mate(-4), -Mate(0)
    (Cp(-20), Mate(+4), MateGiven)
    """

    @abstractmethod
    def score(self, *, mate_score: int | None = None) -> int | None:
        """The score in hundredths of a pawn; for a mate ``None``, or *mate_score* minus the moves to it."""

    @abstractmethod
    def mate(self) -> int | None:
        """The moves to mate, negative if our king is mated; ``None`` for other scores."""

    def is_mate(self) -> bool:
        """Whether it is a mate."""
        return self.mate() is not None

    @abstractmethod
    def wdl(self, *, model: WdlModel = "sf", ply: int = 30) -> Wdl:
        """The wins, draws and losses that a *model* expects of a thousand games with this score at a half-move."""

    @abstractmethod
    def __neg__(self) -> Score: ...

    @abstractmethod
    def __pos__(self) -> Score: ...

    @abstractmethod
    def __abs__(self) -> Score: ...

    @abstractmethod
    def _place(self) -> tuple[int, int]:
        """A key of the order."""

    def __eq__(self, other: object) -> bool:
        return self._place() == other._place() if isinstance(other, Score) else NotImplemented

    def __lt__(self, other: object) -> bool:
        return self._place() < other._place() if isinstance(other, Score) else NotImplemented

    __hash__ = None  # type: ignore[assignment]


class Cp(Score):
    """A score in hundredths of a pawn."""

    def __init__(self, cp: int) -> None:
        self.cp = cp

    def mate(self) -> None:
        """Always ``None``."""
        return None

    def score(self, *, mate_score: int | None = None) -> int:
        """The score."""
        return self.cp

    def wdl(self, *, model: WdlModel = "sf", ply: int = 30) -> Wdl:
        """The wins, draws and losses that a *model* expects of a thousand games."""
        if model == "lichess":
            wins = round(1000 * _lichess(max(-1000, min(self.cp, 1000))))
            return Wdl(wins, 0, 1000 - wins)
        wins, losses = _rate(self.cp, ply, model), _rate(-self.cp, ply, model)
        return Wdl(wins, 1000 - wins - losses, losses)

    def _place(self) -> tuple[int, int]:
        return (0, self.cp)

    def __str__(self) -> str:
        return f"+{self.cp:d}" if self.cp > 0 else str(self.cp)

    def __repr__(self) -> str:
        return f"Cp({self})"

    def __neg__(self) -> Cp:
        return Cp(-self.cp)

    def __pos__(self) -> Cp:
        return Cp(self.cp)

    def __abs__(self) -> Cp:
        return Cp(abs(self.cp))


class Mate(Score):
    """Mate in some moves; of our own king if they are negative, or 0, which is mate on the board."""

    def __init__(self, moves: int) -> None:
        self.moves = moves

    def mate(self) -> int:
        """The moves to mate."""
        return self.moves

    def score(self, *, mate_score: int | None = None) -> int | None:
        """*mate_score* minus the moves, for the side that mates."""
        if mate_score is None:
            return None
        return mate_score - self.moves if self.moves > 0 else -mate_score - self.moves

    def wdl(self, *, model: WdlModel = "sf", ply: int = 30) -> Wdl:
        """All wins or all losses, but for the model of Lichess."""
        if model == "lichess":
            pawns = (21 - min(10, abs(self.moves))) * 100
            wins = round(1000 * _lichess(pawns if self.moves > 0 else -pawns))
            return Wdl(wins, 0, 1000 - wins)
        return Wdl(1000, 0, 0) if self.moves > 0 else Wdl(0, 0, 1000)

    def _place(self) -> tuple[int, int]:
        return (1, -self.moves) if self.moves > 0 else (-1, -self.moves)

    def __str__(self) -> str:
        return f"#+{self.moves}" if self.moves > 0 else f"#-{abs(self.moves)}"

    def __repr__(self) -> str:
        return f"Mate({str(self)[1:]})"

    def __neg__(self) -> Score:
        return Mate(-self.moves) if self.moves else MateGiven

    def __pos__(self) -> Mate:
        return Mate(self.moves)

    def __abs__(self) -> Score:
        return Mate(abs(self.moves)) if self.moves else MateGiven


class MateGivenType(Score):
    """The other side is mated: what ``-Mate(0)`` is."""

    def mate(self) -> int:
        """No moves are needed."""
        return 0

    def score(self, *, mate_score: int | None = None) -> int | None:
        """*mate_score*."""
        return mate_score

    def wdl(self, *, model: WdlModel = "sf", ply: int = 30) -> Wdl:
        """All wins."""
        return Wdl(1000, 0, 0)

    def _place(self) -> tuple[int, int]:
        return (2, 0)

    def __str__(self) -> str:
        return "#+0"

    def __repr__(self) -> str:
        return "MateGiven"

    def __neg__(self) -> Mate:
        return Mate(0)

    def __pos__(self) -> MateGivenType:
        return self

    def __abs__(self) -> MateGivenType:
        return self


MateGiven = MateGivenType()


class PovScore:
    """A score and whose point of view it is."""

    def __init__(self, relative: Score, turn: Color) -> None:
        self.relative, self.turn = relative, turn

    def white(self) -> Score:
        """The score as White sees it."""
        return self.pov(WHITE)

    def black(self) -> Score:
        """The score as Black sees it."""
        return self.pov(BLACK)

    def pov(self, color: Color) -> Score:
        """The score as a color sees it."""
        return self.relative if self.turn == color else -self.relative

    def is_mate(self) -> bool:
        """Whether it is a mate."""
        return self.relative.is_mate()

    def wdl(self, *, model: WdlModel = "sf", ply: int = 30) -> PovWdl:
        """Wins, draws and losses, as ``Score.wdl`` estimates them."""
        return PovWdl(self.relative.wdl(model=model, ply=ply), self.turn)

    def __repr__(self) -> str:
        return f"PovScore({self.relative!r}, {'WHITE' if self.turn else 'BLACK'})"

    def __eq__(self, other: object) -> bool:
        return self.white() == other.white() if isinstance(other, PovScore) else NotImplemented

    __hash__ = None  # type: ignore[assignment]


class PovWdl:
    """Wins, draws and losses, and whose point of view they are."""

    def __init__(self, relative: Wdl, turn: Color) -> None:
        self.relative, self.turn = relative, turn

    def white(self) -> Wdl:
        """As White sees it."""
        return self.pov(WHITE)

    def black(self) -> Wdl:
        """As Black sees it."""
        return self.pov(BLACK)

    def pov(self, color: Color) -> Wdl:
        """As a color sees it."""
        return self.relative if self.turn == color else -self.relative

    def __bool__(self) -> bool:
        return bool(self.relative)

    def __len__(self) -> int:
        return 3

    def __iter__(self) -> Iterator[int]:
        return iter(self.relative)

    def __reversed__(self) -> Iterator[int]:
        return reversed(self.relative)

    def __getitem__(self, index: int) -> int:
        return (self.relative.wins, self.relative.draws, self.relative.losses)[index]

    def __repr__(self) -> str:
        return f"PovWdl({self.relative!r}, {'WHITE' if self.turn else 'BLACK'})"

    def __eq__(self, other: object) -> bool:
        if isinstance(other, PovWdl):
            return self.white() == other.white()
        return tuple(self) == other if isinstance(other, tuple) else NotImplemented

    __hash__ = None  # type: ignore[assignment]


def _lichess(cp: int) -> float:
    """The chance to win as Lichess publishes it."""
    return 1 / (1 + math.exp(-0.00368208 * cp))


# The curves that Stockfish publishes for its versions: two cubic polynomials of the move's number, from the highest power
# on, give the score of even chances and the width of the curve; and how its pawn is scaled.
_CURVES: dict[str, tuple[tuple[float, ...], tuple[float, ...], float]] = {
    "sf16.1": (
        (-1.06249702, 7.42016937, 0.89425629, 348.60356174),
        (-5.33122190, 39.57831533, -90.84473771, 123.40620748),
        3.56,
    ),
    "sf16": (
        (0.38036525, -2.82015070, 23.17882135, 307.36768407),
        (-2.29434733, 13.27689788, -14.26828904, 63.45318330),
        3.28,
    ),
    "sf15.1": (
        (-0.58270499, 2.68512549, 15.24638015, 344.49745382),
        (-2.65734562, 15.96509799, -20.69040836, 73.61029937),
        3.61,
    ),
    "sf15": (
        (-1.17202460e-1, 5.94729104e-1, 1.12065546e1, 1.22606222e2),
        (-1.79066759, 11.30759193, -17.43677612, 36.47147479),
        1.0,
    ),
    "sf14": (
        (-3.68389304, 30.07065921, -60.52878723, 149.53378557),
        (-2.01818570, 15.85685038, -29.83452023, 47.59078827),
        1.0,
    ),
    "sf12": (
        (-8.24404295, 64.23892342, -95.73056462, 153.86478679),
        (-3.37154371, 28.44489198, -56.67657741, 72.05858751),
        1.0,
    ),
}


def _rate(cp: int, ply: int, model: str) -> int:
    """Wins of a thousand games."""
    a_terms, b_terms, pawn = _CURVES.get(model, _CURVES["sf16.1"])
    latest = model not in _CURVES or model == "sf16.1"
    m = min(120, max(8, ply / 2 + 1)) / 32 if latest else min(240, max(ply, 0)) / 64
    a = ((a_terms[0] * m + a_terms[1]) * m + a_terms[2]) * m + a_terms[3]
    b = ((b_terms[0] * m + b_terms[1]) * m + b_terms[2]) * m + b_terms[3]
    x = min(4000.0, max(cp * pawn, -4000.0))
    return int(0.5 + 1000 / (1 + math.exp((a - x) / b)))
