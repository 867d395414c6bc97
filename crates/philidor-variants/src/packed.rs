//! Positions and games of any variant in bytes.
//!
//! The first byte is the number of the format, and the second that of the variant, so that one column can hold all.

use alloc::vec::Vec;
use core::fmt;

use philidor::{
    Bitboard, CastlingRights, CastlingRooks, Color, File, MoveDigest, Piece, PieceType, Rank, Setup, Square,
    State, Strictness,
};

use crate::any::AnyPosition;
use crate::extra::{Extra, Pocket};
use crate::fault::VariantError;
use crate::game::VariantGame;
use crate::playable::Playable;
use crate::position::Rules;
use crate::position::VariantPosition;
use crate::variant::Variant;

/// The number of this format.
const FORMAT: u8 = 1;
/// No en-passant file.
const NO_FILE: u8 = 8;
const BLACK_TO_MOVE: u8 = 16;

/// The error for bytes that are not a packed position or game.
///
/// ```
/// use philidor_variants::{AnyPosition, PackedVariantError};
/// assert_eq!(AnyPosition::unpack(&[1, 9, 0]), Err(PackedVariantError::Truncated(2)));
/// assert_eq!(AnyPosition::unpack(&[1, 99]), Err(PackedVariantError::UnknownVariant(99)));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum PackedVariantError {
    /// The bytes end within the field that begins at this one.
    Truncated(usize),
    /// Bytes follow the end, from this one on.
    Overlong(usize),
    /// The number of a format that this version does not know.
    Format(u8),
    /// A number that no variant has.
    UnknownVariant(u8),
    /// Four bits that stand for no piece.
    UnknownPiece(Square),
    /// A byte with bits that have no meaning.
    UnusedBits(usize),
    /// What is wrong with the position.
    Position(VariantError),
    /// The digest of a move that is not legal, and its number from 0.
    IllegalMove {
        /// How many moves come before it.
        ply: usize,
        /// The digest.
        digest: MoveDigest,
    },
}

impl fmt::Display for PackedVariantError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            PackedVariantError::Truncated(at) => {
                write!(f, "the bytes end early, in what begins at byte {at}")
            }
            PackedVariantError::Overlong(at) => write!(f, "bytes follow the end, from byte {at} on"),
            PackedVariantError::Format(number) => {
                write!(f, "format {number} is unknown; this version knows {FORMAT}")
            }
            PackedVariantError::UnknownVariant(number) => write!(f, "no variant has the number {number}"),
            PackedVariantError::UnknownPiece(square) => write!(f, "the code on {square} stands for no piece"),
            PackedVariantError::UnusedBits(at) => write!(f, "byte {at} has bits without a meaning"),
            PackedVariantError::Position(error) => error.fmt(f),
            PackedVariantError::IllegalMove { ply, digest } => {
                write!(f, "after {ply} half-moves, {digest:#06x} is not a legal move")
            }
        }
    }
}

impl core::error::Error for PackedVariantError {}

impl Variant {
    /// Its number in packed positions, which never changes.
    const fn code(self) -> u8 {
        match self {
            Variant::Chess => 0,
            Variant::Antichess => 1,
            Variant::Atomic => 2,
            Variant::Crazyhouse => 3,
            Variant::Giveaway => 4,
            Variant::Horde => 5,
            Variant::KingOfTheHill => 6,
            Variant::RacingKings => 7,
            Variant::Suicide => 8,
            Variant::ThreeCheck => 9,
        }
    }

    fn from_code(code: u8) -> Option<Variant> {
        Variant::ALL.into_iter().find(|variant| variant.code() == code)
    }
}

/// Bytes that are read from the front.
struct Bytes<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Bytes<'_> {
    fn take<const N: usize>(&mut self) -> Result<[u8; N], PackedVariantError> {
        let taken = self.bytes.get(self.at..).and_then(|rest| rest.first_chunk::<N>());
        let taken = taken.copied().ok_or(PackedVariantError::Truncated(self.at))?;
        self.at += N;
        Ok(taken)
    }

    fn byte(&mut self) -> Result<u8, PackedVariantError> {
        self.take::<1>().map(|[byte]| byte)
    }

    const fn is_at_end(&self) -> bool {
        self.at == self.bytes.len()
    }

    fn end(&self) -> Result<(), PackedVariantError> {
        if self.is_at_end() { Ok(()) } else { Err(PackedVariantError::Overlong(self.at)) }
    }
}

