"""The programs of tests/programs with python-chess: they print what tests/ expects of philidor.compat."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

PROGRAMS = Path(__file__).parent.parent / "tests/programs"


@pytest.mark.parametrize("program", sorted(PROGRAMS.glob("*.py")), ids=lambda path: path.stem)
def test_a_program_prints_the_same_with_python_chess(program, tmp_path):
    text = program.read_text(encoding="utf-8")
    text, changed = re.subn(r"^import philidor\.compat( as chess$|\.)", lambda found: "import chess" + found[1][:1].strip(), text, flags=re.M)
    assert changed and "philidor" not in text
    copy = tmp_path / "program.py"
    copy.write_text(text, encoding="utf-8")
    printed = subprocess.run([sys.executable, copy], capture_output=True, text=True, check=True, cwd=tmp_path)
    assert printed.stdout == program.with_suffix(".txt").read_text(encoding="utf-8")
