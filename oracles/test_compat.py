"""philidor.compat does what python-chess does, by random operations and by python-chess's own tests.

Needs a Python that has philidor. Boards are made in both: start positions, random games, Chess960, random pieces, none
or many kings, made-up castling rights and en-passant squares. Then random operations run on both, and whatever
they return, raise or leave on the board must be the same. An exception must be of the same type; its text is not
compared. Differences that python/python/philidor/compat/README.md publishes are known here by name.

It prints how many operations were compared, of which kinds, and every kind of difference with the call that showed it.
python-chess's own tests run in a process of their own (chess_tests.py): only the tests listed there may fail.
"""

import collections
import random
import subprocess
import sys

import chess
import chess.polyglot
import pytest

from conftest import ROOT, absent

pytestmark = pytest.mark.module

try:
    from philidor import compat
    from philidor.compat import polyglot
except ImportError:
    compat = None

LETTERS = "pnbrqkPNBRQK"


class Pair:
    """The same board in both packages."""

    def __init__(self, dice):
        self.dice, self.log = dice, []
        self.other, self.ours = chess.Board(), compat.Board()

    def fresh(self):
        """A new board of a random kind."""
        dice, kind = self.dice, self.dice.randrange(10)
        chess960 = dice.random() < 0.3
        if kind < 3:
            fen = chess.STARTING_FEN
        elif kind < 5:
            chess960 = True
            fen = chess.Board.from_chess960_pos(dice.randrange(960)).fen(shredder=True)
        elif kind < 7:
            fen = self.sparse()
        else:
            fen = self.wild()
        self.log = [f"Board({fen!r}, chess960={chess960})"]
        self.other, self.ours = chess.Board(fen, chess960=chess960), compat.Board(fen, chess960=chess960)

    def sparse(self):
        """Two kings and a few pieces anywhere, rights and squares at random."""
        pieces = ["k", "K", *(self.dice.choice(LETTERS) for _ in range(self.dice.randrange(14)))]
        if self.dice.random() < 0.1:
            pieces = pieces[1:]
        board = dict(zip(self.dice.sample(range(64), len(pieces)), pieces, strict=True))
        if self.dice.random() < 0.4:
            board = {at: piece for at, piece in board.items() if piece not in "kK"}
            board |= {4: "K", 60: "k"} | {at: "R" if at < 8 else "r" for at in (0, 7, 56, 63) if self.dice.random() < 0.7}
        return self.text(board)

    def wild(self):
        """Any number of any pieces."""
        count = self.dice.randrange(40)
        return self.text({at: self.dice.choice(LETTERS) for at in self.dice.sample(range(64), count)})

    def text(self, pieces):
        board = chess.BaseBoard(None)
        for square, letter in pieces.items():
            board.set_piece_at(square, chess.Piece.from_symbol(letter), promoted=self.dice.random() < 0.05)
        rights = self.dice.choice(["-", "-", "KQkq", "KQ", "k", "Qq", "HAha", "BGbg", "Kq", "Ck"])
        square = self.dice.choice(["-", "-", "-", self.dice.choice("abcdefgh") + self.dice.choice("36"), "e4"])
        turn, clock, number = self.dice.choice("wb"), self.dice.choice([0, 3, 98, 99, 100, 149, 150]), self.dice.randrange(90)
        return f"{board.board_fen(promoted=True)} {turn} {rights} {square} {clock} {number}"


def plain(value):
    """A value as something that both packages share."""
    if isinstance(value, (chess.SquareSet, compat.SquareSet)):
        return ("squares", int(value))
    if isinstance(value, (chess.Move, compat.Move)):
        return ("move", value.uci())
    if isinstance(value, (chess.Piece, compat.Piece)):
        return ("piece", value.symbol())
    if isinstance(value, (chess.Outcome, compat.Outcome)):
        return ("outcome", value.termination.name, value.winner, value.result())
    if isinstance(value, (chess.BaseBoard, compat.BaseBoard)):
        return ("board", *state(value))
    if isinstance(value, dict):
        return [(plain(key), plain(one)) for key, one in value.items()]
    if isinstance(value, (list, tuple)):
        return [plain(one) for one in value]
    if isinstance(value, (chess.Status, compat.Status)):
        return ("status", int(value))
    return value


