"""Runs python-chess's own tests with philidor.compat in place of `chess`.

The tests are those of the package's source distribution, which pip downloads to target/. Gaviota's tables are left out.
What is expected to fail is listed here by name, with the reason; the table in python/python/philidor/compat/README.md
says the same to users.
"""

import importlib
import importlib.util
import io
import logging
import os
import re
import subprocess
import sys
import tarfile
import types
import unittest
from pathlib import Path

import philidor.compat
import philidor.compat.engine
import philidor.compat.pgn
import philidor.compat.polyglot
import philidor.compat.svg
import philidor.compat.syzygy
import philidor.compat.variant

ROOT = Path(__file__).resolve().parent.parent
VERSION = "1.11.2"
CLASSES = (
    "Square", "Move", "Piece", "Board", "LegalMoveGenerator", "BaseBoard", "SquareSet", "Polyglot", "Pgn", "Engine", "Svg",
    "Syzygy", "Suicide", "Giveaway", "Atomic", "RacingKings", "Horde", "ThreeCheck", "Crazyhouse",
)  # fmt: skip
ABSENT = ("gaviota",)

# Names of tests, and the row of the table that says why.
EXPECTED = {
    "Atomic.lone_king_wdl": "tables of variants",
    "Syzygy.antichess_kvk": "tables of variants",
    "Syzygy.suicide_dtm": "tables of variants",
    "Syzygy.suicide_dtz": "tables of variants",
    "Syzygy.suicide_stats": "tables of variants",
}


class MockTransport:
    """A process that says what it is expected to say."""

    def __init__(self, protocol):
        self.protocol, self.expected, self.pings = protocol, [], 0
        protocol.connection_made(self)

    def expect(self, line, answers=()):
        self.expected.append((line, list(answers)))

    def expect_ping(self):
        self.expected.append((None, []))

    def assert_done(self):
        assert not self.expected, f"not sent: {self.expected}"

    def get_pipe_transport(self, fd):
        return self

    def get_pid(self):
        return os.getpid()

    def get_returncode(self):
        return None if self.expected else 0

    def write(self, data):
        for line in data.decode().splitlines():
            assert self.expected, f"not expected: {line}"
            expected, answers = self.expected.pop(0)
            if expected is None:
                assert line.startswith("ping "), line
                answers = [line.replace("ping", "pong")]
            else:
                assert line == expected, f"{line!r}, expected {expected!r}"
            for answer in answers:
                self.protocol.pipe_data_received(1, (answer + "\n").encode())


def source():
    """The folder of python-chess's source distribution."""
    target = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target")) / "chess-tests"
    folder = target / f"chess-{VERSION}"
    if not (folder / "test.py").is_file():
        target.mkdir(parents=True, exist_ok=True)
        wanted = ["download", "--quiet", "--no-deps", "--no-binary", ":all:", f"chess=={VERSION}", "--dest", str(target)]
        subprocess.run([sys.executable, "-m", "pip", *wanted], check=True)
        with tarfile.open(next(target.glob("chess-*.tar.gz"))) as archive:
            archive.extractall(target, filter="data")
    return folder


def tests():
    """The module of the tests, with philidor's modules under python-chess's names."""
    kept = {name: module for name, module in sys.modules.items() if name.split(".")[0] == "chess"}
    for name in kept:
        del sys.modules[name]
    engine = philidor.compat.engine
    names = {
        "chess": philidor.compat,
        "chess.engine": engine,
        "chess.pgn": philidor.compat.pgn,
        "chess.polyglot": philidor.compat.polyglot,
        "chess.svg": philidor.compat.svg,
        "chess.syzygy": philidor.compat.syzygy,
        "chess.variant": philidor.compat.variant,
        **{f"chess.{name}": types.ModuleType(name) for name in ABSENT},
    }
    sys.modules.update(names)
    for name in ABSENT:
        names[f"chess.{name}"].MissingTableError = LookupError  # asked for where the tests are defined
        setattr(philidor.compat, name, names[f"chess.{name}"])
    # What the tests use that is not documented.
    engine.MockTransport = MockTransport
    engine._parse_uci_info = importlib.import_module("philidor.compat.engine.information").read_info
    folder = source()
    os.chdir(folder)
    try:
        spec = importlib.util.spec_from_file_location("chess_tests_of_python_chess", folder / "test.py")
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
    finally:
        for name in names:
            del sys.modules[name]
        for name in ABSENT:
            delattr(philidor.compat, name)
        sys.modules.update(kept)
    module.chess = philidor.compat
    return module


def main():
    """Runs the tests; the exit code is 1 if any other than those listed fails, or one of these passes."""
    module, loader = tests(), unittest.TestLoader()
    suite = unittest.TestSuite(loader.loadTestsFromTestCase(getattr(module, f"{name}TestCase")) for name in CLASSES)
    said, logging.lastResort = io.StringIO(), None
    result = unittest.TextTestRunner(stream=said).run(suite)
    failed = {}
    for test, trace in [*result.failures, *result.errors]:
        failed.setdefault(re.sub(r"^.*?\.(\w+)TestCase\.test_", r"\1.", test.id()), trace)
    skipped = len(result.skipped)
    print(f"python-chess's tests: {result.testsRun - skipped} run, {skipped} skipped, {len(failed)} failed")
    for name in sorted(failed.keys() - EXPECTED.keys()):
        print(f"\n{name} fails\n{failed[name]}")
    for name in sorted(EXPECTED.keys() - failed.keys()):
        print(f"\n{name} passes: take it off the list ({EXPECTED[name]})")
    return failed.keys() != EXPECTED.keys()


if __name__ == "__main__":
    sys.exit(main())
