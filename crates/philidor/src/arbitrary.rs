//! Values made from the bytes of a fuzzer, for the crate `arbitrary`: feature `arbitrary`. All of it implements that
//! crate's trait.
//!
//! Positions and games are played: the first bytes choose the start, each further one a legal move. So fuzzers reach
//! what games reach, and shorten a game by shortening the input. Setups may have anything anywhere.
//!
//! ```
//! use arbitrary::{Arbitrary, Unstructured};
//! use philidor::{Position, Setup};
//! let bytes: Vec<u8> = (0..=255).collect();
//! let position = Position::arbitrary(&mut Unstructured::new(&bytes))?;
//! assert_eq!(Position::try_from(position.to_setup()), Ok(position));
//! let _setup = Setup::arbitrary(&mut Unstructured::new(&bytes))?;
//! # Ok::<(), arbitrary::Error>(())
//! ```

use ::arbitrary::{Arbitrary, Result, Unstructured};

use crate::game::Game;
use crate::position::{Board, Position, Setup, State};
use crate::types::{
    Bitboard, CastlingRights, CastlingSide, Color, File, MoveDigest, Piece, PieceType, Rank, Square,
};

/// The longest game that is played.
const PLIES: usize = 200;

/// Implements the trait by an expression over the bytes.
macro_rules! arbitrary {
    ($($name:ident by |$bytes:ident| $value:expr;)*) => {$(
        impl<'a> Arbitrary<'a> for $name {
            fn arbitrary($bytes: &mut Unstructured<'a>) -> Result<$name> {
                Ok($value)
            }
        }
    )*};
}

arbitrary! {
    File by |bytes| *bytes.choose(&File::ALL)?;
    Rank by |bytes| *bytes.choose(&Rank::ALL)?;
    Square by |bytes| *bytes.choose(&Square::ALL)?;
    Color by |bytes| *bytes.choose(&Color::ALL)?;
    PieceType by |bytes| *bytes.choose(&PieceType::ALL)?;
    Piece by |bytes| Piece::new(bytes.arbitrary()?, bytes.arbitrary()?);
    CastlingSide by |bytes| *bytes.choose(&CastlingSide::ALL)?;
    CastlingRights by |bytes| CastlingRights::from_bits(bytes.arbitrary()?);
    Bitboard by |bytes| Bitboard(bytes.arbitrary()?);
    MoveDigest by |bytes| MoveDigest(bytes.arbitrary()?);
    State by |bytes| State {
        castling_rights: bytes.arbitrary()?,
        en_passant: bytes.arbitrary()?,
        halfmove_clock: bytes.arbitrary()?,
        fullmove_number: bytes.arbitrary()?,
        side_to_move: bytes.arbitrary()?,
    };
    Setup by |bytes| setup(bytes)?;
    Board by |bytes| board(bytes)?;
    Position by |bytes| *game(bytes)?.position();
    Game by |bytes| game(bytes)?;
}

fn board(bytes: &mut Unstructured<'_>) -> Result<Board> {
    let mut board = Board::default();
    for piece in bytes.arbitrary_iter::<(Square, Piece)>()?.take(64) {
        let (square, piece) = piece?;
        board.put(square, piece);
    }
    Ok(board)
}

fn setup(bytes: &mut Unstructured<'_>) -> Result<Setup> {
    let mut setup = Setup { state: bytes.arbitrary()?, ..Setup::empty() };
    for (_, color, side) in CastlingRights::EACH {
        setup.castling_rooks.set(color, side, bytes.arbitrary()?);
    }
    setup.board = bytes.arbitrary()?;
    Ok(setup)
}

fn game(bytes: &mut Unstructured<'_>) -> Result<Game> {
    let number = bytes.int_in_range(0..=921_599)?;
    let start = if bytes.ratio(1, 2)? {
        Position::default()
    } else {
        Position::double_chess960(number).unwrap_or_default()
    };
    let mut game = Game::from_position(start);
    while game.ply() < PLIES && !bytes.is_empty() {
        let moves = game.position().legal_moves();
        if moves.is_empty() {
            break;
        }
        // It is in the list of legal moves.
        let _ = game.play(*bytes.choose(&moves)?);
    }
    Ok(game)
}
