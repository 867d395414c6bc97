"""Engines by python-chess's names: the same calls plain and on asyncio."""

import asyncio
import sys
from pathlib import Path

import pytest

from philidor import compat as chess

PROGRAM = [sys.executable, str(Path(__file__).parent / "first_move_engine.py")]
OPPONENT = chess.engine.Opponent(name="Philidor", title="GM", rating=2800, is_engine=False)


async def session():
    """Everything that a program on asyncio asks."""
    transport, engine = await chess.engine.popen_uci(PROGRAM)
    try:
        assert engine.id["name"] == "First move" and "Hash" in engine.options and transport.get_returncode() is None
        await engine.ping()
        await engine.configure({"Hash": 32})
        with pytest.raises(chess.engine.EngineError):
            await engine.configure({"Nonsense": 1})
        board = chess.Board()
        while board.ply() < 6:
            result = await engine.play(board, chess.engine.Limit(time=0.1))
            board.push(result.move)
        assert board.is_valid() and board.ply() == 6
        info = await engine.analyse(board, chess.engine.Limit(depth=1), info=chess.engine.INFO_ALL)
        assert info["score"].relative == chess.engine.Cp(13) and info["pv"][0] in board.legal_moves
        assert info["wdl"].relative == chess.engine.Wdl(100, 800, 100)
        seen = []
        with await engine.analysis(board) as analysis:
            async for info in analysis:
                seen.append(info.get("depth"))
                analysis.stop()
        assert 1 in seen and (await analysis.wait()).move in board.legal_moves
        await engine.send_opponent_information(opponent=OPPONENT)
        await engine.send_game_result(board, winner=chess.WHITE, game_ending="resigns")
        return await engine.play(board, chess.engine.Limit(time=0.1), info=chess.engine.INFO_ALL)
    finally:
        await engine.quit()
        assert await engine.returncode == 0 and transport.get_returncode() == 0


def test_on_asyncio():
    result = asyncio.run(asyncio.wait_for(session(), 60))
    assert chess.Move.from_uci(str(result.move)) == result.move


async def cancelled(engine, call):
    """A call that does not end is given up; the engine is free at once."""
    limit = chess.engine.Limit(depth=70)
    with pytest.raises(asyncio.TimeoutError):
        await asyncio.wait_for(call(chess.Board(), limit), 0.3)
    await asyncio.wait_for(engine.ping(), 5)
    found = await asyncio.wait_for(engine.play(chess.Board(), chess.engine.Limit(depth=1)), 5)
    assert found.move in chess.Board().legal_moves


def test_a_cancelled_search_is_stopped():
    async def run():
        _, engine = await chess.engine.popen_uci(PROGRAM)
        try:
            await cancelled(engine, engine.analyse)
            await cancelled(engine, engine.play)
            # Cancelled before the search has begun.
            task = asyncio.ensure_future(engine.analysis(chess.Board(), chess.engine.Limit(depth=70)))
            await asyncio.sleep(0)
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
            await asyncio.wait_for(engine.configure({"Hash": 16}), 5)
        finally:
            await asyncio.wait_for(engine.quit(), 5)

    asyncio.run(asyncio.wait_for(run(), 60))


def test_a_reader_that_gives_up_takes_nothing_away():
    async def run():
        _, engine = await chess.engine.popen_uci(PROGRAM)
        try:
            analysis = await engine.analysis(chess.Board())
            assert (await analysis.get())["depth"] == 1
            with pytest.raises(asyncio.TimeoutError):
                await asyncio.wait_for(analysis.get(), 0.2)
            with pytest.raises(asyncio.TimeoutError):
                await asyncio.wait_for(analysis.wait(), 0.2)
            analysis.stop()
            assert (await asyncio.wait_for(analysis.wait(), 5)).move in chess.Board().legal_moves
            assert await asyncio.wait_for(analysis.next(), 5) is None
            with pytest.raises(chess.engine.AnalysisComplete):
                await asyncio.wait_for(analysis.get(), 5)
        finally:
            await asyncio.wait_for(engine.quit(), 5)

    asyncio.run(asyncio.wait_for(run(), 60))


def test_several_engines_at_once():
    async def games():
        return await asyncio.gather(*(session() for _ in range(3)))

    assert len(asyncio.run(asyncio.wait_for(games(), 120))) == 3


def sent(engine):
    """The lines that an engine is sent from now on."""
    lines, send = [], engine.protocol.send_line
    engine.protocol.send_line = lambda line: (lines.append(line), send(line))
    return lines


def test_the_opponent_is_named_when_a_game_begins():
    limit = chess.engine.Limit(time=0.1)
    with chess.engine.SimpleEngine.popen_uci(PROGRAM) as engine:
        lines = sent(engine)
        engine.play(chess.Board(), limit, opponent=OPPONENT)
        engine.send_opponent_information(opponent=chess.engine.Opponent(name=None, title=None, rating=None, is_engine=True))
        assert lines.count("ucinewgame") == 1
        engine.play(chess.Board(), limit)
        engine.play(chess.Board(), limit)
    announced = [line for line in lines if "UCI_Opponent" in line or line == "ucinewgame"]
    assert announced == [
        "ucinewgame",
        "setoption name UCI_Opponent value GM 2800 human Philidor",
        "ucinewgame",
        "setoption name UCI_Opponent value none none computer (none)",
    ]


def test_programs_that_are_no_engines():
    for program in ([sys.executable, "-c", "print('hello')"], "/nowhere/engine"):
        with pytest.raises((chess.engine.EngineError, OSError)):
            asyncio.run(asyncio.wait_for(chess.engine.popen_uci(program), 60))


def test_a_variant_is_told_to_the_engine():
    with chess.engine.SimpleEngine.popen_uci(PROGRAM) as engine:
        for kind in chess.variant.VARIANTS:
            board = kind()
            if kind is chess.variant.HordeBoard:
                with pytest.raises(chess.engine.EngineError, match="UCI_Variant"):
                    engine.play(board, chess.engine.Limit(time=0.1))
                continue
            for _ in range(8):
                found = engine.play(board, chess.engine.Limit(time=0.1), info=chess.engine.INFO_ALL)
                assert found.move == next(iter(board.legal_moves)), board
                board.push(found.move)
        board = chess.variant.CrazyhouseBoard("4k3/8/8/8/8/8/8/r3K3[N] w - - 0 1")
        board.push_san("N@b1")
        board.push_san("Kd8")
        assert engine.play(board, chess.engine.Limit(time=0.1)).move in board.legal_moves


def test_an_engine_that_knows_no_variants_is_not_asked():
    with chess.engine.SimpleEngine.popen_uci([sys.executable, str(Path(__file__).parent / "odd_engine.py"), "well"]) as engine:
        assert "UCI_Variant" not in engine.options
        with pytest.raises(chess.engine.EngineError, match="does not support UCI_Variant"):
            engine.play(chess.variant.AtomicBoard(), chess.engine.Limit(time=0.1))
