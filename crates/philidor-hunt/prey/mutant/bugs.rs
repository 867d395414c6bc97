//! The bugs, each with the class by which a hunter should name the bug, the variants in which it shows, and a sentence.
//!
//! All of them are mistakes that people make. Where the program asks `self.has(Bug::…)`, the mistake is made if that
//! bug is switched on; everything else in the line is how it should be.

use std::fmt;

/// Writes the enum and its list from one table.
macro_rules! bugs {
    ($($variant:literal { $($bug:ident $class:literal $(also $also:literal)? $sentence:literal)+ })+) => {
        /// A mistake that can be switched on.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Bug {
            $($(#[doc = $sentence] $bug,)+)+
        }

        impl Bug {
            /// All bugs, each with its class, its variants with commas between, and what goes wrong in words.
            pub(crate) const ALL: &[(Bug, &str, &str, &str)] =
                &[$($((Bug::$bug, $class, concat!($variant $(, ",", $also)?), $sentence),)+)+];
        }
    };
}

bugs! {
    "chess" {
        PinIgnored "pin" also "crazyhouse" "A pinned piece may leave its line."
        PinFrozen "pin" "A pinned piece may never move, not even along its line."
        PinKnightFree "pin" "A pinned knight moves as it likes."
        PinDiagonalIgnored "pin" "Pins along diagonals are not seen."
        PinByQueenIgnored "pin" "Queens do not pin."
        PinNoCapture "pin" "A pinned piece may not capture the piece that pins it."
        PinForgottenInCheck "pin" "In check, a pinned piece may block or capture."
        CheckIgnored "check-evasion" "In check, the pieces move as if there were none."
        CheckNoBlocks "check-evasion" "In check, no piece may step between."
        CheckNoCapture "check-evasion" "In check, no piece but the king may capture the checker."
        CheckByPawnUnseen "check-evasion" "Checks by pawns are not seen."
        DoubleCheckOneAnswered "double-check" "In double check, a piece may answer one of the two."
        DoubleCheckIgnored "double-check" "In double check, the pieces move as if there were none."
        KingInShadow "king-step" "The king may step back along the line of a checking slider, as if hidden behind itself."
        KingTakesProtected "king-step" "The king may capture a protected piece."
        KingIgnoresPawns "king-step" "The king may step where pawns attack."
        KingMeetsKing "king-step" "The king may step next to the other king."
        KingIntoAttack "king-step" "The king may step anywhere, attacked or not."
        EnPassantMissing "en-passant" "No en-passant captures are generated."
        EnPassantKeepsPawn "en-passant" "The pawn captured en passant stays on the board."
        EnPassantNeverCleared "en-passant" "The en-passant square stays until the next double push."
        EnPassantSinglePush "en-passant" "Single pushes, too, may be captured en passant."
        EnPassantWraps "en-passant" "En-passant captures go round the edge of the board."
        EnPassantAnyPiece "en-passant" "Any piece that steps on the en-passant square captures the pawn."
        EnPassantParryMissing "en-passant" "A checking pawn may not be captured en passant."
        EnPassantRankPin "en-passant-pin" also "crazyhouse" "En passant may expose the king along its rank."
        EnPassantDiagonalPin "en-passant-pin" "En passant may expose the king along a diagonal."
        EnPassantFilePin "en-passant-pin" "En passant may expose the king along its file."
        RightKeptKing "castling-right" "The rights remain when the king moves."
        RightKeptRook "castling-right" "The right remains when the rook moves."
        RightLostBoth "castling-right" "A rook that moves takes both rights with it."
        RightKeptCapture "castling-rook-captured" "The right remains when the rook is captured."
        CastlingPathRook "castling-path" "A piece in the way of the rook alone, such as b1, does not prevent castling."
        CastlingPathOwn "castling-path" "Only pieces of one's own are in the way of castling."
        CastlingThroughAttack "castling-attack" also "3check" "The king may castle across an attacked square."
        CastlingOutOfCheck "castling-attack" "The king may castle out of check."
        CastlingIntoCheck "castling-attack" "The king may castle into check."
        CastlingPathAttacked "castling-attack" "An attack in the way of the rook alone, such as b1, prevents castling."
        CastlingRookAttacked "castling-attack" "An attack on the rook prevents castling."
        Chess960RookShield "chess960-castling" "The king may castle although the rook shielded it where it will stand."
        Chess960SwapBlocked "chess960-castling" "King and rook are in each other's way."
        Chess960KingStands "chess960-castling" "A king that already stands on its square may not castle."
        Chess960BetweenOnly "chess960-castling" "Only pieces between king and rook are in the way, not those on their new squares."
        Chess960CornerOnly "chess960-castling" "Only rooks in the corners castle."
        PromotionQueenOnly "promotion" also "kingofthehill" "Pawns become queens only."
        PromotionPushNoKnight "promotion" "Pawns that are pushed to the last rank do not become knights."
        PromotionCaptureMissing "promotion" "Pawns do not capture on the last rank."
        PromotionMissing "promotion" "Pawns reach the last rank and stay pawns."
        PromotionOptional "promotion" "Pawns may also stay pawns on the last rank."
        PromotionAlwaysWhite "promotion" "All promoted pieces are white."
        PromotionNoLetter "promotion" "Promotions are written without the new piece, as e7e8."
        DoublePushOverPiece "double-push" "Double pushes go over a piece."
        DoublePushOntoPiece "double-push" "Double pushes capture."
        DoublePushAnyRank "double-push" "Double pushes start on any rank."
        DoublePushBlackMissing "double-push" "Black has no double pushes."
        PawnCapturesAhead "capture" "Pawns capture straight ahead."
        PawnCapturesNothing "capture" "Pawns step diagonally to empty squares."
        PawnCapturesOneSide "capture" "Pawns capture toward the h-file only."
        KingNeverCaptures "capture" "Kings do not capture."
        OwnCapture "piece-moves" "Pieces capture pieces of their own side."
        PawnCaptureWraps "piece-moves" "Pawn captures go round the edge of the board."
        KnightWraps "piece-moves" "Knights jump round the edge of the board."
        KingWraps "piece-moves" "Kings step round the edge of the board."
        SliderJumps "piece-moves" "Sliders jump over one piece."
        SliderShort "piece-moves" "Sliders go six squares at most."
        WrongSideFen "wrong-side" "White moves, whatever the FEN says."
        WrongSideAfterCastling "wrong-side" "The side that has castled moves again."
        CastlingRookStays "bad-play" "The rook does not move when its king castles."
        UndoCapture "bad-undo" "Captured pieces do not come back."
        UndoEnPassant "bad-undo" "Pawns captured en passant do not come back."
        UndoPromotion "bad-undo" "Promoted pieces do not become pawns again."
        UndoCastlingRook "bad-undo" "The rook does not go back when castling is taken back."
        UndoRights "bad-undo" "Castling rights do not come back."
        KeySide "leak" "The key does not include whose move it is."
        KeyCastling "leak" "The key does not include castling rights."
        KeyEnPassant "leak" "The key does not include the en-passant square."
        // The moves of a position are listed before any is played, so that only what is remembered is wrong.
        UndoEnPassantSquare "leak" "The en-passant square does not come back."
        KeyPromotion "leak" "The key takes a promoted piece for a pawn."
        TableDepth "leak" "The table does not compare depths."
        TableKey "leak" "The table does not compare keys."
        LeakPieces "leak" "Pieces of the position before stay on the board."
        LeakCastling "leak" "Castling rights of the position before remain."
        LeakEnPassant "leak" "The en-passant square of the position before remains."
        OutputTwice "output" "The last move of a list is there twice."
        OutputMissing "output" "The first move is counted, but not written."
        OutputCapital "output" "Promotions are written in capitals, as e7e8Q."
        OutputCastling "output" "Castling is written O-O and O-O-O."
        OutputTotal "output" "The total leaves the last move out."
    }
    "atomic" {
        OwnKingMayExplode "own-king-explodes" "A capture may explode one's own king."
        EnemyKingIgnored "enemy-king-explodes" "A check must be answered, even if the enemy king can explode."
        KingCaptures "king-captures" "Kings capture."
        KingsApart "kings-touch" "Kings may not touch."
        TouchInCheck "kings-touch" "A king that touches the other one can be in check."
        PawnsExplode "explosion" "Pawns explode, too."
        CapturerStays "explosion" "The capturing piece stays."
        NeighborsStay "explosion" "Only the two pieces of a capture explode."
        EnPassantCenter "explosion-en-passant" "En passant explodes where the captured pawn stood."
        CheckBeforeExplosion "explosion-check" "Check is looked for before what is around has exploded."
        RightOutlastsRook "explosion-castling-right" "The right to castle outlasts a rook that has exploded."
        ExplodedKingPlays "explosion-ends" "The game continues when a king has exploded."
    }
    "antichess" {
        CaptureOptional "compulsory-capture" "Captures are not compulsory."
        EnPassantOptional "compulsory-capture" "En passant is not compulsory."
        NoKingPromotion "promotion-to-king" "Pawns do not become kings."
        KingProtected "ordinary-king" "A king may not be left in check."
        KinglessIsOver "ordinary-king" "The game is over when a king is gone."
    }
    "crazyhouse" {
        DropPawnAnywhere "drop-rank" "Pawns are dropped on the first and the last rank."
        DropPawnNotHome "drop-rank" "Pawns are not dropped on their home rank."
        DropNoEvasion "drop-evasion" "In check nothing can be dropped."
        DropIgnoresCheck "drop-evasion" "In check anything can be dropped anywhere."
        DropOnPiece "drop" "Pieces are dropped on enemy pieces."
        DropNoKnight "drop" "Knights are not dropped."
        DropStays "pocket" "A dropped piece stays in the pocket."
        PocketEmpty "pocket" "Captured pieces do not go to the pocket."
        PromotedStays "pocket-promoted" "A promoted piece goes to the pocket as itself."
    }
    "3check" {
        FourthCheck "third-check" "The game continues after the third check."
        DoubleCheckTwice "check-count" "A double check counts twice."
    }
    "kingofthehill" {
        HillIgnored "hill" "The game continues when a king is on the hill."
        HillWide "hill" "The hill has c4, c5, f4 and f5, too."
    }
    "horde" {
        FirstRankSlow "horde-first-rank" "Pawns on the first rank do not advance two squares."
        FirstRankJumps "horde-first-rank" "Pawns on the first rank jump over pieces."
        FirstRankEnPassant "horde-en-passant" "A double step from the first rank can be answered by en passant."
        KingWanted "horde-king" "A side without a king has lost."
    }
    "racingkings" {
        CheckAllowed "gives-check" "Moves may give check."
        DiscoveryAllowed "gives-check" "Moves may discover a check."
        GoalIgnored "goal" "The game continues when a king is on the eighth rank."
        NoLastMove "black-may-equalize" "White wins at once on the eighth rank."
    }
}

impl Bug {
    pub(crate) fn named(name: &str) -> Option<Bug> {
        Bug::ALL.iter().map(|&(bug, ..)| bug).find(|bug| bug.to_string() == name)
    }
}

impl fmt::Display for Bug {
    /// `PinKnightFree` as `pin-knight-free`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, letter) in format!("{self:?}").char_indices() {
            if letter.is_ascii_uppercase() && index > 0 {
                f.write_str("-")?;
            }
            write!(f, "{}", letter.to_ascii_lowercase())?;
        }
        Ok(())
    }
}