def state(board):
    """Everything that a board is."""
    pieces = (board.pawns, board.knights, board.bishops, board.rooks, board.queens, board.kings, *board.occupied_co)
    if not hasattr(board, "turn"):
        return (*pieces, board.promoted)
    return (
        *pieces,
        board.occupied,
        board.promoted,
        board.turn,
        board.castling_rights,
        None if board.ep_square == -1 else board.ep_square,
        board.halfmove_clock,
        board.fullmove_number,
        board.chess960,
        [move.uci() for move in board.move_stack],
    )


def called(function):
    try:
        return plain(function())
    except Exception as error:  # noqa: BLE001
        return ("raised", type(error).__name__)


def in_order(moves):
    return [move.uci() for move in moves]


def unordered(moves):
    return sorted(in_order(moves))


# Each operation: a name, and a function of dice that gives one of (package, board) for both.


def a_move(dice, board):
    """A move of the board, or one that is nearly or not at all one, as UCI."""
    kind = dice.random()
    moves = list(board.legal_moves) if kind < 0.6 else list(board.pseudo_legal_moves) if kind < 0.9 else []
    if moves:
        moves.sort(key=lambda move: move.uci())
        return dice.choice(moves).uci()
    if kind < 0.97 or not board.occupied:
        texts = [chess.SQUARE_NAMES[one] for one in dice.sample(range(64), 2)]
        return "".join(texts) + dice.choice(["", "", "", "q", "n", "k"])
    return dice.choice(["0000", "e1g1", "e1h1", "e8c8", "e8a8", "e1c1", "P@e4", "Q@d5"])


def a_san(dice, board):
    moves = sorted(board.legal_moves, key=lambda move: move.uci())
    if moves and dice.random() < 0.7:
        move = dice.choice(moves)
        text = board.san(move) if dice.random() < 0.6 else board.lan(move)
        return text.rstrip("+#") if dice.random() < 0.3 else text
    letter, square = dice.choice(["", "N", "B", "R", "Q", "K", "P"]), chess.SQUARE_NAMES[dice.randrange(64)]
    middle = dice.choice(["", "x", "-", "a", "3", "e2", "gx"])
    wild = letter + middle + square + dice.choice(["", "", "=Q", "q", "+", "#", "!", "=K"])
    return dice.choice([wild, wild, wild, "O-O", "0-0-0", "O-O-O+", "--", "Z0", "e2e4", "", "e8=Q#", "Ke1g1", "Kg1"])


def a_mask(dice):
    return dice.choice([chess.BB_ALL, dice.getrandbits(64), dice.getrandbits(64) & dice.getrandbits(64), chess.BB_RANK_1])


