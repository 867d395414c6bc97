// Calls everything with anything, for some seconds: whatever is thrown has to be an error of the package, and the module
// must live on.
//
//   PHILIDOR_PACKAGE=FOLDER node fuzz.mjs [SECONDS] [SEED]

import { philidor, randomly } from "./philidor.mjs";

const seconds = Number(process.argv[2] ?? 10);
const seed = Number(process.argv[3] ?? Date.now() % 1_000_000_007);
const random = randomly(seed);
const pick = (list) => list[random(list.length)];

const FENS = [
    "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
    "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
    "8/P6k/8/8/8/8/p6K/8 w - - 0 1", "4k3/8/8/8/8/8/8/1RK3R1 w BG - 0 1",
    "k7/8/8/8/QQQQQQQQ/QQQQQQQQ/QQQQQQQQ/QQQQQQQK b - - 0 1", "4k3/8/8/8/4r3/8/4R3/4K3 w - - 65535 4294967295",
];
const PGN = '[White "A"]\n[FEN "4k3/8/8/8/8/8/8/4K2R w K - 0 1"]\n\n1. O-O {x [%clk 1:2:3]} (1. Rh8+ $5 Kd7) Kd7 1-0\n\n1. e4 e5 *\n';

/** Text that was right and has been damaged. */
function damaged(text) {
    let damage = text;
    for (let count = random(4); count > 0; count -= 1) {
        const at = random(damage.length + 1);
        const inserted = pick(["", "/", "9", "K", "\u0000", "♞", "\ud800", " ", "(", "{", "[", "=Q", "\n", "e4", "--"]);
        damage = damage.slice(0, at) + inserted + damage.slice(at + random(3));
    }
    return damage;
}

const kept = [];

function bytes() {
    const array = new Uint8Array(random(3) * 32 + random(2) * random(40));
    if (random(2) === 0 && array.length >= 32) {
        array.set(new philidor.Position(pick(FENS.slice(0, 3))).pack());
    }
    for (let count = random(4); count > 0 && array.length > 0; count -= 1) {
        array[random(array.length)] = random(256);
    }
    return array;
}

function anything() {
    switch (random(22)) {
        case 0: return undefined;
        case 1: return null;
        case 2: return random(65_536);
        case 3: return pick([-1, 0.5, NaN, Infinity, 2 ** 53, -0, 65_536, 64, 1e300]);
        case 4: return (BigInt(random(2 ** 31)) << 33n) ^ BigInt(random(2 ** 31));
        case 5: return pick([-1n, 1n << 80n, 0n]);
        case 6: return damaged(pick(FENS));
        case 7: return damaged(PGN);
        case 8: return pick(["e4", "Nf3", "O-O", "e2e4", "e7e8q", "a1", "h8", "white", "black", "bishop", "chain", "all"]);
        case 9: return bytes();
        case 10: return new Uint16Array(random(600)).map(() => random(65_536));
        case 11: return { kind: pick(["all", "quiet", "captures", 7]), strict: false, chess960: random(2) === 0, generator: pick(["chain", "mailbox", "x"]) };
        case 12: return { occupied: BigInt(random(2 ** 31)), by: pick(["white", 3]), offset: random(40), seenBy: "black", arrows: [["a1", "h8"]], squares: { a: ["e4"] } };
        case 13: return [pick(["e4", "a1", 3]), anything()];
        case 14: return random(64);
        case 15: return random(4);
        case 16: return () => {};
        case 17: return { enPassant: pick(["legal", "always", 1]), castling: pick(["xfen", "shredder", null]) };
        case 18: return pick([true, false, Symbol("s"), new Date(0), /x/]);
        default: return kept.length > 0 ? pick(kept) : undefined;
    }
}

/** What takes as long as its argument says. */
const SLOW = new Set(["perft", "divide", "perftStatistics", "step"]);
const LEFT_OUT = new Set(["constructor", ...Object.keys(philidor).filter((name) => name.endsWith("Error")), "PhilidorWorker", "Engine", "Hunter", "init", "renew", "then"]);

const functions = Object.entries(philidor).filter(([name, value]) => typeof value === "function" && !LEFT_OUT.has(name));
const isClass = (value) => /^class/.test(Function.prototype.toString.call(value));

function methods(object) {
    const names = [];
    for (let proto = Object.getPrototypeOf(object); proto && proto !== Object.prototype; proto = Object.getPrototypeOf(proto)) {
        names.push(...Object.getOwnPropertyNames(proto));
    }
    return names.filter((name) => !LEFT_OUT.has(name));
}

function action() {
    if (random(3) === 0 || kept.length === 0) {
        const [name, value] = pick(functions);
        const given = Array.from({ length: random(4) }, anything);
        if (isClass(value)) {
            const statics = Object.getOwnPropertyNames(value).filter((own) => typeof value[own] === "function");
            const own = pick([null, ...statics]);
            return [`${name}.${own ?? "new"}`, () => (own === null ? new value(...given) : value[own](...given))];
        }
        return [name, () => value(...given)];
    }
    const object = pick(kept);
    const name = pick(methods(object));
    const given = SLOW.has(name) ? [random(3), anything()] : Array.from({ length: random(4) }, anything);
    const { get, set } = descriptor(object, name);
    if (set !== undefined && random(2) === 0) {
        return [`${object.constructor.name}.${name} =`, () => { object[name] = given[0]; }];
    }
    return [`${object.constructor.name}.${name}`, () => (get ? object[name] : object[name]?.(...given))];
}

function descriptor(object, name) {
    for (let proto = Object.getPrototypeOf(object); proto; proto = Object.getPrototypeOf(proto)) {
        const found = Object.getOwnPropertyDescriptor(proto, name);
        if (found) {
            return found;
        }
    }
    return {};
}

const KEPT = [philidor.Position, philidor.Setup, philidor.Game, philidor.PgnGame, philidor.PgnNode, philidor.Positions,
    philidor.Book, philidor.Mailbox, philidor.MagicSearch];

function keep(value) {
    if (KEPT.some((Class) => value instanceof Class)) {
        kept[kept.length < 60 ? kept.length : random(60)] = value;
    }
}

let calls = 0;
let refusals = 0;
const end = Date.now() + seconds * 1000;
keep(new philidor.Position());
while (Date.now() < end) {
    const [name, call] = action();
    calls += 1;
    try {
        const answer = call();
        keep(answer);
        if (answer !== null && typeof answer === "object" && typeof answer.next === "function") {
            for (let count = 0; count < 5; count += 1) {
                const step = answer.next();
                if (step instanceof Promise) {
                    step.then(({ value }) => keep(value), (error) => judge(error, name));
                    break;
                }
                const { value, done } = step;
                if (done) {
                    break;
                }
                keep(value);
            }
        }
        if (answer instanceof Promise) {
            answer.catch((error) => judge(error, name));
        }
    } catch (error) {
        judge(error, name);
    }
    if (calls % 5000 === 0) {
        // The streams that were begun continue.
        await new Promise((resolve) => setTimeout(resolve, 0));
        if (new philidor.Position().perft(2) !== 400n) {
            throw new Error("the module does not count any more");
        }
    }
}

function judge(error, name) {
    refusals += 1;
    if (!(error instanceof philidor.PhilidorError) || typeof error.code !== "string") {
        console.error(`seed ${seed}, call ${calls}, ${name}`);
        throw error;
    }
}

console.log(`seed ${seed}: ${calls} calls, ${refusals} refused, ${philidor.memoryBytes() >> 20} MiB`);
