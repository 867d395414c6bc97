//! Positions and games of any variant in bytes.
//!
//! The first byte is the number of the format, and the second that of the variant, so that one column can hold all.
//! Games of the library's positions begin with 0 or 1 instead ([`pack_game`](philidor::binary::pack_game)).

use alloc::vec::Vec;
use philidor::binary::{PackablePosition, PackedGameError, PackedPositionError};
use philidor::{
    Bitboard, CastlingRights, CastlingRooks, Color, File, GamePosition, Piece, PieceType, Rank, Setup,
    Square, State, Strictness,
};

use crate::any::AnyPosition;
use crate::extra::{Extra, Pocket};
use crate::position::{Rules, VariantPosition};
use crate::variant::Variant;

/// The number of this format.
const FORMAT: u8 = 2;
/// No en-passant file.
const NO_FILE: u8 = 8;
const BLACK_TO_MOVE: u8 = 16;

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
    fn take<const N: usize>(&mut self) -> Result<[u8; N], PackedPositionError> {
        let taken = self.bytes.get(self.at..).and_then(|rest| rest.first_chunk::<N>());
        let taken = taken.copied().ok_or(PackedPositionError::Truncated { byte: self.at })?;
        self.at += N;
        Ok(taken)
    }

    fn byte(&mut self) -> Result<u8, PackedPositionError> {
        self.take::<1>().map(|[byte]| byte)
    }

    const fn end(&self) -> Result<(), PackedPositionError> {
        if self.at == self.bytes.len() {
            Ok(())
        } else {
            Err(PackedPositionError::Overlong { byte: self.at })
        }
    }
}

impl AnyPosition {
    /// The position in bytes.
    ///
    /// ```text
    /// bytes 0       the number of this format, 2
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
    pub fn unpack(bytes: &[u8]) -> Result<AnyPosition, PackedPositionError> {
        AnyPosition::unpack_with(bytes, Strictness::Reachable)
    }

    /// The position in some bytes, checked at a strictness: a game need not reach it.
    ///
    /// # Errors
    ///
    /// If the bytes do not describe a position that passes.
    pub fn unpack_with(bytes: &[u8], strictness: Strictness) -> Result<AnyPosition, PackedPositionError> {
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

fn unpack(bytes: &mut Bytes<'_>, strictness: Strictness) -> Result<AnyPosition, PackedPositionError> {
    let format = bytes.byte()?;
    if format != FORMAT {
        return Err(PackedPositionError::Format { byte: 0, format });
    }
    let number = bytes.byte()?;
    let variant = Variant::from_code(number).ok_or(PackedPositionError::UnknownVariant(number))?;
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

fn unpack_setup(bytes: &mut Bytes<'_>) -> Result<Setup, PackedPositionError> {
    let occupied = Bitboard(u64::from_le_bytes(bytes.take()?));
    let rights_bits = bytes.byte()?;
    let castling_rights = CastlingRights::from_bits(rights_bits);
    if castling_rights.bits() != rights_bits {
        return Err(PackedPositionError::UnusedBits { byte: bytes.at - 1 });
    }
    let files = u16::from_le_bytes(bytes.take()?);
    let mut castling_rooks = CastlingRooks::STANDARD;
    for (index, (_, color, side)) in CastlingRights::EACH.into_iter().enumerate() {
        let number = usize::from(files >> (4 * index) & 15);
        let file =
            File::from_index(number).ok_or(PackedPositionError::UnusedBits { byte: 11 + index / 2 })?;
        match castling_rights.has(color, side) {
            true => castling_rooks.set(color, side, file),
            false if number == 0 => {}
            false => return Err(PackedPositionError::UnusedBits { byte: 11 + index / 2 }),
        }
    }
    let flags = bytes.byte()?;
    let (number, is_black) = (flags & 15, flags & BLACK_TO_MOVE != 0);
    if number > NO_FILE || flags >> 5 != 0 {
        return Err(PackedPositionError::UnusedBits { byte: bytes.at - 1 });
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
        let kind = PieceType::ALL
            .get(usize::from(pair & 7))
            .ok_or(PackedPositionError::UnknownPiece { square, code: pair & 15 })?;
        let color = if pair & 8 == 0 { Color::White } else { Color::Black };
        setup.board.put(square, Piece::new(color, *kind));
    }
    if occupied.len() % 2 == 1 && pair >> 4 != 0 {
        return Err(PackedPositionError::UnusedBits { byte: bytes.at - 1 });
    }
    Ok(setup)
}

fn finish<R: Rules>(
    setup: Setup,
    bytes: &mut Bytes<'_>,
    strictness: Strictness,
) -> Result<VariantPosition<R>, PackedPositionError> {
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
    Ok(VariantPosition::from_setup(setup, extra, strictness)?)
}

/// A game of any variant begins with its packed start.
///
/// ```
/// use philidor::binary::PackedMoves;
/// use philidor::{Game, Strictness};
/// use philidor_variants::{AnyPosition, Variant};
/// let mut game = Game::from_position(AnyPosition::start(Variant::Atomic));
/// game.play_san("Nf3")?;
/// let bytes = game.pack();
/// let again = PackedMoves::<AnyPosition>::new(&bytes, Strictness::Reachable)?.into_game()?;
/// assert_eq!(again, game);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
impl PackablePosition for AnyPosition {
    fn pack_start(&self, bytes: &mut Vec<u8>) {
        bytes.extend(self.pack());
    }

    fn unpack_start(bytes: &[u8], strictness: Strictness) -> Result<(AnyPosition, usize), PackedGameError> {
        let mut bytes = Bytes { bytes, at: 0 };
        let start = unpack(&mut bytes, strictness).map_err(PackedGameError::of_start)?;
        Ok((start, bytes.at))
    }
}
