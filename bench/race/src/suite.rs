//! What is asked: four kinds of work, and the tasks of each with the answers that are known to be right.

use std::{fmt, path::Path, str::FromStr};

use anyhow::{Context, Result, bail};
use protocol::{Request, read_fens};

use crate::contestant::{METHODS, NATIVE};

/// The contestant that is an engine and no library.
pub(crate) const STOCKFISH: &str = "stockfish";

/// A kind of work; `protocol::Request` says what each is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Work {
    Counted,
    Played,
    Listed,
    Searched,
}

impl Work {
    pub(crate) const ALL: [Self; 4] = [Self::Searched, Self::Listed, Self::Played, Self::Counted];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Counted => "counted",
            Self::Played => "played",
            Self::Listed => "listed",
            Self::Searched => "searched",
        }
    }

    /// What is done so many times a second.
    pub(crate) fn unit(self) -> &'static str {
        match self {
            Self::Counted | Self::Played => "leaves",
            Self::Listed => "positions",
            Self::Searched => "nodes",
        }
    }

    /// Whether a contestant does it: an engine counts, but plays no move on demand; our variants differ in the
    /// search.
    pub(crate) fn is_done_by(self, name: &str) -> bool {
        match name {
            STOCKFISH => self == Self::Counted,
            METHODS | NATIVE => self == Self::Searched,
            _ => true,
        }
    }

    /// The peer that we are compared with, where that is settled beforehand; otherwise it is the fastest at
    /// each task.
    pub(crate) fn reference(self) -> Option<&'static str> {
        match self {
            Self::Counted => Some("cozy-chess"),
            Self::Played | Self::Listed | Self::Searched => None,
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
            None => bail!("unknown work {name:?}: expected searched, listed, played or counted"),
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

/// The start position and the five that everybody tests with. The totals are known from many independent
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

/// The positions of `listed`, below the folder `bench`, and how many legal moves they have together.
const LISTED: (&str, u128) = ("positions/random-games.fen", 86_557);

/// How often one request goes through the positions of `listed`.
const LISTED_ROUNDS: u32 = 200;

/// The tasks of these kinds of work.
pub(crate) fn tasks(folder: &Path, works: &[Work]) -> Result<Vec<Task>> {
    let mut tasks = Vec::new();
    for &work in works {
        match work {
            Work::Counted => tasks.extend(TREES.iter().map(|&Tree(name, fen, depth, nodes, parents)| Task {
                work,
                name: format!("{name} ({depth})"),
                request: Request::Counted { depth, fen: fen.to_owned() },
                nodes,
                units: nodes,
                parents: Some(parents),
            })),
            Work::Played => tasks.extend(TREES.iter().map(|&Tree(name, fen, depth, _, nodes)| Task {
                work,
                name: format!("{name} ({})", depth - 1),
                request: Request::Played { depth: depth - 1, fen: fen.to_owned() },
                nodes,
                units: nodes,
                parents: None,
            })),
            Work::Listed => tasks.push(listed(folder)?),
            Work::Searched => tasks.extend(SEARCHED.iter().map(|&(index, depth, nodes)| {
                let Tree(name, fen, ..) = TREES[index];
                Task {
                    work,
                    name: format!("{name} ({depth})"),
                    request: Request::Searched { depth, fen: fen.to_owned() },
                    nodes,
                    units: nodes,
                    parents: None,
                }
            })),
        }
    }
    Ok(tasks)
}

fn listed(folder: &Path) -> Result<Task> {
    let (file, moves) = LISTED;
    let path = folder.join(file);
    let path = path.to_str().with_context(|| format!("not UTF-8: {}", path.display()))?;
    let positions = read_fens(path)?.len() as u128;
    Ok(Task {
        work: Work::Listed,
        name: format!("{positions} positions"),
        request: Request::Listed { rounds: LISTED_ROUNDS, file: path.to_owned() },
        nodes: moves * u128::from(LISTED_ROUNDS),
        units: positions * u128::from(LISTED_ROUNDS),
        parents: None,
    })
}
