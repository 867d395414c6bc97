"""Moves as text: SAN, long algebraic notation, UCI and XBoard.

SAN is read by a pattern, then by comparing with the legal moves. Where there is a native position and the text is plain,
its reader is asked first; what it refuses goes the slow way, which finds the error to raise.
"""

from __future__ import annotations

import re
from collections.abc import Iterable

from ..errors import ChessError
from .errors import AmbiguousMoveError, IllegalMoveError, InvalidMoveError
from .masks import BB_ALL, BB_FILES, BB_RANKS, BB_SQUARES
from .moves import FROM_NATIVE, Move
from .squares import FILE_NAMES, PAWN, PIECE_SYMBOLS, QUEEN, RANK_NAMES, SQUARE_NAMES
from .squares import PieceType, Square, piece_symbol, square_file, square_rank
from .stack import StackBoard

SAN_REGEX = re.compile(r"^([NBKRQ])?([a-h])?([1-8])?[\-x]?([a-h][1-8])(=?[nbrqkNBRQK])?[\+#]?\Z")
# What the native reader may be asked: no castling by the king's squares, and a piece's letter is a capital.
_PLAIN = re.compile(r"(?:[NBRQ][a-h]?[1-8]?x?[a-h][1-8]|K[a-h]?[1-8]?x?[a-h][1-8]|[a-h](?:x[a-h])?[1-8](?:=[NBRQ])?)[+#]?")
_plain = _PLAIN.fullmatch
_NULL_MOVES = frozenset(["--", "Z0", "0000", "@@@@"])
_KINGSIDE = frozenset(["O-O", "O-O+", "O-O#", "0-0", "0-0+", "0-0#"])
_QUEENSIDE = frozenset(["O-O-O", "O-O-O+", "O-O-O#", "0-0-0", "0-0-0+", "0-0-0#"])


