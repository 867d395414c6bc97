"""Maia-2: its 1880 moves and 18 planes. The package wants torch when it is imported; it gets empty modules, and arrays of
numpy where it asks for tensors of zeros."""

import importlib
import itertools
import sys
import types

import chess
import numpy as np
import pytest

from philidor import Position, Positions, Setup, encode


class Empty(types.ModuleType):
    """A module in which every name is a class that takes anything."""

    __path__ = []

    def __getattr__(self, name):
        if name.startswith("__"):
            raise AttributeError(name)
        return type(name, (), {"__init__": lambda self, *arguments, **words: None})


@pytest.fixture(scope="module")
def utils():
    torch = Empty("torch")
    torch.zeros = lambda *shape, dtype=np.float32: np.zeros(shape[0] if isinstance(shape[0], tuple) else shape, dtype)
    torch.float32 = np.float32
    sys.modules.setdefault("torch", torch)
    for _ in range(20):
        try:
            return importlib.import_module("maia2.utils")
        except ModuleNotFoundError as error:
            if error.name.startswith("maia2"):
                pytest.skip("maia2 is not installed")
            sys.modules[error.name] = Empty(error.name)
    raise AssertionError("maia2 wants too much")


def seen(position):
    """A position as the side to move sees it: for Black with mirrored ranks and the colors exchanged."""
    return position.flip_colors() if position.turn else position


def test_moves(utils, positions):
    place = {text: number for number, text in enumerate(utils.get_all_possible_moves())}
    assert len(place) == encode.moves["maia2_1880"] == 1880
    offsets, numbers = Positions.from_positions(positions).legal_indices("maia2_1880", threads=0)
    for position, found in zip(positions, np.split(numbers, offsets[1:-1]), strict=True):
        expected = sorted(place[str(move)] for move in seen(position).legal_moves())
        assert sorted(found.tolist()) == expected, position.fen()


def with_move(text):
    """A position in which White may play this move."""
    for piece in "P" if text[4:] else "QN":
        for kings in itertools.permutations(("a1", "h1", "a8", "h8", "d4", "e6", "c2"), 2):
            if set(kings) & {text[:2], text[2:4]}:
                continue
            setup = Setup("8/8/8/8/8/8/8/8 w - - 0 1")
            setup[text[:2]] = piece
            if text[4:] and text[0] != text[2]:
                setup[text[2:4]] = "n"
            setup[kings[0]], setup[kings[1]] = "K", "k"
            try:
                position = Position(setup.fen())
                return position, position.digest(text)
            except ValueError:
                pass
    raise AssertionError(text)


def test_every_number(utils):
    """Also of moves that random games do not have."""
    for number, text in enumerate(utils.get_all_possible_moves()):
        position, digest = with_move(text)
        batch = Positions.from_positions([position])
        assert batch.index(np.array([digest], np.uint16), "maia2_1880").tolist() == [number], text
        assert batch.move(np.array([number], np.int32), "maia2_1880").tolist() == [digest], text


def test_planes(utils, positions):
    own = Positions.from_positions(positions).planes("maia2_18", threads=0)
    for position, planes in zip(positions, own, strict=True):
        theirs = utils.board_to_tensor(chess.Board(seen(position).fen()))
        assert (planes == np.asarray(theirs)).all(), position.fen()
