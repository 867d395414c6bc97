//! `philidor book`: the moves of a Polyglot book in a position.

use std::fs::File;
use std::io::Read;

use anyhow::{Context, bail, ensure};
use philidor::CastlingMode;
use philidor::polyglot::{Book, BookEntry};
use philidor_host::TooLong;
use serde::Serialize;

use crate::args::BookArgs;
use crate::terminal::output::Output;

/// The longest book in bytes; the largest in use have a few hundred millions.
const LONGEST: u64 = 4 << 30;

/// How much is read at a time.
const BLOCK: u64 = 1 << 16;

/// No position has that many entries.
const MAX_ENTRIES_OF_KEY: usize = 4096;

/// A move of the book, as JSON.
#[derive(Serialize)]
struct BookMoveReport {
    san: String,
    uci: String,
    weight: u16,
    share: f64,
}

pub(super) fn run(args: &BookArgs, output: &mut Output<'_>) -> anyhow::Result<()> {
    let position = args.position.read()?;
    let path = args.book.display();
    let file = File::open(&args.book).with_context(|| format!("cannot read {path}"))?;
    let found = records_of(file, position.polyglot_key()).with_context(|| path.to_string())?;
    let book = Book::new(found)?;
    let entries: Vec<_> = book.entries_of(&position).collect();
    let total: u32 = entries.iter().map(|(_, entry)| u32::from(entry.weight)).sum();
    for (mv, entry) in &entries {
        let share = f64::from(entry.weight) / f64::from(total.max(1));
        let (san, uci) =
            (position.san(*mv).to_string(), position.uci(*mv, CastlingMode::detect(&position)).to_string());
        if output.json {
            output.write_json(&BookMoveReport { san, uci, weight: entry.weight, share })?;
        } else {
            let result = output.paint.result();
            let percent = 100.0 * share;
            writeln!(
                output.writer,
                "{result}{san:<9}{result:#}{uci:<7}{:>6}  {percent:>5.1} %",
                entry.weight
            )?;
        }
    }
    if entries.is_empty() && !output.json {
        writeln!(output.writer, "no move")?;
    }
    Ok(())
}

/// The records of a key, in their order. The file is read once and never held, for books can have gigabytes.
fn records_of(file: impl Read, key: u64) -> anyhow::Result<Vec<u8>> {
    let mut file = file.take(LONGEST + 1);
    let (mut found, mut block) = (Vec::new(), Vec::new());
    let (mut length, mut last, mut equal) = (0, 0, 0);
    loop {
        block.clear();
        let read = file.by_ref().take(BLOCK).read_to_end(&mut block)? as u64;
        length += read;
        ensure!(length <= LONGEST, TooLong::Input(LONGEST));
        let (records, rest) = block.as_chunks::<{ BookEntry::BYTES }>();
        if !rest.is_empty() {
            bail!("a book has records of 16 bytes, and {length} is not a multiple of that");
        }
        for record in records {
            let entry = BookEntry::from_bytes(*record);
            ensure!(entry.key >= last, "not a Polyglot book, since its entries are not sorted by key");
            equal = if entry.key == last { equal + 1 } else { 1 };
            ensure!(
                equal <= MAX_ENTRIES_OF_KEY,
                "not a Polyglot book: more than {MAX_ENTRIES_OF_KEY} entries of one position, the limit"
            );
            last = entry.key;
            if entry.key == key {
                found.extend_from_slice(record);
            }
        }
        if read < BLOCK {
            return Ok(found);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_book_is_sorted_whole_and_ends() {
        let records = |keys: &[u64]| -> Vec<u8> {
            keys.iter().flat_map(|&key| (u128::from(key) << 64).to_be_bytes()).collect()
        };
        let said = |bytes: &[u8]| records_of(bytes, 7).map_err(|error| error.to_string());
        assert_eq!(said(&records(&[1, 7, 7, 9])), Ok(records(&[7, 7])));
        assert!(said(&records(&[9, 7])).is_err_and(|error| error.contains("not sorted")));
        assert!(said(&records(&[7])[1..]).is_err_and(|error| error.contains("15 is not a multiple")));
        let endless = records_of(std::io::repeat(0), 7).expect_err("no end").to_string();
        assert!(endless.contains("more than 4096 entries"), "{endless}");
    }
}
