//! What a suspect is asked: every count of the suite, the small ones first.
//!
//! A position with castling rights or an en-passant square is followed by its siblings, which have the same pieces and
//! another state, and then by itself once more, all in one game. A suspect that confuses states answers one of them
//! wrong:
//!
//! ```text
//! r3k2r/8/8/8/8/8/8/R3K2R w KQkq -      26 moves
//! r3k2r/8/8/8/8/8/8/R3K2R w - -         24 moves
//! r3k2r/8/8/8/8/8/8/R3K2R b KQkq -      26 moves
//! ```
//!
//! A hash table is rarely probed for the root itself, so the siblings' trees have to meet further down. With the other
//! side to move they do, after one move by each. Beside an en-passant square come siblings whose pawn still stands on
//! either square that it has left:
//!
//! ```text
//! 7 | . . p . .        c7c5 makes the square c6
//! 6 | . . p . .        c6c5 leads to the same pieces without it
//! 5 | . P . . .
//! ```
//!
//! Some positions are given as an earlier one and a move, a few moves of each kind: castling, en passant, promotion and
//! so on. A suspect may play them wrong, or not at all, and its own trees need not show it, since moves that it is
//! given may take a different path through its code than moves that it finds.

use std::time::Duration;

use philidor::perft::perft;
use philidor::{CastlingRights, Color, Move, MoveType, PieceType, Position, Setup};
use philidor_host::Several;
use philidor_host::clock::Instant;

use super::interview::Interview;
use crate::suite::{Entry, Suite, SuiteError, SuiteLimits};
use crate::suspect::Question;
use crate::suspect::counted_position::CountedPosition;

/// What a suite other than ours says about a question.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Claim {
    pub(crate) line: usize,
    pub(crate) leaves: u128,
}

/// The smaller depth at which siblings are asked; the larger one is the deepest at which their position is asked.
const MIN_SIBLING_DEPTH: u32 = 2;

/// The largest tree that is asked for, in leaves, and how deep a single position is, unless the limits say otherwise.
const DEFAULT_LEAVES: u64 = 100_000;
const DEFAULT_DEPTH: u32 = 4;

/// As deep as a suite can go.
const MAX_DEPTH: u32 = u8::MAX as u32;

/// How many kinds of moves are distinguished, and how many of each are played.
const KINDS: usize = 7;
const MAX_PLAYED: usize = 6;

/// A question of the suite.
#[derive(Clone, Debug)]
pub(crate) struct Item<P: CountedPosition = Position> {
    /// The position's name in the suite.
    pub(crate) name: String,
    pub(crate) question: Question<P>,
    /// About how many leaves the tree has.
    pub(crate) cost: u128,
    /// The count that has to be philidor's as well.
    pub(crate) claim: Option<Claim>,
    /// If so, the question is asked at depth 1 and again as deep as these limits allow.
    pub(crate) deeper: Option<SuiteLimits>,
}

impl<P: CountedPosition> Item<P> {
    /// The question; and the same as deep as the limits allow, if the trees below the position are not counted yet.
    pub(crate) fn questions(&self, interview: &mut Interview<'_, P>) -> Vec<Question<P>> {
        let Some(limits) = self.deeper else { return vec![self.question.clone()] };
        let most = u128::from(limits.leaves.unwrap_or(u64::MAX));
        let mut leaves_at = |depth| interview.count(&self.question.at_depth(depth));
        let first = leaves_at(1);
        let (mut depth, mut before, mut leaves) = (1, 1, first);
        // The next tree is expected to grow as this one did.
        while depth < limits.depth.unwrap_or(DEFAULT_DEPTH)
            && leaves > 0
            && leaves.saturating_mul(leaves / before + 1) <= most
        {
            depth += 1;
            (before, leaves) = (leaves, leaves_at(depth));
        }
        let mut depths = vec![1, depth];
        depths.dedup();
        depths.retain(|&depth| depth > 1 || first <= most);
        depths.into_iter().map(|depth| self.question.at_depth(depth)).collect()
    }
}

