// The program that the installed package is tried with, whatever brings it into a page, and what it says.

/** `ENTRY` stands for the import, `TABLES` and `VARIANTS` for those of tables and variants; what it says is left in `said`. */
const TEXT = `
import { Position, Game, parsePgn, PhilidorWorker, Engine, renew } from "ENTRY";
import { openSyzygy } from "TABLES";
import { VariantPosition } from "VARIANTS";
const said = [new Position().perft(4), new Game(undefined, "f3 e5 g4 Qh4#").outcome.text,
    parsePgn("1. e4 (1. d4) e5 *").sans().join(" ")].map(String);
const worker = new PhilidorWorker();
said.push(String(await worker.perft(new Position(), 3)));
worker.terminate();
const engine = new Engine();
const mate = new Position("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1");
const found = await engine.analyze(mate, { depth: 5, lines: 2 });
said.push(found.bestSan, String(found.score.mate), String(found.lines.length));
const abort = new AbortController();
const stopped = await engine.analyze(new Position(), { signal: abort.signal, onProgress: ({ depth }) => {
    if (depth >= 3) {
        abort.abort();
    }
} });
said.push(String(stopped.stopped && stopped.depth >= 3));
engine.terminate();
const tables = await openSyzygy();
said.push(String(await tables.wdl("8/8/4k3/8/8/3K4/8/8 w - - 0 1")));
said.push(await tables.wdl("8/8/4k3/8/8/3K4/7Q/8 w - - 0 1").catch(({ code, file }) => [code, file].join(" ")));
said.push(new VariantPosition("crazyhouse").playAll("e4 d5 exd5 Qxd5 Nc3 Qa5").ucis().filter((uci) => uci.startsWith("P@")).length.toString());
renew();
said.push(new Position().play("e4").turn);
`;

/** The program with its imports. */
export const programOf = (entry, tables = "philidor/syzygy", variants = "philidor/variants") =>
    TEXT.replace("ENTRY", entry).replace("TABLES", tables).replace("VARIANTS", variants);

export const EXPECTED = ["197281", "Black wins by checkmate", "e4 e5", "8902", "Rd8#", "1", "2", "true", "0", "missing KQvK.rtbw", "32", "black"];

/** A module for any tool without configuration: everything but workers. */
export const PLAIN = `
import { Game, Position, parsePgn } from "philidor";
import { Chess } from "philidor/chess";
import { openingOf } from "philidor/openings";
import { openSyzygy } from "philidor/syzygy";
import { VariantPosition } from "philidor/variants";

export async function say() {
    const chess = new Chess();
    chess.loadPgn("1. e4 e5 (1... c5) 2. Nf3 *");
    const tables = await openSyzygy();
    return [
        new Position().perft(4), parsePgn("1. e4 (1. d4) e5 *").sans().join(" "), chess.moves().length, chess.position().svg().length > 9,
        chess.position() instanceof Position, openingOf(new Game(undefined, "e4 e5 Nf3")).eco,
        new VariantPosition("crazyhouse").playAll("e4 d5 exd5").pockets.white.p, await tables.wdl("8/8/4k3/8/8/3K4/8/8 w - - 0 1"),
    ].map(String);
}
`;

export const EXPECTED_PLAIN = ["197281", "e4 e5", "29", "true", "true", "C40", "1", "0"];

/** A module of a page that checks moves. */
export const MOVES = `
import { Chess } from "philidor/chess/moves";

export async function say() {
    const chess = new Chess();
    ["e4", "e5", "Nf3"].forEach((move) => chess.move(move));
    return [chess.moves().length, chess.move("Nc6").san, chess.fen(), chess.isGameOver(), chess.perft(2)].map(String);
}
`;

export const EXPECTED_MOVES = ["29", "Nc6", "r1bqkbnr/pppp1ppp/2n5/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R w KQkq - 2 3", "false", "835"];
