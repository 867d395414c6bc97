"""Setups: edited, checked, mended."""

import copy
import pickle

import pytest

from philidor import Color, FenError, Position, Setup, SetupError, Square
from philidor.variants import VariantPosition


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


# Every kind of fault, and every reason for one: pieces, checks, castling, en passant; then those of variants.
FAULTY = [
    "8/8/8/8/8/8/8/8 w - - 0 1", "PPPPPPPP/PPPPPPPP/P7/8/8/8/8/KK2k3 w - - 0 1", "4k3/8/8/8/8/8/8/4RK2 w - - 0 1",
    "4k3/8/8/b7/4r3/8/6n1/4K3 w - - 0 1", "4k3/8/8/8/8/8/4K3/8 w KQ - 0 1", "4k3/8/8/8/8/8/8/R3K3 w KQ - 0 1",
    "4k3/8/8/4P3/8/8/8/4K3 w - e5 0 1", "4k3/4n3/4b3/4p3/8/8/8/4K3 w - e6 0 1", "4k3/8/8/8/8/8/8/4K3 w - e6 0 1",
    "8/8/8/1k6/3Pp3/8/8/4KQ2 b - d3 0 1",
]  # fmt: skip
FAULTY_IN_VARIANTS = [
    ("racingkings", "8/8/8/8/P7/8/krbnNBRK/qrbnNBRQ w - - 0 1"),
    ("racingkings", "8/8/8/8/8/8/krbnNBRK/qrbnNBQQ w - - 0 1"),
    ("racingkings", "8/8/8/8/8/8/k6R/7K b - - 0 1"), ("horde", "4k3/8/8/8/8/8/P7/4K3 w - - 0 1"),
    ("3check", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 +4+0"), ("3check", "4k3/8/8/8/8/8/8/4K3 w - - 0+0 0 1"),
    ("crazyhouse", "P~3k3/8/8/8/8/8/8/4K3[] w - - 0 1"),
    ("crazyhouse", "4k3/8/8/8/8/8/8/4K3[NNNNNNNNNNNNNNNNNNNNNNNNNNNNNNNN] w - - 0 1"),
]  # fmt: skip


def test_a_fault_is_copied():
    king_beyond_its_rook = Setup("4k3/8/8/8/8/8/8/4K1R1 w G - 0 1")
    del king_beyond_its_rook["e1"]
    king_beyond_its_rook["h1"] = "K"
    faults = [fault for setup in [king_beyond_its_rook, *map(Setup, FAULTY)] for fault in setup.faults()]
    assert len([fault for fault in faults if fault.kind in ("castling", "en_passant")]) == 8
    for variant, fen in FAULTY_IN_VARIANTS:
        with pytest.raises(SetupError) as caught:
            VariantPosition(variant, fen)
        again = pickle.loads(pickle.dumps(caught.value))
        assert again.faults == caught.value.faults and again.setup == caught.value.setup
        assert str(again) == str(caught.value)
        faults += again.faults
    for fault in faults:
        for other in (pickle.loads(pickle.dumps(fault)), copy.copy(fault), copy.deepcopy(fault)):
            assert other == fault and str(other) == str(fault) and hash(other) == hash(fault)
    kinds = {fault.kind for fault in faults}
    assert kinds >= {
        "missing_king", "several_kings", "too_many_pieces", "too_many_pawns", "pawns_on_last_ranks",
        "opponent_in_check", "too_many_checkers", "castling", "en_passant", "promoted_nowhere", "too_many_checks",
        "pawns_in_race", "too_many_in_race", "check_in_race", "king_in_horde", "other",
    }  # fmt: skip


@pytest.mark.parametrize("numbers", [[], [2], [0, 0, 0], [2**63]])
@pytest.mark.parametrize("kind", ["missing_king", "castling", "check_in_race", "other", "?"])
def test_what_is_no_fault(kind, numbers):
    make, _ = Setup().faults()[0].__reduce__()
    with pytest.raises(ValueError, match="not a fault"):
        make(kind, numbers)


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
