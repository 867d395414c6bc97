"""Two other move generators count the perft suites: Stockfish (15 or later) and python-chess.

Each line of a suite reads

    FEN ;id name-in-kebab-case ;D1 20 ;D2 400 ;D3 8902

and is one comparison: both programs must read the FEN alike, python-chess must call the position valid, and both must
agree with every count that is not larger than --depth-nodes. Ids must be unique across all files, and depths must run
from 1 without gaps.

A position is taken as Chess960 if its file's name contains "960" or its castling field has letters other than K, Q, k
and q.
"""

import re
import subprocess
from pathlib import Path

import chess
import pytest

from conftest import SUITES

pytestmark = pytest.mark.quick

ID = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


class Failure(Exception):
    """Why a line does not pass."""


class Stockfish:
    """A Stockfish process, spoken to in UCI."""

    def __init__(self, program):
        self.process = subprocess.Popen(
            [program],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            bufsize=1,
        )
        self.send("uci")
        self.read_until("uciok")

    def send(self, command):
        try:
            self.process.stdin.write(command + "\n")
        except OSError as error:
            raise Failure("Stockfish stopped") from error

    def read_until(self, prefix):
        """The rest of the first line that starts with `prefix`."""
        for line in self.process.stdout:
            if line.startswith(prefix):
                return line[len(prefix):].strip()
        raise Failure("Stockfish stopped")

    def set_position(self, fen, chess960):
        """Set the position up and return the FEN that Stockfish makes of it."""
        self.send(f"setoption name UCI_Chess960 value {str(chess960).lower()}")
        self.send(f"position fen {fen}")
        self.send("d")
        read_back = self.read_until("Fen: ")
        self.read_until("Checkers:")
        return read_back

    def perft(self, depth):
        self.send(f"go perft {depth}")
        return int(self.read_until("Nodes searched: "))

    def close(self):
        self.process.kill()
        self.process.wait()


def perft(board, depth):
    """Count the leaves `depth` plies down; the last ply is only counted."""
    if depth == 1:
        return board.legal_moves.count()
    nodes = 0
    for move in board.legal_moves:
        board.push(move)
        nodes += perft(board, depth - 1)
        board.pop()
    return nodes


def parse(line):
    """Split a line into its FEN, its id and its counts by depth."""
    fen, *operations = (field.strip() for field in line.split(";"))
    if len(fen.split()) != 6:
        raise Failure("the FEN has not six fields")
    if len(operations) < 2 or not operations[0].startswith("id "):
        raise Failure("no id followed by counts")
    name = operations[0][3:].strip()
    if not ID.fullmatch(name):
        raise Failure(f"the id {name!r} is not in kebab case")
    counts = []
    for depth, operation in enumerate(operations[1:], 1):
        match = re.fullmatch(r"D(\d+) (\d+)", operation)
        if not match or int(match[1]) != depth:
            raise Failure(f"{operation!r} is not a count for depth {depth}")
        counts.append(int(match[2]))
    return fen, name, counts


def check_reading(board, read_back):
    """Check that Stockfish holds the position that python-chess holds."""
    other = chess.Board(read_back, chess960=board.chess960)
    same = (
        board.board_fen() == other.board_fen()
        and board.turn == other.turn
        and board.castling_rights == other.castling_rights
        and board.halfmove_clock == other.halfmove_clock
        and board.fullmove_number == other.fullmove_number
    )
    if board.has_pseudo_legal_en_passant():
        same = same and board.ep_square == other.ep_square
    if not same:
        raise Failure(f"Stockfish reads the FEN as {read_back}")


def check(stockfish, fen, counts, chess960, limit):
    """Check one position with both programs; return how many counts were compared."""
    try:
        board = chess.Board(fen, chess960=chess960)
    except ValueError as error:
        raise Failure(f"python-chess refuses the FEN: {error}") from error
    if board.status() != chess.STATUS_VALID:
        raise Failure(f"python-chess calls the position invalid: {board.status()!r}")
    check_reading(board, stockfish.set_position(fen, chess960))
    compared = 0
    for depth, expected in enumerate(counts, 1):
        if expected > limit:
            continue
        found = {"Stockfish": stockfish.perft(depth), "python-chess": perft(board, depth)}
        for program, nodes in found.items():
            if nodes != expected:
                raise Failure(f"D{depth} is {expected}, but {program} counts {nodes}")
        compared += 1
    return compared


def pytest_generate_tests(metafunc):
    files = [Path(file) for file in metafunc.config.option.suite] or sorted(SUITES.glob("*.epd"))
    metafunc.parametrize("path", files, ids=lambda path: path.name)


@pytest.fixture(scope="module")
def engine(stockfish):
    engine = Stockfish(stockfish)
    yield engine
    engine.close()


@pytest.fixture(scope="module")
def seen():
    """Where each id was used."""
    return {}


def test_others_count_the_same(path, engine, seen, tally, options):
    positions = compared = 0
    for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
        if not line.strip() or line.startswith("#"):
            continue
        place, fault = f"{path.name}:{number}", None
        positions += 1
        try:
            fen, name, counts = parse(line)
            place += f" {name}"
            if name in seen:
                raise Failure(f"the id was used before, at {seen[name]}")
            seen[name] = place
            chess960 = "960" in path.name or not set(fen.split()[2]) <= set("KQkq-")
            compared += check(engine, fen, counts, chess960, options.depth_nodes)
        except Failure as failure:
            fault = failure
        tally.check(fault is None, f"{place}: {fault}")
    print(f"{path.name}: {positions} positions, {compared} counts compared", flush=True)
