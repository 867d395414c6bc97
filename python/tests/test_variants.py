"""Positions of chess variants. Their rules are tested in the crate; here is what Python makes of them."""

import copy
import pickle
import random
import threading

import pytest

from philidor import Color, FenError, Game, Move, MoveError, Outcome, PackedError, PgnGame, Position, Setup, SetupError, Square, variants
from philidor.variants import VARIANTS, VariantPosition, find_variant

NAMES = [variant.uci_name for variant in VARIANTS]


def walk(name, seed, count):
    """Positions of random games."""
    generator, found = random.Random(seed), []
    while len(found) < count:
        position = VariantPosition(name)
        for _ in range(80):
            found.append(position)
            moves = position.legal_moves()
            if not moves:
                break
            drops = [move for move in moves if move.drop or move.promotion] if generator.random() < 0.5 else []
            position = position.play(generator.choice(drops or moves))
    return found[:count]


def test_each_variant_has_its_names():
    assert NAMES[0] == "chess" and len(set(NAMES)) == len(VARIANTS) >= 10
    for variant in VARIANTS:
        for name in (variant.name, variant.uci_name, variant.name.upper(), *variant.other_names):
            assert find_variant(name) is variant
        assert VariantPosition(variant.name).variant == variant.name
        assert VariantPosition(variant.name).uci_variant == variant.uci_name
    assert Position().variant == VARIANTS[0].name
    for make in (find_variant, VariantPosition, Game, PgnGame):
        with pytest.raises(ValueError, match="`bughouse` is not a variant; known are chess, "):
            make("bughouse")


@pytest.mark.parametrize("name", NAMES)
def test_a_position_is_its_fen(name):
    for position in walk(name, 1, 150):
        again = VariantPosition(name, position.fen())
        assert again == position and hash(again) == hash(position) and again.key == position.key
        assert pickle.loads(pickle.dumps(position)) == position and copy.deepcopy(position) is position
        assert eval(repr(position)) == position  # noqa: S307
        pieces = position.pieces()
        assert all(position[square] == position.piece_at(square) == pieces.get(square) for square in Square)
        assert position.squares() == position.squares_of(0) | position.squares_of(1)
        assert sorted(map(int, pieces)) == sorted(map(int, position.squares()))


@pytest.mark.parametrize("name", NAMES)
def test_a_position_is_its_bytes_and_its_setup(name):
    for position in walk(name, 3, 150):
        assert VariantPosition.unpack(position.pack()) == position
        pockets, checks = [tuple(ask(color) for color in Color) for ask in (position.pocket, position.checks_given)]
        setup = position.setup()
        assert VariantPosition.of(
            name, setup, pockets=pockets, promoted=position.promoted, checks_given=checks) == position
        assert setup.pieces() == position.pieces() and setup.turn == position.turn


def test_bytes_and_setups_that_are_no_positions():
    for data, said in ((b"", "the bytes end within the field that begins at byte 0"), (b"\x02\x63", "no variant has the number 99")):
        with pytest.raises(PackedError, match=said):
            VariantPosition.unpack(data)
    start, castles = Position().setup(), Setup("4k3/8/8/8/8/8/8/4K2R w K - 0 1")
    with pytest.raises(SetupError) as caught:
        VariantPosition.of("racingkings", start)
    assert "pawns_in_race" in [fault.kind for fault in caught.value.faults]
    for letter in ("k", "N", "x"):
        with pytest.raises(ValueError, match="not a piece that can be in a pocket"):
            VariantPosition.of("crazyhouse", start, pockets=({letter: 1}, {}))
    given = {"pockets": ({"n": 1}, {}), "checks_given": (4, 0)}
    with pytest.raises(SetupError, match="33 pieces"):
        VariantPosition.of("crazyhouse", start, **given)
    assert VariantPosition.of("crazyhouse", start, strict=False, **given).pocket(0) == {"n": 1}
    assert VariantPosition.of("atomic", start, **given) == VariantPosition("atomic")
    with pytest.raises(SetupError, match="4 checks"):
        VariantPosition.of("3check", start, **given)
    one = VariantPosition.of("atomic", castles, chess960=True)
    assert one.uci("O-O") == VariantPosition.unpack(one.pack(), chess960=True).uci("O-O") == "e1h1"
    assert VariantPosition.unpack(one.pack()).uci("O-O") == "e1g1"
    unreachable = VariantPosition.of("3check", start, checks_given=(4, 0), strict=False)
    assert VariantPosition.unpack(unreachable.pack(), strict=False) == unreachable
    with pytest.raises(PackedError, match="4 checks"):
        VariantPosition.unpack(unreachable.pack())


