"""XBoard plays a whole game with `philidor uci`, which polyglot translates for it, under a display that no one sees.

philidor plays itself, or --against a program of XBoard's own protocol, fairymax for example. The game that XBoard saves
must have ended by the rules, and `philidor pgn check` must find nothing in it.
"""

import os
import re
import subprocess

import pytest

from conftest import found

pytestmark = pytest.mark.quick


def test_it_plays_a_whole_game(philidor, options, tmp_path):
    for program in ("xboard", "polyglot", "xvfb-run", "xauth"):
        found(program)
    second = ["-scp", options.against] if options.against else ["-scp", f"{philidor} uci", "-sUCI"]
    saved, debug, said = tmp_path / "game.pgn", tmp_path / "debug.txt", tmp_path / "output.txt"
    # One game without a question to anyone, and settings that are not the user's. A game that does not end is a failure.
    command = ["timeout", "300", "xvfb-run", "-a", "xboard", "-fcp", f"{philidor} uci", "-fUCI", *second,
               "-fd", tmp_path, "-sd", tmp_path, "-matchGames", "1", "-timeControl", f"0:{options.seconds:02}",
               "-timeIncrement", "0.1", "-saveGameFile", saved, "-saveSettingsOnExit", "false", "-xpopup", "-xexit",
               "-debug", "-nameOfDebugFile", debug]
    with open(said, "wb") as output:
        status = subprocess.run(command, env={**os.environ, "HOME": str(tmp_path)}, stdin=subprocess.DEVNULL,
                                stdout=output, stderr=subprocess.STDOUT).returncode
    texts = [path.read_text(encoding="utf-8", errors="replace") if path.exists() else "" for path in (saved, debug, said)]
    game, debugged, _ = texts
    ends = "\n".join("\n".join(text.splitlines()[-20:]) for text in texts)
    assert game.strip(), f"no game was saved; xboard ended with status {status}\n{ends}"
    print(game)
    assert re.search(r'^\[Result "(1-0|0-1|1/2-1/2)"\]', game, re.MULTILINE), f"the game has no result\n{ends}"
    endings = re.findall(r"(\{[^}]*\})\s*(?:1-0|0-1|1/2-1/2)", game)
    assert endings and re.search(r"(?i)mate|draw|repetition|50|material|resign", endings[-1]), \
        f"the game did not end by the rules: {endings[-1:]}\n{ends}"
    assert not re.search(r"(?i)illegal|exited|forfeit", debugged + game), f"a program did something wrong\n{ends}"
    checked = subprocess.run([philidor, "pgn", "check", saved], capture_output=True, text=True)
    assert checked.returncode == 0, f"philidor finds something in the game: {checked.stdout}{checked.stderr}"
