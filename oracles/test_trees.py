"""python-chess reads random trees as they were made, after philidor has written them.

Games made at random, with variations in variations, glyphs and comments in every place, commands in comments, null
moves, tags that contradict the moves, and starts of Chess960, are written in many ways that differ in blanks, numbers
and marks. philidor writes them again, and python-chess must read what was made: moves, order of variations, glyphs,
comments letter for letter, tags. python-chess counts the glyphs before the first move of a variation as those of the
move before its first one. A second conversion must change nothing. A batch that fails is named with its seed:
`--trees 250 --seed SEED` makes it again.
"""

import random
import re

import chess
import pytest

from reading import converted, read_games

pytestmark = pytest.mark.quick

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
    pgn = converted(program, ["convert", "--to", "pgn"], text)
    again = converted(program, ["convert", "--to", "pgn"], pgn.encode())
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


def test_trees_are_read_as_they_were_made(philidor, tally, options):
    number, seed = options.trees, options.seed
    for first in range(0, number, BATCH):
        failed = len(tally.faults)
        verify_batch(philidor, seed + first // BATCH, min(BATCH, number - first), tally)
        done = min(first + BATCH, number)
        if len(tally.faults) > failed or done % 10_000 == 0 or done == number:
            print(f"{done} trees compared, seeds {seed} to {seed + first // BATCH}", flush=True)
