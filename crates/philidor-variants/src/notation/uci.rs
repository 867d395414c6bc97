//! Moves as UCI writes them, drops as `N@f3`.

use philidor::{
    CastlingMode, File, GamePosition, Move, MoveFault, PieceType, Rank, Square, Uci, UciError, UciErrorKind,
};

use crate::extra::Extra;
use crate::movegen::NamedMoves;
use crate::position::Rules;
use crate::position::VariantPosition;

impl<R: Rules> VariantPosition<R> {
    /// A move in UCI notation, castling in the form that the position itself shows.
    ///
    /// ```
    /// use philidor::CastlingMode;
    /// use philidor_variants::{Atomic, VariantPosition};
    /// let position: VariantPosition<Atomic> = "4k3/8/8/8/8/8/8/4K2R w K - 0 1".parse()?;
    /// let castling = position.parse_san("O-O")?;
    /// assert_eq!(position.to_uci(castling).to_string(), "e1g1");
    /// assert_eq!(position.to_uci_in(castling, CastlingMode::Chess960).to_string(), "e1h1");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn to_uci(&self, mv: Move) -> Uci {
        GamePosition::to_uci(self, mv)
    }

    /// A move in UCI notation, castling in a given form.
    #[must_use]
    pub fn to_uci_in(&self, mv: Move, mode: CastlingMode) -> Uci {
        GamePosition::to_uci_in(self, mv, mode)
    }

    /// The legal move that a text in UCI notation stands for; castling in either form, the letters of pieces in either
    /// case.
    ///
    /// # Errors
    ///
    /// [`UciError`] distinguishes texts that are not moves from moves that are not legal, with the reason.
    ///
    /// ```
    /// use philidor_variants::{Crazyhouse, VariantPosition};
    /// let position: VariantPosition<Crazyhouse> = "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1".parse()?;
    /// assert_eq!(position.to_san(position.parse_uci("N@f6")?).as_str(), "N@f6+");
    /// let error = position.parse_uci("Q@f6").expect_err("no queen");
    /// assert_eq!(error.to_string(), "illegal: no queen is in the pocket");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse_uci(&self, text: impl AsRef<[u8]>) -> Result<Move, UciError> {
        let text = text.as_ref();
        if text == b"0000" {
            return Err(MoveFault::NullMove.into());
        }
        if text.get(1) == Some(&b'@') {
            return self.parse_drop(text);
        }
        let syntax = |offset| UciError::from(UciErrorKind::Syntax { offset });
        let origin = square(text, 0).map_err(syntax)?;
        let destination = square(text, 2).map_err(syntax)?;
        let promotion = match text.get(4) {
            None => None,
            Some(&letter) => Some(promotion(letter).ok_or(syntax(4))?),
        };
        if text.len() > 5 {
            return Err(syntax(5));
        }
        self.find_move(origin, destination, promotion).map_err(UciError::from)
    }

    /// A piece and `@` and a square.
    fn parse_drop(&self, text: &[u8]) -> Result<Move, UciError> {
        let syntax = |offset| UciError::from(UciErrorKind::Syntax { offset });
        let letter = text.first().map(|&byte| char::from(byte));
        let piece_type = letter.and_then(PieceType::from_letter).ok_or(syntax(0))?;
        let destination = square(text, 2).map_err(syntax)?;
        if text.len() > 4 {
            return Err(syntax(4));
        }
        self.find_drop(piece_type, destination).map_err(UciError::from)
    }

    /// The legal drop of a piece on a square.
    ///
    /// # Errors
    ///
    /// Why there is none.
    ///
    /// ```
    /// use philidor::{MoveFault, PieceType, Square};
    /// use philidor_variants::{Crazyhouse, VariantPosition};
    /// let position: VariantPosition<Crazyhouse> = "4k3/8/8/8/8/8/8/4K3[P] w - - 0 1".parse()?;
    /// let drop = position.find_drop(PieceType::Pawn, Square::E4);
    /// assert_eq!(drop.map(|mv| mv.to_string()).as_deref(), Ok("P@e4"));
    /// let last_rank = MoveFault::NoDrop { piece_type: PieceType::Pawn, destination: Square::A8 };
    /// assert_eq!(position.find_drop(PieceType::Pawn, Square::A8), Err(last_rank));
    /// # Ok::<(), philidor::PositionError>(())
    /// ```
    pub fn find_drop(&self, piece_type: PieceType, square: Square) -> Result<Move, MoveFault> {
        let drops = self.named_moves(NamedMoves::DropOn(square));
        drops.into_iter().find(|mv| mv.played_piece() == piece_type).ok_or_else(|| {
            if R::end(self).is_some() {
                MoveFault::GameOver
            } else if self.extra().pocket(self.side_to_move()).count(piece_type) == 0 {
                MoveFault::NotInPocket { piece_type }
            } else {
                MoveFault::NoDrop { piece_type, destination: square }
            }
        })
    }

    /// The legal move from one square to another, as a user names it by two clicks; castling is the king's move to its
    /// destination or to the rook.
    ///
    /// # Errors
    ///
    /// The first thing that is wrong with the move, if it is not legal.
    ///
    /// ```
    /// use philidor::{MoveFault, PieceType, Square};
    /// use philidor_variants::{Antichess, VariantPosition};
    /// let position: VariantPosition<Antichess> = "8/4P3/8/8/8/8/8/7r w - - 0 1".parse()?;
    /// let king = position.find_move(Square::E7, Square::E8, Some(PieceType::King));
    /// assert_eq!(king.map(|mv| mv.to_string()).as_deref(), Ok("e7e8k"));
    /// let bare = position.find_move(Square::E7, Square::E8, None);
    /// assert_eq!(bare, Err(MoveFault::PromotionMissing));
    /// # Ok::<(), philidor::PositionError>(())
    /// ```
    pub fn find_move(
        &self,
        origin: Square,
        destination: Square,
        promotion: Option<PieceType>,
    ) -> Result<Move, MoveFault> {
        let moves = self.legal_moves();
        let us = self.side_to_move();
        let named =
            moves.iter().filter(|mv| !mv.is_drop() && mv.origin() == origin && mv.promotion() == promotion);
        let steps = named.clone().find(|mv| mv.castling_side().is_none() && mv.destination() == destination);
        let castles = |mv: &&Move| {
            mv.castling_side().is_some_and(|side| {
                let rook = self.castling_rooks().square(us, side);
                destination == rook || destination == mv.destination()
            })
        };
        let found = steps.or_else(|| named.clone().find(castles)).copied();
        found.ok_or_else(|| self.fault(origin, destination, promotion, &moves))
    }

    /// Why there is no such move.
    fn fault(
        &self,
        origin: Square,
        destination: Square,
        promotion: Option<PieceType>,
        moves: &[Move],
    ) -> MoveFault {
        if R::end(self).is_some() {
            return MoveFault::GameOver;
        }
        let us = self.side_to_move();
        let Some(piece) = self.piece_at(origin).filter(|piece| piece.color == us) else {
            return MoveFault::NoPiece { origin };
        };
        let between = |mv: &&Move| !mv.is_drop() && mv.origin() == origin && mv.destination() == destination;
        if let Some(legal) = moves.iter().find(between) {
            return match (legal.promotion(), promotion) {
                (Some(_), None) => MoveFault::PromotionMissing,
                (Some(_), Some(becomes)) if R::CHECK_IS_FORBIDDEN && R::PROMOTIONS.contains(&becomes) => {
                    MoveFault::GivesCheck
                }
                (Some(_), Some(_)) => MoveFault::NoPromotion,
                _ => MoveFault::PromotionMisplaced,
            };
        }
        let takes = self.piece_at(destination).is_some_and(|piece| piece.color != us);
        let reaches = self.reaches(origin, destination);
        if R::CAPTURE_IS_COMPULSORY && !takes && moves.iter().any(|mv| mv.is_capture()) {
            MoveFault::CaptureIsCompulsory
        } else if R::CAPTURES_EXPLODE && takes && reaches {
            MoveFault::KingLost
        } else if R::CHECK_IS_FORBIDDEN && reaches && self.would_give_check(origin, destination) {
            MoveFault::GivesCheck
        } else {
            MoveFault::Unreachable { piece_type: piece.piece_type, destination }
        }
    }

    /// Whether the piece on a square attacks another one.
    fn reaches(&self, origin: Square, destination: Square) -> bool {
        use philidor::attacks;
        let occupied = self.board().occupied();
        let own = self.board().colors(self.side_to_move());
        let reached = self.piece_at(origin).map(|piece| match piece.piece_type {
            PieceType::King => attacks::king(origin),
            PieceType::Queen => attacks::queen(origin, occupied),
            PieceType::Rook => attacks::rook(origin, occupied),
            PieceType::Bishop => attacks::bishop(origin, occupied),
            PieceType::Knight => attacks::knight(origin),
            PieceType::Pawn => attacks::pawn(piece.color, origin),
        });
        reached.is_some_and(|reached| (reached - own).contains(destination))
    }

    /// Whether the enemy king would be in check after a piece has moved.
    fn would_give_check(&self, origin: Square, destination: Square) -> bool {
        let Some(piece) = self.piece_at(origin) else { return false };
        let captured = self.piece_at(destination).map(|piece| piece.piece_type);
        !self.after(self.stem().normal(piece.piece_type, origin, destination, captured)).checkers().is_empty()
    }
}

fn square(text: &[u8], at: usize) -> Result<Square, usize> {
    let letter = |at: usize| text.get(at).map(|&byte| char::from(byte)).ok_or(at);
    let file = File::from_letter(letter(at)?).ok_or(at)?;
    let rank = Rank::from_letter(letter(at + 1)?).ok_or(at + 1)?;
    Ok(Square::new(file, rank))
}

fn promotion(letter: u8) -> Option<PieceType> {
    PieceType::from_letter(char::from(letter)).filter(|kind| *kind != PieceType::Pawn)
}
