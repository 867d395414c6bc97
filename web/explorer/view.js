// What a panel is built on: a heading, a board with its position, a desk for its controls, and the values of the
// address.
//
// A panel is `{ name, title, group, lede, book, defaults, allowed, build(view) }`. `build` lays out the desk once, before
// the package is ready, and returns a function that is called whenever a value changes. An answer to a question about
// earlier values is dropped. What the reader asked for first is `.answer`: right below the board, or beside it.
//
// Values come from the address, which anybody may have written. A panel takes those that it has a default for, and where
// `allowed` has a pattern, only those that match it; all others it does not see.

import * as address from "./address.js";
import { Board } from "./board/board.js";
import { button, element, labeled } from "./element.js";
import { abandon, ask, isLoaded } from "./laboratory.js";
import { compiled, described } from "./modules.js";
import { init, isReady, positionOf } from "./philidor.js";
import { KNOWN, START } from "./positions.js";
import { piecesOf } from "./squares.js";

/** Where there is room for the desk beside the board, as in `style/page.css`. */
const WIDE = matchMedia("(min-width: 38rem)");

/** Where the book is; empty in a site without it. */
const BOOK = document.querySelector("meta[name=book]").content;

export class View {
    #show;
    #board;
    #awaited;
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
            { class: `panel panel-${panel.name} waiting` },
            this.#heading(),
            this.fault,
            element("div", { class: "work" }, this.stage, this.desk),
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
                BOOK ? element("a", { href: BOOK + book[0] }, book[1]) : book[1],
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
        const bar = element(
            "details",
            { class: "position", open: WIDE.matches },
            element("summary", {}, "Set another position, or flip the board"),
            element(
                "form",
                { class: "position-bar", onsubmit: enter },
                labeled("Position (FEN)", text),
                element("button", { type: "submit" }, "Set"),
                labeled("Known positions", known),
                turn,
            ),
        );
        const unfold = () => (bar.open = WIDE.matches);
        WIDE.addEventListener("change", unfold);
        this.atTheEnd(() => WIDE.removeEventListener("change", unfold));
        return bar;
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
        this.#awaited?.remove();
        try {
            this.#show ??= this.#build();
            this.showFen?.();
            this.#board.turned = this.values.turned === "yes";
            if (!isReady()) await this.loading("rules", this.awaited(init(compiled("philidor.wasm"))));
            this.element.classList.remove("waiting");
            await this.#show(this.values);
            if (turn === this.#turn) this.fault.hidden = true;
        } catch (error) {
            if (turn === this.#turn && !this.#isLeft) this.complain(error);
        }
        this.element.dataset.shown = String(turn);
    }

    /** Lays out the panel. Its pieces stand on the board before any module is there, unless moves have to be played. */
    #build() {
        const show = this.panel.build(this);
        this.#board.show({ pieces: this.values.line ? {} : this.pieces });
        return show;
    }

    /** What the promise gives. Until then the board says which module it waits for. */
    async loading(module, promise) {
        const end = this.#waitFor(module);
        try {
            return await promise;
        } catch (error) {
            const text = `A module did not load: ${described(module)}. ${error.message}. Reload the page to try again.`;
            throw new Error(text, { cause: error });
        } finally {
            end();
        }
    }

    /** Says that a module is awaited, until the function that is returned is called. */
    #waitFor(module) {
        const text = `Loading ${described(module)} …`;
        const note = element("p", { class: "awaited" }, text);
        this.#awaited?.remove();
        this.#awaited = note;
        this.#board.element.append(note);
        this.say(text);
        return () => note.remove();
    }

    /** Asks the laboratory; the answer is dropped if the values have changed meanwhile. */
    ask(name, values) {
        const begun = isLoaded() ? undefined : this.#waitFor("generators");
        return this.awaited(ask(name, values, begun));
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