class NotationBoard(StackBoard):
    """A board that reads and writes moves."""

    # SAN.

    def san(self, move: Move) -> str:
        """A move in standard algebraic notation."""
        native = self._ruled() if self._has_notation else None
        if native is not None and move.native is not None:
            try:
                return native.san(move.native)
            except ChessError:
                pass
        return self._algebraic(move)

    def lan(self, move: Move) -> str:
        """A move in long algebraic notation, with the square where it begins."""
        return self._algebraic(move, long=True)

    def san_and_push(self, move: Move) -> str:
        """A move in standard algebraic notation; the move is played."""
        san = self.san(move)
        self.push(move)
        return san

    def _algebraic(self, move: Move, *, long: bool = False) -> str:
        if not move:
            return "--" + self._check_mark(move)
        if move.drop:
            symbol = "" if move.drop == PAWN else piece_symbol(move.drop).upper()
            return f"{symbol}@{SQUARE_NAMES[move.to_square]}" + self._check_mark(move)
        if self.is_castling(move):
            kingside = square_file(move.to_square) > square_file(move.from_square)
            return ("O-O" if kingside else "O-O-O") + self._check_mark(move)
        kind = self.piece_type_at(move.from_square)
        if not kind:
            raise AssertionError(
                f"san() and lan() expect move to be legal or null, but got {move} in {self.fen()}"  # type: ignore
            )
        capture, san = self.is_capture(move), "" if kind == PAWN else piece_symbol(kind).upper()
        if long:
            san += SQUARE_NAMES[move.from_square]
        elif kind != PAWN:
            san += self._distinction(move, kind)
        elif capture:
            san += FILE_NAMES[square_file(move.from_square)]
        san += "x" if capture else "-" if long else ""
        san += SQUARE_NAMES[move.to_square]
        if move.promotion:
            san += "=" + piece_symbol(move.promotion).upper()
        return san + self._check_mark(move)

    def _distinction(self, move: Move, kind: PieceType) -> str:
        """The file, rank or both that disambiguate a move, if other pieces of the type have the same destination."""
        others = self.pieces_mask(kind, self._turn) & ~BB_SQUARES[move.from_square]
        rivals = [one.from_square for one in self.generate_legal_moves(others, BB_SQUARES[move.to_square])]
        if not rivals:
            return ""
        same_file = any(square_file(one) == square_file(move.from_square) for one in rivals)
        same_rank = any(square_rank(one) == square_rank(move.from_square) for one in rivals)
        name = SQUARE_NAMES[move.from_square]
        return name if same_file and same_rank else name[1] if same_file else name[0]

    def _check_mark(self, move: Move) -> str:
        self.push(move)
        try:
            if self._replaced and (self._is_lost_or_won() or self.is_check() and self.is_checkmate()):  # type: ignore[attr-defined]
                return "#"
            if not self.is_check():
                return ""
            return "+" if self._replaced or any(True for _ in self.generate_legal_moves()) else "#"
        finally:
            self.pop()

    def _is_lost_or_won(self) -> bool:
        """Whether a variant has ended the game with a winner."""
        return self.is_variant_loss() or self.is_variant_win()  # type: ignore[attr-defined, no-any-return]

    def variation_san(self, variation: Iterable[Move]) -> str:
        """A line of moves in standard algebraic notation with their numbers; the board is left as it is.

        Raises ``IllegalMoveError`` if a move is not legal.
        """
        board, san = self.copy(stack=False), []
        for move in variation:
            if not board.is_legal(move):
                raise IllegalMoveError(f"illegal move {move} in position {board.fen()}")  # type: ignore[attr-defined]
            if board.turn:
                san.append(f"{board.fullmove_number}. {board.san_and_push(move)}")
            elif not san:
                san.append(f"{board.fullmove_number}...{board.san_and_push(move)}")
            else:
                san.append(board.san_and_push(move))
        return " ".join(san)

    def parse_san(self, san: str) -> Move:
        """The legal move, or the null move, of a text in standard algebraic notation.

        Raises ``InvalidMoveError``, ``IllegalMoveError`` or ``AmbiguousMoveError``, all of which are ``ValueError``.
        """
        if _plain(san):
            native = self._ruled() if self._has_notation else None
            if native is not None:
                try:
                    move = FROM_NATIVE[native.parse_san(san)]
                except ChessError:
                    pass
                else:
                    if san[0] != "K" or not self.is_castling(move):
                        return move
        return self._parse_slowly(san)

    def _fen_text(self) -> str:
        return self.fen()  # type: ignore[attr-defined, no-any-return]

    def _parse_slowly(self, san: str) -> Move:
        if san in _KINGSIDE or san in _QUEENSIDE:
            for move in self.generate_castling_moves():
                if self.is_kingside_castling(move) == (san in _KINGSIDE):
                    return move
            raise IllegalMoveError(f"illegal san: {san!r} in {self._fen_text()}")
        found = SAN_REGEX.match(san)
        if not found:
            if san in _NULL_MOVES:
                return Move.null()
            if "," in san:
                raise InvalidMoveError(f"unsupported multi-leg move: {san!r}")
            raise InvalidMoveError(f"invalid san: {san!r}")
        letter, file, rank, target_name, promoted = found.groups()
        target = SQUARE_NAMES.index(target_name)
        promotion = PIECE_SYMBOLS.index(promoted[-1].lower()) if promoted else None
        from_mask = BB_ALL
        if file:
            from_mask &= BB_FILES[FILE_NAMES.index(file)]
        if rank:
            from_mask &= BB_RANKS[RANK_NAMES.index(rank)]
        own = self._read()[6 + self._turn]
        if letter:
            from_mask &= self.pieces_mask(PIECE_SYMBOLS.index(letter.lower()), self._turn)
        elif file and rank:
            # Both coordinates and no letter: any piece may be meant.
            try:
                meant = self.find_move(SQUARE_NAMES.index(file + rank), target, promotion)
            except IllegalMoveError:
                meant = None
            if meant is not None and meant.promotion == promotion:
                return meant
            raise IllegalMoveError(f"illegal san: {san!r} in {self._fen_text()}")
        else:
            from_mask &= self._read()[0]
            if not file:
                from_mask &= BB_FILES[square_file(target)]
        matched: Move | None = None
        # No piece goes to a square of its own side, although a king that takes its rook to castle does so as a move.
        for move in self.generate_legal_moves(from_mask & own, BB_SQUARES[target] & ~own):
            if move.promotion != promotion or (letter == "K" and self.is_castling(move)):
                continue
            if matched is not None:
                raise AmbiguousMoveError(f"ambiguous san: {san!r} in {self._fen_text()}")
            matched = move
        if matched is None:
            raise IllegalMoveError(f"illegal san: {san!r} in {self._fen_text()}")
        return matched

    def push_san(self, san: str) -> Move:
        """Reads a move as ``parse_san`` does, plays it, and returns it."""
        move = self.parse_san(san)
        self.push(move)
        return move

    def find_move(self, from_square: Square, to_square: Square, promotion: PieceType | None = None) -> Move:
        """The legal move with two squares; a pawn becomes a queen unless *promotion* says otherwise.

        Castling goes to the king's destination, but in Chess960 to the rook. Raises ``IllegalMoveError`` if there is no
        such move.
        """
        move = self._find_or_none(from_square, to_square, promotion)
        if move is None:
            wanted = Move(from_square, to_square, promotion)
            names = f"{SQUARE_NAMES[from_square]} -> {SQUARE_NAMES[to_square]}"
            raise IllegalMoveError(f"no matching legal move for {wanted.uci()} ({names}) in {self._fen_text()}")
        return move

    def _find_or_none(self, from_square: Square, to_square: Square, promotion: PieceType | None) -> Move | None:
        if promotion is None and self._read()[0] >> from_square & 1 and square_rank(to_square) in (0, 7):
            promotion = QUEEN
        move = self._from_chess960(self._chess960, Move(from_square, to_square, promotion))
        return move if self.is_legal(move) else None

    # UCI.

    def uci(self, move: Move, *, chess960: bool | None = None) -> str:
        """A move as UCI writes it, castling as the board's mode or *chess960* has it."""
        return self._in_mode(move, self._chess960 if chess960 is None else chess960).uci()

    def _in_mode(self, move: Move, chess960: bool) -> Move:
        if not move or move.drop or not self.is_castling(move):
            return move
        return self._from_chess960(chess960, self._to_chess960(move))

    def parse_uci(self, uci: str) -> Move:
        """The legal move, or the null move, of a text in UCI; castling may be written in either form.

        Raises ``InvalidMoveError`` or ``IllegalMoveError``, both of which are ``ValueError``.
        """
        move = Move.from_uci(uci)
        if not move:
            return move
        if move.may_castle:
            move = self._in_mode(move, self._chess960)
        if not self.is_legal(move):
            raise IllegalMoveError(f"illegal uci: {uci!r} in {self._fen_text()}")
        return move

    def push_uci(self, uci: str) -> Move:
        """Reads a move as ``parse_uci`` does, plays it, and returns it."""
        move = self.parse_uci(uci)
        self.push(move)
        return move

    # XBoard.

    def xboard(self, move: Move, chess960: bool | None = None) -> str:
        """A move as XBoard writes it: as UCI does, but castling of Chess960 as ``O-O``."""
        chess960 = self._chess960 if chess960 is None else chess960
        if not chess960 or not self.is_castling(move):
            return move.xboard()
        return "O-O" if self.is_kingside_castling(move) else "O-O-O"

    def parse_xboard(self, xboard: str) -> Move:
        """The move of a text as XBoard writes it, in coordinates or in SAN."""
        return self.parse_san(xboard)

    def push_xboard(self, san: str) -> Move:
        """Reads a move as ``parse_xboard`` does, plays it, and returns it."""
        move = self.parse_xboard(san)
        self.push(move)
        return move


