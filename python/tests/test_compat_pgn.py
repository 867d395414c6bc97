"""Games are the same whether the native reader makes their trees or they are shown to a visitor, token by token.

    PGN_TEXTS=100000 pytest tests/test_compat_pgn.py     # as many random texts instead of 1,500
"""

import io
import logging
import os
import random
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from philidor import _native
from philidor import compat as chess

COUNT = int(os.environ.get("PGN_TEXTS", "1500"))
SEED = int(os.environ.get("PGN_SEED", "1"))


class TokenByToken(chess.pgn.GameBuilder):
    """A visitor of our own, for which nothing is read natively."""


def dump(game):
    """Everything that a game has."""
    if game is None:
        return None
    errors = [(type(error).__name__, str(error)) for error in game.errors]
    found, todo = [], [(0, game)]
    while todo:
        depth, node = todo.pop()
        found.append((depth, str(node.move), node.comment, node.starting_comment, sorted(node.nags), node.clock(), node.emt()))
        todo.extend((depth + 1, child) for child in reversed(node.variations))
        assert all(child.parent is node for child in node.variations)
    return dict(game.headers), errors, found


def all_games(text, **words):
    """All games of a text, and where in it each ends."""
    handle = io.StringIO(text)
    while (game := chess.pgn.read_game(handle, **words)) is not None:
        yield dump(game), handle.tell()


def line(dice, board, depth):
    """A random line with everything that movetext can have."""
    parts, number = [], True
    for _ in range(dice.randrange(1, 30 if depth == 0 else 6)):
        moves = sorted(board.legal_moves, key=str)
        if not moves:
            break
        move = dice.choice(moves)
        if number or board.turn:
            parts.append(f"{board.fullmove_number}{'.' if board.turn else '...'}")
        parts.append(board.san(move) + dice.choice(["", "", "", "", "!", "?!", "??"]))
        before = board.copy()
        board.push(move)
        number = False
        if dice.random() < 0.15:
            parts.append(f"${dice.randrange(140)}")
        if dice.random() < 0.3:
            parts.append(comment(dice))
        while depth < 3 and dice.random() < 0.08:
            start = comment(dice) + " " if dice.random() < 0.3 else ""
            parts.append(f"( {start}{line(dice, before.copy(), depth + 1)} )")
            number = True
    return dice.choice([" ", " ", "\n", "  "]).join(parts)


def comment(dice):
    return "{" + dice.choice([
        "", " ", " good ", "[%clk 0:03:12]", " [%emt 0:00:01.5] [%clk 1:00:00.25] x ", "a\nb", " é ", "[%clk 3]", "\x1c", "\xa0x",
        "[%clk 0:1:2][%emt 0:0:0.]", "(", "; no", "two\n\nlines", "[%clk 00012:99:99]", "[%clkx 0:00:01] [%clk 0:00:02]",
    ]) + "}"  # fmt: skip


def random_text(dice):
    tags = ['[Event "Open"]', '[White "A \\"b\\""]', '[ECO "C65"]', '[Result "1-0"]', '[Odd_Tag  "x"]', '[Bad tag]',
            '[White "A" ]', '[Variant "Chess960"]', "% escaped", '[FEN "4k2r/8/8/8/8/8/8/R3K2R w KQk - 0 1"]', '[Event "é"]']  # fmt: skip
    chosen = dice.sample(tags, dice.randrange(6))
    board = chess.Board()
    if tags[9] in chosen and tags[7] not in chosen:
        board = chess.Board("4k2r/8/8/8/8/8/8/R3K2R w KQk - 0 1")
    text = line(dice, board, 0) + " " + dice.choice(["*", "1-0", "1/2-1/2", "0-1 ", ""])
    text = "\n".join(chosen) + ("\n\n" if chosen and dice.random() < 0.9 else "\n" * bool(chosen)) + text + "\n\n"
    for _ in range(dice.choice([0, 0, 1, 1, 2, 5])):
        at = dice.randrange(len(text))
        wild = dice.choice(["", " ", "(", ")", "{", "}", ";", "$", "$5", "!", "\n", "\n\n", "x", "K", "0", "--", "e4", "0-0", "O-O",
                            "%", "\n%", "*", "1-0", "Kg1", "=Q", "12", ".", "N", "\r\n", "é", "+", "e2e4", "e.p.", "@", "\ud800"])  # fmt: skip
        text = text[:at] + wild + text[at + dice.randrange(3) :]
    return text


