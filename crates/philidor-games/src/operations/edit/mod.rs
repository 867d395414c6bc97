//! Games of PGN with other tags, without some of their remarks, and with the results that they should have.
//!
//! ```text
//! reader → editor → exporter → text
//!            └ leaves out, renames and adds what is read on its way
//! ```
//!
//! `strip.rs` says what is left out, `tag_edits.rs` what becomes of tags. Games of other formats are edited as the PGN
//! that they become.

mod strip;
mod tag_edits;

use std::io::Write;

use philidor::{GamePosition, Outcome, Position};
use philidor_host::Output;
use philidor_pgn::{
    Exporter, Flow, GameResult, GameTree, Limits, NodeId, PgnErrorKind, Reader, TagValue, Tags, Visitor,
};

pub use self::strip::Strip;
pub use self::tag_edits::{TagEditError, TagEdits};
use crate::error::FileError;
use crate::formats::any;
use crate::formats::any::try_each_replay;
use crate::formats::pgn::try_each_game;
use crate::parts::chunk::Chunk;
use crate::parts::files::Files;
use crate::parts::format::Format;
use crate::parts::found::Found;
use crate::parts::read_options::ReadOptions;
use crate::parts::reading::{Reading, Verdict};
use crate::parts::tag_value::is_known;
use crate::parts::variants::{ByRules, VariantPosition, Visitors, with_game};
use crate::reading::files::{Summary, read_files, report_aside};
use crate::writing::export::exported;
use crate::writing::warnings::{doubt, emptied};

/// How games are edited.
#[derive(Clone, Debug, Default)]
pub struct Edits {
    /// What is left out.
    pub strip: Strip,
    /// What becomes of tags.
    pub tags: TagEdits,
    /// Whether results are corrected.
    pub mends_results: bool,
}

/// What was edited.
#[derive(Clone, Debug)]
pub struct EditSummary {
    /// The games.
    pub summary: Summary,
    /// How many have another result now, or another tag for it.
    pub mended: u64,
}

/// Limits for a text that was written here: what it is made of was within limits when it was read.
const WRITTEN_HERE: Limits = Limits::new()
    .with_game(usize::MAX)
    .with_line(usize::MAX)
    .with_comment(usize::MAX)
    .with_tags(usize::MAX)
    .with_moves(usize::MAX);

/// Writes edited games as PGN.
///
/// # Errors
///
/// The games cannot be written.
pub fn edit(files: &Files, edits: &Edits, mut out: Output) -> Result<EditSummary, FileError> {
    let make = |chunk: &Chunk<'_>| edit_chunk(chunk, edits);
    let mut all_mended = 0;
    let only = out.replaces_input().then_some(Format::Pgn);
    let options = ReadOptions { only, ..ReadOptions::new(files) };
    let summary = read_files(files, options, make, report_aside, |(text, mended): (String, u64), _| {
        all_mended += mended;
        Ok(out.write_all(text.as_bytes())?)
    })?;
    summary.finish(out)?;
    Ok(EditSummary { summary, mended: all_mended })
}

/// The games of a chunk, and how many results were mended.
fn edit_chunk(chunk: &Chunk<'_>, edits: &Edits) -> Reading<(String, u64)> {
    let mut visitors = Visitors::new(Editor::<Position>::new(), Editor::<VariantPosition>::new);
    visitors.chess.edits = Some(edits);
    visitors.of_variants().edits = Some(edits);
    let made = (String::new(), 0);
    if chunk.source.format == Format::Pgn {
        return try_each_game(
            chunk,
            &mut visitors,
            made,
            |visitors, found, made| with_game!(visitors.reader(), editor => editor.write(found, made)),
        );
    }
    try_each_replay(chunk, made, |game, found, made| {
        let mut text = Vec::new();
        let mut warnings = any::write(Format::Pgn, game, (chunk, found), &mut text)?;
        visitors.is_variant = matches!(game, ByRules::Variant(_));
        let mut reader = Reader::with_limits(&text, WRITTEN_HERE);
        warnings.extend(with_game!(visitors.reader(), editor => {
            // This text was written just now, so it can be read.
            let _ = reader.read_game(editor);
            editor.write(found, made)
        })?);
        Ok(warnings)
    })
}

/// Edits a game on its way to an exporter.
struct Editor<'e, P: GamePosition> {
    exporter: Exporter<P>,
    edits: Option<&'e Edits>,
    roster: Tags,
}

