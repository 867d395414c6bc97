//! `philidor book`: the moves of a Polyglot book in a position, all of them, and books made of several.

use std::io::{IsTerminal, stdout};
use std::path::Path;

use philidor::{Move, Position};
use philidor_books::{Book, BookEntry, BookError};
use philidor_games::{BookFile, WalkedBook, merge_books};
use philidor_host::{Several, interruption, progress};
use serde::Serialize;

use crate::args::{BookCommand, PolyglotArgs};
use philidor_program::arguments::position::PositionArgs;
use philidor_program::terminal::output::Output;

/// A move of the book, as JSON.
#[derive(Serialize)]
struct BookMoveReport {
    san: String,
    uci: String,
    weight: u16,
    share: f64,
}

/// A move of the book with its position, as JSON.
#[derive(Serialize)]
struct DumpReport {
    /// `None` if no position with the key was found.
    fen: Option<String>,
    key: String,
    san: Option<String>,
    uci: String,
    weight: u16,
    share: Option<f64>,
    learn: u32,
}

/// How many entries were written, as JSON.
#[derive(Serialize)]
struct MergeReport {
    moves: u64,
}

pub(super) fn run(args: &PolyglotArgs, output: &mut Output<'_>) -> anyhow::Result<()> {
    match (&args.command, &args.book) {
        (Some(BookCommand::Merge { books, output: path }), _) => {
            interruption::end_when_interrupted()?;
            let moves = merge_books(books, path)?;
            if output.json {
                return output.write_json(&MergeReport { moves });
            }
            let (moves, books) = (Several(moves.into(), "move"), Several(books.len() as u128, "book"));
            Ok(writeln!(output.writer, "{moves} from {books}")?)
        }
        (Some(BookCommand::Dump { book, position }), _) => dump(book, position, output),
        (None, Some(book)) => look_up(book, &args.position, output),
        // The parser of arguments does not let this pass.
        (None, None) => Ok(()),
    }
}

/// Writes the moves of a position.
fn look_up(path: &Path, position: &PositionArgs, output: &mut Output<'_>) -> anyhow::Result<()> {
    let position = position.read()?;
    let found = records_of(path, position.polyglot_key())?;
    let moves = legal_moves(&position, found)?;
    for (_, mv) in &moves {
        if output.json { output.write_json(mv)? } else { write_move("", mv, output)? }
    }
    if moves.is_empty() && !output.json {
        writeln!(output.writer, "no move")?;
    }
    Ok(())
}

/// The legal moves among the records of a position.
fn legal_moves(position: &Position, records: Vec<u8>) -> Result<Vec<(BookEntry, BookMoveReport)>, BookError> {
    let book = Book::new(records)?;
    let total: u32 = book.entries_of(position).map(|(_, entry)| u32::from(entry.weight)).sum();
    let report = |(mv, entry): (Move, BookEntry)| {
        let BookEntry { weight, .. } = entry;
        let (san, uci) = (position.to_san(mv), position.to_uci(mv));
        let share = f64::from(weight) / f64::from(total.max(1));
        (entry, BookMoveReport { san: san.to_string(), uci: uci.to_string(), weight, share })
    };
    Ok(book.entries_of(position).map(report).collect())
}

/// Writes a move as text.
fn write_move(indent: &str, mv: &BookMoveReport, output: &mut Output<'_>) -> anyhow::Result<()> {
    let (BookMoveReport { san, uci, weight, .. }, percent) = (mv, 100.0 * mv.share);
    let result = output.paint.result();
    Ok(writeln!(output.writer, "{indent}{result}{san:<9}{result:#}{uci:<7}{weight:>6}  {percent:>5.1} %")?)
}

