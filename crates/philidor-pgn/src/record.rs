//! Games out of PGN, and games for PGN.

use philidor::{CastlingMode, Draw, Game, GamePosition, Outcome, Win};

use crate::{GameTree, NodeId, Tags};

/// The main line of a game that was read from PGN, so that it can continue, with the same form of castling. A null
/// move, which annotators may write and players may not play, ends it.
///
/// ```
/// use philidor::Game;
/// use philidor_pgn::games;
/// let tree = games(b"1. e4 e5 2. Nf3 (2. f4) Nc6 *").next().expect("a game")?;
/// let mut game = Game::from(&tree);
/// assert_eq!(game.ply(), 4);
/// game.play_san("Bb5")?;
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
impl<P: GamePosition> From<&GameTree<P>> for Game<P> {
    fn from(tree: &GameTree<P>) -> Game<P> {
        let mut game = Game::from_position(tree.start().clone()).with_castling_mode(tree.castling_mode());
        // Except for null moves, a tree holds only moves that are legal where they stand.
        let line = tree.main_line().filter_map(|node| tree.mv(node));
        for mv in line.take_while(|mv| !mv.is_null()) {
            let _ = game.play(mv);
        }
        game
    }
}

/// The game as PGN has it: the roster of tags to be filled in, the moves up to the position, the result.
///
/// The tag `Variant` says if castling is written as in Chess960, and `Termination` how the game ended, if the standard
/// has a word for that: `time forfeit` or `abandoned`. Moves that were taken back are left out.
///
/// ```
/// use philidor::{Color, Game, Outcome, Position, Win};
/// use philidor_pgn::GameTree;
/// let mut game = Game::from_uci(Position::default(), ["e2e4", "e7e5", "g1f3"])?;
/// game.end(Outcome::Win { winner: Color::White, by: Win::Resignation });
/// let mut tree = GameTree::from(&game);
/// tree.tags.set("White", "Philidor")?;
/// assert!(tree.to_string().ends_with("\n1. e4 e5 2. Nf3 1-0\n\n"));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
impl<P: GamePosition> From<&Game<P>> for GameTree<P> {
    fn from(game: &Game<P>) -> GameTree<P> {
        let mut tree = GameTree::new(game.start().clone());
        tree.tags = Tags::roster();
        // Both names are names that a tag can have, and all moves of a game are legal: nothing is refused.
        if game.castling_mode() == CastlingMode::Chess960 && game.start().variant().is_none() {
            let _ = tree.tags.set("Variant", "Chess960");
        }
        if let Some(outcome) = game.outcome() {
            tree.result = outcome.result();
            let _ = termination(outcome).map(|words| tree.tags.set("Termination", words));
        }
        let _ = tree.add_line(NodeId::ROOT, game.moves());
        tree
    }
}

/// The standard's word for an end that the moves do not show (Edwards, 1994, section 9.8.1).
fn termination(outcome: Outcome) -> Option<&'static str> {
    match outcome {
        Outcome::Win { by: Win::Time, .. } | Outcome::Draw(Draw::TimeWithoutMaterial) => Some("time forfeit"),
        Outcome::Abandoned => Some("abandoned"),
        _ => None,
    }
}
