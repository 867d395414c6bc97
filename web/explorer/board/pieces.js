// The pieces, drawn for this page: plain silhouettes on one base, in a square of 45 units. See NOTICE.

import { drawing } from "../element.js";

const BASE = "M11 39.5h23v-3.2c0-1-.7-1.7-1.7-1.7H12.7c-1 0-1.7.7-1.7 1.7z";

/** Outlines are filled and stroked; lines are only stroked, in the color of the outline. */
const SHAPES = {
    p: {
        outlines: [
            "M22.5 8.8a5.4 5.4 0 0 1 3.6 9.4h2.7v2.9h-2.6c.5 5.6 2.6 9.6 5 13.5H13.8c2.4-3.9 4.5-7.9 5-13.5h-2.6v-2.9h2.7a5.4 5.4 0 0 1 3.6-9.4z",
        ],
        lines: ["M18.8 21.1h7.4"],
    },
    n: {
        outlines: [
            "M13 34.6c-.3-6.6 2.7-9.9 6.2-13.7-2.7 1.2-4.9 1-6.1 2.7-.7 1-1.9 1.3-3 .7l-1.3-.8c-1-.6-1.4-1.9-.8-3l4.3-8.100c.4-2 1.6-3.3 3.3-4.300L16.7 4.800l4.7 3C30 8.4 34.8 16 33 34.600z",
        ],
        lines: ["M23.5 12.200c3.8 2.9 5.2 8.6 4.7 18.1", "M10.5 20.900l1.3-.7"],
        dots: [[16.9, 13.3]],
    },
    b: {
        outlines: [
            "M22.5 4.300a2.5 2.5 0 0 1 1.7 4.300c4.2 2.7 6.5 6.4 6.5 10.1 0 2.8-1.2 5.1-3.3 6.800h2.100v2.900h-2.300c.3 2.3 1.5 4.3 3.1 6.200H14.700c1.6-1.9 2.8-3.9 3.1-6.200h-2.300v-2.900h2.100c-2.1-1.7-3.3-4-3.3-6.8 0-3.7 2.3-7.4 6.5-10.100a2.5 2.5 0 0 1 1.7-4.300z",
        ],
        lines: ["M25.7 12.300l-5.4 6.2", "M17.6 25.500h9.8", "M17.8 28.400h9.4"],
    },
    r: {
        outlines: [
            "M11.8 8.500h4.700v3.300h3.700V8.500h4.600v3.300h3.700V8.500h4.700v8l-3.4 3v9.800l2.7 5.300H12.500l2.7-5.300v-9.800l-3.4-3z",
        ],
        lines: ["M15.2 19.500h14.6", "M15.2 29.300h14.6"],
    },
    q: {
        outlines: [
            "M12.8 34.600c1.6-2.7 2-4.9 1.6-7.600L8.6 14.400l7.2 6 .700-10.5 6 9.6 6-9.6.700 10.5 7.2-6L30.6 27c-.4 2.7 0 4.9 1.6 7.600z",
        ],
        lines: ["M14.4 27c5.3-1.4 10.9-1.4 16.2 0", "M13.9 31.200c5.6-1.3 11.6-1.3 17.2 0"],
        balls: [
            [8.1, 12.6],
            [16.3, 8.2],
            [28.7, 8.2],
            [36.9, 12.6],
            [22.5, 17.2],
        ],
    },
    k: {
        outlines: [
            "M21.1 3.800h2.800v2.900h2.900v2.800h-2.900v3.700h-2.800V9.500h-2.900V6.700h2.900z",
            "M12.8 34.600c.9-2.5 1.1-4.5.8-6.8-4.7-2.8-6.7-7-4.8-10.7 2-3.9 7.3-4.7 11-1.8.4-1.5 1.3-2.7 2.7-3.7 1.4 1 2.3 2.2 2.7 3.7 3.7-2.9 9-2.1 11 1.8 1.9 3.7-.1 7.9-4.8 10.7-.3 2.3-.1 4.3.8 6.800z",
        ],
        lines: [
            "M22.5 27c0-4.3-.4-8.3-2.7-11.7",
            "M22.5 27c0-4.3.4-8.3 2.7-11.7",
            "M13.6 27.800c5.8-1.5 12-1.5 17.8 0",
            "M13.5 31.400c5.9-1.4 12.1-1.4 18 0",
        ],
    },
};

/** A piece, 45 units wide, for a letter as FENs have it. */
export function piece(letter, attributes = {}) {
    const { outlines, lines = [], dots = [], balls = [] } = SHAPES[letter.toLowerCase()];
    const color = letter === letter.toLowerCase() ? "black" : "white";
    return drawing(
        "g",
        { class: `piece ${color}`, ...attributes },
        [BASE, ...outlines].map((d) => drawing("path", { d })),
        balls.map(([cx, cy]) => drawing("circle", { cx, cy, r: 2.3 })),
        lines.map((d) => drawing("path", { d, class: "line" })),
        dots.map(([cx, cy]) => drawing("circle", { cx, cy, r: 1.3, class: "dot" })),
    );
}

/** A piece as a picture of its own, for palettes. */
export function picture(letter) {
    return drawing(
        "svg",
        { viewBox: "0 0 45 45", class: "piece-picture", "aria-hidden": "true" },
        piece(letter),
    );
}
