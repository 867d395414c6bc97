// The editor: anything may stand on the board; all faults are named on their squares, each with its repairs.

import { button, choice, element, replace, segments } from "../element.js";
import { picture } from "../board/pieces.js";
import { Setup } from "../philidor.js";
import { START } from "../positions.js";
import { repairsOf } from "../repairs.js";
import { fieldOf, nameOf, piecesOf } from "../squares.js";

const PALETTE = ["K", "Q", "R", "B", "N", "P", undefined, "k", "q", "r", "b", "n", "p"];
const RIGHTS = [
    ["K", "White short"],
    ["Q", "White long"],
    ["k", "Black short"],
    ["q", "Black long"],
];

export const editor = {
    name: "editor",
    title: "Position editor",
    group: "Positions",
    lede: "Put anything on the board. Every fault is named at once, on its squares, and repaired with one click.",
    book: ["positions.html#one-door", "Positions: one door"],
    keepsPosition: true,
    build,
};

function build(view) {
    let brush = "P";
    const palette = element("div", {
        class: "palette",
        role: "group",
        "aria-label": "What a square is given",
    });
    const state = element("div", { class: "controls" });
    const verdict = element("p", { class: "status answer", role: "status" });
    const faults = element("div", { class: "faults" });
    const board = view.board("Board of the editor. Letters put pieces, Delete removes them", {
        onpick: (square) => put(square, brush),
        onkey: (key, square) => {
            if (key === "Delete" || key === "Backspace") put(square, undefined);
            else if (PALETTE.includes(key)) put(square, key);
            else return false;
            return true;
        },
    });

    const fields = () => view.values.fen.split(" ");
    const withField = (index, text) => {
        const changed = [...fields(), ...["", "w", "-", "-", "0", "1"].slice(fields().length)];
        changed[index] = text;
        return changed.join(" ");
    };

    function put(square, letter) {
        const pieces = piecesOf(view.values.fen);
        if (letter === undefined || pieces[square] === letter) {
            delete pieces[square];
            view.say(`${square} is empty`);
        } else {
            pieces[square] = letter;
            view.say(`${nameOf(letter)} on ${square}`);
        }
        view.set({ fen: withField(0, fieldOf(pieces)) });
    }

    /** The first repair of the first fault, and so on: each leaves fewer faults, or is the last. */
    function repairAll(setup) {
        let now = setup;
        let repaired = 0;
        for (let [fault] = now.faults(); fault && repaired < 20; [fault] = now.faults()) {
            now = repairsOf(now, fault)[0][1];
            repaired += 1;
        }
        view.say(`${repaired} repairs`);
        return view.set({ fen: now.fen() });
    }

    function drawPalette() {
        const brushes = PALETTE.map((letter) =>
            button(
                letter ? picture(letter) : "✕",
                () => {
                    brush = letter;
                    drawPalette();
                },
                {
                    "aria-label": letter ? nameOf(letter) : "remove a piece",
                    "aria-pressed": String(brush === letter),
                    "data-key": `brush-${letter}`,
                },
            ),
        );
        replace(palette, brushes);
    }

    function drawState() {
        const [, side = "w", rights = "-"] = fields();
        // Rights of Chess960 by their files stay as they are.
        const others = [...rights].filter((right) => /[A-Ha-h]/.test(right));
        const toggle = (letter) => {
            const kept = RIGHTS.map(([right]) => right).filter(
                (right) => rights.includes(right) !== (right === letter),
            );
            view.set({ fen: withField(2, [...kept, ...others].join("") || "-") });
        };
        const now = fields()[3] ?? "-";
        const passed = [..."abcdefgh"].map((file) => file + (side === "w" ? "6" : "3"));
        if (now !== "-" && !passed.includes(now)) passed.push(now);
        replace(state, [
            segments(
                "Side to move",
                [
                    ["w", "White moves"],
                    ["b", "Black moves"],
                ],
                side,
                (to) => view.set({ fen: withField(1, to) }),
            ),
            element(
                "div",
                { class: "labeled" },
                element("span", { class: "label-text", "aria-hidden": "true" }, "Castling"),
                element(
                    "div",
                    { class: "segments", role: "group", "aria-label": "Castling rights" },
                    RIGHTS.map(([letter, name]) =>
                        button(letter, () => toggle(letter), {
                            "aria-label": `${name} castling`,
                            "aria-pressed": String(rights.includes(letter)),
                            "data-key": `right-${letter}`,
                        }),
                    ),
                ),
            ),
            choice("En passant", [["-", "none"], ...passed.map((square) => [square, square])], now, (to) =>
                view.set({ fen: withField(3, to) }),
            ),
        ]);
    }

    view.desk.append(
        verdict,
        palette,
        state,
        faults,
        element(
            "div",
            { class: "controls" },
            button("Start position", () => view.set({ fen: START })),
            button("Empty board", () => view.set({ fen: "8/8/8/8/8/8/8/8 w - - 0 1" })),
            button(
                "An impossible one",
                () => view.set({ fen: "P3k2r/pppppppp/p7/8/7b/6n1/8/K3K2R w KQkq e5 0 1" }),
                { "data-key": "impossible" },
            ),
        ),
    );
    drawPalette();

    return ({ fen }) => {
        drawState();
        board.show({ pieces: view.pieces });
        const setup = new Setup(fen);
        const found = setup.faults();
        const fills = {};
        const notes = {};
        for (const fault of found) {
            for (const square of new Set([...fault.squares, fault.square].filter(Boolean))) {
                fills[square] = fault.leavesRulesUndefined ? "red" : "gold";
                notes[square] = [notes[square], fault.message].filter(Boolean).join("; ");
            }
        }
        board.show({ pieces: piecesOf(setup.fen()), fills, notes });
        if (found.length === 0) {
            const moves = setup.position().legalMoveCount();
            verdict.textContent = `No fault: it has ${moves} legal ${moves === 1 ? "move" : "moves"}.`;
            replace(faults, element("p", { class: "note" }, element("code", {}, setup.fen())));
            return;
        }
        verdict.textContent = found.length === 1 ? "One fault." : `${found.length} faults.`;
        replace(
            faults,
            element("h2", {}, "What is wrong, and what repairs it"),
            found.length > 1 &&
                element(
                    "div",
                    { class: "buttons" },
                    button("Repair all", () => repairAll(setup).catch(view.complain), {
                        class: "main",
                        "data-key": "repair-all",
                    }),
                ),
            element(
                "ul",
                { class: "fault-list" },
                found.map((fault, index) =>
                    element(
                        "li",
                        { class: fault.leavesRulesUndefined ? "undefined" : "unreachable" },
                        element("p", {}, `${capital(fault.message)}.`),
                        element(
                            "p",
                            { class: "note" },
                            fault.leavesRulesUndefined
                                ? "The moves are not defined."
                                : "No game reaches it, but the moves are defined.",
                        ),
                        element(
                            "div",
                            { class: "buttons" },
                            repairsOf(setup, fault).map(([label, repaired], which) =>
                                button(
                                    label,
                                    () => {
                                        view.say(`Repaired: ${label}`);
                                        view.set({ fen: repaired.fen() });
                                    },
                                    { "data-key": `repair-${index}-${which}` },
                                ),
                            ),
                        ),
                    ),
                ),
            ),
        );
    };
}

/** A sentence with a capital, unless it begins with a square. */
const capital = (text) => (/^[a-h][1-8]\b/.test(text) ? text : text[0].toUpperCase() + text.slice(1));
