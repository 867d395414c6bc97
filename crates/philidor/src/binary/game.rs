//! A game in bytes: its start, then one byte per move.
//!
//! The order of the legal moves of a position is stable (see [`Position::moves`]), so an index into them identifies a
//! move. No position that a game can reach has more than 218 moves, so one byte is enough. Among the positions that
//! strict validation accepts, the most that a search has found is 241 moves, with fifteen queens; since there is no
//! proof that 255 is never exceeded, an index that does not fit a byte has a form, too.
//!
//! ```text
//! +---+------------------------+----+----+-----+----+----+-----+------+-----+
//! | 1 | 32 bytes, if not 0     | 12 |  5 | 255 | 44   1 | 255 | code | 255 |
//! +---+------------------------+----+----+-----+----+----+-----+------+-----+
//!   └ 0 for the start            the moves with index      only where an end
//!     of standard chess          12, 5 and 300             was declared: how
//! ```

use alloc::vec::Vec;
use core::fmt;

use super::{PackedPosition, PackedPositionError};
use crate::game::Game;
use crate::notation::GamePosition;
use crate::position::{IllegalMove, Position, Strictness};
use crate::types::{Move, Outcome};

/// The first byte if a game begins with the start position of standard chess.
const STANDARD_START: u8 = 0;
/// The first byte if a packed position follows.
const OTHER_START: u8 = 1;
/// The byte before an index of two bytes.
const ESCAPE: u8 = 255;
/// Announces how the game ended: as the high byte of a move's index, it would mean more moves than any board has.
const END: u8 = 255;

/// A start and the moves from it in bytes, nearly always one byte per move.
///
/// The first byte is 0 if the game begins with the start position of standard chess; otherwise it is 1, and a
/// [`PackedPosition`] follows. Then each move is its index among all legal moves, in the order of [`Position::moves`]:
/// one byte up to 254; from 255 on the byte 255 and the index in two bytes, the lower first. The bytes end with the
/// game; how it ended is not among them, but [`Game::pack`] adds a declared end.
///
/// # Stability
///
/// The bytes of a game are the same in every version.
///
/// A start that only [`Strictness::WellDefined`] accepts is read back by [`unpack_game_with`], and refused by
/// [`unpack_game`]. One with more than 32 pieces has no packed form, and both refuse its bytes: see [`Position::pack`].
///
/// # Errors
///
/// The first move that is not legal where it is played.
///
/// ```
/// use philidor::{Game, Position, binary::{pack_game, unpack_game}};
/// let game = Game::from_uci(Position::default(), ["e2e4", "e7e5", "g1f3"])?;
/// let bytes = pack_game(game.start(), game.moves())?;
/// assert_eq!(bytes.len(), 4);
/// let moves: Result<Vec<_>, _> = unpack_game(&bytes)?.collect();
/// assert!(moves?.into_iter().eq(game.moves()));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn pack_game<P: PackablePosition>(
    start: &P,
    moves: impl IntoIterator<Item = Move>,
) -> Result<Vec<u8>, IllegalMove> {
    let mut bytes = Vec::new();
    start.pack_start(&mut bytes);
    let mut position = start.clone();
    for mv in moves {
        let (index, legal) = position.index_of(mv).ok_or(IllegalMove(mv))?;
        write_index(index as u16, &mut bytes);
        position.play_unchecked(legal);
    }
    Ok(bytes)
}

/// A position whose games have a packed form: [`Position`], or the `AnyPosition` of `philidor-variants`.
pub trait PackablePosition: GamePosition {
    /// Appends the position, as the start of a game.
    fn pack_start(&self, bytes: &mut Vec<u8>);

    /// The position with which the bytes of a game begin, and how many bytes it takes.
    ///
    /// # Errors
    ///
    /// If the bytes do not begin with a position that passes at this strictness.
    fn unpack_start(bytes: &[u8], strictness: Strictness) -> Result<(Self, usize), PackedGameError>;

    /// The number of a move among all legal moves, from 0, and the legal move itself; `None` if the move is not legal.
    #[must_use]
    fn index_of(&self, mv: Move) -> Option<(usize, Move)> {
        self.legal_moves().into_iter().enumerate().find(|(_, legal)| legal.same_move(mv))
    }

    /// The legal move with a number.
    ///
    /// # Errors
    ///
    /// The number of legal moves, if the index is not below it.
    fn move_at(&self, index: usize) -> Result<Move, usize> {
        let moves = self.legal_moves();
        moves.get(index).copied().ok_or(moves.len())
    }
}

impl PackablePosition for Position {
    fn pack_start(&self, bytes: &mut Vec<u8>) {
        if *self == Position::default() {
            bytes.push(STANDARD_START);
        } else {
            bytes.push(OTHER_START);
            bytes.extend(self.pack().to_bytes());
        }
    }

