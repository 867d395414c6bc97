"""An engine that is called like a function: each call waits for the answer.

One thread reads what the engine writes and puts the lines into a queue; whoever has called reads the queue. A lock lets
one call at a time speak with the engine, and a call that begins while an analysis runs stops that analysis first.
"""

from __future__ import annotations

import asyncio
import logging
import queue
import subprocess
import threading
import time
from collections.abc import Iterable, Iterator, Mapping
from types import TracebackType
from typing import Any, Self

from ..board import Board
from ..moves import Move
from ..squares import WHITE, Color
from .information import read_info
from .limits import BestMove, Info, InfoDict, Limit, Opponent, PlayResult
from .options import (
    AnalysisComplete,
    ConfigMapping,
    ConfigValue,
    EngineError,
    EngineTerminatedError,
    Option,
    UciOptionMap,
    read_option,
)

LOGGER = logging.getLogger("philidor.compat.engine")

#: After so many seconds a thread that waits for a line looks whether another one has read the last line of the search.
_SLICE = 0.05


class SimpleEngine:
    """A UCI engine in a process of its own. It is ended by ``quit``, ``close`` or ``with``.

    Calls raise ``asyncio.TimeoutError`` if an answer takes *timeout* seconds longer than it should, ``EngineError`` if
    the engine does not keep to the protocol, ``EngineTerminatedError`` if it ends.
    """

    def __init__(self, process: subprocess.Popen[str], *, timeout: float | None = 10.0) -> None:
        self.process, self.timeout = process, timeout
        self.id: dict[str, str] = {}
        self.options: UciOptionMap[Option] = UciOptionMap()
        self.config: UciOptionMap[ConfigValue] = UciOptionMap()
        self._lines: queue.SimpleQueue[str | None] = queue.SimpleQueue()
        self._lock = threading.RLock()
        self._analysis: SimpleAnalysisResult | None = None
        self._game: object = None
        self._first = True
        threading.Thread(target=self._read, name=f"engine {process.pid}", daemon=True).start()

    # Beginning and end.

    @classmethod
    def popen_uci(
        cls,
        command: str | list[str],
        *,
        timeout: float | None = 10.0,
        debug: bool | None = None,
        setpgrp: bool = False,
        **popen_args: Any,
    ) -> SimpleEngine:
        """Starts a UCI engine: the path of a program, or a list of it and its arguments."""
        given: dict[str, Any] = {"start_new_session": True} if setpgrp else {}
        process = subprocess.Popen(
            [command] if isinstance(command, str) else command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
            errors="replace",
            bufsize=1,
            **(given | popen_args),
        )
        engine = cls(process, timeout=timeout)
        try:
            engine._initialize()
        except BaseException:
            engine.close()
            raise
        return engine

    @classmethod
    def popen(cls, Protocol: Any, command: str | list[str], **given: Any) -> SimpleEngine:  # noqa: N803
        """Starts an engine; only UCI is supported."""
        return cls.popen_uci(command, **given)

    @classmethod
    def popen_xboard(cls, command: str | list[str], **given: Any) -> SimpleEngine:
        """Not supported: raises ``EngineError``."""
        raise EngineError("philidor.compat does not speak the XBoard protocol; use an engine that knows UCI")

    def _initialize(self) -> None:
        with self._lock:
            self._send("uci")
            for line in self._until("uciok"):
                word, _, rest = line.partition(" ")
                if word == "id":
                    name, _, value = rest.partition(" ")
                    self.id[name] = value
                elif word == "option":
                    option = read_option(rest.split())
                    self.options[option.name] = option
            for option in self.options.values():
                if option.default is not None:
                    self.config[option.name] = option.default

    def quit(self) -> None:
        """Asks the engine to end, and waits for that."""
        with self._lock:
            self._stop_analysis()
            try:
                self._send("quit")
                self.process.wait(self.timeout)
            except (EngineTerminatedError, subprocess.TimeoutExpired):
                pass
        self.close()

    def close(self) -> None:
        """Ends the engine at once."""
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        for stream in (self.process.stdin, self.process.stdout):
            try:
                if stream is not None:
                    stream.close()
            except OSError:
                pass

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, place: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<{type(self).__name__} (pid={self.process.pid})>"

    @property
    def returncode(self) -> int | None:
        """The exit code, if the engine has ended."""
        return self.process.poll()

    # Lines.

    def _read(self) -> None:
        assert self.process.stdout is not None
        try:
            for line in self.process.stdout:
                LOGGER.debug("%s >> %s", self, line.rstrip())
                self._lines.put(line.strip())
        except (OSError, ValueError):
            pass
        self._lines.put(None)

    def _send(self, line: str) -> None:
        LOGGER.debug("%s << %s", self, line)
        try:
            assert self.process.stdin is not None
            self.process.stdin.write(line + "\n")
            self.process.stdin.flush()
        except (OSError, ValueError):
            raise EngineTerminatedError("engine event loop dead") from None

    def _line(self, seconds: float | None) -> str:
        try:
            line = self._lines.get(timeout=seconds)
        except queue.Empty:
            raise asyncio.TimeoutError from None
        if line is None:
            self._lines.put(None)
            raise EngineTerminatedError(f"engine process died unexpectedly (exit code: {self.process.poll()})")
        return line

    def _until(self, word: str) -> Iterator[str]:
        end = None if self.timeout is None else time.monotonic() + self.timeout
        while True:
            line = self._line(None if end is None else max(0.0, end - time.monotonic()))
            if line.split(" ", 1)[0] == word:
                return
            yield line

    def ping(self) -> None:
        """Waits until the engine answers."""
        with self._lock:
            self._stop_analysis()
            self._ready()

    def _ready(self) -> None:
        self._send("isready")
        for _ in self._until("readyok"):
            pass

    # Options.

    def configure(self, options: ConfigMapping) -> None:
        """Sets options. Raises ``EngineError`` for options that the engine does not have, and for managed ones."""
        with self._lock:
            self._stop_analysis()
            for name, value in options.items():
                if name in self.options and self.options[name].is_managed():
                    raise EngineError(f"cannot set {name} which is automatically managed")
                self._set_option(name, value)

    def _set_option(self, name: str, value: ConfigValue) -> None:
        if name not in self.options:
            raise EngineError(f"engine does not support option {name} (available options: {', '.join(self.options)})")
        option = self.options[name]
        parsed = option.parse(value)
        if option.type != "button" and name in self.config and self.config[name] == parsed:
            return
        text = {True: "true", False: "false"}[parsed] if isinstance(parsed, bool) else str(parsed)
        self._send(f"setoption name {option.name}" + ("" if parsed is None else f" value {text or '<empty>'}"))
        if option.type != "button":
            self.config[name] = parsed

    def send_opponent_information(
        self, *, opponent: Opponent | None = None, engine_rating: int | None = None
    ) -> None:
        """Tells the engine whom it plays, if it wants to know."""
        if opponent is not None and "UCI_Opponent" in self.options:
            kind = "computer" if opponent.is_engine else "human"
            rating = opponent.rating or "none"
            with self._lock:
                self._set_option(
                    "UCI_Opponent", f"{opponent.title or 'none'} {rating} {kind} {opponent.name or '(none)'}"
                )

    def send_game_result(
        self,
        board: Board,
        winner: Color | None = None,
        game_ending: str | None = None,
        game_complete: bool = True,
    ) -> None:
        """Does nothing: UCI has no words for how a game ended."""

    # Searching.

    def play(
        self,
        board: Board,
        limit: Limit,
        *,
        game: object = None,
        info: Info = Info.NONE,
        ponder: bool = False,
        draw_offered: bool = False,
        root_moves: Iterable[Move] | None = None,
        options: ConfigMapping = {},
        opponent: Opponent | None = None,
    ) -> PlayResult:
        """The move that the engine plays in a position. Pondering is not supported and is passed over."""
        if opponent is not None:
            self.send_opponent_information(opponent=opponent)
        with self.analysis(board, limit, game=game, info=info, root_moves=root_moves, options=options) as analysis:
            best = analysis.wait()
            return PlayResult(best.move, best.ponder, analysis.info)

    def analyse(
        self,
        board: Board,
        limit: Limit,
        *,
        multipv: int | None = None,
        game: object = None,
        info: Info = Info.ALL,
        root_moves: Iterable[Move] | None = None,
        options: ConfigMapping = {},
    ) -> InfoDict | list[InfoDict]:
        """What the engine tells about a position; with *multipv* a list, one for each line."""
        with self.analysis(
            board, limit, multipv=multipv, game=game, info=info, root_moves=root_moves, options=options
        ) as analysis:
            analysis.wait()
            return analysis.info if multipv is None else analysis.multipv

    def analysis(
        self,
        board: Board,
        limit: Limit | None = None,
        *,
        multipv: int | None = None,
        game: object = None,
        info: Info = Info.ALL,
        root_moves: Iterable[Move] | None = None,
        options: ConfigMapping = {},
    ) -> SimpleAnalysisResult:
        """Begins an analysis, without a *limit* an endless one, and returns it; iterating tells what the engine tells."""
        with self._lock:
            self._stop_analysis()
            before = {name: self.config[name] for name in options if name in self.config}
            for name, value in options.items():
                self._set_option(name, value)
            if multipv is not None or ("MultiPV" in self.config and self.config["MultiPV"] != 1):
                self._set_option("MultiPV", multipv or 1)
            if "UCI_Chess960" in self.options:
                self._set_option("UCI_Chess960", board.chess960)
            elif board.chess960:
                raise EngineError("engine does not support UCI_Chess960")
            if self._first or self._game != game:
                self._send("ucinewgame")
                self._first, self._game = False, game
            self._ready()
            self._send(_position(board))
            self._send(_go(limit, board, root_moves))
            self._analysis = SimpleAnalysisResult(self, board.copy(), limit, info, before)
            return self._analysis

    def _stop_analysis(self) -> None:
        if self._analysis is not None:
            self._analysis._finish()

    def _stop_soon(self) -> None:
        """Asks for the end of a search for which another thread waits."""
        analysis = self._analysis
        if analysis is not None:
            try:
                analysis.stop()
            except EngineTerminatedError:
                pass


