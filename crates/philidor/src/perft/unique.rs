//! The distinct positions of a ply, and how many paths lead to each: the frontier at which large computations are cut.
//!
//! Positions are the same under the FIDE rule of repetition: pieces, side to move, castling rights, and en passant only
//! if it is legal. Whole positions are compared, not keys. A position is packed into four words, a square into four
//! bits:
//!
//! ```text
//! bits 0–2    0 empty, 1 king, 2 queen, 3 rook, 4 bishop, 5 knight, 6 pawn, 7 a rook that may castle
//! bit 3       the piece is black; of an empty square: a pawn may be captured en passant there
//! ```
//!
//! A ply is made from the one before: the children are packed into a run, the run is sorted and equal positions are
//! combined, and runs of similar size are merged, as in a merge sort from the bottom up. An entry takes 48 bytes, 32
//! for the position and 16 for the paths; while two runs merge, both and the result are held.

use alloc::vec::Vec;
use core::fmt;
use core::iter::Peekable;
use core::marker::PhantomData;
use core::str::FromStr;

use super::children::{Node, Visitor, visit_all};
use super::landmark::{Landmark, pass};
use crate::cpu::{self, Cpu, Job, Level};
use crate::movegen::Rights;
use crate::position::{Board, Position, Setup, State, Strictness};
use crate::types::{
    Bitboard, Black, CastlingRights, CastlingRooks, CastlingSide, Color, PieceType, Side, Square, White,
};

/// How many entries are sorted at a time: 48 MB. Few in tests, so that runs fill and merge there, too.
const RUN: usize = if cfg!(any(test, feature = "proof")) { 64 } else { 1 << 20 };

/// The distinct positions of one ply, each with the number of paths that lead to it, in an order that depends only on
/// the positions.
///
/// Printed and parsed, a frontier is a line for each position, with the clocks of a new game: `FEN ;paths N`.
///
/// ```
/// use philidor::{perft::{frontier, perft, Frontier}, Position};
/// let third = frontier(&Position::default(), 3);
/// assert_eq!((third.len(), third.paths()), (5_362, 8_902));
/// let leaves: u128 = third.iter().map(|(position, paths)| paths * perft(&position, 1)).sum();
/// assert_eq!(leaves, 197_281);
///
/// let text = third.to_string();
/// assert_eq!(text.parse::<Frontier>()?, third);
/// # Ok::<(), philidor::perft::FrontierError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frontier {
    side_to_move: Color,
    castling_rooks: CastlingRooks,
    /// Sorted by position, none twice.
    entries: Vec<Entry>,
}

/// The distinct positions after `plies` half-moves.
///
/// ```
/// use philidor::{perft::frontier, Position};
/// assert_eq!(frontier(&Position::default(), 2).len(), 400);
/// ```
#[must_use]
pub fn frontier(position: &Position, plies: u32) -> Frontier {
    let mut frontier = Frontier::of(position);
    for _ in 0..plies {
        if frontier.is_empty() {
            // All games have ended: no later ply has a position either.
            break;
        }
        frontier = frontier.next_ply();
    }
    frontier
}

impl Frontier {
    /// The memory for each distinct position, in bytes. While the next ply is made there may be three times as many
    /// entries as positions in the end.
    pub const BYTES_PER_POSITION: usize = size_of::<Entry>();

    /// The frontier at ply 0: one position, one path.
    #[must_use]
    pub fn of(position: &Position) -> Frontier {
        let entries = Vec::from([Entry { position: Packed::of_position(position), paths: 1 }]);
        Frontier::new(position.side_to_move(), position.castling_rooks(), entries)
    }

    /// Reduces a frontier to what its positions show, so that it is read back as an equal one: without positions there
    /// is no side to move, and a rook that cannot castle has no home.
    fn new(side_to_move: Color, castling_rooks: CastlingRooks, entries: Vec<Entry>) -> Frontier {
        let homes = entries.iter().fold(Bitboard::EMPTY, |homes, entry| homes | entry.position.homes());
        let mut kept = CastlingRooks::STANDARD;
        for (_, color, side) in CastlingRights::EACH {
            let home = castling_rooks.square(color, side);
            if homes.contains(home) {
                kept.set(color, side, home.file());
            }
        }
        let side_to_move = if entries.is_empty() { Color::White } else { side_to_move };
        Frontier { side_to_move, castling_rooks: kept, entries }
    }

