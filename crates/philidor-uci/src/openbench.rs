//! What the workers of [OpenBench](https://github.com/AndyGrant/OpenBench/wiki) ask an engine for, besides games.
//!
//! ```text
//! ./engine bench                                        4712710 nodes 1323423 nps
//! ./engine "genfens N seed S book None" quit            info string genfens FEN, N times
//! ./engine "genfens N seed S book Books/X.epd" quit     the same, from positions of the book
//! ```
//!
//! An engine of your own answers both with one call at the beginning of its program:
//!
//! ```no_run
//! use philidor_engine::evaluation::MaterialBalance;
//! use philidor_engine::{Control, Engine};
//! use philidor_uci::openbench;
//!
//! let mut engine = Engine::new(MaterialBalance::default());
//! let words: Vec<String> = std::env::args().skip(1).collect();
//! let mut read = |path: &std::path::Path| std::fs::read_to_string(path);
//! let mut write = |line: &str| Ok(println!("{line}"));
//! if !openbench::run(&mut engine, &words, &Control::new(), &mut read, &mut write)? {
//!     philidor_uci::run(engine)?;
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

use core::fmt;
use core::str::FromStr;
use std::io;
use std::path::{Path, PathBuf};

use philidor::Game;
use philidor_engine::{Bot, Control, SearchLimits, bench};
use philidor_suites::epd::Epd;

use crate::harmless::harmless;
use crate::tournament::RandomOpenings;

/// Nodes that are searched to judge whether a position is even: far less than the seconds that a worker waits.
const NODES: u64 = 10_000;

/// Reads the text of a book.
pub type ReadBook<'a> = dyn FnMut(&Path) -> io::Result<String> + 'a;

/// The order for openings.
///
/// ```
/// use philidor_uci::openbench::Genfens;
/// let order: Genfens = "genfens 64 seed 12 book Books/UHO.epd".parse()?;
/// assert_eq!((order.count, order.seed, order.book), (64, 12, Some("Books/UHO.epd".into())));
/// assert_eq!("genfens 8 seed 1 book None".parse::<Genfens>()?.book, None);
/// assert!("genfens eight".parse::<Genfens>().is_err());
/// # Ok::<(), philidor_uci::openbench::OpenBenchError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Genfens {
    /// How many openings.
    pub count: u64,
    /// The seed of everything random.
    pub seed: u64,
    /// A file of FENs or EPDs, one a line; without one, openings begin at the start position.
    pub book: Option<PathBuf>,
}

impl FromStr for Genfens {
    type Err = OpenBenchError;

    /// Reads `genfens N seed S book PATH`; what follows is for the engine, and ignored.
    fn from_str(text: &str) -> Result<Genfens, OpenBenchError> {
        let words: Vec<&str> = text.split_whitespace().collect();
        let read = || {
            let &["genfens", count, "seed", seed, "book", book, ..] = words.as_slice() else { return None };
            let book = (!book.eq_ignore_ascii_case("none")).then(|| book.into());
            Some(Genfens { count: count.parse().ok()?, seed: seed.parse().ok()?, book })
        };
        read().ok_or_else(|| OpenBenchError::Order(text.escape_debug().to_string()))
    }
}

impl Genfens {
    /// Makes the openings, each as a line `info string genfens FEN` for `write`; `read` reads the book.
    ///
    /// # Errors
    ///
    /// If the book cannot be read, a line cannot be written, the bot cannot search or finds no further even opening, or
    /// the control is stopped.
    pub fn run<B: Bot>(
        &self,
        bot: B,
        control: &Control,
        read: &mut ReadBook<'_>,
        write: &mut dyn FnMut(&str) -> io::Result<()>,
    ) -> Result<(), OpenBenchError> {
        let limits = SearchLimits::new().with_nodes(NODES);
        let mut openings = RandomOpenings::new(bot, limits, self.seed).with_control(control.clone());
        if self.book.is_some() {
            openings = openings.with_starts(self.starts(read)?).with_plies(2..=5).with_bound(200);
        }
        for made in 0..self.count {
            let Some(opening) = openings.next() else {
                return Err(match openings.failure() {
                    _ if control.is_stopped() => OpenBenchError::Stopped,
                    Some(reason) => OpenBenchError::Search { reason: reason.to_owned() },
                    None => OpenBenchError::TooFew { made },
                });
            };
            let line = format!("info string genfens {}", opening.game.position());
            write(&line).map_err(OpenBenchError::Write)?;
        }
        Ok(())
    }

