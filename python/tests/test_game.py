"""Games: taken back, played again, ended."""

import pickle
import random
import sys
import threading

import pytest

from philidor import Color, Game, Move, MoveError, Opening, Outcome, Position, _native


def test_undo_and_redo_walk_the_game(positions):
    generator = random.Random(3)
    for start in (Position(), Position.chess960(7)):
        game, seen = Game(start), [start]
        while (moves := game.position.legal_moves()) and game.ply < 80:
            game.push(generator.choice(moves))
            seen.append(game.position)
        played, end = game.moves, game.ply
        assert [game.position_at(ply) for ply in range(end + 1)] == seen
        assert [game.undo() for _ in range(end)] == played[::-1] and game.undo() is None
        assert game.position == start and game.undone == played
        assert [game.redo() for _ in range(end)] == played and game.redo() is None
        assert Game(start, game.sans()) == game == Game.unpack(game.pack(), chess960=start.is_chess960)
        again = pickle.loads(pickle.dumps(game))
        assert again == game and again.moves == played
        copied = game.copy()
        copied.undo()
        assert game.ply == end and copied.ply == end - 1


def test_repetition_and_claims():
    game = Game(moves=["Nf3", "Nf6", "Ng1", "Ng8"] * 2)
    assert (game.repetitions, game.claim(), game.outcome, game.result) == (3, "threefold repetition", None, "*")
    for san in ["Nf3", "Nf6", "Ng1", "Ng8"] * 2:
        game.push(san)
    assert str(game.outcome) == "draw by fivefold repetition"
    quiet = Game(Position("4k3/8/8/8/8/8/8/R3K3 w - - 99 90"))
    assert quiet.claim() is None and quiet.claim("Ra2") == "50 moves"


def test_the_end_is_declared_once():
    game = Game()
    game.end(Outcome("White wins by resignation"))
    game.end(Outcome("draw by agreement"))
    assert (game.result, game.outcome.winner) == ("1-0", Color.WHITE)
    game.push("e4")
    assert game.outcome is None
    game.end_by_time(Color.WHITE)
    assert str(game.outcome) == "Black wins by time"


def test_illegal_moves_change_nothing():
    game = Game(moves=["e4"])
    with pytest.raises(MoveError):
        game.push("e4")
    with pytest.raises(MoveError):
        game.play(Move("e2e4"))
    assert game.sans() == ["e4"]
    with pytest.raises(ValueError):
        Outcome("White wins by magic")


def test_threads_may_share_a_game():
    game, failed = Game(), []

    def play(generator):
        for _ in range(2000):
            try:
                game.push(generator.choice(game.position.legal_moves()))
                if game.ply > 20:
                    game.undo()
            except MoveError:  # another thread has played before
                pass
            except IndexError:  # mate
                game.undo()
            except BaseException as error:
                failed.append(error)

    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    try:
        threads = [threading.Thread(target=play, args=(random.Random(seed),)) for seed in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(interval)
    assert not failed
    assert Game(moves=game.moves).position == game.position


def test_a_game_in_use_is_refused():
    """No method calls Python or releases the interpreter while it has the game, so only this can see it refused."""
    game = Game(moves=["e4"])
    assert _native.guards_itself(game) and _native.guards_itself(game)
    assert game.undo() == Move("e2e4") and game.copy() == game


def test_texts_that_use_the_game_themselves():
    """What is played is read before the game is asked, so code of users may use the game meanwhile, and afterwards."""
    game = Game()

    class Undoing(str):
        def __hash__(self):
            game.undo()
            return super().__hash__()

        def __del__(self):
            game.undo()

    for text in ("e4", "d4", "Nf3"):
        game.push(Undoing(text))
        assert _native.guards_itself(game) and game.ply == 0 and game.undone == [game.start.parse_san(text)]


def test_openings_have_names_whatever_the_order_of_the_moves():
    orders = ("Nf3 d5 d4 Nf6 c4 e6 Nc3 Be7 Bg5 O-O e3", "d4 Nf6 c4 e6 Nf3 d5 Nc3 Be7 Bg5 O-O e3")
    first, second = (Game(moves=moves.split()) for moves in orders)
    assert first.opening == second.opening
    assert (first.opening.eco, first.opening.family) == ("D55", "Queen's Gambit Declined")
    assert first.opening.variations == ("Modern Variation", "Normal Line")
    assert str(first.opening) == first.opening.name == "Queen's Gambit Declined: Modern Variation, Normal Line"
    named = first.opening
    assert first.position.opening == named and first.position.key == named.key
    first.push("a5")
    assert first.position.opening is None and first.opening == named
    first.undo()
    first.undo()
    assert first.opening.eco == "D53"
    assert pickle.loads(pickle.dumps(named)) == named and hash(Opening(named.key)) == hash(named)
    assert Position().opening is None and Game().opening is None
    with pytest.raises(ValueError, match="no opening"):
        Opening(Position().key)
