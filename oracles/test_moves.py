"""python-chess and philidor read and write SAN alike.

For each position of the suites and for some of random games, every other game from a Chess960 start:

* every legal move, written by python-chess in SAN and in full long algebraic, is read by philidor, which must write the
  same SAN and UCI;
* a few moves of random piece and destination, disambiguated or not, are read by both: they must find the same move, or
  none, or more than one. But philidor may read castling where the king is said to go to its castling square or to its
  rook (`Kg1`, `Ke1h1`); those are counted apart.
"""

import json
import random

import chess
import pytest

from conftest import SUITES
from reading import converted, plainly

pytestmark = pytest.mark.quick


def suite_positions():
    for path in sorted(SUITES.glob("*.epd")):
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.strip() and not line.startswith("#"):
                fen = line.split(";")[0].strip()
                chess960 = "960" in path.name or not set(fen.split()[2]) <= set("KQkq-")
                yield chess.Board(fen, chess960=chess960)


@pytest.fixture(scope="module")
def positions(options):
    boards = [*suite_positions(), *random_positions(options.positions, random.Random(options.seed))]
    print(f"{len(boards)} positions", flush=True)
    return boards


def random_positions(number, dice):
    """Positions of random games, every other one from a Chess960 start."""
    board = chess.Board()
    games = 1
    for _ in range(number):
        if board.is_game_over() or board.ply() > 200:
            games += 1
            board = chess.Board() if games % 2 else chess.Board.from_chess960_pos(dice.randrange(960))
        yield board.copy(stack=False)
        for _ in range(dice.randrange(1, 4)):
            moves = list(board.legal_moves)
            if moves:
                board.push(dice.choice(moves))


def game_text(fen, board, move):
    """A game of one move."""
    variant = '[Variant "Chess960"]\n' if board.chess960 else ""
    return f'{variant}[FEN "{fen}"]\n[SetUp "1"]\n\n{move} *\n\n'


def random_texts(board, dice):
    """Moves that may be legal, illegal or ambiguous."""
    pieces = [square for square in chess.SQUARES if board.color_at(square) == board.turn]
    for _ in range(8):
        square = dice.choice(pieces)
        letter = board.piece_at(square).symbol().upper()
        name = chess.square_name(square)
        target = chess.square_name(dice.choice(chess.SQUARES))
        if letter == "P":
            yield dice.choice([target, f"{name[0]}x{target}"])
        else:
            yield letter + dice.choice(["", "", name[0], name[1], name]) + dice.choice(["", "x"]) + target
    # The text that would do if no other piece could go there.
    for move in board.legal_moves:
        letter = board.piece_at(move.from_square).symbol().upper()
        if letter != "P" and not board.is_castling(move):
            yield letter + chess.square_name(move.to_square)


def verdict(board, text):
    """The UCI of the move, `ambiguous` or `illegal`."""
    try:
        return board.uci(board.parse_san(text))
    except chess.AmbiguousMoveError:
        return "ambiguous"
    except ValueError:
        return "illegal"


def is_castling_by_king(board, text, uci):
    """Is the text a move of the king that philidor reads as castling, which is more than python-chess does?"""
    try:
        return text.startswith("K") and board.is_castling(board.parse_uci(uci))
    except ValueError:
        return False


def test_texts_of_legal_moves(positions, philidor, tally):
    good = []
    for board in positions:
        fen = board.fen()
        for move in board.legal_moves:
            expected = (board.san(move), board.uci(move))
            castling = board.is_castling(move)
            # python-chess writes Nb1-d2 and exd6; philidor reads Nb1d2 and e5xd6 as well.
            long = expected[0] if castling else board.lan(move).replace("-", "")
            for text in {expected[0], long}:
                good.append((fen, board, text, expected))

    text = "".join(game_text(*case[:3]) for case in good).encode()
    lines = converted(philidor, ["convert", "--to", "json"], text).splitlines()
    tally.check(len(lines) == len(good), f"philidor reads {len(lines)} of {len(good)} legal moves")
    # A refused move has no line, so that lines and moves match only if there is none.
    answers = map(json.loads, lines)
    if len(lines) == len(good):
        for (fen, board, text, expected), answer in zip(good, answers):
            found = (*answer["moves"], *plainly(board, answer["uci"]))
            tally.check(found == expected, f"{fen}: {text}: {found} instead of {expected}")
    print(f"{len(good)} texts of legal moves compared", flush=True)


def test_texts_that_may_be_moves(positions, philidor, tally, options):
    dice, doubtful = random.Random(options.seed), []
    for board in positions:
        for text in sorted(set(random_texts(board, dice))):
            doubtful.append((board.fen(), board, text, verdict(board, text)))

    # The place of a refusal identifies the game: each begins where the one before ends.
    parts = [game_text(*case[:3]) for case in doubtful]
    text = "".join(parts).encode()
    refused = {}
    starts, line = {}, 1
    for index, part in enumerate(parts):
        starts[line] = index
        line += part.count("\n")
    for answer in map(json.loads, converted(philidor, ["check", "--json"], text).splitlines()):
        if "error" in answer:
            word = "ambiguous" if "more than one" in answer["error"] else "illegal"
            refused[starts[answer["game_line"]]] = word
    read = iter(converted(philidor, ["convert", "--to", "json"], text).splitlines())
    none = '{"uci":["nothing"]}'
    kinds = {}
    for index, (fen, board, text, expected) in enumerate(doubtful):
        found = refused.get(index) or plainly(board, json.loads(next(read, none))["uci"])[0]
        kind = expected if expected in ("ambiguous", "illegal") else "legal"
        if kind == "illegal" and found != kind and is_castling_by_king(board, text, found):
            kind = "castling by the king"
        else:
            tally.check(found == expected, f"{fen}: {text}: {found} instead of {expected}")
        kinds[kind] = kinds.get(kind, 0) + 1
    for kind in ("legal", "illegal", "ambiguous"):
        tally.check(kinds.get(kind), f"no doubtful move is {kind}: nothing was tested")
    print(f"doubtful texts compared: {kinds}", flush=True)
