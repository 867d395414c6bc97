"""The files of this clone: those that Git tracks, and those that it does not ignore."""

import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


def files(*folders):
    """Their paths from the root, in order; only those in these folders, if there are any."""
    listed = ["git", "-C", ROOT, "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", *folders]
    asked = subprocess.run(listed, capture_output=True, text=True)
    if asked.returncode != 0:
        raise SystemExit(f"this needs a Git clone: {asked.stderr.strip()}")
    return [path for path in sorted(set(asked.stdout.split("\0"))) if (ROOT / path).is_file()]
