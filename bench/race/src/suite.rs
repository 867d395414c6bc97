//! What is asked: kinds of work, and the tasks of each with the answers that are known to be right.

use std::{fmt, fs, path::Path, str::FromStr};

use anyhow::{Context, Result, bail};
use positions::Set;
use protocol::{Request, SetWork, TreeWork};

use crate::contestant::{METHODS, NATIVE, OURS};

/// The contestant that is an engine, not a library.
pub(crate) const STOCKFISH: &str = "stockfish";

/// A kind of work; `protocol` says what each is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Work {
    Searched,
    Listed,
    Tactical,
    /// The same as listed with positions in check.
    Evasions,
    Any,
    Exchange,
    Unpacked,
    Played,
    Counted,
}

impl Work {
    pub(crate) const ALL: [Self; 9] = [
        Self::Searched,
        Self::Listed,
        Self::Tactical,
        Self::Evasions,
        Self::Any,
        Self::Exchange,
        Self::Unpacked,
        Self::Played,
        Self::Counted,
    ];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Searched => TreeWork::Searched.name(),
            Self::Listed => SetWork::Listed.name(),
            Self::Tactical => SetWork::Tactical.name(),
            Self::Evasions => "evasions",
            Self::Any => SetWork::Any.name(),
            Self::Exchange => SetWork::Exchange.name(),
            Self::Unpacked => SetWork::Unpacked.name(),
            Self::Played => TreeWork::Played.name(),
            Self::Counted => TreeWork::Counted.name(),
        }
    }

    /// What is done this many times a second.
    pub(crate) fn unit(self) -> &'static str {
        match self {
            Self::Counted | Self::Played => "leaves",
            Self::Listed | Self::Tactical | Self::Evasions | Self::Any | Self::Unpacked => "positions",
            Self::Exchange => "moves",
            Self::Searched => "nodes",
        }
    }

    /// Whether it is done on a set of positions.
    pub(crate) fn is_on_set(self) -> bool {
        !matches!(self, Self::Searched | Self::Played | Self::Counted)
    }

    /// Whether a contestant does it: an engine counts, but plays no move on demand; our variants differ in the
    /// search and its exchanges; the packed form is ours.
    pub(crate) fn is_done_by(self, name: &str) -> bool {
        match name {
            STOCKFISH => self == Self::Counted,
            METHODS | NATIVE => matches!(self, Self::Searched | Self::Exchange),
            _ => self != Self::Unpacked || name == OURS,
        }
    }

    /// The peer that we are compared with, where that is settled beforehand; otherwise it is the fastest at
    /// each task.
    pub(crate) fn reference(self) -> Option<&'static str> {
        match self {
            Self::Counted => Some("cozy-chess"),
            _ => None,
        }
    }
}

impl fmt::Display for Work {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Work {
    type Err = anyhow::Error;