@pytest.fixture(autouse=True)
def quiet():
    logging.disable(logging.CRITICAL)
    yield
    logging.disable(logging.NOTSET)


def test_trees_are_the_same_with_and_without_the_native_reader():
    dice, native = random.Random(SEED), 0
    for _ in range(COUNT):
        text = random_text(dice)
        assert list(all_games(text)) == list(all_games(text, Visitor=TokenByToken)), repr(text)
        movetext = text.rpartition("]\n")[2].strip()
        native += _native.read_movetext(movetext, None, [None] * _native.MOVES, str, True) is not None
    assert native > COUNT // 8, "the native reader reads hardly anything"


def test_the_main_line_alone_is_that_of_the_tree():
    dice = random.Random(SEED + 1)
    for _ in range(COUNT // 5):
        text = random_text(dice)
        game, again = (chess.pgn.read_game(io.StringIO(text)) for _ in range(2))
        if game is not None:
            assert list(game.mainline_moves()) == [node.move for node in again.mainline()], repr(text)


def test_files_stay_at_the_line_after_the_game(tmp_path):
    path = tmp_path / "games.pgn"
    path.write_text('[White "A"]\n\n1. e4 *\n\n[White "B"]\n\n1. d4 {x} *\n', encoding="utf-8")
    with path.open(encoding="utf-8") as file:
        assert chess.pgn.read_game(file).headers["White"] == "A"
        place = file.tell()
        assert chess.pgn.read_headers(file)["White"] == "B"
        file.seek(place)
        assert chess.pgn.read_game(file).end().comment == "x"
        assert chess.pgn.read_game(file) is None


def test_nodes_that_were_read_are_like_others():
    game = chess.pgn.read_game(io.StringIO("1. e4 e5 *"))
    node = game.next()
    assert (node.comment, node.starting_comment, node.nags, node.end().variations) == ("", "", set(), [])
    node.nags.add(3)
    node.comment = "x"
    assert str(game).endswith("1. e4 $3 { x } 1... e5 *")
    with pytest.raises(AttributeError, match="'ChildNode' object has no attribute 'none'"):
        node.none  # noqa: B018


@pytest.mark.parametrize("result", [None, 3, b"1. e4 *\n"])
def test_a_file_that_does_not_give_text_is_an_error(result):
    class File:
        lines = iter(['[White "A"]\n'])

        def readline(self):
            return next(self.lines, result)

    with pytest.raises(TypeError):
        chess.pgn.read_game(File())


@pytest.mark.parametrize(
    "text, kind, delay",
    [
        ("179", "BULLET", 0),
        ("120+1", "BLITZ", 0),
        ("600", "BLITZ", 0),
        ("899", "BLITZ", 0),
        ("840+1", "RAPID", 0),
        ("3600", "STANDARD", 0),
        ("40/60", "BULLET", 0),
        ("40/60:60", "BULLET", 0),
        ("40/7200:20/3600", "STANDARD", 0),
        ("120+1.5d", "BULLET", 1.5),
    ],
)
def test_time_controls_are_those_of_python_chess(text, kind, delay):
    """As python-chess 1.11.2 answers: a game of sixty moves, and a delay that adds nothing."""
    control = chess.pgn.parse_time_control(text)
    assert control.type == chess.pgn.TimeControlType[kind]
    assert control.parts[0].delay == delay


@pytest.mark.parametrize("text", ["60:60", "40/60:60:60", "0/60:60", "60+", "+5", "60+d", "x"])
def test_texts_that_are_not_time_controls_are_refused(text):
    with pytest.raises(ValueError):
        chess.pgn.parse_time_control(text)


COMMENTS = {
    "": "",
    " ": "",
    "  ": "",
    "   ": " ",
    " a ": "a",
    "  a": " a",
    "a  ": "a ",
    "\ta\t": "\ta\t",
    "\n": "\n",
    " a\nb ": "a\nb",
    "\xa0a\xa0": "\xa0a\xa0",
}


class Comments(chess.pgn.BaseVisitor):
    """Collects comments."""

    def begin_game(self):
        self.found = []

    def visit_comment(self, comment):
        self.found.append(comment)

    def result(self):
        return self.found


@pytest.mark.parametrize("inside", COMMENTS)
def test_a_brace_has_one_blank_of_its_own(inside):
    text = f"1. e4 {{{inside}}} (1. d4 {{{inside}}}) e5 *"
    game = chess.pgn.read_game(io.StringIO(text, newline="\n"))
    assert [node.comment for node in game.variations] == [COMMENTS[inside]] * 2
    found = chess.pgn.read_game(io.StringIO(text, newline="\n"), Visitor=Comments)
    assert found == [COMMENTS[inside]] * 2, "a visitor is shown empty ones, too"


def test_comments_in_a_row_are_joined_by_a_blank():
    text = "{} {  a  } {b} 1. e4 {  c  } {   } {} { d } ({  e  } {f} 1. d4 {g} {  }) e5 {  } {  } *"
    for visitor in (chess.pgn.GameBuilder, TokenByToken):
        game = chess.pgn.read_game(io.StringIO(text), Visitor=visitor)
        first, other = game.variations
        assert (game.comment, first.comment) == (" a  b", " c    d")
        assert (other.starting_comment, other.comment, first.next().comment) == (" e  f", "g", "")


def test_a_comment_that_is_set_before_the_moves_are_read_stays():
    game = chess.pgn.read_game(io.StringIO("{old} 1. e4 *"))
    game.comment = "new"
    assert (len(game.variations), game.comment) == (1, "new")


def test_the_main_line_of_a_text_that_begins_with_a_variation():
    game = chess.pgn.read_game(io.StringIO("(1. e4) 1. d4 *"))
    moves = list(game.mainline_moves())
    assert moves == [node.move for node in game.mainline()]


def test_threads_that_share_an_unread_game_see_all_of_it():
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        for end in ("*", "Ke5 *"):
            game = chess.pgn.read_game(io.StringIO("1. Nf3 Nf6 2. Ng1 Ng8 " * 200 + end))
            with ThreadPoolExecutor(8) as pool:
                counts = set(pool.map(lambda _: sum(1 for _ in game.mainline()), range(8)))
            assert counts == {800}
    finally:
        sys.setswitchinterval(interval)


MATE = "1. f3 e5 2. g4 Qh4# {[%eval #0]} 0-1", "1. e4 e5 2. Qh5 Ke7 3. Qxe5# {[%eval #0,20]} 1-0"


def test_an_evaluation_without_moves_is_a_mate_of_the_side_to_move():
    scores = [chess.pgn.read_game(io.StringIO(text)).end().eval() for text in MATE]
    assert [str(score.white()) for score in scores] == ["#-0", "#+0"] and [score.is_mate() for score in scores] == [True, True]
    assert [score.relative for score in scores] == [chess.engine.Mate(0)] * 2
    signed = [chess.pgn.read_game(io.StringIO(text.replace("#0", "#-0"))).end().eval() for text in MATE]
    assert signed == scores


@pytest.mark.parametrize("color", [chess.WHITE, chess.BLACK])
@pytest.mark.parametrize("score", [chess.engine.MateGiven, chess.engine.Mate(0), chess.engine.Mate(-3), chess.engine.Cp(-5)], ids=repr)
def test_an_evaluation_is_read_as_it_was_set(score, color):
    given, game = chess.engine.PovScore(score, color), chess.pgn.Game()
    for node in (game, game.add_variation(chess.Move.from_uci("e2e4"))):
        node.set_eval(given, 7)
        if given.pov(node.turn()) == chess.engine.MateGiven:  # who has mated is not to move
            assert node.eval() is None
        else:
            assert node.eval() == given and node.eval_depth() == 7, node.comment
