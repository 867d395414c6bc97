"""Analysis: what a position is, what its moves do, and a small search for the best of them."""

import philidor.compat as chess

VALUES = {chess.PAWN: 100, chess.KNIGHT: 320, chess.BISHOP: 330, chess.ROOK: 500, chess.QUEEN: 900, chess.KING: 0}
POSITIONS = [
    "r1bqkbnr/pppp1ppp/2n5/4p2Q/2B1P3/8/PPPP1PPP/RNB1K1NR w KQkq - 4 4",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - 0 1",
]


def material(board):
    return sum(
        VALUES[kind] * (len(board.pieces(kind, chess.WHITE)) - len(board.pieces(kind, chess.BLACK)))
        for kind in chess.PIECE_TYPES
    )


def mobility(board):
    here = board.legal_moves.count()
    board.push(chess.Move.null())
    there = board.legal_moves.count()
    board.pop()
    return (here - there) * (1 if board.turn == chess.WHITE else -1)


def evaluate(board):
    score = material(board) + 2 * mobility(board)
    return score if board.turn == chess.WHITE else -score


def search(board, depth, alpha, beta):
    if board.is_checkmate():
        return -100_000 - depth, []
    if board.is_stalemate() or board.is_insufficient_material():
        return 0, []
    if depth == 0:
        return evaluate(board), []
    best, line = -1_000_000, []
    for move in sorted(board.legal_moves, key=lambda move: (not board.is_capture(move), move.uci())):
        board.push(move)
        score, rest = search(board, depth - 1, -beta, -alpha)
        board.pop()
        if -score > best:
            best, line = -score, [move, *rest]
        alpha = max(alpha, best)
        if alpha >= beta:
            break
    return best, line


def describe(board):
    print(board)
    print(board.fen(), board.status() == chess.STATUS_VALID)
    print("material", material(board), "mobility", mobility(board))
    for color in chess.COLORS:
        king = board.king(color)
        print(chess.COLOR_NAMES[color], "king", chess.square_name(king), "attackers", list(board.attackers(not color, king)))
        pinned = [chess.square_name(at) for at in chess.SquareSet(board.occupied_co[color]) if board.is_pinned(color, at)]
        print("  pinned:", " ".join(pinned), "castling:", board.has_castling_rights(color))
    loose = [
        chess.square_name(square)
        for square, piece in sorted(board.piece_map().items())
        if not board.attackers(piece.color, square) and board.attackers(not piece.color, square)
    ]
    print("loose:", " ".join(loose))
    checks = sorted(board.san(move) for move in board.legal_moves if board.gives_check(move))
    captures = sorted(board.lan(move) for move in board.generate_legal_captures())
    print("checks:", " ".join(checks), "captures:", " ".join(captures))


def main():
    for fen in POSITIONS:
        board = chess.Board(fen)
        describe(board)
        score, line = search(board, 2, -1_000_000, 1_000_000)
        print("best", score, board.variation_san(line))
        mirrored = board.mirror()
        print("mirrored", mirrored.fen(), search(mirrored, 1, -1_000_000, 1_000_000)[0])
        print(hex(int(board.attacks(line[0].from_square))), board.uci(line[0], chess960=True))
        print()


if __name__ == "__main__":
    main()
