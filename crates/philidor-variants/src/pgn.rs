//! Games of any variant in PGN: the readers, trees and writers of the library, with [`AnyPosition`] as the position.
//!
//! ```text
//! [Variant "Crazyhouse"]        names the rules, in any spelling that `Variant` reads
//! [FEN "…[Pn] w KQkq - 0 1"]    with what the variant adds
//!
//! 1. e4 d5 2. exd5 Qxd5 3. P@e4 …
//! ```

use alloc::format;
use alloc::string::ToString;

use philidor::pgn::{GamePosition, GameResult, PgnErrorKind, decode};
use philidor::{
    Bitboard, Candidates, CastlingMode, Color, Move, MoveFault, PositionError, San, SanError, SanErrorKind,
};

use crate::any::AnyPosition;
use crate::fault::VariantError;
use crate::moves::VariantMove;
use crate::notation::{VariantMoveError, VariantMoveFault};
use crate::outcome::{VariantDraw, VariantOutcome, Victory};
use crate::playable::Playable;
use crate::variant::Variant;

/// Games are read and written with it like games of chess:
///
/// ```
/// use philidor::pgn::GameTree;
/// use philidor_variants::AnyPosition;
///
/// let text = "[Variant \"Atomic\"]\n\n1. Nf3 f6 2. Nd4 g6 3. Ne6 Na6 4. Nxd8# 1-0\n";
/// let game: GameTree<AnyPosition> = text.parse()?;
/// assert_eq!(game.main_line().count(), 7);
/// assert!(game.to_string().contains("[Variant \"Atomic\"]"));
/// # Ok::<(), philidor::pgn::PgnError>(())
/// ```
impl GamePosition for AnyPosition {
    type Move = VariantMove;
    type Undo = AnyPosition;

    const NO_MOVE: VariantMove = VariantMove::from_word(Move::invalid());
    const HAS_VARIANTS: bool = true;

    fn from_tags(variant: Option<&[u8]>, fen: Option<&[u8]>) -> Result<AnyPosition, PgnErrorKind> {
        let variant = match variant {
            Some(name) => decode(name).parse::<Variant>().map_err(|_| PgnErrorKind::Variant)?,
            None => Variant::Chess,
        };
        let Some(fen) = fen else { return Ok(AnyPosition::start(variant)) };
        AnyPosition::from_fen(variant, &decode(fen)).map_err(|error| match error {
            VariantError::Fen(error) => PositionError::Fen(error).into(),
            // Its column is one of the FEN, and a fault has its place in the file.
            VariantError::Extra { text, expected, .. } => {
                PgnErrorKind::VariantPosition(format!("`{text}` is not {expected}").into())
            }
            other => PgnErrorKind::VariantPosition(other.to_string().into()),
        })
    }

    fn variant(&self) -> Option<&'static str> {
        (AnyPosition::variant(self) != Variant::Chess).then(|| self.variant_name())
    }

    fn castling_mode(&self) -> CastlingMode {
        if self.is_chess960() { CastlingMode::Chess960 } else { CastlingMode::Standard }
    }

    fn parse_san(&self, text: &[u8]) -> Result<VariantMove, SanError> {
        Playable::parse_san(self, text).map_err(SanError::from)
    }

    fn to_san(&self, mv: VariantMove) -> San {
        // No move is too long for a `San`; if one were, its squares would name it.
        let text = Playable::to_san(self, mv);
        San::new(&text).or_else(|| San::new(&mv.to_string())).unwrap_or_default()
    }

    fn null_move(&self) -> Option<VariantMove> {
        Playable::null_move(self)
    }

    fn legal(&self, mv: VariantMove) -> Option<VariantMove> {
        if mv.is_null() {
            return Playable::null_move(self);
        }
        self.legal_moves().into_iter().find(|legal| legal.same_move(mv))
    }

    fn is_same_move(one: VariantMove, other: VariantMove) -> bool {
        one.same_move(other)
    }

    fn play_unchecked(&mut self, mv: VariantMove) -> AnyPosition {
        let before = *self;
        self.advance(mv);
        before
    }

    fn undo(&mut self, _: VariantMove, undo: AnyPosition) {
        *self = undo;
    }

    fn side_to_move(&self) -> Color {
        Playable::side_to_move(self)
    }

    fn fullmove_number(&self) -> u32 {
        self.state().fullmove_number
    }

    fn is_in_check(&self) -> Option<bool> {
        Some(Playable::is_check(self))
    }

    fn result_on_board(&self) -> Option<GameResult> {
        let ends =
            self.variant_end().or_else(|| if self.legal_moves().is_empty() { self.outcome() } else { None });
        ends.map(|outcome| match outcome.winner() {
            Some(Color::White) => GameResult::WhiteWins,
            Some(Color::Black) => GameResult::BlackWins,
            None => GameResult::Draw,
        })
    }

    fn name_of_end(&self) -> Option<&'static str> {
        match self.outcome()? {
            VariantOutcome::Win { by: Victory::Explosion, .. } => Some("an exploded king"),
            VariantOutcome::Win { by: Victory::NothingLeft, .. } => Some("the loss of all pieces"),
            VariantOutcome::Win { by: Victory::NoMove, .. } => Some("a lack of moves"),
            VariantOutcome::Win { by: Victory::Checks, .. } => Some("the last check"),
            VariantOutcome::Win { by: Victory::Hill, .. } => Some("a king in the center"),
            VariantOutcome::Win { by: Victory::Goal, .. } => Some("a king on the eighth rank"),
            VariantOutcome::Draw(VariantDraw::BothAtGoal) => Some("two kings on the eighth rank"),
            _ => None,
        }
    }
}

impl From<VariantMoveFault> for MoveFault {
    /// The library's fault where it has one, and otherwise the reason in words.
    fn from(fault: VariantMoveFault) -> MoveFault {
        match fault {
            VariantMoveFault::NoPiece(origin) => MoveFault::NoPiece { origin },
            VariantMoveFault::Unreachable(piece_type, destination) => {
                MoveFault::Unreachable { piece_type, destination }
            }
            VariantMoveFault::PromotionMissing => MoveFault::PromotionMissing,
            VariantMoveFault::PromotionMisplaced => MoveFault::PromotionMisplaced,
            VariantMoveFault::CastlingMisspelled(destination, side) => {
                MoveFault::CastlingMisspelled { destination, side }
            }
            VariantMoveFault::NullMove => MoveFault::NullMove,
            other => MoveFault::Refused(other.reason()),
        }
    }
}

impl From<VariantMoveError> for SanError {
    fn from(error: VariantMoveError) -> SanError {
        match error {
            VariantMoveError::Syntax { offset } => SanErrorKind::Syntax { offset }.into(),
            VariantMoveError::Illegal(fault) => MoveFault::from(fault).into(),
            VariantMoveError::Misspelled(san) => SanErrorKind::Misspelled(san).into(),
            VariantMoveError::Ambiguous(moves) => {
                let origins: Bitboard = moves.iter().filter_map(|mv| mv.origin()).collect();
                match moves.first() {
                    Some(mv) => {
                        SanErrorKind::Ambiguous(Candidates::new(mv.piece_type(), origins, mv.destination()))
                            .into()
                    }
                    None => SanErrorKind::Syntax { offset: 0 }.into(),
                }
            }
        }
    }
}
