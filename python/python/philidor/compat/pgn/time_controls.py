"""Time controls as the tag ``TimeControl`` has them."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import Enum


class TimeControlType(Enum):
    """How fast a game is."""

    UNKNOWN = 0
    UNLIMITED = 1
    STANDARD = 2
    RAPID = 3
    BLITZ = 4
    BULLET = 5


@dataclass
class TimeControlPart:
    """One period: for this many moves (0: for the rest), with this many seconds, and seconds added by each move."""

    moves: int = 0
    time: int = 0
    increment: float = 0
    delay: float = 0


@dataclass
class TimeControl:
    """The periods of a game, and how fast they make it."""

    parts: list[TimeControlPart] = field(default_factory=list)
    type: TimeControlType = TimeControlType.UNKNOWN


def parse_time_control(time_control: str) -> TimeControl:
    """The time control of a text such as ``"40/7200:3600"`` or ``"300+5"``. Raises ``ValueError``.

    >>> parse_time_control("180+2").type
    <TimeControlType.BLITZ: 4>
    """
    if time_control in ("", "?"):
        return TimeControl()
    if time_control == "-":
        return TimeControl(type=TimeControlType.UNLIMITED)
    control = TimeControl([_part(text) for text in time_control.split(":")])
    expected = control.parts[0].time + 60 * control.parts[0].increment
    if not all(part.moves for part in control.parts[:-1]):
        raise ValueError(f"only the last period is for the rest of the game: {time_control!r}")
    if expected < 180:
        control.type = TimeControlType.BULLET
    elif expected < 900:
        control.type = TimeControlType.BLITZ
    elif expected < 3600:
        control.type = TimeControlType.RAPID
    else:
        control.type = TimeControlType.STANDARD
    return control


def _part(text: str) -> TimeControlPart:
    part = TimeControlPart()
    if "/" in text:
        moves, text = text.split("/", 1)
        part.moves = int(moves)
    if "+" in text:
        text, increment, *_ = text.split("+")
        if increment.endswith("d"):
            part.delay = float(increment[:-1])
        else:
            part.increment = float(increment)
    part.time = int(text)
    return part
