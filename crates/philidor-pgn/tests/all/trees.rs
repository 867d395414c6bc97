//! Trees grow anywhere, and are read from a text with one game.

use philidor::Position;
use philidor_pgn::{GameTree, NodeId, PgnErrorKind};

/// Variations that are added all along a game, for which it is not played from its start each time.
#[test]
fn variations_are_added_anywhere_in_any_order() {
    let mut tree: GameTree = "1. e4 e5 2. Nf3 Nc6 3. Bb5 a6 *".parse().expect("a game");
    let line: Vec<NodeId> = tree.main_line().collect();
    let expected: Vec<Position> = line.iter().map(|&id| tree.position(id)).collect();
    // Backwards, too, where the game is played from its start.
    for place in [0, 2, 4, 5, 1] {
        let other = expected[place].legal_moves()[0];
        let added = tree.add(line[place], other).expect("legal");
        assert_eq!(tree.position(added), expected[place].after(other));
        assert!(line.iter().zip(&expected).all(|(&id, position)| tree.position(id) == *position));
    }
    // A place that was removed is at the start, as everywhere.
    assert!(tree.remove(line[1]));
    assert_eq!((tree.position(line[1]), tree.position(line[0])), (*tree.start(), expected[0]));
}

#[test]
fn a_tree_is_the_only_game_of_a_text() {
    let error = |text: &str| text.parse::<GameTree>().expect_err("not one game");
    assert_eq!(error(" \n").kind, PgnErrorKind::NoGame);
    let two = error("1. e4 *\n\n{said of the first}\n[White \"A\"]\n\n*");
    assert_eq!((two.kind, two.line, two.column), (PgnErrorKind::SecondGame, 4, 1));
    assert_eq!(error("1. e5 *").to_string(), "line 1, column 4: `e5`: illegal: no such pawn can move to e5");
    let game: GameTree = "1. e4 {best by test} e5 *\n{after all}".parse().expect("one game");
    assert_eq!(game.to_string().parse(), Ok(game));
}
