"""Engines beside this process: one that is scripted, and whichever real ones this machine has."""

import asyncio
import gc
import os
import shutil
import subprocess
import sys
import threading
import time
from contextlib import aclosing
from pathlib import Path

import pytest

from philidor import EngineError, Game, Move, MoveError, Position, uci
from philidor.analysis import Clock

HERE = Path(__file__).parent
MATE_IN_TWO = "7k/8/8/8/8/8/R7/1R5K w - - 0 1"


def odd(kind):
    return [sys.executable, str(HERE / "odd_engine.py"), kind]


# On a busy machine an engine may take long to start; only the deaf one is waited for less.
PATIENCE = 300.0


def real():
    """The engines of this machine: ``PHILIDOR`` or our own build, and Debian's Stockfish."""
    ours = os.environ.get("PHILIDOR") or HERE.parents[1] / "target/release/philidor-engine"
    if Path(ours).is_file():
        yield pytest.param([str(ours), "uci"], id="philidor")
    stockfish = shutil.which("stockfish", path=os.environ.get("PATH", "") + ":/usr/games")
    if stockfish:
        yield pytest.param([stockfish], id="stockfish")


@pytest.mark.parametrize("command", list(real()))
def test_a_real_engine_mates_stops_and_plays_chess960(command):
    position = Position(MATE_IN_TWO)
    with uci.popen(command, timeout=PATIENCE) as engine:
        found = engine.analyze(position, depth=10)
        assert found.lines[0].san(position).endswith("#") and found.score.mate == 2
        found = engine.analyze(Position(), depth=4, lines=3)
        assert len({line.moves[0] for line in found.lines}) == 3 and found.best is found.lines[0].moves[0]
        found = engine.analyze(Position(), progress=lambda so_far: so_far.depth < 3)
        assert found.depth >= 3
        castle = Position("4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1", chess960=True)
        assert engine.analyze(castle, nodes=200, moves=["O-O"]).best == Move("e1g1")
        mated = engine.analyze(Position("R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1"), depth=1)
        assert mated.best is None and str(mated.score) == "#-0"
        assert engine.analyze(Game(moves=["e4", "e5"]), clock=Clock(0.2, 0.2, 0.01, 0.01)).best is not None


@pytest.mark.parametrize("kind", ["well", "odd"])
def test_what_an_engine_says_is_understood(kind):
    with uci.popen(odd(kind), timeout=PATIENCE) as engine:
        assert (engine.name, engine.author) == (f"An engine that is {kind}", "a test")
        reports = list(engine.stream(Position(), depth=3, lines=2))
    assert [[str(line.moves[0]) for line in found.lines] for found in reports] == [
        ["e2e4"], ["e2e4", "d2d4"], ["d2d4", "e2e4"], ["d2d4", "e2e4"], ["d2d4", "e2e4"], ["d2d4", "e2e4"]]
    first, second, third, *_ = (found.lines[0] for found in reports)
    assert (first.depth, first.selective_depth, first.nodes, first.time, first.bound) == (1, 2, 20, 0.005, "exact")
    assert reports[1].lines[1].bound == "at_least" and reports[3].lines[1].bound == "at_most"
    assert third.chances == (100, 800, 100) and third.fullness == 7
    last = reports[-1]
    assert (last.score.mate, last.depth, last.best, last.reply) == (-2, 3, Move("d2d4"), Move("d7d5"))
    assert last.lines[0].san(last.position) == "d4 d5"


def test_options_are_announced_and_checked():
    with uci.popen(odd("well"), timeout=PATIENCE) as engine:
        assert list(engine.options) == ["Hash", "MultiPV", "UCI_Chess960", "Style of play", "Log file", "Clear Hash"]
        style = engine.options["Style of play"]
        assert (style.kind, style.default, style.words) == ("combo", "Normal", ("Solid", "Very risky"))
        assert engine.options["Log file"].default == ""
        engine.set_options({"hash": 32, "Style of play": "solid", "Log file": "", "Clear Hash": None})
        for wrong in ({"Hush": 1}, {"Hash": 65}, {"Hash": "x"}, {"UCI_Chess960": 2}, {"Log file": "a\nquit"},
                      {"Style of play": "Wild"}):
            with pytest.raises(ValueError, match=next(iter(wrong))):
                engine.set_options(wrong)


