"""Batches answer what positions answer, on one thread as on several."""

import pickle

import numpy as np
import pytest

from philidor import Color, FenError, MoveError, PackedError, Position, Positions, SetupError

ALONE = {
    "move_counts": Position.legal_move_count,
    "keys": lambda position: position.key,
    "polyglot_keys": lambda position: position.polyglot_key,
    "turns": lambda position: int(position.turn),
    "checks": lambda position: position.is_check,
    "mates": lambda position: position.is_checkmate,
    "stalemates": lambda position: position.is_stalemate,
    "fens": Position.fen,
}


@pytest.fixture(scope="module")
def batch(positions):
    return Positions.from_positions(positions)


@pytest.mark.parametrize("threads", [1, 3, 0])
@pytest.mark.parametrize("name", ALONE)
def test_one_answer_each(positions, batch, name, threads):
    assert list(getattr(batch, name)(threads=threads)) == [ALONE[name](position) for position in positions]


def test_counts_of_every_length_around_their_blocks(positions, batch):
    expected = [position.legal_move_count() for position in positions]
    for length in [0, 1, 7, 8, 9, 63, 64, 65, 127, 128, 129, 200]:
        counts = batch[3:3 + length].move_counts()
        assert counts.dtype == np.uint16 and counts.tolist() == expected[3:3 + length]


@pytest.mark.parametrize("row", [0, 63, 64, 150])
def test_counts_of_a_batch_with_an_unsound_row(positions, row):
    array = Positions.from_positions(positions[:151]).array
    array[row] = 0
    with pytest.raises(PackedError, match=f"{row}"):
        Positions(array).move_counts()


@pytest.mark.parametrize("threads", [1, 3])
def test_legal_moves_and_push(positions, batch, threads):
    offsets, moves = batch.legal_moves(threads=threads)
    assert (offsets.dtype, moves.dtype, len(offsets), offsets[-1]) == (np.int64, np.uint16, len(batch) + 1, len(moves))
    for row, position in enumerate(positions):
        own = moves[offsets[row]:offsets[row + 1]]
        assert [position.decode(int(move)) for move in own] == position.legal_moves()
    counts = np.diff(offsets)
    repeated = batch[np.repeat(np.arange(len(batch)), counts)]
    after = repeated.push(moves, threads=threads)
    expected = [position.play(move).fen() for position in positions for move in position.legal_moves()]
    assert after.fens() == expected


def test_attacks_perft_and_material(positions, batch):
    for color in Color:
        assert batch.attacks(color).tolist() == [int(position.attacked_by(color)) for position in positions]
    assert batch[:20].perft(2).tolist() == [position.perft(2) for position in positions[:20]]
    material = batch.material(threads=2)
    assert (material.shape, material.dtype) == ((len(batch), 2, 6), np.uint8)
    for row, position in enumerate(positions[:200]):
        expected = [[len(position.squares(piece)) for piece in pieces] for pieces in ("PNBRQK", "pnbrqk")]
        assert material[row].tolist() == expected


def test_rows_are_taken_out_in_every_way(positions, batch):
    assert len(batch) == len(positions) and batch[-1] == positions[-1] and batch[3] == positions[3]
    assert batch[5:9].fens() == [position.fen() for position in positions[5:9]]
    assert batch[::-3].fens() == [position.fen() for position in positions[::-3]]
    assert batch[batch.checks()].checks().all()
    assert [position.fen() for position in batch[:4]] == batch[:4].fens()
    with pytest.raises(IndexError):
        batch[len(batch)]
    with pytest.raises(IndexError):
        batch[-len(batch) - 1]


def test_the_array_is_not_copied(batch):
    array = batch.array.copy()
    assert Positions(array).array is array
    assert np.shares_memory(Positions(array)[1:].array, array)
    assert (pickle.loads(pickle.dumps(batch)).array == array).all()
    assert Positions(np.zeros((0, 32), np.uint8)).legal_moves()[0].tolist() == [0]


