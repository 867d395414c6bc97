// Play against the engine, and see the order in which its picker hands the moves to the search.

import { LINE } from "../address.js";
import { meant } from "../board/promotion.js";
import { button, choice, element, replace } from "../element.js";
import { Game } from "../philidor.js";
import { START } from "../positions.js";
import { counted, goals, lastOf, piecesOf } from "../squares.js";

const STAGES = {
    table: ["Table", "The best move of an earlier search. Nothing is generated yet."],
    "good-tactical": [
        "Good captures",
        "Now captures and promotions are listed; those that lose nothing by exchange come first.",
    ],
    killer: [
        "Killers",
        "Quiet moves that refuted others nearby, decoded one by one. Choose two above and see.",
    ],
    quiet: ["Quiet moves", "Only now they are listed."],
    "bad-tactical": ["Bad captures", "What loses by exchange comes last."],
};

const CLAIMS = {
    "threefold-repetition": "the position has occurred three times",
    "fifty-moves": "fifty moves without a capture or a pawn move",
};

export const play = {
    name: "play",
    title: "Play, and see it pick",
    group: "Bugs and play",
    lede: "Play against the engine. Beside the board, its picker hands out the moves of the position one by one, in stages: most searches end after a move or two, so nothing is listed before it is needed.",
    book: ["engine.html#which-move-first", "Parts for engines: which move first"],
    defaults: { line: "", side: "white", time: "500", shown: "1", killers: "" },
    allowed: {
        line: LINE,
        side: /^(white|black|both)$/,
        time: /^(100|500|2000|5000)$/,
        shown: /^\d{1,3}$/,
        killers: LINE,
    },
    forget: { line: "", shown: "1", killers: "" },
    keepsPosition: true,
    build,
};

