// Uses every export of philidor/openings, as TypeScript reads it. It is compiled, never run.

import { openingOf } from "philidor/openings";
import type { Opening } from "philidor/openings";
import { Game, Position } from "philidor";

export function use(): string {
    const opening: Opening | null = openingOf(new Position()) ?? openingOf(new Game());
    // @ts-expect-error: a text is not a position
    openingOf("e4");
    // @ts-expect-error: there may be none
    openingOf(new Game()).eco;
    const variations: string[] = opening?.variations ?? [];
    return opening === null ? "" : [opening.eco, opening.name, opening.family, ...variations].join();
}