def test_what_is_written_to_an_engine(tmp_path):
    log = tmp_path / "log"
    with log.open("wb") as stderr, uci.popen(odd("well"), options={"Hash": 8}, timeout=PATIENCE, stderr=stderr) as engine:
        engine.new_game()
        game = Game(moves=["e4", "e5"])
        clock = Clock(60, 59.5, 1, 0, moves_to_go=40)
        engine.analyze(game, clock=clock, time=2.5, depth=7, nodes=9, mate=3, moves=["Nf3", Move("d2d4")], lines=9)
    written = log.read_text().splitlines()
    assert written == [
        "uci", "setoption name Hash value 8", "isready", "ucinewgame", "isready",
        "setoption name MultiPV value 5", "setoption name UCI_Chess960 value false", "isready",
        "position fen rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 moves e2e4 e7e5",
        "go wtime 60000 btime 59500 winc 1000 binc 0 movestogo 40 movetime 2500 depth 7 nodes 9 mate 3"
        " searchmoves g1f3 d2d4",
        "quit",
    ]  # fmt: skip


def test_questions_that_cannot_be_asked():
    with uci.popen(odd("bare"), timeout=PATIENCE) as engine:
        for wrong in ({"lines": 2}, {}):
            with pytest.raises(EngineError, match="has no option"):
                engine.analyze(Position() if wrong else Position.chess960(0), depth=1, **wrong)
        with pytest.raises(MoveError):
            engine.analyze(Position(), moves=["e2e5"])
        for wrong in ({"depth": 0}, {"time": -1.0}, {"clock": Clock(float("nan"), 1)}):
            with pytest.raises(ValueError, match="at least|seconds"):
                engine.analyze(Position(), **wrong)
        assert engine.analyze(Position(), depth=1).best == Move("d2d4")


def test_an_engine_that_fails_is_an_error():
    with uci.popen(odd("illegal"), timeout=PATIENCE) as engine, pytest.raises(EngineError, match="e2e5") as caught:
        engine.analyze(Position(), depth=1)
    assert caught.value.line == "bestmove e2e5"
    with uci.popen(odd("ends"), timeout=PATIENCE) as engine, pytest.raises(EngineError) as caught:
        engine.analyze(Position(), depth=1)
    assert caught.value.code == 3
    with uci.popen(odd("deaf"), timeout=PATIENCE) as engine, pytest.raises(EngineError, match="does not answer"):
        engine.timeout = 0.5
        engine.analyze(Position(), time=0.1)
    with pytest.raises(EngineError):
        uci.popen([sys.executable, "-c", "pass"])
    with pytest.raises(OSError):
        uci.popen(["no such engine"])


@pytest.mark.parametrize("kind", ["floods", "endless"])
def test_an_engine_that_never_stops_talking_is_given_up(kind):
    with uci.popen(odd(kind), timeout=PATIENCE) as engine:
        engine.timeout = 1.0
        began = time.monotonic()
        with pytest.raises(EngineError, match="does not answer"):
            engine.analyze(Position(), time=0.1)
        assert time.monotonic() - began < 60
    assert engine.process.returncode is not None

    async def run():
        async with await uci.popen_async(odd(kind), timeout=PATIENCE) as engine:
            engine.timeout = 1.0
            with pytest.raises(EngineError, match="does not answer"):
                await engine.analyze(Position(), time=0.1)
        assert engine.process.returncode is not None

    asyncio.run(run())


def test_an_engine_that_talks_unasked_waits_for_its_reader():
    with uci.popen(odd("chatty"), timeout=PATIENCE) as engine:
        assert engine.analyze(Position(), depth=1).best == Move("d2d4")
        engine.new_game()
        assert engine._lines.maxsize > 0
        assert engine.analyze(Position(), depth=1).best == Move("d2d4")


def test_programs_that_are_no_engines():
    for code in ("pass", "import sys; sys.exit(7)", "import os; os.close(1); os.close(0)", "print('hello'); 1 / 0", "import os; os.abort()"):
        with pytest.raises(EngineError):
            uci.popen([sys.executable, "-c", code], timeout=20.0)
    for code in ("import time; time.sleep(600)", "input(); print('readyok', flush=True); input()\nwhile True: pass",
                 "while True: print('id name x')"):
        with pytest.raises(EngineError, match="does not answer"):
            uci.popen([sys.executable, "-c", code], timeout=0.5)
    with pytest.raises(ValueError):
        uci.popen("'")
    with pytest.raises((ValueError, IndexError, OSError)):
        uci.popen([])


