"""A UCI engine that plays the first legal move of any variant but horde, for tests, and expects the first reply.

To depth 70 it searches until it is stopped; when it ponders, until it is stopped or hit. At depth 13 it crashes.
"""

import sys

from philidor import compat as chess

KINDS = {kind.uci_variant: kind for kind in chess.variant.VARIANTS if kind is not chess.variant.HordeBoard}
OPTIONS = [
    "Hash type spin default 16 min 1 max 64",
    "UCI_Chess960 type check default false",
    "MultiPV type spin default 1 min 1 max 5",
    "UCI_Opponent type string default <empty>",
    "Ponder type check default false",
    "UCI_Variant type combo default chess" + "".join(f" var {name}" for name in KINDS),
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
    board, kind = chess.Board(), chess.Board
    for line in sys.stdin:
        command, *words = line.split() or [""]
        first = next(iter(board.legal_moves), None)
        if command == "uci":
            print("id name First move", *(f"option name {option}" for option in OPTIONS), "uciok", sep="\n")
        elif command == "setoption" and words[1] == "UCI_Opponent":
            print("info string against", *words[3:])
        elif command == "setoption" and words[1] == "UCI_Variant":
            kind = KINDS[words[3]]
        elif command == "isready":
            print("readyok")
        elif command == "position":
            ends = words.index("moves") if "moves" in words else len(words)
            board = kind() if words[0] == "startpos" else kind(" ".join(words[1:ends]))
            for move in words[ends + 1 :]:
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
