"""The protocol's official Python client talks to `philidor-mcp`, and python-chess judges what it is answered."""

import asyncio
import random
import os
import subprocess
from pathlib import Path

import chess
import pytest
from conftest import ROOT, absent, built
from mcp import Client, StdioServerParameters

pytestmark = pytest.mark.quick


@pytest.fixture(scope="module")
def server(options):
    """How the server is started."""
    if options.philidor:
        words = [str(Path(options.philidor).resolve()), "mcp"]
        asked = subprocess.run([*words, "--help"], capture_output=True)
        return words if asked.returncode == 0 else absent("philidor-mcp is not beside the command")
    built("--manifest-path", "mcp/Cargo.toml")
    return [str(ROOT / (os.environ.get("CARGO_TARGET_DIR") or "mcp/target") / "release/philidor-mcp")]


# The handshake of all clients of today, and the revision of July 2026, which has none.
@pytest.fixture(params=["legacy", "auto"])
def client(server, request):
    return lambda *arguments: Client(
        StdioServerParameters(command=server[0], args=[*server[1:], *arguments]),
        mode=request.param,
        read_timeout_seconds=100,
    )


def random_game(choice, most):
    board = chess.Board()
    for _ in range(choice.randrange(most)):
        if not (moves := list(board.legal_moves)):
            break
        board.push(choice.choice(moves))
    return board


def test_moves_are_those_of_python_chess(client, tally):
    async def talk():
        choice = random.Random(1)
        async with client() as session:
            for _ in range(40):
                board = random_game(choice, 120)
                moves = " ".join(move.uci() for move in board.move_stack)
                result = await session.call_tool("legal_moves", {"moves": moves})
                found = {move["san"] for move in result.structured_content["legal_moves"]}
                tally.check(found == {board.san(move) for move in board.legal_moves}, f"{board.fen()}: {found}")
                tally.check(result.structured_content["in_check"] == board.is_check(), f"check in {board.fen()}")
                # Any move from square to square, legal or not.
                text = chess.Move(*choice.sample(range(64), 2)).uci()
                result = await session.call_tool("check_move", {"moves": moves, "move": text})
                legal = chess.Move.from_uci(text) in board.legal_moves
                tally.check(result.structured_content["legal"] == legal, f"{text} in {board.fen()}: {result.content[0].text}")

    asyncio.run(talk())


def test_tools_are_listed_and_the_engine_mates(client, tally):
    async def talk():
        async with client() as session:
            tools = (await session.list_tools()).tools
            tally.check({"legal_moves", "analyze"} <= {tool.name for tool in tools}, f"{tools}")
            fen = "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1"
            result = await session.call_tool("analyze", {"fen": fen, "depth": 4})
            tally.check(result.structured_content["best"] == "d1d8", result.content[0].text)
            result = await session.call_tool("play_moves", {"line": "e4 e5 Ke3"})
            tally.check(result.is_error, "an illegal move is an error of the tool")

    asyncio.run(talk())


def test_a_call_that_is_given_up_does_not_keep_the_engine(client, tally):
    async def talk():
        async with client("--time-limit", "10m") as session:
            with pytest.raises(Exception):
                await session.call_tool("analyze", {"movetime_ms": 600_000}, read_timeout_seconds=1)
            result = await session.call_tool("perft", {"depth": 3})
            tally.check(result.structured_content["leaves"] == 8_902, "the next call is answered")

    asyncio.run(talk())
