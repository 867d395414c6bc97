//! Games written in the export format while they are read.
//!
//! Nearly all games of a large file have one line of moves. Until a game has a variation, its moves are written as they
//! are read, and no tree is made. A variation may belong before what has been written; then the events are reported
//! again, to a [`TreeBuilder`], and the rest of the game goes there, too.
//!
//! ```text
//! 1. e4 e5 2. Nf3        written at once
//! 1. e4 e5 ( 1... c5     a tree from here on
//! ```

use alloc::string::String;
use alloc::vec::Vec;

use philidor::characters::decode;
use philidor::{Color, GamePosition, GameResult, Position, San};

use super::build::TreeBuilder;
use super::layout::LineBreaker;
use super::tags::Tags;
use super::tree::GameTree;
use super::words::push_words;
use crate::error::PgnErrorKind;
use crate::text::TagValue;
use crate::visitor::{Flow, Visitor};

/// The visitor that writes games in the export format, as a [`TreeBuilder::strict`] and [`GameTree::write_pgn`] do, but
/// several times as fast where games have no variations.
///
/// ```
/// use philidor_pgn::{Exporter, Reader};
/// let mut exporter = Exporter::new();
/// let mut reader = Reader::new(b"1.e2-e4 e7-e5! {hm} 1-0 [White \"A\"] 1.e4 (1.d4) c5 *");
/// let mut text = String::new();
/// while let Some(game) = reader.read_game(&mut exporter) {
///     game?;
///     exporter.write_pgn(&mut text);
/// }
/// let games = [
///     "[Result \"1-0\"]\n\n1. e4 e5 $1 { hm } 1-0\n\n",
///     "[White \"A\"]\n[Result \"*\"]\n\n1. e4 ( 1. d4 ) 1... c5 *\n\n",
/// ];
/// assert_eq!(text, games.concat());
/// # Ok::<(), philidor_pgn::PgnError>(())
/// ```
///
/// Over another position type ([`Exporter::for_positions`]) it writes games with other rules.
#[derive(Clone, Debug)]
pub struct Exporter<P: GamePosition = Position> {
    /// The tags and the result; the whole game if it has variations.
    builder: TreeBuilder<P>,
    is_tree: bool,
    line: OnlyLine,
    unknown: Tags,
}

impl Default for Exporter {
    fn default() -> Exporter {
        Exporter::new()
    }
}

impl Exporter {
    /// An exporter before its first game.
    #[must_use]
    pub fn new() -> Exporter {
        Exporter::for_positions()
    }
}

impl<P: GamePosition> Exporter<P> {
    /// An exporter for games over another position type, before its first game. If you wrap it, forward
    /// [`begin_moves`](Visitor::begin_moves), too: it refuses a `FEN` that would have needed a `Variant`.
    #[must_use]
    pub fn for_positions() -> Exporter<P> {
        Exporter {
            builder: TreeBuilder::for_positions().strict(),
            is_tree: false,
            line: OnlyLine::default(),
            unknown: Tags::default(),
        }
    }

    /// An exporter that also writes those tags of the roster that a game lacks, with unknown values.
    ///
    /// ```
    /// use philidor_pgn::{Exporter, Reader};
    /// let mut exporter = Exporter::new().with_roster();
    /// Reader::new(b"[White \"A\"] 1. e4 *").read_game(&mut exporter).expect("a game")?;
    /// let mut text = String::new();
    /// exporter.write_pgn(&mut text);
    /// assert!(text.starts_with("[Event \"?\"]\n[Site \"?\"]\n[Date \"????.??.??\"]\n[Round \"?\"]\n[White \"A\"]\n"));
    /// # Ok::<(), philidor_pgn::PgnError>(())
    /// ```
    #[must_use]
    pub fn with_roster(self) -> Exporter<P> {
        Exporter { unknown: Tags::roster(), ..self }
    }

    /// An exporter that cuts faulty variations, as [`TreeBuilder::cutting_variations`] does.
    #[must_use]
    pub fn cutting_variations(self) -> Exporter<P> {
        Exporter { builder: self.builder.cutting_variations(), ..self }
    }

    /// Appends the game that was read last, if it was good.
    pub fn write_pgn(&self, text: &mut String) {
        if self.is_tree {
            return self.builder.tree().write_pgn_with(text, &self.unknown);
        }
        self.builder.tree().write_tags(text, &self.unknown);
        text.push_str(&self.line.moves.out);
        text.push_str("\n\n");
    }

    /// Takes the game that was read last as a tree, leaving one without moves; of a bad game, only what comes before
    /// its fault.
    ///
    /// ```
    /// use philidor_pgn::{Exporter, Reader};
    /// let mut exporter = Exporter::new();
    /// Reader::new(b"1. e4 e5 2. Ke3 *").read_game(&mut exporter).expect("a game").expect_err("a bad one");
    /// assert_eq!(exporter.take().main_line().count(), 2);
    /// ```
    pub fn take(&mut self) -> GameTree<P> {
        // The builder accepts what the exporter has accepted.
        let _ = self.grow();
        self.builder.take()
    }

    /// The number of variations without moves in the game that was read last; see [`TreeBuilder::empty_variations`].
    #[must_use]
    pub const fn empty_variations(&self) -> u64 {
        self.builder.empty_variations()
    }

    /// The result of the game that was read last.
    #[must_use]
    pub fn result(&self) -> GameResult {
        self.builder.tree().result
    }

    /// The tag `Result` of the game that was read last; see [`GameTree::result_tag`].
    #[must_use]
    pub fn result_tag(&self) -> &str {
        self.builder.tree().result_tag()
    }

