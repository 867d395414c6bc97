"""Makes sure that the Python package `chess` (python-chess) can be imported.

Import this module before `chess`. Where Python does not have the package, the script is run again by a Python that
does, of a virtual environment below target/.
"""

import importlib.util
import os
import subprocess
import sys
import venv
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = "chess==1.11.2"


def run_again():
    folder = Path(os.environ.get("CARGO_TARGET_DIR", ROOT / "target"), "verify-games")
    python = folder / "bin/python"
    if Path(sys.prefix) == folder:
        raise SystemExit(f"{Path(sys.argv[0]).name}: the Python package `chess` cannot be imported")
    if not python.is_file():
        venv.create(folder, with_pip=True)
    subprocess.run([python, "-m", "pip", "install", "--quiet", PACKAGE], check=True)
    os.execv(python, [str(python), *sys.argv])


if importlib.util.find_spec("chess") is None:
    run_again()
