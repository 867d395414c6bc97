//! What users store stays as it is: packed positions, keys, packed games, SAN and the words of moves, on every target.
//!
//! Each form of all positions and games goes into a hash, whose value is in `data/golden.txt`. A hash changes if a
//! change of this library, the byte order or the width of `usize` changes a single bit.
//!
//! ```text
//! standard packed-positions 6ddb…      32 bytes for each position
//! standard keys             …          its key and Polyglot's
//! ```
//!
//! Each line of the suites begins a game whose moves are chosen by their numbers; every position of it counts.

use std::fmt::Write as _;

use philidor::{CastlingMode, Game, Position};

use crate::suites;

const GOLDEN: &str = include_str!("../data/golden.txt");

/// How many half-moves are played from the position of each line.
const PLIES: usize = 12;

/// The hash of Glenn Fowler, Landon Curt Noll and Kiem-Phong Vo, FNV-1a, of 64 bits. It takes bytes, one at a time.
struct Hash(u64);

impl Hash {
    const fn new() -> Hash {
        Hash(0xcbf2_9ce4_8422_2325)
    }

    fn add(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            self.0 = (self.0 ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }

    /// A number as its eight bytes, the lowest first.
    fn add_number(&mut self, number: u64) {
        self.add(&number.to_le_bytes());
    }

    /// A text and its end, so that "ab", "c" is not "a", "bc".
    fn add_text(&mut self, text: &str) {
        self.add(text.as_bytes());
        self.add(b"\n");
    }
}

/// A hash for each form that may be stored.
struct Hashes {
    packed: Hash,
    keys: Hash,
    fens: Hash,
    words: Hash,
    san: Hash,
    uci: Hash,
    games: Hash,
}

impl Hashes {
    fn new() -> Hashes {
        let [packed, keys, fens, words, san, uci, games] = [(); 7].map(|()| Hash::new());
        Hashes { packed, keys, fens, words, san, uci, games }
    }

    fn add_position(&mut self, position: &Position) {
        self.packed.add(&position.pack().to_bytes());
        self.keys.add_number(position.key());
        self.keys.add_number(position.polyglot_key());
        self.fens.add_text(&position.to_string());
        // In the order of the list, which is promised as well.
        for mv in position.legal_moves() {
            self.words.add_number(mv.raw());
            self.san.add_text(position.to_san(mv).as_str());
            self.uci.add_text(&position.to_uci_in(mv, CastlingMode::Chess960).to_string());
        }
    }

    /// Plays a game from a position: in half-move n, from 0, the move at index 7 × n modulo the length of the list.
    fn add_game(&mut self, start: Position) {
        let mut game = Game::from_position(start);
        for ply in 0..PLIES {
            self.add_position(game.position());
            let moves = game.position().legal_moves();
            if moves.is_empty() {
                break;
            }
            game.play(moves[7 * ply % moves.len()]).expect("a legal move");
        }
        self.games.add(&game.pack());
    }

    fn named(&self) -> [(&'static str, u64); 7] {
        [
            ("packed-positions", self.packed.0),
            ("keys", self.keys.0),
            ("fens", self.fens.0),
            ("move-words", self.words.0),
            ("san", self.san.0),
            ("uci", self.uci.0),
            ("packed-games", self.games.0),
        ]
    }
}

/// The hashes of some positions and the games from them, one a line.
fn table(suite: &str, positions: impl Iterator<Item = Position>) -> String {
    let mut hashes = Hashes::new();
    positions.for_each(|position| hashes.add_game(position));
    hashes.named().iter().fold(String::new(), |mut table, (form, hash)| {
        let _ = writeln!(table, "{suite:<8} {form:<16} {hash:016x}");
        table
    })
}

#[test]
fn what_users_store_has_the_same_bytes_everywhere() {
    let is_chess960 = |position: &Position| position.is_chess960();
    let standard = table("standard", suites::positions().filter(|position| !is_chess960(position)));
    let chess960 = table("chess960", suites::positions().filter(is_chess960));
    let found = standard + &chess960;
    let golden: String =
        GOLDEN.lines().filter(|line| !line.starts_with('#')).map(|line| format!("{line}\n")).collect();
    assert_eq!(
        golden, found,
        "stored bytes have changed; if this is intended, data/golden.txt becomes\n{found}"
    );
}

/// The values that the authors of the hash published.
#[test]
fn the_hash_is_fnv_1a() {
    for (text, expected) in
        [("", 0xcbf2_9ce4_8422_2325), ("a", 0xaf63_dc4c_8601_ec8c), ("foobar", 0x8594_4171_f739_67e8)]
    {
        let mut hash = Hash::new();
        hash.add(text.as_bytes());
        assert_eq!(hash.0, expected, "{text}");
    }
}
