/**
 * philidor/variants: atomic, crazyhouse, horde and the others, with a module of their own that is ready when imported.
 *
 * ```js
 * import { VariantPosition } from "philidor/variants";
 *
 * const position = new VariantPosition("crazyhouse").playAll("e4 d5 exd5 Qxd5");
 * position.pockets.white.p; // 1
 * position.play("Nc3").turn; // "black"
 * ```
 */

import type {
    CastlingNotation, CastlingSide, Color, EnPassantPolicy, Fault, MoveLike, MoveType, OutcomeReason, PgnNode, PgnOptions,
    Piece, PieceType, Result, Square, SquareLike, SquareSet,
} from "./philidor.js";

export { ArgumentError, FenError, MoveError, PackedError, PgnError, PhilidorError, squaresOf } from "./philidor.js";
import { PgnError, PhilidorError } from "./philidor.js";

/** The name of a variant, as UCI has it. Where a name is read, all those of Lichess and their common spellings are. */
export type VariantName =
    | "chess" | "antichess" | "atomic" | "crazyhouse" | "giveaway" | "horde" | "kingofthehill" | "racingkings" | "suicide"
    | "3check";

/** The names of the variants, chess first. */
export const variants: readonly VariantName[];
/** Their titles, as the tag `Variant` of PGN has them: `{ "3check": "Three-check", … }`. */
export const variantTitles: Readonly<Record<VariantName, string>>;

export interface VariantPositionOptions {
    /** Castling is written as the king taking its rook; by default if it does not start from the squares of chess. */
    chess960?: boolean | undefined;
    /** By default `true`: only positions that a game can reach. `false`: those whose moves are well defined. */
    strict?: boolean | undefined;
}

/** How many pieces of each kind a side can drop. */
export type Pocket = Readonly<Record<"q" | "r" | "b" | "n" | "p", number>>;

export interface VariantMoveDetails {
    readonly move: number;
    readonly san: string;
    /** As UCI writes it: drops as `N@f3`, castling in the mode of the position. */
    readonly uci: string;
    readonly type: MoveType | "drop";
    readonly color: Color;
    /** What moves or is dropped; of a promotion the pawn. */
    readonly piece: PieceType;
    /** `null` for a drop. */
    readonly origin: Square | null;
    readonly destination: Square;
    /** What stood on the captured square; what else explodes in atomic is not said. */
    readonly captured: PieceType | null;
    /** For en passant not the destination. */
    readonly capturedSquare: Square | null;
    /** In antichess a king as well. */
    readonly promotion: PieceType | null;
    readonly castling: CastlingSide | null;
    /** For castling, the rook's way. */
    readonly rook: { readonly origin: Square; readonly destination: Square } | null;
}

/** Beside the ends of chess: how variants end. */
export type VariantOutcomeReason =
    | OutcomeReason | "explosion" | "nothing-left" | "no-move" | "checks" | "hill" | "goal" | "both-at-goal"
    | "equal-material";

export interface VariantOutcome {
    readonly result: Result;
    readonly winner: Color | null;
    readonly reason: VariantOutcomeReason;
    /** `"White wins by explosion"`. */
    readonly text: string;
}

/**
 * A position of a variant: a value that never changes and needs no freeing. Moves are numbers below 65,536, as those of
 * chess; with drops among them, `moveOrigin` and the like do not read them, {@link details} does.
 */
export class VariantPosition {
    /**
     * From a FEN; without one the start position. Throws {@link FenError}, {@link VariantSetupError} with all faults, or
     * `ArgumentError` if there is no such variant.
     */
    constructor(variant: VariantName | (string & {}), fen?: string, options?: VariantPositionOptions);
    /** The start of Chess960 with a number from 0 to 959. Throws `ArgumentError` if the variant has none. */
    static chess960(variant: VariantName | (string & {}), number: number): VariantPosition;
    /** From the bytes of `pack()`. Throws {@link PackedError}. */
    static unpack(bytes: Uint8Array, options?: VariantPositionOptions): VariantPosition;
    /** In 20 bytes and half a byte for each piece; with pockets 18 more, in three-check 2 more. The same in every version. */
    pack(): Uint8Array;

