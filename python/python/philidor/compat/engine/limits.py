"""What a search is asked for, and what it answers."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import IntFlag
from typing import TypedDict

from ..moves import Move
from ..scores import PovScore, PovWdl


@dataclass(repr=False)
class Limit:
    """When a search ends.

    >>> Limit(time=0.1, depth=8)
    Limit(time=0.1, depth=8)
    """

    time: float | None = None
    """Seconds for this move."""

    depth: int | None = None
    """Half-moves."""

    nodes: int | None = None
    """Positions."""

    mate: int | None = None
    """Search for mate in this many moves."""

    white_clock: float | None = None
    """Seconds left for White."""

    black_clock: float | None = None
    """Seconds left for Black."""

    white_inc: float | None = None
    """Seconds that White gains by each move."""

    black_inc: float | None = None
    """Seconds that Black gains by each move."""

    remaining_moves: int | None = None
    """Moves until more time is added."""

    clock_id: object = None
    """What identifies the clocks."""

    def __repr__(self) -> str:
        names = "time depth nodes mate white_clock black_clock white_inc black_inc remaining_moves".split()
        given = [f"{name}={getattr(self, name)!r}" for name in names if getattr(self, name) is not None]
        return f"{type(self).__name__}({', '.join(given)})"


class InfoDict(TypedDict, total=False):
    """What an engine has reported about a search."""

    score: PovScore
    pv: list[Move]
    depth: int
    seldepth: int
    time: float
    nodes: int
    nps: int
    tbhits: int
    multipv: int
    currmove: Move
    currmovenumber: int
    hashfull: int
    cpuload: int
    movesleft: int
    refutation: dict[Move, list[Move]]
    currline: dict[int, list[Move]]
    ebf: float
    wdl: PovWdl
    string: str
    lowerbound: bool
    upperbound: bool


class Info(IntFlag):
    """Which information is wanted."""

    NONE = 0
    BASIC = 1
    SCORE = 2
    PV = 4
    REFUTATION = 8
    CURRLINE = 16
    ALL = BASIC | SCORE | PV | REFUTATION | CURRLINE


INFO_NONE = Info.NONE
INFO_BASIC = Info.BASIC
INFO_SCORE = Info.SCORE
INFO_PV = Info.PV
INFO_REFUTATION = Info.REFUTATION
INFO_CURRLINE = Info.CURRLINE
INFO_ALL = Info.ALL


@dataclass
class Opponent:
    """The opponent of an engine."""

    name: str | None
    title: str | None
    rating: int | None
    is_engine: bool | None


class PlayResult:
    """The move of an engine."""

    def __init__(
        self,
        move: Move | None,
        ponder: Move | None,
        info: InfoDict | None = None,
        *,
        draw_offered: bool = False,
        resigned: bool = False,
    ) -> None:
        self.move, self.ponder, self.info = move, ponder, info or {}
        self.draw_offered, self.resigned = draw_offered, resigned

    def __repr__(self) -> str:
        return (
            f"<{type(self).__name__} at {id(self):#x} (move={self.move}, ponder={self.ponder}, info={self.info}, "
            f"draw_offered={self.draw_offered}, resigned={self.resigned})>"
        )


@dataclass
class BestMove:
    """The best move of an analysis, and the answer that is expected."""

    move: Move | None = field(default=None)
    ponder: Move | None = field(default=None)
