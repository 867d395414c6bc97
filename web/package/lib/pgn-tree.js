// Games of PGN as trees of plain objects, of chess and of variants, which a module writes; see `web/module/src/pgn/`.

import { ArgumentError, errorOf } from "./errors.js";
import { ROSTER } from "./roster.js";
import { sendItsTextInstead, shownBy } from "./showing.js";
import { SQUARES, choice, list, options, shown, squareIndex, whole } from "./words.js";

const RESULTS = ["1-0", "0-1", "1/2-1/2", "*"];
/** A null move of a tree, `--`, which passes the turn. No legal move has this number. */
export const PASS = 0;
export const MINE = Symbol("made by the package");
/** A method of a class of games: the start of a game that a module gives. */
export const START = Symbol("start");
/** A method of a game: its lines, as `written.rs` reads them. */
export const LINES = Symbol("lines");

export class PgnNode {
    #san;
    #position = null;
    #children = [];
    #parent;
    notCloneable = sendItsTextInstead;

    constructor(token, parent, move, san) {
        if (token !== MINE) {
            throw new ArgumentError("type", "nodes are made by PgnGame and PgnNode.add");
        }
        this.#parent = parent;
        this.move = move;
        this.#san = san;
        this.ply = parent === null ? 0 : parent.ply + 1;
        this.comment = "";
        this.commentBefore = "";
        this.nags = [];
        this.clock = null;
        this.elapsed = null;
        this.eval = null;
        this.shapes = [];
    }

    static [MINE](parent, move, san) {
        const node = new PgnNode(MINE, parent, move, san);
        if (parent !== null) {
            parent.#children.push(node);
        }
        return node;
    }

    /** For the root. */
    static start(token, position) {
        const root = new PgnNode(token, null, null, null);
        root.#position = position;
        return root;
    }

    get parent() {
        return this.#parent;
    }

    get children() {
        return this.#children;
    }

    get san() {
        if (this.#san === undefined) {
            this.#san = this.move === PASS ? "--" : this.#parent.position.san(this.move);
        }
        return this.#san;
    }

    get position() {
        if (this.#position === null) {
            const path = [];
            let node = this;
            for (; node.#position === null; node = node.#parent) {
                path.push(node);
            }
            for (const next of path.reverse()) {
                const before = next.#parent.#position;
                next.#position = next.move === PASS ? before.pass() : before.play(next.move);
            }
        }
        return this.#position;
    }

    toJSON() {
        const { notCloneable, ...remarks } = this;
        return { san: this.san, ...remarks, children: this.#children };
    }

    add(move) {
        const digest = this.position.move(move);
        const same = this.#children.find((child) => child.move === digest);
        return same ?? PgnNode[MINE](this, digest, undefined);
    }

    remove() {
        const siblings = this.#parent?.#children;
        const at = siblings?.indexOf(this) ?? -1;
        if (at < 0) {
            return false;
        }
        siblings.splice(at, 1);
        return true;
    }

    promote() {
        const siblings = this.#parent?.#children;
        const at = siblings?.indexOf(this) ?? -1;
        if (at <= 0) {
            return false;
        }
        siblings.splice(at, 1);
        siblings.unshift(this);
        return true;
    }

    promoteToMainLine() {
        let changed = false;
        for (let node = this; node.#parent !== null; node = node.#parent) {
            changed = node.promote() || changed;
        }
        return changed;
    }
}

/** Everything of a `PgnGame` but what depends on the rules and on the module, which `base-game.js` adds. */
export class PgnTree {
    #result = "*";
    #start;
    notCloneable = sendItsTextInstead;