    readonly variant: VariantName;
    /** `"King of the Hill"`. */
    readonly title: string;
    readonly turn: Color;
    /** As a FEN has it. */
    readonly castlingRights: string;
    readonly enPassant: Square | null;
    readonly halfmoveClock: number;
    readonly fullmoveNumber: number;
    /** Whether castling is written as the king taking its rook. */
    readonly isChess960: boolean;
    readonly isCheck: boolean;
    /** The pieces that give check. */
    readonly checkers: SquareSet;
    /** What each side can drop; nothing but in crazyhouse. */
    readonly pockets: { readonly white: Pocket; readonly black: Pocket };
    /** The squares of promoted pieces, which return to a pocket as pawns. */
    readonly promoted: SquareSet;
    /** How many checks each side has given, where the variant counts them. */
    readonly checksGiven: { readonly white: number; readonly black: number };
    /** How the game has ended on this board, or `null`. */
    readonly outcome: VariantOutcome | null;
    /** Equal for positions that are the same under the rule of repetition. */
    readonly key: bigint;
    /** Whether a side can no longer win. */
    hasInsufficientMaterial(color: Color): boolean;

    get(square: SquareLike): Piece | null;
    pieces(): Map<Square, Piece>;
    /** All 64 squares, a1 first. */
    board(): (Piece | null)[];

    legalMoves(): Uint16Array;
    legalMoveCount(): number;
    /** The legal moves in SAN, in the order of `legalMoves()`. */
    sans(): string[];
    ucis(): string[];
    /** The legal moves with all that is known about each. */
    moves(): VariantMoveDetails[];
    /**
     * The destinations of each piece that can move, from a1 on. Castling counts as the king's step and as the king taking its
     * rook; in Chess960 as the latter alone, as boards such as chessground have it.
     */
    destinations(): Map<Square, Square[]>;
    /** The squares where each piece type can be dropped. */
    drops(): Map<PieceType, Square[]>;

    /** Whether a move is legal here. Text that is not a move is not legal. */
    isLegal(move: MoveLike): boolean;
    /** The number of a legal move. Throws {@link MoveError}. */
    move(move: MoveLike): number;
    details(move: MoveLike): VariantMoveDetails;
    san(move: MoveLike): string;
    uci(move: MoveLike, options?: { chess960?: boolean | undefined }): string;
    /** Throws `MoveError` with the place of what cannot be read. With `strict` only `+` or `#` may be missing. */
    parseSan(text: string, options?: { strict?: boolean | undefined }): number;
    parseUci(text: string): number;

    /** The position after a legal move. Throws {@link MoveError}. */
    play(move: MoveLike): VariantPosition;
    /** The position after several moves. The error has the number of the move that is refused, from 0, as `ply`. */
    playAll(moves: Iterable<MoveLike> | string): VariantPosition;
    /** The position after a null move, which passes the turn. Throws `MoveError` in check. */
    pass(): VariantPosition;

    fen(options?: { enPassant?: EnPassantPolicy | undefined; castling?: CastlingNotation | undefined }): string;
    toString(): string;
    /** The FEN. */
    toJSON(): string;
    /** Whether variant and FEN are the same, clocks included. */
    equals(other: VariantPosition): boolean;

    /** The number of lines of `depth` half-moves. It blocks until it is done. */
    perft(depth: number): bigint;
    /** The same below each move, in the order of `legalMoves()`. */
    divide(depth: number): { move: number; uci: string; san: string; count: bigint }[];
}

