// Compares philidor/chess with chess.js by wrong arguments: each function gets values of all kinds in each of its places,
// and both have to answer the same or both to throw. The words of a TypeError are those of the JavaScript engine.
//
//   CHESS_JS=FILE node web/package/tests/compare-arguments.mjs

import { chess as ours } from "./philidor-chess.mjs";

const theirs = await import(process.env.CHESS_JS ?? "chess.js");

const VALUES = [
    undefined, null, true, false, 0, 1, -1, 1.5, NaN, 5n, "", " ", "x", "e4", "E4", "e9", "w", "b", "white", "W", "K", "k", "Q",
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "1. e4 e5", {}, [], ["e4"], Symbol.iterator, () => 1, new Date(0),
];
const PIECES = ["type", "color"].flatMap((wrong) =>
    [...VALUES, "p", "P", "king", "kk"].map((value) => ({ type: "k", color: "w", [wrong]: value })));
const MOVES = ["from", "to", "promotion", "san"].flatMap((wrong) => VALUES.map((value) => ({ from: "e2", to: "e4", [wrong]: value })));
const options = (...names) => [...VALUES, ...names.flatMap((name) => VALUES.map((value) => ({ [name]: value })))];
const FEN = "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1";
const FENS = [...VALUES, FEN, "4k3/8/8/8/8/8/8/8 w - - 0 1", "8/8 w - - 0 1"];

/** The arguments that each function is tried with. */
const FUNCTIONS = {
    clear: [options("preserveHeaders")],
    load: [FENS, options("skipValidation", "preserveHeaders")],
    fen: [options("forceEnpassantSquare")],
    get: [VALUES],
    findPiece: [[...VALUES, ...PIECES]],
    put: [[...VALUES, ...PIECES], [...VALUES, "e4"]],
    remove: [VALUES],
    setTurn: [VALUES],
    getCastlingRights: [VALUES],
    setCastlingRights: [VALUES, [{}, { k: true }, { q: false }, ...options("k", "q")]],
    squareColor: [VALUES],
    attackers: [["e3", ...VALUES], ["w", ...VALUES]],
    isAttacked: [["e3", ...VALUES], ["w", ...VALUES]],
    perft: [[0, 1, undefined]],
    moves: [options("verbose", "square", "piece")],
    move: [[...VALUES, ...MOVES], [undefined, ...options("strict")]],
    history: [options("verbose")],
    setComment: [VALUES],
    header: [VALUES, VALUES],
    setHeader: [["White", ...VALUES], VALUES],
    removeHeader: [["White", ...VALUES]],
    pgn: [options("newline", "maxWidth")],
    loadPgn: [VALUES, options("strict", "newlineChar")],
};

/** Whether a difference is one that chess.md lists. */
function isListed(name, given, expected, found) {
    return (name === "perft" && given[0] === 0)
        // chess.js puts first, then fails.
        || (name === "put" && expected === "throws")
        // What is no FEN at all, and is not to be validated.
        || (["load", "constructor"].includes(name) && Boolean(given[1]?.skipValidation) && !/^\S+ [wb]/.test(given[0]))
        // A newline that is no pattern cuts the text anywhere.
        || (name === "loadPgn" && typeof given[1]?.newlineChar === "object")
        // The words of a generated parser.
        || (name === "loadPgn" && expected.startsWith("throws") && found.startsWith("throws"));
}

const combined = ([first, ...rest]) =>
    first === undefined ? [[]] : first.flatMap((value) => combined(rest).map((others) => [value, ...others]));

/** Some 800 of the combinations. */
function cases(lists) {
    const all = combined(lists);
    const step = Math.max(1, Math.floor(all.length / 800));
    return all.filter((_, at) => at % step === 0);
}

const shown = (value) => {
    try {
        return JSON.stringify(value, (_, inner) => (typeof inner === "bigint" || typeof inner === "symbol" || typeof inner === "function"
            ? String(inner) : inner === undefined ? "undefined" : Number.isNaN(inner) ? "NaN" : inner)) ?? String(value);
    } catch (error) {
        return `cannot be shown: ${error.message}`;
    }
};

function outcome(module, start, name, given) {
    const chess = new module.Chess();
    start.forEach((move) => chess.move(move));
    let said;
    try {
        said = shown(chess[name](...given));
    } catch (error) {
        // An error of the engine leaves chess.js in the middle of something.
        return error.constructor === Error ? `throws ${error.message}` : "throws";
    }
    try {
        return `${said} | ${chess.fen()} ${chess.history()} ${shown(chess.getComments())}`;
    } catch (error) {
        return `${said} | broken: ${error.message}`;
    }
}

let count = 0;
const faults = new Map();
for (const [name, lists] of Object.entries(FUNCTIONS)) {
    for (const given of cases(lists)) {
        for (const start of [[], ["e4", "d5"]]) {
            count += 1;
            const [expected, found] = [outcome(theirs, start, name, given), outcome(ours, start, name, given)];
            if (expected !== found && !isListed(name, given, expected, found)) {
                faults.set(name, [...(faults.get(name) ?? []), [given, start, expected, found]]);
            }
        }
    }
}
for (const fen of FENS) {
    for (const given of [[fen], [fen, { skipValidation: true }], [fen, null]]) {
        count += 1;
        const [expected, found] = [theirs, ours].map((module) => {
            try {
                return new module.Chess(...given).fen();
            } catch (error) {
                return error instanceof TypeError ? "throws" : `throws ${error.message}`;
            }
        });
        if (expected !== found && !isListed("constructor", given, expected, found)) {
            faults.set("constructor", [...(faults.get("constructor") ?? []), [given, [], expected, found]]);
        }
    }
}
for (const fen of FENS) {
    count += 1;
    const [expected, found] = [theirs, ours].map(({ validateFen }) => {
        try {
            return shown(validateFen(fen));
        } catch {
            return "throws";
        }
    });
    if (expected !== found) {
        faults.set("validateFen", [...(faults.get("validateFen") ?? []), [[fen], [], expected, found]]);
    }
}
for (const [name, found] of faults) {
    console.log(`${name}: ${found.length}`);
    found.slice(0, Number(process.env.SHOW ?? 5)).forEach(([given, start, one, other]) =>
        console.log(`  (${given.map(shown).join(", ")}) after ${start.join(" ") || "the start"}\n    chess.js ${one}\n    philidor ${other}`));
}
console.log(`${count} calls with wrong arguments, ${[...faults.values()].flat().length} differ`);
process.exitCode = faults.size === 0 ? 0 : 1;
