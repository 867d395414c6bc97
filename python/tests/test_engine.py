"""The engine in this process: what it finds, how it is limited, and how it is stopped."""

import threading
import time
from pathlib import Path

import pytest

from philidor import Engine, Game, Move, MoveError, Position
from philidor.analysis import Analysis, Clock, Line, Score

NETWORK = Path(__file__).parents[2] / "crates/philidor-engine/data/philidor.net"
MATE_IN_TWO = "kbK5/pp6/1P6/8/8/8/8/R7 w - - 0 1"


def test_a_mate_is_found_with_its_line():
    position = Position(MATE_IN_TWO)
    found = Engine().analyze(position, mate=2)  # zugzwang: a search alone finds it late
    assert isinstance(found, Analysis) and found.position == position
    first, _, last = found.lines[0].san(position).split()
    assert first == "Ra6" and last in ("b7#", "Rxa7#")
    assert (found.best, found.reply) == (Move("a1a6"), found.lines[0].moves[1])
    assert (str(found.score), str(found.score_for(1))) == ("#2", "#-2")
    for color, error in ((True, TypeError), (7, ValueError)):
        with pytest.raises(error, match="color"):
            found.score_for(color)


def test_limits_end_it():
    engine = Engine()
    assert engine.analyze(Position(), depth=3).depth == 3
    assert engine.analyze(Position(MATE_IN_TWO), mate=2).score.mate == 2
    few = Engine().analyze(Position(), nodes=500).lines[0]
    assert few.nodes <= 500 and few.bound in ("exact", "at_least", "at_most") and few.time >= 0
    assert engine.analyze(Position(), moves=["a3"], depth=2).best == Move("a2a3")
    assert engine.analyze(Position(), time=0.05).best is not None
    assert engine.analyze(Position(), clock=Clock(0.2, 0.2)).best is not None


def test_lines_are_moves_of_their_own_and_the_scores_fall():
    found = Engine().analyze(Position(), depth=4, lines=5)
    assert len({line.moves[0] for line in found.lines}) == 5
    scores = [line.score for line in found.lines]
    assert scores == sorted(scores, reverse=True)


def test_the_moves_of_a_game_count():
    # Black's next move makes the position of the start for the third time, and with it a draw.
    start = Position("k7/8/8/8/7Q/8/8/K7 w - - 0 1")
    game = Game(start, ["Qh5", "Kb7", "Qh4", "Ka8", "Qh5", "Kb7"])
    assert Engine().analyze(game, depth=3, moves=["Qh4"]).score == Score(0)
    assert Engine().analyze(game.position, depth=3, moves=["Qh4"]).score > Score(300)


def test_chess960_moves_take_the_rook():
    castle = Position("4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1", chess960=True)
    assert Engine().analyze(castle, depth=2, moves=["O-O"]).best == Move("e1g1")


def test_ended_games_have_a_score_and_no_move():
    mated = Engine().analyze(Position("R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1"))
    assert (mated.best, mated.lines, str(mated.score), str(mated.score_for(0))) == (None, (), "#-0", "#0")
    stalemate = Engine().analyze(Position("k7/2Q5/1K6/8/8/8/8/8 b - - 0 1"))
    assert stalemate.score == Score(0)


def test_progress_stops_it():
    seen = []

    def progress(so_far):
        seen.append(so_far)
        return so_far.depth < 4

    found = Engine().analyze(Position(), progress=progress)
    assert found.depth >= 4 and [one.depth for one in seen][:4] == [1, 2, 3, 4]


