"""Games of PGN, of chess and of variants: read, walked, changed, written."""

import bz2
import copy
import gzip
import pickle
import subprocess
import time

import numpy as np
import pytest

from philidor import Game, Move, MoveError, PgnError, PgnGame, PgnReader, Position, Positions, pgn
from philidor.variants import VARIANTS, VariantPosition

TEXT = """[Event "One"]
[White "Anne"]

1. e4 {[%clk 0:03:00] king's pawn} e5 $1 (1... c5 2. Nf3 (2. c3 {Alapin} d5)) 2. Bc4 {[%eval 0.31]} 1-0

[Event "Two"]
[FEN "4k3/8/8/8/8/8/8/4K2R w K - 0 1"]

1. O-O Ke7 1/2-1/2
"""
BROKEN = '[Event "?"]\n\n1. e4 e5 2. Ke3 *\n\n'
HOUSE = """[White "Anne"]
[Variant "Crazyhouse"]

1. e4 { [%clk 0:01:00] } d5 2. exd5 Qxd5 3. P@e4 ( 3. Nc3 $1 { better } ) 1-0
"""
CHECKS = '[FEN "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1 +2+0"]\n[Variant "Three-check"]\n\n1. Ra8+ 1-0\n'
MIXED = "\n".join([HOUSE, '[White "Bea"]\n\n1. e4 e5 *\n', CHECKS])


def test_trees_are_walked():
    one, two = PgnReader(TEXT)
    assert (one.tags["White"], one.result, one.sans()) == ("Anne", "1-0", ["e4", "e5", "Bc4"])
    e4 = one.root.children[0]
    assert (e4.san, e4.comment.strip(), e4.clock, e4.parent, e4.game) == ("e4", "king's pawn", 180.0, one.root, one)
    e5, c5 = e4.children
    assert (e5.nags, c5.nags, e5.children[0].eval) == ((1,), (), "0.31")
    assert [node.san for node in c5.children] == ["Nf3", "c3"] and c5.children[1].comment == "Alapin"
    assert c5.children[1].children[0].position == Game(moves=["e4", "c5", "c3", "d5"]).position
    assert one.root.move is None and one.root.san is None and one.root.parent is None
    assert [str(move) for move in two.moves] == ["e1g1", "e8e7"] and two.start == Position("4k3/8/8/8/8/8/8/4K2R w K - 0 1")


def test_each_game_has_the_rules_that_it_names():
    house, chess, checks = PgnReader(MIXED)
    assert [game.start.variant for game in (house, chess, checks)] == ["Crazyhouse", "Standard", "Three-check"]
    assert house.sans() == ["e4", "d5", "exd5", "Qxd5", "P@e4"] and house.moves[-1] is Move("P@e4")
    e4 = house.root.children[0]
    assert (e4.clock, e4.position, e4.parent, e4.game) == (60.0, VariantPosition("crazyhouse").play("e4"), house.root, house)
    taken = e4.children[0].children[0].children[0]
    drop, knight = taken.children
    assert (drop.san, drop.move.drop, knight.nags, knight.comment) == ("P@e4", "p", (1,), "better")
    assert taken.position.pocket(0) == {"p": 1} and drop.position.pocket(0) == {}
    assert chess.start == Position() and type(house.start) is VariantPosition and chess.root.children[0].position.perft(1) == 20
    assert str(checks.root.children[0].position.outcome) == "White wins by checks" and checks.result == "1-0"


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


def test_what_is_written_is_read_again(tmp_path):
    games, path = list(PgnReader(TEXT + "\n" + MIXED)), tmp_path / "games.pgn"
    for game in games:
        assert next(PgnReader(str(game))) == game == pickle.loads(pickle.dumps(game))
    assert '[FEN "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1 +2+0"]' in str(games[4])
    assert pgn.write(path, games) == 5 and list(pgn.read(path)) == games


