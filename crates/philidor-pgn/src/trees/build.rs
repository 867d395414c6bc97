//! Building trees from a reader's events.

use alloc::vec::Vec;
use core::str::FromStr;

use philidor::characters::decode;
use philidor::{GamePosition, GameResult, Move, Position};

use super::comment::Comment;
use super::tree::{GameTree, NodeId};
use crate::error::{Excerpt, PgnError, PgnErrorKind};
use crate::open_lines::OpenLines;
use crate::place::Place;
use crate::reading::Reader;
use crate::start::{StartTag, StartTags};
use crate::text::TagValue;
use crate::visitor::{Flow, Visitor};

/// All games in a buffer as trees; for a bad game its error.
///
/// If the termination marker is missing, the result is that of the tag `Result`. The null move is allowed in all lines.
/// If a tag is repeated, the last one counts; a second `FEN` or `Variant` is an error. Comments before and among the
/// tags belong to the game, those after the result to its last move, those of a variation without moves to the move
/// before it ([`TreeBuilder::empty_variations`]). Annotation glyphs before the first move of a variation are kept apart
/// from those of the move ([`Remarks::nags_before`](super::Remarks::nags_before)), those before the first move of the
/// game belong to the root.
///
/// ```
/// use philidor_pgn::games;
/// let good = games(b"1. e4 * 1. e5 * 1. d4 *").filter_map(Result::ok).count();
/// assert_eq!(good, 2);
/// ```
pub fn games(bytes: &[u8]) -> impl Iterator<Item = Result<GameTree, PgnError>> {
    games_with(bytes, TreeBuilder::new())
}

/// Like [`games`], with a builder of your own: strict, or for other positions.
///
/// ```
/// use philidor_pgn::{TreeBuilder, games_with};
/// let games = games_with(b"1. e4 1. d4 *", TreeBuilder::new().strict());
/// assert_eq!(games.filter(Result::is_err).count(), 1, "one has no result");
/// ```
pub fn games_with<P: GamePosition>(
    bytes: &[u8],
    mut builder: TreeBuilder<P>,
) -> impl Iterator<Item = Result<GameTree<P>, PgnError>> {
    let mut reader = Reader::new(bytes);
    core::iter::from_fn(move || {
        let game = reader.read_game(&mut builder)?;
        Some(game.map(|()| builder.take()))
    })
}

impl<P: GamePosition> FromStr for GameTree<P> {
    type Err = PgnError;

    /// The only game in a text, read as by [`games`].
    ///
    /// # Errors
    ///
    /// What is wrong with the game; [`PgnErrorKind::NoGame`] or [`PgnErrorKind::SecondGame`] if there is not exactly
    /// one.
    ///
    /// ```
    /// use philidor_pgn::GameTree;
    /// let game: GameTree = "1. e4 e5 (1... c5) 2. Nf3 *".parse()?;
    /// assert_eq!(game.to_string().parse(), Ok(game));
    /// let error = "1. e4 * 1. d4 *".parse::<GameTree>().expect_err("two games");
    /// assert_eq!(error.to_string(), "line 1, column 9: `1. d4 *`: one game was expected, and here begins a second");
    /// # Ok::<(), philidor_pgn::PgnError>(())
    /// ```
    fn from_str(text: &str) -> Result<GameTree<P>, PgnError> {
        let bytes = text.as_bytes();
        let mut reader = Reader::new(bytes);
        let mut builder = TreeBuilder::for_positions();
        match reader.read_game(&mut builder) {
            Some(read) => read?,
            None => return Err(misplaced(bytes, 0, PgnErrorKind::NoGame)),
        }
        match reader.next_game() {
            Some(at) => Err(misplaced(bytes, at, PgnErrorKind::SecondGame)),
            None => Ok(builder.take()),
        }
    }
}

/// An error about the number of games, where one begins.
fn misplaced(bytes: &[u8], at: usize, kind: PgnErrorKind) -> PgnError {
    let (before, rest) = bytes.split_at_checked(at).unwrap_or((bytes, &[]));
    let Place { offset, line, column } = Place::default().after(before);
    let text = Excerpt::of(rest);
    let (game_offset, game_line, next_offset, next_line) = (offset, line, offset, line);
    PgnError { kind, offset, line, column, text, game_offset, game_line, next_offset, next_line }
}

