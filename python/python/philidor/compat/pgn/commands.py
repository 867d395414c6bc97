"""Commands in comments: clocks, evaluations, arrows.

A command such as ``[%clk 0:03:00]`` stands in a comment among other text. One that is set replaces the first of its kind,
or is put at the end.

``[%eval #0]`` says that the game is over by mate. Whatever its sign, the side to move is mated.
"""

from __future__ import annotations

import re
from abc import ABC, abstractmethod
from collections.abc import Iterable

from ..._native import first_time
from ..scores import Cp, Mate, MateGiven, PovScore, Score
from ..squares import WHITE, Color, Square
from ..svg import Arrow

_TIME = r"\s(?P<hours>\d+):(?P<minutes>\d+):(?P<seconds>\d+(?:\.\d*)?)\]"
CLOCK_REGEX = re.compile(rf"(?P<prefix>\s?)\[%clk{_TIME}(?P<suffix>\s?)")
EMT_REGEX = re.compile(rf"(?P<prefix>\s?)\[%emt{_TIME}(?P<suffix>\s?)")
EVAL_REGEX = re.compile(
    r"(?P<prefix>\s?)\[%eval\s(?:#(?P<mate>[+-]?\d+)|(?P<cp>[+-]?(?:\d{0,10}\.\d{1,2}|\d{1,10}\.?)))"
    r"(?:,(?P<depth>\d+))?\](?P<suffix>\s?)"
)
ARROWS_REGEX = re.compile(
    r"(?P<prefix>\s?)\[%(?:csl|cal)\s(?P<arrows>[RGYB][a-h][1-8](?:[a-h][1-8])?(?:,[RGYB][a-h][1-8](?:[a-h][1-8])?)*)\]"
    r"(?P<suffix>\s?)"
)


def replaced(pattern: re.Pattern[str], comment: str, command: str) -> str:
    """The comment with the first command of a kind replaced by another, by nothing, or with one more at its end."""
    found = False

    def put(match: re.Match[str]) -> str:
        nonlocal found
        found = True
        if command:
            return f"{match['prefix']}{command}{match['suffix']}"
        return condensed(match)

    comment = pattern.sub(put, comment, count=1)
    if command and not found:
        comment += (" " if comment and not comment.endswith((" ", "\n")) else "") + command
    return comment


def condensed(match: re.Match[str]) -> str:
    """What is left where a command was: one blank, if there were two."""
    return match["prefix"] if match["prefix"] and match["suffix"] else ""


def seconds_of(pattern: re.Pattern[str], comment: str) -> float | None:
    """The time of the first command of a kind, in seconds."""
    match = pattern.search(comment)
    if match is None:
        return None
    return int(match["hours"]) * 3600 + int(match["minutes"]) * 60 + float(match["seconds"])


def time_command(name: str, seconds: float | None) -> str:
    """A command with a time; nothing for ``None``."""
    if seconds is None:
        return ""
    seconds = max(0.0, seconds)
    minutes, rest = divmod(seconds, 60)
    hours, minutes = divmod(int(minutes), 60)
    text = f"{rest:06.3f}".rstrip("0").rstrip(".")
    return f"[%{name} {hours}:{minutes:02d}:{text}]"


def evaluation_of(comment: str, turn: Color) -> tuple[PovScore, int | None] | None:
    """The first evaluation, for the side to move, and its depth."""
    match = EVAL_REGEX.search(comment)
    if match is None:
        return None
    white: Score = Mate(int(match["mate"])) if match["mate"] else Cp(round(float(match["cp"]) * 100))
    relative = white if turn == WHITE or white == Mate(0) else -white
    return PovScore(relative, turn), int(match["depth"]) if match["depth"] else None


def evaluation_command(score: PovScore | None, depth: int | None, turn: Color) -> str:
    """The command of an evaluation; nothing for ``None``, and for a side to move that has mated."""
    if score is None or score.pov(turn) == MateGiven:
        return ""
    white = score.pov(WHITE)
    centipawns = white.score()
    text = f"{centipawns / 100:.2f}" if centipawns is not None else f"#{white.mate()}"
    return f"[%eval {text}{'' if depth is None else f',{max(depth, 0)}'}]"


def arrows_of(comment: str) -> list[Arrow]:
    """All arrows and marked squares."""
    return [Arrow.from_pgn(text) for match in ARROWS_REGEX.finditer(comment) for text in match["arrows"].split(",")]


def arrows_command(arrows: list[Arrow]) -> str:
    """The commands of marked squares and arrows."""
    marks = [arrow.pgn() for arrow in arrows if arrow.tail == arrow.head]
    lines = [arrow.pgn() for arrow in arrows if arrow.tail != arrow.head]
    return (f"[%csl {','.join(marks)}]" if marks else "") + (f"[%cal {','.join(lines)}]" if lines else "")


class Commented(ABC):
    """Something with a comment, whose commands can be read and set."""

    comment: str

    @abstractmethod
    def turn(self) -> Color:
        """The color to move here."""

    def eval(self) -> PovScore | None:
        """The first evaluation in the comment."""
        found = evaluation_of(self.comment, self.turn())
        return None if found is None else found[0]

    def eval_depth(self) -> int | None:
        """The depth of the first evaluation in the comment."""
        found = evaluation_of(self.comment, self.turn())
        return None if found is None else found[1]

    def set_eval(self, score: PovScore | None, depth: int | None = None) -> None:
        """Replaces the first evaluation in the comment, or adds one; ``None`` takes it away."""
        command = evaluation_command(score, depth, self.turn())
        self.comment = replaced(EVAL_REGEX, self.comment, command)

    def arrows(self) -> list[Arrow]:
        """The arrows and marked squares in the comment."""
        return arrows_of(self.comment)

    def set_arrows(self, arrows: Iterable[Arrow | tuple[Square, Square]]) -> None:
        """Replaces all arrows and marked squares in the comment."""
        made = [arrow if isinstance(arrow, Arrow) else Arrow(*arrow) for arrow in arrows]
        rest = ARROWS_REGEX.sub(condensed, self.comment)
        command = arrows_command(made)
        self.comment = f"{command} {rest}" if command and rest and not rest.startswith(" ") else command + rest

    def clock(self) -> float | None:
        """The first time left in the comment, in seconds."""
        seconds = first_time(self.comment, "clk")
        return seconds if seconds != -1.0 else seconds_of(CLOCK_REGEX, self.comment)

    def set_clock(self, seconds: float | None) -> None:
        """Replaces the first time left in the comment, or adds one; ``None`` takes it away."""
        command = time_command("clk", seconds)
        self.comment = replaced(CLOCK_REGEX, self.comment, command)

    def emt(self) -> float | None:
        """The first time used in the comment, in seconds."""
        seconds = first_time(self.comment, "emt")
        return seconds if seconds != -1.0 else seconds_of(EMT_REGEX, self.comment)

    def set_emt(self, seconds: float | None) -> None:
        """Replaces the first time used in the comment, or adds one; ``None`` takes it away."""
        command = time_command("emt", seconds)
        self.comment = replaced(EMT_REGEX, self.comment, command)
