//! Horde: thirty-six white pawns against the black pieces.
//!
//! ```text
//! 8 | r n b q k b n r
//! 7 | p p p p p p p p
//! 6 | . . . . . . . .
//! 5 | . P P . . P P .      White has no king: Black wins by taking everything, White by mate.
//! 4 | P P P P P P P P
//! 3 | P P P P P P P P      A white pawn on the first rank may advance two squares as well, and is not taken
//! 2 | P P P P P P P P      en passant then.
//! 1 | P P P P P P P P
//! ```

use alloc::vec::Vec;

use philidor::{Bitboard, Board, CastlingRights, Color, Fault, Outcome, Piece, PieceType, Rank, Setup, Win};

use crate::material;
use crate::position::Rules;
use crate::position::VariantPosition;

/// Horde, as on Lichess.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Horde;

impl Rules for Horde {
    type Extra = ();
    const NAME: &'static str = "Horde";

    #[inline(always)]
    fn double_step_origins(color: Color) -> Bitboard {
        match color {
            Color::White => Bitboard::from_rank(Rank::First) | Bitboard::from_rank(Rank::Second),
            Color::Black => Bitboard::from_rank(Rank::Seventh),
        }
    }

    #[inline(always)]
    fn end(position: &VariantPosition<Horde>) -> Option<Outcome> {
        let is_gone = position.board().colors(Color::White).is_empty();
        is_gone.then_some(Outcome::Win { winner: Color::Black, by: Win::NothingLeft })
    }

    fn has_insufficient_material(position: &VariantPosition<Horde>, color: Color) -> bool {
        let board = position.board();
        let has_king = board.colored_pieces(color, PieceType::King);
        has_king.is_empty() && !Material::new(board, color).mates(&Material::new(board, !color))
    }

    /// Whether Black is to move, and each of its moves leaves the horde with pawns but without a move. Only positions
    /// in which all pawns are blocked are looked into.
    fn is_dead(position: &VariantPosition<Horde>) -> bool {
        let board = position.board();
        let horde = board.colors(Color::White);
        let is_blocked =
            horde.is_subset_of(board.pieces(PieceType::Pawn)) && horde.north().is_subset_of(board.occupied());
        let is_stuck = |mv| {
            let after = position.after(mv);
            Horde::end(&after).is_none() && !after.has_legal_move()
        };
        position.side_to_move() == Color::Black
            && is_blocked
            && position.legal_moves().into_iter().all(is_stuck)
    }

    fn start() -> (Setup, ()) {
        let start = "rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - 0 1".parse();
        (start.unwrap_or_default(), ())
    }

    /// Black's pieces stand as in Chess960.
    fn chess960(number: u16) -> Option<(Setup, ())> {
        let (start, extra) = Horde::start();
        let mut setup = Setup::chess960(number)?;
        for square in Bitboard(0xffff) {
            setup.board.remove(square);
        }
        for square in start.board.colors(Color::White) {
            setup.board.put(square, Piece::new(Color::White, PieceType::Pawn));
        }
        setup.state.castling_rights &= CastlingRights::BLACK;
        Some((setup.without_unused_castling_rooks(), extra))
    }

    fn faults(setup: &Setup, (): &(), faults: &mut Vec<Fault>) {
        let kings = setup.board.colored_pieces(Color::White, PieceType::King);
        if !kings.is_empty() {
            faults.push(Fault::KingInHorde { squares: kings });
        }
    }

    fn excuses(setup: &Setup, fault: &Fault) -> bool {
        match *fault {
            Fault::MissingKing { color } => color == Color::White,
            Fault::TooManyPieces { color, .. } | Fault::TooManyPawns { color, .. } => color == Color::White,
            Fault::PawnsOnLastRanks { squares } => {
                squares.is_subset_of(Bitboard::from_rank(Rank::First) & setup.board.colors(Color::White))
            }
            _ => false,
        }
    }
}

/// How many pieces a side has of each kind.
struct Material {
    pawns: u32,
    knights: u32,
    /// Bishops on dark squares, on light squares.
    bishops: [u32; 2],
    rooks: u32,
    queens: u32,
    /// All of them, the king included.
    all: u32,
}

