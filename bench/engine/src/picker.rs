//! The moves in stages: the hash move, good tactical moves, killers, quiet moves, bad tactical moves. Each stage is
//! generated when it is reached, and each move is selected as the best of the rest. Of moves with equal scores the one
//! with the highest place comes first, so that the order is the same for every board.
//!
//! No closures here: the compiler may fail to inline one into a function that uses the instructions of a CPU's level.

use crate::{Board, Kind, List as _, Rules, memory::Memory};

/// Where a picker is; each stage moves on to the next by itself.
#[derive(Clone, Copy)]
enum Stage {
    Table,
    ListTactical,
    Tactical,
    Killers,
    ListQuiet,
    Quiet,
    Bad,
}

pub(crate) struct Picker<B: Board> {
    stage: Stage,
    /// The hash move and the killers, 0 for none.
    first: [u16; 3],
    only_tactical: bool,
    tactical: B::List,
    quiet: B::List,
    at: usize,
    /// How many tactical moves were put off until the end; they are the first of their list.
    bad: usize,
    /// Whether the next move of the list was selected already.
    is_ahead: bool,
}

/// A move, and what the search needs to know about it.
pub(crate) struct Picked<M> {
    pub(crate) mv: M,
    /// The lower half of its score.
    pub(crate) place: u16,
    pub(crate) is_quiet: bool,
}

impl<B: Board> Picker<B> {
    #[inline(always)]
    pub(crate) fn new(first: [u16; 3], only_tactical: bool) -> Self {
        Picker {
            stage: Stage::Table,
            first,
            only_tactical,
            tactical: B::List::new(),
            quiet: B::List::new(),
            at: 0,
            bad: 0,
            is_ahead: false,
        }
    }

    /// The move that will probably come next, if it is known without generating another stage.
    #[inline(always)]
    pub(crate) fn peek(&mut self) -> Option<B::Move> {
        match self.stage {
            Stage::Tactical => peek(&mut self.tactical, self.at, &mut self.is_ahead),
            Stage::Quiet => peek(&mut self.quiet, self.at, &mut self.is_ahead),
            _ => None,
        }
    }

    #[inline(always)]
    pub(crate) fn next<R: Rules<B>>(
        &mut self,
        rules: R,
        position: &B::Position,
        memory: &Memory,
    ) -> Option<Picked<B::Move>> {
        loop {
            match self.stage {
                Stage::Table => {
                    self.stage = Stage::ListTactical;
                    if self.first[0] != 0
                        && let Some(mv) = rules.find(position, self.first[0])
                    {
                        let is_quiet = rules.is_quiet(position, mv);
                        if !(self.only_tactical && is_quiet) {
                            return Some(Picked { mv, place: rules.place(position, mv), is_quiet });
                        }
                    }
                    self.first[0] = 0;
                }
                Stage::ListTactical => {
                    rules.moves(position, Kind::Tactical, &mut self.tactical);
                    for at in 0..self.tactical.count() {
                        let mv = self.tactical.get(at).0;
                        let place = rules.place(position, mv);
                        let (moved, captured) = rules.pieces(position, mv);
                        let worth =
                            captured.map_or(0, |captured| captured as u32 + 1) + u32::from(place >> 12);
                        self.tactical.score(at, (worth * 8 + 5 - moved as u32) << 16 | u32::from(place));
                    }
                    self.stage = Stage::Tactical;
                }
                Stage::Tactical => {
                    while let Some((mv, place)) = select(&mut self.tactical, &mut self.at, &mut self.is_ahead)
                    {
                        if rules.digest(position, mv) == self.first[0] {
                            continue;
                        }
                        if rules.wins(position, mv, 0) {
                            return Some(Picked { mv, place, is_quiet: false });
                        }
                        self.tactical.exchange(self.bad, self.at - 1);
                        self.bad += 1;
                    }
                    self.at = 0;
                    if self.only_tactical {
                        return None;
                    }
                    self.stage = Stage::Killers;
                }
                Stage::Killers => {
                    while self.at < 2 {
                        self.at += 1;
                        let digest = self.first[self.at];
                        if digest != 0
                            && !self.first[..self.at].contains(&digest)
                            && let Some(mv) = rules.find(position, digest)
                            && rules.is_quiet(position, mv)
                        {
                            return Some(Picked { mv, place: rules.place(position, mv), is_quiet: true });
                        }
                        self.first[self.at] = 0;
                    }
                    self.at = 0;
                    self.stage = Stage::ListQuiet;
                }
                Stage::ListQuiet => {
                    rules.moves(position, Kind::Quiet, &mut self.quiet);
                    let turn = rules.turn(position);
                    for at in 0..self.quiet.count() {
                        let place = rules.place(position, self.quiet.get(at).0);
                        let history = u32::from(memory.history(turn, place));
                        self.quiet.score(at, history << 16 | u32::from(place));
                    }
                    self.stage = Stage::Quiet;
                }
                Stage::Quiet => {
                    while let Some((mv, place)) = select(&mut self.quiet, &mut self.at, &mut self.is_ahead) {
                        if !self.first.contains(&rules.digest(position, mv)) {
                            return Some(Picked { mv, place, is_quiet: true });
                        }
                    }
                    self.at = 0;
                    self.stage = Stage::Bad;
                }
                Stage::Bad => {
                    if self.at == self.bad {
                        return None;
                    }
                    let (mv, score) = self.tactical.get(self.at);
                    self.at += 1;
                    return Some(Picked { mv, place: score as u16, is_quiet: false });
                }
            }
        }
    }
}

/// Takes the best of the rest.
#[inline(always)]
fn select<M: Copy>(list: &mut impl crate::List<M>, at: &mut usize, is_ahead: &mut bool) -> Option<(M, u16)> {
    if *at == list.count() {
        return None;
    }
    if !*is_ahead {
        put_forward(list, *at);
    }
    *is_ahead = false;
    *at += 1;
    let (mv, score) = list.get(*at - 1);
    Some((mv, score as u16))
}

/// The best of the rest, which is taken next.
#[inline(always)]
fn peek<M: Copy>(list: &mut impl crate::List<M>, at: usize, is_ahead: &mut bool) -> Option<M> {
    if at == list.count() {
        return None;
    }
    if !*is_ahead {
        put_forward(list, at);
        *is_ahead = true;
    }
    Some(list.get(at).0)
}

/// Moves the best of the rest to its front.
#[inline(always)]
fn put_forward<M: Copy>(list: &mut impl crate::List<M>, at: usize) {
    let (mut best, mut most) = (at, list.get(at).1);
    for index in at + 1..list.count() {
        let score = list.get(index).1;
        if score > most {
            (best, most) = (index, score);
        }
    }
    list.exchange(at, best);
}
