//! A game becomes a tree and a tree a game, with the end and the form of castling.

use philidor::{CastlingMode, Color, Draw, Game, GameResult, Outcome, Position, Win};
use philidor_pgn::GameTree;

const MATE: [&str; 4] = ["f2f3", "e7e5", "g2g4", "d8h4"];

#[test]
fn a_tree_of_a_game_has_its_moves_and_its_result() {
    let mut game = Game::from_uci(Position::default(), ["e2e4", "e7e5"]).expect("legal moves");
    game.undo();
    for (outcome, result, termination) in [
        (None, GameResult::Unknown, None),
        (Some(Outcome::Draw(Draw::Agreement)), GameResult::Draw, None),
        (
            Some(Outcome::Win { winner: Color::White, by: Win::Time }),
            GameResult::WhiteWins,
            Some("time forfeit"),
        ),
        (Some(Outcome::Abandoned), GameResult::Unknown, Some("abandoned")),
    ] {
        let mut game = game.clone();
        outcome.into_iter().for_each(|outcome| game.end(outcome));
        let tree = GameTree::from(&game);
        assert_eq!((tree.result, tree.tags.get("Termination")), (result, termination));
        assert_eq!(tree.tags.get("Event"), Some("?"));
        assert!(Game::from(&tree).moves().eq(game.moves()), "what was taken back is left out");
        assert_eq!(tree.to_string().parse(), Ok(tree));
    }
    let mate = Game::from_uci(Position::default(), MATE).expect("legal moves");
    assert_eq!(GameTree::from(&mate).result, GameResult::BlackWins);
}

#[test]
fn the_form_of_castling_goes_into_the_tree_and_back() {
    let start: Position = "4k3/8/8/8/8/8/8/4K2R w K - 0 1".parse().expect("a position");
    let mut game = Game::from_position(start).with_castling_mode(CastlingMode::Chess960);
    game.play_san("O-O").expect("castling");
    let tree = GameTree::from(&game);
    assert_eq!(tree.tags.get("Variant"), Some("Chess960"));
    assert_eq!(Game::from(&tree), game);
}
