//! Staged move generation: moves one after the other, the promising ones first, each found only when it is asked for.
//!
//! ```text
//! hash move ──► good tactical ─► killers ─► quiet ─► bad tactical
//!     │             │                │         │          │
//!  nothing is    generated,       decoded   generated,   what the exchange
//!  generated     best first       one by    best first   threw out, in the
//!                                 one                    same order
//! ```
//!
//! Most nodes of a search end after a move or two, so nothing is generated, scored or sorted before it is needed; the
//! best of the rest is selected anew for each move.
//!
//! A picker gives each legal move exactly once, whatever the hash move and the killers are: a digest that is not a
//! legal move here is passed over, and so is one that has been given already.

use super::{Exchange, Level};
use crate::movegen::MoveKind;
use crate::position::Position;
use crate::types::{Move, MoveDigest, MoveList};

/// What a search thinks of moves: how promising they are, and which captures are good.
///
/// All methods have defaults; an engine with history tables replaces [`Scoring::quiet`].
///
/// ```
/// use philidor::{Move, Position, search_support::{Picker, Scoring}};
///
/// /// How often a quiet move has cut off the search, by its origin and destination.
/// struct History([[u32; 64]; 64]);
///
/// impl Scoring for History {
///     fn quiet(&mut self, _: &Position, mv: Move) -> u32 {
///         self.0[mv.origin() as usize][mv.destination() as usize]
///     }
/// }
///
/// let position = Position::default();
/// let mv = position.parse_san("Nf3")?;
/// let mut history = History([[0; 64]; 64]);
/// history.0[mv.origin() as usize][mv.destination() as usize] += 1;
/// let first = Picker::new(None, [None, None]).next(&position, &mut history);
/// assert_eq!(first.map(Move::digest), Some(mv.digest()));
/// # Ok::<(), philidor::SanError>(())
/// ```
pub trait Scoring {
    /// The score of a capture or promotion; the highest come first. By default the most valuable victim, then the least
    /// valuable attacker (MVV-LVA).
    fn tactical(&mut self, position: &Position, mv: Move) -> u32 {
        let _ = position;
        // A victim counts by the usual order of pieces, whose code is 0 for a king and 5 for a pawn.
        let victim = mv.captured_piece().map_or(0, |piece_type| 6 - piece_type as u32);
        let promotion = mv.promotion().map_or(0, |piece_type| 6 - piece_type as u32);
        (victim + promotion) * 8 + mv.played_piece() as u32
    }

    /// The score of a quiet move; the highest come first. By default all are equal, and the order is the generator's.
    fn quiet(&mut self, position: &Position, mv: Move) -> u32 {
        let _ = (position, mv);
        0
    }

    /// Whether a tactical move comes before the quiet ones. By default, if it loses nothing by static exchange
    /// evaluation.
    fn is_good(&mut self, position: &Position, mv: Move) -> bool {
        Exchange::default().at_least(position, mv, 0)
    }
}

/// The defaults.
impl Scoring for () {}

/// Gives the legal moves of a position one by one, in stages.
///
/// The position is passed in at each call, so that moves can be played on it and taken back in between; it must be the
/// same position each time.
///
/// ```
/// use philidor::{Position, search_support::Picker};
///
/// let mut position: Position = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1".parse()?;
/// let castles = position.parse_san("O-O").expect("legal").digest();
/// let mut picker = Picker::new(Some(castles), [None, None]);
/// let mut order = Vec::new();
/// while let Some(mv) = picker.next(&position, &mut ()) {
///     order.push(position.to_san(mv).to_string());
///     let undo = position.play_unchecked(mv);
///     position.undo(mv, undo);
/// }
/// assert_eq!(order.len(), 48);
/// assert_eq!(order[..2], ["O-O", "Bxa6"]);
/// # Ok::<(), philidor::PositionError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Picker {
    stage: Stage,
    kind: MoveKind,
    hash_move: Option<MoveDigest>,
    killers: [Option<MoveDigest>; 2],
    /// The tactical moves; those put off until the end are moved to the front.
    tactical: MoveList,
    bad: usize,
    quiet: MoveList,
    /// How many moves of the list of this stage have been looked at.
    at: usize,
    /// Whether the best of the rest was selected already, by [`Picker::peek`].
    is_ahead: bool,
}

/// Where a picker is; each stage moves on to the next by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    Table,
    ListTactical,
    Tactical,
    Killers,
    ListQuiet,
    Quiet,
    Bad,
    Done,
}

impl Picker {
    /// A picker of all legal moves; in check these are the evasions.
    ///
    /// The hash move and the killers are digests, as a transposition table keeps them; whether they are legal here is
    /// checked when their turn comes. A killer that is tactical comes with the tactical moves.
    #[must_use]
    #[inline]
    pub fn new(hash_move: Option<MoveDigest>, killers: [Option<MoveDigest>; 2]) -> Picker {
        Picker::for_kind(MoveKind::All, hash_move, killers)
    }

