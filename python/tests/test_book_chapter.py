"""The book's sessions of Python do what they show, picture included; the examples that users copy work.

Left out where the package was installed without the tree around it.
"""

import ast
import doctest
import importlib.util
import re
import sys
import types
from pathlib import Path

import numpy as np
import pytest

ROOT = Path(__file__).parents[2]
GAMES = ROOT / "book/src/games.pgn"
EXAMPLES = ROOT / "examples/python"

pytestmark = pytest.mark.skipif(not GAMES.exists(), reason="the tree is not here")


@pytest.fixture
def beside_the_chapter(tmp_path, monkeypatch):
    """A folder with what the chapter reads; what it draws goes there, too."""
    (tmp_path / "games.pgn").write_bytes(GAMES.read_bytes())
    monkeypatch.chdir(tmp_path)
    monkeypatch.syspath_prepend(str(EXAMPLES))
    monkeypatch.setenv("MPLBACKEND", "Agg")
    return tmp_path


def run(chapter):
    """Runs the session of a chapter, a path of the tree; answers how many examples it has."""
    text = chapter.read_text(encoding="utf-8")
    parsed = doctest.DocTestParser().get_doctest(text.replace("\n```", "\n\n```"), {}, chapter.name, str(chapter), 0)
    failures = []
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(parsed, out=failures.append)
    assert not failures, "".join(failures)
    return len(parsed.examples)


def test_the_chapter(beside_the_chapter):
    assert run(ROOT / "book/src/python.md") > 20
    drawn = (beside_the_chapter / "survival.svg").read_text(encoding="utf-8")
    assert "<svg" in drawn and drawn.count("<text") > 32 + 16  # each piece, each file and rank


@pytest.mark.parametrize(
    "chapter, examples", [(ROOT / "book/src/getting-started.md", 5), (ROOT / "book/src/from-python-chess.md", 20)]
)
def test_the_sessions_for_those_who_are_new(beside_the_chapter, chapter, examples):
    assert run(chapter) >= examples


# What the comparisons of the page are asked about: each of them is true of one and false of another.
COMPARED = """
board, move = chess.Board(), chess.Move.from_uci("g1f3")
position, outcome = philidor.Position(), chess.Outcome(chess.Termination.CHECKMATE, chess.WHITE)
tablebase = types.SimpleNamespace(probe_wdl=lambda board: tables.probe_wdl(philidor.Position(board.fen())))
---
board, move = chess.Board("8/P6k/8/8/4P3/8/8/K7 w - - 0 1"), chess.Move.from_uci("e2e4")
position, outcome = philidor.Position(board.fen()), chess.Outcome(chess.Termination.CHECKMATE, chess.BLACK)
---
board, move = chess.Board("8/8/8/8/8/4k3/4r3/K7 b - - 0 1"), chess.Move.from_uci("a7a8q")
position = philidor.Position(board.fen())
---
move = philidor.Move("g1f3")
position, outcome = philidor.Position("8/8/8/8/8/4k3/4r3/K7 w - - 0 1"), philidor.Outcome("White wins by time")
board = chess.Board(position.fen())
---
move, outcome = philidor.Move("e2e4"), philidor.Outcome("Black wins by time")
---
move = philidor.Move("a7a8q")
"""


def test_every_comparison_of_the_page_has_both_outcomes():
    import philidor
    from philidor import compat

    page = (ROOT / "book/src/from-python-chess.md").read_text(encoding="utf-8")
    spans = {span for line in page.splitlines() if line.startswith("|") for span in re.findall(r"`([^`]+ [!=]= [^`]+)`", line)}
    for example in doctest.DocTestParser().get_examples(page):
        spans |= compares(example.source)
    names = {"chess": compat, "philidor": philidor, "types": types}
    names["tables"] = philidor.syzygy.Tables(data=philidor.syzygy.generate("KRvK"))
    outcomes = {span: set() for span in spans}
    for setting in COMPARED.split("---"):
        exec(setting, names)  # noqa: S102
        for span in spans:
            try:
                outcomes[span].add(eval(span, names))  # noqa: S307
            except (AttributeError, KeyError, TypeError, ValueError):
                pass  # about an object of the other package, or a position without tables
    assert len(outcomes) >= 16 and all(found == {True, False} for found in outcomes.values()), outcomes


def compares(source):
    """The comparisons of equality in a line, as text."""
    found = (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Compare))
    return {ast.unparse(node) for node in found if isinstance(node.ops[0], ast.Eq | ast.NotEq)}


