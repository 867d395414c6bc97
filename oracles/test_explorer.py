"""A client of Lichess's explorer, berserk, asks `philidor-explorer serve`, and python-chess counts the same games.

The client gets another address, and nothing else is changed. Everything that it gets is compared with games that
python-chess plays and counts one by one: counts of moves, mean ratings, games, under random filters.
"""

import io
import random
import signal
import subprocess
from pathlib import Path

import chess
import chess.pgn
import pytest

from conftest import ROOT, built

pytestmark = pytest.mark.quick
berserk = pytest.importorskip("berserk")

SPEEDS = {"60+0": "bullet", "180+2": "blitz", "600+5": "rapid", "1800+30": "classical", "-": "correspondence"}
RATINGS = [0, 1000, 1200, 1400, 1600, 1800, 2000, 2200, 2500]
GAMES = 600
CASTLING = ["e4", "e5", "Nf3", "Nc6", "Bc4", "Bc5", "O-O", "Nf6", "d3", "O-O"]


def games_at_random(dice):
    """Games that begin alike, with the tags of Lichess."""
    for number in range(GAMES):
        game = chess.pgn.Game()
        month, day = dice.randint(1, 4), dice.randint(1, 28)
        ratings = [dice.randint(700, 2700) for _ in range(2)]
        game.headers.update({
            "Event": dice.choice(["Rated Blitz game", "Casual Rapid game"]), "Site": f"https://lichess.org/g{number:07}",
            "White": f"player{dice.randint(1, 4)}", "Black": f"player{dice.randint(5, 8)}",
            "Result": dice.choice(["1-0", "0-1", "1/2-1/2"]), "UTCDate": f"2024.{month:02}.{day:02}",
            "WhiteElo": str(ratings[0]), "BlackElo": str(ratings[1]), "TimeControl": dice.choice(list(SPEEDS)),
        })
        board, node = chess.Board(), game
        for san in CASTLING if dice.random() < 0.2 else []:
            node = node.add_variation(board.push_san(san))
        for _ in range(dice.randint(0, 60)):
            moves = sorted(board.legal_moves, key=str)
            if not moves:
                break
            move = dice.choice(moves[:3] if dice.random() < 0.8 else moves)
            node = node.add_variation(move)
            board.push(move)
        yield game


def counted(games, epd, plies=50):
    """The games that reach a position, each with its first move there."""
    for game in games:
        board = game.board()
        for ply, move in enumerate(game.mainline_moves()):
            if ply == plies:
                break
            if board.epd() == epd:
                yield game, board.copy(), move
                break
            board.push(move)


def rating(game):
    return (int(game.headers["WhiteElo"]) + int(game.headers["BlackElo"])) // 2


def results(games):
    counts = [sum(game.headers["Result"] == result for game in games) for result in ("1-0", "1/2-1/2", "0-1")]
    return dict(zip(("white", "draws", "black"), counts))


def of(answer):
    return {part: answer[part] for part in ("white", "draws", "black")}


def lichess_uci(board, move):
    """Castling is the king taking its rook."""
    rook = chess.Board.from_epd(board.epd(), chess960=True)[0]
    return rook.uci(move, chess960=True)


@pytest.fixture(scope="module")
def explorer(pytestconfig, tmp_path_factory):
    """The games, and a client of their explorer."""
    program = pytestconfig.getoption("--philidor-explorer")
    program = program or built("--manifest-path", "explorer/Cargo.toml", target=ROOT / "explorer/target") / "philidor-explorer"
    folder = tmp_path_factory.mktemp("explorer")
    games = list(games_at_random(random.Random(pytestconfig.getoption("--seed"))))
    (folder / "games.pgn").write_text("\n\n".join(map(str, games)) + "\n")
    run = lambda *words: subprocess.run([Path(program).resolve(), *words], cwd=folder, check=True, stdout=subprocess.PIPE)
    run("build", "games.pgn", "-o", "index", "--memory", "64K")
    server = subprocess.Popen([Path(program).resolve(), "serve", "index", "--port", "0"],
                              cwd=folder, stdout=subprocess.PIPE, text=True)
    address = server.stdout.readline().split()[-1]
    yield games, berserk.Client(explorer_url=address).opening_explorer
    server.send_signal(signal.SIGTERM)
    assert server.wait(timeout=5) == 0