    /// A picker of tactical moves only, good ones, then bad ones; for quiescence search. A hash move that is quiet is
    /// passed over.
    #[must_use]
    #[inline]
    pub fn tactical(hash_move: Option<MoveDigest>) -> Picker {
        Picker::for_kind(MoveKind::Tactical, hash_move, [None; 2])
    }

    #[inline(always)]
    fn for_kind(kind: MoveKind, hash_move: Option<MoveDigest>, killers: [Option<MoveDigest>; 2]) -> Picker {
        Picker {
            stage: Stage::Table,
            kind,
            hash_move,
            killers,
            tactical: MoveList::new(),
            bad: 0,
            quiet: MoveList::new(),
            at: 0,
            is_ahead: false,
        }
    }

    /// From now on, no more quiet moves: killers and the rest of the quiet ones are left out.
    #[inline]
    pub fn skip_quiet(&mut self) {
        self.kind = MoveKind::Tactical;
        if matches!(self.stage, Stage::Killers | Stage::ListQuiet | Stage::Quiet) {
            self.go_to(Stage::Bad);
        }
    }

    /// Whether the move that was given last is one of the bad tactical ones.
    #[must_use]
    #[inline]
    pub const fn is_among_bad(&self) -> bool {
        matches!(self.stage, Stage::Bad | Stage::Done) && self.at > 0
    }

    /// The next move, with its score; `None` once all have been given.
    ///
    /// The hash move has the highest score, [`u32::MAX`], and a killer the one below.
    #[inline]
    #[allow(clippy::should_implement_trait, reason = "it needs the position each time")]
    pub fn next<S: Scoring>(&mut self, position: &Position, scoring: &mut S) -> Option<Move> {
        self.step(ByPosition, position, scoring)
    }

    /// As [`Picker::next`], inside [`Work::run`](super::Work::run): the lists are written at its level, without asking
    /// the CPU again. [`Scoring::is_good`] is yours: by default it does not know the level; ask
    /// [`Level::exchange_at_least`] there.
    #[inline(always)]
    pub fn next_at<L: Level, S: Scoring>(
        &mut self,
        level: L,
        position: &Position,
        scoring: &mut S,
    ) -> Option<Move> {
        self.step(At(level), position, scoring)
    }

    /// The move that probably comes next, to prefetch its entry of a transposition table ([`Position::key_after`])
    /// while the last one is searched. `None` between the stages, and while nothing is listed.
    ///
    /// It may have been given already, as the hash move or a killer, or be put off as a bad capture: do not play it,
    /// but take it from [`Picker::next`]. The order is the same whether this is called or not.
    ///
    /// ```
    /// use philidor::{Position, search_support::Picker};
    ///
    /// let position = Position::default();
    /// let mut picker = Picker::new(None, [None, None]);
    /// assert_eq!(picker.peek(), None, "nothing is generated yet");
    /// picker.next(&position, &mut ()).expect("a move");
    /// let peeked = picker.peek();
    /// assert!(peeked.is_some());
    /// assert_eq!(picker.next(&position, &mut ()), peeked);
    /// ```
    #[inline(always)]
    pub fn peek(&mut self) -> Option<Move> {
        let list = match self.stage {
            Stage::Tactical => &mut self.tactical,
            Stage::Quiet => &mut self.quiet,
            _ => return None,
        };
        if !self.is_ahead {
            put_best_first(list.get_mut(self.at..)?);
            self.is_ahead = true;
        }
        list.get(self.at).copied()
    }

