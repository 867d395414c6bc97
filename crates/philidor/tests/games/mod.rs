//! Random games, the same on every run: standard chess, Chess960 and double Fischer random chess in turn.

#![allow(dead_code, reason = "each test file uses a part of it")]

use philidor::{Move, Piece, PieceType, Position, Setup, Square};

/// Sebastiano Vigna's SplitMix64.
pub(crate) struct Random(pub(crate) u64);

impl Random {
    pub(crate) fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        mixed ^ mixed >> 31
    }

    pub(crate) fn below(&mut self, end: usize) -> usize {
        (self.next() % end as u64) as usize
    }

    /// One of the legal moves; none at the end of the game.
    pub(crate) fn chooses(&mut self, position: &Position) -> Option<Move> {
        let moves = position.legal_moves();
        (!moves.is_empty()).then(|| moves[self.below(moves.len())])
    }
}

/// Where a game of Chess960 starts, by the numbers of Reinhard Scharnagl for White's men and for Black's.
pub(crate) fn start(white: u32, black: u32) -> Position {
    let board = cozy_chess::Board::double_chess960_startpos(white, black);
    format!("{board:#}").parse().expect("a start position")
}

/// Starts without end: every other one is that of standard chess, the others have any men on either side.
pub(crate) fn starts(seed: u64) -> impl Iterator<Item = Position> {
    const STANDARD: u32 = 518;
    let mut random = Random(seed);
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
pub(crate) fn game(start: Position, plies: usize, seed: u64) -> impl Iterator<Item = Position> {
    let mut random = Random(seed);
    let next = move |position: &Position| Some(position.after(random.chooses(position)?));
    core::iter::successors(Some(start), next).take(plies + 1)
}

/// Positions of random games without end, of 120 half-moves at most.
pub(crate) fn positions(seed: u64) -> impl Iterator<Item = Position> {
    (seed..).zip(starts(seed)).flat_map(|(seed, start)| game(start, 120, seed))
}

/// Setups without end that no game leads to: men of random games put elsewhere, and some become other men. About half
/// are no positions.
pub(crate) fn disordered(seed: u64) -> impl Iterator<Item = Setup> {
    let mut random = Random(seed);
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
                Some(man) if man.piece_type != PieceType::King => {
                    setup.board.put(square, Piece::new(man.color, becomes));
                }
                _ => {}
            }
        }
        setup
    })
}

/// Positions without end that no game leads to; rights and en-passant squares are kept where they are possible.
pub(crate) fn unreachable_positions(seed: u64) -> impl Iterator<Item = Position> {
    disordered(seed).filter_map(|setup| {
        let setup = setup.without_impossible_castling_rights().without_impossible_en_passant();
        Position::try_from(setup).ok()
    })
}
