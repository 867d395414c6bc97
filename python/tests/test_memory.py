"""Where there is no memory, every array function raises ``MemoryError``: no panic crosses, and the process continues."""

import subprocess
import sys

import numpy as np
import pytest

from philidor import Color, Position, Positions
from philidor._native import read_bulletformat, write_bulletformat
from philidor.syzygy import Tables

ROWS = 200
BATCH = Positions.from_positions(ROWS * [Position()])
MOVES = np.full(ROWS, Position().digest("e4"), np.uint16)
NUMBERS = BATCH.index(MOVES, "lc0_1858")
SCORES, RESULTS = np.zeros(ROWS, np.int16), np.ones(ROWS, np.uint8)
RECORDS = write_bulletformat(BATCH, SCORES, RESULTS)

FUNCTIONS = {
    "from_fens": lambda: Positions.from_fens(ROWS * [Position().fen()]),
    "from_positions": lambda: Positions.from_positions(ROWS * [Position()]),
    "from_pgn": lambda: Positions.from_pgn(ROWS * "1. e4 e5 *\n\n"),
    "from_arrow": lambda: Positions.from_arrow(BATCH),
    "legal_moves": lambda: BATCH.legal_moves(),
    "legal_moves_arrow": lambda: BATCH.legal_moves_arrow(),
    "move_counts": lambda: BATCH.move_counts(),
    "push": lambda: BATCH.push(MOVES),
    "keys": lambda: BATCH.keys(),
    "polyglot_keys": lambda: BATCH.polyglot_keys(),
    "turns": lambda: BATCH.turns(),
    "checks": lambda: BATCH.checks(),
    "mates": lambda: BATCH.mates(),
    "stalemates": lambda: BATCH.stalemates(),
    "attacks": lambda: BATCH.attacks(Color.WHITE),
    "perft": lambda: BATCH.perft(1),
    "material": lambda: BATCH.material(),
    "legal_mask": lambda: BATCH.legal_mask("lc0_1858"),
    "legal_indices": lambda: BATCH.legal_indices("lc0_1858"),
    "index": lambda: BATCH.index(MOVES, "lc0_1858"),
    "move": lambda: BATCH.move(NUMBERS, "lc0_1858"),
    "planes": lambda: BATCH.planes("lc0_112"),
    "features": lambda: BATCH.features("halfkp"),
    "probe_wdls": lambda: Tables().probe_wdls(BATCH),
    "probe_dtzs": lambda: Tables().probe_dtzs(BATCH),
    "probe_clocked_wdls": lambda: Tables().probe_clocked_wdls(BATCH),
    "read_bulletformat": lambda: read_bulletformat(RECORDS),
    "write_bulletformat": lambda: write_bulletformat(BATCH, SCORES, RESULTS),
}
NO_ARRAYS = {"fens"}


def test_every_method_is_here():
    known = {name for name in dir(Positions) if not name.startswith("_")} - {"array"}
    known |= {name for name in dir(Tables) if name.startswith("probe_") and name.endswith("s")}
    assert known - NO_ARRAYS == set(FUNCTIONS) - {"read_bulletformat", "write_bulletformat"}


@pytest.mark.parametrize("name", FUNCTIONS)
def test_each_array_that_cannot_be_made_is_a_memory_error(name, monkeypatch):
    """numpy is asked for each array; each request in turn is refused."""
    made, refused, zeros = 0, None, np.zeros

    def counting(*arguments, **named):
        nonlocal made
        made += 1
        if made == refused:
            raise MemoryError(f"array {made}")
        return zeros(*arguments, **named)

    monkeypatch.setattr(np, "zeros", counting)
    FUNCTIONS[name]()
    assert made
    for number in range(1, made + 1):
        made, refused = 0, number
        with pytest.raises(MemoryError, match=f"array {number}"):
            FUNCTIONS[name]()


# Takes away address space, by more and more, from a call that needs some hundred MiB.
LIMITED = """
import resource, sys
import numpy as np
from philidor import Color, Position, Positions
one = Positions.from_positions([Position()])
batch = Positions(np.repeat(one.array, 60_000, axis=0))
digests = np.full(60_000, Position().digest("e4"), np.uint16)
text = "1. e4 e5 2. Nf3 Nc6 *\\n\\n" * 20_000
one.planes("lc0_112"), one.perft(3)
def used():
    with open("/proc/self/statm") as file:
        return int(file.read().split()[0]) * resource.getpagesize()
calls = [
    lambda: batch.planes("lc0_112"),
    lambda: batch.legal_mask("lc0_1858", dtype="float32"),
    lambda: batch.legal_moves(),
    lambda: batch.legal_moves_arrow(),
    lambda: batch.features("halfkp"),
    lambda: batch.push(digests),
    lambda: batch.keys(),
    lambda: batch.fens(),
    lambda: Positions.from_pgn(text),
]
refused = 0
for call in calls:
    for room in [0.5, 2, 8]:
        resource.setrlimit(resource.RLIMIT_AS, (used() + int(room * 2**20), resource.RLIM_INFINITY))
        try:
            call()
        except (MemoryError, RuntimeError) as error:
            assert isinstance(error, MemoryError) or "no thread" in str(error), error
            refused += 1
        finally:
            resource.setrlimit(resource.RLIMIT_AS, (resource.RLIM_INFINITY, resource.RLIM_INFINITY))
print("refused", refused)
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="a limit of Linux")
def test_a_process_with_little_memory_goes_on():
    done = subprocess.run([sys.executable, "-c", LIMITED], capture_output=True, text=True, timeout=300, check=False)
    assert done.returncode == 0, (done.returncode, done.stderr[-2000:])
    assert int(done.stdout.split()[1]) > 8, "the limits are too wide to say anything"
