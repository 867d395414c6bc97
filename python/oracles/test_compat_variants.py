"""``philidor.compat.variant`` does what ``chess.variant`` does, in random games of each variant, Chess960 among them, and on
boards with random pieces that python-chess calls valid.

Each position is asked for its FEN, moves in order, SAN, ends, status, pockets and checks; some are asked for all that a board
knows. An exception must be of the same type; its text is not compared.
"""

import random

import pytest
from conftest import COUNT

import chess
import chess.variant
from philidor import compat
from philidor.compat import variant

NAMES = [kind.__name__ for kind in chess.variant.VARIANTS[1:]]

OFTEN = {
    "moves": lambda board: [move.uci() for move in board.legal_moves],
    "san": lambda board: [board.san(move) for move in board.legal_moves],
    "material": lambda board: [board.has_insufficient_material(color) for color in (True, False)],
    "pockets": lambda board: [str(pocket) for pocket in getattr(board, "pockets", [])],
    "checks": lambda board: list(getattr(board, "remaining_checks", [])),
    "state": lambda board: [board.promoted, board.castling_rights, board.ep_square, board.pawns, board.kings],
}
for name in (
    "fen status outcome is_check is_checkmate is_stalemate is_variant_end is_variant_win is_variant_loss is_variant_draw "
    "halfmove_clock"
).split():
    OFTEN[name] = lambda board, name=name: getattr(board, name)() if callable(getattr(board, name)) else getattr(board, name)

SELDOM = {
    "lan": lambda board: [board.lan(move) for move in board.legal_moves],
    "read": lambda board: [board.parse_san(board.san(move)) == move for move in board.legal_moves],
    "xboard": lambda board: [board.xboard(move) for move in board.legal_moves],
    "pseudo-legal": lambda board: sorted(move.uci() for move in board.pseudo_legal_moves),
    "captures": lambda board: sorted(move.uci() for move in board.generate_legal_captures()),
    "castling": lambda board: sorted(move.uci() for move in board.generate_castling_moves()),
    "fens": lambda board: [board.fen(en_passant=policy) for policy in ("fen", "xfen")],
    "marks": lambda board: [board.fen(promoted=promoted) for promoted in (True, False)],
    "copies": lambda board: [board.mirror().fen(), board.mirror() == board, board.copy() == board, board.root().fen()],
    "stack": lambda board: [move.uci() for move in board.move_stack],
    "kinds": lambda board: [
        [getattr(board, f"is_{kind}")(move) for kind in ("zeroing", "irreversible", "capture", "castling", "into_check")]
        + [board.gives_check(move)]
        for move in board.legal_moves
    ],
}
for name in (
    "shredder_fen epd board_fen checkers was_into_check has_legal_en_passant has_pseudo_legal_en_passant can_claim_draw "
    "is_fifty_moves is_seventyfive_moves is_fivefold_repetition is_repetition clean_castling_rights is_valid result "
    "legal_drop_squares is_insufficient_material ply __repr__ __str__"
).split():
    SELDOM[name] = lambda board, name=name: getattr(board, name)() if hasattr(board, name) else None

EPDS = ["4k3/8/8/8/8/8/8/4K3 w - -", "4k3/8/8/8/8/8/8/4K3 w - - 1+2 hmvc 3; fmvn 9;", "4k3/8/8/8/8/8/8/4K3/Qn w - - hmvc 3;",
        "4k3/8/8/8/8/8/8/4K3[Nn] w - - bm N@e4+;", "", "4k3/8/8/8/8/8/8/4K3[x] w - -"]  # fmt: skip


def plain(value):
    """A value as something that both packages share."""
    if isinstance(value, chess.Outcome | compat.Outcome):
        return (value.termination.name, value.winner)
    if isinstance(value, chess.SquareSet | compat.SquareSet | chess.Status | compat.Status):
        return int(value)
    return value


def asked(question, board):
    try:
        return plain(question(board))
    except Exception as error:  # noqa: BLE001
        return ("raised", type(error).__name__)


def compare(questions, theirs, ours):
    for name, question in questions.items():
        assert asked(question, ours) == asked(question, theirs), (name, theirs.fen(), theirs.chess960, theirs.move_stack[-3:])


def start(name, dice):
    """The same board in both packages: the start, or one with the back ranks of Chess960."""
    kinds = getattr(chess.variant, name), getattr(variant, name)
    if name == "RacingKingsBoard" or dice.random() < 0.7:
        return [kind() for kind in kinds]
    rank = chess.Board.from_chess960_pos(dice.randrange(960)).board_fen().split("/")[0]
    fen = kinds[0].starting_fen.replace("rnbqkbnr", rank).replace("RNBQKBNR", rank.upper())
    return [kind(fen, chess960=True) for kind in kinds]


