//! Which move that was.
//!
//! A legal move *alters* squares: another piece stands there after it, or none. From each altered square, the piece
//! that stood there has to be lifted; on each, the piece that stands there after the move has to be put down:
//!
//! ```text
//!   e4xd5    lifted: e4, d5    put: d5         d5 is in both, and occupied before and after: that it was lifted is
//!   O-O      lifted: e1, h1    put: g1, f1     what makes it a capture on d5 and not one on f5
//!   e5xd6    lifted: e5, d5    put: d6         (en passant)
//! ```
//!
//! A move is *complete* when the occupied squares are those after it and all pieces in both lists were lifted; it is
//! *under way* while every empty square is one from which it lifts, and every new piece stands where it puts one. If no
//! legal move is complete or under way, something is wrong, and the squares that differ from the position say what.
//!
//! A player may lift and put in any order, but has to lift the king before putting down the rook to castle, as the Laws
//! of Chess require (FIDE, article 4.4): a rook that is moved first has moved, and nothing else. In Chess960, where the
//! king's first step may be a move, too, both are lifted before either is put down.

use philidor::{Bitboard, Color, Game, Move, MoveFault, PieceType, Position, Square};

/// What the switches mean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// The pieces stand as in the position.
    Unchanged,
    /// A legal move is under way.
    UnderWay,
    /// A legal move was made, and the position is the one after it.
    Played(Move),
    /// The pieces stand where the game began, and no legal move brought them there: a new game begins.
    NewGame,
    /// No legal move does this. All is well again when the pieces stand as before.
    Wrong {
        /// The squares that differ from the position, to be lit.
        squares: Bitboard,
        /// What the rules have against it, if one piece was moved to one square.
        fault: Option<MoveFault>,
    },
}

/// Follows a game by the squares that are occupied.
///
/// ```
/// use philidor::{Bitboard, Square};
/// use sensor_board::{Referee, Verdict};
///
/// let mut referee = Referee::default();
/// let mut occupied = referee.position().board().occupied();
/// occupied.remove(Square::E2);
/// assert_eq!(referee.settled(occupied), Verdict::UnderWay);
/// occupied.insert(Square::E5);
/// let Verdict::Wrong { fault: Some(fault), .. } = referee.settled(occupied) else { panic!() };
/// assert_eq!(fault.to_string(), "illegal: no such pawn can move to e5");
/// occupied.remove(Square::E5);
/// occupied.insert(Square::E4);
/// assert!(matches!(referee.settled(occupied), Verdict::Played(mv) if mv.to_string() == "e2e4"));
/// ```
#[derive(Clone, Debug)]
pub struct Referee {
    game: Game,
    promotion: PieceType,
    occupied: Bitboard,
    /// From which squares a piece was lifted since the last move.
    lifted: Bitboard,
    /// Where a piece was put last, if it was one piece and still stands there.
    put: Option<Square>,
}

impl Default for Referee {
    /// A game from the starting position.
    fn default() -> Referee {
        Referee::new(Position::default())
    }
}

impl Referee {
    /// A game from a position.
    #[must_use]
    pub fn new(position: Position) -> Referee {
        Referee {
            occupied: position.board().occupied(),
            game: Game::from_position(position),
            promotion: PieceType::Queen,
            lifted: Bitboard::EMPTY,
            put: None,
        }
    }

    /// The game so far.
    #[must_use]
    pub const fn game(&self) -> &Game {
        &self.game
    }

    /// The position after the last move.
    #[must_use]
    pub const fn position(&self) -> &Position {
        self.game.position()
    }

    /// What pawns promote to from now on; at first a queen. A button may set it: switches don't see which piece it is.
    pub const fn promote_to(&mut self, piece_type: PieceType) {
        self.promotion = piece_type;
    }

    /// What these occupied squares mean.
    pub fn settled(&mut self, occupied: Bitboard) -> Verdict {
        self.lifted |= self.occupied - occupied;
        let filled = occupied - self.occupied;
        if !filled.is_empty() {
            self.put = filled.single();
        }
        self.put = self.put.filter(|&square| occupied.contains(square));
        self.occupied = occupied;

        let position = *self.position();
        let before = position.board().occupied();
        let verdict = match self.complete(&position) {
            Some(mv) if self.game.play(mv).is_ok() => Verdict::Played(mv),
            _ if occupied == before => Verdict::Unchanged,
            _ => {
                let verdict = self.unfinished(&position, before - occupied, occupied - before);
                let start = *self.game.start();
                if !matches!(verdict, Verdict::Wrong { .. }) || occupied != start.board().occupied() {
                    return verdict;
                }
                self.game = Game::from_position(start);
                Verdict::NewGame
            }
        };
        (self.lifted, self.put) = (Bitboard::EMPTY, None);
        verdict
    }

    /// The legal move that is complete. If there are several, the one that lifts what was lifted; then the one that
    /// puts a piece where one was put last: a player who adjusts a knight and then takes a bishop has taken the bishop.
    fn complete(&self, position: &Position) -> Option<Move> {
        let rank = |mv: Move| {
            let handling = Handling::new(position, mv);
            let is_complete = handling.after == self.occupied
                && (handling.lifted & handling.put).is_subset_of(self.lifted)
                && mv.promotion().is_none_or(|piece_type| piece_type == self.promotion);
            // Castling in Chess960 may leave the same squares occupied, as setting up the pieces does.
            let is_seen = handling.after != position.board().occupied() || handling.lifted == self.lifted;
            let puts_last = self.put.is_some_and(|square| handling.put.contains(square));
            (is_complete && is_seen).then_some((handling.lifted == self.lifted, puts_last))
        };
        let ranked = position.legal_moves().into_iter().filter_map(|mv| Some((rank(mv)?, mv)));
        ranked.max_by_key(|&(rank, _)| rank).map(|(_, mv)| mv)
    }

    fn unfinished(&self, position: &Position, empty: Bitboard, new: Bitboard) -> Verdict {
        let is_under_way = |mv: Move| {
            let handling = Handling::new(position, mv);
            empty.is_subset_of(handling.lifted) && new.is_subset_of(handling.put)
        };
        if position.legal_moves().into_iter().any(is_under_way) {
            return Verdict::UnderWay;
        }
        // A piece that was put where another one was lifted has taken it.
        let taken = self.put.filter(|&square| new.is_empty() && self.lifted.contains(square));
        let moved = empty.single().zip(new.single().or(taken));
        let fault =
            moved.and_then(|(origin, destination)| position.find_move(origin, destination, None).err());
        Verdict::Wrong { squares: empty | new, fault }
    }
}

/// What hands do in a move.
struct Handling {
    /// Squares from which a piece is lifted.
    lifted: Bitboard,
    /// Squares on which a piece is put.
    put: Bitboard,
    /// The occupied squares when all is done.
    after: Bitboard,
}

impl Handling {
    fn new(position: &Position, mv: Move) -> Handling {
        let (board, next) = (position.board(), position.after(mv));
        let mut altered = Bitboard::EMPTY;
        for color in Color::ALL {
            for piece_type in PieceType::ALL {
                let pieces = board.colored_pieces(color, piece_type);
                altered |= pieces ^ next.board().colored_pieces(color, piece_type);
            }
        }
        let after = next.board().occupied();
        Handling { lifted: altered & board.occupied(), put: altered & after, after }
    }
}
