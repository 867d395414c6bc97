"""Encodings are their own inverse, and are what their definitions say on a few squares."""

import numpy as np
import pytest

from philidor import Move, MoveError, Position, Positions, encode


@pytest.fixture(scope="module")
def batch(positions):
    return Positions.from_positions(positions)


@pytest.mark.parametrize("encoding", encode.moves)
def test_numbers_and_moves_are_inverse(positions, batch, encoding):
    offsets, moves = batch.legal_moves()
    same_offsets, numbers = batch.legal_indices(encoding, threads=2)
    assert (offsets == same_offsets).all() and numbers.min() >= 0 and numbers.max() < encode.moves[encoding]
    repeated = batch[np.repeat(np.arange(len(batch)), np.diff(offsets))]
    assert (repeated.index(moves, encoding, threads=2) == numbers).all()
    assert (repeated.move(numbers, encoding, threads=2) == moves).all()
    mask = batch.legal_mask(encoding)
    assert mask.shape == (len(batch), encode.moves[encoding]) and mask.sum() == len(moves)
    for row in range(0, len(batch), 7):
        assert mask[row].nonzero()[0].tolist() == sorted(numbers[offsets[row]:offsets[row + 1]])


@pytest.mark.parametrize("encoding", encode.moves)
def test_numbers_of_no_legal_move_are_refused(encoding):
    castles = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1"
    for fen in (castles, "1n1n1n2/P1P1P3/8/8/8/8/k6K/8 w - - 0 1", "8/8/8/8/8/8/K2k2p1/5N1N b - - 0 1"):
        one = Positions.from_fens([fen])
        mask = one.legal_mask(encoding)[0]
        for number in range(-1, encode.moves[encoding] + 1):
            try:
                one.move(np.array([number], np.int32), encoding)
                found = True
            except ValueError:
                found = False
            assert found == (0 <= number < len(mask) and bool(mask[number])), (fen, number)


@pytest.mark.parametrize("encoding", ["lc0_1858", "az73_lc0"])
def test_lc0_in_chess960(chess960_positions, encoding):
    batch = Positions.from_positions(chess960_positions)
    offsets, moves = batch.legal_moves()
    repeated = batch[np.repeat(np.arange(len(batch)), np.diff(offsets))]
    numbers = repeated.index(moves, encoding)
    assert numbers.min() >= 0 and (repeated.move(numbers, encoding) == moves).all()


def number(encoding, move, fen=None):
    position = Position(fen)
    return int(Positions.from_positions([position]).index(np.array([position.digest(move)], np.uint16), encoding)[0])


def test_known_numbers():
    castles = "r3k2r/8/8/8/8/8/8/R3K2R {} KQkq - 0 1"
    assert number("lc0_1858", "e1g1", castles.format("w")) == number("lc0_1858", "e8g8", castles.format("b")) == 103
    assert number("lc0_1858", "a7a8q", "8/P6k/8/8/8/8/8/K7 w - - 0 1") == 1792
    assert number("lc0_1858", "h2h1b", "k7/8/8/8/8/8/K6p/8 b - - 0 1") == 1857
    assert number("az73_pettingzoo", "a2a3") == 1 * 73 + 4
    assert number("az73_pgx", "c7b8n", "1n1n3k/2P5/8/8/8/8/8/K7 w - - 0 1") == 1614
    assert number("openspiel_4674", "e1c1", castles.format("w")) == number("openspiel_4674", "e8c8", castles.format("b")) == 4672
    assert number("openspiel_4674", "a1b1", castles.format("w")) == number("az73_pgx", "a8b8", castles.format("b")) == 30
    assert number("uci_1968", "a7b8n", "1n5k/P7/8/8/8/8/8/K7 w - - 0 1") == 1792 + 88 + 7
    assert number("az73_lc0", "e1g1", castles.format("w")) == number("az73_lc0", "e8g8", castles.format("b")) == 16 * 64 + 4
    assert number("az73_lc0", "a7b8q", "1n5k/P7/8/8/8/8/8/K7 w - - 0 1") == 72 * 64 + 48
    assert number("az73_lc0", "a7b8n", "1n5k/P7/8/8/8/8/8/K7 w - - 0 1") == 7 * 64 + 48
    assert number("az73_lc0", "g1f3") == 63 * 64 + 6
    assert number("maia2_1880", "a1h8", "7n/8/8/8/8/8/8/Q2K3k w - - 0 1") == 0
    assert number("maia2_1880", "a7b8n", "1n5k/P7/8/8/8/8/8/K7 w - - 0 1") == 1792 + 7
    assert number("maia2_1880", "h2g1n", "k7/8/8/8/8/8/K6p/6N1 b - - 0 1") == 1879


