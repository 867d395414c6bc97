"""Whether a position is valid, and whether and how a game is over."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable
from dataclasses import dataclass
from enum import Enum, IntFlag

from .attacks import BB_RAYS
from .base_board import attackers_of
from .masks import BB_BACKRANKS, BB_DARK_SQUARES, BB_LIGHT_SQUARES, BB_SQUARES, lsb, msb
from .moves import Move
from .records import RecordsBoard
from .squares import COLORS, Color, Square


class Status(IntFlag):
    """What is wrong with a position, as flags. Those of variants are here for their numbers."""

    VALID = 0
    NO_WHITE_KING = 1 << 0
    NO_BLACK_KING = 1 << 1
    TOO_MANY_KINGS = 1 << 2
    TOO_MANY_WHITE_PAWNS = 1 << 3
    TOO_MANY_BLACK_PAWNS = 1 << 4
    PAWNS_ON_BACKRANK = 1 << 5
    TOO_MANY_WHITE_PIECES = 1 << 6
    TOO_MANY_BLACK_PIECES = 1 << 7
    BAD_CASTLING_RIGHTS = 1 << 8
    INVALID_EP_SQUARE = 1 << 9
    OPPOSITE_CHECK = 1 << 10
    EMPTY = 1 << 11
    RACE_CHECK = 1 << 12
    RACE_OVER = 1 << 13
    RACE_MATERIAL = 1 << 14
    TOO_MANY_CHECKERS = 1 << 15
    IMPOSSIBLE_CHECK = 1 << 16


class Termination(Enum):
    """How a game ended. Those of variants are here for their numbers."""

    CHECKMATE = 1
    STALEMATE = 2
    INSUFFICIENT_MATERIAL = 3
    SEVENTYFIVE_MOVES = 4
    FIVEFOLD_REPETITION = 5
    FIFTY_MOVES = 6
    THREEFOLD_REPETITION = 7
    VARIANT_WIN = 8
    VARIANT_LOSS = 9
    VARIANT_DRAW = 10


@dataclass
class Outcome:
    """How a game ended, and who won."""

    termination: Termination
    """How it ended."""

    winner: Color | None
    """The winner, or ``None`` for a draw."""

    def result(self) -> str:
        """``"1-0"``, ``"0-1"`` or ``"1/2-1/2"``."""
        return "1/2-1/2" if self.winner is None else "1-0" if self.winner else "0-1"


class EndingsBoard(RecordsBoard):
    """A board that knows whether it is valid, and whether the game is over."""

    # Validity.

    def status(self) -> Status:
        """What is wrong with the position; ``STATUS_VALID`` if nothing is.

        A valid position need not be one that a game can reach.
        """
        layers, errors = self._read(), Status.VALID
        occupied, (black, white) = layers[6] | layers[7], layers[6:]
        if not occupied:
            errors |= Status.EMPTY
        if not white & layers[5]:
            errors |= Status.NO_WHITE_KING
        if not black & layers[5]:
            errors |= Status.NO_BLACK_KING
        if (occupied & layers[5]).bit_count() > 2:
            errors |= Status.TOO_MANY_KINGS
        if white.bit_count() > 16:
            errors |= Status.TOO_MANY_WHITE_PIECES
        if black.bit_count() > 16:
            errors |= Status.TOO_MANY_BLACK_PIECES
        if (white & layers[0]).bit_count() > 8:
            errors |= Status.TOO_MANY_WHITE_PAWNS
        if (black & layers[0]).bit_count() > 8:
            errors |= Status.TOO_MANY_BLACK_PAWNS
        if layers[0] & BB_BACKRANKS:
            errors |= Status.PAWNS_ON_BACKRANK
        rights, square = self._count()[:2]
        if rights != self.clean_castling_rights():
            errors |= Status.BAD_CASTLING_RIGHTS
        valid_square = self._valid_ep_square()
        if square != valid_square:
            errors |= Status.INVALID_EP_SQUARE
        if self.was_into_check():
            errors |= Status.OPPOSITE_CHECK
        return errors | self._check_status(valid_square)

    def _check_status(self, square: Square | None) -> Status:
        """What is wrong with the checks: too many, or none that the last move can have given."""
        checkers, king, errors = self.checkers_mask(), self.king(self._turn), Status.VALID
        own_kings = self._read()[5] & self._read()[6 + self._turn]
        if not checkers or king is None:
            return errors
        if checkers.bit_count() > 2:
            errors |= Status.TOO_MANY_CHECKERS
        if square is not None:
            layers = self._read()
            step = -8 if self._turn else 8
            pushed_to, pushed_from = square + step, square - step
            before = (layers[6] | layers[7]) & ~BB_SQUARES[pushed_to] | BB_SQUARES[pushed_from]
            impossible = checkers.bit_count() > 1 or (
                msb(checkers) != pushed_to and attackers_of(layers, not self._turn, king, before)
            )
        else:
            aligned = BB_RAYS[lsb(checkers)][msb(checkers)] & own_kings
            impossible = checkers.bit_count() > 2 or (checkers.bit_count() == 2 and bool(aligned))
        return errors | (Status.IMPOSSIBLE_CHECK if impossible else Status.VALID)

    def _valid_ep_square(self) -> Square | None:
        square = self._count()[1]
        if square is None or square >> 3 != (5 if self._turn else 2):
            return None
        layers, step = self._read(), -8 if self._turn else 8
        if not layers[0] & layers[6 + (not self._turn)] & BB_SQUARES[square + step]:
            return None
        empty = BB_SQUARES[square] | BB_SQUARES[square - step]
        return None if (layers[6] | layers[7]) & empty else square

    def is_valid(self) -> bool:
        """Whether nothing is wrong with the position; ``status`` says what is."""
        return self.status() == Status.VALID

    # The end of a game.

    def is_checkmate(self) -> bool:
        """Whether the side to move is mated."""
        if self._native is not None and self._has_rules:
            return self._native.is_checkmate
        return self.is_check() and not any(True for _ in self.generate_legal_moves())

    def gives_checkmate(self, move: Move) -> bool:
        """Whether a pseudo-legal move mates."""
        self.push(move)
        try:
            return self.is_checkmate()
        finally:
            self.pop()

    def is_stalemate(self) -> bool:
        """Whether the side to move has no move and is not in check."""
        if self._native is not None and self._has_rules:
            return self._native.is_stalemate
        if self.is_check() or self.is_variant_end():
            return False
        return not any(True for _ in self.generate_legal_moves())

    def has_insufficient_material(self, color: Color) -> bool:
        """Whether the material of a color can never mate, whatever the other side does; squares are ignored, except for
        the colors of those of bishops."""
        layers = self._read()
        own, other = layers[6 + bool(color)], layers[6 + (not color)]
        if own & (layers[0] | layers[3] | layers[4]):
            return False
        if own & layers[1]:
            return own.bit_count() <= 2 and not other & ~layers[5] & ~layers[4]
        if own & layers[2]:
            one_color = not layers[2] & BB_DARK_SQUARES or not layers[2] & BB_LIGHT_SQUARES
            return one_color and not layers[0] and not layers[1]
        return True

    def is_insufficient_material(self) -> bool:
        """Whether neither side has the material to mate."""
        return all(self.has_insufficient_material(color) for color in COLORS)

    def _has_moves(self) -> bool:
        return bool(self.legal_moves)

    def _is_halfmoves(self, count: int) -> bool:
        return self.halfmove_clock >= count and self._has_moves()

    def is_seventyfive_moves(self) -> bool:
        """Whether the seventy-five-move rule has ended the game; mate takes precedence."""
        return self._is_halfmoves(150)

    def is_fivefold_repetition(self) -> bool:
        """Whether the position has occurred for the fifth time."""
        return self.is_repetition(5)

    def is_fifty_moves(self) -> bool:
        """Whether fifty moves of each side have been played without a capture or a pawn's move; mate takes
        precedence."""
        return self._is_halfmoves(100)

    def can_claim_fifty_moves(self) -> bool:
        """Whether a draw by the fifty-move rule can be claimed, now or with the next move."""
        if self.is_fifty_moves():
            return True
        if self.halfmove_clock >= 99:
            for move in self.generate_legal_moves():
                if not self.is_zeroing(move):
                    self.push(move)
                    try:
                        if self.is_fifty_moves():
                            return True
                    finally:
                        self.pop()
        return False

    def _transposition_key(self) -> Hashable:
        """What must be equal for positions to be the same under the rule of repetition."""
        rights, square = self.clean_castling_rights(), self._count()[1]
        en_passant = square if square is not None and self.has_legal_en_passant() else None
        return (*self._read(), self._turn, rights, en_passant)

    def _earlier_keys(self) -> list[Hashable]:
        """The keys of the positions since the last move that cannot be undone, this one first."""
        board = self.copy()
        keys: list[Hashable] = [board._transposition_key()]
        while board.move_stack:
            move = board.pop()
            if board.is_irreversible(move):
                break
            keys.append(board._transposition_key())
        return keys

    def is_repetition(self, count: int = 3) -> bool:
        """Whether the position has occurred this many times."""
        if len(self.move_stack) < 4 * (count - 1) and count > 1:
            return self._repeated_few(count)
        keys = self._earlier_keys()
        return keys.count(keys[0]) >= count

    def _repeated_few(self, count: int) -> bool:
        """A stack too short for repetition by reversible moves can still repeat by null moves."""
        if len(self.move_stack) < 2 * (count - 1):
            return False
        keys = self._earlier_keys()
        return keys.count(keys[0]) >= count

    def can_claim_threefold_repetition(self) -> bool:
        """Whether a draw by threefold repetition can be claimed, now or with the next move."""
        earlier = Counter(self._earlier_keys())
        if earlier[self._transposition_key()] >= 3:
            return True
        if not any(times >= 2 for times in earlier.values()):
            return False
        for move in self.generate_legal_moves():
            self.push(move)
            try:
                if earlier[self._transposition_key()] >= 2:
                    return True
            finally:
                self.pop()
        return False

    def can_claim_draw(self) -> bool:
        """Whether the side to move can claim a draw, by fifty moves or by threefold repetition."""
        return self.can_claim_fifty_moves() or self.can_claim_threefold_repetition()

    def outcome(self, *, claim_draw: bool = False) -> Outcome | None:
        """How the game ended, or ``None`` if it is in progress; *claim_draw* claims a draw where one can be claimed."""
        if self._replaced:
            if self.is_variant_loss():
                return Outcome(Termination.VARIANT_LOSS, not self._turn)
            if self.is_variant_win():
                return Outcome(Termination.VARIANT_WIN, self._turn)
            if self.is_variant_draw():
                return Outcome(Termination.VARIANT_DRAW, None)
        if self.is_checkmate():
            return Outcome(Termination.CHECKMATE, not self._turn)
        if self.is_insufficient_material():
            return Outcome(Termination.INSUFFICIENT_MATERIAL, None)
        if not self._has_moves():
            return Outcome(Termination.STALEMATE, None)
        if self.is_seventyfive_moves():
            return Outcome(Termination.SEVENTYFIVE_MOVES, None)
        if self.is_fivefold_repetition():
            return Outcome(Termination.FIVEFOLD_REPETITION, None)
        if claim_draw:
            if self.can_claim_fifty_moves():
                return Outcome(Termination.FIFTY_MOVES, None)
            if self.can_claim_threefold_repetition():
                return Outcome(Termination.THREEFOLD_REPETITION, None)
        return None

    def is_game_over(self, *, claim_draw: bool = False) -> bool:
        """Whether the game is over."""
        return self.outcome(claim_draw=claim_draw) is not None

    def result(self, *, claim_draw: bool = False) -> str:
        """The result of the game, ``"*"`` if it is in progress."""
        outcome = self.outcome(claim_draw=claim_draw)
        return outcome.result() if outcome else "*"

    # Ends that only variants have.

    def is_variant_loss(self) -> bool:
        """Whether the side to move has lost by the rules of a variant: never in standard chess."""
        return False

    def is_variant_win(self) -> bool:
        """Whether the side to move has won by the rules of a variant: never in standard chess."""
        return False

    def is_variant_draw(self) -> bool:
        """Whether the game is drawn by the rules of a variant: never in standard chess."""
        return False


