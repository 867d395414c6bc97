/// <reference lib="esnext.disposable" />

/**
 * philidor: the rules of chess, in WebAssembly.
 *
 * What you hold is plain JavaScript: a {@link Position} is a value of 32 bytes that never changes, a tree of PGN is
 * objects. Only {@link Game}, {@link Book}, {@link Mailbox} and {@link MagicSearch} own memory of the module; it is
 * freed when they are collected, or at once by `free()` or `using`.
 *
 * | word | in JavaScript |
 * |---|---|
 * | square | text, `"e4"`; as an argument also its number, a1 = 0, b1 = 1 … h8 = 63 |
 * | set of squares | a `bigint` of 64 bits, a1 the lowest: {@link squaresOf}, {@link squareSet} |
 * | move | a number below 65,536, its *digest*; as an argument also text, UCI or SAN |
 * | lists of moves | `Uint16Array` |
 * | position, packed | 32 bytes of a `Uint8Array` |
 * | counts of perft | `bigint` where they may pass 2^53, else `number`; each function says which |
 *
 * # Which entry
 *
 * ```js
 * import { Position } from "philidor";          // ready when imported, in Node, in pages, and by any bundler
 * import { Position } from "philidor/inline";   // the same, from the module as text, where `philidor` would fetch it
 * import { init, Position } from "philidor/lazy"; // nothing happens until init() or initSync()
 * ```
 *
 * All entries share one module and the same classes.
 *
 * # As text
 *
 * `JSON.stringify` makes its FEN of a position, its PGN of a game, and text of digits of a `bigint` in an object, as `word`
 * of {@link MoveDetails}. Node's `console.log` shows what an object has inside. `structuredClone` and `postMessage` refuse
 * objects of the package's classes with a `DataCloneError`: send their text, or `pack()`.
 *
 * # Errors
 *
 * Whatever is refused throws a {@link PhilidorError}, with a `code` that stays the same in every version and, where
 * text was read, the offending text and its place. Arguments of a wrong type or range are a {@link ArgumentError}.
 *
 * ```js
 * new Position().legalMoves().length; // 20
 * new Position().play("e4").play("c5").fen(); // "rnbqkbnr/pp1ppppp/8/2p5/4P3/8/PPPP1PPP/RNBQKBNR w KQkq c6 0 2"
 * ```
 */

import type * as base from "./base.js";

// ── Getting ready ─────────────────────────────────────────────────────────────────────────────────────────────────

/** A compiled module: `WebAssembly.Module`, which the types of Node alone do not have. */
export type WasmModule = typeof globalThis extends { WebAssembly: { Module: { prototype: infer Module } } } ? Module : object;

/** What `init` takes: the module, its bytes, where it is, or a response with it. */
export type ModuleSource =
    | WasmModule
    | ArrayBuffer
    | ArrayBufferView
    | URL
    | string
    | Response
    | PromiseLike<WasmModule | ArrayBuffer | ArrayBufferView | Response>;

/**
 * Makes the module ready; without a source, from the text that the package has of it. Once ready, it does nothing. The
 * entries `philidor` and `philidor/inline` have done it already.
 */
export function init(source?: ModuleSource): Promise<void>;

/**
 * Makes the module ready at once, from a compiled one or its bytes; on the main thread of a browser, too. The smaller module
 * that `philidor/chess` has loaded is replaced: its positions remain.
 */
export function initSync(source: WasmModule | ArrayBuffer | ArrayBufferView): void;

/** Whether the module is ready; that of `philidor/chess` alone does not count. */
export function isReady(): boolean;

/** The compiled module, to be sent to a worker of your own, which gives it to {@link initSync}. */
export function compiledModule(): WasmModule;

/** How many bytes of memory the module holds: it grows, and never shrinks. For tests of memory. */
export function memoryBytes(): number;

/**
 * Starts the module afresh, which frees its memory. This also happens by itself, at the next call, after an error has
 * come out of the module: a `RangeError` if JavaScript's stack overflowed in it, or a `WebAssembly.RuntimeError` if
 * memory ran out or philidor has a bug. Positions and trees of PGN remain valid, since they are values; a `Game`,
 * `Book`, `Mailbox` or `MagicSearch` made before throws `ArgumentError` with the code `"freed"`.
 */
export function renew(): void;

/** The version of the package. */
export const version: string;

// ── Words ─────────────────────────────────────────────────────────────────────────────────────────────────────────

export type FileLetter = "a" | "b" | "c" | "d" | "e" | "f" | "g" | "h";
export type RankDigit = "1" | "2" | "3" | "4" | "5" | "6" | "7" | "8";
/** `"a1"` … `"h8"`. */
export type Square = `${FileLetter}${RankDigit}`;
/** A square as an argument: its name, or its number from 0 (a1) by ranks to 63 (h8). */
export type SquareLike = Square | number | string;
export type Color = "white" | "black";
/** King, queen, rook, bishop, knight, pawn. */
export type PieceType = "k" | "q" | "r" | "b" | "n" | "p";
/** Uppercase is White's, as in FEN. */
export type Piece = PieceType | "K" | "Q" | "R" | "B" | "N" | "P";
export type Promotion = "q" | "r" | "b" | "n";
/** `"short"` is to the king's side. */
export type CastlingSide = "short" | "long";
/** 64 bits, one for each square; a1 is the lowest. */
export type SquareSet = bigint;
/** A move as an argument: its digest, or text in UCI (`"e2e4"`, `"e7e8q"`) or SAN (`"Nf3"`, `"O-O"`). */
export type MoveLike = number | string;
/** Which moves: captures, en passant and promotions are `"tactical"`, all others `"quiet"`; `"captures"` are captures alone. */
export type MoveKind = "all" | "tactical" | "quiet" | "captures";
export type MoveType = "enPassant" | "promotion" | "castling" | "normal";
export type Result = "1-0" | "0-1" | "1/2-1/2" | "*";

