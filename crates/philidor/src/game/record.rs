//! Games out of PGN, and games for PGN.

use super::{Game, Outcome};
use crate::notation::pgn::{GameResult, GameTree};

/// The main line of a game that was read from PGN, so that it can go on, with the same form of castling. A null move,
/// which annotators may write and nobody may play, ends it.
///
/// ```
/// use philidor::{Game, pgn::games};
/// let tree = games(b"1. e4 e5 2. Nf3 (2. f4) Nc6 *").next().expect("a game")?;
/// let mut game = Game::from(&tree);
/// assert_eq!(game.ply(), 4);
/// game.play_san("Bb5")?;
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
impl From<&GameTree> for Game {
    fn from(tree: &GameTree) -> Game {
        let mut game = Game::from_position(*tree.start()).with_castling_mode(tree.castling_mode());
        // But for null moves a tree holds legal moves only, each played from where it stands.
        let line = tree.main_line().filter_map(|node| tree.mv(node));
        line.take_while(|mv| !mv.is_null()).for_each(|mv| game.play_legal(mv));
        game
    }
}

/// The result without the reason.
///
/// ```
/// use philidor::{Color, Outcome, Win, pgn::GameResult};
/// let resigned = Outcome::Win { winner: Color::Black, by: Win::Resignation };
/// assert_eq!(GameResult::from(resigned), GameResult::BlackWins);
/// assert_eq!(GameResult::from(Outcome::Abandoned), GameResult::Unknown);
/// ```
impl From<Outcome> for GameResult {
    fn from(outcome: Outcome) -> GameResult {
        GameResult::from_bytes(outcome.result().as_bytes()).unwrap_or_default()
    }
}
