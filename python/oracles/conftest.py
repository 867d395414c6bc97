"""Random positions on which other packages are asked, too. They are installed for these tests alone, and only called.

    ORACLE_POSITIONS=100000 scripts/python 3.12 --oracles      # as many as that; 2,000 if nothing is said
"""

import os
import random

import numpy as np
import pytest

from philidor import Position, Positions

COUNT = int(os.environ.get("ORACLE_POSITIONS", "2000"))


def walk(seed, chess960):
    """Positions of random games, most of which reach an endgame."""
    generator = random.Random(seed)
    while True:
        position = Position.chess960(generator.randrange(960)) if chess960 else Position()
        yield position
        for _ in range(generator.randrange(20, 200)):
            moves = position.legal_moves()
            if not moves:
                break
            # Captures and promotions more often than at random, so that boards empty.
            tactical = position.legal_moves("tactical") if generator.random() < 0.3 else []
            position = position.play(generator.choice(tactical or moves))
            yield position


def sample(seed, chess960=False, count=COUNT):
    walks = walk(seed, chess960)
    return [next(walks) for _ in range(count)]


@pytest.fixture(scope="session")
def positions():
    return sample(10)


@pytest.fixture(scope="session")
def chess960_positions():
    return sample(11, chess960=True, count=COUNT // 4)


@pytest.fixture(scope="session")
def numbers(positions):
    """A function from an encoding to the sorted numbers of the legal moves of each position."""

    def of(encoding):
        offsets, found = Positions.from_positions(positions).legal_indices(encoding, threads=0)
        return [np.sort(part).tolist() for part in np.split(found, offsets[1:-1])]

    return of
