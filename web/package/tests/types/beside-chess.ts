// philidor/chess beside chess.js, as TypeScript reads both: whatever a program gives to chess.js it may give here, and what
// it gets back fits where the answer of chess.js did. It is compiled, never run.

import type * as theirs from "chess.js";
import type * as ours from "philidor/chess";

type Functions<T> = { [Name in keyof T]: T[Name] extends (...given: never[]) => unknown ? Name : never }[keyof T];

/** The functions of one class that have no counterpart in the other, or one that answers what does not fit. */
type Answers<Ours, Theirs> = {
    [Name in keyof Theirs]-?: Name extends keyof Ours ? (Ours[Name] extends Theirs[Name] ? never : Name) : Name;
}[keyof Theirs];

/** The functions that refuse an argument. */
type Arguments<Ours, Theirs> = {
    [Name in Functions<Theirs>]: Name extends keyof Ours
        ? Ours[Name] extends (...given: infer Taken) => unknown
            ? Theirs[Name] extends (...given: infer Given) => unknown ? (Given extends Taken ? never : Name) : never
            : Name
        : Name;
}[Functions<Theirs>];

type None<Faults> = [Faults] extends [never] ? true : Faults;
type Given<Class extends abstract new (...given: never[]) => unknown> = ConstructorParameters<Class>;

// The last form of `moves` in chess.js says that names of moves are objects.
export const chessAnswers: None<Exclude<Answers<ours.Chess, theirs.Chess>, "moves">> = true;
export const chessArguments: None<Arguments<ours.Chess, theirs.Chess>> = true;
export const moveAnswers: None<Answers<ours.Move, theirs.Move>> = true;
export const begun: Given<typeof theirs.Chess> extends Given<typeof ours.Chess> ? true : false = true;
export const exported: None<Answers<Omit<typeof ours, "Chess" | "Move">, Omit<typeof theirs, "Chess" | "Move">>> = true;
