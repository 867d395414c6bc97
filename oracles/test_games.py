#!/usr/bin/env python3
"""Compare SAN and whole games with two foreign programs.

usage: verify-games [--positions N] [--trees N] [--seed N] [--only-trees]
                    [--philidor PROGRAM] [--pgn-extract PROGRAM] [FILE ...]

Needs Python 3.8 or later and the program `pgn-extract` (not with --only-trees);
Debian has a package of that name. If it is not on the PATH, name it with
--pgn-extract or in the variable PGN_EXTRACT. The Python package `chess`
(python-chess) is installed into a virtual environment below target/, unless
Python has it. philidor is built with `cargo build --release`, unless
--philidor names the program.

Moves. For each position of the suites (every *.epd of crates/philidor/data)
and for N positions of random games (default 3000), every other game from a Chess960
start:

* every legal move, written by python-chess in SAN and in full long algebraic,
  is read by philidor, which must write the same SAN and UCI;
* a few moves of random piece and target, disambiguated or not, are read by
  both: they must find the same move, or none, or more than one. But philidor
  may read castling where the king is said to go to its castling square or to
  its rook (`Kg1`, `Ke1h1`); those are counted apart.

Trees. N games made at random (default 100000), with variations in variations,
glyphs and comments in every place, commands in comments, null moves, tags that
contradict the moves, and starts of Chess960, are written in many ways that
differ in blanks, numbers and marks. philidor writes them again, and python-chess
must read what was made: moves, order of variations, glyphs, comments letter for
letter, tags. python-chess counts the glyphs before the first move of a variation
as those of the move before its first one. A second conversion must change
nothing. A batch that fails is named with its seed: `--trees 250 --seed SEED`
makes it again.

Games. FILE is a PGN file, by default those of crates/philidor/tests/data/pgn
and of the tests of the command. philidor writes its games as PGN and as UCI:

* python-chess must find all games in the PGN, with the moves of the UCI;
* python-chess reads the games of the FILE itself to the same moves. Games of
  which it cannot read all (it knows fewer ways of writing) are left out, and
  the last figure but one of the file's line is lower than the first. Games
  with an illegal or ambiguous move must be bad for it, too;
* pgn-extract must find as many games in the PGN, and have no complaint.
  Chess960 games are not given to it: it knows their castling in part only.
  Nor are comments behind a semicolon, each of which has its own line in what
  philidor writes: version 19 does not know them.

Prints one line for each failure; the last line is `N passed, M failed`. The
exit status is 0 if nothing failed, 1 if something did, 2 if the check could
not be run.
"""

import argparse
import io
import json
import logging
import os
import random
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

import python_chess  # must come before chess
import chess
import chess.pgn

ROOT = python_chess.ROOT

SUITES = ROOT / "crates/philidor/data"
GAMES = [ROOT / "crates/philidor/tests/data/pgn", ROOT / "crates/philidor-cli/tests/cmd/pgn.in"]


class Tally:
    """What passed and what failed."""

    def __init__(self):
        self.passed = self.failed = 0

    def check(self, good, message):
        """Count one comparison, and print what it is about if it fails."""
        if good:
            self.passed += 1
        else:
            self.failed += 1
            print(message, flush=True)


def build():
    subprocess.run(["cargo", "build", "--release", "--quiet", "--package", "philidor-cli"],
                   cwd=ROOT, check=True)
    target = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"))
    return str(ROOT / target / "release/philidor")


def philidor_bytes(program, command, text):
    """What `philidor pgn COMMAND` makes of a PGN text."""
    done = subprocess.run([program, "pgn", *command], input=text, capture_output=True)
    if done.returncode not in (0, 1):
        raise SystemExit(f"verify-games: philidor {command[0]}: {done.stderr.decode()}")
    return done.stdout


def philidor(program, command, text):
    """The same, as text."""
    return decoded(philidor_bytes(program, command, text))


def decoded(raw):
    """UTF-8, or Latin-1 if it is not."""
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        return raw.decode("latin-1")


