"""philidor.compat keeps what the documentation of python-chess promises. oracles/test_compat.py compares the two."""

import copy
import dataclasses
import io
import pickle
import random
import struct
import subprocess
import sys
from pathlib import Path

import pytest

from philidor import compat as chess

POSITIONS = [
    chess.STARTING_FEN,
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
    "rnbqkbnr/ppp1p1pp/8/3pPp2/8/8/PPPP1PPP/RNBQKBNR w KQkq f6 0 3",
    "r2q1rk1/pP1p2pp/Q4n2/bbp1p3/Np6/1B3NBn/pPPP1PPP/R3K2R b KQ - 0 1",
]


def slow(board):
    """A board that works on integers only."""
    twin = board.copy()
    twin._open()
    twin._unlike_native = True
    return twin


@pytest.mark.parametrize("fen", POSITIONS)
def test_the_slow_ways_agree_with_the_native_ones(fen):
    dice, board = random.Random(fen), chess.Board(fen)
    for _ in range(60):
        twin = slow(board)
        assert board.fen() == twin.fen() and board.fen(en_passant="fen") == twin.fen(en_passant="fen")
        assert set(board.legal_moves) == set(twin.legal_moves)
        assert chess.polyglot.zobrist_hash(board) == chess.polyglot.zobrist_hash(twin)
        moves = sorted(board.legal_moves, key=str)
        if not moves:
            break
        for move in moves:
            san = board.san(move)
            assert san == slow(board).san(move)
            assert board.parse_san(san) is move and slow(board).parse_san(san) is move
        move = dice.choice(moves)
        board.push(move)
        twin._unlike_native = True
        twin._push_slowly(move)
        assert board == twin and board.fen() == twin.fen()


def test_kings_may_be_missing_or_many():
    board = chess.Board("8/8/8/3q4/8/8/8/R7 w - - 0 1")
    assert not board.is_valid() and board.status() & chess.STATUS_NO_WHITE_KING
    assert board.legal_moves.count() == 14
    board.set_piece_at(chess.A8, chess.Piece.from_symbol("K"))
    board.set_piece_at(chess.H8, chess.Piece.from_symbol("K"))
    assert board.king(chess.WHITE) == chess.H8
    board.push(chess.Move.from_uci("a1a5"))
    board.pop()
    assert board.board_fen() == "K6K/8/8/3q4/8/8/8/R7"


def test_moves_are_shared_and_do_not_change():
    move = chess.Move.from_uci("a7a8q")
    assert chess.Move(48, 56, 5) is move and pickle.loads(pickle.dumps(move)) is move and copy.deepcopy(move) is move
    with pytest.raises(AttributeError):
        move.promotion = chess.ROOK


def test_errors_of_moves_are_told_apart():
    board = chess.Board("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1")
    with pytest.raises(chess.InvalidMoveError):
        board.parse_san("Castle!")
    with pytest.raises(chess.IllegalMoveError):
        board.parse_san("Kg1")
    with pytest.raises(chess.AmbiguousMoveError):
        chess.Board("4k3/8/8/8/8/8/8/R4RK1 w - - 0 1").parse_san("Rd1")
    with pytest.raises(chess.IllegalMoveError):
        board.parse_uci("a1b2")


def test_no_text_names_castling_by_the_king_and_a_square_of_its_own_side():
    board = chess.Board("rqk1bbrn/1ppp1ppp/p7/n3p3/P5P1/R7/1PPPPP1P/1QKNBBRN w - - 0 5", chess960=True)
    board.push_uci("b1a1")
    board.castling_rights = chess.BB_B8  # where a queen stands
    with pytest.raises(chess.IllegalMoveError):
        board.parse_san("Kb8")


def test_castling_in_both_forms():
    board = chess.Board("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1")
    assert board.parse_uci("e1h1") == chess.Move.from_uci("e1g1")
    board.push(chess.Move.from_uci("e1h1"))
    assert board.peek() == chess.Move.from_uci("e1g1") and board.board_fen().endswith("R4RK1")
    board = chess.Board("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1", chess960=True)
    board.push_uci("e1g1")
    assert board.peek() == chess.Move.from_uci("e1h1") and board.board_fen().endswith("R4RK1")


