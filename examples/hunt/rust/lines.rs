//! philidor's protocol of lines around any generator that can list moves, play them, and be copied.
//!
//! Each library has a folder beside this file, with a `main.rs` that says what the library calls these things. The rest
//! is here: reading questions, counting leaves, and answering `error` where the library refuses a position or a move.

use std::io::{self, BufRead, Write};

/// What a library must be able to do. Positions are copied before a move is played, unless `leaves_after` says
/// otherwise.
pub trait Generator: Clone {
    /// A legal move.
    type Move;
    /// The library and its version, as the report names them.
    const NAME: &'static str;
    /// Whether it plays Chess960.
    const CHESS960: bool = false;

    /// The position of a FEN, or why it is refused.
    fn from_fen(fen: &str, chess960: bool) -> Result<Self, String>;
    /// All legal moves.
    fn moves(&self) -> Vec<Self::Move>;
    /// A move as UCI writes it.
    fn uci(&self, mv: &Self::Move) -> String;
    /// Plays a legal move.
    fn play(&mut self, mv: &Self::Move);

    /// Leaves below a legal move; overridden where a library can take moves back.
    fn leaves_after(&mut self, mv: &Self::Move, depth: u32) -> u64 {
        let mut next = self.clone();
        next.play(mv);
        leaves(&mut next, depth)
    }
}

/// Leaves of the tree of this depth.
pub fn leaves<G: Generator>(position: &mut G, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let moves = position.moves();
    match depth {
        1 => moves.len() as u64,
        _ => moves.iter().map(|mv| position.leaves_after(mv, depth - 1)).sum(),
    }
}

/// Answers questions until the input ends.
pub fn answer<G: Generator>() -> io::Result<()> {
    let mut out = io::stdout().lock();
    for line in io::stdin().lock().lines() {
        let line = line?;
        let words: Vec<&str> = line.split_whitespace().collect(); // divide DEPTH fen FEN*6 [moves MOVE ...]
        match words.first() {
            None => continue,
            Some(&"hello") => {
                writeln!(out, "hello {} moves{}", G::NAME, if G::CHESS960 { " chess960" } else { "" })?
            }
            Some(_) => match divide::<G>(&words) {
                Ok(counts) => {
                    for (mv, leaves) in counts {
                        writeln!(out, "{mv} {leaves}")?;
                    }
                    writeln!(out, "done")?;
                }
                Err(reason) => writeln!(out, "error {}", reason.replace('\n', " "))?,
            },
        }
        out.flush()?;
    }
    Ok(())
}

/// Leaves below each legal move of the position asked about.
fn divide<G: Generator>(words: &[&str]) -> Result<Vec<(String, u64)>, String> {
    let [command @ ("divide" | "divide960"), depth, "fen", rest @ ..] = words else {
        return Err(format!("unknown question {}", words.join(" ")));
    };
    let depth: u32 =
        depth.parse().ok().filter(|&depth| depth > 0).ok_or("the depth is not a number from 1")?;
    let (fen, line) = rest.split_at_checked(6).ok_or("a FEN has six words")?;
    let mut position = G::from_fen(&fen.join(" "), *command == "divide960")?;
    for name in line.iter().skip(1) {
        let moves = position.moves();
        let mv = moves.iter().find(|mv| position.uci(mv) == *name);
        position.play(mv.ok_or(format!("{name} is not among the legal moves"))?);
    }
    let moves = position.moves();
    Ok(moves.iter().map(|mv| (position.uci(mv), position.leaves_after(mv, depth - 1))).collect())
}