impl Material {
    fn new(board: &Board, color: Color) -> Material {
        let count = |kind| board.colored_pieces(color, kind).len();
        let bishops = board.colored_pieces(color, PieceType::Bishop);
        Material {
            pawns: count(PieceType::Pawn),
            knights: count(PieceType::Knight),
            bishops: [(bishops & material::DARK).len(), (bishops - material::DARK).len()],
            rooks: count(PieceType::Rook),
            queens: count(PieceType::Queen),
            all: board.colors(color).len(),
        }
    }

    /// Whether the few pieces of a horde can mate a king that its own pieces hem in: four of them always can, and fewer
    /// in the corners that these cases name.
    fn mates(&self, king_side: &Material) -> bool {
        let Material { pawns, knights, bishops, rooks, queens, .. } = *self;
        let [dark, light] = bishops.map(|count| count.min(2)); // a third one on the same color adds nothing
        let their = king_side;
        let is_bare = their.all == 1;
        let strong = pawns + queens;
        match pawns + knights + dark + light + rooks + queens {
            0 => false,
            4.. => true,
            1 => !is_bare && self.mates_alone(their),
            _ if strong > 0 => true,
            // Bishops on the color of ours cannot hem in their king where ours does not reach.
            2 if rooks == 1 && dark + light == 1 => their.all - self.same_bishops(their) > 1,
            _ if rooks > 0 => true,
            2 => !is_bare && self.two_minor_pieces_mate(their),
            _ => knights >= 2 || (dark > 0 && light > 0) || !is_bare,
        }
    }

    /// A single piece against a king and others.
    fn mates_alone(&self, their: &Material) -> bool {
        let [dark, light] = their.bishops;
        let by_queen = their.pawns > 0 || their.rooks > 0 || dark >= 2 || light >= 2;
        if self.queens > 0 {
            by_queen
        } else if self.pawns > 0 {
            by_queen || their.smother()
        } else if self.rooks > 0 {
            let kinds = [their.pawns, their.rooks, their.knights].map(|count| count > 0);
            their.pawns >= 2 || kinds.into_iter().filter(|&has| has).count() >= 2
        } else if self.knights > 0 {
            their.smother()
        } else {
            let opposite = self.opposite_bishops(their);
            opposite >= 2 || their.pawns >= 2 || (opposite >= 1 && their.pawns >= 1)
        }
    }

    /// How many bishops of the other side stand on the color on which ours does not.
    fn opposite_bishops(&self, their: &Material) -> u32 {
        if self.bishops[0] > 0 { their.bishops[1] } else { their.bishops[0] }
    }

    /// Whether these pieces can hem in their own king so that a knight mates it.
    fn smother(&self) -> bool {
        let [dark, light] = self.bishops;
        let kinds = [self.pawns, self.knights, self.rooks, dark + light];
        let hem_in =
            self.knights >= 2 || self.pawns >= 2 || kinds.into_iter().filter(|&count| count > 0).count() >= 2;
        self.all >= 4 && hem_in && (dark < 2 || self.all - dark >= 3) && (light < 2 || self.all - light >= 3)
    }

    /// How many stand on the color on which ours does.
    fn same_bishops(&self, their: &Material) -> u32 {
        their.bishops[0] + their.bishops[1] - self.opposite_bishops(their)
    }

    fn two_minor_pieces_mate(&self, their: &Material) -> bool {
        let their_bishops = their.bishops[0] + their.bishops[1];
        let opposite = self.opposite_bishops(their);
        if self.knights >= 2 {
            their.pawns + their_bishops + their.knights >= 1
        } else if self.bishops[0] > 0 && self.bishops[1] > 0 {
            let helped = their.knights >= 1 && their.rooks + their.queens >= 1;
            their.pawns >= 1 || their_bishops >= 1 || helped
        } else if self.knights > 0 {
            their.pawns >= 1 || opposite >= 1 || their.all - self.same_bishops(their) >= 3
        } else {
            their.pawns + their.knights + opposite >= 2
        }
    }
}
