// The chain walk of 1989, a step at a time.

import { SQUARE } from "../address.js";
import { button, element, replace } from "../element.js";
import { generators } from "../philidor.js";
import { nameOf } from "../squares.js";

export const chain = {
    name: "chain",
    title: "The chain walk of 1989",
    group: "Generators",
    lede: "Every walk of every piece is laid out in advance as a chain of squares with two links: at an empty square follow one, at an occupied square the other. No edge of the board is ever tested. Pick a piece.",
    book: ["chain.html#two-links", "The chain generator of 1989"],
    defaults: { square: "b2", step: "1", fen: "4k3/8/8/8/1p6/4P3/1R4p1/4K3 w - - 0 1" },
    allowed: { square: SQUARE, step: /^(all|\d{1,3})$/ },
    forget: { step: "1" },
    keepsPosition: true,
    build,
};

function build(view) {
    let clock;
    let walk = [];
    const board = view.board("Board with the walk", {
        focus: "b2",
        onpick: (square) => view.set({ square, step: "1" }),
    });
    const controls = element("div", { class: "controls" });
    const readout = element("div", { class: "answer", "aria-live": "polite" });
    const code = element("pre", { class: "code" });
    view.desk.append(controls, readout, element("h2", {}, "The generator is this loop"), code);
    view.atTheEnd(() => clearInterval(clock));

    const halt = () => {
        clearInterval(clock);
        clock = undefined;
    };

    const go = (step) => view.set({ step: String(Math.max(0, Math.min(walk.length, step))) });

    function play() {
        if (clock) {
            halt();
            view.refresh();
            return;
        }
        if (here() >= walk.length) go(0);
        clock = setInterval(() => {
            if (here() >= walk.length) halt();
            go(here() + 1);
        }, 550);
        view.refresh();
    }

    const here = () => (view.values.step === "all" ? walk.length : Math.min(walk.length, Number(view.values.step)));

    return ({ square }) => {
        const { position } = view;
        const piece = position.get(square);
        walk = position.chainWalk(square).map(({ square: at, occupant }) => ({
            at,
            occupied: occupant !== null,
            own: occupant !== null && isWhite(occupant) === isWhite(piece),
        }));
        const step = here();
        const seen = walk.slice(0, step);
        const labels = Object.fromEntries(seen.map(({ at }, index) => [at, String(index + 1)]));
        const fills = { [square]: "gold" };
        const notes = {};
        seen.forEach(({ at, occupied, own }, index) => {
            fills[at] = occupied ? (own ? "violet" : "red") : "blue";
            notes[at] = `step ${index + 1}, ${occupied ? (own ? "own piece" : "capture") : "quiet move"}`;
        });
        const path = [square, ...seen.map(({ at }) => at)];
        const arrows = path
            .slice(1)
            .map((to, index) => ({ from: path[index], to, kind: index === step - 1 ? "gold" : "faint" }));
        board.show({ pieces: view.pieces, fills, labels, notes, arrows: arrows.slice(-1) });
        replace(
            controls,
            button(
                "First",
                () => {
                    halt();
                    go(0);
                },
                { "data-key": "first", disabled: step === 0 },
            ),
            button(
                "Back",
                () => {
                    halt();
                    go(step - 1);
                },
                { "data-key": "back", disabled: step === 0 },
            ),
            button(clock ? "Pause" : "Walk", play, {
                class: "main",
                "data-key": "walk",
                disabled: walk.length === 0,
            }),
            button(
                "Step",
                () => {
                    halt();
                    go(step + 1);
                },
                { "data-key": "step", disabled: step >= walk.length },
            ),
        );
        const last = seen.at(-1);
        const isPawn = piece?.toLowerCase() === "p";
        replace(
            readout,
            element(
                "h2",
                {},
                piece
                    ? `The ${nameOf(piece)} on ${square}`
                    : `${square} is empty: no walk begins there`,
            ),
            piece &&
                element(
                    "p",
                    {},
                    `${step} of ${walk.length} squares. `,
                    last
                        ? sentence(last, walk[step], isPawn)
                        : "The walk begins at the first square of the first line.",
                ),
            element(
                "ol",
                { class: "moves walk" },
                seen.map(({ at, occupied, own }) =>
                    element(
                        "li",
                        { class: occupied ? (own ? "own" : "capture") : "" },
                        at + (occupied ? (own ? " ○" : " ×") : ""),
                    ),
                ),
            ),
            element(
                "p",
                { class: "note" },
                `All links of all pieces from all squares: ${tableBytes() / 1024} KiB. Blue squares are quiet moves, red ones captures, violet ones are held by an own piece.`,
            ),
        );
        drawCode(code, last, step === 0, step >= walk.length);
    };
}

const isWhite = (letter) => letter === letter.toUpperCase();
const tableBytes = () => generators().find(({ name }) => name === "chain").tableBytes;

function sentence({ at, occupied, own }, next, isPawn) {
    const goes = next ? `to ${next.at}` : "home: the walk ends";
    if (isPawn)
        return `${at} is ${occupied ? "occupied" : "empty"}. A pawn has two chains, one of pushes and one of captures; on ${goes}.`;
    if (!occupied) return `${at} is empty: a quiet move, and on by next_position ${goes}.`;
    return own
        ? `${at} is held by an own piece: no move, and by next_direction ${goes}.`
        : `${at} has an enemy: a capture, and by next_direction ${goes}.`;
}

function drawCode(code, last, atStart, atEnd) {
    const lines = [
        ["at = first square of the walk", atStart],
        ["while at is not the square of the piece", !atStart && atEnd && !last],
        ["  empty: quiet move, at = next_position[at]", last && !last.occupied],
        ["  an enemy: capture, at = next_direction[at]", last?.occupied && !last.own],
        ["  our own: at = next_direction[at]", last?.occupied && last.own],
    ];
    replace(
        code,
        lines.map(([text, isHere]) => element("span", { class: isHere ? "line here" : "line" }, `${text}\n`)),
    );
}
