"""Unwelcome arrays, threads, pickles and callers: all get an answer or an ordinary exception, and soon.

What could end the whole process runs in one of its own.
"""

import copy
import gc
import pickle
import subprocess
import sys
import weakref
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import philidor
from philidor import Color, Position, Positions, scan_pgn


@pytest.fixture
def batch():
    """A batch of its own for each test: some change its array."""
    start = Position()
    return Positions.from_positions([start.play(move) for move in start.legal_moves()] * 10)


def runs(code):
    """What a program prints; it has to end by itself."""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, (done.returncode, done.stderr[-2000:])
    return done.stdout


# Arrays.


def test_columns_are_not_taken_for_rows(batch):
    turned = np.asfortranarray(batch.array)
    assert turned.flags.f_contiguous and (turned == batch.array).all()
    with pytest.raises(ValueError, match="contiguous"):
        Positions(turned)
    with pytest.raises(ValueError, match="contiguous"):
        philidor._native.read_bulletformat(np.zeros((32, 3), np.uint8).T)
    for out in (np.zeros((1858, len(batch)), bool).T, np.zeros((200, 2, 1858), bool)[:, 0]):
        with pytest.raises(ValueError, match="contiguous"):
            batch.legal_mask("lc0_1858", out=out)
    with pytest.raises(ValueError, match="contiguous"):
        batch.planes("pieces_12", out=np.zeros((8, 8, 12, len(batch)), np.float32).T)
    for index, rows in (((slice(None), np.arange(32)), 200), ((np.arange(4)[:, None], np.arange(32)), 4)):
        try:
            found = batch[index].fens()
        except ValueError as error:
            assert "contiguous" in str(error)
        else:
            assert found == batch[:rows].fens()


def test_outputs_that_cannot_be_written(batch):
    read_only = np.zeros((200, 12, 8, 8), np.float32)
    read_only.flags.writeable = False
    unaligned = np.frombuffer(bytearray(200 * 768 * 4 + 1), np.uint8)[1:].view(np.float32).reshape(200, 12, 8, 8)
    swapped = np.zeros((200, 12, 8, 8), ">f4")
    one_row = np.broadcast_to(np.zeros((1, 12, 8, 8), np.float32), (200, 12, 8, 8))
    for out in (read_only, unaligned, swapped, one_row, np.zeros((200, 768), np.float32), np.zeros((199, 12, 8, 8), np.float32)):
        with pytest.raises((TypeError, ValueError)):
            batch.planes("pieces_12", out=out)
        assert not out.any()


def test_outputs_where_the_positions_are():
    memory = bytearray(200 * 768)
    positions = np.frombuffer(memory, np.uint8, count=200 * 32).reshape(200, 32)
    positions[:] = np.frombuffer(Position().pack(), np.uint8)
    batch, before = Positions(positions), bytes(memory)
    for out in (np.frombuffer(memory, np.uint8), np.frombuffer(memoryview(memory), np.uint8)):
        with pytest.raises(ValueError, match="overlaps|borrowed"):
            batch.planes("pieces_12", out=out.reshape(200, 12, 8, 8))
    assert bytes(memory) == before
    beside = np.zeros(200 * 32 + 200 * 768, np.uint8)
    beside[: 200 * 32] = positions.ravel()
    out = beside[200 * 32 :].reshape(200, 12, 8, 8)
    assert Positions(beside[: 200 * 32].reshape(200, 32)).planes("pieces_12", out=out) is out and out.sum() == 200 * 32


def test_no_rows_at_all():
    none = Positions(np.zeros((0, 32), np.uint8))
    for threads in (0, 1, 5):
        assert none.planes("lc0_112", threads=threads).shape == (0, 112, 8, 8)
        assert none.legal_mask("uci_1968", out=np.zeros((0, 1968), bool), threads=threads).shape == (0, 1968)
        assert none.features("halfkp", threads=threads).shape == (0, 2, 32) and none.fens(threads=threads) == []
        assert none.push(np.zeros(0, np.uint16), threads=threads).array.shape == (0, 32)
        assert none.material(threads=threads).shape == (0, 2, 6) and len(none.legal_moves_arrow(threads=threads)) == 0
    with pytest.raises(IndexError):
        none[0]


