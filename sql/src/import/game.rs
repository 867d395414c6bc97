//! One game while it is being read: its moves are played, the rest is collected.
//!
//! [`Checker`] plays and judges, so that a game is good here exactly if `philidor pgn check` accepts it. Texts,
//! variations and anything else without a column only set [`is_annotated`](GameRow::is_annotated); such a game is read
//! again as a tree, by [`annotate`].

use philidor::Position;
use philidor::openings::Opening;
use philidor::pgn::{
    Checker, Eval, Flow, GameResult, Lines, PgnError, PgnErrorKind, Reader, TagValue, Tags, TreeBuilder,
    Visitor,
};

use super::comment;
use super::tags::GameTags;

/// Annotations of one kind: an element for each move, up to the last annotated one.
#[derive(Debug)]
pub(super) struct Remarks<T>(pub(super) Vec<Option<T>>);

impl<T> Default for Remarks<T> {
    fn default() -> Remarks<T> {
        Remarks(Vec::new())
    }
}

impl<T: Copy> Remarks<T> {
    /// Annotates the move read last, counted from 0. Returns false if it has such an annotation already, which is kept.
    fn say(&mut self, mv: usize, said: Option<T>) -> bool {
        let is_first = said.is_none() || self.0.len() <= mv;
        if is_first && said.is_some() {
            self.0.resize(mv, None);
            self.0.push(said);
        }
        is_first
    }
}

/// The game that is being read, or was read last.
pub(super) struct GameRow {
    checker: Checker,
    usual_start: Position,
    pub(super) tags: GameTags,
    /// The start as a FEN if it is not the usual one; otherwise empty.
    pub(super) start_fen: String,
    /// The position before the first move, and the one after the last.
    pub(super) start: Position,
    pub(super) last: Position,
    /// The opening of the last position that has a name, and its ply.
    pub(super) opening: Option<(Opening, i32)>,
    /// The digests of the moves, two bytes each, the lower first.
    pub(super) moves: Vec<u8>,
    pub(super) clocks: Remarks<i32>,
    pub(super) evals: Remarks<Eval>,
    /// With the number of the annotated move, from 1.
    pub(super) nags: Vec<(i32, u8)>,
    /// Whether there are annotations that the other fields cannot hold.
    pub(super) is_annotated: bool,
}

impl GameRow {
    pub(super) fn new() -> GameRow {
        GameRow {
            checker: Checker::new(Lines::Main),
            usual_start: Position::default(),
            tags: GameTags::default(),
            start_fen: String::new(),
            start: Position::default(),
            last: Position::default(),
            opening: None,
            moves: Vec::new(),
            clocks: Remarks::default(),
            evals: Remarks::default(),
            nags: Vec::new(),
            is_annotated: false,
        }
    }

    /// The number of half-moves played.
    pub(super) fn plies(&self) -> usize {
        self.moves.len() / 2
    }

    /// The same number, as in the table.
    pub(super) fn ply_count(&self) -> i32 {
        // The reader takes at most a million moves.
        i32::try_from(self.plies()).unwrap_or(i32::MAX)
    }

    /// Whether to keep a tag: not a FEN that follows from the start, nor the `SetUp` that goes with it.
    fn settle_start(&mut self) {
        let start = *self.checker.position();
        self.start = start;
        self.start_fen.clear();
        if start != self.usual_start {
            self.start_fen = start.to_string();
        }
        let fens = self.tags.others().filter(|tag| tag.0 == "FEN").count();
        let start_fen = &self.start_fen;
        self.tags.retain_others(|name, text| match name {
            "FEN" => fens != 1 || text != start_fen,
            "SetUp" => start_fen.is_empty() || text != "1",
            _ => true,
        });
    }
}

impl Visitor for GameRow {
    fn begin_game(&mut self) -> Result<(), PgnErrorKind> {
        self.tags.clear();
        self.moves.clear();
        self.clocks.0.clear();
        self.evals.0.clear();
        self.nags.clear();
        self.is_annotated = false;
        self.checker.begin_game()
    }

    fn tag(&mut self, name: &[u8], value: TagValue<'_>) -> Result<(), PgnErrorKind> {
        self.tags.push(name, &value.to_text());
        self.checker.tag(name, value)
    }

    fn begin_moves(&mut self) -> Result<Flow, PgnErrorKind> {
        self.settle_start();
        self.opening = self.start.opening().map(|opening| (opening, 0));
        self.checker.begin_moves()
    }

