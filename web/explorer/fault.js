// Says so when the page's own program does not load. Not a module, so that it is there when one fails.

addEventListener(
    "error",
    ({ target, message }) => {
        const note = document.querySelector("main > .loading");
        // Once a panel is shown, the panel itself says what is wrong.
        if (!note) return;
        const what = target.src ? "A file of it cannot be fetched" : message;
        note.setAttribute("role", "alert");
        note.textContent = `The page did not load. ${what}. Reload it to try again.`;
    },
    true,
);