impl AnyPosition {
    /// The position in bytes.
    ///
    /// ```text
    /// bytes 0       the number of this format, 1
    ///       1       the variant: 0 chess, 1 antichess, 2 atomic, 3 crazyhouse, 4 giveaway, 5 horde,
    ///               6 king of the hill, 7 racing kings, 8 suicide, 9 three-check
    ///       2 …  9  the occupied squares, a1 the lowest bit of the first byte
    ///      10       castling rights, as `CastlingRights::bits`
    ///      11 … 12  the files of their rooks, four bits each, in the order of the rights; 0 without a right
    ///      13       bits 0–3 the en-passant file, 8 for none; bit 4 Black is to move
    ///      14 … 15  the halfmove clock
    ///      16 … 19  the fullmove number
    ///      20 …     the pieces on the occupied squares from a1 to h8, four bits each, the low half of a byte first:
    ///               0 king, 1 queen, 2 rook, 3 bishop, 4 knight, 5 pawn; + 8 for Black
    ///  crazyhouse   8 bytes: promoted pieces as a set; 10 bytes: queens, rooks, bishops, knights, pawns in White's pocket
    ///               and in Black's
    ///  three-check  2 bytes: the checks that White has given, and Black
    /// ```
    ///
    /// Numbers of several bytes are little-endian.
    ///
    /// # Stability
    ///
    /// The bytes of a position are the same in every version. A different format would have a different first byte.
    ///
    /// ```
    /// use philidor_variants::{AnyPosition, Variant};
    /// let start = AnyPosition::start(Variant::Horde);
    /// assert_eq!(AnyPosition::unpack(&start.pack()), Ok(start));
    /// assert_eq!(start.pack().len(), 46);
    /// ```
    #[must_use]
    pub fn pack(&self) -> Vec<u8> {
        let (board, state) = (self.board(), self.state());
        let mut bytes = Vec::from([FORMAT, self.variant().code()]);
        bytes.extend(board.occupied().0.to_le_bytes());
        bytes.push(state.castling_rights.bits());
        let mut files = 0_u16;
        for (index, (_, color, side)) in CastlingRights::EACH.into_iter().enumerate() {
            if state.castling_rights.has(color, side) {
                files |= (self.castling_rooks().square(color, side).file() as u16) << (4 * index);
            }
        }
        bytes.extend(files.to_le_bytes());
        let file = state.en_passant.map_or(NO_FILE, |square| square.file() as u8);
        bytes.push(file | if state.side_to_move == Color::Black { BLACK_TO_MOVE } else { 0 });
        bytes.extend(state.halfmove_clock.to_le_bytes());
        bytes.extend(state.fullmove_number.to_le_bytes());
        let codes = board.occupied().into_iter().filter_map(|square| board.piece_at(square)).map(code);
        let codes: Vec<u8> = codes.collect();
        bytes.extend(codes.chunks(2).map(|pair| pair[0] | pair.get(1).copied().unwrap_or(0) << 4));
        match self {
            AnyPosition::Crazyhouse(position) => pack_pockets(position.extra(), &mut bytes),
            AnyPosition::ThreeCheck(position) => {
                bytes.extend(Color::ALL.map(|color| position.extra().checks(color)));
            }
            _ => {}
        }
        bytes
    }

    /// The position in some bytes, read as strictly as a FEN.
    ///
    /// # Errors
    ///
    /// If the bytes do not describe a valid position. A position that is read packs into the same bytes again.
    pub fn unpack(bytes: &[u8]) -> Result<AnyPosition, PackedVariantError> {
        AnyPosition::unpack_with(bytes, Strictness::Reachable)
    }

    /// The position in some bytes, checked at a strictness: a game need not reach it.
    ///
    /// # Errors
    ///
    /// If the bytes do not describe a position that passes.
    pub fn unpack_with(bytes: &[u8], strictness: Strictness) -> Result<AnyPosition, PackedVariantError> {
        let mut bytes = Bytes { bytes, at: 0 };
        let position = unpack(&mut bytes, strictness)?;
        bytes.end().map(|()| position)
    }
}

/// The four bits of a piece.
const fn code(piece: Piece) -> u8 {
    piece.piece_type as u8 | (piece.color as u8) << 3
}

fn pack_pockets<E: Extra>(extra: &E, bytes: &mut Vec<u8>) {
    bytes.extend(extra.promoted().0.to_le_bytes());
    for color in Color::ALL {
        bytes.extend(Pocket::KINDS.map(|kind| extra.pocket(color).count(kind)));
    }
}

fn unpack(bytes: &mut Bytes<'_>, strictness: Strictness) -> Result<AnyPosition, PackedVariantError> {
    let format = bytes.byte()?;
    if format != FORMAT {
        return Err(PackedVariantError::Format(format));
    }
    let number = bytes.byte()?;
    let variant = Variant::from_code(number).ok_or(PackedVariantError::UnknownVariant(number))?;
    let setup = unpack_setup(bytes)?;
    macro_rules! of {
        ($($name:ident),*) => {
            match variant {
                $(Variant::$name => finish::<crate::rules::$name>(setup, bytes, strictness).map(AnyPosition::from),)*
            }
        };
    }
    of!(
        Chess,
        Antichess,
        Atomic,
        Crazyhouse,
        Giveaway,
        Horde,
        KingOfTheHill,
        RacingKings,
        Suicide,
        ThreeCheck
    )
}

