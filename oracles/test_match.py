"""python-chess, a second referee, replays the games of matches.

philidor makes openings and plays a match of its engines against each other and against a random mover, with clocks,
with nodes, and with one opponent that has hardly any time; or the files are given by --match. For each game:

* every move is legal, and the game is not over before its last one, by mate, stalemate, material, a third repetition
  or fifty moves;
* the tag Ending names what python-chess finds on the board, and the result is the one that follows. Dead positions,
  which python-chess does not know, and games that were adjudicated need only have the result that Ending says;
* a side that fails or runs out of time has the move, and loses, or draws if the other side cannot mate;
* the clocks follow from the time control and from what the moves took.

Games of a pair have the same opening and colors reversed.
"""

import collections
import re
import subprocess
from pathlib import Path

import chess
import chess.pgn
import pytest

pytestmark = pytest.mark.quick

# The tolerance for a clock in a PGN: the sum of three numbers that are truncated to milliseconds.
EXACT = 0.004


def end_on_board(board):
    """What python-chess says of a position: the words of the ending and the result."""
    if board.is_checkmate():
        color = "Black" if board.turn == chess.WHITE else "White"
        return f"{color} wins by checkmate", "0-1" if board.turn == chess.WHITE else "1-0"
    if board.is_stalemate():
        return "draw by stalemate", "1/2-1/2"
    if board.is_insufficient_material():
        return "draw by insufficient material", "1/2-1/2"
    if board.is_repetition(3):
        return "draw by threefold repetition", "1/2-1/2"
    if board.halfmove_clock >= 100:
        return "draw by 50 moves", "1/2-1/2"
    return None


def fault_of_ending(board, headers):
    """What is wrong with the result of a game that ends on this board."""
    ending, result = headers["Ending"], headers["Result"]
    termination, found = headers["Termination"], end_on_board(board)
    loser_moves = "0-1" if board.turn == chess.WHITE else "1-0"
    if termination == "normal":
        if ending == "draw by dead position":
            return None if found is None and result == "1/2-1/2" else f"{ending}, {result}"
        return None if found == (ending, result) else f"{ending}, {result}: on the board is {found}"
    if found is not None:
        return f"{ending}, but on the board is {found}"
    if termination == "adjudication":
        said = {"White": "1-0", "Black": "0-1", "draw": "1/2-1/2"}[ending.split()[0]]
        return None if said == result else f"{ending}, {result}"
    if termination == "time forfeit" and board.has_insufficient_material(not board.turn):
        return None if result == "1/2-1/2" else f"{ending}: the other side cannot mate"
    if termination not in ("time forfeit", "rules infraction", "abandoned"):
        return f"Termination is {termination}"
    return None if result == loser_moves else f"{ending}, {result}: the other side has the move"


def controls(headers):
    """Base and increment of White and Black, where they have a clock for the whole game."""
    both = headers.get("TimeControl")
    texts = [headers.get(f"{color}TimeControl", both) for color in ("White", "Black")]
    matches = [re.fullmatch(r"([\d.]+)(?:\+([\d.]+))?", text or "") for text in texts]
    return [match and (float(match[1]), float(match[2] or 0)) for match in matches]


def fault_of_clocks(game):
    """What is wrong with the first clock that does not follow from the one before."""
    known = controls(game.headers)
    left = [control and control[0] for control in known]
    for node in game.mainline():
        side = 1 if node.turn() == chess.WHITE else 0  # the side that has moved
        clock, elapsed = node.clock(), node.emt()
        if clock is None or elapsed is None or known[side] is None:
            continue
        expected = left[side] - elapsed + known[side][1]
        if abs(clock - expected) > EXACT:
            return f"at ply {node.ply()} the clock shows {clock}, not {expected:.3f}"
        left[side] = clock
    return None


def fault_of_moves(game):
    """What is wrong with the moves; the board at their end otherwise."""
    if game.errors:
        return f"{game.errors[0]}", None
    board, is_played = game.board(), False
    for node in game.mainline():
        # An opening may repeat positions; the referee watches from the first move that took time.
        if is_played and end_on_board(board) is not None:
            return f"moves follow the end after ply {board.ply()}: {end_on_board(board)}", None
        if node.move not in board.legal_moves:
            return f"{node.move} is not legal", None
        board.push(node.move)
        is_played = is_played or node.emt() is not None
    return None, board


def fault_of_game(game):
    fault, board = fault_of_moves(game)
    if fault is not None:
        return fault
    count = int(game.headers["PlyCount"])
    if len(board.move_stack) != count:
        return f"it has {len(board.move_stack)} half-moves, not {count}"
    return fault_of_ending(board, game.headers) or fault_of_clocks(game)


def verify(path, tally):
    pairs, endings = collections.defaultdict(list), collections.Counter()
    with open(path, encoding="utf-8") as file:
        while (game := chess.pgn.read_game(file)) is not None:
            headers = game.headers
            name = f"{path}: round {headers['Round']}, {headers['White']} - {headers['Black']}"
            fault = fault_of_game(game)
            tally.check(fault is None, f"{name}: {fault}")
            endings[headers["Ending"].split(": ")[0]] += 1
            players = frozenset((headers["White"], headers["Black"]))
            pairs[headers["Round"].split(".")[0], players].append(headers)
    for (number, _), games in pairs.items():
        starts = {headers.get("FEN") for headers in games}
        whites = {headers["White"] for headers in games}
        good = len(games) <= 2 and len(starts) == 1 and len(whites) == len(games)
        tally.check(good, f"{path}: pair {number}: not one opening with colors reversed")
    for ending, count in endings.most_common():
        print(f"{count:6}  {ending}")


MATCHES = {
    "nodes": ["--against", "material", "--against", "random", "--tc", "nodes=300"],
    "alike": ["--engine", "name=one material", "--against", "name=other material", "--tc", "depth=2"],
    "clocks": ["--against", "material", "--tc", "0.3+0.005", "--concurrency", "2"],
    "flags": ["--against", "material tc=move=0.05", "--tc", "0.02"],
    "early": ["--against", "random", "--tc", "nodes=300", "--resign", "score=500,moves=2",
              "--draw", "score=20,moves=3,from=20", "--max-moves", "40"],
    "randoms": ["--engine", "name=one random", "--against", "name=other random"],
}


def pytest_generate_tests(metafunc):
    chosen = metafunc.config.option.match
    metafunc.parametrize("name", chosen or MATCHES)


@pytest.fixture(scope="module")
def openings(philidor, options, tmp_path_factory):
    path = tmp_path_factory.mktemp("match") / "openings.epd"
    with open(path, "w", encoding="utf-8") as file:
        made = [philidor, "openings", str(options.games), "--nodes", "500", "--seed", "3"]
        subprocess.run(made, stdout=file, check=True)
    return path


def test_another_referee_finds_the_same(name, request, options, tally, tmp_path):
    path = Path(name)
    if not options.match:
        path, openings = tmp_path / f"{name}.pgn", request.getfixturevalue("openings")
        command = [request.getfixturevalue("philidor"), "match", "--games", str(options.games), "--openings", str(openings)]
        subprocess.run([*command, *MATCHES[name], "--pgn", str(path)], stdout=subprocess.DEVNULL, check=True)
    verify(path, tally)
