// Shows the panel that the address names.

import * as address from "./address.js";
import { element, replace } from "./element.js";
import { PANELS } from "./panels/index.js";
import { keepOffline } from "./offline.js";
import { View } from "./view.js";

const main = document.querySelector("#main");
const nav = document.querySelector("#panels");
const announcer = document.querySelector("#announcer");
const menu = document.querySelector(".menu-button");
let view;

function drawMenu(current, fen) {
    const groups = [...new Set(PANELS.map((panel) => panel.group))];
    replace(
        nav,
        groups.map((group) => [
            element("p", { class: "nav-group" }, group),
            element(
                "ul",
                {},
                PANELS.filter((panel) => panel.group === group).map((panel) =>
                    element(
                        "li",
                        {},
                        element(
                            "a",
                            {
                                href: address.written(panel.name, panel.keepsPosition && fen ? { fen } : {}),
                                "aria-current": panel === current ? "page" : undefined,
                                "data-key": panel.name,
                                onclick: () => openMenu(false),
                            },
                            panel.title,
                        ),
                    ),
                ),
            ),
        ]),
    );
}

function openMenu(isOpen) {
    menu.setAttribute("aria-expanded", String(isOpen));
    nav.classList.toggle("open", isOpen);
}

async function show({ movedHere = true } = {}) {
    const { panel: name, values } = address.read();
    const panel = PANELS.find((panel) => panel.name === name) ?? PANELS[0];
    if (view?.panel === panel) {
        await view.load(values);
        return;
    }
    view?.leave();
    view = new View(panel, values, announcer);
    document.title = `${panel.title} · philidor explorer`;
    replace(main, view.element);
    drawMenu(panel, view.values.fen);
    if (movedHere) {
        window.scrollTo(0, 0);
        main.focus({ preventScroll: true });
    }
    await view.refresh();
}

menu.addEventListener("click", () => openMenu(menu.getAttribute("aria-expanded") !== "true"));
nav.addEventListener("keydown", (event) => {
    if (event.key === "Escape") {
        openMenu(false);
        menu.focus();
    }
});
nav.addEventListener("focusin", drawLinks);
// A link to another panel takes the position along, as it is when the link is used.
function drawLinks() {
    for (const link of nav.querySelectorAll("a")) {
        const panel = PANELS.find((panel) => panel.name === link.dataset.key);
        link.href = address.written(
            panel.name,
            panel.keepsPosition && view.panel.keepsPosition ? { fen: view.shownFen } : {},
        );
    }
}
nav.addEventListener("pointerdown", drawLinks);
window.addEventListener("hashchange", () => show());
// The address is the state of the page, so this link must not change it.
document.querySelector(".skip").addEventListener("click", (event) => {
    event.preventDefault();
    main.focus();
});
keepOffline();
show({ movedHere: false });
