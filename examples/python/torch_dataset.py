"""Games of PGN as a stream of batches for torch: planes, the move played as a number, the legal moves, the result.

    python torch_dataset.py --workers 2 games.pgn more.pgn

The workers of a ``DataLoader`` share the games, whichever file these are in, and no game is given twice.
"""

import argparse
from itertools import islice

import numpy as np
import torch
from torch.utils.data import IterableDataset, get_worker_info

import philidor

PLANES, MOVES = "lc0_112", "lc0_1858"
POINTS = {"1-0": 1.0, "1/2-1/2": 0.0, "0-1": -1.0}


class Games(IterableDataset):
    """Batches of positions in which a move was played, in the order of the games. Games without a result are left out.

    A batch is a dictionary of tensors:

    ========== =================== ======= ===================================================
    ``planes`` (batch, 112, 8, 8)  float32 lc0's planes
    ``move``   (batch,)            int64   the move that was played, as lc0 numbers it
    ``legal``  (batch, 1858)       bool    the moves that are legal
    ``value``  (batch,)            float32 1 if the side to move won, 0 for a draw, -1 if it lost
    ========== =================== ======= ===================================================
    """

    def __init__(self, paths, batch=1024):
        super().__init__()
        self.paths, self.batch = [str(path) for path in paths], batch

    def games(self):
        """The games of this worker: of all games every other one, if there are two workers.

        Each worker reads all files, which takes a thirtieth of the time that all batches take.
        """
        worker = get_worker_info()
        first, step = (0, 1) if worker is None else (worker.id, worker.num_workers)
        readers = (philidor.pgn.read(path, on_error="skip") for path in self.paths)
        return islice((game for reader in readers for game in reader if game.result in POINTS), first, None, step)

    def __iter__(self):
        positions, moves, values = [], [], []
        for game in self.games():
            position = game.start
            for move in game.moves:
                positions.append(position)
                moves.append(position.digest(move))
                values.append(POINTS[game.result] * (1 - 2 * position.turn))
                position = position.play(move)
                if len(positions) == self.batch:
                    yield tensors(positions, moves, values)
                    positions, moves, values = [], [], []
        if positions:
            yield tensors(positions, moves, values)


def tensors(positions, moves, values):
    batch = philidor.Positions.from_positions(positions)
    return {
        "planes": torch.from_numpy(batch.planes(PLANES)),
        "move": torch.from_numpy(batch.index(np.array(moves, np.uint16), MOVES).astype(np.int64)),
        "legal": torch.from_numpy(batch.legal_mask(MOVES)),
        "value": torch.from_numpy(np.array(values, np.float32)),
    }


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="Prints the shapes of the batches that games of PGN give.")
    parser.add_argument("paths", nargs="+", metavar="FILE")
    parser.add_argument("--workers", type=int, default=0, help="processes that make batches; 0 is this one alone")
    arguments = parser.parse_args()
    # The batches are made by the dataset, so the loader makes none: batch_size=None.
    loader = torch.utils.data.DataLoader(Games(arguments.paths), batch_size=None, num_workers=arguments.workers)
    for batch in loader:
        print({name: tuple(tensor.shape) for name, tensor in batch.items()})
