//! Games of any format: read as replays, and written from them.

use std::io::Write;

use super::game_per_line::each_line;
use super::pgn::try_each_game;
use super::{annotated, binary, epd, json, uci};
use crate::parts::chunk::Chunk;
use crate::parts::file_position::FilePosition;
use crate::parts::format::Format;
use crate::parts::found::{FAULT, Found};
use crate::parts::left_out::LeftOut;
use crate::parts::reading::{Judge, Reading, Verdict};
use crate::parts::replay::Replay;
use crate::parts::variants::{ByRules, Game, Visitors, with_game};

/// Reads the games of a chunk in its format, and passes every game to `each`; it may refuse a game, which is then
/// reported as bad, or warn about it.
pub(crate) fn try_each_replay<T>(
    chunk: &Chunk<'_>,
    mut made: T,
    mut each: impl FnMut(Game<'_>, &Found<'_>, &mut T) -> Verdict,
) -> Reading<T> {
    replays(chunk, &mut |game, found| each(game, found, &mut made)).map(|()| made)
}

/// The same for all callers, compiled once.
fn replays(chunk: &Chunk<'_>, each: &mut Judge<'_>) -> Reading<()> {
    let lenient = chunk.source.options.lenient;
    match chunk.source.format {
        Format::Pgn => {
            let mut visitors = Visitors::new(Replay::new(), Replay::new);
            try_each_game(chunk, &mut visitors, (), |visitors, found, ()| {
                let fault = found.mark().map(|fault| (FAULT.to_owned(), fault));
                match visitors.reader() {
                    ByRules::Chess(game) => {
                        game.tags.extend(fault);
                        each(ByRules::Chess(game), found)
                    }
                    ByRules::Variant(game) => {
                        game.tags.extend(fault);
                        each(ByRules::Variant(game), found)
                    }
                }
            })
        }
        Format::Json => each_line(chunk, &|line| json::read(line, lenient), each),
        Format::Uci => each_line(chunk, &|line| uci::read(line, lenient), each),
        Format::Epd | Format::Fen => each_line(chunk, &|line| epd::read(line).map(ByRules::Chess), each),
        Format::Binary => binary::each_record(chunk, each),
    }
}

/// The same, where no game is refused.
pub(crate) fn each_replay<T>(
    chunk: &Chunk<'_>,
    made: T,
    mut each: impl FnMut(Game<'_>, &Found<'_>, &mut T),
) -> Reading<T> {
    try_each_replay(chunk, made, |game, found, made| {
        each(game, found, made);
        Ok(Vec::new())
    })
}

/// Appends a game in a format. Returns warnings about what is not written although the format has a place for it.
///
/// # Errors
///
/// The format has no place for the game.
pub(crate) fn write(
    format: Format,
    game: Game<'_>,
    (chunk, found): (&Chunk<'_>, &Found<'_>),
    text: &mut Vec<u8>,
) -> Verdict {
    match format {
        Format::Pgn => return with_game!(game, game => pgn_of(game, (chunk, found), text)),
        Format::Json if game.left_out() != LeftOut::default() => {
            return with_game!(game, game => {
                let (tree, mut warnings) = annotated::tree(game, chunk, found)?;
                warnings.extend(json::write_annotated(game, &tree, text)?);
                Ok(warnings)
            });
        }
        Format::Json => with_game!(game, game => json::write(game, text))?,
        Format::Uci => with_game!(game, game => uci::write(game, text))?,
        Format::Epd => epd::write(game.chess("for which EPD has no place")?, text)?,
        Format::Fen => {
            with_game!(game, game => game.positions().last().map_or(Ok(()), |last| writeln!(text, "{last}")))?
        }
        Format::Binary => binary::write(game.chess("for which binary has no place")?, text)?,
    }
    Ok(Vec::new())
}

/// Appends a game in export format, with everything that its text says.
fn pgn_of<P: FilePosition>(
    game: &Replay<P>,
    (chunk, found): (&Chunk<'_>, &Found<'_>),
    text: &mut Vec<u8>,
) -> Verdict {
    let (tree, warnings) = annotated::tree(game, chunk, found)?;
    let mut written = String::new();
    tree.write_pgn(&mut written);
    text.extend_from_slice(written.as_bytes());
    Ok(warnings)
}
