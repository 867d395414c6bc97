"""The protocol by itself: commands as lines, and what an engine's lines mean. Nothing here does input or output.

::

    Query ──commands──► position … · go …         the engine
      ▲                                              │
      └─ read ◄── info depth 7 score cp 31 pv e2e4 … │
                  bestmove e2e4 ponder e7e5 ◄────────┘
"""

from __future__ import annotations

import shlex
from collections.abc import Iterable, Mapping
from typing import Any

from .._native import Game, Move, Position
from ..analysis import Analysis, Bound, Clock, Line, Score
from ..errors import EngineError, MoveError
from .options import Option, read_option

__all__ = ["Identity", "Query", "game_of", "words_of"]


class Identity:
    """Who an engine is, and what can be set: what it says before ``uciok``."""

    def __init__(self) -> None:
        self.name = ""
        self.author = ""
        self.options: dict[str, Option] = {}

    def read(self, line: str) -> bool:
        """Reads a line, and returns whether it was the last one."""
        word, _, rest = line.strip().partition(" ")
        if word == "id":
            kind, _, text = rest.partition(" ")
            if kind == "name":
                self.name = text
            elif kind == "author":
                self.author = text
        elif word == "option":
            option = read_option(rest.split())
            if option is not None:
                self.options[option.name] = option
        return word == "uciok"

    def find(self, name: str) -> Option | None:
        """The option with a name, whose case does not matter."""
        same = (option for option in self.options.values() if option.name.lower() == name.lower())
        return self.options.get(name) or next(same, None)

    def set(self, options: Mapping[str, object]) -> list[str]:
        """The commands that set options. Raises ``ValueError`` for those that the engine does not have."""
        commands = []
        for name, value in options.items():
            option = self.find(name)
            if option is None:
                raise ValueError(f"{self.name or 'the engine'} has no option {name!r}; it has {', '.join(self.options)}")
            text = option.accept(value)
            commands.append(f"setoption name {option.name}" + ("" if text is None else f" value {text}"))
        return commands


def words_of(command: str | Iterable[str]) -> list[str]:
    """The program and its arguments."""
    words = shlex.split(command) if isinstance(command, str) else list(command)
    if not words:
        raise ValueError("a command names a program")
    return words


def game_of(given: Position | Game) -> Game:
    """What is asked about, as a game of its own."""
    if not isinstance(given, Position | Game):
        raise TypeError(f"what is analyzed is a Position or a Game, not {type(given).__name__}")
    return Game(given) if isinstance(given, Position) else given.copy()


