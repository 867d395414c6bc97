"""Games, of chess and of variants: taken back, played again, ended."""

import copy
import pickle
import random
import sys
import threading

import pytest

import philidor
from philidor import Color, Game, Move, MoveError, Opening, Outcome, PackedError, Position, _native
from philidor.variants import VARIANTS, VariantPosition

KNIGHTS = ["Nf3", "Nf6", "Ng1", "Ng8"]
CASTLES = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
STARTS = [
    Position(), Position.chess960(7), Position(CASTLES, chess960=True), VariantPosition("atomic", CASTLES, chess960=True),
    *(VariantPosition(variant.name) for variant in VARIANTS),
]  # fmt: skip


def copies(game):
    return [copy.copy(game), game.copy(), copy.deepcopy(game), pickle.loads(pickle.dumps(game))]


@pytest.mark.parametrize("start", STARTS, ids=repr)
def test_undo_and_redo_walk_the_game(start):
    generator, game, seen = random.Random(3), Game(start), [start]
    while (moves := game.position.legal_moves()) and game.ply < 80:
        move = generator.choice(moves)
        assert game.play(move) is move if len(seen) % 2 else game.push(move) is None
        seen.append(game.position)
    assert {type(position) for position in seen} == {type(start)} and (game.result == "*") == (game.outcome is None)
    played, end = game.moves, game.ply
    assert end == len(game) == len(played) == len(game.sans()) == len(seen) - 1
    assert [game.position_at(ply) for ply in range(end + 2)] == [*seen, None]
    assert [game.undo() for _ in range(end)] == played[::-1] and game.undo() is None
    assert game.position == game.start == start and game.undone == played and (not end or game != Game(start, played))
    assert [game.redo() for _ in range(end)] == played and game.redo() is None
    again = Game.unpack(game.pack(), chess960=start.is_chess960)
    for other in [Game(start, game.sans()), again, *copies(game)]:
        assert other == game and other.moves == played and other.position.is_chess960 == start.is_chess960
        other.undo()
        assert (game.ply, other.ply) == (end, end - 1) and other != game


def test_games_of_more_pieces_than_their_bytes_hold_differ():
    crowd = "rbr1nN1{}/b1P1B2p/rk1p4/3Pnb1p/2p2Pp1/Q1Q2Rpn/P1Npn3/b2RKN2 w - - 0 1"
    rook, queen = (Game(Position(crowd.format(piece), strict=False)) for piece in "rq")
    assert rook != queen and rook == rook.copy() and rook.pack() == queen.pack()


def test_a_game_begins_with_a_position_or_with_the_name_of_a_variant():
    assert Game() == Game(None) == Game("chess") == Game("Standard") and type(Game("chess").position) is Position
    assert Game("Three-check") == Game(VariantPosition("3check")) and Game("horde").start == VariantPosition("horde")
    chess = Game(VariantPosition("chess"), ["e4"])
    assert type(chess.position) is VariantPosition and chess != Game(moves=["e4"]) and chess.opening is None
    assert repr(Game("atomic", ["e4"])).startswith("<Game: Atomic, 1 half-moves, now 'rn")
    assert repr(Game()).startswith("<Game: 0 half-moves, now 'rn") and Game[Position].__origin__ is Game
    for start in (5, b"atomic", Game()):
        with pytest.raises(TypeError, match="or the name of a variant"):
            Game(start)


@pytest.mark.parametrize("start", [
    Position("4k3/8/8/b7/4r3/8/6n1/4K3 w - - 0 1", strict=False),
    VariantPosition("racingkings", "8/8/8/8/8/8/krbnNBRK/qrbnNBQQ w - - 0 1", strict=False),
], ids=repr)
def test_bytes_of_a_start_that_no_game_reaches(start):
    game = Game(start, start.legal_moves()[:1])
    assert pickle.loads(pickle.dumps(game)) == Game.unpack(game.pack(), strict=False) == game
    with pytest.raises(PackedError, match="from 3 pieces|a race starts with"):
        Game.unpack(game.pack())


def test_bytes_that_are_no_game():
    for data, said in ((b"", "ends too early"), (b"\x02\x63", "no variant has the number 99"), (b"\x07", "7")):
        with pytest.raises(PackedError, match=said):
            Game.unpack(data)


def test_what_asks_for_chess_refuses_a_variant():
    game = Game("atomic")
    for ask in (philidor.Engine().analyze, philidor.syzygy.Tables(data={}).rank_moves, lambda game: philidor.Book.of_games([game])):
        with pytest.raises(TypeError, match="expected a game of chess"):
            ask(game)


@pytest.mark.parametrize("name", ["chess", "crazyhouse", "3check"])
def test_repetition_and_claims(name):
    game = Game(name, KNIGHTS * 2)
    assert (game.repetitions, game.claim(), game.outcome, game.result) == (3, "threefold repetition", None, "*")
    game.undo()
    assert game.claim() is None and game.claim("Ng8") == "threefold repetition" and game.repetitions == 2
    for san in ["Ng8", *KNIGHTS * 2]:
        game.push(san)
    assert str(game.outcome) == "draw by fivefold repetition"
    assert Game("horde").claim() is None and Game("horde").repetitions == 1


def test_moves_are_counted():
    for make in (Position, lambda fen: VariantPosition("atomic", fen)):
        quiet = Game(make("4k1q1/8/8/8/8/8/8/R3K3 w Q - 99 90"))
        assert quiet.claim() is None and quiet.claim("Ra2") == "50 moves"
        old = Game(make("4k1q1/8/8/8/8/8/8/R3K3 w Q - 149 100"))
        assert old.claim() == "50 moves"
        old.play("Ra2")
        assert str(old.outcome) == "draw by 75 moves"


@pytest.mark.parametrize("name", ["chess", "atomic"])
def test_the_end_is_declared_once(name):
    game = Game(name)
    game.end(Outcome("White wins by resignation"))
    game.end(Outcome("draw by agreement"))
    assert (game.result, game.outcome.winner) == ("1-0", Color.WHITE)
    for other in copies(game):
        assert (other.result, str(other.outcome)) == ("1-0", "White wins by resignation") and other == game != Game(name)
    game.push("e4")
    assert game.outcome is None
    game.end(Outcome("draw by agreement"))
    assert game.result == "1/2-1/2" and game.undo() and game.outcome is None
    game.end_by_time(Color.WHITE)
    game.end(Outcome("draw by agreement"))
    assert str(game.outcome) == "Black wins by time" and game.result == "0-1"


@pytest.mark.parametrize("name", ["chess", "atomic"])
def test_illegal_moves_change_nothing(name):
    game = Game(name, ["e4"])
    for move in ("e4", Move("e2e4")):
        for ask in (game.push, game.play, game.claim):
            with pytest.raises(MoveError):
                ask(move)
    assert game.sans() == ["e4"]
    with pytest.raises(ValueError):
        Outcome("White wins by magic")
    with pytest.raises(TypeError):
        hash(game)


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