fn unpack_setup(bytes: &mut Bytes<'_>) -> Result<Setup, PackedVariantError> {
    let occupied = Bitboard(u64::from_le_bytes(bytes.take()?));
    let rights_bits = bytes.byte()?;
    let castling_rights = CastlingRights::from_bits(rights_bits);
    if castling_rights.bits() != rights_bits {
        return Err(PackedVariantError::UnusedBits(bytes.at - 1));
    }
    let files = u16::from_le_bytes(bytes.take()?);
    let mut castling_rooks = CastlingRooks::STANDARD;
    for (index, (_, color, side)) in CastlingRights::EACH.into_iter().enumerate() {
        let number = usize::from(files >> (4 * index) & 15);
        let file = File::from_index(number).ok_or(PackedVariantError::UnusedBits(11 + index / 2))?;
        match castling_rights.has(color, side) {
            true => castling_rooks.set(color, side, file),
            false if number == 0 => {}
            false => return Err(PackedVariantError::UnusedBits(11 + index / 2)),
        }
    }
    let flags = bytes.byte()?;
    let (number, is_black) = (flags & 15, flags & BLACK_TO_MOVE != 0);
    if number > NO_FILE || flags >> 5 != 0 {
        return Err(PackedVariantError::UnusedBits(bytes.at - 1));
    }
    let side_to_move = if is_black { Color::Black } else { Color::White };
    let rank = Rank::Sixth.relative_to(side_to_move);
    let state = State {
        castling_rights,
        en_passant: File::from_index(number.into()).map(|file| Square::new(file, rank)),
        halfmove_clock: u16::from_le_bytes(bytes.take()?),
        fullmove_number: u32::from_le_bytes(bytes.take()?),
        side_to_move,
    };
    let mut setup = Setup { castling_rooks, state, ..Setup::empty() };
    let mut pair = 0;
    for (index, square) in occupied.into_iter().enumerate() {
        pair = if index % 2 == 0 { bytes.byte()? } else { pair >> 4 };
        let kind =
            PieceType::ALL.get(usize::from(pair & 7)).ok_or(PackedVariantError::UnknownPiece(square))?;
        let color = if pair & 8 == 0 { Color::White } else { Color::Black };
        setup.board.put(square, Piece::new(color, *kind));
    }
    if occupied.len() % 2 == 1 && pair >> 4 != 0 {
        return Err(PackedVariantError::UnusedBits(bytes.at - 1));
    }
    Ok(setup)
}

fn finish<R: Rules>(
    setup: Setup,
    bytes: &mut Bytes<'_>,
    strictness: Strictness,
) -> Result<VariantPosition<R>, PackedVariantError> {
    let mut extra = R::Extra::default();
    if <R::Extra as Extra>::HAS_POCKETS {
        extra.set_promoted(Bitboard(u64::from_le_bytes(bytes.take()?)));
        for color in Color::ALL {
            let counts: [u8; 5] = bytes.take()?;
            let mut pocket = Pocket::EMPTY;
            for (kind, count) in Pocket::KINDS.into_iter().zip(counts) {
                (0..count).for_each(|_| pocket.add(kind));
            }
            extra.set_pocket(color, pocket);
        }
    }
    if <R::Extra as Extra>::COUNTS_CHECKS {
        for color in Color::ALL {
            extra.set_checks(color, bytes.byte()?);
        }
    }
    VariantPosition::from_setup(setup, extra, strictness).map_err(PackedVariantError::Position)
}

impl VariantGame {
    /// The game in bytes: its packed start, and two bytes for each move, its digest, little-endian. How it was declared
    /// to end is not part of it.
    ///
    /// ```
    /// use philidor_variants::{AnyPosition, Variant, VariantGame};
    /// let mut game = VariantGame::new(AnyPosition::start(Variant::Atomic));
    /// game.play_san("Nf3")?;
    /// let again = VariantGame::unpack(&game.pack())?;
    /// assert_eq!(again.sans().collect::<Vec<_>>(), ["Nf3"]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    #[must_use]
    pub fn pack(&self) -> Vec<u8> {
        let mut bytes = self.start().pack();
        bytes.extend(self.moves().flat_map(|mv| mv.digest().0.to_le_bytes()));
        bytes
    }

    /// The game in some bytes; its start may be one that no game reaches.
    ///
    /// # Errors
    ///
    /// If the bytes do not describe a game.
    pub fn unpack(bytes: &[u8]) -> Result<VariantGame, PackedVariantError> {
        let mut bytes = Bytes { bytes, at: 0 };
        let mut game = VariantGame::new(unpack(&mut bytes, Strictness::WellDefined)?);
        while !bytes.is_at_end() {
            let digest = MoveDigest(u16::from_le_bytes(bytes.take()?));
            let legal = game.position().legal_moves().into_iter().find(|mv| mv.digest() == digest);
            let ply = game.ply();
            let mv = legal.ok_or(PackedVariantError::IllegalMove { ply, digest })?;
            game.push(mv);
        }
        Ok(game)
    }
}
