//! What the runner and the contestants say to each other: one line each way, on standard input and output.
//!
//! | the runner asks | the contestant answers |
//! |---|---|
//! | `who` | name, version, features, build flags and instruction sets, separated by tabs |
//! | `counted <depth> <fen>` | `<nodes> <nanoseconds>` |
//! | `played <depth> <fen>` | `<nodes> <nanoseconds>` |
//! | `searched <depth> <fen>` | `<nodes> <nanoseconds>` |
//! | `listed <rounds> <file>` | `<nodes> <nanoseconds>` |
//! | `tactical <rounds> <file>` | `<nodes> <nanoseconds>` |
//! | `any <rounds> <file>` | `<nodes> <nanoseconds>` |
//! | `exchange <rounds> <file>` | `<nodes> <nanoseconds>` |
//! | `unpacked <rounds> <file>` | `<nodes> <nanoseconds>` |
//!
//! A request that cannot be served is answered by `error <reason>`, and the contestant waits for the next
//! line. The clock runs inside the contestant and only around the work, so starting a process, reading a FEN
//! and writing a line cost nothing.
//!
//! A contestant implements [`Contestant`] and calls [`serve`]; the loop, the clock and the words are the same
//! for all.
//!
//! `laws.rs` has what every contestant must get right.

pub mod laws;

use std::{
    fmt,
    fs::File,
    hint::black_box,
    io::{self, BufRead, BufReader, Write},
    str::FromStr,
    time::Instant,
};

use anyhow::{Context, Result, bail};

/// The flags that rustc was given through `RUSTFLAGS` when this contestant was built; empty if none.
const BUILD_FLAGS: &str = match option_env!("RUSTFLAGS") {
    Some(flags) => flags,
    None => "",
};

/// One question of the runner.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Request {
    /// Who are you, and how were you built?
    Who,
    /// Work on the tree of a position.
    Tree {
        /// What is done.
        work: TreeWork,
        /// How deep; at least 1.
        depth: u32,
        /// Where from.
        fen: String,
    },
    /// Work on each position of a file.
    Set {
        /// What is done.
        work: SetWork,
        /// How often the whole file is gone through; at least 1.
        rounds: u32,
        /// A file with one FEN a line; empty lines and lines that start with `#` are passed over.
        file: String,
    },
}

/// What is done with the tree of a position.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum TreeWork {
    /// Perft with counted leaves: the moves of a leaf's parent are counted, not played.
    Counted,
    /// Perft where every leaf move is generated into a list, played with the key kept, and taken back.
    Played,
    /// The tree of the engine in `engine/`.
    Searched,
}

/// What is done with each position of a set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SetWork {
    /// All legal moves into a list.
    Listed,
    /// Captures, en passant and promotions into a list, whatever the piece that the pawn becomes.
    Tactical,
    /// Whether there is any legal move.
    Any,
    /// Whether each tactical move loses nothing by captures on its destination. The moves are listed before.
    Exchange,
    /// Read from its packed form, with all rules checked.
    Unpacked,
}

impl TreeWork {
    /// All of them.
    pub const ALL: [Self; 3] = [Self::Counted, Self::Played, Self::Searched];

    /// The word of the protocol.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Counted => "counted",
            Self::Played => "played",
            Self::Searched => "searched",
        }
    }
}

impl SetWork {
    /// All of them.
    pub const ALL: [Self; 5] = [Self::Listed, Self::Tactical, Self::Any, Self::Exchange, Self::Unpacked];

    /// The word of the protocol.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Listed => "listed",
            Self::Tactical => "tactical",
            Self::Any => "any",
            Self::Exchange => "exchange",
            Self::Unpacked => "unpacked",
        }
    }
}

impl fmt::Display for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Who => f.write_str("who"),
            Self::Tree { work, depth, fen } => write!(f, "{} {depth} {fen}", work.name()),
            Self::Set { work, rounds, file } => write!(f, "{} {rounds} {file}", work.name()),
        }
    }
}

impl FromStr for Request {
    type Err = anyhow::Error;

