//! Whatever is said to a bot by the UCI protocol, the conversation ends, every line of it is of the protocol, and every
//! move that it answers is legal where it is played.
#![no_main]

use philidor::{Game, Move};
use philidor_engine::{Bot, Clock};
use philidor_uci::Server;

/// Plays the first move, of a position that has one.
struct First;

impl Bot for First {
    fn think(&mut self, game: &Game, _: &Clock) -> Move {
        game.position().legal_moves()[0]
    }
}

/// How the lines of the protocol begin.
const WORDS: [&str; 7] = ["id ", "option ", "uciok", "readyok", "info ", "bestmove ", ""];

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| {
    let mut output = Vec::new();
    let input = std::io::Cursor::new(bytes.to_vec());
    assert!(Server::new(First).serve(input, &mut output).is_ok());
    let text = String::from_utf8(output).expect("text");
    for line in text.lines() {
        assert!(
            WORDS.iter().any(|word| line.starts_with(word) && (!word.is_empty() || line.is_empty())),
            "{line}"
        );
        assert!(!line.starts_with("info string the bot"), "{line}");
    }
});
