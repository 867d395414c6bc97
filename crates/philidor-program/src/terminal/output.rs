//! Where a command writes its answer, and how.

use std::io::Write;
use std::process::ExitCode;

use philidor_host::Visible;
use serde::Serialize;

use super::paint::Paint;
use crate::positions::{Answers, MoveReport, shown_move};

/// What every command needs: where to write, and how.
pub struct Output<'a> {
    /// Standard output.
    pub writer: &'a mut dyn Write,
    /// Whether it is colored.
    pub paint: Paint,
    /// Whether to answer in JSON.
    pub json: bool,
}

/// An error in the arguments, found before anything was done.
#[derive(Debug)]
pub struct WrongUsage(pub anyhow::Error);

impl std::fmt::Display for WrongUsage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // Including all its causes.
        write!(f, "{:#}", self.0)
    }
}

impl std::error::Error for WrongUsage {}

/// The exit code of a command that answers all it is asked: failure if anything was wrong with a part of it.
pub fn code(is_fine: bool) -> ExitCode {
    if is_fine { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

impl Output<'_> {
    /// Refuses `--json` where the answer is not written so; the words say what is not.
    pub fn refuse_json(&self, words: &str) -> Result<(), WrongUsage> {
        if self.json { Err(WrongUsage(anyhow::anyhow!("--json: {words}"))) } else { Ok(()) }
    }

    /// How the lines of a file are answered.
    pub fn answers(&self) -> Answers {
        let (good, bad) = (self.paint.good(), self.paint.bad());
        match self.json {
            true => Answers::Json,
            false => Answers::Words { ok: format!("{good}ok{good:#}"), error: format!("{bad}error:{bad:#}") },
        }
    }

    /// Writes a text that is not a move, and why.
    pub fn refuse_move(&mut self, text: &str, error: String) -> anyhow::Result<()> {
        if self.json {
            return self.write_json(&MoveReport::refusal(text, error));
        }
        let bad = self.paint.bad();
        writeln!(self.writer, "{bad}{}{bad:#}: {}", shown_move(text), Visible(&error))?;
        Ok(())
    }

    /// Writes an answer as JSON, on a line of its own.
    pub fn write_json(&mut self, answer: &impl Serialize) -> anyhow::Result<()> {
        serde_json::to_writer(&mut *self.writer, answer)?;
        writeln!(self.writer)?;
        Ok(())
    }
}
