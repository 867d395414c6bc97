"""Generators in Python with bugs, and the hunt that names them."""

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from philidor import Position, hunt

LIMITS = {"leaves": 60, "seconds": 120.0}


def moves_of(fen):
    return Position(fen, strict=False).legal_moves()


def test_a_right_generator_is_clean():
    report = hunt(moves_of, **LIMITS)
    assert report.is_clean and report.right > 100 and not report.findings, str(report)
    assert report.data["suspect"] == "moves_of"


def no_under_promotion(fen):
    return [move for move in moves_of(fen) if move.promotion in (None, "q")]


def castles_through_attacks(fen):
    """Castling is listed if the king does not end in check, wherever it passes."""
    position = Position(fen, strict=False)
    moves = {str(move) for move in position.legal_moves()}
    if position.turn == 0 and "K" in position.castling_rights and not position.is_check:
        if position["f1"] is None and position["g1"] is None and not position.attackers_to("g1", by=1):
            moves.add("e1g1")
    return sorted(moves)


@pytest.mark.parametrize(
    ("generator", "name", "fault"),
    [(no_under_promotion, "promotion", "missing"), (castles_through_attacks, "castling-attack", "invented")],
)
def test_a_bug_is_named_with_a_small_example(generator, name, fault):
    report = hunt(generator, **LIMITS)
    finding = report.findings[0]
    assert (finding.name, finding.reasons[0].fault) == (name, fault), str(report)
    assert not report.is_clean and report.wrong > 0 and finding.positions > 0
    listed, legal = {str(move) for move in generator(finding.fen)}, {str(move) for move in moves_of(finding.fen)}
    assert finding.reasons[0].move in listed ^ legal
    assert name in str(report) and report.page.lower().startswith("<!doctype html")


def test_a_divide_and_a_count():
    def divided(fen, depth):
        return Position(fen, strict=False).divide(depth)

    def pairs(fen, depth):
        return [(str(move), leaves) for move, leaves in divided(fen, depth).items()]

    def counted(fen, depth):
        return Position(fen, strict=False).perft(depth) + (depth > 1)

    assert hunt(divided, answers="divide", **LIMITS).is_clean
    assert hunt(pairs, answers="divide", **LIMITS).is_clean
    finding = hunt(counted, answers="count", suite=Position(), depth=2).findings[0]
    assert finding.counted == finding.expected + 1


def test_a_tree_that_is_wrong_where_no_position_is_comes_from_playing_moves_or_taking_them_back():
    def forgets(fen, depth):
        counts = Position(fen, strict=False).divide(depth)
        return {move: leaves - (depth > 1 and leaves > 2) for move, leaves in counts.items()}

    report = hunt(forgets, answers="divide", suite=Position("r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"), depth=2)
    assert [finding.name for finding in report.findings] == ["bad-play"] and report.findings[0].depth == 2


def test_exceptions_are_findings_and_refusals_are_not():
    def raises(fen):
        if " b " in fen:
            raise KeyError("black")
        return moves_of(fen)

    report = hunt(raises, **LIMITS)
    assert report.unanswered > 0 and not report.is_clean
    assert any(finding.name == "unanswered" for finding in report.findings) and "KeyError" in str(report)

    def refuses(fen):
        raise NotImplementedError("later")

    with pytest.raises(RuntimeError, match="later"):
        hunt(refuses, **LIMITS)


def test_ctrl_c_and_exceptions_of_progress_end_the_hunt():
    def interrupted(fen):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        hunt(interrupted, **LIMITS)
    with pytest.raises(ZeroDivisionError):
        hunt(moves_of, progress=lambda *numbers: 1 // 0, **LIMITS)


def test_progress_counts_and_stops():
    reports = []

    def progress(asked, questions, wrong):
        reports.append((asked, questions, wrong))
        return asked < 10

    report = hunt(moves_of, progress=progress, **LIMITS)
    assert reports[-1][0] == 10 and {questions for _, questions, _ in reports} == {reports[0][1]}
    assert report.not_asked > 0 and report.data["interrupted"] is True
    assert report.right > 0 and not report.findings and not report.is_clean


def test_chess960_and_suites():
    asked = []

    def listed(fen):
        asked.append(fen)
        return moves_of(fen)

    castling = "4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1 ;D1 27"
    report = hunt(listed, suite=castling)
    assert not asked and report.data["not_supported"] == 1 or not report.is_clean

    def listed960(fen):
        return Position(fen, chess960=True, strict=False).legal_moves()

    count = Position("4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1", chess960=True).legal_move_count()
    assert hunt(listed960, suite=f"4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1 ;D1 {count}", chess960=True).is_clean
    with pytest.raises(ValueError, match="line 1"):
        hunt(listed, suite="nonsense ;D1 5")
    with pytest.raises(ValueError, match="answers is one of"):
        hunt(listed, answers="all")
    with pytest.raises(ValueError, match="seconds"):
        hunt(listed, seconds=-1.0)


def for_ever(fen):
    while True:
        yield "e2e4"


def calls_itself(fen):
    return calls_itself(fen)


@pytest.mark.parametrize(
    "generator",
    [for_ever, calls_itself, lambda fen: "e2e4", lambda fen: ["\ud800"], lambda fen: ["a1a1\n"], lambda fen: [b"e2e4"],
     lambda fen: [None], lambda fen: None, lambda fen: {"e2e4": 1}, lambda fen: ["x" * 100_000]],
)  # fmt: skip
def test_what_is_no_list_of_moves_is_a_finding(generator):
    report = hunt(generator, suite=Position())
    assert not report.is_clean and (report.wrong or report.unanswered), str(report)


@pytest.mark.parametrize("answer", [2**64, 2**127, 2**200, -1, 0.5, "20", None, {"e2e4": 2**200}, [("e2e4",)], [(1, 2, 3)], {"e2e4": "1"}])
def test_what_is_no_count_is_a_finding(answer):
    for answers in ("divide", "count"):
        report = hunt(lambda fen, depth: answer, answers=answers, suite=Position(), depth=1)
        assert not report.is_clean and (report.wrong or report.unanswered), str(report)


def test_hunts_in_hunts():
    """Python's limit ends them before the stack does."""
    code = """
import sys, threading, philidor
depth, ended = 0, False
def hunts(fen):
    global depth, ended
    if not ended:
        depth += 1
        try:
            philidor.hunt(hunts, suite=philidor.Position())
        finally:
            ended = True
    return philidor.Position(fen, strict=False).legal_moves()
def run():
    global ended
    ended = False
    philidor.hunt(hunts, suite=philidor.Position())
run()
threading.stack_size(1 << 20)  # as on Windows
thread = threading.Thread(target=run)
thread.start()
thread.join()
print(depth)
"""
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, timeout=600, check=False)
    assert done.returncode == 0 and int(done.stdout) > 5, (done.returncode, done.stderr[-1000:])


def test_threads_hunt_beside_each_other():
    with ThreadPoolExecutor(4) as pool:
        reports = list(pool.map(lambda _: hunt(no_under_promotion, leaves=10, seconds=120.0), range(4)))
    assert {report.findings[0].name for report in reports} == {"promotion"}


def test_a_generator_is_a_function():
    with pytest.raises(TypeError, match="not int"):
        hunt(5)
