"""A UCI engine that plays the first legal move, for tests, and expects the first reply.

To depth 70 it searches until it is stopped; when it ponders, until it is stopped or hit. At depth 13 it crashes.
"""

import sys

from philidor import compat as chess

OPTIONS = [
    "Hash type spin default 16 min 1 max 64",
    "UCI_Chess960 type check default false",
    "MultiPV type spin default 1 min 1 max 5",
    "UCI_Opponent type string default <empty>",
    "Ponder type check default false",
]


def best(board):
    """The first move, and the first reply."""
    first = next(iter(board.legal_moves), None)
    if first is None:
        return "bestmove (none)"
    board.push(first)
    reply = next(iter(board.legal_moves), None)
    board.pop()
    return f"bestmove {first}" + (f" ponder {reply}" if reply else "")


def main():
    board = chess.Board()
    for line in sys.stdin:
        command, *words = line.split() or [""]
        first = next(iter(board.legal_moves), None)
        if command == "uci":
            print("id name First move", *(f"option name {option}" for option in OPTIONS), "uciok", sep="\n")
        elif command == "setoption" and words[1] == "UCI_Opponent":
            print("info string against", *words[3:])
        elif command == "isready":
            print("readyok")
        elif command == "position":
            board = chess.Board() if words[0] == "startpos" else chess.Board(" ".join(words[1:7]))
            for move in words[words.index("moves") + 1 :] if "moves" in words else []:
                board.push_uci(move)
        elif command == "go":
            print(f"info depth 1 score cp 13 nodes 20 time 5 wdl 100 800 100 pv {first}")
            if "13" in words:
                sys.exit(7)
            if not {"infinite", "70", "ponder"} & set(words):
                print(best(board))
        elif command in ("stop", "ponderhit"):
            print(best(board))
        elif command == "quit":
            break
        sys.stdout.flush()


if __name__ == "__main__":
    main()