/** The 64 names, a1 first. */
export const SQUARES: readonly Square[];
/** The number of a square, 0 to 63. Throws `ArgumentError`. */
export function squareIndex(square: SquareLike): number;
/** The squares of a set, a1 first. */
export function squaresOf(set: SquareSet): Square[];
/** The set of some squares. */
export function squareSet(squares: Iterable<SquareLike>): SquareSet;
/** How many squares a set has. */
export function squareCount(set: SquareSet): number;

// ── Moves as numbers ──────────────────────────────────────────────────────────────────────────────────────────────

/*
 *   15  14 13        8 7          2 1   0
 *  +------+-----------+------------+-----+      type: 0 en passant, 1 promotion, 2 castling, 3 normal
 *  | type |  origin   | destination| aux |      aux:  for a promotion 0 queen, 1 rook, 2 bishop, 3 knight, else 0
 *  +------+-----------+------------+-----+      castling: origin and destination are the king's, in Chess960, too
 */

/** The origin of a move, from its digest alone. */
export function moveOrigin(move: number): Square;
/** The destination; for castling the king's. */
export function moveDestination(move: number): Square;
export function moveType(move: number): MoveType;
/** The promotion piece, or `null`. */
export function movePromotion(move: number): Promotion | null;

/** All that is known about a legal move. */
export interface MoveDetails extends base.MoveDetails {
    /** `"Ng1-f3"`. */
    readonly long: string;
    readonly type: MoveType;
    readonly origin: Square;
    readonly promotion: Promotion | null;
    readonly givesCheck: boolean;
    readonly givesMate: boolean;
    /** The whole word; see {@link MoveWord}. In JSON it is text of digits. */
    readonly word: bigint;
}

/**
 * The fields of the 64-bit word of a move: 16 bits of what it does, 16 of how to take it back, 32 of ordering score.
 *
 * ```text
 *  63        32 31 30 29    27 26   24 23     20 19     16 15  14 13    8 7         2 1   0
 * +------------+-----+--------+-------+---------+---------+------+-------+-----------+-----+
 * |   score    | 0 0 |!captur.| played| castling| en pass.| type | origin|destination| aux |
 * +------------+-----+--------+-------+---------+---------+------+-------+-----------+-----+
 * ```
 */
export interface MoveWord {
    readonly word: bigint;
    /** The low 16 bits. */
    readonly digest: number;
    readonly score: number;
    readonly captured: PieceType | null;
    readonly piece: PieceType;
    /** The castling rights before the move, as a FEN has them without regard to Chess960: `"KQkq"`, `"-"`. */
    readonly castlingRights: string;
    /** The file of the pawn that had just advanced two squares before the move. */
    readonly enPassantFile: FileLetter | null;
    readonly type: MoveType;
    readonly origin: Square;
    readonly destination: Square;
    readonly aux: number;
    readonly promotion: Promotion | null;
    readonly castling: CastlingSide | null;
}

export type MoveWordField =
    | "score" | "zero" | "captured" | "piece" | "castlingRights" | "enPassantFile" | "type" | "origin" | "destination"
    | "aux";

/** Where the fields of the word lie: the lowest bit, and how many. */
export const MOVE_WORD_LAYOUT: readonly { readonly field: MoveWordField; readonly shift: number; readonly bits: number }[];

/** Takes any 64 bits apart; every pattern has a meaning, most are legal nowhere. */
export function moveWord(word: bigint): MoveWord;

/** What a position says of 64 bits taken for a move. */
export interface Verdict {
    /** Whether the whole word is that of a legal move; the score does not count. */
    readonly legal: boolean;
    /** Whether the digest, the low 16 bits, is a legal move. */
    readonly digestLegal: boolean;
    /** The word that the legal move with this digest has, its score zero. */
    readonly expected: bigint | null;
    /** The fields that differ from `expected`. */
    readonly wrong: readonly MoveWordField[];
    /** Why the digest is not a legal move, in words, with its code (see {@link MoveError}); `null` if it is legal. */
    readonly reason: { readonly code: MoveErrorCode; readonly message: string } | null;
}

// ── Setups: anything that can stand on a board ────────────────────────────────────────────────────────────────────

export type FaultKind =
    | "missing-king" | "several-kings" | "too-many-pieces" | "too-many-pawns" | "pawns-on-last-ranks"
    | "opponent-in-check" | "too-many-checkers"
    | "castling-king-away" | "castling-no-rook" | "castling-wrong-side"
    | "en-passant-wrong-rank" | "en-passant-occupied" | "en-passant-no-pawn" | "en-passant-impossible-check";

/** A reason why a setup is not a position. */
export interface Fault extends base.Fault<FaultKind> {}