    fn from_str(line: &str) -> Result<Self> {
        let (word, rest) = line.split_once(' ').unwrap_or((line, ""));
        if word == "who" {
            return Ok(Self::Who);
        }
        let (number, text) = rest
            .split_once(' ')
            .with_context(|| format!("expected a word, a number and a text: {line:?}"))?;
        let number: u32 = number.parse().with_context(|| format!("not a number: {number:?}"))?;
        if number == 0 {
            bail!("a depth or a number of rounds is at least 1");
        }
        let text = text.to_owned();
        if let Some(work) = TreeWork::ALL.into_iter().find(|work| work.name() == word) {
            return Ok(Self::Tree { work, depth: number, fen: text });
        }
        match SetWork::ALL.into_iter().find(|work| work.name() == word) {
            Some(work) => Ok(Self::Set { work, rounds: number, file: text }),
            None => bail!("unknown request {word:?}"),
        }
    }
}

/// The answer to everything but `who`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Answer {
    /// Leaves of the tree, or nodes searched; of a set, in all rounds together: moves listed, positions that have a
    /// move or that were read, moves that lose nothing.
    pub nodes: u128,
    /// How long the work took.
    pub nanoseconds: u128,
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.nodes, self.nanoseconds)
    }
}

impl FromStr for Answer {
    type Err = anyhow::Error;

    fn from_str(line: &str) -> Result<Self> {
        let (nodes, nanoseconds) =
            line.split_once(' ').with_context(|| format!("expected two numbers: {line:?}"))?;
        Ok(Self {
            nodes: nodes.parse().with_context(|| format!("not a number of nodes: {nodes:?}"))?,
            nanoseconds: nanoseconds.parse().with_context(|| format!("not nanoseconds: {nanoseconds:?}"))?,
        })
    }
}

/// The answer to `who`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Introduction {
    /// The library's name on the registry.
    pub name: String,
    /// Its version, from the lock file of this island.
    pub version: String,
    /// The features it was built with beyond its default ones.
    pub features: String,
    /// `RUSTFLAGS` of the build; empty for a plain one.
    pub flags: String,
    /// The instruction sets that the compiler was allowed to use everywhere; empty for a plain build.
    pub instructions: String,
}

impl Introduction {
    /// Introduces a library of this name: the version comes from the lock file, the flags from this very
    /// build.
    pub fn of(name: &str, features: &str) -> Result<Self> {
        let version = locked_version(name).with_context(|| format!("{name} is not in bench/Cargo.lock"))?;
        Ok(Self {
            name: name.to_owned(),
            version: version.to_owned(),
            features: features.to_owned(),
            flags: BUILD_FLAGS.trim().to_owned(),
            instructions: instructions(),
        })
    }
}

impl fmt::Display for Introduction {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}\t{}\t{}\t{}\t{}", self.name, self.version, self.features, self.flags, self.instructions)
    }
}

impl FromStr for Introduction {
    type Err = anyhow::Error;

    fn from_str(line: &str) -> Result<Self> {
        let fields: Vec<&str> = line.split('\t').collect();
        let [name, version, features, flags, instructions] = fields[..] else {
            bail!("expected five fields: {line:?}");
        };
        Ok(Self {
            name: name.to_owned(),
            version: version.to_owned(),
            features: features.to_owned(),
            flags: flags.to_owned(),
            instructions: instructions.to_owned(),
        })
    }
}

/// The version of a package in this island's lock file.
fn locked_version(name: &str) -> Option<&'static str> {
    const LOCK: &str = include_str!("../../Cargo.lock");
    let head = format!("name = \"{name}\"");
    let mut lines = LOCK.lines().skip_while(|line| *line != head);
    lines.nth(1)?.strip_prefix("version = \"")?.strip_suffix('"')
}

/// The instruction sets beyond the plain build that chess code may profit from, as this build was allowed to
/// use them.
fn instructions() -> String {
    let sets = [
        ("popcnt", cfg!(target_feature = "popcnt")),
        ("bmi1", cfg!(target_feature = "bmi1")),
        ("bmi2", cfg!(target_feature = "bmi2")),
        ("avx2", cfg!(target_feature = "avx2")),
        ("avx512f", cfg!(target_feature = "avx512f")),
    ];
    let on: Vec<&str> = sets.iter().filter(|(_, on)| *on).map(|(name, _)| *name).collect();
    on.join(" ")
}

/// A chess library as the runner sees it: how to read a position, and kinds of work. Work on a tree
/// that it does not offer answers 0, which the runner knows to be wrong.
pub trait Contestant {
    /// The library's position, ready to generate moves from.
    type Position;

