//! Stockfish as a contestant, by its `go perft`: an engine that the system has, as it is distributed, not built here.
//!
//! It counts the moves above the leaves as the others do. It plays on one board with everything that a search wants
//! kept up to date, so it stands for engines and not for generators. It offers no work but `counted`.

use std::{
    cell::RefCell,
    io::{BufRead, BufReader, Write},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
};

use anyhow::{Context, Result, bail};
use protocol::{Contestant, Introduction, Ready, SetWork};

pub(crate) struct Stockfish;

/// The name and version that it gives itself.
pub(crate) fn introduction() -> Result<Introduction> {
    let name = Engine::start()?.ask("uci", "id name ")?;
    let version = name.strip_prefix("Stockfish ").context("it does not say that it is Stockfish")?;
    Ok(Introduction {
        name: "stockfish".to_owned(),
        version: version.to_owned(),
        features: String::new(),
        flags: "as distributed".to_owned(),
        instructions: String::new(),
    })
}

/// A running process; it ends when this is dropped.
pub(crate) struct Engine {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Engine {
    fn start() -> Result<Self> {
        let mut child = Command::new("stockfish")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .context("no program `stockfish` (Debian has a package of that name)")?;
        let input = child.stdin.take().context("no pipe to it")?;
        let output = BufReader::new(child.stdout.take().context("no pipe from it")?);
        Ok(Self { child, input, output })
    }

    /// Says something, and answers with what follows `head` in the first line that begins so.
    fn ask(&mut self, words: &str, head: &str) -> Result<String> {
        writeln!(self.input, "{words}").context("cannot write to it")?;
        let mut line = String::new();
        while self.output.read_line(&mut line).context("cannot read from it")? > 0 {
            if let Some(rest) = line.strip_prefix(head) {
                return Ok(rest.trim().to_owned());
            }
            line.clear();
        }
        bail!("it ended without `{head}`")
    }
}

impl Drop for Engine {
    /// Nothing is lost by ending it at once; a process that has ended already is not a fault here.
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Contestant for Stockfish {
    /// A process of its own that is set up and waits, so that the clock sees nothing but the count.
    type Position = RefCell<Engine>;

    fn read(fen: &str) -> Result<Self::Position> {
        let mut engine = Engine::start()?;
        engine.ask(&format!("position fen {fen}\nisready"), "readyok")?;
        Ok(RefCell::new(engine))
    }

    fn counted(position: &Self::Position, depth: u32) -> u128 {
        let count = position.borrow_mut().ask(&format!("go perft {depth}"), "Nodes searched: ");
        // A count that cannot be had is zero, which the runner knows to be wrong.
        count.ok().and_then(|count| count.parse().ok()).unwrap_or(0)
    }

    fn played(_position: &Self::Position, _depth: u32) -> u128 {
        0
    }

    fn searched(_position: &Self::Position, _depth: u32) -> u128 {
        0
    }

    fn on_set(_work: SetWork, _positions: &[Self::Position]) -> Option<Ready<'_>> {
        None
    }
}