    /// The positions of the book.
    fn starts(&self, read: &mut ReadBook<'_>) -> Result<Vec<Game>, OpenBenchError> {
        let Some(path) = &self.book else { return Ok(Vec::new()) };
        let refused = |reason: String| OpenBenchError::Book { path: path.display().to_string(), reason };
        let text = read(path).map_err(|error| refused(error.to_string()))?;
        let mut starts = Vec::new();
        // What some programs write before a text.
        let text = text.strip_prefix('\u{feff}').unwrap_or(&text);
        for (index, line) in text.lines().enumerate() {
            if line.trim().is_empty() || line.starts_with('#') {
                continue;
            }
            let epd: Epd = line.parse().map_err(|error| refused(format!("line {}: {error}", index + 1)))?;
            starts.push(Game::from_position(epd.position));
        }
        if starts.is_empty() { Err(refused("there is no position".to_owned())) } else { Ok(starts) }
    }
}

/// Answers a command line that is `bench`, with or without a depth, or `genfens`, as one word or as several, whose book
/// `read` reads, until the control is stopped. Returns whether it was one of the two.
///
/// ```
/// use philidor_engine::{Control, standard_with};
/// use philidor_uci::openbench;
///
/// let mut bot = standard_with("material").expect("an evaluation");
/// let mut answer = |words: &[&str]| -> Result<Vec<String>, openbench::OpenBenchError> {
///     let mut lines = Vec::new();
///     let mut read = |path: &std::path::Path| std::fs::read_to_string(path);
///     let mut write = |line: &str| Ok(lines.push(line.to_owned()));
///     openbench::run(&mut *bot, words, &Control::new(), &mut read, &mut write)?;
///     Ok(lines)
/// };
/// let lines = answer(&["genfens 3 seed 5 book None", "quit"])?;
/// assert!(lines.len() == 3 && lines.iter().all(|line| line.starts_with("info string genfens ")));
/// assert_eq!(answer(&["genfens", "3", "seed", "5", "book", "None"])?, lines);
/// assert!(answer(&["bench", "1"])?[0].ends_with(" nps"));
/// assert!(answer(&["uci"])?.is_empty());
/// # Ok::<(), openbench::OpenBenchError>(())
/// ```
///
/// # Errors
///
/// Those of [`Genfens`], or if the depth is not a number.
pub fn run<B: Bot + ?Sized, S: AsRef<str>>(
    bot: &mut B,
    words: &[S],
    control: &Control,
    read: &mut ReadBook<'_>,
    write: &mut dyn FnMut(&str) -> io::Result<()>,
) -> Result<bool, OpenBenchError> {
    let text = words.iter().map(AsRef::as_ref).collect::<Vec<_>>().join(" ");
    let mut words = text.split_whitespace();
    match words.next() {
        Some("bench") => {
            let depth = match words.next().filter(|&word| word != "quit") {
                Some(word) => {
                    word.parse().map_err(|_| OpenBenchError::Order(text.escape_debug().to_string()))?
                }
                None => bench::DEPTH,
            };
            let found = bench::run_until(bot, depth, control).ok_or(OpenBenchError::Stopped)?;
            write(&bench::line(&found)).map_err(OpenBenchError::Write)?;
            Ok(true)
        }
        Some("genfens") => text.parse::<Genfens>()?.run(bot, control, read, write).map(|()| true),
        _ => Ok(false),
    }
}

/// Why an order was not carried out.
#[non_exhaustive]
pub enum OpenBenchError {
    /// The words are not a `genfens` command.
    Order(String),
    /// The book cannot be read.
    Book {
        /// The file.
        path: String,
        /// What is wrong with it.
        reason: String,
    },
    /// The bot finds no further opening even.
    TooFew {
        /// How many were made.
        made: u64,
    },
    /// The bot could not search.
    Search {
        /// What it says.
        reason: String,
    },
    /// A line cannot be written.
    Write(io::Error),
    /// The control was stopped.
    Stopped,
}

impl fmt::Display for OpenBenchError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OpenBenchError::Order(text) => {
                write!(f, "`{text}` is not `bench DEPTH` or `genfens N seed S book PATH`")
            }
            OpenBenchError::Book { path, reason } => write!(f, "{path}: {reason}"),
            OpenBenchError::TooFew { made } => write!(f, "there are no more than {made} openings"),
            OpenBenchError::Search { reason } => f.write_str(&harmless(reason)),
            OpenBenchError::Write(error) => error.fmt(f),
            OpenBenchError::Stopped => f.write_str("stopped"),
        }
    }
}

philidor::debug_is_the_sentence!(OpenBenchError);

impl core::error::Error for OpenBenchError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match self {
            OpenBenchError::Write(error) => Some(error),
            _ => None,
        }
    }
}
