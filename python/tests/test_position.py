"""Positions: what they answer agrees with itself."""

import pickle
import re
import threading

import pytest

import philidor
from philidor import Color, FenError, Move, MoveError, PackedError, Position, SetupError, Square, SquareSet


def test_all_moves_play_and_are_written_and_read(positions, chess960_positions):
    for position in positions[::3] + chess960_positions:
        moves = position.legal_moves()
        assert len(moves) == position.legal_move_count() == len(set(moves))
        for move in moves:
            assert position.is_legal(move)
            assert position.parse_san(position.san(move)) is move
            assert position.parse_uci(position.uci(move)) is move
            assert position.uci(move) == str(move)
            after = position.play(move)
            assert after.turn is position.turn.opponent
            assert after.is_check == position.gives_check(move) == bool(after.checkers)
            assert position.move_to(after) is move


def test_a_move_is_read_strictly_on_request_and_castling_is_not_a_move_of_the_king():
    position = Position("4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    assert position.parse_san("Rh8", strict=True) is position.parse_san("Rh1h8")
    with pytest.raises(MoveError, match="strictly it is written Rh8"):
        position.parse_san("Rh1h8", strict=True)
    with pytest.raises(MoveError, match="castling is written O-O"):
        position.parse_san("Kg1")


def test_castling_in_both_modes():
    standard = Position("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1")
    other = Position("4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1", chess960=True)
    assert Move("e1g1") in standard.legal_moves() and Move("e1h1") not in standard.legal_moves()
    assert Move("e1h1") in other.legal_moves() and Move("e1g1") not in other.legal_moves()
    assert standard.play("e1h1") == standard.play("e1g1") == other.play(Move("e1h1")) == other.play("O-O")
    assert standard == other and standard.uci("O-O-O", chess960=True) == "e1a1"
    # A step of the king and castling with the same squares of the king are two moves.
    close = Position("4k3/8/8/8/8/8/8/5K1R w K - 0 1")
    assert close.is_chess960
    assert {"f1g1", "f1h1"} <= {str(move) for move in close.legal_moves()}
    assert close.play(Move("f1g1")) != close.play(Move("f1h1"))


def test_a_position_is_kept_by_text_bytes_and_pickle(positions, chess960_positions):
    for position in positions + chess960_positions:
        for again in (Position(position.fen()), Position.unpack(position.pack()), pickle.loads(pickle.dumps(position)),
                      Position.of(position.setup())):
            assert again == position and hash(again) == hash(position) and again.key == position.key
        again = pickle.loads(pickle.dumps(position))
        assert again.is_chess960 == position.is_chess960
        assert repr(eval(repr(position), {"Position": Position})) == repr(position)


def test_pickles_keep_what_no_game_reaches():
    position = Position("4k3/8/8/b7/4r3/8/6n1/4K3 w - - 0 1", strict=False)
    assert pickle.loads(pickle.dumps(position)) == position
    with pytest.raises(SetupError) as caught:
        Position("4k3/8/8/b7/4r3/8/6n1/4K3 w - - 0 1")
    [fault] = caught.value.faults
    assert (fault.kind, fault.square, len(fault.squares)) == ("too_many_checkers", Square.E1, 3)
    assert not fault.leaves_rules_undefined


def test_captures_leave_out_promotions_that_capture_nothing():
    position = Position("8/P3k3/8/3pP3/8/8/8/4K3 w - d6 0 1")
    assert [str(move) for move in position.legal_moves("captures")] == ["e5d6"]
    assert len(position.legal_moves("tactical")) == 5


def test_flags():
    mate = Position("R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1")
    stalemate = Position("k7/2Q5/1K6/8/8/8/8/8 b - - 0 1")
    assert mate.is_checkmate and not mate.is_stalemate and not mate.has_legal_move()
    assert stalemate.is_stalemate and not stalemate.is_checkmate
    assert [str(position.outcome) for position in (mate, stalemate, Position())] == \
        ["White wins by checkmate", "draw by stalemate", "None"]
    assert Position("4k3/8/8/8/8/8/8/4K3 w - - 0 1").has_insufficient_material()
    assert not Position().has_insufficient_material(Color.BLACK)


def test_attacks():
    position = Position()
    assert position.attackers_to("f3") == SquareSet(["g1", "e2", "g2"])
    assert position.attackers_to("f3", by=Color.BLACK) == SquareSet()
    assert position.attacks_from(Square.B1) == SquareSet(["a3", "c3", "d2"])
    assert len(position.attacked_by(Color.WHITE)) == 22
    assert Position("4k3/8/8/8/7b/6P1/8/4K3 w - - 0 1").pinned(Color.WHITE) == SquareSet([Square.G3])


def test_fen_policies():
    position = Position().play("e4")
    assert position.fen().split()[3] == "e3"
    assert position.fen(en_passant="legal").split()[3] == "-"
    assert position.fen(castling="shredder").split()[2] == "HAha"
    with pytest.raises(ValueError, match="en_passant is one of"):
        position.fen(en_passant="sometimes")


@pytest.mark.parametrize(("fen", "field"), [
    ("", "board"), ("8/8/8/8/8/8/8/8", "side_to_move"), ("8/8/8/8/8/8/8/8 x - - 0 1", "side_to_move"),
    ("4k3/8/8/8/8/8/8/4K3 w X - 0 1", "castling_rights"), ("4k3/8/8/8/8/8/8/4K3 w - e9 0 1", "en_passant"),
    ("4k3/8/8/8/8/8/8/4K3 w - - x 1", "halfmove_clock"), ("4k3/8/8/8/8/8/8/4K3 w - - 0 x", "fullmove_number"),
])
def test_a_fault_of_a_fen_names_its_field(fen, field):
    with pytest.raises(FenError) as caught:
        Position(fen)
    assert (caught.value.field, caught.value.fen) == (field, fen)


def test_errors_are_value_errors_of_ours():
    for error in (FenError, SetupError, MoveError, PackedError):
        assert issubclass(error, philidor.ChessError) and issubclass(error, ValueError)
    with pytest.raises(MoveError) as caught:
        Position().play("e2e5")
    assert caught.value.text == "e2e5" and caught.value.fen == Position().fen() and caught.value.offset is None
    with pytest.raises(MoveError) as caught:
        Position().play("Nx")
    assert caught.value.offset is not None
    with pytest.raises(PackedError):
        Position.unpack(bytes(32))
    with pytest.raises(TypeError):
        Position().play(12)


def test_other_threads_run_during_perft():
    ran = threading.Event()
    thread = threading.Thread(target=lambda: ran.set())
    counter = threading.Thread(target=lambda: Position().perft(6))
    counter.start()
    thread.start()
    thread.join(5)
    assert ran.is_set()
    counter.join()
    assert Position().perft(4, threads=2) == 197_281 == sum(Position().divide(4).values())


def test_pass_turn():
    assert Position().pass_turn().turn is Color.BLACK
    with pytest.raises(MoveError):
        Position("4k3/8/8/8/7b/8/8/4K3 w - - 0 1").pass_turn()


def test_symmetry(positions):
    for position in positions[::10]:
        assert position.flip_colors().legal_move_count() == position.legal_move_count()
        assert position.flip_colors().flip_colors() == position


def test_what_is_marked_in_a_drawing_has_a_color():
    """A class without a rule in the style could not be seen."""
    drawing = Position().svg(squares=["e4", "d5"])
    marks = re.findall(r'<rect class="(?:light|dark) (\w+)"', drawing)
    assert len(marks) == 2 and all(f".philidor-board .{mark} {{ fill:" in drawing for mark in marks)
    assert Position().svg(arrows=[("e2", "e4")]).count('class="arrow"') == 1
    assert "<title>x</title>" in Position().svg(title="x")


def test_no_thread_stands_for_all():
    assert Position().perft(4, threads=0) == sum(Position().divide(4, threads=0).values()) == 197_281


def test_moves_are_taken_back(positions):
    for position in positions[::50]:
        pieces = position.fen().split()[0]
        for move in position.legal_moves():
            found = [unmove for unmove, before in position.play(move).unmoves() if before.fen().split()[0] == pieces]
            assert len(found) == 1, (position, move)
    assert Position("4k3/8/3N1N2/8/8/8/8/4K3 b - - 0 1").unmoves() == []
    castled = Position("5k2/8/8/8/8/8/8/5RK1 b - - 5 9").unmoves()
    assert ("O-O", Position("5k2/8/8/8/8/8/8/4K2R w K - 4 9")) in castled
