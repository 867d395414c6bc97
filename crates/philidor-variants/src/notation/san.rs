//! Standard algebraic notation, with drops (`N@f3`, `P@e4` or `@e4`) and promotions to a king (`e8=K`).
//!
//! The reader of chess takes a text apart; the generator is then asked for the moves of that piece to that square, and
//! for no others. `+` is check, `#` is a move that ends the game with a winner: by mate, by an explosion, by the last
//! check. In antichess that may be the other side.

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt::Write;

use philidor::{
    Bitboard, Candidates, CastlingSide, File, Move, MoveFault, NamedMove, Outcome, PieceType, Rank, San,
    SanError, SanErrorKind, Spelling, Square,
};

use crate::movegen::NamedMoves;
use crate::position::Rules;
use crate::position::VariantPosition;

impl<R: Rules> VariantPosition<R> {
    /// A legal move in standard algebraic notation.
    ///
    /// ```
    /// use philidor_variants::{Crazyhouse, VariantPosition};
    /// let position: VariantPosition<Crazyhouse> = "6k1/5ppp/8/8/8/8/8/4K3[RP] w - - 0 1".parse()?;
    /// assert_eq!(position.to_san(position.parse_uci("R@e8")?).as_str(), "R@e8#");
    /// assert_eq!(position.to_san(position.parse_san("@a2")?).as_str(), "P@a2");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn to_san(&self, mv: Move) -> San {
        let mut text = self.san_without_mark(mv);
        if mv.is_null() {
            return San::new(&text).unwrap_or_default();
        }
        let after = self.after(mv);
        let end = R::end(&after).or_else(|| (!after.has_legal_move()).then(|| R::end_without_moves(&after)));
        if let Some(Outcome::Win { .. }) = end {
            text.push('#');
        } else if after.is_check() {
            text.push('+');
        }
        // No move is too long for a `San`; if one were, its squares would name it.
        San::new(&text).or_else(|| San::new(&mv.to_string())).unwrap_or_default()
    }

    fn san_without_mark(&self, mv: Move) -> String {
        let mut text = String::new();
        let (piece_type, destination) = (mv.played_piece(), mv.destination());
        let letter = piece_type.letter().to_ascii_uppercase();
        let written = match mv.castling_side() {
            _ if mv.is_null() => write!(text, "--"),
            _ if mv.is_drop() => write!(text, "{letter}@{destination}"),
            Some(CastlingSide::KingSide) => write!(text, "O-O"),
            Some(CastlingSide::QueenSide) => write!(text, "O-O-O"),
            None => {
                let origin = mv.origin();
                let takes = if mv.is_capture() { "x" } else { "" };
                let from = match piece_type {
                    PieceType::Pawn if mv.is_capture() => alloc::format!("{}", origin.file()),
                    PieceType::Pawn => String::new(),
                    _ => alloc::format!("{letter}{}", self.distinction(mv)),
                };
                write!(text, "{from}{takes}{destination}")
            }
        };
        if let Some(to) = mv.promotion() {
            text.push('=');
            text.push(to.letter().to_ascii_uppercase());
        }
        debug_assert!(written.is_ok(), "a string takes everything");
        text
    }

    /// The disambiguation: file, rank, or both, if other pieces of the kind could move there, too.
    fn distinction(&self, mv: Move) -> String {
        let origin = mv.origin();
        let named = self.named_moves(NamedMoves::To(mv.played_piece(), mv.destination()));
        let rivals = named.into_iter().map(Move::origin);
        let rivals: Bitboard = rivals.filter(|&other| other != origin).collect();
        let shares_file = rivals.intersects(Bitboard::from_file(origin.file()));
        let shares_rank = rivals.intersects(Bitboard::from_rank(origin.rank()));
        match (rivals.is_empty(), shares_file, shares_rank) {
            (true, ..) => String::new(),
            (_, false, _) => alloc::format!("{}", origin.file()),
            (_, true, false) => alloc::format!("{}", origin.rank()),
            (_, true, true) => alloc::format!("{origin}"),
        }
    }

    /// The legal move that a text in standard algebraic notation stands for, read as leniently as
    /// [`philidor::Position::parse_san`] does. The strict reader is
    /// [`GamePosition::parse_san_strictly`](philidor::GamePosition::parse_san_strictly).
    ///
    /// # Errors
    ///
    /// [`SanError`] distinguishes texts that are not moves, moves that are not legal, and ambiguous ones.
    ///
    /// ```
    /// use philidor_variants::{Antichess, VariantPosition};
    /// let position: VariantPosition<Antichess> = "8/4P3/8/8/8/8/8/7r w - - 0 1".parse()?;
    /// assert_eq!(position.parse_san("e8=K")?.to_string(), "e7e8k");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn parse_san(&self, text: impl AsRef<[u8]>) -> Result<Move, SanError> {
        let text = text.as_ref();
        if let Some((piece_type, drop)) = drop(text) {
            let at = text.len() - drop.len();
            let destination =
                bare_square(drop).map_err(|offset| SanErrorKind::Syntax { offset: at + offset })?;
            return self.find_drop(piece_type, destination).map_err(SanError::from);
        }
        match king_promotion(text) {
            Some(pawn) if R::PROMOTIONS.contains(&PieceType::King) => {
                self.find(NamedMove { promotion: Some(PieceType::King), ..read(&pawn)? })
            }
            _ => match Spelling::read(text).map_err(|offset| SanErrorKind::Syntax { offset })? {
                Spelling::Null => Err(MoveFault::NullMove.into()),
                Spelling::Castling(side) => {
                    let castles = |mv: &Move| mv.castling_side() == Some(side);
                    let found = self.named_moves(NamedMoves::Castling).into_iter().find(castles);
                    Ok(found.ok_or(MoveFault::NoCastling(side))?)
                }
                Spelling::Piece(named) => self.find(named),
            },
        }
    }

    /// The only legal move that fits.
    fn find(&self, named: NamedMove) -> Result<Move, SanError> {
        let NamedMove { piece_type, origins, destination, promotion, .. } = named;
        // With the whole origin, the piece type may be missing; castling is a move to its rook, too.
        if piece_type.is_none_or(|kind| kind == PieceType::King)
            && let Some(origin) = origins.single()
        {
            let stands = self.piece_at(origin).map(|piece| piece.piece_type);
            if piece_type.is_some_and(|kind| Some(kind) != stands) {
                return Err(MoveFault::Unreachable { piece_type: PieceType::King, destination }.into());
            }
            let mv = self.find_move(origin, destination, promotion).map_err(SanError::from)?;
            return match mv.castling_side().filter(|_| named.captures) {
                Some(side) => Err(MoveFault::CastlingMisspelled { destination, side }.into()),
                None => Ok(mv),
            };
        }
        let piece_type = piece_type.unwrap_or(PieceType::Pawn);
        let own_file = Bitboard::from_file(destination.file());
        let files = match (piece_type, named.names_file, named.captures) {
            (PieceType::Pawn, false, false) => own_file,
            (PieceType::Pawn, false, true) => !own_file,
            _ => Bitboard::FULL,
        };
        let origins = origins & files;
        let mut near = self.named_moves(NamedMoves::To(piece_type, destination));
        near.retain(|mv| origins.contains(mv.origin()));
        let mut found = near.iter().copied().filter(|mv| mv.promotion() == promotion);
        match (found.next(), found.next()) {
            (Some(mv), None) => Ok(mv),
            (Some(one), Some(other)) => {
                let origins = [one, other].into_iter().chain(found).map(Move::origin).collect();
                Err(SanErrorKind::Ambiguous(Candidates::new(one, origins)).into())
            }
            (None, _) => Err(self.why_none(piece_type, origins, named, &near).into()),
        }
    }

    /// The legal castling that a king's step or capture may mean: `Kg1`, `Kxh1`.
    fn castling_meant(&self, king: Bitboard, destination: Square) -> Option<CastlingSide> {
        self.find_move(king.single()?, destination, None).ok()?.castling_side()
    }

    /// Why no legal move fits.
    fn why_none(
        &self,
        piece_type: PieceType,
        origins: Bitboard,
        named: NamedMove,
        near: &[Move],
    ) -> MoveFault {
        match (near.is_empty(), named.promotion) {
            (false, None) => return MoveFault::PromotionMissing,
            (false, Some(_))
                if piece_type == PieceType::Pawn && Bitboard::LAST_RANKS.contains(named.destination) =>
            {
                return MoveFault::NoPromotion;
            }
            (false, Some(_)) => return MoveFault::PromotionMisplaced,
            _ => {}
        }
        let own = self.board().colored_pieces(self.side_to_move(), piece_type) & origins;
        if piece_type == PieceType::King
            && named.promotion.is_none()
            && let Some(side) = self.castling_meant(own, named.destination)
            && (named.captures || self.piece_at(named.destination).is_none())
        {
            return MoveFault::CastlingMisspelled { destination: named.destination, side };
        }
        let unreachable = MoveFault::Unreachable { piece_type, destination: named.destination };
        let faults = own
            .into_iter()
            .filter_map(|origin| self.find_move(origin, named.destination, named.promotion).err());
        let telling = faults.into_iter().find(|fault| *fault != unreachable);
        match R::end(self) {
            Some(_) => MoveFault::GameOver,
            None => telling.unwrap_or(unreachable),
        }
    }
}

