// Light or dark: as the system has it, or as the reader chose.

const KEY = "philidor-explorer-scheme";
const NEXT = { system: "light", light: "dark", dark: "system" };

function kept() {
    try {
        return localStorage.getItem(KEY) ?? "system";
    } catch {
        return "system";
    }
}

export function chooseScheme(button) {
    const apply = (scheme) => {
        document.documentElement.dataset.scheme = scheme;
        button.textContent = { system: "Auto", light: "Light", dark: "Dark" }[scheme];
        button.setAttribute("aria-label", `${button.textContent} colors; change to ${NEXT[scheme]}`);
        try {
            localStorage.setItem(KEY, scheme);
        } catch {
            // Without storage the choice lasts as long as the page.
        }
    };
    button.addEventListener("click", () => apply(NEXT[document.documentElement.dataset.scheme]));
    apply(NEXT[kept()] ? kept() : "system");
}