@pytest.mark.filterwarnings("ignore::DeprecationWarning")
@pytest.mark.parametrize("change", ["shape", "columns", "dtype", "strides"])
def test_an_array_that_changes_its_shape_later(batch, change):
    array = batch.array
    if change == "shape":
        array.shape = (array.size,)
    elif change == "columns":
        array.shape = (array.size // 64, 64)
    elif change == "dtype":
        array.dtype = np.uint16
    else:
        array.strides = (0, 1)
    for ask in (len, repr, Positions.keys, Positions.fens, lambda one: one[0], lambda one: one.planes("pieces_12"),
                lambda one: one.push(np.zeros(200, np.uint16)), Positions.legal_moves_arrow, copy.copy):
        try:
            ask(batch)
        except (TypeError, ValueError, IndexError):
            pass


def test_subclasses_of_arrays(tmp_path, batch):
    mapped = np.memmap(tmp_path / "rows", np.uint8, "w+", shape=batch.array.shape)
    mapped[:] = batch.array
    masked = np.ma.masked_array(batch.array)
    for array in (mapped, masked):
        assert (Positions(array).keys() == batch.keys()).all()
    out = np.memmap(tmp_path / "mask", bool, "w+", shape=(200, 1858))
    assert batch.legal_mask("lc0_1858", out=out) is out and (out == batch.legal_mask("lc0_1858")).all()


# Threads.


@pytest.mark.parametrize("threads", [0, 1, 7, 10**9, 2**63])
def test_any_number_of_threads(threads):
    rows = np.tile(np.frombuffer(Position().pack(), np.uint8), (30_000, 1))
    batch = Positions(rows)
    assert (batch.move_counts(threads=threads) == 20).all() and batch.planes("pieces_12", threads=threads).sum() == 32 * 30_000
    assert len(Positions.from_fens([Position().fen()] * 30_000, threads=threads)) == 30_000
    positions, offsets = Positions.from_pgn("1. e4 *\n\n" * 20_000, threads=threads)
    assert len(positions) == 40_000 and len(offsets) == 20_001


def test_many_threads_of_python_share_a_batch(batch):
    out = np.zeros((200, 1858), bool)
    expected = batch.legal_mask("lc0_1858")

    def work(number):
        try:
            batch.legal_mask("lc0_1858", out=out, threads=2)
        except ValueError as error:
            assert "borrowed" in str(error)
        assert (batch.keys(threads=number % 3) == keys).all()
        return batch[number].fen()

    keys = batch.keys()
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(work, range(200))) == batch.fens()
    assert (out == expected).all()


@pytest.mark.parametrize("variant", ["Chess", "Three-check"])
def test_each_game_of_a_reader_goes_to_one_of_its_threads(variant, tmp_path):
    path = tmp_path / "games.pgn"
    path.write_text("".join(f'[Variant "{variant}"]\n[Round "{number}"]\n\n1. e4 e5 2. {"Ke3" if number % 9 == 0 else "Nf3"} *\n\n' for number in range(3_000)))
    for reader in (philidor.PgnReader(path.read_text(), on_error="skip"), philidor.pgn.read(path, on_error="skip")):
        with ThreadPoolExecutor(6) as pool:
            rounds = [int(game.tags["Round"]) for games in pool.map(lambda _: list(reader), range(6)) for game in games]
        assert sorted(rounds) == [number for number in range(3_000) if number % 9]
        assert len(reader.errors) == 334


ENDLESS = """
import os, signal, sys, threading, philidor
path = sys.argv[1]
os.mkfifo(path)
def write():
    try:
        with open(path, "wb", buffering=0) as pipe:
            while True:
                pipe.write(b"1. Ke3 *\\n\\n" * 1000)
    except OSError:
        print("closed")
class Stopped(Exception):
    pass
def stop(number, frame):
    raise Stopped
writer = threading.Thread(target=write)
writer.start()
reader = philidor.pgn.read(path, on_error="skip")
signal.signal(signal.SIGALRM, stop)
signal.setitimer(signal.ITIMER_REAL, 0.2)
try:
    next(reader)
except Stopped:
    print("stopped")
del reader
writer.join()
"""