def example(name):
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def test_a_bug_of_a_generator_in_python_is_named(monkeypatch):
    import philidor

    module = example("hunted_generator")
    report = philidor.hunt(module.legal_moves, leaves=30)
    assert [finding.name for finding in report.findings] == ["en-passant-pin", "en-passant"], str(report)
    reason = report.findings[0].reasons[0]
    assert reason.fault in ("invented", "missing") and "en passant" in reason.words
    monkeypatch.setattr(module, "MENDED", True)
    assert philidor.hunt(module.legal_moves, leaves=30).is_clean


def test_a_net_learns(beside_the_chapter):
    module = example("train_numpy")
    (before, _), (after, _) = module.train("games.pgn", 600.0, steps=60, report=lambda line: None)
    assert before > 0.6 and after < 0.5


def test_a_queen_learns_to_mate():
    module, values = example("learn_mate"), np.zeros(64**3)
    learned = module.play(values, 256, steps=1200, report=lambda line: None)
    assert learned[-1][0] == 256 * 1200 and (values > 0).sum() > 10_000
    random, best = (
        module.play(values, 256, steps=100, experiments=experiments, rate=0, report=lambda line: None)[-1][1]
        for experiments in (1, 0)
    )
    assert random < 0.1 and best > 0.5


class Dataset:
    """Stands in for torch's: torch itself is a gigabyte, and the example uses nothing else of it."""


@pytest.fixture
def torch(monkeypatch):
    """torch if it is installed, else the four names that the example takes from it."""
    if importlib.util.find_spec("torch"):
        return importlib.import_module("torch.utils.data")
    data = types.ModuleType("torch.utils.data")
    data.IterableDataset, data.get_worker_info = Dataset, lambda: None
    torch = types.ModuleType("torch")
    torch.from_numpy, torch.utils = np.asarray, types.SimpleNamespace(data=data)
    monkeypatch.setitem(sys.modules, "torch", torch)
    monkeypatch.setitem(sys.modules, "torch.utils", types.ModuleType("torch.utils"))
    monkeypatch.setitem(sys.modules, "torch.utils.data", data)
    return data


def test_batches_for_torch(torch, beside_the_chapter, monkeypatch):
    import philidor

    module = example("torch_dataset")
    games = [game for game in philidor.PgnReader(GAMES.read_bytes()) if game.result != "*"]
    moves = [move for game in games for move in game.moves]
    batches = list(module.Games(["games.pgn"], batch=1000))
    sizes = [len(batch["move"]) for batch in batches]
    assert sum(sizes) == len(moves) and set(sizes[:-1]) == {1000}
    first = batches[0]
    assert first["planes"].shape == (1000, 112, 8, 8) and first["legal"].shape == (1000, 1858)
    assert all(np.asarray(batch["legal"])[range(len(batch["move"])), batch["move"]].all() for batch in batches)
    # The one who moves first is White: the winner's values are 1 at even plies.
    winner = 1 if games[0].result == "1-0" else -1 if games[0].result == "0-1" else 0
    assert np.asarray(first["value"])[:2].tolist() == [winner, -winner]


@pytest.mark.parametrize("workers", [1, 2, 3, 200])
def test_the_workers_of_a_loader_share_the_games(torch, beside_the_chapter, monkeypatch, workers):
    import philidor

    module = example("torch_dataset")
    text = GAMES.read_bytes()
    (beside_the_chapter / "more.pgn").write_bytes(text.replace(b'[White "', b'[White "Another '))
    paths = ["games.pgn", "more.pgn"]
    games = [game for path in paths for game in philidor.PgnReader(Path(path).read_bytes()) if game.result != "*"]
    shares, rows = [], []
    for number in range(workers):
        worker = types.SimpleNamespace(id=number, num_workers=workers)
        monkeypatch.setattr(module, "get_worker_info", lambda worker=worker: worker)
        shares.append(list(module.Games(paths).games()))
        rows.append(sum(len(batch["move"]) for batch in module.Games(paths)))
    # Dealt like cards, each game once: put back in turn they are what the files have, in order.
    assert [shares[index % workers][index // workers] for index in range(len(games))] == games
    assert sum(map(len, shares)) == len(games) > 50 and max(map(len, shares)) - min(map(len, shares)) <= 1
    assert rows == [sum(len(game.moves) for game in share) for share in shares]
