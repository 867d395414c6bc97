"""Moves: from the native position where there is one, otherwise from the integers of the board.

The slow way generates for any board, with no king or with many: pseudo-legal moves, castling only if it is legal. A
move is legal if it does not leave the king attacked; a side without a king may play any.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

from .. import _native
from .._native import shown_moves
from .attacks import BB_PAWN_ATTACKS, between
from .base_board import Layers, Native, attackers_of, type_on, with_piece, without
from .masks import (
    BB_ALL,
    BB_BACKRANKS,
    BB_FILE_C,
    BB_FILE_D,
    BB_FILE_F,
    BB_FILE_G,
    BB_RANK_3,
    BB_RANK_4,
    BB_RANK_5,
    BB_RANK_6,
    BB_SQUARES,
    Bitboard,
    msb,
    scan_reversed,
)
from .moves import SHOW, SHOWN, Move
from .square_set import SquareSet
from .squares import BISHOP, KING, KNIGHT, PAWN, QUEEN, ROOK, Color, PieceType, Square, square_file
from .state import BACKRANKS, StateBoard

CASTLING_TARGETS = {4: ((7, 6), (0, 2), (6, 7), (2, 0)), 60: ((63, 62), (56, 58), (62, 63), (58, 56))}

# The methods that legal moves rest on, and those that are answered from them. If a class of a program replaces one, the
# native position, which knows only its own rules, answers nothing that rests on it.
_BASIS = frozenset({
    "attackers_mask", "attacks_mask", "clean_castling_rights", "generate_castling_moves", "generate_pseudo_legal_ep",
    "generate_pseudo_legal_moves", "is_attacked_by", "is_castling", "is_en_passant", "is_into_check", "is_pseudo_legal",
    "is_variant_end", "king",
})  # fmt: skip
_LEGALITY = frozenset({
    "checkers_mask", "generate_legal_ep", "generate_legal_moves", "has_legal_en_passant", "is_check", "is_legal",
})  # fmt: skip
# What playing a move, moves as text and a FEN rest on, beside that.
_PLAY = frozenset({"clean_castling_rights", "is_castling", "is_en_passant", "is_zeroing"})
_NOTATION = frozenset({
    "find_move", "is_capture", "is_checkmate", "is_kingside_castling", "is_queenside_castling", "is_stalemate",
    "is_variant_loss", "is_variant_win", "piece_at", "piece_type_at", "pieces_mask", "pop", "push",
})  # fmt: skip
_FEN = frozenset({
    "board_fen", "castling_shredder_fen", "castling_xfen", "clean_castling_rights", "epd", "generate_legal_ep",
    "generate_pseudo_legal_ep", "has_legal_en_passant", "has_pseudo_legal_en_passant", "is_into_check", "is_variant_end",
    "king", "piece_at", "piece_type_at",
})  # fmt: skip
_ATTACKS = frozenset({"attackers", "attackers_mask", "is_attacked_by"})


class GenerationBoard(StateBoard):
    """A board that knows its moves."""

    _has_basis: ClassVar[bool] = True
    _has_rules: ClassVar[bool] = True
    _has_play: ClassVar[bool] = True
    _has_notation: ClassVar[bool] = True
    _has_fen: ClassVar[bool] = True
    _has_attacks: ClassVar[bool] = True

    def __init_subclass__(cls, **keywords: object) -> None:
        super().__init_subclass__(**keywords)
        cls._has_basis = not cls._replaced & _BASIS
        cls._has_rules = cls._has_basis and not cls._replaced & _LEGALITY
        cls._has_play = not cls._replaced & _PLAY
        cls._has_notation = cls._has_rules and not cls._replaced & _NOTATION
        cls._has_fen = not cls._replaced & _FEN
        cls._has_attacks = not cls._replaced & _ATTACKS

    def _ruled(self) -> Native | None:
        """The native position, where this class answers by its rules alone."""
        return self._position() if self._has_rules else None

    # Kinds of moves.

    def is_capture(self, move: Move) -> bool:
        """Whether a pseudo-legal move is a capture, en passant included."""
        touched = BB_SQUARES[move.from_square] ^ BB_SQUARES[move.to_square]
        return bool(touched & self._read()[6 + (not self._turn)]) or self.is_en_passant(move)

    def is_en_passant(self, move: Move) -> bool:
        """Whether a pseudo-legal move captures en passant."""
        layers = self._read()
        return (
            self._count()[1] == move.to_square
            and bool(layers[0] & BB_SQUARES[move.from_square])
            and abs(move.to_square - move.from_square) in (7, 9)
            and not (layers[6] | layers[7]) & BB_SQUARES[move.to_square]
        )

    def is_zeroing(self, move: Move) -> bool:
        """Whether a pseudo-legal move is a capture or a pawn's move, or drops a pawn."""
        layers = self._read()
        touched = BB_SQUARES[move.from_square] ^ BB_SQUARES[move.to_square]
        return bool(touched & layers[0] or touched & layers[6 + (not self._turn)] or move.drop == PAWN)

    def is_castling(self, move: Move) -> bool:
        """Whether a pseudo-legal move castles, in either form."""
        layers = self._read()
        if not layers[5] & BB_SQUARES[move.from_square]:
            return False
        files = abs(square_file(move.from_square) - square_file(move.to_square))
        return files > 1 or bool(layers[3] & layers[6 + self._turn] & BB_SQUARES[move.to_square])

    def is_kingside_castling(self, move: Move) -> bool:
        """Whether a pseudo-legal move castles on the king's side."""
        return self.is_castling(move) and square_file(move.to_square) > square_file(move.from_square)

    def is_queenside_castling(self, move: Move) -> bool:
        """Whether a pseudo-legal move castles on the queen's side."""
        return self.is_castling(move) and square_file(move.to_square) < square_file(move.from_square)

    # Both forms of castling.

    def _to_chess960(self, move: Move) -> Move:
        """Castling by e1g1 and the like as the king going to its rook."""
        pairs = CASTLING_TARGETS.get(move.from_square)
        if pairs and self._read()[5] & BB_SQUARES[move.from_square]:
            for rook, target in pairs[:2]:
                if move.to_square == target and not self._read()[3] & BB_SQUARES[target]:
                    return Move(move.from_square, rook)
        return move

    def _from_chess960(
        self, chess960: bool, move: Move, promotion: PieceType | None = None, drop: PieceType | None = None
    ) -> Move:
        """Castling in the form of the mode: without Chess960, the king from e1 to its rook becomes e1g1."""
        if not chess960 and drop is None:
            pairs = CASTLING_TARGETS.get(move.from_square)
            if pairs and self._read()[5] & BB_SQUARES[move.from_square]:
                for rook, target in pairs[:2]:
                    if move.to_square == rook:
                        return Move(move.from_square, target)
        return move

    # Pseudo-legal moves.

    def generate_pseudo_legal_moves(
        self, from_mask: Bitboard = BB_ALL, to_mask: Bitboard = BB_ALL
    ) -> Iterator[Move]:
        """The pseudo-legal moves from and to some squares."""
        layers, turn = self._read(), self._turn
        own, other, occupied = layers[6 + turn], layers[6 + (not turn)], layers[6] | layers[7]
        for origin in scan_reversed(own & ~layers[0] & from_mask):
            for target in scan_reversed(self.attacks_mask(origin) & ~own & to_mask):
                yield Move(origin, target)
        if from_mask & layers[5]:
            yield from self.generate_castling_moves(from_mask, to_mask)
        pawns = layers[0] & own & from_mask
        if not pawns:
            return
        for origin in scan_reversed(pawns):
            for target in scan_reversed(BB_PAWN_ATTACKS[turn][origin] & other & to_mask):
                yield from _pawn_moves(origin, target)
        if turn:
            single = pawns << 8 & ~occupied & BB_ALL
            double = single << 8 & ~occupied & (BB_RANK_3 | BB_RANK_4)
        else:
            single = pawns >> 8 & ~occupied
            double = single >> 8 & ~occupied & (BB_RANK_6 | BB_RANK_5)
        step = 8 if turn else -8
        for target in scan_reversed(single & to_mask):
            yield from _pawn_moves(target - step, target)
        for target in scan_reversed(double & to_mask):
            yield Move(target - 2 * step, target)
        if self._count()[1] is not None:
            yield from self.generate_pseudo_legal_ep(from_mask, to_mask)

    def generate_pseudo_legal_ep(self, from_mask: Bitboard = BB_ALL, to_mask: Bitboard = BB_ALL) -> Iterator[Move]:
        """The pseudo-legal captures en passant from and to some squares."""
        layers, square = self._read(), self._count()[1]
        if square is None or not BB_SQUARES[square] & to_mask or (layers[6] | layers[7]) >> square & 1:
            return
        pawns = layers[0] & layers[6 + self._turn] & from_mask & BB_PAWN_ATTACKS[not self._turn][square]
        for origin in scan_reversed(pawns & (BB_RANK_5 if self._turn else BB_RANK_4)):
            yield Move(origin, square)

    def generate_pseudo_legal_captures(
        self, from_mask: Bitboard = BB_ALL, to_mask: Bitboard = BB_ALL
    ) -> Iterator[Move]:
        """The pseudo-legal captures from and to some squares."""
        other = self._read()[6 + (not self._turn)]
        yield from self.generate_pseudo_legal_moves(from_mask, to_mask & other)
        yield from self.generate_pseudo_legal_ep(from_mask, to_mask)

    def generate_castling_moves(self, from_mask: Bitboard = BB_ALL, to_mask: Bitboard = BB_ALL) -> Iterator[Move]:
        """The legal castling moves from squares of kings and to squares of rooks."""
        layers, color = self._read(), self._turn
        rank = BACKRANKS[color]
        kings = layers[6 + color] & layers[5] & ~self._promoted & rank & from_mask
        king_bit = kings & -kings
        if not king_bit or self.is_variant_end():
            return
        king, occupied = king_bit.bit_length() - 1, layers[6] | layers[7]
        bb_c, bb_d, bb_f, bb_g = (file & rank for file in (BB_FILE_C, BB_FILE_D, BB_FILE_F, BB_FILE_G))
        for rook in scan_reversed(self.clean_castling_rights() & rank & to_mask):
            rook_bit = BB_SQUARES[rook]
            king_to, rook_to = (bb_c, bb_d) if rook < king else (bb_g, bb_f)
            king_path, rook_path = between(king, msb(king_to)), between(rook, msb(rook_to))
            if (occupied ^ king_bit ^ rook_bit) & (king_path | rook_path | king_to | rook_to):
                continue
            after = occupied ^ king_bit ^ rook_bit ^ rook_to
            if self._is_attacked(king_path | king_bit, occupied ^ king_bit) or self._is_attacked(king_to, after):
                continue
            yield self._from_chess960(self._chess960, Move(king, rook))

    def _is_attacked(self, path: Bitboard, occupied: Bitboard) -> bool:
        """Whether the other side attacks a square of the king's path."""
        layers, other = self._read(), not self._turn
        return any(attackers_of(layers, other, at, occupied) for at in scan_reversed(path))

    def is_pseudo_legal(self, move: Move) -> bool:
        """Whether a move is pseudo-legal."""
        if not move or move.drop:
            return False
        layers = self._read()
        if type_on(layers, move.from_square) == KING:
            castling = self._from_chess960(self._chess960, move)
            if castling in self.generate_castling_moves():
                return True
        from_mask, to_mask = BB_SQUARES[move.from_square], BB_SQUARES[move.to_square]
        if layers[6 + self._turn] & to_mask:
            return False
        return move in self.generate_pseudo_legal_moves(from_mask, to_mask)

    # Legal moves.

    def generate_legal_moves(self, from_mask: Bitboard = BB_ALL, to_mask: Bitboard = BB_ALL) -> Iterator[Move]:
        """The legal moves from and to some squares."""
        position = self._position() if self._has_basis else None
        if position is None:
            return self._generate_slowly(from_mask, to_mask)
        moves = shown_moves(position, SHOWN, SHOW)
        return iter(moves) if from_mask == to_mask == BB_ALL else self._among(moves, from_mask, to_mask)

    def is_variant_end(self) -> bool:
        """Never: standard chess has no other end than mate, stalemate and draws."""
        return False

    def _generate_slowly(self, from_mask: Bitboard, to_mask: Bitboard) -> Iterator[Move]:
        if self.is_variant_end():
            return
        # Here a king counts even if it was a pawn.
        layers = self._read()
        king = msb(layers[5] & layers[6 + self._turn])
        moves: Iterable[Move] = self.generate_pseudo_legal_moves(from_mask, to_mask)
        if king >= 0 and attackers_of(layers, not self._turn, king):
            moves = sorted(moves, key=lambda move: move.from_square != king)  # a king in check goes first
        for move in moves:
            if king < 0 or self._keeps_safe(king, move):
                yield move

    def _among(self, moves: Iterable[Move], from_mask: Bitboard, to_mask: Bitboard) -> Iterator[Move]:
        """The moves from and to some squares; castling goes to the rook."""
        for move in moves:
            if BB_SQUARES[move.from_square] & from_mask:
                target = move.to_square
                if move.may_castle and self.is_castling(move):
                    target = self._to_chess960(move).to_square
                if BB_SQUARES[target] & to_mask:
                    yield move

    def generate_legal_ep(self, from_mask: Bitboard = BB_ALL, to_mask: Bitboard = BB_ALL) -> Iterator[Move]:
        """The legal captures en passant from and to some squares."""
        if self.is_variant_end():
            return
        for move in self.generate_pseudo_legal_ep(from_mask, to_mask):
            if not self.is_into_check(move):
                yield move

    def generate_legal_captures(self, from_mask: Bitboard = BB_ALL, to_mask: Bitboard = BB_ALL) -> Iterator[Move]:
        """The legal captures from and to some squares."""
        other = self._read()[6 + (not self._turn)]
        yield from self.generate_legal_moves(from_mask, to_mask & other)
        yield from self.generate_legal_ep(from_mask, to_mask)

    def is_legal(self, move: Move) -> bool:
        """Whether a move is legal."""
        position = self._position() if self._has_basis else None
        if position is not None and not (move.may_castle and self.is_castling(move)):
            return move.native is not None and position.is_legal(move.native)
        return not self.is_variant_end() and self.is_pseudo_legal(move) and not self.is_into_check(move)

    def is_into_check(self, move: Move) -> bool:
        """Whether a pseudo-legal move leaves the own king attacked."""
        return not self._is_safe(move)

    def was_into_check(self) -> bool:
        """Whether the side that has just moved left its king attacked."""
        king = self.king(not self._turn)
        return king is not None and self.is_attacked_by(self._turn, king)

    def _is_safe(self, move: Move) -> bool:
        """Whether a pseudo-legal move leaves the own king unattacked, if there is one."""
        king = self.king(self._turn)
        return king is None or self._keeps_safe(king, move)

    def _keeps_safe(self, king: Square, move: Move) -> bool:
        if not self._has_attacks and not self.is_castling(move):
            self.push(move)  # type: ignore[attr-defined]
            try:
                return not self.was_into_check()
            finally:
                self.pop()  # type: ignore[attr-defined]
        layers = self._read()
        if move.from_square == king:
            if self.is_castling(move):
                return True
            king = move.to_square
        elif layers[5] & BB_SQUARES[move.from_square] and attackers_of(layers, not self._turn, king):
            return False  # another king does not help against a check
        after = moved(layers, move, self.is_en_passant(move), self._turn)
        return not attackers_of(after, not self._turn, king)

    # Check and en passant.

    def checkers_mask(self) -> Bitboard:
        """The pieces that give check, as an integer."""
        king = self.king(self._turn)
        return 0 if king is None else self.attackers_mask(not self._turn, king)

    def checkers(self) -> SquareSet:
        """The pieces that give check."""
        return SquareSet(self.checkers_mask())

    def is_check(self) -> bool:
        """Whether the side to move is in check."""
        if self._native is not None and self._has_rules:
            return self._native.is_check
        return bool(self.checkers_mask())

    def has_pseudo_legal_en_passant(self) -> bool:
        """Whether there is a pseudo-legal capture en passant."""
        return self._count()[1] is not None and any(self.generate_pseudo_legal_ep())

    def has_legal_en_passant(self) -> bool:
        """Whether there is a legal capture en passant."""
        if self._native is not None and self._has_rules:
            return self._native.has_legal_en_passant
        return self._count()[1] is not None and any(self.generate_legal_ep())

    @property
    def legal_moves(self) -> LegalMoveGenerator:
        """The legal moves: counted, searched and iterated when asked for.

        >>> from philidor import compat as chess
        >>> board = chess.Board()
        >>> board.legal_moves.count(), chess.Move.from_uci("g1f3") in board.legal_moves
        (20, True)
        """
        return LegalMoveGenerator(self)

    @property
    def pseudo_legal_moves(self) -> PseudoLegalMoveGenerator:
        """The pseudo-legal moves: counted, searched and iterated when asked for."""
        return PseudoLegalMoveGenerator(self)