function build(view) {
    let legal = [];
    let order = [];
    let quiet = [];
    let thought = {};
    const line = () => view.values.line.split(",").filter(Boolean);
    const board = view.board("Board of the game", {
        focus: "e2",
        moves: (square) => (isOurs() ? goals(legal, square) : []),
        onmove: async (origin, destination) => {
            const move = await meant(legal, origin, destination);
            if (move) view.set({ line: [...line(), move.uci].join(","), shown: "1", killers: "" });
        },
    });
    let sideToMove = "white";
    let isOver = false;
    const isOurs = () => !isOver && (view.values.side === "both" || sideToMove === view.values.side);
    const controls = element("div", { class: "controls" });
    const status = element("p", { role: "status", class: "status answer" });
    const score = element("p", { class: "note" });
    const sheet = element("ol", { class: "sheet", "aria-label": "Moves of the game" });
    const picker = element("div");
    view.desk.append(status, controls, score, sheet, element("h2", {}, "The picker"), picker);

    function drawControls() {
        replace(
            controls,
            choice(
                "You play",
                [
                    ["white", "White"],
                    ["black", "Black"],
                    ["both", "both sides"],
                ],
                view.values.side,
                (side) => view.set({ side }),
            ),
            choice(
                "It thinks",
                [
                    ["100", "0.1 s"],
                    ["500", "0.5 s"],
                    ["2000", "2 s"],
                    ["5000", "5 s"],
                ],
                view.values.time,
                (time) => view.keep({ time }),
            ),
            button("New game", () => view.set({ fen: START, line: "", shown: "1" }), { "data-key": "new" }),
            button(
                "Take back",
                () =>
                    view.set({
                        line: line()
                            .slice(0, view.values.side === "both" ? -1 : -2)
                            .join(","),
                        shown: "1",
                    }),
                { disabled: line().length === 0, "data-key": "back" },
            ),
        );
    }

    const killers = () => view.values.killers.split(",").filter(Boolean);

    function drawKillers() {
        return [0, 1].map((place) =>
            choice(
                `Killer ${place + 1}`,
                [["", "none"], ...quiet.map(({ uci, san }) => [uci, san])],
                killers()[place] ?? "",
                (uci) => {
                    const kept = [...killers(), "", ""].slice(0, 2);
                    kept[place] = uci;
                    view.set({ killers: kept.filter(Boolean).join(","), shown: "1" });
                },
            ),
        );
    }

    function drawPicker() {
        const shown = Math.min(order.length, Number(view.values.shown) || 1);
        const stages = [];
        for (const move of order.slice(0, shown)) {
            if (stages.at(-1)?.stage !== move.stage) stages.push({ stage: move.stage, moves: [] });
            stages.at(-1).moves.push(move);
        }
        replace(
            picker,
            element(
                "div",
                { class: "controls" },
                button("Next move", () => pick(shown + 1), {
                    class: "main",
                    disabled: shown >= order.length,
                    "data-key": "next",
                }),
                button("All", () => pick(order.length), {
                    disabled: shown >= order.length,
                    "data-key": "all",
                }),
                button("From the beginning", () => pick(1), { disabled: shown <= 1, "data-key": "first" }),
                element("span", { class: "note" }, `${shown} of ${order.length}`),
            ),
            element("div", { class: "controls" }, drawKillers()),
            element(
                "ol",
                { class: "stages" },
                stages.map(({ stage, moves }) =>
                    element(
                        "li",
                        {},
                        element("h3", {}, STAGES[stage][0]),
                        element("p", { class: "note" }, STAGES[stage][1]),
                        element(
                            "ul",
                            { class: "moves" },
                            moves.map(({ san, exchange, uci }) =>
                                element(
                                    "li",
                                    { class: uci === order[shown - 1]?.uci ? "played" : "" },
                                    san,
                                    exchange !== null &&
                                        element(
                                            "span",
                                            { class: "exchange" },
                                            ` ${exchange > 0 ? "+" : ""}${(exchange / 100).toFixed(1)}`,
                                        ),
                                ),
                            ),
                        ),
                    ),
                ),
            ),
        );
    }

    function pick(shown) {
        view.keep({ shown: String(shown) });
        drawPicker();
    }

    return async ({ fen, side, time }) => {
        drawControls();
        // What the engine said holds for the position after its move, and for no other.
        const isThought = thought.fen === fen && thought.after === view.values.line;
        score.textContent = isThought ? thought.text : "";
        const game = new Game(view.position, line());
        const { position, outcome } = game;
        const [reached, sans, claim] = [position.fen(), game.sans(), game.claim()];
        [legal, sideToMove, isOver] = [position.moves(), position.turn, outcome !== null];
        board.show({ pieces: piecesOf(reached), fills: lastOf(line()) });
        view.showFen(reached);
        replace(
            sheet,
            sans.map((san) => element("li", {}, san)),
        );
        quiet = legal.filter(({ captured, promotion }) => captured === null && promotion === null);
        const table = isThought && thought.expected ? thought.expected : undefined;
        const legalKillers = killers().filter((uci) => position.isLegal(uci));
        order = position
            .pickedMoves({ table, killers: legalKillers })
            .map((picked) => ({ ...picked, uci: position.uci(picked.move) }));
        drawPicker();
        if (isOver) {
            status.textContent = `The game is over: ${outcome.text}.`;
            return;
        }
        if (side === "both" || sideToMove === side) {
            status.textContent = [
                sans.length ? `${sans.at(-1)} was played. ` : "",
                sideToMove === "white" ? "White to move" : "Black to move",
                position.isCheck ? ", in check." : ".",
                claim ? ` A draw may be claimed: ${CLAIMS[claim]}.` : "",
            ].join("");
            return;
        }
        status.textContent = "It thinks …";
        const found = await view.ask("think", {
            fen,
            line: line(),
            milliseconds: Number(time),
        });
        const after = [...line(), found.uci].join(",");
        thought = {
            fen,
            after,
            expected: found.expected,
            text: `Depth ${found.depth}, ${counted(found.nodes)} nodes, ${found.score}: ${found.line}`,
        };
        await view.set({ line: after, shown: "1", killers: "" });
    };
}