class SimpleAnalysisResult:
    """A running analysis. It is stopped by ``stop``, by ``with``, and by the next call to the engine."""

    def __init__(
        self, engine: SimpleEngine, board: Board, limit: Limit | None, info: Info, before: Mapping[str, ConfigValue]
    ) -> None:
        self._engine, self._board, self._wanted, self._before = engine, board, info, dict(before)
        self._pending: list[InfoDict] = []
        self._best: BestMove | None = None
        self._stopped = False
        self._reading = threading.Lock()
        self.multipv: list[InfoDict] = [{}]
        self._deadline: float | None = None
        if limit is not None and engine.timeout is not None:
            seconds = limit.time
            if seconds is None and not (limit.depth or limit.nodes or limit.mate):
                seconds = limit.white_clock if board.turn == WHITE else limit.black_clock
            if seconds is not None:
                self._deadline = time.monotonic() + seconds + engine.timeout

    @property
    def info(self) -> InfoDict:
        """All that is known about the first line."""
        return self.multipv[0]

    def _take(self, wait: bool) -> bool:
        """Reads one line of the engine; whether there was one."""
        while True:
            # Whoever waits may be abandoned by its task and wait on, while another thread stops the search.
            with self._reading:
                if self._best is not None or (not wait and self._engine._lines.empty()):
                    return False
                left = None if self._deadline is None else max(0.0, self._deadline - time.monotonic())
                try:
                    self._read(self._engine._line(_SLICE if left is None else min(left, _SLICE)))
                    return True
                except asyncio.TimeoutError:
                    if left is not None and left <= _SLICE:
                        raise
                except EngineTerminatedError:
                    self._best = BestMove()
                    raise

    def _read(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        if word == "info":
            self._told(read_info(rest.split(), self._board, self._wanted))
        elif word == "bestmove":
            self._best = _best(rest.split(), self._board)
            engine = self._engine
            if engine._analysis is self:
                engine._analysis = None
            for name, value in self._before.items():
                engine._set_option(name, value)

    def _told(self, info: InfoDict) -> None:
        if not info:
            return
        number = info.get("multipv", 1)
        while len(self.multipv) < number:
            self.multipv.append({})
        if "score" in info:
            for bound in ("lowerbound", "upperbound"):
                self.multipv[number - 1].pop(bound, None)  # type: ignore[misc]
        self.multipv[number - 1].update(info)
        self._pending.append(info)

    def stop(self) -> None:
        """Asks the engine to stop as soon as it can."""
        if self._best is None and not self._stopped:
            self._stopped = True
            self._engine._send("stop")
            if self._engine.timeout is not None:
                self._deadline = time.monotonic() + self._engine.timeout

    def wait(self) -> BestMove:
        """Waits for the end, and returns the best move."""
        while self._best is None:
            self._take(wait=True)
        return self._best

    def _finish(self) -> None:
        if self._best is None:
            self.stop()
            try:
                self.wait()
            except EngineTerminatedError:
                pass

    def next(self) -> InfoDict | None:
        """What the engine tells next; ``None`` at the end."""
        while not self._pending:
            if not self._take(wait=True):
                return None
        return self._pending.pop(0)

    def get(self) -> InfoDict:
        """What the engine tells next. Raises ``AnalysisComplete`` at the end."""
        info = self.next()
        if info is None:
            raise AnalysisComplete()
        return info

    def empty(self) -> bool:
        """Whether everything that came has been taken."""
        while self._take(wait=False):
            pass
        return not self._pending

    def would_block(self) -> bool:
        """Whether ``next`` would wait."""
        return self.empty() and self._best is None

    def __iter__(self) -> Iterator[InfoDict]:
        while (info := self.next()) is not None:
            yield info

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, place: TracebackType | None
    ) -> None:
        with self._engine._lock:
            self._finish()


