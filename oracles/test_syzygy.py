"""Fathom and python-chess read the same Syzygy tables as philidor-tables, and find the same values and distances.

The example `every_position` writes all positions of some pieces, one for each set of images, and all images of every
thousandth. `fathom.c` is compiled with libfathom and compares each value and distance; python-chess, which is slow, takes
every position of three pieces and a part of those of four.

PHILIDOR_SYZYGY names the folder of the tables of three and four pieces.
"""

import os
import shutil
import struct
import subprocess
from pathlib import Path

import chess
import chess.syzygy
import pytest

from conftest import ROOT, absent, built

THREE = ["KQvK", "KRvK", "KBvK", "KNvK", "KPvK"]
FOUR = """KBBvK KBNvK KBPvK KBvKB KBvKN KBvKP KNNvK KNPvK KNvKN KNvKP KPPvK KPvKP KQBvK KQNvK KQPvK KQQvK KQRvK KQvKB KQvKN
KQvKP KQvKQ KQvKR KRBvK KRNvK KRPvK KRRvK KRvKB KRvKN KRvKP KRvKR""".split()


@pytest.fixture(scope="session")
def tables():
    """The folder of the tables."""
    return os.environ.get("PHILIDOR_SYZYGY") or absent("PHILIDOR_SYZYGY names no folder of Syzygy tables")


@pytest.fixture(scope="session")
def every_position():
    return str(built("-p", "philidor-workbench", "--bin", "every_position") / "every_position")


@pytest.fixture(scope="session")
def fathom(tmp_path_factory):
    """The program that compares with Fathom: the library, or the source that FATHOM_SOURCE names, a path of its tbprobe.c."""
    compiler = shutil.which("cc") or absent("no C compiler on the PATH")
    program = str(tmp_path_factory.mktemp("fathom") / "fathom")
    source = str(Path(ROOT) / "oracles/fathom.c")
    own = os.environ.get("FATHOM_SOURCE")
    library = [f'-DFATHOM_SOURCE="{own}"', "-pthread"] if own else ["-lfathom"]
    if subprocess.run([compiler, "-O2", "-o", program, source, *library], check=False).returncode:
        absent("libfathom-dev is not installed, or FATHOM_SOURCE names no tbprobe.c")
    return program


def compare_with_fathom(every_position, fathom, tables, tally, material, *arguments):
    with subprocess.Popen([every_position, tables, material, *arguments], stdout=subprocess.PIPE) as writer:
        reader = subprocess.run([fathom, tables], stdin=writer.stdout, capture_output=True, text=True, check=False)
        writer.stdout.close()
    print(material, reader.stdout.strip() or reader.stderr.strip(), flush=True)
    tally.check(reader.returncode == 0 and writer.returncode == 0, f"{material}: {reader.stdout}{reader.stderr}")


def compare_with_solved(tables, pieces):
    """Every position, solved from nothing by philidor-tables itself, against the files that others made."""
    program = str(built("-p", "philidor-workbench", "--bin", "compare_solved") / "compare_solved")
    subprocess.run([program, tables, pieces], check=True)


@pytest.mark.quick
def test_three_pieces_with_what_is_solved(tables):
    compare_with_solved(tables, "3")


@pytest.mark.long
def test_four_pieces_with_what_is_solved(tables):
    compare_with_solved(tables, "4")


@pytest.mark.quick
@pytest.mark.parametrize("material", THREE)
def test_three_pieces_with_fathom(every_position, fathom, tables, tally, material):
    compare_with_fathom(every_position, fathom, tables, tally, material, "dtz")


@pytest.mark.long
@pytest.mark.parametrize("material", FOUR)
def test_values_of_four_pieces_with_fathom(every_position, fathom, tables, tally, material):
    compare_with_fathom(every_position, fathom, tables, tally, material, "wdl")


@pytest.mark.long
@pytest.mark.parametrize("material", FOUR)
def test_distances_of_four_pieces_with_fathom(every_position, fathom, tables, tally, material, request):
    every = str(request.config.getoption("every"))
    compare_with_fathom(every_position, fathom, tables, tally, material, "dtz", every)


def records(every_position, tables, *arguments):
    """The positions that the example writes, with their values and distances."""
    with subprocess.Popen([every_position, tables, *arguments], stdout=subprocess.PIPE) as writer:
        count = writer.stdout.read(1)[0]
        letters = writer.stdout.read(count).decode()
        while record := writer.stdout.read(count + 6):
            black, flipped, en_passant, wdl, dtz = struct.unpack_from("<BBBbh", record, count)
            board = chess.Board(None)
            for letter, square in zip(letters, record):
                board.set_piece_at(square, chess.Piece.from_symbol(letter.swapcase() if flipped else letter))
            board.turn = chess.BLACK if black else chess.WHITE
            board.ep_square = en_passant or None
            yield board, wdl, dtz


def compare_with_python_chess(every_position, tables, tally, *arguments):
    with chess.syzygy.open_tablebase(tables) as tablebase:
        for board, wdl, dtz in records(every_position, tables, *arguments):
            found = tablebase.probe_wdl(board), tablebase.probe_dtz(board)
            tally.check(found == (wdl, dtz), f"{board.fen()}: {wdl} {dtz}, but python-chess says {found}")


@pytest.mark.long
@pytest.mark.parametrize("material", THREE)
def test_three_pieces_with_python_chess(every_position, tables, tally, material):
    compare_with_python_chess(every_position, tables, tally, material, "dtz")


@pytest.mark.quick
@pytest.mark.parametrize("material", THREE + FOUR)
def test_a_sample_with_python_chess(every_position, tables, tally, material):
    every = "97" if material in THREE else "9973"
    compare_with_python_chess(every_position, tables, tally, material, "dtz", every)