/** A start and its moves. It changes, and owns memory of the module: `free()` it, or leave that to the collector. */
export class VariantGame {
    /** From a position, or the start of a variant, with some moves. */
    constructor(start: VariantPosition | VariantName | (string & {}), moves?: Iterable<MoveLike> | string);
    /** From the bytes of `pack()`. Throws {@link PackedError}. */
    static unpack(bytes: Uint8Array): VariantGame;
    /** The start, one byte for most moves, and how the game was declared to end; the same in every version. */
    pack(): Uint8Array;
    /** Plays a legal move and answers its number. Throws {@link MoveError}. */
    play(move: MoveLike): number;
    /** Takes the last move back, and answers it; `null` at the start. */
    undo(): number | null;
    readonly start: VariantPosition;
    readonly position: VariantPosition;
    readonly variant: VariantName;
    readonly turn: Color;
    /** How many half-moves have been played. */
    readonly ply: number;
    readonly moves: Uint16Array;
    sans(): string[];
    ucis(): string[];
    fen(options?: { enPassant?: EnPassantPolicy | undefined; castling?: CastlingNotation | undefined }): string;
    /** How often the current position has occurred so far, itself included. */
    readonly repetitions: number;
    /** How the game ended: by the rules, or as declared by `end`; `null` while it continues. */
    readonly outcome: VariantOutcome | null;
    readonly result: Result;
    /** A draw that the side to move may claim now, or with a move that it announces. */
    claim(move?: MoveLike): "threefold-repetition" | "fifty-moves" | null;
    /** Declares how the game ended. An ended game stays ended. */
    end(reason: "resignation" | "forfeit", loser: Color): void;
    end(reason: "agreement" | "abandoned" | "threefold-repetition" | "fifty-moves"): void;
    /** A side has overstepped the time: it loses, or draws if the other side can no longer win. */
    endByTime(loser: Color): void;
    /** The game as a tree of PGN, with the seven tags that each game has, `?` where nothing is known, and those given. */
    pgn(tags?: Record<string, string>): VariantPgnGame;
    /** The game as PGN. */
    toString(): string;
    toJSON(): string;
    copy(): VariantGame;
    free(): void;
    [Symbol.dispose](): void;
}

/** A move of a tree, or its root: what a `PgnNode` is in a game of chess. */
export interface VariantPgnNode extends Omit<PgnNode, "position" | "parent" | "children" | "add"> {
    /** The position after the move. Played from the start when first asked for, then kept. */
    readonly position: VariantPosition;
    readonly parent: VariantPgnNode | null;
    /** The first is the main line. */
    readonly children: readonly VariantPgnNode[];
    /** Adds a move as the next one or as a variation, or finds it if it is there. Throws {@link MoveError}. */
    add(move: MoveLike): VariantPgnNode;
}

/** A game of any variant with variations, comments and tags; plain JavaScript. */
export class VariantPgnGame {
    constructor(start: VariantPosition | VariantName | (string & {}));
    /** The tags in their order, without `SetUp`, `FEN` and `Result`, which follow from `start` and `result`. */
    readonly tags: Map<string, string>;
    result: Result;
    /** What the reader says of the game, as of a `PgnGame`. */
    faults: PgnError[];
    readonly start: VariantPosition;
    /** The start as a node. */
    readonly root: VariantPgnNode;
    /** The nodes of the main line, without the root. */
    mainLine(): VariantPgnNode[];
    /** The moves of the main line. */
    moves(): Uint16Array;
    sans(): string[];
    /** All nodes, the main line first, without the root. */
    nodes(): Generator<VariantPgnNode>;
    /**
     * The game as PGN, in lines below 80 columns, with the tag `Variant` that it needs. Throws `ArgumentError` if `tags` has
     * the name of other rules.
     */
    toString(): string;
    /** The main line as a game. */
    game(): VariantGame;
}

/** Exactly one game, with the rules that its tag `Variant` names; without one it is chess. Throws {@link PgnError}. */
export function parseVariantPgn(text: string | Uint8Array, options?: Pick<PgnOptions, "lenient" | "strict">): VariantPgnGame;
/** The games of a text, of chess and of variants, one after the other. After an error the next game can be asked for. */
export function readVariantPgn(text: string | Uint8Array, options?: PgnOptions): Generator<VariantPgnGame>;
/** The games of a stream of bytes: a `fetch` body, a file of Node, any chunks. */
export function readVariantPgnStream(
    source: ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>,
    options?: PgnOptions,
): AsyncGenerator<VariantPgnGame>;

/** A fault of a setup: of the rules of chess, or of a variant. */
export interface VariantFault extends Omit<Fault, "kind"> {
    readonly kind:
        | Fault["kind"] | "promoted-nowhere" | "too-many-checks" | "pawns-in-race" | "too-many-in-race"
        | "check-in-race" | "king-in-horde" | "other";
}

/** A FEN that is not that of a position of the variant. */
export class VariantSetupError extends PhilidorError {
    readonly code: "setup";
    /** All faults. */
    readonly faults: readonly VariantFault[];
    readonly fen: string;
}
