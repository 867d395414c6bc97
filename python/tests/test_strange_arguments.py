"""Whatever is given to a function, it answers or raises an ordinary exception; nothing else ever crosses.

    STRANGE_SECONDS=600 pytest tests/test_strange_arguments.py     # ten minutes instead of two seconds
"""

import inspect
import os
import random
import sys
import time

import numpy as np

import philidor
from philidor import _native
from philidor.env import VectorEnv
from philidor.variants import VariantPosition

SEED = int(os.environ.get("STRANGE_SEED", "1"))
SECONDS = float(os.environ.get("STRANGE_SECONDS", "2"))


class Awkward:
    """An object whose every question fails."""

    def __index__(self):
        raise RuntimeError("no number")

    def __iter__(self):
        raise RuntimeError("no list")

    def __len__(self):
        raise RuntimeError("no length")


def plain(generator):
    """A random object that is not of ours."""
    rows = np.frombuffer(generator.randbytes(64), np.uint8).reshape(2, 32)
    return generator.choice([
        None, True, -1, 0, 1, 28, 63, 64, 2**31, 2**64 - 1, 2**64, -(2**70), 0.5, float("nan"), "", "e4", "e2e4", "a7a8q",
        "0000", "K", "q", "KQkq", "é4", "\0", "\ud800", "x" * 1000, b"", b"\0" * 32, generator.randbytes(32), [], ["e4"],
        [None], {}, (), object(), philidor.Color.BLACK, philidor.Square.E4, "lc0_1858", "lc0_112", "halfkp", "skip",
        rows, rows.astype(np.uint16)[0], rows.astype(np.int32)[0], np.array(1), np.zeros((1, 1858), bool),
        np.zeros((1, 12, 8, 8), np.float32), Awkward(), lambda *given: "1. e4 {x} *" if given else "", lambda *given: None,
        [None] * philidor._native.MOVES, {"White": "?"}, "games", "positions", "KRvK", "KRvK.rtbw", ROOKS, {"KRvK.rtbz": ROOKS["KRvK.rtbw"]}, "dtz", ["ply", "White"], rows.view(np.int16)[0], rows[0] % 3, int, slice(None), slice(0, 5, 2), "1. e4 e5 (1... c5 {x}) *",
        "atomic", "crazyhouse", "N@f3", "4k3/8/8/8/8/8/8/4K3[Q] w - - 0 1", "[FEN \"?\"]\n\n1. e4 ) } *", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    ])


def position(generator):
    found = philidor.Position.chess960(generator.randrange(960))
    for _ in range(generator.randrange(60)):
        if moves := found.legal_moves():
            found = found.play(generator.choice(moves))
    return generator.choice([found, philidor.Position(TRIPLE, strict=False), found, ROOK])


def square_set(generator):
    return philidor.SquareSet.from_bits(generator.getrandbits(64))


def variant_position(generator):
    found = VariantPosition(generator.choice(philidor.variants.VARIANTS).name)
    for _ in range(generator.randrange(40)):
        if moves := found.legal_moves():
            found = found.play(generator.choice(moves))
    return found


def game(generator):
    made = philidor.Game(generator.choice([position, variant_position])(generator))
    if moves := made.position.legal_moves():
        made.push(generator.choice(moves))
        if generator.random() < 0.5:
            made.undo()
    return made


def pgn_game(generator):
    return next(philidor.PgnReader(generator.choice(["1. e4 (1. d4) e5 *", HOUSE])))


