//! Openings: start positions from EPD or FEN, one a line, or from PGN, with the moves that lead to them.

use core::fmt;
use std::collections::HashSet;

use philidor::{Game, Move, Outcome, Position};
use philidor_engine::Random;
use philidor_pgn::games;
use philidor_suites::epd::Epd;

use crate::harmless::harmless;

/// A start position, and moves that are played from it before the engines think.
///
/// ```
/// use philidor::{Game, Position};
/// use philidor_uci::tournament::MatchOpening;
///
/// let game = Game::from_uci(Position::default(), ["e2e4", "c7c5", "g1f3"]).expect("legal moves");
/// assert_eq!(MatchOpening::from_game(&game, 2).game().ply(), 2);
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MatchOpening {
    start: Position,
    moves: Vec<Move>,
}

impl MatchOpening {
    /// A position without moves.
    #[must_use]
    pub fn from_position(start: Position) -> MatchOpening {
        MatchOpening { start, moves: Vec::new() }
    }

    /// The first half-moves of a game, at most this many.
    #[must_use]
    pub fn from_game(game: &Game, plies: usize) -> MatchOpening {
        MatchOpening { start: *game.start(), moves: game.moves().take(plies).collect() }
    }

    /// Where the moves begin.
    pub(super) const fn start(&self) -> &Position {
        &self.start
    }

    /// The moves that are played from there.
    pub(super) fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The key of the position to which it leads.
    #[must_use]
    pub fn key(&self) -> u64 {
        self.game().position().key()
    }

    /// How the game has ended, if it has.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.game().outcome()
    }

    /// The start position with the moves played.
    #[must_use]
    pub fn game(&self) -> Game {
        let mut game = Game::from_position(self.start);
        for &mv in &self.moves {
            // They come from a game, in which all moves are legal.
            let _ = game.play(mv);
        }
        game
    }
}

impl Default for MatchOpening {
    fn default() -> MatchOpening {
        MatchOpening::from_position(Position::default())
    }
}

/// The positions of a text of FENs or EPDs, one a line; blank lines and those that begin with `#` are skipped.
///
/// ```
/// use philidor_uci::tournament::openings_from_epd;
/// let openings = openings_from_epd("# kings and pawn\n4k3/8/8/8/8/8/4P3/4K3 w - - id \"pawn\";\n")?;
/// assert_eq!(openings.len(), 1);
/// let error = openings_from_epd("\n4k3/8 w - -").unwrap_err();
/// assert_eq!(error.line, 2);
/// # Ok::<(), philidor_uci::tournament::OpeningError>(())
/// ```
///
/// # Errors
///
/// The first line that cannot be read, or that has no legal move.
pub fn openings_from_epd(text: &str) -> Result<Vec<MatchOpening>, OpeningError> {
    let lines = text.lines().enumerate().map(|(number, line)| (number as u64 + 1, line.trim()));
    let lines = lines.filter(|(_, line)| !line.is_empty() && !line.starts_with('#'));
    lines
        .map(|(line, text)| {
            let refused = |reason: String| OpeningError { line, reason: harmless(&reason) };
            let epd: Epd = text.parse().map_err(|error| refused(format!("{error}")))?;
            let opening = MatchOpening::from_position(epd.position);
            match opening.outcome() {
                None => Ok(opening),
                Some(outcome) => Err(refused(format!("the game is over: {outcome}"))),
            }
        })
        .collect()
}

/// The first half-moves of the games of a PGN text, at most this many of each. Games that end sooner are left out.
///
/// # Errors
///
/// The first game that cannot be read.
pub fn openings_from_pgn(bytes: &[u8], plies: usize) -> Result<Vec<MatchOpening>, OpeningError> {
    let mut openings = Vec::new();
    for game in games(bytes) {
        let tree = game.map_err(|error| OpeningError {
            line: error.line,
            reason: harmless(&format!("{}", error.reason())),
        })?;
        let opening = MatchOpening::from_game(&Game::from(&tree), plies);
        if opening.outcome().is_none() {
            openings.push(opening);
        }
    }
    Ok(openings)
}

/// Leaves out openings that lead to the same position as an earlier one.
pub(super) fn distinct(openings: Vec<MatchOpening>) -> Vec<MatchOpening> {
    let mut seen = HashSet::new();
    openings.into_iter().filter(|opening| seen.insert(opening.key())).collect()
}

pub(super) fn shuffled(mut openings: Vec<MatchOpening>, seed: u64) -> Vec<MatchOpening> {
    Random::new(seed).shuffle(&mut openings);
    openings
}

/// Why openings cannot be read.
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct OpeningError {
    /// The line, from 1.
    pub line: u64,
    /// What is wrong with it.
    pub reason: String,
}

impl fmt::Display for OpeningError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}", self.line, self.reason)
    }
}

philidor::debug_is_the_sentence!(OpeningError);

impl core::error::Error for OpeningError {}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_of_games_keep_their_moves() {
        let openings =
            openings_from_pgn(b"1. e4 e5 2. Nf3 *\n\n1. f3 e5 2. g4 Qh4# 0-1\n", 4).expect("games");
        assert_eq!(openings.len(), 1);
        assert_eq!(openings[0].game().ply(), 3);
        assert_eq!(openings_from_pgn(b"1. e5 *", 4).expect_err("illegal").line, 1);
    }

    #[test]
    fn positions_without_moves_are_refused_and_doubles_left_out() {
        let mated = openings_from_epd("R3k3/8/4K3/8/8/8/8/8 b - -").expect_err("mate");
        assert_eq!(mated.to_string(), "line 1: the game is over: White wins by checkmate");
        let text =
            "4k3/8/8/8/8/8/4P3/4K3 w - -\n4k3/8/8/8/8/8/4P3/4K3 w - - 0 9\n4k3/8/8/8/8/8/4P3/4K3 b - -";
        let openings = distinct(openings_from_epd(text).expect("positions"));
        assert_eq!(openings.len(), 2);
        assert_eq!(shuffled(openings.clone(), 1), shuffled(openings, 1));
    }
}
