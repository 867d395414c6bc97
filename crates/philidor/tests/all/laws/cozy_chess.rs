//! Laws between philidor and cozy-chess (analog-hors, MIT), an independent library with a set-wise generator.

use cozy_chess::{Board, GameStatus};
use philidor::{
    Bitboard, CastlingNotation, CastlingSide, EnPassantPolicy, Fen, File, Move, MoveType, PieceType,
    Position, Setup, Strictness, attacks,
};

/// The same position in both libraries.
pub(crate) struct Pair {
    ours: Position,
    theirs: Board,
}

/// A move that both libraries can express: origin, destination and promotion; castling as king takes rook.
type Said = (u8, u8, Option<char>);

impl Pair {
    /// The position and its twin. `None` if a clock is too high for cozy-chess, which counts up to 100 half-moves
    /// without progress and 65,535 moves. It counts moves from 1, so a start at move 0 becomes a start at move 1.
    pub(crate) fn new(position: Position) -> Option<Pair> {
        let mut setup = position.to_setup();
        setup.state.fullmove_number += u32::from(setup.state.fullmove_number == 0);
        let position = Position::from_setup(setup, Strictness::WellDefined).expect("another number");
        let has_numbers = position.halfmove_clock() <= 100
            && (1..=u32::from(u16::MAX)).contains(&position.fullmove_number());
        has_numbers.then(|| {
            let fen = shredder_fen(&position);
            let theirs = Board::from_fen(&fen, true).unwrap_or_else(|error| panic!("{fen}: {error}"));
            Pair { ours: position, theirs }
        })
    }

    pub(crate) fn position(&self) -> &Position {
        &self.ours
    }

    /// Whether both clocks still advance: that of cozy-chess stops at 100.
    pub(crate) fn has_time(&self) -> bool {
        self.ours.halfmove_clock() < 100 && self.ours.fullmove_number() < u32::from(u16::MAX)
    }

    /// Plays a legal move in both.
    pub(crate) fn play(&mut self, mv: Move) {
        let (from, to, promotion) = say(&self.ours, mv);
        let theirs = cozy_chess::Move {
            from: cozy_chess::Square::index(from.into()),
            to: cozy_chess::Square::index(to.into()),
            promotion: promotion.map(|letter| letter.try_into().expect("a letter of a piece")),
        };
        self.theirs.play(theirs);
        let _ = self.ours.play_unchecked(mv);
    }

    /// Checkers, pins, moves, the end of the game and the FEN are the same in both.
    pub(crate) fn agrees(&self) {
        let Pair { ours, theirs } = self;
        let us = ours.side_to_move();
        let pinned = Bitboard(theirs.pinned().0) & ours.board().colors(us);
        assert_eq!(ours.checkers(), Bitboard(theirs.checkers().0), "checkers in {ours}");
        assert_eq!(ours.pinned(us), pinned, "pinned in {ours}");

        assert_eq!(our_moves(ours), their_moves(theirs), "moves in {ours}");
        if ours.halfmove_clock() < 100 {
            let is_ongoing = theirs.status() == GameStatus::Ongoing;
            assert_eq!(ours.has_legal_move(), is_ongoing, "has_legal_move in {ours}");
        }

        let text = format!("{theirs:#}");
        assert_eq!(shredder_fen(ours), text);
        let read: Position = text.parse().expect("a FEN of cozy-chess");
        assert_eq!(read.key(), ours.key(), "{text}");
    }
}

/// What philidor refuses, cozy-chess refuses, with one exception: it does not check whether the kings stand side by
/// side.
pub(crate) fn both_refuse(setup: Setup) {
    let castling = CastlingNotation::Shredder;
    let fen = Fen::new(setup, castling).to_string();
    if fen.parse::<Position>().is_err() && !has_kings_side_by_side(&setup) {
        assert!(Board::from_fen(&fen, true).is_err(), "{fen}");
    }
}

fn has_kings_side_by_side(setup: &Setup) -> bool {
    let kings = setup.board.pieces(PieceType::King);
    kings.into_iter().any(|king| attacks::king(king).intersects(kings))
}

fn shredder_fen(position: &Position) -> String {
    position.to_fen(EnPassantPolicy::Always, CastlingNotation::Shredder).to_string()
}

/// Converts a move of ours.
fn say(position: &Position, mv: Move) -> Said {
    let destination = match mv.move_type() {
        MoveType::Castling => {
            let side = match mv.dest_square().file() {
                File::C => CastlingSide::QueenSide,
                _ => CastlingSide::KingSide,
            };
            position.castling_rooks().square(position.side_to_move(), side)
        }
        _ => mv.dest_square(),
    };
    let promotion = mv.promotion().map(|piece| piece.letter());
    (mv.orig_square() as u8, destination as u8, promotion)
}

fn our_moves(position: &Position) -> Vec<Said> {
    let mut moves: Vec<Said> = position.legal_moves().iter().map(|&mv| say(position, mv)).collect();
    moves.sort_unstable();
    moves
}

fn their_moves(board: &Board) -> Vec<Said> {
    let mut moves = Vec::new();
    board.generate_moves(|set| {
        moves.extend(set.into_iter().map(|mv| {
            let promotion = mv.promotion.map(char::from);
            (mv.from as u8, mv.to as u8, promotion)
        }));
        false
    });
    moves.sort_unstable();
    moves
}