    /// Makes a tree of what has been read of the game.
    fn grow(&mut self) -> Result<(), PgnErrorKind> {
        if core::mem::replace(&mut self.is_tree, true) {
            return Ok(());
        }
        self.builder.restart();
        self.line.events.report(&mut self.builder)
    }
}

impl<P: GamePosition> Visitor for Exporter<P> {
    fn begin_game(&mut self) -> Result<(), PgnErrorKind> {
        self.is_tree = false;
        self.line.clear();
        self.builder.begin_game()
    }

    fn tag(&mut self, name: &[u8], value: TagValue<'_>) -> Result<(), PgnErrorKind> {
        self.builder.tag(name, value)
    }

    fn begin_moves(&mut self) -> Result<Flow, PgnErrorKind> {
        self.builder.begin_moves()
    }

    fn san(&mut self, san: &[u8]) -> Result<(), PgnErrorKind> {
        if self.is_tree {
            return self.builder.san(san);
        }
        let position = self.builder.position();
        let mv = position.parse_san(san)?;
        self.line.mv(position.side_to_move(), position.fullmove_number(), &position.to_san(mv), san);
        self.builder.pass(mv);
        Ok(())
    }

    fn null_move(&mut self, fault: PgnErrorKind) -> Result<(), PgnErrorKind> {
        // Null moves are too rare to be kept for reporting again: a tree is made at once.
        self.grow()?;
        self.builder.null_move(fault)
    }

    fn nag(&mut self, nag: u8) -> Result<(), PgnErrorKind> {
        if self.is_tree {
            return self.builder.nag(nag);
        }
        self.line.nag(nag);
        Ok(())
    }

    fn comment(&mut self, comment: &[u8]) -> Result<(), PgnErrorKind> {
        if self.is_tree {
            return self.builder.comment(comment);
        }
        self.line.comment(comment);
        Ok(())
    }

    fn begin_variation(&mut self) -> Result<Flow, PgnErrorKind> {
        self.grow()?;
        self.builder.begin_variation()
    }

    fn end_variation(&mut self) -> Result<(), PgnErrorKind> {
        self.builder.end_variation()
    }

    fn fault_in_variation(&mut self, fault: PgnErrorKind) -> Result<(), PgnErrorKind> {
        self.builder.fault_in_variation(fault)
    }

    fn result(&mut self, result: GameResult) -> Result<(), PgnErrorKind> {
        self.builder.result(result)
    }

    fn end_game(&mut self) -> Result<(), PgnErrorKind> {
        self.builder.end_game()?;
        if !self.is_tree {
            self.line.end(self.builder.tree().result);
        }
        Ok(())
    }
}

/// The moves of a game without variations, and the remarks about them, as they are written.
///
/// It knows no positions: generic code is compiled with the crate that uses it, which may be optimized less.
#[derive(Clone, Debug, Default)]
struct OnlyLine {
    /// The moves as they are written, up to the last one whose remarks are known.
    moves: LineBreaker,
    /// Whether the next move gets a number even if Black moves.
    number_is_due: bool,
    /// The remarks about the last move, or those before the first.
    nags: Vec<u8>,
    comment: String,
    events: Events,
}

impl OnlyLine {
    /// Begins another game.
    fn clear(&mut self) {
        self.number_is_due = true;
        self.moves.clear();
        self.nags.clear();
        self.comment.clear();
        self.events.clear();
    }

    /// A move of a side with its number, as it is written and as it was read.
    fn mv(&mut self, color: Color, number: u32, san: &San, read: &[u8]) {
        self.write_remarks();
        self.moves.san(color, number, san, self.number_is_due);
        self.number_is_due = false;
        self.events.push(Event::San, read);
    }

    fn nag(&mut self, nag: u8) {
        self.nags.push(nag);
        self.events.push(Event::Nag, &[nag]);
    }

    fn comment(&mut self, comment: &[u8]) {
        push_words(&mut self.comment, &decode(comment), true);
        self.events.push(Event::Comment, comment);
    }

    /// Ends the game with its result.
    fn end(&mut self, result: GameResult) {
        self.write_remarks();
        self.moves.ascii(result.as_str());
    }

    /// Writes the remarks about the last move, which are complete.
    fn write_remarks(&mut self) {
        self.moves.nags(&self.nags);
        self.moves.comment(&self.comment);
        self.number_is_due |= !self.comment.is_empty();
        self.nags.clear();
        self.comment.clear();
    }
}

#[derive(Clone, Copy, Debug)]
enum Event {
    San,
    Nag,
    Comment,
}

/// What was read, to be reported again.
#[derive(Clone, Debug, Default)]
struct Events {
    bytes: Vec<u8>,
    /// Each event, and where its bytes end.
    ends: Vec<(Event, usize)>,
}

impl Events {
    fn clear(&mut self) {
        self.bytes.clear();
        self.ends.clear();
    }

    fn push(&mut self, event: Event, bytes: &[u8]) {
        self.bytes.extend_from_slice(bytes);
        self.ends.push((event, self.bytes.len()));
    }

    fn report(&self, visitor: &mut impl Visitor) -> Result<(), PgnErrorKind> {
        let mut start = 0;
        for &(event, end) in &self.ends {
            let bytes = self.bytes.get(start..end).unwrap_or_default();
            match event {
                Event::San => visitor.san(bytes)?,
                Event::Nag => bytes.iter().try_for_each(|&nag| visitor.nag(nag))?,
                Event::Comment => visitor.comment(bytes)?,
            }
            start = end;
        }
        Ok(())
    }
}
