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

import type * as base from "./base.js";
import type * as chess from "./philidor.js";
import type {
    Color, MoveLike, MoveType, PgnOptions, PieceType, PositionOptions, Square, SquareSet,
} from "./philidor.js";

export { ArgumentError, FenError, MoveError, PackedError, PgnError, PhilidorError, squaresOf } from "./philidor.js";

/** The name of a variant, as UCI has it. Where a name is read, all those of Lichess and their common spellings are. */
export type VariantName =
    | "chess" | "antichess" | "atomic" | "crazyhouse" | "giveaway" | "horde" | "kingofthehill" | "racingkings" | "suicide"
    | "3check";

/** The names of the variants, chess first. */
export const variants: readonly VariantName[];
/** Their titles, as the tag `Variant` of PGN has them: `{ "3check": "Three-check", … }`. */
export const variantTitles: Readonly<Record<VariantName, string>>;

/** How many pieces of each kind a side can drop. */
export type Pocket = Readonly<Record<"q" | "r" | "b" | "n" | "p", number>>;

/** All that is known about a legal move. What else than the captured piece explodes in atomic is not said. */
export interface MoveDetails extends base.MoveDetails {
    readonly type: MoveType | "drop";
    /** `null` for a drop. */
    readonly origin: Square | null;
    /** In antichess a king as well. */
    readonly promotion: PieceType | null;
}

/** How variants end, beside the ends of chess. */
export type OutcomeReason =
    | chess.OutcomeReason | "explosion" | "nothing-left" | "no-move" | "checks" | "hill" | "goal" | "both-at-goal"
    | "equal-material";

/** How a game ended. */
export interface Outcome extends base.Outcome<OutcomeReason> {}

/**
 * A position of a variant: a value that never changes and needs no freeing. Moves are numbers below 65,536, as those of
 * chess; with drops among them, `moveOrigin` and the like do not read them, `details` does.
 */
export class VariantPosition extends base.Position<VariantPosition, MoveDetails, Outcome> {
    /**
     * From a FEN; without one the start position. Throws {@link FenError}, {@link SetupError} with all faults, or
     * `ArgumentError` if there is no such variant.
     */
    constructor(variant: VariantName | (string & {}), fen?: string, options?: PositionOptions);
    /** The start of Chess960 with a number from 0 to 959. Throws `ArgumentError` if the variant has none. */
    static chess960(variant: VariantName | (string & {}), number: number): VariantPosition;
    /** From the bytes of `pack()`. Throws {@link PackedError}. */
    static unpack(bytes: Uint8Array, options?: PositionOptions): VariantPosition;
    /** In 20 bytes and half a byte for each piece; with pockets 18 more, in three-check 2 more. The same in every version. */
    pack(): Uint8Array;

    readonly variant: VariantName;
    /** `"King of the Hill"`. */
    readonly title: string;
    /** What each side can drop; nothing but in crazyhouse. */
    readonly pockets: { readonly white: Pocket; readonly black: Pocket };
    /** The squares of promoted pieces, which return to a pocket as pawns. */
    readonly promoted: SquareSet;
    /** How many checks each side has given, where the variant counts them. */
    readonly checksGiven: { readonly white: number; readonly black: number };
    /** The squares where each piece type can be dropped. */
    drops(): Map<PieceType, Square[]>;
}

/** A start and its moves, as {@link chess.Game}. */
export class Game extends base.Game<Game, VariantPosition, PgnGame> {
    /** From a position, or the start of a variant, with some moves. */
    constructor(start: VariantPosition | VariantName | (string & {}), moves?: Iterable<MoveLike> | string);
    /** From the bytes of `pack()`. Throws {@link PackedError}. */
    static unpack(bytes: Uint8Array, options?: PositionOptions): Game;
    readonly variant: VariantName;
}

/** A game of any variant with variations, comments and tags; as PGN it has the tag `Variant` that it needs. */
export class PgnGame extends base.PgnGame<VariantPosition, PgnNode, Game> {
    /** A game without moves, with the tags that each game has. */
    constructor(start: VariantPosition | VariantName | (string & {}));
}

/** A move of a tree, or its root. */
export class PgnNode extends base.PgnNode<VariantPosition> {
    private constructor();
}

/** Exactly one game, with the rules that its tag `Variant` names; without one it is chess. Throws {@link PgnError}. */
export function parsePgn(text: string | Uint8Array, options?: Pick<PgnOptions, "lenient" | "strict">): PgnGame;
/** The games of a text, of chess and of variants, one after the other. After an error the next game can be asked for. */
export function readPgn(text: string | Uint8Array, options?: PgnOptions): Generator<PgnGame>;
/** The games of a stream of bytes: a `fetch` body, a file of Node, any chunks. */
export function readPgnStream(
    source: ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>,
    options?: PgnOptions,
): AsyncGenerator<PgnGame>;

export type FaultKind =
    | chess.FaultKind | "promoted-nowhere" | "too-many-checks" | "pawns-in-race" | "too-many-in-race" | "check-in-race"
    | "king-in-horde" | "other";

/** A reason why a setup is not a position of its variant. */
export interface Fault extends base.Fault<FaultKind> {}

/** A FEN that is not that of a position of the variant. In JavaScript it is the class of chess, with `fen` in place of `setup`. */
export class SetupError extends base.SetupError<Fault> {
    readonly fen: string;
}
