// A chess board: a drawing, and above it a grid of 64 cells that pointer, touch, keyboard and screen readers use.
//
//   board.show({ pieces, fills, dots, labels, arrows, notes })      what is seen, and said
//   onpick(square)                                                   a square was chosen
//   onmove(origin, destination)                                      a piece was dragged, or two squares were chosen
//
// In the grid the arrow keys go from square to square, Enter or Space picks, Escape lets go. A board is one stop of the
// Tab key. Each cell says its square, its piece and the notes of the panel ("e4, white pawn, attacked").

import { drawing, element } from "../element.js";
import { nameOf, SQUARES } from "../squares.js";
import { piece } from "./pieces.js";

const SIZE = 100;
const KEYS = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };

export class Board {
    #layers = {};
    #cells = new Map();
    #shown = { pieces: {} };
    #focus = "e4";
    #held;
    #dragged;
    #turned = false;
    #options;

    /** `moves`: origin square → destinations, or a function of a square, for boards on which pieces move. */
    constructor(label, options = {}) {
        this.#options = options;
        this.#focus = options.focus ?? "e4";
        const layers = ["squares", "fills", "names", "arrows", "pieces", "dots", "labels"];
        for (const layer of layers) this.#layers[layer] = drawing("g", { class: `layer-${layer}` });
        this.drawing = drawing(
            "svg",
            { viewBox: `0 0 ${8 * SIZE} ${8 * SIZE}`, "aria-hidden": "true", focusable: "false" },
            drawing("defs", {}, arrowHead()),
            layers.map((layer) => this.#layers[layer]),
        );
        this.grid = element("div", { class: "cells", role: "grid", "aria-label": label });
        this.element = element("div", { class: "board" }, this.drawing, this.grid);
        this.#listen();
        this.#lay();
    }

    get turned() {
        return this.#turned;
    }

    set turned(turned) {
        if (turned === this.#turned) return;
        this.#turned = turned;
        this.#lay();
        this.show(this.#shown);
    }

    /** Shows a board; what is not named is empty. */
    show(shown) {
        this.#shown = { pieces: {}, fills: {}, dots: {}, labels: {}, arrows: [], notes: {}, ...shown };
        const { pieces, fills, dots, labels, arrows } = this.#shown;
        this.#draw("fills", Object.entries(fills), (square, kinds) =>
            [kinds].flat().map((kind) =>
                drawing("rect", {
                    ...this.#corner(square),
                    width: SIZE,
                    height: SIZE,
                    class: `fill ${kind}`,
                }),
            ),
        );
        this.#draw("pieces", Object.entries(pieces), (square, letter) => this.#piece(square, letter));
        this.#draw("dots", Object.entries(dots), (square, kind) => this.#dot(square, kind, pieces[square]));
        this.#draw("labels", Object.entries(labels), (square, text) => this.#label(square, text));
        this.#draw(
            "arrows",
            arrows.map((arrow) => [arrow.from, arrow]),
            (_, arrow) => this.#arrow(arrow),
        );
        for (const [square, cell] of this.#cells) cell.setAttribute("aria-label", this.#spoken(square));
        this.#hold(undefined);
    }

    focus(square = this.#focus) {
        this.#go(square);
        this.#cells.get(square).focus({ preventScroll: true });
    }

    #spoken(square) {
        const letter = this.#shown.pieces[square];
        return [square, letter ? nameOf(letter) : "empty", this.#shown.notes[square]]
            .filter(Boolean)
            .join(", ");
    }

    /** The squares from the upper left to the lower right. */
    #order() {
        const rows = Array.from({ length: 8 }, (_, row) => SQUARES.slice(56 - 8 * row, 64 - 8 * row));
        return this.#turned ? rows.reverse().map((row) => row.reverse()) : rows;
    }

    #lay() {
        this.#cells.clear();
        const rows = this.#order().map((row) =>
            element(
                "div",
                { role: "row" },
                row.map((square) => {
                    const cell = element("div", {
                        role: "gridcell",
                        tabindex: "-1",
                        "data-square": square,
                        "aria-label": square,
                    });
                    this.#cells.set(square, cell);
                    return cell;
                }),
            ),
        );
        this.grid.replaceChildren(...rows);
        this.#go(this.#focus);
        this.#draw(
            "squares",
            this.#order()
                .flat()
                .map((square) => [square, square]),
            (square) => {
                const dark = ("abcdefgh".indexOf(square[0]) + Number(square[1])) % 2 === 1;
                return drawing("rect", {
                    ...this.#corner(square),
                    width: SIZE,
                    height: SIZE,
                    class: dark ? "square dark" : "square light",
                });
            },
        );
        const [bottom, left] = this.#turned ? ["8", "h"] : ["1", "a"];
        this.#draw(
            "names",
            SQUARES.map((square) => [square, square]),
            (square) => {
                const { x, y } = this.#corner(square);
                const dark = ("abcdefgh".indexOf(square[0]) + Number(square[1])) % 2 === 1;
                const kind = dark ? "name on-dark" : "name on-light";
                return [
                    square[1] === bottom &&
                        drawing(
                            "text",
                            { x: x + SIZE - 6, y: y + SIZE - 7, class: kind, "text-anchor": "end" },
                            square[0],
                        ),
                    square[0] === left && drawing("text", { x: x + 6, y: y + 22, class: kind }, square[1]),
                ].filter(Boolean);
            },
        );
    }

    #corner(square) {
        const file = "abcdefgh".indexOf(square[0]);
        const rank = Number(square[1]) - 1;
        return this.#turned
            ? { x: (7 - file) * SIZE, y: rank * SIZE }
            : { x: file * SIZE, y: (7 - rank) * SIZE };
    }

    #middle(square) {
        const { x, y } = this.#corner(square);
        return { x: x + SIZE / 2, y: y + SIZE / 2 };
    }

    #draw(layer, entries, draw) {
        this.#layers[layer].replaceChildren(...entries.flatMap(([square, what]) => draw(square, what)));
    }

    #piece(square, letter) {
        const { x, y } = this.#corner(square);
        return piece(letter, { transform: `translate(${x + 5} ${y + 4}) scale(2)`, "data-piece": square });
    }

    /** A dot on an empty square, a ring around a piece. */
    #dot(square, kind, letter) {
        const { x, y } = this.#middle(square);
        return letter
            ? drawing("circle", { cx: x, cy: y, r: 43, class: `ring ${kind}` })
            : drawing("circle", { cx: x, cy: y, r: 15, class: `spot ${kind}` });
    }

    #label(square, text) {
        const { x, y } = this.#corner(square);
        const wide = 22 + 13 * String(text).length;
        return drawing(
            "g",
            { class: "label" },
            drawing("rect", { x: x + SIZE - wide - 4, y: y + 4, width: wide, height: 32, rx: 16 }),
            drawing("text", { x: x + SIZE - wide / 2 - 4, y: y + 28, "text-anchor": "middle" }, text),
        );
    }

    #arrow({ from, to, kind = "" }) {
        const [begin, end] = [this.#middle(from), this.#middle(to)];
        const length = Math.hypot(end.x - begin.x, end.y - begin.y) || 1;
        const cut = 22 / length;
        return drawing("line", {
            x1: begin.x,
            y1: begin.y,
            x2: end.x - (end.x - begin.x) * cut,
            y2: end.y - (end.y - begin.y) * cut,
            class: `arrow ${kind}`,
            "marker-end": "url(#arrow-head)",
        });
    }

    #go(square) {
        this.#cells.get(this.#focus)?.setAttribute("tabindex", "-1");
        this.#focus = square;
        this.#cells.get(square)?.setAttribute("tabindex", "0");
    }

    #destinations(square) {
        const { moves } = this.#options;
        return typeof moves === "function" ? moves(square) : undefined;
    }

    /** Takes a piece up, or puts it down again. */
    #hold(square) {
        this.#cells.get(this.#held)?.classList.remove("held");
        this.#held = square;
        this.#cells.get(square)?.classList.add("held");
        const destinations = square ? (this.#destinations(square) ?? []) : [];
        for (const [at, cell] of this.#cells) cell.classList.toggle("goal", destinations.includes(at));
    }

    #pick(square) {
        this.#go(square);
        if (this.#held && this.#destinations(this.#held)?.includes(square)) {
            const origin = this.#held;
            this.#hold(undefined);
            this.#options.onmove?.(origin, square);
        } else if (this.#destinations(square)?.length && this.#held !== square) {
            this.#hold(square);
            this.#options.onpick?.(square);
        } else {
            this.#hold(undefined);
            this.#options.onpick?.(square);
        }
    }

    #listen() {
        const squareOf = (target) => target.closest?.("[data-square]")?.dataset.square;
        this.grid.addEventListener("keydown", (event) => this.#key(event));
        this.grid.addEventListener("focusin", ({ target }) => squareOf(target) && this.#go(squareOf(target)));
        this.grid.addEventListener("click", ({ target }) => {
            if (this.#dragged === "done") this.#dragged = undefined;
            else if (squareOf(target)) this.#pick(squareOf(target));
        });
        this.grid.addEventListener("pointerdown", (event) => {
            const square = squareOf(event.target);
            this.#dragged = undefined;
            if (event.button === 0 && square && this.#destinations(square)?.length)
                this.#dragged = { square, x: event.clientX, y: event.clientY };
        });
        this.grid.addEventListener("pointermove", (event) => this.#drag(event));
        this.grid.addEventListener("pointerup", (event) => this.#drop(event));
        this.grid.addEventListener("pointercancel", () => this.#letGo());
    }

    #key(event) {
        // With these the browser has its own plans: back, reload, print.
        if (event.altKey || event.ctrlKey || event.metaKey) return;
        const step = KEYS[event.key];
        if (step) {
            const rows = this.#order();
            const row = rows.findIndex((squares) => squares.includes(this.#focus));
            const column = rows[row].indexOf(this.#focus);
            const next = rows[row + step[1]]?.[column + step[0]];
            if (next) this.focus(next);
        } else if (event.key === "Enter" || event.key === " ") this.#pick(this.#focus);
        else if (event.key === "Escape" && this.#held) this.#hold(undefined);
        else if (!this.#options.onkey?.(event.key, this.#focus)) return;
        event.preventDefault();
    }

    #drag(event) {
        const { square, x, y, ghost } = this.#dragged ?? {};
        if (!square || (!ghost && Math.hypot(event.clientX - x, event.clientY - y) < 6)) return;
        if (!ghost) {
            this.#hold(square);
            this.grid.setPointerCapture(event.pointerId);
            this.#dragged.ghost = this.#layers.pieces.querySelector(`[data-piece="${square}"]`);
            this.#dragged.ghost?.parentNode.append(this.#dragged.ghost);
        }
        const box = this.drawing.getBoundingClientRect();
        const scale = (8 * SIZE) / box.width;
        const [left, top] = [(event.clientX - box.left) * scale - 45, (event.clientY - box.top) * scale - 45];
        this.#dragged.ghost?.setAttribute("transform", `translate(${left} ${top}) scale(2)`);
    }

    #drop(event) {
        const { square, ghost } = this.#dragged ?? {};
        if (!ghost) return;
        const box = this.drawing.getBoundingClientRect();
        const column = Math.floor(((event.clientX - box.left) / box.width) * 8);
        const row = Math.floor(((event.clientY - box.top) / box.height) * 8);
        const goal = this.#order()[row]?.[column];
        const may = goal && this.#destinations(square)?.includes(goal);
        this.#letGo();
        this.#dragged = "done";
        if (may) this.#options.onmove?.(square, goal);
    }

    #letGo() {
        this.#dragged = undefined;
        this.show(this.#shown);
    }
}

function arrowHead() {
    return drawing(
        "marker",
        {
            id: "arrow-head",
            viewBox: "0 0 10 10",
            refX: 5,
            refY: 5,
            markerWidth: 3.2,
            markerHeight: 3.2,
            orient: "auto-start-reverse",
        },
        drawing("path", { d: "M0 0l10 5-10 5z" }),
    );
}