def questions(dice, other):
    """Questions that leave the board as it is: name, arguments as text, function of package and board."""
    square, color, kind = dice.randrange(64), dice.random() < 0.5, dice.randrange(1, 7)
    uci, mask, mask2 = a_move(dice, other), a_mask(dice), a_mask(dice)
    san, flag, count = a_san(dice, other), dice.random() < 0.5, dice.randrange(1, 5)
    policy = dice.choice(["legal", "fen", "xfen"])
    yield "piece_at", (square,), lambda p, b: b.piece_at(square)
    yield "piece_type_at", (square,), lambda p, b: b.piece_type_at(square)
    yield "color_at", (square,), lambda p, b: b.color_at(square)
    yield "king", (color,), lambda p, b: b.king(color)
    yield "pieces", (kind, color), lambda p, b: b.pieces(kind, color)
    yield "piece_map", (mask,), lambda p, b: b.piece_map(mask=mask)
    yield "attacks", (square,), lambda p, b: b.attacks(square)
    yield "attackers", (color, square), lambda p, b: b.attackers(color, square)
    yield "attackers", (color, square, mask), lambda p, b: b.attackers(color, square, mask)
    yield "is_attacked_by", (color, square), lambda p, b: b.is_attacked_by(color, square)
    yield "pin", (color, square), lambda p, b: b.pin(color, square)
    yield "is_pinned", (color, square), lambda p, b: b.is_pinned(color, square)
    yield "board_fen", (flag,), lambda p, b: b.board_fen(promoted=flag)
    yield "fen", (flag, policy), lambda p, b: b.fen(shredder=flag, en_passant=policy)
    yield "fen promoted", (), lambda p, b: b.fen(promoted=True)
    yield "epd", (uci,), lambda p, b: b.epd(en_passant=policy, hmvc=b.halfmove_clock, id="a;b \\ \"c\"", ce=-3, f=0.25)
    yield "status", (), lambda p, b: b.status()
    yield "is_valid", (), lambda p, b: b.is_valid()
    yield "legal_moves", (), lambda p, b: in_order(b.legal_moves)
    yield "legal_moves.count", (), lambda p, b: [b.legal_moves.count(), bool(b.legal_moves)]
    yield "pseudo_legal_moves", (), lambda p, b: [move.uci() for move in b.pseudo_legal_moves]
    yield "pseudo_legal_moves.count", (), lambda p, b: [b.pseudo_legal_moves.count(), bool(b.pseudo_legal_moves)]
    yield "generate_legal_moves", (mask, mask2), lambda p, b: in_order(b.generate_legal_moves(mask, mask2))
    yield "generate_pseudo_legal_moves", (mask, mask2), lambda p, b: unordered(b.generate_pseudo_legal_moves(mask, mask2))
    yield "generate_legal_captures", (mask,), lambda p, b: unordered(b.generate_legal_captures(mask))
    yield "generate_pseudo_legal_captures", (mask,), lambda p, b: unordered(b.generate_pseudo_legal_captures(mask))
    yield "generate_castling_moves", (mask,), lambda p, b: unordered(b.generate_castling_moves(chess.BB_ALL, mask))
    yield "generate_legal_ep", (), lambda p, b: unordered(b.generate_legal_ep())
    yield "is_legal", (uci,), lambda p, b: b.is_legal(p.Move.from_uci(uci))
    yield "in legal_moves", (uci,), lambda p, b: p.Move.from_uci(uci) in b.legal_moves
    yield "is_pseudo_legal", (uci,), lambda p, b: b.is_pseudo_legal(p.Move.from_uci(uci))
    yield "parse_uci", (uci,), lambda p, b: b.parse_uci(uci)
    yield "parse_san", (san,), lambda p, b: b.parse_san(san)
    yield "parse_xboard", (uci,), lambda p, b: b.parse_xboard(uci)
    move = called(lambda: other.parse_uci(uci))
    legal = move[0] == "move" and uci != "0000"
    if legal:
        for name in (
            "san lan uci xboard is_capture is_castling is_kingside_castling is_queenside_castling is_en_passant is_zeroing "
            "is_irreversible gives_check is_into_check"
        ).split():
            yield name, (uci,), lambda p, b, name=name: getattr(b, name)(p.Move.from_uci(uci))
        yield "uci chess960", (uci, flag), lambda p, b: b.uci(p.Move.from_uci(uci), chess960=flag)
        yield "xboard chess960", (uci, flag), lambda p, b: b.xboard(p.Move.from_uci(uci), chess960=flag)
        yield "variation_san", (uci,), lambda p, b: b.variation_san([p.Move.from_uci(uci)])
    elif called(lambda: other.is_pseudo_legal(chess.Move.from_uci(uci))) is True:
        for name in "san lan is_capture is_castling is_zeroing gives_check is_into_check".split():
            yield f"{name} pseudo-legal", (uci,), lambda p, b, name=name: getattr(b, name)(p.Move.from_uci(uci))
    target = dice.randrange(64)
    promotion = dice.choice([None, None, 5, 2])
    yield "find_move", (square, target), lambda p, b: b.find_move(square, target, promotion)
    if legal:
        parsed = chess.Move.from_uci(uci)
        yield "find_move", (uci,), lambda p, b: b.find_move(parsed.from_square, parsed.to_square, parsed.promotion)
    for name in (
        "is_check is_checkmate is_stalemate is_insufficient_material is_seventyfive_moves is_fivefold_repetition "
        "is_fifty_moves can_claim_fifty_moves can_claim_threefold_repetition can_claim_draw outcome is_game_over result "
        "checkers has_pseudo_legal_en_passant has_legal_en_passant has_chess960_castling_rights clean_castling_rights ply "
        "chess960_pos castling_xfen castling_shredder_fen was_into_check is_variant_end __str__ unicode root mirror __repr__ "
        "shredder_fen copy checkers_mask"
    ).split():
        yield name, (), lambda p, b, name=name: getattr(b, name)()
    yield "outcome claim_draw", (), lambda p, b: b.outcome(claim_draw=True)
    yield "is_repetition", (count,), lambda p, b: b.is_repetition(count)
    yield "chess960_pos ignoring", (flag,), lambda p, b: b.chess960_pos(ignore_turn=flag, ignore_castling=flag, ignore_counters=flag)
    for name in "has_insufficient_material has_castling_rights has_kingside_castling_rights has_queenside_castling_rights".split():
        yield name, (color,), lambda p, b, name=name: getattr(b, name)(color)
    yield "copy(stack)", (count,), lambda p, b: b.copy(stack=count)
    turns = "flip_vertical flip_horizontal flip_diagonal flip_anti_diagonal shift_up shift_down shift_left shift_right".split()
    turn = dice.choice(turns)
    yield "transform", (turn,), lambda p, b: b.transform(getattr(p, turn))
    yield "zobrist_hash", (), lambda p, b: (chess.polyglot if p is chess else polyglot).zobrist_hash(b)
    yield "eq copy", (), lambda p, b: b == b.copy(stack=False)
    yield "eq mirror", (), lambda p, b: b == b.mirror()
    yield "unicode", (flag, color), lambda p, b: b.unicode(invert_color=flag, borders=color, orientation=not flag)


