//! One game while it is read: the moves played, the rest gathered.
//!
//! [`Checker`] plays and judges, so that a game is good here if it is for `philidor pgn check`. What columns have no
//! place for, as texts and variations, only shows as [`is_annotated`](GameRow::is_annotated); such a game is read again
//! as a tree, by [`annotate`].

use philidor::Position;
use philidor::pgn::{
    Checker, Eval, Flow, GameResult, Lines, PgnError, PgnErrorKind, Reader, TagValue, Tags, TreeBuilder,
    Visitor, decode,
};

use super::comment;
use super::tags::GameTags;

/// What is known of the game that is being read, or was read last.
pub(super) struct GameRow {
    checker: Checker,
    pub(super) tags: GameTags,
    /// The start as a FEN, if it is another than that of chess; empty if not.
    pub(super) start_fen: String,
    /// The digests of the moves, two bytes each, the lower first.
    pub(super) moves: Vec<u8>,
    /// After each move.
    pub(super) clocks: Vec<Option<i32>>,
    /// After each move.
    pub(super) evals: Vec<Option<Eval>>,
    /// With the number of the move that they are said of, from 1.
    pub(super) nags: Vec<(i32, u8)>,
    /// Whether something was said that the others do not hold.
    pub(super) is_annotated: bool,
}

impl GameRow {
    pub(super) fn new() -> GameRow {
        GameRow {
            checker: Checker::new(Lines::Main),
            tags: GameTags::default(),
            start_fen: String::new(),
            moves: Vec::new(),
            clocks: Vec::new(),
            evals: Vec::new(),
            nags: Vec::new(),
            is_annotated: false,
        }
    }

    /// How many half-moves were played.
    pub(super) fn ply_count(&self) -> i32 {
        // The reader takes a million moves at most.
        i32::try_from(self.clocks.len()).unwrap_or(i32::MAX)
    }

    /// A FEN that follows from the start is not kept, nor a `SetUp` that follows from that.
    fn settle_start(&mut self) {
        let start = *self.checker.position();
        self.start_fen.clear();
        if start != Position::default() {
            self.start_fen = start.to_string();
        }
        let fens = self.tags.others.iter().filter(|tag| tag.0 == "FEN").count();
        let start_fen = &self.start_fen;
        let follows = |tag: &(String, String)| match tag.0.as_str() {
            "FEN" => fens == 1 && tag.1 == *start_fen,
            "SetUp" => !start_fen.is_empty() && tag.1 == "1",
            _ => false,
        };
        self.tags.others.retain(|tag| !follows(tag));
    }
}

impl Visitor for GameRow {
    fn begin_game(&mut self) -> Result<(), PgnErrorKind> {
        self.tags.clear();
        self.moves.clear();
        self.clocks.clear();
        self.evals.clear();
        self.nags.clear();
        self.is_annotated = false;
        self.checker.begin_game()
    }

    fn tag(&mut self, name: &[u8], value: TagValue<'_>) -> Result<(), PgnErrorKind> {
        self.tags.push(&decode(name), value.to_text());
        self.checker.tag(name, value)
    }

    fn begin_moves(&mut self) -> Result<Flow, PgnErrorKind> {
        self.settle_start();
        self.checker.begin_moves()
    }

    #[inline(always)]
    fn san(&mut self, san: &[u8]) -> Result<(), PgnErrorKind> {
        self.checker.san(san)?;
        if let Some(mv) = self.checker.last_move() {
            self.moves.extend_from_slice(&mv.digest().0.to_le_bytes());
            self.clocks.push(None);
            self.evals.push(None);
        }
        Ok(())
    }

    fn nag(&mut self, nag: u8) -> Result<(), PgnErrorKind> {
        // Before the first move it is said of nothing.
        if !self.moves.is_empty() {
            self.nags.push((self.ply_count(), nag));
        }
        Ok(())
    }

    #[inline(always)]
    fn comment(&mut self, text: &[u8]) -> Result<(), PgnErrorKind> {
        let (Some(clock), Some(eval)) = (self.clocks.last_mut(), self.evals.last_mut()) else {
            self.is_annotated |= !text.trim_ascii().is_empty();
            return Ok(());
        };
        let said = comment::read(text);
        let is_said_again = clock.is_some() && said.clock.is_some() || eval.is_some() && said.eval.is_some();
        self.is_annotated |= said.is_more || is_said_again;
        *clock = clock.or(said.clock);
        *eval = eval.or(said.eval);
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
        self.checker.end_game()
    }
}

/// Reads an annotated game again, with all that is said in it: gives its movetext in the export format, if columns have
/// no place for it, and what is wrong with a variation, if one had to be left out.
///
/// `before` is the reader before the game: comments in front of it may be those of the game before, which only that knows.
/// The row becomes what the written form says, so that whoever reads that gets the same row.
pub(super) fn annotate(row: &mut GameRow, before: &Reader<'_>) -> (Option<String>, Option<PgnError>) {
    let mut builder = TreeBuilder::new();
    let error = match before.clone().read_game(&mut builder) {
        Some(Err(error)) => {
            let mut main = MainLine(TreeBuilder::new());
            // A good game is read without an error if its variations are not.
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
    (row.moves, row.clocks, row.evals, row.nags) = (again.moves, again.clocks, again.evals, again.nags);
    (again.is_annotated.then(|| below_tags(&text).to_owned()), error)
}

/// Where the next game begins.
pub(super) fn start_of_next(reader: &Reader<'_>, bytes: &[u8]) -> u64 {
    let rest = bytes.get(reader.offset()..).unwrap_or_default().trim_ascii_start();
    if matches!(rest.first(), Some(b'[' | b'0'..=b'9')) {
        return (bytes.len() - rest.len()) as u64;
    }
    // Comments and other things may come first. An error says where its game begins.
    match reader.clone().read_game(&mut Refusal) {
        Some(Err(error)) => error.game_offset,
        _ => reader.offset() as u64,
    }
}

/// Refuses every game.
struct Refusal;

impl Visitor for Refusal {
    fn begin_game(&mut self) -> Result<(), PgnErrorKind> {
        Err(PgnErrorKind::Refused("not wanted"))
    }
}

/// The movetext of a game in the export format.
pub(crate) fn below_tags(game: &str) -> &str {
    game.split_once("\n\n").map_or("", |parts| parts.1).trim_ascii_end()
}

/// A tree without its variations.
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