def test_a_signal_ends_the_search_for_a_good_game(tmp_path):
    """And a pipe can be opened: its other end may need the interpreter."""
    program = [sys.executable, "-c", ENDLESS, str(tmp_path / "pipe")]
    done = subprocess.run(program, capture_output=True, text=True, timeout=60, check=False)
    assert done.stdout.split() == ["stopped", "closed"], done.stderr[-2000:]


# What is collected and what is not.


def test_a_scan_that_its_own_function_knows_is_collected():
    class Watched:
        def __init__(self):
            self.scan = scan_pgn("games.pgn", progress=self.report)

        def report(self, *numbers):
            pass

    watched = Watched()
    gone = weakref.ref(watched)
    del watched
    gc.collect()
    assert gone() is None


def test_nodes_and_moves_outlive_their_games():
    node = next(philidor.PgnReader("1. e4 (1. d4 d5 {x}) *")).root.children[1].children[0]
    gc.collect()
    assert (node.san, node.comment, node.parent.san) == ("d5", "x", "d4") and node.game.root.children[0].san == "e4"
    parent = node.parent
    assert parent.remove()
    for ask in (lambda: node.san, lambda: node.position, lambda: node.children, lambda: node.add("Nf3"), node.remove, node.promote,
                lambda: node.parent, lambda: setattr(node, "comment", "y"), lambda: node.comment, lambda: node.nags):
        try:
            ask()
        except (ValueError, RuntimeError):
            pass
    assert str(node.game).split() == '[Result "*"] 1. e4 *'.split()


# Pickles.

ENDINGS = philidor.syzygy.Tables(data=philidor.syzygy.generate("KRvK"))
PICKLED = [
    Position(), Position.chess960(5), philidor.Move("e7e8q"), philidor.Game(moves=["e4", "e5"]), philidor.SquareSet.from_bits(77),
    philidor.Setup("k7/8/8/8/8/8/8/7K w - - 0 1"), philidor.Outcome("draw by agreement"), philidor.Epd("8/8/8/8/8/8/k6K/8 w - - hmvc 3;"),
    philidor.Book.of_games([philidor.Game(moves=["f3", "e5", "g4", "Qh4"])], min_games=1),
    next(philidor.PgnReader("1. e4 {x} e5 *")), Color.BLACK, philidor.Square.E4,
    philidor.syzygy.Dtz(-7, is_exact=False), philidor.syzygy.Tables(), philidor.syzygy.Wdl.CURSED_WIN,
    ENDINGS.rank_moves(Position("8/8/8/8/8/4k3/4r3/K7 w - - 0 1"))[0],
    *philidor.Setup("p3k3/8/8/8/8/8/8/KK5P w kq e6 0 1").faults(),
]  # fmt: skip


@pytest.mark.parametrize("thing", PICKLED, ids=lambda thing: type(thing).__name__)
def test_damaged_pickles(thing):
    assert pickle.dumps(pickle.loads(pickle.dumps(thing))) == pickle.dumps(thing)
    if isinstance(thing, int):
        return
    make, arguments, *_ = thing.__reduce_ex__(4)
    for place, argument in enumerate(arguments):
        for damaged in damages(argument):
            try:
                repr(make(*arguments[:place], damaged, *arguments[place + 1 :]))
            except (ValueError, TypeError, OverflowError):
                pass


def damages(value):
    yield from (None, -1, 2**70, b"", "", "\ud800", b"\xff" * 40, [], object())
    if isinstance(value, bytes):
        for at in range(len(value)):
            yield value[:at]
            yield from (value[:at] + bytes([value[at] ^ bit]) + value[at + 1 :] for bit in (1, 16, 128, 255))
        yield value * 3
    if isinstance(value, str):
        for at in range(len(value)):
            yield value[:at]
            yield from (value[:at] + letter + value[at + 1 :] for letter in "\0é9 k-")