    #[inline(always)]
    fn step<B: Lists, S: Scoring>(&mut self, lists: B, position: &Position, scoring: &mut S) -> Option<Move> {
        loop {
            match self.stage {
                Stage::Table => {
                    self.go_to(Stage::ListTactical);
                    let from_table = self.hash_move.take().and_then(|digest| position.decode(digest));
                    if let Some(mut mv) = from_table
                        && (self.kind == MoveKind::All || mv.is_tactical())
                    {
                        self.hash_move = Some(mv.digest());
                        mv.set_score(u32::MAX);
                        return Some(mv);
                    }
                }
                Stage::ListTactical => {
                    lists.write(position, MoveKind::Tactical, &mut self.tactical);
                    for mv in &mut self.tactical {
                        mv.set_score(scoring.tactical(position, *mv));
                    }
                    self.go_to(Stage::Tactical);
                }
                Stage::Tactical => match select(&mut self.tactical, &mut self.at, &mut self.is_ahead) {
                    Some(mv) if self.hash_move == Some(mv.digest()) => {}
                    Some(mv) if scoring.is_good(position, mv) => return Some(mv),
                    // Its place is free: it lies before those that are still to be looked at.
                    Some(mv) => {
                        self.tactical[self.bad] = mv;
                        self.bad += 1;
                    }
                    None if self.kind == MoveKind::All => self.go_to(Stage::Killers),
                    None => self.go_to(Stage::Bad),
                },
                Stage::Killers => match self.killers.get(self.at) {
                    Some(&killer) => {
                        self.at += 1;
                        if let Some(mv) = killer.and_then(|digest| self.killer(position, digest)) {
                            return Some(mv);
                        }
                        // Not given: it must not be passed over later.
                        self.killers[self.at - 1] = None;
                    }
                    None => self.go_to(Stage::ListQuiet),
                },
                Stage::ListQuiet => {
                    lists.write(position, MoveKind::Quiet, &mut self.quiet);
                    for mv in &mut self.quiet {
                        mv.set_score(scoring.quiet(position, *mv));
                    }
                    self.go_to(Stage::Quiet);
                }
                Stage::Quiet => match select(&mut self.quiet, &mut self.at, &mut self.is_ahead) {
                    Some(mv) if self.has_given(mv.digest()) => {}
                    Some(mv) => return Some(mv),
                    None => self.go_to(Stage::Bad),
                },
                Stage::Bad => {
                    if self.at < self.bad {
                        self.at += 1;
                        return Some(self.tactical[self.at - 1]);
                    }
                    self.stage = Stage::Done;
                }
                Stage::Done => return None,
            }
        }
    }

    #[inline(always)]
    fn go_to(&mut self, stage: Stage) {
        self.stage = stage;
        self.at = 0;
        self.is_ahead = false;
    }

    /// The quiet move of a killer, if it is legal here and was not given.
    #[inline]
    fn killer(&self, position: &Position, digest: MoveDigest) -> Option<Move> {
        let earlier = &self.killers[..self.at - 1];
        if self.hash_move == Some(digest) || earlier.contains(&Some(digest)) {
            return None;
        }
        let mut mv = position.decode(digest).filter(|mv| !mv.is_tactical())?;
        mv.set_score(u32::MAX - 1);
        Some(mv)
    }

    #[inline(always)]
    fn has_given(&self, digest: MoveDigest) -> bool {
        self.hash_move == Some(digest) || self.killers.contains(&Some(digest))
    }
}

/// How lists are written: a trait, because the compiler might not inline a closure into the function for a level.
trait Lists: Copy {
    fn write(self, position: &Position, kind: MoveKind, list: &mut MoveList);
}

#[derive(Clone, Copy)]
struct ByPosition;

impl Lists for ByPosition {
    #[inline(always)]
    fn write(self, position: &Position, kind: MoveKind, list: &mut MoveList) {
        position.moves_into(kind, list);
    }
}

#[derive(Clone, Copy)]
struct At<L>(L);

impl<L: Level> Lists for At<L> {
    #[inline(always)]
    fn write(self, position: &Position, kind: MoveKind, list: &mut MoveList) {
        self.0.moves_into(position, kind, list);
    }
}

/// Takes the best of the moves that are left, unless it was selected ahead.
#[inline(always)]
fn select(list: &mut [Move], at: &mut usize, is_ahead: &mut bool) -> Option<Move> {
    if !*is_ahead {
        put_best_first(list.get_mut(*at..)?);
    }
    *is_ahead = false;
    let mv = *list.get(*at)?;
    *at += 1;
    Some(mv)
}

/// Moves the best move to the front; of equal ones the first.
#[inline(always)]
fn put_best_first(left: &mut [Move]) {
    // The score in the high half, the inverted index in the low one: a maximum without branches, the first of equals.
    let mut most = 0;
    for (index, mv) in left.iter().enumerate() {
        most = most.max(u64::from(mv.score()) << 32 | u64::from(!(index as u32)));
    }
    let best = !(most as u32) as usize;
    // Those in between move up, so that equal ones stay in order.
    if best > 0
        && let Some(through_best) = left.get_mut(..=best)
    {
        through_best.rotate_right(1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use alloc::vec::Vec;

    #[test]
    fn the_first_of_the_best_comes_first_and_the_others_stay_in_order() {
        // Of any twenty words, each with a destination of its own: no rule is asked.
        let mut moves: Vec<Move> = (0..20).map(|square| Move::from_raw(square << 2)).collect();
        let before = moves.clone();
        for (mv, score) in moves.iter_mut().zip([3, 7, 1, 7].into_iter().chain([0; 16])) {
            mv.set_score(score);
        }
        put_best_first(&mut moves);
        let order = [1, 0, 2, 3].into_iter().chain(4..20);
        assert!(moves.iter().zip(order).all(|(mv, index)| mv.same_move(before[index])));
        put_best_first(&mut []);
    }
}
