// Attacks, pins, checkers, and the check mask of a position.

import { element, replace, segments } from '../element.js';
import { set_board } from '../sets.js';
import { name_of, set_of, size_of, spoken, squares_of } from '../squares.js';

const LAYERS = [
  ['piece', 'One piece'],
  ['white', 'White attacks'],
  ['black', 'Black attacks'],
  ['check', 'Check and pins'],
];

export const attacks = {
  name: 'attacks',
  title: 'Attacks, pins and checks',
  group: 'Attacks',
  lede: 'Pick a square to see what its piece attacks and what attacks it. Then see the sets from which the generator knows, before it writes a single move, which of them will be legal.',
  book: ['generation.html#the-set-wise-generator', 'Generating with sets'],
  defaults: { layer: 'check', square: '', fen: '4r1k1/8/8/q7/7b/8/3N1P2/R2BK3 w - - 0 1' },
  forget: { square: '' },
  keeps_position: true,
  build,
};

const fill_with = (set, kind) => Object.fromEntries(squares_of(set).map((square) => [square, kind]));

async function build(view) {
  const layers = element('div');
  const readout = element('div', { class: 'readout', 'aria-live': 'polite' });
  view.desk.append(layers, readout);
  const board = view.board('Board with attacks', {
    onpick: (square) => view.set({ square, layer: 'piece' }),
  });

  const of_piece = async ({ fen, square }) => {
    if (!square) {
      board.show({ pieces: view.pieces });
      replace(readout, element('p', {}, 'Pick a square on the board.'));
      return;
    }
    const told = await view.ask('attacks', { fen, square });
    const [attacked, attackers, destinations] = [told.attacks, told.attackers, told.destinations].map(set_of);
    const notes = {};
    for (const at of squares_of(attacked)) notes[at] = 'attacked';
    for (const at of squares_of(attackers)) notes[at] = [notes[at], `attacks ${square}`].filter(Boolean).join(', ');
    const letter = view.pieces[square];
    board.show({
      pieces: view.pieces,
      fills: { ...fill_with(attackers, 'red'), [square]: 'gold' },
      dots: fill_with(attacked, ''),
      notes,
    });
    const text = letter ? `The ${name_of(letter)} on ${square} attacks ${spoken(attacked)}.` : `${square} is empty.`;
    view.say(text);
    replace(
      readout,
      element('h2', {}, letter ? `${name_of(letter)}, ${square}` : `${square}, empty`),
      element('div', { class: 'sets' },
        set_board('attacks', attacked, { square }),
        set_board('attacked from', attackers, { square, kind: 'red' }),
        set_board('may go to', destinations, { square, kind: 'green' })),
      element('p', { class: 'note' }, attacked !== destinations && letter
        ? 'Where it attacks and where it may go differ: own pieces, pins, checks, and for pawns the way ahead.'
        : 'Who attacks a square is asked from the square itself: what a knight there would attack, knights attack it from.'),
    );
  };

  const of_side = async ({ fen, layer }) => {
    const told = await view.ask('position', { fen });
    const attacked = set_of(told[layer].attacked);
    const notes = Object.fromEntries(squares_of(attacked).map((square) => [square, `attacked by ${layer}`]));
    board.show({ pieces: view.pieces, fills: fill_with(attacked, layer === 'white' ? 'blue' : 'red'), notes });
    replace(readout,
      element('h2', {}, `${size_of(attacked)} squares attacked by ${layer}`),
      element('div', { class: 'sets' }, set_board(`attacked by ${layer}`, attacked, { kind: layer === 'white' ? '' : 'red' })),
      element('p', { class: 'note' }, 'Pinned pieces attack, too: the king may not step there.'));
  };

  const of_check = async ({ fen }) => {
    const told = await view.ask('position', { fen });
    const [checkers, mask] = [told.checkers, told.mask].map(set_of);
    const [white, black] = [told.white.pinned, told.black.pinned].map(set_of);
    const fills = { ...(told.check ? fill_with(mask, 'violet') : {}), ...fill_with(checkers, 'red'), ...fill_with(white | black, 'gold') };
    const notes = {};
    const note = (set, text) => squares_of(set).forEach((at) => (notes[at] = [notes[at], text].filter(Boolean).join(', ')));
    note(checkers, 'gives check');
    note(white | black, 'pinned');
    if (told.check) note(mask & ~checkers, 'in the check mask');
    board.show({ pieces: view.pieces, fills, notes, arrows: told.lines.map(({ pinner, king }) => ({ from: pinner, to: king, kind: 'gold' })) });
    const mask_text = !told.check
      ? 'No check: the mask has all squares.'
      : size_of(checkers) > 1
        ? 'Two checkers: the mask is empty, only the king moves.'
        : 'One checker: every other piece has to go to the mask, onto the checker or between it and the king.';
    replace(readout,
      element('h2', {}, told.check ? `Check from ${spoken(checkers)}` : 'No check'),
      element('p', {}, mask_text),
      element('div', { class: 'sets' },
        set_board('checkers', checkers, { kind: 'red' }),
        set_board('check mask', mask, { kind: 'violet' }),
        set_board('pinned', white | black, { kind: 'gold' })),
      told.lines.length > 0 && element('ul', { class: 'plain-list' }, told.lines.map(({ pinned, pinner, king }) =>
        element('li', {}, `The ${name_of(view.pieces[pinned])} on ${pinned} is pinned to ${king} by the ${name_of(view.pieces[pinner])} on ${pinner}.`))),
      element('p', { class: 'note' }, `${told.moves.length} legal moves: `, told.moves.map(({ san }) => san).join(' ')));
  };

  return async (values) => {
    replace(layers, segments('What is shown', LAYERS, values.layer, (layer) => view.set({ layer })));
    if (values.layer === 'piece') await of_piece(values);
    else if (values.layer === 'check') await of_check(values);
    else await of_side(values);
  };
}
