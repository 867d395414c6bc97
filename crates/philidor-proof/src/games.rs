//! Random games: standard chess, Chess960 and double Fischer random chess in turn. A quick run draws them anew.

use philidor::{Color, Fault, Move, Piece, PieceType, Position, Rank, Setup, Square};

pub use super::Random;
use super::seed as seed_of;

impl Random {
    /// One of the legal moves; `None` at the end of the game.
    pub fn chooses(&mut self, position: &Position) -> Option<Move> {
        let moves = position.legal_moves();
        (!moves.is_empty()).then(|| moves[self.below(moves.len())])
    }
}

/// A start position of Chess960, by Reinhard Scharnagl's numbers for White's pieces and for Black's.
pub fn start(white: u32, black: u32) -> Position {
    Position::double_chess960(white * 960 + black).expect("a start position")
}

/// An endless stream of starts: every other one is that of standard chess, the others have any arrangement for each
/// side.
pub fn starts(seed: u64) -> impl Iterator<Item = Position> {
    const STANDARD: u32 = 518;
    let mut random = Random(seed_of(seed));
    (0..).map(move |game| {
        let mut number = || random.below(960) as u32;
        match game % 4 {
            0 | 2 => start(STANDARD, STANDARD),
            1 => start(number(), number()),
            _ => {
                let both = number();
                start(both, both)
            }
        }
    })
}

/// The positions of a random game of at most `plies` half-moves, its start first.
pub fn game(start: Position, plies: usize, seed: u64) -> impl Iterator<Item = Position> {
    let mut random = Random(seed);
    let next = move |position: &Position| Some(position.after(random.chooses(position)?));
    core::iter::successors(Some(start), next).take(plies + 1)
}

/// An endless stream of positions from random games, of at most 120 half-moves.
pub fn positions(seed: u64) -> impl Iterator<Item = Position> {
    (seed_of(seed)..).zip(starts(seed)).flat_map(|(seed, start)| game(start, 120, seed))
}

/// An endless stream of setups that no game reaches: random games with pieces moved elsewhere or changed into others.
/// About half are not valid positions.
pub fn disordered(seed: u64) -> impl Iterator<Item = Setup> {
    let mut random = Random(seed_of(seed));
    positions(seed).map(move |position| {
        let mut setup = position.to_setup();
        for _ in 0..=random.below(4) {
            let [from, to] = [0, 0].map(|_| Square::ALL[random.below(64)]);
            if let Some(piece) = setup.board.remove(from) {
                setup.board.put(to, piece);
            }
        }
        for _ in 0..random.below(20) {
            let square = Square::ALL[random.below(64)];
            let becomes = PieceType::PROMOTIONS[random.below(4)];
            match setup.board.piece_at(square) {
                Some(piece) if piece.piece_type != PieceType::King => {
                    setup.board.put(square, Piece::new(piece.color, becomes));
                }
                _ => {}
            }
        }
        setup
    })
}

/// An endless stream of positions that no game reaches; rights and en-passant squares are kept where they are possible.
pub fn unreachable_positions(seed: u64) -> impl Iterator<Item = Position> {
    disordered(seed).filter_map(|setup| {
        let setup = setup.without_impossible_castling_rights().without_impossible_en_passant();
        Position::try_from(setup).ok()
    })
}

/// An endless stream of starts of Chess960 and double Fischer random chess.
pub fn chess960_positions(seed: u64) -> impl Iterator<Item = Position> {
    let seed = seed_of(seed);
    let mut random = Random(seed);
    let starts = core::iter::repeat_with(move || {
        let [white, black] = [0, 0].map(|_| random.below(960) as u32);
        if random.below(2) == 0 { start(white, white) } else { start(white, black) }
    });
    (seed..).zip(starts).flat_map(|(seed, start)| game(start, 80, seed))
}

/// The least number of legal moves in a dense position.
pub const DENSE: usize = 60;

