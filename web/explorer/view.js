// What a panel is built on: a heading, a board with its position, a desk for its controls, and the values of the
// address.
//
// A panel is `{ name, title, group, lede, book, defaults, allowed, build(view) }`. `build` lays out the desk once and
// returns a function that is called whenever a value changes. An answer to a question about earlier values is dropped.
//
// Values come from the address, which anybody may have written. A panel takes those that it has a default for, and where
// `allowed` has a pattern, only those that match it; all others it does not see.

import * as address from "./address.js";
import { Board } from "./board/board.js";
import { button, element, labeled } from "./element.js";
import { abandon, ask } from "./laboratory.js";
import { positionOf } from "./philidor.js";
import { KNOWN, START } from "./positions.js";
import { piecesOf } from "./squares.js";

export class View {
    #show;
    #board;
    #turn = 0;
    #shownFen;
    #endings = [];
    #isLeft = false;

    constructor(panel, values, announcer) {
        this.panel = panel;
        this.announcer = announcer;
        this.values = this.#taken(values);
        this.desk = element("section", { class: "desk", "aria-label": "Controls and results" });
        this.stage = element("section", { class: "stage", "aria-label": "Board" });
        this.fault = element("p", { class: "fault", role: "alert", hidden: true });
        this.element = element(
            "article",
            { class: `panel panel-${panel.name}` },
            this.#heading(),
            this.fault,
            element("div", { class: `work ${panel.layout ?? ""}` }, this.stage, this.desk),
        );
    }

    #heading() {
        const { group, title, about, lede, book } = this.panel;
        return element(
            "header",
            { class: "heading" },
            element("p", { class: "group" }, group),
            element("h1", {}, title),
            about && element("p", { class: "about" }, about),
            element("p", { class: "lede" }, lede),
            element(
                "p",
                { class: "book" },
                "In the book: ",
                element("a", { href: `../${book[0]}` }, book[1]),
            ),
        );
    }

    #taken(values) {
        const { defaults = {}, allowed = {} } = this.panel;
        const known = { fen: START, turned: "", ...defaults };
        const isTaken = ([name, text]) => Object.hasOwn(known, name) && (allowed[name] ?? /^/).test(text);
        return { ...known, ...Object.fromEntries(Object.entries(values).filter(isTaken)) };
    }

    /** A board with a bar for its position. */
    board(label, options = {}) {
        const board = new Board(label, options);
        this.#board = board;
        const turn = button("Flip board", () => {
            board.turned = !board.turned;
            this.keep({ turned: board.turned ? "yes" : "" });
        });
        this.stage.append(board.element, options.bar === false ? "" : this.#bar(turn));
        return board;
    }

    #bar(turn) {
        const text = element("textarea", {
            rows: 2,
            spellcheck: "false",
            autocomplete: "off",
            autocapitalize: "off",
            maxlength: 200,
            class: "fen",
            onkeydown: (event) => {
                if (event.key !== "Enter" || event.isComposing) return;
                event.preventDefault();
                event.target.form.requestSubmit();
            },
        });
        const known = element(
            "select",
            { onchange: () => known.value && this.set({ fen: known.value, ...this.panel.forget }) },
            element("option", { value: "" }, "Choose …"),
            KNOWN.map(([name, fen]) => element("option", { value: fen }, name)),
        );
        this.showFen = (shown = this.values.fen) => {
            this.#shownFen = shown;
            text.value = shown;
            text.scrollTop = 0;
            known.value = KNOWN.some(([, fen]) => fen === shown) ? shown : "";
        };
        const enter = (event) => {
            event.preventDefault();
            this.set({ fen: text.value.trim().replace(/\s+/g, " "), ...this.panel.forget });
        };
        return element(
            "form",
            { class: "position-bar", onsubmit: enter },
            labeled("Position (FEN)", text),
            element("button", { type: "submit" }, "Set"),
            labeled("Known positions", known),
            turn,
        );
    }

    /** The position on the board, which in a game is not that of the address. */
    get shownFen() {
        return this.#shownFen ?? this.values.fen;
    }

    /** The position of the address; throws what is wrong with it. */
    get position() {
        return positionOf(this.values.fen);
    }

    get pieces() {
        return piecesOf(this.values.fen);
    }

    /** Changes values, writes them into the address, and shows the panel anew. */
    set(changes) {
        this.keep(changes);
        return this.refresh();
    }

    /** Changes values and the address alone. */
    keep(changes) {
        Object.assign(this.values, changes);
        if (!this.#isLeft) address.rewrite(this.panel.name, this.#ownValues());
    }

    #ownValues() {
        const defaults = { fen: START, ...this.panel.defaults };
        return Object.fromEntries(
            Object.entries(this.values).filter(
                ([name, text]) => String(text) !== String(defaults[name] ?? ""),
            ),
        );
    }

    /** Shows other values, which the address has already. */
    load(values) {
        this.values = this.#taken(values);
        return this.refresh();
    }

    /** Shows the panel, which is laid out the first time. */
    async refresh() {
        this.#turn += 1;
        const turn = this.#turn;
        abandon();
        try {
            this.#show ??= this.panel.build(this);
            this.showFen?.();
            if (this.#board) this.#board.turned = this.values.turned === "yes";
            await this.#show(this.values);
            if (turn === this.#turn) this.fault.hidden = true;
        } catch (error) {
            if (turn === this.#turn && !this.#isLeft) this.complain(error);
        }
        this.element.dataset.shown = String(turn);
    }

    /** Asks the laboratory; the answer is dropped if the values have changed meanwhile. */
    ask(name, values) {
        return this.awaited(ask(name, values));
    }

    /** What the promise gives; never settles if the values change meanwhile. */
    async awaited(promise) {
        const turn = this.#turn;
        const dropped = () => turn !== this.#turn || this.#isLeft;
        try {
            const answer = await promise;
            return dropped() ? new Promise(() => {}) : answer;
        } catch (error) {
            if (dropped()) return new Promise(() => {});
            throw error;
        }
    }

    /** Says what is wrong, for all to see. */
    complain = ({ message }) => {
        this.fault.textContent = message;
        this.fault.hidden = false;
    };

    /** Says something to screen readers. */
    say(text) {
        this.announcer.textContent = text;
    }

    /** Calls this when the panel is left: to stop clocks and loops. */
    atTheEnd(end) {
        this.#endings.push(end);
    }

    get isLeft() {
        return this.#isLeft;
    }

    leave() {
        this.#isLeft = true;
        for (const end of this.#endings) end();
    }
}
