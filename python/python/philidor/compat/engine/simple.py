"""An engine that is called like a function: each call waits for the answer.

The engine itself is on asyncio, in an event loop of a thread of its own, which ends with the engine.
"""

from __future__ import annotations

import asyncio
import concurrent.futures
import threading
from collections.abc import Callable, Coroutine, Iterable, Iterator, MutableMapping
from types import TracebackType
from typing import Any, Self, TypeVar, overload

from ..board import Board
from ..moves import Move
from ..squares import WHITE, Color
from .analysis import AnalysisResult
from .limits import BestMove, Info, InfoDict, Limit, Opponent, PlayResult
from .options import AnalysisComplete, ConfigMapping, EngineTerminatedError, Option
from .protocol import Protocol, started
from .uci import UciProtocol
from .xboard import XBoardProtocol

T = TypeVar("T")


def run_in_background(
    coroutine: Callable[[concurrent.futures.Future[T]], Coroutine[Any, Any, None]],
    *,
    name: str | None = None,
    debug: bool | None = None,
) -> T:
    """Runs a coroutine in an event loop of a thread of its own, which may continue after it has set the result."""
    result: concurrent.futures.Future[T] = concurrent.futures.Future()

    def run() -> None:
        try:
            asyncio.run(coroutine(result), debug=debug)
        except BaseException as error:
            if not result.done():
                result.set_exception(error)

    threading.Thread(target=run, name=name, daemon=True).start()
    return result.result()


