//! Finding the move that a text stands for: the piece is found from the destination.
//!
//! ```text
//! Nbd2    . . . . . . . .     squares from which a knight reaches d2: b1, f1, b3, f3, c4, e4
//!         . . . . . . . .     our knights there: b1, f1, f3
//!         . . o . o . . .     of these on the b-file: b1
//!         . o . . . N . .     of these with nothing in between, which matters for sliders: b1
//!         . . . d . . . .     of these that leave the king safe: b1
//!         . N . . . N . .
//! ```
//!
//! Usually one piece is left after the third line, so the expensive checks run only once.

use super::super::fault::MoveFault;
use super::error::{Candidates, SanError, SanErrorKind};
use super::read::{NamedMove, Spelling, read};
use super::word::{Word, read_word};
use crate::attacks;
use crate::position::Position;
use crate::types::{Bitboard, Color, Move, MoveType, PieceType, Rank, Square};

impl Position {
    /// The legal move that a text in standard algebraic notation stands for.
    ///
    /// Reading is lenient; [`parse_san_strictly`](Position::parse_san_strictly) reads none of these:
    ///
    /// | may differ | read as well |
    /// |---|---|
    /// | marks: `+`, `#`, `!`, `?`, `e.p.`, `ep`, which are not compared with the board | `Nf3e.p.`, `e4+!?`, `Qh4` for mate |
    /// | the sign of a capture: missing, superfluous, `X` or `:` | `ed5`, `Nxf3`, `e:d5` |
    /// | the origin in more detail than needed, if it is right | `Ngf3`, `N1f3`, `Ng1-f3`, `Pe4`, `e2-e4` |
    /// | less of it: a pawn's capture without its file, if only one fits | `xd5` |
    /// | the piece, if the origin is whole: UCI | `g1f3`, `e7e8q` |
    /// | promotion without `=`, with other signs, in small letters | `e8Q`, `e8(Q)`, `e8/Q`, `e8=q` |
    /// | castling with zeros or small letters, or as the king's whole move in UCI | `0-0`, `o-o-o`, `e1g1`, `Ke1-g1`, `e1h1` |
    /// | figurines of either color | `♘f3` |
    /// | dashes, crosses and blanks of word processors | `O–O`, `N×f3` |
    ///
    /// Some things stay strict: a piece has a capital letter, a pawn's capture has its file or an `x`, and exactly one
    /// of the pieces that fit must have a legal move. Castling is not written as a step or a capture of the king, `Kg1`
    /// or `Kxh1`; the fault says how it is written. The text is not trimmed.
    ///
    /// # Errors
    ///
    /// [`SanError`] distinguishes texts that are not moves, moves that are not legal, with the reason, and texts that
    /// fit several legal moves, which it lists. The null move, `--`, `Z0`, `0000` or `@@@@`, is recognized and refused
    /// as illegal.
    ///
    /// ```
    /// use philidor::Position;
    /// let mut position = Position::default();
    /// for text in ["e4", "e7-e5", "Ng1f3", "♞c6", "Bb5!?", "a6", "Bxc6+", "dxc6", "0-0"] {
    ///     let mv = position.parse_san(text)?;
    ///     position.play_unchecked(mv);
    /// }
    /// assert_eq!(position.to_string(), "r1bqkbnr/1pp2ppp/p1p5/4p3/4P3/5N2/PPPP1PPP/RNBQ1RK1 b kq - 1 5");
    /// # Ok::<(), philidor::SanError>(())
    /// ```
    pub fn parse_san(&self, text: impl AsRef<[u8]>) -> Result<Move, SanError> {
        let text = text.as_ref();
        if let Some(word) = read_word(text)
            && let Some(origin) = self.origin_of(word)
        {
            return Ok(self.stem(word.piece_type, MoveType::Normal, word.destination).with_origin(origin));
        }
        self.find_with_care(text)
    }

    /// The legal move that a text in standard algebraic notation is, written as [`to_san`](Position::to_san) writes it.
    /// Only the mark of check or mate at its end may be missing.
    ///
    /// # Errors
    ///
    /// Those of [`parse_san`](Position::parse_san), and [`SanErrorKind::Misspelled`] for what it would read leniently.
    ///
    /// ```
    /// use philidor::Position;
    /// let position: Position = "4k3/8/8/8/8/8/8/4K2R w K - 0 1".parse()?;
    /// assert_eq!(position.parse_san_strictly("Rh8"), position.parse_san("Rh8+"));
    /// let error = position.parse_san_strictly("Rh1xh8+").expect_err("nothing is taken");
    /// assert_eq!(error.to_string(), "strictly it is written Rh8+");
    /// # Ok::<(), philidor::PositionError>(())
    /// ```
    pub fn parse_san_strictly(&self, text: impl AsRef<[u8]>) -> Result<Move, SanError> {
        let mv = self.parse_san(&text)?;
        self.to_san(mv).check(text.as_ref()).map(|()| mv)
    }

