"""Other people's move generators: how each is installed, and which of its bugs are known.

Each is installed from its registry into target/wild/ and nowhere else. None of them is part of philidor: some are under
licenses that our dependencies may not have. Installing them needs npm, cargo and apt-get.
"""

import os
import subprocess
from dataclasses import dataclass, field

from conftest import ROOT

WILD = ROOT / "target/wild"
HUNT = "philidor hunt --protocol lines -- "
UCI = ["--option", "Hash=1"]  # engines clear it before each question, and a large one takes long


class NotInstalled(Exception):
    """Why a library could not be installed."""


def run(command, **options):
    """Run a command of an installation; its last words are the reason if it fails."""
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              text=True, **options)
    except FileNotFoundError:
        raise NotInstalled(f"{command[0]} is not installed here")
    if done.returncode != 0:
        said = [line for line in done.stdout.splitlines() if line.strip()] or [f"exit status {done.returncode}"]
        errors = [line for line in said if line.lower().startswith(("error", "e:", "npm error"))]
        raise NotInstalled((errors or said)[-1].strip())
    return done.stdout


@dataclass
class Prey:
    """A library, how it is installed, and what is known of it: the classes of its bugs (`one|another` is either), and
    others (`also`) that the same bugs may have, or that take longer to find."""

    name: str
    package: str
    version: str
    adapter: str
    known: set = field(default_factory=set)
    note: str = ""
    program: str = ""
    also: set = field(default_factory=set)

    def folder(self):
        """Where it is installed."""
        folder = WILD / self.name
        folder.mkdir(parents=True, exist_ok=True)
        return folder


class PyPI(Prey):
    """A Python library, in a virtual environment of its own."""

    registry = "PyPI"

    def install(self, options):
        python = self.folder() / "venv/bin/python3"
        if not python.exists():
            run([options.wild_python, "-m", "venv", self.folder() / "venv"])
        run([python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check", self.spec()])
        return [str(python), str(ROOT / "examples/hunt" / self.adapter)]

    def spec(self):
        return f"{self.package}=={self.version}"

    def commands(self):
        return [f"pip install {self.spec()}", f"{HUNT}python3 examples/hunt/{self.adapter}"]


class Npm(Prey):
    """A JavaScript library, in a folder of its own."""

    registry = "npm"

    def install(self, _options):
        run(["npm", "install", "--silent", "--no-fund", "--no-audit", "--prefix", self.folder(), self.spec()])
        return ["node", str(ROOT / "examples/hunt/javascript" / self.adapter)]

    def spec(self):
        return f"{self.package}@{self.version}"

    def commands(self):
        return [f"npm install {self.spec()}", f"{HUNT}node examples/hunt/javascript/{self.adapter}"]


class Crate(Prey):
    """A Rust library: its adapter is a package, and names the version."""

    registry = "cargo"

    def install(self, _options):
        run(["cargo", "build", "--release", "--quiet", "--manifest-path", ROOT / self.manifest(),
             "--target-dir", WILD / "rust"])
        return [str(WILD / f"rust/release/hunt-{self.adapter}")]

    def manifest(self):
        return f"examples/hunt/rust/{self.adapter}/Cargo.toml"

    def commands(self):
        return [f"cargo build --release --manifest-path {self.manifest()} --target-dir target/wild/rust",
                f"{HUNT}target/wild/rust/release/hunt-{self.adapter}"]


class Debian(Prey):
    """A program of Debian, unpacked and not installed; its version is the one that Debian has."""

    registry = "Debian"

    def install(self, _options):
        run(["apt-get", "download", "--quiet", self.package], cwd=self.folder())
        run(["dpkg", "-x", self.downloaded(), self.folder()])
        engine = str(self.folder() / self.program)
        return ["python3", str(ROOT / "examples/hunt" / self.adapter), engine] if self.adapter else [engine]

    def downloaded(self):
        """The package: NAME_VERSION_ARCHITECTURE.deb."""
        return max(self.folder().glob("*.deb"), key=os.path.getmtime)

    def commands(self):
        uci = " ".join(["philidor hunt", *UCI, "--"])
        through = f"{HUNT}python3 examples/hunt/{self.adapter}" if self.adapter else uci
        return [f"apt-get install {self.package}", f"{through} /{self.program}"]


PREY = [
    PyPI("python-chess", "chess", "1.11.2", "python_chess.py"),
    PyPI("bulletchess", "bulletchess", "0.4.0", "python/hunt_bulletchess.py", note="Needs Python 3.13."),
    PyPI("nchess", "nchess", "1.3.1", "python/hunt_nchess.py", {"en-passant", "castling-attack"},
         "It ignores the en-passant square of a FEN, and castles next to a king. Where en passant is the only legal move, "
         "it lists none. Some double pushes that it lists it refuses to play.", also={"output", "unanswered"}),
    PyPI("chessmg", "chessmg", "0.6.0", "python/hunt_chessmg.py", {"en-passant-pin", "promotion"},
         "En passant may uncover a bishop, and a promotion that captures the checker comes without its piece, which is "
         "why those with a piece are missing.", also={"check-evasion"}),
    Npm("chess.js", "chess.js", "1.4.0", "chess_js.js"),
    Npm("chessops", "chessops", "0.15.1", "chessops.js"),
    Npm("kokopu", "kokopu", "4.13.4", "kokopu.js"),
    Npm("node-chess", "chess", "1.5.1", "node_chess.js", {"double-push", "en-passant", "king-step"},
        "It reads no castling rights and no en-passant square from a FEN, and counts moves of pieces instead: a pawn on any "
        "rank may move two squares. Kings attack squares two files away, attacks pass through pieces, a king's step to c1 "
        "may carry the piece on a1 along as in castling, and of three knights with one destination one is forgotten. With a "
        "pawn one step from promotion it throws a TypeError.",
        also={"output", "check-evasion", "castling-right", "capture", "piece-moves", "bad-play", "unanswered"}),
    Npm("js-chess-engine-1", "js-chess-engine", "1.0.3", "js_chess_engine.js", {"promotion", "en-passant", "en-passant-pin"},
        "Pawns become queens only, as its documentation says. A checking pawn cannot be captured en passant, en passant may "
        "uncover a rook, and the king castles past a pawn's attack.", also={"output", "castling-attack"}),
    Npm("js-chess-engine-2", "js-chess-engine", "2.4.6", "js_chess_engine.js", {"promotion"},
        "Pawns become queens only, as its documentation says, and such a move is listed four times."),
    Crate("chess", "chess", "3.2.0", "chess"),
    Crate("cozy-chess", "cozy-chess", "0.3.4", "cozy-chess"),
    Crate("owlchess", "owlchess", "0.4.1", "owlchess"),
    Crate("pleco", "pleco", "0.5.0", "pleco"),
    Crate("rschess", "rschess", "2.0.5", "rschess", {"castling-path", "no-moves"},
          "It castles long over a knight on b1. Where neither side can mate, the game is over for it, and it lists no moves. "
          "It refuses a FEN with a second rook on the side of a castling right.", also={"unanswered"}),
    Crate("shakmaty", "shakmaty", "0.30.1", "shakmaty"),
    Debian("sjeng", "sjeng", "", "xboard.py", {"en-passant-pin"}, "En passant may uncover a queen.", "usr/games/sjeng"),
    Debian("stockfish", "stockfish", "", "", program="usr/games/stockfish"),
]
