//! Strategies for property tests with `proptest`: feature `proptest`.
//!
//! Positions come from random play, so that they are as various as games are and shrink toward the start of a game;
//! setups have anything anywhere, and most of them are not positions. The small types implement
//! [`Arbitrary`], as do setups, positions and games: `any::<Position>()`.
//!
//! ```
//! use philidor::{Position, strategies};
//! use proptest::prelude::*;
//!
//! proptest!(|(position in strategies::positions(60))| {
//!     prop_assert_eq!(position.to_string().parse::<Position>(), Ok(position));
//! });
//! ```

use ::proptest::arbitrary::{Arbitrary, any};
use ::proptest::collection::vec;
use ::proptest::option;
use ::proptest::prelude::{BoxedStrategy, Just, Strategy};
use ::proptest::sample::{Index, select};
use ::proptest::{bits, prop_oneof};

use crate::game::Game;
use crate::position::{Board, Position, Setup, State};
use crate::types::{
    Bitboard, CastlingRights, CastlingSide, Color, File, Move, MoveDigest, Piece, PieceType, Rank, Square,
};

/// The most half-moves of a game from `any`.
const PLIES: usize = 120;

/// Any of the 64 squares, from a1 on.
pub fn squares() -> impl Strategy<Value = Square> {
    select(&Square::ALL[..])
}

/// Any set of squares; sets shrink to fewer squares.
pub fn bitboards() -> impl Strategy<Value = Bitboard> {
    bits::u64::ANY.prop_map(Bitboard)
}

/// Any piece of either color.
pub fn pieces() -> impl Strategy<Value = Piece> {
    (select(&Color::ALL[..]), select(&PieceType::ALL[..])).prop_map(|(color, kind)| Piece::new(color, kind))
}

/// Boards with any pieces on any squares, most of them empty.
pub fn boards() -> impl Strategy<Value = Board> {
    vec((squares(), pieces()), 0..40).prop_map(|pieces| {
        let mut board = Board::default();
        pieces.into_iter().for_each(|(square, piece)| board.put(square, piece));
        board
    })
}

/// Setups in which anything is possible and hardly anything is right.
pub fn setups() -> impl Strategy<Value = Setup> {
    (boards(), states(), vec(select(&File::ALL[..]), 4)).prop_map(|(board, state, files)| {
        let mut setup = Setup { board, state, ..Setup::empty() };
        for ((_, color, side), file) in CastlingRights::EACH.into_iter().zip(files) {
            setup.castling_rooks.set(color, side, file);
        }
        setup
    })
}

fn states() -> impl Strategy<Value = State> {
    let clocks = (any::<u16>(), any::<u32>());
    (any::<CastlingRights>(), option::of(squares()), clocks, select(&Color::ALL[..])).prop_map(
        |(castling_rights, en_passant, (halfmove_clock, fullmove_number), side_to_move)| State {
            castling_rights,
            en_passant,
            halfmove_clock,
            fullmove_number,
            side_to_move,
        },
    )
}

/// Start positions: of standard chess, of Chess960, and of double Chess960.
pub fn starts() -> impl Strategy<Value = Position> {
    let numbered = |position: Option<Position>| position.unwrap_or_default();
    prop_oneof![
        Just(Position::default()),
        (0..960_u16).prop_map(move |number| numbered(Position::chess960(number))),
        (0..921_600_u32).prop_map(move |number| numbered(Position::double_chess960(number))),
    ]
}

/// Games of at most this many half-moves by random play from any [start](starts). They shrink to shorter games.
pub fn games(plies: usize) -> impl Strategy<Value = Game> {
    (starts(), vec(any::<Index>(), 0..=plies)).prop_map(|(start, choices)| played(start, &choices))
}

/// Positions of random [games].
pub fn positions(plies: usize) -> impl Strategy<Value = Position> {
    games(plies).prop_map(|game| *game.position())
}

/// Positions of random [games] that have a legal move, each with one.
///
/// ```
/// use philidor::strategies;
/// use proptest::prelude::*;
///
/// proptest!(|((position, mv) in strategies::moves(60))| {
///     prop_assert!(position.is_legal(mv));
/// });
/// ```
pub fn moves(plies: usize) -> impl Strategy<Value = (Position, Move)> {
    let with_move = |(mut game, choice): (Game, Index)| loop {
        let moves = game.position().legal_moves();
        match moves.get(choice.index(moves.len().max(1))) {
            Some(&mv) => return (*game.position(), mv),
            // The last move mates or stalemates, so the position before it has one; every start has moves.
            None => _ = game.undo(),
        }
    };
    (games(plies), any::<Index>()).prop_map(with_move)
}

/// The game from a start in which each choice is made among the legal moves, up to mate or stalemate.
fn played(start: Position, choices: &[Index]) -> Game {
    let mut game = Game::from_position(start);
    for choice in choices {
        let moves = game.position().legal_moves();
        let Some(&mv) = moves.get(choice.index(moves.len().max(1))) else { break };
        // It is in the list of legal moves.
        let _ = game.play(mv);
    }
    game
}

/// Implements `Arbitrary` by strategies.
macro_rules! arbitrary {
    ($($name:ident by $strategy:expr;)*) => {$(
        impl Arbitrary for $name {
            type Parameters = ();
            type Strategy = BoxedStrategy<$name>;

            fn arbitrary_with((): ()) -> BoxedStrategy<$name> {
                $strategy.boxed()
            }
        }
    )*};
}

arbitrary! {
    File by select(&File::ALL[..]);
    Rank by select(&Rank::ALL[..]);
    Square by squares();
    Color by select(&Color::ALL[..]);
    PieceType by select(&PieceType::ALL[..]);
    Piece by pieces();
    CastlingSide by select(&CastlingSide::ALL[..]);
    CastlingRights by (0..16_u8).prop_map(CastlingRights::from_bits);
    Bitboard by bitboards();
    MoveDigest by any::<u16>().prop_map(MoveDigest);
    Board by boards();
    Setup by setups();
    Position by positions(PLIES);
    Game by games(PLIES);
}