impl<P: GamePosition> Editor<'_, P> {
    fn new() -> Self {
        Editor { exporter: Exporter::for_positions(), edits: None, roster: Tags::default() }
    }

    fn strip(&self) -> Strip {
        self.edits.map(|edits| edits.strip).unwrap_or_default()
    }

    /// Appends the game that was read last.
    fn write(&mut self, found: &Found<'_>, (text, mended): &mut (String, u64)) -> Verdict {
        let exporter = &mut self.exporter;
        let empty = Some(exporter.empty_variations()).filter(|&count| count > 0).map(emptied);
        let mends = self.edits.is_some_and(|edits| edits.mends_results);
        if found.is_whole() && !mends {
            exporter.write_pgn(text);
            let doubt = doubt(exporter.result_tag(), Exporter::result(exporter));
            return Ok(doubt.into_iter().chain(empty).collect());
        }
        let mut tree = exported(exporter.take(), &self.roster, found);
        *mended += u64::from(mends && mend(&mut tree));
        tree.write_pgn(text);
        Ok(doubt(tree.result_tag(), tree.result).into_iter().chain(empty).collect())
    }
}

/// Gives a game the result that it has on the board, or else that of its marker, or else, if that is unknown, that of
/// its tag. If none is known and the tag has some other value, such as `2-0`, the tag stays. Returns whether this
/// changes anything.
fn mend<P: GamePosition>(tree: &mut GameTree<P>) -> bool {
    let last = tree.main_line().last().unwrap_or(NodeId::ROOT);
    let tag = GameResult::from_bytes(tree.result_tag().as_bytes());
    let marker = Some(tree.result).filter(|&result| result != GameResult::Unknown);
    let result =
        tree.position(last).end_on_board().map(Outcome::result).or(marker).or(tag).unwrap_or_default();
    if result == GameResult::Unknown && tag.is_none() && is_known(tree.result_tag()) {
        return false;
    }
    let is_right = tree.result == result && tree.result_tag() == result.as_str();
    tree.result = result;
    // The game has such a tag.
    let _ = tree.keep_tag("Result", result.as_str());
    !is_right
}

/// Passes tags on.
struct TagForwarder<'v>(&'v mut dyn Visitor);

impl Visitor for TagForwarder<'_> {
    fn tag(&mut self, name: &[u8], value: TagValue<'_>) -> Result<(), PgnErrorKind> {
        self.0.tag(name, value)
    }
}

impl<P: GamePosition> Visitor for Editor<'_, P> {
    fn begin_game(&mut self) -> Result<(), PgnErrorKind> {
        self.exporter.begin_game()
    }

    fn tag(&mut self, name: &[u8], value: TagValue<'_>) -> Result<(), PgnErrorKind> {
        let name = self.edits.map_or(Some(name), |edits| edits.tags.name_of(name));
        name.map_or(Ok(()), |name| self.exporter.tag(name, value))
    }

    fn begin_moves(&mut self) -> Result<Flow, PgnErrorKind> {
        if let Some(set) = self.edits.and_then(|edits| edits.tags.set_tags()) {
            // Its values are those of tags: only the exporter could refuse one.
            let mut reader = Reader::with_limits(set.as_bytes(), WRITTEN_HERE);
            let _ = reader.read_game(&mut TagForwarder(&mut self.exporter));
        }
        self.exporter.begin_moves()
    }

    fn san(&mut self, san: &[u8]) -> Result<(), PgnErrorKind> {
        self.exporter.san(san)
    }

    fn nag(&mut self, nag: u8) -> Result<(), PgnErrorKind> {
        if self.strip().glyphs { Ok(()) } else { self.exporter.nag(nag) }
    }

    fn comment(&mut self, comment: &[u8]) -> Result<(), PgnErrorKind> {
        match self.strip().comment(comment) {
            Some(kept) => self.exporter.comment(&kept),
            None => Ok(()),
        }
    }

    fn begin_variation(&mut self) -> Result<Flow, PgnErrorKind> {
        if self.strip().variations { Ok(Flow::Skip) } else { self.exporter.begin_variation() }
    }

    fn end_variation(&mut self) -> Result<(), PgnErrorKind> {
        self.exporter.end_variation()
    }

    fn fault_in_variation(&mut self, fault: PgnErrorKind) -> Result<(), PgnErrorKind> {
        self.exporter.fault_in_variation(fault)
    }

    fn null_move(&mut self, fault: PgnErrorKind) -> Result<(), PgnErrorKind> {
        self.exporter.null_move(fault)
    }

    fn result(&mut self, result: GameResult) -> Result<(), PgnErrorKind> {
        Visitor::result(&mut self.exporter, result)
    }

    fn end_game(&mut self) -> Result<(), PgnErrorKind> {
        self.exporter.end_game()
    }
}
