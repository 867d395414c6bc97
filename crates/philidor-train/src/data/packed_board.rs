//! A position in the 32 bytes of *marlinformat*: a file has one after the other, and each game of viriformat begins
//! with one.
//!
//! ```text
//! bytes  0 …  7   the occupied squares, a1 the lowest bit
//!        8 … 23   the pieces on them from a1 to h8, four bits each, the low half of a byte first: 0 pawn, 1 knight,
//!                 2 bishop, 3 rook, 4 queen, 5 king, 6 a rook that may castle; + 8 for Black
//!       24        bits 0–6 the en-passant square, 64 for none; bit 7 Black is to move
//!       25        the halfmove clock
//!       26 … 27   the fullmove number
//!       28 … 29   a score, White's, in centipawns
//!       30        the outcome: 0 Black wins, 1 draw, 2 White wins
//!       31        unused
//! ```
//!
//! The library's own [`PackedPosition`](philidor::binary::PackedPosition) has the same size and another order; this one
//! is what other programs exchange.

use philidor::{
    Bitboard, CastlingRights, CastlingSide, Color, Piece, PieceType, Position, Setup, Square, Strictness,
};

use super::error::DataErrorKind;
use super::scored_game::GameOutcome;
use super::source::Fault;

pub(super) const BYTES: usize = 32;

/// The most pieces that a board of four bits a piece has room for, here and in other formats.
pub(super) const MAX_PIECES: u32 = 32;

const NO_SQUARE: u8 = 64;
const UNMOVED_ROOK: u8 = 6;
const BLACK: u8 = 8;

/// A fault of 32 bytes: the first byte that is wrong, and why.
#[derive(Debug)]
pub(super) struct BoardFault {
    byte: u64,
    text: String,
}

impl BoardFault {
    pub(super) fn new(byte: usize, text: impl ToString) -> BoardFault {
        BoardFault { byte: byte as u64, text: text.to_string() }
    }

    /// The fault of a file in which the 32 bytes begin here.
    pub(super) fn at(self, begin: u64) -> Fault {
        Fault { offset: begin + self.byte, kind: DataErrorKind::Board(self.text) }
    }
}

/// The code of a piece type: pawn 0 … king 5.
pub(super) const fn code(piece_type: PieceType) -> u8 {
    5 - piece_type as u8
}

pub(super) fn piece_type(code: u8) -> Option<PieceType> {
    PieceType::ALL.into_iter().find(|&piece_type| self::code(piece_type) == code)
}

/// The rooks that may castle.
pub(super) fn unmoved_rooks(position: &Position) -> Bitboard {
    let (rights, rooks) = (position.castling_rights(), position.castling_rooks());
    CastlingRights::EACH
        .into_iter()
        .filter(|&(_, color, side)| rights.has(color, side))
        .fold(Bitboard::EMPTY, |set, (_, color, side)| set | rooks.square(color, side).into())
}

/// Gives a king the right to castle with the rook on this square.
pub(super) fn let_castle(setup: &mut Setup, color: Color, rook: Square) {
    if let Some(king) = setup.board.colored_pieces(color, PieceType::King).first() {
        let side = if rook.file() > king.file() { CastlingSide::KingSide } else { CastlingSide::QueenSide };
        setup.state.castling_rights.insert(CastlingRights::new(color, side));
        setup.castling_rooks.set(color, side, rook.file());
    }
}

/// The position of a setup; if that is not valid, byte 0 is at fault.
pub(super) fn position(setup: Setup) -> Result<Position, BoardFault> {
    Position::from_setup(setup, Strictness::WellDefined).map_err(|error| BoardFault::new(0, error))
}

/// The squares of eight bytes, at most [`MAX_PIECES`].
pub(super) fn occupied(bits: u64) -> Result<Bitboard, BoardFault> {
    let occupied = Bitboard(bits);
    if occupied.len() > MAX_PIECES {
        return Err(BoardFault::new(0, format!("{} pieces", occupied.len())));
    }
    Ok(occupied)
}

pub(super) fn write(position: &Position, score: i16, outcome: GameOutcome) -> [u8; BYTES] {
    let mut bytes = [0; BYTES];
    let occupied = position.board().occupied();
    bytes[..8].copy_from_slice(&occupied.0.to_le_bytes());
    let unmoved = unmoved_rooks(position);
    for (place, square) in occupied.into_iter().enumerate().take(MAX_PIECES as usize) {
        let Some(Piece { color, piece_type }) = position.piece_at(square) else { continue };
        let code = if unmoved.contains(square) { UNMOVED_ROOK } else { code(piece_type) };
        let code = code | if color == Color::Black { BLACK } else { 0 };
        bytes[8 + place / 2] |= code << (4 * (place % 2));
    }
    let is_black = position.side_to_move() == Color::Black;
    bytes[24] = position.en_passant().map_or(NO_SQUARE, |square| square as u8) | u8::from(is_black) << 7;
    bytes[25] = u8::try_from(position.halfmove_clock()).unwrap_or(u8::MAX);
    let number = u16::try_from(position.fullmove_number()).unwrap_or(u16::MAX);
    bytes[26..28].copy_from_slice(&number.to_le_bytes());
    bytes[28..30].copy_from_slice(&score.to_le_bytes());
    bytes[30] = outcome as u8;
    bytes
}

pub(super) fn read(bytes: &[u8; BYTES]) -> Result<(Position, i16, GameOutcome), BoardFault> {
    let mut setup = Setup::empty();
    let mut unmoved = Bitboard::EMPTY;
    let [a, b, c, d, e, f, g, h, ..] = *bytes;
    for (place, square) in occupied(u64::from_le_bytes([a, b, c, d, e, f, g, h]))?.into_iter().enumerate() {
        let byte = 8 + place / 2;
        let code = bytes[byte] >> (4 * (place % 2)) & 15;
        let color = if code & BLACK == 0 { Color::White } else { Color::Black };
        let piece_type = match code & 7 {
            UNMOVED_ROOK => {
                unmoved.insert(square);
                PieceType::Rook
            }
            code => {
                piece_type(code).ok_or_else(|| BoardFault::new(byte, format!("piece {code} on {square}")))?
            }
        };
        setup.board.put(square, Piece::new(color, piece_type));
    }
    for square in unmoved {
        let color =
            if setup.board.colors(Color::White).contains(square) { Color::White } else { Color::Black };
        let_castle(&mut setup, color, square);
    }
    setup.state.side_to_move = if bytes[24] >> 7 == 0 { Color::White } else { Color::Black };
    let en_passant = bytes[24] & 127;
    if en_passant != NO_SQUARE {
        let square = Square::from_index(en_passant.into());
        setup.state.en_passant =
            Some(square.ok_or_else(|| BoardFault::new(24, format!("en-passant square {en_passant}")))?);
    }
    setup.state.halfmove_clock = bytes[25].into();
    setup.state.fullmove_number = u32::from(u16::from_le_bytes([bytes[26], bytes[27]])).max(1);
    let outcome = outcome(bytes, 30)?;
    Ok((position(setup)?, i16::from_le_bytes([bytes[28], bytes[29]]), outcome))
}

pub(super) fn outcome(bytes: &[u8; BYTES], byte: usize) -> Result<GameOutcome, BoardFault> {
    let fault = || BoardFault::new(byte, format!("outcome {}, which is not 0, 1 or 2", bytes[byte]));
    GameOutcome::from_half_points(bytes[byte]).ok_or_else(fault)
}
