//! The plainest definition of an unmove: put the pieces back in every way, ask the door whether that is a position, and
//! play the move.

use philidor::{
    Bitboard, CastlingRights, CastlingSide, File, MoveDigest, MoveType, Piece, PieceType, Position, Rank,
    Setup, Square,
};
use philidor_retro::{EnPassantReading, Retractor, Unmove};

use super::sameness::is_same;

/// What may be put back.
const PUT_BACK: [Option<PieceType>; 6] = [
    None,
    Some(PieceType::Queen),
    Some(PieceType::Rook),
    Some(PieceType::Bishop),
    Some(PieceType::Knight),
    Some(PieceType::Pawn),
];

/// All unmoves of a position in ascending order, for readings of en passant and modes of castling, but not of clocks.
pub(super) fn unmoves(retractor: Retractor, position: &Position) -> Vec<Unmove> {
    let mut found = Vec::new();
    let mover = !position.side_to_move();
    for destination in position.board().colors(mover) {
        let piece = position.piece_at(destination).expect("an occupied square");
        for origin in !position.board().occupied() {
            for put_back in PUT_BACK {
                let mut before = board_before(position);
                before.board.remove(destination);
                before.board.put(origin, piece);
                if let Some(put_back) = put_back {
                    before.board.put(destination, Piece::new(!mover, put_back));
                }
                let digest = digest(MoveType::Normal, origin, destination, 0);
                try_move(retractor, position, before, digest, &mut found);
                if Bitboard::LAST_RANKS.contains(destination)
                    && PieceType::PROMOTIONS.contains(&piece.piece_type)
                {
                    before.board.put(origin, Piece::new(mover, PieceType::Pawn));
                    let code = piece.piece_type as u16 - PieceType::Queen as u16;
                    let digest = self::digest(MoveType::Promotion, origin, destination, code);
                    try_move(retractor, position, before, digest, &mut found);
                }
            }
            let beside = Square::new(destination.file(), origin.rank());
            if piece.piece_type == PieceType::Pawn && position.piece_at(beside).is_none() && beside != origin
            {
                let mut before = board_before(position);
                before.board.remove(destination);
                before.board.put(origin, piece);
                before.board.put(beside, Piece::new(!mover, PieceType::Pawn));
                before.state.en_passant = Some(destination);
                let digest = digest(MoveType::EnPassant, origin, destination, 0);
                try_move(retractor, position, before, digest, &mut found);
            }
        }
    }
    for side in CastlingSide::ALL {
        castlings(retractor, position, side, &mut found);
    }
    found.sort_unstable();
    found
}

fn digest(move_type: MoveType, origin: Square, destination: Square, aux: u16) -> MoveDigest {
    MoveDigest((move_type as u16) << 14 | (origin as u16) << 8 | (destination as u16) << 2 | aux)
}

/// The setup with the turn given back.
fn board_before(position: &Position) -> Setup {
    let mut before = position.to_setup();
    before.state.side_to_move = !position.side_to_move();
    before.state.en_passant = None;
    before
}

/// Castling from all squares of the home rank.
fn castlings(retractor: Retractor, position: &Position, side: CastlingSide, found: &mut Vec<Unmove>) {
    let mover = !position.side_to_move();
    let (king, rook) = (side.king_destination(mover), side.rook_destination(mover));
    let have = |square, piece_type| position.piece_at(square) == Some(Piece::new(mover, piece_type));
    if !have(king, PieceType::King) || !have(rook, PieceType::Rook) {
        return;
    }
    let is_chess960 = retractor == retractor.castling(philidor::CastlingMode::Chess960);
    let home = |file| Square::new(file, Rank::First.relative_to(mover));
    for (king_file, rook_file) in File::ALL.into_iter().flat_map(|king| File::ALL.map(|rook| (king, rook))) {
        let corner = if side == CastlingSide::KingSide { File::H } else { File::A };
        if !is_chess960 && (king_file, rook_file) != (File::E, corner) || king_file == rook_file {
            continue;
        }
        let mut before = board_before(position);
        before.board.remove(king);
        before.board.remove(rook);
        if [king_file, rook_file].into_iter().any(|file| before.board.piece_at(home(file)).is_some()) {
            continue;
        }
        before.board.put(home(king_file), Piece::new(mover, PieceType::King));
        before.board.put(home(rook_file), Piece::new(mover, PieceType::Rook));
        before.state.castling_rights.insert(CastlingRights::new(mover, side));
        before.castling_rooks.set(mover, side, rook_file);
        try_move(retractor, position, before, digest(MoveType::Castling, home(king_file), king, 0), found);
    }
}

/// Notes the unmove if the setup passes the door and the move leads to the position.
fn try_move(
    retractor: Retractor,
    position: &Position,
    before: Setup,
    digest: MoveDigest,
    found: &mut Vec<Unmove>,
) {
    let Ok(before) = Position::try_from(before) else { return };
    let Some(mv) = before.decode(digest) else { return };
    let after = before.after(mv);
    if leads_to(retractor, &after, position) {
        found.push(Unmove::of(mv, &before));
    }
}

/// Whether a position is the one in question, as far as its en-passant square is believed.
pub(super) fn leads_to(retractor: Retractor, after: &Position, position: &Position) -> bool {
    if position.en_passant().is_some() || retractor == retractor.en_passant(EnPassantReading::Always) {
        return is_same(after, position);
    }
    let is_silent =
        !after.has_legal_en_passant() || retractor == retractor.en_passant(EnPassantReading::Unknown);
    let mut silent = after.to_setup();
    silent.state.en_passant = None;
    is_silent && Position::try_from(silent).is_ok_and(|silent| is_same(&silent, position))
        || after.en_passant().is_none() && is_same(after, position)
}
