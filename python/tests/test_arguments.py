"""Names of colors and squares, iterators in place of lists, and what ``match`` takes apart."""

import copy
import dataclasses
import importlib
import importlib.metadata
import inspect
import pkgutil

import numpy as np
import pytest

import philidor
from philidor import Color, Game, Move, MoveError, Outcome, Position, Positions, Square, variants
from philidor.env import VectorEnv
from philidor.syzygy import ClockedWdl, Dtz, Tables, Wdl
from philidor.variants import VariantPosition

NAMES = [
    (Color.WHITE, ["white", "w"], ["black", "b"], ["White", "", "x"]),
    (Color.BLACK, ["black", "b"], ["white", "w"], ["B"]),
    (Square.E4, ["e4", "E4"], ["e5", "a1"], ["e9", "e", "knight"]),
    (Wdl.CURSED_WIN, ["cursed win"], ["win", "loss"], ["won"]),
    (ClockedWdl.WIN_OR_CURSED_WIN, ["win or cursed win"], ["win"], ["2"]),
    (Move("e2e4"), ["e2e4"], ["e2e3", "N@e4"], ["e4", "Nf3"]),
]


@pytest.mark.parametrize(("thing", "own", "others", "none"), NAMES, ids=lambda value: str(value))
def test_what_has_a_name_compares_with_it(thing, own, others, none):
    for name in own:
        assert thing == name and name == thing and not thing != name and type(thing)(name) is thing
    for name in others:
        assert thing != name and not thing == name and type(thing)(name) != thing
    for name in none:
        for compare in (lambda: thing == name, lambda: thing != name, lambda: type(thing)(name)):
            with pytest.raises((ValueError, MoveError)):
                compare()
    assert thing != None and thing in (own[0],)  # noqa: E711


def test_a_color_is_a_number_and_no_truth_value():
    assert Color.BLACK == 1 and Color.WHITE != 1 and hash(Color.BLACK) == hash(1) and ["a", "b"][Color.BLACK] == "b"
    assert (np.array([0, 1]) == Color.BLACK).tolist() == [False, True] == (Color.BLACK == np.array([0, 1])).tolist()
    for truth in (True, False):
        for compare in (lambda: Color.WHITE == truth, lambda: Color.WHITE != truth):
            with pytest.raises(TypeError, match="True or False"):
                compare()


def test_a_color_is_asked_for_by_its_name():
    position, batch, house = Position(), Positions.from_positions([Position()]), VariantPosition("crazyhouse")
    check, analysis, setup = VariantPosition("3check"), philidor.analysis.Analysis(position), philidor.Setup()

    def ended(color):
        game = Game()
        game.end_by_time(color)
        return game.outcome

    def set_up(color):
        setup.turn = color
        return setup.turn

    for ask in (
        position.squares_of, position.king, position.has_insufficient_material, position.pinned, position.attacked_by,
        lambda color: position.attackers_to("f3", by=color), lambda color: position.svg(seen_by=color), ended, set_up,
        lambda color: batch.attacks(color).tolist(), house.squares_of, house.king, house.pocket, house.has_insufficient_material,
        check.checks_given, analysis.score_for, lambda color: VectorEnv(1, opponent="random", side=color, seed=1).reset()[0].tolist(),
    ):  # fmt: skip
        assert ask("white") == ask("w") == ask(Color.WHITE) and ask("black") == ask("b") == ask(1)
        for wrong in ("White", "e4", 2):
            with pytest.raises(ValueError, match="color"):
                ask(wrong)