@pytest.mark.parametrize("name", [variant.name for variant in VARIANTS])
def test_a_game_of_any_variant_is_made_and_written(name):
    game = PgnGame(name)
    node = game.root
    while len(game.moves) < 9:
        node = node.add(node.position.legal_moves()[-1])
    start = PgnGame(node.position)
    assert start.start == node.position and not start.moves
    for written in (game, start):
        text = str(written)
        assert (f'[Variant "{name}"]' in text) == (name != "Standard")
        assert ("[FEN " in text) == (written is start) and next(PgnReader(text)) == written
        # PGN has one name for chess.
        same = PgnGame(VariantPosition(name, written.start.fen()))
        assert same.start == written.start and next(PgnReader(str(same))) == same


@pytest.mark.parametrize("text", [HOUSE, CHECKS])
def test_a_variant_is_read_as_chess_is(text):
    """A game of a variant is read twice: nothing is found twice, or at another place."""
    name = text.split("\n")[1]
    assert next(PgnReader("{ before } " + text)).root.comment == "before"
    strict = PgnReader(text.replace("exd5", "e4xd5").replace("Ra8+", "Ra1a8+"), strict=True, on_error="skip")
    assert not list(strict) and len(strict.errors) == 1 and "strictly it is written" in str(strict.errors[0])
    damaged = TEXT + "\n" + text.replace("1-0", "<>")
    lenient = PgnReader(damaged, lenient=True)
    assert [type(game.start) for game in lenient] == [Position, Position, VariantPosition]
    faults = [damaged.encode()[error.offset:].split(b"\n")[0] for error in lenient.errors]
    assert b"<>" in faults and name.encode() not in faults and len(faults) == 2
    both = next(PgnReader('[FEN "bad"]\n' + name + "\n\n1. e4 *", lenient=True))
    assert both.start == VariantPosition(name.split('"')[1])


def copies(game):
    return [pickle.loads(pickle.dumps(game)), copy.copy(game), copy.deepcopy(game)]


@pytest.mark.parametrize(("start", "said"), [
    (Position("4k3/8/8/b7/4r3/8/6n1/4K3 w - - 0 1", strict=False), "in check from 3 pieces"),
    (VariantPosition("racingkings", "8/8/8/8/8/8/krbnNBRK/qrbnNBQQ w - - 0 1", strict=False), "more than a race starts with"),
], ids=["chess", "racing kings"])  # fmt: skip
def test_a_copy_begins_where_no_game_gets(start, said):
    game = PgnGame(start)
    first, second = (game.root.add(move) for move in game.start.legal_moves()[:2])
    first.comment, second.nags = "the better one [%clk 0:01:00]", [2]
    reply = first.add(first.position.legal_moves()[0])
    reply.add(reply.position.legal_moves()[0])
    second.add(second.position.legal_moves()[0]).comment = "as before"
    game.root.comment, game.result = "a triple check", "1-0"
    game.set_tag("White", "Anne")
    for other in copies(game):
        assert other == game and other.start == game.start
        # What is read has the tag Variant after FEN.
        assert sorted(str(other).splitlines()) == sorted(str(game).splitlines())
        assert str(other) == str(game) or "Variant" in str(game)
        assert other.root.children[0].clock == 60.0 and other.root.children[1].children[0].comment == "as before"
    with pytest.raises(PgnError, match=said):
        next(PgnReader(str(game)))
    make, _ = game.__reduce__()
    with pytest.raises(PgnError, match="illegal"):
        make("1. Ke2 *")


def test_a_game_is_of_chess960_if_its_start_is():
    fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"
    for start in (Position(fen, chess960=True), VariantPosition("chess", fen, chess960=True)):
        game = PgnGame(start)
        game.root.add("O-O").add("O-O-O")
        for other in [game, next(PgnReader(str(game))), *copies(game)]:
            assert other == game and other.start == Position(fen) and other.start.is_chess960
            assert other.moves == [Move("e1h1"), Move("e8a8")]
    assert "Variant" not in PgnGame(Position()).tags and not PgnGame(Position()).start.is_chess960
    assert "Variant" not in PgnGame(VariantPosition("atomic", fen, chess960=True)).tags
    assert PgnGame(Position.chess960(0)).start.is_chess960


def test_castling_takes_the_rook_in_chess960():
    fen = "5k1r/5p2/8/8/8/8/5P2/5K1R w Hh - 0 1"
    for game in (PgnGame(Position(fen)), PgnGame(VariantPosition("atomic", fen))):
        black = game.root.add("O-O").add("O-O")
        assert game.moves == [Move("f1h1"), Move("f8h8")] and black.move is Move("f8h8")


