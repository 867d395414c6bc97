#!/usr/bin/env python3
"""python-chess under suspicion: philidor's protocol of lines around a perft of ten lines.

    philidor hunt --protocol lines -- python3 examples/hunt/python_chess.py
    philidor hunt --variant atomic --protocol lines -- python3 examples/hunt/python_chess.py atomic

Take it as a template for a generator of your own, in any language. python-chess is GPL-3.0-or-later: this file
imports what you installed (`pip install chess`) and contains nothing of it. The file itself is MIT OR Apache-2.0.
"""

import sys

import chess
import chess.variant

BOARD = chess.variant.find_variant(sys.argv[1]) if len(sys.argv) > 1 else chess.Board


def perft(board, depth):
    if depth == 0:
        return 1
    if board.is_variant_end():
        return 0
    if depth == 1:
        return board.legal_moves.count()
    leaves = 0
    for move in board.legal_moves:
        board.push(move)
        leaves += perft(board, depth - 1)
        board.pop()
    return leaves


def divide(words):  # divide DEPTH fen FEN FEN FEN FEN FEN FEN [moves MOVE ...]
    end = words.index("moves") if "moves" in words else len(words)
    board = BOARD(" ".join(words[3:end]), chess960=words[0] == "divide960")
    for move in words[end + 1 :]:
        board.push_uci(move)  # raises if it is refused
    counts = []
    if board.is_variant_end():
        return counts
    for move in list(board.legal_moves):
        board.push(move)
        counts.append((move.uci(), perft(board, int(words[1]) - 1)))
        board.pop()
    return counts


for line in sys.stdin:
    words = line.split()
    if not words:
        continue
    if words[0] == "hello":
        print("hello python-chess-" + chess.__version__, "chess960 moves", flush=True)
        continue
    try:
        for move, leaves in divide(words):
            print(move, leaves)
        print("done", flush=True)
    except ValueError as error:  # python-chess refuses the position or a move
        print("error", error, flush=True)
