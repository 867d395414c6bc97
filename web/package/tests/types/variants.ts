// Uses every export of philidor/variants, as TypeScript reads it. It is compiled, never run.

import {
    MoveError, PgnError, VariantGame, VariantPgnGame, VariantPosition, VariantSetupError, parseVariantPgn, readVariantPgn,
    readVariantPgnStream, squaresOf, variantTitles, variants,
} from "philidor/variants";
import type {
    Pocket, VariantFault, VariantMoveDetails, VariantName, VariantOutcome, VariantOutcomeReason, VariantPgnNode,
    VariantPositionOptions,
} from "philidor/variants";
import { PhilidorError } from "philidor";

const options: VariantPositionOptions = { strict: false, chess960: true };

export function use(): unknown[] {
    const names: readonly VariantName[] = variants;
    const title: string = variantTitles.horde;
    const position: VariantPosition = new VariantPosition("Three-check", undefined, options).playAll("e4 e5");
    const pocket: Pocket = position.pockets.white;
    const moves: VariantMoveDetails[] = position.moves();
    const drops = position.drops().get("n");
    const goals = position.destinations().get("e4");
    const game = new VariantGame("atomic", ["Nf3"]);
    const outcome: VariantOutcome | null = game.outcome;
    const reason: VariantOutcomeReason | undefined = outcome?.reason;
    const counted: bigint = position.perft(2);
    // @ts-expect-error: a position is of a variant
    new VariantPosition();
    // @ts-expect-error: positions never change
    position.turn = "white";
    return [names, title, pocket.p, moves[0]?.origin, drops, goals, reason, counted, squaresOf(position.promoted)];
}

export async function read(text: string, source: ReadableStream<Uint8Array>): Promise<VariantPosition[]> {
    const game: VariantPgnGame = parseVariantPgn(text);
    const node: VariantPgnNode = new VariantPgnGame("horde").root.add("e5");
    const played: VariantGame = new VariantGame("atomic").pgn({ White: "Anne" }).game();
    const skipped: PgnError[] = [];
    const positions = [game.start, node.position, played.position.pass(), node.children[0]?.position ?? game.start];
    for (const one of readVariantPgn(text, { onError: (error) => skipped.push(error) })) {
        positions.push(...one.mainLine().map(({ position }) => position));
    }
    for await (const one of readVariantPgnStream(source)) {
        positions.push(one.start);
    }
    return positions;
}

export function why(error: unknown): string {
    const base: PhilidorError | null = error instanceof PhilidorError ? error : null;
    if (error instanceof MoveError && error.code === "not-in-pocket") {
        return error.text;
    }
    const faults: readonly VariantFault[] = error instanceof VariantSetupError ? error.faults : [];
    return faults[0]?.kind ?? base?.code ?? "";
}
