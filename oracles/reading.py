"""What philidor makes of PGN, and what python-chess reads in it."""

import io
import logging
import subprocess

import chess.pgn

logging.getLogger("chess.pgn").setLevel(logging.CRITICAL)  # bad games are reported by the tests


def converted_bytes(program, command, text):
    """What `philidor pgn COMMAND` makes of a PGN text."""
    done = subprocess.run([program, "pgn", *command], input=text, capture_output=True)
    if done.returncode not in (0, 1):
        raise RuntimeError(f"philidor {command[0]}: {done.stderr.decode()}")
    return done.stdout


def converted(program, command, text):
    """The same, as text."""
    return decoded(converted_bytes(program, command, text))


def decoded(raw):
    """UTF-8, or Latin-1 if it is not."""
    try:
        return raw.decode("utf-8")
    except UnicodeDecodeError:
        return raw.decode("latin-1")


def plainly(board, words):
    """UCI words as python-chess writes them: castling of either form is one move."""
    board = board.copy(stack=False)
    found = []
    for word in words:
        try:
            move = board.parse_uci(word)
        except ValueError:
            return [*found, f"illegal {word}"]
        found.append(board.uci(move))
        board.push(move)
    return found


def read_games(text):
    """All games of a PGN text, read by python-chess."""
    handle = io.StringIO(text)
    games = []
    while True:
        game = chess.pgn.read_game(handle)
        if game is None:
            return games
        games.append(game)