    /// The frontier with these positions; paths to the same position are added.
    ///
    /// # Errors
    ///
    /// If not all have the same side to move, or castling rooks have different homes.
    ///
    /// ```
    /// use philidor::{perft::{frontier, Frontier}, Position};
    /// let second = frontier(&Position::default(), 2);
    /// assert_eq!(Frontier::from_positions(second.iter())?, second);
    /// # Ok::<(), philidor::perft::FrontierError>(())
    /// ```
    pub fn from_positions(
        positions: impl IntoIterator<Item = (Position, u128)>,
    ) -> Result<Frontier, FrontierError> {
        let mut home = FrontierHome::default();
        let mut runs = Runs::default();
        for (index, (position, paths)) in positions.into_iter().enumerate() {
            home.agree_with(&position).map_err(|fault| FrontierError { line: index + 1, fault })?;
            runs.push(Entry { position: Packed::of_position(&position), paths });
        }
        Ok(home.frontier(runs))
    }

    /// The distinct positions one half-move later.
    #[must_use]
    pub fn next_ply(&self) -> Frontier {
        self.next_ply_at(Cpu::best())
    }

    /// The distinct positions one half-move later, found at a level.
    pub(super) fn next_ply_at(&self, cpu: Cpu) -> Frontier {
        let mut runs = Runs::default();
        self.expand_at(cpu, &mut runs);
        Frontier::new(!self.side_to_move, self.castling_rooks, runs.finish())
    }

    /// Counts the distinct positions one half-move later, without storing them.
    ///
    /// If they need more memory than allowed, they are counted in several passes, each of which makes all of them and
    /// keeps a part.
    ///
    /// ```
    /// use philidor::{perft::frontier, Position};
    /// assert_eq!(frontier(&Position::default(), 2).count_next_ply(16_384), 5_362);
    /// ```
    #[must_use]
    pub fn count_next_ply(&self, bytes: usize) -> u64 {
        let total = self.count_children();
        let room = (bytes / size_of::<Packed>()).max(1);
        let passes = total.div_ceil(room as u64);
        let mut distinct = 0;
        for pass in 0..passes {
            let mut part = Part { pass, passes, kept: Vec::new() };
            // Exactly this much: a vector that grows by itself takes up to twice what it needs.
            part.kept.reserve_exact(room.min(total as usize));
            self.expand_at(Cpu::best(), &mut part);
            part.combine();
            distinct += part.kept.len() as u64;
        }
        distinct
    }

    /// Counts the positions one half-move later, each as often as it arises from one of these.
    ///
    /// ```
    /// use philidor::{perft::frontier, Position};
    /// assert_eq!(frontier(&Position::default(), 2).count_children(), 8_902);
    /// ```
    #[must_use]
    pub fn count_children(&self) -> u64 {
        self.count_all_children(Cpu::best()).children
    }

    /// Counts the paths one half-move later: the perft of that many half-moves.
    ///
    /// ```
    /// use philidor::{perft::frontier, Position};
    /// assert_eq!(frontier(&Position::default(), 3).count_next_paths(), 197_281);
    /// ```
    #[must_use]
    pub fn count_next_paths(&self) -> u128 {
        self.count_all_children(Cpu::best()).paths
    }

    /// Counts the children, and the paths that lead to them, at a level.
    pub(super) fn count_all_children(&self, cpu: Cpu) -> CountChildren {
        let mut total = CountChildren::default();
        self.expand_at(cpu, &mut total);
        total
    }

    /// The number of distinct positions.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there are none: all games have ended before.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The total number of paths: the perft of that many half-moves. [`u128::MAX`] if there are that many or more, as
    /// with the paths to a single position.
    #[must_use]
    pub fn paths(&self) -> u128 {
        self.entries.iter().fold(0, |sum, entry| sum.saturating_add(entry.paths))
    }

