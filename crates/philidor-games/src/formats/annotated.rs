//! Games as trees, with the comments, glyphs and variations that their text has besides what a replay keeps of it.

use philidor_pgn::{GameTree, Reader, TreeBuilder};

use super::json;
use super::pgn::{self, read_game};
use crate::parts::chunk::Chunk;
use crate::parts::file_position::FilePosition;
use crate::parts::format::Format;
use crate::parts::found::{Found, leaves_whole};
use crate::parts::left_out::LeftOut;
use crate::parts::replay::Replay;

/// The tree of a game that was read, and warnings about what it lacks.
///
/// # Errors
///
/// The annotations of a game in JSON do not fit its moves.
pub(crate) fn tree<P: FilePosition>(
    game: &Replay<P>,
    chunk: &Chunk<'_>,
    found: &Found<'_>,
) -> std::io::Result<(GameTree<P>, Vec<String>)> {
    let (mut tree, mut warnings) = pgn::tree(game)?;
    if game.left_out != LeftOut::default() {
        if chunk.source.format == Format::Json {
            warnings.extend(json::annotate(found.text, &mut tree)?);
        } else if chunk.source.format == Format::Pgn
            && let Some((annotated, cuts)) = remarks_of(game.moves().len(), chunk, found)
        {
            (tree, warnings) = (annotated, cuts);
        }
    }
    Ok((tree, warnings))
}

/// The tree of a game of PGN with a number of half-moves, read once more for what is said of its moves. Variations are
/// cut where they have faults, with a warning.
pub(crate) fn remarks_of<P: FilePosition>(
    plies: usize,
    chunk: &Chunk<'_>,
    found: &Found<'_>,
) -> Option<(GameTree<P>, Vec<String>)> {
    let options = chunk.source.options;
    let mut builder = TreeBuilder::<P>::for_positions().cutting_variations();
    let mut reader = Reader::with_limits(found.text, options.limits);
    // Its faults, but for those of variations, have been reported.
    let _ = read_game(&mut reader, &mut builder, options.letters);
    let cuts = if options.lenient { Vec::new() } else { reader.take_cuts() };
    let cuts = cuts.iter().filter(|cut| !leaves_whole(cut));
    let cuts = cuts.map(|cut| format!("a variation is cut: {}", cut.reason())).collect();
    let tree = builder.take();
    (tree.main_line().count() == plies).then_some((tree, cuts))
}