@pytest.mark.parametrize("name", NAMES)
def test_moves_are_written_and_read(name):
    for position in walk(name, 2, 100):
        moves = position.legal_moves()
        assert len(set(moves)) == len(moves) == position.legal_move_count() == position.perft(1)
        assert position.has_legal_move() == bool(moves)
        for move in moves:
            assert position.parse_uci(position.uci(move)) is position.parse_san(position.san(move)) is move
            assert position.is_legal(move) and move is Move(str(move))
            after = position.play(move)
            assert after == position.play(position.san(move)) and after.is_check == position.gives_check(move)
            assert bool(after.checkers) == after.is_check
            if not move.drop:
                assert move in position.legal_moves(origin=move.origin)
        if not moves:
            assert position.outcome is not None


def test_chess_is_that_of_positions(positions, chess960_positions):
    for position in (positions + chess960_positions)[::7]:
        same = VariantPosition("chess", position.fen(), chess960=position.is_chess960)
        assert sorted(same.legal_moves()) == sorted(position.legal_moves())
        assert [same.san(move) for move in position.legal_moves()] == [position.san(move) for move in position.legal_moves()]
        assert same.fen(en_passant="legal", castling="shredder") == position.fen(en_passant="legal", castling="shredder")
        assert (same.is_check, same.is_checkmate, same.is_stalemate, same.checkers, same.has_legal_en_passant) == (
            position.is_check, position.is_checkmate, position.is_stalemate, position.checkers, position.has_legal_en_passant)
        assert (same.turn, same.castling_rights, same.en_passant, same.halfmove_clock, same.fullmove_number) == (
            position.turn, position.castling_rights, position.en_passant, position.halfmove_clock, position.fullmove_number)
        assert same.king(0) == position.king(0) and same.squares("Pq") == position.squares("Pq")
        assert same != position
        for color in Color:
            assert same.has_insufficient_material(color) == position.has_insufficient_material(color)


def test_pockets_and_promoted_pieces():
    position = VariantPosition("crazyhouse", "4k3/1P6/8/8/8/8/8/4K3[Np] w - - 0 1").play("b8=Q+")
    assert list(position.promoted) == [Square.B8] and "Q~" in position.fen()
    assert position.pocket(Color.WHITE) == {"n": 1} and position.pocket(1) == {"p": 1}
    taken = VariantPosition("crazyhouse", "1Q~2k3/1r6/8/8/8/8/8/4K3[] b - - 0 1").play("Rxb8")
    assert taken.pocket(Color.BLACK) == {"p": 1} and not taken.promoted
    with pytest.raises(MoveError, match="no knight is in the pocket"):
        taken.play(Move("N@f3"))
    assert not taken.counts_moves and VariantPosition("atomic").counts_moves


def test_checks_are_counted():
    position = VariantPosition("3check", "4k3/8/8/8/8/8/8/R3K3 w Q - 1+3 0 1")
    assert (position.checks_given(0), position.checks_given(1), position.outcome) == (2, 0, None)
    after = position.play("Ra8#")
    assert str(after.outcome) == str(after.variant_end) == "White wins by checks" and not after.legal_moves()


