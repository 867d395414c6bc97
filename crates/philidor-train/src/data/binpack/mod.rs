//! Binpack: Stockfish's games with scores, some two bytes a move
//! ([description](https://github.com/official-stockfish/Stockfish/blob/tools/docs/binpack.md), with
//! [positions](https://github.com/Sopel97/chess_pos_db/blob/master/docs/bcgn/compressed_positions.md),
//! [moves](https://github.com/Sopel97/chess_pos_db/blob/master/docs/bcgn/compressed_move.md) and
//! [move text](https://github.com/Sopel97/chess_pos_db/blob/master/docs/bcgn/variable_length.md) described elsewhere).
//!
//! ```text
//! file    block block …
//! block   "BINP" │ length, u32 little-endian │ game game …
//! game    position, 24 bytes │ move, 2 │ score, 2 │ ply and result, 2 │ halfmove clock, 2 │ count, 2 │ move text
//!         └──────────── the first position, with the move played there ───────────────────┘   └ this many further moves
//! ```
//!
//! Numbers within a game are big-endian. Scores and results are of the side to move; a number with a sign has it in its
//! lowest bit. The move text (`move_text.rs`) consists of bits (`bits.rs`) and ends with the byte that has its last
//! bit. Both descriptions have a slip. In the files, a score is written as its sum with the score before, and the
//! number of a castling move begins at the number of the king's other destinations, not one below.
//!
//! Games that begin later than half-move 16,383 are said to begin there, and the score −32,768, which has no opposite,
//! becomes 32,767. An en-passant square on which no capture is legal is left out.

mod bits;
mod move_text;

use std::io::BufRead;

use philidor::{Bitboard, Color, MoveType, Piece, PieceType, Position, Rank, Setup, Square};

use self::bits::{BitReader, BitWriter};
use super::error::DataErrorKind;
use super::format::BINPACK_MARK;
use super::move_parts::MoveParts;
use super::packed_board::{self, BoardFault, MAX_PIECES};
use super::scored_game::{GameOutcome, ScoredGame, ScoredMove};
use super::source::{Fault, Source};

/// The bytes of a game without its move text.
const STEM: usize = 34;

/// The bytes of the head of a block: its mark and its length.
const HEAD: usize = 8;

/// The longest block that is read, in bytes.
const LONGEST_BLOCK: u32 = 1 << 28;

/// The kinds of moves in the order of their numbers.
const KINDS: [MoveType; 4] = [MoveType::Normal, MoveType::Promotion, MoveType::Castling, MoveType::EnPassant];

const PAWN_WITH_EN_PASSANT: u8 = 12;
const UNMOVED_WHITE_ROOK: u8 = 13;
const UNMOVED_BLACK_ROOK: u8 = 14;
const BLACK_KING_TO_MOVE: u8 = 15;

/// A number with its sign in the lowest bit.
const fn folded(value: i16) -> u16 {
    let bits = if value < 0 { value as u16 ^ 0x7fff } else { value as u16 };
    bits.rotate_left(1)
}

const fn unfolded(bits: u16) -> i16 {
    let bits = bits.rotate_right(1);
    (if bits & 0x8000 != 0 { bits ^ 0x7fff } else { bits }) as i16
}

/// A score of White's for the side to move, or the other way round.
pub(super) const fn turned(score: i16, side_to_move: Color) -> i16 {
    match side_to_move {
        Color::White => score,
        Color::Black => score.saturating_neg(),
    }
}

/// The games of a block that are left.
#[derive(Debug, Default)]
pub(super) struct Block {
    bytes: Vec<u8>,
    at: usize,
    /// The byte of the file where the first byte of the block is.
    offset: u64,
    /// Whether the file ends before the block does.
    is_cut_off: bool,
    /// Whether the mark of the next block has been read.
    is_at_mark: bool,
}

impl Block {
    /// Whether the block has been read to its end.
    pub(super) fn is_empty(&self) -> bool {
        self.at >= self.bytes.len()
    }

    /// The byte of the file where the next game begins.
    pub(super) fn offset(&self) -> u64 {
        self.offset + self.at as u64
    }

    /// Reads the next block. After a wrong mark or length it is the one after the next mark.
    pub(super) fn fill(&mut self, source: &mut Source<impl BufRead>) -> Result<(), Fault> {
        let is_at_mark = self.is_at_mark;
        *self = Block::default();
        let begin = source.offset;
        let mark = if is_at_mark { *BINPACK_MARK } else { source.take::<4>()? };
        let wrong = |text: String| Fault { offset: begin, kind: DataErrorKind::Block(text) };
        if mark != *BINPACK_MARK {
            self.is_at_mark = find_mark(source)?;
            return Err(wrong("a block without the mark BINP".to_owned()));
        }
        let length = u32::from_le_bytes(source.take::<4>()?);
        if length > LONGEST_BLOCK {
            self.is_at_mark = find_mark(source)?;
            return Err(wrong(format!("a block of {length} bytes")));
        }
        source.record.clear();
        self.offset = source.offset;
        let end = source.take_many(length.into());
        std::mem::swap(&mut self.bytes, &mut source.record);
        // The first games of a block that is cut off are still read.
        match end {
            Err(Fault { kind: DataErrorKind::Torn, .. }) if !self.bytes.is_empty() => {
                self.is_cut_off = true;
                Ok(())
            }
            end => end,
        }
    }

