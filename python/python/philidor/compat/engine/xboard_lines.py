"""What engines that speak XBoard write: features, options, thinking."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ..board import Board
from ..moves import Move
from ..scores import Cp, Mate, PovScore, Score
from .limits import BestMove, Info, InfoDict, Limit
from .options import ConfigValue, Option

_FEATURE = re.compile(r"(\w+)=(?:\"((?:\"\"|[^\"])*)\"(?=\s|$)|(\S*))")
#: Mates are written as this many centipawns plus the number of moves.
_MATE = 100_000


def read_features(text: str) -> Iterator[tuple[str, str]]:
    """The features of a line, without its first word.

    >>> list(read_features('ping=1 myname="A b" done=0'))
    [('ping', '1'), ('myname', 'A b'), ('done', '0')]
    """
    for name, quoted, plain in _FEATURE.findall(text):
        yield name, quoted or plain


def read_option(text: str) -> Option:
    """The option of a feature.

    >>> read_option("Threads -spin 1 1 8")
    Option(name='Threads', type='spin', default=1, min=1, max=8, var=[])
    """
    name, _, rest = text.partition(" -")
    kind, _, value = rest.partition(" ")
    name, kind, value = name.strip(), kind.strip(), value.strip()
    if kind in ("spin", "slider"):
        numbers = [int(word) for word in value.split() if word.lstrip("+-").isdigit()]
        default, least, most = [*numbers, None, None, None][:3]
        return Option(name, "spin", default, least, most, [])
    if kind == "check":
        return Option(name, kind, value == "1", None, None, [])
    if kind == "combo":
        choices = [choice.strip() for choice in value.split("///")]
        starred = next((choice for choice in choices if choice.startswith("*")), choices[0])
        var = [choice.removeprefix("*") for choice in choices]
        return Option(name, kind, starred.removeprefix("*"), None, None, var)
    default_text: ConfigValue = None if kind in ("button", "reset", "save") else value.strip('"')
    return Option(name, kind, default_text, None, None, [])


def read_thinking(line: str, board: Board, wanted: Info = Info.ALL) -> InfoDict | None:
    """What a line of thinking output says: depth, score, time in hundredths of a second, nodes, and moves.

    >>> info = read_thinking("4 116 23 2252 1. e4 e6 2. d4", Board())
    >>> info["depth"], info["time"], [move.uci() for move in info["pv"]]
    (4, 0.23, ['e2e4', 'e7e6', 'd2d4'])
    """
    words = line.split()
    try:
        depth, score, time, nodes = (int(word.rstrip("+-.")) for word in words[:4])
    except ValueError:
        return None
    info: InfoDict = {}
    if wanted & Info.BASIC:
        info["depth"], info["time"], info["nodes"] = depth, time / 100.0, nodes
        numbers = []
        for word in words[4:7]:
            if not word.isdigit():
                break
            numbers.append(int(word))
        if len(numbers) == 3:
            info["seldepth"], info["nps"], info["tbhits"] = numbers[0], numbers[1] * 1000, numbers[2]
    if wanted & Info.SCORE:
        given: Score = Cp(score)
        if abs(score) > _MATE:
            given = Mate(score - _MATE if score > 0 else score + _MATE)
        info["score"] = PovScore(given, board.turn)
    if wanted & Info.PV:
        info["pv"] = _line(words[4:], board)
    return info


def _line(words: list[str], board: Board) -> list[Move]:
    """The moves among words, as far as they are legal."""
    board, moves = board.copy(stack=False), []
    for word in words:
        move = re.sub(r"^\d+\.+", "", word)
        if not move or move.isdigit() or move.startswith(("(", "{", "<")):
            continue
        try:
            moves.append(board.push_xboard(move))
        except ValueError:
            break
    return moves


def best_of(line: list[Move]) -> BestMove:
    """The best move of a line, and the answer to it."""
    return BestMove(*line[:2]) if line else BestMove()


def is_reached(limit: Limit, info: InfoDict) -> bool:
    """Whether an analysis, whose end the protocol leaves to its user, has come as far as it should."""
    if limit.depth is not None and info.get("depth", 0) >= limit.depth:
        return True
    if limit.nodes is not None and info.get("nodes", 0) >= limit.nodes:
        return True
    score = info.get("score")
    mate = None if score is None else score.relative.mate()
    return limit.mate is not None and mate is not None and 0 < mate <= limit.mate


def level(moves: int | None, seconds: float, gain: float | None) -> str:
    """The command that sets the clock of a game.

    >>> level(40, 300, None), level(None, 65.4, 0.5)
    ('level 40 5 0', 'level 0 1:05 0.5')
    """
    minutes, rest = divmod(int(seconds), 60)
    return f"level {moves or 0} {minutes}{f':{rest:02d}' if rest else ''} {gain or 0:g}"
