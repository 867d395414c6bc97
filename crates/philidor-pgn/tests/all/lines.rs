//! Lines of a tree are promoted, removed and cut; the result equals a tree that was read from text.

use philidor_pgn::{GameTree, NodeId};

const GAME: &str =
    "{start} 1. e4 {king} e5 $1 (1... c5 {Sicilian} 2. Nf3 (2. c3 d5) 2... d6) (1... e6) 2. Bc4 Nc6 *";

fn tree(text: &str) -> GameTree {
    text.parse().unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// The move reached by these SANs from the start, through variations.
fn at(tree: &GameTree, line: &[&str]) -> NodeId {
    line.iter().fold(NodeId::ROOT, |node, san| {
        let position = tree.position(node);
        let mut children = tree.children(node);
        let is_it = |&child: &NodeId| tree.mv(child).is_some_and(|mv| position.to_san(mv).as_str() == *san);
        children.find(is_it).unwrap_or_else(|| panic!("no {san}"))
    })
}

/// All moves of a tree.
fn all(tree: &GameTree) -> Vec<NodeId> {
    let mut found = vec![];
    let mut open = vec![NodeId::ROOT];
    while let Some(node) = open.pop() {
        open.extend(tree.children(node));
        found.push(node);
    }
    found.retain(|&node| node != NodeId::ROOT);
    found
}

#[test]
fn a_promoted_variation_continues_and_the_others_keep_their_order() {
    let mut game = tree(GAME);
    let line = at(&game, &["e4", "e6"]);
    assert!(game.promote(line));
    let expected =
        "{start} 1. e4 {king} e6 (1... e5 $1 2. Bc4 Nc6) (1... c5 {Sicilian} 2. Nf3 (2. c3 d5) 2... d6) *";
    assert_eq!(game, tree(expected));
    let same = game.clone();
    assert!(game.promote(line), "it goes on already");
    assert_eq!(game, same);
}

#[test]
fn a_line_deep_in_variations_becomes_the_main_line() {
    let mut game = tree(GAME);
    let deep = at(&game, &["e4", "c5", "c3", "d5"]);
    assert!(game.promote_to_main_line(deep));
    assert_eq!(game.main_line().last(), Some(deep));
    let expected =
        "{start} 1. e4 {king} c5 {Sicilian} (1... e5 $1 2. Bc4 Nc6) (1... e6) 2. c3 (2. Nf3 d6) 2... d5 *";
    assert_eq!(game, tree(expected));
    assert!(!game.promote_to_main_line(NodeId::ROOT));
}

#[test]
fn what_stood_before_a_promoted_move_is_said_of_the_move_before() {
    let mut game = tree("1. e4 {a} e5 ({b} 1... c5) *");
    let line = at(&game, &["e4", "c5"]);
    assert!(game.promote(line));
    assert_eq!(game, tree("1. e4 {a b} c5 (1... e5) *"));
}

#[test]
fn a_removed_move_takes_what_follows_with_it_and_its_ids_mean_nothing() {
    let mut game = tree(GAME);
    let line = at(&game, &["e4", "c5"]);
    let below = at(&game, &["e4", "c5", "c3", "d5"]);
    let kept = at(&game, &["e4", "e5", "Bc4"]);
    let (position, mv) = (game.position(kept), game.mv(below).expect("a move"));
    assert!(game.remove(line));
    assert_eq!(game, tree("{start} 1. e4 {king} e5 $1 (1... e6) 2. Bc4 Nc6 *"));
    for gone in [line, below] {
        assert_eq!((game.mv(gone), game.parent(gone), game.remarks(gone)), (None, None, None));
        assert_eq!(game.children(gone).count(), 0);
        assert!(!game.remove(gone) && !game.promote(gone) && !game.cut_after(gone));
        assert!(game.add(gone, mv).is_err());
    }
    assert_eq!(game.position(kept), position, "other ids stay what they are");
    assert!(!game.remove(NodeId::ROOT));
}

#[test]
fn all_moves_after_a_place_are_cut() {
    let mut game = tree(GAME);
    let line = at(&game, &["e4", "c5"]);
    assert!(game.cut_after(line));
    assert_eq!(game, tree("{start} 1. e4 {king} e5 $1 (1... c5 {Sicilian}) (1... e6) 2. Bc4 Nc6 *"));
    assert!(game.cut_after(NodeId::ROOT));
    assert_eq!((game.main_line().count(), game), (0, tree("{start} *")));
}

#[test]
fn whatever_is_changed_the_tree_is_written_and_read_back() {
    let count = all(&tree(GAME)).len();
    assert_eq!(count, 10);
    let changes: [fn(&mut GameTree, NodeId) -> bool; 4] =
        [GameTree::promote, GameTree::promote_to_main_line, GameTree::remove, GameTree::cut_after];
    for first in changes {
        for second in changes {
            for (one, other) in (0..count).flat_map(|one| (0..count).map(move |other| (one, other))) {
                let mut game = tree(GAME);
                let nodes = all(&game);
                assert!(first(&mut game, nodes[one]));
                second(&mut game, nodes[other]);
                assert_eq!(game.to_string().parse(), Ok(game.clone()), "{game}");
                let last = game.main_line().last().unwrap_or(NodeId::ROOT);
                let replies = game.position(last).legal_moves();
                let added = game.add(last, replies[0]).expect("a legal move");
                assert_eq!(game.main_line().last(), Some(added));
            }
        }
    }
}