/// The visitor that builds a tree of a game, for a [`Reader`] or a `Stream` of your own; [`games`] uses it.
///
/// ```
/// use philidor_pgn::{Reader, TreeBuilder};
/// let mut builder = TreeBuilder::new();
/// Reader::new(b"1. e4 *").read_game(&mut builder).expect("a game")?;
/// assert_eq!(builder.take().main_line().count(), 1);
/// # Ok::<(), philidor_pgn::PgnError>(())
/// ```
///
/// Over another position type ([`TreeBuilder::for_positions`]) it builds games with other rules.
#[derive(Clone, Debug)]
pub struct TreeBuilder<P: GamePosition = Position> {
    /// The start of games that do not give one.
    start: P,
    start_tags: StartTags,
    tree: GameTree<P>,
    lines: OpenLines<P>,
    /// The last move of the current line.
    node: NodeId,
    /// The last moves of the outer lines.
    outside: Vec<NodeId>,
    /// Whether the current variation has no move yet, and the glyphs and comments in it.
    is_fresh: bool,
    nags_before: Vec<u8>,
    before: Comment,
    is_strict: bool,
    cuts_variations: bool,
    has_result: bool,
    /// How many variations without moves the game has.
    empty_variations: u64,
}

impl Default for TreeBuilder {
    fn default() -> TreeBuilder {
        TreeBuilder::new()
    }
}

impl TreeBuilder {
    /// A builder before its first game.
    #[must_use]
    pub fn new() -> TreeBuilder {
        TreeBuilder::for_positions()
    }
}

impl<P: GamePosition> TreeBuilder<P> {
    /// A builder for games over another position type, before its first game. If you wrap it, forward
    /// [`begin_moves`](Visitor::begin_moves), too: it refuses a `FEN` that would have needed a `Variant`.
    #[must_use]
    pub fn for_positions() -> TreeBuilder<P> {
        let start = P::default();
        TreeBuilder {
            tree: GameTree::new(start.clone()),
            lines: OpenLines::new(start.clone()),
            start,
            start_tags: StartTags::default(),
            node: NodeId::ROOT,
            outside: Vec::new(),
            is_fresh: false,
            nags_before: Vec::new(),
            before: Comment::default(),
            is_strict: false,
            cuts_variations: false,
            has_result: false,
            empty_variations: 0,
        }
    }

    /// A builder that rejects every game that [`check_with`](crate::check_with) rejects with
    /// [`Lines::All`](crate::Lines::All): also one without a termination marker, or with a null move in the main
    /// line.
    ///
    /// ```
    /// use philidor_pgn::{Reader, TreeBuilder};
    /// let read = |text: &str, mut builder: TreeBuilder| {
    ///     let error = Reader::new(text.as_bytes()).read_game(&mut builder).expect("a game").err();
    ///     error.map(|error| error.to_string())
    /// };
    /// for (text, error) in [
    ///     ("1. e4", "line 1, column 6: the game ends without 1-0, 0-1, 1/2-1/2 or *"),
    ///     ("1. e4 -- *", "line 1, column 7: `--`: illegal: the null move is not a move of a game"),
    /// ] {
    ///     assert_eq!(read(text, TreeBuilder::new()), None);
    ///     assert_eq!(read(text, TreeBuilder::new().strict()).as_deref(), Some(error));
    /// }
    /// ```
    #[must_use]
    pub fn strict(self) -> TreeBuilder<P> {
        TreeBuilder { is_strict: true, ..self }
    }

    /// With moves that are read strictly, as [`Position::parse_san_strictly`] does, in variations, too.
    ///
    /// ```
    /// use philidor_pgn::{Reader, TreeBuilder};
    /// let mut builder = TreeBuilder::new().with_strict_moves();
    /// let read = Reader::new(b"1. e4 ( 1. Ng1f3 ) *").read_game(&mut builder).expect("a game");
    /// assert_eq!(read.expect_err("`Nf3` is strict").to_string(), "line 1, column 12: `Ng1f3`: strictly it is written Nf3");
    /// ```
    #[must_use]
    pub fn with_strict_moves(self) -> TreeBuilder<P> {
        TreeBuilder { lines: self.lines.with_strict_moves(), ..self }
    }