/// An endless stream of positions in which the side to move has at least [`DENSE`] moves, made by setting up and by
/// playing on: up to nine queens per side, pawns about to promote, and every other time a crowd on the other side as
/// well.
///
/// ```text
/// 8 | . n . . . . . k      what may be captured while promoting
/// 7 | P . P P . . P .      pawns of the side to move
/// 6 | . Q . . . . Q .
/// 5 | . . . Q . . . .      queens and others, none of which attacks the king
/// ```
pub fn dense_positions(seed: u64) -> impl Iterator<Item = Position> {
    let mut random = Random(seed_of(seed));
    let known = [
        "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1",
        "3Q4/1Q4Q1/4Q3/2Q4R/Q4Q2/3Q4/1Q4Rp/1K1BBNNk w - - 0 1",
        "5R2/3r4/5b1k/8/8/4q3/K5p1/4q3 b - - 0 1",
    ];
    let known = known.map(|fen| fen.parse().expect("a position"));
    let made = core::iter::repeat_with(move || {
        let root = loop {
            if let Some(position) = crowd(&mut random) {
                break position;
            }
        };
        let on = |position: &Position| {
            let reply = position.after(random.chooses(position)?);
            Some(reply.after(random.chooses(&reply)?))
        };
        core::iter::successors(Some(root), on).take(4).collect::<Vec<Position>>()
    });
    known.into_iter().chain(made.flatten()).filter(|position| position.legal_move_count() >= DENSE as u32)
}

/// A position with few pieces, most of them pawns one or two steps before promotion.
pub fn promoting_positions(seed: u64) -> impl Iterator<Item = Position> {
    let mut random = Random(seed_of(seed));
    core::iter::repeat_with(move || {
        let mut setup = Setup::empty();
        setup.state.side_to_move = Color::ALL[random.below(2)];
        for color in Color::ALL {
            put(&mut setup, &mut random, Piece::new(color, PieceType::King), None);
            for _ in 0..=random.below(4) {
                let rank = [Rank::Sixth, Rank::Seventh, Rank::Seventh][random.below(3)].relative_to(color);
                put(&mut setup, &mut random, Piece::new(color, PieceType::Pawn), Some(rank));
            }
            for _ in 0..random.below(3) {
                let piece_type = PieceType::PROMOTIONS[random.below(4)];
                put(&mut setup, &mut random, Piece::new(color, piece_type), None);
            }
        }
        Position::try_from(setup).ok()
    })
    .flatten()
}

/// Kings, and a crowd of pieces for the side to move; every other time, one for the other side, too.
fn crowd(random: &mut Random) -> Option<Position> {
    let mut setup = Setup::empty();
    let us = Color::ALL[random.below(2)];
    setup.state.side_to_move = us;
    for color in [us, !us] {
        put(&mut setup, random, Piece::new(color, PieceType::King), None);
    }
    for _ in 0..random.below(4) {
        let piece_type = PieceType::PROMOTIONS[random.below(4)];
        put(&mut setup, random, Piece::new(!us, piece_type), Some(Rank::Eighth.relative_to(us)));
    }
    let sides: &[Color] = if random.below(2) == 0 { &[us] } else { &[us, !us] };
    for &color in sides {
        for _ in 0..random.below(8) {
            put(
                &mut setup,
                random,
                Piece::new(color, PieceType::Pawn),
                Some(Rank::Seventh.relative_to(color)),
            );
        }
        for _ in 0..=random.below(9) {
            put(&mut setup, random, Piece::new(color, PieceType::Queen), None);
        }
        for _ in 0..random.below(7) {
            let piece_type = PieceType::PROMOTIONS[1 + random.below(3)];
            put(&mut setup, random, Piece::new(color, piece_type), None);
        }
    }
    Position::try_from(setup).ok()
}

/// Puts a piece on a free square, of a rank if one is given, from which it does not attack the king of the side that
/// has just moved. After some tries, or if the side has sixteen pieces, it is left out.
fn put(setup: &mut Setup, random: &mut Random, piece: Piece, rank: Option<Rank>) {
    if setup.board.colors(piece.color).len() == 16 {
        return;
    }
    for _ in 0..8 {
        let file = random.below(8);
        let square = match rank {
            Some(rank) => Square::ALL[8 * rank.index() + file],
            None => Square::ALL[8 * random.below(8) + file],
        };
        if setup.board.piece_at(square).is_some() {
            continue;
        }
        setup.board.put(square, piece);
        let in_check = |fault: &Fault| matches!(fault, Fault::OpponentInCheck { .. });
        if !setup.faults().iter().any(in_check) {
            return;
        }
        setup.board.remove(square);
    }
}
