"""philidor's protocol of lines around any generator that can list moves, play them, and take them back.

Each library has a file beside this one, with a class that says what the library calls these things. The rest is here:
reading questions, counting leaves, and answering `error` where the library refuses a position or a move.
"""

import sys


class Generator:
    """A position of a library. Its constructor takes a FEN and whether it is Chess960, and raises if it is refused."""

    name = "generator"  # the library and its version, as the report names them
    features = "moves"  # with "chess960" if it plays Chess960

    def moves(self):
        """All legal moves."""
        raise NotImplementedError

    def uci(self, move):
        """A move as UCI writes it."""
        return str(move)

    def play(self, move):
        """Plays a legal move; raises if it is refused."""
        raise NotImplementedError

    def undo(self):
        """Takes the last move back."""
        raise NotImplementedError

    def leaves(self, depth):
        """Leaves of the tree of this depth."""
        if depth == 0:
            return 1
        moves = self.moves()
        return len(moves) if depth == 1 else sum(self.leaves_after(move, depth - 1) for move in moves)

    def leaves_after(self, move, depth):
        """Leaves below a legal move."""
        self.play(move)
        leaves = self.leaves(depth)
        self.undo()
        return leaves


def divide(generator, words):
    """The leaves below each move, for the words `divide DEPTH fen FEN FEN FEN FEN FEN FEN [moves MOVE ...]`."""
    position = generator(" ".join(words[3:9]), words[0] == "divide960")
    for name in words[10:]:
        move = next((move for move in position.moves() if position.uci(move) == name), None)
        if move is None:
            raise ValueError(f"{name} is not among the legal moves")
        position.play(move)
    return [(position.uci(move), position.leaves_after(move, int(words[1]) - 1)) for move in position.moves()]


def answer(generator):
    """Answers questions until the input ends."""
    for line in sys.stdin:
        words = line.split()
        if not words:
            continue
        if words[0] == "hello":
            print("hello", generator.name, generator.features, flush=True)
            continue
        try:
            for move, leaves in divide(generator, words):
                print(move, leaves)
            print("done", flush=True)
        except Exception as error:  # whatever the library raises is its answer
            print("error", type(error).__name__, " ".join(str(error).split()), flush=True)
