"""``philidor.compat.variant``: what users rely on. That it is what python-chess does, ``oracles`` compares."""

import copy
import io
import pickle

import pytest

from philidor import compat as chess
from philidor import variants
from philidor.compat import variant

BOARDS = variant.VARIANTS[1:]


def played(kind, *sans):
    board = kind()
    for san in sans:
        board.push_san(san)
    return board


def test_draws_are_those_of_python_chess():
    locked = variant.AntichessBoard("8/6p1/6P1/8/8/8/1b6/1B6 w - - 0 1")
    assert locked.outcome() is None and not locked.is_variant_draw()
    board = variant.AtomicBoard("kb6/b7/8/8/8/8/8/1B5K w - - 0 1")
    assert board.is_insufficient_material() and not variants.VariantPosition("atomic", board.fen()).outcome


@pytest.mark.parametrize("kind", BOARDS)
def test_pieces_are_set_up_beside_what_else_is_on_the_board(kind):
    board = kind()
    if kind is variant.CrazyhouseBoard:
        board.set_fen("4k3/8/8/8/8/8/8/4K3[Qn] w - - 0 1")
    if kind is variant.ThreeCheckBoard:
        board.set_fen("4k3/8/8/8/8/8/8/4K3 w - - 1+2 0 1")
    fen = board.fen()
    board.set_piece_map(board.piece_map())
    assert board.fen() == fen
    board.set_board_fen(board.board_fen())
    assert board.fen() == fen


@pytest.mark.parametrize("kind", BOARDS)
def test_a_game_is_taken_back(kind):
    board = kind()
    assert board.fen() == kind.starting_fen and kind(None).fen() == kind.empty().fen() and chess.variant is variant
    fens = [board.fen()]
    for number in range(60):
        moves = list(board.legal_moves)
        if not moves:
            break
        assert board.legal_moves.count() == len(moves) and moves[0] in board.legal_moves
        board.push(moves[number * 7 % len(moves)])
        fens.append(board.fen())
    again = board.copy()
    assert again == board == copy.deepcopy(board) and again.root().fen() == fens[0]
    for fen in fens[::-1]:
        assert board.fen() == fen == kind(fen).fen() and eval(f"variant.{board!r}") == board  # noqa: S307
        if board.move_stack:
            board.pop()
    assert again.fen() == fens[-1] and len(again.move_stack) == len(fens) - 1


def test_all_names_are_found():
    for kind in variant.VARIANTS:
        assert {variant.find_variant(alias.upper()) for alias in kind.aliases} == {kind}
    with pytest.raises(ValueError, match="unsupported variant: bughouse"):
        variant.find_variant("bughouse")


def test_pockets_are_part_of_the_board():
    board = played(variant.CrazyhouseBoard, "e4", "d5", "exd5")
    white = board.pockets[chess.WHITE]
    assert str(white) == "p" and len(white) == 1
    board.push_san("Qxd5")
    assert [str(pocket) for pocket in board.pockets] == ["p", "p"]
    assert chess.Move.from_uci("P@e4") in board.legal_moves and chess.Move.from_uci("N@e4") not in board.legal_moves
    white.add(chess.KNIGHT)
    assert chess.Move.from_uci("N@e4") in board.legal_moves and "[NPp]" in board.fen()
    white.remove(chess.KNIGHT)
    with pytest.raises(AssertionError):
        white.remove(chess.KNIGHT)
    board.push_san("@e4")
    assert str(white) == "" and board.halfmove_clock == 1
    board.pop()
    assert str(white) == "p" and board.pockets[chess.BLACK] == variant.CrazyhousePocket("p") != board.pockets[1].copy().reset()
    board.pockets[chess.BLACK] = variant.CrazyhousePocket("q")
    assert "[Pq]" in board.fen() and board.mirror().fen().split()[0].endswith("[Qp]")
    other = board.copy()
    other.pockets[chess.WHITE].reset()
    assert str(white) == "p" and other != board


def test_drops_stop_checks():
    board = variant.CrazyhouseBoard("4k3/8/8/8/8/8/8/r3K3[N] w - - 0 1")
    assert board.legal_drop_squares() == chess.SquareSet([chess.B1, chess.C1, chess.D1])
    assert [board.san(move) for move in board.generate_legal_drops()] == ["N@b1", "N@c1", "N@d1"]
    with pytest.raises(chess.IllegalMoveError):
        board.parse_san("N@e4")
    with pytest.raises(AssertionError):
        board.push(chess.Move.from_uci("Q@b1"))
    assert not board.move_stack and str(board.pockets[chess.WHITE]) == "n"
    assert board.epd(id="x").endswith('[N] w - - id "x";')
    assert board.san(chess.Move.from_uci("N@d1")) == "N@d1" and board.lan(chess.Move.from_uci("N@d1")) == "N@d1"


