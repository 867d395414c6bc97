"""PettingZoo and OpenSpiel: AlphaZero's 73 planes in their orders."""

import chess
import numpy as np
import pyspiel
from pettingzoo.classic.chess import chess_utils

from philidor import Positions


def test_pettingzoo(positions, numbers):
    for position, own in zip(positions, numbers("az73_pettingzoo"), strict=True):
        assert sorted(chess_utils.legal_moves(chess.Board(position.fen()))) == own, position.fen()


def test_openspiel(positions, numbers):
    game = pyspiel.load_game("chess")
    compared = 0
    for position, own in zip(positions, numbers("openspiel_4674"), strict=True):
        state = game.new_initial_state(position.fen())
        if not state.is_terminal():
            assert sorted(state.legal_actions()) == own, position.fen()
            compared += 1
    assert compared > len(positions) // 2


def test_openspiel_planes(positions):
    game, compared = pyspiel.load_game("chess"), 0
    own = Positions.from_positions(positions).planes("openspiel_20", threads=0)
    for position, planes in zip(positions, own, strict=True):
        state = game.new_initial_state(position.fen())
        if not state.is_terminal():
            theirs = np.array(state.observation_tensor(0), np.float32).reshape(20, 8, 8)
            assert (planes == theirs).all(), position.fen()
            compared += 1
    assert compared > len(positions) // 2
