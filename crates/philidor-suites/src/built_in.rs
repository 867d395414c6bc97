//! The suites that come with the crate, as text.

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
