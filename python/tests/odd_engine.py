"""A UCI engine that behaves as its first argument says, for tests. It knows the start position and two moves.

    well      depths 1 to 3, two lines that change places, then waits or answers
    odd       the same with lines that no protocol knows, broken numbers, moves that are not legal at the end of lines
    illegal   answers with a move that is not legal
    ends      ends when it should search
    deaf      continues searching when it should stop
    bare      has no options
    floods    writes lines for ever from when it should search, and never answers
    endless   writes a line for ever, and never answers
    chatty    writes 100,000 lines before each answer, also before it is asked
    binary    writes bytes that are not text
    closes    closes its output when it should search, and lives on
    stays     does not end when it should
    late      thinks before it is ready, and after it should stop; it is ready before it has stopped
"""

import os
import sys
import threading
import time

OPTIONS = """option name Hash type spin default 16 min 1 max 64
option name MultiPV type spin default 1 min 1 max 5
option name UCI_Chess960 type check default false
option name Style of play type combo default Normal var Solid var Very risky
option name Log file type string default <empty>
option name Clear Hash type button
option name Broken type spin min one
option"""

LINES = """info depth 1 seldepth 2 multipv 1 score cp 20 nodes 20 time 5 pv e2e4 e7e5
info depth 1 multipv 2 score cp 10 lowerbound nodes 20 time 5 pv d2d4
info depth 2 multipv 1 score cp 30 wdl 100 800 100 hashfull 7 pv d2d4 d7d5
info depth 2 multipv 2 score cp 25 upperbound pv e2e4
info depth 3 multipv 1 score mate -2 nodes 300 time 9 pv d2d4 d7d5"""

NOISE = """hello
info string depth 9 multipv 1 score cp 999 pv a2a3
info depth x score cp 1 pv a2a3
info depth 5 score cp
info depth 5 currmove a2a3 currmovenumber 1
info depth 5 multipv 0 score cp 7 pv a2a3
info depth 5 score cp 7 pv a2a5"""


def search(kind, words):
    if kind == "ends":
        sys.exit(3)
    while kind == "floods":
        print("info string and so on")
    while kind == "endless":
        print("info string " + "and so on" * 1000, end="", flush=True)
    if kind == "binary":
        sys.stdout.buffer.write(bytes(range(256)) * 3 + b"\n")
        sys.stdout.buffer.flush()
    if kind == "closes":
        os.close(1)
        time.sleep(600)
    if kind == "odd":
        print(NOISE)
    print(LINES + (" zzzz h9h9" if kind == "odd" else ""))
    if "infinite" not in words and kind != "deaf":
        answer(kind)


def answer(kind):
    print("bestmove e2e5" if kind == "illegal" else "bestmove d2d4 ponder d7d5")


def main():
    kind = sys.argv[1]
    for line in sys.stdin:
        if kind == "chatty":
            print("info string a word\n" * 100_000)
        command, *words = line.split() or [""]
        print(line.strip(), file=sys.stderr)
        if command == "uci":
            print(f"id name An engine that is {kind}\nid author a test")
            print("uciok" if kind == "bare" else f"{OPTIONS}\nuciok")
        elif command == "isready":
            time.sleep(0.1 if kind == "late" else 0)
            print("readyok")
        elif command == "go":
            search(kind, words)
        elif command == "stop" and kind == "late":
            threading.Timer(0.5, print, ["bestmove d2d4 ponder d7d5\n"], {"end": "", "flush": True}).start()
        elif command == "stop" and kind != "deaf":
            answer(kind)
        elif command == "quit" and kind == "stays":
            time.sleep(600)
        elif command == "quit":
            break
        sys.stdout.flush()


if __name__ == "__main__":
    main()
