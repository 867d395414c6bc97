"""Ctrl-C ends whatever takes long, within a fraction of a second."""

import subprocess
import sys

import pytest

# Sends itself a signal, and prints how long what was running has run on.
PROGRAM = """
import os, signal, sys, threading, time
import numpy as np
import philidor
from philidor import Position, Positions, PgnReader, Game, Book
start = Position()
def many(count):
    return Positions(np.repeat(Positions.from_positions([start]).array, count, axis=0))
{setup}
sent = []
def interrupt():
    sent.append(time.monotonic())
    signal.raise_signal(signal.SIGINT) if os.name == "nt" else os.kill(os.getpid(), signal.SIGINT)
threading.Timer(0.5, interrupt).start()
try:
    {call}
except KeyboardInterrupt:
    print(time.monotonic() - sent[0])
"""

MATING = "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1"
SCAN = """
import gzip, tempfile
import pyarrow
path = tempfile.mktemp(suffix=".pgn.gz")
member = gzip.compress(("1. " + "Nf3 Nf6 Ng1 Ng8 " * 20 + "*\\n\\n").encode() * 10_000)
with open(path, "wb") as file:
    file.writelines([member] * 300)
def table(**words):
    try:
        pyarrow.table(philidor.scan_pgn(path, columns=["game"], **words))
    except Exception as error:
        if "KeyboardInterrupt" not in str(error):
            raise
        raise KeyboardInterrupt from error
    finally:
        os.remove(path)
"""
TABLES = """
tables = philidor.syzygy.Tables(data=philidor.syzygy.generate("KQvK"))
one = Positions.from_fens(["8/8/8/8/8/4k3/4q3/K7 w - - 0 1"])
batch = Positions(np.repeat(one.array, 10_000_000, axis=0))
"""
CALLS = {
    "perft": ("", "start.perft(12)"),
    "perft on threads": ("", "start.perft(12, threads=2)"),
    "perft with very many moves": ("", f"Position({MATING!r}, strict=False).perft(8)"),
    "perft of a great depth": ("", "start.perft(60000)"),
    "divide": ("", "start.divide(12)"),
    "divide on threads": ("", "start.divide(12, threads=2)"),
    "perft of a batch": ("batch = many(100)", "batch.perft(9)"),
    "perft of a batch on threads": ("batch = many(100)", "batch.perft(9, threads=2)"),
    "games of a text": ("text = '1. e4 e5 2. Nf3 Nc6 3. Bb5 *\\n\\n' * 3_000_000", "Positions.from_pgn(text)"),
    "games of a text on threads": (
        "text = '[Event \"?\"]\\n\\n1. e4 e5 2. Nf3 Nc6 3. Bb5 *\\n\\n' * 3_000_000",
        "Positions.from_pgn(text, threads=2)",
    ),
    # The error is one of pyarrow, which knows the exception by its name alone.
    "a scan": (SCAN, "table(progress=lambda *_: None)"),
    "a scan on threads": (SCAN, "table(progress=lambda *_: None, threads=2)"),
    "masks": ("batch = many(1_000_000)\nout = np.zeros((1_000_000, 1858), bool)", "batch.legal_mask('lc0_1858', out=out)"),
    "moves of a batch": ("batch = many(8_000_000)", "batch.legal_moves()"),
    "FENs": ("batch = many(8_000_000)", "batch.fens()"),
    "tables that are made": ("", "philidor.syzygy.generate('KQRvKQ', max_bytes=2**34)"),
    "tables that are made on threads": ("", "philidor.syzygy.generate('KQRvKQ', max_bytes=2**34, threads=2)"),
    "values of endgames": (TABLES, "tables.probe_wdls(batch)"),
    "distances of endgames on threads": (TABLES, "tables.probe_dtzs(batch, threads=2)"),
}


@pytest.mark.skipif(sys.platform == "win32", reason="a process there cannot send itself Ctrl-C alone")
@pytest.mark.parametrize("name", CALLS)
def test_an_interrupt_ends_it(name):
    setup, call = CALLS[name]
    if setup == SCAN:
        pytest.importorskip("pyarrow")
    program = PROGRAM.format(setup=setup, call=call)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120, check=False)
    assert done.stdout, done.stderr[-2000:]
    assert float(done.stdout) < 2, "asked for a fraction of a second; a busy machine may take more"


FIRST_USE = """
import signal
import numpy.lib, philidor
known = numpy.lib.NumpyVersion
class Interrupted(known):
    # Asked for by what binds numpy, once in a process: Ctrl-C comes just then.
    def __init__(self, text):
        signal.raise_signal(signal.SIGINT)
        known.__init__(self, text)
numpy.lib.NumpyVersion = Interrupted
try:
    philidor.Positions.from_pgn("1. e4 *")
    print("not interrupted")
except KeyboardInterrupt:
    print("KeyboardInterrupt", len(philidor.Positions.from_pgn("1. e4 *")[0]))
"""


def test_an_interrupt_during_the_first_use_of_numpy():
    done = subprocess.run([sys.executable, "-c", FIRST_USE], capture_output=True, text=True, timeout=60, check=False)
    assert done.stdout.split() == ["KeyboardInterrupt", "2"], done.stderr[-2000:]
    assert "panicked" not in done.stderr
