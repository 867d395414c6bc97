/**
 * philidor/chess: the documented interface of chess.js 1.4, synchronous, on top of philidor. A program written for
 * chess.js runs with its import changed. What differs, and what there is besides, is in `chess.md`.
 *
 * ```js
 * import { Chess } from "philidor/chess";
 *
 * const chess = new Chess();
 * chess.move("e4");
 * chess.moves(); // ["Na6", "Nc6", …]
 * chess.pgn();
 * ```
 */

import type { Position } from "./philidor.js";

export const WHITE: "w";
export const BLACK: "b";
export const PAWN: "p";
export const KNIGHT: "n";
export const BISHOP: "b";
export const ROOK: "r";
export const QUEEN: "q";
export const KING: "k";

export type Color = "w" | "b";
export type PieceSymbol = "p" | "n" | "b" | "r" | "q" | "k";
export type Square = `${"a" | "b" | "c" | "d" | "e" | "f" | "g" | "h"}${"1" | "2" | "3" | "4" | "5" | "6" | "7" | "8"}`;
export type Piece = { color: Color; type: PieceSymbol };
/** The comment of a position. */
export type Comment = { fen: string; comment: string };

/** The start position. */
export const DEFAULT_POSITION: "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";
/** a8 first. */
export const SQUARES: Square[];
/** The seven tags of each game, with the values that they have at first. */
export const SEVEN_TAG_ROSTER: Record<string, string>;

/** The generator behind `hash`: xoroshiro128** from a state of 128 bits. */
export function xoroshiro128(state: bigint): () => bigint;

/** Whether `load` takes a FEN, or what is wrong with it. With `chess960` castling rights may be files, as in `HAha`. */
export function validateFen(fen: string, options?: { chess960?: boolean | undefined }): { ok: boolean; error?: string };

/** A move as it was played, or could be. */
export class Move {
    private constructor();
    color: Color;
    from: Square;
    /** In Chess960 castling goes to the square of the rook. */
    to: Square;
    piece: PieceSymbol;
    captured?: PieceSymbol;
    promotion?: PieceSymbol;
    /** @deprecated The functions below say the same. */
    flags: string;
    san: string;
    lan: string;
    /** The FENs before and after it. */
    before: string;
    after: string;
    isCapture(): boolean;
    isPromotion(): boolean;
    isEnPassant(): boolean;
    isKingsideCastle(): boolean;
    isQueensideCastle(): boolean;
    isBigPawn(): boolean;
}

type Filter = { square?: Square | undefined; piece?: PieceSymbol | undefined };

export class Chess {
    constructor(fen?: string, options?: { skipValidation?: boolean | undefined; chess960?: boolean | undefined });
    clear(options?: { preserveHeaders?: boolean | undefined }): void;
    load(fen: string, options?: { skipValidation?: boolean | undefined; preserveHeaders?: boolean | undefined; chess960?: boolean | undefined }): void;
    reset(): void;
    fen(options?: { forceEnpassantSquare?: boolean | undefined }): string;
    get(square: Square): Piece | undefined;
    findPiece(piece: Piece): Square[];
    put(piece: { type: PieceSymbol; color: Color }, square: Square): boolean;
    remove(square: Square): Piece | undefined;
    board(): ({ square: Square; type: PieceSymbol; color: Color } | null)[][];
    ascii(): string;
    turn(): Color;
    setTurn(color: Color): boolean;
    moveNumber(): number;
    getCastlingRights(color: Color): { k: boolean; q: boolean };
    setCastlingRights(color: Color, rights: Partial<Record<"k" | "q", boolean>>): boolean;
    squareColor(square: Square): "light" | "dark" | null;
    attackers(square: Square, attackedBy?: Color): Square[];
    isAttacked(square: Square, attackedBy: Color): boolean;
    inCheck(): boolean;
    isCheck(): boolean;
    isCheckmate(): boolean;
    isStalemate(): boolean;
    isInsufficientMaterial(): boolean;
    isThreefoldRepetition(): boolean;
    isDrawByFiftyMoves(): boolean;
    isDraw(): boolean;
    isGameOver(): boolean;
    /** 64 bits in hexadecimal, the same as chess.js has. */
    hash(): string;
    perft(depth: number): number;

    moves(): string[];
    moves(options: Filter & { verbose: true }): Move[];
    moves(options: Filter & { verbose?: false | undefined }): string[];
    moves(options: Filter & { verbose?: boolean | undefined }): string[] | Move[];
    move(move: string | { from: string; to: string; promotion?: string | undefined } | null, options?: { strict?: boolean | undefined }): Move;
    undo(): Move | null;
    history(): string[];
    history(options: { verbose: true }): Move[];
    history(options: { verbose?: false | undefined }): string[];
    history(options: { verbose?: boolean | undefined }): string[] | Move[];

    /** `undefined` where there is none, though its type, as that of chess.js, does not say so. */
    getComment(): string;
    setComment(comment: string): void;
    removeComment(): string;
    /** @deprecated Use `removeComment`. */
    deleteComment(): string;
    getComments(): Comment[];
    removeComments(): Comment[];
    /** @deprecated Use `removeComments`. */
    deleteComments(): Comment[];

    /** @deprecated Use `setHeader` and `getHeaders`. */
    header(...args: string[]): Record<string, string | null>;
    setHeader(key: string, value: string): Record<string, string>;
    removeHeader(key: string): boolean;
    getHeaders(): Record<string, string>;
    /** With `variations` the whole tree with its comments and annotations, without it the moves up to here. */
    pgn(options?: { newline?: string | undefined; maxWidth?: number | undefined; variations?: boolean | undefined }): string;
    /**
     * Variations, their comments and annotations are kept. `[Variant "Chess960"]` is read as what it says. In a page that
     * imports `philidor/chess/moves` alone it throws an error with the code `"not-ready"`.
     */
    loadPgn(pgn: string, options?: { strict?: boolean | undefined; newlineChar?: string | undefined }): void;

    // Besides what chess.js has:

    /** The game as `pgn({ variations: true })`: what `JSON.stringify` makes of it. */
    toJSON(): string;
    isChess960(): boolean;
    /**
     * The position for all else that philidor does, or `null` if the rules do not reach what is on the board. In a page it
     * throws an error with the code `"not-ready"` unless the program imports `philidor` as well.
     */
    position(): Position | null;
    /** The moves that are known from here, the main one first. */
    variations(): string[];
    /** Goes back one move and keeps it, so that another one begins a variation; `null` at the start. */
    back(): Move | null;
    /** Continues by a known move, by default the main one; `null` if there is none. */
    forward(index?: number): Move | null;
    /** Makes one of the moves that are known from here the main one. */
    promoteVariation(index: number): boolean;
    /** Forgets one of the moves that are known from here, with all that follows. */
    removeVariation(index: number): boolean;
}
