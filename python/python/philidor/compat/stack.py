"""Playing moves and taking them back.

A native position is never changed, so the state before a move is kept as it is, and taking a move back is putting that
state in its place.
"""

from __future__ import annotations

from typing import Self

from ..errors import ChessError
from .base_board import type_on, with_piece, without
from .generation import GenerationBoard, moved
from .masks import BB_SQUARES
from .moves import Move
from .squares import KING, PAWN, square_file
from .state import BACKRANKS


class StackBoard(GenerationBoard):
    """A board on which moves are played and taken back."""

    def push(self, move: Move) -> None:
        """Plays a move and puts it on the stack.

        The move must be pseudo-legal, or the null move; whether it is legal is not checked.
        """
        native = self._native or self._position()
        if native is not None and move.native is not None and self._has_play:
            if move.may_castle and native.king(0 if self._turn else 1) == move.from_square:
                move = self._castled(move)
            try:
                after = native.play(move.native)  # type: ignore[arg-type]
            except ChessError:
                pass
            else:
                self._stack.append((native, self._layers, self._counters, self._promoted, self._turn))
                self.move_stack.append(move)
                if self._promoted or move.promotion:
                    self._move_marks(move)
                self._native, self._layers, self._counters, self._turn = after, None, None, not self._turn
                return
        self._push_slowly(move)

    def _is_castled(self, move: Move) -> bool:
        """Whether a king goes to a piece of its own side, in either form. That is legal only if the piece is a rook."""
        layers = self._read()
        king = layers[5] & BB_SQUARES[move.from_square]
        return bool(king and layers[6 + self._turn] & BB_SQUARES[self._to_chess960(move).to_square])

    def _castled(self, move: Move) -> Move:
        if not self.is_castling(move):
            return move
        return self._from_chess960(self._chess960, self._to_chess960(move) if self._chess960 else move)

    def _move_marks(self, move: Move) -> None:
        """Moves the mark of a piece that was a pawn with it, and takes that of a captured piece away."""
        origin, target = BB_SQUARES[move.from_square], BB_SQUARES[move.to_square]
        marked = bool(self._promoted & origin) or move.promotion is not None
        self._promoted = self._promoted & ~origin & ~target | (target if marked else 0)

    def _push_slowly(self, move: Move) -> None:
        """Plays a move on the integers, whatever they are."""
        saved = self._save()
        rights, color = self.clean_castling_rights(), self._turn
        castles = bool(move) and not move.drop and self._is_castled(move)
        stacked = self._from_chess960(self._chess960, self._to_chess960(move) if castles else move, drop=move.drop)
        en_passant, zeroing = self.is_en_passant(move), self.is_zeroing(move)
        layers, promoted, (_, _, clock, number) = self._read(), self._promoted, self._count()
        clock = 0 if zeroing and move else clock + 1
        number += not color
        square = None
        if move.drop:
            layers = with_piece(layers, move.to_square, move.drop, color)
            promoted &= ~BB_SQUARES[move.to_square]
        elif move:
            origin, target = BB_SQUARES[move.from_square], BB_SQUARES[move.to_square]
            kind = type_on(layers, move.from_square)
            if kind is None:
                raise AssertionError(
                    f"push() expects move to be pseudo-legal, but got {move} in {self.board_fen()}"
                )
            marked, captured = bool(promoted & origin), type_on(layers, move.to_square)
            mark_kept = bool(promoted & target)
            rights &= ~origin & ~target
            if kind == KING and not marked:
                rights &= ~BACKRANKS[color]
            elif captured == KING and not mark_kept:
                rights &= ~BACKRANKS[not color]
            if castles:
                rook_form = self._to_chess960(move)
                kingside = square_file(rook_form.to_square) >= square_file(move.from_square)
                base = 0 if color else 56
                layers = without(layers, origin | BB_SQUARES[rook_form.to_square])
                layers = with_piece(layers, base + (6 if kingside else 2), KING, color)
                layers = with_piece(layers, base + (5 if kingside else 3), 4, color)
                promoted &= ~origin & ~target
            else:
                if kind == PAWN and abs(move.to_square - move.from_square) == 16:
                    starts = 8 <= move.from_square < 16 if move.to_square > move.from_square else (
                        48 <= move.from_square < 56
                    )
                    square = (move.from_square + move.to_square) // 2 if starts else None
                layers = moved(layers, move, en_passant, color)
                marked = marked or bool(move.promotion)
                promoted = promoted & ~origin & ~target | (target if marked else 0)
        self._stack.append(saved)
        self.move_stack.append(stacked)
        self._open()
        self._layers, self._promoted, self._counters = layers, promoted, (rights, square, clock, number)
        self._turn = not color

    def pop(self) -> Move:
        """Takes the last move back and returns it. Raises ``IndexError`` if there is none."""
        move = self.move_stack.pop()
        self._native, self._layers, self._counters, self._promoted, self._turn = self._stack.pop()
        self._unlike_native = False
        return move

    def peek(self) -> Move:
        """The last move. Raises ``IndexError`` if there is none."""
        return self.move_stack[-1]

    def clear_stack(self) -> None:
        """Forgets the moves; the position stays."""
        self.move_stack.clear()
        self._stack.clear()

    def root(self) -> Self:
        """A new board with the position before the first move of the stack."""
        if not self._stack:
            return self.copy(stack=False)
        board = type(self)(None, chess960=self._chess960)  # type: ignore[call-arg]
        board._restore(self._stack[0])
        return board

    def copy(self, *, stack: bool | int = True) -> Self:
        """A copy of the board with its moves, or with the last *stack* of them."""
        own = type(self)
        # A class of yours may have attributes that its constructor sets.
        board = own.__new__(own) if own.__module__.startswith("philidor.") else own(None)
        board._chess960 = self._chess960
        board._restore(self._save())
        board._unlike_native = self._unlike_native
        keep = len(self.move_stack) if stack is True else min(int(stack), len(self.move_stack))
        first = len(self.move_stack) - keep
        board.move_stack, board._stack = self.move_stack[first:], self._stack[first:]
        return board

    def gives_check(self, move: Move) -> bool:
        """Whether a pseudo-legal move gives check."""
        self.push(move)
        try:
            return self.is_check()
        finally:
            self.pop()

    def is_irreversible(self, move: Move) -> bool:
        """Whether no later move can bring the position back: pawns' moves, captures, and moves that give up castling or
        a legal capture en passant."""
        return self.is_zeroing(move) or self.has_legal_en_passant() or self._gives_up_castling(move)

    def _gives_up_castling(self, move: Move) -> bool:
        layers, rights = self._read(), self.clean_castling_rights()
        touched = BB_SQUARES[move.from_square] ^ BB_SQUARES[move.to_square]
        own_king = touched & layers[5] & layers[6 + self._turn] & ~self._promoted
        return bool(touched & rights or own_king and rights & BACKRANKS[self._turn])

    def ply(self) -> int:
        """How many half-moves the fullmove number and the turn stand for."""
        return 2 * (self.fullmove_number - 1) + (not self._turn)
