"""Chess variants by the names of python-chess, on the rules of ``philidor.variants``.

A board of a variant is a ``Board`` whose native form is a ``VariantPosition``: moves, checks, SAN and ends come from it. Where
the integers of the board are not a position of the variant, as after ``set_piece_at`` has left it without kings, it continues by the
rules of chess, with what the variant adds to a move.

>>> board = CrazyhouseBoard()
>>> for san in ["e4", "d5", "exd5", "Qxd5"]:
...     _ = board.push_san(san)
>>> board.pockets[True], board.san(board.parse_uci("P@e4"))
(CrazyhousePocket('p'), '@e4')
>>> find_variant("3check")().remaining_checks
[3, 3]
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from typing import Any, ClassVar, Generic, NamedTuple, Self, SupportsIndex, TypeVar, cast

from .. import _native
from ..errors import ChessError
from .attacks import BB_KING_ATTACKS
from .base_board import without
from .board import Board
from .endings import Outcome, Status, Termination
from .errors import IllegalMoveError, InvalidMoveError
from .masks import (
    BB_ALL, BB_BACKRANKS, BB_DARK_SQUARES, BB_LIGHT_SQUARES, BB_RANK_8, BB_SQUARES, Bitboard, msb, scan_forward, scan_reversed,
)  # fmt: skip
from .moves import Move
from .records import NATIVE_POLICY, Operand, Parsed
from .square_set import SquareSet
from .squares import (
    BISHOP,
    BLACK,
    KING,
    KNIGHT,
    PAWN,
    PIECE_SYMBOLS,
    QUEEN,
    ROOK,
    SQUARE_NAMES,
    STARTING_FEN,
    WHITE,
    Color,
    EnPassantSpec,
    PieceType,
    Square,
)
from .state import BACKRANKS

__all__ = [
    "AntichessBoard",
    "AtomicBoard",
    "CrazyhouseBoard",
    "CrazyhousePocket",
    "GiveawayBoard",
    "HordeBoard",
    "KingOfTheHillBoard",
    "RacingKingsBoard",
    "SuicideBoard",
    "ThreeCheckBoard",
    "VARIANTS",
    "find_variant",
]

# Stands for the start position of the class.
_START = "start"
_KINGS = Status.NO_WHITE_KING | Status.NO_BLACK_KING | Status.TOO_MANY_KINGS
_CHECKS = Status.OPPOSITE_CHECK | Status.TOO_MANY_CHECKERS | Status.IMPOSSIBLE_CHECK


class VariantBoard(Board):
    """A board of a variant; the classes of the variants say which."""

    #: The name by which the native part knows the rules.
    _rules: ClassVar[str] = "chess"

    tbw_suffix: ClassVar[str | None] = None
    tbz_suffix: ClassVar[str | None] = None
    tbw_magic: ClassVar[bytes | None] = None
    tbz_magic: ClassVar[bytes | None] = None

    def __init__(self, fen: str | None = _START, chess960: bool = False) -> None:
        super().__init__(None, chess960=chess960)
        if fen is _START and self._replaced:
            self.reset()
        elif fen is not None:
            self.set_fen(self.starting_fen if fen is _START else fen)

    # The native form.

    def _as_native(self) -> _native.VariantPosition | None:
        layers, (_, en_passant, clock, number) = self._read(), self._count()
        if layers[6] & layers[7] or not (0 <= clock < 30_000 and 0 < number < 1_000_000):
            return None
        square = "-" if en_passant is None else SQUARE_NAMES[en_passant]
        board, checks = self._native_fields()
        turn = "w" if self._turn else "b"
        fen = f"{board} {turn} {Board.castling_shredder_fen(self)} {square}{checks} {clock} {number}"
        try:
            native = _native.VariantPosition(self._rules, fen, chess960=self._chess960, strict=False)
        except ChessError:
            return None
        return native if native.fen(castling="shredder") == fen else None

    def clean_castling_rights(self) -> Bitboard:
        """The castling rights whose king and rooks are in place, as an integer; those of the native form."""
        return self._count()[0] if self._stack else self._ordered_rights()

    def _native_fields(self) -> tuple[str, str]:
        """The first field of a FEN for the native part, and the checks with a blank before them."""
        return self._placement(), ""

    def _placed(self) -> _native.VariantPosition | None:
        """The native form; ``None`` if the board is not a position of the variant."""
        return cast("_native.VariantPosition | None", self._position())

    def _set_native(self, fen: str) -> bool:
        return False

    def _set_start(self) -> None:
        self.set_fen(self.starting_fen)

    # Moves.

    def generate_castling_moves(self, from_mask: Bitboard = BB_ALL, to_mask: Bitboard = BB_ALL) -> Iterator[Move]:
        """The legal castling moves from squares of kings and to squares of rooks."""
        if self._ruled() is None:
            return super().generate_castling_moves(from_mask, to_mask)
        moves = self.generate_legal_moves(from_mask, to_mask)
        return (move for move in moves if not move.drop and self.is_castling(move))

    def is_legal(self, move: Move) -> bool:
        """Whether a move is legal."""
        native = self._placed() if self._has_basis else None
        if native is None:
            return super().is_legal(move)
        if move.may_castle and self.is_castling(move):
            return self._from_chess960(self._chess960, move) in self.generate_legal_moves()
        return move.native is not None and native.is_legal(move.native)

    def checkers_mask(self) -> Bitboard:
        """The pieces that give check, as an integer."""
        native = self._placed() if self._has_basis else None
        return super().checkers_mask() if native is None else int(native.checkers)

    def is_check(self) -> bool:
        """Whether the side to move is in check."""
        return bool(self.checkers_mask())

    def has_legal_en_passant(self) -> bool:
        """Whether there is a legal capture en passant."""
        native = cast("_native.VariantPosition | None", self._ruled())
        return super().has_legal_en_passant() if native is None else native.has_legal_en_passant

    def generate_legal_ep(self, from_mask: Bitboard = BB_ALL, to_mask: Bitboard = BB_ALL) -> Iterator[Move]:
        """The legal captures en passant from and to some squares."""
        return (move for move in self.generate_pseudo_legal_ep(from_mask, to_mask) if self.is_legal(move))

    def _check_mark(self, move: Move) -> str:
        native = self._ruled() if self._has_notation else None
        if native is None or move.native is None:
            return super()._check_mark(move)
        try:
            san = native.san(move.native)
        except ChessError:
            return super()._check_mark(move)
        return san[-1] if san[-1] in "+#" else ""

    # Text.

    def fen(
        self, *, shredder: bool = False, en_passant: EnPassantSpec = "legal", promoted: bool | None = None
    ) -> str:
        """The position as a FEN, with what the variant adds to it; see ``Board.fen``."""
        native = self._placed() if self._has_fen else None
        if native is not None and promoted is None and en_passant in NATIVE_POLICY:
            return native.fen(en_passant=NATIVE_POLICY[en_passant], castling="shredder" if shredder else "xfen")
        position = self.epd(shredder=shredder, en_passant=en_passant, promoted=promoted)
        return f"{position} {self.halfmove_clock} {self.fullmove_number}"

    # Ends.

    def is_checkmate(self) -> bool:
        """Whether the side to move is in check and has no move, even if that is because the game is over."""
        return self.is_check() and not self._has_moves()

    def is_stalemate(self) -> bool:
        """Whether the side to move has no move and is not in check."""
        native = self._ruled()
        return super().is_stalemate() if native is None else native.is_stalemate

    def has_insufficient_material(self, color: Color) -> bool:
        """Whether a color can no longer win, whatever the other side does."""
        native = self._placed()
        if native is None:
            return self._lacks_material(color)
        return native.has_insufficient_material(0 if color else 1)

    def _lacks_material(self, color: Color) -> bool:
        """The same of a board that is not a position."""
        return False

    def is_variant_end(self) -> bool:
        """Whether the goal of the variant is reached."""
        native = self._placed()
        return native is not None and native.variant_end is not None

    def _ended(self) -> str | None:
        """The result of the game by what only the variant knows as an end; ``None`` if there is none."""
        native = self._placed()
        outcome = None if native is None else native.outcome
        common = ("checkmate", "stalemate", "insufficient material", "dead position", "75 moves")
        return None if outcome is None or outcome.reason in common else outcome.result

    def is_variant_win(self) -> bool:
        """Whether the side to move has won by the rules of the variant."""
        return self._ended() == ("1-0" if self._turn else "0-1")

    def is_variant_loss(self) -> bool:
        """Whether the side to move has lost by the rules of the variant."""
        return self._ended() == ("0-1" if self._turn else "1-0")

    def is_variant_draw(self) -> bool:
        """Whether the game is drawn by the rules of the variant."""
        return self._ended() == "1/2-1/2"

    def is_repetition(self, count: int = 3) -> bool:
        """Whether the position has occurred this many times."""
        native, earlier = self._placed(), [saved[0] for saved in self._stack]
        if native is None or None in earlier:
            return super().is_repetition(count)
        key = native.key
        return sum(before is not None and before.key == key for before in earlier) + 1 >= count

    def outcome(self, *, claim_draw: bool = False) -> Outcome | None:
        """How the game ended, or ``None`` if it is in progress; *claim_draw* claims a draw where one can be claimed."""
        match None if self._replaced else self._ended():
            case None:
                return super().outcome(claim_draw=claim_draw)
            case "1/2-1/2":
                return Outcome(Termination.VARIANT_DRAW, None)
            case result:
                winner = result == "1-0"
                end = Termination.VARIANT_WIN if winner == self._turn else Termination.VARIANT_LOSS
                return Outcome(end, winner)


class SuicideBoard(VariantBoard):
    """Suicide chess: captures are compulsory, and the side that loses all its pieces wins; with no move left, the side
    with fewer pieces does."""

    aliases = ["Suicide", "Suicide chess"]
    uci_variant = "suicide"
    xboard_variant = "suicide"
    _rules = "suicide"

    tbw_suffix, tbz_suffix = ".stbw", ".stbz"
    tbw_magic, tbz_magic = bytes([0x7B, 0xF6, 0x93, 0x15]), bytes([0xE4, 0xCF, 0xE7, 0x23])
    pawnless_tbw_suffix, pawnless_tbz_suffix = ".gtbw", ".gtbz"
    pawnless_tbw_magic, pawnless_tbz_magic = bytes([0xBC, 0x55, 0xBC, 0x21]), bytes([0xD6, 0xF5, 0x1B, 0x50])
    connected_kings = True
    one_king = False
    captures_compulsory = True

    def board_fen(self, *, promoted: bool | None = None) -> str:
        """The first field of a FEN; *promoted* marks kings that were pawns by ``~``."""
        return super().board_fen(promoted=bool(promoted))

    def _ended(self) -> str | None:
        # python-chess knows only the side to move as one that has lost everything.
        layers = self._read()
        if self._replaced and self.is_stalemate():
            return self._stalemated()
        return None if layers[6 + self._turn] and not layers[6 + (not self._turn)] else super()._ended()

    def _stalemated(self) -> str:
        """The result where the side to move has no move: the side with fewer pieces wins."""
        black, white = (own.bit_count() for own in self._read()[6:])
        return "1/2-1/2" if white == black else "1-0" if white < black else "0-1"

    def pin_mask(self, color: Color, square: Square) -> Bitboard:
        """All squares: nothing is pinned."""
        return BB_ALL

    def checkers_mask(self) -> Bitboard:
        """Nothing: kings are pieces like others."""
        return 0

    def is_into_check(self, move: Move) -> bool:
        """Never."""
        return False

    def was_into_check(self) -> bool:
        """Never."""
        return False

    def gives_check(self, move: Move) -> bool:
        """Never."""
        return False

    def generate_castling_moves(self, from_mask: Bitboard = BB_ALL, to_mask: Bitboard = BB_ALL) -> Iterator[Move]:
        """The castling moves from squares of kings and to squares of rooks, whether or not a capture must be made."""
        return Board.generate_castling_moves(self, from_mask, to_mask)

    def _is_attacked(self, path: Bitboard, occupied: Bitboard) -> bool:
        return False

    def generate_pseudo_legal_moves(
        self, from_mask: Bitboard = BB_ALL, to_mask: Bitboard = BB_ALL
    ) -> Iterator[Move]:
        """The pseudo-legal moves from and to some squares: captures need not be made."""
        for move in super().generate_pseudo_legal_moves(from_mask, to_mask):
            if move.promotion == QUEEN:
                yield Move(move.from_square, move.to_square, KING)
            yield move

    def status(self) -> Status:
        """What is wrong with the position; kings may be missing."""
        return super().status() & ~(_KINGS | _CHECKS)


class GiveawayBoard(SuicideBoard):
    """Giveaway chess: like suicide chess, but the side to move wins if it has no move."""

    aliases = ["Giveaway", "Giveaway chess", "Give away", "Give away chess"]
    uci_variant = "giveaway"
    xboard_variant = "giveaway"
    _rules = "giveaway"

    tbw_suffix, tbz_suffix = ".gtbw", ".gtbz"
    tbw_magic, tbz_magic = SuicideBoard.pawnless_tbw_magic, SuicideBoard.pawnless_tbz_magic
    pawnless_tbw_suffix, pawnless_tbz_suffix = ".stbw", ".stbz"
    pawnless_tbw_magic, pawnless_tbz_magic = SuicideBoard.tbw_magic, SuicideBoard.tbz_magic

    def _stalemated(self) -> str:
        return "1-0" if self._turn else "0-1"


class AntichessBoard(GiveawayBoard):
    """Antichess as on Lichess: giveaway chess without castling."""

    aliases = ["Antichess", "Anti chess", "Anti"]
    uci_variant = "antichess"
    xboard_variant = "giveaway"
    starting_fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1"


class AtomicBoard(VariantBoard):
    """Atomic chess: captures explode."""

    aliases = ["Atomic", "Atom", "Atomic chess"]
    uci_variant = "atomic"
    xboard_variant = "atomic"
    _rules = "atomic"

    tbw_suffix, tbz_suffix = ".atbw", ".atbz"
    tbw_magic, tbz_magic = bytes([0x55, 0x8D, 0xA4, 0x49]), bytes([0x91, 0xA9, 0x5E, 0xEB])
    connected_kings = True

    def __init_subclass__(cls, **keywords: object) -> None:
        super().__init_subclass__(**keywords)
        if "is_legal" in cls._replaced:
            cls._has_basis = cls._has_rules = False

    def _generate_slowly(self, from_mask: Bitboard, to_mask: Bitboard) -> Iterator[Move]:
        moves = super()._generate_slowly(from_mask, to_mask)
        return (move for move in moves if self._has_basis or self.is_legal(move))

    def push(self, move: Move) -> None:
        """Plays a move, and lets a capture explode."""
        super().push(move)
        if self._promoted:
            self._promoted &= self.occupied

    def _push_slowly(self, move: Move) -> None:
        explodes = bool(move) and not move.drop and self.is_capture(move)
        super()._push_slowly(move)
        if explodes:
            layers, (rights, square, clock, number) = self._read(), self._count()
            blast = BB_KING_ATTACKS[move.to_square] & ~layers[0] | BB_SQUARES[move.to_square]
            after = without(layers, blast)
            for color in (WHITE, BLACK):
                if not after[5] & after[6 + color] & ~self._promoted:
                    rights &= ~BACKRANKS[color]
            self._layers, self._counters = after, (rights & ~blast, square, clock, number)
            self._promoted &= ~blast

    def _touch(self) -> bool:
        """Whether the kings stand beside each other."""
        white, black = self.king(WHITE), self.king(BLACK)
        return white is not None and black is not None and bool(BB_KING_ATTACKS[white] & BB_SQUARES[black])

    def checkers_mask(self) -> Bitboard:
        """The pieces that give check, as an integer; none while the kings stand beside each other."""
        return 0 if self._placed() is None and self._touch() else super().checkers_mask()

    def is_into_check(self, move: Move) -> bool:
        """Whether a pseudo-legal move leaves the own king attacked, even if the other one explodes."""
        self.push(move)
        try:
            return self.was_into_check()
        finally:
            self.pop()

    def was_into_check(self) -> bool:
        """Whether the side that has just moved left its king attacked; never while the kings stand beside each
        other."""
        return not self._touch() and super().was_into_check()

    def is_variant_end(self) -> bool:
        """Whether a king has exploded."""
        return not all(self._read()[5] & own for own in self._read()[6:])

    def _ended(self) -> str | None:
        if self._placed() is not None:
            return super()._ended()
        black, white = (bool(self._read()[5] & own) for own in self._read()[6:])
        return None if black == white else "1-0" if white else "0-1"

    def has_insufficient_material(self, color: Color) -> bool:
        """Whether a color can no longer win. Like python-chess, this includes positions in which both sides have only
        bishops and none meets one of the other side, though two can hem in their own king: ``philidor.variants`` knows
        that mate."""
        layers = self._read()
        bishops, (black, white) = layers[2], (own & ~layers[5] for own in layers[6:])
        meet = any(bishops & black & squares and bishops & white & squares for squares in (BB_DARK_SQUARES, BB_LIGHT_SQUARES))
        if self._placed() is not None and black and white and black | white == bishops and not meet:
            return bool(layers[5] & layers[6 + (not color)])
        return super().has_insufficient_material(color)

    def status(self) -> Status:
        """What is wrong with the position; the king of the side to move may have exploded."""
        status = super().status() & ~_CHECKS
        if self._turn:
            return status & ~Status.NO_WHITE_KING
        return status & ~Status.NO_BLACK_KING


class KingOfTheHillBoard(VariantBoard):
    """King of the hill: the side that brings its king to the center wins."""

    aliases = ["King of the Hill", "KOTH", "kingOfTheHill"]
    uci_variant = "kingofthehill"
    xboard_variant = "kingofthehill"
    _rules = "kingofthehill"


class RacingKingsBoard(VariantBoard):
    """Racing kings: the side that brings its king to the eighth rank wins, and no move gives check."""

    aliases = ["Racing Kings", "Racing", "Race", "racingkings"]
    uci_variant = "racingkings"
    xboard_variant = "racingkings"
    starting_fen = "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1"
    _rules = "racingkings"

    def __init_subclass__(cls, **keywords: object) -> None:
        super().__init_subclass__(**keywords)
        if cls._replaced & {"checkers_mask", "gives_check", "is_check"}:
            cls._has_basis = cls._has_rules = False

    def _generate_slowly(self, from_mask: Bitboard, to_mask: Bitboard) -> Iterator[Move]:
        return (move for move in super()._generate_slowly(from_mask, to_mask) if not self.gives_check(move))

    def is_legal(self, move: Move) -> bool:
        """Whether a move is legal; none that gives check is."""
        native = self._placed() if self._has_basis else None
        return super().is_legal(move) and (native is not None or not self.gives_check(move))

    def status(self) -> Status:
        """What is wrong with the position: a check, a race that is over, pieces that are not those of the start."""
        status, layers = super().status(), self._read()
        if self.is_check():
            status |= Status.RACE_CHECK | Status.TOO_MANY_CHECKERS | Status.IMPOSSIBLE_CHECK
        if not self._turn and all(layers[5] & own & BB_RANK_8 for own in layers[6:]):
            status |= Status.RACE_OVER
        most = {KNIGHT: 2, BISHOP: 2, ROOK: 2, QUEEN: 1}
        pieces = ((layers[kind - 1] & own, count) for own in layers[6:] for kind, count in most.items())
        if layers[0] or any(mask.bit_count() > count for mask, count in pieces):
            status |= Status.RACE_MATERIAL
        return status


class HordeBoard(VariantBoard):
    """Horde: White has thirty-six pawns and no king."""

    aliases = ["Horde", "Horde chess"]
    uci_variant = "horde"
    xboard_variant = "horde"
    starting_fen = "rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - 0 1"
    _rules = "horde"

    def status(self) -> Status:
        """What is wrong with the position; White has no king, and may have thirty-six pieces and pawns on the first rank."""
        status, layers = super().status() & ~Status.NO_WHITE_KING, self._read()
        if layers[7].bit_count() <= 36:
            status &= ~(Status.TOO_MANY_WHITE_PAWNS | Status.TOO_MANY_WHITE_PIECES)
        if not layers[0] & (layers[6] & BB_BACKRANKS | layers[7] & BB_RANK_8):
            status &= ~Status.PAWNS_ON_BACKRANK
        return status | Status.TOO_MANY_KINGS if layers[5] & layers[7] else status


Value = TypeVar("Value")


class _AddingBoard(VariantBoard, Generic[Value]):
    """A board that keeps something more for each color, which moves change: pockets, or checks."""

    #: Black's and White's, which is the order of colors as integers.
    _extra: tuple[Value, Value]
    _nothing: ClassVar[Any]

    def __init__(self, fen: str | None = _START, chess960: bool = False) -> None:
        self._extra = (self._nothing, self._nothing)
        self._extra_stack: list[tuple[Value, Value]] = []
        super().__init__(fen, chess960)

    def _extra_of(self, native: _native.VariantPosition) -> tuple[Value, Value]:
        """What a position adds."""
        raise NotImplementedError

    def _set_extra(self, color: Color, value: Value) -> None:
        self._open()
        black, white = self._extra
        self._extra = (black, value) if color else (value, white)

    def push(self, move: Move) -> None:
        """Plays a move and puts it on the stack."""
        before = self._extra
        super().push(move)
        self._extra_stack.append(before)
        if self._native is not None:
            self._extra = self._extra_of(cast("_native.VariantPosition", self._native))

    def pop(self) -> Move:
        """Takes the last move back and returns it."""
        move = super().pop()
        self._extra = self._extra_stack.pop()
        return move

    def clear_stack(self) -> None:
        """Forgets the moves; the position stays."""
        super().clear_stack()
        self._extra_stack.clear()

    def root(self) -> Self:
        """A new board with the position before the first move of the stack."""
        board = super().root()
        board._extra = self._extra_stack[0] if self._extra_stack else self._extra
        return board

    def copy(self, *, stack: bool | int = True) -> Self:
        """A copy of the board with its moves, or with the last *stack* of them."""
        board = super().copy(stack=stack)
        board._extra = self._extra
        board._extra_stack = self._extra_stack[len(self.move_stack) - len(board.move_stack) :]
        return board

    def mirror(self) -> Self:
        """A copy, without moves, with exchanged colors."""
        board = super().mirror()
        board._open()
        board._extra = (self._extra[1], self._extra[0])
        return board

    def _forget_extra(self) -> None:
        self._open()
        self._extra = (self._nothing, self._nothing)

    def reset_board(self) -> None:
        """Puts the pieces where a game begins; nothing else is there."""
        super().reset_board()
        self._forget_extra()

    def clear_board(self) -> None:
        """Takes all pieces off; nothing else is there."""
        super().clear_board()
        self._forget_extra()

    def clear(self) -> None:
        """An empty board, White to move, without castling rights."""
        super().clear()
        self._forget_extra()

    def _transposition_key(self) -> Hashable:
        return (super()._transposition_key(), self._extra)


class ThreeCheckBoard(_AddingBoard[int]):
    """Three-check: the side that gives the third check wins."""

    aliases = ["Three-check", "Three check", "Threecheck", "Three check chess", "3-check", "3 check", "3check"]
    uci_variant = "3check"
    xboard_variant = "3check"
    starting_fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 3+3 0 1"
    _rules = "3check"
    _nothing = 3

    def __init_subclass__(cls, **keywords: object) -> None:
        super().__init_subclass__(**keywords)
        if cls._replaced & {"checkers_mask", "is_check"}:
            cls._has_play = False

    @property
    def remaining_checks(self) -> list[int]:
        """How many checks each color has to give: ``remaining_checks[WHITE]``. They can be set."""
        return _RemainingChecks(self)

    def _extra_of(self, native: _native.VariantPosition) -> tuple[int, int]:
        black, white = _native.board_extra(native)[1]
        return (max(3 - black, 0), max(3 - white, 0))

    def _native_fields(self) -> tuple[str, str]:
        return self._placement(), " " + self._checks_text()

    def _checks_text(self) -> str:
        return f"{self._extra[WHITE]}+{self._extra[BLACK]}"

    def _push_slowly(self, move: Move) -> None:
        super()._push_slowly(move)
        if self.is_check():
            mover = not self._turn
            self._set_extra(mover, self._extra[mover] - 1)

    def is_irreversible(self, move: Move) -> bool:
        """Whether no later move can bring the position back; a check is never taken back."""
        return super().is_irreversible(move) or self.gives_check(move)

    def set_fen(self, fen: str) -> None:
        """Sets the position of a FEN. Checks are those that are left, ``3+3`` after the en-passant square, or those given,
        ``+0+0`` at the end. Raises ``ValueError`` if it cannot be read."""
        fields, checks = fen.split(), (3, 3)
        if len(fields) >= 7 and fields[6].startswith("+"):
            text = fields.pop(6)
            given = _counts(text[1:])
            if given is None:
                raise ValueError(f"invalid check part in lichess three-check fen: {text!r}")
            checks = (max(3 - given[0], 0), max(3 - given[1], 0))
        elif len(fields) >= 5 and "+" in fields[4]:
            text = fields.pop(4)
            left = _counts(text)
            if left is None:
                raise ValueError(f"invalid check part in three-check fen: {text!r}")
            checks = (max(left[0], 0), max(left[1], 0))
        super().set_fen(" ".join(fields))
        self._open()
        self._extra = (checks[1], checks[0])

    def set_epd(self, epd: str) -> dict[str, Parsed]:
        """Sets the position of an EPD record, with checks that are left before the operations, and returns these."""
        fields = epd.strip().rstrip(";").split(None, 5)
        if len(fields) < 5:
            return super().set_epd(epd)
        operations: dict[str, Parsed] = {}
        if len(fields) == 6:
            place = type(self)(" ".join(fields[:5]) + " 0 1", chess960=self._chess960)
            operations = place._read_operations(fields[5])
        clocks = f"{operations.get('hmvc', 0) or 0} {operations.get('fmvn', 1) or 1}"
        self.set_fen(" ".join(fields[:5]) + " " + clocks)
        return operations

    def epd(
        self,
        shredder: bool = False,
        en_passant: EnPassantSpec = "legal",
        promoted: bool | None = None,
        **operations: Operand,
    ) -> str:
        """The position as an EPD record, with the checks that are left, and with operations."""
        record = [super().epd(shredder=shredder, en_passant=en_passant, promoted=promoted), self._checks_text()]
        return " ".join([*record, self._written(operations)] if operations else record)


class _RemainingChecks(list[int]):
    """The checks of a board, Black's first, that can be set."""

    def __init__(self, board: ThreeCheckBoard) -> None:
        super().__init__(board._extra)
        self._board = board

    def __setitem__(self, color: Any, checks: Any) -> None:
        super().__setitem__(color, checks)
        self._board._set_extra(bool(color), checks)