def test_an_exception_of_progress_is_raised_and_the_engine_goes_on():
    engine = Engine()
    with pytest.raises(ZeroDivisionError):
        engine.analyze(Position(), progress=lambda so_far: 1 // 0)
    assert engine.analyze(Position(), depth=2).depth == 2


def test_other_threads_run_and_one_of_them_stops_it():
    engine, counted, started = Engine(), [0], threading.Event()

    def count():
        started.wait()
        for _ in range(20):
            counted[0] += 1
            time.sleep(0.001)
        engine.stop()

    thread = threading.Thread(target=count)
    thread.start()
    found = engine.analyze(Position(), progress=lambda so_far: started.set())
    thread.join()
    assert counted == [20] and found.best is not None


def test_what_it_is_asked_meanwhile_is_refused():
    engine = Engine()
    refused = []

    def progress(so_far):
        for ask in (lambda: engine.analyze(Position(), depth=1), engine.new_game, lambda: engine.set_option("Hash", 1)):
            with pytest.raises(RuntimeError, match="is analyzing"):
                ask()
            refused.append(ask)
        return False

    engine.analyze(Position(), progress=progress)
    assert len(refused) >= 3
    engine.stop()  # nothing runs, nothing happens
    engine.new_game()


def test_options():
    engine = Engine(threads=2, hash=1)
    engine.set_option("hash", 4)
    with pytest.raises(ValueError, match="Threads is a number from 1 to 512, not `513`"):
        Engine(threads=513)
    assert Engine(threads=0).analyze(Position(), depth=1).depth == 1  # all of the machine
    with pytest.raises(ValueError, match="unknown option: Hush"):
        engine.set_option("Hush", True)
    for wrong in ({"time": -1.0}, {"time": float("nan")}, {"clock": Clock(-1, 1)}):
        with pytest.raises(ValueError, match="seconds"):
            engine.analyze(Position(), **wrong)
    with pytest.raises(MoveError):
        engine.analyze(Position(), moves=["e2e5"])
    with pytest.raises(TypeError, match="Position or a Game"):
        engine.analyze("startpos")


def test_it_evaluates_by_a_network_that_can_be_another(tmp_path):
    start, few = Position("r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3"), {"depth": 3}
    engine = Engine()
    own = engine.analyze(start, **few).score
    network = NETWORK.read_bytes()
    # With weights of 0, a byte each, every position is worth nothing.
    width, outputs = int.from_bytes(network[10:12], "little"), network[12]
    weights = 769 * width + outputs * (2 * width + 1)
    # In format 2, which has no checksum.
    header = network[:8] + (2).to_bytes(2, "little") + network[10:20] + bytes(44)
    (tmp_path / "zero.net").write_bytes(header + bytes(weights))
    (tmp_path / "same.net").write_bytes(network)
    (tmp_path / "cut.net").write_bytes(network[:-1])
    engine.set_option("EvalFile", tmp_path / "zero.net")
    engine.new_game()
    assert engine.analyze(start, **few).score == Score(0) != own
    with pytest.raises(ValueError, match=r"cut\.net"):
        engine.set_option("EvalFile", tmp_path / "cut.net")
    engine.set_option("EvalFile", tmp_path / "same.net")
    engine.new_game()
    assert engine.analyze(start, **few).score == own


def test_scores():
    mates = [Score.of_mate(moves) for moves in (0, -1, -500, 500, 2, 1)]
    assert mates == sorted(mates) and [score.mate for score in mates] == [0, -1, -500, 500, 2, 1]
    assert [str(score) for score in mates] == ["#-0", "#-1", "#-500", "#500", "#2", "#1"]
    assert Score.of_centipawns(10**9).mate is None and Score.of_centipawns(-5).centipawns == -5
    assert str(-Score.of_mate(0)) == "#0" and -Score.of_mate(0) > Score.of_mate(1)
    assert str(Score(0)) == "+0.00" and str(Score(-7)) == "-0.07"
    with pytest.raises(AttributeError):
        Line((), Score(0)).depth = 3


def test_engines_that_are_asked_by_themselves():
    """A function that asks the engine which calls it is refused; one that asks others without end is stopped before the stack ends."""
    engine, refused = Engine(), []

    def again(so_far):
        for ask in (lambda: engine.analyze(Position(), depth=1), engine.new_game, lambda: engine.set_option("Hash", 2)):
            try:
                ask()
            except RuntimeError as error:
                refused.append(str(error))
        repr(engine)

    assert engine.analyze(Position(), depth=2, progress=again).depth == 2
    assert len(refused) == 6 and set(refused) == {"the engine is analyzing"}

    def deeper(so_far):
        Engine(hash=1).analyze(Position(), depth=1, progress=deeper)

    with pytest.raises(RecursionError):
        Engine(hash=1).analyze(Position(), depth=1, progress=deeper)
    assert engine.analyze(Position(), depth=2).depth == 2


def test_many_threads_ask_one_engine():
    engine, answers, refused = Engine(), [], []

    def work():
        for _ in range(20):
            try:
                answers.append(engine.analyze(Position(), depth=2).best)
            except RuntimeError as error:
                refused.append(str(error))
            engine.stop()

    threads = [threading.Thread(target=work) for _ in range(6)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(answers) + len(refused) == 120 and answers and set(refused) <= {"the engine is analyzing"}
    assert engine.analyze(Position(), depth=2).depth == 2


def test_what_no_engine_can_be():
    for words in ({"hash": 2**40}, {"threads": 513}, {"threads": 2**40}):
        with pytest.raises((ValueError, MemoryError, OverflowError)):
            Engine(**words)
    for limits in ({"time": float("nan")}, {"time": -1.0}, {"time": 1e300}, {"depth": 2**40}, {"nodes": -1}, {"lines": -1}, {"clock": Clock(float("inf"), 1.0)}):
        with pytest.raises((ValueError, OverflowError)):
            Engine().analyze(Position(), **limits)
    assert Engine().analyze(Position(), depth=1, lines=2**62).depth == 1
    assert len(Engine().analyze(Position(), depth=1, lines=0).lines) <= 1
