/**
 * philidor/syzygy: Syzygy endgame tables, from memory or from a server that is asked for ranges of bytes.
 *
 * ```js
 * import { openSyzygy } from "philidor/syzygy";
 *
 * const tables = await openSyzygy({ url: "https://example.org/syzygy/" });
 * await tables.wdl("8/8/8/3k4/8/8/8/Q3K3 w - - 0 1"); // 2
 * ```
 */

import type { PhilidorError, Position } from "./philidor.js";

/** From -2, lost, to 2, won, for the side to move: -1 and 1 are lost and won but for the fifty-move rule. */
export type Wdl = -2 | -1 | 0 | 1 | 2;

/** The value with the halfmove clock as it stands. Two are possible where the table does not have the exact distance. */
export type ClockedValue =
    | "win" | "cursed win" | "draw" | "blessed loss" | "loss" | "win or cursed win" | "loss or blessed loss";

export interface Distance {
    /** The value, if the halfmove clock stood at zero. */
    readonly wdl: Wdl;
    /**
     * Half-moves to the next capture, pawn move or mate, with the sign of the value; 100 more if the fifty-move rule comes
     * before; 0 for a draw, -1 for checkmate.
     */
    readonly dtz: number;
    /** Whether `dtz` is exact; else it may be one more. */
    readonly exact: boolean;
    readonly value: ClockedValue;
}

/** A move, and the distance before it if it is the one that is played. */
export interface RankedMove extends Distance {
    readonly move: number;
    readonly san: string;
    readonly uci: string;
}

export interface SyzygyOptions {
    /** Files in memory, by their names, as `KQvK.rtbw`; each of less than 2 GiB. */
    files?: Readonly<Record<string, Uint8Array>> | undefined;
    /**
     * The folder of the other files, or a function from the name of a file to its address, or to `null` if there is none.
     * Across origins the server has to allow that its answers are read (CORS); it need not expose `Content-Range`.
     */
    url?: (string | URL | ((name: string) => string | URL | null | Promise<string | URL | null>)) | undefined;
    /** In place of the global `fetch`: with a limit of time, headers, or a cache. */
    fetch?: ((url: string, init: { method?: string; headers?: Record<string, string> }) => Promise<Response>) | undefined;
    /** How many bytes a request asks for, from 256 to 16 MiB; 64 KiB by default. */
    rangeBytes?: number | undefined;
    /** When no question is open, all pieces are forgotten if they exceed this; whole files stay. 64 MiB by default. */
    maxBytes?: number | undefined;
}

/**
 * Opens tables. Nothing is fetched but `syzygy.wasm`, and `philidor.wasm` if it is not ready yet: a file is requested
 * when a question first needs it, and further parts of it as they are needed. One that the server does not have (404)
 * is missing. Files that arrive whole and have at most 1 MiB are compared with their checksums.
 */
export function openSyzygy(options?: SyzygyOptions): Promise<SyzygyTables>;

/**
 * Tables with memory of their own, which is collected with them. Positions are a {@link Position} or a FEN.
 *
 * After a `RangeError` that came out of the module (JavaScript's stack overflowed in it) or a
 * `WebAssembly.RuntimeError` (memory ran out, or philidor has a bug) the tables are lost: every question then throws
 * `ArgumentError` with the code `"freed"`.
 */
export class SyzygyTables {
    private constructor();
    /** The value of a position, if its halfmove clock stood at zero. */
    wdl(position: Position | string): Promise<Wdl>;
    /** How far the next capture, pawn move or mate is. */
    dtz(position: Position | string): Promise<Distance>;
    /** All legal moves, the best first: a player who always plays the first one wins what is won. */
    moves(position: Position | string): Promise<RankedMove[]>;
}

/** Why tables have no answer. Whatever the code, the same question may be asked again. */
export class SyzygyError extends PhilidorError {
    /**
     * `"castling"`: no table knows castling rights. `"too-many-pieces"`: more than seven. `"missing"`: there is no such
     * `file`. `"damaged"`: the file makes no sense at the byte `offset`. `"server"`: what was asked for did not come.
     */
    readonly code: "castling" | "too-many-pieces" | "missing" | "damaged" | "server" | "refused";
    readonly file?: string;
    readonly offset?: number;
    /** Of `"server"`: what was asked, and the status of the answer, or `null` without one. */
    readonly url?: string;
    readonly status?: number | null;
}