    /// Plays the legal move that a text stands for, like [`Position::follow`].
    #[inline(always)]
    pub(crate) fn follow_san(&mut self, text: &[u8]) -> Result<(), SanError> {
        if let Some(word) = read_word(text)
            && let Some(origin) = self.origin_of(word)
        {
            self.follow(word.piece_type, origin, word.destination);
            return Ok(());
        }
        self.follow_with_care(text)
    }

    #[inline(never)]
    fn follow_with_care(&mut self, text: &[u8]) -> Result<(), SanError> {
        let mv = self.find_with_care(text)?;
        self.play_unchecked(mv);
        Ok(())
    }

    /// The square of the piece that a usual text refers to, if the move is legal, normal and unambiguous.
    #[inline(always)]
    pub(crate) fn origin_of(&self, word: Word) -> Option<Square> {
        let Word { piece_type, destination, .. } = word;
        let us = self.side_to_move();
        let board = self.board();
        let origins = if piece_type == PieceType::Pawn {
            let is_taken = board.colors(!us).contains(destination);
            if Bitboard::LAST_RANKS.contains(destination) || is_taken != word.captures {
                return None;
            }
            self.pawn_origins(us, destination, false) & word.origins
        } else {
            if board.colors(us).contains(destination) {
                return None;
            }
            // The same code for all piece types, because a CPU cannot predict which one moves.
            let origins =
                attacks::reach(piece_type, destination) & board.colored_pieces(us, piece_type) & word.origins;
            if origins.has_several() {
                self.seeing(origins, destination)
            } else if attacks::between(origins.first_or_a1(), destination).intersects(board.occupied()) {
                return None;
            } else {
                origins
            }
        };
        // Not a closure: in large programs the compiler would call it instead of inlining it.
        let origin = origins.single()?;
        if self.is_safe(piece_type, origin, destination) { Some(origin) } else { None }
    }

    /// Finds the move for any text, not only a usual one.
    #[inline(never)]
    pub(crate) fn find_with_care(&self, text: &[u8]) -> Result<Move, SanError> {
        self.find_spelled(read(text))
    }

    fn find_spelled(&self, spelling: Result<Spelling, usize>) -> Result<Move, SanError> {
        match spelling {
            Ok(Spelling::Piece(named)) => self.find(named),
            Ok(Spelling::Castling(side)) => Ok(self.castling(side)?),
            Ok(Spelling::Null) => Err(MoveFault::NullMove.into()),
            Err(offset) => Err(SanErrorKind::Syntax { offset }.into()),
        }
    }

    fn find(&self, named: NamedMove) -> Result<Move, SanError> {
        match named.piece_type {
            Some(PieceType::Pawn) => self.find_pawn(named),
            Some(piece_type) => self.find_piece(piece_type, named),
            None if named.origins.has_several() => self.find_pawn(named),
            None => self.find_on_square(named),
        }
    }

    /// A move whose origin is given in full, without its piece type.
    #[inline(never)]
    fn find_on_square(&self, named: NamedMove) -> Result<Move, SanError> {
        let origin = named.origins.first_or_a1();
        if origin == self.king(self.side_to_move()) {
            return self.find_piece(PieceType::King, named);
        }
        Ok(self.find_move(origin, named.destination, named.promotion)?)
    }

    /// The piece of a given type that can move there, or the king that castles.
    fn find_piece(&self, piece_type: PieceType, named: NamedMove) -> Result<Move, SanError> {
        if named.promotion.is_some() {
            return Err(MoveFault::PromotionMisplaced.into());
        }
        let us = self.side_to_move();
        let NamedMove { destination, origins, .. } = named;
        let is_own = self.board().colors(us).contains(destination);
        let origins =
            attacks::reach(piece_type, destination) & self.board().colored_pieces(us, piece_type) & origins;
        let seeing = if is_own { Bitboard::EMPTY } else { self.seeing(origins, destination) };
        let stem = self.stem(piece_type, MoveType::Normal, destination);
        match self.only_legal_of_several(stem, seeing) {
            Err(error) if piece_type == PieceType::King => self.find_castling(named, error),
            found => found,
        }
    }

