"""Positions for tests, by random play from standard and Chess960 starts, the same in each run."""

import random

import pytest

from philidor import Position


def play_out(generator, position, plies):
    """The positions of a random game."""
    for _ in range(plies):
        moves = position.legal_moves()
        if not moves:
            return
        position = position.play(generator.choice(moves))
        yield position


def random_positions(count, seed=1, chess960=False):
    generator = random.Random(seed)
    positions = []
    while len(positions) < count:
        start = Position.chess960(generator.randrange(960)) if chess960 else Position()
        positions.extend(play_out(generator, start, generator.randrange(1, 160)))
    return positions[:count]


# Castling both ways, en passant (legal, pinned), promotions with and without capture, checks, mate, stalemate.
SPECIAL = [
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R b KQkq - 0 1",
    "8/8/8/KPp4r/8/8/8/4k3 w - c6 0 2",
    "4k3/8/8/2pP4/8/8/8/4K3 w - c6 0 2",
    "1n1n1n2/P1P1P3/8/8/8/8/k6K/8 w - - 0 1",
    "8/8/8/8/8/8/K2k2p1/5N1N b - - 0 1",
    "4k3/8/8/8/7b/8/5P2/4K3 w - - 0 1",
    "R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1",
    "k7/2Q5/1K6/8/8/8/8/8 b - - 0 1",
]


@pytest.fixture(scope="session")
def positions():
    return random_positions(1500) + [Position(fen) for fen in SPECIAL]


@pytest.fixture(scope="session")
def chess960_positions():
    return random_positions(500, seed=2, chess960=True)