/// Writes all positions that a start leads to, with their moves, and then the moves that are left.
fn dump(path: &Path, start: &PositionArgs, output: &mut Output<'_>) -> anyhow::Result<()> {
    let start = start.read()?;
    let mut book = WalkedBook::read(path)?;
    let bar = progress::bar(Some(book.entry_count()), "{spinner} {wide_bar} {pos} of {len} moves  {elapsed}");
    // Where both are one terminal, the bar gives way to what is written.
    let is_live = !bar.is_hidden() && stdout().is_terminal();
    book.take_found(&start, |position, entries| {
        if is_live {
            bar.suspend(|| {
                write_position(position, entries, output)?;
                anyhow::Ok(output.writer.flush()?)
            })?;
        } else {
            write_position(position, entries, output)?;
        }
        bar.inc(entries.len() as u64);
        anyhow::Ok(())
    })?;
    bar.finish_and_clear();
    let mut last = None;
    for entry in book.left_over() {
        if !output.json && last != Some(entry.key) {
            writeln!(output.writer, "not found: key {:016x}", entry.key)?;
            last = Some(entry.key);
        }
        write_illegal(None, *entry, output)?;
    }
    Ok(())
}

fn write_position(position: &Position, entries: &[BookEntry], output: &mut Output<'_>) -> anyhow::Result<()> {
    if !output.json {
        writeln!(output.writer, "{position}")?;
    }
    for (BookEntry { key, learn, .. }, mv) in legal_moves(position, bytes_of(entries))? {
        if !output.json {
            write_move("  ", &mv, output)?;
            continue;
        }
        let BookMoveReport { san, uci, weight, share } = mv;
        let (fen, key) = (Some(position.to_string()), format!("{key:016x}"));
        output.write_json(&DumpReport {
            fen,
            key,
            san: Some(san),
            uci,
            weight,
            share: Some(share),
            learn,
        })?;
    }
    let illegal = entries.iter().filter(|entry| entry.mv.legal_in(position).is_none());
    illegal.copied().try_for_each(|entry| write_illegal(Some(position), entry, output))
}

/// Writes an entry whose move is illegal in its position, or whose position is unknown.
fn write_illegal(
    position: Option<&Position>,
    entry: BookEntry,
    output: &mut Output<'_>,
) -> anyhow::Result<()> {
    let BookEntry { key, weight, learn, .. } = entry;
    let (uci, key) = (squares(entry), format!("{key:016x}"));
    if output.json {
        let fen = position.map(ToString::to_string);
        return output.write_json(&DumpReport { fen, key, san: None, uci, weight, share: None, learn });
    }
    let illegal = if position.is_some() { "  illegal" } else { "" };
    Ok(writeln!(output.writer, "  {:<9}{uci:<7}{weight:>6}{illegal}", "")?)
}

/// The squares of a move that is not played, and what a pawn becomes.
fn squares(entry: BookEntry) -> String {
    let square = |shift: u16| {
        let [file, rank] = [entry.mv.0 >> shift & 7, entry.mv.0 >> (shift + 3) & 7];
        [char::from(b'a' + file as u8), char::from(b'1' + rank as u8)]
    };
    let becomes = match entry.mv.0 >> 12 {
        1 => "n",
        2 => "b",
        3 => "r",
        4 => "q",
        _ => "",
    };
    square(6).into_iter().chain(square(0)).collect::<String>() + becomes
}

/// The records of entries.
fn bytes_of(entries: &[BookEntry]) -> Vec<u8> {
    entries.iter().copied().flat_map(BookEntry::to_bytes).collect()
}

/// The records of a key, in their order. The file is read once and never held in memory.
fn records_of(path: &Path, key: u64) -> anyhow::Result<Vec<u8>> {
    let mut file = BookFile::open(path)?;
    let mut found = Vec::new();
    // The file is read to its end, so that one that is not a book is refused.
    while file.next_key().is_some() {
        let entries = file.next_position()?;
        if entries.first().is_some_and(|entry| entry.key == key) {
            found = bytes_of(&entries);
        }
    }
    Ok(found)
}
