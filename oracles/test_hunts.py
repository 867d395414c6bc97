"""`philidor hunt` finds nothing wrong in Stockfish and in python-chess."""

import subprocess
import sys

import pytest

from conftest import ROOT

pytestmark = pytest.mark.quick


def hunt(philidor, options, *arguments):
    command = [philidor, "hunt", "--time", f"{2 * options.time:g}", *arguments]
    done = subprocess.run(command, stdin=subprocess.DEVNULL)
    assert done.returncode == 0, f"exit status {done.returncode}"


def test_stockfish_is_clean(philidor, options, stockfish):
    hunt(philidor, options, "--", stockfish)


def test_python_chess_is_clean(philidor, options):
    adapter = str(ROOT / "examples/hunt/python_chess.py")
    limit = str(options.nodes_limit or 1000)
    hunt(philidor, options, "--nodes-limit", limit, "--protocol", "lines", "--", sys.executable, adapter)