def test_a_removed_move_says_nothing_any_more():
    game = next(PgnReader("1. e4 e5 2. Nf3 *"))
    e4 = game.root.children[0]
    e5 = e4.children[0]
    assert e4.remove()
    for gone in (e4, e5):
        for name in "move san position parent children comment comment_before clock eval nags".split():
            with pytest.raises(ValueError, match="removed"):
                getattr(gone, name)
        for change in (gone.remove, gone.promote, lambda: gone.add("e4"), lambda: setattr(gone, "comment", "a")):
            with pytest.raises(ValueError, match="removed"):
                change()
        with pytest.raises(ValueError, match="removed"):
            gone.nags = [1]
        assert repr(gone) == "<PgnNode: removed>" and gone == gone and gone.game is game
    assert game.sans() == []


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


def test_rules_are_not_changed_by_a_tag():
    game = PgnGame("crazyhouse")
    for tag, name in (("Variant", "Atomic"), ("Variant", "Standard"), ("variant", "Bughouse")):
        with pytest.raises(ValueError, match=f'{tag} "{name}": a variant with other rules'):
            game.set_tag(tag, name)
    assert "Variant" not in game.tags
    game.set_tag("Variant", "Crazy House")
    assert pickle.loads(pickle.dumps(game)).tags["Variant"] == "Crazy House"
    with pytest.raises(MoveError, match="no pawn is in the pocket"):
        game.root.add("P@e4")
    for start in (b"atomic", game, 5):
        with pytest.raises(TypeError):
            PgnGame(start)


def test_nothing_is_set_in_vain():
    """What could be changed without an effect on the game cannot be changed at all."""
    game = PgnGame()
    node = game.root.add("e4")
    with pytest.raises(TypeError):
        game.tags["White"] = "A"
    with pytest.raises(AttributeError):
        node.nags.append(1)
    game.set_tag("White", "A")
    node.nags = [*node.nags, 1, 14]
    node.nags = (*node.nags, 255)
    assert dict(game.tags) == game.tags and game.tags["White"] == "A" and node.nags == (1, 14, 255)
    assert next(PgnReader(str(game))).root.children[0].nags == node.nags
    for wrong in ([256], [-1], ["1"], 1):
        with pytest.raises((TypeError, OverflowError)):
            node.nags = wrong


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


def test_bad_games_name_their_places():
    bad = '[Variant "Antichess"]\n\n1. e4 d5 2. Nf3 *\n\n'
    reader = PgnReader(MIXED + "\n" + bad + '[Variant "Bughouse"]\n\n1. e4 *\n\n' + HOUSE, on_error="skip")
    assert len(list(reader)) == 4
    (compulsory, unknown), lines = reader.errors, MIXED.count("\n") + 1
    assert (compulsory.line, compulsory.text, unknown.line) == (lines + 3, "Nf3", lines + 5)
    assert "compulsory" in str(compulsory) and "other rules" in str(unknown)


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


# Files.


def packed(name, data):
    """Bytes as a packer writes them."""
    if name == "zst":
        try:
            return subprocess.run(["zstd", "-c"], input=data, capture_output=True, check=True).stdout
        except (OSError, subprocess.CalledProcessError):
            pytest.skip("no zstd")
    return {"pgn": bytes, "gz": gzip.compress, "bz2": bz2.compress}[name](data)


@pytest.mark.parametrize("name", ["pgn", "gz", "bz2", "zst"])
def test_files_are_read_in_parts(tmp_path, name):
    """More than one part of a mebibyte; places count from the start of the file."""
    games = [TEXT.replace("Anne", f"Anne {number}") for number in range(6_000)]
    games[4_000] = BROKEN
    text = "\n".join([*games, *[MIXED] * 20])
    assert len(text) > 1 << 20
    path = tmp_path / name
    path.write_bytes(packed(name, text.encode()))
    whole, parts = PgnReader(text, on_error="skip"), pgn.read(path, on_error="skip")
    for game, other in zip(whole, parts, strict=True):
        assert game.tags == other.tags and game.sans() == other.sans() and game.start == other.start
    [expected], [error] = whole.errors, parts.errors
    assert (error.line, error.column, error.offset) == (expected.line, expected.column, expected.offset)
    assert error.line > 30_000 and text.encode()[error.offset:].startswith(b"Ke3") and next(parts, None) is None
    raising, read = pgn.read(str(path)), 0
    with pytest.raises(PgnError):
        for _ in raising:
            read += 1
    assert read == 8_000 and len(list(raising)) == 2 * 6_000 - 2 - 8_000 + 20 * 3


