"""A running search: what the engine reports, as it comes, and the move at the end."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable
from typing import Self

from .limits import BestMove, InfoDict
from .options import AnalysisComplete, EngineTerminatedError


class AnalysisResult:
    """A running analysis whose information is awaited, or iterated by ``async for``.

    It is stopped by ``stop``, by ``with``, and by the next call to the engine.
    """

    def __init__(self, stop: Callable[[], None] | None = None) -> None:
        self.multipv: list[InfoDict] = [{}]
        self._stop = stop
        self._has_reader = stop is not None
        self._posted: deque[InfoDict] = deque()
        self._news = asyncio.Event()
        self._finished: asyncio.Future[BestMove] = asyncio.get_running_loop().create_future()
        # Retrieves the exception, so that asyncio does not complain that no one has.
        self._finished.add_done_callback(lambda finished: finished.cancelled() or finished.exception())

    @property
    def info(self) -> InfoDict:
        """All that is known about the first line."""
        return self.multipv[0]

    def post(self, info: InfoDict) -> None:
        """Adds what the engine has reported."""
        if not info:
            return
        number = info.get("multipv", 1)
        while len(self.multipv) < number:
            self.multipv.append({})
        line = self.multipv[number - 1]
        if "score" in info:
            line.pop("lowerbound", None)
            line.pop("upperbound", None)
        line.update(info)
        if self._has_reader:
            self._posted.append(info)
            self._news.set()

    def set_finished(self, best: BestMove) -> None:
        """Ends the analysis."""
        if not self._finished.done():
            self._finished.set_result(best)
        self._news.set()

    def set_exception(self, error: Exception) -> None:
        """Ends the analysis by an error."""
        if not self._finished.done():
            self._finished.set_exception(error)
        self._news.set()

    def stop(self) -> None:
        """Asks the engine to stop as soon as it can."""
        if self._stop is not None and not self._finished.done():
            stop, self._stop = self._stop, None
            try:
                stop()
            except EngineTerminatedError:
                pass  # the caller that waits sees it

    async def wait(self) -> BestMove:
        """Waits for the end, and returns the best move."""
        return await asyncio.shield(self._finished)

    async def get(self) -> InfoDict:
        """What the engine reports next. Raises ``AnalysisComplete`` at the end."""
        while not self._posted:
            if self._finished.done():
                self._finished.result()
                raise AnalysisComplete()
            self._news.clear()
            await self._news.wait()
        return self._posted.popleft()

    async def next(self) -> InfoDict | None:
        """What the engine reports next; ``None`` at the end."""
        try:
            return await self.get()
        except AnalysisComplete:
            return None

    def empty(self) -> bool:
        """Whether everything that was reported has been taken."""
        return not self._posted

    def would_block(self) -> bool:
        """Whether ``next`` would wait."""
        return not self._posted and not self._finished.done()

    async def __aiter__(self) -> AsyncIterator[InfoDict]:
        while (info := await self.next()) is not None:
            yield info

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *error: object) -> None:
        self.stop()