def suite_positions():
    for path in sorted(SUITES.glob("*.epd")):
        for line in path.read_text(encoding="utf-8").splitlines():
            if line.strip() and not line.startswith("#"):
                fen = line.split(";")[0].strip()
                chess960 = "960" in path.name or not set(fen.split()[2]) <= set("KQkq-")
                yield chess.Board(fen, chess960=chess960)


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


def plainly(board, words):
    """UCI words as python-chess writes them: castling of either form is one move."""
    board = board.copy(stack=False)
    found = []
    for word in words:
        try:
            move = board.parse_uci(word)
        except ValueError:
            return [*found, f"illegal {word}"]
        found.append(board.uci(move))
        board.push(move)
    return found


def is_castling_by_king(board, text, uci):
    """Is the text a move of the king that philidor reads as castling, which is more than python-chess does?"""
    try:
        return text.startswith("K") and board.is_castling(board.parse_uci(uci))
    except ValueError:
        return False


def verify_moves(program, boards, dice, tally):
    """SAN of every legal move, and the reading of random moves."""
    good, doubtful = [], []
    for board in boards:
        fen = board.fen()
        for move in board.legal_moves:
            expected = (board.san(move), board.uci(move))
            castling = board.is_castling(move)
            # python-chess writes Nb1-d2 and exd6; philidor reads Nb1d2 and e5xd6 as well.
            long = expected[0] if castling else board.lan(move).replace("-", "")
            for text in {expected[0], long}:
                good.append((fen, board, text, expected))
        for text in set(random_texts(board, dice)):
            doubtful.append((fen, board, text, verdict(board, text)))

    text = "".join(game_text(*case[:3]) for case in good).encode()
    lines = philidor(program, ["convert", "--to", "json"], text).splitlines()
    tally.check(len(lines) == len(good), f"philidor reads {len(lines)} of {len(good)} legal moves")
    # A refused move has no line, so that lines and moves match only if there is none.
    answers = map(json.loads, lines)
    if len(lines) == len(good):
        for (fen, board, text, expected), answer in zip(good, answers):
            found = (*answer["moves"], *plainly(board, answer["uci"]))
            tally.check(found == expected, f"{fen}: {text}: {found} instead of {expected}")
    print(f"{len(good)} texts of legal moves compared", flush=True)

    # The place of a refusal tells the game: each begins where the one before ends.
    parts = [game_text(*case[:3]) for case in doubtful]
    text = "".join(parts).encode()
    refused = {}
    starts, line = {}, 1
    for index, part in enumerate(parts):
        starts[line] = index
        line += part.count("\n")
    for answer in map(json.loads, philidor(program, ["check", "--json"], text).splitlines()):
        if "error" in answer:
            word = "ambiguous" if "more than one" in answer["error"] else "illegal"
            refused[starts[answer["game_line"]]] = word
    read = iter(philidor(program, ["convert", "--to", "json"], text).splitlines())
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


def uci_moves(game):
    board = game.board()
    moves = []
    for move in game.mainline_moves():
        moves.append(board.uci(move))
        board.push(move)
    return moves


def read_games(text):
    """All games of a PGN text, read by python-chess."""
    handle = io.StringIO(text)
    games = []
    while True:
        game = chess.pgn.read_game(handle)
        if game is None:
            return games
        games.append(game)


