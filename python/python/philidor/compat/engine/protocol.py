"""An engine on asyncio: its lines, and one conversation with it after the other.

```text
play ──► task: waits for its turn, sends, reads lines ──► answer ──► play returns
analysis ──► task: … ──► answer: an AnalysisResult; the task reads on until the engine has stopped
```

A call waits for its answer alone. If it is cancelled, its task stops the search and takes the engine's move, so that the
next conversation finds the engine free. A call that comes while an engine searches stops that search first.
"""

from __future__ import annotations

import asyncio
import logging
import subprocess
import sys
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Coroutine, Iterable, MutableMapping
from typing import Any, Self, TypeAlias, TypeVar, overload

from ..board import Board
from ..moves import Move
from ..squares import Color
from .analysis import AnalysisResult
from .limits import Info, InfoDict, Limit, Opponent, PlayResult
from .options import ConfigMapping, ConfigValue, EngineError, EngineTerminatedError, Option

LOGGER = logging.getLogger("philidor.compat.engine")
T = TypeVar("T")
P = TypeVar("P", bound="Protocol")
Answer: TypeAlias = "asyncio.Future[Any]"

#: A line that is longer ends the engine.
MAX_LINE = 1 << 20


class Protocol(asyncio.SubprocessProtocol, ABC):
    """An engine whose calls are awaited: what all protocols have in common."""

    options: MutableMapping[str, Option]
    """The options of the engine, by their names."""

    id: dict[str, str]
    """What the engine says about itself: ``name``, ``author``."""

    def __init__(self) -> None:
        self.loop = asyncio.get_running_loop()
        self.transport: asyncio.SubprocessTransport | None = None
        self.id = {}
        self.initialized = False
        self.returncode: asyncio.Future[int] = self.loop.create_future()
        self._buffers: dict[int, bytearray] = {1: bytearray(), 2: bytearray()}
        self._lines: deque[str] = deque()
        self._news = asyncio.Event()
        self._dead: str | None = None
        self._turn = asyncio.Lock()
        self._tasks: set[asyncio.Task[None]] = set()
        self._waiting = 0
        self._stopper: Callable[[], None] | None = None
        self._opponent: Opponent | None = None
        self._engine_rating: int | None = None

    def __repr__(self) -> str:
        pid = self.transport.get_pid() if self.transport is not None else "?"
        return f"<{type(self).__name__} (pid={pid})>"

    # The process.

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """The process runs."""
        self.transport = transport  # type: ignore[assignment]
        LOGGER.debug("%s: connection made", self)

    def pipe_data_received(self, fd: int, data: bytes | str) -> None:
        """The process has written."""
        buffer = self._buffers[fd]
        buffer += data.encode() if isinstance(data, str) else data
        if b"\n" in data if isinstance(data, bytes) else "\n" in data:
            *lines, rest = buffer.split(b"\n")
            self._buffers[fd] = bytearray(rest)
            for line in lines:
                self._said(fd, line.removesuffix(b"\r").decode(errors="replace"))
        if len(self._buffers[fd]) > MAX_LINE:
            self._buffers[fd].clear()
            self._end(f"engine wrote a line of more than {MAX_LINE} bytes")
            if self.transport is not None:
                self.transport.kill()

    def _said(self, fd: int, line: str) -> None:
        if fd != 1:
            LOGGER.warning("%s: stderr >> %s", self, line)
            return
        LOGGER.debug("%s: >> %s", self, line)
        # A line outside any conversation has no receiver.
        if self._turn.locked() and self._dead is None:
            self._lines.append(line)
            self._news.set()

    def pipe_connection_lost(self, fd: int, exc: Exception | None) -> None:
        """The process has closed a pipe."""
        if fd == 1:
            # Most have ended, and their exit code says more.
            self.loop.call_later(0.2, self._end, "engine process closed its output")

    def process_exited(self) -> None:
        """The process has ended."""
        code = self.transport.get_returncode() if self.transport is not None else None
        self._end(f"engine process died unexpectedly (exit code: {code})")
        if not self.returncode.done():
            self.returncode.set_result(code or 0)

    def connection_lost(self, exc: Exception | None) -> None:
        """The process has ended."""
        LOGGER.debug("%s: connection lost", self)
        self.process_exited()

    def _end(self, why: str) -> None:
        self._dead = self._dead or why
        self._news.set()

    # Lines.

    def send_line(self, line: str) -> None:
        """Sends a line. Raises ``EngineTerminatedError`` if the engine has ended."""
        if self._dead is not None or self.transport is None:
            raise EngineTerminatedError(self._dead or "engine process has not been started")
        LOGGER.debug("%s: << %s", self, line)
        stdin: Any = self.transport.get_pipe_transport(0)
        stdin.write((line + "\n").encode())

    async def _line(self) -> str:
        """The next line of the engine, without blanks at its ends."""
        while not self._lines:
            if self._dead is not None:
                raise EngineTerminatedError(self._dead)
            self._news.clear()
            await self._news.wait()
        return self._lines.popleft().strip(" \t\r")

    async def _until(self, *words: str) -> None:
        """Skips lines, up to one that says this."""
        while tuple((await self._line()).split()) != words:
            pass

    # Conversations.

    async def _converse(self, talk: Callable[[Answer], Coroutine[Any, Any, None]], *, first: bool = False) -> Any:
        """Has a conversation as soon as the engine is free, and returns its answer."""
        if not first and not self.initialized:
            raise EngineError(self._dead or "engine is not initialized")
        answer: Answer = self.loop.create_future()
        self._interrupt()
        self._waiting += 1
        task = self.loop.create_task(self._take_turn(talk, answer))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        try:
            return await answer
        except asyncio.CancelledError:
            self._interrupt()
            raise

    async def _take_turn(self, talk: Callable[[Answer], Coroutine[Any, Any, None]], answer: Answer) -> None:
        async with self._turn:
            self._waiting -= 1
            if answer.cancelled():
                return
            self._lines.clear()
            try:
                await talk(answer)
            except Exception as error:
                if answer.done():
                    LOGGER.debug("%s: %s", self, error)
                else:
                    answer.set_exception(error)
            finally:
                self._stopper = None
                if not answer.done():
                    answer.set_exception(EngineTerminatedError(self._dead or "engine event loop dead"))

    def _searches(self, answer: Answer, stop: Callable[[], None]) -> None:
        """A search has begun, and this is how it is stopped."""
        self._stopper = stop
        if answer.cancelled() or self._waiting:
            self._interrupt()

    def _interrupt(self) -> None:
        """Stops the search that runs, if any."""
        stop, self._stopper = self._stopper, None
        if stop is not None:
            try:
                stop()
            except EngineTerminatedError:
                pass

    # What an engine can be asked.

    @abstractmethod
    async def initialize(self) -> None:
        """Starts the conversation; ``popen_uci`` and ``popen_xboard`` have done so."""

    @abstractmethod
    async def ping(self) -> None:
        """Waits until the engine answers."""

    @abstractmethod
    async def configure(self, options: ConfigMapping) -> None:
        """Sets options. Raises ``EngineError`` for options that the engine does not have, and for managed ones."""

    @abstractmethod
    async def send_opponent_information(
        self, *, opponent: Opponent | None = None, engine_rating: int | None = None
    ) -> None:
        """Names the engine's opponent and the engine's own rating; the engine gets both when the next game begins."""

    @abstractmethod
    async def play(
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
        """The move that the engine plays in a position.

        *game* is any object that identifies the game: one that differs from the last begins a new game. With *ponder*
        the engine keeps thinking on its opponent's time, until the next call. *root_moves* are the moves it may choose
        from; *options* hold for this call.
        """

    @overload
    async def analyse(
        self,
        board: Board,
        limit: Limit,
        *,
        multipv: None = None,
        game: object = None,
        info: Info = Info.ALL,
        root_moves: Iterable[Move] | None = None,
        options: ConfigMapping = {},
    ) -> InfoDict: ...
    @overload
    async def analyse(
        self,
        board: Board,
        limit: Limit,
        *,
        multipv: int,
        game: object = None,
        info: Info = Info.ALL,
        root_moves: Iterable[Move] | None = None,
        options: ConfigMapping = {},
    ) -> list[InfoDict]: ...
    async def analyse(
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
        """What the engine reports about a position; with *multipv* a list, with one item for each line."""
        analysis = await self.analysis(
            board, limit, multipv=multipv, game=game, info=info, root_moves=root_moves, options=options
        )
        with analysis:
            await analysis.wait()
        return analysis.info if multipv is None else analysis.multipv

    @abstractmethod
    async def analysis(
        self,
        board: Board,
        limit: Limit | None = None,
        *,
        multipv: int | None = None,
        game: object = None,
        info: Info = Info.ALL,
        root_moves: Iterable[Move] | None = None,
        options: ConfigMapping = {},
    ) -> AnalysisResult:
        """Begins an analysis, which is endless without a *limit*."""

    @abstractmethod
    async def send_game_result(
        self,
        board: Board,
        winner: Color | None = None,
        game_ending: str | None = None,
        game_complete: bool = True,
    ) -> None:
        """Says how a game ended, to engines that want to know."""

    async def quit(self) -> None:
        """Asks the engine to end, and waits for that."""
        self._interrupt()
        self.send_line("quit")
        await asyncio.shield(self.returncode)

    @classmethod
    async def popen(
        cls, command: str | list[str], *, setpgrp: bool = False, **popen_args: Any
    ) -> tuple[asyncio.SubprocessTransport, Self]:
        """Starts an engine: the path of a program, or a list of it and its arguments."""
        given: dict[str, Any] = {}
        if sys.platform == "win32":
            given = {"creationflags": subprocess.CREATE_NEW_PROCESS_GROUP if setpgrp else 0}
        elif setpgrp:
            given = {"start_new_session": True}
        words = [command] if isinstance(command, str) else command
        return await asyncio.get_running_loop().subprocess_exec(cls, *words, **(given | popen_args))


def option_value(options: MutableMapping[str, Option], name: str, value: ConfigValue) -> tuple[Option, ConfigValue]:
    """An option of an engine, and a value as it takes it."""
    if name not in options:
        raise EngineError(f"engine does not support option {name} (available options: {', '.join(options)})")
    return options[name], options[name].parse(value)


async def started(protocol: type[P], command: str | list[str], **given: Any) -> tuple[asyncio.SubprocessTransport, P]:
    """An engine that has been started, and that has answered."""
    transport, engine = await protocol.popen(command, **given)
    try:
        await engine.initialize()
    except BaseException:
        transport.close()
        await asyncio.wait([engine.returncode], timeout=1)
        raise
    return transport, engine