def test_repetition_and_claims():
    board = chess.Board()
    for _ in range(2):
        for san in ("Nf3", "Nf6", "Ng1", "Ng8"):
            board.push_san(san)
    assert board.is_repetition(3) and not board.is_repetition(4)
    assert board.can_claim_threefold_repetition() and board.outcome() is None
    assert board.outcome(claim_draw=True).termination is chess.Termination.THREEFOLD_REPETITION


def test_what_is_set_stays_set_after_questions():
    board = chess.Board()
    board.push_san("Nf3")
    board.halfmove_clock = 77
    board.is_repetition()
    board.can_claim_draw()
    assert board.halfmove_clock == 77 and board.fen().endswith("77 1")


def test_epd_operations_there_and_back():
    board = chess.Board()
    record = board.epd(bm=[chess.Move.from_uci("e2e4")], id='a "b"; c', ce=-3, f=0.5, nothing=None)
    again, operations = chess.Board.from_epd(record)
    assert again == board
    assert operations == {
        "bm": [chess.Move.from_uci("e2e4")], "id": 'a "b"; c', "ce": -3, "f": 0.5, "nothing": None
    }  # fmt: skip


PGN = """[Event "Open"]
[White "A"]
[Result "1-0"]

{ before } 1. e4 $1 { [%clk 0:05:00] best } (1. d4 d5 (1... Nf6) 2. c4) 1... e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0

[Event "Next"]

1. e4 Ke4 *
"""


def test_pgn_there_and_back():
    handle = io.StringIO(PGN)
    game = chess.pgn.read_game(handle)
    assert game.end().board().is_checkmate() and game.comment == "before"
    first = game.next()
    assert first.clock() == 300 and first.nags == {1} and first.comment.endswith("best")
    assert [str(node.move) for node in game.variations] == ["e2e4", "d2d4"]
    text = str(game)
    assert str(chess.pgn.read_game(io.StringIO(text))) == text
    bad = chess.pgn.read_game(handle)
    assert [type(error) for error in bad.errors] == [chess.IllegalMoveError]
    assert chess.pgn.read_game(handle) is None


def test_the_main_line_is_the_same_with_and_without_the_tree():
    text = PGN + "\n1.e4 e5 2.Nf3 {x} (2.f4) Nc6!? 3.Bb5 a6 4.O-O *\n\n1. Kg1 *\n\n1. e4 Zz9 e5 -- *\n"
    handle, again = io.StringIO(text), io.StringIO(text)
    while (game := chess.pgn.read_game(handle)) is not None:
        other = chess.pgn.read_game(again)
        assert other.next() is None or other.next().parent is other
        assert list(game.mainline_moves()) == [node.move for node in other.mainline()]


def test_an_unknown_variant_is_an_error():
    game = chess.pgn.read_game(io.StringIO('[Variant "Bughouse"]\n\n1. e4 *\n'))
    assert "unsupported variant" in str(game.errors[0])
    with pytest.raises(AttributeError):
        chess.gaviota  # noqa: B018


def test_a_visitor_skips_variations():
    class Counter(chess.pgn.BaseVisitor):
        def begin_game(self):
            self.moves = 0

        def begin_variation(self):
            return chess.pgn.SKIP

        def visit_move(self, board, move):
            self.moves += 1

        def result(self):
            return self.moves

    assert chess.pgn.read_game(io.StringIO(PGN), Visitor=Counter) == 7


def test_a_book(tmp_path):
    board = chess.Board()
    key = chess.polyglot.zobrist_hash(board)
    assert key == 0x463B96181691FC9C
    entries = [(key, 12 << 6 | 28, 3, 0), (key, 11 << 6 | 27, 7, 0), (key, 0, 9, 0), (key + 1, 1, 1, 1)]
    path = tmp_path / "book.bin"
    path.write_bytes(b"".join(struct.pack(">QHHI", *entry) for entry in entries))
    with chess.polyglot.open_reader(path) as book:
        assert len(book) == 4 and book.find(board).move == chess.Move.from_uci("d2d4")
        assert [entry.weight for entry in book.find_all(board)] == [3, 7]
        assert book.get(chess.Board("8/8/8/8/8/8/8/K6k w - - 0 1")) is None
        assert book.weighted_choice(board, random=random.Random(1)).move in board.legal_moves