@pytest.mark.parametrize("dtype", [np.uint8, np.float16, np.float32])
@pytest.mark.parametrize("encoding", encode.planes)
def test_planes_have_every_type_and_fill_what_is_given(batch, encoding, dtype):
    if encoding == "openspiel_20" and dtype is np.uint8:
        with pytest.raises(TypeError, match="float16 or float32, not uint8"):
            batch.planes(encoding, dtype=dtype)
        return
    planes = batch.planes(encoding, dtype=dtype, threads=3)
    assert (planes.shape, planes.dtype) == ((len(batch), encode.planes[encoding], 8, 8), dtype)
    out = np.full_like(planes, 7)
    assert batch.planes(encoding, out=out) is out and (out == planes).all()
    assert (planes == batch.planes(encoding).astype(dtype)).all()


def test_piece_planes(positions, batch):
    planes = batch.planes("pieces_12", dtype="uint8")
    for row in range(0, len(batch), 11):
        for plane, piece in enumerate("PNBRQKpnbrqk"):
            assert planes[row, plane].ravel().nonzero()[0].tolist() == list(positions[row].squares(piece))


def test_planes_are_right_on_known_squares():
    """What OpenSpiel and Maia-2 answered for this position."""
    fen = "r3k2r/8/8/3pP3/8/8/P6P/RN2K2R {} KQk {} 5 10"
    openspiel = Positions.from_fens([fen.format("w", "d6")]).planes("openspiel_20")[0].reshape(20, 64)
    found = [plane.nonzero()[0].tolist() for plane in openspiel]
    assert found[:12] == [[4], [60], [], [], [0, 7], [56, 63], [], [], [1], [], [8, 15, 36], [35]]
    assert len(found[12]) == 53 and [len(squares) for squares in found[13:]] == [0, 64, 64, 64, 64, 0, 64]
    assert set(openspiel[14]) == {1} and set(openspiel[15]) == {np.float32(5 / 101)}
    for turned, turn, passed in ((False, "w", "d6"), (True, "b", "-")):
        maia2 = Positions.from_fens([fen.format(turn, passed)]).planes("maia2_18", dtype="uint8")[0].reshape(18, 64)
        found = [plane.nonzero()[0].tolist() for plane in maia2]
        white, black = [[8, 15, 36], [1], [], [0, 7], [], [4]], [[35], [], [], [56, 63], [], [60]]
        if turned:
            white, black = ([[sorted(square ^ 56 for square in squares) for squares in side] for side in (white, black)])
            assert found[:12] == black + white and [len(squares) for squares in found[12:]] == [64, 64, 0, 64, 64, 0]
        else:
            assert found[:12] == white + black and [len(squares) for squares in found[12:17]] == [64, 64, 64, 64, 0]
            assert found[17] == [43]