def test_files_that_cannot_be_read(tmp_path):
    with pytest.raises(FileNotFoundError) as caught:
        pgn.read(tmp_path / "none")
    assert caught.value.filename == str(tmp_path / "none")
    cut = tmp_path / "cut"
    cut.write_bytes(gzip.compress(b"1. e4 *\n\n" * 100_000)[:-20])
    with pytest.raises(OSError, match="cut"):
        list(pgn.read(cut))
    (tmp_path / "empty").write_bytes(b"")
    assert list(pgn.read(tmp_path / "empty")) == []
    with pytest.raises(ValueError, match="on_error"):
        pgn.read(tmp_path / "empty", on_error="stop")


def test_games_are_written(tmp_path):
    games, path = list(PgnReader(TEXT)), tmp_path / "games.pgn"
    games[0].set_tag("White", "Žofie")
    assert pgn.write(path, games) == 2 and list(pgn.read(path)) == games
    assert pgn.write(path, iter(games[:1]), append=True) == 1 and list(pgn.read(path)) == [*games, games[0]]
    assert path.read_bytes().count(b"\n\n\n") == 0
    assert pgn.write(path, []) == 0 and path.read_bytes() == b""
    pgn.write(path, games, append=True)
    assert path.read_bytes()[:1] == b"["


# Visitors.


class Script(pgn.Visitor):
    """Writes down what it sees."""

    def __init__(self, skipped=()):
        self.seen, self.skipped = [], skipped

    def begin_game(self, game):
        return "game" not in self.skipped

    def tag(self, name, value):
        self.seen.append(f"{name}={value}")

    def move(self, node, before):
        assert before == node.parent.position
        self.seen.append(node.san)

    def begin_variation(self, node):
        if node.san in self.skipped:
            return False
        self.seen.append("(")
        return None

    def end_variation(self, node):
        self.seen.append(f"){node.san}")

    def end_game(self, result):
        self.seen.append(result)


def shown(text, *skipped):
    script = Script(skipped)
    pgn.visit(next(PgnReader(text)), script)
    return " ".join(script.seen)


def test_a_visitor_sees_a_game_in_the_order_of_its_text():
    assert shown(TEXT) == "Event=One White=Anne e4 e5 ( c5 Nf3 ( c3 d5 )c3 )c5 Bc4 1-0"
    assert shown(TEXT, "c5") == "Event=One White=Anne e4 e5 Bc4 1-0"
    assert shown(TEXT, "game") == "Event=One White=Anne 1-0"
    assert shown(HOUSE) == "White=Anne Variant=Crazyhouse e4 d5 exd5 Qxd5 P@e4 ( Nc3 )Nc3 1-0"
    assert shown("1. e4 (1. d4 d5 (1... Nf6)) (1. -- e5) 1... c5 *") == "e4 ( d4 d5 ( Nf6 )Nf6 )d4 ( -- e5 )-- c5 *"


def test_a_long_game_is_walked_in_time():
    """Each move was found by playing all before it: 5.5 s for this game, and minutes in a build for tests."""
    game = next(PgnReader("1. Nf3 Nf6 2. Ng1 Ng8 " * 10_000 + "*"))
    script = Script()
    begun = time.monotonic()
    pgn.visit(game, script)
    node, sans = game.root, []
    while node.children:
        node = node.children[0]
        sans.append(node.san)
    while node.parent:
        assert node.move is not None
        node = node.parent
    assert sans == game.sans() and len(sans) == 40_000
    assert time.monotonic() - begun < 10