    /// The positions, with the clocks of a new game, each with its paths.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (Position, u128)> {
        self.entries.iter().map(|entry| (self.position(entry.position), entry.paths))
    }

    fn position(&self, packed: Packed) -> Position {
        let Node { board, rights } = packed.unpack(self.castling_rooks);
        let state = State {
            castling_rights: rights.castling,
            en_passant: rights.en_passant,
            side_to_move: self.side_to_move,
            ..State::default()
        };
        Position::reached(Setup { board, state, castling_rooks: rights.rooks })
    }

    /// Shows all children to a taker.
    fn expand_at<T: Take>(&self, cpu: Cpu, taker: &mut T) {
        match self.side_to_move {
            Color::White => {
                cpu::dispatch_at(cpu, Expand::<White, T> { frontier: self, taker, side: PhantomData });
            }
            Color::Black => {
                cpu::dispatch_at(cpu, Expand::<Black, T> { frontier: self, taker, side: PhantomData });
            }
        }
    }
}

impl fmt::Display for Frontier {
    /// A line for each position, each with a line feed.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (position, paths) in self.iter() {
            writeln!(f, "{position} ;paths {paths}")?;
        }
        Ok(())
    }
}

/// Why a text is not a frontier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct FrontierError {
    /// The number of the line, or of the position, from 1.
    pub line: usize,
    /// What is wrong there.
    pub fault: FrontierFault,
}

/// What is wrong with a line of a frontier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum FrontierFault {
    /// There is no ` ;paths ` and a number after the FEN.
    NoPaths,
    /// The FEN is invalid, or not that of a position with well-defined moves.
    NoPosition,
    /// The side to move differs from that of the lines before.
    OtherSide,
    /// A castling rook has a different home than in the lines before, or castles to the other side.
    OtherRooks,
}

impl fmt::Display for FrontierError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.fault)
    }
}

impl fmt::Display for FrontierFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            FrontierFault::NoPaths => "no ` ;paths ` and a number after the FEN",
            FrontierFault::NoPosition => "not the FEN of a position",
            FrontierFault::OtherSide => "not the same side's turn as in the lines before",
            FrontierFault::OtherRooks => {
                "a castling rook from another square, or to another side, than before"
            }
        })
    }
}

impl core::error::Error for FrontierError {}

impl FromStr for Frontier {
    type Err = FrontierError;

    /// Reads what `Display` writes, in any order of the lines. Accepts positions that no game reaches if their moves
    /// are well defined: see [`Strictness::WellDefined`].
    fn from_str(text: &str) -> Result<Frontier, FrontierError> {
        let mut home = FrontierHome::default();
        let mut runs = Runs::default();
        for (index, line) in text.lines().enumerate() {
            let at_line = |fault| FrontierError { line: index + 1, fault };
            let (fen, paths) = line.split_once(" ;paths ").ok_or(at_line(FrontierFault::NoPaths))?;
            let paths = paths.trim_end().parse().map_err(|_| at_line(FrontierFault::NoPaths))?;
            let setup: Setup = fen.parse().map_err(|_| at_line(FrontierFault::NoPosition))?;
            let position = Position::from_setup(setup, Strictness::WellDefined)
                .map_err(|_| at_line(FrontierFault::NoPosition))?;
            home.agree_with(&position).map_err(at_line)?;
            runs.push(Entry { position: Packed::of_position(&position), paths });
        }
        Ok(home.frontier(runs))
    }
}

/// The properties that all positions of a frontier share, as far as they are known, for reading one line by line.
///
/// ```
/// use philidor::{perft::{FrontierFault, FrontierHome}, Position};
/// let mut home = FrontierHome::default();
/// assert_eq!(home.agree_with(&Position::default()), Ok(()));
/// let other_side = "4k3/8/8/8/8/8/8/4K3 b - - 0 1".parse()?;
/// assert_eq!(home.agree_with(&other_side), Err(FrontierFault::OtherSide));
/// # Ok::<(), philidor::PositionError>(())
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct FrontierHome {
    side_to_move: Option<Color>,
    /// The rights of any position so far, and the homes of their rooks; the corners for the others.
    rights: CastlingRights,
    rooks: CastlingRooks,
}

impl FrontierHome {
    /// Adds a position, unless it contradicts those before.
    ///
    /// # Errors
    ///
    /// If the other side is to move, or a rook that may castle has a different home, or castles to the other side: a
    /// packed position says which rooks may castle, and the homes say to which side.
    pub fn agree_with(&mut self, position: &Position) -> Result<(), FrontierFault> {
        let side = position.side_to_move();
        if *self.side_to_move.get_or_insert(side) != side {
            return Err(FrontierFault::OtherSide);
        }
        for (right, color, wing) in CastlingRights::EACH {
            if position.castling_rights().has(color, wing) {
                let square = position.castling_rooks().square(color, wing);
                if self.has_other_home(color, wing, square) {
                    return Err(FrontierFault::OtherRooks);
                }
                self.rooks.set(color, wing, square.file());
                self.rights.insert(right);
            }
        }
        Ok(())
    }