def test_colors_are_truth_values():
    """Everything that takes a color; 1 and 0 are as good as `True` and `False`, as in python-chess."""
    board = chess.Board("r3k2r/ppp2ppp/2n2n2/1B1pp1B1/1b1PP1b1/2N2N2/PPP2PPP/R3K2R w KQkq - 0 1")
    asked = [
        lambda color: board.attackers(color, chess.F3), lambda color: board.attackers_mask(color, chess.D5),
        lambda color: board.is_attacked_by(color, chess.D5), lambda color: board.king(color), lambda color: board.pin(color, chess.C3),
        lambda color: board.pin(color, chess.C6), lambda color: board.is_pinned(color, chess.C6), lambda color: board.pieces(chess.PAWN, color),
        lambda color: board.pieces_mask(chess.ROOK, color), lambda color: board.occupied_co[color],
        lambda color: board.has_castling_rights(color), lambda color: board.has_insufficient_material(color),
        lambda color: board.has_kingside_castling_rights(color), lambda color: board.has_queenside_castling_rights(color),
        lambda color: chess.Piece(chess.KNIGHT, color).symbol(), lambda color: board.unicode(orientation=color),
        lambda color: chess.BB_PAWN_ATTACKS[color][chess.E4], lambda color: chess.COLOR_NAMES[color],
        lambda color: chess.svg.board(board, orientation=color), lambda color: chess.engine.PovScore(chess.engine.Cp(5), True).pov(color),
    ]  # fmt: skip
    for ask in asked:
        assert ask(True) == ask(1) and ask(False) == ask(0)
    assert board.attackers(chess.WHITE, chess.F3) == chess.SquareSet([chess.G2])
    assert board.attackers(chess.BLACK, chess.F3) == chess.SquareSet([chess.G4])
    assert board.is_pinned(chess.BLACK, chess.C6) and not board.is_pinned(chess.WHITE, chess.C6)
    board.turn = 0
    assert board.turn == chess.BLACK and board.fen().split()[1] == "b"


def test_pictures_are_xml():
    import xml.etree.ElementTree as Xml

    board = chess.Board()
    image = chess.svg.board(
        board, lastmove=chess.Move(12, 28), check=4, arrows=[(1, 2), (3, 3)], fill={5: "#cc0000cc"}, squares=[1], size=300
    )
    assert Xml.fromstring(image).attrib["width"] == "300"
    assert "viewBox" in board._repr_svg_() and "<desc>" not in chess.svg.board(None)


def test_the_version_is_that_of_the_names():
    assert chess.__version__.startswith("1.11")


def test_an_engine():
    program = [sys.executable, str(Path(__file__).parent / "first_move_engine.py")]
    with chess.engine.SimpleEngine.popen_uci(program) as engine:
        board = chess.Board()
        result = engine.play(board, chess.engine.Limit(time=0.1), info=chess.engine.INFO_SCORE)
        assert result.move in board.legal_moves and result.info["score"].white() == chess.engine.Cp(13)
        with pytest.raises(chess.engine.EngineError):
            engine.configure({"Hash": 4096})
        with engine.analysis(board) as analysis:
            assert next(iter(analysis))["depth"] == 1
        assert analysis.wait().move in board.legal_moves


@pytest.mark.parametrize("name", ["analysis", "editor", "game_statistics", "self_play"])
def test_a_program_of_a_user_prints_what_it_prints_with_python_chess(name, tmp_path):
    program = Path(__file__).parent / "programs" / f"{name}.py"
    printed = subprocess.run([sys.executable, program], capture_output=True, text=True, check=True, cwd=tmp_path)
    assert printed.stdout == program.with_suffix(".txt").read_text(encoding="utf-8")