    fn unpack_start(bytes: &[u8], strictness: Strictness) -> Result<(Position, usize), PackedGameError> {
        let error = |offset, kind| PackedGameError { offset, ply: 0, kind };
        let (&first, rest) = bytes.split_first().ok_or(error(0, PackedGameErrorKind::Truncated))?;
        match first {
            STANDARD_START => return Ok((Position::default(), 1)),
            OTHER_START => {}
            other => return Err(error(0, PackedGameErrorKind::Format(other))),
        }
        let packed = rest.get(..PackedPosition::BYTES).unwrap_or(rest);
        let start = PackedPosition::try_from(packed).and_then(|packed| packed.unpack_with(strictness));
        match start.map_err(|fault| error(1, PackedGameErrorKind::Start(fault)))? {
            start if start == Position::default() => Err(error(0, PackedGameErrorKind::Overlong)),
            start => Ok((start, 1 + PackedPosition::BYTES)),
        }
    }

    fn index_of(&self, mv: Move) -> Option<(usize, Move)> {
        Position::legal_moves(self).into_iter().enumerate().find(|(_, legal)| legal.same_move(mv))
    }

    fn move_at(&self, index: usize) -> Result<Move, usize> {
        let moves = Position::legal_moves(self);
        moves.get(index).copied().ok_or(moves.len())
    }
}

/// Appends the index of a move; see [`pack_game`].
fn write_index(index: u16, bytes: &mut Vec<u8>) {
    match u8::try_from(index) {
        Ok(byte) if byte != ESCAPE => bytes.push(byte),
        _ => {
            bytes.push(ESCAPE);
            bytes.extend(index.to_le_bytes());
        }
    }
}

/// The index at the start of some bytes, and how many bytes it takes.
fn read_index(bytes: &[u8]) -> Result<(u16, usize), PackedGameErrorKind> {
    match *bytes {
        [ESCAPE, low, high, ..] => match u16::from_le_bytes([low, high]) {
            index if index < u16::from(ESCAPE) => Err(PackedGameErrorKind::Overlong),
            index => Ok((index, 3)),
        },
        [ESCAPE, ..] | [] => Err(PackedGameErrorKind::Truncated),
        [byte, ..] => Ok((u16::from(byte), 1)),
    }
}

/// The end that the last bytes declare.
fn read_end(bytes: &[u8]) -> Option<Outcome> {
    match *bytes {
        [ESCAPE, code, END] => Outcome::from_code(code),
        _ => None,
    }
}

/// The start of a packed game, and an iterator over its moves, which plays them as it goes and allocates nothing.
///
/// # Errors
///
/// If the bytes do not begin with a valid start position. Moves are checked as they are reached.
pub fn unpack_game(bytes: &[u8]) -> Result<PackedMoves<'_>, PackedGameError> {
    unpack_game_with(bytes, Strictness::Reachable)
}

/// Like [`unpack_game`], with a choice of how strictly to check the start.
///
/// # Errors
///
/// If the bytes do not begin with a start position that passes. Moves are checked as they are reached.
///
/// ```
/// use philidor::binary::{pack_game, unpack_game, unpack_game_with};
/// use philidor::{Position, Setup, Strictness};
/// let triple_check: Setup = "4k3/8/8/b7/4r3/8/6n1/4K3 w - - 0 1".parse()?;
/// let start = Position::from_setup(triple_check, Strictness::WellDefined)?;
/// let bytes = pack_game(&start, start.legal_moves().into_iter().take(1))?;
/// assert!(unpack_game(&bytes).is_err());
/// assert_eq!(unpack_game_with(&bytes, Strictness::WellDefined)?.count(), 1);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn unpack_game_with(bytes: &[u8], strictness: Strictness) -> Result<PackedMoves<'_>, PackedGameError> {
    PackedMoves::new(bytes, strictness)
}

/// The moves of a packed game, one after another, with the position after each; returned by [`unpack_game`]. The first
/// error ends the iteration.
///
/// ```
/// use philidor::{Game, Position, binary::unpack_game};
/// let bytes = Game::from_uci(Position::default(), ["f2f3", "e7e5", "g2g4", "d8h4"])?.pack();
/// let mut moves = unpack_game(&bytes)?;
/// let mut checks = 0;
/// while let Some(mv) = moves.next() {
///     mv?;
///     checks += u32::from(moves.position().is_check());
/// }
/// assert_eq!((checks, moves.position().is_checkmate()), (1, true));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct PackedMoves<'a, P: PackablePosition = Position> {
    bytes: &'a [u8],
    /// Where the first move is.
    first: usize,
    /// Where the next move is; the length after an error.
    offset: usize,
    ply: usize,
    start: P,
    position: P,
    end: Option<Outcome>,
}