def test_a_client_of_lichess_gets_what_python_chess_counts(explorer, pytestconfig, tally):
    games, client = explorer
    dice = random.Random(pytestconfig.getoption("--seed") + 1)
    castled = 0
    for question in range(60):
        line = list(dice.choice(games).mainline_moves())
        board = chess.Board()
        moves = [board.push_san(san) for san in CASTLING[:6]] if question % 10 == 0 else line[: dice.randint(0, 14)]
        board.reset()
        for move in moves:
            board.push(move)
        asked = {"play": [move.uci() for move in moves]} if dice.random() < 0.5 else {"position": board.fen()}
        groups = dice.sample(RATINGS, 4) if dice.random() < 0.5 else None
        speeds = dice.sample(list(SPEEDS.values()), 2) if dice.random() < 0.5 else None
        since, until = dice.choice([(None, None), ("2024-02", None), (None, "2024-03"), ("2024-02", "2024-03")])
        answer = client.get_lichess_games(
            **asked, ratings=[str(group) for group in groups] if groups else None, speeds=speeds, since=since, until=until,
            moves=300, history=True)
        takes = lambda game: (
            (not groups or max(group for group in RATINGS if group <= rating(game)) in groups)
            and (not speeds or SPEEDS[game.headers["TimeControl"]] in speeds)
            and (since or "0000") <= game.headers["UTCDate"][:7].replace(".", "-") <= (until or "9999"))
        known = [(game, at, move) for game, at, move in counted(games, board.epd()) if takes(game)]
        assert of(answer) == results([game for game, _, _ in known])
        assert sum(sum(of(month).values()) for month in answer["history"]) == len(known)
        assert {move["uci"] for move in answer["moves"]} == {lichess_uci(at, move) for _, at, move in known}
        for said in answer["moves"]:
            of_move = [game for game, at, move in known if lichess_uci(at, move) == said["uci"]]
            assert of(said) == results(of_move)
            assert said["san"] == board.san(board.parse_san(said["san"]))
            both = [int(game.headers[color + "Elo"]) for game in of_move for color in ("White", "Black")]
            # Rounded: a mean of 1789.7 is 1790.
            assert said["averageRating"] == (2 * sum(both) + len(both)) // (2 * len(both))
            castled += said["san"].startswith("O-O")
            if len(of_move) == 1:
                assert said["game"]["id"] == of_move[0].headers["Site"].rsplit("/", 1)[1]
            tally.check(True, "")
        for said in answer["topGames"] + answer["recentGames"]:
            game = games[int(said["id"][1:])]
            assert said["white"] == {"name": game.headers["White"], "rating": int(game.headers["WhiteElo"])}
            assert said["winner"] == {"1-0": "white", "0-1": "black"}.get(game.headers["Result"])
            assert said["speed"] == SPEEDS[game.headers["TimeControl"]]
            assert said["mode"] == ("rated" if game.headers["Event"].startswith("Rated") else "casual")
            assert said["month"] == game.headers["UTCDate"][:7].replace(".", "-")
    assert castled > 0


def test_games_of_masters_are_fetched_as_pgn(explorer, tally):
    games, client = explorer
    answer = client.get_masters_games(play=["a2a3"], top_games=15)
    for said in answer["topGames"]:
        text = client.get_otb_master_game(said["id"])
        text = text if isinstance(text, str) else "\n".join(text)
        game = chess.pgn.read_game(io.StringIO(text))
        known = games[int(game.headers["Site"].rsplit("/g", 1)[1])]
        assert list(game.mainline_moves()) == list(known.mainline_moves())
        assert game.headers["White"] == said["white"]["name"] == known.headers["White"]
        tally.check(True, "")


def test_the_games_of_a_player_are_streamed(explorer, tally):
    games, client = explorer
    for name, color in [("player1", "white"), ("PLAYER7", "black")]:
        answer = client.get_player_games(name, color)
        known = [game for game in games if game.headers[color.title()] == name.lower() and list(game.mainline_moves())]
        assert of(answer) == results(known)
        assert all(game[color]["name"] == name.lower() for game in answer["recentGames"])
        tally.check(len(known) > 5, f"{name}: {len(known)} games")
