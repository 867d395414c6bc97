//! The format of a file of games, recognized by its beginning, and its chunks.

use std::io::{self, Read as _};

use philidor::pgn::Chunks;
use philidor_host::Input;

use crate::formats::binary::Records;
use crate::formats::game_per_line::LineChunks;
use crate::formats::recognition;
use crate::parts::chunk::{Cut, Source};
use crate::parts::format::Format;
use crate::parts::read_options::ReadOptions;

/// How many bytes are inspected to recognize the format of a file.
const HEAD: u64 = 4 << 10;

/// The input of `philidor game`, which reads only PGN; if it is certainly something else, an error that says what.
pub(crate) fn pgn_only(mut input: Input) -> io::Result<Input> {
    let mut head = Vec::new();
    let read = input.reader.by_ref().take(HEAD).read_to_end(&mut head);
    if head.is_empty() {
        // Otherwise reading reports the error again, after the games before it.
        read?;
    }
    recognition::refuse_foreign(&head)?;
    let other = match recognition::recognized(&head) {
        Format::Binary => Some("games in binary"),
        Format::Json => Some("games in JSON"),
        Format::Pgn | Format::Uci | Format::Epd | Format::Fen => None,
    };
    if let Some(other) = other {
        let reason = format!("these are {other}, which `philidor pgn convert` reads");
        return Err(io::Error::new(io::ErrorKind::InvalidData, reason));
    }
    Ok(Input { reader: Box::new(io::Cursor::new(head).chain(input.reader)), ..input })
}

/// The format of an input, recognized by its beginning unless one is given, and its games in chunks, which for PGN are
/// about equal in size.
pub(crate) fn cut(
    input: Input,
    format: Option<Format>,
    options: ReadOptions,
    chunk_size: usize,
) -> io::Result<(Source, Box<dyn Cut>)> {
    let mut reader = input.reader;
    let format = match format {
        Some(format) => format,
        None => {
            let mut head = Vec::new();
            reader.by_ref().take(HEAD).read_to_end(&mut head)?;
            recognition::refuse_foreign(&head)?;
            let format = recognition::recognized(&head);
            reader = Box::new(io::Cursor::new(head).chain(reader));
            format
        }
    };
    let chunks: Box<dyn Cut> = match format {
        Format::Pgn => Box::new(
            Chunks::new(reader).with_size(chunk_size).with_limits(options.limits).without_long_blanks(),
        ),
        Format::Binary => Box::new(Records::new(reader, options.size())?),
        Format::Json | Format::Uci | Format::Epd | Format::Fen => {
            Box::new(LineChunks::new(reader, options.size()))
        }
    };
    Ok((Source { name: input.name, format, options }, chunks))
}
