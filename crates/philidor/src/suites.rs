//! Perft suites: positions with the number of leaves at each depth, to test a move generator with. Feature `suites`.
//!
//! ```text
//! rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;id startpos ;D1 20 ;D2 400 ;D3 8902
//! └────────────────────────── FEN ──────────────────────┘      └ name ┘  └ leaves by depth, from 1 ┘
//! ```
//!
//! Empty lines and lines that begin with `#` are comments. Two independent programs agree with every count
//! (`scripts/test-oracles` in the repository asks them). `philidor verify` counts them all.
//!
//! ```
//! use philidor::{Position, perft::perft, suites};
//!
//! let entries = suites::STANDARD.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
//! for entry in entries {
//!     let mut fields = entry.split(" ;");
//!     let position: Position = fields.next().ok_or("no position")?.parse()?;
//!     let leaves = fields.find_map(|field| field.strip_prefix("D2 ")).ok_or("no count")?;
//!     assert_eq!(perft(&position, 2), leaves.trim().parse::<u128>()?);
//! }
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

/// The six standard perft positions, and the mirror of the fourth.
pub const STANDARD: &str = include_str!("../data/standard.epd");

/// Positions with many legal moves, most of them with many queens.
pub const DENSE: &str = include_str!("../data/dense.epd");

/// Castling, en passant, promotions, pins and checks in unusual places.
pub const EDGE_CASES: &str = include_str!("../data/edge-cases.epd");

/// Chess960 and double Fischer random chess.
pub const CHESS960: &str = include_str!("../data/chess960.epd");

/// Positions of random games and endgames.
pub const RANDOM: &str = include_str!("../data/random.epd");

/// All suites, the shortest trees last.
pub const ALL: [&str; 5] = [STANDARD, DENSE, EDGE_CASES, CHESS960, RANDOM];