export type CastlingNotation = "xfen" | "shredder";
/** When a FEN names the en-passant square: after each double step, if a pawn could capture there, if it may. */
export type EnPassantPolicy = "always" | "pseudo-legal" | "legal";

/** Pieces and state in any combination, for editors. It changes, and is a plain JavaScript object. */
export class Setup {
    /**
     * From a FEN in any form that philidor reads, whatever is wrong with the position; without one the start position;
     * {@link Setup.empty} for an empty board. Throws {@link FenError}.
     */
    constructor(fen?: string);
    /** No pieces, no rights, White to move. */
    static empty(): Setup;
    turn: Color;
    /** Half-moves since the last capture or pawn move, 0 to 65,535. */
    halfmoveClock: number;
    /** 0 to 4,294,967,295. */
    fullmoveNumber: number;
    /** As a FEN has it: `"KQkq"`, `"HAha"`, `"-"`. Setting it throws `FenError`. */
    castlingRights: string;
    /** Setting it takes a square or `null`. */
    get enPassant(): Square | null;
    set enPassant(square: SquareLike | null);
    /** The piece on a square, or `null`. */
    get(square: SquareLike): Piece | null;
    /** Puts a piece on a square, or empties it with `null`. */
    set(square: SquareLike, piece: Piece | null): void;
    /** All pieces by their squares. */
    pieces(): Map<Square, Piece>;
    /** All 64 squares, a1 first. */
    board(): (Piece | null)[];
    readonly occupied: SquareSet;
    /** All that is wrong with it, at once; empty if it is a position. */
    faults(): Fault[];
    /**
     * The setup without the named faults that can be removed without touching a piece; without names, without all of
     * them: impossible castling rights and an impossible en-passant square are dropped.
     */
    repair(kinds?: Iterable<FaultKind | "castling" | "en-passant">): Setup;
    /** The position. Throws {@link SetupError} with all faults. */
    position(options?: PositionOptions): Position;
    fen(options?: { castling?: CastlingNotation | undefined }): string;
    /** The setup with colors and ranks exchanged. */
    flipColors(): Setup;
    copy(): Setup;
    equals(other: Setup): boolean;
    svg(options?: SvgOptions): string;
}

// ── Positions ─────────────────────────────────────────────────────────────────────────────────────────────────────

export interface PositionOptions {
    /**
     * Whether castling is written as the king taking its rook. By default only where king or rooks castle from other
     * squares than in standard chess.
     */
    chess960?: boolean | undefined;
    /** `false` accepts positions that no game reaches, as long as their moves are defined: a triple check, nine pawns. */
    strict?: boolean | undefined;
}

/** A chess position: valid, and it never changes. A value: nothing to free, and its 32 bytes or its FEN can be sent. */
export class Position extends base.Position<Position, MoveDetails, Outcome> {
    /**
     * From a FEN; without one the start position. Throws {@link FenError} if the text is not a FEN, {@link SetupError}
     * with all faults if it is not that of a position.
     */
    constructor(fen?: string, options?: PositionOptions);
    /** The position of a setup. Throws {@link SetupError}. */
    static of(setup: Setup, options?: PositionOptions): Position;
    /** The start position of Chess960 with a number from 0 to 959; 518 is that of standard chess. */
    static chess960(number: number): Position;
    /** From 32 bytes, at `offset` of an array, which may be longer. Throws {@link PackedError}. */
    static unpack(bytes: Uint8Array, options?: PositionOptions & { offset?: number | undefined }): Position;
    /** The position in 32 bytes, which stay the same in every version. Throws `ArgumentError` if it has over 32 pieces. */
    pack(): Uint8Array;
    /** What the 32 bytes say, field by field, for display. */
    packedParts(): PackedPart[];

    readonly hasLegalEnPassant: boolean;
    /** The number of this start position in Chess960, or `null`. */
    readonly chess960Number: number | null;
    readonly isCheckmate: boolean;
    readonly isStalemate: boolean;
    /** Whether it is certain that no series of legal moves ends in mate. */
    readonly isCertainlyDead: boolean;
    /** Whether neither side can mate with what it has. */
    readonly isInsufficientMaterial: boolean;
    readonly polyglotKey: bigint;

    /** The squares of some pieces, given by their letters (`"Kk"`); all occupied squares without letters. */
    squares(pieces?: string): SquareSet;
    squaresOf(color: Color): SquareSet;
    king(color: Color): Square;

    /** The legal moves, in an order that is the same in every version. */
    legalMoves(options?: { kind?: MoveKind | undefined; origin?: SquareLike | undefined }): Uint16Array;
    hasLegalMove(): boolean;
    /** The moves that would be legal if kings could be captured, without castling through an attack. */
    pseudoLegalMoves(): Uint16Array;
    /** The sets of squares from which the generator makes its moves. */
    moveSets(kind?: MoveKind): MoveSet[];
    /** The moves in the order of a move picker, with the stage that each comes from. */
    pickedMoves(options?: { table?: MoveLike | undefined; killers?: MoveLike[] | undefined }): PickedMove[];

