"""An engine as a process, whose calls wait for its answers.

A thread reads what the engine writes into a queue, so that every wait can have a timeout. The queue is bounded: an
engine that writes without being asked waits for its reader, as at any full pipe, and fills no memory.
"""

from __future__ import annotations

import queue
import shlex
import subprocess
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from types import TracebackType
from typing import Any, Self

from .._native import Game, Position
from ..analysis import Analysis
from ..errors import EngineError
from .options import Option
from .protocol import Identity, Query, game_of, words_of

__all__ = ["Engine", "popen"]

# At most this many lines wait to be read, and as many are still read after a deadline: the answer may be among them.
_MAX_LINES = 10_000
# Longer lines are skipped; asyncio reads no longer ones, either.
_MAX_LINE_BYTES = 1 << 16


def popen(
    command: str | Iterable[str],
    *,
    options: Mapping[str, object] | None = None,
    timeout: float = 10.0,
    **arguments: Any,
) -> Engine:
    """Starts an engine: a command as text, or a list of the program and its arguments.

    ``options`` are set before anything else; ``timeout`` is how many seconds the engine may be silent where it has to
    answer at once, and how much longer it may think than it should. Further ``arguments`` go to ``subprocess.Popen``.

    Raises ``OSError`` if the program cannot be started, ``EngineError`` if it ends or does not speak UCI, ``ValueError``
    for options that it does not have, or without a command.
    """
    words = words_of(command)
    engine = Engine(words, timeout, arguments)
    try:
        engine.set_options(options or {})
    except BaseException:
        engine.close()
        raise
    return engine


