"""The same engine for ``asyncio``: each call runs in a thread, and the event loop goes on.

A thread cannot be cancelled. So a task that is cancelled stops the search that its thread waits for, and ends when the
engine has answered: the next call finds the engine free.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from typing import Any, Self, TypeVar

from ..board import Board
from ..squares import Color
from .limits import BestMove, InfoDict, Opponent, PlayResult
from .options import AnalysisComplete, ConfigMapping, EngineError, Option, UciOptionMap
from .simple import SimpleAnalysisResult, SimpleEngine


T = TypeVar("T")


class Transport:
    """The process of an engine."""

    def __init__(self, engine: SimpleEngine) -> None:
        self._engine = engine

    def get_pid(self) -> int:
        """Its number."""
        return self._engine.process.pid

    def get_returncode(self) -> int | None:
        """Its exit code, if it has ended."""
        return self._engine.returncode

    def close(self) -> None:
        """Ends it."""
        self._engine.close()

    def kill(self) -> None:
        """Ends it."""
        self._engine.close()


class Protocol:
    """A UCI engine whose calls are awaited; they are those of ``SimpleEngine``."""

    def __init__(self, engine: SimpleEngine) -> None:
        self._engine = engine

    @property
    def options(self) -> UciOptionMap[Option]:
        """The options of the engine."""
        return self._engine.options

    @property
    def id(self) -> dict[str, str]:
        """Name and author of the engine."""
        return self._engine.id

    @property
    def returncode(self) -> asyncio.Future[int]:
        """The exit code, when the engine has ended."""
        return asyncio.ensure_future(asyncio.to_thread(self._engine.process.wait))

    async def ping(self) -> None:
        """Waits until the engine answers."""
        await asyncio.to_thread(self._engine.ping)

    async def configure(self, options: ConfigMapping) -> None:
        """Sets options."""
        await asyncio.to_thread(self._engine.configure, options)

    async def play(self, *args: Any, **kwargs: Any) -> PlayResult:
        """The move that the engine plays: see ``SimpleEngine.play``."""
        return await self._searched(self._engine.play, *args, **kwargs)

    async def analyse(self, *args: Any, **kwargs: Any) -> InfoDict | list[InfoDict]:
        """What the engine tells about a position: see ``SimpleEngine.analyse``."""
        return await self._searched(self._engine.analyse, *args, **kwargs)

    async def analysis(self, *args: Any, **kwargs: Any) -> AnalysisResult:
        """Begins an analysis: see ``SimpleEngine.analysis``."""
        return AnalysisResult(await self._searched(self._engine.analysis, *args, **kwargs))

    async def _searched(self, call: Callable[..., T], *args: Any, **kwargs: Any) -> T:
        """What a call answers that searches. Cancelling it sends ``stop`` and takes the engine's ``bestmove``."""
        work = asyncio.ensure_future(asyncio.to_thread(call, *args, **kwargs))
        try:
            return await asyncio.shield(work)
        except asyncio.CancelledError:
            while not work.done():
                self._engine._stop_soon()
                await asyncio.wait([work], timeout=0.02)
            if not work.cancelled() and work.exception() is None:
                # An analysis that has just begun, and that no task holds.
                self._engine._stop_soon()
            raise

    async def send_opponent_information(
        self, *, opponent: Opponent | None = None, engine_rating: int | None = None
    ) -> None:
        """Tells the engine whom it plays, if it wants to know."""
        await asyncio.to_thread(
            self._engine.send_opponent_information, opponent=opponent, engine_rating=engine_rating
        )

    async def send_game_result(
        self,
        board: Board,
        winner: Color | None = None,
        game_ending: str | None = None,
        game_complete: bool = True,
    ) -> None:
        """Does nothing: UCI has no words for how a game ended."""

    async def quit(self) -> None:
        """Asks the engine to end, and waits for that."""
        await asyncio.to_thread(self._engine.quit)


UciProtocol = Protocol


class AnalysisResult:
    """A running analysis whose information is awaited, or iterated by ``async for``."""

    def __init__(self, simple: SimpleAnalysisResult) -> None:
        self._simple = simple
        self._left: asyncio.Future[InfoDict | None] | None = None

    @property
    def info(self) -> InfoDict:
        """All that is known about the first line."""
        return self._simple.info

    @property
    def multipv(self) -> list[InfoDict]:
        """All that is known, for each line."""
        return self._simple.multipv

    def stop(self) -> None:
        """Asks the engine to stop as soon as it can."""
        self._simple.stop()

    async def wait(self) -> BestMove:
        """Waits for the end, and returns the best move."""
        return await asyncio.to_thread(self._simple.wait)

    async def get(self) -> InfoDict:
        """What the engine tells next. Raises ``AnalysisComplete`` at the end."""
        info = await self.next()
        if info is None:
            raise AnalysisComplete()
        return info

    async def next(self) -> InfoDict | None:
        """What the engine tells next; ``None`` at the end."""
        # What a cancelled call still waits for is the next one's, so that nothing is lost.
        if self._left is None:
            self._left = asyncio.ensure_future(asyncio.to_thread(self._simple.next))
        info = await asyncio.shield(self._left)
        self._left = None
        return info

    def empty(self) -> bool:
        """Whether everything that came has been taken."""
        return self._simple.empty()

    def would_block(self) -> bool:
        """Whether ``next`` would wait."""
        return self._simple.would_block()

    async def __aiter__(self) -> AsyncIterator[InfoDict]:
        while (info := await self.next()) is not None:
            yield info

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.stop()


async def popen_uci(
    command: str | list[str], *, setpgrp: bool = False, **popen_args: Any
) -> tuple[Transport, Protocol]:
    """Starts a UCI engine: the path of a program, or a list of it and its arguments."""
    engine = await asyncio.to_thread(SimpleEngine.popen_uci, command, setpgrp=setpgrp, **popen_args)
    return Transport(engine), Protocol(engine)


async def popen_xboard(command: str | list[str], **popen_args: Any) -> tuple[Transport, Protocol]:
    """Not supported: raises ``EngineError``."""
    raise EngineError("philidor.compat does not speak the XBoard protocol; use an engine that knows UCI")


def EventLoopPolicy() -> asyncio.AbstractEventLoopPolicy:  # noqa: N802
    """The event loop policy that Python has anyway; every policy will do."""
    return asyncio.DefaultEventLoopPolicy()  # type: ignore[attr-defined, no-any-return, unused-ignore]
