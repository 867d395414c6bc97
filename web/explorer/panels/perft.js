// Perft with divide as a tree: descend by a click, and compare with the divide of another engine.

import { meant } from "../board/promotion.js";
import { button, choice, element, labeled, replace } from "../element.js";
import { stop } from "../laboratory.js";
import { counted, piecesOf } from "../squares.js";

export const perft = {
    name: "perft",
    title: "Perft, divided",
    group: "Counting",
    lede: "Count the leaves below each move, and go down where a number looks wrong. Paste the divide of another engine: what differs is red, and one click leads to the next ply.",
    book: ["perft.html", "Perft"],
    defaults: { depth: "3", line: "" },
    forget: { line: "" },
    keepsPosition: true,
    build,
};

/** Moves with counts as programs print them: `e2e4: 20`, `e2e4 20`, `1. e2e4 20 moves`; other lines are passed over. */
export function readDivide(text) {
    const counts = new Map();
    for (const line of text.split("\n")) {
        const match = line.match(/(?:^|\s)([a-h][1-8][a-h][1-8][qrbn]?)\s*[:=\s-]\s*([\d,._']+)/i);
        if (match) counts.set(match[1].toLowerCase(), BigInt(match[2].replace(/\D/g, "") || "0"));
    }
    return counts;
}

async function build(view) {
    let moves = [];
    const pasted = new Map();
    const line = () => view.values.line.split(",").filter(Boolean);
    const go = (to) => view.set({ line: to.join(",") });
    const board = view.board("Board of the tree", {
        moves: (origin) =>
            moves.filter(({ uci }) => uci.slice(0, 2) === origin).map(({ uci }) => uci.slice(2, 4)),
        onmove: async (origin, destination) => {
            const move = await meant(moves, origin, destination);
            if (move) go([...line(), move.uci]);
        },
    });
    const controls = element("div", { class: "controls" });
    const trail = element("nav", { class: "trail", "aria-label": "Line from the root" });
    const result = element("div");
    const text = element("textarea", {
        rows: 5,
        spellcheck: "false",
        placeholder: "a2a3: 380\nb2b3: 420\n…",
        oninput: () => compare(),
    });
    const difference = element("p", { role: "status" });
    view.desk.append(
        controls,
        trail,
        result,
        element("h2", {}, "Compare"),
        labeled("Divide of another engine, at this position and depth", text),
        difference,
    );

    const key = () => `${view.values.fen}/${view.values.line}/${view.values.depth}`;

    function compare() {
        pasted.set(key(), text.value);
        drawTable();
    }

    function drawTable() {
        const other = readDivide(pasted.get(key()) ?? "");
        const ours = new Set(moves.map(({ uci }) => uci));
        const invented = [...other.keys()].filter((uci) => !ours.has(uci));
        const largest = moves.reduce(
            (most, { leaves }) => (BigInt(leaves) > most ? BigInt(leaves) : most),
            1n,
        );
        const depth = Number(view.values.depth) - line().length;
        let wrong = 0;
        const rows = moves.map(({ uci, san, leaves }) => {
            const theirs = other.get(uci);
            const differs = other.size > 0 && theirs !== BigInt(leaves);
            wrong += differs ? 1 : 0;
            const width = Number((BigInt(leaves) * 100n) / largest);
            return element(
                "tr",
                { class: differs ? "differs" : "" },
                element(
                    "th",
                    { scope: "row" },
                    depth > 1
                        ? button(san, () => go([...line(), uci]), {
                              class: "plain",
                              "aria-label": `${san}, ${leaves} leaves, go down`,
                              "data-key": uci,
                          })
                        : san,
                ),
                element("td", {}, element("code", {}, uci)),
                element("td", { class: "number" }, counted(leaves)),
                element(
                    "td",
                    { class: "bar", "aria-hidden": "true" },
                    element("span", { "--share": `${width}%` }),
                ),
                other.size > 0 &&
                    element(
                        "td",
                        { class: "number theirs" },
                        theirs === undefined ? "missing" : differs ? counted(theirs) : "=",
                    ),
            );
        });
        const extra = invented.map((uci) =>
            element(
                "tr",
                { class: "differs" },
                element("th", { scope: "row" }, "—"),
                element("td", {}, element("code", {}, uci)),
                element("td", { class: "number" }, "not legal"),
                element("td", {}),
                element("td", { class: "number theirs" }, counted(other.get(uci))),
            ),
        );
        replace(
            tableHost,
            element(
                "table",
                { class: "divide" },
                element(
                    "thead",
                    {},
                    element(
                        "tr",
                        {},
                        element("th", { scope: "col" }, "Move"),
                        element("th", { scope: "col" }, "UCI"),
                        element("th", { scope: "col", class: "number" }, "Leaves"),
                        element("th", { scope: "col" }, element("span", { class: "unseen" }, "Share")),
                        other.size > 0 && element("th", { scope: "col", class: "number" }, "Theirs"),
                    ),
                ),
                element("tbody", {}, rows, extra),
            ),
        );
        const all = wrong + invented.length;
        difference.className = all ? "no" : other.size ? "yes" : "note";
        difference.textContent =
            other.size === 0
                ? "Castling is written as the king’s move. Lines without a move and a number are passed over."
                : all === 0
                  ? "No difference."
                  : `${all} ${all === 1 ? "line differs" : "lines differ"}. ${depth > 1 ? "Go down one of them and paste the next divide." : "At depth 1 a move that is missing or not legal is the bug."}`;
    }

    const tableHost = element("div", {
        class: "scroll",
        tabindex: "0",
        role: "region",
        "aria-label": "Leaves below each move",
    });

    return async ({ fen, depth }) => {
        const at = Math.max(1, Number(depth) - line().length);
        replace(
            controls,
            choice(
                "Depth at the root",
                ["1", "2", "3", "4", "5", "6"].map((number) => [number, number]),
                depth,
                (to) =>
                    view.set({
                        depth: to,
                        line: line()
                            .slice(0, Number(to) - 1)
                            .join(","),
                    }),
            ),
            button("Stop", () => stop(), { "data-key": "stop" }),
        );
        replace(result, element("p", { class: "note" }, "Counting …"));
        const path = [fen];
        const sans = [];
        for (const uci of line()) {
            const after = await view.ask("play", { fen: path.at(-1), uci });
            path.push(after.fen);
            sans.push(after.move.san);
        }
        replace(
            trail,
            element(
                "ol",
                {},
                path.map((_, index) =>
                    element(
                        "li",
                        {},
                        index < path.length - 1
                            ? button(index ? sans[index - 1] : "Root", () => go(line().slice(0, index)), {
                                  class: "plain",
                                  "data-key": `trail-${index}`,
                              })
                            : element("strong", {}, index ? sans[index - 1] : "Root"),
                    ),
                ),
            ),
        );
        const last = line().at(-1);
        board.show({
            pieces: piecesOf(path.at(-1)),
            fills: last ? { [last.slice(0, 2)]: "last", [last.slice(2, 4)]: "last" } : {},
        });
        const told = await view.ask("divide", { fen: path.at(-1), depth: at });
        moves = told.moves;
        const speed =
            told.milliseconds > 1
                ? `, ${counted(Math.round(Number(told.total) / told.milliseconds / 1000))} million a second`
                : "";
        replace(
            result,
            element(
                "p",
                { class: "total" },
                element("strong", {}, counted(told.total)),
                ` leaves at depth ${at}`,
                element(
                    "span",
                    { class: "note" },
                    ` ${told.milliseconds.toFixed(told.milliseconds < 10 ? 1 : 0)} ms${speed}`,
                ),
            ),
            tableHost,
        );
        view.say(`${counted(told.total)} leaves at depth ${at}`);
        text.value = pasted.get(key()) ?? "";
        drawTable();
    };
}
