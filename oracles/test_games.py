"""Whole games, as philidor writes them and as they stand in files, are the same to python-chess and to pgn-extract.

philidor writes the games of a file as PGN and as UCI:

* python-chess must find all games in the PGN, with the moves of the UCI;
* python-chess must read the same moves in the games of the file itself. Games that it cannot read in full (it knows
  fewer dialects) are left out, so that the last figure but one of the file's line is lower than the first. Games with
  an illegal or ambiguous move must be bad for it, too;
* pgn-extract must find as many games in the PGN, and have no complaint. It is not given Chess960 games, whose castling
  it knows only in part, nor games of variants, nor comments after a semicolon, each of which has its own line in what
  philidor writes: version 19 does not know them.

philidor must also read the games of variants that python-chess writes, and python-chess must read the same games in
what philidor writes of them.
"""

import io
import json
import random
import re
import subprocess
import tempfile
from pathlib import Path

import chess.pgn
import chess.variant
import pytest

from conftest import GAMES
from reading import converted, converted_bytes, decoded, plainly, read_games

pytestmark = pytest.mark.quick


VARIANTS = [
    chess.variant.AntichessBoard,
    chess.variant.AtomicBoard,
    chess.variant.CrazyhouseBoard,
    chess.variant.GiveawayBoard,
    chess.variant.HordeBoard,
    chess.variant.KingOfTheHillBoard,
    chess.variant.RacingKingsBoard,
    chess.variant.SuicideBoard,
    chess.variant.ThreeCheckBoard,
]


def pytest_generate_tests(metafunc):
    if "path" not in metafunc.fixturenames:
        return
    chosen = [Path(file) for file in metafunc.config.option.pgn]
    files = chosen or [path for folder in GAMES for path in sorted(folder.glob("*.pgn"))]
    metafunc.parametrize("path", files, ids=lambda path: path.name)


def uci_moves(game):
    board = game.board()
    moves = []
    for move in game.mainline_moves():
        moves.append(board.uci(move))
        board.push(move)
    return moves


