"""Learns to mate with a queen, against a king that moves at random: an actor and a critic of one hidden layer, in numpy alone.

    python learn_mate.py --seconds 600

philidor steps 256 boards at once; each game begins with a king, a queen and a king somewhere, White to move. At first White
moves at random: it leaves the queen to be taken, or runs out of moves. The reward is 1 for mate and 0 for all else, and a mate
that comes later is worth less. The program prints how games end, and the curve of its mates.
"""

import argparse
import random
import time

import numpy as np

from philidor import ChessError, Color, Game, Position
from philidor.env import REASONS, VectorEnv

DISCOUNT = 0.97  # of a reward, for each move that it is away
STEPS = 8  # moves between two corrections of the net
ENTROPY = 0.003  # how much it is worth to stay undecided


def starts(count, seed=1):
    """FENs with two kings and a white queen, in which the game goes on."""
    dice, found = random.Random(seed), []
    while len(found) < count:
        board = ["."] * 64
        for square, letter in zip(dice.sample(range(64), 3), "KQk"):
            board[square] = letter
        rows = ["".join(board[first : first + 8]).replace(".", "1") for first in range(0, 64, 8)]
        fen = "/".join(rows) + " w - - 0 1"
        try:
            position = Position(fen)
        except ChessError:
            continue  # a king that could be taken
        if Game(position).outcome is None:
            found.append(fen)
    return found


class Net:
    """768 inputs and a hidden layer; a number for each action, and the value of the position."""

    def __init__(self, actions, hidden=128, rate=0.001, seed=1):
        dice = np.random.default_rng(seed)
        self.layers = [
            dice.normal(0, 0.3, (768, hidden)), np.zeros(hidden),
            dice.normal(0, 0.01, (hidden, actions)), np.zeros(actions),
            dice.normal(0, 0.01, hidden), np.zeros(1),
        ]
        self.layers = [layer.astype(np.float32) for layer in self.layers]
        self.means = [np.zeros_like(layer) for layer in self.layers]
        self.squares = [np.zeros_like(layer) for layer in self.layers]
        self.rate, self.steps = rate, 0

    def forward(self, inputs, mask):
        """The hidden layer, the probabilities of the actions, the values."""
        first, first_bias, policy, policy_bias, value, value_bias = self.layers
        hidden = np.maximum(inputs @ first + first_bias, 0)
        logits = np.where(mask, hidden @ policy + policy_bias, -1e9)
        logits -= logits.max(axis=1, keepdims=True)
        chances = np.exp(logits)
        chances /= chances.sum(axis=1, keepdims=True)
        return hidden, chances, hidden @ value + value_bias[0]

    def learn(self, inputs, mask, actions, returns):
        """One step of Adam: towards actions that were worth more than expected, and towards what they were worth."""
        hidden, chances, values = self.forward(inputs, mask)
        count, rows = len(actions), np.arange(len(actions))
        gain = returns - values
        scaled = gain / (gain.std() + 1e-3)
        wanted = chances * scaled[:, None]
        wanted[rows, actions] -= scaled
        logs = np.log(chances + 1e-9)
        wanted += ENTROPY * chances * (logs - (chances * logs).sum(axis=1, keepdims=True))
        wanted /= count
        missed = (values - returns) / count
        back = (wanted @ self.layers[2].T + np.outer(missed, self.layers[4])) * (hidden > 0)
        self.apply([
            inputs.T @ back, back.sum(axis=0), hidden.T @ wanted, wanted.sum(axis=0),
            hidden.T @ missed, missed.sum(keepdims=True),
        ])

    def apply(self, gradients):
        self.steps += 1
        rate = self.rate * np.sqrt(1 - 0.999**self.steps) / (1 - 0.9**self.steps)
        for layer, mean, square, gradient in zip(self.layers, self.means, self.squares, gradients):
            mean += 0.1 * (gradient - mean)
            square += 0.001 * (gradient**2 - square)
            layer -= rate * mean / (np.sqrt(square) + 1e-8)


def chosen(chances, dice):
    """An action for each board, by its chances."""
    sums = chances.cumsum(axis=1)
    return (sums < dice.random((len(chances), 1), np.float32) * sums[:, -1:]).sum(axis=1)


def train(seconds=600.0, boards=256, rounds=10**9, seed=1, every=20.0, report=print):
    """Trains for a time or a number of rounds. Returns for each report: seconds, games, the share of mates, their moves."""
    env = VectorEnv(
        boards, actions="lc0_1858", observation="pieces_12", dtype="float32", starts=starts(4000), opponent="random",
        side=Color.WHITE, max_plies=60, seed=seed,
    )
    net, dice = Net(1858, seed=seed), np.random.default_rng(seed)
    planes, infos = env.reset()
    mask, curve = infos["action_mask"], []
    started = reported = time.monotonic()
    ends, lengths, ages, moves = np.zeros(len(REASONS), int), [], np.zeros(boards, int), 0
    for number in range(rounds):
        seen, masks, actions, rewards, goes_on = [], [], [], [], []
        for _ in range(STEPS):
            seen.append(planes.reshape(boards, 768).copy())  # the next step fills these arrays anew
            masks.append(mask.copy())
            actions.append(chosen(net.forward(seen[-1], masks[-1])[1], dice))
            planes, reward, terminations, truncations, infos = env.step(actions[-1])
            ended = terminations | truncations
            rewards.append(reward.copy())
            goes_on.append(~ended)
            ages += 1
            ends += np.bincount(infos["reason"][ended], minlength=len(REASONS))
            lengths += ages[reward > 0].tolist()
            ages[ended] = 0
            moves += boards
        returns, ahead = [], net.forward(planes.reshape(boards, 768), mask)[2]
        for reward, goes in zip(reversed(rewards), reversed(goes_on)):
            ahead = reward + DISCOUNT * ahead * goes
            returns.insert(0, ahead)
        net.learn(np.concatenate(seen), np.concatenate(masks), np.concatenate(actions), np.concatenate(returns))
        now = time.monotonic()
        if now - reported >= every or now - started >= seconds or number == rounds - 1:
            games = max(ends.sum(), 1)
            share = ends[REASONS.index("mate")] / games
            length = float(np.mean(lengths)) if lengths else float("nan")
            curve.append((now - started, int(games), float(share), length))
            others = ", ".join(f"{name} {count / games:.0%}" for name, count in zip(REASONS, ends) if count and name != "mate")
            report(f"{now - started:5.0f} s  {moves:9,} moves  mates {share:6.1%} {'█' * round(40 * share):40}  "
                   f"in {length:4.1f} moves; {others}")
            ends[:], lengths, reported = 0, [], now
        if now - started >= seconds:
            break
    return curve


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=600.0)
    parser.add_argument("--boards", type=int, default=256)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    train(given.seconds, given.boards, seed=given.seed)


if __name__ == "__main__":
    main()
