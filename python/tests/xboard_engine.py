"""An engine that speaks XBoard and plays the first legal move, for tests. Its first argument says what is odd about it.

    well      nothing; with "hard" it answers a move of its opponent at once
    slow      moves only when it gets "?"
    ends      ends when it should move
    mute      says nothing of its features
    resigns   offers a draw, then resigns
    illegal   plays a move that is not legal
"""

import sys

from philidor import compat as chess

FEATURES = [
    'feature done=0 ping=1 setboard=1 usermove=1 memory=1 smp=1 name=1 exclude=1 myname="First move" variants="normal,fischerandom,atomic,crazyhouse"',
    'feature option="Style -combo calm /// *wild"',
    'feature option="Depth -spin 3 1 9" option="Book -check 1" done=1',
]


def move(kind, board):
    """Plays, or does what is odd."""
    if kind == "ends":
        sys.exit(7)
    if kind == "resigns":
        print("offer draw", "resign", sep="\n")
        return
    first = next(iter(board.legal_moves))
    print(f"1 13 2 20 {board.san(first)}")
    print("move a1a1" if kind == "illegal" else f"move {board.xboard(first)}")
    board.push(first)


def main():
    kind, board, forced, thinks = sys.argv[1], chess.Board(), True, False
    for line in sys.stdin:
        command, *words = line.split() or [""]
        if command == "protover" and kind != "mute":
            print(*FEATURES, sep="\n")
        elif command == "ping":
            print("pong", *words)
        elif command == "new":
            board, forced = chess.Board(), False
        elif command == "variant":
            kinds = {kind.xboard_variant: kind for kind in chess.variant.VARIANTS}
            board = kinds[words[0]]() if words[0] in kinds else chess.Board(chess960=True)
        elif command == "force":
            forced = True
        elif command == "setboard":
            board = type(board)(" ".join(words), chess960=board.chess960)
        elif command in ("undo", "remove"):
            for _ in range(1 if command == "undo" else 2):
                board.pop()
        elif command == "usermove":
            board.push_xboard(words[0])
            if not forced:
                move(kind, board)
        elif command == "go":
            forced, thinks = False, kind == "slow"
            if not thinks:
                move(kind, board)
        elif command == "?" and thinks:
            thinks = False
            move(kind, board)
        elif command == "analyze":
            for depth, san in enumerate(map(board.san, list(board.legal_moves)[:3]), 1):
                print(f"{depth} {100_000 + 4 if depth == 3 else 10 * depth} {depth} {100 * depth}\t{san}")
        elif command == ".":
            print("Error (unknown command): .")
        elif command == "quit":
            break
        sys.stdout.flush()


if __name__ == "__main__":
    main()