    /** The legal move with these 16 bits, or with these 64 (the score does not count), or `null`; any bits will do. */
    decode(bits: number | bigint): number | null;
    /** What is right and wrong about 64 bits. */
    judge(word: bigint): Verdict;
    /** The 64-bit word of a legal move, its score zero. Throws `MoveError`. */
    word(move: MoveLike): bigint;
    givesCheck(move: MoveLike): boolean;
    /**
     * The static exchange evaluation of a capture: what it and all recaptures on its square win, in centipawns with the
     * values 100, 320, 330, 500, 900.
     */
    exchangeValue(move: MoveLike): number;
    /** `"Ng1-f3"`. */
    long(move: MoveLike): string;

    /** The move between this position and the next one of a game, or `null`. */
    moveTo(next: Position): number | null;

    setup(): Setup;
    flipColors(): Position;
    /** East and west exchanged; `null` with castling rights. */
    flipFiles(): Position | null;

    /** The pinned pieces of a side; by default of the side to move. */
    pinned(color?: Color): SquareSet;
    /** The pinned pieces of a side, each with its line from the king to the piece that pins, which is included. */
    pins(color?: Color): { piece: Square; pinner: Square; line: SquareSet }[];
    /**
     * The squares to which pieces other than the king may move as far as check is concerned: all without a check; the
     * checker and the squares between it and the king in a single check; none in a double check.
     */
    readonly checkMask: SquareSet;
    /** The squares where the king of the side to move would be in check, seen through that king. */
    readonly kingDanger: SquareSet;
    /** The squares that the piece on a square attacks, those of its own side included; empty without a piece. */
    attacksFrom(square: SquareLike, options?: { occupied?: SquareSet | undefined }): SquareSet;
    /** The pieces that attack a square; by default of both sides. */
    attackersTo(square: SquareLike, options?: { by?: Color | undefined; occupied?: SquareSet | undefined }): SquareSet;
    attackedBy(color: Color): SquareSet;
    /** How many pieces of a side attack each square, a1 first. */
    attackCounts(color: Color): Uint8Array;

    /**
     * The number of lines of `depth` half-moves: by default counted as fast as possible; with a generator, every leaf
     * is played by it. It blocks until it is done, so long counts belong in a {@link PhilidorWorker}. Throws
     * {@link UnrepresentableError} if the generator cannot hold the position.
     */
    perft(depth: number, options?: { generator?: GeneratorName | undefined }): bigint;
    /** The same below each move, in the order of `legalMoves()`. */
    divide(depth: number, options?: { generator?: GeneratorName | undefined }): { move: number; uci: string; san: string; count: bigint }[];
    /** What kinds of moves the last ply has. */
    perftStatistics(depth: number): PerftStatistics;
    /**
     * The moves of a generator in its own order, with whether each is legal: chain and mailbox list pseudo-legal moves,
     * the bitboards legal ones. Throws `UnrepresentableError`.
     */
    movesBy(generator: GeneratorName): { move: number; legal: boolean }[];
    /** The walk of the piece on a square along the chains of 1989; empty without a piece. */
    chainWalk(square: SquareLike): ChainStep[];

    svg(options?: SvgOptions): string;
}

/** One of the sets that the generator reports. */
export type MoveSet =
    | { readonly kind: "piece"; readonly pieceType: PieceType; readonly origin: Square; readonly targets: SquareSet }
    | { readonly kind: "pawns" | "promotions"; readonly step: "push" | "double-push" | "capture-west" | "capture-east"; readonly targets: SquareSet }
    | { readonly kind: "en-passant"; readonly origin: Square; readonly target: Square }
    | { readonly kind: "castling"; readonly side: CastlingSide; readonly origin: Square };

export interface PickedMove {
    readonly move: number;
    readonly san: string;
    readonly stage: "table" | "good-tactical" | "killer" | "quiet" | "bad-tactical";
    /** What the exchange on its destination wins, for tactical moves. */
    readonly exchange: number | null;
}

export interface PackedPart {
    readonly name: "occupied" | "pieces" | "halfmove-clock" | "fullmove-number" | "state" | "format";
    /** The first byte, and how many. */
    readonly offset: number;
    readonly length: number;
    readonly value: string;
}

export interface PerftStatistics {
    readonly nodes: bigint;
    readonly captures: bigint;
    readonly enPassant: bigint;
    readonly castles: bigint;
    readonly promotions: bigint;
    readonly checks: bigint;
    readonly discoveredChecks: bigint;
    readonly doubleChecks: bigint;
    readonly mates: bigint;
}

// ── Games ─────────────────────────────────────────────────────────────────────────────────────────────────────────

export type OutcomeReason =
    | "checkmate" | "resignation" | "time" | "forfeit"
    | "stalemate" | "insufficient-material" | "dead-position" | "fivefold-repetition" | "seventy-five-moves"
    | "threefold-repetition" | "fifty-moves" | "agreement" | "time-without-material" | "abandoned";

/** How a game ended. */
export interface Outcome extends base.Outcome<OutcomeReason> {}

/** A start and its moves. It changes, and owns memory of the module: `free()` it, or leave that to the collector. */
export class Game extends base.Game<Game, Position, PgnGame> {
    /** From the start position, a position or its FEN, with some moves. */
    constructor(start?: Position | string, moves?: Iterable<MoveLike> | string);
    /** From the bytes of `pack()`. Throws {@link PackedError}. */
    static unpack(bytes: Uint8Array, options?: PositionOptions): Game;
}

// ── PGN ───────────────────────────────────────────────────────────────────────────────────────────────────────────