impl<'a, P: PackablePosition> PackedMoves<'a, P> {
    /// The moves in the bytes of a game, by the rules of any position: see [`unpack_game_with`].
    ///
    /// # Errors
    ///
    /// If the bytes do not begin with a start position that passes. Moves are checked as they are reached.
    pub fn new(bytes: &'a [u8], strictness: Strictness) -> Result<PackedMoves<'a, P>, PackedGameError> {
        let (start, first) = P::unpack_start(bytes, strictness)?;
        let position = start.clone();
        Ok(PackedMoves { bytes, first, offset: first, ply: 0, start, position, end: None })
    }

    /// The position in which the game begins.
    #[must_use]
    pub const fn start(&self) -> &P {
        &self.start
    }

    /// The position after the moves returned so far.
    #[must_use]
    pub const fn position(&self) -> &P {
        &self.position
    }

    /// How the game was declared to have ended, once all moves have been returned; `None` if the bytes do not say.
    #[must_use]
    pub const fn end(&self) -> Option<Outcome> {
        self.end
    }

    /// The whole game, with the end that was declared, whatever was read before.
    ///
    /// # Errors
    ///
    /// If some move does not exist, or if the bytes declare an end although the game had ended by the rules; the error
    /// says where.
    pub fn into_game(self) -> Result<Game<P>, PackedGameError> {
        let mut game = Game::from_position(self.start.clone());
        let mut moves =
            PackedMoves { offset: self.first, ply: 0, position: self.start.clone(), end: None, ..self };
        moves.by_ref().try_for_each(|mv| {
            // A move that was found in the list is legal.
            let _ = game.play(mv?);
            Ok(())
        })?;
        if let Some(outcome) = moves.end {
            if game.outcome().is_some() {
                let (offset, kind) = (moves.bytes.len() - 3, PackedGameErrorKind::AlreadyEnded);
                return Err(PackedGameError { offset, ply: moves.ply, kind });
            }
            game.end(outcome);
        }
        Ok(game)
    }

    /// The move with which some bytes begin, and how many it takes.
    fn read(&self, rest: &[u8]) -> Result<(Move, usize), PackedGameErrorKind> {
        let (index, length) = read_index(rest)?;
        let mv = self.position.move_at(index.into());
        mv.map(|mv| (mv, length)).map_err(|moves| PackedGameErrorKind::NoMove { index, moves })
    }
}

impl<P: PackablePosition> Iterator for PackedMoves<'_, P> {
    type Item = Result<Move, PackedGameError>;

    fn next(&mut self) -> Option<Self::Item> {
        let rest = self.bytes.get(self.offset..).filter(|rest| !rest.is_empty())?;
        if let Some(outcome) = read_end(rest) {
            self.end = Some(outcome);
            self.offset = self.bytes.len();
            return None;
        }
        match self.read(rest) {
            Ok((mv, length)) => {
                self.position.play_unchecked(mv);
                self.offset += length;
                self.ply += 1;
                Some(Ok(mv))
            }
            Err(kind) => {
                let offset = core::mem::replace(&mut self.offset, self.bytes.len());
                Some(Err(PackedGameError { offset, ply: self.ply, kind }))
            }
        }
    }
}

impl<P: PackablePosition> core::iter::FusedIterator for PackedMoves<'_, P> {}

impl<P: PackablePosition> Game<P> {
    /// The start and the moves up to the position in bytes, as [`pack_game`] writes them, and a [declared
    /// end](Game::declared_end) in three more. Left out are moves taken back, the form of castling, and the words of
    /// [`Win::Other`](crate::Win::Other). [`PackedMoves::into_game`] reads games of any rules back.
    ///
    /// A game with a start that no game reaches is read back by [`unpack_with`](Game::unpack_with), unless it has more
    /// than 32 pieces.
    ///
    /// ```
    /// use philidor::{Draw, Game, Outcome, Position};
    /// let mut game = Game::from_uci(Position::default(), ["e2e4", "e7e5", "g1f3"])?;
    /// assert_eq!(game.pack().len(), 4);
    /// game.end(Outcome::Draw(Draw::Agreement));
    /// assert_eq!(game.pack().len(), 7);
    /// assert_eq!(Game::unpack(&game.pack())?, game);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn pack(&self) -> Vec<u8> {
        // All moves of a game are legal.
        let mut bytes = pack_game(self.start(), self.moves()).unwrap_or_default();
        bytes.extend(self.declared_end().into_iter().flat_map(|outcome| [ESCAPE, outcome.code(), END]));
        bytes
    }
}

