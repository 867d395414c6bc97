//! The conditions under which values were found, as lines in the file of a run. Others would give other values, so a
//! run is resumed only under the same ones.
//!
//! ```text
//! # --engine "net option.EvalFile=my.net" --nodes 10000
//! # 2,000 openings (07b1b4cf5e3ac56e)
//! # "my.net" (f3c1a2b90d1e4477)
//! ```
//!
//! Files are compared by content: another one may have the same name.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, bail};
use philidor_host::{Several, Visible};
use philidor_uci::tournament::MatchOpening;

use crate::args::SpsaArgs;
use philidor_uci::arguments::contender::files_of;

/// The lines.
pub(super) struct Conditions {
    lines: Vec<String>,
    /// Where the openings come from, which people may want to know.
    source: String,
}

impl Conditions {
    pub(super) fn new(args: &SpsaArgs, openings: &[MatchOpening]) -> anyhow::Result<Conditions> {
        let SpsaArgs { engine, nodes, plies, .. } = args;
        let count = Several(openings.len() as u128, "opening");
        let mut lines = vec![
            format!("# --engine {engine:?} --nodes {nodes}"),
            format!("# {count} ({:016x})", digest(openings.iter().map(MatchOpening::key))),
        ];
        for path in files_of(engine)? {
            lines.push(line_of_file(path)?);
        }
        let book = args.openings.as_ref().map(|path| path.display().to_string()).unwrap_or_default();
        let source = format!("# --openings {:?} --plies {plies}", book);
        Ok(Conditions { lines, source })
    }

    /// Refuses a run that was begun under others.
    pub(super) fn check(&self, text: &str) -> anyhow::Result<()> {
        let is_there = |line: &String| text.lines().any(|there| there == line);
        match self.lines.iter().find(|line| !is_there(line)) {
            Some(line) => bail!(
                "it was begun with another engine, limit, file or openings: it lacks `{}`",
                Visible(line)
            ),
            None => Ok(()),
        }
    }

    /// As it is written into the file.
    pub(super) fn text(&self) -> String {
        let lines = self.lines.iter().chain([&self.source]);
        lines.map(|line| format!("{line}\n")).collect()
    }
}

fn line_of_file(path: PathBuf) -> anyhow::Result<String> {
    let name = path.display().to_string();
    let bytes = fs::read(&path).with_context(|| Visible(&name).to_string())?;
    let word = |bytes: &[u8]| bytes.iter().fold(0, |word, &byte| word << 8 | u64::from(byte));
    let words = bytes.chunks(8).map(word).chain([bytes.len() as u64]);
    Ok(format!("# {name:?} ({:016x})", digest(words)))
}

/// FNV-1a with words instead of bytes, and the high bits folded down: the order of the words counts.
fn digest(words: impl Iterator<Item = u64>) -> u64 {
    words.fold(0xcbf2_9ce4_8422_2325, |sum, word| {
        let sum = (sum ^ word).wrapping_mul(0x0000_0100_0000_01b3);
        sum ^ (sum >> 29)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_counts_by_its_content() -> Result<(), Box<dyn std::error::Error>> {
        let folder = tempfile::tempdir()?;
        let path = folder.path().join("my.net");
        let mut lines = Vec::new();
        for content in [&b"weights"[..], b"weights", b"weights\0", b"weighs", b"another net"] {
            fs::write(&path, content)?;
            lines.push(line_of_file(path.clone())?);
        }
        assert_eq!(lines[0], lines[1]);
        let mut distinct = lines.clone();
        distinct.sort_unstable();
        distinct.dedup();
        assert_eq!(distinct.len(), 4, "{lines:?}");
        Ok(())
    }
}
