//! The sums of both sides, kept along a line of moves.
//!
//! ```text
//!   reset      changed      changed      changed           evaluate
//!   sums   ──►   ?     ──►    ?     ──►    ?       ──────►  back to what is known, then forward: rows are added, taken away
//! ```
//!
//! A move only records what it changed. Sums are computed when they are needed, so those of a position that is not
//! evaluated never are. If a king has crossed the middle of a mirrored board, its side sees all pieces on other
//! squares: its sums are refreshed, computed from the position alone.

use philidor::{Color, Piece, PieceType, Position, Square, search_support::Change};

use super::inputs::View;
use super::layout::{HIDDEN, Layout};
use super::network::{Network, Row};

/// The sums of each side.
pub(super) type Sums = [Row; 2];

#[derive(Clone, Copy, Debug)]
struct Entry {
    sums: Sums,
    /// Which of them have been computed.
    is_known: [bool; 2],
    /// Whether this change mirrors the board of a side, so that its sums have to be refreshed.
    needs_refresh: [bool; 2],
    change: Change,
    kings: [Square; 2],
}

/// An entry for each position from the root on.
#[derive(Clone, Debug)]
pub(super) struct AccumulatorStack {
    entries: Vec<Entry>,
    top: usize,
    layout: Layout,
}

/// More than the plies of a search, so that the stack hardly ever grows.
const PLIES: usize = 256;

impl AccumulatorStack {
    pub(super) fn new(network: &Network, position: &Position) -> AccumulatorStack {
        let entry = Entry {
            sums: [network.bias; 2],
            is_known: [false; 2],
            needs_refresh: [false; 2],
            change: Change::NONE,
            kings: [Square::E1, Square::E8],
        };
        let mut stack = AccumulatorStack { entries: vec![entry; PLIES], top: 0, layout: network.layout() };
        stack.reset(network, position);
        stack
    }

    pub(super) fn reset(&mut self, network: &Network, position: &Position) {
        self.top = 0;
        let first = &mut self.entries[0];
        first.kings = Color::ALL.map(|color| position.king(color));
        for color in Color::ALL {
            refresh(&mut first.sums[color as usize], network, color, position);
        }
        first.is_known = [true; 2];
    }

    #[inline(always)]
    pub(super) fn push(&mut self, change: &Change) {
        let kings = self.entries[self.top].kings;
        self.top += 1;
        if self.top == self.entries.len() {
            self.grow();
        }
        let entry = &mut self.entries[self.top];
        (entry.change, entry.is_known, entry.kings, entry.needs_refresh) =
            (*change, [false; 2], kings, [false; 2]);
        // The first piece that arrives is the one that moved.
        if let [(Piece { color, piece_type: PieceType::King }, square), ..] = *change.put() {
            let side = color as usize;
            entry.kings[side] = square;
            let turns = (kings[side] as u8 ^ square as u8) & 4 != 0;
            entry.needs_refresh[side] = self.layout.is_mirrored() && turns;
        }
    }

    #[inline(always)]
    pub(super) fn pop(&mut self) {
        self.top -= 1;
    }

    #[cold]
    #[inline(never)]
    fn grow(&mut self) {
        let last = self.entries[self.entries.len() - 1];
        self.entries.resize(self.entries.len() * 2, last);
    }

    /// The sums of the position, computed if they are not known.
    #[inline(always)]
    pub(super) fn sums(&mut self, network: &Network, position: &Position) -> &Sums {
        for color in [Color::White, Color::Black] {
            self.make(network, color, position);
        }
        #[cfg(debug_assertions)]
        for color in Color::ALL {
            let mut anew = network.bias;
            refresh(&mut anew, network, color, position);
            debug_assert_eq!(anew, self.entries[self.top].sums[color as usize], "{position}");
        }
        &self.entries[self.top].sums
    }

    #[inline(always)]
    fn make(&mut self, network: &Network, color: Color, position: &Position) {
        let side = color as usize;
        let mut from = self.top;
        while !self.entries[from].is_known[side] {
            if self.entries[from].needs_refresh[side] {
                let entry = &mut self.entries[self.top];
                refresh(&mut entry.sums[side], network, color, position);
                entry.is_known[side] = true;
                return;
            }
            from -= 1;
        }
        let view = View::new(color, self.entries[self.top].kings[side], self.layout);
        for at in from..self.top {
            let [before, after] = &mut self.entries[at..at + 2] else { return };
            follow(&before.sums[side], &mut after.sums[side], network, view, &after.change);
            after.is_known[side] = true;
        }
    }
}

/// The sums of a position if a piece were not there.
pub(super) fn without(
    sums: &Sums,
    network: &Network,
    position: &Position,
    piece: Piece,
    square: Square,
) -> Sums {
    let mut sums = *sums;
    for color in Color::ALL {
        let view = View::new(color, position.king(color), network.layout());
        let row = &network.inputs[view.input(piece, square)];
        for (sum, weight) in sums[color as usize].0.iter_mut().zip(&row.0) {
            *sum = sum.wrapping_sub(*weight);
        }
    }
    sums
}

/// Computes sums from the position alone.
#[inline(always)]
fn refresh(sums: &mut Row, network: &Network, color: Color, position: &Position) {
    let view = View::new(color, position.king(color), network.layout());
    *sums = network.bias;
    for square in position.board().occupied() {
        if let Some(piece) = position.piece_at(square) {
            let row = &network.inputs[view.input(piece, square)];
            for (sum, weight) in sums.0.iter_mut().zip(&row.0) {
                *sum = sum.wrapping_add(*weight);
            }
        }
    }
}

/// The sums after a change: one loop for each number of pieces that leave and arrive, so that each sum is loaded and
/// stored once.
#[inline(always)]
fn follow(before: &Row, after: &mut Row, network: &Network, view: View, change: &Change) {
    let row = |&(piece, square): &(Piece, Square)| &network.inputs[view.input(piece, square)].0;
    let (before, after) = (&before.0, &mut after.0);
    match (change.taken(), change.put()) {
        ([from], [to]) => {
            let (from, to) = (row(from), row(to));
            for i in 0..HIDDEN {
                after[i] = before[i].wrapping_sub(from[i]).wrapping_add(to[i]);
            }
        }
        ([from, captured], [to]) => {
            let (from, captured, to) = (row(from), row(captured), row(to));
            for i in 0..HIDDEN {
                after[i] = before[i].wrapping_sub(from[i]).wrapping_sub(captured[i]).wrapping_add(to[i]);
            }
        }
        ([king, rook], [king_to, rook_to]) => {
            let (king, rook, king_to, rook_to) = (row(king), row(rook), row(king_to), row(rook_to));
            for i in 0..HIDDEN {
                let taken = before[i].wrapping_sub(king[i]).wrapping_sub(rook[i]);
                after[i] = taken.wrapping_add(king_to[i]).wrapping_add(rook_to[i]);
            }
        }
        _ => *after = *before,
    }
}
