"""Learns to mate with a queen, against a king that moves at random: a table of values, in numpy alone.

    python learn_mate.py --seconds 120

philidor steps a thousand boards at once; each game begins with two kings and a white queen somewhere, White to move. At first
White moves at random: it leaves the queen to be taken, or wanders about. The reward is 1 for mate and 0 for all else, and a mate
that comes later is worth less. What is learned is the value of each board after a move of White's (64 x 64 x 64 of them), from
the value of the next one: temporal differences, with nine moves in ten the best that is known. The program prints how games
end while it learns, as a curve, and at last how they end without experiments.
"""

import argparse
import random
import re
import time

import numpy as np

from philidor import Color, Game, Position, SetupError
from philidor.env import REASONS, VectorEnv

DISCOUNT = 0.98  # of a reward, for each move that it is away
MATE = REASONS.index("checkmate")


def starts(count, seed=1):
    """FENs with two kings and a white queen, in which the game is not over."""
    dice, found = random.Random(seed), []
    while len(found) < count:
        board = ["."] * 64
        for square, letter in zip(dice.sample(range(64), 3), "KQk"):
            board[square] = letter
        ranks = "/".join("".join(board[first : first + 8]) for first in range(0, 64, 8))
        fen = re.sub(r"\.+", lambda empty: str(len(empty[0])), ranks) + " w - - 0 1"
        try:
            position = Position(fen)
        except SetupError:
            continue  # a king that could be taken
        if Game(position).outcome is None:
            found.append(fen)
    return found


def destinations():
    """The destination of each action of ``lc0_1858`` that is not a promotion, as White sees it."""
    found = []
    for origin in range(64):
        for square in range(64):
            files, ranks = abs(square % 8 - origin % 8), abs(square // 8 - origin // 8)
            if square != origin and (0 in (files, ranks) or files == ranks or files + ranks == 3):
                found.append((origin, square))
    return np.array(found).T


ORIGIN, DESTINATION = destinations()


class Legal:
    """The legal moves of all boards, one after the other, and the place in the table of the board after each."""

    def __init__(self, env, planes):
        offsets, self.actions = env.legal_actions()
        self.begins, counts = offsets[:-1], np.diff(offsets)
        rows = np.repeat(np.arange(len(counts)), counts)
        king, queen, other = (planes[:, plane].reshape(-1, 64).argmax(axis=1)[rows] for plane in (5, 4, 11))
        origin, destination = ORIGIN[self.actions], DESTINATION[self.actions]
        king, queen = np.where(origin == king, destination, king), np.where(origin == queen, destination, queen)
        self.boards, self.rows, self.counts = (king * 64 + queen) * 64 + other, rows, counts

    def choose(self, values, dice, experiments):
        """The place of a move for each board, epsilon-greedy: the best known, or any as often as *experiments* says."""
        worth = values[self.boards] + dice.random(len(self.boards)) * 1e-6
        worth += 10 * dice.random(len(self.boards)) * (dice.random(len(self.counts)) < experiments)[self.rows]
        return np.flatnonzero(worth == np.maximum.reduceat(worth, self.begins)[self.rows])


def play(values, boards, seconds=1e9, steps=10**9, experiments=0.1, rate=0.1, every=5.0, seed=1, report=print):
    """Plays for a time or a number of steps, and learns if the *rate* is not 0. Returns for each report how many moves have
    been made, the share of mates, and the moves that they took.
    """
    env = VectorEnv(
        boards, actions="lc0_1858", observation="pieces_12", starts=starts(4000), opponent="random", side=Color.WHITE,
        max_plies=100, seed=seed,
    )
    dice, (planes, _) = np.random.default_rng(seed), env.reset()
    curve, begun, reported = [], time.monotonic(), time.monotonic()
    ends, lengths, ages, moves = np.zeros(len(REASONS), int), [], np.zeros(boards, int), 0
    before = None
    for step in range(steps):
        legal = Legal(env, planes)
        place = legal.choose(values, dice, experiments)
        reached = legal.boards[place]
        if before is not None and rate:
            # What the last boards were worth: the mate, or nothing at another end, or what comes next.
            target = reward + DISCOUNT * values[reached] * ~ended
            values[before] += rate * (target - values[before])
        planes, rewards, terminations, truncations, infos = env.step(legal.actions[place])
        before, reward, ended = reached, rewards.copy(), terminations | truncations
        ages, moves = ages + 1, moves + boards
        ends += np.bincount(infos["reason"][ended], minlength=len(REASONS))
        lengths.append(ages[reward > 0])
        ages[ended] = 0
        now = time.monotonic()
        is_last = now - begun >= seconds or step == steps - 1
        if is_last or now - reported >= every:
            games, taken = max(ends.sum(), 1), np.concatenate(lengths)
            curve.append((moves, ends[MATE] / games, taken.mean() if len(taken) else np.nan))
            rest = ", ".join(f"{name} {count / games:.0%}" for name, count in zip(REASONS, ends) if count and name != "checkmate")
            report(f"{now - begun:4.0f} s {moves / 1e6:7.2f} million moves  mates {curve[-1][1]:6.1%} "
                   f"{'#' * round(30 * curve[-1][1]):30} in {curve[-1][2]:4.1f} moves; {rest}")
            ends[:], lengths, reported = 0, [], now
        if is_last:
            return curve


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=120.0)
    parser.add_argument("--boards", type=int, default=1024)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    values = np.zeros(64**3)
    print("at random:")
    play(values, given.boards, steps=200, experiments=1, rate=0, seed=given.seed)
    print("while it learns:")
    play(values, given.boards, given.seconds, seed=given.seed)
    print("without experiments:")
    play(values, given.boards, steps=200, experiments=0, rate=0, seed=given.seed + 1)


if __name__ == "__main__":
    main()
