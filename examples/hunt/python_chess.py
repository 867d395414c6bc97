#!/usr/bin/env python3
"""python-chess under suspicion: philidor's protocol of lines around a perft of ten lines.

    philidor hunt --protocol lines -- python3 examples/hunt/python_chess.py

Take it as a pattern for a generator of your own, in whatever language. python-chess is GPL-3.0-or-later: this file
imports what you installed (`pip install chess`) and contains nothing of it. The file itself is MIT OR Apache-2.0.
"""

import sys

import chess


def perft(board, depth):
    if depth == 0:
        return 1
    if depth == 1:
        return board.legal_moves.count()
    leaves = 0
    for move in board.legal_moves:
        board.push(move)
        leaves += perft(board, depth - 1)
        board.pop()
    return leaves


for line in sys.stdin:
    words = line.split()  # divide DEPTH fen FEN FEN FEN FEN FEN FEN [moves MOVE ...]
    if not words:
        continue
    if words[0] == "hello":
        print("hello python-chess-" + chess.__version__, "chess960 moves", flush=True)
        continue
    depth = int(words[1])
    board = chess.Board(" ".join(words[3:9]), chess960=words[0] == "divide960")
    for move in words[10:]:
        board.push_uci(move)
    for move in list(board.legal_moves):
        board.push(move)
        print(move.uci(), perft(board, depth - 1))
        board.pop()
    print("done", flush=True)