def _counts(text: str) -> tuple[int, int] | None:
    """Two numbers with a plus between them, White's first."""
    white, plus, black = text.partition("+")
    try:
        return (int(white), int(black)) if plus else None
    except ValueError:
        return None


# Pawns, knights, bishops, rooks, queens, kings.
Counts = tuple[int, int, int, int, int, int]
_NONE: Counts = (0, 0, 0, 0, 0, 0)


class CrazyhousePocket:
    """The pieces that a color can drop.

    The pocket of a board is part of it, and changes with it.

    >>> pocket = CrazyhousePocket("nqq")
    >>> pocket, pocket.count(QUEEN), len(pocket)
    (CrazyhousePocket('qqn'), 2, 3)
    """

    def __init__(self, symbols: Iterable[str] = "") -> None:
        self._own: Counts = _NONE
        self._board: CrazyhouseBoard | None = None
        self._color: Color = WHITE
        for symbol in symbols:
            self.add(PIECE_SYMBOLS.index(symbol))

    @classmethod
    def _of(cls, board: CrazyhouseBoard, color: Color) -> CrazyhousePocket:
        pocket = cls()
        pocket._board, pocket._color = board, color
        return pocket

    def _counts(self) -> Counts:
        return self._own if self._board is None else self._board._extra[bool(self._color)]

    def _change(self, counts: Counts) -> None:
        if self._board is None:
            self._own = counts
        else:
            self._board._set_extra(self._color, counts)

    def reset(self) -> None:
        """Takes everything out."""
        self._change(_NONE)

    def add(self, piece_type: PieceType) -> None:
        """Puts a piece in."""
        self._change(_with(self._counts(), piece_type, 1))

    def remove(self, piece_type: PieceType) -> None:
        """Takes a piece out, which must be there."""
        if not self.count(piece_type):
            raise AssertionError(f"cannot remove {PIECE_SYMBOLS[piece_type]} from {self!r}")
        self._change(_with(self._counts(), piece_type, -1))

    def count(self, piece_type: PieceType) -> int:
        """How many pieces of a type there are."""
        return self._counts()[piece_type - 1]

    def __str__(self) -> str:
        return _letters(self._counts())

    def __len__(self) -> int:
        return sum(self._counts())

    def __eq__(self, other: object) -> bool:
        return self._counts() == other._counts() if isinstance(other, CrazyhousePocket) else NotImplemented

    __hash__ = None  # type: ignore[assignment]

    def __repr__(self) -> str:
        return f"CrazyhousePocket({str(self)!r})"

    def copy(self) -> CrazyhousePocket:
        """A copy of the pocket."""
        pocket = CrazyhousePocket()
        pocket._own = self._counts()
        return pocket


