//! One game while it is being read: its moves are played, the rest is collected.
//!
//! [`Checker`] plays and judges, so that a game is good here exactly if `philidor pgn check` accepts it. Texts,
//! variations and anything else without a column only set [`is_annotated`](GameRow::is_annotated); such a game is read
//! again as a tree, by [`annotate`].

use std::collections::BTreeMap;

use philidor::openings::Opening;
use philidor::{GamePosition, Position};
use philidor_pgn::{
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

    /// Whether anything of the game has been read: text that has neither a tag nor a legal move is not a game.
    pub(super) fn has_tag_or_move(&self) -> bool {
        !self.tags.is_empty() || !self.moves.is_empty()
    }

    /// Ends the game at its first fault, with what has been read of it, as `philidor pgn --lenient` does.
    pub(super) fn end_at_fault(&mut self, fault: &str) {
        if self.moves.is_empty() {
            self.settle_start();
        }
        self.last = *self.checker.position();
        self.tags.set_result(GameResult::Unknown.as_str());
        self.mark(fault);
    }

    /// Adds the tag that says why the game is not whole.
    pub(super) fn mark(&mut self, fault: &str) {
        self.tags.push(b"Fault", fault);
    }

    /// Notes the start. Of the tags about it are kept a FEN that is another text for the same start, and neither a
    /// `SetUp` that goes with it nor one of several, which only a lenient reader reads.
    fn settle_start(&mut self) {
        let start = *self.checker.position();
        self.start = start;
        self.start_fen.clear();
        if start != self.usual_start {
            self.start_fen = start.to_string();
        }
        let count = |name| self.tags.others().filter(|tag| tag.0 == name).count();
        let (fens, variants) = (count("FEN"), count("Variant"));
        let start_fen = &self.start_fen;
        self.tags.retain_others(|name, text| match name {
            "FEN" => {
                let again = || Position::from_tags(None, Some(text.as_bytes()));
                fens == 1 && text != start_fen && again() == Ok(start)
            }
            "Variant" => variants == 1,
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
        self.opening = None;
        self.checker.begin_game()
    }

    fn tag(&mut self, name: &[u8], value: TagValue<'_>) -> Result<(), PgnErrorKind> {
        // A lenient reader leaves out a tag that is refused.
        self.checker.tag(name, value)?;
        self.tags.push(name, &value.to_text());
        Ok(())
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
/// cannot hold it, and the faults of its parts. A variation with a fault is left out, unless the reader is lenient:
/// then it is cut there.
///
/// `before` is the reader before the game: only it knows whether comments before the game belong to the previous one.
/// `end` is where a fault ends the game, if one does.
/// The row is set from the written form, so that importing that form gives the same row.
pub(super) fn annotate(
    row: &mut GameRow,
    before: &Reader<'_>,
    end: Option<u64>,
) -> (Option<String>, Vec<PgnError>) {
    let mut variations = Variations::default();
    let (mut tree, mut faults) = (TreeBuilder::new(), Vec::new());
    for pass in 0..=PASSES {
        variations.begin(pass == PASSES);
        let (mut reader, known) = (before.clone(), variations.left_out.len());
        let read = reader.read_game(&mut Annotations { tree: &mut tree, variations: &mut variations });
        faults.extend(reader.take_cuts());
        if let Some(Err(error)) = read
            && end != Some(error.offset)
        {
            variations.leave_out_open();
            faults.push(error);
        }
        if variations.left_out.len() == known {
            break;
        }
    }
    // A game that is read again has some of its faults again.
    faults.sort_by_key(|fault| fault.offset);
    faults.dedup_by_key(|fault| fault.offset);
    let mut tree = tree.take();
    tree.tags = Tags::default();
    let text = tree.to_string();
    let mut again = GameRow::new();
    if !matches!(Reader::new(text.as_bytes()).read_game(&mut again), Some(Ok(()))) {
        return (None, faults);
    }
    (row.moves, row.last, row.opening) = (again.moves, again.last, again.opening);
    (row.clocks, row.evals, row.nags) = (again.clocks, again.evals, again.nags);
    (again.is_annotated.then(|| below_tags(&text).to_owned()), faults)
}

/// The movetext of a game in export format.
pub(crate) fn below_tags(game: &str) -> &str {
    game.split_once("\n\n").map_or("", |parts| parts.1).trim_ascii_end()
}

/// How often a game is read for variations that are too deep, too long or too many, each of which ends the reading.
/// Then it loses all of them.
const PASSES: u32 = 8;

/// Which variations of a game are left out. They are numbered as they begin, also those inside of one that is left out
/// once it is known what is inside.
#[derive(Default)]
struct Variations {
    /// The first number beyond each one that is left out.
    left_out: BTreeMap<usize, usize>,
    /// Those that have begun and not ended, and whether they have a fault.
    open: Vec<(usize, bool)>,
    next: usize,
    leaves_out_all: bool,
}

impl Variations {
    /// The game is read from its beginning.
    fn begin(&mut self, leaves_out_all: bool) {
        self.open.clear();
        (self.next, self.leaves_out_all) = (0, leaves_out_all);
    }

    /// Leaves out the outermost one that is open, if one is.
    fn leave_out_open(&mut self) {
        if let Some(&(number, _)) = self.open.first() {
            self.left_out.insert(number, self.next);
        }
    }
}

/// The tree of a game without some of its variations.
struct Annotations<'a> {
    tree: &'a mut TreeBuilder,
    variations: &'a mut Variations,
}

impl Visitor for Annotations<'_> {
    fn begin_game(&mut self) -> Result<(), PgnErrorKind> {
        self.tree.begin_game()
    }

    fn tag(&mut self, name: &[u8], value: TagValue<'_>) -> Result<(), PgnErrorKind> {
        self.tree.tag(name, value)
    }

    fn begin_moves(&mut self) -> Result<Flow, PgnErrorKind> {
        self.tree.begin_moves()
    }

    fn san(&mut self, san: &[u8]) -> Result<(), PgnErrorKind> {
        self.tree.san(san)
    }

    fn nag(&mut self, nag: u8) -> Result<(), PgnErrorKind> {
        self.tree.nag(nag)
    }

    fn comment(&mut self, comment: &[u8]) -> Result<(), PgnErrorKind> {
        self.tree.comment(comment)
    }

    fn begin_variation(&mut self) -> Result<Flow, PgnErrorKind> {
        let Variations { left_out, open, next, leaves_out_all } = &mut *self.variations;
        let number = *next;
        let after = left_out.get(&number).copied();
        *next = after.unwrap_or(number + 1);
        if *leaves_out_all || after.is_some() {
            return Ok(Flow::Skip);
        }
        open.push((number, false));
        self.tree.begin_variation()
    }

    fn end_variation(&mut self) -> Result<(), PgnErrorKind> {
        if let Some((number, true)) = self.variations.open.pop() {
            self.variations.left_out.insert(number, self.variations.next);
        }
        self.tree.end_variation()
    }

    fn fault_in_variation(&mut self, fault: PgnErrorKind) -> Result<(), PgnErrorKind> {
        // A variation that has no move to replace is inside of the open one, and has not begun.
        if fault != PgnErrorKind::VariationWithoutMove
            && let Some(open) = self.variations.open.last_mut()
        {
            open.1 = true;
        }
        Ok(())
    }

    fn result(&mut self, result: GameResult) -> Result<(), PgnErrorKind> {
        self.tree.result(result)
    }

    fn end_game(&mut self) -> Result<(), PgnErrorKind> {
        self.tree.end_game()
    }
}
