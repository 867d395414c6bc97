"""Games of PGN: read, walked, changed, written."""

import pickle

import numpy as np
import pytest

from philidor import Game, MoveError, PgnError, PgnGame, PgnReader, Position, Positions

TEXT = """[Event "One"]
[White "Anne"]

1. e4 {[%clk 0:03:00] king's pawn} e5 $1 (1... c5 2. Nf3 (2. c3 {Alapin} d5)) 2. Bc4 {[%eval 0.31]} 1-0

[Event "Two"]
[FEN "4k3/8/8/8/8/8/8/4K2R w K - 0 1"]

1. O-O Ke7 1/2-1/2
"""
BROKEN = '[Event "?"]\n\n1. e4 e5 2. Ke3 *\n\n'


def test_trees_are_walked():
    one, two = PgnReader(TEXT)
    assert (one.tags["White"], one.result, one.sans()) == ("Anne", "1-0", ["e4", "e5", "Bc4"])
    e4 = one.root.children[0]
    assert (e4.san, e4.comment.strip(), e4.clock, e4.parent, e4.game) == ("e4", "king's pawn", 180.0, one.root, one)
    e5, c5 = e4.children
    assert (e5.nags, c5.nags, e5.children[0].eval) == ([1], [], "0.31")
    assert [node.san for node in c5.children] == ["Nf3", "c3"] and c5.children[1].comment == "Alapin"
    assert c5.children[1].children[0].position == Game(moves=["e4", "c5", "c3", "d5"]).position
    assert one.root.move is None and one.root.san is None and one.root.parent is None
    assert [str(move) for move in two.moves] == ["e1g1", "e8e7"] and two.start == Position("4k3/8/8/8/8/8/8/4K2R w K - 0 1")


def test_comments_between_games_belong_to_the_former():
    # More games than are read ahead at once.
    games = list(PgnReader("1. e4 e5 * {the end}\n\n" * 100))
    assert len(games) == 100
    assert {(game.root.comment, list(game.root.children[0].children)[0].comment) for game in games} == {("", "the end")}


def test_bytes_and_text_are_read_alike():
    text = TEXT.replace("king's pawn", "le pion du roi, é")
    assert list(PgnReader(text)) == list(PgnReader(text.encode())) == list(PgnReader(text.encode("latin-1")))
    reader = PgnReader(text[:])
    del text
    assert [game.tags["Event"] for game in reader] == ["One", "Two"]


def test_what_is_written_is_read_again():
    for game in PgnReader(TEXT):
        assert next(PgnReader(str(game))) == game == pickle.loads(pickle.dumps(game))


def test_games_are_changed():
    game = PgnGame()
    e4 = game.root.add("e4")
    assert game.root.add("e2e4") == e4 and len(game.root.children) == 1
    d4 = game.root.add("d4")
    assert d4.promote() and game.root.children == [d4, e4]
    d4.comment, d4.nags, game.result = "queen's pawn", [3], "0-1"
    assert "1. d4 $3 { queen's pawn } ( 1. e4 ) 0-1" in str(game)
    assert e4.remove() and game.root.children == [d4] and not game.root.remove()
    with pytest.raises(MoveError):
        d4.add("d4")
    with pytest.raises(ValueError):
        game.result = "2-0"
    with pytest.raises(ValueError):
        game.set_tag("no tag", "x")
    game.set_tag("White", "B")
    game.set_tag("White", None)
    assert game.tags.get("White") in (None, "?")


def test_a_bad_game_names_its_place_and_the_next_one_is_read():
    reader = PgnReader(TEXT + "\n" + BROKEN + TEXT)
    assert len([next(reader), next(reader)]) == 2
    with pytest.raises(PgnError) as caught:
        next(reader)
    lines = (TEXT + "\n" + BROKEN + TEXT).encode().split(b"\n")
    assert lines[caught.value.line - 1].decode()[caught.value.column - 1:].startswith("Ke3")
    assert caught.value.text.startswith("Ke3")
    assert len(list(reader)) == 2
    skipping = PgnReader((BROKEN + TEXT) * 50, on_error="skip")
    assert len(list(skipping)) == 100 and len(skipping.errors) == 50
    assert [error.line for error in skipping.errors] == [3 + number * (BROKEN + TEXT).count("\n") for number in range(50)]


@pytest.mark.parametrize("threads", [1, 3])
def test_positions_of_all_games(threads):
    text = TEXT * 40
    positions, offsets = Positions.from_pgn(text, threads=threads)
    expected = []
    for game in PgnReader(text):
        expected.append(game.start)
        for move in game.moves:
            expected.append(expected[-1].play(move))
    assert positions.fens() == [position.fen() for position in expected]
    assert offsets.tolist() == np.cumsum([0] + [4, 3] * 40).tolist()
    with pytest.raises(PgnError) as caught:
        Positions.from_pgn(text + BROKEN, threads=threads)
    assert caught.value.line == text.count("\n") + 3
    assert len(Positions.from_pgn(text + BROKEN + TEXT, threads=threads, on_error="skip")[1]) == 83


def test_nothing_is_no_game():
    assert list(PgnReader("")) == list(PgnReader(b"  \n")) == []
    assert Positions.from_pgn("")[1].tolist() == [0]
    assert list(PgnReader(str(PgnGame(Position("4k3/8/8/8/8/8/8/4K2R w K - 0 1")))))[0].moves == []
