"""An engine as a process of ``asyncio``, whose calls are awaited."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncGenerator, Callable, Iterable, Mapping
from contextlib import aclosing
from types import TracebackType
from typing import Any, Self

from .._native import Game, Position
from ..analysis import Analysis
from ..errors import EngineError
from .options import Option
from .protocol import Identity, Query, game_of, words_of

__all__ = ["AsyncEngine", "popen_async"]


async def popen_async(
    command: str | Iterable[str],
    *,
    options: Mapping[str, object] | None = None,
    timeout: float = 10.0,
    **arguments: Any,
) -> AsyncEngine:
    """Starts an engine for ``asyncio``; the arguments are those of ``popen``, further ones go to
    ``asyncio.create_subprocess_exec``."""
    words = words_of(command)
    pipe, nothing = asyncio.subprocess.PIPE, asyncio.subprocess.DEVNULL
    pipes: dict[str, Any] = {"stdin": pipe, "stdout": pipe, "stderr": nothing}
    process = await asyncio.create_subprocess_exec(*words, **(pipes | arguments))
    engine = AsyncEngine(process, timeout)
    try:
        await engine._greet()
        await engine.set_options(options or {})
    except BaseException:
        await engine.close()
        raise
    return engine


class AsyncEngine:
    """A running engine; ``popen_async`` makes one. It is ended by ``async with`` or ``close``."""

    def __init__(self, process: asyncio.subprocess.Process, timeout: float) -> None:
        self.process, self.timeout = process, timeout
        self._identity = Identity()
        self._asked = asyncio.Lock()
        self._searching = False
        # What the engine was asked for and has not said yet; the task that asked may have been cancelled since.
        self._answer_owed, self._readies_owed = False, 0

    @property
    def name(self) -> str:
        """What the engine calls itself."""
        return self._identity.name

    @property
    def author(self) -> str:
        """Who made it."""
        return self._identity.author

    @property
    def options(self) -> dict[str, Option]:
        """What can be set, by name."""
        return dict(self._identity.options)

    # Lines.

    async def _write(self, *lines: str) -> None:
        assert self.process.stdin is not None
        try:
            self.process.stdin.write("".join(f"{line}\n" for line in lines).encode())
            await self.process.stdin.drain()
        except (ConnectionError, RuntimeError):
            raise await self._ended() from None

    async def _line(self, deadline: float | None) -> str:
        assert self.process.stdout is not None
        seconds = None if deadline is None else max(0.0, deadline - time.monotonic())
        try:
            line = await asyncio.wait_for(self.process.stdout.readline(), seconds)
        except asyncio.TimeoutError:
            raise EngineError(f"{self.name or 'the engine'} does not answer") from None
        except ValueError:
            return ""  # longer than asyncio reads: nothing that is understood here
        if not line:
            raise await self._ended()
        return line.decode("utf-8", "replace")

    async def _ended(self) -> EngineError:
        try:
            code: int | None = await asyncio.wait_for(self.process.wait(), 0.5)
        except asyncio.TimeoutError:
            code = None
        return EngineError(f"{self.name or 'the engine'} has ended", code=code)

    async def _greet(self) -> None:
        await self._write("uci")
        deadline = time.monotonic() + self.timeout
        while not self._identity.read(await self._line(deadline)):
            pass

    async def _ready(self) -> None:
        self._readies_owed += 1
        await self._write("isready")
        deadline = time.monotonic() + self.timeout
        while self._readies_owed:
            if (await self._line(deadline)).strip() == "readyok":
                self._readies_owed -= 1

    # What is asked.

    async def set_options(self, options: Mapping[str, object]) -> None:
        """Sets options. Raises ``ValueError`` for one that the engine does not have, or for a value that it does not take;
        none is set then."""
        async with self._asked:
            await self._settle()
            commands = self._identity.set(options)
            if commands:
                await self._write(*commands)
                await self._ready()

    async def new_game(self) -> None:
        """Lets the engine forget what it has learned (``ucinewgame``), and waits until it is ready."""
        async with self._asked:
            await self._settle()
            await self._write("ucinewgame")
            await self._ready()

    async def analyze(
        self, game: Position | Game, *, progress: Callable[[Analysis], object] | None = None, **limits: Any
    ) -> Analysis:
        """What the engine finds: see ``Engine.analyze``. A second call waits for the first. Cancelling the task stops the
        engine."""
        found = Analysis(game_of(game).position)
        async with aclosing(self.stream(game, **limits)) as stream:
            async for found in stream:
                if progress is not None and self._searching and progress(found) is False:
                    self.stop()
        return found

    async def stream(self, game: Position | Game, **limits: Any) -> AsyncGenerator[Analysis, None]:
        """Yields what the engine has found whenever it reports something new; the last one is its answer.

        To leave the loop early, close the generator, by ``contextlib.aclosing``, which stops the engine.
        """
        async with self._asked:
            await self._settle()
            query = Query(game, **limits)
            await self._write(*query.settings(self._identity))
            await self._ready()
            longest = query.longest
            deadline = None if longest is None else time.monotonic() + longest + self.timeout
            self._searching = True
            try:
                await self._write(*query.commands())
                while not query.is_over:
                    if query.read(await self._line(deadline)) and not query.is_over:
                        yield query.analysis
            finally:
                self._searching = False
                await self._finish(query)
            yield query.analysis

    async def _finish(self, query: Query) -> None:
        """Waits for the answer after an exception or a loop that was left, so that the next question has its own."""
        if query.is_over or self.process.returncode is not None:
            return
        self._answer_owed = True
        try:
            await self._write("stop")
        except EngineError:
            await self.close()
        await self._settle()

    async def _settle(self) -> None:
        """Waits for the answer to a question that was given up. If the task is cancelled again meanwhile, the next question
        waits for it."""
        if not self._answer_owed or self.process.returncode is not None:
            return
        try:
            deadline = time.monotonic() + self.timeout
            while not (await self._line(deadline)).startswith("bestmove"):
                pass
            self._answer_owed = False
        except EngineError:
            await self.close()

    def stop(self) -> None:
        """Asks the engine to end its search with the best that it has found."""
        if self._searching and self.process.stdin is not None:
            self.process.stdin.write(b"stop\n")

    # The end.

    async def close(self) -> None:
        """Asks the engine to quit, and kills it if it does not within the ``timeout``.

        Whoever cancels this does not want to wait: the engine is killed at once.
        """
        if self.process.returncode is None:
            try:
                await self._write("quit")
                await asyncio.wait_for(self._end(), self.timeout)
            except (EngineError, asyncio.TimeoutError):
                self._kill()
            except asyncio.CancelledError:
                self._kill()
                raise
        try:
            await asyncio.wait_for(self._end(), self.timeout)
        except asyncio.TimeoutError:
            pass  # a program that the engine started still holds its output

    def _kill(self) -> None:
        try:
            self.process.kill()
        except ProcessLookupError:
            pass  # it has ended meanwhile

    async def _end(self) -> None:
        """Waits until the engine has ended. Its lines are read meanwhile: asyncio waits for the end of the output, too."""
        assert self.process.stdout is not None
        try:
            while await self.process.stdout.read(1 << 16):
                pass
        except RuntimeError:
            pass  # a task reads already
        await self.process.wait()

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, place: TracebackType | None
    ) -> None:
        await self.close()

    def __repr__(self) -> str:
        return f"<philidor.uci.AsyncEngine: {self.name}>"