def _position(board: Board) -> str:
    """The command that sets a position, with all moves on the stack."""
    root = board.root()
    fen = root.fen(shredder=board.chess960, en_passant="fen")
    start = "startpos" if fen == Board.starting_fen and not board.chess960 else f"fen {fen}"
    moves = " ".join(board.uci(move) if not board.chess960 else move.uci() for move in board.move_stack)
    return f"position {start}" + (f" moves {moves}" if moves else "")


def _go(limit: Limit | None, board: Board, root_moves: Iterable[Move] | None) -> str:
    """The command that begins a search."""
    words = ["go"]
    if limit is not None:
        clocks = (
            ("wtime", limit.white_clock),
            ("btime", limit.black_clock),
            ("winc", limit.white_inc),
            ("binc", limit.black_inc),
        )
        for name, seconds in clocks:
            if seconds is not None:
                words += [name, str(max(1 if "time" in name else 0, round(seconds * 1000)))]
        counts = (
            ("movestogo", limit.remaining_moves),
            ("depth", limit.depth),
            ("nodes", limit.nodes),
            ("mate", limit.mate),
        )
        for name, count in counts:
            if count is not None:
                words += [name, str(max(1, int(count)))]
        if limit.time is not None:
            words += ["movetime", str(max(1, round(limit.time * 1000)))]
    if len(words) == 1:
        words.append("infinite")
    if root_moves is not None:
        words += ["searchmoves", *(board.uci(move) for move in root_moves)]
    return " ".join(words)


def _best(words: list[str], board: Board) -> BestMove:
    if not words or words[0] in ("(none)", "NULL"):
        return BestMove()
    try:
        move = board.push_uci(words[0])
    except ValueError as error:
        raise EngineError(str(error)) from None
    ponder = None
    if "ponder" in words and len(words) > 2 and words[2] != "(none)":
        try:
            ponder = board.parse_uci(words[2])
        except ValueError:
            LOGGER.warning("engine sent invalid ponder move: %s", words[2])
    board.pop()
    return BestMove(move, ponder)


