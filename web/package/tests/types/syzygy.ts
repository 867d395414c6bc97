// Uses every export of philidor/syzygy, as TypeScript reads it. It is compiled, never run.

import { SyzygyError, SyzygyTables, openSyzygy } from "philidor/syzygy";
import type { ClockedValue, Distance, RankedMove, SyzygyOptions, Wdl } from "philidor/syzygy";
import { PhilidorError, Position } from "philidor";

const options: SyzygyOptions = {
    files: { "KQvK.rtbw": new Uint8Array(80) },
    url: async (name) => (name.endsWith("z") ? new URL(name, "https://example.org/") : null),
    fetch: (url, init) => fetch(url, { ...init, signal: AbortSignal.timeout(5000) }),
    rangeBytes: 65_536,
};

export async function use(): Promise<unknown[]> {
    const tables: SyzygyTables = await openSyzygy(options);
    const wdl: Wdl = await tables.wdl(new Position());
    const { dtz, exact, value }: Distance = await tables.dtz("8/8/4k3/8/8/3K4/8/8 w - - 0 1");
    const moves: RankedMove[] = await tables.moves(new Position());
    const clocked: ClockedValue = value;
    // @ts-expect-error: tables are opened by openSyzygy
    new SyzygyTables();
    // @ts-expect-error: no such option
    await openSyzygy({ folder: "." });
    return [wdl, dtz, exact, clocked, moves[0]?.san];
}

export function why(error: unknown): string {
    const base: PhilidorError | null = error instanceof PhilidorError ? error : null;
    return error instanceof SyzygyError && error.code === "missing" ? (error.file ?? "") : (base?.code ?? "");
}
