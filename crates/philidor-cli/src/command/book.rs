//! `philidor book`: the moves of a Polyglot book in a position.

use anyhow::Context;
use philidor::CastlingMode;
use philidor::polyglot::Book;
use serde::Serialize;

use super::Output;
use crate::args::BookArgs;
use crate::named;

/// A move of the book, as JSON.
#[derive(Serialize)]
struct Answer {
    san: String,
    uci: String,
    weight: u16,
    share: f64,
}

pub(super) fn run(args: &BookArgs, output: &mut Output<'_>) -> anyhow::Result<()> {
    let position = named::position(&args.position.fen)?;
    let path = args.book.display();
    let bytes = std::fs::read(&args.book).with_context(|| format!("cannot read {path}"))?;
    let book = Book::new(bytes).with_context(|| path.to_string())?;
    if !book.is_sorted() {
        anyhow::bail!("{path}: not a Polyglot book, since its entries are not sorted by key");
    }
    let entries: Vec<_> = book.entries_of(&position).collect();
    let total: u32 = entries.iter().map(|(_, entry)| u32::from(entry.weight)).sum();
    for (mv, entry) in &entries {
        let share = f64::from(entry.weight) / f64::from(total.max(1));
        let (san, uci) =
            (position.san(*mv).to_string(), position.uci(*mv, CastlingMode::of_start(&position)).to_string());
        if output.json {
            output.write_json(&Answer { san, uci, weight: entry.weight, share })?;
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
