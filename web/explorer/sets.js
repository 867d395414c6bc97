// Sets of squares and words of bits as small drawings.

import { drawing, element } from "./element.js";
import { grouped, has, spoken, SQUARES } from "./squares.js";

/**
 * A set as a board of 8 × 8 dots. `also` are further sets, each drawn as a class of its own.
 *
 *   setBoard('mask', mask, { square: 'c4', also: { blocker: relevant } })
 */
export function setBoard(title, set, { square, also = {}, kind = "", small = false } = {}) {
    const cells = SQUARES.flatMap((_, index) => {
        const [x, y] = [(index % 8) * 10, (7 - Math.floor(index / 8)) * 10];
        const place = { x: x + 0.6, y: y + 0.6, width: 8.8, height: 8.8, rx: 1.6 };
        const more = Object.entries(also).filter(([, other]) => has(other, index));
        return [
            drawing("rect", { ...place, class: has(set, index) ? `bit on ${kind}` : "bit" }),
            more.map(([name]) => drawing("circle", { cx: x + 5, cy: y + 5, r: 2.6, class: `mark ${name}` })),
        ].flat();
    });
    if (square) {
        const index = SQUARES.indexOf(square);
        cells.push(
            drawing("circle", {
                cx: (index % 8) * 10 + 5,
                cy: (7 - Math.floor(index / 8)) * 10 + 5,
                r: 3,
                class: "home",
            }),
        );
    }
    const label = `${title}: ${spoken(set)}`;
    return element(
        "figure",
        { class: small ? "set small" : "set" },
        drawing("svg", { viewBox: "0 0 80 80", role: "img", "aria-label": label }, cells),
        element("figcaption", {}, title),
    );
}

/** A word of 64 bits from the highest to the lowest, in rows of 32; `kinds(bit)` is the class of a bit. */
export function wordStrip(title, word, kinds = () => "") {
    const bits = [];
    for (let bit = 63; bit >= 0; bit -= 1) {
        const place = 63 - bit;
        const [x, y] = [(place % 32) * 10 + Math.floor((place % 32) / 8) * 3, Math.floor(place / 32) * 16];
        bits.push(
            drawing("rect", {
                x: x + 0.7,
                y,
                width: 8.6,
                height: 13,
                rx: 1.4,
                class: `bit ${has(word, bit) ? "on" : ""} ${kinds(bit)}`,
            }),
        );
    }
    return element(
        "figure",
        { class: "word" },
        element("figcaption", {}, title, " ", element("code", {}, grouped(word))),
        drawing(
            "svg",
            { viewBox: "-0.5 -1 330 31", role: "img", "aria-label": `${title} in 64 bits, ${grouped(word)}` },
            bits,
        ),
    );
}