/// The questions of a hunt, the small ones first.
///
/// ```
/// use philidor_hunt::{Agenda, suite::{SuiteLimits, Suite}};
///
/// let suite = Suite::read(b"4k3/8/8/8/8/8/8/4K3 w - - 0 1 ;id bare ;D1 5 ;D2 25 ;D3 170");
/// let agenda = Agenda::from_suite(suite, SuiteLimits::up_to_leaves(30))?;
/// assert_eq!(agenda.len(), 2);
/// # Ok::<(), philidor_hunt::suite::SuiteError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Agenda<P: CountedPosition = Position> {
    pub(crate) items: Vec<Item<P>>,
    limits: SuiteLimits,
    /// The variant, if there is one, and where the positions come from, in words after the limits.
    pub(crate) variant: Option<&'static str>,
    pub(crate) origin: String,
}

impl Default for Agenda {
    /// The built-in suite, to a hundred thousand leaves a question.
    fn default() -> Agenda {
        Agenda::built_in(SuiteLimits::up_to_leaves(DEFAULT_LEAVES))
    }
}

impl Agenda {
    /// The most leaves of a question, unless more are asked for.
    pub const LEAVES: u64 = DEFAULT_LEAVES;

    /// The counts of the built-in suite.
    #[must_use]
    pub fn built_in(limits: SuiteLimits) -> Agenda {
        let entries = Suite::built_in().lines.into_iter().filter_map(|line| line.entry.ok());
        Agenda::new(&entries.map(|entry| Posed { entry, line: None }).collect::<Vec<_>>(), limits)
    }

    /// The counts of another suite. They are compared with philidor's; those that differ are listed in the report.
    ///
    /// # Errors
    ///
    /// A line of the suite cannot be read.
    pub fn from_suite(suite: Suite, limits: SuiteLimits) -> Result<Agenda, SuiteError> {
        Ok(Agenda::from_entries(suite.entries()?, limits))
    }

    /// The same for entries that were read already, with the numbers of their lines.
    #[must_use]
    pub fn from_entries(entries: impl IntoIterator<Item = (usize, Entry)>, limits: SuiteLimits) -> Agenda {
        let posed = entries.into_iter().map(|(line, entry)| Posed { entry, line: Some(line) });
        Agenda::new(&posed.collect::<Vec<_>>(), limits)
    }

    /// The counts of a single position, four half-moves deep if the limits name no depth. Since philidor counts them
    /// first, it goes only as deep as it expects to count in this time.
    #[must_use]
    pub fn from_position(position: &Position, limits: SuiteLimits, time: Duration) -> Agenda {
        let counts = counts(position, limits.depth.unwrap_or(DEFAULT_DEPTH), time);
        let entry = Entry::new("the position given", *position, counts);
        Agenda::new(&[Posed { entry, line: None }], limits)
    }

    /// The questions about some positions, by increasing cost.
    fn new(entries: &[Posed], limits: SuiteLimits) -> Agenda {
        let mut items: Vec<Item> = entries.iter().flat_map(|posed| posed.items(limits)).collect();
        // A single position is asked about by itself.
        if entries.len() > 1 {
            items.extend(played(entries));
        }
        // Stable, so that siblings stay together.
        items.sort_by_key(|item| item.cost);
        Agenda { items, limits, variant: None, origin: String::new() }
    }
}

impl<P: CountedPosition> Agenda<P> {
    /// How many questions there are; of variants, how many positions, each of which is asked about once or twice.
    #[must_use]
    pub fn len(&self) -> usize {
        self.items.len()
    }

    /// Whether there is nothing to ask, because no count is within the limits.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.items.is_empty()
    }

    /// `depth 3 and 100,000 leaves a question, `, if there are limits.
    pub(crate) fn limits_in_words(&self) -> String {
        in_words(self.limits)
    }

    /// These positions, each with its name: each alone, and as deep as the limits allow.
    #[cfg(feature = "variants")]
    pub(crate) fn of_positions(
        positions: impl Iterator<Item = (String, P)>,
        limits: SuiteLimits,
        origin: String,
    ) -> Agenda<P> {
        let item = |(name, start): (String, P)| {
            let chess960 = start.is_chess960();
            let question = Question { start, line: Vec::new(), depth: 1, chess960, same_game: false };
            Item { name, question, cost: 0, claim: None, deeper: Some(limits) }
        };
        let items: Vec<Item<P>> = positions.map(item).collect();
        let variant = items.first().map(|item| item.question.start.uci_variant());
        Agenda { items, limits, variant, origin }
    }
}