class SimpleEngine:
    """An engine in a process of its own. It is ended by ``quit``, ``close`` or ``with``.

    Calls raise ``asyncio.TimeoutError`` if an answer takes *timeout* seconds longer than it should, ``EngineError`` if
    the engine does not keep to the protocol, ``EngineTerminatedError`` if it ends.
    """

    def __init__(
        self, transport: asyncio.SubprocessTransport, protocol: Protocol, *, timeout: float | None = 10.0
    ) -> None:
        self.transport, self.protocol, self.timeout = transport, protocol, timeout
        self._lock = threading.Lock()
        self._calls: set[concurrent.futures.Future[Any]] = set()
        self._is_over = False
        self._ended = threading.Event()

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
    ) -> Self:
        """Starts a UCI engine: the path of a program, or a list of it and its arguments."""
        return cls.popen(UciProtocol, command, timeout=timeout, debug=debug, setpgrp=setpgrp, **popen_args)

    @classmethod
    def popen_xboard(
        cls,
        command: str | list[str],
        *,
        timeout: float | None = 10.0,
        debug: bool | None = None,
        setpgrp: bool = False,
        **popen_args: Any,
    ) -> Self:
        """Starts an engine that speaks XBoard: the path of a program, or a list of it and its arguments."""
        return cls.popen(XBoardProtocol, command, timeout=timeout, debug=debug, setpgrp=setpgrp, **popen_args)

    @classmethod
    def popen(
        cls,
        Protocol: type[Protocol],  # noqa: N803
        command: str | list[str],
        *,
        timeout: float | None = 10.0,
        debug: bool | None = None,
        setpgrp: bool = False,
        **popen_args: Any,
    ) -> Self:
        """Starts an engine that speaks a protocol."""

        async def live(result: concurrent.futures.Future[Self]) -> None:
            starting = started(Protocol, command, setpgrp=setpgrp, **popen_args)
            engine = cls(*await asyncio.wait_for(starting, timeout), timeout=timeout)
            result.set_result(engine)
            await engine.protocol.returncode
            await engine._finish()

        return run_in_background(live, name=f"{cls.__name__} (command={command!r})", debug=debug)

    async def _finish(self) -> None:
        """Lets waiting calls finish before the loop ends."""
        with self._lock:
            self._is_over = True
        left = asyncio.gather(*map(asyncio.wrap_future, list(self._calls)), return_exceptions=True)
        await asyncio.wait([left], timeout=1)
        self._ended.set()

    def _call(self, coroutine: Coroutine[Any, Any, T], timeout: float | None) -> T:
        with self._lock:
            if self._is_over:
                coroutine.close()
                raise EngineTerminatedError("engine event loop dead")
            waited = asyncio.wait_for(coroutine, timeout)
            call = asyncio.run_coroutine_threadsafe(waited, self.protocol.loop)
            self._calls.add(call)
        try:
            return call.result()
        except BaseException:
            call.cancel()  # Ctrl-C, for which the engine does not stop by itself
            raise
        finally:
            self._calls.discard(call)

    def _timeout_for(self, limit: Limit | None, board: Board) -> float | None:
        """How long a search may take."""
        if self.timeout is None or limit is None:
            return None
        seconds = limit.time
        if seconds is None and not (limit.depth or limit.nodes or limit.mate):
            seconds = limit.white_clock if board.turn == WHITE else limit.black_clock
        return None if seconds is None else seconds + self.timeout

    def quit(self) -> None:
        """Asks the engine to end, and waits for that."""
        self._call(self.protocol.quit(), self.timeout)

    def close(self) -> None:
        """Ends the engine at once."""
        with self._lock:
            if self._is_over:
                return
            self.protocol.loop.call_soon_threadsafe(self.transport.close)
        self._ended.wait(1)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, place: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<{type(self).__name__} (pid={self.transport.get_pid()})>"

    # What it says of itself.

    @property
    def options(self) -> MutableMapping[str, Option]:
        """The options of the engine."""
        return self.protocol.options

    @property
    def id(self) -> dict[str, str]:
        """Name and author of the engine."""
        return self.protocol.id

    @property
    def returncode(self) -> int | None:
        """The exit code, if the engine has ended."""
        return self.transport.get_returncode()

    # Calls.

    def ping(self) -> None:
        """Waits until the engine answers."""
        self._call(self.protocol.ping(), self.timeout)

    def configure(self, options: ConfigMapping) -> None:
        """Sets options. Raises ``EngineError`` for options that the engine does not have, and for managed ones."""
        self._call(self.protocol.configure(options), self.timeout)

    def send_opponent_information(
        self, *, opponent: Opponent | None = None, engine_rating: int | None = None
    ) -> None:
        """Names the engine's opponent and the engine's own rating; the engine gets both when the next game begins."""
        sent = self.protocol.send_opponent_information(opponent=opponent, engine_rating=engine_rating)
        self._call(sent, self.timeout)

    def send_game_result(
        self,
        board: Board,
        winner: Color | None = None,
        game_ending: str | None = None,
        game_complete: bool = True,
    ) -> None:
        """Says how a game ended, to engines that want to know."""
        self._call(self.protocol.send_game_result(board, winner, game_ending, game_complete), self.timeout)

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
        """The move that the engine plays in a position.

        *game* is any object that identifies the game: one that differs from the last begins a new game. With *ponder*
        the engine keeps thinking on its opponent's time, until the next call. *root_moves* are the moves it may choose
        from; *options* hold for this call.
        """
        playing = self.protocol.play(
            board,
            limit,
            game=game,
            info=info,
            ponder=ponder,
            draw_offered=draw_offered,
            root_moves=root_moves,
            options=options,
            opponent=opponent,
        )
        return self._call(playing, self._timeout_for(limit, board))

    @overload
    def analyse(
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
    def analyse(
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
        """What the engine reports about a position; with *multipv* a list, with one item for each line."""
        analyse: Callable[..., Coroutine[Any, Any, InfoDict | list[InfoDict]]] = self.protocol.analyse
        analysing = analyse(
            board, limit, multipv=multipv, game=game, info=info, root_moves=root_moves, options=options
        )
        return self._call(analysing, self._timeout_for(limit, board))

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
        """Begins an analysis, which is endless without a *limit*; iterating over it yields what the engine reports."""
        beginning = self.protocol.analysis(
            board, limit, multipv=multipv, game=game, info=info, root_moves=root_moves, options=options
        )
        return SimpleAnalysisResult(self, self._call(beginning, self.timeout))


class SimpleAnalysisResult:
    """A running analysis. It is stopped by ``stop``, by ``with``, and by the next call to the engine."""

    def __init__(self, engine: SimpleEngine, inner: AnalysisResult) -> None:
        self._engine, self.inner = engine, inner

    @property
    def info(self) -> InfoDict:
        """All that is known about the first line."""
        return self._now(lambda: self.inner.info.copy())

    @property
    def multipv(self) -> list[InfoDict]:
        """All that is known, for each line."""
        return self._now(lambda: [info.copy() for info in self.inner.multipv])

    def _now(self, ask: Callable[[], T]) -> T:
        """Asks in the thread of the engine, or here if that has ended."""

        async def asked() -> T:
            return ask()

        try:
            return self._engine._call(asked(), None)
        except EngineTerminatedError:
            return ask()

    def _await(self, coroutine: Callable[[], Coroutine[Any, Any, T]]) -> T:
        return self._engine._call(coroutine(), None)

    def stop(self) -> None:
        """Asks the engine to stop as soon as it can."""
        self._now(self.inner.stop)

    def wait(self) -> BestMove:
        """Waits for the end, and returns the best move."""
        finished = self.inner._finished
        return finished.result() if finished.done() else self._await(self.inner.wait)

    def get(self) -> InfoDict:
        """What the engine reports next. Raises ``AnalysisComplete`` at the end."""
        return self._await(self.inner.get)

    def next(self) -> InfoDict | None:
        """What the engine reports next; ``None`` at the end."""
        try:
            return self.get()
        except AnalysisComplete:
            return None

    def empty(self) -> bool:
        """Whether everything that came has been taken."""
        return self._now(self.inner.empty)

    def would_block(self) -> bool:
        """Whether ``next`` would wait."""
        return self._now(self.inner.would_block)

    def __iter__(self) -> Iterator[InfoDict]:
        while (info := self.next()) is not None:
            yield info

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, place: TracebackType | None
    ) -> None:
        self.stop()