@pytest.mark.parametrize("name", NAMES)
def test_random_games(name):
    dice, done = random.Random(name), 0
    while done < COUNT:
        theirs, ours = start(name, dice)
        for _ in range(dice.randrange(20, 200)):
            done += 1
            compare(OFTEN, theirs, ours)
            if done % 8 == 0:
                compare(SELDOM, theirs, ours)
            moves = sorted(theirs.legal_moves, key=chess.Move.uci)
            if not moves:
                break
            if theirs.move_stack and dice.random() < 0.03:
                assert theirs.pop().uci() == ours.pop().uci()
                continue
            # Captures, promotions and drops more often than at random.
            sharp = [move for move in moves if move.promotion or move.drop or theirs.is_capture(move)]
            move = dice.choice(sharp if sharp and dice.random() < 0.5 else moves)
            if dice.random() < 0.05 and theirs.is_castling(move):
                move = theirs._to_chess960(move)
            theirs.push(move)
            ours.push(compat.Move.from_uci(move.uci()))


@pytest.mark.parametrize("name", NAMES)
def test_repetition(name):
    """Pieces go to and fro; a capture now and then, which in crazyhouse does not forbid repetition."""
    dice, repeated = random.Random(name), 0
    questions = {
        f"{count} times": lambda board, count=count: board.is_repetition(count) for count in range(2, 6)
    } | {
        "claim": lambda board: board.can_claim_threefold_repetition(),
        "end": lambda board: board.outcome(claim_draw=True),
    }
    for _ in range(20):
        theirs, ours = (kind(fen) for kind, fen in zip(*start_of_few(name), strict=True))
        for _ in range(40):
            moves = sorted(theirs.legal_moves, key=chess.Move.uci)
            if not moves:
                break
            again = [move for move in moves if len(theirs.move_stack) > 1 and chess.Move(
                theirs.move_stack[-2].to_square, theirs.move_stack[-2].from_square) == move]  # fmt: skip
            move = dice.choice(again if again and dice.random() < 0.8 else moves)
            theirs.push(move)
            ours.push(compat.Move.from_uci(move.uci()))
            compare(questions, theirs, ours)
            repeated += theirs.is_repetition(3)
    assert repeated > 20


def start_of_few(name):
    """A few pieces, for both packages."""
    boards = {"RacingKingsBoard": "8/8/8/8/8/8/r1k2K1R/8", "HordeBoard": "r3k2r/8/8/8/8/8/8/R6R"}
    boards |= dict.fromkeys(LOSING, "nn6/8/8/8/8/8/8/6NN")
    fen = f"{boards.get(name, 'r3k2r/8/8/8/8/8/8/R3K2R')} w - - 0 1"
    return (getattr(chess.variant, name), getattr(variant, name)), (fen, fen)


def setup(name, dice):
    """A FEN with random pieces; with one king of each color but where kings are pieces like others."""
    letters = "nbrqNBRQ" if name == "RacingKingsBoard" else "pnbrqPNBRQ"
    kings = "kKkK" if name in LOSING else "k" if name == "HordeBoard" else "kK"
    pieces = [*kings, *(dice.choice(letters) for _ in range(dice.choice([0, 2, 8, 20])))]
    board = chess.BaseBoard(None)
    for square, letter in zip(dice.sample(range(64), len(pieces)), pieces, strict=True):
        if letter not in "pP" or 8 <= square < 56:
            board.set_piece_at(square, chess.Piece.from_symbol(letter), dice.random() < 0.1 and letter in "qQnN")
    pockets = "".join(dice.choice("PNBRQpnbrq") for _ in range(dice.randrange(5)))
    pockets = f"[{pockets}]" if name == "CrazyhouseBoard" else ""
    checks = f" {dice.randrange(4)}+{dice.randrange(1, 4)}" if name == "ThreeCheckBoard" else ""
    clocks = f"{dice.randrange(110)} {dice.randrange(1, 90)}"
    return f"{board.board_fen(promoted=True)}{pockets} {dice.choice('wb')} - -{checks} {clocks}"


LOSING = ("SuicideBoard", "GiveawayBoard", "AntichessBoard")


@pytest.mark.parametrize("name", NAMES)
def test_random_setups(name):
    dice, done = random.Random(name), 0
    while done < COUNT // 20:
        fen = setup(name, dice)
        theirs, ours = getattr(chess.variant, name)(fen), getattr(variant, name)(fen)
        assert ours.status() == theirs.status(), fen
        if not theirs.is_valid() or (name == "AtomicBoard" and ours._placed() is None):
            continue  # with a king left in check: valid in python-chess, but after no move
        done += 1
        assert ours._placed() is not None, fen
        compare(OFTEN | SELDOM, theirs, ours)


@pytest.mark.parametrize("name", NAMES)
def test_names_records_and_headers(name):
    theirs, ours = getattr(chess.variant, name), getattr(variant, name)
    for word in (
        "aliases uci_variant xboard_variant starting_fen tbw_suffix tbz_suffix tbw_magic tbz_magic pawnless_tbw_suffix "
        "pawnless_tbz_suffix pawnless_tbw_magic pawnless_tbz_magic connected_kings one_king captures_compulsory"
    ).split():
        assert getattr(ours, word) == getattr(theirs, word), word
    for epd in EPDS:
        read = [asked(lambda kind, epd=epd: [kind.from_epd(epd)[0].fen(), str(kind.from_epd(epd)[1])], kind) for kind in (theirs, ours)]
        assert read[0] == read[1], epd
    for alias in theirs.aliases:
        assert variant.find_variant(alias) is ours


def test_all_variants_are_there_in_order():
    assert [kind.__name__ for kind in variant.VARIANTS] == [kind.__name__ for kind in chess.variant.VARIANTS]