/// `depth 3 and 100,000 leaves a question, `, if there are limits.
pub(crate) fn in_words(limits: SuiteLimits) -> String {
    let depth = limits.depth.map(|depth| format!("depth {depth}"));
    let leaves = limits.leaves.map(|leaves| Several(leaves.into(), "leaf").to_string());
    let limits: Vec<String> = [depth, leaves].into_iter().flatten().collect();
    if limits.is_empty() { String::new() } else { format!("{} a question, ", limits.join(" and ")) }
}

/// A position to ask about.
#[derive(Debug)]
struct Posed {
    entry: Entry,
    /// Its line in a suite that is not ours, whose counts are checked.
    line: Option<usize>,
}

impl Posed {
    /// The counts of the position within the limits; after some of them its siblings, if it has any, and then it once
    /// more.
    fn items(&self, limits: SuiteLimits) -> Vec<Item> {
        let Posed { entry: Entry { name, position, counts, .. }, line } = self;
        let chess960 = position.is_chess960();
        let item = |start: &Position, depth, cost, same_game| Item {
            name: name.clone(),
            question: Question { start: *start, line: Vec::new(), depth, chess960, same_game },
            cost,
            claim: None,
            deeper: None,
        };
        let admitted = counts.iter().filter(|&&(depth, leaves)| depth > 0 && limits.admit(depth, leaves));
        let deepest = admitted.clone().map(|&(depth, _)| depth).max();
        let mut items = Vec::new();
        for &(depth, leaves) in admitted {
            let claim = line.map(|line| Claim { line, leaves });
            items.push(Item { claim, ..item(position, depth, leaves, false) });
            if depth == MIN_SIBLING_DEPTH || depth > MIN_SIBLING_DEPTH && Some(depth) == deepest {
                let siblings = siblings(position);
                items.extend(siblings.iter().map(|sibling| item(sibling, depth, leaves, true)));
                if !siblings.is_empty() {
                    items.push(item(position, depth, leaves, true));
                }
            }
        }
        items
    }
}

/// The counts of a position to a depth, unless that is expected to take longer than a time.
fn counts(position: &Position, depth: u32, time: Duration) -> Vec<(u32, u128)> {
    let began = Instant::now();
    let mut counts: Vec<(u32, u128)> = Vec::new();
    for depth in 1..=depth.min(MAX_DEPTH) {
        let branches = match counts.as_slice() {
            [.., (_, one), (_, two)] => *two as f64 / (*one).max(1) as f64,
            _ => 1.0,
        };
        if began.elapsed().as_secs_f64() * branches > time.as_secs_f64() {
            break;
        }
        let leaves = perft(position, depth);
        counts.push((depth, leaves));
        // Deeper trees have none either.
        if leaves == 0 {
            break;
        }
    }
    counts
}

/// Positions that are given as an earlier one and a move, a few moves of each kind.
fn played(entries: &[Posed]) -> Vec<Item> {
    let mut so_far = [0; KINDS];
    let mut items = Vec::new();
    for Posed { entry: Entry { name, position, .. }, .. } in entries {
        for &mv in position.legal_moves().iter() {
            let Some(so_far) = so_far.get_mut(kind(position, mv)).filter(|so_far| **so_far < MAX_PLAYED)
            else {
                continue;
            };
            *so_far += 1;
            let question = Question {
                start: *position,
                line: vec![mv],
                depth: 1,
                chess960: position.is_chess960(),
                same_game: false,
            };
            let cost = question.position().legal_moves().len() as u128;
            items.push(Item { name: name.clone(), question, cost, claim: None, deeper: None });
        }
    }
    items
}

/// Castling, en passant, promotion, a double push, the capture of a rook that may castle, a king's step, any other.
fn kind(position: &Position, mv: Move) -> usize {
    let ranks = (mv.orig_square().rank() as i8 - mv.dest_square().rank() as i8).abs();
    let after = position.after(mv);
    match (mv.move_type(), mv.played_piece()) {
        _ if mv.castling_side().is_some() => 0,
        (MoveType::EnPassant, _) => 1,
        (MoveType::Promotion, _) => 2,
        (_, PieceType::Pawn) if ranks == 2 => 3,
        (_, PieceType::King) => 5,
        _ if mv.is_capture() && after.castling_rights() != position.castling_rights() => 4,
        _ => 6,
    }
}

