// Elements of the page, made from a tag, attributes and children.

const SVG = "http://www.w3.org/2000/svg";

function fill(element, attributes, children) {
    for (const [name, value] of Object.entries(attributes)) {
        if (value === undefined || value === null || value === false) continue;
        if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
        else if (name === "value") element.value = value;
        else if (name.startsWith("--")) element.style.setProperty(name, value);
        else element.setAttribute(name, value === true ? "" : String(value));
    }
    element.append(
        ...children
            .flat(Infinity)
            .filter((child) => child !== undefined && child !== null && child !== false),
    );
    return element;
}

/** `element('p', { class: 'note' }, 'text')` */
export function element(tag, attributes = {}, ...children) {
    return fill(document.createElement(tag), attributes, children);
}

/** The same for drawings. */
export function drawing(tag, attributes = {}, ...children) {
    return fill(document.createElementNS(SVG, tag), attributes, children);
}

/** Puts new children into an element; what had the focus keeps it if it is still there under the same key. */
export function replace(host, ...children) {
    const key = host.contains(document.activeElement) ? document.activeElement.dataset.key : undefined;
    host.replaceChildren(
        ...children
            .flat(Infinity)
            .filter((child) => child !== undefined && child !== null && child !== false),
    );
    if (key) host.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus({ preventScroll: true });
}

export function button(label, press, attributes = {}) {
    return element("button", { type: "button", onclick: press, ...attributes }, label);
}

let numbers = 0;

/** A name for `id` that no other element has. */
export function freshId(word) {
    numbers += 1;
    return `${word}-${numbers}`;
}

/** A labeled control: the label above, the control below. */
export function labeled(label, control, attributes = {}) {
    control.id ||= freshId("control");
    return element(
        "div",
        { class: "labeled", ...attributes },
        element("label", { for: control.id }, label),
        control,
    );
}

/** A choice among words: `choice('Piece', [['rook', 'Rook']], 'rook', (word) => …)`. */
export function choice(label, options, chosen, change) {
    const select = element(
        "select",
        { onchange: () => change(select.value) },
        options.map(([value, text]) => element("option", { value, selected: value === chosen }, text)),
    );
    return labeled(label, select);
}

/** A few choices side by side, one of which is pressed. */
export function segments(label, options, chosen, change) {
    return element(
        "div",
        { class: "segments", role: "group", "aria-label": label },
        options.map(([value, text]) =>
            button(text, () => change(value), {
                "aria-pressed": String(value === chosen),
                "data-key": `${label}-${value}`,
            }),
        ),
    );
}
