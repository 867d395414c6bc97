//! The search stack: what is known of each ply of the current line.

use philidor::{Bitboard, MoveDigest};

use crate::parts::king_sight::KingSight;
use crate::parts::situation::NO_EVALUATION;

/// No line is searched further than this from the root.
pub(crate) const MAX_PLIES: usize = 120;

#[derive(Clone, Copy, Debug)]
pub(crate) struct Frame {
    /// The corrected evaluation, or [`NO_EVALUATION`] in check.
    pub(crate) evaluation: i32,
    pub(crate) is_check: bool,
    /// The move that is left out while the search asks whether it is singular.
    pub(crate) excluded: Option<MoveDigest>,
    /// How often the line up to here was extended by two half-moves at once.
    pub(crate) double_extensions: i32,
    /// How many nodes of this ply ended by a beta cutoff since the ply two before it began its node.
    pub(crate) cutoffs: u32,
    /// What the opponent attacks, while the moves of the node are searched.
    pub(crate) attacked: Bitboard,
    /// What the opponent's king sees, while the moves of the node are searched.
    pub(crate) king_sight: Option<KingSight>,
    /// Whether the move that led here was quiet; a null move is not.
    pub(crate) is_after_quiet: bool,
}

impl Frame {
    pub(crate) const NEW: Frame = Frame {
        evaluation: NO_EVALUATION,
        is_check: false,
        excluded: None,
        double_extensions: 0,
        cutoffs: 0,
        attacked: Bitboard::EMPTY,
        king_sight: None,
        is_after_quiet: false,
    };
}
