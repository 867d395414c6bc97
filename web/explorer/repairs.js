// What would repair a setup, fault by fault.

import { SQUARES } from "./squares.js";

/** Each repair of a fault: a label, and the setup that it leads to. */
export function repairsOf(setup, fault) {
    const { color, squares } = fault;
    switch (fault.kind) {
        case "missing-king":
            return [withKing(setup, color)];
        case "several-kings":
            return squares.map((king) => [
                `keep ${king}`,
                without(
                    setup,
                    squares.filter((other) => other !== king),
                ),
            ]);
        case "too-many-pieces":
            return [surplus(setup, squares.filter((at) => setup.get(at).toLowerCase() !== "k"), squares.length - 16)];
        case "too-many-pawns":
            return [surplus(setup, squares, squares.length - 8)];
        case "pawns-on-last-ranks":
            return [removed(setup, squares)];
        case "opponent-in-check":
            return [passed(setup), removed(setup, checkersOf(fault))];
        case "too-many-checkers":
            return [surplus(setup, checkersOf(fault), checkersOf(fault).length - 2)];
        default:
            return fault.kind.startsWith("castling")
                ? [["drop the impossible rights", setup.repair(["castling"])]]
                : [["clear the en-passant square", setup.repair(["en-passant"])]];
    }
}

const checkersOf = ({ squares, square: king }) => squares.filter((square) => square !== king);

function without(setup, squares) {
    const left = setup.copy();
    for (const square of squares) left.set(square, null);
    return left;
}

const removed = (setup, squares) => [`remove ${squares.join(", ")}`, without(setup, squares)];

/** Without the last `count` of these squares. */
const surplus = (setup, squares, count) => removed(setup, squares.slice(Math.max(0, squares.length - count)));

function passed(setup) {
    const other = setup.copy();
    other.turn = setup.turn === "white" ? "black" : "white";
    other.enPassant = null;
    return [`let ${other.turn} move`, other];
}

/** A king where it does the least harm: at home if that is free, elsewhere if that has fewer faults. */
function withKing(setup, color) {
    const [letter, home] = color === "white" ? ["K", "e1"] : ["k", "e8"];
    const placed = [home, ...SQUARES]
        .filter((square) => setup.get(square) === null)
        .map((square) => {
            const other = setup.copy();
            other.set(square, letter);
            return { square, other, faults: other.faults().length };
        });
    const best = placed.reduce((least, one) => (one.faults < least.faults ? one : least));
    return [`put it on ${best.square}`, best.other];
}
