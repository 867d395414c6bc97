//! Errors print their sentence by `Debug`, too: that is how an error that leaves `main` by `?` is shown.
//!
//! ```text
//! fn main() -> Result<(), PositionError> { let position: Position = "8/8 w".parse()?; … }
//!
//! Error: board, column 4: expected eight ranks, found 2        and not  Error: Fen(FenError { kind: RankCount(2), …
//! ```

/// `Debug` by `Display`, for the errors of this crate and of those above it.
#[doc(hidden)]
#[macro_export]
macro_rules! debug_is_the_sentence {
    ($($error:ty),+ $(,)?) => {$(
        impl core::fmt::Debug for $error {
            fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                core::fmt::Display::fmt(self, f)
            }
        }
    )+};
}

use crate::binary::{PackedGameError, PackedPositionError};
use crate::cpu::ParseCpuError;
use crate::game::GameMoveError;
use crate::movegen::Unrepresentable;
use crate::notation::{FenError, MoveFault, MoveTextError, PositionError, SanError, StartError, UciError};
use crate::position::{IllegalMove, ParseBoardError, SetupError};
use crate::types::{InvalidIndex, ParseNameError};

debug_is_the_sentence!(
    FenError,
    GameMoveError,
    IllegalMove,
    InvalidIndex,
    MoveFault,
    MoveTextError,
    PackedGameError,
    PackedPositionError,
    ParseBoardError,
    ParseCpuError,
    ParseNameError,
    PositionError,
    SanError,
    SetupError,
    StartError,
    UciError,
    Unrepresentable,
);

#[cfg(feature = "openings")]
debug_is_the_sentence!(crate::openings::ParseEcoError);
#[cfg(feature = "unique")]
debug_is_the_sentence!(crate::perft::FrontierError);