def _with(counts: Counts, piece_type: PieceType, more: int) -> Counts:
    changed = list(counts)
    changed[piece_type - 1] += more
    return tuple(changed)  # type: ignore[return-value]


def _letters(counts: Counts) -> str:
    return "".join(str(PIECE_SYMBOLS[piece_type]) * counts[piece_type - 1] for piece_type in range(KING, 0, -1))


class _Pockets(list[CrazyhousePocket]):
    """The pockets of a board, Black's first; one that is put there is copied."""

    def __init__(self, board: CrazyhouseBoard) -> None:
        super().__init__(CrazyhousePocket._of(board, color) for color in (BLACK, WHITE))

    def __setitem__(self, color: Any, pocket: Any) -> None:
        self[color]._change(pocket._counts())


class CrazyhouseBoard(_AddingBoard[Counts]):
    """Crazyhouse: captured pieces can be dropped."""

    aliases = ["Crazyhouse", "Crazy House", "House", "ZH"]
    uci_variant = "crazyhouse"
    xboard_variant = "crazyhouse"
    starting_fen = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR[] w KQkq - 0 1"
    _rules = "crazyhouse"
    _nothing = _NONE

    @property
    def pockets(self) -> list[CrazyhousePocket]:
        """The pocket of each color: ``pockets[WHITE]``."""
        return _Pockets(self)

    @pockets.setter
    def pockets(self, pockets: Iterable[CrazyhousePocket]) -> None:
        for color, pocket in zip((BLACK, WHITE), pockets, strict=True):
            self._set_extra(color, pocket._counts())

    def _extra_of(self, native: _native.VariantPosition) -> tuple[Counts, Counts]:
        black, white = _native.board_extra(native)[0]
        return ((*black, 0), (*white, 0))

    def _pocket_text(self) -> str:
        return f"[{_letters(self._extra[WHITE]).upper()}{_letters(self._extra[BLACK])}]"

    def _native_fields(self) -> tuple[str, str]:
        return self._placement(promoted=True) + self._pocket_text(), ""

    # Moves.

    def push(self, move: Move) -> None:
        """Plays a move and puts it on the stack. What is dropped must be in the pocket."""
        if move.drop and not self.pockets[self._turn].count(move.drop):
            raise AssertionError(f"cannot drop {move} in {self.fen()}")
        clock = self.halfmove_clock
        super().push(move)
        if move.drop == PAWN:
            # python-chess does not reset the clock here.
            rights, square, _, number = self._count()
            self._set_counters((rights, square, clock + 1, number))

    def _push_slowly(self, move: Move) -> None:
        color, captured = self._turn, None
        if move and not move.drop and self.is_capture(move):
            captured = PAWN if self.is_en_passant(move) else self.piece_type_at(move.to_square)
            captured = PAWN if self._promoted & BB_SQUARES[move.to_square] else captured
        super()._push_slowly(move)
        if move.drop:
            self._set_extra(color, _with(self._extra[color], move.drop, -1))
        elif captured:
            self._set_extra(color, _with(self._extra[color], captured, 1))

    def generate_pseudo_legal_drops(self, to_mask: Bitboard = BB_ALL) -> Iterator[Move]:
        """The drops of pieces in the pocket on empty squares."""
        for piece_type in range(PAWN, KING + 1):
            if self._extra[self._turn][piece_type - 1]:
                squares = to_mask & ~self.occupied
                for square in scan_forward(squares & ~BB_BACKRANKS if piece_type == PAWN else squares):
                    yield Move(square, square, drop=piece_type)

    def generate_legal_drops(self, to_mask: Bitboard = BB_ALL) -> Iterator[Move]:
        """The legal drops on some squares."""
        if self._ruled() is None:
            return self.generate_pseudo_legal_drops(self.legal_drop_squares_mask() & to_mask)
        return (move for move in self.generate_legal_moves(to_mask=to_mask) if move.drop)

    def legal_drop_squares_mask(self) -> Bitboard:
        """Where a piece could be dropped, as an integer; whether there is one in the pocket is not asked."""
        board = self.copy(stack=False)
        board._set_extra(self._turn, (0, 0, 0, 0, 1, 0))
        if board._ruled() is None:
            king, checkers = self.king(self._turn), self.checkers_mask()
            if king is None or not checkers:
                return ~self.occupied & BB_ALL
            from .attacks import between

            single = checkers.bit_count() == 1
            return between(king, msb(checkers)) & ~self.occupied if single else 0
        drops = (BB_SQUARES[move.to_square] for move in board.generate_legal_moves() if move.drop == QUEEN)
        mask = 0
        for square in drops:
            mask |= square
        return mask

    def legal_drop_squares(self) -> SquareSet:
        """Where a piece could be dropped; whether there is one in the pocket is not asked. A drop may give mate."""
        return SquareSet(self.legal_drop_squares_mask())

    def is_pseudo_legal(self, move: Move) -> bool:
        """Whether a move is pseudo-legal."""
        if move.drop:
            return move in self.generate_pseudo_legal_drops(BB_SQUARES[move.to_square])
        return super().is_pseudo_legal(move)

    def is_into_check(self, move: Move) -> bool:
        """Whether a pseudo-legal move leaves the own king attacked; of a drop, whether it is attacked before."""
        return self.is_check() if move.drop else super().is_into_check(move)

    def _generate_slowly(self, from_mask: Bitboard, to_mask: Bitboard) -> Iterator[Move]:
        if self.is_variant_end():
            return
        yield from super()._generate_slowly(from_mask, to_mask)
        yield from self.generate_legal_drops(from_mask & to_mask)

    def is_irreversible(self, move: Move) -> bool:
        """Whether no later move can bring the position back: moves that give up castling."""
        return self._gives_up_castling(move)

    # Text.

    def san(self, move: Move) -> str:
        """A move in standard algebraic notation; the drop of a pawn is ``@e4``."""
        return super().san(move).removeprefix("P")

    def parse_san(self, san: str) -> Move:
        """The legal move of a text in standard algebraic notation, drops as ``N@f3``, ``P@e4`` or ``@e4``."""
        if "@" not in san:
            return super().parse_san(san)
        uci = san.rstrip("+# ")
        if uci[0] == "@":
            uci = "P" + uci
        move = Move.from_uci(uci)
        if move not in self.legal_moves:
            raise IllegalMoveError(f"illegal drop san: {san!r} in {self.fen()}")
        return move

    def board_fen(self, *, promoted: bool | None = None) -> str:
        """The first field of a FEN, without pockets; pieces that were pawns are marked by ``~``, unless *promoted* is false."""
        return super().board_fen(promoted=promoted is not False)

    def set_fen(self, fen: str) -> None:
        """Sets the position of a FEN, with pockets in brackets or as a ninth rank. Raises ``ValueError``."""
        fields = fen.split(None, 1)
        board, letters = fields[0] if fields else "", ""
        if board.count("/") == 8:
            board, _, letters = board.rpartition("/")
        elif board.endswith("]") and "[" in board:
            board, _, letters = board[:-1].partition("[")
        pockets = [CrazyhousePocket(), CrazyhousePocket()]
        for letter in letters:
            pockets[letter.isupper()].add(PIECE_SYMBOLS.index(letter.lower()))
        super().set_fen(" ".join([board, *fields[1:]]))
        self.pockets = pockets

    def epd(
        self,
        shredder: bool = False,
        en_passant: EnPassantSpec = "legal",
        promoted: bool | None = None,
        **operations: Operand,
    ) -> str:
        """The position as an EPD record, with pockets, and with operations."""
        record = super().epd(shredder=shredder, en_passant=en_passant, promoted=promoted, **operations)
        board, _, rest = record.partition(" ")
        return f"{board}{self._pocket_text()} {rest}"

    # Ends.

    def _is_halfmoves(self, count: int) -> bool:
        native = self._placed()
        counts = native is None or native.counts_moves
        return counts and super()._is_halfmoves(count)

    def status(self) -> Status:
        """What is wrong with the position; a side may have as many pieces as both begin with."""
        status, (black, white) = super().status(), self._extra
        if (self._read()[0] | self.promoted).bit_count() + black[0] + white[0] <= 16:
            status &= ~(Status.TOO_MANY_WHITE_PAWNS | Status.TOO_MANY_BLACK_PAWNS)
        if self.occupied.bit_count() + sum(black) + sum(white) <= 32:
            status &= ~(Status.TOO_MANY_WHITE_PIECES | Status.TOO_MANY_BLACK_PIECES)
        return status

    def _lacks_material(self, color: Color) -> bool:
        return not any(map(sum, self._extra)) and Board.has_insufficient_material(self, color)



VARIANTS: list[type[Board]] = [
    Board,
    SuicideBoard,
    GiveawayBoard,
    AntichessBoard,
    AtomicBoard,
    KingOfTheHillBoard,
    RacingKingsBoard,
    HordeBoard,
    ThreeCheckBoard,
    CrazyhouseBoard,
]
"""The classes of boards, that of chess first."""


def find_variant(name: str) -> type[Board]:
    """The class of boards with one of its ``aliases``, in letters of any case. Raises ``ValueError`` if there is none."""
    for kind in VARIANTS:
        if any(alias.lower() == name.lower() for alias in kind.aliases):
            return kind
    raise ValueError(f"unsupported variant: {name}")