/** A game with variations, comments and tags; plain JavaScript. */
export class PgnGame extends base.PgnGame<Position, PgnNode, Game> {
    /** A game without moves, with the tags that each game has. */
    constructor(start?: Position | string);
}

/** A move of a tree, or its root. */
export class PgnNode extends base.PgnNode<Position> {
    private constructor();
}

/** A colored square, whose destination is its origin or missing, or an arrow. */
export interface Shape {
    color: "green" | "red" | "yellow" | "blue";
    origin: Square;
    destination?: Square | undefined;
}

export interface PgnOptions {
    /** What happens with a game that cannot be read: `"throw"` (by default) or `"skip"`. */
    onError?: "throw" | "skip" | ((error: PgnError) => void) | undefined;
    /**
     * Whether a fault costs only its part of a game, as `philidor pgn --lenient` does: a `FEN` without its last fields is
     * completed, one with impossible castling rights is repaired, a game without a result is kept. `faults` of the game
     * says so.
     */
    lenient?: boolean | undefined;
    /**
     * Whether a game cannot be read if one of its moves is not written as SAN prescribes: `Ng1f3` for `Nf3`. With `lenient`
     * such a move of a variation costs the rest of the variation alone.
     */
    strict?: boolean | undefined;
}

/** Exactly one game. Throws {@link PgnError}. */
export function parsePgn(text: string | Uint8Array, options?: Pick<PgnOptions, "lenient" | "strict">): PgnGame;
/**
 * The games of a text, one after the other. After an error the next game can be asked for. The memory that holds the
 * text is freed after the last game, or before it by `return()`, `using` or the end of a loop.
 */
export function readPgn(text: string | Uint8Array, options?: PgnOptions): Generator<PgnGame>;
/** The games of a stream of bytes: a `fetch` body, a file of Node, any chunks. */
export function readPgnStream(
    source: ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>,
    options?: PgnOptions,
): AsyncGenerator<PgnGame>;

export interface PgnCheck {
    /** The games, bad ones included. */
    readonly games: number;
    readonly badGames: number;
    /** The moves that were played and found legal, without those of variations unless they are checked. */
    readonly moves: number;
    /** The first errors, at most `errors` of the options, 100 by default. */
    readonly errors: readonly PgnError[];
}

export interface PgnCheckOptions {
    /** Whether variations are checked as well. By default the main line alone. */
    variations?: boolean | undefined;
    /** Whether a move that is not written as SAN prescribes is an error; only `+` or `#` may be missing. */
    strict?: boolean | undefined;
    errors?: number | undefined;
}

/** Plays through all games of a text without building them. */
export function checkPgn(text: string | Uint8Array, options?: PgnCheckOptions): PgnCheck;
export function checkPgnStream(
    source: ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>,
    options?: PgnCheckOptions,
): Promise<PgnCheck>;

// ── Many positions at once ────────────────────────────────────────────────────────────────────────────────────────

/** Many positions, packed one after the other; `bytes` is yours, and not copied. */
export class Positions {
    /** Throws `ArgumentError` if the length is not a multiple of 32. Positions are checked when they are used. */
    constructor(bytes: Uint8Array, options?: PositionOptions);
    /** Errors name the row. */
    static fromFens(fens: Iterable<string> | string, options?: PositionOptions): Positions;
    static fromPositions(positions: Iterable<Position>, options?: PositionOptions): Positions;
    /** Every position of the main lines of all games, and for each where its game begins: `offsets[game]` … */
    static fromPgn(text: string | Uint8Array, options?: PgnOptions): { positions: Positions; offsets: Uint32Array };
    readonly bytes: Uint8Array;
    readonly length: number;
    at(index: number): Position;
    [Symbol.iterator](): Iterator<Position>;
    /** The moves of position `i` are `moves.subarray(offsets[i], offsets[i + 1])`. */
    legalMoves(): { offsets: Uint32Array; moves: Uint16Array };
    moveCounts(): Uint16Array;
    /** One move for each position. Throws `MoveError` with `row`. */
    play(moves: Uint16Array): Positions;
    keys(): BigUint64Array;
    polyglotKeys(): BigUint64Array;
    /** 1 where the side to move is in check. */
    checks(): Uint8Array;
    mates(): Uint8Array;
    stalemates(): Uint8Array;
    perft(depth: number): BigUint64Array;
    fens(): string[];
    /** The FENs. */
    toJSON(): string[];
}

// ── Opening books ─────────────────────────────────────────────────────────────────────────────────────────────────

/** An opening book in Polyglot's format. Owns memory of the module. */
export class Book {
    /** From the bytes of a file. Throws {@link PackedError}, or `ArgumentError` for 2 GiB or more. */
    constructor(bytes: Uint8Array);
    /**
     * The weight of a move is its points: two for a win, one for a draw. Of each game with a result the first
     * `maxPlies` half-moves count, 60 by default, up to a null move. Moves without points are left out, and those that
     * were played fewer than `minGames` times, 3 by default.
     */
    static ofGames(games: Iterable<Game | PgnGame>, options?: { maxPlies?: number | undefined; minGames?: number | undefined }): Book;
    readonly length: number;
    /** The moves for a position with their weights, the heaviest first. */
    moves(position: Position): { move: number; weight: number }[];
    /** The heaviest move; null if there is none, or all have the weight 0. */
    best(position: Position): number | null;
    /** A random move by weight; `random` is a number from 0 (inclusive) to 1, by default `Math.random()`. */
    choose(position: Position, random?: number): number | null;
    toBytes(): Uint8Array;
    free(): void;
    [Symbol.dispose](): void;
}

