"""Moves are their squares, made once."""

import copy
import pickle

import pytest

from philidor import Move, MoveError, Position, Square


def test_equal_moves_are_one_object():
    move = Move("e2e4")
    assert move is Move("e2e4") is Move.of(Square.E2, "e4") is copy.deepcopy(move) is pickle.loads(pickle.dumps(move))
    assert move in Position().legal_moves()
    assert Position().legal_moves()[0] is Position().legal_moves()[0]
    assert hash(move) == hash(Move("e2e4")) and move != Move("e2e3")


def test_every_text_names_one_move():
    texts = [f"{origin}{destination}" for origin in Square for destination in Square]
    texts += [f"{chr(97 + f)}{a}{chr(97 + t)}{b}{p}"
              for a, b in ((7, 8), (2, 1)) for f in range(8) for t in range(8) if abs(f - t) < 2 for p in "qrbn"]
    moves = [Move(text) for text in texts]
    assert [str(move) for move in moves] == texts
    assert len(set(moves)) == len(set(map(id, moves))) == len(set(map(hash, moves))) == 64 * 64 + 176


def test_moves_of_variants_are_none_of_chess():
    texts = [f"{piece}@{square}" for piece in "QRBNP" for square in Square]
    texts += [f"{chr(97 + f)}{a}{chr(97 + t)}{b}k" for a, b in ((7, 8), (2, 1)) for f in range(8) for t in range(8) if abs(f - t) < 2]
    moves = [Move(text) for text in texts]
    assert [str(move) for move in moves] == texts and len(set(map(hash, moves))) == 5 * 64 + 44
    assert {move.drop for move in moves[:320]} == set("qrbnp") and {move.promotion for move in moves[320:]} == {"k"}
    assert all(pickle.loads(pickle.dumps(move)) is move for move in moves)
    assert all(move.origin == move.destination for move in moves[:320])
    rook = Position("8/R7/8/8/8/8/8/K1k5 w - - 0 1")
    assert rook.is_legal("a7a8") and not any(position.is_legal(move) for move in moves for position in (Position(), rook))


def test_order_is_that_of_squares():
    moves = [Move("a1b1"), Move("a1a2"), Move("b1a1"), Move("a7a8q"), Move("a7a8r"), Move("h8h7")]
    assert sorted(reversed(moves)) == moves
    assert Move("a1b1") <= Move("a1b1") and not Move("a1b1") < Move("a1b1")
    with pytest.raises(TypeError):
        Move("a1b1") < 3


@pytest.mark.parametrize(("text", "offset"), [
    ("", 0), ("e", 1), ("e2", 2), ("e2e", 3), ("e2e9", 3), ("i2e4", 0), ("e2e4k", 4), ("e7e8qq", 4), ("e2é4", 2),
    ("e7e8Q", 4), ("0000", 0), ("K@e4", 0), ("n@e4", 0), ("N@e9", 3),
    ("@e4", 0), ("NN@e4", 0), ("N@e4q", 4), ("e2e4q", 4), ("a7c8q", 4),
])
def test_texts_that_are_no_moves_say_where(text, offset):
    with pytest.raises(MoveError) as caught:
        Move(text)
    assert (caught.value.text, caught.value.offset) == (text, offset)


def test_digests_are_read_back(positions, chess960_positions):
    for position in positions[::5] + chess960_positions[::5]:
        for move in position.legal_moves():
            digest = position.digest(move)
            assert position.decode(digest) is move
            if not position.is_castling(move):
                assert Move.from_digest(digest) is move


def test_bits_that_are_no_legal_move_are_none():
    legal = {position_digest for position_digest in range(65536) if Position().decode(position_digest)}
    assert len(legal) == 20
