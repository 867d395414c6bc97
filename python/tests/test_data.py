"""Records of bulletformat, there and back. The bytes named here are those of the crate bulletformat 1.8.0."""

import numpy as np
import pytest

from philidor import PackedError, Position, Positions
from philidor.data import read_bulletformat, write_bulletformat

KIWIPETE = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R {} KQkq - 0 1"
# FEN, score and result for White, and the record that the crate makes of them.
RECORDS = [
    ("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 35, 1,
     "ffff00000000ffff1342253100000000888888889bcaadb92300010404000000"),
    ("rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1", 35, 2,
     "ffff00001000efff1342253100000000888888889bcaadb9ddff000404000000"),
    (KIWIPETE.format("w"), -120, 0, "91ffa41218737d915303002200108408109a9888888cbabd88ff000404000000"),
    (KIWIPETE.format("b"), -120, 0, "917d731812a4ff91530300042201019880c98088aa88b8bd7800020404000000"),
    ("8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 b - - 0 1", 32000, 2,
     "00040883a2005000008db3508800000000000000000000000083002720000000"),
]  # fmt: skip


def test_named_positions(tmp_path):
    path = tmp_path / "positions.data"
    fens, scores, results, records = zip(*RECORDS, strict=True)
    write_bulletformat(path, Positions.from_fens(list(fens)), scores, results)
    assert path.read_bytes().hex() == "".join(records)


def bare(position):
    """What a record keeps of a position: the pieces, seen by the side to move."""
    position = position if position.turn == 0 else position.flip_colors()
    return position.fen().split()[0]


def test_there_and_back(tmp_path, positions):
    path, dice = tmp_path / "positions.data", np.random.default_rng(1)
    batch = Positions.from_positions(positions)
    scores = dice.integers(-32767, 32768, len(batch), np.int16)
    results = dice.integers(0, 3, len(batch), np.uint8)
    write_bulletformat(path, batch, scores, results, threads=2)
    found, their_scores, their_results = read_bulletformat(path, threads=2)
    sign = np.where(batch.turns() == 0, 1, -1)
    assert (their_scores == scores * sign).all()
    assert (their_results == np.where(sign == 1, results, 2 - results)).all()
    assert [position.fen().split()[0] for position in found] == [bare(position) for position in positions]
    assert {tuple(position.fen().split()[1:]) for position in found} == {("w", "-", "-", "0", "1")}
    again = tmp_path / "again.data"
    write_bulletformat(again, found, their_scores, their_results)
    assert again.read_bytes() == path.read_bytes()


def test_parts_of_files(tmp_path):
    path = tmp_path / "positions.data"
    batch = Positions.from_fens([fen for fen, *_ in RECORDS])
    for row in range(len(batch)):
        write_bulletformat(path, batch[row : row + 1], [row], [1], append=row > 0)
    _, scores, _ = read_bulletformat(path, first=1, count=3)
    assert scores.tolist() == [-1, 2, -3]
    assert len(read_bulletformat(path, first=9)[0]) == 0
    path.write_bytes(b"")
    assert len(read_bulletformat(path)[0]) == 0


@pytest.mark.parametrize(
    ("at", "byte", "message"),
    [(26, 3, "the result is 3"), (8, 0x77, "7 is not a piece"), (27, 5, "squares of the kings"), (28, 5, "squares of the kings"),
     (8, 0x55, "row 1"), (2, 0xFF, "pieces|row 1")],
)  # fmt: skip
def test_what_is_not_a_record_is_refused(tmp_path, at, byte, message):
    path = tmp_path / "positions.data"
    records = np.array([np.frombuffer(bytes.fromhex(RECORDS[0][3]), np.uint8)] * 3)
    records[1, at] = byte
    path.write_bytes(records.tobytes())
    with pytest.raises(PackedError, match=message) as caught:
        read_bulletformat(path)
    assert caught.value.row == 1
    with pytest.warns(UserWarning, match="1 faulty record left out"):
        parts = read_bulletformat(path, lenient=True, threads=2)
    assert [len(part) for part in parts] == [2, 2, 2]


def test_what_cannot_be_written_is_refused(tmp_path):
    path, batch = tmp_path / "positions.data", Positions.from_positions([Position()])
    for scores, results, error in [([1, 2], [1], ValueError), ([1], [3], ValueError), ([40_000], [1], OverflowError),
                                   ([0.5], [1], OverflowError), ([1], [-1], OverflowError)]:  # fmt: skip
        with pytest.raises(error):
            write_bulletformat(path, batch, scores, results)
    assert not path.exists()
    path.write_bytes(bytes(33))
    with pytest.raises(ValueError, match="33 bytes"):
        read_bulletformat(path)


def test_negative_numbers_are_refused(tmp_path):
    path = tmp_path / "empty.bullet"
    path.write_bytes(b"")
    for numbers in ({"first": -10}, {"first": -10, "count": 10}, {"count": -1}):
        with pytest.raises(ValueError, match="not both 0 or more"):
            read_bulletformat(path, **numbers)