def verify_file(program, extractor, path, tally):
    """The games of one file, by philidor, python-chess and pgn-extract."""
    name = path.name
    raw = path.read_bytes()
    pgn = philidor(program, ["convert", "--to", "pgn"], raw)
    uci = [line.partition(" moves ")[2].split()
           for line in philidor(program, ["convert", "--to", "uci"], raw).splitlines()]
    written = read_games(pgn)
    tally.check(uci, f"{name}: philidor reads no game")
    tally.check(len(written) == len(uci),
                f"{name}: python-chess reads {len(written)} games of the {len(uci)} that philidor writes")
    for number, (game, moves) in enumerate(zip(written, uci), 1):
        tally.check(not game.errors, f"{name}: game {number} as written: {game.errors}")
        tally.check(uci_moves(game) == plainly(game.board(), moves), f"{name}: game {number}: PGN and UCI differ")

    # The good games, as they stand in the file: what python-chess reads without complaint, it reads alike.
    text = decoded(philidor_bytes(program, ["filter"], raw))
    theirs = read_games(text)
    tally.check(len(theirs) == len(uci), f"{name}: python-chess reads {len(theirs)} of {len(uci)} good games")
    alike = 0
    for number, (game, moves) in enumerate(zip(theirs, uci), 1):
        if not game.errors:
            alike += 1
            found, expected = plainly(game.board(), moves), uci_moves(game)
            tally.check(found == expected, f"{name}: game {number}: {found} instead of {expected}")

    # The bad ones: python-chess is more lenient about the form, but not about moves.
    bad = [answer for answer in map(json.loads, philidor(program, ["check", "--json"], raw).splitlines())
           if "error" in answer]
    lines = decoded(raw).splitlines(keepends=True)
    for answer in bad:
        if ": illegal: " in answer["error"] or ": more than one move: " in answer["error"]:
            game = chess.pgn.read_game(io.StringIO("".join(lines[answer["game_line"] - 1:])))
            tally.check(game and game.errors,
                        f"{name}:{answer['line']}: bad for philidor alone: {answer['error']}")

    standard = [game for game in written if not game.headers.get("Variant", "").lower().startswith("chess960")]
    parts = re.split(r"(?m)^(?=\[Event )", pgn)[1:]
    tally.check(len(parts) == len(written), f"{name}: {len(parts)} tags Event for {len(written)} games")
    kept = [part for part, game in zip(parts, written) if game in standard]
    complaints, count = extract(extractor, re.sub(r"(?m)^;.*\n", "", "".join(kept)))
    tally.check(count == len(kept), f"{name}: pgn-extract finds {count} games of {len(kept)}")
    tally.check(not complaints, f"{name}: pgn-extract: {complaints}")
    moves = sum(map(len, uci))
    print(f"{name}: {len(uci)} games, {moves} moves, {len(bad)} bad games; "
          f"{alike} read whole by python-chess, {count} by pgn-extract", flush=True)


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


COMMENTS = ["a word", "[%clk 5:00]", "two  [%eval 0.123] words", "[%emt 0.783]", "[%csl Ra1][%eval -1.5,20]",
            "( 1. e4 * )", "1-0", "$3 !? % x", "[Event \"?\"]", "caf\u00e9 \u2658", "[%unknown] [%clk 0:00:01] [%clk 2]",
            "[%eval #-3] [%clk", "; not the end", "long " * 40]
MARKS = {1: "!", 2: "?", 3: "!!", 4: "??", 5: "!?", 6: "?!"}
MARKERS = ["1-0", "0-1", "1/2-1/2", "*"]
BATCH = 250


class Node:
    """A move of a tree that was made, or its root, with what is said about it."""

    def __init__(self, move=None):
        self.move, self.children = move, []
        self.before, self.comment = "", ""
        self.nags_before, self.nags = [], []


