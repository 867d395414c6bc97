"""A net of two layers, trained in numpy to tell who wins, from the positions of a PGN.

    python train_numpy.py games.pgn --seconds 60

Its input is 768 zeros and ones: the twelve planes of the pieces. philidor reads the games and makes the planes; the rest
is what any course on neural nets begins with. It prints the loss on what it learns from, and on games that it does not see:
a few games are learned by heart, and only thousands teach it something about others.
"""

import argparse
import time

import numpy as np

import philidor

POINTS = {"1-0": 1.0, "1/2-1/2": 0.5, "0-1": 0.0}


def read(path):
    """The positions of all games, the points that White got, and the number of each position's game."""
    games = list(philidor.pgn.read(path, on_error="skip"))
    positions, points, numbers = [], [], []
    for number, game in enumerate(games):
        if game.result in POINTS:
            played = philidor.Game(game.start, game.moves)
            positions += [played.position_at(ply) for ply in range(1, len(played) + 1)]
            points += [POINTS[game.result]] * len(played)
            numbers += [number] * len(played)
    return philidor.Positions.from_positions(positions), np.array(points, np.float32), np.array(numbers)


class Net:
    """768 inputs, a hidden layer, one output between 0 and 1."""

    def __init__(self, hidden=32, seed=1):
        dice = np.random.default_rng(seed)
        self.layers = [
            dice.normal(0, 0.05, (768, hidden)).astype(np.float32),
            np.zeros(hidden, np.float32),
            dice.normal(0, 0.1, hidden).astype(np.float32),
            np.zeros(1, np.float32),
        ]
        self.squares = [np.zeros_like(layer) for layer in self.layers]

    def forward(self, inputs):
        hidden = np.maximum(inputs @ self.layers[0] + self.layers[1], 0)
        return hidden, 1 / (1 + np.exp(-(hidden @ self.layers[2] + self.layers[3])))

    def loss(self, inputs, points):
        guess = np.clip(self.forward(inputs)[1], 1e-6, 1 - 1e-6)
        return float(-np.mean(points * np.log(guess) + (1 - points) * np.log(1 - guess)))

    def learn(self, inputs, points, rate):
        """One step down the gradient of the cross entropy, each weight at a learning rate of its own (RMSProp)."""
        hidden, guess = self.forward(inputs)
        error = (guess - points) / len(points)
        back = np.outer(error, self.layers[2]) * (hidden > 0)
        gradients = [inputs.T @ back, back.sum(axis=0), hidden.T @ error, error.sum(keepdims=True)]
        for layer, square, gradient in zip(self.layers, self.squares, gradients, strict=True):
            square *= 0.99
            square += 0.01 * gradient**2
            layer -= rate * gradient / (np.sqrt(square) + 1e-8)


def train(path, seconds=60.0, steps=10**9, batch=256, rate=0.0005, seed=1, report=print):
    """Trains for a time or a number of steps. Returns the losses before and after: on what was learned, on other games."""
    positions, points, games = read(path)
    # Whole games are held out, since positions of one game are too much alike.
    held_back = games % 8 == 0
    rows, others = np.flatnonzero(~held_back), np.flatnonzero(held_back)
    test = positions[others].planes("pieces_12").reshape(len(others), 768)
    learned = positions[rows[::8]].planes("pieces_12").reshape(-1, 768)
    net, dice = Net(seed=seed), np.random.default_rng(seed)

    def losses():
        return net.loss(learned, points[rows[::8]]), net.loss(test, points[others])

    before = losses()
    report(f"{len(positions)} positions; loss {before[0]:.4f}, on other games {before[1]:.4f}")
    planes = np.empty((batch, 12, 8, 8), np.float32)  # filled again and again
    end, step = time.monotonic() + seconds, 0
    while step < steps and time.monotonic() < end:
        chosen = dice.choice(rows, batch)
        positions[chosen].planes("pieces_12", out=planes)
        net.learn(planes.reshape(batch, 768), points[chosen], rate)
        step += 1
        if step % 100 == 0:
            report("step {}: loss {:.4f}, on other games {:.4f}".format(step, *losses()))
    return before, losses()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("pgn")
    parser.add_argument("--seconds", type=float, default=60.0)
    arguments = parser.parse_args()
    before, after = train(arguments.pgn, arguments.seconds)
    print(f"loss {before[0]:.4f} before, {after[0]:.4f} after; on other games {before[1]:.4f}, {after[1]:.4f}")


if __name__ == "__main__":
    main()
