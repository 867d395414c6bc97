//! The form of a file of games, recognized by its beginning, and its parts.

use std::io::{self, Read as _};

use philidor::pgn::Chunks;
use philidor_host::Input;

use crate::forms::binary::Records;
use crate::forms::game_per_line::LineParts;
use crate::forms::recognition;
use crate::parts::form::Form;
use crate::parts::part::{Cut, Source};
use crate::parts::read_options::ReadOptions;

/// How many bytes are inspected to recognize the form of a file.
const HEAD: u64 = 4 << 10;

/// The input, where `philidor game` reads only PGN; if it is certainly something else, an error that says what.
pub(crate) fn pgn_only(mut input: Input) -> io::Result<Input> {
    let mut head = Vec::new();
    let read = input.reader.by_ref().take(HEAD).read_to_end(&mut head);
    if head.is_empty() {
        // Otherwise the error comes back after the games before it.
        read?;
    }
    recognition::refuse_foreign(&head)?;
    let other = match recognition::recognized(&head) {
        Form::Binary => Some("games in binary"),
        Form::Json => Some("games in JSON"),
        Form::Pgn | Form::Uci | Form::Epd | Form::Fen => None,
    };
    if let Some(other) = other {
        let reason = format!("these are {other}, which `philidor pgn convert` reads");
        return Err(io::Error::new(io::ErrorKind::InvalidData, reason));
    }
    Ok(Input { reader: Box::new(io::Cursor::new(head).chain(input.reader)), ..input })
}

/// The form of an input, recognized by its beginning unless one is given, and its games in parts, which for PGN are
/// about equal in size.
pub(crate) fn cut(
    input: Input,
    form: Option<Form>,
    options: ReadOptions,
    part_size: usize,
) -> io::Result<(Source, Box<dyn Cut>)> {
    let mut reader = input.reader;
    let form = match form {
        Some(form) => form,
        None => {
            let mut head = Vec::new();
            reader.by_ref().take(HEAD).read_to_end(&mut head)?;
            recognition::refuse_foreign(&head)?;
            let form = recognition::recognized(&head);
            reader = Box::new(io::Cursor::new(head).chain(reader));
            form
        }
    };
    let parts: Box<dyn Cut> = match form {
        Form::Pgn => {
            let chunks = Chunks::new(reader).with_size(part_size).with_limits(options.limits);
            Box::new(chunks.without_long_blanks())
        }
        Form::Binary => Box::new(Records::new(reader, options.size())?),
        Form::Json | Form::Uci | Form::Epd | Form::Fen => Box::new(LineParts::new(reader, options.size())),
    };
    Ok((Source { name: input.name, form, options }, parts))
}
