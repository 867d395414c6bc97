// PGN as chess.js takes it: one game, tags, moves in any form that `move` reads, comments, numbers, variations.

const SPACE = /\s*/y;
const TAG = /\[\s*([^\s"\]]+)\s*"((?:[^"\\]|\\["\\]|\\)*)"\s*\]/y;
const NUMBER = /\d*\.+/y;
const RESULT = /(?:1-0|0-1|1\/2-1\/2|\*)(?=\s|$|[{;()])/y;
const NAG = /\$(\d+)/y;
const BRACES = /\{([^}]*)\}/y;
const REST_OF_LINE = /;\s*([^\n]*)/y;
const MOVE = /(?:O-O-O|O-O|0-0-0|0-0|--|[PNBRQKpnrqka-h][a-h1-8x=QRBNqrbn-]+)[+#]?[?!]*/y;

function failure(text, at) {
    const line = text.slice(0, at).split("\n").length;
    const found = at < text.length ? `${JSON.stringify(text[at])} found` : "the text ends";
    return new SyntaxError(`Invalid PGN: unexpected at line ${line}: ${found}`);
}

/**
 * Tags, result, and the moves as a tree: each with its text, its comment, its numbers of annotation, and the variations
 * that replace it. Throws before anything is played.
 */
export function readPgn(text, newline) {
    const lines = text.trim().replace(new RegExp(newline, "g"), "\n");
    const game = { tags: [], result: null, line: { comment: undefined, moves: [] } };
    let at = 0;
    const take = (pattern) => {
        SPACE.lastIndex = at;
        SPACE.test(lines);
        at = SPACE.lastIndex;
        pattern.lastIndex = at;
        const match = pattern.exec(lines);
        if (match !== null) {
            at = pattern.lastIndex;
        }
        return match;
    };
    for (let tag = take(TAG); tag !== null; tag = take(TAG)) {
        game.tags.push([tag[1], tag[2].replace(/\\(["\\])/g, "$1")]);
    }
    const open = [];
    let line = game.line;
    for (;;) {
        const last = line.moves.at(-1);
        let match = take(BRACES) ?? take(REST_OF_LINE);
        if (match !== null) {
            const holder = last ?? line;
            const comment = match[1].replace(/\r?\n/g, " ");
            holder.comment = holder.comment === undefined ? comment : `${holder.comment} ${comment}`;
            continue;
        }
        match = take(NAG);
        if (match !== null && last !== undefined) {
            last.nags.push(Number(match[1]));
            continue;
        }
        if (lines[at] === "(" && last !== undefined) {
            at += 1;
            open.push(line);
            line = { comment: undefined, moves: [] };
            last.variations.push(line);
            continue;
        }
        if (lines[at] === ")" && open.length > 0) {
            at += 1;
            line = open.pop();
            continue;
        }
        match = take(RESULT);
        if (match !== null && open.length === 0) {
            game.result = match[0];
            take(SPACE);
            if (at < lines.length) {
                throw failure(lines, at);
            }
            return game;
        }
        if (match !== null || take(NUMBER) !== null) {
            continue;
        }
        match = take(MOVE);
        if (match === null) {
            if (at < lines.length || open.length > 0) {
                throw failure(lines, at);
            }
            return game;
        }
        line.moves.push({ text: match[0], nags: [], variations: [], comment: undefined });
    }
}
