//! The table of the main README, written from a record and never by hand.

use std::{fs, path::Path};

use anyhow::{Context, Result};

use crate::{contestant::is_ours, record::Record, result::Outcome, suite::STOCKFISH};

const BEGIN: &str = "<!-- performance: written by `bench/run --record` from the record that it names -->";
const END: &str = "<!-- /performance -->";

/// The works in the order of the table, and what they are called there.
const ROWS: [(&str, &str); 8] = [
    ("searched", "an engine's search, nodes a second; against the fastest"),
    ("listed", "all moves of a position into a list, 3,000 positions; against the fastest"),
    ("tactical", "captures and promotions into a list; against the fastest"),
    ("evasions", "all moves out of check into a list, 3,000 positions; against the fastest"),
    ("any", "is there any legal move; against the fastest"),
    ("exchange", "static exchange evaluation (SEE ≥ 0); against the fastest"),
    ("played", "perft without bulk counting: every leaf listed, played and taken back; against the fastest"),
    ("counted", "perft with bulk counting; against cozy-chess"),
];

/// Puts the table of a race, whose record was written to `path`, between the two marks of the README.
pub(crate) fn write(record: &Record, outcomes: &[Outcome<'_>], bench: &Path, path: &Path) -> Result<()> {
    let readme = bench.join("../README.md");
    let text = fs::read_to_string(&readme).context("cannot read the README")?;
    let (before, rest) = text.split_once(BEGIN).context("the README has no mark for the table")?;
    let (_, after) = rest.split_once(END).context("the README has no mark after the table")?;
    let file = path.file_name().context("the record has no name")?.to_string_lossy();
    let table = table(record, outcomes, &file);
    fs::write(&readme, format!("{before}{BEGIN}\n{table}{END}{after}")).context("cannot write the README")
}

fn table(record: &Record, outcomes: &[Outcome<'_>], file: &str) -> String {
    let mut positions: Vec<&str> = Vec::new();
    for outcome in outcomes.iter().filter(|outcome| !outcome.task.work.is_on_set()) {
        let position = position(outcome);
        if !positions.contains(&position) {
            positions.push(position);
        }
    }
    let mut text = format!("| times as fast as the peer | {} |\n", positions.join(" | "));
    text += &format!("|---|{}\n", "---:|".repeat(positions.len()));
    for (work, name) in ROWS {
        let asked: Vec<&Outcome<'_>> =
            outcomes.iter().filter(|outcome| outcome.task.work.name() == work).collect();
        if asked.is_empty() {
            continue;
        }
        text += &format!("| {name} |");
        for outcome in &asked {
            text += &outcome.ratio.map_or(" |".to_owned(), |ratio| format!(" {ratio:.1} |"));
        }
        // One figure for a set of positions stands in the first column.
        text += &" |".repeat(positions.len().saturating_sub(asked.len()));
        text += "\n";
    }
    let peers: Vec<String> = record
        .contestants
        .iter()
        .filter(|built| !is_ours(&built.name) && built.name != STOCKFISH)
        .map(|built| format!("{} {}", built.name, built.version))
        .collect();
    text + &format!(
        "\nOne thread, medians of one run: philidor built plainly, {} built for this very CPU with their best\n\
         features, all by Cargo's default release profile, as for a crate that depends on them. {}, {}, {}; `{}`. The record, with all figures, is `bench/record/{file}`.\n",
        peers.join(", "),
        record.cpu,
        record.rustc,
        record.date.split('T').next().unwrap_or(&record.date),
        record.command,
    )
}

/// The position of a line without its depth, which differs from work to work.
fn position<'a>(outcome: &'a Outcome<'_>) -> &'a str {
    let name = &outcome.task.name;
    name.split(" (").next().unwrap_or(name)
}
