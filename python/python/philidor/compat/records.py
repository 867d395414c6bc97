"""Positions as text: FEN and EPD."""

from __future__ import annotations

import math
import re
from collections.abc import Iterable, Iterator
from typing import Literal, TypeAlias

from .. import _native
from ..errors import ChessError
from .base_board import STARTING_LAYERS, Layers, read_board_fen
from .masks import BB_FILE_A, BB_FILE_H, BB_FILES, BB_SQUARES, Bitboard, lsb, msb
from .moves import Move
from .notation import NotationBoard
from .squares import BLACK, E1, E8, FILE_NAMES, SQUARE_NAMES, WHITE, EnPassantSpec
from .state import BACKRANKS, STARTING_COUNTERS, STARTING_POSITION, STARTING_POSITION_960

FEN_CASTLING_REGEX = re.compile(r"^(?:-|[KQABCDEFGH]{0,2}[kqabcdefgh]{0,2})\Z")
NATIVE_POLICY: dict[str, Literal["legal", "always", "pseudo_legal"]] = {"legal": "legal", "fen": "always", "xfen": "pseudo_legal"}
_INTEGER, _FLOAT = re.compile(r"[+-]?\d+"), re.compile(r"[+-]?(?:\d+\.\d*|\.\d+|\d+[eE][+-]?\d+|\d+\.\d*[eE][+-]?\d+)")

Operand: TypeAlias = None | str | int | float | Move | Iterable[Move]
Parsed: TypeAlias = None | str | int | float | Move | list[Move]


