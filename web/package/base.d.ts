/** Declarations of chess and its variants alike, over the types of either, which `philidor` and `philidor/variants` extend. */

import type {
    CastlingNotation, CastlingSide, Color, EnPassantPolicy, MoveLike, PgnError, PhilidorError, Piece, PieceType, Result, Shape,
    Square, SquareLike, SquareSet,
} from "./philidor.js";

/** All that is known about a legal move of any rules. */
export interface MoveDetails {
    readonly move: number;
    readonly san: string;
    /** As UCI writes it in the mode of the position: castling as the king's two steps, or as the king taking its rook. */
    readonly uci: string;
    readonly color: Color;
    /** Of a promotion the pawn. */
    readonly piece: PieceType;
    readonly destination: Square;
    readonly captured: PieceType | null;
    /** Where the captured piece stands: for en passant not the destination. */
    readonly capturedSquare: Square | null;
    readonly castling: CastlingSide | null;
    /** For castling, the rook's way. */
    readonly rook: { readonly origin: Square; readonly destination: Square } | null;
}

/** A reason why a setup is not a position. */
export interface Fault<Kind> {
    readonly kind: Kind;
    /** In words. */
    readonly message: string;
    /** The squares to mark: kings, checkers, surplus pieces, an empty rook square; empty for a missing king. */
    readonly squares: readonly Square[];
    /** The side it is about, if it is about one. */
    readonly color: Color | null;
    /** The king in check, or the en-passant square. */
    readonly square: Square | null;
    /** For a castling right, the side to castle to. */
    readonly side: CastlingSide | null;
    /** Whether the moves are undefined. Otherwise no game reaches the setup, but `{ strict: false }` accepts it. */
    readonly leavesRulesUndefined: boolean;
    /** Whether it can be removed without touching a piece: castling rights and en-passant squares. */
    readonly repairable: boolean;
}

/** A setup that is not a position. */
export class SetupError<OwnFault> extends PhilidorError {
    readonly code: "setup";
    /** All faults. */
    readonly faults: readonly OwnFault[];
}

/** How a game ended. */
export interface Outcome<Reason> {
    readonly result: Result;
    readonly winner: Color | null;
    readonly reason: Reason;
    /** `"White wins by checkmate"`. */
    readonly text: string;
}

/** A position: valid, and it never changes. */
export class Position<This, MoveDetails, Outcome> {
    readonly turn: Color;
    /** As a FEN has it. */
    readonly castlingRights: string;
    /** The square that a pawn has just passed, or `null`, whether or not a capture there is legal. */
    readonly enPassant: Square | null;
    readonly halfmoveClock: number;
    readonly fullmoveNumber: number;
    /** Whether castling is written as the king taking its rook. */
    readonly isChess960: boolean;
    /** Whether the side to move is in check. */
    readonly isCheck: boolean;
    /** The pieces that give check. */
    readonly checkers: SquareSet;
    /** How the game ends here by the rules, as far as a position shows; repetition needs a `Game`. `null` while it goes on. */
    readonly outcome: Outcome | null;
    /** Equal for positions that are the same under the rule of repetition. The same in every version. */
    readonly key: bigint;
    /** Whether a side can no longer win. */
    hasInsufficientMaterial(color: Color): boolean;

    /** The piece on a square, or `null`. */
    get(square: SquareLike): Piece | null;
    pieces(): Map<Square, Piece>;
    /** All 64 squares, a1 first. */
    board(): (Piece | null)[];

    /** The legal moves, in an order that is the same in every version. */
    legalMoves(): Uint16Array;
    /** Writes them into an array of at least 512 places, with drops 2,048, and answers how many; the fastest way. */
    legalMovesInto(array: Uint16Array): number;
    legalMoveCount(): number;
    /** The legal moves in SAN, in the order of `legalMoves()`. */
    sans(): string[];
    /** The legal moves in UCI, in the order of `legalMoves()`. */
    ucis(): string[];
    /** The legal moves with all that is known about each. */
    moves(): MoveDetails[];
    /**
     * The destinations of each piece that can move, from a1 on. Castling counts as the king's step and as the king taking its
     * rook; in Chess960 as the latter alone, as boards such as chessground have it.
     */
    destinations(): Map<Square, Square[]>;

    /** Whether a move is legal here. Text that is not a move is not legal. */
    isLegal(move: MoveLike): boolean;
    /** The digest of a legal move. Throws `MoveError`. */
    move(move: MoveLike): number;
    details(move: MoveLike): MoveDetails;
    san(move: MoveLike): string;
    /** As UCI writes a move: castling in the mode of the position, drops as `N@f3`. */
    uci(move: MoveLike, options?: { chess960?: boolean | undefined }): string;
    /**
     * Throws `MoveError` with the place of what cannot be read. SAN is read as people write it: without `+`, `x`, `=`, or
     * with more of them, with more of the origin, in UCI. With `strict` only `+` or `#` may be missing. Castling is `O-O`
     * or UCI, never `Kg1`.
     */
    parseSan(text: string, options?: { strict?: boolean | undefined }): number;
    parseUci(text: string): number;

    /** The position after a legal move. Throws `MoveError`. */
    play(move: MoveLike): This;
    /** The position after several moves. The error has the number of the move that is refused, from 0, as `ply`. */
    playAll(moves: Iterable<MoveLike> | string): This;
    /** The position after a null move, which passes the turn. Throws `MoveError` in check. */
    pass(): This;

    fen(options?: { enPassant?: EnPassantPolicy | undefined; castling?: CastlingNotation | undefined }): string;
    toString(): string;
    /** The FEN. */
    toJSON(): string;
    /** Whether rules and FEN are the same, clocks included. */
    equals(other: This): boolean;