class Query:
    """One question to an engine: a position and limits, and all that it has answered so far."""

    def __init__(
        self,
        given: Position | Game,
        *,
        depth: int | None = None,
        nodes: int | None = None,
        time: float | None = None,
        mate: int | None = None,
        clock: Clock | None = None,
        moves: Iterable[Move | str] | None = None,
        lines: int = 1,
    ) -> None:
        game = game_of(given)
        self.game, self.position, self.most_lines = game, game.position, max(1, lines)
        self.clock, self.time = clock, time
        self._limits = {"depth": depth, "nodes": nodes, "mate": mate}
        if any(limit is not None and limit < 1 for limit in self._limits.values()):
            raise ValueError("depth, nodes and mate are at least 1")
        times = [time] if clock is None else [time, clock.white, clock.black]
        if any(seconds is not None and not 0 <= seconds < 1e9 for seconds in times):
            raise ValueError("times are seconds, not below 0")
        self._moves = [self.position.uci(move) for move in moves] if moves is not None else []
        self.analysis = Analysis(self.position)
        self.is_over = False

    @property
    def is_limited(self) -> bool:
        """Whether the engine ends by itself."""
        return self.longest is not None or any(limit is not None for limit in self._limits.values())

    @property
    def longest(self) -> float | None:
        """How many seconds the engine may take, if time limits it."""
        if self.time is not None:
            return self.time
        if self.clock is None:
            return None
        return self.clock.black if self.position.turn else self.clock.white

    def settings(self, identity: Identity) -> list[str]:
        """The commands that set lines and Chess960. Raises ``EngineError`` if the engine has no such option."""
        wanted: dict[str, object] = {}
        if identity.find("MultiPV") is not None:
            wanted["MultiPV"] = min(self.most_lines, identity.find("MultiPV").most or self.most_lines)  # type: ignore[union-attr]
        elif self.most_lines > 1:
            raise EngineError(f"{identity.name or 'the engine'} has no option MultiPV, and finds one line")
        if identity.find("UCI_Chess960") is not None:
            wanted["UCI_Chess960"] = self.position.is_chess960
        elif self.position.is_chess960:
            raise EngineError(f"{identity.name or 'the engine'} has no option UCI_Chess960")
        return identity.set(wanted)

    def commands(self) -> list[str]:
        """The commands that set the position and begin the search."""
        start = self.game.start
        fen = start.fen(castling="shredder" if start.is_chess960 else "xfen")
        position = f"position fen {fen}"
        if len(self.game):
            position += " moves " + " ".join(map(str, self.game.moves))
        words = ["go"]
        if self.clock is not None:
            clock = self.clock
            for word, seconds in (("wtime", clock.white), ("btime", clock.black)):
                words += [word, str(max(1, round(seconds * 1000)))]
            for word, seconds in (("winc", clock.white_increment), ("binc", clock.black_increment)):
                words += [word, str(max(0, round(seconds * 1000)))]
            if clock.moves_to_go is not None:
                words += ["movestogo", str(clock.moves_to_go)]
        if self.time is not None:
            words += ["movetime", str(max(1, round(self.time * 1000)))]
        for word, limit in self._limits.items():
            if limit is not None:
                words += [word, str(limit)]
        if not self.is_limited:
            words.append("infinite")
        if self._moves:
            words += ["searchmoves", *self._moves]
        return [position, " ".join(words)]

    def read(self, line: str) -> bool:
        """Reads a line of the engine, and returns whether it brought anything new. Raises ``EngineError`` if the answer
        is not a move."""
        word, _, rest = line.strip().partition(" ")
        if word == "bestmove":
            self._answer(line.strip(), rest.split())
            return True
        if word == "info":
            found = _info(rest.split(), self.position)
            if found is not None:
                self._add(*found)
                return True
        return False

    def _add(self, number: int, line: Line) -> None:
        """Puts a line in its place, instead of the older one with the same first move."""
        lines = [one for one in self.analysis.lines if one.moves[0] is not line.moves[0]]
        lines.insert(min(number - 1, len(lines)), line)
        del lines[self.most_lines :]
        self.analysis = _with(self.analysis, lines=tuple(lines), best=lines[0].moves[0], reply=_reply(lines[0]))

    def _answer(self, line: str, words: list[str]) -> None:
        self.is_over = True
        if not words or words[0] in ("(none)", "0000", "NULL"):
            self.analysis = _with(self.analysis, best=None, reply=None)
            return
        try:
            best = self.position.parse_uci(words[0])
        except MoveError as error:
            raise EngineError(f"the engine's answer is not a legal move: {error}", line) from None
        reply = None
        if len(words) > 2 and words[1] == "ponder":
            try:
                reply = self.position.play(best).parse_uci(words[2])
            except MoveError:
                reply = None
        self.analysis = _with(self.analysis, best=best, reply=reply)


def _with(analysis: Analysis, **changes: Any) -> Analysis:
    same = {"lines": analysis.lines, "best": analysis.best, "reply": analysis.reply}
    return Analysis(analysis.position, **(same | changes))


def _reply(line: Line) -> Move | None:
    return line.moves[1] if len(line.moves) > 1 else None


_NUMBERS = {"depth": "depth", "seldepth": "selective_depth", "nodes": "nodes", "hashfull": "fullness", "multipv": "number"}


def _info(words: list[str], position: Position) -> tuple[int, Line] | None:
    """The line of play in an ``info``, and its place; ``None`` if there is none, or if it cannot be read.

    >>> number, line = _info("depth 2 score cp -13 nodes 40 pv e2e4 e7e5".split(), Position())
    >>> number, line.san(Position()), str(line.score), line.depth
    (1, 'e4 e5', '-0.13', 2)
    """
    found: dict[str, Any] = {}
    score: Score | None = None
    bound: Bound = "exact"
    moves: list[Move] = []
    number, at = 1, 0
    try:
        while at < len(words):
            word, at = words[at], at + 1
            if word in _NUMBERS:
                found[_NUMBERS[word]], at = int(words[at]), at + 1
            elif word == "time":
                found["time"], at = int(words[at]) / 1000, at + 1
            elif word == "score":
                value = int(words[at + 1])
                score = Score.of_mate(value) if words[at] == "mate" else Score.of_centipawns(value)
                at += 2
            elif word in ("lowerbound", "upperbound"):
                bound = "at_least" if word == "lowerbound" else "at_most"
            elif word == "wdl":
                wins, draws, losses = map(int, words[at : at + 3])
                found["chances"], at = (wins, draws, losses), at + 3
            elif word == "pv":
                moves = _moves(words[at:], position)
                break
            elif word in ("string", "refutation", "currline"):
                break
    except (IndexError, ValueError):
        return None
    number = found.pop("number", 1)
    if score is None or not moves or number < 1:
        return None
    return number, Line(tuple(moves), score, bound, **found)


def _moves(words: list[str], position: Position) -> list[Move]:
    """The moves of a line, as far as they are legal: engines end a line with other words, or cut it."""
    moves = []
    for word in words:
        try:
            move = position.parse_uci(word)
        except MoveError:
            break
        moves.append(move)
        position = position.play(move)
    return moves