def test_bytes_that_are_no_text_and_ends_that_are_no_ends():
    with uci.popen(odd("binary"), timeout=PATIENCE) as engine:
        assert engine.analyze(Position(), depth=1).best == Move("d2d4")
    with uci.popen(odd("stays"), timeout=PATIENCE) as engine:
        assert engine.analyze(Position(), depth=1).best == Move("d2d4")
        engine.timeout = 0.5
    assert engine.process.returncode not in (None, 0)
    with uci.popen(odd("closes"), timeout=PATIENCE) as engine, pytest.raises(EngineError, match="has ended"):
        engine.timeout = 0.5
        engine.analyze(Position(), depth=1)
    for ask in (lambda: engine.analyze(Position(), depth=1), engine.new_game, lambda: engine.set_options({"Hash": 1})):
        with pytest.raises(EngineError):
            ask()
    engine.close()
    engine.stop()


def test_a_loop_that_is_forgotten_frees_the_engine():
    with uci.popen(odd("well"), timeout=PATIENCE) as engine:
        stream = engine.stream(Position())
        assert next(stream).depth == 1
        with pytest.raises(RuntimeError, match="is analyzing"):
            engine.new_game()
        del stream
        gc.collect()
        never_begun = engine.stream(Position())
        engine.new_game()
        del never_begun
        left = engine.stream(Position())
        next(left)
    left.close()


