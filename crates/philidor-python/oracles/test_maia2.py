"""Maia-2: its 1880 moves. The package wants torch when it is imported, though not for that list; it gets empty modules."""

import importlib
import sys
import types

import numpy as np
import pytest

from philidor import Position, Positions, encode


class Empty(types.ModuleType):
    """A module in which every name is a class that takes anything."""

    __path__ = []

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return type(name, (), {"__init__": lambda self, *arguments, **words: None})


@pytest.fixture(scope="module")
def texts():
    for _ in range(20):
        try:
            return importlib.import_module("maia2.utils").get_all_possible_moves()
        except ModuleNotFoundError as error:
            if error.name.startswith("maia2"):
                pytest.skip("maia2 is not installed")
            sys.modules[error.name] = Empty(error.name)
    raise AssertionError("maia2 wants too much")


@pytest.mark.skipif("maia2_1880" not in encode.moves, reason="not offered yet")
def test_moves(positions, texts):
    place = {text: number for number, text in enumerate(texts)}
    assert len(place) == encode.moves["maia2_1880"] == 1880
    offsets, numbers = Positions.from_positions(positions).legal_indices("maia2_1880", threads=0)
    for position, found in zip(positions, np.split(numbers, offsets[1:-1]), strict=True):
        # Seen by the side to move: for Black with mirrored ranks.
        own = position.flip_colors() if position.turn else position
        assert sorted(found.tolist()) == sorted(place[str(move)] for move in own.legal_moves()), position.fen()


def test_every_legal_move_is_one_of_them(positions, texts):
    known = set(texts)
    for position in positions:
        own: Position = position.flip_colors() if position.turn else position
        assert {str(move) for move in own.legal_moves()} <= known, position.fen()