def extract(extractor, pgn):
    """What pgn-extract says of a PGN text: its complaints, and the number of games."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "games.pgn")
        path.write_text(pgn, encoding="utf-8")
        done = subprocess.run([extractor, "-r", str(path)], capture_output=True)
    lines = (done.stdout + done.stderr).decode("utf-8", "replace").splitlines()
    counts = [re.match(r"(\d+) games? matched out of (\d+)", line) for line in lines]
    count = next((int(match[1]) for match in counts if match), None)
    complaints = [line for line in lines if re.search(r"(?i)unknown|error|fail|missing|unexpected|illegal|line \d+", line)
                  and " - " not in line]
    return complaints, count


def test_others_read_the_same(philidor, extractor, path, tally):
    name = path.name
    raw = path.read_bytes()
    pgn = converted(philidor, ["convert", "--to", "pgn"], raw)
    uci = [line.partition(" moves ")[2].split()
           for line in converted(philidor, ["convert", "--to", "uci"], raw).splitlines()]
    written = read_games(pgn)
    tally.check(uci, f"{name}: philidor reads no game")
    tally.check(len(written) == len(uci),
                f"{name}: python-chess reads {len(written)} games of the {len(uci)} that philidor writes")
    for number, (game, moves) in enumerate(zip(written, uci), 1):
        tally.check(not game.errors, f"{name}: game {number} as written: {game.errors}")
        tally.check(uci_moves(game) == plainly(game.board(), moves), f"{name}: game {number}: PGN and UCI differ")

    # The good games, as they are in the file: those that python-chess reads without complaint must have the same moves.
    text = decoded(converted_bytes(philidor, ["filter"], raw))
    theirs = read_games(text)
    tally.check(len(theirs) == len(uci), f"{name}: python-chess reads {len(theirs)} of {len(uci)} good games")
    alike = 0
    for number, (game, moves) in enumerate(zip(theirs, uci), 1):
        if not game.errors:
            alike += 1
            found, expected = plainly(game.board(), moves), uci_moves(game)
            tally.check(found == expected, f"{name}: game {number}: {found} instead of {expected}")

    # The bad ones: python-chess is more lenient about the form, but not about moves.
    bad = [answer for answer in map(json.loads, converted(philidor, ["check", "--json"], raw).splitlines())
           if "error" in answer]
    lines = decoded(raw).splitlines(keepends=True)
    for answer in bad:
        if ": illegal: " in answer["error"] or ": more than one move: " in answer["error"]:
            game = chess.pgn.read_game(io.StringIO("".join(lines[answer["game_line"] - 1:])))
            tally.check(game and game.errors,
                        f"{name}:{answer['line']}: bad for philidor alone: {answer['error']}")

    standard = [game for game in written if type(game.board()) is chess.Board
                and not game.headers.get("Variant", "").lower().startswith("chess960")]
    parts = re.split(r"(?m)^(?=\[Event )", pgn)[1:]
    tally.check(len(parts) == len(written), f"{name}: {len(parts)} tags Event for {len(written)} games")
    kept = [part for part, game in zip(parts, written) if game in standard]
    complaints, count = extract(extractor, re.sub(r"(?m)^;.*\n", "", "".join(kept)))
    tally.check(count == len(kept), f"{name}: pgn-extract finds {count} games of {len(kept)}")
    tally.check(not complaints, f"{name}: pgn-extract: {complaints}")
    moves = sum(map(len, uci))
    print(f"{name}: {len(uci)} games, {moves} moves, {len(bad)} bad games; "
          f"{alike} read whole by python-chess, {count} by pgn-extract", flush=True)


def grow(node, dice, moves, depth=0):
    """Random moves after a node, with comments, glyphs and variations."""
    board = node.board()
    for _ in range(moves):
        legal = [] if board.is_variant_end() else list(board.legal_moves)
        if not legal:
            break
        dice.shuffle(legal)
        captures = [move for move in legal if board.is_capture(move) or board.gives_check(move)]
        legal = captures + legal if dice.random() < 0.4 else legal
        child = node.add_variation(legal[0])
        if dice.random() < 0.2:
            child.comment = dice.choice(["[%clk 0:01:00]", "a word", "two  words"])
        if dice.random() < 0.1:
            child.nags.add(dice.randrange(1, 7))
        others = [move for move in legal if move != legal[0]]
        if others and depth < 2 and dice.random() < 0.1:
            other = node.add_variation(others[0])
            grow(other, dice, dice.randrange(4), depth + 1)
        board.push(legal[0])
        node = child


def contents(node):
    """A game as a value: moves, comments, glyphs and variations."""
    return [(str(child.move), " ".join(child.comment.split()), sorted(child.nags), contents(child))
            for child in node.variations]


@pytest.mark.parametrize("board", VARIANTS, ids=lambda board: board.uci_variant)
def test_games_of_variants_are_the_same(philidor, board, tally, request):
    dice = random.Random(f"{board.uci_variant} {request.config.option.seed}")
    games = []
    for number in range(60):
        start = board()
        for _ in range(dice.randrange(12) if number % 3 == 0 else 0):  # a start of its own
            if start.is_variant_end() or not any(start.legal_moves):
                break
            start.push(dice.choice(list(start.legal_moves)))
        game = chess.pgn.Game()
        game.setup(board(start.fen()))
        grow(game, dice, dice.randrange(90))
        end = game.end().board()
        game.headers["Result"] = end.result() if end.is_variant_end() else "*"
        games.append(game)
    text = "\n\n".join(map(str, games)) + "\n"
    raw = text.encode()
    for command in (["check"], ["check", "--variations"], ["check", "--lenient"]):
        report = converted(philidor, command, raw).splitlines()
        tally.check(len(report) == 2 and report[-1].startswith(f"{len(games)} games, "), f"{command}: {report}")
    pgn = converted(philidor, ["convert", "--to", "pgn"], raw)
    uci = converted(philidor, ["convert", "--to", "uci"], raw).splitlines()
    again = read_games(pgn)
    tally.check(len(again) == len(uci) == len(games), f"{len(again)} and {len(uci)} of {len(games)} games")
    for game, other, line in zip(games, again, uci):
        tally.check(not other.errors, f"{other.errors} in {other}")
        tally.check(game.board() == other.board(), f"{game.board().fen()} is now {other.board().fen()}")
        tally.check(contents(game) == contents(other), f"{game}\nis now\n{other}")
        tally.check(uci_moves(game) == plainly(game.board(), line.partition(" moves ")[2].split()), f"{line} for {game}")
    # Other forms and back. PGN adds tags of the start and of the roster.
    for form in ("json", "uci"):
        there = converted_bytes(philidor, ["convert", "--to", form], raw)
        back = converted_bytes(philidor, ["convert", "--to", "pgn"], there)
        same = converted(philidor, ["convert", "--to", form], back).splitlines()
        plainer = [re.sub(r'^{"tags":.*?},"start"', '{"start"', line) for line in [*decoded(there).splitlines(), *same]]
        tally.check(plainer[:len(games)] == plainer[len(games):], f"{form}: games are not the same after PGN")
        theirs = read_games(decoded(back))
        tally.check([uci_moves(game) for game in theirs] == [uci_moves(game) for game in games], f"{form}: other moves")
        if form == "json":
            kept = [all(other.headers.get(name) == value for name, value in game.headers.items() if name != "FEN")
                    for game, other in zip(games, theirs)]
            tally.check(all(kept), f"tags of game {kept.index(False) + 1 if False in kept else 0} are lost")
    fens = converted(philidor, ["fens"], raw).splitlines()
    expected = [node.board().fen(en_passant="fen") for game in games for node in [game, *game.mainline()]]
    tally.check(len(fens) == len(expected), f"{len(fens)} positions of {len(expected)}")
    # In crazyhouse, where fifty moves are not a draw, the clocks differ after captures and drops.
    has_clock = board is not chess.variant.CrazyhouseBoard
    for fen, other in zip(fens, expected):
        same = board(fen) == board(other) if has_clock else board(fen).epd() == board(other).epd()
        tally.check(same, f"{fen} for {other}")
    print(f"{board.uci_variant}: {len(games)} games, {len(fens)} positions", flush=True)
