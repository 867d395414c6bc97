//! Viriformat: games with scores, four bytes a move (Cosmo Bobak, 2023;
//! [specification](https://docs.rs/viriformat)).
//!
//! ```text
//! game   32 bytes of marlinformat │ move score │ move score │ …  │ 0 0
//!                                     u16  i16
//!
//! move   15 ─ 14   13 ── 12   11 ─────── 6   5 ────── 0
//!         type     promotion   destination    origin         type: 0 normal, 1 en passant, 2 castling, 3 promotion;
//!                                                            promotion: 0 knight … 3 queen; castling takes the rook
//! ```
//!
//! Scores are White's. Games follow each other without a header, so files can be joined, and one that ends in the middle
//! of a game is whole up to there.

use std::error::Error;
use std::fmt;
use std::io::{self, BufRead, Write};

use philidor::{CastlingSide, Move, MoveDigest, MoveType, Position, Square};

use super::packed_board::{self, BYTES, BoardFault};
use super::scored_game::{ScoredGame, ScoredMove};

/// A game that cannot be read.
#[derive(Debug)]
#[non_exhaustive]
pub struct ViriformatError {
    /// The number of the game, counted from 1.
    pub game: u64,
    /// The byte of the file where the game begins.
    pub offset: u64,
    /// What is wrong.
    pub kind: ViriformatErrorKind,
}

/// What can be wrong with a game.
#[derive(Debug)]
#[non_exhaustive]
pub enum ViriformatErrorKind {
    /// The file could not be read.
    Io(io::Error),
    /// The file ends within the game.
    Torn,
    /// Its first 32 bytes are no position; the text says why.
    Board(String),
    /// A move is not legal.
    IllegalMove {
        /// The number of half-moves before it.
        ply: usize,
        /// Its two bytes.
        word: u16,
    },
}

impl fmt::Display for ViriformatError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "game {} at byte {}: ", self.game, self.offset)?;
        match &self.kind {
            ViriformatErrorKind::Io(error) => write!(f, "{error}"),
            ViriformatErrorKind::Torn => f.write_str("the file ends within it"),
            ViriformatErrorKind::Board(text) => write!(f, "its first position: {text}"),
            ViriformatErrorKind::IllegalMove { ply, word } => {
                write!(f, "half-move {}, {word:#06x}, is not legal", ply + 1)
            }
        }
    }
}

impl Error for ViriformatError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match &self.kind {
            ViriformatErrorKind::Io(error) => Some(error),
            _ => None,
        }
    }
}

/// A move as viriformat writes it.
fn encode(position: &Position, mv: Move) -> u16 {
    let mut destination = mv.dest_square();
    let (kind, promotion) = match (mv.move_type(), mv.castling_side()) {
        (_, Some(side)) => {
            destination = position.castling_rooks().square(position.side_to_move(), side);
            (2, 0)
        }
        (MoveType::EnPassant, _) => (1, 0),
        (MoveType::Promotion, _) => (3, mv.promotion().map_or(0, |piece| packed_board::code(piece) - 1)),
        _ => (0, 0),
    };
    mv.orig_square() as u16 | (destination as u16) << 6 | u16::from(promotion) << 12 | kind << 14
}

/// The legal move that these two bytes stand for.
fn decode(position: &Position, word: u16) -> Option<Move> {
    let square = |bits: u16| Square::ALL[usize::from(bits & 63)];
    let (origin, mut destination) = (square(word), square(word >> 6));
    let mut aux = 0;
    let kind = match word >> 14 {
        0 => MoveType::Normal,
        1 => MoveType::EnPassant,
        2 => {
            let side = if destination > origin { CastlingSide::Short } else { CastlingSide::Long };
            let us = position.side_to_move();
            if position.castling_rooks().square(us, side) != destination {
                return None;
            }
            destination = side.king_destination(us);
            MoveType::Castling
        }
        _ => {
            let promoted = packed_board::piece_type((word >> 12 & 3) as u8 + 1)?;
            aux = Move::aux_data_of(promoted);
            MoveType::Promotion
        }
    };
    let digest = (kind as u16) << 14 | (origin as u16) << 8 | (destination as u16) << 2 | u16::from(aux);
    position.decode(MoveDigest(digest))
}

