"""Self-play: two players with dice of their own play games, from standard and Chess960 starts, and write them as PGN."""

import io
import itertools
import pathlib
import random
import struct
import tempfile

import philidor.compat as chess
import philidor.compat.pgn
import philidor.compat.polyglot


BOOK = ["e4 e5 Nf3 Nc6", "e4 c5 Nf3", "d4 d5 c4", "d4 Nf6 c4 e6", "c4 e5"]
VALUES = {chess.PAWN: 100, chess.KNIGHT: 310, chess.BISHOP: 320, chess.ROOK: 500, chess.QUEEN: 900, chess.KING: 0}


def write_book(path):
    """An opening book in Polyglot's form: key, move, weight, learn."""
    weights = {}
    for line in BOOK:
        board = chess.Board()
        for san in line.split():
            move = board.parse_san(san)
            key = chess.polyglot.zobrist_hash(board)
            entry = key, move.from_square << 6 | move.to_square
            weights[entry] = weights.get(entry, 0) + 1
            board.push(move)
    entries = (struct.pack(">QHHI", key, move, weight, 0) for (key, move), weight in sorted(weights.items()))
    path.write_bytes(b"".join(entries))
    return len(weights)


class Player:
    def __init__(self, name, seed, greed):
        self.name, self.dice, self.greed = name, random.Random(seed), greed

    def choose(self, board):
        moves = sorted(board.legal_moves, key=lambda move: move.uci())
        captures = [move for move in moves if board.is_capture(move)]
        mates = [move for move in moves if self.mates(board, move)]
        if mates:
            return mates[0]
        if captures and self.dice.random() < self.greed:
            return self.dice.choice(captures)
        return self.dice.choice(moves)

    def mates(self, board, move):
        if not board.gives_check(move):
            return False
        board.push(move)
        mate = board.is_checkmate()
        board.pop()
        return mate


class Thinker(Player):
    """Looks one move and one answer ahead, counts pieces, and knows the book."""

    def __init__(self, name, seed, book):
        super().__init__(name, seed, 0)
        self.book, self.from_book = book, 0

    def choose(self, board):
        entries = sorted(self.book.find_all(board), key=lambda entry: (-entry.weight, entry.move.uci()))
        if entries:
            self.from_book += 1
            return self.dice.choices(entries, [entry.weight for entry in entries])[0].move
        moves = sorted(board.legal_moves, key=lambda move: move.uci())
        self.dice.shuffle(moves)
        return max(moves, key=lambda move: self.value(board, move))

    def value(self, board, move):
        board.push(move)
        try:
            if board.is_checkmate():
                return 100_000
            if board.is_stalemate() or board.is_repetition(2) or board.is_insufficient_material():
                return 0
            return -self.counted(board) - self.best_capture(board)
        finally:
            board.pop()

    def best_capture(self, board):
        gains = [0]
        for move in board.generate_legal_captures():
            captured = chess.PAWN if board.is_en_passant(move) else board.piece_type_at(move.to_square)
            gain = VALUES[captured]
            if board.is_attacked_by(not board.turn, move.to_square):
                gain -= VALUES[board.piece_type_at(move.from_square)]
            gains.append(gain)
        return max(gains)

    @staticmethod
    def counted(board):
        """The pieces of the side to move less those of the other."""
        own, other = (
            sum(value * len(board.pieces(kind, color)) for kind, value in VALUES.items())
            for color in (board.turn, not board.turn)
        )
        return own - other


def adjudicated(board):
    """A result for a game that was broken off: who has a rook more wins."""
    balance = Thinker.counted(board) * (1 if board.turn else -1)
    return "1-0" if balance >= 500 else "0-1" if balance <= -500 else "1/2-1/2"


def rated(games):
    """Elo's ratings after all games."""
    ratings = {}
    for white, black, points in games:
        one, other = (ratings.setdefault(name, 1500.0) for name in (white, black))
        expected = 1 / (1 + 10 ** ((other - one) / 400))
        ratings[white] += 20 * (points - expected)
        ratings[black] -= 20 * (points - expected)
    return {name: round(rating, 6) for name, rating in sorted(ratings.items())}


def read_back(text, board):
    """The game as it was written is the game that was played."""
    game = chess.pgn.read_game(io.StringIO(text))
    assert not game.errors and list(game.mainline_moves()) == board.move_stack
    end = game.end().board()
    assert end.fen() == board.fen() and end.chess960 == board.chess960
    return game.end().ply(), game.headers.get("FEN", "-"), game.headers.get("Variant", "-")


def tournament(book):
    """Each player has White once against each other."""
    players = [Player("Anna", 11, 0.9), Player("Bo", 12, 0.3), Thinker("Cleo", 13, book)]
    games, lengths = [], []
    for white, black in itertools.permutations(players, 2):
        board = chess.Board()
        play(board, white, black, 60)
        result = board.result(claim_draw=True)
        result = adjudicated(board) if result == "*" else result
        games.append((white.name, black.name, {"1-0": 1.0, "0-1": 0.0}.get(result, 0.5)))
        lengths.append(board.ply())
        print(white.name, black.name, result, board.fen(), board.can_claim_threefold_repetition())
        print(" ", chess.Board().variation_san(board.move_stack[:8]))
    print(lengths, rated(games), players[2].from_book)


def play(board, white, black, limit):
    seen = {}
    while not board.is_game_over(claim_draw=True) and len(board.move_stack) < limit:
        player = white if board.turn == chess.WHITE else black
        move = player.choose(board)
        if not board.is_legal(move) or move not in board.legal_moves:
            raise AssertionError(move)
        board.push(move)
        key = chess.polyglot.zobrist_hash(board)
        seen[key] = seen.get(key, 0) + 1
    return max(seen.values())


def written(board, white, black, number):
    game = chess.pgn.Game.from_board(board)
    game.headers["Event"] = f"Self-play {number}"
    game.headers["White"], game.headers["Black"] = white.name, black.name
    game.headers["Result"] = board.result(claim_draw=True)
    node = game.end()
    outcome = board.outcome(claim_draw=True)
    node.comment = outcome.termination.name.lower() if outcome else "adjourned"
    return str(game)


def main():
    anna, bo = Player("Anna", 1, 0.9), Player("Bo", 2, 0.3)
    points = {"Anna": 0.0, "Bo": 0.0}
    for number in range(6):
        board = chess.Board() if number % 2 == 0 else chess.Board.from_chess960_pos(137 * number % 960)
        white, black = (anna, bo) if number % 2 else (bo, anna)
        most = play(board, white, black, 160)
        print(written(board, white, black, number))
        print(read_back(written(board, white, black, number), board))
        print(number, most, board.ply(), board.fen(), board.is_fifty_moves(), board.can_claim_draw())
        result = board.result(claim_draw=True)
        points[white.name] += {"1-0": 1, "0-1": 0}.get(result, 0.5)
        points[black.name] += {"0-1": 1, "1-0": 0}.get(result, 0.5)
        while board.move_stack:
            board.pop()
        print(board.fen(), board.chess960_pos())
    print(points)
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "book.bin")
        print(write_book(path), "moves in the book")
        with chess.polyglot.open_reader(path) as book:
            first = [(entry.move.uci(), entry.weight) for entry in book.find_all(chess.Board())]
            print(sorted(first), book.find(chess.Board()).move, book.get(chess.Board.from_chess960_pos(0)))
            tournament(book)


if __name__ == "__main__":
    main()
