"""Games of PGN of variants, alone and among games of chess. What a game can do is tested with chess; here is what rules change."""

import copy
import gzip
import pickle

import pytest

from philidor import Move, MoveError, PgnError, PgnGame, PgnReader, Position, pgn, variants
from philidor.variants import VARIANTS, VariantPgnGame, VariantPgnReader, VariantPosition

HOUSE = """[White "Anne"]
[Variant "Crazyhouse"]

1. e4 { [%clk 0:01:00] } d5 2. exd5 Qxd5 3. P@e4 ( 3. Nc3 $1 { better } ) 1-0
"""
CHESS = '[White "Bea"]\n\n1. e4 e5 *\n'
CHECKS = '[FEN "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1 +2+0"]\n[Variant "Three-check"]\n\n1. Ra8+ 1-0\n'
MIXED = "\n".join([HOUSE, CHESS, CHECKS])


def test_each_game_has_the_rules_that_it_names():
    house, chess, checks = VariantPgnReader(MIXED)
    assert [game.start.variant for game in (house, chess, checks)] == ["Crazyhouse", "Standard", "Three-check"]
    assert house.sans() == ["e4", "d5", "exd5", "Qxd5", "P@e4"] and house.moves[-1] is Move("P@e4")
    e4 = house.root.children[0]
    assert (e4.clock, e4.position, e4.parent, e4.game) == (60.0, VariantPosition("crazyhouse").play("e4"), house.root, house)
    taken = e4.children[0].children[0].children[0]
    drop, knight = taken.children
    assert (drop.san, drop.move.drop, knight.nags, knight.comment) == ("P@e4", "p", (1,), "better")
    assert taken.position.pocket(0) == {"p": 1} and drop.position.pocket(0) == {}
    assert chess.start == VariantPosition("chess") and chess.root.children[0].position.perft(1) == 20
    assert str(checks.root.children[0].position.outcome) == "White wins by checks" and checks.result == "1-0"


def test_what_is_written_is_read_again(tmp_path):
    games, path = list(VariantPgnReader(MIXED)), tmp_path / "games.pgn"
    for game in games:
        assert next(VariantPgnReader(str(game))) == game == pickle.loads(pickle.dumps(game))
    assert '[FEN "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1 +2+0"]' in str(games[2])
    assert pgn.write(path, games) == 3 and list(variants.read_pgn(path)) == games
    packed = tmp_path / "games.pgn.gz"
    packed.write_bytes(gzip.compress(MIXED.encode() * 20))
    assert list(variants.read_pgn(packed)) == games * 20
    # A file of chess may have games of both kinds.
    assert pgn.write(path, [next(PgnReader(CHESS)), games[1]]) == 2 and len(list(pgn.read(path))) == 2


@pytest.mark.parametrize("name", [variant.name for variant in VARIANTS])
def test_a_game_of_any_variant_is_made_and_written(name):
    game = VariantPgnGame(name)
    node = game.root
    while len(game.moves) < 9:
        node = node.add(node.position.legal_moves()[-1])
    start = VariantPgnGame(node.position)
    assert start.start == node.position and not start.moves
    for written in (game, start):
        text = str(written)
        assert (f'[Variant "{name}"]' in text) == (name != "Standard")
        assert ("[FEN " in text) == (written is start) and next(VariantPgnReader(text)) == written


def test_castling_takes_the_rook_in_chess960():
    fen = "5k1r/5p2/8/8/8/8/5P2/5K1R w Hh - 0 1"
    for game in (PgnGame(Position(fen)), VariantPgnGame(VariantPosition("atomic", fen))):
        black = game.root.add("O-O").add("O-O")
        assert game.moves == [Move("f1h1"), Move("f8h8")] and black.move is Move("f8h8")


def test_a_copy_begins_where_no_game_gets():
    game = VariantPgnGame(VariantPosition("racingkings", "8/8/8/8/8/8/krbnNBRK/qrbnNBQQ w - - 0 1", strict=False))
    first, second = (game.root.add(move) for move in game.start.legal_moves()[:2])
    first.add(first.position.legal_moves()[0]).comment = "a reply"
    second.nags = [1]
    for other in (pickle.loads(pickle.dumps(game)), copy.copy(game), copy.deepcopy(game)):
        assert other == game and other.start == game.start
        # What is read has the tag Variant after FEN.
        assert sorted(str(other).splitlines()) == sorted(str(game).splitlines())
    with pytest.raises(PgnError, match="more than a race starts with"):
        next(VariantPgnReader(str(game)))


def test_a_game_is_of_chess960_if_its_start_is():
    fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
    game = VariantPgnGame(VariantPosition("chess", fen, chess960=True))
    assert game.start.is_chess960 and game.root.add("O-O").move is Move("e1h1")
    assert next(VariantPgnReader(str(game))).moves == pickle.loads(pickle.dumps(game)).moves == [Move("e1h1")]
    assert "Variant" not in VariantPgnGame(VariantPosition("atomic", fen, chess960=True)).tags


def test_rules_are_not_changed_by_a_tag():
    game = VariantPgnGame("crazyhouse")
    for tag, name in (("Variant", "Atomic"), ("Variant", "Standard"), ("variant", "Bughouse")):
        with pytest.raises(ValueError, match=f'{tag} "{name}": a variant with other rules'):
            game.set_tag(tag, name)
    assert "Variant" not in game.tags
    game.set_tag("Variant", "Crazy House")
    assert pickle.loads(pickle.dumps(game)).tags["Variant"] == "Crazy House"
    with pytest.raises(MoveError, match="no pawn is in the pocket"):
        game.root.add("P@e4")
    for start in (Position(), None, 5):
        with pytest.raises(TypeError):
            VariantPgnGame(start)


def test_bad_games_name_their_places():
    bad = '[Variant "Antichess"]\n\n1. e4 d5 2. Nf3 *\n\n'
    reader = VariantPgnReader(MIXED + "\n" + bad + '[Variant "Bughouse"]\n\n1. e4 *\n\n' + HOUSE, on_error="skip")
    assert len(list(reader)) == 4
    (compulsory, unknown), lines = reader.errors, MIXED.count("\n") + 1
    assert (compulsory.line, compulsory.text, unknown.line) == (lines + 3, "Nf3", lines + 5)
    assert "compulsory" in str(compulsory) and "other rules" in str(unknown)
    with pytest.raises(PgnError, match="other rules"):
        next(PgnReader(HOUSE))
    with pytest.raises(FileNotFoundError):
        variants.read_pgn("none.pgn")
