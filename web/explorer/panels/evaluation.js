// What the net sees: what each piece is worth to its side where it stands, and beside it the terms of Classic. The engine's
// module comes when the panel is opened; all numbers are the engine's, as `philidor evaluate` prints them.

import { LINE } from "../address.js";
import { meant } from "../board/promotion.js";
import { button, element, replace, segments } from "../element.js";
import { Engine, Game } from "../philidor.js";
import { START } from "../positions.js";
import { endsOf, goals, nameOf, piecesOf } from "../squares.js";

const BOARDS = [
    ["net", "By the net"],
    ["classic", "By Classic"],
    ["none", "No numbers"],
];

/** The terms of Classic in its order, all of them in every position, so that no row comes or goes. */
const TERMS = {
    material: "what the pieces count",
    squares: "where they stand",
    pawns: "isolated, doubled, connected",
    mobility: "squares that pieces reach",
    pieces: "outposts, files, the bishop pair",
    shelter: "the pawns before the king",
    king: "attackers, safe checks",
    threats: "what attacks, what hangs",
    passed: "how far, how free",
    scale: "endgames hard to win",
    tempo: "the right to move",
};

/** The tints of a piece, by its worth as a share of what it counts. */
const TINTS = [
    [0.5, "much-less", "at most half"],
    [0.85, "less", "less"],
    [1.15, "", ""],
    [1.5, "more", "more"],
    [Infinity, "much-more", "half as much again"],
];

export const evaluation = {
    name: "evaluation",
    title: "What the net sees",
    group: "Bugs and play",
    lede: "The engine plays with a neural network. On each piece stands what its side would lose if it were not there, in pawns: the net has learned from games that a good bishop is worth more than a bad one. Play moves, and watch the numbers change.",
    book: ["training.html#playing-with-it", "From nothing to strong: playing with it"],
    defaults: { line: "", board: "net" },
    allowed: { line: LINE, board: /^(net|classic|none)$/ },
    forget: { line: "" },
    keepsPosition: true,
    build,
};

/** Hundredths of a pawn as pawns, with a sign. */
const pawns = (value) => `${value < 0 ? "−" : "+"}${(Math.abs(value) / 100).toFixed(2)}`;

/** The same for a piece: one digit, and a sign only where its side would be better off without it. */
function worthOf(value) {
    const text = (Math.abs(value) / 100).toFixed(1);
    return value < 0 && text !== "0.0" ? `−${text}` : text;
}

const tintOf = (worth, counted) => TINTS.find(([most]) => worth <= most * counted);

/** A bar from the middle, to the right for White, to the left for Black; at half its length it stands for `half`. */
function barOf(value, half) {
    const length = 50 * (1 - 2 ** (-Math.abs(value) / half));
    return element(
        "td",
        { class: "bar", "aria-hidden": "true" },
        element("span", {
            class: value < 0 ? "black" : "white",
            "--from": `${value < 0 ? 50 - length : 50}%`,
            "--share": `${length}%`,
        }),
    );
}

/** The score for White; that of the engine is for the side to move. */
const whites = (found, by) => found[by].score.centipawns * (found.isWhite ? 1 : -1);

const headed = (...names) =>
    element(
        "thead",
        {},
        element(
            "tr",
            {},
            names.map((name, column) => element("th", { scope: "col", class: column > 0 && "number" }, name)),
            element("th", { scope: "col" }, element("span", { class: "unseen" }, "As a bar")),
        ),
    );