def test_pickles_of_batches_are_checked_again(batch):
    make, (array, chess960) = batch.__reduce__()
    assert make(array, chess960).fens() == batch.fens()
    for wrong in (array.T, array[:, :31], array.astype(np.int8), array.tobytes(), None):
        with pytest.raises((TypeError, ValueError)):
            make(wrong, chess960)


# Arguments that look like others.


@pytest.mark.parametrize("color", [True, False])
def test_truth_values_are_no_colors(color, batch):
    """In python-chess `True` is White, here Black is 1."""
    for ask in (lambda: Position().attackers_to("f3", by=color), lambda: Position().attacked_by(color), lambda: Position().pinned(color),
                lambda: Position().king(color), lambda: batch.attacks(color), lambda: Position().svg(seen_by=color),
                lambda: philidor.Game().end_by_time(color), lambda: setattr(philidor.Setup(), "turn", color)):  # fmt: skip
        with pytest.raises(TypeError, match="Color.WHITE"):
            ask()
    assert len(Position().attackers_to("f3", by=Color.WHITE)) == 3 and not Position().attackers_to("f3", by=1)


def test_classes_of_users():
    class Text(str):
        def __str__(self):
            raise RuntimeError("never asked")

    class Number(int):
        def __index__(self):
            raise RuntimeError("never asked")

    assert Position(Text(Position().fen())) == Position() and Position().piece_at(Number(4)) == "K"
    assert Position().play(Text("e4")) == Position().play("e4")
    for native in (Position, Positions, philidor.Move, philidor.Game, philidor.PgnReader):
        with pytest.raises(TypeError):
            type("Own", (native,), {})


def test_numbers_that_are_too_large():
    for number in (2**31, 2**63, 2**64, 2**70, -(2**70)):
        for ask in (Position().piece_at, Position.chess960, philidor.Move.from_digest, Position().decode,
                    lambda number: philidor.Engine(hash=number), lambda number: philidor.Engine(threads=number),
                    lambda number: Position().attacked_by(number), philidor.SquareSet.from_bits):
            try:
                ask(number)
            except (TypeError, ValueError, OverflowError, MemoryError):
                pass


# Texts.

DEEP = """
import pickle, philidor, io
from philidor.compat import pgn
deep = "1. e4 " + "(1. d4 " * 20_000
for text in (deep, deep + "*", deep + ")" * 20_000 + " *", "{" * 200_000, "1. e4 " + "$1 " * 200_000 + "*", "1. e4 " * 20_000, "(" * 200_000, ")" * 200_000,
             "1. e4 {x} " + "(1. d4 d5 " * 5_000 + ") " * 5_000 + "*", "[A \\"" + "\\\\\\"" * 50_000 + "\\"]\\n\\n*", "1." + "." * 200_000 + " e4 *",
             " ".join(f"{n}. Nf3 Nf6 Ng1 Ng8" for n in range(4_000)) + " *"):
    for game in philidor.PgnReader(text, on_error="skip"):
        str(game), game.sans(), repr(game)
        if len(text) < 100_000:
            pickle.dumps(game)
        node, depth = game.root, 0
        while node.children:
            node, depth = node.children[-1], depth + 1
        del node
    try:
        philidor.Positions.from_pgn(text, on_error="skip")
    except ValueError:
        pass
    game = pgn.read_game(io.StringIO(text))
    if game is not None:
        game.end().board(), game.errors
        try:
            str(game)
        except RecursionError:
            print("recursion")
    del game
print("end")
"""


def test_texts_without_measure():
    assert runs(DEEP).split()[-1] == "end"


# Threads that the system does not start.

NO_THREADS = """
import philidor
for ask in (
    lambda: philidor.scan_pgn(philidor.__file__, threads=2).__arrow_c_stream__(),
    lambda: philidor.Position().perft(9),
    lambda: philidor.syzygy.generate("KRvK"),
):
    try:
        ask()
    except RuntimeError as error:
        assert "cannot start a thread" in str(error), error
        print(type(error).__name__)
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere such a stack may be more than an error")
def test_threads_that_cannot_be_started(monkeypatch):
    monkeypatch.setenv("RUST_MIN_STACK", str(2**60))  # no memory has room for such a stack
    assert runs(NO_THREADS).split() == ["RuntimeError"] * 3