    /// A builder that cuts a variation at its first fault and continues with the line outside of it. The reader names
    /// these faults ([`Reader::take_cuts`]).
    ///
    /// ```
    /// use philidor_pgn::{Reader, TreeBuilder};
    /// let mut builder = TreeBuilder::new().cutting_variations();
    /// let mut reader = Reader::new(b"1. e4 e5 ( 1... c5 2. Nf3 ( 2. Ke3 ) d6 3. $x ) 2. d4 1-0");
    /// reader.read_game(&mut builder).expect("a game")?;
    /// assert_eq!(reader.take_cuts().len(), 2);
    /// assert!(builder.take().to_string().ends_with("1. e4 e5 ( 1... c5 2. Nf3 d6 ) 2. d4 1-0\n\n"));
    /// # Ok::<(), philidor_pgn::PgnError>(())
    /// ```
    #[must_use]
    pub fn cutting_variations(self) -> TreeBuilder<P> {
        TreeBuilder { cuts_variations: true, ..self }
    }

    /// The number of variations without moves in the game that was read last. A tree has no place for them: their
    /// glyphs and comments go to the move before them.
    ///
    /// ```
    /// use philidor_pgn::{Reader, TreeBuilder};
    /// let mut builder = TreeBuilder::new();
    /// Reader::new(b"1. e4 ( { to think of } $5 ) ( ) e5 *").read_game(&mut builder).expect("a game")?;
    /// assert_eq!(builder.empty_variations(), 2);
    /// assert!(builder.take().to_string().contains("1. e4 $5 { to think of } 1... e5 *"));
    /// # Ok::<(), philidor_pgn::PgnError>(())
    /// ```
    #[must_use]
    pub const fn empty_variations(&self) -> u64 {
        self.empty_variations
    }

    /// Keeps a tag that belongs to the game.
    fn keep_tag(&mut self, name: &str, value: TagValue<'_>) {
        // The tree accepts these names.
        let _ = self.tree.keep_tag(name, &value.to_text());
    }

    /// Keeps a tag that does not belong to the game.
    fn set_tag(&mut self, name: &[u8], value: TagValue<'_>) {
        // The reader has checked the name.
        let _ = self.tree.tags.set(&decode(name), &value.to_text());
    }

    /// Begins at another start, before there are any moves.
    fn set_start(&mut self, start: P) {
        self.lines.restart(&start);
        self.tree.set_start(start);
    }

    /// Adds a move that was played to the current line.
    fn push(&mut self, mv: Move) -> Result<(), PgnErrorKind> {
        const MAX_MOVES: usize = u32::MAX as usize;
        self.node = self.tree.push(self.node, mv).ok_or(PgnErrorKind::TooManyMoves(MAX_MOVES))?;
        Ok(())
    }

    /// Takes the game that was read last, leaving one without moves.
    pub fn take(&mut self) -> GameTree<P> {
        let tree = self.tree.take();
        self.tree.clear(&self.start);
        tree
    }

    /// For the exporter: the game as far as it has been read.
    pub(super) const fn tree(&self) -> &GameTree<P> {
        &self.tree
    }

    /// For the exporter: the position after the last move.
    pub(super) const fn position(&self) -> &P {
        self.lines.position()
    }

    /// For the exporter: a move that does not become part of the tree.
    #[inline(always)]
    pub(super) fn pass(&mut self, mv: Move) {
        self.lines.play(mv);
    }

    /// For the exporter: takes back the moves that are not part of the tree.
    pub(super) fn restart(&mut self) {
        self.lines.restart(self.tree.start());
    }
}

impl<P: GamePosition> Visitor for TreeBuilder<P> {
    fn begin_game(&mut self) -> Result<(), PgnErrorKind> {
        self.tree.clear(&self.start);
        self.lines.restart(&self.start);
        self.start_tags.clear::<P>();
        self.node = NodeId::ROOT;
        self.outside.clear();
        self.is_fresh = false;
        self.nags_before.clear();
        self.before = Comment::default();
        self.has_result = false;
        self.empty_variations = 0;
        Ok(())
    }

