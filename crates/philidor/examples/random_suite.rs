//! Prints the suite of random positions: `cargo run --release --example random_suite > random.epd`.
//!
//! Three kinds, each from a seed of its own, so that the same lines come out on every machine:
//!
//! ```text
//! middlegame   a random game from the start, or from a start of Chess960, cut short after 12 to 71 half-moves
//! endgame      two kings and up to five pieces, anywhere
//! unreachable  up to sixteen pieces per side, anywhere: well formed, but unlikely in a game
//! ```
//!
//! The counts are philidor's own and prove nothing yet: `scripts/test-oracles` checks each against two other
//! programs.

use std::collections::HashSet;

use philidor::perft::perft_plain;
use philidor::{CastlingNotation, EnPassantPolicy, Position};

/// Counts above this number of leaves are left out, except the first two.
const MAX_LEAVES: u128 = 30_000;

/// The deepest count.
const MAX_DEPTH: u32 = 4;

/// Random numbers by SplitMix64 (Steele, Lea and Flood, 2014).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let word = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let word = (word ^ (word >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        word ^ (word >> 31)
    }

    /// A number below `end`, which is small, so the bias is small, too.
    fn below(&mut self, end: usize) -> usize {
        (self.next() % end.max(1) as u64) as usize
    }
}

/// Draws a random position of a kind; none if the draw was bad.
type Draw = fn(&mut Random) -> Option<Position>;

fn main() {
    println!("# Random positions, counted in leaves by depth: middlegames, endgames, and boards that are");
    println!("# well formed but hardly arise in a game. Made by crates/philidor/examples/random_suite.rs.");
    println!("# Check with scripts/test-oracles.");
    let kinds: [(&str, usize, Draw); 4] = [
        ("middlegame", 500, |random| middlegame(random, Position::default())),
        ("middlegame-960", 150, |random| chess960_start(random).and_then(|start| middlegame(random, start))),
        ("endgame", 400, |random| scattered(random, "QRBNPqrbnpPp", 1, 5)),
        ("unreachable", 450, |random| scattered(random, "QRBNPPPqrbnppp", 8, 24)),
    ];
    let mut seen = HashSet::new();
    for (seed, (name, wanted, make)) in (1..).zip(kinds) {
        println!("\n# {name}, seed {seed}");
        let mut random = Random(seed);
        let mut made = 0;
        while made < wanted {
            let Some(position) = make(&mut random).filter(|position| seen.insert(position.key())) else {
                continue;
            };
            made += 1;
            println!("{} ;id random-{name}-{made}{}", fen(&position), counts(&position));
        }
    }
}

/// The FEN; Chess960 castling rights by the files of the rooks, which every program reads the same way.
fn fen(position: &Position) -> String {
    let chess960 = position.is_chess960();
    let notation = if chess960 { CastlingNotation::Shredder } else { CastlingNotation::XFen };
    position.to_fen(EnPassantPolicy::PseudoLegal, notation).to_string()
}

/// The counts of a line, from depth 1 on.
fn counts(position: &Position) -> String {
    let leaves = (1..=MAX_DEPTH).map(|depth| (depth, perft_plain(position, depth)));
    let within = leaves.take_while(|&(depth, leaves)| depth <= 2 || leaves <= MAX_LEAVES);
    within.map(|(depth, leaves)| format!(" ;D{depth} {leaves}")).collect()
}

/// A start of Chess960: bishops on squares of both colors, the king between the rooks.
fn chess960_start(random: &mut Random) -> Option<Position> {
    let mut pieces = *b"rnbqkbnr";
    for last in (1..pieces.len()).rev() {
        pieces.swap(last, random.below(last + 1));
    }
    let places = |piece| (0..8).filter(|&file| pieces[file] == piece).collect::<Vec<usize>>();
    let (bishops, rooks, kings) = (places(b'b'), places(b'r'), places(b'k'));
    if (bishops[0] + bishops[1]) % 2 == 0 || !(rooks[0]..rooks[1]).contains(&kings[0]) {
        return None;
    }
    let black: String = pieces.iter().map(|&piece| char::from(piece)).collect();
    let white = black.to_uppercase();
    format!("{black}/pppppppp/8/8/8/8/PPPPPPPP/{white} w KQkq - 0 1").parse().ok()
}

/// A random game, cut short.
fn middlegame(random: &mut Random, mut position: Position) -> Option<Position> {
    for _ in 0..12 + random.below(60) {
        let moves = position.legal_moves();
        let mv = *moves.get(random.below(moves.len()))?;
        position.play(mv);
    }
    Some(position)
}

/// Kings and pieces of these letters on random squares, pawns never on the last ranks, at most one piece giving check.
fn scattered(random: &mut Random, letters: &str, fewest: usize, most: usize) -> Option<Position> {
    let mut board = [b'1'; 64];
    let mut put = |piece: u8, random: &mut Random| {
        let square = random.below(64);
        if board[square] == b'1' && (!piece.eq_ignore_ascii_case(&b'p') || (8..56).contains(&square)) {
            board[square] = piece;
        }
    };
    put(b'K', random);
    put(b'k', random);
    for _ in 0..fewest + random.below(most - fewest + 1) {
        let piece = letters.as_bytes()[random.below(letters.len())];
        put(piece, random);
    }
    let mut ranks = board.chunks(8).map(|rank| String::from_utf8_lossy(rank)).collect::<Vec<_>>().join("/");
    // A FEN counts empty squares, the longest rows first.
    for empty in (2..=8).rev() {
        ranks = ranks.replace(&"1".repeat(empty), &empty.to_string());
    }
    let side = if random.below(2) == 0 { "w" } else { "b" };
    let position: Position = format!("{ranks} {side} - - 0 1").parse().ok()?;
    (position.checkers().len() <= 1).then_some(position)
}