def test_features_are_right_on_known_squares():
    one = Positions.from_fens(["4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "7k/8/8/8/8/8/7r/K7 b - - 0 1"])
    halfkp = one.features("halfkp")
    assert halfkp[0, 0].max() == 4 * 640 + 12
    assert halfkp[0, 1].max() == 3 * 640 + 64 + 51
    hm = one.features("halfka_v2_hm")
    assert set(hm[0, 0]) - {-1} == {31 * 704 + 12, 31 * 704 + 640 + 4, 31 * 704 + 640 + 60}
    assert set(hm[1, 1]) - {-1} == {28 * 704 + 640 + 7, 28 * 704 + 640 + 56, 28 * 704 + 448 + 8}


def test_features_of_mirrored_positions_are_those_of_the_other_side(positions):
    mirrored = Positions.from_positions([position.flip_colors() for position in positions])
    for encoding, size in encode.features.items():
        own = np.sort(Positions.from_positions(positions).features(encoding), axis=2)
        other = np.sort(mirrored.features(encoding), axis=2)
        assert own.max() < size
        if encoding == "halfka_v2_hm":
            assert (own == other).all()
        else:
            assert ((own >= 0).sum() == (other >= 0).sum())


@pytest.mark.parametrize("out", [np.zeros((3, 1858)), np.zeros((2, 1858), bool), np.zeros((3, 3716), bool)[:, ::2], 5])
def test_outputs_that_do_not_fit(out):
    with pytest.raises((TypeError, ValueError)):
        Positions.from_positions([Position()] * 3).legal_mask("lc0_1858", out=out)


@pytest.mark.parametrize("dtype", ["bool", "uint8", "float16", "float32"])
def test_masks_of_every_type(batch, dtype):
    expected = batch.legal_mask("lc0_1858")
    mask = batch.legal_mask("lc0_1858", dtype=dtype, threads=2)
    assert expected.dtype == bool and mask.dtype == np.dtype(dtype) and (mask == expected).all()
    out = np.full(mask.shape, 7).astype(dtype)
    assert batch.legal_mask("lc0_1858", out=out) is out and (out == expected).all()
    other = "uint8" if dtype == "float32" else "float32"
    with pytest.raises(TypeError, match=f"{other} was asked for"):
        batch.legal_mask("lc0_1858", out=out, dtype=other)
    with pytest.raises(TypeError, match="not float64"):
        batch.legal_mask("lc0_1858", dtype="float64")


def test_numbers_and_moves_into_given_arrays():
    batch = Positions.from_positions([Position()] * 3)
    moves = np.array([Position().digest(san) for san in ("e4", "Nf3", "a3")], np.uint16)
    numbers = batch.index(moves, "lc0_1858")
    out = np.full(3, 9, np.int32)
    assert batch.index(moves, "lc0_1858", out=out) is out and (out == numbers).all()
    back = np.zeros(3, np.uint16)
    assert batch.move(numbers, "lc0_1858", out=back) is back and (back == moves).all()
    with pytest.raises(TypeError, match="int32"):
        batch.index(moves, "lc0_1858", out=back)
    # A refusal leaves the array as it was.
    moves[1] = 0
    with pytest.raises(MoveError, match="row 1"):
        batch.index(moves, "lc0_1858", out=out)
    assert (out == numbers).all()
    for wrong in (np.zeros(2, np.int32), np.zeros((3, 1), np.int32), np.zeros(6, np.int32)[::2]):
        with pytest.raises(ValueError, match="out"):
            batch.index(back, "lc0_1858", out=wrong)
    out.flags.writeable = False
    with pytest.raises(ValueError):
        batch.index(back, "lc0_1858", out=out)


@pytest.mark.parametrize("wrong", [[1, 2], None, 5, "e4", np.zeros(2), np.zeros((2, 1), np.uint16), np.zeros(2, ">u2")])
def test_moves_that_are_no_array_of_moves(wrong):
    batch = Positions.from_positions([Position()] * 2)
    for call in (batch.push, lambda moves: batch.index(moves, "lc0_1858")):
        with pytest.raises(TypeError, match="^moves are an array of uint16 with one dimension$"):
            call(wrong)
    with pytest.raises(TypeError, match="^indices are an array of int32 with one dimension$"):
        batch.move(wrong, "lc0_1858")


def test_unknown_names():
    one = Positions.from_positions([Position()])
    for call in (one.legal_mask, one.legal_indices, one.planes, one.features):
        with pytest.raises(ValueError, match="encoding is one of"):
            call("no_such")
    with pytest.raises(TypeError):
        one.planes("pieces_12", dtype="int64")