class Maker:
    """Makes a game at random, and writes it in a random way."""

    def __init__(self, dice):
        self.dice, self.root, self.words = dice, Node(), []
        self.board = chess.Board()
        self.tags = {"White": dice.choice(["A", "The \"one\" \\ B", "\u00c9l\u0151"]), "Event": str(dice.random())}
        self.marker = dice.choice(MARKERS)
        if dice.random() < 0.7:
            self.tags["Result"] = dice.choice([self.marker, self.marker, *MARKERS[:3], "White wins"])
        if dice.random() < 0.3:
            self.board = chess.Board.from_chess960_pos(dice.randrange(960))
            self.tags["Variant"] = "Chess960"
        if "Variant" in self.tags or dice.random() < 0.1:
            self.tags.update(SetUp="1", FEN=self.board.fen())
        self.remark(self.root)
        self.line(self.root, self.board.copy(stack=False), dice.randrange(12), 0)

    def remark(self, node):
        """Glyphs and comments of a move."""
        if self.dice.random() < 0.2:
            node.nags = self.dice.sample(range(1, 256), self.dice.randrange(1, 3))
        if self.dice.random() < 0.3:
            node.comment = self.dice.choice(COMMENTS)

    def line(self, node, board, length, depth):
        """Moves after one, with variations here and there."""
        for _ in range(length):
            moves = list(board.legal_moves)
            if not moves:
                return
            many = 1 if depth > 3 or self.dice.random() < 0.8 else self.dice.randrange(2, 4)
            chosen = self.dice.sample(moves, min(many, len(moves)))
            if len(chosen) > 1 and not board.is_check() and self.dice.random() < 0.1:
                chosen[-1] = chess.Move.null()
            for index, move in enumerate(chosen):
                child = Node(move)
                node.children.append(child)
                self.remark(child)
                if index > 0:
                    if self.dice.random() < 0.3:
                        child.nags_before = self.dice.sample(range(1, 256), self.dice.randrange(1, 3))
                    if self.dice.random() < 0.3:
                        child.before = self.dice.choice(COMMENTS)
                    after = board.copy(stack=False)
                    after.push(move)
                    self.line(child, after, self.dice.randrange(5), depth + 1)
            node = node.children[0]
            board.push(node.move)

    def say(self, nags, comment, alone=False):
        for nag in nags:
            self.words.append(MARKS[nag] if nag in MARKS and self.dice.random() < 0.5 else f"${nag}")
        if comment and self.dice.random() < 0.1:
            self.words.append(f"; {comment}\n")
        elif comment:
            blank = self.dice.choice(["", " ", "\n"])
            self.words.append(f"{{{blank}{comment}{blank}}}")

    def write_move(self, node, board, number_is_due):
        self.say(node.nags_before, node.before)
        number = f"{board.fullmove_number}{'.' if board.turn else '...'}"
        if number_is_due or board.turn or self.dice.random() < 0.1:
            self.words.append(number + self.dice.choice(["", " "]))
        self.words.append("--" if not node.move else board.san(node.move))
        self.say(node.nags, node.comment)

    def write_line(self, node, board):
        due = True
        while node.children:
            first, *others = node.children
            self.write_move(first, board, due)
            for other in others:
                self.words.append("(")
                self.write_move(other, board, True)
                after = board.copy(stack=False)
                after.push(other.move)
                self.write_line(other, after)
                self.words.append(")")
            board.push(first.move)
            node, due = first, bool(others) or self.dice.random() < 0.5

    def text(self):
        self.words = []
        self.say(self.root.nags, self.root.comment)
        self.write_line(self.root, self.board.copy(stack=False))
        self.words.append(self.marker)
        text = "".join(word if word.endswith(("\n", ".")) else word + self.dice.choice([" ", " ", "\n"])
                       for word in self.words)
        tags = list(self.tags.items())
        self.dice.shuffle(tags)
        escaped = ((name, value.replace("\\", "\\\\").replace('"', '\\"')) for name, value in tags)
        return "".join(f'[{name} "{value}"]\n' for name, value in escaped) + "\n" + text + "\n\n"


def plain(text):
    return " ".join(text.split())


def made(node):
    """What python-chess has to find at a move that was made."""
    nags = set(node.nags).union(*(child.nags_before for child in node.children))
    move = None if node.move is None else node.move.uci()
    return [move, plain(node.before), sorted(nags), plain(node.comment),
            [made(child) for child in node.children]]


def found(node):
    """What python-chess found."""
    move = None if node.parent is None else node.move.uci()
    return [move, plain(node.starting_comment or ""), sorted(node.nags), plain(node.comment),
            [found(child) for child in node.variations]]


def difference(read, expected, path=()):
    """The first move about which two trees differ, and how."""
    for one, other in zip(read[4], expected[4]):
        if one[0] == other[0] and one != other:
            return difference(one, other, (*path, one[0]))
    children = [[child[0] for child in node[4]] for node in (read, expected)]
    return f"after {' '.join(path) or 'nothing'}: {read[:4]}, then {children[0]}, " \
           f"instead of {expected[:4]}, then {children[1]}"