    fn tag(&mut self, name: &[u8], value: TagValue<'_>) -> Result<(), PgnErrorKind> {
        let start = match self.start_tags.read::<P>(name, value)? {
            StartTag::Fen(start) => {
                if start.is_some() {
                    self.keep_tag("FEN", value);
                }
                start
            }
            StartTag::Variant(_, start) => {
                self.set_tag(name, value);
                if start.is_some()
                    && let Some(fen) = self.start_tags.fen()
                {
                    // The tree accepts this name.
                    let _ = self.tree.keep_tag("FEN", &TagValue::new(fen).to_text());
                }
                start
            }
            StartTag::Other => {
                match name {
                    b"Result" => self.tree.set_result_tag(&value.to_text()),
                    b"SetUp" => self.keep_tag("SetUp", value),
                    _ => self.set_tag(name, value),
                }
                None
            }
        };
        start.into_iter().for_each(|start| self.set_start(start));
        Ok(())
    }

    fn begin_moves(&mut self) -> Result<Flow, PgnErrorKind> {
        self.start_tags.end().map(|()| Flow::Read)
    }

    fn san(&mut self, san: &[u8]) -> Result<(), PgnErrorKind> {
        let mv = match self.lines.play_san(san) {
            Ok(mv) => mv,
            Err(error) if self.is_strict && !self.lines.is_in_variation() => return Err(error.into()),
            Err(error) => self.lines.play_null(error)?,
        };
        self.push(mv)?;
        if core::mem::take(&mut self.is_fresh)
            && let Some(remarks) = self.tree.remarks_mut(self.node)
        {
            remarks.nags_before = core::mem::take(&mut self.nags_before);
            remarks.before = core::mem::take(&mut self.before);
        }
        Ok(())
    }

    fn null_move(&mut self, fault: PgnErrorKind) -> Result<(), PgnErrorKind> {
        let null = self.lines.play_null_for(fault)?;
        self.push(null)
    }

    fn nag(&mut self, nag: u8) -> Result<(), PgnErrorKind> {
        if self.is_fresh {
            self.nags_before.push(nag);
        } else if let Some(remarks) = self.tree.remarks_mut(self.node) {
            remarks.nags.push(nag);
        }
        Ok(())
    }

    fn comment(&mut self, comment: &[u8]) -> Result<(), PgnErrorKind> {
        if self.is_fresh {
            self.before.push_bytes(comment);
        } else if let Some(remarks) = self.tree.remarks_mut(self.node) {
            remarks.comment.push_bytes(comment);
        }
        Ok(())
    }

    fn begin_variation(&mut self) -> Result<Flow, PgnErrorKind> {
        self.lines.open();
        self.outside.push(self.node);
        self.node = self.tree.parent(self.node).unwrap_or(NodeId::ROOT);
        self.is_fresh = true;
        Ok(Flow::Read)
    }

    fn end_variation(&mut self) -> Result<(), PgnErrorKind> {
        self.lines.close();
        if let Some(node) = self.outside.pop() {
            self.node = node;
        }
        // A variation without moves may still have glyphs and comments: they go to the move before it.
        if core::mem::take(&mut self.is_fresh)
            && let Some(remarks) = self.tree.remarks_mut(self.node)
        {
            self.empty_variations += 1;
            remarks.nags.append(&mut self.nags_before);
            let before = core::mem::take(&mut self.before);
            if !before.is_empty() {
                remarks.comment.push(&alloc::format!("{before}"));
            }
        }
        Ok(())
    }

    fn fault_in_variation(&mut self, fault: PgnErrorKind) -> Result<(), PgnErrorKind> {
        if self.cuts_variations { Ok(()) } else { Err(fault) }
    }

    fn result(&mut self, result: GameResult) -> Result<(), PgnErrorKind> {
        self.tree.set_marker(result);
        self.has_result = true;
        Ok(())
    }

    fn end_game(&mut self) -> Result<(), PgnErrorKind> {
        let is_whole = self.has_result || !self.is_strict;
        if is_whole { Ok(()) } else { Err(PgnErrorKind::MissingResult) }
    }
}