def test_a_list_may_be_an_iterator(tmp_path):
    games, start = [Game(moves=["e4"])], Position()
    games[0].end(Outcome("White wins by time"))
    path = tmp_path / "games.pgn"
    path.write_text("1. e4 *")
    house = VariantPosition("crazyhouse")
    node = next(philidor.PgnReader("1. e4 *")).root.children[0]
    node.nags = iter([1, 2])
    assert node.nags == (1, 2)
    for ask, elements in (
        (lambda moves: Game(moves=moves), ["e4", "e5"]),
        (lambda moves: Game("atomic", moves), ["e4", "e5"]),
        (lambda games: philidor.Book.of_games(games, min_games=1).to_bytes(), games),
        (lambda fens: Positions.from_fens(fens).fens(), [start.fen()]),
        (lambda positions: Positions.from_positions(positions).fens(), [start, start.play("e4")]),
        (lambda positions: variants.move_counts(positions).tolist(), [house]),
        (lambda positions: variants.perfts(positions, 2).tolist(), [house]),
        (lambda arrows: start.svg(arrows=arrows), [("e2", "e4")]),
        (lambda squares: start.svg(squares=squares), ["e2", "e4"]),
        (lambda moves: philidor.Engine().analyze(start, depth=1, moves=moves).best, ["a3", "h3"]),
        (lambda columns: philidor.scan_pgn(path, columns=columns).columns, ["White", "Result"]),
        (lambda files: list(Tables(files=files)), []),
        (lambda starts: VectorEnv(2, starts=starts, seed=1).positions().fens(), [start.fen(), start.play("e4")]),
        (lambda seeds: VectorEnv(2).reset(seed=seeds)[0].tolist(), [1, 2]),
    ):
        assert ask(iter(elements)) == ask(elements) == ask(tuple(elements))
    for ask in (lambda text: Game(moves=text), Positions.from_fens, lambda text: philidor.scan_pgn(path, columns=text)):
        with pytest.raises(TypeError, match="list"):
            ask("e4")


def test_value_classes_are_taken_apart():
    match Move("a7a8q"):
        case Move(origin, Square.A8, promotion, None):
            assert (origin, promotion) == ("a7", "q")
    match Outcome("White wins by time"), Outcome("White wins by checks"):
        case Outcome("white", reason), Outcome("white", other):
            assert (reason, other) == ("time", "checks")
    match Dtz(-7, is_exact=False), Position().play("e4").opening, philidor.Setup().faults():
        case Dtz(number, False), philidor.Opening(_, name), [philidor.Fault("missing_king", squares), *_]:
            assert (number, name, len(squares)) == (-7, "King's Pawn Game", 0)
        case other:
            raise AssertionError(other)


def test_parts_of_value_classes_are_replaced():
    replace = getattr(copy, "replace", lambda thing, **changes: thing.__replace__(**changes))
    assert replace(Move("a7a8q"), promotion="n") is Move("a7a8n") and replace(Move("N@f3"), destination="e4") is Move("N@e4")
    assert replace(Move("e2e4"), origin="e3", destination=Square.E5) is Move("e3e5")
    assert replace(Dtz(5), is_exact=False) == Dtz(5, is_exact=False) and replace(Dtz(5), number=-3) == Dtz(-3)
    with pytest.raises(MoveError):
        replace(Move("e2e4"), promotion="q")
    with pytest.raises(TypeError):
        replace(Move("e2e4"), to_square=3)
    assert dataclasses.replace(philidor.analysis.Score(5), value=7) == philidor.analysis.Score(7)


def modules():
    yield philidor
    for found in pkgutil.walk_packages(philidor.__path__, "philidor."):
        if found.name != "philidor.env.players" and found.name != "philidor.env.single":  # which need other packages
            yield importlib.import_module(found.name)


def test_what_can_be_iterated_says_so():
    kinds = {kind for module in modules() for kind in vars(module).values() if inspect.isclass(kind) and kind.__module__.startswith("philidor")}
    assert len(kinds) > 100
    listed = {kind.__name__ for kind in kinds if hasattr(kind, "__getitem__") and hasattr(kind, "__len__") and not hasattr(kind, "__iter__")}
    assert not listed
    assert [position.fen() for position in Positions.from_positions([Position()])] == [Position().fen()]


def test_the_version_is_that_of_the_package():
    assert philidor.__version__ == importlib.metadata.version("philidor")
