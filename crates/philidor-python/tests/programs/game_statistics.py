"""Statistics of games: results, lengths, openings, clocks, the squares on which pieces are captured."""

import io
from collections import Counter

import philidor.compat as chess
import philidor.compat.pgn

GAMES = """[Event "One"]
[White "Anna"]
[Black "Bo"]
[Result "1-0"]
[TimeControl "300+3"]

1. e4 { [%clk 0:05:00] [%eval 0.3] } 1... e5 { [%clk 0:04:58] } 2. Qh5 $2 { [%clk 0:04:51] } (2. Nf3 Nc6 3. Bb5)
2... Nc6 3. Bc4 Nf6 $4 { [%eval #1] } 4. Qxf7# 1-0

[Event "Two"]
[White "Bo"]
[Black "Anna"]
[Result "1/2-1/2"]

1. d4 d5 2. c4 dxc4 3. e3 b5 4. a4 c6 5. axb5 cxb5 6. Qf3 Qc7 7. Qxa8 Bb7 8. Qxa7 1/2-1/2

[Event "Three"]
[White "Cleo"]
[Black "Anna"]
[SetUp "1"]
[FEN "4k3/P7/8/8/8/8/7p/4K3 w - - 0 1"]
[Result "*"]

1. a8=Q+ Kd7 (1... Kf7 2. Qd5+) 2. Kf2 h1=N+ 3. Qxh1 { won } *

[Event "Four"]
[Result "0-1"]

1. f3 e5 2. g4 Qh4# 0-1
"""


def main():
    handle, results, openings, lengths = io.StringIO(GAMES), Counter(), Counter(), []
    captured, players, glyphs = Counter(), Counter(), Counter()
    while True:
        offset = handle.tell()
        game = chess.pgn.read_game(handle)
        if game is None:
            break
        print(offset, game.headers["Event"], game.headers.get("Black", "?"), game.errors, game.time_control().type.name)
        results[game.headers["Result"]] += 1
        players[game.headers["White"]] += 1
        board = game.board()
        for node in game.mainline():
            glyphs.update(node.nags)
            if board.is_capture(node.move):
                captured[chess.square_name(node.move.to_square)] += 1
            san = node.san()
            if node.clock() is not None or node.eval() is not None:
                print("  ", node.ply(), san, node.clock(), node.eval() and node.eval().white(), node.comment)
            board.push(node.move)
        lengths.append(len(board.move_stack))
        openings[game.board().variation_san(board.move_stack[:4])] += 1
        outcome = board.outcome()
        print("  ends", board.fen(), outcome and (outcome.termination.name, outcome.result()))
        variations = sum(len(node.variations) - 1 for node in [game, *game.mainline()] if node.variations)
        print("  variations", variations, "last", game.end().move, game.end().ply(), game.end().is_mainline())
        if len(game.variations[0].variations) > 0:
            game.variations[0].promote(0)
        exporter = chess.pgn.StringExporter(columns=60, headers=False, comments=True, variations=True)
        print(game.accept(exporter))
        again = chess.pgn.read_game(io.StringIO(str(game)))
        print("  same", list(again.mainline_moves()) == list(game.mainline_moves()), str(again) == str(game))
    print(dict(results), dict(players), sorted(lengths), dict(glyphs))
    print(sorted(captured.items()), sorted(openings))
    handle.seek(0)
    while (headers := chess.pgn.read_headers(handle)) is not None:
        print(headers)
    handle.seek(0)
    print(chess.pgn.read_game(handle, Visitor=chess.pgn.BoardBuilder).fen())


if __name__ == "__main__":
    main()
