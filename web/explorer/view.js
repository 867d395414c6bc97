// What a panel stands on: a heading, a board with its position, a desk for its controls, and the values of the address.
//
// A panel is `{ name, title, group, lede, book, defaults, build(view) }`. `build` lays out the desk once and returns a
// function that is called whenever a value changes. An answer to a question about earlier values is dropped.

import * as address from "./address.js";
import { Board } from "./board/board.js";
import { button, element, labeled } from "./element.js";
import { ask } from "./laboratory.js";
import { KNOWN, START } from "./positions.js";
import { piecesOf } from "./squares.js";

export class View {
    #refresh = async () => {};
    #turn = 0;
    #endings = [];
    #isLeft = false;

    constructor(panel, values, announcer) {
        this.panel = panel;
        this.announcer = announcer;
        this.values = { fen: START, ...panel.defaults, ...values };
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
        const { group, title, lede, book } = this.panel;
        return element(
            "header",
            { class: "heading" },
            element("p", { class: "group" }, group),
            element("h1", {}, title),
            element("p", { class: "lede" }, lede),
            element(
                "p",
                { class: "book" },
                "In the book: ",
                element("a", { href: `../${book[0]}` }, book[1]),
            ),
        );
    }

    /** Lays the panel out and shows it. */
    async open() {
        this.#refresh = (await this.panel.build(this)) ?? this.#refresh;
        await this.refresh();
    }

    /** A board with a bar for its position. */
    board(label, options = {}) {
        const board = new Board(label, options);
        board.turned = this.values.turned === "yes";
        const turn = button("Turn", () => {
            board.turned = !board.turned;
            this.keep({ turned: board.turned ? "yes" : "" });
        });
        this.stage.append(board.element, options.bar === false ? "" : this.#bar(turn));
        return board;
    }

    #bar(turn) {
        const text = element("input", {
            type: "text",
            spellcheck: "false",
            autocomplete: "off",
            class: "fen",
        });
        const known = element(
            "select",
            { onchange: () => known.value && this.set({ fen: known.value, ...this.panel.forget }) },
            element("option", { value: "" }, "Choose …"),
            KNOWN.map(([name, fen]) => element("option", { value: fen }, name)),
        );
        this.showFen = () => {
            text.value = this.values.fen;
            known.value = KNOWN.some(([, fen]) => fen === this.values.fen) ? this.values.fen : "";
        };
        const enter = (event) => {
            event.preventDefault();
            this.set({ fen: text.value.trim(), ...this.panel.forget });
        };
        return element(
            "form",
            { class: "position-bar", onsubmit: enter },
            labeled("Position (FEN)", text, { class: "labeled wide" }),
            labeled("Known positions", known),
            element("div", { class: "buttons" }, element("button", { type: "submit" }, "Set"), turn),
        );
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
        this.values = { fen: START, ...this.panel.defaults, ...values };
        return this.refresh();
    }

    async refresh() {
        this.#turn += 1;
        const turn = this.#turn;
        this.showFen?.();
        try {
            await this.#refresh(this.values);
            if (turn === this.#turn) this.fault.hidden = true;
        } catch (error) {
            if (turn === this.#turn && !this.#isLeft) this.complain(error.message);
        }
        this.element.dataset.shown = String(turn);
    }

    /** Asks the laboratory; the answer is dropped if the values have changed meanwhile. */
    async ask(name, values) {
        const turn = this.#turn;
        const dropped = () => turn !== this.#turn || this.#isLeft;
        try {
            const answer = await ask(name, values);
            return dropped() ? new Promise(() => {}) : answer;
        } catch (error) {
            if (dropped()) return new Promise(() => {});
            throw error;
        }
    }

    complain(text) {
        this.fault.textContent = text;
        this.fault.hidden = false;
    }

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
