// Uses every export of philidor/variants, as TypeScript reads it. It is compiled, never run.

import { MoveError, VariantGame, VariantPosition, VariantSetupError, squaresOf, variantTitles, variants } from "philidor/variants";
import type {
    Pocket, VariantFault, VariantMoveDetails, VariantName, VariantOutcome, VariantOutcomeReason, VariantPositionOptions,
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

export function why(error: unknown): string {
    const base: PhilidorError | null = error instanceof PhilidorError ? error : null;
    if (error instanceof MoveError && error.code === "not-in-pocket") {
        return error.text;
    }
    const faults: readonly VariantFault[] = error instanceof VariantSetupError ? error.faults : [];
    return faults[0]?.kind ?? base?.code ?? "";
}
