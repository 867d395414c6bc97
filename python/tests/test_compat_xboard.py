"""Engines that speak XBoard by python-chess's names, and pondering with either protocol."""

import asyncio
import sys
from pathlib import Path

import pytest

from philidor import compat as chess
from philidor.compat.engine import EngineError, EngineTerminatedError, Limit, SimpleEngine, xboard_board

FOLDER = Path(__file__).parent
UCI = [sys.executable, str(FOLDER / "first_move_engine.py")]
SHORT = Limit(time=0.1)


@pytest.fixture(autouse=True)
def patience(monkeypatch):
    """On a busy machine the test's engine may need more than the protocol's two seconds to start."""
    monkeypatch.setattr(xboard_board, "_PATIENCE", 30.0)


def xboard(kind="well"):
    """The command of the test's own engine."""
    return [sys.executable, str(FOLDER / "xboard_engine.py"), kind]


def sent(engine):
    """The lines that an engine is sent from now on, pings without their numbers."""
    lines, send = [], engine.protocol.send_line
    engine.protocol.send_line = lambda line: (lines.append("ping" if line.startswith("ping") else line), send(line))
    return lines


def first(board):
    return next(iter(board.legal_moves))


def test_a_game_by_xboard():
    with SimpleEngine.popen_xboard(xboard()) as engine:
        assert engine.id == {"name": "First move"} and engine.options["Style"].var == ["calm", "wild"]
        assert {"memory", "cores", "Depth", "Book"} <= set(engine.options)
        engine.ping()
        board, lines = chess.Board(), sent(engine)
        for _ in range(4):
            board.push(engine.play(board, SHORT, game="a").move)
        # The engine has its own moves on its board: only the first is set up.
        assert lines.count("new") == 1 and not [line for line in lines if line.startswith("usermove")]
        board.push_san("e4")
        board.push_san("e5")
        del lines[:]
        assert engine.play(board, SHORT, game="a").move == first(board)
        assert [line for line in lines if "move" in line] == ["usermove e2e4", "usermove e7e5"]
        for _ in range(3):
            board.pop()
        del lines[:]
        assert engine.play(board, SHORT, game="a").move == first(board)
        assert [line for line in lines if line in ("remove", "undo")] == ["remove", "remove"]
        del lines[:]
        assert engine.play(board, SHORT, game="b").move == first(board) and "new" in lines
        engine.quit()
        assert engine.returncode == 0


