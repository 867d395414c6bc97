//! Boards that no game reaches, most of them with more pieces than a game has. A quick run draws them anew.

use philidor::{
    Bitboard, Board, Color, Fault, File, Piece, PieceType, Position, Rank, Setup, Square, Strictness,
};

use philidor_proof as proof;

use crate::games::Random;

/// An endless stream of positions with any number of pieces of any kind, as [`Strictness::WellDefined`] accepts.
pub(crate) fn positions(seed: u64) -> impl Iterator<Item = Position> {
    let mut random = Random(proof::seed(seed));
    core::iter::repeat_with(move || crowd(&mut random)).filter_map(|setup| {
        let setup = setup.without_impossible_castling_rights();
        Position::from_setup(setup, Strictness::WellDefined).ok()
    })
}

/// Kings anywhere, most pieces of one color, many of them the same.
fn crowd(random: &mut Random) -> Setup {
    let mut setup = Setup { board: Board::default(), ..Setup::default() };
    setup.state.side_to_move = Color::ALL[random.below(2)];
    let pieces = [random.below(62), 12 + random.below(16)][random.below(2)];
    let (own, favorite) = (1 + random.below(8), PieceType::ALL[1 + random.below(5)]);
    for _ in 0..pieces {
        let square = Square::ALL[random.below(64)];
        let kind = if random.below(3) == 0 { PieceType::ALL[1 + random.below(5)] } else { favorite };
        let on_last_rank = Bitboard::LAST_RANKS.contains(square);
        let kind = if kind == PieceType::Pawn && on_last_rank { PieceType::Rook } else { kind };
        let color = if random.below(8) < own { setup.state.side_to_move } else { !setup.state.side_to_move };
        setup.board.put(square, Piece::new(color, kind));
    }
    for color in Color::ALL {
        let home = Square::new(File::E, Rank::First.relative_to(color));
        let square = if random.below(2) == 0 { home } else { Square::ALL[random.below(64)] };
        setup.board.put(square, Piece::new(color, PieceType::King));
    }
    let us = setup.state.side_to_move;
    setup.state.en_passant = Some(Square::new(File::ALL[random.below(8)], Rank::Sixth.relative_to(us)));
    let is_undefined =
        |fault: &Fault| matches!(fault, Fault::EnPassant { .. }) && fault.leaves_rules_undefined();
    if setup.faults().iter().any(is_undefined) {
        setup.state.en_passant = None;
    }
    setup
}