// ── How it works: attacks, magic numbers, chains, mailbox ─────────────────────────────────────────────────────────

/** The squares that a piece (its letter; a pawn's color counts) attacks from a square among occupied ones. */
export function attacks(piece: Piece, square: SquareLike, occupied?: SquareSet): SquareSet;
/** The squares strictly between two on a line; empty otherwise. */
export function between(from: SquareLike, to: SquareLike): SquareSet;
/** The whole line through two squares, from edge to edge; empty if there is none. */
export function line(from: SquareLike, to: SquareLike): SquareSet;

/** A look-up by magic multiplication, step by step: `index = (relevant * magic mod 2^64) >> shift`. */
export interface MagicLookUp {
    /** The squares whose pieces matter. */
    readonly mask: SquareSet;
    /** The pieces that matter: `occupied & mask`. */
    readonly relevant: SquareSet;
    readonly magic: bigint;
    /** 64 bits. */
    readonly product: bigint;
    readonly shift: number;
    /** The slot within this square's part of the table, which has `size` slots and begins at `offset`. */
    readonly index: number;
    readonly size: number;
    readonly offset: number;
    readonly attacks: SquareSet;
}

export function magicLookUp(slider: "bishop" | "rook", square: SquareLike, occupied: SquareSet): MagicLookUp;

/** A look-up by PEXT: the bits of `occupied` under the mask, gathered at the low end, are the slot. */
export interface PextLookUp {
    readonly mask: SquareSet;
    readonly relevant: SquareSet;
    /** The squares of the mask, from the lowest bit of the index on. */
    readonly order: readonly Square[];
    readonly index: number;
    readonly size: number;
    readonly offset: number;
    readonly attacks: SquareSet;
}

export function pextLookUp(slider: "bishop" | "rook", square: SquareLike, occupied: SquareSet): PextLookUp;

/** The multipliers in use. */
export function magicNumbers(): {
    readonly bishop: BigUint64Array;
    readonly rook: BigUint64Array;
    /** The seed from which the search finds them. */
    readonly seed: bigint;
    readonly tableEntries: number;
    readonly tableBytes: number;
};

/** The search for a multiplier of one square, a few attempts at a time. Owns memory of the module. */
export class MagicSearch {
    constructor(slider: "bishop" | "rook", square: SquareLike, seed?: bigint);
    readonly mask: SquareSet;
    readonly shift: number;
    /** How many numbers were tried so far. */
    readonly attempts: number;
    /** The number that works, once it is found. */
    readonly found: bigint | null;
    /**
     * Tries up to this many numbers, and answers what the best of them did: `filled` is how many subsets, of `size`, it kept
     * apart before two collided.
     */
    step(attempts: number): { magic: bigint; filled: number; size: number; found: boolean };
    free(): void;
    [Symbol.dispose](): void;
}

export type GeneratorName = "bitboard" | "chain" | "mailbox";

/** The three generators: sets of squares, chains of 1989, a mailbox. */
export function generators(): {
    readonly name: GeneratorName;
    readonly year: number;
    readonly author: string;
    readonly idea: string;
    /** The memory of a board, and of the tables. */
    readonly boardBytes: number;
    readonly tableBytes: number;
}[];

/** A step of a walk along the chains: at an empty square one link is followed, at an occupied one the other. */
export interface ChainStep {
    readonly square: Square;
    readonly occupant: Piece | null;
    /** Whether the square is a destination of the piece. */
    readonly move: "quiet" | "capture" | null;
    /** The link that is followed: along the ray, or to the first square of the next ray. */
    readonly link: "next-position" | "next-direction";
    /** Where it leads; `null` at the end of the walk. */
    readonly next: Square | null;
}

/** The mailbox of 10×12 bytes, with a pair of lists for each depth. Owns memory of the module. */
export class Mailbox {
    /** Throws {@link UnrepresentableError}: kings castle from the e-file with rooks from the corners. */
    constructor(position: Position);
    /** How many moves were played. */
    readonly depth: number;
    /** The word of 26 bits with all state besides the pieces. */
    readonly state: number;
    /** The pseudo-legal moves of a depth that was reached, by default of the current one. */
    tactical(depth?: number): Uint16Array;
    quiet(depth?: number): Uint16Array;
    /** Plays a move of the lists; answers whether it was legal, and takes it back if it was not. */
    play(move: number): boolean;
    undo(): number | null;
    free(): void;
    [Symbol.dispose](): void;
}

// ── Pictures ──────────────────────────────────────────────────────────────────────────────────────────────────────

export interface SvgOptions {
    /** By default White. */
    seenBy?: Color | undefined;
    /** Squares with a class of CSS each: `{ check: ["e1"], last: set }`. */
    squares?: Record<string, SquareSet | Iterable<SquareLike>> | undefined;
    arrows?: Iterable<readonly [SquareLike, SquareLike]> | undefined;
    title?: string | undefined;
    /** By default `true`. */
    coordinates?: boolean | undefined;
    /** Whether the style is included; by default `true`. */
    style?: boolean | undefined;
}

// ── In a worker ───────────────────────────────────────────────────────────────────────────────────────────────────