/// Positions with the same pieces and another state; none of a position without any state.
fn siblings(position: &Position) -> Vec<Position> {
    let setup = position.to_setup();
    let state = setup.state;
    if state.castling_rights.is_empty() && state.en_passant.is_none() {
        return Vec::new();
    }
    let mut siblings = Vec::new();
    let mut add = |change: &dyn Fn(&mut Setup)| {
        let mut changed = setup;
        change(&mut changed);
        if changed != setup
            && let Ok(sibling) = Position::try_from(changed)
        {
            siblings.push(sibling);
        }
    };
    add(&|setup| setup.state.castling_rights = CastlingRights::NONE);
    add(&|setup| setup.state.en_passant = None);
    add(&|setup| {
        setup.state.en_passant = None;
        setup.state.side_to_move = !setup.state.side_to_move;
    });
    if let Some(square) = state.en_passant {
        let us = state.side_to_move;
        let [moved, home] =
            [1, -1].map(|ranks| square.offset(0, if us == Color::White { -ranks } else { ranks }));
        for behind in [home, Some(square)] {
            add(&|setup| {
                setup.state.en_passant = None;
                setup.state.side_to_move = !us;
                if let (Some(moved), Some(behind)) = (moved, behind)
                    && let Some(pawn) = setup.board.piece_at(moved)
                {
                    setup.board.remove(moved);
                    setup.board.put(behind, pawn);
                }
            });
        }
    }
    siblings
}

#[cfg(test)]
mod tests {
    use super::*;

    fn agenda(fen: &str, counts: &[(u32, u128)], leaves: u64) -> Vec<(String, u32, bool)> {
        let position: Position = fen.parse().expect("a position");
        let entry = Entry::new("it", position, counts.iter().copied());
        let items = Agenda::new(&[Posed { entry, line: None }], SuiteLimits::up_to_leaves(leaves)).items;
        let alone = items.iter().filter(|item| item.question.line.is_empty());
        let key = |item: &Item| (item.question.fen(), item.question.depth, item.question.same_game);
        alone.map(key).collect()
    }

    #[test]
    fn one_leaf_has_no_plural() {
        let in_words = |leaves| Agenda::new(&[], SuiteLimits::up_to_leaves(leaves)).limits_in_words();
        assert_eq!([1, 1_000].map(in_words), ["1 leaf a question, ", "1,000 leaves a question, "]);
    }

    #[test]
    fn small_counts_come_first_and_large_ones_not_at_all() {
        let items = agenda("k7/8/8/8/8/8/8/K7 w - - 0 1", &[(3, 60), (1, 3), (2, 9)], 20);
        assert_eq!(items.iter().map(|item| item.1).collect::<Vec<_>>(), [1, 2]);
    }

    #[test]
    fn positions_with_castling_rights_have_siblings_in_their_game() {
        let with = "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1";
        let items = agenda(with, &[(1, 16), (2, 71), (3, 1_200), (4, 7_000)], 2_000);
        let without = "4k3/8/8/8/8/8/8/R3K3 w - - 0 1";
        let black = "4k3/8/8/8/8/8/8/R3K3 b Q - 0 1";
        let mut expected = vec![(with, 1, false)];
        for depth in [2, 3] {
            expected.extend([
                (with, depth, false),
                (without, depth, true),
                (black, depth, true),
                (with, depth, true),
            ]);
        }
        let expected: Vec<_> =
            expected.iter().map(|&(fen, depth, game)| (fen.to_owned(), depth, game)).collect();
        assert_eq!(items, expected);
    }

    #[test]
    fn the_pawn_of_an_en_passant_square_is_also_asked_before_its_push() {
        let items = agenda("4k3/8/8/1Pp5/8/8/8/4K3 w - c6 0 1", &[(2, 40)], 2_000);
        let fens: Vec<&str> = items.iter().map(|item| item.0.as_str()).collect();
        assert!(fens.contains(&"4k3/2p5/8/1P6/8/8/8/4K3 b - - 0 1"), "{fens:?}");
        assert!(fens.contains(&"4k3/8/2p5/1P6/8/8/8/4K3 b - - 0 1"), "{fens:?}");
    }

    #[test]
    fn a_position_without_moves_is_counted_once_however_deep_is_asked() {
        let stalemate = "7k/5Q2/6K1/8/8/8/8/8 b - - 0 1".parse().expect("a stalemate");
        assert_eq!(counts(&stalemate, u32::MAX, Duration::from_secs(60)), [(1, 0)]);
    }
}
