"""Hunts of other people's move generators with the adapters of examples/hunt/.

Each library of prey.py is installed and hunted for at most --time seconds; --prey NAME chooses some. What cannot be
installed is skipped, with the reason. One line is printed for each: right and wrong answers, questions, seconds, and
the classes of the findings or `clean`. A class that is known for the version hunted and was not found, or was found and
is not known, is marked, and a failure. --record writes the table in Markdown, with an example of every class and the
commands to type, machine and date. Each report is also kept in target/wild/, and --keep uses those that are there
instead of hunting again.
"""

import json
import os
import re
import subprocess
from dataclasses import dataclass
from datetime import date
from pathlib import Path

import pytest

from conftest import absent, machine
from prey import PREY, UCI, Debian, NotInstalled, Prey, run

pytestmark = pytest.mark.wild


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
        misread = ["doubtful"] if self.report.get("misread") else []
        said = misread + found + [f"{one} (not found)" for one in self.missed()] + given_up
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


def hunt(options, philidor, prey):
    """Install a library, and hunt it; or take what came of the last hunt."""
    kept = prey.folder() / "report.json"
    if not (options.keep and kept.exists()):
        kept.write_text(hunted(options, philidor, prey, prey.install(options)), encoding="utf-8")
    if isinstance(prey, Debian):
        prey.version = prey.downloaded().name.split("_")[1]
    return Hunt(prey, json.loads(kept.read_text(encoding="utf-8")))


def hunted(options, philidor, prey, suspect):
    """The report of a hunt, as JSON."""
    protocol = ["--protocol", "lines"] if prey.adapter else UCI
    command = [philidor, "hunt", "--json", *protocol, *limits(options), "--", *suspect]
    home = {**os.environ, "HOME": str(prey.folder()), "PYTHONDONTWRITEBYTECODE": "1"}
    done = subprocess.run(command, cwd=prey.folder(), env=home, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True)
    if done.returncode not in (0, 1) or not done.stdout.startswith("{"):
        raise RuntimeError(f"{prey.name}: exit status {done.returncode}: {done.stderr.strip()}")
    return done.stdout


def limits(options):
    """The limits of a hunt, as its arguments."""
    return ["--nodes-limit", str(options.nodes_limit or 100_000), "--time", f"{options.time:g}", "--timeout", f"{options.timeout or 10:g}"]


def record(options, hunts, skipped):
    """The record: machine, table, examples, commands."""
    names = [f"--prey {name}" for name in options.prey]
    command = " ".join(["scripts/test-oracles -m wild", *limits(options), "--wild-python", python(options), *names])
    text = ["# Hunts in the wild", "",
            f"Other people's move generators, {date.today()}, {machine()} with a load of "
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
        reasons[0] if reasons else finding["seen"])


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
        reasons.setdefault(one["unreachable"], []).append(one)
    return [f"* not a bug: {len(same):,} position{'s' * (len(same) > 1)} refused, since {unreachable}; first of all "
            f"`{same[0]['fen']}`: {same[0]['why']}" for unreachable, same in reasons.items()]


def python(options):
    """The Python of the libraries, by the name that Debian and others give it."""
    name = "import sys; print('python%d.%d' % sys.version_info[:2])"
    return run([options.wild_python, "-c", name]).strip()


def pytest_generate_tests(metafunc):
    chosen = metafunc.config.option.prey
    if unknown := set(chosen) - {prey.name for prey in PREY}:
        raise pytest.UsageError(f"unknown prey {', '.join(sorted(unknown))}")
    metafunc.parametrize("prey", [one for one in PREY if one.name in chosen or not chosen], ids=lambda prey: prey.name)


@pytest.fixture(scope="module")
def results(options):
    """What came of all hunts, for the record."""
    hunts, skipped = [], []
    yield hunts, skipped
    if options.record:
        Path(options.record).write_text(record(options, hunts, skipped), encoding="utf-8")


def test_the_bugs_are_those_known(prey, philidor, options, results):
    hunts, skipped = results
    try:
        found = hunt(options, philidor, prey)
    except NotInstalled as reason:
        skipped.append((prey, str(reason)))
        absent(f"{prey.name}: {reason}")
    hunts.append(found)
    name, version, _, questions, right, wrong, _, seconds, outcome = found.cells()
    print(f"{name:18} {version:10} {right:>7} right {wrong:>6} wrong {questions:>7} questions {seconds:>4} s  {outcome}",
          flush=True)
    assert found.is_as_known(), outcome
