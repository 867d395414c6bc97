#!/usr/bin/env python3
"""Hunt other people's move generators with the adapters of examples/hunt/.

usage: hunt-wild [--nodes-limit N] [--time SECONDS] [--timeout SECONDS]
                 [--record FILE] [--philidor PROGRAM] [--python PROGRAM]
                 [--keep] [--list] [NAME ...]

Installs each library from its registry into target/wild/, hunts it for at most
--time seconds, and prints a table. NAME are names of --list; without any, all
are hunted. What cannot be installed is skipped, with the reason. Nothing is
installed outside of target/wild/, and nothing of it is part of philidor: some
of these libraries are under licenses that our dependencies may not have.

Prints one line for each library: right and wrong answers, questions, seconds,
and the classes of the findings or `clean`. A class that is known for the
version hunted and was not found, or was found and is not known, is marked.
--record writes the table in Markdown, with an example of every class and the
commands to type, machine and date. Each report is also kept in target/wild/,
and --keep uses those that are there instead of hunting again.

Needs Python 3.9 or later; npm, cargo and apt-get for what they install. The
command is built in release unless --philidor names it. The exit status is 0 if
what was hunted has the known bugs and no others, 1 if not, 2 if the hunt could
not be run.
"""

import argparse
import json
import os
import re
import subprocess
import sys
from dataclasses import dataclass, field
from datetime import date
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
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
            run([options.python, "-m", "venv", self.folder() / "venv"])
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


@dataclass
class Hunt:
    """What came of a hunt."""

    prey: Prey
    report: dict

    @property
    def classes(self):
        """The classes of its findings."""
        return [finding["class"] for finding in self.report["findings"]]

    def missed(self):
        """What is known and was not found."""
        return sorted(one for one in self.prey.known if not set(one.split("|")) & set(self.classes))

    def new(self):
        """What was found and is not known."""
        known = self.prey.also.union(*(one.split("|") for one in self.prey.known))
        return [one for one in self.classes if one not in known]

    def outcome(self):
        """The classes found, and how they differ from those known."""
        found = [one + " (new)" * (one in self.new()) for one in self.classes]
        given_up = [f"given up: {self.report['given_up']}"] if self.report["given_up"] else []
        doubt = ["doubtful"] if self.report.get("doubt") else []
        said = doubt + found + [f"{one} (not found)" for one in self.missed()] + given_up
        return ", ".join(said) or ("clean" if self.report["right"] else "no answers")

    def is_as_known(self):
        """Whether it has the known bugs and no others."""
        return not (self.missed() or self.new() or self.report["given_up"])

    def cells(self):
        """The columns of the table."""
        return [self.prey.name, self.prey.version, self.prey.registry, f"{self.report['questions']:,}",
                f"{self.report['right']:,}", f"{self.report['wrong']:,}",
                f"{self.report['not_supported'] + len(self.report['refused']):,}",
                f"{self.report['seconds']:.0f}", self.outcome()]


HEADINGS = ["library", "version", "registry", "questions", "right", "wrong", "refused", "seconds", "classes found"]


def hunt(options, prey):
    """Install a library, and hunt it; or take what came of the last hunt."""
    kept = prey.folder() / "report.json"
    if not (options.keep and kept.exists()):
        kept.write_text(hunted(options, prey, prey.install(options)), encoding="utf-8")
    if isinstance(prey, Debian):
        prey.version = prey.downloaded().name.split("_")[1]
    return Hunt(prey, json.loads(kept.read_text(encoding="utf-8")))