START = philidor.Position().fen()
HOUSE = '[Variant "Crazyhouse"]\n\n1. e4 d5 2. exd5 (2. d4) Qxd5 3. P@e4 *\n\n'
ROOKS = philidor.syzygy.generate("KRvK")
ROOK = philidor.Position("8/8/8/8/8/4k3/4r3/K7 w - - 0 1")
TRIPLE = "4k3/8/8/b7/4r3/8/6n1/4K3 w - - 0 1"
OWN = {
    philidor.Position: position,
    philidor.Move: lambda generator: generator.choice(position(generator).legal_moves() or [philidor.Move("e2e4")]),
    philidor.Setup: lambda generator: generator.choice([
        position(generator).setup(), philidor.Setup(), philidor.Setup("kkkkkkkk/8/8/8/8/8/8/8 w KQkq e6 0 1")]),
    philidor.SquareSet: square_set,
    _native.SquareIterator: lambda generator: iter(square_set(generator)),
    philidor.Fault: lambda generator: generator.choice(philidor.Setup("kkkkkkkk/8/8/8/8/8/8/8 w KQkq e6 0 1").faults()),
    philidor.Game: game,
    philidor.Opening: lambda generator: philidor.Position().play("e4").opening,
    philidor.Outcome: lambda generator: philidor.Outcome("draw by agreement"),
    VariantPosition: variant_position,
    philidor.Epd: lambda generator: philidor.Epd('8/8/8/8/8/8/k6K/8 w - - id "x"; hmvc 3;'),
    philidor.Positions: lambda generator: philidor.Positions.from_fens([philidor.Position().fen()] * generator.randrange(3)),
    philidor.Book: lambda generator: philidor.Book.of_games([philidor.Game(moves=[generator.choice(["e4", "d4", "Nf3"])])], min_games=1),
    philidor.syzygy.Tables: lambda generator: philidor.syzygy.Tables(data=generator.choice([ROOKS, {}])),
    philidor.syzygy.Dtz: lambda generator: philidor.syzygy.Dtz(generator.randrange(-200, 200), is_exact=generator.random() < 0.5),
    philidor.syzygy.RootMove: lambda generator: generator.choice(philidor.syzygy.Tables(data=ROOKS).rank_moves(ROOK)),
    philidor.Engine: lambda generator: philidor.Engine(hash=1),
    philidor.PgnReader: lambda generator: philidor.PgnReader("1. e4 (1. d4) *\n\n1. e5 *\n\n" + HOUSE, on_error="skip"),
    philidor.PgnGame: pgn_game,
    philidor.PgnNode: lambda generator: pgn_game(generator).root.children[0],
    philidor.PgnScan: lambda generator: philidor.scan_pgn(
        generator.choice([__file__, "none.pgn"]), rows=generator.choice(["games", "positions"])),
    _native.EnvBoards: lambda generator: VectorEnv(generator.randrange(3), illegal=generator.choice(["raise", "lose"]))._boards,
    philidor.ArrowArray: lambda generator: philidor.Positions.from_fens([START] * generator.randrange(3)).legal_moves_arrow(),
}


def things(generator):
    """A random object."""
    return plain(generator) if generator.random() < 0.6 else generator.choice(list(OWN.values()))(generator)


def calls():
    """Everything that can be called: functions, classes, methods, setters."""
    found = []
    for name, value in vars(_native).items():
        if name.startswith("__"):
            continue
        found.append((name, value, None))
        if inspect.isclass(value):
            for member, inner in vars(value).items():
                if member in ("__doc__", "__module__", "__new__", "__getattribute__", "__setattr__", "__delattr__"):
                    continue
                if inspect.isgetsetdescriptor(inner):
                    found.append((f"{name}.{member} =", inner.__set__, value))
                elif callable(inner):
                    found.append((f"{name}.{member}", inner, value))
                elif isinstance(inner, staticmethod | classmethod):
                    found.append((f"{name}.{member}", getattr(value, member), None))
    return found


def test_nothing_but_exceptions_crosses():
    generator = random.Random(SEED)
    targets, ends, done = calls(), time.monotonic() + SECONDS, 0
    while time.monotonic() < ends or done < 10 * len(targets):
        name, target, owner = generator.choice(targets)
        arguments = [things(generator) for _ in range(generator.randrange(4))]
        if owner is not None:
            arguments[:0] = [OWN[owner](generator)]
        if "perft" in name or "divide" in name:
            arguments[1:] = [generator.choice([0, 1, 2, -1, "3", None])]  # deeper ones take too long
        if name.startswith("Engine"):
            arguments[2:] = []  # an option may be a table of gigabytes
        words = {"threads": generator.choice([0, 1, 2, -1, None])} if generator.random() < 0.2 else {}
        if name == "Engine.analyze":  # without a limit it takes forever
            limits = [{"depth": 2}, {"nodes": 100}, {"time": 0.001}]
            words = generator.choice(limits) | {generator.choice(["moves", "clock", "lines", "progress"]): things(generator)}
        try:
            target(*arguments, **words)
        except Exception as error:
            assert not isinstance(error, philidor.InternalError), (name, arguments, error)
        except BaseException as error:
            print(f"STRANGE_SEED={SEED}: {name}{arguments!r}: {error!r}", file=sys.stderr)
            raise AssertionError(f"{name}{arguments!r}") from error
        done += 1
