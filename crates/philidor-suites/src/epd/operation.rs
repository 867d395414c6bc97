//! Operations: an opcode with operands of its kind.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use philidor::Move;

/// An opcode with its operands.
///
/// Moves are legal in the position of the EPD, or, in a variation, in the position after the move before. Texts do not
/// include their quotes.
///
/// ```
/// use philidor_suites::epd::{Epd, Operation};
/// let epd: Epd = "4k3/8/8/8/8/8/4P3/4K3 w - - acd 24; ce 195;".parse()?;
/// let score = epd.operations.iter().find_map(|operation| match operation {
///     Operation::CentipawnEvaluation(score) => Some(*score),
///     _ => None,
/// });
/// assert_eq!(score, Some(195));
/// # Ok::<(), philidor_suites::epd::EpdError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Operation {
    /// `acd`: the depth of an analysis, in half-moves.
    AnalysisDepth(u64),
    /// `acn`: the nodes of an analysis.
    AnalysisNodes(u64),
    /// `acs`: the seconds of an analysis.
    AnalysisSeconds(u64),
    /// `am`: moves to avoid, at least one.
    AvoidMoves(Vec<Move>),
    /// `bm`: the best moves, at least one.
    BestMoves(Vec<Move>),
    /// `c0` to `c9`: a comment.
    Comment {
        /// Which one, 0 to 9.
        number: u8,
        /// The comment.
        text: String,
    },
    /// `ce`: an evaluation in hundredths of a pawn, for the side to move.
    CentipawnEvaluation(i64),
    /// `dm`: the number of moves in which the side to move mates.
    DirectMate(u32),
    /// `draw_accept`: a draw is accepted.
    DrawAccept,
    /// `draw_claim`: a draw is claimed.
    DrawClaim,
    /// `draw_offer`: a draw is offered.
    DrawOffer,
    /// `draw_reject`: a draw is declined.
    DrawReject,
    /// `eco`: the opening's code in the Encyclopaedia of Chess Openings.
    EcoCode(String),
    /// `fmvn`: the fullmove number.
    FullmoveNumber(u32),
    /// `hmvc`: the halfmove clock.
    HalfmoveClock(u16),
    /// `id`: the name of the position.
    Id(String),
    /// `nic`: the opening's code in New in Chess.
    NicCode(String),
    /// `noop`: no operation; the operands verbatim.
    NoOperation(String),
    /// `pm`: the predicted move.
    PredictedMove(Move),
    /// `pv`: the predicted variation, a sequence of moves from the position; may be empty.
    PredictedVariation(Vec<Move>),
    /// `rc`: how often the position has occurred.
    RepetitionCount(u32),
    /// `resign`: the side to move resigns.
    Resign,
    /// `sm`: the move supplied by the player.
    SuppliedMove(Move),
    /// `tcgs`: which of several games this is.
    GameSelector(u64),
    /// `tcri`: the receiver: an address, and optionally a name.
    Receiver {
        /// The address, as written.
        address: String,
        /// The name; `None` if only an address is given.
        name: Option<String>,
    },
    /// `tcsi`: the sender: an address, and optionally a name.
    Sender {
        /// The address, as written.
        address: String,
        /// The name; `None` if only an address is given.
        name: Option<String>,
    },
    /// `v0` to `v9`: the name of a variation.
    VariationName {
        /// Which one, 0 to 9.
        number: u8,
        /// The name.
        text: String,
    },
    /// `D1`, `D2` …: the leaf count of perft at a depth, as in perft suites.
    Leaves {
        /// The depth, in half-moves.
        depth: u32,
        /// How many leaves there are.
        count: u128,
    },
    /// Anything else, verbatim.
    Other {
        /// A letter, then letters, digits, and `_` or `-`.
        opcode: String,
        /// The text up to the semicolon, without surrounding white space.
        operands: String,
    },
}

impl Operation {
    /// The opcode.
    ///
    /// ```
    /// use philidor_suites::epd::Operation;
    /// assert_eq!(Operation::Leaves { depth: 5, count: 4_865_609 }.opcode(), "D5");
    /// assert_eq!(Operation::Resign.opcode(), "resign");
    /// ```
    #[must_use]
    pub fn opcode(&self) -> Cow<'_, str> {
        Cow::Borrowed(match self {
            Operation::AnalysisDepth(_) => "acd",
            Operation::AnalysisNodes(_) => "acn",
            Operation::AnalysisSeconds(_) => "acs",
            Operation::AvoidMoves(_) => "am",
            Operation::BestMoves(_) => "bm",
            Operation::Comment { number, .. } => return Cow::Owned(format!("c{number}")),
            Operation::CentipawnEvaluation(_) => "ce",
            Operation::DirectMate(_) => "dm",
            Operation::DrawAccept => "draw_accept",
            Operation::DrawClaim => "draw_claim",
            Operation::DrawOffer => "draw_offer",
            Operation::DrawReject => "draw_reject",
            Operation::EcoCode(_) => "eco",
            Operation::FullmoveNumber(_) => "fmvn",
            Operation::HalfmoveClock(_) => "hmvc",
            Operation::Id(_) => "id",
            Operation::NicCode(_) => "nic",
            Operation::NoOperation(_) => "noop",
            Operation::PredictedMove(_) => "pm",
            Operation::PredictedVariation(_) => "pv",
            Operation::RepetitionCount(_) => "rc",
            Operation::Resign => "resign",
            Operation::SuppliedMove(_) => "sm",
            Operation::GameSelector(_) => "tcgs",
            Operation::Receiver { .. } => "tcri",
            Operation::Sender { .. } => "tcsi",
            Operation::VariationName { number, .. } => return Cow::Owned(format!("v{number}")),
            Operation::Leaves { depth, .. } => return Cow::Owned(format!("D{depth}")),
            Operation::Other { opcode, .. } => opcode,
        })
    }
}
