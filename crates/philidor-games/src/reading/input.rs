//! The format of a file of games, recognized by its beginning, and its chunks.

use std::io::{self, BufRead, BufReader, Cursor, Read};

use philidor_host::{Input, refuse_foreign};
use philidor_pgn::Chunks;

use crate::formats::binary::Records;
use crate::formats::game_per_line::LineChunks;
use crate::formats::recognition::recognized;
use crate::parts::chunk::{Cut, Source};
use crate::parts::format::Format;
use crate::parts::read_options::ReadOptions;

/// How many bytes are inspected to recognize the format of a file.
const HEAD: u64 = 4 << 10;

/// The beginning of an input, and a reader that begins with it again. An error comes after what was read before it.
fn head(mut reader: Box<dyn BufRead + Send>) -> io::Result<(Vec<u8>, Box<dyn BufRead + Send>)> {
    let mut head = Vec::new();
    let read = reader.by_ref().take(HEAD).read_to_end(&mut head);
    let again = Cursor::new(head.clone());
    match read {
        Ok(_) => Ok((head, Box::new(again.chain(reader)))),
        Err(error) if head.is_empty() => Err(error),
        Err(error) => Ok((head, Box::new(again.chain(BufReader::new(Failing(Some(error))))))),
    }
}

/// An input that is nothing but an error, and its end.
struct Failing(Option<io::Error>);

impl Read for Failing {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        self.0.take().map_or(Ok(0), Err)
    }
}

/// The format of an input, recognized by its beginning unless one is given, and its games in chunks, which for PGN are
/// about equal in size.
pub(crate) fn cut(
    input: Input,
    format: Option<Format>,
    options: ReadOptions,
    chunk_size: usize,
) -> io::Result<(Source, Box<dyn Cut>)> {
    let (format, reader) = match format {
        Some(format) => (format, input.reader),
        None => {
            let (head, reader) = head(input.reader)?;
            refuse_foreign(&head)?;
            (recognized(&head), reader)
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
