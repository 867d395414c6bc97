"""Every bug of the mutant is found and named, and the commands of the report reproduce it.

The mutant (crates/philidor-hunt/prey/mutant) is an engine with bugs that can be switched on, one at a time. Each is
hunted by `philidor hunt` in each variant in which it shows, as many at once as --threads says, and must be found: its
class must be among the classes of the findings, and the engine without a bug, which is called `none`, must come out
clean.

One line is printed for each bug:

    first | among | missed   its class is that of the first finding, of another, or of none; without a bug: clean | missed
    seconds                  for the whole hunt, by the clock
    questions, leaves        that the engine was asked, shrinking included
    pieces                   in the position of the example

and, if the report says them, seconds and leaves until the first wrong answer. --record writes the same as a table in
Markdown, with machine, date and command.

The commands of the report are typed to the mutant started anew, which must answer as the report says; if not, the bug
counts as missed.
"""

import json
import re
import subprocess
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from pathlib import Path

import pytest

from conftest import machine

pytestmark = pytest.mark.long


class Hunt:
    """What came of the hunt for one bug."""

    def __init__(self, bug, wanted, variant, seconds, report):
        self.bug, self.wanted, self.variant, self.seconds = bug, wanted, variant, seconds
        self.classes = [finding["class"] for finding in report["findings"]]
        self.questions, self.leaves = report["questions"], report["leaves"]
        self.is_clean = not (self.classes or report["unanswered"] or report["given_up"])
        example = next((one for one in report["findings"] if one["class"] == wanted), None)
        board = example["fen"].split()[0] if example else ""
        self.pieces = len(re.findall("[a-zA-Z]", board)) if example else None
        self.line = len(example["line"]) if example else 0
        first = report.get("first_wrong") or {}
        self.first_seconds, self.first_leaves = first.get("seconds"), first.get("leaves")
        self.false_examples = []

    @property
    def outcome(self):
        """How well the bug was named; the engine without a bug must have none."""
        if self.wanted is None:
            return "clean" if self.is_clean else "missed"
        if self.wanted not in self.classes or self.false_examples:
            return "missed"
        return "first" if self.classes[0] == self.wanted else "among"

    def cells(self):
        """The columns of a table."""
        def shown(value, form="{:,}"):
            return "" if value is None else form.format(value)
        return [self.outcome, self.bug, self.variant, self.wanted or "", ", ".join(self.classes), shown(self.pieces),
                shown(self.seconds, "{:.1f}"), shown(self.questions), shown(self.leaves),
                shown(self.first_seconds, "{:.2f}"), shown(self.first_leaves)]


HEADINGS = ["outcome", "bug", "variant", "its class", "classes found", "pieces", "seconds", "questions", "leaves",
            "seconds to the first wrong answer", "leaves to it"]
TO_THE_RIGHT = 5  # From this column on there are figures.


def bugs_of(mutant, prefixes):
    """Names, classes and variants of the bugs to hunt; the engine without any comes first."""
    listed = subprocess.run([mutant, "--list"], stdout=subprocess.PIPE, text=True, check=True).stdout
    rows = [line.split("\t") for line in listed.splitlines()]
    bugs = [("none", None, "chess")]
    bugs += [(name, wanted, variant) for name, wanted, variants, _ in rows for variant in variants.split(",")]
    if not prefixes:
        return bugs
    return [bug for bug in bugs if bug[0].startswith(tuple(prefixes))]


def hunt(options, philidor, mutant, bug, wanted, variant):
    """Hunt one bug."""
    rules = [] if variant == "chess" else ["--variant", variant]
    command = [philidor, "hunt", "--json", *rules, *limits(options), "--", mutant]
    if wanted is not None:
        command += ["--bug", bug]
    started = time.perf_counter()
    done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    seconds = time.perf_counter() - started
    if done.returncode not in (0, 1) or not done.stdout.startswith("{"):
        raise RuntimeError(f"{bug}: exit status {done.returncode}: {done.stderr.strip()}")
    report = json.loads(done.stdout)
    found = Hunt(bug, wanted, variant, seconds, report)
    found.false_examples = [one["class"] for one in report["findings"] if not is_repeated(mutant, bug, one)]
    if (done.returncode == 0) != found.is_clean:
        raise RuntimeError(f"{bug}: exit status {done.returncode} does not fit the report")
    return found