/// Writes a game.
///
/// # Errors
///
/// If the output cannot be written to.
pub fn write(game: &ScoredGame, output: &mut impl Write) -> io::Result<()> {
    let mut position = game.start;
    output.write_all(&packed_board::write(&position, game.outcome))?;
    for &ScoredMove { mv, score } in &game.moves {
        output.write_all(&encode(&position, mv).to_le_bytes())?;
        output.write_all(&score.to_le_bytes())?;
        position.play(mv);
    }
    output.write_all(&[0; 4])
}

/// Reads games one by one.
///
/// ```
/// use philidor::Position;
/// use philidor_train::data::{GameOutcome, ScoredGame, ScoredMove, viriformat};
///
/// let start = Position::default();
/// let moves = vec![ScoredMove { mv: start.parse_san("e4").expect("legal"), score: 30 }];
/// let game = ScoredGame { start, outcome: GameOutcome::Draw, moves };
/// let mut bytes = Vec::new();
/// viriformat::write(&game, &mut bytes)?;
/// assert_eq!(bytes.len(), 32 + 4 + 4);
/// let read: Result<Vec<ScoredGame>, _> = viriformat::Reader::new(&bytes[..]).collect();
/// assert_eq!(read?, [game]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Reader<R> {
    input: R,
    /// Games begun.
    games: u64,
    /// Bytes read.
    offset: u64,
    is_over: bool,
}

impl<R: BufRead> Reader<R> {
    /// Reads games from here on.
    pub fn new(input: R) -> Reader<R> {
        Reader { input, games: 0, offset: 0, is_over: false }
    }

    /// How many bytes the games read so far take.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    fn bytes<const N: usize>(&mut self) -> Result<[u8; N], ViriformatErrorKind> {
        let mut bytes = [0; N];
        match self.input.read_exact(&mut bytes) {
            Ok(()) => {
                self.offset += N as u64;
                Ok(bytes)
            }
            Err(error) if error.kind() == io::ErrorKind::UnexpectedEof => Err(ViriformatErrorKind::Torn),
            Err(error) => Err(ViriformatErrorKind::Io(error)),
        }
    }

    fn game(&mut self) -> Result<ScoredGame, ViriformatErrorKind> {
        let board = self.bytes::<BYTES>()?;
        let read = packed_board::read(&board);
        let (start, outcome) = match read {
            Ok(read) => read,
            Err(fault) => {
                // The moves are passed over, so that the next game can be read.
                while self.bytes::<4>()? != [0; 4] {}
                return Err(ViriformatErrorKind::Board(match fault {
                    BoardFault::Bytes(text) => text,
                    BoardFault::Setup(error) => error.to_string(),
                }));
            }
        };
        let (mut position, mut moves) = (start, Vec::new());
        loop {
            let [a, b, c, d] = self.bytes::<4>()?;
            if [a, b, c, d] == [0; 4] {
                return Ok(ScoredGame { start, outcome, moves });
            }
            let word = u16::from_le_bytes([a, b]);
            let Some(mv) = decode(&position, word) else {
                while self.bytes::<4>()? != [0; 4] {}
                return Err(ViriformatErrorKind::IllegalMove { ply: moves.len(), word });
            };
            moves.push(ScoredMove { mv, score: i16::from_le_bytes([c, d]) });
            position.play(mv);
        }
    }
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = Result<ScoredGame, ViriformatError>;

    /// The next game. After one that is wrong the next can be read; after the end of the file, or an error of it, there is
    /// none.
    fn next(&mut self) -> Option<Self::Item> {
        if self.is_over {
            return None;
        }
        let offset = self.offset;
        let error = |game, kind| Some(Err(ViriformatError { game, offset, kind }));
        match self.input.fill_buf() {
            Ok([]) => {
                self.is_over = true;
                return None;
            }
            Ok(_) => {}
            Err(cause) => {
                self.is_over = true;
                return error(self.games + 1, ViriformatErrorKind::Io(cause));
            }
        }
        self.games += 1;
        match self.game() {
            Ok(game) => Some(Ok(game)),
            Err(kind) => {
                self.is_over = matches!(kind, ViriformatErrorKind::Io(_) | ViriformatErrorKind::Torn);
                error(self.games, kind)
            }
        }
    }
}

#[cfg(test)]
mod tests;
