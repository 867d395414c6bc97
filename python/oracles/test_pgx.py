"""pgx: its order of AlphaZero's 73 planes, in random games that both play."""

import numpy as np
import pytest
from conftest import COUNT

from philidor import Position, Positions

jax = pytest.importorskip("jax")
pgx = pytest.importorskip("pgx")

PLIES = 200


def test_moves():
    env = pgx.make("chess")
    games = max(1, COUNT // (PLIES // 2))
    states = jax.jit(jax.vmap(env.init))(jax.random.split(jax.random.key(1), games))
    step, generator = jax.jit(jax.vmap(env.step)), np.random.default_rng(1)
    fens, compared = [Position().fen()] * games, 0
    for _ in range(PLIES):
        batch = Positions.from_fens(fens)
        own, theirs = batch.legal_mask("az73_pgx"), np.asarray(states.legal_action_mask)
        goes_on = ~np.asarray(states.terminated)
        wrong = (own != theirs).any(axis=1) & goes_on
        assert not wrong.any(), fens[wrong.argmax()]
        compared += int(goes_on.sum())
        if not goes_on.any():
            break
        # A random legal move in each game; games that are over stay where they are there, and begin again here.
        numbers = (generator.random(own.shape) * (own & goes_on[:, None])).argmax(axis=1).astype(np.int32)
        states = step(states, numbers)
        moved = batch[np.flatnonzero(goes_on)]
        after = iter(moved.push(moved.move(numbers[goes_on], "az73_pgx")).fens())
        fens = [next(after) if goes else Position().fen() for goes in goes_on]
    assert compared > COUNT // 2
