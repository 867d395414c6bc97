// From the address to the panel.

import * as address from './address.js';
import { element, replace } from './element.js';
import { PANELS } from './panels/index.js';
import { keep_offline } from './offline.js';
import { choose_scheme } from './scheme.js';
import { View } from './view.js';

const main = document.querySelector('#main');
const nav = document.querySelector('#panels');
const announcer = document.querySelector('#announcer');
const menu = document.querySelector('.menu-button');
let view;

function draw_menu(current, fen) {
  const groups = [...new Set(PANELS.map((panel) => panel.group))];
  replace(
    nav,
    groups.map((group) => [
      element('p', { class: 'nav-group' }, group),
      element(
        'ul',
        {},
        PANELS.filter((panel) => panel.group === group).map((panel) =>
          element(
            'li',
            {},
            element(
              'a',
              {
                href: address.written(panel.name, panel.keeps_position && fen ? { fen } : {}),
                'aria-current': panel === current ? 'page' : undefined,
                'data-key': panel.name,
                onclick: () => open_menu(false),
              },
              panel.title,
            ),
          ),
        ),
      ),
    ]),
  );
}

function open_menu(is_open) {
  menu.setAttribute('aria-expanded', String(is_open));
  nav.classList.toggle('open', is_open);
}

async function show({ moved_here = true } = {}) {
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
  draw_menu(panel, view.values.fen);
  if (moved_here) {
    window.scrollTo(0, 0);
    main.focus({ preventScroll: true });
  }
  await view.open();
}

menu.addEventListener('click', () => open_menu(menu.getAttribute('aria-expanded') !== 'true'));
nav.addEventListener('keydown', (event) => {
  if (event.key === 'Escape') {
    open_menu(false);
    menu.focus();
  }
});
nav.addEventListener('focusin', draw_links);
// A link to another panel takes the position along, as it is when the link is used.
function draw_links() {
  for (const link of nav.querySelectorAll('a')) {
    const panel = PANELS.find((panel) => panel.name === link.dataset.key);
    link.href = address.written(panel.name, panel.keeps_position && view.panel.keeps_position ? { fen: view.values.fen } : {});
  }
}
nav.addEventListener('pointerdown', draw_links);
window.addEventListener('hashchange', () => show());
// The address is the state of the page, so this link must not change it.
document.querySelector('.skip').addEventListener('click', (event) => {
  event.preventDefault();
  main.focus();
});
choose_scheme(document.querySelector('.scheme-button'));
keep_offline();
show({ moved_here: false });
