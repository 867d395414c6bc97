//! The suites that `perft --suite`, `verify` and `hunt` are given: files, in which names and FENs are read as arguments
//! are.
//!
//! `philidor_hunt::suite` reads their lines; `form.rs` recognizes files of another form.

mod form;

use std::io::Read;
use std::path::Path;

use anyhow::{Context, bail};
use philidor::Position;
use philidor_files::Input;
use philidor_hunt::suite;
pub(super) use philidor_hunt::suite::{Entry, Limits, quoted};
use serde::Serialize;

use super::Output;
use crate::named;
use crate::refusal::{self, Visible};

/// How much of a file is looked at before the rest is read.
const BEGINNING: u64 = 1 << 16;

/// A suite, read.
pub(super) struct Suite {
    /// As it is in its file.
    pub(super) text: Vec<u8>,
    pub(super) entries: Lines,
}

/// The positions of a suite with the numbers of their lines, and the lines that cannot be read.
pub(super) type Lines = Vec<(usize, Result<Entry, String>)>;

/// A line that cannot be read, as it is written for a program.
#[derive(Serialize)]
pub(super) struct Unreadable<'a> {
    pub(super) line: usize,
    pub(super) error: &'a str,
}

impl Suite {
    /// A whole suite, from a file or standard input. A file of another form is refused as a whole, and so is one of
    /// which no line can be read, however many it has.
    pub(super) fn read(path: &Path) -> anyhow::Result<Suite> {
        let suite = Suite::of(bytes(path)?);
        if let Some((line, Err(error))) = suite.entries.first()
            && suite.entries.iter().all(|(_, entry)| entry.is_err())
        {
            bail!("no line of {} is a position with counts; line {line}: {}", path.display(), Visible(error));
        }
        Ok(suite)
    }

    /// The suite that a text holds.
    pub(super) fn of(text: Vec<u8>) -> Suite {
        let lines = suite::Suite::read_with(&text, &position).lines.into_iter();
        let entries =
            lines.map(|line| (line.number, line.entry.map_err(|error| error.to_string()))).collect();
        Suite { text, entries }
    }
}

/// The position of a FEN, whose faults are said in one line, or of a name.
fn position(text: &str) -> Result<Position, String> {
    if text.contains('/') {
        refusal::read(text).map_err(|refusal| refusal.sentence())
    } else {
        named::position(text).map_err(|error| error.to_string())
    }
}

/// What a file holds, unless it certainly is not a suite.
fn bytes(path: &Path) -> anyhow::Result<Vec<u8>> {
    let shown = || format!("cannot read {}", path.display());
    let mut source = Input::open(path).with_context(shown)?.reader;
    let mut bytes = Vec::new();
    // A device without end has no line: its beginning says so.
    source.by_ref().take(BEGINNING).read_to_end(&mut bytes).with_context(shown)?;
    if let Some(form) = form::other(&bytes) {
        bail!("{} is not a suite: it looks like {form}", path.display());
    }
    source.read_to_end(&mut bytes).with_context(shown)?;
    Ok(bytes)
}

/// Reports a line that cannot be read.
pub(super) fn tell_unreadable(unreadable: &Unreadable<'_>, output: &mut Output<'_>) -> anyhow::Result<()> {
    if output.json {
        output.write_json(unreadable)?;
    } else {
        let (bad, line) = (output.paint.bad(), unreadable.line);
        writeln!(output.writer, "{bad}line {line}{bad:#}: unreadable: {}", Visible(unreadable.error))?;
    }
    Ok(output.writer.flush()?)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the lines of a text say.
    fn told(text: &str) -> Vec<Result<String, String>> {
        let entries = Suite::of(text.into()).entries.into_iter();
        entries.map(|(_, entry)| entry.map(|entry| entry.name)).collect()
    }

    #[test]
    fn names_and_faults_are_those_of_arguments() {
        assert_eq!(told("kiwipete ;D1 48"), [Ok("kiwipete".to_owned())]);
        let said = |text: &str| told(&format!("{text} ;D1 48")).remove(0).expect_err("a fault");
        assert!(said("kiwi").starts_with("`kiwi` is neither a FEN nor the name of a position: startpos, "));
        assert_eq!(said("8/8/8/8/8/8/8/8 w - -"), "white has no king; black has no king");
    }

    #[test]
    fn an_error_does_not_repeat_a_whole_line() {
        let long = "k".repeat(10_000);
        for line in [format!("{long} ;D1 5"), format!("{long}/8/8/8/8/8/8/8 w - - 0 1 ;D1 5")] {
            let told = told(&line).remove(0).expect_err("a fault");
            assert!(told.chars().count() < 420 && told.contains('…'), "{told}");
        }
    }
}
