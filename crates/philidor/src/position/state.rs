//! What a position has besides its pieces.

use crate::types::{CastlingRights, Color, Square};

/// Everything in a position besides its pieces: the last five fields of a FEN.
///
/// ```
/// use philidor::{CastlingRights, Color, Position, State};
/// let position: Position = "4k3/8/8/8/8/8/8/4K2R b K - 3 40".parse()?;
/// let State { castling_rights, en_passant, halfmove_clock, fullmove_number, side_to_move } = *position.state();
/// assert_eq!((castling_rights, en_passant), (CastlingRights::WHITE_KING_SIDE, None));
/// assert_eq!((halfmove_clock, fullmove_number, side_to_move), (3, 40, Color::Black));
/// # Ok::<(), philidor::PositionError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// The castling rights.
    pub castling_rights: CastlingRights,
    /// The square that a pawn passed in the move just played, if it advanced two squares; whether or not a capture
    /// there is possible.
    #[doc(alias = "en_passant_square")]
    pub en_passant: Option<Square>,
    /// Half-moves since the last capture or pawn move.
    #[doc(alias = "half_move_counter")]
    pub halfmove_clock: u16,
    /// The full-move number, which increases after Black's moves. Games start with 1, but any number is read, kept and
    /// written, including the 0 of many files. After [`u32::MAX`] comes 0: taking the move back restores the number.
    pub fullmove_number: u32,
    /// The side to move.
    #[doc(alias = "stm")]
    pub side_to_move: Color,
}

impl Default for State {
    fn default() -> State {
        State {
            castling_rights: CastlingRights::NONE,
            en_passant: None,
            halfmove_clock: 0,
            fullmove_number: 1,
            side_to_move: Color::White,
        }
    }
}