    #[inline(always)]
    fn san(&mut self, san: &[u8]) -> Result<(), PgnErrorKind> {
        self.checker.san(san)?;
        if let Some(mv) = self.checker.last_move() {
            self.moves.extend_from_slice(&mv.digest().0.to_le_bytes());
        }
        if let Some(opening) = self.checker.position().opening() {
            self.opening = Some((opening, self.ply_count()));
        }
        Ok(())
    }

    fn nag(&mut self, nag: u8) -> Result<(), PgnErrorKind> {
        if self.moves.is_empty() {
            // Glyphs before the first move have no ply; the movetext keeps them.
            self.is_annotated = true;
        } else {
            self.nags.push((self.ply_count(), nag));
        }
        Ok(())
    }

    #[inline(always)]
    fn comment(&mut self, text: &[u8]) -> Result<(), PgnErrorKind> {
        let Some(mv) = self.plies().checked_sub(1) else {
            self.is_annotated |= !text.trim_ascii().is_empty();
            return Ok(());
        };
        let said = comment::read(text);
        let is_said_again = !self.clocks.say(mv, said.clock) | !self.evals.say(mv, said.eval);
        self.is_annotated |= said.is_more || is_said_again;
        Ok(())
    }

    fn begin_variation(&mut self) -> Result<Flow, PgnErrorKind> {
        self.is_annotated = true;
        self.checker.begin_variation()
    }

    fn result(&mut self, result: GameResult) -> Result<(), PgnErrorKind> {
        self.tags.set_result(result.as_str());
        self.checker.result(result)
    }

    fn end_game(&mut self) -> Result<(), PgnErrorKind> {
        self.last = *self.checker.position();
        self.checker.end_game()
    }
}

/// Reads an annotated game again, with all its annotations. Returns its movetext in export format, if the columns
/// cannot hold it, and what is wrong with a variation, if one had to be left out.
///
/// `before` is the reader before the game: only it knows whether comments before the game belong to the previous one.
/// The row is set from the written form, so that importing that form gives the same row.
pub(super) fn annotate(row: &mut GameRow, before: &Reader<'_>) -> (Option<String>, Option<PgnError>) {
    let mut builder = TreeBuilder::new();
    let error = match before.clone().read_game(&mut builder) {
        Some(Err(error)) => {
            let mut main = MainLine(TreeBuilder::new());
            // A good game can be read without errors once its variations are skipped.
            let _ = before.clone().read_game(&mut main);
            builder = main.0;
            Some(error)
        }
        _ => None,
    };
    let mut tree = builder.take();
    tree.tags = Tags::default();
    let text = tree.to_string();
    let mut again = GameRow::new();
    if !matches!(Reader::new(text.as_bytes()).read_game(&mut again), Some(Ok(()))) {
        return (None, error);
    }
    (row.moves, row.last, row.opening) = (again.moves, again.last, again.opening);
    (row.clocks, row.evals, row.nags) = (again.clocks, again.evals, again.nags);
    (again.is_annotated.then(|| below_tags(&text).to_owned()), error)
}

/// The movetext of a game in export format.
pub(crate) fn below_tags(game: &str) -> &str {
    game.split_once("\n\n").map_or("", |parts| parts.1).trim_ascii_end()
}

/// Removes the variations of a tree.
struct MainLine(TreeBuilder);

impl Visitor for MainLine {
    fn begin_game(&mut self) -> Result<(), PgnErrorKind> {
        self.0.begin_game()
    }

    fn tag(&mut self, name: &[u8], value: TagValue<'_>) -> Result<(), PgnErrorKind> {
        self.0.tag(name, value)
    }

    fn san(&mut self, san: &[u8]) -> Result<(), PgnErrorKind> {
        self.0.san(san)
    }

    fn nag(&mut self, nag: u8) -> Result<(), PgnErrorKind> {
        self.0.nag(nag)
    }

    fn comment(&mut self, comment: &[u8]) -> Result<(), PgnErrorKind> {
        self.0.comment(comment)
    }

    fn begin_variation(&mut self) -> Result<Flow, PgnErrorKind> {
        Ok(Flow::Skip)
    }

    fn result(&mut self, result: GameResult) -> Result<(), PgnErrorKind> {
        self.0.result(result)
    }
}
