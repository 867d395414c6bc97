"""Reading what a UCI engine reports about its search."""

from __future__ import annotations

import re
from typing import Any

from ..board import Board
from ..moves import Move
from ..scores import Cp, Mate, PovScore, PovWdl, Score, Wdl
from .limits import Info, InfoDict

_NUMBERS = (
    "depth", "seldepth", "nodes", "multipv", "currmovenumber", "hashfull", "nps", "tbhits", "cpuload", "movesleft",
)  # fmt: skip


_STRING = re.compile(r"(?:^|\s)string(?:\s|$)")


def read_info(text: str, board: Board, wanted: Info = Info.ALL) -> InfoDict:
    """The information of a line, without its first word. Words that are not understood are passed over.

    >>> read_info("depth 3  nodes 20 string and so  on", Board())
    {'string': 'and so  on', 'depth': 3, 'nodes': 20}
    """
    info: dict[str, Any] = {}
    string = _STRING.search(text)
    if string is not None:
        if wanted & Info.BASIC:
            info["string"] = text[string.end() :]
        text = text[: string.start()]
    words, at = text.split(), 0
    while at < len(words):
        word = words[at]
        at += 1
        try:
            if word in _NUMBERS:
                if wanted & Info.BASIC:
                    info[word] = int(words[at])
                at += 1
            elif word == "time":
                if wanted & Info.BASIC:
                    info["time"] = int(words[at]) / 1000.0
                at += 1
            elif word == "ebf":
                info["ebf"] = float(words[at])
                at += 1
            elif word == "score":
                kind, number = words[at], int(words[at + 1])
                at += 2
                score: Score = Mate(number) if kind == "mate" else Cp(number)
                if wanted & Info.SCORE:
                    info["score"] = PovScore(score, board.turn)
            elif word in ("lowerbound", "upperbound"):
                if wanted & Info.SCORE:
                    info[word] = True
            elif word == "wdl":
                wins, draws, losses = (int(text) for text in words[at : at + 3])
                at += 3
                if wanted & Info.SCORE:
                    info["wdl"] = PovWdl(Wdl(wins, draws, losses), board.turn)
            elif word == "currmove":
                if wanted & Info.BASIC:
                    info["currmove"] = Move.from_uci(words[at])
                at += 1
            elif word == "pv":
                line, at = _line(words, at, board)
                if wanted & Info.PV:
                    info["pv"] = line
            elif word in ("refutation", "currline"):
                _read_lines(word, words, at, board, wanted, info)
                break
        except (IndexError, ValueError):
            continue
    return info  # type: ignore[return-value]


def _line(words: list[str], at: int, board: Board) -> tuple[list[Move], int]:
    """The moves from a word on, as far as they are legal, and the place after them."""
    board, moves = board.copy(stack=False), []
    while at < len(words) and 4 <= len(words[at]) <= 5 and words[at][1].isdigit() and words[at][3].isdigit():
        try:
            moves.append(board.push_uci(words[at]))
        except ValueError:
            while at < len(words) and len(words[at]) in (4, 5):
                at += 1
            break
        at += 1
    return moves, at


def _read_lines(
    word: str, words: list[str], at: int, board: Board, wanted: Info, info: dict[str, Any]
) -> None:
    if word == "refutation" and wanted & Info.REFUTATION:
        moves, _ = _line(words, at, board)
        if moves:
            info["refutation"] = {moves[0]: moves[1:]}
    elif word == "currline" and wanted & Info.CURRLINE:
        number = int(words[at]) if words[at].isdigit() else 1
        moves, _ = _line(words, at + (1 if words[at].isdigit() else 0), board)
        info["currline"] = {number: moves}
