// Light or dark: as the system has it, or as the reader chose. Not a module, so that it runs before anything is drawn.

(() => {
    const KEY = "philidor-explorer-scheme";
    const NEXT = { system: "light", light: "dark", dark: "system" };
    const NAMES = { system: "auto", light: "light", dark: "dark" };
    const root = document.documentElement;

    const kept = () => {
        try {
            return localStorage.getItem(KEY);
        } catch {
            return null;
        }
    };

    const keep = (scheme) => {
        try {
            localStorage.setItem(KEY, scheme);
        } catch {
            // Without storage the choice lasts as long as the page.
        }
    };

    root.dataset.scheme = Object.hasOwn(NEXT, kept() ?? "") ? kept() : "system";

    document.addEventListener("DOMContentLoaded", () => {
        const button = document.querySelector(".scheme-button");
        const name = () => {
            const { scheme } = root.dataset;
            button.querySelector(".scheme-name").textContent = NAMES[scheme];
            button.setAttribute("aria-label", `Colors: ${NAMES[scheme]}; change to ${NAMES[NEXT[scheme]]}`);
        };
        button.addEventListener("click", () => {
            root.dataset.scheme = NEXT[root.dataset.scheme];
            keep(root.dataset.scheme);
            name();
        });
        name();
    });
})();