def test_the_first_row_that_is_no_position_is_named(batch):
    array = batch.array.copy()
    array[700], array[900] = 0, 255
    for threads in (1, 4):
        with pytest.raises(PackedError, match="row 700") as caught:
            Positions(array).keys(threads=threads)
        assert caught.value.row == 700
        with pytest.raises(PackedError, match="row 700"):
            Positions(array).planes("pieces_12", threads=threads)
    fens = batch.fens()
    fens[41] = "nonsense"
    with pytest.raises(FenError) as caught:
        Positions.from_fens(fens, threads=2)
    assert caught.value.fen == "nonsense"
    with pytest.raises(SetupError):
        Positions.from_fens(["8/8/8/8/8/8/8/8 w - - 0 1"])


def test_moves_that_do_not_fit(batch):
    moves = batch.legal_moves()[1]
    with pytest.raises(ValueError, match="moves for"):
        batch.push(moves[:3])
    with pytest.raises(MoveError, match="row 1"):
        Positions.from_positions([Position()] * 2).push(np.array([Position().digest("e4"), 0], np.uint16))
    with pytest.raises(TypeError):
        batch.push(moves.astype(np.int64))


@pytest.mark.parametrize("array", [np.zeros((2, 31), np.uint8), np.zeros((2, 64), np.uint8)[:, ::2]])
def test_arrays_of_another_shape(array):
    with pytest.raises(ValueError):
        Positions(array)


@pytest.mark.parametrize("array", [np.zeros((2, 32)), np.zeros(32, np.uint8), [[0] * 32], None])
def test_arrays_of_another_type(array):
    with pytest.raises(TypeError):
        Positions(array)


def test_exceptions_name_the_row(batch):
    fens = batch.fens()[:300]
    fens[211] = "8/8/8/8/8/8/8/8 w - - 0 1"
    for threads in (1, 3):
        with pytest.raises(SetupError, match="^row 211: ") as caught:
            Positions.from_fens(fens, threads=threads)
        assert caught.value.row == 211 and len(caught.value.faults) == 2
    moves = np.array([Position().digest("e4")] * 5, np.uint16)
    moves[3] = 0
    with pytest.raises(MoveError, match="^row 3: ") as caught:
        Positions.from_positions([Position()] * 5).push(moves)
    assert caught.value.row == 3 and pickle.loads(pickle.dumps(caught.value)).row == 3
    with pytest.raises(MoveError) as caught:
        Position().play("e5")
    assert caught.value.row is None


def test_rows_of_arrow_are_counted_over_all_parts():
    pyarrow = pytest.importorskip("pyarrow")
    good = Position().fen()
    parts = pyarrow.chunked_array([[good] * 3, [good, "nonsense", good]])
    with pytest.raises(FenError) as caught:
        Positions.from_arrow(parts)
    assert (caught.value.row, caught.value.fen) == (4, "nonsense")


def test_a_type_that_is_not_that_of_the_output(batch):
    out = np.zeros((len(batch), 12, 8, 8), np.float32)
    with pytest.raises(TypeError, match="uint8 was asked for"):
        batch.planes("pieces_12", out=out, dtype=np.uint8)
    assert batch.planes("pieces_12", out=out, dtype="float32") is out
    for wrong in ([1], 5, "x"):
        with pytest.raises(TypeError, match="numpy"):
            batch.planes("pieces_12", out=wrong)


@pytest.mark.parametrize("fen", ["NNNNNNNN/NNNNNNNN/8/8/k7/8/8/4K3 w - - 0 1", "4k3/8/8/b7/4r3/8/6n1/4K3 w - - 0 1"])
def test_positions_that_no_row_can_be_are_refused_at_once(fen):
    with pytest.raises(PackedError, match="^row 2: ") as caught:
        Positions.from_positions([Position(), Position(), Position(fen, strict=False)])
    assert caught.value.row == 2
