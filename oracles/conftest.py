"""What the whole suite shares: the programs, the options, and how a test counts what it compares."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
SUITES = ROOT / "crates/philidor-suites/data"
# The command and the programs that it starts.
PROGRAMS = [word for name in ["cli", "engine-cli", "hunt-cli", "pgn-cli", "tables-cli", "variants-cli"] for word in ["-p", f"philidor-{name}"]]
GAMES = [ROOT / "crates/philidor-pgn/tests/data", ROOT / "book/tests/cmd/pgn.in"]

os.environ["PATH"] += os.pathsep + "/usr/games"  # where Debian puts some of the programs

# Name, default (whose type is that of the option), metavar, and help: which tests take it, and what it is.
OPTIONS = [
    ("philidor", "", "PROGRAM", "do not build the command"),
    ("mutant", "", "PROGRAM", "do not build the mutant"),
    ("philidor-explorer", "", "PROGRAM", "do not build the explorer"),
    ("stockfish", os.environ.get("STOCKFISH", "stockfish"), "PROGRAM", "by default $STOCKFISH, or what is on the PATH"),
    ("pgn-extract", os.environ.get("PGN_EXTRACT", "pgn-extract"), "PROGRAM", "by default $PGN_EXTRACT, or on the PATH"),
    ("seed", 1, "N", "of all that is made at random"),
    ("suite", [], "FILE", "suites: this file, not those of philidor-suites; may be repeated"),
    ("depth-nodes", 300_000, "N", "suites: leave out larger counts"),
    ("pgn", [], "FILE", "games: this file, not those of the tests; may be repeated"),
    ("positions", 3000, "N", "moves: positions of random games"),
    ("trees", 100_000, "N", "trees: how many games"),
    ("match", [], "FILE", "match: replay this file, and play none; may be repeated"),
    ("games", 20, "N", "match: games of each match"),
    ("exchanges", 1000, "N", "UCI: how many exchanges"),
    ("within", 2.0, "SECONDS", "UCI: how long a stop may take"),
    ("every", 97, "N", "syzygy: distances of every Nth placement of four pieces; 1 for all"),
    ("against", "", "PROGRAM", "XBoard: of its own protocol, instead of philidor itself"),
    ("seconds", 10, "N", "XBoard: for all moves of a side"),
    ("operations", 200_000, "N", "module: how many operations"),
    ("stop-at", 40, "N", "module: stop after this many kinds of differences"),
    ("nodes-limit", 0, "N", "hunts: leaves of a question (3000 for mutants, 100000 in the wild, 1000 for python-chess)"),
    ("time", 60.0, "SECONDS", "hunts: for each, at most; twice that for Stockfish and python-chess"),
    ("timeout", 0.0, "SECONDS", "hunts: for each answer (5 for mutants, 10 in the wild)"),
    ("threads", 1, "N", "mutants: how many hunts run at once"),
    ("bug", [], "PREFIX", "mutants: bugs whose names begin so; may be repeated"),
    ("prey", [], "NAME", "wild: hunt this library; may be repeated"),
    ("wild-python", "python3", "PROGRAM", "wild: for Python libraries"),
    ("record", "", "FILE", "mutants, wild: write the results in Markdown"),
]


def pytest_addoption(parser):
    group = parser.getgroup("oracles")
    for name, default, kind, text in OPTIONS:
        action = {"action": "append"} if default == [] else {"type": type(default)}
        group.addoption(f"--{name}", default=default, metavar=kind, help=text, **action)
    group.addoption("--keep", action="store_true", help="wild: use the reports that are there")


@pytest.hookimpl(wrapper=True)
def pytest_pyfunc_call(pyfuncitem):
    """Finishes the tally of a test that has one."""
    result = yield
    if "tally" in pyfuncitem.funcargs:
        pyfuncitem.funcargs["tally"].finish()
    return result


def absent(reason):
    """Ends a test that cannot run here: a skip with its reason, or a failure with STRICT=1."""
    (pytest.fail if os.environ.get("STRICT") == "1" else pytest.skip)(reason)


def found(program):
    """The path of a program."""
    return shutil.which(program) or absent(f"no {program} on the PATH")


def built(*arguments, target=ROOT / "target"):
    """Builds in release, and returns the folder of the programs."""
    subprocess.run(["cargo", "build", "--release", "--quiet", *arguments], cwd=ROOT, check=True)
    return ROOT / (os.environ.get("CARGO_TARGET_DIR") or target) / "release"


def machine():
    """The maker and kind of the first CPU, where the system says it, and how many there are."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    model = next((line.partition(": ")[2] for line in lines if line.startswith("model name")), "unknown CPU")
    return f"{model.replace('(R)', '')}, {os.cpu_count()} CPUs"


class Tally:
    """What passed and what failed."""

    def __init__(self):
        self.passed, self.faults = 0, []

    def check(self, good, message):
        """Counts one comparison, and prints what it is about if it fails."""
        if good:
            self.passed += 1
        else:
            self.faults.append(message)
            print(message, flush=True)

    def finish(self):
        print(f"{self.passed} passed, {len(self.faults)} failed", flush=True)
        if self.faults or not self.passed:
            shown = self.faults[:20] or ["nothing was compared"]
            pytest.fail("\n".join([*shown, "…"] if len(self.faults) > 20 else shown), pytrace=False)


@pytest.fixture
def tally():
    return Tally()


@pytest.fixture(scope="session")
def options(request):
    return request.config.option


@pytest.fixture(scope="session")
def philidor(options):
    """The command."""
    return str(Path(options.philidor).resolve() if options.philidor else built(*PROGRAMS) / "philidor")


@pytest.fixture(scope="session")
def mutant(options):
    """The engine with bugs that can be switched on."""
    return str(Path(options.mutant).resolve() if options.mutant else built("-p", "philidor-prey") / "mutant")


@pytest.fixture(scope="session")
def stockfish(options):
    return found(options.stockfish)


@pytest.fixture(scope="session")
def extractor(options):
    return found(options.pgn_extract)
