#!/usr/bin/env python3
"""bulletchess, hunted. It needs Python 3.13.

    pip install bulletchess==0.4.0
    philidor hunt --protocol lines -- python3 examples/hunt/python/hunt_bulletchess.py

The library is GPL-3.0-or-later: this file imports what you installed and contains nothing of it.
"""

from importlib.metadata import version

import bulletchess

import lines


class Position(lines.Generator):
    name = "bulletchess-" + version("bulletchess")

    def __init__(self, fen, _chess960):
        self.board = bulletchess.Board.from_fen(fen)

    def moves(self):
        return self.board.legal_moves()

    def uci(self, move):
        return move.uci()

    def play(self, move):
        self.board.apply(move)

    def undo(self):
        self.board.undo()


lines.answer(Position)