def deeds(dice, other):
    """What changes the board."""
    square, uci, san = dice.randrange(64), a_move(dice, other), a_san(dice, other)
    letter, count = dice.choice(LETTERS), dice.randrange(960)
    rights = dice.choice(["-", "KQkq", "HAha", "Kq", "BG", "", "x", "QQ"])
    ep = dice.choice([None, dice.randrange(16, 24), dice.randrange(40, 48), 28])
    bits, turn = dice.getrandbits(64) & chess.BB_BACKRANKS, dice.random() < 0.5
    legal = called(lambda: other.parse_uci(uci))[0] == "move"
    if legal or dice.random() < 0.15:
        playable = other.piece_type_at(chess.Move.from_uci(uci).from_square) or uci[1] == "@" or uci == "0000"
        if playable:
            yield "push", (uci,), lambda p, b: b.push(p.Move.from_uci(uci)), 40
    yield "push_uci", (uci,), lambda p, b: b.push_uci(uci), 20
    yield "push_san", (san,), lambda p, b: b.push_san(san), 20
    yield "push_xboard", (san,), lambda p, b: b.push_xboard(san), 2
    yield "pop", (), lambda p, b: b.pop(), 12
    yield "peek", (), lambda p, b: b.peek(), 2
    yield "push null", (), lambda p, b: b.push(p.Move.null()), 2
    yield "set_piece_at", (square, letter), lambda p, b: b.set_piece_at(square, p.Piece.from_symbol(letter)), 2
    yield "set_piece_at promoted", (square, letter), lambda p, b: b.set_piece_at(square, p.Piece.from_symbol(letter), True), 1
    yield "remove_piece_at", (square,), lambda p, b: b.remove_piece_at(square), 2
    yield "clear_board", (), lambda p, b: b.clear_board(), 0.05
    yield "clear", (), lambda p, b: b.clear(), 0.05
    yield "reset", (), lambda p, b: b.reset(), 0.2
    yield "reset_board", (), lambda p, b: b.reset_board(), 0.1
    yield "clear_stack", (), lambda p, b: b.clear_stack(), 0.5
    yield "set_chess960_pos", (count,), lambda p, b: b.set_chess960_pos(count), 0.2
    yield "set_castling_fen", (rights,), lambda p, b: b.set_castling_fen(rights), 1
    yield "turn=", (turn,), lambda p, b: setattr(b, "turn", turn), 1
    yield "ep_square=", (ep,), lambda p, b: setattr(b, "ep_square", ep), 1
    yield "castling_rights=", (bits,), lambda p, b: setattr(b, "castling_rights", bits), 0.5
    yield "halfmove_clock=", (count,), lambda p, b: setattr(b, "halfmove_clock", count % 160), 1
    yield "fullmove_number=", (count,), lambda p, b: setattr(b, "fullmove_number", count), 1
    yield "apply_mirror", (), lambda p, b: b.apply_mirror(), 1
    turn_by = dice.choice(["flip_vertical", "flip_horizontal", "flip_diagonal", "shift_up", "shift_left"])
    yield "apply_transform", (turn_by,), lambda p, b: b.apply_transform(getattr(p, turn_by)), 0.5
    yield "set_piece_map", (), lambda p, b: b.set_piece_map(dict(b.piece_map())), 0.3
    fen = other.board_fen() if dice.random() < 0.5 else "8/8/8/3k4/8/8/8/K7"
    yield "set_board_fen", (fen,), lambda p, b: b.set_board_fen(fen), 0.3
    record = other.epd(id="x y", bm=list(other.legal_moves)[:2], c9=4)
    yield "set_epd", (record,), lambda p, b: b.set_epd(record), 0.5


@pytest.fixture(autouse=True)
def module():
    if compat is None:
        absent("this Python has no philidor: WHEEL=FILE scripts/test-oracles -m module installs it")


