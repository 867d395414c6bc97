#!/usr/bin/env python3
"""chessmg (MIT), hunted.

    pip install chessmg==0.6.0
    philidor hunt --protocol lines -- python3 examples/hunt/python/hunt_chessmg.py
"""

import chessmg

import lines


class Position(lines.Generator):
    name = "chessmg-" + chessmg.__version__

    def __init__(self, fen, _chess960):
        self.board = chessmg.ChessPosition(fen)

    def moves(self):
        return self.board.legal_moves()

    def uci(self, move):
        return move.uci

    def play(self, move):
        self.board.make_move(move)

    def undo(self):
        self.board.undo_move()


lines.answer(Position)