    /// Whether the rook of a right is known to come from another square, or this square to be the home of the rook that
    /// castles to the other side.
    fn has_other_home(&self, color: Color, wing: CastlingSide, square: Square) -> bool {
        CastlingSide::ALL.into_iter().any(|known| {
            let is_known = self.rights.has(color, known);
            is_known && (known == wing) != (self.rooks.square(color, known) == square)
        })
    }

    fn frontier(self, runs: Runs) -> Frontier {
        Frontier::new(self.side_to_move.unwrap_or(Color::White), self.rooks, runs.finish())
    }
}

/// A position of a frontier, and how many paths lead to it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Entry {
    position: Packed,
    paths: u128,
}

/// A position without side to move and clocks: the four bits of each square, bit by bit.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Packed([u64; 4]);

impl Packed {
    fn of_position(position: &Position) -> Packed {
        let mut node = Node::of(position);
        if !position.has_legal_en_passant() {
            node.rights.en_passant = None;
        }
        Packed::of(&node)
    }

    /// Packs a node whose en-passant capture is legal, if it has one.
    #[inline(always)]
    fn of(node: &Node) -> Packed {
        let board = &node.board;
        let [king, queen, rook, bishop, knight, pawn] = [
            board.pieces(PieceType::King),
            board.pieces(PieceType::Queen),
            board.pieces(PieceType::Rook),
            board.pieces(PieceType::Bishop),
            board.pieces(PieceType::Knight),
            board.pieces(PieceType::Pawn),
        ];
        let mut castling = Bitboard::EMPTY;
        for (_, color, side) in CastlingRights::EACH {
            if node.rights.castling.has(color, side) {
                castling.insert(node.rights.rooks.square(color, side));
            }
        }
        let en_passant = node.rights.en_passant.map_or(Bitboard::EMPTY, Bitboard::of);
        Packed([
            (king | rook | knight).0,
            (queen | rook | pawn).0,
            (bishop | knight | pawn | castling).0,
            (board.color(Color::Black) | en_passant).0,
        ])
    }

    #[inline(always)]
    fn unpack(self, rooks: CastlingRooks) -> Node {
        let [one, two, four, black] = self.0.map(Bitboard);
        let occupied = one | two | four;
        let castling = self.homes();
        let men = [
            one - two - four,
            two - one - four,
            one & two,
            four - one - two,
            (one & four) - two,
            (two & four) - one,
        ];
        let board = Board::of_sets(Color::Black, men.map(|set| set & black), men.map(|set| set - black));
        let mut rights =
            Rights { castling: CastlingRights::NONE, rooks, en_passant: (black - occupied).first() };
        for (right, color, side) in CastlingRights::EACH {
            if (castling & board.color(color)).contains(rooks.square(color, side)) {
                rights.castling.insert(right);
            }
        }
        Node { board, rights }
    }

    /// The squares of the rooks that may castle.
    fn homes(self) -> Bitboard {
        let [one, two, four, _] = self.0.map(Bitboard);
        one & two & four
    }

    /// A well-mixed word, to cut the positions into parts of about the same size.
    fn mixed(self) -> u64 {
        self.0.into_iter().fold(0x9e37_79b9_7f4a_7c15, |mix: u64, word| {
            let mix = (mix ^ word).wrapping_mul(0xff51_afd7_ed55_8ccd);
            mix ^ mix >> 32
        })
    }
}

/// A receiver of children, each with the paths that lead through one parent.
trait Take {
    fn take(&mut self, position: Packed, paths: u128);
}

/// The children of a frontier, as a job.
struct Expand<'a, S, T> {
    frontier: &'a Frontier,
    taker: &'a mut T,
    side: PhantomData<S>,
}

impl<S: Side, T: Take> Job for Expand<'_, S, T> {
    type Output = ();

    #[inline(always)]
    fn run<L: Level>(self, level: L) {
        let Expand { frontier, taker, side } = self;
        for entry in &frontier.entries {
            let node = entry.position.unpack(frontier.castling_rooks);
            let mut pack = Pack::<S, T, L> { paths: entry.paths, taker: &mut *taker, level, side };
            visit_all::<S, _, _>(&node, level, &mut pack);
        }
    }
}