def test_python_chess_finds_nothing_in_its_own_tests():
    assert subprocess.run([sys.executable, ROOT / "oracles/chess_tests.py"]).returncode == 0


def test_random_operations(options):
    dice, compared, differences = random.Random(options.seed), collections.Counter(), {}
    pair = Pair(dice)
    while sum(compared.values()) < options.operations and len(differences) < options.stop_at:
        if not pair.log or dice.random() < 0.02 or len(pair.log) > 250:
            pair.fresh()
        choices = list(deeds(dice, pair.other))
        name, given, function, _ = dice.choices(choices, [choice[3] for choice in choices])[0]
        asked = [(name, given, function)]
        all_questions = list(questions(dice, pair.other))
        before = called(lambda: pair.other), called(lambda: pair.ours)
        for name, given, function in dice.sample(all_questions, 15) + asked:
            # Some questions change a board of python-chess: it plays the whole game again, and forgets what was set.
            other, ours = (pair.other, pair.ours) if function is asked[0][2] else (pair.other.copy(), pair.ours.copy())
            expected = called(lambda: function(chess, other))
            found = called(lambda: function(compat, ours))
            compared[name] += 1
            if expected != found and name not in differences:
                differences[name] = (list(pair.log), given, expected, found)
        pair.log.append(f"{name}{given}")
        if called(lambda: pair.other) != called(lambda: pair.ours):
            label = f"board after {name}"
            differences.setdefault(label, (list(pair.log), before[0], called(lambda: pair.other), called(lambda: pair.ours)))
            pair.log = []
    print(f"{sum(compared.values())} operations of {len(compared)} kinds compared, {len(differences)} kinds of differences")
    for name, (log, given, expected, found) in differences.items():
        print(f"\n{name} {given}\n  python-chess {expected}\n  compat       {found}\n  {log[0]}; {'; '.join(log[1:][-6:])}")
    assert not differences, ", ".join(differences)


# What a class of a program may replace, and with what. Left out is where philidor's boards ask the class more often than
# python-chess does, as the table in compat's README says, and what only counts calls.
REPLACED = {
    **{name: (True, False) for name in """can_claim_draw can_claim_fifty_moves can_claim_threefold_repetition gives_check
       has_castling_rights has_chess960_castling_rights has_insufficient_material has_kingside_castling_rights
       has_legal_en_passant has_pseudo_legal_en_passant has_queenside_castling_rights is_capture is_check is_checkmate
       is_fifty_moves is_fivefold_repetition is_game_over is_insufficient_material is_into_check is_irreversible
       is_kingside_castling is_legal is_pinned is_pseudo_legal is_queenside_castling is_repetition is_seventyfive_moves
       is_stalemate is_valid is_variant_draw is_variant_end is_variant_loss is_variant_win is_zeroing""".split()},
    "checkers_mask": (0,),
    **dict.fromkeys("outcome chess960_pos".split(), (None,)),
    **dict.fromkeys("fen epd board_fen castling_xfen castling_shredder_fen shredder_fen lan uci xboard result".split(), ("text",)),
    **dict.fromkeys("""generate_castling_moves generate_legal_captures generate_legal_ep generate_legal_moves
       generate_pseudo_legal_captures generate_pseudo_legal_ep""".split(), ((),)),
    "ply": (7,),
    "status": (2048,),
}  # fmt: skip


def replacing(package, name, answer):
    """A class of boards in which a method always answers the same."""
    value = package.Status(answer) if name == "status" else answer
    method = {name: lambda self, *given, **words: iter(value) if value == () else value}
    return type("Own", (package.Board,), method | {"__module__": __name__})


@pytest.mark.parametrize("name", REPLACED)
def test_what_a_class_replaces_is_asked(name):
    dice, pair = random.Random(name), Pair(random.Random(name))
    for _ in range(3):
        pair.fresh()
        fen, chess960 = pair.other.fen(en_passant="fen"), pair.other.chess960
        if not pair.other.is_valid():
            continue
        for answer in REPLACED[name]:
            asked = [one for one in questions(dice, chess.Board(fen, chess960=chess960)) if one[0] not in (name, "__repr__")]
            for question, given, function in asked:
                plain = [called(lambda: function(p, p.Board(fen, chess960=chess960))) for p in (chess, compat)]
                found = [called(lambda: function(p, replacing(p, name, answer)(fen, chess960=chess960))) for p in (chess, compat)]
                assert plain[0] != plain[1] or found[0] == found[1], (question, given, fen, answer, found)