    /// Whether what was read is whole: a block may be cut off right after one of its games. Says so once.
    pub(super) fn end(&mut self) -> Result<(), Fault> {
        if std::mem::take(&mut self.is_cut_off) {
            let kind = DataErrorKind::Block("the file ends before this block does".to_owned());
            return Err(Fault { offset: self.offset(), kind });
        }
        Ok(())
    }

    /// Reads a game and adds its bytes to `record`. After a game that is wrong the next one cannot be found, so the
    /// rest of the block is skipped. If its length is wrong, it may have the head of another block, which is read.
    pub(super) fn game(&mut self, record: &mut Vec<u8>) -> Result<ScoredGame, Fault> {
        let bytes = self.bytes.get(self.at..).unwrap_or_default();
        match read_game(bytes) {
            Ok((game, length)) => {
                record.extend_from_slice(&bytes[..length]);
                self.at += length;
                Ok(game)
            }
            Err((byte, kind)) => {
                let offset = self.offset() + byte as u64;
                let mark = bytes.windows(BINPACK_MARK.len()).position(|four| four == BINPACK_MARK);
                self.is_cut_off &= mark.is_some();
                self.at = mark.map_or(self.bytes.len(), |mark| self.at + mark + HEAD);
                Err(Fault { offset, kind })
            }
        }
    }
}

/// Skips everything up to the next mark, and the mark; false if there is none.
fn find_mark(source: &mut Source<impl BufRead>) -> Result<bool, Fault> {
    let mut last = [0; BINPACK_MARK.len()];
    while last != *BINPACK_MARK {
        source.record.clear();
        last.rotate_left(1);
        match source.take() {
            Ok([byte]) => last[3] = byte,
            Err(Fault { kind: DataErrorKind::Torn, .. }) => return Ok(false),
            Err(fault) => return Err(fault),
        }
    }
    Ok(true)
}

/// A game and how many bytes it has; or the byte and kind of its fault.
fn read_game(bytes: &[u8]) -> Result<(ScoredGame, usize), (usize, DataErrorKind)> {
    let cut_off = || (bytes.len(), DataErrorKind::Block("the block ends within this game".to_owned()));
    let stem: &[u8; STEM] = bytes.first_chunk().ok_or_else(cut_off)?;
    let number = |at: usize| u16::from_be_bytes([stem[at], stem[at + 1]]);
    let board = |fault: BoardFault| {
        let Fault { offset, kind } = fault.at(0);
        (offset as usize, kind)
    };
    let mut setup = read_board(stem).map_err(board)?;
    let us = setup.state.side_to_move;
    let ply = number(28) & 0x3fff;
    setup.state.halfmove_clock = number(30);
    setup.state.fullmove_number = u32::from(ply) / 2 + 1;
    let start = packed_board::position(setup).map_err(board)?;
    let result = unfolded(number(28) >> 14);
    let outcome = u8::try_from(turned(result, us) + 1).ok().and_then(GameOutcome::from_half_points);
    let outcome =
        outcome.ok_or_else(|| (28, DataErrorKind::Board("a result that is not 0, 1 or 2".to_owned())))?;
    let square = |bits: u16| Square::ALL[usize::from(bits & 63)];
    let first = number(24);
    let parts = MoveParts {
        kind: KINDS[usize::from(first >> 14)],
        origin: square(first >> 8),
        destination: square(first >> 2),
        promotion: (first & 3) as u8,
    };
    let mv = parts.legal(&start).ok_or((24, DataErrorKind::IllegalMove { number: 1 }))?;
    let mut score = unfolded(number(26));
    let mut moves = vec![ScoredMove { mv, score: turned(score, us) }];
    let mut position = start;
    position.play_unchecked(mv);
    let mut text = BitReader::new(&bytes[STEM..]);
    for ply in 1..=usize::from(number(32)) {
        let at = STEM + text.bytes();
        let mv = match move_text::read(&position, &mut text) {
            Ok(Some(mv)) => mv,
            Ok(None) => return Err((at, DataErrorKind::IllegalMove { number: ply + 1 })),
            Err(bits::End) => return Err(cut_off()),
        };
        let sum = unfolded(text.blocks().map_err(|bits::End| cut_off())?);
        score = sum.wrapping_sub(score);
        moves.push(ScoredMove { mv, score: turned(score, position.side_to_move()) });
        position.play_unchecked(mv);
    }
    Ok((ScoredGame { start, outcome, moves }, STEM + text.bytes()))
}