/// Packs each child.
struct Pack<'a, S, T, L> {
    paths: u128,
    taker: &'a mut T,
    level: L,
    side: PhantomData<S>,
}

impl<S: Side, T: Take, L: Level> Visitor for Pack<'_, S, T, L> {
    #[inline(always)]
    fn visit(&mut self, child: &Node) {
        let (sliders, them) = (self.level.sliders(), <S::Other as Side>::COLOR);
        let is_legal = |square: &Square| child.board.can_capture_en_passant(sliders, them, *square);
        let en_passant = child.rights.en_passant.filter(is_legal);
        let child = Node { rights: Rights { en_passant, ..child.rights }, ..*child };
        self.taker.take(Packed::of(&child), self.paths);
    }
}

/// The number of children, equal ones included.
#[derive(Default)]
pub(super) struct CountChildren {
    pub(super) children: u64,
    pub(super) paths: u128,
}

impl Take for CountChildren {
    fn take(&mut self, _position: Packed, paths: u128) {
        self.children += 1;
        self.paths = self.paths.saturating_add(paths);
    }
}

/// The positions of one pass.
struct Part {
    pass: u64,
    passes: u64,
    kept: Vec<Packed>,
}

impl Take for Part {
    fn take(&mut self, position: Packed, _paths: u128) {
        if position.mixed() % self.passes == self.pass {
            if self.kept.len() == self.kept.capacity() {
                self.combine();
            }
            self.kept.push(position);
        }
    }
}

impl Part {
    /// Keeps one of equal positions.
    fn combine(&mut self) {
        self.kept.sort_unstable();
        self.kept.dedup();
    }
}

/// Sorted runs without equal positions, each more than twice as long as the next, and one that is being filled.
#[derive(Default)]
struct Runs {
    sorted: Vec<Vec<Entry>>,
    filling: Vec<Entry>,
}

impl Take for Runs {
    fn take(&mut self, position: Packed, paths: u128) {
        self.push(Entry { position, paths });
    }
}

impl Runs {
    fn push(&mut self, entry: Entry) {
        self.filling.push(entry);
        if self.filling.len() == RUN {
            pass(Landmark::RunFull);
            self.sort_in();
        }
    }

    /// Sorts the run that was filled, and merges it with those that are not much longer.
    fn sort_in(&mut self) {
        let mut run = core::mem::take(&mut self.filling);
        run.sort_unstable_by_key(|entry| entry.position);
        run.dedup_by(|later, kept| {
            let same = later.position == kept.position;
            if same {
                kept.paths = kept.paths.saturating_add(later.paths);
            }
            same
        });
        while let Some(longer) = self.sorted.pop_if(|last| last.len() <= 2 * run.len()) {
            pass(Landmark::RunsMerged);
            run = merge(longer, run);
        }
        self.sorted.push(run);
    }

    fn finish(mut self) -> Vec<Entry> {
        self.sort_in();
        let mut entries = Vec::new();
        while let Some(run) = self.sorted.pop() {
            entries = if entries.is_empty() { run } else { merge(run, entries) };
        }
        entries.shrink_to_fit();
        entries
    }
}

/// Two sorted runs in one; the paths to a position that is in both are added.
fn merge(left: Vec<Entry>, right: Vec<Entry>) -> Vec<Entry> {
    let mut merged = Vec::with_capacity(left.len() + right.len());
    let (mut left, mut right) = (left.into_iter().peekable(), right.into_iter().peekable());
    while let Some(entry) = next_of(&mut left, &mut right) {
        merged.push(entry);
    }
    merged
}

/// The lesser of the first entries, or both in one if they are of the same position.
fn next_of<I: Iterator<Item = Entry>>(left: &mut Peekable<I>, right: &mut Peekable<I>) -> Option<Entry> {
    let (Some(first), Some(second)) = (left.peek(), right.peek()) else {
        return left.next().or_else(|| right.next());
    };
    match first.position.cmp(&second.position) {
        core::cmp::Ordering::Less => left.next(),
        core::cmp::Ordering::Greater => right.next(),
        core::cmp::Ordering::Equal => {
            let paths = first.paths.saturating_add(second.paths);
            right.next();
            left.next().map(|entry| Entry { paths, ..entry })
        }
    }
}
