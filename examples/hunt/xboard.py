#!/usr/bin/env python3
"""An engine that speaks the xboard protocol and knows `perft N`, hunted: Sjeng, for example.

    apt-get install sjeng
    philidor hunt --protocol lines -- python3 examples/hunt/xboard.py /usr/games/sjeng

xboard's protocol has no perft, so engines answer it in their own words. Two options say what to type and what to read:

    xboard.py --perft 'perft {depth}' --total 'nodes.* ([0-9]+)$' ENGINE [ARGUMENT ...]

Most count the whole tree and list no moves; philidor then plays them and asks again. A position or move that the engine
refuses is answered with `error`. An engine that refuses a position in silence (Sjeng does) is counted for whatever it
has on its board.
"""

import argparse
import re
import subprocess
import sys

REFUSALS = re.compile(r"illegal (move|position)|tellusererror|^error", re.IGNORECASE)


class Engine:
    """The engine, running."""

    def __init__(self, options):
        self.options = options
        self.total = re.compile(options.total, re.IGNORECASE)
        self.process = subprocess.Popen(options.engine, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.pings = 0
        self.say("xboard", "protover 2", "new")

    def say(self, *lines):
        """Types lines."""
        self.process.stdin.write("".join(line + "\n" for line in lines))
        self.process.stdin.flush()

    def count(self, depth, fen, moves):
        """Leaves of the tree of this depth; raises where the engine refuses or does not count."""
        self.pings += 1
        pong, total, refused = f"pong {self.pings}", None, None
        self.say("force", f"setboard {fen}", *moves)
        self.say(self.options.perft.format(depth=depth), f"ping {self.pings}")
        for line in map(str.strip, self.process.stdout):
            if line == pong:
                break
            total = self.total.search(line) or total
            refused = refused or (REFUSALS.search(line) and line)
        else:
            raise SystemExit("the engine has ended")
        if refused or not total:
            raise ValueError(refused or "the engine has counted nothing")
        return int(total[1])


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--perft", default="perft {depth}", help="what to type (default: %(default)s)")
    parser.add_argument("--total", default="nodes.* ([0-9]+)$", help="what to read (default: %(default)s)")
    parser.add_argument("engine", nargs=argparse.REMAINDER, metavar="ENGINE")
    options = parser.parse_args()
    if not options.engine:
        parser.error("name the engine")
    engine = Engine(options)
    for line in sys.stdin:
        words = line.split()  # divide DEPTH fen FEN FEN FEN FEN FEN FEN [moves MOVE ...]
        if not words:
            continue
        if words[0] == "hello":
            print("hello", options.engine[0].split("/")[-1], "moves", flush=True)
            continue
        try:
            print("total", engine.count(int(words[1]), " ".join(words[3:9]), words[10:]), flush=True)
        except ValueError as error:
            print("error", error, flush=True)


main()
