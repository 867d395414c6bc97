//! Extended position description: a position and remarks about it, in one line of text.
//!
//! ```text
//! r1bqk1nr/pppp1ppp/2n5/2b1p3/2B1P3/5N2/PPPP1PPP/RNBQK2R w KQkq -  bm c3 O-O;  id "Italian 4";  foo 1 2;
//! └──────────────────── four fields of a FEN ────────────────────┘  └───────── operations ─────────┘
//! ```
//!
//! An operation is an opcode, its operands, and a semicolon. The opcodes of the standard (section 16.2 of the "Portable
//! Game Notation Specification and Implementation Guide", 1994) and the counts of perft suites, `D1 20`, are
//! interpreted; others are kept verbatim.
//!
//! Reading is lenient where people are: moves are read as by [`Position::parse_san`], a text need not have quotes, the
//! last semicolon may be missing, and extra ones are allowed (so `FEN ;D1 20 ;D2 400` is read). The two clocks of a FEN
//! may follow the four fields.

// `read.rs` and `write.rs`; `operation.rs`, what they read and write; `error.rs`, why a text is not an EPD;
// `forms.rs`, an EPD through serde.
mod error;
#[cfg(feature = "serde")]
mod forms;
mod operation;
mod read;
mod write;

pub use error::{EpdError, EpdErrorKind};
pub use operation::Operation;

use alloc::vec::Vec;

use philidor::{Move, Position};

/// A position with operations, in the order of the text.
///
/// Printed, it has four fields and the operations, texts in quotes and moves in SAN; the output reads back as an equal
/// value. The clocks are those of the operations `hmvc` and `fmvn`, or 0 and 1. If the position has others, six fields
/// are printed; if six are read, they take precedence.
///
/// ```
/// use philidor_suites::epd::{Epd, Operation};
/// let epd: Epd = "6k1/5ppp/8/8/8/8/5PPP/3R2K1 w - - bm Rd8#; id \"back rank\"; dm 1; eye 20 20;".parse()?;
/// assert_eq!(epd.id(), Some("back rank"));
/// assert_eq!(epd.best_moves().map(|moves| moves[0].notation()).as_deref(), Some("d1d8"));
/// assert_eq!(epd.operations[2], Operation::DirectMate(1));
/// assert_eq!(epd.operations[3], Operation::Other { opcode: "eye".into(), operands: "20 20".into() });
/// assert_eq!(epd.to_string().parse(), Ok(epd));
/// # Ok::<(), philidor_suites::epd::EpdError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub struct Epd {
    /// The position, with the clocks from the text.
    pub position: Position,
    /// The remarks about it.
    pub operations: Vec<Operation>,
}

impl Epd {
    /// A position and what is said about it.
    ///
    /// ```
    /// use philidor::Position;
    /// use philidor_suites::epd::{Epd, Operation};
    /// let epd = Epd::new(Position::default(), vec![Operation::Id("start".into())]);
    /// assert_eq!(epd.to_string(), "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - id \"start\";");
    /// ```
    #[must_use]
    pub const fn new(position: Position, operations: Vec<Operation>) -> Epd {
        Epd { position, operations }
    }

    /// The first name of the position, `id`.
    #[must_use]
    pub fn id(&self) -> Option<&str> {
        self.operations.iter().find_map(|operation| match operation {
            Operation::Id(text) => Some(text.as_str()),
            _ => None,
        })
    }

    /// The best moves, from the first `bm`.
    #[must_use]
    pub fn best_moves(&self) -> Option<&[Move]> {
        self.operations.iter().find_map(|operation| match operation {
            Operation::BestMoves(moves) => Some(moves.as_slice()),
            _ => None,
        })
    }

    /// The moves to avoid, from the first `am`.
    #[must_use]
    pub fn avoid_moves(&self) -> Option<&[Move]> {
        self.operations.iter().find_map(|operation| match operation {
            Operation::AvoidMoves(moves) => Some(moves.as_slice()),
            _ => None,
        })
    }

    /// The leaf counts of a perft suite, `D1` and so on: depths and counts, in the order of the text.
    ///
    /// ```
    /// use philidor::perft::perft;
    /// use philidor_suites::epd::Epd;
    /// let epd: Epd = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1 ;D1 20 ;D2 400 ;D3 8902".parse()?;
    /// assert_eq!(epd.leaves().count(), 3);
    /// for (depth, leaves) in epd.leaves() {
    ///     assert_eq!(u128::from(perft(&epd.position, depth)), leaves);
    /// }
    /// # Ok::<(), philidor_suites::epd::EpdError>(())
    /// ```
    pub fn leaves(&self) -> impl Iterator<Item = (u32, u128)> {
        self.operations.iter().filter_map(|operation| match *operation {
            Operation::Leaves { depth, count } => Some((depth, count)),
            _ => None,
        })
    }

    /// The clocks of a text with four fields and these operations.
    fn clocks_of(operations: &[Operation]) -> (u16, u32) {
        operations.iter().fold((0, 1), |(halfmove_clock, fullmove_number), operation| match *operation {
            Operation::HalfmoveClock(clock) => (clock, fullmove_number),
            Operation::FullmoveNumber(number) => (halfmove_clock, number),
            _ => (halfmove_clock, fullmove_number),
        })
    }
}