def verify_batch(program, seed, number, tally):
    """Trees of one seed: made, written by philidor, read by python-chess, compared."""
    dice = random.Random(seed)
    makers = [Maker(dice) for _ in range(number)]
    text = "".join(maker.text() for maker in makers).encode()
    pgn = philidor(program, ["convert", "--to", "pgn"], text)
    again = philidor(program, ["convert", "--to", "pgn"], pgn.encode())
    tally.check(again == pgn, f"seed {seed}: a second conversion changes something")
    games = read_games(pgn)
    tally.check(len(games) == number, f"seed {seed}: {len(games)} games of {number}")
    for index, (maker, game) in enumerate(zip(makers, games), 1):
        expected, read = made(maker.root), found(game)
        place = f"seed {seed}: game {index}"
        tally.check(not game.errors, f"{place}: {game.errors}")
        tally.check(read == expected, f"{place}: {difference(read, expected)}")
        tags = {"Result": maker.marker, **maker.tags}
        # python-chess leaves escapes in the values of tags as they are.
        read = {name: re.sub(r'\\(["\\])', r"\1", value) for name, value in game.headers.items()}
        tags = {name: (read.get(name), value) for name, value in tags.items()}
        tally.check(all(one == other for one, other in tags.values()), f"{place}: {tags}")


def verify_trees(program, number, seed, tally):
    """Random trees in batches, each with a seed of its own."""
    for first in range(0, number, BATCH):
        failed = tally.failed
        verify_batch(program, seed + first // BATCH, min(BATCH, number - first), tally)
        done = min(first + BATCH, number)
        if tally.failed > failed or done % 10_000 == 0 or done == number:
            print(f"{done} trees compared, seeds {seed} to {seed + first // BATCH}", flush=True)


def main():
    parser = argparse.ArgumentParser(
        description="Compare SAN, random trees and whole games with python-chess and pgn-extract.")
    parser.add_argument("files", nargs="*", type=Path, metavar="FILE")
    parser.add_argument("--positions", type=int, default=3000, metavar="N",
                        help="so many positions of random games (default 3000)")
    parser.add_argument("--trees", type=int, default=100_000, metavar="N",
                        help="number of random trees (default 100000)")
    parser.add_argument("--only-trees", action="store_true", help="compare trees, and neither moves nor files")
    parser.add_argument("--seed", type=int, default=5, metavar="N", help="of the random games")
    parser.add_argument("--philidor", metavar="PROGRAM", help="the philidor to run; built if not given")
    parser.add_argument("--pgn-extract", default=os.environ.get("PGN_EXTRACT", "pgn-extract"),
                        metavar="PROGRAM", help="the pgn-extract to run")
    options = parser.parse_args()
    extractor = shutil.which(options.pgn_extract) or shutil.which("/usr/games/pgn-extract")
    files = options.files or [path for folder in GAMES for path in sorted(folder.glob("*.pgn"))]
    missing = [str(path) for path in files if not path.is_file()]
    if not options.only_trees and (not extractor or not files or missing):
        what = f"no program {options.pgn_extract!r}" if not extractor else f"no games: {missing}"
        print(f"verify-games: {what}", file=sys.stderr)
        return 2
    program = options.philidor or build()

    logging.getLogger("chess.pgn").setLevel(logging.CRITICAL)  # bad games are reported below
    tally = Tally()
    if not options.only_trees:
        dice = random.Random(options.seed)
        suites = list(suite_positions())
        tally.check(suites, f"no suites in {SUITES}")
        boards = [*suites, *random_positions(options.positions, dice)]
        print(f"{len(boards)} positions", flush=True)
        verify_moves(program, boards, dice, tally)
        for path in files:
            verify_file(program, extractor, path, tally)
    verify_trees(program, options.trees, options.seed, tally)
    print(f"{tally.passed} passed, {tally.failed} failed")
    return 1 if tally.failed else 0


if __name__ == "__main__":
    sys.exit(main())
