//! `philidor genfens`: openings in the format that OpenBench's workers ask for.

use std::fs::File;
use std::io;
use std::path::Path;

use philidor_engine::{Control, standard};
use philidor_host::read_whole;
use philidor_uci::openbench::{self, OpenBenchError};
use serde::Serialize;

use crate::args::GenfensArgs;
use philidor_program::terminal::output::{Output, WrongUsage};

/// The limit of a book in bytes. The longest in use have 170 MB.
const LONGEST: u64 = 256 << 20;

/// An opening, as JSON.
#[derive(Serialize)]
struct OpeningReport<'a> {
    fen: &'a str,
}

pub(super) fn run(args: &GenfensArgs, output: &mut Output<'_>) -> anyhow::Result<()> {
    // All that follows the first word is one list of words, this one too.
    output.json |= args.words.iter().any(|word| word == "--json");
    let words = [&["genfens".to_owned()], args.words.as_slice()].concat();
    // A worker waits for each line.
    let mut write = |line: &str| {
        match line.strip_prefix("info string genfens ").filter(|_| output.json) {
            Some(fen) => output.write_json(&OpeningReport { fen }).map_err(io::Error::other)?,
            None => writeln!(output.writer, "{line}")?,
        }
        output.writer.flush()
    };
    let made = openbench::run(&mut *standard(), &words, &Control::new(), &mut read_book, &mut write);
    match made {
        Err(error @ OpenBenchError::Order(_)) => Err(WrongUsage(error.into()).into()),
        other => Ok(other.map(drop)?),
    }
}

/// Reads a book of positions.
pub(super) fn read_book(path: &Path) -> io::Result<String> {
    let bytes = read_whole(File::open(path)?, LONGEST)?;
    String::from_utf8(bytes)
        .map_err(|_| io::Error::new(io::ErrorKind::InvalidData, "it is not text in UTF-8"))
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    #[test]
    fn a_book_without_end_is_refused() {
        let error = read_book(Path::new("/dev/zero")).expect_err("no end");
        assert_eq!(error.to_string(), "it has more than 256 MiB, the limit (unpacked)");
    }
}
