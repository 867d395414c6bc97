"""A move generator written in an afternoon, and the hunt that finds what is wrong with it.

    python hunted_generator.py            # asks about 800 positions; ten seconds
    python hunted_generator.py --mended   # the same without the bug

It knows nothing of philidor: a FEN goes in, moves as UCI writes them come out. That is all that ``philidor.hunt`` needs.
"""

import sys

LINES = [(1, 0), (-1, 0), (0, 1), (0, -1)]
DIAGONALS = [(1, 1), (1, -1), (-1, 1), (-1, -1)]
JUMPS = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)]
STEPS = {"n": JUMPS, "b": DIAGONALS, "r": LINES, "q": LINES + DIAGONALS, "k": LINES + DIAGONALS}
MENDED = "--mended" in sys.argv


def read(fen):
    """The pieces by file and rank, whether White is to move, the rights to castle, the en-passant square."""
    rows, side, rights, en_passant, *_ = fen.split()
    board = {}
    for rank, row in zip(range(7, -1, -1), rows.split("/"), strict=True):
        file = 0
        for letter in row:
            if letter.isdigit():
                file += int(letter)
            else:
                board[file, rank] = letter
                file += 1
    square = None if en_passant == "-" else ("abcdefgh".index(en_passant[0]), int(en_passant[1]) - 1)
    return board, side == "w", rights, square


def is_attacked(board, square, by_white):
    """Whether a side attacks a square."""
    x, y = square
    for dx in (-1, 1):
        if board.get((x + dx, y + (-1 if by_white else 1))) == ("P" if by_white else "p"):
            return True
    for kind, steps in STEPS.items():
        letter = kind.upper() if by_white else kind
        for dx, dy in steps:
            at = x + dx, y + dy
            while kind not in "nk" and at not in board and 0 <= at[0] < 8 and 0 <= at[1] < 8:
                at = at[0] + dx, at[1] + dy
            if board.get(at) == letter:
                return True
    return False


def pseudo_legal(board, white, rights, en_passant):
    """Moves as origin, destination and promotion, whether or not the king is left in check."""
    for (x, y), letter in board.items():
        if letter.isupper() != white:
            continue
        kind = letter.lower()
        if kind == "p":
            yield from pawn_moves(board, white, en_passant, x, y)
            continue
        for dx, dy in STEPS[kind]:
            at = x + dx, y + dy
            while 0 <= at[0] < 8 and 0 <= at[1] < 8:
                if at not in board or board[at].isupper() != white:
                    yield (x, y), at, ""
                if at in board or kind in "nk":
                    break
                at = at[0] + dx, at[1] + dy
    home = 0 if white else 7
    if not is_attacked(board, (4, home), not white):
        for right, empty, passed in (("K", (5, 6), 5), ("Q", (1, 2, 3), 3)):
            is_free = not any((file, home) in board for file in empty)
            if (right if white else right.lower()) in rights and is_free:
                if not is_attacked(board, (passed, home), not white):
                    yield (4, home), (6 if right == "K" else 2, home), ""


def pawn_moves(board, white, en_passant, x, y):
    up, start, last = (1, 1, 7) if white else (-1, 6, 0)
    ways = []
    if (x, y + up) not in board:
        ways.append((x, y + up))
        if y == start and (x, y + 2 * up) not in board:
            ways.append((x, y + 2 * up))
    for at in ((x - 1, y + up), (x + 1, y + up)):
        if at == en_passant or (at in board and board[at].isupper() != white):
            ways.append(at)
    for at in ways:
        for promotion in "qrbn" if at[1] == last else [""]:
            yield (x, y), at, promotion


def legal_moves(fen):
    """The legal moves of a position. One of its lines is wrong."""
    board, white, rights, en_passant = read(fen)
    moves = []
    for origin, destination, promotion in pseudo_legal(board, white, rights, en_passant):
        after = dict(board)
        after[destination] = after.pop(origin)
        if board[origin] in "Pp" and destination == en_passant and MENDED:
            # Without this, the captured pawn still shields the king.
            del after[destination[0], origin[1]]
        king = next(at for at, letter in after.items() if letter == ("K" if white else "k"))
        if not is_attacked(after, king, not white):
            squares = ["abcdefgh"[x] + str(y + 1) for x, y in (origin, destination)]
            moves.append("".join(squares) + promotion)
    return moves


if __name__ == "__main__":
    import philidor

    report = philidor.hunt(legal_moves, leaves=50)
    print(report)
    sys.exit(not report.is_clean)