def test_what_an_engine_is_sent():
    board = chess.Board("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
    limit = Limit(white_clock=65, black_clock=30, white_inc=0.5, remaining_moves=40, depth=7)
    opponent = chess.engine.Opponent("Eliza", "GM", 2500, True)
    with SimpleEngine.popen_xboard(xboard()) as engine:
        lines = sent(engine)
        result = engine.play(board, limit, info=chess.engine.INFO_ALL, options={"Depth": 5, "memory": 64}, opponent=opponent)
        assert result.move == first(board) and result.info["score"].relative == chess.engine.Cp(13)
        assert lines == [
            "option Depth=5",
            "memory 64",
            "new",
            "name GM Eliza",
            "rating 0 2500",
            "computer",
            "force",
            "setboard r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1",
            "level 40 1:05 0.5",
            "time 6500",
            "otim 3000",
            "sd 7",
            "post",
            "easy",
            "go",
            "ping",
        ]
        del lines[:]
        engine.configure({"Book": False, "Style": "calm"})
        assert lines == ["option Book=0", "option Style=calm"]
        del lines[:]
        engine.play(chess.Board(), SHORT, draw_offered=True)
        assert lines[:2] == ["option Depth=3", "memory 16"], "they held for one call"
        assert "draw" in lines and lines.index("draw") < lines.index("go")
        del lines[:]
        engine.send_game_result(chess.Board("7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"))
        assert lines[-1] == "result 1-0 {White mates}"
        engine.play(chess.Board.from_chess960_pos(1), SHORT)
        assert "variant fischerandom" in lines
        for kind in (chess.variant.AtomicBoard, chess.variant.CrazyhouseBoard):
            del lines[:]
            found = engine.play(kind(), SHORT)
            assert lines[:4] == ["new", f"variant {kind.xboard_variant}", "force", f"setboard {kind.starting_fen}"]
            assert found.move == next(iter(kind().legal_moves))
        with pytest.raises(EngineError, match="horde"):
            engine.play(chess.variant.HordeBoard(), SHORT)
        for wrong in ({"Nonsense": 1}, {"Depth": 99}):
            with pytest.raises(EngineError):
                engine.configure(wrong)
        for limit in (Limit(mate=2), Limit(nodes=100)):
            with pytest.raises(EngineError):
                engine.play(board, limit)
        with pytest.raises(EngineError):
            engine.analysis(board, multipv=3)


def test_analysis_by_xboard():
    board = chess.Board()
    with SimpleEngine.popen_xboard(xboard()) as engine:
        info = engine.analyse(board, Limit(depth=3))
        assert info["depth"] == 3 and info["score"].relative == chess.engine.Mate(4) and info["time"] == 0.03
        assert engine.analyse(board, Limit(mate=4))["nodes"] == 300
        lines = sent(engine)
        with engine.analysis(board, root_moves=[chess.Move.from_uci("e2e4")]) as analysis:
            assert next(iter(analysis))["depth"] == 1
        assert {"exclude all", "include e2e4", "exit"} <= set(lines)
        assert analysis.wait().move is not None
        # Time is kept on this side.
        engine.analyse(board, SHORT)
        assert engine.play(board, SHORT).move == first(board)


def test_a_draw_is_offered_and_a_game_is_resigned():
    with SimpleEngine.popen_xboard(xboard("resigns")) as engine:
        result = engine.play(chess.Board(), SHORT)
        assert (result.move, result.draw_offered, result.resigned) == (None, True, True)


def test_xboard_engines_that_do_not_behave(monkeypatch):
    with SimpleEngine.popen_xboard(xboard("illegal")) as engine, pytest.raises(EngineError, match="a1a1"):
        engine.play(chess.Board(), SHORT)
    with SimpleEngine.popen_xboard(xboard("ends")) as engine:
        for _ in range(2):
            with pytest.raises(EngineTerminatedError):
                engine.play(chess.Board(), SHORT)
    monkeypatch.setattr(xboard_board, "_PATIENCE", 2.0)
    with pytest.raises(EngineError, match="feature ping"):
        SimpleEngine.popen_xboard(xboard("mute"))
    with SimpleEngine.popen_uci(UCI) as engine, pytest.raises(EngineTerminatedError, match="exit code: 7"):
        engine.play(chess.Board(), Limit(depth=13))


def test_an_opponent_without_lines():
    with SimpleEngine.popen_xboard(xboard()) as engine:
        lines = sent(engine)
        with pytest.raises(EngineError):
            engine.play(chess.Board(), SHORT, opponent=chess.engine.Opponent("a\nquit", None, None, None))
        with pytest.raises(EngineError):
            engine.send_game_result(chess.Board(), chess.WHITE, "mate}\nquit")
        assert lines == []


@pytest.mark.parametrize("popen", ["uci", "xboard"])
def test_cancelled_calls_leave_the_engine_free(popen):
    async def run():
        start = {"uci": chess.engine.popen_uci, "xboard": chess.engine.popen_xboard}[popen]
        transport, engine = await start(UCI if popen == "uci" else xboard("slow"))
        try:
            for call in (engine.play, engine.play, engine.analyse):
                with pytest.raises(asyncio.TimeoutError):
                    # An endless search in either protocol; XBoard keeps time itself when it plays.
                    await asyncio.wait_for(call(chess.Board(), Limit(depth=70)), 0.2)
                await asyncio.wait_for(engine.ping(), 5)
            with await engine.analysis(chess.Board()) as analysis:
                assert (await analysis.get())["depth"] == 1
            assert (await asyncio.wait_for(analysis.wait(), 5)).move in chess.Board().legal_moves
        finally:
            await asyncio.wait_for(engine.quit(), 5)
        assert transport.get_returncode() == 0

    asyncio.run(asyncio.wait_for(run(), 60))


def test_calls_at_once_stop_each_other():
    async def run():
        _, engine = await chess.engine.popen_uci(UCI)
        calls = [engine.play(chess.Board(), Limit(depth=70)) for _ in range(3)]
        waiting = asyncio.gather(*calls, engine.ping())
        *results, _ = await asyncio.wait_for(waiting, 10)
        assert [result.move for result in results] == [first(chess.Board())] * 3
        await engine.quit()

    asyncio.run(asyncio.wait_for(run(), 60))


def test_pondering_by_uci():
    with SimpleEngine.popen_uci(UCI) as engine:
        board, lines = chess.Board(), sent(engine)
        clock = Limit(white_clock=60, black_clock=60, white_inc=1, black_inc=3)
        result = engine.play(board, clock, ponder=True, game=1)
        assert "setoption name Ponder value true" in lines and lines[-1].startswith("go ponder wtime 6")
        # The clocks after both moves.
        words = lines[-1].split()
        assert 60_000 < int(words[3]) <= 61_000 and int(words[5]) == 63_000
        board.push(result.move)
        board.push(result.ponder)
        del lines[:]
        result = engine.play(board, clock, ponder=True, game=1)
        assert lines[0] == "ponderhit" and "stop" not in lines and result.move == first(board)
        # Another move than the expected one.
        board.push(result.move)
        board.push(next(move for move in board.legal_moves if move != result.ponder))
        del lines[:]
        result = engine.play(board, clock, ponder=True, game=1)
        assert lines[0] == "stop" and "ponderhit" not in lines and result.move == first(board)
        # Whatever comes next ends it.
        del lines[:]
        engine.ping()
        assert lines == ["stop", "isready"]
        del lines[:]
        engine.play(board, clock, game=1)
        assert "setoption name Ponder value false" in lines and not [line for line in lines if "go ponder" in line]


def test_a_ponderhit_that_is_cancelled():
    async def run():
        _, engine = await chess.engine.popen_uci(UCI)
        board = chess.Board()
        result = await engine.play(board, SHORT, ponder=True)
        board.push(result.move)
        board.push(result.ponder)
        task = asyncio.ensure_future(engine.play(board, SHORT, ponder=True))
        await asyncio.sleep(0)
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert (await asyncio.wait_for(engine.play(board, SHORT), 5)).move == first(board)
        await asyncio.wait_for(engine.quit(), 5)

    asyncio.run(asyncio.wait_for(run(), 60))


def test_pondering_by_xboard():
    with SimpleEngine.popen_xboard(xboard()) as engine:
        board, lines = chess.Board(), sent(engine)
        board.push(engine.play(board, SHORT, ponder=True).move)
        assert "hard" in lines
        board.push(first(board))
        del lines[:]
        board.push(engine.play(board, SHORT, ponder=True).move)
        # It continues by itself, without "force" and "go", which would end its pondering.
        assert lines == ["st 0.1", f"usermove {board.move_stack[1].uci()}", "ping"]
        board.push(first(board))
        del lines[:]
        engine.play(board, SHORT)
        assert "force" in lines and "easy" in lines and lines[-2:] == ["go", "ping"]


def test_an_engine_that_writes_no_end_of_line():
    program = [sys.executable, "-c", "while True: print('x' * 65536, end='')"]
    with pytest.raises(EngineTerminatedError, match="a line of more than"):
        SimpleEngine.popen_uci(program)