@pytest.mark.parametrize(("name", "fen", "said"), [
    ("antichess", "8/8/8/8/8/8/8/k7 w - - 0 1", "White wins by loss of all pieces"),
    ("suicide", "8/8/8/8/8/p7/P7/8 b - - 0 1", "draw by lack of moves with equal material"),
    ("racingkings", "K6k/8/8/8/8/8/8/8 w - - 0 1", "draw by both kings on the eighth rank"),
    ("horde", "4k3/8/8/8/8/8/8/8 w - - 0 1", "Black wins by loss of all pieces"),
    ("crazyhouse", "R3k3/8/4K3/8/8/8/8/8[] b - - 0 1", "White wins by checkmate"),
    ("kingofthehill", "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "draw by stalemate"),
])
def test_ends_are_said_in_words(name, fen, said):
    outcome = VariantPosition(name, fen).outcome
    assert str(outcome) == said and Outcome(said) == outcome and hash(Outcome(said)) == hash(outcome)
    assert pickle.loads(pickle.dumps(outcome)) == outcome and eval(repr(outcome)) == outcome  # noqa: S307
    with pytest.raises(ValueError, match="is not a (way to win|reason for a draw)"):
        Outcome(said + "!")


def test_errors_say_what_is_wrong():
    with pytest.raises(FenError) as caught:
        VariantPosition("crazyhouse", "4k3/8/8/8/8/8/8/4K3[x] w - - 0 1")
    assert (caught.value.field, caught.value.text, caught.value.column) == ("extra", "x", 21)
    with pytest.raises(FenError) as caught:
        VariantPosition("3check", "4k3/8/8/9/8/8/8/4K3 w - - 3+3 0 1")
    assert (caught.value.field, caught.value.text) == ("board", "9")
    with pytest.raises(SetupError) as caught:
        VariantPosition("racingkings", "8/8/8/8/P7/8/krbnNBRK/qrbnNBRQ w - - 0 1")
    assert [(fault.kind, list(fault.squares)) for fault in caught.value.faults] == [("pawns_in_race", [Square.A4])]
    with pytest.raises(SetupError) as caught:
        VariantPosition("racingkings", "8/8/8/8/8/8/krbnNBRK/qrbnNBQQ w - - 0 1")
    assert [(fault.kind, fault.color) for fault in caught.value.faults] == [("too_many_in_race", Color.WHITE)]
    with pytest.raises(SetupError) as caught:
        VariantPosition("horde", "4k3/8/8/8/8/8/P7/4K3 w - - 0 1")
    assert [(fault.kind, list(fault.squares)) for fault in caught.value.faults] == [("king_in_horde", [Square.E1])]
    with pytest.raises(SetupError) as caught:
        VariantPosition("3check", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 +4+0")
    assert [(fault.kind, fault.color, fault.leaves_rules_undefined) for fault in caught.value.faults] == [
        ("too_many_checks", Color.WHITE, False)]
    assert VariantPosition("3check", "4k3/8/8/8/8/8/8/4K3 w - - 0 1 +4+0", strict=False).outcome
    with pytest.raises(MoveError) as caught:
        VariantPosition("antichess", "8/6p1/8/8/8/8/6R1/8 w - - 0 1").play("Ra2")
    assert caught.value.text == "Ra2" and caught.value.offset is None and "compulsory" in str(caught.value)
    with pytest.raises(MoveError) as caught:
        VariantPosition("horde").play("?!")
    assert caught.value.offset == 0
    with pytest.raises(MoveError, match="in check"):
        VariantPosition("atomic", "4k3/8/8/8/8/8/8/r3K3 w - - 0 1").pass_turn()
    assert VariantPosition("horde").pass_turn().turn == Color.BLACK


def test_a_refused_setup_is_in_its_error():
    for variant, fen, expected in (
        ("racingkings", "8/8/8/8/P7/8/krbnNBRK/qrbnNBRQ w - - 0 1", "8/8/8/8/P7/8/krbnNBRK/qrbnNBRQ w - - 0 1"),
        ("crazyhouse", "4k3/8/8/8/8/8/8/P3KQ~2[Nn] b - - 3 7", "4k3/8/8/8/8/8/8/P3KQ2 b - - 3 7"),
        ("3check", "4k3/8/8/8/8/8/8/4K3 w K - 3+2 4 9", "4k3/8/8/8/8/8/8/4K3 w K - 4 9"),
    ):
        with pytest.raises(SetupError) as caught:
            VariantPosition(variant, fen)
        assert caught.value.setup == Setup(expected)
    start = Position().setup()
    with pytest.raises(SetupError) as caught:
        VariantPosition.of("racingkings", start)
    assert caught.value.setup == start


def test_chess960_is_a_start_where_there_is_one():
    position = VariantPosition.chess960("crazyhouse", 0)
    assert position.is_chess960 and position.fen() == "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR[] w KQkq - 0 1"
    for name, number in (("racingkings", 0), ("atomic", 960)):
        with pytest.raises(ValueError, match="no start"):
            VariantPosition.chess960(name, number)
    castles = "4k3/8/8/8/8/8/8/4K2R w K - 0 1"
    one, other = VariantPosition("atomic", castles), VariantPosition("atomic", castles, chess960=True)
    assert (one.uci("O-O"), other.uci("O-O"), one.uci("O-O", chess960=True)) == ("e1g1", "e1h1", "e1h1")
    assert Move("e1h1") in other.legal_moves() and Move("e1g1") in one.legal_moves() and one == other
    assert pickle.loads(pickle.dumps(other)).is_chess960


@pytest.mark.parametrize("threads", [1, 2, 0])
def test_trees_are_counted_on_threads(threads):
    position = VariantPosition("crazyhouse", "4k3/8/8/8/8/8/8/4K3[NQp] w - - 0 1")
    divided = position.divide(3, threads=threads)
    assert divided == {move: position.play(move).perft(2) for move in position.legal_moves()}
    assert position.perft(3, threads=threads) == sum(divided.values())
    assert position.perft(0, threads=threads) == 1 and position.divide(0, threads=threads) == {}


@pytest.mark.parametrize("threads", [1, 2])
def test_a_tree_that_is_deeper_than_the_longest_line_has_the_largest_count(threads):
    forced = VariantPosition("chess", "k1b5/1p1p4/1P1P4/8/8/1p1p4/1P1P4/K1B5 w - - 0 1")
    for depth, leaves in (65_535, 1), (65_536, 2**128 - 1), (2**32 - 1, 2**128 - 1):
        assert forced.perft(depth, threads=threads) == leaves
        assert list(forced.divide(depth, threads=threads).values()) == [leaves]
    many = walk("atomic", 3, 100) + walk("horde", 3, 100)
    assert variants.move_counts(many, threads=threads).tolist() == [one.legal_move_count() for one in many]
    assert variants.perfts(many[::9], 2, threads=threads).tolist() == [one.perft(2) for one in many[::9]]
    assert variants.perfts(many[:3], 4, threads=threads).tolist() == [one.perft(4) for one in many[:3]]
    with pytest.raises(TypeError):
        variants.move_counts([Position()])


def test_other_threads_run_while_trees_are_counted():
    counted = []
    thread = threading.Thread(target=lambda: counted.append(VariantPosition("antichess").perft(4)))
    thread.start()
    counted.append(VariantPosition("antichess").perft(4, threads=2))
    thread.join()
    assert counted == [153_299, 153_299]


def test_a_deep_tree_needs_no_deep_stack():
    forced = VariantPosition("chess", "4b2k/3pPp1p/3P1P1P/8/8/p1p1p3/P1PpP3/K2B4 w - - 0 1")
    assert forced.perft(30_000) == 1
    assert list(forced.divide(30_000).values()) == [1]
    assert list(variants.perfts([forced], 30_000)) == [1]
