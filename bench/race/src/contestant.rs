//! A contestant: a process pinned to one core, asked by lines and answering by lines.

use std::{
    fs,
    io::{BufRead, BufReader, Write},
    path::{Path, PathBuf},
    process::{Child, ChildStdin, ChildStdout, Command, Stdio},
    str::FromStr,
};

use anyhow::{Context, Result, bail};
use protocol::{Answer, Introduction, Request};

/// The contestant that all others are compared with.
pub(crate) const OURS: &str = "philidor";

/// The same without a level of the CPU under the engine, and such a build for this very CPU.
pub(crate) const METHODS: &str = "philidor-methods";
pub(crate) const NATIVE: &str = "philidor-native";

/// Whether a contestant is a way to use philidor, not a peer.
pub(crate) fn is_ours(name: &str) -> bool {
    [OURS, METHODS, NATIVE].contains(&name)
}

/// Who takes part, and where.
pub(crate) struct Team {
    /// The folder `bench`.
    pub(crate) folder: PathBuf,
    /// As `bench/run --help` lists them.
    pub(crate) names: Vec<String>,
    /// The core that all share, one working at a time.
    pub(crate) core: usize,
}

impl Team {
    /// Starts a process for each, in this order.
    pub(crate) fn start(&self) -> Result<Vec<Contestant>> {
        self.names.iter().map(|name| Contestant::start(&self.folder, name, self.core)).collect()
    }
}

/// A running contestant; it ends when this is dropped.
pub(crate) struct Contestant {
    pub(crate) introduction: Introduction,
    wire: Wire,
}

impl Contestant {
    /// Starts the contestant of this name, where `bench/run` has built it, and lets it introduce itself.
    fn start(folder: &Path, name: &str, core: usize) -> Result<Self> {
        let mut wire = Wire::open(folder, name, core).with_context(|| format!("cannot start {name}"))?;
        let introduction =
            wire.ask(&Request::Who).with_context(|| format!("{name} does not introduce itself"))?;
        Ok(Self { introduction, wire })
    }

    pub(crate) fn name(&self) -> &str {
        &self.introduction.name
    }

    /// Asks for a piece of work and waits for the answer.
    pub(crate) fn ask(&mut self, request: &Request) -> Result<Answer> {
        self.wire.ask(request).with_context(|| format!("{} was asked {request:?}", self.introduction.name))
    }
}

/// The process and the two ends of its pipes.
struct Wire {
    child: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
}

impl Wire {
    fn open(folder: &Path, name: &str, core: usize) -> Result<Self> {
        let mut command = Command::new("taskset");
        command.arg("--cpu-list").arg(core.to_string());
        match name {
            OURS => command.arg(folder.join("target/release/ours")),
            METHODS => command.arg(folder.join("target/release/ours")).args(["methods", METHODS]),
            NATIVE => command.arg(folder.join("target/native/release/ours")).args(["methods", NATIVE]),
            _ => command.arg(folder.join("target/native/release/peers")).arg(name),
        };
        let mut child = command
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .context("no `taskset`, which pins the contestants to one core (package util-linux)")?;
        let input = child.stdin.take().context("no pipe to it")?;
        let output = BufReader::new(child.stdout.take().context("no pipe from it")?);
        Ok(Self { child, input, output })
    }

    fn ask<T: FromStr<Err = anyhow::Error>>(&mut self, request: &Request) -> Result<T> {
        writeln!(self.input, "{request}").context("cannot ask: it has ended")?;
        let mut line = String::new();
        self.output.read_line(&mut line).context("cannot read the answer")?;
        let line = line.trim_end_matches('\n');
        if line.is_empty() {
            bail!("no answer: it has ended");
        }
        match line.strip_prefix("error ") {
            Some(reason) => bail!("{reason}"),
            None => line.parse(),
        }
    }
}

impl Drop for Wire {
    /// Nothing is lost by ending it at once; a process that has ended already is not a fault here.
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The last core that this process may run on: the first one usually serves most interrupts.
pub(crate) fn last_core() -> Result<usize> {
    let status =
        fs::read_to_string("/proc/self/status").context("cannot read /proc/self/status; give --core N")?;
    let list = status
        .lines()
        .find_map(|line| line.strip_prefix("Cpus_allowed_list:"))
        .context("no Cpus_allowed_list in /proc/self/status; give --core N")?;
    let last = list.trim().rsplit([',', '-']).next().unwrap_or_default();
    last.parse().with_context(|| format!("not a core: {last:?}; give --core N"))
}
