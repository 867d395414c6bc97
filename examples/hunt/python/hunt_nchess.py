#!/usr/bin/env python3
"""nchess (MIT), hunted.

    pip install nchess==1.3.1
    philidor hunt --protocol lines -- python3 examples/hunt/python/hunt_nchess.py
"""

import nchess

import lines


class Position(lines.Generator):
    name = "nchess-" + nchess.__version__

    def __init__(self, fen, _chess960):
        self.board = nchess.Board(fen)

    def moves(self):
        return self.board.generate_legal_moves()

    def uci(self, move):
        return str(move).split('"')[1]  # Move("e2e4")

    def play(self, move):
        if not self.board.step(move):
            raise ValueError(f"{move} was listed and is refused")

    def undo(self):
        self.board.undo()


lines.answer(Position)
