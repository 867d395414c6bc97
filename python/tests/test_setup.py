"""Setups: edited, checked, mended."""

import pytest

from philidor import Color, FenError, Position, Setup, SetupError, Square


def test_all_faults_are_found_at_once():
    setup = Setup("p3k3/8/8/8/8/8/8/KK5P w kq e6 0 1")
    kinds = {fault.kind: fault for fault in setup.faults()}
    assert set(kinds) == {"several_kings", "pawns_on_last_ranks", "castling", "en_passant"}
    assert list(kinds["several_kings"].squares) == [Square.A1, Square.B1]
    assert kinds["several_kings"].color is Color.WHITE
    with pytest.raises(SetupError) as caught:
        Position.of(setup)
    assert len(caught.value.faults) == len(setup.faults()) and caught.value.setup == setup
    assert all(str(fault) in str(caught.value) for fault in caught.value.faults)


def test_repair_mends_rights_and_en_passant_alone():
    setup = Setup("4k3/8/8/8/8/8/8/4K3 w KQkq e6 0 1")
    assert {fault.kind for fault in setup.faults()} == {"castling", "en_passant"}
    assert setup.repair().faults() == [] and setup.faults() != []
    assert [fault.kind for fault in Setup("8/8/8/8/8/8/8/4K3 w K - 0 1").repair().faults()] == ["missing_king"]


def test_a_board_is_built_piece_by_piece():
    setup = Setup()
    for square, piece in Position().pieces().items():
        setup[square] = piece
    setup.castling_rights = "KQkq"
    assert Position.of(setup) == Position() and setup == Position().setup()
    del setup["a1"]
    assert [(fault.kind, fault.color, fault.side) for fault in setup.faults()] == [("castling", Color.WHITE, "long")]
    setup.castling_rights = "Kkq"
    setup["b1"] = None
    setup.turn = Color.BLACK
    setup.halfmove_clock, setup.fullmove_number = 7, 9
    assert setup.fen() == "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/2BQKBNR b Kkq - 7 9"
    assert Setup(setup.fen()) == setup == setup.copy()


@pytest.mark.parametrize("rights", ["", "X", "K Q", "KK", "\n"])
def test_words_that_are_no_rights(rights):
    setup = Position().setup()
    with pytest.raises(FenError):
        setup.castling_rights = rights
    assert setup == Position().setup()


@pytest.mark.parametrize(("square", "error"), [(64, ValueError), (-1, ValueError), ("e9", ValueError), (2.5, TypeError), (None, TypeError), (10**30, (ValueError, TypeError))])
def test_what_is_no_square(square, error):
    with pytest.raises(error):
        Setup()[square]
