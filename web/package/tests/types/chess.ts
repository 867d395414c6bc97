// Uses every export of philidor/chess, as TypeScript reads it. It is compiled, never run.

import {
    BISHOP, BLACK, Chess, DEFAULT_POSITION, KING, KNIGHT, Move, PAWN, QUEEN, ROOK, SEVEN_TAG_ROSTER, SQUARES, WHITE,
    validateFen, xoroshiro128,
} from "philidor/chess";
import { Chess as InlineChess } from "philidor/chess/inline";
import { Chess as ChessOfMoves } from "philidor/chess/moves";
import type { Color, Comment, Piece, PieceSymbol, Square } from "philidor/chess";
import type { Position } from "philidor";

const kinds: PieceSymbol[] = [PAWN, KNIGHT, BISHOP, ROOK, QUEEN, KING];
const colors: Color[] = [WHITE, BLACK];
const piece: Piece = { type: QUEEN, color: WHITE };

export function use(chess: Chess): unknown[] {
    const inline: InlineChess = chess;
    const ofMoves: ChessOfMoves = inline;
    const sans: string[] = chess.moves();
    const verbose: Move[] = chess.moves({ verbose: true, square: "e2" });
    const either: string[] | Move[] = chess.moves({ verbose: sans.length > 0 });
    const played: Move = chess.move({ from: "e2", to: "e4" }, { strict: true });
    const undone: Move | null = chess.undo();
    const history: Move[] = chess.history({ verbose: true });
    const found: Piece | undefined = chess.get("e4");
    const comments: Comment[] = chess.getComments();
    const squares: Square[] = chess.findPiece(piece).concat(SQUARES);
    const position: Position | null = chess.position();
    const valid: { ok: boolean; error?: string } = validateFen(DEFAULT_POSITION, { chess960: true });
    const next: bigint = xoroshiro128(1n)();
    chess.load(DEFAULT_POSITION, { skipValidation: true, preserveHeaders: true, chess960: false });
    chess.loadPgn(chess.pgn({ variations: true, maxWidth: 80, newline: "\n" }), { strict: false });
    chess.setHeader("White", SEVEN_TAG_ROSTER.White ?? "?");
    // @ts-expect-error: no such square
    chess.get("e9");
    // @ts-expect-error: moves are made by games
    new Move();
    return [inline, ofMoves, verbose, either, played.isBigPawn(), undone, history, found, comments, squares, position, valid, next, kinds, colors];
}