TURNS = [
    *(getattr(chess, f"flip_{how}") for how in ("vertical", "horizontal", "diagonal", "anti_diagonal")),
    *(getattr(chess, f"shift_{how}") for how in ("up", "down", "left", "right", "2_up", "2_down", "2_left", "2_right")),
    *(getattr(chess, f"shift_{how}") for how in ("up_left", "up_right", "down_left", "down_right")),
]


@pytest.mark.parametrize("turn", TURNS)
def test_sets_are_turned_and_shifted_as_integers_are(turn):
    for mask in (0, chess.BB_ALL, chess.BB_RANK_1, chess.BB_FILE_H, 0x8100_1234_5678_0081):
        squares = chess.SquareSet(mask)
        turned = turn(squares)
        assert type(turned) is chess.SquareSet and turned.mask == turn(mask) and squares.mask == mask


def test_flips_leave_out_what_is_no_square():
    assert chess.flip_vertical(-1) == chess.BB_ALL and chess.flip_vertical(1 << 64) == 0
    assert list(chess.scan_forward(~0xFF)) == list(range(8, 64)) == list(chess.scan_reversed(~0xFF))[::-1]


def test_a_knight_reaches_every_square_in_the_moves_that_a_search_finds():
    for origin in chess.SQUARES:
        reached, moves = 1 << origin, 0
        while True:
            for square in chess.scan_forward(reached):
                assert chess.square_knight_distance(origin, square) <= moves
            if reached == chess.BB_ALL:
                break
            further = reached
            for square in chess.scan_forward(reached):
                further |= chess.BB_KNIGHT_ATTACKS[square]
            for square in chess.scan_forward(further & ~reached):
                assert chess.square_knight_distance(origin, square) == moves + 1
            reached, moves = further, moves + 1


def test_a_knight_never_searches_for_a_square_beyond_the_board():
    assert chess.square_knight_distance(0, 64) == chess.square_knight_distance(-1, 0) == 4
    assert chess.square_knight_distance(0, 1 << 70) > 1 << 60


START_EPD = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"


@pytest.mark.parametrize("between", ["", "- ", "- - ", "-; ", ";; "])
def test_a_dash_before_the_operations_of_a_record_means_nothing(between):
    _, operations = chess.Board.from_epd(f'{START_EPD} {between}bm e4; id "ERET 001 - Entlastung";')
    assert operations == {"bm": [chess.Move.from_uci("e2e4")], "id": "ERET 001 - Entlastung"}


@pytest.mark.parametrize("text", ["1bm 3;", "0 1 bm e4;", "_x 1;", '"a" 1;', "-x 3;", "bm e4; + 3;", "ce 1e400;"])
def test_operations_that_no_record_has_are_refused(text):
    with pytest.raises(ValueError):
        chess.Board.from_epd(f"{START_EPD} {text}")


def test_every_public_name_is_listed():
    public = {name for name in dir(chess) if name.isupper() and not name.startswith("_")} - {"TYPE_CHECKING"}
    assert public <= set(chess.__all__) and {"E4", "BB_E4", "square_name", "STATUS_VALID", "Square"} <= set(chess.__all__)
    assert len(set(chess.__all__)) == len(chess.__all__) and all(hasattr(chess, name) for name in chess.__all__)


class WithoutQueens(chess.Board):
    """Chess in which queens do not move."""

    def generate_legal_moves(self, from_mask=chess.BB_ALL, to_mask=chess.BB_ALL):
        return super().generate_legal_moves(from_mask & ~self.queens, to_mask)


class Pacifist(chess.Board):
    """Chess without captures."""

    def generate_pseudo_legal_moves(self, from_mask=chess.BB_ALL, to_mask=chess.BB_ALL):
        return super().generate_pseudo_legal_moves(from_mask, to_mask & ~self.occupied)


class Fearless(chess.Board):
    """Chess in which a king may stand in check."""

    def is_into_check(self, move):
        return False


