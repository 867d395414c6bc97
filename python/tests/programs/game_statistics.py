"""Statistics of games: results, lengths, openings, clocks, the squares on which pieces are captured."""

import io
from collections import Counter

import philidor.compat as chess
import philidor.compat.engine
import philidor.compat.pgn
import philidor.compat.svg

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

[Event "Five"]
[White "Bo"]
[Black "Cleo"]
[TimeControl "40/7200:3600"]
[Result "1/2-1/2"]

{ A quiet game } 1. e4 {[%clk 1:59:30]} 1... c5 {[%clk 1:58:00.5]} 2. Nf3 {[%emt 0:00:12]} d6 3. Bb5+ Bd7 4. Bxd7+ Qxd7
5. O-O Nc6 6. c3 Nf6 7. d4 {[%cal Gd4d5,Re4e5] [%csl Yd4]} cxd4 8. cxd4 d5 9. e5 Ne4 ; to the end of the line
10. Nbd2 Nxd2 11. Bxd2 e6 12. Rc1 Be7 13. Qb3 O-O 14. Rc3 $10 f5 15. exf6 $146 Bxf6 1/2-1/2
"""


VALUES = {chess.PAWN: 1, chess.KNIGHT: 3, chess.BISHOP: 3, chess.ROOK: 5, chess.QUEEN: 9, chess.KING: 0}


class Counts(chess.pgn.BaseVisitor):
    """Counts while a game is read, without a tree: moves by piece, checks, captures, castling, promotions."""

    def begin_game(self):
        self.moved, self.seen = Counter(), Counter()

    def begin_headers(self):
        return chess.pgn.Headers()

    def visit_header(self, name, value):
        if name in ("White", "Black"):
            self.seen[value] += 1

    def begin_variation(self):
        return chess.pgn.SKIP

    def visit_move(self, board, move):
        self.moved[chess.piece_name(board.piece_type_at(move.from_square))] += 1
        self.seen["captures"] += board.is_capture(move)
        self.seen["checks"] += board.gives_check(move)
        self.seen["castling"] += board.is_castling(move)
        self.seen["promotions"] += move.promotion is not None
        self.seen["zeroing"] += board.is_zeroing(move)

    def handle_error(self, error):
        self.seen[type(error).__name__] += 1

    def result(self):
        return self.moved, self.seen


def balance(board):
    """White's pieces less Black's, in pawns."""
    return sum(VALUES[piece.piece_type] * (1 if piece.color else -1) for piece in board.piece_map().values())


def clocks(game):
    """The seconds that each side thought, as far as the clock tells."""
    last, spent = {}, Counter()
    control = game.time_control()
    part = control.parts[0] if control.parts else None
    for node in game.mainline():
        clock, mover = node.clock(), not node.turn()
        if clock is None:
            continue
        before = last.get(mover, part.time if part else clock)
        spent[chess.COLOR_NAMES[mover]] += before - clock + (part.increment if part else 0)
        last[mover] = clock
    return dict(spent)


def survivors(game):
    """The squares of the start whose pieces are still on the board at the end."""
    board, at = game.board(), {}
    at = {square: square for square in board.piece_map()}
    for move in game.mainline_moves():
        captured = move.to_square
        if board.is_en_passant(move):
            captured = move.to_square + (-8 if board.turn else 8)
        at.pop(captured, None)
        if board.is_castling(move):
            short = board.is_kingside_castling(move)
            rank = chess.square_rank(move.from_square)
            rook = chess.square(7 if short else 0, rank)
            at[chess.square(5 if short else 3, rank)] = at.pop(rook)
        at[move.to_square] = at.pop(move.from_square)
        board.push(move)
    return board, at


def annotated(game):
    """The game once more, with what was found written into it."""
    copy = chess.pgn.Game.from_board(game.end().board())
    copy.headers.update({"Event": game.headers["Event"], "Annotator": "statistics"})
    best = max(copy.mainline(), key=lambda node: (abs(balance(node.board())), -node.ply()))
    best.comment = "the largest difference"
    best.set_eval(chess.engine.PovScore(chess.engine.Cp(100 * balance(best.board())), chess.WHITE))
    best.set_clock(61.5)
    best.nags.add(chess.pgn.NAG_GOOD_MOVE)
    best.set_arrows([chess.svg.Arrow(best.move.from_square, best.move.to_square, color="red")])
    line = sorted(best.parent.board().legal_moves, key=lambda move: move.uci())[:1]
    best.parent.add_line(line, comment="another one", starting_comment="instead of this,")
    return copy


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
        print("  time", clocks(game))
        end, alive = survivors(game)
        assert set(alive) == set(end.piece_map())
        ways = sorted((start, now) for now, start in alive.items() if now != start)
        moved = [f"{chess.square_name(start)}-{chess.square_name(now)}" for start, now in ways]
        print("  survivors", len(alive), "moved", " ".join(moved), "balance", balance(end))
        print(annotated(game).accept(chess.pgn.StringExporter(columns=None)))
        print("  same", list(again.mainline_moves()) == list(game.mainline_moves()), str(again) == str(game))
    print(dict(results), dict(players), sorted(lengths), dict(glyphs))
    print(sorted(captured.items()), sorted(openings))
    handle.seek(0)
    while (headers := chess.pgn.read_headers(handle)) is not None:
        print(headers)
    handle.seek(0)
    total, seen = Counter(), Counter()
    while (counts := chess.pgn.read_game(handle, Visitor=Counts)) is not None:
        total, seen = total + counts[0], seen + counts[1]
    print(sorted(total.items()), sorted(seen.items()))
    handle.seek(0)
    print(chess.pgn.skip_game(handle), chess.pgn.read_headers(handle)["Event"])
    handle.seek(0)
    print(chess.pgn.read_game(handle, Visitor=chess.pgn.BoardBuilder).fen())


if __name__ == "__main__":
    main()
