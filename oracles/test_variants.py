"""python-chess and Fairy-Stockfish know the same rules of variants as philidor-variants.

The positions are those of random games, half of them of Chess960, half with a preference for captures. About each,
python-chess says the FEN, check, the end by the variant's goal, the outcome, whether either side can still win, and
each move as UCI and SAN; Fairy-Stockfish (pyffish) says the moves as UCI and SAN, check, and the end by the goal.
Positions of few pieces, put down at random, are for the material that wins.

The example `say_everything` answers for philidor. A tenth of `--positions` is for each variant.
"""

import itertools
import random
import subprocess
from pathlib import Path

import chess
import chess.variant
import pytest

from conftest import ROOT, absent, built

BOARDS = {
    "antichess": chess.variant.AntichessBoard,
    "atomic": chess.variant.AtomicBoard,
    "chess": chess.Board,
    "crazyhouse": chess.variant.CrazyhouseBoard,
    "giveaway": chess.variant.GiveawayBoard,
    "horde": chess.variant.HordeBoard,
    "kingofthehill": chess.variant.KingOfTheHillBoard,
    "racingkings": chess.variant.RacingKingsBoard,
    "suicide": chess.variant.SuicideBoard,
    "3check": chess.variant.ThreeCheckBoard,
}
WITHOUT_CASTLING = ("antichess", "suicide")

pytestmark = pytest.mark.quick


@pytest.fixture(scope="session")
def everything():
    """Says everything about positions of a variant."""
    program = str(built("-p", "philidor-workbench", "--bin", "say_everything") / "say_everything")

    def say(variant, fens):
        lines = "".join(f"{variant}\t{fen}\n" for fen in fens)
        answer = subprocess.run([program], input=lines, capture_output=True, text=True, check=True).stdout
        return [line.split("\t") for line in answer.splitlines()]

    return say


def start(variant, dice):
    board = BOARDS[variant]
    if variant in ("horde", "racingkings") or dice.random() < 0.5:
        position = board(chess960=True)
    else:
        position = board.from_chess960_pos(dice.randrange(960))
    if variant in WITHOUT_CASTLING:
        position.castling_rights = chess.BB_EMPTY
    return position


def positions(variant, count, seed):
    """Boards of random games: each at its end, and about every fourth on the way."""
    dice = random.Random(f"{variant} {seed}")
    left = count
    while left > 0:
        board = start(variant, dice)
        likes_captures = dice.random() < 0.5
        for _ in range(dice.randrange(10, 300)):
            moves = list(board.legal_moves)
            is_over = board.is_variant_end() or not moves
            if is_over or dice.random() < 0.25:
                yield board
                left -= 1
            if is_over or left <= 0:
                break
            tactical = [move for move in moves if board.is_capture(move) or move.promotion]
            if likes_captures and tactical and dice.random() < 0.7:
                moves = tactical
            board.push(dice.choice(moves))


def result(board):
    """The outcome on the board, whatever the clocks say."""
    bare = board.copy(stack=False)
    bare.halfmove_clock = 0
    outcome = bare.outcome()
    if outcome and outcome.termination == chess.Termination.INSUFFICIENT_MATERIAL and "0" in lacking(board):
        return "*"
    return outcome.result() if outcome else "*"


def lacking(board):
    """Whether White and Black can no longer win. In atomic python-chess overlooks the mate of a king that two of its own
    bishops hem in."""
    bishops = board.occupied & ~board.kings
    are_bishops = board.uci_variant == "atomic" and bishops and bishops == board.bishops

    def is_lost(color):
        helpers = board.occupied_co[not color] & bishops
        mates = are_bishops and board.occupied_co[color] & bishops and helpers.bit_count() > 1
        return board.has_insufficient_material(color) and not mates

    return "".join(str(int(is_lost(color))) for color in chess.COLORS)