def test_a_class_that_generates_its_own_moves_is_asked():
    board = WithoutQueens("4k3/8/8/8/8/8/8/Q3K3 w - - 0 1")
    assert {move.from_square for move in board.legal_moves} == {chess.E1}
    assert board.legal_moves.count() == len(list(board.legal_moves)) == 5
    with pytest.raises(chess.IllegalMoveError):
        board.parse_san("Qa8")
    # Only the queen could save the king.
    fen = "6k1/8/8/8/3Q4/8/5PPP/r5K1 w - - 0 1"
    assert not chess.Board(fen).is_checkmate() and WithoutQueens(fen).is_checkmate()
    assert not WithoutQueens(fen).legal_moves and WithoutQueens(fen).outcome().winner is chess.BLACK
    before = WithoutQueens("r5k1/8/8/8/3Q4/8/5PPP/6K1 b - - 0 1")
    assert before.san(chess.Move.from_uci("a8a1")) == "Ra1#"


def test_a_class_that_generates_its_own_pseudo_legal_moves_is_asked():
    fen = "rnbqkbnr/ppp1pppp/8/3p4/4P3/8/PPPP1PPP/RNBQKBNR w KQkq - 0 2"
    board, capture = Pacifist(fen), chess.Move.from_uci("e4d5")
    assert capture in chess.Board(fen).legal_moves and capture not in board.legal_moves
    assert not board.is_legal(capture) and board.legal_moves.count() == chess.Board(fen).legal_moves.count() - 1
    with pytest.raises(chess.IllegalMoveError):
        board.parse_san("exd5")
    with pytest.raises(chess.IllegalMoveError):
        board.parse_uci("e4d5")


def test_a_class_that_judges_checks_itself_is_asked():
    into = chess.Move.from_uci("e1e2")
    fen = "4r2k/8/8/8/8/8/8/4K3 w - - 0 1"
    assert not chess.Board(fen).is_legal(into) and Fearless(fen).is_legal(into)


def test_a_copy_of_a_board_of_your_own_has_its_attributes():
    class Counting(chess.Board):
        def __init__(self, *arguments, **words):
            super().__init__(*arguments, **words)
            self.number = 0

    board = Counting()
    board.push_san("e4")
    other = board.copy()
    assert (other.number, other, other.move_stack) == (0, board, board.move_stack)


def test_the_clock_ends_a_game_at_its_half_move():
    def ends(clock):
        board = chess.Board(f"8/8/8/8/8/2k5/8/K6R w - - {clock} 90")
        return board.can_claim_fifty_moves(), board.is_fifty_moves(), board.is_seventyfive_moves()

    assert [ends(clock) for clock in (98, 99, 100, 149, 150)] == [
        (False, False, False),
        (True, False, False),
        (True, True, False),
        (True, True, False),
        (True, True, True),
    ]
    mated = chess.Board("R5k1/5ppp/8/8/8/8/8/K7 b - - 150 99")
    assert mated.is_checkmate() and not mated.is_seventyfive_moves()


def test_values_are_taken_apart_and_replaced():
    move = chess.Move.from_uci("a7a8q")
    match move, chess.Piece.from_symbol("N"), chess.Outcome(chess.Termination.CHECKMATE, None):
        case chess.Move(origin, target, promotion, None), chess.Piece(kind, color), chess.Outcome(termination, winner):
            found = (origin, target, promotion, kind, color, termination, winner)
    assert found == (chess.A7, chess.A8, chess.QUEEN, chess.KNIGHT, True, chess.Termination.CHECKMATE, None)
    assert dataclasses.replace(move, promotion=chess.KNIGHT) is chess.Move.from_uci("a7a8n")
    assert dataclasses.asdict(move) == {"from_square": 48, "to_square": 56, "promotion": 5, "drop": None}
    assert [field.name for field in dataclasses.fields(move)] == ["from_square", "to_square", "promotion", "drop"]


class House(chess.Board):
    """Chess that is over, with an end of its own."""

    def is_variant_end(self):
        return True

    def is_variant_win(self):
        return True


def test_a_class_with_an_end_of_its_own_is_asked():
    board = House()
    assert board.is_game_over() and board.result() == "1-0" and board.outcome().termination is chess.Termination.VARIANT_WIN
    assert not board.legal_moves and list(board.legal_moves) == [] and not board.is_stalemate() and not board.is_legal(chess.Move(12, 28))
    assert not chess.Board().is_game_over()
