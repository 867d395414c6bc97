"""Opening books of Polyglot."""

import pickle
import random

import pytest

from philidor import Book, Game, Outcome, Position


def test_a_book_of_games():
    won = Game(moves=["e4", "e5", "Nf3"])
    won.end(Outcome("White wins by resignation"))
    drawn = Game(moves=["d4", "d5"])
    drawn.end(Outcome("draw by agreement"))
    book = Book.of_games([won, drawn, Game(moves=["c4"])], min_games=1)
    assert {str(move) for move, _ in book.moves(Position())} == {"e2e4", "d2d4"}
    assert [str(move) for move, _ in book.moves(Position().play("d4"))] == ["d7d5"]
    assert book.best(Position()) is Position().parse_san("e4")
    assert book.moves(Position().play("c4")) == [] and book.best(Position().play("c4")) is None
    chosen = {str(book.choose(Position(), random.getrandbits(64))) for _ in range(200)}
    assert chosen == {"e2e4", "d2d4"}
    again = Book(book.to_bytes())
    assert again.moves(Position()) == book.moves(Position()) and len(again) == len(book)
    assert pickle.loads(pickle.dumps(book)).to_bytes() == book.to_bytes()
    assert len(Book.of_games([won], min_games=2)) == 0
    with pytest.raises(ValueError):
        Book(b"123")