export interface WorkerTaskOptions {
    /** Ends the task at once; its promise is rejected with the signal's reason. */
    signal?: AbortSignal | undefined;
}

/** Long work off the main thread: one worker, which is given one task at a time. */
export class PhilidorWorker {
    /** `url` is that of `worker.js` of this package, by default beside this file. */
    constructor(options?: { url?: URL | string | undefined });
    perft(
        position: Position,
        depth: number,
        options?: WorkerTaskOptions & {
            generator?: GeneratorName | undefined;
            /** After each move of the position. */
            onProgress?: ((so_far: { done: number; total: number; leaves: bigint }) => void) | undefined;
        },
    ): Promise<bigint>;
    divide(
        position: Position,
        depth: number,
        options?: WorkerTaskOptions & {
            generator?: GeneratorName | undefined;
            onMove?: ((entry: { move: number; uci: string; san: string; count: bigint }) => void) | undefined;
        },
    ): Promise<{ move: number; uci: string; san: string; count: bigint }[]>;
    /**
     * Games of a stream, read and built in the worker. A loop over them may ask the same worker for other tasks; if one of
     * those is stopped, the reading ends as well, with the code `"terminated"`.
     */
    readPgn(
        source: ReadableStream<Uint8Array> | AsyncIterable<Uint8Array> | Blob | Uint8Array | string,
        options?: WorkerTaskOptions & PgnOptions,
    ): AsyncGenerator<PgnGame>;
    checkPgn(
        source: ReadableStream<Uint8Array> | AsyncIterable<Uint8Array> | Blob | Uint8Array | string,
        options?: WorkerTaskOptions & PgnCheckOptions & { onProgress?: ((so_far: { bytes: number; games: number }) => void) | undefined },
    ): Promise<PgnCheck>;
    /** Ends the worker; tasks under way are rejected. */
    terminate(): void;
}

export interface Score {
    /** For the side to move; either this or `mate` is `null`. */
    readonly centipawns: number | null;
    /** Moves to mate; negative if the side to move is mated. */
    readonly mate: number | null;
}

export interface AnalysisLine {
    readonly score: Score;
    readonly bound: "exact" | "at-least" | "at-most";
    readonly depth: number;
    readonly selectiveDepth: number;
    readonly moves: Uint16Array;
    readonly sans: readonly string[];
    readonly ucis: readonly string[];
}

export interface Analysis {
    readonly fen: string;
    /** The best move; `null` only without a legal one. */
    readonly best: number | null;
    readonly bestSan: string | null;
    readonly bestUci: string | null;
    /** For the side to move; that of the finished game if there is no legal move. */
    readonly score: Score | null;
    readonly depth: number;
    readonly nodes: number;
    readonly milliseconds: number;
    /** The best first. */
    readonly lines: readonly AnalysisLine[];
    /** Whether it was stopped before it reached its limits. */
    readonly stopped: boolean;
}

export interface AnalysisOptions {
    depth?: number | undefined;
    nodes?: number | undefined;
    milliseconds?: number | undefined;
    /** Ends once a mate in this many moves is found. */
    mate?: number | undefined;
    /** How many of the best moves are found, each with its principal variation (MultiPV); 1 by default. */
    lines?: number | undefined;
    /** Only these moves. */
    moves?: Iterable<MoveLike> | undefined;
    /** Called whenever something new is known. */
    onProgress?: ((so_far: Analysis) => void) | undefined;
    /** Stops the search. The promise is *fulfilled* with what was found; `stopped` says so. */
    signal?: AbortSignal | undefined;
}

/** `net` is what the engine plays with, `classic` the best handcrafted one; the others show how evaluation works. */
export type EvaluationName = "net" | "classic" | "chains" | "squares" | "material";

/** In hundredths of a pawn: with all pieces on the board, with kings and pawns alone, and at the phase of the position. */
export interface PhasedValue {
    readonly middle: number;
    readonly end: number;
    readonly now: number;
}

/** A term of an evaluation, added up for each side. */
export interface EvaluationTerm {
    readonly name: string;
    readonly white: PhasedValue;
    readonly black: PhasedValue;
    /** White's less Black's, at the phase of the position. */
    readonly now: number;
}

/** What an evaluation makes of a position, without a search: the numbers of `philidor evaluate`. */
export interface Evaluation {
    readonly fen: string;
    readonly by: EvaluationName;
    /** For the side to move; `mate` is always `null`. Also given in check, where a search does not evaluate. */
    readonly score: Score;
    /** How much of the middle game is left: 24 with all pieces, 0 with kings and pawns alone. */
    readonly phase: number;
    /** The terms in the order of the engine; those of `classic` add up to the score. The net has one, its pieces. */
    readonly terms: readonly EvaluationTerm[];
    /**
     * What each piece contributes, good for White if positive, in hundredths of a pawn. By the net: what its side would lose
     * if it were not there, all else being equal; kings are 0. Pieces work together, so these do not add up to the score.
     */
    readonly squares: Readonly<Partial<Record<Square, number>>>;
    /** Which output of the net gave the score, from 0, out of how many, and the fewest and the most pieces that it is for. */
    readonly output: { readonly bucket: number; readonly buckets: number; readonly pieces: readonly [number, number] } | null;
}

