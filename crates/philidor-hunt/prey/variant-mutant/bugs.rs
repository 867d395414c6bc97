//! The bugs, each with the class by which a hunter should name it, a variant in which it shows, and a sentence.

use std::fmt;

/// Writes the enum and its look-ups from one table.
macro_rules! bugs {
    ($($variant:literal { $($bug:ident $class:literal $sentence:literal)+ })+) => {
        /// A mistake that can be switched on.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(crate) enum Bug {
            $($(#[doc = $sentence] $bug,)+)+
        }

        impl Bug {
            /// All bugs, variant by variant.
            pub(crate) const ALL: &[Bug] = &[$($(Bug::$bug,)+)+];

            /// How a hunter should name it.
            pub(crate) fn class(self) -> &'static str {
                match self { $($(Bug::$bug => $class,)+)+ }
            }

            /// A variant in which it shows, as UCI calls it.
            pub(crate) fn variant(self) -> &'static str {
                match self { $($(Bug::$bug)|+ => $variant,)+ }
            }

            /// What goes wrong, in words.
            pub(crate) fn sentence(self) -> &'static str {
                match self { $($(Bug::$bug => $sentence,)+)+ }
            }
        }
    };
}

bugs! {
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
        PinIgnored "pin" "A pinned piece may leave its line."
        EnPassantRankPin "en-passant-pin" "En passant may expose the king along its rank."
    }
    "3check" {
        FourthCheck "third-check" "The game continues after the third check."
        DoubleCheckTwice "check-count" "A double check counts twice."
        CastlingThroughCheck "castling-attack" "The king may castle through an attacked square."
    }
    "kingofthehill" {
        HillIgnored "hill" "The game continues when a king is on the hill."
        HillWide "hill" "The hill has c4, c5, f4 and f5, too."
        PromotionQueenOnly "promotion" "Pawns become queens only."
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
        Bug::ALL.iter().copied().find(|bug| bug.to_string() == name)
    }
}

impl fmt::Display for Bug {
    /// `PinIgnored` as `pin-ignored`.
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
