// The three generators race: each plays every leaf, and gets the same time.

import { button, choice, element, replace } from "../element.js";
import { Stopped, stop } from "../laboratory.js";
import { counted, piecesOf } from "../squares.js";

const RUNNERS = [
    ["bitboard", "Sets of squares", "sets reported to a sink; look-ups for sliders"],
    ["chain", "Chains, 1989", "two links per square, no edge, no directions"],
    ["mailbox", "Mailbox, 2024", "boxes in a frame, one step at a time"],
];

export const race = {
    name: "race",
    title: "Three generators race",
    group: "Counting",
    lede: "The sets, the chains of 1989 and the mailbox of 2024 count the same tree, every leaf played and taken back. They take turns in one worker, and next is always the one that has used the least time, so each gets the same share of your CPU.",
    book: ["compare.html", "The generators side by side"],
    defaults: { depth: "4" },
    allowed: { depth: /^[3-5]$/ },
    keepsPosition: true,
    build,
};

function build(view) {
    let running;
    const controls = element("div", { class: "controls" });
    const tracks = element("div", { class: "tracks" });
    const verdict = element("p", { role: "status", class: "answer" });
    view.desk.append(controls, verdict, tracks);
    view.atTheEnd(() => (running = undefined));
    const board = view.board("Board of the race");

    function drawControls() {
        replace(
            controls,
            choice(
                "Depth",
                ["3", "4", "5"].map((depth) => [depth, depth]),
                view.values.depth,
                (depth) => view.set({ depth }),
            ),
            button(running ? "Stop" : "Start", () => (running ? end() : start()), {
                class: "main",
                "data-key": "start",
            }),
        );
    }

    function end() {
        stop();
        halt();
    }

    function halt(why = "Stopped.") {
        running = undefined;
        verdict.textContent = why;
        drawControls();
    }

    function start() {
        running = {};
        verdict.textContent = "";
        drawControls();
        run(running).catch((error) => halt(error instanceof Stopped ? undefined : error.message));
    }

    async function run(mine) {
        const { position } = view;
        const fen = position.fen();
        const depth = Number(view.values.depth);
        const fens = Array.from(position.legalMoves(), (move) => position.play(move).fen());
        if (fens.length === 0) {
            halt("There is no legal move, so there is nothing to count.");
            return;
        }
        verdict.textContent = "They warm up: the browser compiles what runs often …";
        for (const [generator] of RUNNERS) {
            for (let rounds = 0, spent = 0; running === mine && rounds < 40 && spent < 150; rounds += 1) {
                spent += (await view.ask("race", { fen, depth: 3, generator })).milliseconds;
            }
        }
        verdict.textContent = "";
        const runners = RUNNERS.map(([name, title]) => ({ name, title, next: 0, spent: 0, leaves: 0n }));
        const places = [];
        drawTracks(runners, fens.length);
        while (running === mine && runners.some((runner) => runner.next < fens.length)) {
            const runner = runners
                .filter((runner) => runner.next < fens.length)
                .sort((a, b) => a.spent - b.spent)[0];
            const answer = await view.ask("race", {
                fen: fens[runner.next],
                depth: depth - 1,
                generator: runner.name,
            });
            runner.next += 1;
            runner.spent += answer.milliseconds;
            runner.leaves += answer.leaves;
            if (runner.next === fens.length) places.push(runner);
            drawTracks(runners, fens.length, places);
        }
        if (running !== mine) return;
        running = undefined;
        const [first, ...others] = places;
        verdict.textContent = runners.every(({ leaves }) => leaves === first.leaves)
            ? `All three count ${counted(first.leaves)} leaves. ${first.title} wins: ${others.map((other) => `${(other.spent / first.spent).toFixed(1)} times as fast as ${other.title}`).join(", ")}.`
            : "They differ, which is a bug: please tell us.";
        drawControls();
    }

    function drawTracks(runners, all, places = []) {
        replace(
            tracks,
            runners.map((runner) => {
                const [, title, idea] = RUNNERS.find(([name]) => name === runner.name);
                const place = places.indexOf(runner);
                const speed = runner.spent > 0 ? Number(runner.leaves) / runner.spent / 1000 : 0;
                return element(
                    "div",
                    { class: `track ${place === 0 ? "winner" : ""}` },
                    element("h2", {}, title, place >= 0 ? ` — ${["first", "second", "third"][place]}` : ""),
                    element("p", { class: "note" }, idea),
                    element("progress", {
                        max: all,
                        value: runner.next,
                        "aria-label": `${title}: subtrees counted`,
                    }),
                    element(
                        "p",
                        { class: "figures" },
                        `${counted(runner.leaves)} leaves in ${runner.spent.toFixed(1)} ms`,
                        speed ? `: ${speed.toFixed(1)} million a second` : "",
                    ),
                );
            }),
        );
    }

    return ({ fen }) => {
        running = undefined;
        board.show({ pieces: piecesOf(fen) });
        drawControls();
        const subtrees = view.position.legalMoveCount();
        verdict.textContent = `${subtrees} subtrees to count.`;
        drawTracks(
            RUNNERS.map(([name, title]) => ({ name, title, next: 0, spent: 0, leaves: 0n })),
            subtrees,
        );
    };
}
