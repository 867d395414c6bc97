// Perft with divide as a tree: descend by a click, and compare with the divide of another engine.

import { LINE } from "../address.js";
import { meant } from "../board/promotion.js";
import { button, choice, element, labeled, replace } from "../element.js";
import { Stopped, stop } from "../laboratory.js";
import { Game } from "../philidor.js";
import { counted, goals, lastOf, piecesOf } from "../squares.js";

export const perft = {
    name: "perft",
    title: "Perft, divided",
    group: "Counting",
    lede: "Count the leaves below each move, and go down where a number looks wrong. Paste the divide of another engine: what differs is red, and one click leads to the next ply.",
    book: ["perft.html", "Perft"],
    defaults: { depth: "3", line: "" },
    allowed: { depth: /^[1-6]$/, line: LINE },
    forget: { line: "" },
    keepsPosition: true,
    build,
};

/** Moves with counts as programs print them: `e2e4: 20`, `e2e4 20`, `1. e2e4 20 moves`; other lines are skipped. */
export function readDivide(text) {
    const counts = new Map();
    for (const line of text.split("\n")) {
        const match = line.match(/(?:^|\s)([a-h][1-8][a-h][1-8][qrbn]?)[:=\s-]+(\d[\d,._']{0,40})/i);
        if (match) counts.set(match[1].toLowerCase(), BigInt(match[2].replace(/\D/g, "")));
    }
    return counts;
}

/** At most this many lines of moves that are not legal are shown; a pasted book may have thousands. */
const MAX_INVENTED = 100;

function build(view) {
    let moves = [];
    const pasted = new Map();
    const line = () => view.values.line.split(",").filter(Boolean);
    const go = (to) => view.set({ line: to.join(",") });
    const board = view.board("Board of the tree", {
        moves: (square) => goals(moves, square),
        onmove: async (origin, destination) => {
            const move = await meant(moves, origin, destination);
            if (move) go([...line(), move.uci]);
        },
    });
    const controls = element("div", { class: "controls" });
    const trail = element("nav", { class: "trail", "aria-label": "Line from the root" });
    const result = element("div", { class: "answer" });
    const text = element("textarea", {
        rows: 3,
        spellcheck: "false",
        placeholder: "a2a3: 380\nb2b3: 420\n…",
        oninput: () => compare(),
    });
    const difference = element("p", { role: "status" });
    const tableHost = element("div", {
        class: "scroll",
        tabindex: "0",
        role: "region",
        "aria-label": "Leaves below each move",
    });
    view.desk.append(
        controls,
        trail,
        result,
        element(
            "details",
            { class: "compare" },
            element("summary", {}, "Compare with another engine"),
            labeled("Its divide, at this position and depth", text),
            difference,
        ),
        tableHost,
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
        const differs = ({ uci, leaves }) => other.size > 0 && other.get(uci) !== leaves;
        const wrong = moves.filter(differs);
        const largest = moves.reduce((most, { leaves }) => (leaves > most ? leaves : most), 1n);
        const depth = Number(view.values.depth) - line().length;
        const row = (move) => {
            const { uci, san, leaves } = move;
            const theirs = other.get(uci);
            const width = Number((leaves * 100n) / largest);
            return element(
                "tr",
                { class: differs(move) ? "differs" : "" },
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
                        theirs === undefined ? "missing" : differs(move) ? counted(theirs) : "=",
                    ),
            );
        };
        // What differs comes first, so that no one has to look for it.
        const rows = [...wrong, ...moves.filter((move) => !differs(move))].map(row);
        const extra = invented
            .slice(0, MAX_INVENTED)
            .map((uci) =>
                element(
                    "tr",
                    { class: "differs" },
                    element("th", { scope: "row" }, "—"),
                    element("td", {}, element("code", {}, uci)),
                    element("td", { class: "number" }, "not legal"),
                    element("td", { class: "bar" }),
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
                element("tbody", {}, rows.slice(0, wrong.length), extra, rows.slice(wrong.length)),
            ),
        );
        const all = wrong.length + invented.length;
        difference.className = all ? "no" : other.size ? "yes" : "note";
        difference.textContent =
            other.size === 0
                ? "Castling is written as the king’s move. Lines without a move and a number are passed over."
                : all === 0
                  ? "No difference."
                  : `${all} ${all === 1 ? "line differs" : "lines differ"}. ${depth > 1 ? "Go down one of them and paste the next divide." : "At depth 1 a move that is missing or not legal is the bug."}`;
    }

    return async ({ depth }) => {
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
        );
        moves = [];
        replace(tableHost);
        replace(
            result,
            element("p", { class: "note" }, "Counting … ", button("Stop", stop, { "data-key": "stop" })),
        );
        const game = new Game(view.position, line());
        const [fen, sans] = [game.fen(), game.sans()];
        replace(
            trail,
            element(
                "ol",
                {},
                ["Root", ...sans].map((name, index) =>
                    element(
                        "li",
                        {},
                        index < sans.length
                            ? button(name, () => go(line().slice(0, index)), {
                                  class: "plain",
                                  "data-key": `trail-${index}`,
                              })
                            : element("strong", {}, name),
                    ),
                ),
            ),
        );
        board.show({
            pieces: piecesOf(fen),
            fills: lastOf(line()),
        });
        const answer = await view.ask("divide", { fen, depth: at }).catch((error) => {
            if (error instanceof Stopped) return undefined;
            throw error;
        });
        if (answer === undefined) {
            const again = button("Count", () => view.refresh(), { "data-key": "count" });
            replace(result, element("p", { class: "note" }, "Stopped before all was counted. ", again));
            return;
        }
        moves = answer.moves;
        const millions = Math.round(Number(answer.total) / answer.milliseconds / 1000);
        const speed = answer.milliseconds > 1 && millions > 0 ? `, ${counted(millions)} million a second` : "";
        replace(
            result,
            element(
                "p",
                { class: "total" },
                element("strong", {}, counted(answer.total)),
                ` leaves at depth ${at}`,
                element(
                    "span",
                    { class: "note" },
                    ` ${answer.milliseconds.toFixed(answer.milliseconds < 10 ? 1 : 0)} ms${speed}`,
                ),
            ),
        );
        view.say(`${counted(answer.total)} leaves at depth ${at}`);
        text.value = pasted.get(key()) ?? "";
        drawTable();
    };
}
