"""`philidor check-uci` finds nothing wrong in Stockfish, which others wrote by the same protocol."""

import json
import subprocess

import pytest

pytestmark = pytest.mark.quick

# Long enough that a busy machine does not look like a fault.
PATIENT = ["--timeout", "100", "--prompt", "20000", "--margin", "20000"]


def test_stockfish_keeps_to_the_protocol(philidor, stockfish):
    command = [philidor, "check-uci", "--json", *PATIENT, "--", stockfish]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
    findings = [json.loads(line) for line in done.stdout.splitlines()]
    assert len(findings) > 30
    assert [finding for finding in findings if finding["outcome"] == "fail"] == []
    assert done.returncode == 0, f"exit status {done.returncode}"
