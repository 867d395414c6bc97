"""python-chess: comments of games, empty ones, their blanks, several in a row."""

import io
import random

import chess
import chess.pgn
import pytest

from philidor.compat import pgn

INSIDE = ["", "a", "b c", " ", "\n", " x\ny ", "é", "\xa0z\xa0", "[%clk 0:03:00]", "{", "(a)", ";q", "%p", "1. e4", "\t", " tab\t "]


def comments(dice):
    blanks = ["", " ", "  ", "   "]
    several = dice.choice([0, 0, 1, 1, 2, 3])
    return " ".join(f"{{{dice.choice(blanks)}{dice.choice(INSIDE)}{dice.choice(blanks)}}}" for _ in range(several))


def line(dice, board, length, depth):
    """A line with comments wherever they can be."""
    parts = []
    for _ in range(length):
        moves = list(board.legal_moves)
        if not moves:
            break
        move = dice.choice(moves)
        parts += [comments(dice), board.san(move) + dice.choice(["", "", "!", " $7"]), comments(dice)]
        if depth and dice.random() < 0.2:
            inside = line(dice, board.copy(), dice.randrange(4), depth - 1)
            parts += [f"({comments(dice)} {inside} {comments(dice)})", comments(dice)]
        board.push(move)
    return dice.choice([" ", "\n"]).join(parts)


def dump(node):
    before = node.starting_comment if node.parent else ""
    return node.comment, before, sorted(node.nags), [(child.uci(), dump(child)) for child in node.variations]


def collector(base):
    """A visitor that collects comments."""

    class Collector(base):
        def begin_game(self):
            self.found = []

        def visit_comment(self, comment):
            self.found.append(comment)

        def result(self):
            return self.found

    return Collector


@pytest.mark.parametrize("seed", range(10))
def test_comments(seed):
    dice = random.Random(seed)
    for _ in range(100):
        text = f"{comments(dice)} {line(dice, chess.Board(), dice.randrange(1, 25), 2)} {dice.choice(['*', '1-0', '{ open'])}"
        theirs, ours = (module.read_game(io.StringIO(text, newline="\n")) for module in (chess.pgn, pgn))
        assert dump(ours) == dump(theirs) and str(ours) == str(theirs), text
        found = [
            module.read_game(io.StringIO(text, newline="\n"), Visitor=collector(module.BaseVisitor))
            for module in (chess.pgn, pgn)
        ]
        assert found[0] == found[1], text
