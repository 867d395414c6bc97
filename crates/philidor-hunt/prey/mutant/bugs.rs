//! The bugs, each with the rule that it breaks and a sentence.
//!
//! All of them are mistakes that people make. Where the program asks `self.has(Bug::…)`, the mistake is made if that
//! bug is switched on; everything else in the line is how it should be.

use std::fmt;

/// The rule that a bug breaks, or the part of a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Class {
    Pin,
    CheckEvasion,
    DoubleCheck,
    KingStep,
    EnPassant,
    EnPassantPin,
    CastlingRight,
    CastlingRookCaptured,
    CastlingPath,
    CastlingAttack,
    Chess960Castling,
    Promotion,
    DoublePush,
    Capture,
    PieceMoves,
    WrongSide,
    BadPlay,
    BadUndo,
    Leak,
    Output,
}

/// Writes the enum and its look-ups from one table.
macro_rules! bugs {
    ($($class:ident { $($bug:ident $sentence:literal)+ })+) => {
        /// A mistake that can be switched on.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Bug {
            $($(#[doc = $sentence] $bug,)+)+
        }

        impl Bug {
            /// All bugs, class by class.
            pub(crate) const ALL: &[Bug] = &[$($(Bug::$bug,)+)+];

            /// The rule that the bug breaks.
            pub(crate) fn class(self) -> Class {
                match self { $($(Bug::$bug)|+ => Class::$class,)+ }
            }

            /// What goes wrong, in words.
            pub(crate) fn sentence(self) -> &'static str {
                match self { $($(Bug::$bug => $sentence,)+)+ }
            }
        }
    };
}