class RecordsBoard(NotationBoard):
    """A board that reads and writes FEN and EPD."""

    # FEN.

    def fen(
        self, *, shredder: bool = False, en_passant: EnPassantSpec = "legal", promoted: bool | None = None
    ) -> str:
        """The position as a FEN.

        *shredder* writes castling rights as ``HAha``. The en-passant square is written if a capture there is legal; with
        ``en_passant="xfen"`` if it is pseudo-legal, with ``"fen"`` always. *promoted* marks pieces that were pawns.
        """
        native = self._native if self._has_fen else None
        if native is not None and not promoted and en_passant in NATIVE_POLICY:
            return native.fen(en_passant=NATIVE_POLICY[en_passant], castling="shredder" if shredder else "xfen")
        position = self.epd(shredder=shredder, en_passant=en_passant, promoted=promoted)
        return f"{position} {self.halfmove_clock} {self.fullmove_number}"

    def shredder_fen(self, *, en_passant: EnPassantSpec = "legal", promoted: bool | None = None) -> str:
        """The position as a FEN with castling rights as ``HAha``."""
        return RecordsBoard.fen(self, shredder=True, en_passant=en_passant, promoted=promoted)

    def set_fen(self, fen: str) -> None:
        """Sets the position of a FEN; fields may be missing at its end.

        Raises ``ValueError`` if it cannot be read. A FEN that can be read may still be that of an invalid position.
        """
        if self._set_native(fen):
            return
        fields = fen.split()
        if not fields:
            raise ValueError("empty fen")
        board, turn, castling, square, clock, number = fields[:6] + ["w", "-", "-", "0", "1"][len(fields[:6]) - 1 :]
        if turn not in ("w", "b"):
            raise ValueError(f"expected 'w' or 'b' for turn part of fen: {fen!r}")
        if not FEN_CASTLING_REGEX.match(castling):
            raise ValueError(f"invalid castling part in fen: {fen!r}")
        try:
            en_passant = None if square == "-" else SQUARE_NAMES.index(square)
        except ValueError:
            raise ValueError(f"invalid en passant part in fen: {fen!r}") from None
        try:
            halfmoves = int(clock)
        except ValueError:
            raise ValueError(f"invalid half-move clock in fen: {fen!r}") from None
        if halfmoves < 0:
            raise ValueError(f"half-move clock cannot be negative: {fen!r}")
        try:
            fullmoves = int(number)
        except ValueError:
            raise ValueError(f"invalid fullmove number in fen: {fen!r}") from None
        if fullmoves < 0:
            raise ValueError(f"fullmove number cannot be negative: {fen!r}")
        if len(fields) > 6:
            raise ValueError(f"fen string has more parts than expected: {fen!r}")
        layers, promoted = read_board_fen(board)
        self._set(layers, promoted, turn == "w", castling, en_passant, halfmoves, max(fullmoves, 1))

    def _set_native(self, fen: str) -> bool:
        """Sets the position of a FEN that is written exactly as the native position writes it; returns whether it
        is."""
        try:
            native = _native.Position(fen, chess960=self._chess960, strict=False)
        except ChessError:
            return False
        if native.fen() != fen or native.fullmove_number == 0:
            return False
        rights = native.castling_rights
        if not self._chess960 and rights != "-":
            # Without Chess960 only kings and rooks on the squares of standard chess castle.
            corners = set(native.fen(castling="shredder").split(" ")[2]) <= set("HAha")
            white, black = not rights.islower(), not rights.isupper()
            if not corners or (white and native.king(0) != E1) or (black and native.king(1) != E8):
                return False
        self._native, self._layers, self._counters = native, None, None
        self._promoted, self._turn, self._unlike_native = 0, " w " in fen, False
        self.clear_stack()
        return True

    def _set(
        self,
        layers: Layers,
        promoted: Bitboard,
        turn: bool,
        castling: str,
        en_passant: int | None,
        halfmoves: int,
        fullmoves: int,
    ) -> None:
        self._open()
        self._layers, self._promoted, self._turn = layers, promoted, turn
        self._counters = (0, en_passant, halfmoves, fullmoves)
        self._counters = (self._rights_of(castling), en_passant, halfmoves, fullmoves)
        self.clear_stack()

    def set_castling_fen(self, castling_fen: str) -> None:
        """Sets the castling rights of text as a FEN has it, and forgets the moves. Raises ``ValueError``."""
        if not FEN_CASTLING_REGEX.match(castling_fen):
            raise ValueError(f"invalid castling fen: {castling_fen!r}")
        self.castling_rights = self._rights_of(castling_fen)
        self.clear_stack()

    def _rights_of(self, castling: str) -> Bitboard:
        """The rooks that letters of castling rights mean: of several, those furthest out."""
        rights = 0
        for letter in castling if castling != "-" else "":
            color = WHITE if letter.isupper() else BLACK
            rank = BACKRANKS[color]
            rooks = self._read()[6 + color] & self._read()[3] & rank
            king = self.king(color)
            if letter in "Qq":
                found = king is not None and lsb(rooks) < king
                rights |= rooks & -rooks if found else BB_FILE_A & rank
            elif letter in "Kk":
                found = king is not None and rooks != 0 and msb(rooks) > king
                rights |= BB_SQUARES[msb(rooks)] if found else BB_FILE_H & rank
            else:
                rights |= BB_FILES[FILE_NAMES.index(letter.lower())] & rank
        return rights

    def _set_start(self) -> None:
        """The start position, without reading anything."""
        self._native = STARTING_POSITION_960 if self._chess960 else STARTING_POSITION
        self._layers, self._counters, self._promoted, self._turn = STARTING_LAYERS, STARTING_COUNTERS, 0, WHITE
        self._unlike_native = False
        self.clear_stack()

    # EPD.

    def epd(
        self,
        *,
        shredder: bool = False,
        en_passant: EnPassantSpec = "legal",
        promoted: bool | None = None,
        **operations: Operand,
    ) -> str:
        """The position as an EPD record, with operations.

        An operand is ``None``, text, an integer, a finite float or a legal move; that of ``pv`` a line of moves, those of
        ``am`` and ``bm`` legal moves of this position.

        >>> from philidor import compat as chess
        >>> board = chess.Board("8/8/8/8/8/8/8/K6k w - - 3 9")
        >>> board.epd(hmvc=board.halfmove_clock, id="two kings")
        '8/8/8/8/8/8/8/K6k w - - hmvc 3; id "two kings";'
        """
        square = self._count()[1]
        if square is not None:
            if en_passant == "fen":
                shown = True
            elif en_passant == "xfen":
                shown = self.has_pseudo_legal_en_passant()
            else:
                shown = self.has_legal_en_passant()
            square = square if shown else None
        fields = [
            self.board_fen(promoted=promoted),
            "w" if self._turn else "b",
            self.castling_shredder_fen() if shredder else self.castling_xfen(),
            "-" if square is None else SQUARE_NAMES[square],
        ]
        if operations:
            fields.append(self._written(operations))
        return " ".join(fields)

    def _written(self, operations: dict[str, Operand]) -> str:
        texts = []
        for opcode, operand in operations.items():
            if opcode == "-":
                raise ValueError("dash (-) is not a valid epd opcode")
            for sign in " \n\t\r":
                if sign in opcode:
                    raise ValueError(f"invalid character {sign!r} in epd opcode: {opcode!r}")
            text = self._operand(opcode, operand)
            texts.append(f"{opcode} {text};" if text else f"{opcode};")
        return " ".join(texts)

    def _operand(self, opcode: str, operand: Operand) -> str:
        if operand is None:
            return ""
        if isinstance(operand, Move):
            return self.san(operand)
        if isinstance(operand, int):
            return str(operand)
        if isinstance(operand, float):
            if not math.isfinite(operand):
                raise AssertionError(f"expected numeric epd operand to be finite, got: {operand}")
            return str(operand)
        if opcode == "pv" and not isinstance(operand, str):
            board = self.copy(stack=False)
            return " ".join(board.san_and_push(move) for move in operand)
        if opcode in ("am", "bm") and not isinstance(operand, str):
            return " ".join(sorted(self.san(move) for move in operand))
        text = str(operand).replace("\\", "\\\\").replace("\t", "\\t").replace("\r", "\\r").replace("\n", "\\n")
        return '"' + text.replace('"', '\\"') + '"'

    def set_epd(self, epd: str) -> dict[str, Parsed]:
        """Sets the position of an EPD record and returns its operations.

        ``hmvc`` and ``fmvn`` set the counters. Raises ``ValueError`` if the record cannot be read.
        """
        fields = epd.strip().rstrip(";").split(None, 4)
        operations: dict[str, Parsed] = {}
        if len(fields) > 4:
            place = type(self)(" ".join(fields[:4]) + " 0 1", chess960=self._chess960)  # type: ignore[call-arg]
            operations = place._read_operations(fields[4])
            fields = fields[:4] + [
                str(operations.get("hmvc", 0) or 0),
                str(operations.get("fmvn", 1) or 1),
            ]
        self.set_fen(" ".join(fields))
        return operations

    def _read_operations(self, text: str) -> dict[str, Parsed]:
        operations: dict[str, Parsed] = {}
        for opcode, operand in _operations(text):
            if opcode in ("pv", "am", "bm"):
                board, moves = self.copy(stack=False), []
                for san in (operand or "").split():
                    moves.append(board.push_xboard(san) if opcode == "pv" else board.parse_xboard(san))
                operations[opcode] = moves
            elif operand is None or operand == "":
                operations[opcode] = None
            elif operand[0] == '"':
                operations[opcode] = _unquoted(operand[1:])
            elif _INTEGER.fullmatch(operand):
                operations[opcode] = int(operand)
            elif _FLOAT.fullmatch(operand):
                operations[opcode] = float(operand)
                if not math.isfinite(float(operand)):
                    raise ValueError(f"invalid numeric operand for epd operation {opcode!r}: {operand!r}")
            else:
                operations[opcode] = self.parse_xboard(operand)
        return operations


_OPCODE = re.compile(r"[ \t\r\n;]*([^ \t\r\n;]+)([ \t\r\n]*)")
_OPERAND = re.compile(r'"(?:[^"\\]|\\.)*"?|[^;]*', re.DOTALL)


def _operations(text: str) -> Iterator[tuple[str, str]]:
    """The operations of a record. A dash between them, which some suites write after the position, means nothing."""
    at = 0
    while found := _OPCODE.match(text, at):
        (opcode, blank), at = found.groups(), found.end()
        if opcode == "-":
            continue
        if blank and not opcode[0].isalpha():
            raise ValueError(f"expected epd opcode to start with a letter, got: {opcode!r}")
        operand = _OPERAND.match(text, at)
        at = operand.end() if operand else len(text)
        yield opcode, operand[0].strip() if operand else ""


def _unquoted(text: str) -> str:
    parts, at = [], 0
    escapes = {"n": "\n", "t": "\t", "r": "\r"}
    while at < len(text) and text[at] != '"':
        if text[at] == "\\" and at + 1 < len(text):
            at += 1
            parts.append(escapes.get(text[at], text[at]))
        else:
            parts.append(text[at])
        at += 1
    return "".join(parts)


