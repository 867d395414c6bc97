//! The mutant of `philidor-hunt/prey/mutant` as a library: the same files, with a door in place of a command line.
#![forbid(unsafe_code)]
#![allow(dead_code, reason = "the command line and its protocols are left out")]

#[path = "../../../crates/philidor-hunt/prey/mutant/board.rs"]
mod board;
#[path = "../../../crates/philidor-hunt/prey/mutant/bugs.rs"]
mod bugs;
#[path = "../../../crates/philidor-hunt/prey/mutant/castling.rs"]
mod castling;
#[path = "../../../crates/philidor-hunt/prey/mutant/count.rs"]
mod count;
#[path = "../../../crates/philidor-hunt/prey/mutant/engine.rs"]
mod engine;
#[path = "../../../crates/philidor-hunt/prey/mutant/explosion.rs"]
mod explosion;
#[path = "../../../crates/philidor-hunt/prey/mutant/fen.rs"]
mod fen;
#[path = "../../../crates/philidor-hunt/prey/mutant/goals.rs"]
mod goals;
#[path = "../../../crates/philidor-hunt/prey/mutant/keys.rs"]
mod keys;
#[path = "../../../crates/philidor-hunt/prey/mutant/letters.rs"]
mod letters;
#[path = "../../../crates/philidor-hunt/prey/mutant/misbehavior.rs"]
mod misbehavior;
#[path = "../../../crates/philidor-hunt/prey/mutant/moves.rs"]
mod moves;
#[path = "../../../crates/philidor-hunt/prey/mutant/notation.rs"]
mod notation;
#[path = "../../../crates/philidor-hunt/prey/mutant/pocket.rs"]
mod pocket;
#[path = "../../../crates/philidor-hunt/prey/mutant/position.rs"]
mod position;
#[path = "../../../crates/philidor-hunt/prey/mutant/safety.rs"]
mod safety;
#[path = "../../../crates/philidor-hunt/prey/mutant/uci.rs"]
mod uci;
#[path = "../../../crates/philidor-hunt/prey/mutant/variant.rs"]
mod variant;

use bugs::Bug;
use engine::Engine;
use notation::Mode;

/// A bug in words.
#[derive(Clone, Debug)]
pub struct Description {
    /// Its name, such as `pin-ignored`.
    pub name: String,
    /// The rule that it breaks, such as `pin`.
    pub class: String,
    /// What goes wrong.
    pub sentence: &'static str,
}

/// All bugs of chess that can be switched on.
#[must_use]
pub fn bugs() -> Vec<Description> {
    let of_chess = Bug::ALL.iter().filter(|(_, _, variants, _)| variants.starts_with("chess"));
    let describe = |&(bug, class, _, sentence): &(Bug, &str, _, _)| Description {
        name: bug.to_string(),
        class: class.to_owned(),
        sentence,
    };
    of_chess.map(describe).collect()
}

/// An engine that counts leaves, with at most one bug.
pub struct Mutant {
    engine: Engine,
    bug: Option<Bug>,
}

impl Mutant {
    /// An engine with this bug; none if no bug has this name. Without a name it is right.
    #[must_use]
    pub fn new(name: Option<&str>) -> Option<Mutant> {
        let bug = match name {
            Some(name) => Some(Bug::named(name)?),
            None => None,
        };
        Some(Mutant { engine: Engine::new(bug, None, Mode::Standard), bug })
    }

    /// A new engine with the same bug.
    pub fn restart(&mut self) {
        self.engine = Engine::new(self.bug, None, Mode::Standard);
    }

    /// Forgets what it has counted, as engines do for a new game.
    pub fn new_game(&mut self) {
        self.engine.table.clear();
    }

    /// The moves after a FEN and a line, each with its leaves, and the total.
    ///
    /// # Errors
    ///
    /// The position or a move is refused, or the answer is not one.
    pub fn divide(
        &mut self,
        fen: &str,
        line: &[String],
        depth: u32,
        chess960: bool,
    ) -> Result<(Vec<(String, u128)>, u128), String> {
        self.engine.mode = if chess960 { Mode::Chess960 } else { Mode::Standard };
        let moves = line.iter().map(String::as_str);
        let words: Vec<&str> = fen.split_whitespace().chain(["moves"]).chain(moves).collect();
        uci::set_position(&mut self.engine, &words)?;
        let text = self.engine.lines(depth).text;
        let mut counts = Vec::new();
        let mut total = None;
        for line in text.lines() {
            let (word, number) = line.split_once(' ').ok_or_else(|| format!("not an answer: {line}"))?;
            let number: u128 = number.parse().map_err(|_| format!("not a number: {number}"))?;
            match word {
                "total" => total = Some(number),
                mv => counts.push((mv.to_owned(), number)),
            }
        }
        total.map(|total| (counts, total)).ok_or_else(|| "no total".to_owned())
    }
}