/// Takes a text about a piece apart.
fn read(text: &[u8]) -> Result<NamedMove, SanError> {
    match Spelling::read(text) {
        Ok(Spelling::Piece(named)) => Ok(named),
        Ok(_) => Err(SanErrorKind::Syntax { offset: 0 }.into()),
        Err(offset) => Err(SanErrorKind::Syntax { offset }.into()),
    }
}

/// The piece that is dropped, and the text from its square on. `@@@@` is a null move.
fn drop(text: &[u8]) -> Option<(PieceType, &[u8])> {
    match text {
        [b'@', b'@', ..] => None,
        [b'@', rest @ ..] => Some((PieceType::Pawn, rest)),
        [letter, b'@', rest @ ..] => {
            let letter = char::from(*letter);
            let kind = PieceType::from_letter(letter.to_ascii_lowercase())?;
            letter.is_ascii_uppercase().then_some((kind, rest))
        }
        _ => None,
    }
}

/// A square with nothing but marks after it; the error is the offset at which it stops being one.
fn bare_square(text: &[u8]) -> Result<Square, usize> {
    let letter = |at: usize| text.get(at).map(|&byte| char::from(byte)).ok_or(at);
    let file = File::from_letter(letter(0)?).ok_or(0_usize)?;
    let rank = Rank::from_letter(letter(1)?).ok_or(1_usize)?;
    match text.iter().skip(2).position(|byte| !matches!(byte, b'+' | b'#' | b'!' | b'?')) {
        Some(at) => Err(2 + at),
        None => Ok(Square::new(file, rank)),
    }
}

/// The text of a promotion to a king, as one to a queen.
fn king_promotion(text: &[u8]) -> Option<Vec<u8>> {
    let mark = text.iter().position(|&byte| matches!(byte, b'=' | b'/' | b'('));
    // Without a mark the king follows the square.
    let at = mark.map_or_else(|| text.iter().rposition(|&byte| matches!(byte, b'1' | b'8')), Some)? + 1;
    match text.split_at(at) {
        (pawn, [b'K' | b'k', marks @ ..]) => Some([pawn, b"Q", marks].concat()),
        _ => None,
    }
}