function build(view) {
    let engine;
    let legal = [];
    /** What was found last, which holds for its position alone. */
    let newest;
    const line = () => view.values.line.split(",").filter(Boolean);
    const board = view.board("Board with what each piece is worth", {
        focus: "e2",
        moves: (square) => goals(legal, square),
        onmove: async (origin, destination) => {
            const move = await meant(legal, origin, destination);
            if (move) view.set({ line: [...line(), move.uci].join(",") });
        },
    });
    const controls = element("div", { class: "controls" });
    const status = element("p", { role: "status", class: "status" });
    const scores = element("table", { class: "opinions answer" });
    const facts = element("dl", { class: "facts" });
    const terms = element("table", { class: "opinions terms" });
    const sheet = element("ol", { class: "sheet", "aria-label": "Moves played" });
    view.desk.append(
        status,
        scores,
        controls,
        legend(),
        facts,
        element("h2", {}, "What Classic adds up"),
        terms,
        sheet,
    );
    view.atTheEnd(() => engine?.terminate());

    function drawControls() {
        replace(
            controls,
            segments("On the board", BOARDS, view.values.board, (shown) => view.set({ board: shown })),
            button("Take back", () => view.set({ line: line().slice(0, -1).join(",") }), {
                disabled: line().length === 0,
                "data-key": "back",
            }),
            button("Start position", () => view.set({ fen: START, line: "" }), { "data-key": "new" }),
        );
    }

    /** The board with what each piece is worth by one of the evaluations, and tinted by what it counts. */
    function drawBoard(pieces, found) {
        const shown = found?.[view.values.board];
        const worths = Object.entries(shown?.squares ?? {})
            .map(([square, value]) => [square, pieces[square] === pieces[square].toUpperCase() ? value : -value])
            .filter(([square, worth]) => worth !== 0 || !/k/i.test(pieces[square]));
        const counted = (square) => Math.abs(found.material.squares[square]);
        const tints = worths.filter(([square]) => counted(square) > 0);
        const [from, to] = line().length ? endsOf({ uci: line().at(-1) }) : [];
        board.show({
            pieces,
            arrows: from ? [{ from, to, kind: "faint" }] : [],
            fills: Object.fromEntries(
                tints.map(([square, worth]) => [square, tintOf(worth, counted(square))[1]]).filter(([, tint]) => tint),
            ),
            labels: Object.fromEntries(worths.map(([square, worth]) => [square, worthOf(worth)])),
            notes: Object.fromEntries(
                worths.map(([square, worth]) => [
                    square,
                    [`worth ${worthOf(worth)}`, counted(square) > 0 && `counted ${worthOf(counted(square))}`]
                        .filter(Boolean)
                        .join(", "),
                ]),
            ),
        });
    }

    function drawScores(found) {
        const row = ([by, name]) => {
            const score = found ? whites(found, by) : 0;
            return element(
                "tr",
                {},
                element("th", { scope: "row" }, name),
                element("td", { class: "number" }, found ? pawns(score) : "…"),
                barOf(score, 150),
            );
        };
        replace(
            scores,
            element("caption", {}, "The score for White in pawns, without looking ahead"),
            headed("By", "White’s"),
            element(
                "tbody",
                {},
                [
                    ["net", "The net"],
                    ["classic", "Classic, by hand"],
                    ["material", "Pieces counted"],
                ].map(row),
            ),
        );
        const { bucket, buckets, pieces = [] } = found?.net.output ?? {};
        const fact = (name, text) => [element("dt", {}, name), element("dd", {}, found ? text : "…")];
        replace(
            facts,
            fact("Output of the net", `${bucket + 1} of ${buckets}, for ${pieces.join(" to ")} pieces`),
            fact("Pieces on the board", Object.keys(found?.material.squares ?? {}).length),
            fact("Middle game left", `${found?.classic.phase} of 24`),
        );
    }

    function drawTerms(found) {
        const none = { white: { now: 0 }, black: { now: 0 }, now: 0 };
        const listed = new Map(Object.keys(TERMS).map((name) => [name, none]));
        for (const term of found?.classic.terms ?? []) listed.set(term.name, term);
        const number = (value) => element("td", { class: "number" }, found ? pawns(value) : "…");
        replace(
            terms,
            element("caption", {}, "In pawns, between middle game and endgame as the position is"),
            headed("Term", "White", "Black", "White’s"),
            element(
                "tbody",
                {},
                [...listed].map(([name, { white, black, now }]) =>
                    element(
                        "tr",
                        {},
                        element("th", { scope: "row" }, name, element("span", { class: "gloss" }, TERMS[name])),
                        number(white.now),
                        number(black.now),
                        number(now),
                        barOf(now, 40),
                    ),
                ),
            ),
        );
    }

    function drawTables(found) {
        drawScores(found);
        drawTerms(found);
    }

    async function evaluated(position) {
        engine ??= new Engine({ megabytes: 1 });
        const names = ["net", "classic", "material"];
        const found = await Promise.all(names.map((by) => engine.evaluate(position, { by })));
        const ofName = Object.fromEntries(names.map((by, index) => [by, found[index]]));
        return { ...ofName, isWhite: position.turn === "white" };
    }

    return async () => {
        drawControls();
        const game = new Game(view.position, line());
        const { position, outcome } = game;
        const [fen, sans] = [position.fen(), game.sans()];
        const pieces = piecesOf(fen);
        game.free();
        legal = outcome ? [] : position.moves();
        view.showFen(fen);
        status.textContent = outcome
            ? `The game is over: ${outcome.text}.`
            : `${position.turn === "white" ? "White" : "Black"} to move${position.isCheck ? ", in check" : ""}.`;
        replace(
            sheet,
            sans.map((san) => element("li", {}, san)),
        );
        if (newest?.net.fen === fen) {
            drawBoard(pieces, newest);
            return;
        }
        // Beside the board the numbers of the last position stay until those of this one come.
        drawBoard(pieces);
        if (newest === undefined) drawTables();
        const found = view.awaited(evaluated(position));
        newest = await (newest === undefined ? view.loading("engine", found) : found);
        drawBoard(pieces, newest);
        drawTables(newest);
        view.say(`For White: the net ${pawns(whites(newest, "net"))}, Classic ${pawns(whites(newest, "classic"))}`);
    };
}

/** What the tints say. */
function legend() {
    return element(
        "p",
        { class: "legend" },
        element("span", {}, "Worth against what it counts (1, 3, 3, 5, 9):"),
        TINTS.filter(([, tint]) => tint).map(([, tint, words]) =>
            element("span", {}, element("i", { class: `swatch ${tint}`, "aria-hidden": "true" }), words),
        ),
    );
}