impl Game {
    /// The game that bytes hold; of other rules, by [`PackedMoves::into_game`].
    ///
    /// # Errors
    ///
    /// If they do not begin with a start position, if some move does not exist, or if they declare an end although
    /// the game had ended by the rules; the error says where.
    pub fn unpack(bytes: &[u8]) -> Result<Game, PackedGameError> {
        Game::unpack_with(bytes, Strictness::Reachable)
    }

    /// Like [`unpack`](Game::unpack), with a choice of how strictly to check the start.
    ///
    /// # Errors
    ///
    /// If they do not begin with a start position that passes, or some move does not exist; the error says where.
    ///
    /// ```
    /// use philidor::{Game, Position, Setup, Strictness};
    /// let triple_check: Setup = "4k3/8/8/b7/4r3/8/6n1/4K3 w - - 0 1".parse()?;
    /// let start = Position::from_setup(triple_check, Strictness::WellDefined)?;
    /// let bytes = Game::from_position(start).pack();
    /// assert!(Game::unpack(&bytes).is_err());
    /// assert_eq!(Game::unpack_with(&bytes, Strictness::WellDefined)?.start(), &start);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn unpack_with(bytes: &[u8], strictness: Strictness) -> Result<Game, PackedGameError> {
        unpack_game_with(bytes, strictness)?.into_game()
    }
}

/// The error for bytes that are not a packed game: where, and why.
///
/// ```
/// use philidor::{Game, binary::{PackedGameError, PackedGameErrorKind}};
/// let error: PackedGameError = Game::unpack(&[0, 12, 20]).expect_err("twenty moves, from 0 to 19");
/// assert_eq!((error.offset, error.ply), (2, 1));
/// assert_eq!(error.kind, PackedGameErrorKind::NoMove { index: 20, moves: 20 });
/// ```
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct PackedGameError {
    /// Where, in bytes from 0.
    pub offset: usize,
    /// How many half-moves were read before it.
    pub ply: usize,
    /// What is wrong.
    pub kind: PackedGameErrorKind,
}

impl PackedGameError {
    /// The error for bytes that do not begin with a start position.
    #[must_use]
    pub const fn of_start(error: PackedPositionError) -> PackedGameError {
        PackedGameError { offset: 0, ply: 0, kind: PackedGameErrorKind::Start(error) }
    }
}

/// Why bytes are not a packed game. See [`PackedGameError`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PackedGameErrorKind {
    /// The bytes end too early: before the start, or within a move.
    Truncated,
    /// The first byte is not a known format.
    Format(u8),
    /// The start is not a valid position.
    Start(PackedPositionError),
    /// A move index that is not below the number of legal moves.
    NoMove {
        /// The index, from 0.
        index: u16,
        /// How many legal moves there are.
        moves: usize,
    },
    /// More bytes than the canonical form takes: a low index after 255, or the standard start written out.
    Overlong,
    /// An end is declared, but the game has ended by the rules.
    AlreadyEnded,
}

impl fmt::Display for PackedGameError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "byte {}, ply {}: ", self.offset, self.ply)?;
        match &self.kind {
            PackedGameErrorKind::Truncated => f.write_str("the game ends too early"),
            PackedGameErrorKind::Format(format) => write!(f, "{format} is not a known format of a game"),
            PackedGameErrorKind::Start(error) => error.fmt(f),
            PackedGameErrorKind::NoMove { index, moves } => {
                write!(f, "the move index {index} is not below {moves}, the number of legal moves")
            }
            PackedGameErrorKind::Overlong => f.write_str("more bytes than are needed"),
            PackedGameErrorKind::AlreadyEnded => {
                f.write_str("an end is declared after the game has ended by the rules")
            }
        }
    }
}

impl core::error::Error for PackedGameError {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match &self.kind {
            PackedGameErrorKind::Start(error) => Some(error),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// No known position has that many moves, so the form of the index is tested by itself.
    #[test]
    fn every_index_reads_back_from_as_few_bytes_as_it_needs() {
        // All take too long under Miri: there, one in a thousand.
        for index in (0..=u16::MAX).step_by(if cfg!(miri) { 999 } else { 1 }) {
            let mut bytes = Vec::new();
            write_index(index, &mut bytes);
            assert_eq!(bytes.len(), if index < 255 { 1 } else { 3 });
            assert_eq!(read_index(&bytes), Ok((index, bytes.len())));
            bytes.push(7);
            assert_eq!(read_index(&bytes), Ok((index, bytes.len() - 1)), "the bytes after it do not matter");
        }
        for index in 0..255_u8 {
            assert_eq!(read_index(&[ESCAPE, index, 0]), Err(PackedGameErrorKind::Overlong));
        }
        for cut in [&[][..], &[ESCAPE], &[ESCAPE, 7]] {
            assert_eq!(read_index(cut), Err(PackedGameErrorKind::Truncated));
        }
    }
}