    /// Reads a FEN; not timed.
    fn read(fen: &str) -> Result<Self::Position>;

    /// Perft with counted leaves; `depth` is at least 1.
    fn counted(position: &Self::Position, depth: u32) -> u128;

    /// Perft where every leaf move is generated into a list, played with the key kept, and taken back.
    fn played(position: &Self::Position, depth: u32) -> u128;

    /// The engine's search. Returns its nodes, 0 if it ran out of room.
    fn searched(position: &Self::Position, depth: u32) -> u128;

    /// Makes ready to work through a set once; `None` if the library does not offer the work. What is made ready is not
    /// timed. It returns the number of moves listed, of positions that have a move or that were read, or of moves that
    /// lose nothing.
    fn on_set(work: SetWork, positions: &[Self::Position]) -> Option<Ready<'_>>;
}

/// Work that is ready to be done, and timed, again and again.
pub type Ready<'a> = Box<dyn Fn() -> u128 + 'a>;

/// Answers the runner until standard input ends.
pub fn serve<C: Contestant>(introduction: &Introduction) -> Result<()> {
    let mut output = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let line = line.context("cannot read standard input")?;
        match answer::<C>(introduction, line.trim()) {
            Ok(text) => writeln!(output, "{text}"),
            Err(error) => writeln!(output, "error {}", format!("{error:#}").replace('\n', " ")),
        }
        .and_then(|()| output.flush())
        .context("cannot write standard output")?;
    }
    Ok(())
}

fn answer<C: Contestant>(introduction: &Introduction, line: &str) -> Result<String> {
    let answer = match line.parse()? {
        Request::Who => return Ok(introduction.to_string()),
        Request::Tree { work, depth, fen } => {
            let position = C::read(&fen)?;
            let work = match work {
                TreeWork::Counted => C::counted,
                TreeWork::Played => C::played,
                TreeWork::Searched => C::searched,
            };
            timed(|| work(black_box(&position), black_box(depth)))
        }
        Request::Set { work, rounds, file } => {
            let positions = read_fens(&file)?.iter().map(|fen| C::read(fen)).collect::<Result<Vec<_>>>()?;
            let ready = C::on_set(work, &positions)
                .with_context(|| format!("{} does not offer {}", introduction.name, work.name()))?;
            timed(|| (0..rounds).map(|_| black_box(&ready)()).sum())
        }
    };
    Ok(answer.to_string())
}

/// Does the work with the clock running.
fn timed(work: impl FnOnce() -> u128) -> Answer {
    let start = Instant::now();
    let nodes = black_box(work());
    let nanoseconds = start.elapsed().as_nanos();
    Answer { nodes, nanoseconds }
}

/// The FENs of a file, one a line; empty lines and lines that start with `#` are passed over.
pub fn read_fens(path: &str) -> Result<Vec<String>> {
    let file = File::open(path).with_context(|| format!("cannot open {path}"))?;
    let mut fens = Vec::new();
    for line in BufReader::new(file).lines() {
        let line = line.with_context(|| format!("cannot read {path}"))?;
        let line = line.trim();
        if !line.is_empty() && !line.starts_with('#') {
            fens.push(line.to_owned());
        }
    }
    Ok(fens)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_survive_the_wire() -> Result<()> {
        let fen = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1";
        let file = "a folder/with spaces.fen";
        let trees = TreeWork::ALL.map(|work| Request::Tree { work, depth: 7, fen: fen.to_owned() });
        let sets = SetWork::ALL.map(|work| Request::Set { work, rounds: 20, file: file.to_owned() });
        for request in [Request::Who].into_iter().chain(trees).chain(sets) {
            assert_eq!(request.to_string().parse::<Request>()?, request);
        }
        Ok(())
    }

    #[test]
    fn senseless_requests_are_refused() {
        for line in ["", "counted", "counted 5", "counted 0 fen", "counted five fen", "guessed 5 fen"] {
            assert!(line.parse::<Request>().is_err(), "{line:?}");
        }
    }

    #[test]
    fn introductions_survive_the_wire() -> Result<()> {
        let introduction = Introduction::of("anyhow", "some features")?;
        assert_eq!(introduction.to_string().parse::<Introduction>()?, introduction);
        Ok(())
    }
}