def test_the_next_question_has_its_own_answer():
    with uci.popen(odd("well"), timeout=PATIENCE) as engine:
        for found in engine.stream(Position()):
            if found.depth == 2:
                break
        with pytest.raises(ZeroDivisionError):
            engine.analyze(Position(), progress=lambda so_far: 1 // 0)
        # A left-over answer would end this one at once, before it tells anything.
        assert engine.analyze(Position(), progress=lambda so_far: so_far.depth < 3).depth == 3


def test_another_thread_stops_and_a_second_question_is_refused():
    with uci.popen(odd("well"), timeout=PATIENCE) as engine:
        def progress(so_far):
            with pytest.raises(RuntimeError, match="is analyzing"):
                engine.analyze(Position(), depth=1)
            if so_far.depth == 3:
                threading.Thread(target=engine.stop).start()

        assert engine.analyze(Position(), progress=progress).best == Move("d2d4")


def test_asyncio():
    async def run():
        async with await uci.popen_async(odd("well"), options={"Hash": 4}, timeout=PATIENCE) as engine:
            depths = [found.depth async for found in engine.stream(Position(), depth=3, lines=2)]
            assert depths == [1, 1, 2, 2, 3, 3]
            task = asyncio.create_task(engine.analyze(Position()))
            await asyncio.sleep(0.3)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            async with aclosing(engine.stream(Position())) as stream:
                async for found in stream:
                    if found.depth == 2:
                        break
            both = await asyncio.gather(*(engine.analyze(Position(), depth=3) for _ in range(2)))
            assert [found.best for found in both] == [Move("d2d4")] * 2
            assert (await engine.analyze(Position(), progress=lambda so_far: so_far.depth < 3)).depth == 3
            with pytest.raises(ValueError, match="Hash"):
                await engine.set_options({"Hash": 0})
        assert engine.process.returncode == 0

    asyncio.run(run())


def test_asyncio_with_an_engine_that_fails():
    async def fails(kind, timeout=PATIENCE):
        async with await uci.popen_async(odd(kind), timeout=PATIENCE) as engine:
            engine.timeout = timeout
            with pytest.raises(EngineError) as caught:
                await engine.analyze(Position(), time=0.1)
            return caught.value

    assert asyncio.run(fails("illegal")).line == "bestmove e2e5"
    assert asyncio.run(fails("ends")).code == 3
    assert "does not answer" in str(asyncio.run(fails("deaf", 0.5)))


@pytest.mark.parametrize("command", ["", [], "  "])
def test_a_command_without_a_program(command):
    with pytest.raises(ValueError, match="names a program"):
        uci.popen(command)
    with pytest.raises(ValueError, match="names a program"):
        asyncio.run(uci.popen_async(command))


def test_only_positions_and_games_are_analyzed():
    with uci.popen(odd("well"), timeout=PATIENCE) as engine:
        with pytest.raises(TypeError, match="a Position or a Game, not NoneType"):
            engine.analyze(None)
        assert engine.analyze(Position(), depth=3).best is not None


@pytest.mark.skipif(os.name == "nt", reason="a shell with a child")
def test_a_child_of_an_engine_that_keeps_its_pipe_does_not_keep_us():
    begin = time.monotonic()
    with pytest.raises(EngineError):
        uci.popen(["sh", "-c", "sleep 300; :"], timeout=0.5)
    assert time.monotonic() - begin < 200


async def searching(engine):
    """A task that analyzes without end, and has begun."""
    begun = asyncio.Event()
    task = asyncio.create_task(engine.analyze(Position(), progress=lambda so_far: begun.set()))
    await begun.wait()
    return task


async def cancelled(task, times=1):
    """Cancels a task, which notices it each time."""
    for _ in range(times):
        task.cancel()
        for _ in range(10):
            await asyncio.sleep(0)
    with pytest.raises(asyncio.CancelledError):
        await task


@pytest.mark.parametrize("times", [1, 3])
def test_asyncio_reads_no_old_answer_after_any_number_of_cancels(times):
    async def run():
        async with await uci.popen_async(odd("late"), timeout=PATIENCE) as engine:
            await cancelled(await searching(engine), times)
            await engine.new_game()
            task = asyncio.create_task(engine.new_game())
            await asyncio.sleep(0.05)
            await cancelled(task, times)
            await engine.new_game()
            with pytest.raises(EngineError, match="does not answer"):
                await engine._line(time.monotonic() + 1.0)  # nothing is left
            assert (await engine.analyze(Position(), progress=lambda so_far: so_far.depth < 3)).depth == 3
        assert engine.process.returncode == 0

    asyncio.run(run())


def test_no_old_answer_is_read_after_any_number_of_interrupts(monkeypatch):
    with uci.popen(odd("late"), timeout=PATIENCE) as engine:
        stream, read = engine.stream(Position()), engine._line
        next(stream)
        interrupts = [KeyboardInterrupt] * 2

        def line(deadline):
            if interrupts:
                raise interrupts.pop()
            return read(deadline)

        monkeypatch.setattr(engine, "_line", line)
        with pytest.raises(KeyboardInterrupt):
            next(stream)
        assert not interrupts
        engine.new_game()
        interrupts.append(KeyboardInterrupt)
        with pytest.raises(KeyboardInterrupt):
            engine.new_game()
        engine.new_game()
        with pytest.raises(EngineError, match="does not answer"):
            engine._line(time.monotonic() + 1.0)  # nothing is left
        assert engine.analyze(Position(), progress=lambda so_far: so_far.depth < 3).depth == 3


def test_an_engine_whose_end_is_not_waited_for_is_killed(monkeypatch):
    def interrupted(*lines):
        raise KeyboardInterrupt

    async def run():
        engine = await uci.popen_async(odd("stays"), timeout=PATIENCE)
        task = asyncio.create_task(engine.close())
        await asyncio.sleep(0.05)
        await cancelled(task)
        assert await asyncio.wait_for(engine.process.wait(), PATIENCE) != 0

    asyncio.run(run())
    engine = uci.popen(odd("stays"), timeout=PATIENCE)
    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(engine, "_write", interrupted)
        engine.close()
    assert engine.process.wait(PATIENCE) != 0
    engine.close()


def test_no_process_is_left_where_no_thread_can_be_started(monkeypatch):
    processes, start = [], subprocess.Popen

    def started(*arguments, **named):
        processes.append(start(*arguments, **named))
        return processes[-1]

    def refused(thread):
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(subprocess, "Popen", started)
    monkeypatch.setattr(threading.Thread, "start", refused)
    with pytest.raises(RuntimeError, match="start new thread"):
        uci.popen(odd("well"), timeout=PATIENCE)
    assert [process.returncode for process in processes] == [0]
