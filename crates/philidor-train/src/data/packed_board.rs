//! A position in the 32 bytes of *marlinformat*, with which each game of viriformat begins.
//!
//! ```text
//! bytes  0 …  7   the occupied squares, a1 the lowest bit
//!        8 … 23   the pieces on them from a1 to h8, four bits each, the low half of a byte first: 0 pawn, 1 knight,
//!                 2 bishop, 3 rook, 4 queen, 5 king, 6 a rook that may castle; + 8 for Black
//!       24        bits 0–6 the en-passant square, 64 for none; bit 7 Black is to move
//!       25        the halfmove clock
//!       26 … 27   the fullmove number
//!       28 … 29   a score
//!       30        the outcome: 0 Black wins, 1 draw, 2 White wins
//!       31        unused
//! ```
//!
//! The library's own [`PackedPosition`](philidor::binary::PackedPosition) has the same size and another order; this one is
//! what the field trades in.

use philidor::{
    Bitboard, CastlingSide, Color, Piece, PieceType, Position, Setup, SetupError, Square, Strictness,
};

use super::scored_game::GameOutcome;

pub(super) const BYTES: usize = 32;

const NO_SQUARE: u8 = 64;
const UNMOVED_ROOK: u8 = 6;
const BLACK: u8 = 8;

/// A fault of 32 bytes.
#[derive(Debug)]
pub(super) enum BoardFault {
    /// More pieces than there is room for, a code without a piece, or a square that is none.
    Bytes(String),
    /// Pieces that are no position.
    Setup(SetupError),
}

/// The code of a piece type: pawn 0 … king 5.
pub(super) const fn code(piece_type: PieceType) -> u8 {
    5 - piece_type as u8
}

/// The piece type of a code.
pub(super) fn piece_type(code: u8) -> Option<PieceType> {
    PieceType::ALL.into_iter().find(|&piece_type| self::code(piece_type) == code)
}

pub(super) fn write(position: &Position, outcome: GameOutcome) -> [u8; BYTES] {
    let mut bytes = [0; BYTES];
    let occupied = position.board().occupied();
    bytes[..8].copy_from_slice(&occupied.0.to_le_bytes());
    let rooks = position.castling_rooks();
    let may_castle = |color, square| {
        CastlingSide::ALL
            .into_iter()
            .any(|side| position.castling_rights().has(color, side) && rooks.square(color, side) == square)
    };
    for (place, square) in occupied.into_iter().enumerate().take(32) {
        let Some(Piece { color, piece_type }) = position.piece_at(square) else { continue };
        let is_unmoved = piece_type == PieceType::Rook && may_castle(color, square);
        let code = if is_unmoved { UNMOVED_ROOK } else { code(piece_type) };
        let code = code | if color == Color::Black { BLACK } else { 0 };
        bytes[8 + place / 2] |= code << (4 * (place % 2));
    }
    let is_black = position.side_to_move() == Color::Black;
    bytes[24] = position.en_passant().map_or(NO_SQUARE, |square| square as u8) | u8::from(is_black) << 7;
    bytes[25] = u8::try_from(position.halfmove_clock()).unwrap_or(u8::MAX);
    let number = u16::try_from(position.fullmove_number()).unwrap_or(u16::MAX);
    bytes[26..28].copy_from_slice(&number.to_le_bytes());
    bytes[30] = outcome as u8;
    bytes
}

pub(super) fn read(bytes: &[u8; BYTES]) -> Result<(Position, GameOutcome), BoardFault> {
    let fault = |text: String| BoardFault::Bytes(text);
    let occupied = Bitboard(u64::from_le_bytes([
        bytes[0], bytes[1], bytes[2], bytes[3], bytes[4], bytes[5], bytes[6], bytes[7],
    ]));
    if occupied.len() > 32 {
        return Err(fault(format!("{} pieces", occupied.len())));
    }
    let mut setup = Setup::empty();
    let mut unmoved = Vec::new();
    for (place, square) in occupied.into_iter().enumerate() {
        let code = bytes[8 + place / 2] >> (4 * (place % 2)) & 15;
        let color = if code & BLACK == 0 { Color::White } else { Color::Black };
        let piece_type = match code & 7 {
            UNMOVED_ROOK => {
                unmoved.push((color, square));
                PieceType::Rook
            }
            code => piece_type(code).ok_or_else(|| fault(format!("piece {code} on {square}")))?,
        };
        setup.board.put(square, Piece::new(color, piece_type));
    }
    for (color, square) in unmoved {
        let Some(king) = setup.board.colored_pieces(color, PieceType::King).into_iter().next() else {
            continue;
        };
        let side = if square.file() > king.file() { CastlingSide::Short } else { CastlingSide::Long };
        setup.state.castling_rights.insert(philidor::CastlingRights::new(color, side));
        setup.castling_rooks.set(color, side, square.file());
    }
    setup.state.side_to_move = if bytes[24] >> 7 == 0 { Color::White } else { Color::Black };
    let en_passant = bytes[24] & 127;
    if en_passant != NO_SQUARE {
        let square = Square::ALL.get(usize::from(en_passant));
        setup.state.en_passant =
            Some(*square.ok_or_else(|| fault(format!("en-passant square {en_passant}")))?);
    }
    setup.state.halfmove_clock = bytes[25].into();
    setup.state.fullmove_number = u32::from(u16::from_le_bytes([bytes[26], bytes[27]])).max(1);
    let outcome = GameOutcome::from_half_points(bytes[30])
        .ok_or_else(|| fault(format!("outcome {}, which is not 0, 1 or 2", bytes[30])))?;
    let position = Position::from_setup(setup, Strictness::WellDefined).map_err(BoardFault::Setup)?;
    Ok((position, outcome))
}