    /// Those of several pieces that have no other piece between them and a square.
    #[inline(never)]
    fn seeing(&self, origins: Bitboard, square: Square) -> Bitboard {
        let occupied = self.board().occupied();
        origins.into_iter().filter(|&origin| !attacks::between(origin, square).intersects(occupied)).collect()
    }

    /// A king that cannot step to its destination castles there if its whole origin is written, without an `x`: that is
    /// UCI. Otherwise castling is not written so, and the fault says how.
    #[cold]
    fn find_castling(&self, named: NamedMove, error: SanError) -> Result<Move, SanError> {
        let NamedMove { destination, origins, .. } = named;
        let king = self.king(self.side_to_move());
        if !origins.contains(king) {
            return Err(error);
        }
        let found = self.find_move(king, destination, None);
        if !named.captures && !origins.has_several() {
            return Ok(found?);
        }
        let side = found.ok().and_then(Move::castling_side).ok_or(error)?;
        // Without an `x`, `Kh1` is a step to a square that is taken.
        if !named.captures && self.castling_rooks().square(self.side_to_move(), side) == destination {
            return Err(error);
        }
        Err(MoveFault::CastlingMisspelled { destination, side }.into())
    }

    /// A pawn, which may promote or capture en passant.
    fn find_pawn(&self, named: NamedMove) -> Result<Move, SanError> {
        let destination = named.destination;
        let promotes = Bitboard::LAST_RANKS.contains(destination);
        let is_en_passant = self.en_passant() == Some(destination);
        let (move_type, aux_data) = match (promotes, named.promotion) {
            (true, None) => return Err(MoveFault::PromotionMissing.into()),
            (false, Some(_)) => return Err(MoveFault::PromotionMisplaced.into()),
            (false, None) => (if is_en_passant { MoveType::EnPassant } else { MoveType::Normal }, 0),
            (true, Some(kind)) => (MoveType::Promotion, Move::aux_data_of(kind)),
        };
        let stem = self.stem(PieceType::Pawn, move_type, destination).with_aux_data(aux_data);
        let origins = self.pawn_origins(self.side_to_move(), destination, is_en_passant);
        self.only_legal_of_several(stem, origins & pawn_files(named) & named.origins)
    }

    /// The pawns that can move to a square, legally or not: by capture if an enemy stands there or has just passed it,
    /// otherwise by a push.
    #[inline(always)]
    fn pawn_origins(&self, us: Color, destination: Square, is_en_passant: bool) -> Bitboard {
        let board = self.board();
        let pawns = board.colored_pieces(us, PieceType::Pawn);
        if is_en_passant || board.colors(!us).contains(destination) {
            return attacks::pawn(!us, destination) & pawns;
        }
        let backward = |set: Bitboard| match us {
            Color::White => set.south(),
            Color::Black => set.north(),
        };
        let empty = !board.occupied();
        let once = backward(Bitboard::from_square(destination) & empty);
        let twice = backward(once & empty & Bitboard::from_rank(Rank::Third.relative_to(us)));
        (once | twice) & pawns
    }

    /// The move from the only origin, of those given, that leaves the king safe; or the error.
    #[inline(never)]
    fn only_legal_of_several(&self, stem: Move, origins: Bitboard) -> Result<Move, SanError> {
        let is_legal = |origin: &Square| self.leaves_king_safe(stem.with_origin(*origin));
        let legal: Bitboard = origins.into_iter().filter(is_legal).collect();
        let (piece_type, destination) = (stem.played_piece(), stem.dest_square());
        match legal.single() {
            Some(origin) => Ok(stem.with_origin(origin)),
            None if !legal.is_empty() => Err(SanErrorKind::Ambiguous(Candidates::new(stem, legal)).into()),
            None if origins.is_empty() => Err(MoveFault::Unreachable { piece_type, destination }.into()),
            None => Err(MoveFault::KingInCheck { piece_type, destination }.into()),
        }
    }
}

/// The files that a text allows for a pawn's origin: without any hint a pawn stays on its file, and with only an `x` it
/// leaves it.
#[inline(always)]
fn pawn_files(named: NamedMove) -> Bitboard {
    let own_file = Bitboard::from_file(named.destination.file());
    match (named.names_file, named.captures) {
        (true, _) => Bitboard::FULL,
        (false, false) => own_file,
        (false, true) => !own_file,
    }
}
