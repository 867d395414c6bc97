"""Analysis: what a position is, what its moves do, and a small search for the best of them."""

import philidor.compat as chess
import philidor.compat.engine
import philidor.compat.polyglot

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


CENTER = chess.SquareSet(chess.BB_CENTER)
NAMES = {kind: chess.piece_name(kind) for kind in chess.PIECE_TYPES}


def placement(board):
    """Pieces near the center and advanced pawns, White's less Black's."""
    total = 0
    for square, piece in board.piece_map().items():
        if piece.piece_type == chess.PAWN:
            rank = chess.square_rank(square if piece.color == chess.WHITE else chess.square_mirror(square))
            value = 4 * rank
        else:
            value = 14 - 4 * min(chess.square_distance(square, center) for center in CENTER)
        total += value if piece.color == chess.WHITE else -value
    return total


def pawn_structure(board, color):
    """Doubled, isolated and passed pawns of a color."""
    pawns, others = board.pieces(chess.PAWN, color), board.pieces(chess.PAWN, not color)
    files = [chess.SquareSet(bits) for bits in chess.BB_FILES]
    doubled = [pawn for pawn in pawns if len(pawns & files[chess.square_file(pawn)]) > 1]
    isolated, passed = [], []
    for pawn in pawns:
        file, rank = chess.square_file(pawn), chess.square_rank(pawn)
        near = [files[at] for at in (file - 1, file + 1) if 0 <= at < 8]
        if not any(pawns & one for one in near):
            isolated.append(pawn)
        ahead = range(rank + 1, 8) if color == chess.WHITE else range(rank)
        front = chess.SquareSet()
        for at in ahead:
            front |= chess.SquareSet(chess.BB_RANKS[at])
        if not any(others & front & one for one in [*near, files[file]]):
            passed.append(pawn)
    return {"doubled": names(doubled), "isolated": names(isolated), "passed": names(passed)}


def names(squares):
    return " ".join(chess.square_name(square) for square in sorted(squares))


def exchange(board, square):
    """What the side to move wins by capturing on a square, and all captures after that."""
    captures = [move for move in board.legal_moves if move.to_square == square and board.is_capture(move)]
    if not captures:
        return 0
    cheapest = min(captures, key=lambda move: (VALUES[board.piece_type_at(move.from_square)], move.uci()))
    won = VALUES[board.piece_type_at(square) or chess.PAWN]
    board.push(cheapest)
    answer = exchange(board, square)
    board.pop()
    return max(0, won - answer)


def pins_and_batteries(board):
    """Pinned pieces with the line they are pinned to, and sliders that look through a piece."""
    found = []
    for color in chess.COLORS:
        for square in chess.SquareSet(board.occupied_co[color]):
            if board.is_pinned(color, square):
                line = board.pin(color, square) & board.attackers(not color, square)
                found.append(f"{chess.square_name(square)} on {names(line)}")
        king = board.king(color)
        bishops, rooks, queens = (board.pieces(kind, not color) for kind in (chess.BISHOP, chess.ROOK, chess.QUEEN))
        for square in bishops | rooks | queens:
            between = chess.SquareSet.between(square, king) & chess.SquareSet(board.occupied)
            if len(between) == 1 and chess.SquareSet.ray(square, king):
                found.append(f"{chess.square_name(square)} behind {names(between)}")
    return sorted(found)


def mobility(board):
    here = board.legal_moves.count()
    board.push(chess.Move.null())
    there = board.legal_moves.count()
    board.pop()
    return (here - there) * (1 if board.turn == chess.WHITE else -1)


def evaluate(board):
    score = material(board) + placement(board)
    return score if board.turn == chess.WHITE else -score


def quiet(board, alpha, beta, plies):
    """The value once nothing more is captured with profit, or after some captures."""
    best = evaluate(board)
    if best >= beta or plies == 0:
        return best
    captures = (move for move in board.legal_moves if board.is_capture(move) or move.promotion == chess.QUEEN)
    for move in sorted(captures, key=lambda move: (-gain(board, move), move.uci())):
        board.push(move)
        score = -quiet(board, -beta, -max(alpha, best), plies - 1)
        board.pop()
        best = max(best, score)
        if best >= beta:
            break
    return best


def gain(board, move):
    captured = chess.PAWN if board.is_en_passant(move) else board.piece_type_at(move.to_square)
    return 10 * VALUES.get(captured, 0) - VALUES[board.piece_type_at(move.from_square)]


KNOWN = {}


def search(board, depth, alpha, beta):
    if board.is_checkmate():
        return -100_000 - depth, []
    if board.is_stalemate() or board.is_insufficient_material():
        return 0, []
    if depth == 0:
        key = chess.polyglot.zobrist_hash(board)
        if key not in KNOWN:
            KNOWN[key] = quiet(board, -1_000_000, 1_000_000, 2)
        return KNOWN[key], []
    best, line = -1_000_000, []
    for move in sorted(board.legal_moves, key=lambda move: (-gain(board, move), move.uci())):
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
    print("loose:", " ".join(loose), "lines:", "; ".join(pins_and_batteries(board)))
    for color in chess.COLORS:
        print(chess.COLOR_NAMES[color], "pawns", pawn_structure(board, color))
    targets = [square for square in chess.SquareSet(board.occupied_co[not board.turn]) if exchange(board, square) > 0]
    won = [f"{NAMES[board.piece_type_at(at)]} {chess.square_name(at)} {exchange(board, at)}" for at in targets]
    print("wins:", ", ".join(won))
    checks = sorted(board.san(move) for move in board.legal_moves if board.gives_check(move))
    captures = sorted(board.lan(move) for move in board.generate_legal_captures())
    print("checks:", " ".join(checks), "captures:", " ".join(captures))


def shown(score, turn):
    """The score as engines tell it, for both sides."""
    mate = abs(score) >= 100_000
    relative = chess.engine.Mate(1 if score > 0 else -1) if mate else chess.engine.Cp(score)
    pov = chess.engine.PovScore(relative, turn)
    chance = pov.white().wdl(model="sf16", ply=30).expectation()
    return f"{pov.white()} ({pov.black().score(mate_score=9999)}, {chance:.3f})"


def divide(board, depth):
    """The leaves below each move."""
    counts = {}
    for move in list(board.legal_moves):
        board.push(move)
        counts[board.peek().uci()] = sum(divide(board, depth - 1).values()) if depth > 1 else 1
        board.pop()
    return counts


def main():
    for fen in POSITIONS:
        board = chess.Board(fen)
        describe(board)
        score, line = search(board, 1, -1_000_000, 1_000_000)
        print("best", shown(score, board.turn), board.variation_san(line))
        print("tree", {move: count for move, count in sorted(divide(board, 2).items()) if count > 40})
        mirrored = board.mirror()
        print("mirrored", mirrored.fen(), search(mirrored, 1, -1_000_000, 1_000_000)[0])
        print(hex(int(board.attacks(line[0].from_square))), board.uci(line[0], chess960=True))
        print()


if __name__ == "__main__":
    main()
