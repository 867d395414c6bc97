"""Self-play: two players with dice of their own play games, from standard and Chess960 starts, and write them as PGN."""

import random

import philidor.compat as chess
import philidor.compat.pgn
import philidor.compat.polyglot


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
        print(number, most, board.ply(), board.fen(), board.is_fifty_moves(), board.can_claim_draw())
        result = board.result(claim_draw=True)
        points[white.name] += {"1-0": 1, "0-1": 0}.get(result, 0.5)
        points[black.name] += {"0-1": 1, "1-0": 0}.get(result, 0.5)
        while board.move_stack:
            board.pop()
        print(board.fen(), board.chess960_pos())
    print(points)


if __name__ == "__main__":
    main()