/// Writes a game that has at least one move, without the block around it. Moves after the first 65,536 are left out.
pub(super) fn write_game(game: &ScoredGame, output: &mut Vec<u8>) {
    let Some((first, rest)) = game.moves.split_first() else { return };
    let rest = &rest[..rest.len().min(u16::MAX.into())];
    let mut position = game.start;
    let us = position.side_to_move();
    output.extend_from_slice(&write_board(&position));
    let MoveParts { kind, origin, destination, promotion } = MoveParts::of(&position, first.mv);
    let kind = KINDS.iter().position(|&one| one == kind).unwrap_or(0) as u16;
    let word = kind << 14 | (origin as u16) << 8 | (destination as u16) << 2 | u16::from(promotion);
    let moves_before = u64::from(position.fullmove_number().saturating_sub(1));
    let ply = moves_before * 2 + u64::from(us == Color::Black);
    let result = folded(turned(game.outcome as i16 - 1, us));
    let mut score = turned(first.score, us);
    let ply = ply.min(0x3fff) as u16 | result << 14;
    for number in [word, folded(score), ply, position.halfmove_clock(), rest.len() as u16] {
        output.extend_from_slice(&number.to_be_bytes());
    }
    position.play_unchecked(first.mv);
    let mut text = BitWriter::new(output);
    for scored in rest {
        move_text::write(&position, scored.mv, &mut text);
        let next = turned(scored.score, position.side_to_move());
        text.blocks(folded(next.wrapping_add(score)));
        score = next;
        position.play_unchecked(scored.mv);
    }
}

fn read_board(stem: &[u8; STEM]) -> Result<Setup, BoardFault> {
    let [a, b, c, d, e, f, g, h, ..] = *stem;
    let mut setup = Setup::empty();
    let mut unmoved = Bitboard::EMPTY;
    for (place, square) in
        packed_board::occupied(u64::from_be_bytes([a, b, c, d, e, f, g, h]))?.into_iter().enumerate()
    {
        let byte = 8 + place / 2;
        let code = stem[byte] >> (4 * (place % 2)) & 15;
        let piece = match code {
            PAWN_WITH_EN_PASSANT => {
                let (color, passed) = match square.rank() {
                    Rank::Fourth => (Color::White, square.offset(0, -1)),
                    Rank::Fifth => (Color::Black, square.offset(0, 1)),
                    _ => return Err(BoardFault::new(byte, format!("no pawn on {square} has just advanced"))),
                };
                setup.state.en_passant = passed;
                Piece::new(color, PieceType::Pawn)
            }
            UNMOVED_WHITE_ROOK | UNMOVED_BLACK_ROOK => {
                unmoved.insert(square);
                let color = if code == UNMOVED_WHITE_ROOK { Color::White } else { Color::Black };
                Piece::new(color, PieceType::Rook)
            }
            BLACK_KING_TO_MOVE => {
                setup.state.side_to_move = Color::Black;
                Piece::new(Color::Black, PieceType::King)
            }
            code => {
                let color = if code % 2 == 0 { Color::White } else { Color::Black };
                // The codes end with those of the kings, 10 and 11.
                let piece_type = packed_board::piece_type(code / 2);
                Piece::new(color, piece_type.ok_or_else(|| BoardFault::new(byte, format!("piece {code}")))?)
            }
        };
        setup.board.put(square, piece);
    }
    for color in Color::ALL {
        for square in unmoved & setup.board.colors(color) {
            packed_board::let_castle(&mut setup, color, square);
        }
    }
    Ok(setup)
}

fn write_board(position: &Position) -> [u8; 24] {
    let mut bytes = [0; 24];
    let occupied = position.board().occupied();
    bytes[..8].copy_from_slice(&occupied.0.to_be_bytes());
    let us = position.side_to_move();
    let unmoved = packed_board::unmoved_rooks(position);
    // The pawn is one step beyond the square that it has passed.
    let advance = if us == Color::White { -1 } else { 1 };
    let passed = position.en_passant().filter(|_| position.has_legal_en_passant());
    let advanced = passed.and_then(|square| square.offset(0, advance));
    for (place, square) in occupied.into_iter().enumerate().take(MAX_PIECES as usize) {
        let Some(Piece { color, piece_type }) = position.piece_at(square) else { continue };
        let code = if advanced == Some(square) {
            PAWN_WITH_EN_PASSANT
        } else if unmoved.contains(square) {
            if color == Color::White { UNMOVED_WHITE_ROOK } else { UNMOVED_BLACK_ROOK }
        } else if piece_type == PieceType::King && color == Color::Black && us == Color::Black {
            BLACK_KING_TO_MOVE
        } else {
            packed_board::code(piece_type) * 2 + u8::from(color == Color::Black)
        };
        bytes[8 + place / 2] |= code << (4 * (place % 2));
    }
    bytes
}

#[cfg(test)]
mod tests;