class PseudoLegalMoveGenerator:
    """The pseudo-legal moves of a board, as they are when asked for."""

    def __init__(self, board: GenerationBoard) -> None:
        self.board = board

    def __bool__(self) -> bool:
        return any(True for _ in self.board.generate_pseudo_legal_moves())

    def count(self) -> int:
        """How many moves there are."""
        return sum(1 for _ in self)

    def __iter__(self) -> Iterator[Move]:
        return iter(self.board.generate_pseudo_legal_moves())

    def __contains__(self, move: Move) -> bool:
        return self.board.is_pseudo_legal(move)

    def __repr__(self) -> str:
        board, texts = self.board, []
        for move in self:
            legal = board.is_legal(move)
            texts.append(board.san(move) if legal else board.uci(move))  # type: ignore[attr-defined]
        return f"<{type(self).__name__} at {id(self):#x} ({', '.join(texts)})>"


class LegalMoveGenerator:
    """The legal moves of a board, as they are when asked for."""

    def __init__(self, board: GenerationBoard) -> None:
        self.board = board

    def __bool__(self) -> bool:
        position = self.board._ruled()
        return position.has_legal_move() if position is not None else any(True for _ in self)

    def count(self) -> int:
        """How many moves there are."""
        position = self.board._ruled()
        return position.legal_move_count() if position is not None else sum(1 for _ in self)

    def __iter__(self) -> Iterator[Move]:
        return iter(self.board.generate_legal_moves())

    def __contains__(self, move: Move) -> bool:
        return self.board.is_legal(move)

    def __repr__(self) -> str:
        texts = ", ".join(self.board.san(move) for move in self)  # type: ignore[attr-defined]
        return f"<{type(self).__name__} at {id(self):#x} ({texts})>"


def _pawn_moves(origin: Square, target: Square) -> Iterator[Move]:
    if BB_SQUARES[target] & BB_BACKRANKS:
        for piece in (QUEEN, ROOK, BISHOP, KNIGHT):
            yield Move(origin, target, piece)
    else:
        yield Move(origin, target)


def moved(layers: Layers, move: Move, en_passant: bool, color: Color) -> Layers:
    """The pieces after a move other than castling."""
    piece_type = type_on(layers, move.from_square)
    if en_passant:
        captured = move.to_square + (-8 if color else 8)
        layers = without(layers, BB_SQUARES[captured])
    layers = without(layers, BB_SQUARES[move.from_square])
    return with_piece(layers, move.to_square, move.promotion or piece_type or PAWN, color)