export interface EvaluationOptions {
    /** `"net"` by default. */
    by?: EvaluationName | undefined;
    /** Gives up: the promise is rejected with its reason. */
    signal?: AbortSignal | undefined;
}

/**
 * The engine, in a worker of its own; `engine.wasm` is fetched when the first one is made. Without limits it searches
 * until it is stopped. Stopping ends its worker, so what it had learned is lost; the next search starts another.
 */
export class Engine {
    /**
     * `megabytes` are those of its transposition table, 16 by default. `url` is that of `engine-worker.js`, by default
     * beside this file.
     */
    constructor(options?: { megabytes?: number | undefined; url?: URL | string | undefined });
    /** Resolves when the engine has answered. */
    readonly ready: Promise<{ readonly name: string }>;
    /** Analyzes a position, or the current one of a game, whose earlier moves count for repetitions. One at a time. */
    analyze(position: Position | Game, options?: AnalysisOptions): Promise<Analysis>;
    /** Evaluates a position, or the current one of a game, without a search, and says why. Waits for a running search. */
    evaluate(position: Position | Game, options?: EvaluationOptions): Promise<Evaluation>;
    /** Forgets what was learned. */
    newGame(): Promise<void>;
    /** Ends the worker. */
    terminate(): void;
}

// ── Errors ────────────────────────────────────────────────────────────────────────────────────────────────────────

/** The base of all. */
export class PhilidorError extends Error {
    /** Stays the same in every version. */
    readonly code: string;
}

/** An argument of a wrong type, out of range, or an object that was freed. */
export class ArgumentError extends PhilidorError {
    readonly code: "type" | "range" | "square" | "piece" | "color" | "freed" | "not-ready" | "busy";
}

export type FenErrorCode =
    | "missing" | "trailing" | "rank-count" | "rank-length" | "unknown-piece" | "unknown-side" | "unknown-right"
    | "right-twice" | "unknown-square" | "unknown-number" | "adjacent-digits" | "operations"
    /** Of `philidor/variants`: pockets, promoted pieces, counts of checks. */
    | "variant";

/** A text that is not a FEN. */
export class FenError extends PhilidorError {
    readonly code: FenErrorCode;
    readonly fen: string;
    readonly field: "board" | "side-to-move" | "castling-rights" | "en-passant" | "halfmove-clock" | "fullmove-number" | "variant";
    /** The offending text, and its column in the FEN, in characters from 1. */
    readonly text: string;
    readonly column: number;
    /** In a batch, which FEN, from 0. */
    readonly row: number | null;
}

/** A setup that is not a position. */
export class SetupError extends base.SetupError<Fault> {
    /** The setup, to be repaired. */
    readonly setup: Setup;
    readonly row: number | null;
}

export type MoveErrorCode =
    | "syntax" | "ambiguous" | "no-piece" | "other-sides-piece" | "unreachable" | "king-in-check" | "null-move"
    | "promotion-missing" | "promotion-misplaced" | "castling-no-right" | "castling-blocked" | "castling-attacked"
    | "castling-misspelled" | "misspelled" | "illegal"
    /** Of `philidor/variants`. */
    | "game-over" | "capture-is-compulsory" | "not-in-pocket" | "no-drop" | "gives-check" | "king-lost" | "no-castling";

/** A move that is not legal, or text that is not a move. */
export class MoveError extends PhilidorError {
    readonly code: MoveErrorCode;
    /** The move as it was given; a number as its digest in UCI. */
    readonly text: string;
    readonly fen: string;
    /** Where the text cannot be read, in characters from 0; `null` if it is a move, but not a legal one. */
    readonly offset: number | null;
    /** For ambiguous SAN, the pieces that could be meant. */
    readonly candidates: readonly Square[];
    /** In a list of moves, which one, from 0. */
    readonly ply: number | null;
    /** In a batch, which position, from 0. */
    readonly row: number | null;
}

/** A game of PGN that cannot be read. Places are those of the whole text or stream. */
export class PgnError extends PhilidorError {
    readonly code:
        | "bad-nag" | "comment-too-long" | "game-too-long" | "like-result" | "line-too-long" | "mended-fen"
        | "missing-blank" | "missing-result" | "nesting-too-deep" | "no-game" | "position" | "repeated-tag" | "result-in-variation"
        | "result-of-tag" | "san" | "second-game" | "stray" | "symbol" | "tag-syntax" | "too-many-moves" | "too-many-tags"
        | "unclosed-comment" | "unclosed-tag" | "unclosed-variation" | "unopened-variation" | "utf-16" | "variant"
        | "variation-without-move" | "refused";
    readonly text: string;
    /** From 1. */
    readonly line: number;
    readonly column: number;
    /** In bytes from 0. */
    readonly offset: number;
    /** Where the game begins. */
    readonly gameLine: number;
    readonly gameOffset: number;
}

/** Bytes that are not a position, a game or a book. */
export class PackedError extends PhilidorError {
    readonly code: "length" | "format" | "piece" | "too-many-pieces" | "castling-rook" | "en-passant-file" | "unused-bits" | "setup" | "game" | "book" | "variant";
    readonly row: number | null;
    /** The faults, if the bytes are those of a setup that is not a position. */
    readonly faults: readonly Fault[];
}

/** A position that a generator cannot hold. */
export class UnrepresentableError extends PhilidorError {
    readonly code: "unrepresentable";
    readonly generator: GeneratorName;
}