def test_a_visitor_sees_variations_of_any_depth():
    """Deeper than functions can call each other; a reader refuses such texts, but a program can make such a game."""
    game, depth = PgnGame(), 400
    node = game.root
    for _ in range(depth):
        for san in ("Nf3", "Nf6", "Ng1", "Ng8"):
            node.add("e4" if san.startswith("N") and node.position.turn == 0 else "e5")
            node = node.add(san)
    script = Script()
    script.move = lambda node, before: None
    pgn.visit(game, script)
    assert script.seen.count("(") == len([word for word in script.seen if word.startswith(")")]) == 4 * depth


def test_nodes_of_a_game_are_found_in_sets():
    """Each has a hash of its own, or sets of them would take time without measure."""
    game = next(PgnReader(TEXT))
    nodes, left = [], [game.root]
    while left:
        nodes.append(left.pop())
        left += nodes[-1].children
    assert len(nodes) == len(set(nodes)) == len({hash(node) for node in nodes}) == 8
    assert game.root in set(nodes) and next(PgnReader(TEXT)).root not in set(nodes)


def test_a_file_is_replaced_once_all_games_are_written(tmp_path):
    path, (one, two) = tmp_path / "games.pgn", PgnReader(TEXT)
    pgn.write(path, [one, two])
    path.chmod(0o640)
    before = path.read_text()
    assert before.count("\n\n[Event") == 1

    def breaks_off():
        yield one
        raise KeyError("no more")

    for games, error in ((5, TypeError), ([one, "no game"], TypeError), (breaks_off(), KeyError)):
        with pytest.raises(error):
            pgn.write(path, games)
        assert path.read_text() == before and list(tmp_path.iterdir()) == [path]
    # A file filtered in place; more games than are read ahead.
    pgn.write(path, [one, two] * 500)
    assert pgn.write(path, (game for game in pgn.read(path) if game.result == "1-0")) == 500
    assert [game.result for game in pgn.read(path)] == ["1-0"] * 500
    assert path.stat().st_mode & 0o777 == 0o640
    # Root is refused, too.
    path.chmod(0o440)
    with pytest.raises(PermissionError):
        pgn.write(path, [])
    path.chmod(0o640)
    assert pgn.write(path, []) == 0 and path.read_bytes() == b""


@pytest.mark.parametrize("pack", [gzip.compress, bz2.compress])
def test_nothing_is_appended_to_a_packed_file(tmp_path, pack):
    path = tmp_path / "games.pgn.packed"
    path.write_bytes(pack(TEXT.encode()))
    before = path.read_bytes()
    with pytest.raises(ValueError, match="packed"):
        pgn.write(path, [PgnGame()], append=True)
    assert path.read_bytes() == before
    plain = tmp_path / "plain.pgn"
    assert [pgn.write(plain, [PgnGame()] * count, append=True) for count in (1, 0, 2)] == [1, 0, 2]
    assert len(list(pgn.read(plain))) == 3 and plain.read_text().count("\n\n[Result") == 2


def test_what_cannot_be_unpacked_is_refused_once(tmp_path):
    path = tmp_path / "games.pgn.gz"
    path.write_bytes(gzip.compress(TEXT.encode() * 3)[:-12])
    reader, refused = pgn.read(path), 0
    for _ in range(20):
        try:
            next(reader, None)
        except OSError:
            refused += 1
    assert refused == 1


def test_variants_with_other_rules_are_no_tags():
    game = PgnGame()
    with pytest.raises(ValueError, match='Variant "Atomic": a variant with other rules'):
        game.set_tag("Variant", "Atomic")
    assert "Variant" not in game.tags
    game.set_tag("Variant", "Chess960")
    assert pickle.loads(pickle.dumps(game)).tags["Variant"] == "Chess960"


@pytest.mark.parametrize("answer", [False, 0, np.False_])
def test_a_visitor_skips_what_it_does_not_want(answer):
    class Skips(pgn.Visitor):
        moves = 0

        def begin_variation(self, node):
            return answer

        def move(self, node, before):
            self.moves += 1

    skips = Skips()
    pgn.visit(next(PgnReader(TEXT)), skips)
    assert skips.moves == 3