    /** The number of lines of `depth` half-moves. It blocks until it is done. */
    perft(depth: number): bigint;
    /** The same below each move, in the order of `legalMoves()`. */
    divide(depth: number): { move: number; uci: string; san: string; count: bigint }[];
}

/** A start and its moves. It changes, and owns memory of the module: `free()` it, or leave that to the collector. */
export class Game<This, Position extends { readonly outcome: unknown }, PgnGame> {
    /** The start, one byte for most moves, and how the game was declared to end; the same in every version. */
    pack(): Uint8Array;
    /**
     * Plays a legal move and answers its digest. Another move than `redo` would play drops the moves that were undone. Throws
     * `MoveError`.
     */
    play(move: MoveLike): number;
    /** Takes the last move back, and answers it; `null` at the start. */
    undo(): number | null;
    /** Plays it again; `null` if nothing was undone. */
    redo(): number | null;
    /** Goes to a ply by undo and redo; answers whether it exists. */
    goTo(ply: number): boolean;
    readonly start: Position;
    readonly position: Position;
    /** The position after so many half-moves, those undone included; `null` beyond the last. */
    positionAt(ply: number): Position | null;
    /** How many half-moves have been played. */
    readonly ply: number;
    readonly moves: Uint16Array;
    /** The moves that `redo()` would play, the next one first. */
    readonly undone: Uint16Array;
    sans(): string[];
    ucis(): string[];
    /** Like those of the position, without making one. */
    legalMoves(): Uint16Array;
    legalMovesInto(array: Uint16Array): number;
    legalMoveCount(): number;
    readonly turn: Color;
    readonly isCheck: boolean;
    fen(options?: { enPassant?: EnPassantPolicy | undefined; castling?: CastlingNotation | undefined }): string;
    readonly key: bigint;
    /** How often the current position has occurred so far, itself included. */
    readonly repetitions: number;
    /** How the game ended: by the rules, or as declared by `end`; `null` while it continues. */
    readonly outcome: Position["outcome"];
    readonly result: Result;
    /** A draw that the side to move may claim now, or with a move that it announces. */
    claim(move?: MoveLike): "threefold-repetition" | "fifty-moves" | null;
    /** Declares how the game ended. An ended game stays ended. */
    end(reason: "resignation" | "forfeit", loser: Color): void;
    end(reason: "agreement" | "abandoned" | "threefold-repetition" | "fifty-moves"): void;
    /** A side has overstepped the time: it loses, or draws if the other side can no longer win. */
    endByTime(loser: Color): void;
    /** The game as a tree of PGN, with the seven tags that each game has, `?` where nothing is known, and those given. */
    pgn(tags?: Record<string, string>): PgnGame;
    /** The game as PGN. */
    toString(): string;
    toJSON(): string;
    copy(): This;
    free(): void;
    [Symbol.dispose](): void;
}

/** A game with variations, comments and tags; plain JavaScript. */
export class PgnGame<Position, PgnNode, Game> {
    /** The tags in their order, without `SetUp`, `FEN` and `Result`, which follow from `start` and `result`. */
    readonly tags: Map<string, string>;
    result: Result;
    /**
     * What the reader says of the game: a tag that is given twice, a symbol that is no move, whatever `lenient` mends or
     * leaves out. Empty for a game that was not read.
     */
    faults: PgnError[];
    readonly start: Position;
    /** The start as a node. */
    readonly root: PgnNode;
    /** The nodes of the main line, without the root. */
    mainLine(): PgnNode[];
    /** The moves of the main line. */
    moves(): Uint16Array;
    sans(): string[];
    /** All nodes, the main line first, without the root. */
    nodes(): Generator<PgnNode>;
    /** The game as PGN, in lines below 80 columns. Throws `ArgumentError` if `tags` has a `Variant` with other rules. */
    toString(): string;
    toJSON(): string;
    /** The main line as a game. */
    game(): Game;
}

/** A move of a tree, or its root. */
export class PgnNode<Position> {
    /** `null` for the root; 0, which no legal move has, for a null move (`--`). */
    readonly move: number | null;
    readonly san: string | null;
    /** The position after the move. Played from the start when first asked for, then kept. */
    readonly position: Position;
    readonly parent: this | null;
    /** The first is the main line. */
    readonly children: readonly this[];
    /** Half-moves from the start. */
    readonly ply: number;
    /** The text after the move. Commands such as `[%clk 0:05:00]` are in the fields below, not here. */
    comment: string;
    /** The text before the move, where a variation begins. */
    commentBefore: string;
    /** Numeric annotation glyphs: 1 is `!`, 2 `?`, 3 `!!`, 4 `??`, 5 `!?`, 6 `?!`. */
    nags: number[];
    /** Seconds left, of `%clk`. */
    clock: number | null;
    /** Seconds taken, of `%emt`. */
    elapsed: number | null;
    /** `%eval`, from White's side. */
    eval: { centipawns: number; mate?: null; depth?: number } | { mate: number; depth?: number } | null;
    /** Colored squares and arrows, of `%csl` and `%cal`. */
    shapes: Shape[];
    /** Adds a move as the next one or as a variation, or finds it if it is there. Throws `MoveError`. */
    add(move: MoveLike): this;
    /** Removes the node with all that follows; the root cannot be removed. */
    remove(): boolean;
    /** Makes it the first move after its parent, the others variations; answers whether anything changed. */
    promote(): boolean;
    promoteToMainLine(): boolean;
    /** The fields, with `san` and the children. */
    toJSON(): object;
}
