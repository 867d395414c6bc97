//! Which king castles, where kings are ordinary pieces and there may be several.
//!
//! ```text
//! 1 | R . K . K . . R        of those that stand between the rooks it is the one on the e-file, or else the first
//! ```
//!
//! A FEN names rooks but no king, so the board decides, with the rights, in play as in a FEN: a right ends with the
//! move after which a FEN would give it to another king, or could not name its rook.

use philidor::{
    Bitboard, CastlingFault, CastlingRights, CastlingSide, Color, Fault, File, PieceType, Rank, Setup, Square,
};

/// What is wrong with the castling rights of a side with several kings: the king that castles does not have a rook of
/// its own where a right says, or on that side, or another king stands beyond its long rook.
pub(super) fn faults(setup: &Setup, color: Color) -> impl Iterator<Item = Fault> {
    let king = king(setup, color);
    let without_name = setup.rights_lost_in_fen();
    CastlingRights::EACH
        .into_iter()
        .filter(move |&(_, other, side)| other == color && setup.state.castling_rights.has(color, side))
        .filter_map(move |(_, _, side)| {
            let rook = setup.castling_rooks.square(color, side);
            let own = setup.board.colored_pieces(color, PieceType::Rook);
            let is_on_side = king.is_some_and(|king| is_on_side(rook, side, king));
            let is_on_side = is_on_side && !without_name.has(color, side);
            let reason = match (own.contains(rook), is_on_side) {
                (true, true) => return None,
                (false, _) => CastlingFault::NoRook(rook),
                (true, false) => CastlingFault::WrongSide(rook),
            };
            Some(Fault::Castling { color, side, reason })
        })
}

/// The king that has a side's castling rights: the one on the home rank that stands between its rooks, or beside its
/// rook. Where kings are ordinary pieces, there may be several.
pub(super) fn king(setup: &Setup, color: Color) -> Option<Square> {
    let home = Bitboard::from_rank(Rank::First.relative_to(color));
    let kings = setup.board.colored_pieces(color, PieceType::King) & home;
    let fits = |king: &Square| {
        let mut sides =
            CastlingSide::ALL.into_iter().filter(|&side| setup.state.castling_rights.has(color, side));
        sides.all(|side| is_on_side(setup.castling_rooks.square(color, side), side, *king))
    };
    let on_e_file = kings & Bitboard::from_file(File::E);
    on_e_file.into_iter().chain(kings).find(fits).or(kings.first())
}

/// Ends the rights of a side that a FEN would not give to `castles`, the king that has them.
pub(super) fn keep_readable_rights(setup: &mut Setup, color: Color, castles: Square) {
    let own = CastlingRights::for_color(color);
    setup.state.castling_rights.remove(setup.rights_lost_in_fen() & own);
    if king(setup, color) != Some(castles) {
        setup.state.castling_rights.remove(own);
    }
}

fn is_on_side(rook: Square, side: CastlingSide, king: Square) -> bool {
    match side {
        CastlingSide::KingSide => rook.file() > king.file(),
        CastlingSide::QueenSide => rook.file() < king.file(),
    }
}