def is_repeated(mutant, bug, finding):
    """Whether a mutant that is started anew answers the commands of the report as the report says."""
    is_refused = any(reason["fault"] == "refused" for reason in finding["reasons"])
    if not finding["repeat"] or finding["counted"] is None and not is_refused:
        return finding["class"] == "unanswered"
    said = subprocess.run([mutant, "--bug", bug], input="\n".join([*finding["repeat"], "quit", ""]),
                          stdout=subprocess.PIPE, text=True, check=True).stdout
    totals = re.findall(r"^Nodes searched: (\d+)$", said, re.MULTILINE)
    return not totals if is_refused else bool(totals) and int(totals[-1]) == finding["counted"]


def limits(options):
    """The limits of a hunt, as its arguments."""
    return ["--nodes-limit", str(options.nodes_limit or 3000), "--time", f"{options.time:g}",
            "--timeout", f"{options.timeout or 5:g}"]


def print_line(found):
    """One line for people, without the figures that the report does not give."""
    outcome, bug, variant, wanted, classes, pieces, seconds, questions, leaves, *first = found.cells()
    line = "" if not found.line else " and a move" if found.line == 1 else f" and {found.line} moves"
    example = f"{pieces:>2} pieces{line}" if pieces else ""
    until = f"  first after {first[0]} s, {first[1]} leaves" if first[0] else ""
    print(f"{outcome:6}  {bug:27} {variant:13} {wanted:24} {seconds:>5} s {questions:>7} questions {leaves:>11} leaves  "
          f"{example:18}{until}  [{classes}]", flush=True)
    if found.false_examples:
        print(f"        not repeated: {', '.join(found.false_examples)}", flush=True)


def write_record(options, hunts, seconds):
    """The record: machine, command, table."""
    lines = ["# Hunting the mutants", ""]
    bugs = [f"--bug {prefix}" for prefix in options.bug]
    command = " ".join(["scripts/test-oracles -m long", *limits(options), "--threads", str(options.threads), *bugs])
    lines += [f"{date.today()}, {machine()}, {version('rustc')}, release builds:",
              f"`{command}`, {seconds:.0f} s altogether.", "",
              "A bug is found if its class is among those of the findings; `first`: it is named first. Pieces are those in the",
              "example of that class. Questions and leaves are all that were asked, to make the examples small included.", "",
              "<!-- ANCHOR: sums -->", f"{sums(hunts)}.", "<!-- ANCHOR_END: sums -->", ""]
    rows = [found.cells() for found in hunts]
    columns = [index for index in range(len(HEADINGS)) if any(row[index] for row in rows)]
    lines.append("| " + " | ".join(HEADINGS[index] for index in columns) + " |")
    lines.append("".join("|---" if index < TO_THE_RIGHT else "|---:" for index in columns) + "|")
    lines += ["| " + " | ".join(row[index] for index in columns) + " |" for row in rows]
    Path(options.record).write_text("\n".join(lines) + "\n", encoding="utf-8")


def sums(hunts):
    """How many were found, in words."""
    bugs = [found for found in hunts if found.wanted is not None]
    count = {outcome: sum(found.outcome == outcome for found in bugs) for outcome in ("first", "among", "missed")}
    missed = [found.bug for found in bugs if found.outcome == "missed"]
    text = f"{count['first'] + count['among']} of {len(bugs)} bugs found, {count['first']} named first"
    text += f", missed: {', '.join(missed)}" if missed else ""
    clean = [found for found in hunts if found.wanted is None]
    return text + ("" if not clean else "; without a bug " + ("clean" if clean[0].is_clean else "NOT CLEAN"))


def version(program):
    """`rustc 1.95.0`, say."""
    said = subprocess.run([program, "--version"], stdout=subprocess.PIPE, text=True, check=True).stdout
    return " ".join(said.split()[:2])


def test_every_bug_is_found(philidor, mutant, options, tally):
    bugs = bugs_of(mutant, options.bug)
    assert bugs, f"no bug begins with {' or '.join(options.bug)}"
    started, hunts = time.perf_counter(), []
    with ThreadPoolExecutor(max(1, options.threads)) as pool:
        for found in pool.map(lambda bug: hunt(options, philidor, mutant, *bug), bugs):
            print_line(found)
            tally.check(found.outcome != "missed", f"{found.bug}: {found.wanted or 'clean'}, but found {found.classes}")
            hunts.append(found)
    if options.record:
        write_record(options, hunts, time.perf_counter() - started)
    print(sums(hunts))