class Engine:
    """A running engine; ``popen`` makes one. It is asked one thing at a time, and ended by ``with`` or ``close``."""

    def __init__(self, command: list[str], timeout: float, arguments: Mapping[str, Any]) -> None:
        self.timeout, self._command = timeout, shlex.join(command)
        self._identity = Identity()
        self._asked, self._writing = threading.Lock(), threading.Lock()
        self._searching, self._closing, self._late = False, False, 0
        # What the engine was asked for and has not said yet; Ctrl-C may have come since.
        self._answer_owed, self._readies_owed = False, 0
        self._lines: queue.Queue[str | None] = queue.Queue(_MAX_LINES)
        pipes: dict[str, Any] = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": subprocess.DEVNULL}
        self.process = subprocess.Popen(
            command, **(pipes | dict(arguments)), text=True, encoding="utf-8", errors="replace", bufsize=1
        )
        self._reader = threading.Thread(target=self._read, name=f"reads {command[0]}", daemon=True)
        try:
            self._reader.start()
            self._write("uci")
            deadline = time.monotonic() + timeout
            while not self._identity.read(self._line(deadline)):
                pass
        except BaseException:
            self.close()
            raise

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

    def _read(self) -> None:
        assert self.process.stdout is not None
        begins = True
        try:
            while line := self.process.stdout.readline(_MAX_LINE_BYTES):
                is_whole, begins = begins and len(line) < _MAX_LINE_BYTES, line.endswith("\n")
                if is_whole:
                    self._put(line)
        except (OSError, ValueError):
            pass  # closed
        while True:
            try:
                return self._lines.put_nowait(None)
            except queue.Full:
                self._lines.get()

    def _put(self, line: str) -> None:
        while not self._closing:
            try:
                return self._lines.put(line, timeout=0.1)
            except queue.Full:
                pass

    def _write(self, *lines: str) -> None:
        assert self.process.stdin is not None
        try:
            with self._writing:
                self.process.stdin.write("".join(f"{line}\n" for line in lines))
                self.process.stdin.flush()
        except (OSError, ValueError):
            raise self._ended() from None

    def _line(self, deadline: float | None) -> str:
        seconds = None if deadline is None else max(0.0, deadline - time.monotonic())
        self._late = self._late + 1 if seconds == 0 else 0
        try:
            if self._late > _MAX_LINES:
                raise queue.Empty
            line = self._lines.get(timeout=seconds)
        except queue.Empty:
            raise EngineError(f"{self.name or self._command} does not answer") from None
        if line is None:
            self._lines.put(None)
            raise self._ended()
        return line

    def _ended(self) -> EngineError:
        try:
            code: int | None = self.process.wait(0.5)
        except subprocess.TimeoutExpired:
            code = None
        return EngineError(f"{self.name or self._command} has ended", code=code)

    def _ready(self) -> None:
        self._readies_owed += 1
        self._write("isready")
        deadline = time.monotonic() + self.timeout
        while self._readies_owed:
            if self._line(deadline).strip() == "readyok":
                self._readies_owed -= 1

    # What is asked.

    def set_options(self, options: Mapping[str, object]) -> None:
        """Sets options. Raises ``ValueError`` for one that the engine does not have, or for a value that it does not take;
        none is set then."""
        with self._alone():
            self._settle()
            commands = self._identity.set(options)
            if commands:
                self._write(*commands)
                self._ready()

    def new_game(self) -> None:
        """Lets the engine forget what it has learned (``ucinewgame``), and waits until it is ready."""
        with self._alone():
            self._settle()
            self._write("ucinewgame")
            self._ready()

    def analyze(
        self, game: Position | Game, *, progress: Callable[[Analysis], object] | None = None, **limits: Any
    ) -> Analysis:
        """What the engine finds in a ``Position``, or in the current position of a ``Game``.

        The limits are those of ``philidor.Engine.analyze``: ``depth``, ``nodes``, ``time`` in seconds, ``mate``,
        ``clock``, ``moves``; and ``lines``. Without any it runs until ``stop``. ``progress`` is called with what is
        known at every new line; the analysis ends if it returns ``False``.

        Raises ``EngineError`` if the engine ends, answers with a move that is not legal, or takes longer than ``time`` or
        its ``clock`` and ``timeout`` allow. With neither it may think as long as it likes; ``stop`` and Ctrl-C end that.
        """
        found = Analysis(game_of(game).position)
        for found in self.stream(game, **limits):
            if progress is not None and self._searching and progress(found) is False:
                self.stop()
        return found

    def stream(self, game: Position | Game, **limits: Any) -> Iterator[Analysis]:
        """Yields what the engine has found whenever it reports something new; the last one is its answer. Leaving the
        loop stops the engine."""
        with self._alone():
            self._settle()
            query = Query(game, **limits)
            self._write(*query.settings(self._identity))
            self._ready()
            longest = query.longest
            deadline = None if longest is None else time.monotonic() + longest + self.timeout
            self._searching = True
            try:
                self._write(*query.commands())
                while not query.is_over:
                    if query.read(self._line(deadline)) and not query.is_over:
                        yield query.analysis
            finally:
                self._searching = False
                self._finish(query)
            yield query.analysis

    def _finish(self, query: Query) -> None:
        """Waits for the answer after an exception or a loop that was left, so that the next question has its own."""
        if query.is_over or self.process.poll() is not None:
            return
        self._answer_owed = True
        try:
            self._write("stop")
        except EngineError:
            self.close()
        self._settle()

    def _settle(self) -> None:
        """Waits for the answer to a question that was given up. If Ctrl-C comes meanwhile, the next question waits for it."""
        if not self._answer_owed or self.process.poll() is not None:
            return
        try:
            deadline = time.monotonic() + self.timeout
            while not self._line(deadline).startswith("bestmove"):
                pass
            self._answer_owed = False
        except EngineError:
            self.close()

    def stop(self) -> None:
        """Asks the engine to end its search with the best that it has found. Any thread may ask."""
        if self._searching:
            self._write("stop")

    def _alone(self) -> _Alone:
        return _Alone(self._asked)

    # The end.

    def close(self) -> None:
        """Asks the engine to quit, and kills it if it does not within the ``timeout``."""
        self._closing = True
        if self.process.poll() is None:
            try:
                self._write("quit")
                self.process.wait(self.timeout)
            except (EngineError, subprocess.TimeoutExpired):
                self.process.kill()
            except BaseException:  # Ctrl-C: it is not waited for
                self.process.kill()
                raise
        self.process.wait()
        # A child of the engine may hold the pipe open, and then closing it would wait for the thread that reads.
        if self._reader.ident is not None:
            self._reader.join(0.5)
        for stream in (self.process.stdin, None if self._reader.is_alive() else self.process.stdout):
            try:
                if stream is not None:
                    stream.close()
            except OSError:
                pass  # it ended with unread lines

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, place: TracebackType | None
    ) -> None:
        self.close()

    def __repr__(self) -> str:
        return f"<philidor.uci.Engine: {self.name or self._command}>"


class _Alone:
    """One question at a time; a second one is an error, since waiting for the first could take forever."""

    def __init__(self, lock: threading.Lock) -> None:
        self._lock = lock

    def __enter__(self) -> None:
        if not self._lock.acquire(blocking=False):
            raise RuntimeError("the engine is analyzing")

    def __exit__(self, *error: object) -> None:
        self._lock.release()
