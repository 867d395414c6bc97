// The page: a board, the moves that were played from its position, and games. The address has the line, so that a browser's
// own buttons go back and forth.

import { source } from "./answers.js";
import { Board } from "./board/board.js";
import { meant } from "./board/promotion.js";
import { button, element, replace } from "./element.js";
import { asPlayed, canonical, piecesAfter, written } from "./line.js";
import { endsOf, goals, lastOf } from "./squares.js";

const FILTERS = {
    speeds: ["ultraBullet", "bullet", "blitz", "rapid", "classical", "correspondence"],
    ratings: [0, 1000, 1200, 1400, 1600, 1800, 2000, 2200, 2500],
};
const find = (id) => document.getElementById(id);

let line = [];
let answer = { moves: [] };
/** How often was asked, and the question to which `answer` is the answer: until it comes, nothing else is played. */
let [asked, answered] = [0, 0];

const board = new Board("Board", {
    moves: (square) => goals(onBoard(), square),
    onmove: async (origin, destination) => {
        const chosen = await meant(onBoard(), origin, destination);
        if (chosen) go(chosen.move);
        else draw();
    },
});

const played = () => line.map(({ uci }) => uci);
const onBoard = () => asPlayed(piecesAfter(played()), answer.moves);

function draw(arrows = []) {
    board.show({ pieces: piecesAfter(played()), fills: lastOf(played()), arrows });
    find("line").textContent = written(line);
    const { eco, name } = answer.opening ?? {};
    find("opening").textContent = name ? `${eco} ${name}` : "";
}

function bar(counts) {
    const games = counts.white + counts.draws + counts.black;
    const shares = ["white", "draws", "black"].map((part) => [part, (100 * counts[part]) / games]);
    return element(
        "div",
        { class: "bar", title: `White ${counts.white}, draws ${counts.draws}, Black ${counts.black}` },
        shares.map(([part, share]) =>
            element("span", { class: part, style: `width: ${share}%` }, element("b", {}, `${Math.round(share)}%`)),
        ),
    );
}

function moveRow(move, place) {
    const [from, to] = endsOf(move);
    const point = () => draw([{ from, to }]);
    return element(
        "tr",
        { onclick: () => go(move), onmouseenter: point, onmouseleave: () => draw(), onfocusin: point, onfocusout: () => draw() },
        // For the keyboard: what presses it presses its row.
        element("td", {}, element("button", { type: "button", class: "plain", "data-key": `move-${place}` }, move.san)),
        element("td", { class: "number" }, (move.white + move.draws + move.black).toLocaleString("en")),
        element("td", {}, bar(move)),
        element("td", { class: "number" }, move.averageRating || ""),
    );
}

function gameRow({ month, white, black, winner }) {
    const name = (player) => `${player.name} ${player.rating || ""}`;
    const result = { white: "1-0", black: "0-1" }[winner] ?? "½-½";
    return element(
        "tr",
        {},
        [month ?? "", name(white), name(black), result].map((text) => element("td", {}, text)),
    );
}

function list() {
    const games = answer.topGames ?? [];
    find("head").textContent = games.length ? "Top games" : answer.moves.length ? "" : "No games";
    // Readers who choose a move by keyboard stay in the list, at the same place or at its head.
    const hadFocus = find("moves").contains(document.activeElement);
    replace(find("moves"), answer.moves.map(moveRow));
    if (hadFocus && !find("moves").contains(document.activeElement))
        find("moves").querySelector("button")?.focus({ preventScroll: true });
    replace(find("games"), games.map(gameRow));
}

/** Asks about the line; an answer that comes after another question is dropped. */
async function show() {
    asked += 1;
    const mine = asked;
    let fault = "";
    find("answer").ariaBusy = "true";
    answer = { ...answer, moves: [] };
    draw();
    const isNothing = kinds.some((kind) => boxes(kind).length && !boxes(kind).some(({ checked }) => checked));
    const asking = isNothing ? Promise.resolve({ moves: [] }) : answers.answer(line);
    const found = await asking.catch((error) => {
        fault = error.message;
        return { moves: [] };
    });
    if (mine !== asked) return;
    [answer, answered] = [found, mine];
    find("fault").textContent = fault;
    draw();
    list();
    find("answer").ariaBusy = "false";
}

const address = (moves) => {
    location.hash = moves.map(({ uci }) => uci).join(",");
};

function go({ uci, san }) {
    if (answered !== asked) return;
    line.push({ uci, san });
    address(line);
}

function read() {
    parse();
    show();
}

function parse() {
    const all = location.hash.slice(1).split(",");
    const end = all.findIndex((uci) => !/^([a-h][1-8]){2}[qrbn]?$/.test(uci));
    line = canonical(end < 0 ? all : all.slice(0, end)).map((uci, ply) => (line[ply]?.uci === uci ? line[ply] : { uci }));
}

const turn = () => {
    board.turned = !board.turned;
};
find("buttons").append(
    button("Back", () => address(line.slice(0, -1))),
    button("Start", () => address([])),
    button("Turn the board", turn),
);
find("place").append(board.element);
// The board is there before the first answer.
parse();
draw();

const boxes = (kind) => [...document.querySelectorAll(`input[name=${kind}]`)];

/** What is chosen of a kind. If all are, so are games that say nothing of it. */
function chosen(kind) {
    const checked = boxes(kind).filter((box) => box.checked);
    return checked.length === boxes(kind).length ? "" : checked.map((box) => box.value).join(",");
}

const filter = ([kind, values]) =>
    element(
        "fieldset",
        { "aria-label": kind },
        values.map((value) => {
            const box = element("input", { type: "checkbox", name: kind, value, checked: true, onchange: show });
            return element("label", {}, box, ` ${value}`);
        }),
    );

const kinds = Object.keys(FILTERS);
const answers = await source(() => Object.fromEntries(kinds.map((kind) => [kind, chosen(kind)])));
if (answers.about) find("source").textContent = answers.about;
else find("filters").append(...Object.entries(FILTERS).map(filter));
window.addEventListener("hashchange", read);
read();
