"""Testing a move generator that is written in Python, or called from it.

A hunt asks the generator about positions in which such programs go wrong, follows each wrong answer down to the position
and the move, makes a small example, and names the rule that is broken.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal, overload

from ._native import Position, hunted

__all__ = ["Finding", "Reason", "Report", "hunt"]


@dataclass(frozen=True, slots=True)
class Reason:
    """What is wrong with one move."""

    rule: str
    """The name of the rule that is broken, such as ``"pin"``."""
    move: str
    """The move as the generator wrote it or should have; empty if it is not about one move."""
    fault: Literal["invented", "missing", "refused", "repeated", "odd", "counted"]
    """Listed and not legal, legal and not listed, and so on."""
    words: str
    """Why, with squares and pieces."""


@dataclass(frozen=True, slots=True)
class Finding:
    """A kind of bug with a small example."""

    name: str
    """The name of the rule that is broken: ``"en-passant-pin"``, ``"castling-path"`` …"""
    rule: str
    """The rule, as a sentence."""
    fen: str
    """The position in which something is wrong."""
    depth: int
    """How deep it was asked, in half-moves."""
    seen: str
    """What it takes to see it, in words."""
    positions: int
    """How many of the positions that were asked show it."""
    expected: int | None
    """The right number of leaves, if there was an answer."""
    counted: int | None
    """The number that the generator counted."""
    reasons: tuple[Reason, ...]
    """Everything that is wrong in the example."""


@dataclass(frozen=True, slots=True)
class Report:
    """What a hunt has found. As text (``str``) it is for people, ``page`` is HTML, ``data`` is all of it for programs."""

    findings: tuple[Finding, ...]
    """The bugs, the most informative first."""
    right: int
    """How many questions were answered right."""
    wrong: int
    """How many were answered wrong."""
    unanswered: int
    """How many had no answer, because the generator raised an exception."""
    not_asked: int
    """How many were not asked, because time was up or the hunt was stopped."""
    data: dict[str, Any] = field(repr=False)
    """The report as philidor's command writes it with ``--json``."""
    text: str = field(repr=False)
    """The report as text, with diagrams."""
    page: str = field(repr=False)
    """The report as a page of HTML."""

    @property
    def is_clean(self) -> bool:
        """Whether nothing is wrong and everything was asked; false if time was up before, or the hunt was stopped."""
        found = self.findings or self.unanswered or self.data["given_up"]
        return self.right > 0 and not found and not self.not_asked and not self.data["interrupted"]

    def __str__(self) -> str:
        return self.text


def _finding(data: Mapping[str, Any]) -> Finding:
    reasons = (Reason(one["class"], one["move"], one["fault"], one["words"]) for one in data["reasons"])
    same = ("rule", "fen", "depth", "seen", "positions", "expected", "counted")
    return Finding(name=data["class"], reasons=tuple(reasons), **{name: data[name] for name in same})


_Progress = Callable[[int, int, int], object]


@overload
def hunt(
    generator: Callable[[str], Iterable[object]],
    *,
    answers: Literal["moves"] = "moves",
    name: str | None = None,
    chess960: bool = False,
    suite: str | Position | None = None,
    leaves: int = 2_000,
    depth: int | None = None,
    seconds: float = 60.0,
    progress: _Progress | None = None,
) -> Report: ...
@overload
def hunt(
    generator: Callable[[str, int], Mapping[Any, int] | Iterable[tuple[object, int]]],
    *,
    answers: Literal["divide"],
    name: str | None = None,
    chess960: bool = False,
    suite: str | Position | None = None,
    leaves: int = 2_000,
    depth: int | None = None,
    seconds: float = 60.0,
    progress: _Progress | None = None,
) -> Report: ...
@overload
def hunt(
    generator: Callable[[str, int], int],
    *,
    answers: Literal["count"],
    name: str | None = None,
    chess960: bool = False,
    suite: str | Position | None = None,
    leaves: int = 2_000,
    depth: int | None = None,
    seconds: float = 60.0,
    progress: _Progress | None = None,
) -> Report: ...
def hunt(
    generator: Callable[..., Any],
    *,
    answers: Literal["moves", "divide", "count"] = "moves",
    name: str | None = None,
    chess960: bool = False,
    suite: str | Position | None = None,
    leaves: int = 2_000,
    depth: int | None = None,
    seconds: float = 60.0,
    progress: _Progress | None = None,
) -> Report:
    """Tests a move generator, and reports its bugs.

    ``generator`` is a function. Its arguments and its answer depend on ``answers``:

    * ``"moves"``: given a FEN, the legal moves; any objects whose ``str`` is the move as UCI writes it;
    * ``"divide"``: given a FEN and a depth in half-moves, a dictionary (or pairs) of the moves and the leaves below
      each. This finds all kinds of bugs, including those in make and unmake;
    * ``"count"``: given a FEN and a depth, the number of leaves. The position is found, the rule is only guessed.

    If it raises an exception, that is a finding, too; ``NotImplementedError`` says that it cannot be asked that.

    ``suite`` is what is asked: lines of FENs with known counts (``;D1 20 ;D2 400``), a ``Position``, or by default
    philidor's own suite. No question has more than ``leaves`` leaves or goes deeper than ``depth``; after ``seconds``
    no new one is asked. Chess960 is asked only if ``chess960`` says so: castling is then the king taking its rook, and
    FENs name the files of rooks.

    ``progress`` is called with the number of questions asked, of all questions, and of wrong answers; the hunt ends if it
    returns ``False``.

    >>> from philidor import Position
    >>> def no_en_passant(fen):
    ...     position = Position(fen, strict=False)
    ...     return [move for move in position.legal_moves() if not position.is_en_passant(move)]
    >>> report = hunt(no_en_passant, leaves=50)
    >>> [finding.name for finding in report.findings]
    ['en-passant']
    >>> report.findings[0].reasons[0].fault
    'missing'

    Raises ``TypeError`` for a generator that cannot be called, ``ValueError`` if a line of the suite cannot be read,
    ``RuntimeError`` if all questions were refused.
    """
    if not callable(generator):
        raise TypeError(f"a generator is a function, not {type(generator).__name__}")
    called = str(name or getattr(generator, "__name__", None) or "the generator")
    as_json, text, page = hunted(generator, called, answers, chess960, suite, leaves, depth, seconds, progress)
    data = json.loads(as_json)
    return Report(
        findings=tuple(map(_finding, data["findings"])),
        right=data["right"],
        wrong=data["wrong"],
        unanswered=len(data["unanswered"]),
        not_asked=data["not_asked"],
        data=data,
        text=text,
        page=page,
    )