def test_checks_can_be_set():
    board = variant.ThreeCheckBoard("r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/8/PPPP1PPP/RNBQK1NR w KQkq - 1+3 0 1")
    assert board.remaining_checks == [3, 1]
    board.push_san("Bxf7+")
    assert board.is_variant_end() and board.is_variant_loss() and not board.is_variant_win() and board.result() == "1-0"
    assert board.outcome() == chess.Outcome(chess.Termination.VARIANT_LOSS, chess.WHITE) and not list(board.legal_moves)
    board.pop()
    board.remaining_checks[chess.WHITE] = 2
    board.push_san("Bxf7+")
    assert not board.is_variant_end() and board.remaining_checks[chess.WHITE] == 1 and " 1+3 " in board.fen()


def test_captures_explode_on_boards_that_are_no_positions():
    board = variant.AtomicBoard("4k3/8/8/3r4/8/8/8/3Q4 w - - 0 1")
    assert board.status() == chess.STATUS_VALID and board.is_variant_end()
    board = variant.AtomicBoard("8/8/2nnn3/3r4/3p4/8/8/3Q3P w - - 0 1")
    board.push(chess.Move.from_uci("d1d5"))
    assert board.board_fen() == "8/8/8/8/3p4/8/8/7P"
    board.pop()
    assert board.board_fen() == "8/8/2nnn3/3r4/3p4/8/8/3Q3P"


def test_a_variant_is_read_and_written_in_pgn():
    text = '[Variant "Crazyhouse"]\n\n1. e4 d5 2. exd5 Qxd5 3. @e4 { a pawn } ( 3. Nc3 ) 3... Qe5 *\n'
    game = chess.pgn.read_game(io.StringIO(text))
    assert not game.errors and isinstance(game.end().board(), variant.CrazyhouseBoard)
    assert game.end().board().fen() == "rnb1kbnr/ppp1pppp/8/4q3/4P3/8/PPPP1PPP/RNBQKBNR[p] w KQkq - 2 4"
    again = chess.pgn.Game.from_board(game.end().board())
    assert again.headers["Variant"] == "Crazyhouse" and "3. @e4 Qe5 *" in str(again)
    assert chess.pgn.read_game(io.StringIO(str(again))).end().board() == game.end().board()


def test_boards_are_pickled():
    board = played(variant.CrazyhouseBoard, "e4", "d5", "exd5")
    again = pickle.loads(pickle.dumps(board))
    assert again == board and again.move_stack == board.move_stack and again.pop() == board.pop() and again == board


def test_chess_knows_no_drops():
    board = chess.Board()
    for uci in ("N@e4", "P@e4", "e2e4k"):
        move = chess.Move.from_uci(uci)
        assert not board.is_legal(move) and move not in board.legal_moves and not board.is_pseudo_legal(move)


@pytest.mark.parametrize("kind", [variant.CrazyhouseBoard, variant.ThreeCheckBoard, variant.AtomicBoard])
def test_positions_are_repeated(kind):
    board = played(kind, *2 * ["Nf3", "Nf6", "Ng1", "Ng8"])
    assert board.is_repetition(3) and not board.is_repetition(4) and board.can_claim_threefold_repetition()
    assert board.outcome() is None
    assert board.outcome(claim_draw=True) == chess.Outcome(chess.Termination.THREEFOLD_REPETITION, None)
    for san in 2 * ["Nf3", "Nf6", "Ng1", "Ng8"]:
        board.push_san(san)
    assert board.outcome() == chess.Outcome(chess.Termination.FIVEFOLD_REPETITION, None)


def test_another_pocket_is_another_position():
    board = variant.CrazyhouseBoard("4k3/8/8/8/8/8/8/4K2R[] w - - 0 1")
    for san in ["Rh2", "Kd8", "Rh1", "Ke8"]:
        board.push_san(san)
    assert board.is_repetition(2)
    board.pockets[chess.WHITE].add(chess.PAWN)
    assert not board.is_repetition(2)


def test_rights_without_rooks_are_left_out():
    board = variant.SuicideBoard("rnbqkbnr/1ppppppp/8/p7/1P6/8/P1PPPPPP/RNBQKBNR w KQkq - 0 2")
    board.remove_piece_at(chess.H1)
    assert board.status() == chess.Status.BAD_CASTLING_RIGHTS and " Qkq " in board.fen()
    assert [board.san(move) for move in board.legal_moves] == ["bxa5"], "captures are compulsory all the same"
    board.push_san("bxa5")
    assert board.is_valid()
    board.pop()
    assert not board.is_valid()


@pytest.mark.parametrize("kind", BOARDS)
def test_a_class_of_your_own_is_asked(kind):
    def own(**answers):
        return type("Own", (kind,), {name: lambda self, *given, value=value, **words: value for name, value in answers.items()})

    moves = list(kind().legal_moves)
    over = own(is_variant_end=True)()
    assert not over.legal_moves and not list(over.legal_moves) and not over.is_legal(moves[0])
    assert own(is_variant_win=True)().outcome().termination is chess.Termination.VARIANT_WIN
    assert own(is_variant_loss=True)().result() == "0-1" and own(is_variant_draw=True)().result() == "1/2-1/2"
    assert set(own(is_variant_end=False)().legal_moves) == set(moves)
    assert own(generate_legal_moves=())().is_game_over() and own(board_fen="text")().fen().startswith("text")