    constructor(start) {
        this.#start = start;
        this.tags = new Map(Object.entries(ROSTER));
        this.faults = [];
        this.root = PgnNode.start(MINE, this.#start);
    }

    /** The tree that the module gives as JSON. */
    static [MINE](read) {
        const game = new this(this[START](read));
        game.tags = new Map(read.tags);
        game.#result = read.result;
        game.faults = read.faults.map((fault) => errorOf(fault));
        const nodes = [game.root];
        const { moves } = read;
        const sans = read.sans.split(" ");
        for (let at = 0; at < moves.length; at += 2) {
            nodes.push(PgnNode[MINE](nodes[moves[at]], moves[at + 1], sans[at >> 1]));
        }
        for (const [number, { shapes = [], ...remarks }] of read.remarks) {
            const node = Object.assign(nodes[number], remarks);
            node.shapes = shapes.map(shapeOf);
            // The module counts milliseconds.
            node.clock = seconds(node.clock);
            node.elapsed = seconds(node.elapsed);
        }
        return game;
    }

    get start() {
        return this.#start;
    }

    get result() {
        return this.#result;
    }

    set result(result) {
        if (!RESULTS.includes(result)) {
            throw new ArgumentError("range", `a result is one of ${RESULTS.join(", ")}, not ${shown(result)}`);
        }
        this.#result = result;
    }

    toJSON() {
        return this.toString();
    }

    mainLine() {
        const line = [];
        for (let node = this.root.children[0]; node !== undefined; node = node.children[0]) {
            line.push(node);
        }
        return line;
    }

    moves() {
        return Uint16Array.from(this.mainLine(), (node) => node.move);
    }

    sans() {
        return this.mainLine().map((node) => node.san);
    }

    *nodes() {
        const left = [...this.root.children].reverse();
        while (left.length > 0) {
            const node = left.pop();
            yield node;
            for (let at = node.children.length - 1; at >= 0; at -= 1) {
                left.push(node.children[at]);
            }
        }
    }

    /** The tree in the lines that `written.rs` reads; the first say where it begins. */
    [LINES](...lines) {
        for (const [name, value] of this.tags) {
            if (!/^[^\s"[\]]+$/.test(name)) {
                throw new ArgumentError("range", `not the name of a tag: ${shown(name)}`);
            }
            lines.push(`T ${name} ${oneLine(value)}`);
        }
        lines.push(`R ${this.#result}`);
        const numbers = new Map([[this.root, 0]]);
        remark(lines, this.root, 0);
        // A line from a node on, then what is written about its nodes, then the variations.
        const begin = [...this.root.children].reverse();
        while (begin.length > 0) {
            const first = begin.pop();
            const line = [];
            for (let node = first; node !== undefined; node = node.children[0]) {
                numbers.set(node, numbers.size);
                line.push(node);
            }
            lines.push(`L ${numbers.get(first.parent)} ${line.map((node) => node.move).join(" ")}`);
            for (const node of line) {
                remark(lines, node, numbers.get(node));
            }
            for (const node of line) {
                for (let at = node.children.length - 1; at > 0; at -= 1) {
                    begin.push(node.children[at]);
                }
            }
        }
        return lines.join("\n");
    }
}

shownBy(PgnNode, (node) => {
    const { notCloneable, ...remarks } = node;
    return { san: node.san, ...remarks, children: node.children.map(({ san }) => san) };
});
shownBy(PgnTree, (game) => ({ tags: game.tags, start: game.start, moves: game.sans().join(" "), result: game.result }));

/** Fills a game that has nothing yet. */
export function filled(game, tags, moves, result) {
    for (const [name, value] of Object.entries(options(tags))) {
        game.tags.set(name, value);
    }
    let node = game.root;
    for (const move of moves) {
        node = node.add(move);
    }
    game.result = result;
    return game;
}

const seconds = (milliseconds) => (milliseconds === null ? null : milliseconds / 1000);

/** A time in seconds, as the module reads it. */
function milliseconds(time) {
    if (typeof time !== "number" || !(time >= 0 && time < 1e12)) {
        throw new ArgumentError("range", `not a time in seconds: ${shown(time)}`);
    }
    return Math.round(time * 1000);
}

const COLORS = ["green", "red", "yellow", "blue"];

/** A colored square or an arrow, from the text of PGN: `Ra1`, `Ga1b2`. */
function shapeOf(text) {
    const origin = text.slice(1, 3);
    return { color: COLORS["GRYB".indexOf(text[0])], origin, destination: text.slice(3) || origin };
}

/** The same as text of PGN. */
function shapeText(shape) {
    const { color, origin, destination = origin } = options(shape);
    const [from, to] = [SQUARES[squareIndex(origin)], SQUARES[squareIndex(destination)]];
    return "GRYB"[choice(color, COLORS, "the color of a shape")] + from + (from === to ? "" : to);
}

const oneLine = (value) => String(value).replace(/[\r\n]+/g, " ");

function remark(lines, node, number) {
    const { comment, commentBefore, nags, clock, elapsed, eval: found, shapes } = node;
    const about = [];
    if (shapes.length > 0) {
        about.push(`S ${list(shapes, "shapes").map(shapeText).join(" ")}`);
    }
    if (comment) {
        about.push(`C ${oneLine(comment)}`);
    }
    if (commentBefore) {
        about.push(`B ${oneLine(commentBefore)}`);
    }
    if (nags.length > 0) {
        about.push(`N ${[...nags].map((nag) => whole(nag, 0, 255, "a NAG")).join(" ")}`);
    }
    if (clock !== null) {
        about.push(`K ${milliseconds(clock)}`);
    }
    if (elapsed !== null) {
        about.push(`E ${milliseconds(elapsed)}`);
    }
    if (found !== null) {
        const depth = found.depth ?? "";
        const mate = found.mate ?? null;
        const value = whole(mate ?? found.centipawns, -0x80000000, 0x7fffffff, "an evaluation");
        about.push(mate === null ? `V ${value} ${depth}` : `M ${value} ${depth}`);
    }
    if (about.length > 0) {
        lines.push(`@ ${number}`, ...about);
    }
}