def end(board):
    if not board.is_variant_end():
        return "*"
    if board.is_variant_win() or board.is_variant_loss():
        return "1-0" if board.is_variant_win() == board.turn else "0-1"
    return "1/2-1/2"


def with_letter(san):
    """A dropped pawn has its letter, as on Lichess."""
    return f"P{san}" if san.startswith("@") else san


def written(board, **options):
    """A FEN in which only crazyhouse marks promoted pieces; python-chess does where kings promote, too."""
    return board.fen(shredder=True, promoted=board.uci_variant == "crazyhouse", **options)


def described(board):
    moves = sorted((board.uci(move, chess960=True), with_letter(board.san(move))) for move in board.legal_moves)
    return [
        written(board, en_passant="legal"),
        str(int(board.is_check())),
        end(board),
        result(board),
        lacking(board),
        " ".join(f"{uci}={san}" for uci, san in moves),
    ]


@pytest.mark.parametrize("variant", BOARDS)
def test_python_chess(variant, everything, tally, request):
    options = request.config.getoption
    fens, expected = [], []
    for board in positions(variant, options("--positions") // 10, options("--seed")):
        fens.append(written(board))
        expected.append(described(board))
    for fen, ours, theirs in zip(fens, everything(variant, fens), expected, strict=True):
        if ours[3] == "dead" and theirs[3] == "*":
            ours[3] = "*"  # closed positions, which python-chess does not look for
        tally.check(ours == theirs, f"{variant} {fen}\n  philidor     {ours}\n  python-chess {theirs}")


@pytest.mark.parametrize("variant", BOARDS)
def test_fairy_stockfish(variant, everything, tally, request):
    try:
        import pyffish
    except ImportError:
        absent("pyffish is not installed")
    options = request.config.getoption
    fens = [written(board) for board in positions(variant, options("--positions") // 10, options("--seed") + 1)]
    for fen, ours in zip(fens, everything(variant, fens), strict=True):
        is_over, value = pyffish.is_immediate_game_end(variant, fen, [], True)
        mover_wins = "1-0" if " w " in fen else "0-1"
        results = {0: "1/2-1/2", 1: mover_wins, -1: "0-1" if mover_wins == "1-0" else "1-0"}
        ended = results[(value > 0) - (value < 0)] if is_over else "*"
        tally.check(ours[2] == ended, f"{variant} {fen}: end {ours[2]}, Fairy-Stockfish {ended}")
        if is_over:
            continue
        listed = sorted(pyffish.legal_moves(variant, fen, [], True))
        written_by_it = [f"{move}={pyffish.get_san(variant, fen, move, True).rstrip('+#')}" for move in listed]
        moves = [move.rstrip("+#") for move in ours[5].split()]  # what wins without mate has no mark there
        check = str(int(pyffish.gives_check(variant, fen, [], True)))
        tally.check(moves == written_by_it, f"{variant} {fen}\n  {sorted(set(moves) ^ set(written_by_it))}")
        tally.check(ours[1] == check, f"{variant} {fen}: check {check}")


@pytest.mark.parametrize("variant", BOARDS)
def test_names_of_python_chess(variant, everything, tally):
    """Each of its names is read."""
    fen = written(BOARDS[variant]())
    for name in BOARDS[variant].aliases:
        tally.check(everything(name, [fen]) == everything(variant, [fen]), f"{name} is not {variant}")


@pytest.mark.parametrize("variant", BOARDS)
def test_material_that_wins(variant, everything, tally, request):
    """Few pieces anywhere, if python-chess accepts them as a position."""
    options = request.config.getoption
    dice = random.Random(f"{variant} {options('--seed')}")
    fens, expected = [], []
    for _ in range(options("--positions") // 10):
        board = scattered(variant, dice)
        if board.is_valid():
            fens.append(board.fen())
            expected.append(lacking(board))
    for fen, ours, theirs in zip(fens, everything(variant, fens), expected, strict=True):
        # python-chess accepts atomic positions in which the king of the other side can be captured.
        if variant != "atomic" or len(ours) > 1:
            tally.check(ours[4:5] == [theirs], f"{variant} {fen}: {ours}, python-chess {theirs}")


def scattered(variant, dice):
    board = BOARDS[variant].empty()
    squares = list(chess.SQUARES)
    dice.shuffle(squares)
    if variant not in (*WITHOUT_CASTLING, "giveaway"):
        board.set_piece_at(squares.pop(), chess.Piece(chess.KING, chess.BLACK))
        if variant != "horde":
            board.set_piece_at(squares.pop(), chess.Piece(chess.KING, chess.WHITE))
    kinds = [chess.KNIGHT, chess.BISHOP, chess.ROOK, chess.QUEEN]
    for color in chess.COLORS:
        for _ in range(dice.choice([0, 0, 1, 1, 2, 2, 3, 4])):
            kind = dice.choice(kinds if variant == "racingkings" else [*kinds, chess.PAWN])
            kind = kind if dice.random() < 0.5 else dice.choice([chess.KNIGHT, chess.BISHOP])
            square = squares.pop()
            if kind != chess.PAWN or 0 < chess.square_rank(square) < 7:
                board.set_piece_at(square, chess.Piece(kind, color))
    if variant == "crazyhouse" and dice.random() < 0.3:
        board.pockets[dice.choice(chess.COLORS)].add(dice.choice([*kinds, chess.PAWN]))
    board.turn = dice.choice(chess.COLORS)
    return board


# The most pieces and pawns of White and of Black; D and L are bishops on dark and on light squares.
ARMIES = {"horde": (3, 4), "atomic": (3, 3), "antichess": (3, 3)}
KINDS = "PNDLRQ"
RANKS = {  # where they stand, a rank for each group
    chess.WHITE: {"P": "a3 b3 c3 d3", "NRQ": "a2 b2 c2 d2", "D": "a1 c1 e1 g1", "L": "b1 d1 f1 h1"},
    chess.BLACK: {"P": "a6 b6 c6 d6", "NRQ": "a7 b7 c7 d7", "D": "b8 d8 f8 h8", "L": "a8 c8 e8 g8"},
}


def armies(most):
    for count in range(most + 1):
        yield from map("".join, itertools.combinations_with_replacement(KINDS, count))


def drawn_up(variant, white, black):
    """A board with these pieces, in a fixed order, and with kings that touch."""
    board = BOARDS[variant].empty()
    for color, army in ((chess.WHITE, white), (chess.BLACK, black)):
        squares = {kinds: iter(ranks.split()) for kinds, ranks in RANKS[color].items()}
        for kind in army:
            square = next(places for kinds, places in squares.items() if kind in kinds)
            piece = chess.Piece.from_symbol("B" if kind in "DL" else kind)
            board.set_piece_at(chess.parse_square(next(square)), chess.Piece(piece.piece_type, color))
    if variant != "antichess":
        board.set_piece_at(chess.E5, chess.Piece(chess.KING, chess.BLACK))
    if variant == "atomic":
        board.set_piece_at(chess.E4, chess.Piece(chess.KING, chess.WHITE))
    board.turn = chess.BLACK
    return board


def material_table():
    """Whether White can no longer win: a line for each variant and white army, a digit for each black one."""
    for variant, (white, black) in ARMIES.items():
        for army in armies(white):
            against = (lacking(drawn_up(variant, army, other))[0] for other in armies(black))
            yield f"{variant} {army or '-'} {''.join(against)}\n"


def test_the_table_of_material_is_what_python_chess_says(tally):
    """The table that the tests of the crate read."""
    known = Path(ROOT, "crates/philidor-variants/tests/data/material.txt").read_text(encoding="utf-8").splitlines(True)
    known = [line for line in known if not line.startswith("#")]
    for ours, theirs in zip(known, material_table(), strict=True):
        tally.check(ours == theirs, f"{ours}{theirs}")