    fn from_str(name: &str) -> Result<Self> {
        match Self::ALL.into_iter().find(|work| work.name() == name) {
            Some(work) => Ok(work),
            None => bail!("unknown work {name:?}: expected {}", Self::ALL.map(Self::name).join(", ")),
        }
    }
}

/// One thing to ask every contestant.
pub(crate) struct Task {
    pub(crate) work: Work,
    /// As the tables name it.
    pub(crate) name: String,
    pub(crate) request: Request,
    /// The answer that is right.
    pub(crate) nodes: u128,
    /// How many of `work.unit()` one request asks for.
    pub(crate) units: u128,
    /// For `counted`, the nodes one half-move above the leaves: what the time is spent on.
    pub(crate) parents: Option<u128>,
}

/// A position of the perft tasks: name, FEN, depth and total for `counted`, total one ply higher for
/// `played`.
struct Tree(&'static str, &'static str, u32, u128, u128);

/// The start position and the five that are usually tested. The totals are known from many independent programs.
/// programs.
const TREES: [Tree; 6] = [
    Tree("start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 6, 119_060_324, 4_865_609),
    Tree(
        "kiwipete",
        "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
        5,
        193_690_690,
        4_085_603,
    ),
    Tree("position 3", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 7, 178_633_661, 11_030_083),
    Tree(
        "position 4",
        "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
        6,
        706_045_033,
        15_833_292,
    ),
    Tree("position 5", "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8", 5, 89_941_194, 2_103_487),
    Tree(
        "position 6",
        "r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
        5,
        164_075_551,
        3_894_594,
    ),
];

/// The trees of `searched`: the position, the depth, and the nodes that every board gives.
const SEARCHED: [(usize, u32, u128); 6] = [
    (0, 10, 398_596),
    (1, 8, 360_769),
    (2, 14, 1_186_427),
    (3, 9, 702_096),
    (4, 9, 146_763),
    (5, 9, 566_338),
];

/// What a work asks, of which set, and how many answers the set has.
fn set(work: Work) -> Option<(SetWork, Set, u128)> {
    let of = |work, answers| Some((work, Set::RandomGames, answers));
    match work {
        Work::Listed => of(SetWork::Listed, 86_557),
        Work::Tactical => of(SetWork::Tactical, TACTICAL),
        Work::Evasions => Some((SetWork::Listed, Set::Checks, 12_230)),
        Work::Any => of(SetWork::Any, 3_000),
        Work::Exchange => of(SetWork::Exchange, 8_214),
        Work::Unpacked => of(SetWork::Unpacked, 3_000),
        Work::Searched | Work::Played | Work::Counted => None,
    }
}

/// How many tactical moves the positions have: what `exchange` judges.
const TACTICAL: u128 = 11_039;

/// How often one request goes through a set.
const ROUNDS: u32 = 200;

/// The tasks of these kinds of work.
pub(crate) fn tasks(folder: &Path, works: &[Work]) -> Result<Vec<Task>> {
    let mut tasks = Vec::new();
    for &work in works {
        match (work, set(work)) {
            (_, Some((asked, set, answers))) => tasks.push(on_set(folder, work, asked, set, answers)?),
            (Work::Searched, _) => tasks.extend(SEARCHED.iter().map(|&(index, depth, nodes)| {
                let Tree(name, fen, ..) = TREES[index];
                on_tree(work, TreeWork::Searched, name, fen, depth, nodes)
            })),
            (Work::Played, _) => tasks.extend(TREES.iter().map(|&Tree(name, fen, depth, _, nodes)| {
                on_tree(work, TreeWork::Played, name, fen, depth - 1, nodes)
            })),
            _ => tasks.extend(TREES.iter().map(|&Tree(name, fen, depth, nodes, parents)| Task {
                parents: Some(parents),
                ..on_tree(work, TreeWork::Counted, name, fen, depth, nodes)
            })),
        }
    }
    Ok(tasks)
}

fn on_tree(work: Work, asked: TreeWork, name: &str, fen: &str, depth: u32, nodes: u128) -> Task {
    Task {
        work,
        name: format!("{name} ({depth})"),
        request: Request::Tree { work: asked, depth, fen: fen.to_owned() },
        nodes,
        units: nodes,
        parents: None,
    }
}

/// A task on a set, whose positions are written into the folder of what is built.
fn on_set(folder: &Path, work: Work, asked: SetWork, set: Set, answers: u128) -> Result<Task> {
    let path = folder.join("target").join(set.name()).with_extension("fen");
    let text = set.text()?;
    fs::write(&path, &text).with_context(|| format!("cannot write {}", path.display()))?;
    let path = path.to_str().with_context(|| format!("not UTF-8: {}", path.display()))?;
    let positions = text.lines().count() as u128;
    let units = if work == Work::Exchange { TACTICAL } else { positions };
    Ok(Task {
        work,
        name: format!("{positions} positions"),
        request: Request::Set { work: asked, rounds: ROUNDS, file: path.to_owned() },
        nodes: answers * u128::from(ROUNDS),
        units: units * u128::from(ROUNDS),
        parents: None,
    })
}