bugs! {
    Pin {
        PinIgnored "A pinned piece may leave its line."
        PinFrozen "A pinned piece may never move, not even along its line."
        PinKnightFree "A pinned knight moves as it likes."
        PinDiagonalIgnored "Pins along diagonals are not seen."
        PinByQueenIgnored "Queens do not pin."
        PinNoCapture "A pinned piece may not capture the piece that pins it."
        PinForgottenInCheck "In check, a pinned piece may block or capture."
    }
    CheckEvasion {
        CheckIgnored "In check, the pieces move as if there were none."
        CheckNoBlocks "In check, no piece may step between."
        CheckNoCapture "In check, no piece but the king may capture the checker."
        CheckByPawnUnseen "Checks by pawns are not seen."
    }
    DoubleCheck {
        DoubleCheckOneAnswered "In double check, a piece may answer one of the two."
        DoubleCheckIgnored "In double check, the pieces move as if there were none."
    }
    KingStep {
        KingInShadow "The king may step back along the line of a checking slider, as if hidden behind itself."
        KingTakesProtected "The king may capture a protected piece."
        KingIgnoresPawns "The king may step where pawns attack."
        KingMeetsKing "The king may step next to the other king."
        KingIntoAttack "The king may step anywhere, attacked or not."
    }
    EnPassant {
        EnPassantMissing "There is no en passant."
        EnPassantKeepsPawn "The pawn captured en passant stays on the board."
        EnPassantNeverCleared "The en-passant square stays until the next double push."
        EnPassantSinglePush "Single pushes, too, may be captured en passant."
        EnPassantWraps "En-passant captures go round the edge of the board."
        EnPassantAnyPiece "Any piece that steps on the en-passant square captures the pawn."
        EnPassantParryMissing "A checking pawn may not be captured en passant."
    }
    EnPassantPin {
        EnPassantRankPin "En passant may expose the king along its rank."
        EnPassantDiagonalPin "En passant may expose the king along a diagonal."
        EnPassantFilePin "En passant may expose the king along its file."
    }
    CastlingRight {
        RightKeptKing "The rights remain when the king moves."
        RightKeptRook "The right remains when the rook moves."
        RightLostBoth "A rook that moves takes both rights with it."
    }
    CastlingRookCaptured {
        RightKeptCapture "The right remains when the rook is captured."
    }
    CastlingPath {
        CastlingPathRook "A piece on a square that only the rook crosses, such as b1, does not prevent castling."
        CastlingPathOwn "Only pieces of one's own are in the way of castling."
    }
    CastlingAttack {
        CastlingThroughAttack "The king may castle across an attacked square."
        CastlingOutOfCheck "The king may castle out of check."
        CastlingIntoCheck "The king may castle into check."
        CastlingPathAttacked "An attack on a square that only the rook crosses, such as b1, prevents castling."
        CastlingRookAttacked "An attack on the rook prevents castling."
    }
    Chess960Castling {
        Chess960RookShield "The king may castle although the rook shielded it where it will stand."
        Chess960SwapBlocked "King and rook are in each other's way."
        Chess960KingStands "A king that already stands on its square may not castle."
        Chess960BetweenOnly "Only pieces between king and rook are in the way, not those where the two will stand."
        Chess960CornerOnly "Only rooks in the corners castle."
    }
    Promotion {
        PromotionQueenOnly "Pawns become queens only."
        PromotionPushNoKnight "Pawns that are pushed to the last rank do not become knights."
        PromotionCaptureMissing "Pawns do not capture on the last rank."
        PromotionMissing "Pawns reach the last rank and stay pawns."
        PromotionOptional "Pawns may also stay pawns on the last rank."
        PromotionAlwaysWhite "All promoted pieces are white."
        PromotionNoLetter "Promotions are written without the new piece, as e7e8."
    }
    DoublePush {
        DoublePushOverPiece "Double pushes go over a piece."
        DoublePushOntoPiece "Double pushes capture."
        DoublePushAnyRank "Double pushes start on any rank."
        DoublePushBlackMissing "Black has no double pushes."
    }
    Capture {
        PawnCapturesAhead "Pawns capture straight ahead."
        PawnCapturesNothing "Pawns step diagonally to empty squares."
        PawnCapturesOneSide "Pawns capture toward the h-file only."
        KingNeverCaptures "Kings do not capture."
    }
    PieceMoves {
        OwnCapture "Pieces capture pieces of their own side."
        PawnCaptureWraps "Pawn captures go round the edge of the board."
        KnightWraps "Knights jump round the edge of the board."
        KingWraps "Kings step round the edge of the board."
        SliderJumps "Sliders jump over one piece."
        SliderShort "Sliders go six squares at most."
    }
    WrongSide {
        WrongSideFen "White moves, whatever the FEN says."
        WrongSideAfterCastling "The side that has castled moves again."
    }
    BadPlay {
        CastlingRookStays "The rook does not move when its king castles."
    }
    BadUndo {
        UndoCapture "Captured pieces do not come back."
        UndoEnPassant "Pawns captured en passant do not come back."
        UndoPromotion "Promoted pieces do not become pawns again."
        UndoCastlingRook "The rook does not go back when castling is taken back."
        UndoRights "Castling rights do not come back."
    }
    Leak {
        KeySide "The key does not include whose move it is."
        KeyCastling "The key does not include castling rights."
        KeyEnPassant "The key does not include the en-passant square."
        // The moves of a position are listed before any is played, so that only what is remembered is wrong.
        UndoEnPassantSquare "The en-passant square does not come back."
        KeyPromotion "The key takes a promoted piece for a pawn."
        TableDepth "The table does not compare depths."
        TableKey "The table does not compare keys."
        LeakPieces "Pieces of the position before stay on the board."
        LeakCastling "Castling rights of the position before remain."
        LeakEnPassant "The en-passant square of the position before remains."
    }
    Output {
        OutputTwice "The last move of a list is there twice."
        OutputMissing "The first move is counted, but not written."
        OutputCapital "Promotions are written in capitals, as e7e8Q."
        OutputCastling "Castling is written O-O and O-O-O."
        OutputTotal "The total leaves the last move out."
    }
}

impl Bug {
    pub(crate) fn named(name: &str) -> Option<Bug> {
        Bug::ALL.iter().copied().find(|bug| bug.to_string() == name)
    }
}

impl fmt::Display for Bug {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hyphenated(&format!("{self:?}")))
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&hyphenated(&format!("{self:?}")))
    }
}

/// `PinKnightFree` as `pin-knight-free`.
fn hyphenated(name: &str) -> String {
    let mut text = String::new();
    for letter in name.chars() {
        if letter.is_ascii_uppercase() && !text.is_empty() {
            text.push('-');
        }
        text.push(letter.to_ascii_lowercase());
    }
    text
}