def hunted(options, prey, suspect):
    """The report of a hunt, as JSON."""
    protocol = ["--protocol", "lines"] if prey.adapter else UCI
    command = [options.philidor, "hunt", "--json", *protocol, *limits(options), "--", *suspect]
    home = {**os.environ, "HOME": str(prey.folder()), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(command, cwd=prey.folder(), env=home, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True)
    if done.returncode not in (0, 1) or not done.stdout.startswith("{"):
        raise SystemExit(f"hunt-wild: {prey.name}: exit status {done.returncode}: {done.stderr.strip()}")
    return done.stdout


def limits(options):
    """The limits of a hunt, as its arguments."""
    return ["--nodes-limit", str(options.nodes_limit), "--time", f"{options.time:g}", "--timeout", f"{options.timeout:g}"]


def record(options, hunts, skipped):
    """The record: machine, table, examples, commands."""
    command = " ".join(["scripts/hunt-wild", *limits(options), "--python", python(options), *options.names])
    text = ["# Hunts in the wild", "",
            f"Other people's move generators, {date.today()}, {cpu()}, {os.cpu_count()} cores with a load of "
            f"{os.getloadavg()[2]:.0f}:", f"`{command}`.",
            "Refused are questions of Chess960 to a library that does not play it, and those about positions that no game reaches.",
            "A class marked `new` is not among those known for that version.", "", "| " + " | ".join(HEADINGS) + " |", "|---|---|---|---:|---:|---:|---:|---:|---|"]
    text += ["| " + " | ".join(hunt.cells()) + " |" for hunt in hunts]
    text += [f"| {prey.name} | {prey.version} | {prey.registry} | | | | | | skipped: {reason} |"
             for prey, reason in skipped]
    text += ["", "## Examples", "", "One position for each class, as the hunt simplified it.", ""]
    for one in hunts:
        if one.report["findings"] or one.report["unanswered"] or one.report["refused"] or one.prey.note:
            text += [f"### {one.prey.name} {one.prey.version}", "", *([one.prey.note, ""] if one.prey.note else [])]
            items = [example(finding) for finding in one.report["findings"]]
            items += unanswered(one.report) + refused(one.report)
            text += items + [""] * bool(items)
    text += ["## Commands", "", "```sh"]
    for prey in [one.prey for one in hunts] + [prey for prey, _ in skipped]:
        text += prey.commands()
    return "\n".join(text + ["```", ""])


def example(finding):
    """A finding as an item of a list."""
    line = f", after `{' '.join(finding['line'])}` from `{finding['start']}`" if finding["line"] else ""
    reasons = [f"{one['fault']} `{one['move']}`: {one['words']}" if one["move"] else one["words"]
               for one in finding["reasons"]]
    count = finding["positions"]
    return f"* **{finding['class']}**, in {count:,} position{'s' * (count > 1)}: `{finding['fen']}`{line}; " + (
        reasons[0] if reasons else finding["way"])


def unanswered(report):
    """What the library gave for an answer where that is not a finding, each once, as items of a list."""
    reasons = {}
    for one in (one for one in report["unanswered"] if not one["found"]):
        reasons.setdefault(re.sub(r"\".*?\"", "…", one["why"]), []).append(one)
    return [f"* no answer in {len(same):,} position{'s' * (len(same) > 1)}, first of all `{same[0]['fen']}`: {same[0]['why']}"
            for same in reasons.values()]


def refused(report):
    """The positions that the library refuses and may refuse, by reasons, as items of a list."""
    reasons = {}
    for one in report["refused"]:
        reasons.setdefault(one["obstacle"], []).append(one)
    return [f"* not a bug: {len(same):,} position{'s' * (len(same) > 1)} refused, since {obstacle}; first of all "
            f"`{same[0]['fen']}`: {same[0]['why']}" for obstacle, same in reasons.items()]


def python(options):
    """The Python of the libraries, by the name that Debian and others give it."""
    name = "import sys; print('python%d.%d' % sys.version_info[:2])"
    return run([options.python, "-c", name]).strip()


def cpu():
    """The maker and kind of the first CPU, where the system says it."""
    try:
        text = Path("/proc/cpuinfo").read_text(encoding="utf-8")
    except OSError:
        text = ""
    model = re.search(r"^model name\s*: (.*)$", text, re.MULTILINE)
    return model[1].replace("(R)", "") if model else "unknown CPU"


def philidor():
    """Build the command."""
    subprocess.run(["cargo", "build", "--release", "--quiet", "--package", "philidor-cli"], cwd=ROOT, check=True)
    return str(ROOT / (os.environ.get("CARGO_TARGET_DIR") or "target") / "release/philidor")


def arguments():
    """What was typed."""
    parser = argparse.ArgumentParser(description="Hunt other people's move generators.")
    parser.add_argument("names", nargs="*", metavar="NAME", help="hunt these")
    parser.add_argument("--nodes-limit", type=int, default=100_000, metavar="N", help="leaves of a question")
    parser.add_argument("--time", type=float, default=60, metavar="SECONDS", help="for each hunt")
    parser.add_argument("--timeout", type=float, default=10, metavar="SECONDS", help="for each answer")
    parser.add_argument("--record", metavar="FILE", help="write the results in Markdown")
    parser.add_argument("--philidor", metavar="PROGRAM", help="do not build the command")
    parser.add_argument("--python", default="python3", metavar="PROGRAM", help="for Python libraries")
    parser.add_argument("--keep", action="store_true", help="use the reports that are there")
    parser.add_argument("--list", action="store_true", help="list the names")
    options = parser.parse_args()
    unknown = set(options.names) - {prey.name for prey in PREY}
    if unknown:
        parser.error(f"unknown name {', '.join(sorted(unknown))}; --list has them")
    return options


def main():
    options = arguments()
    if options.list:
        print("\n".join(prey.name for prey in PREY))
        return 0
    options.philidor = str(Path(options.philidor or philidor()).resolve())
    hunts, skipped = [], []
    for prey in PREY:
        if options.names and prey.name not in options.names:
            continue
        try:
            hunts.append(hunt(options, prey))
            name, version, _, questions, right, wrong, _, seconds, outcome = hunts[-1].cells()
            print(f"{name:18} {version:10} {right:>7} right {wrong:>6} wrong {questions:>7} questions {seconds:>4} s  "
                  f"{outcome}", flush=True)
        except NotInstalled as reason:
            skipped.append((prey, str(reason)))
            print(f"{prey.name:18} skipped: {reason}", flush=True)
    if options.record:
        Path(options.record).write_text(record(options, hunts, skipped), encoding="utf-8")
    return 0 if all(one.is_as_known() for one in hunts) else 1


if __name__ == "__main__":
    try:
        sys.exit(main())
    except SystemExit as failure:
        if isinstance(failure.code, str):
            print(failure.code, file=sys.stderr)
            sys.exit(2)
        raise
    except (OSError, subprocess.CalledProcessError) as error:
        print(f"hunt-wild: {error}", file=sys.stderr)
        sys.exit(2)
