// Uses every export of philidor/variants, as TypeScript reads it. It is compiled, never run.

import {
    Game, MoveError, PgnError, PgnGame, PgnNode, SetupError, VariantPosition, parsePgn, readPgn, readPgnStream, squaresOf,
    variantTitles, variants,
} from "philidor/variants";
import type { Fault, FaultKind, MoveDetails, Outcome, OutcomeReason, Pocket, VariantName } from "philidor/variants";
import * as chess from "philidor";

const options: chess.PositionOptions = { strict: false, chess960: true };

export function use(): unknown[] {
    const names: readonly VariantName[] = variants;
    const title: string = variantTitles.horde;
    const position: VariantPosition = new VariantPosition("Three-check", undefined, options).playAll("e4 e5");
    const pocket: Pocket = position.pockets.white;
    const moves: MoveDetails[] = position.moves();
    const drops = position.drops().get("n");
    const goals = position.destinations().get("e4");
    const game = new Game("atomic", ["Nf3"]);
    const outcome: Outcome | null = game.outcome;
    const reason: OutcomeReason | undefined = outcome?.reason;
    const undone: number | null = game.redo();
    const before: VariantPosition | null = game.positionAt(0);
    const counted: bigint = position.perft(2);
    // @ts-expect-error: a position is of a variant
    new VariantPosition();
    // @ts-expect-error: positions never change
    position.turn = "white";
    // @ts-expect-error: nodes are made by games
    new PgnNode();
    // @ts-expect-error: a book is of chess
    chess.Book.ofGames([game]);
    // @ts-expect-error: a game of chess is not that of a variant
    const other: Game = new chess.Game();
    return [names, title, pocket.p, moves[0]?.origin, drops, goals, reason, undone, before, counted, other, squaresOf(position.promoted)];
}

/** What chess has is found where any rules may be. */
export function both(outcome: chess.Outcome, fault: chess.Fault, details: chess.MoveDetails): [Outcome, Fault, MoveDetails] {
    // @ts-expect-error: no game of chess ends so
    outcome.reason === "explosion";
    // @ts-expect-error: no setup of chess has this fault
    fault.kind === "king-in-horde";
    // @ts-expect-error: chess has no drops
    details.type === "drop";
    return [outcome, fault, details];
}

export async function read(text: string, source: ReadableStream<Uint8Array>): Promise<VariantPosition[]> {
    const game: PgnGame = parsePgn(text);
    const node: PgnNode = new PgnGame("horde").root.add("e5");
    const played: Game = new Game("atomic").pgn({ White: "Anne" }).game();
    const skipped: PgnError[] = [];
    const positions = [game.start, node.position, played.position.pass(), node.children[0]?.position ?? game.start];
    for (const one of readPgn(text, { onError: (error) => skipped.push(error) })) {
        positions.push(...one.mainLine().map(({ position }) => position));
    }
    for await (const one of readPgnStream(source)) {
        positions.push(one.start);
    }
    return positions;
}

export function why(error: unknown): string {
    const base: chess.PhilidorError | null = error instanceof chess.PhilidorError ? error : null;
    if (error instanceof MoveError && error.code === "not-in-pocket") {
        return error.text;
    }
    const faults: readonly Fault[] = error instanceof SetupError ? error.faults : [];
    const kind: FaultKind | undefined = faults[0]?.kind;
    return kind ?? base?.code ?? "";
}
