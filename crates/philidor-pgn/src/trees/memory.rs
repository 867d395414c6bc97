//! The memory of trees: what is kept of the place where a game grows, and what several games share.

use alloc::vec::Vec;

use super::{GameTree, NodeId, games};

/// A game that grows at its end is not played from its start for each move; wherever else it grows, it is.
#[test]
fn the_tip_is_where_the_next_move_is_expected() {
    let mut tree = GameTree::default();
    let is_sound = |tree: &GameTree| {
        let (id, position) = tree.tip().expect("kept");
        tree.position(*id) == *position
    };
    let mut last = NodeId::ROOT;
    for uci in ["e2e4", "e7e5", "g1f3"] {
        let mv = tree.position(last).parse_uci(uci).expect("legal");
        last = tree.add(last, mv).expect("legal");
        assert!(is_sound(&tree) && tree.tip().is_some_and(|tip| tip.0 == last), "{uci}");
    }
    let first = tree.main_line().next().expect("e4");
    let reply = tree.position(first).parse_uci("c7c5").expect("legal");
    assert!(tree.add(last, reply).is_ok() && is_sound(&tree), "Black's move anywhere");
    assert!(tree.add(last, reply).is_ok() && is_sound(&tree), "the same place again");
    assert!(tree.add(first, reply).is_ok() && is_sound(&tree));
    let twice = tree.add_line(NodeId::ROOT, [reply]);
    assert!(twice.is_err() && is_sound(&tree), "nothing was played");
    assert!(tree.remove(last));
    assert!(tree.add(last, reply).is_err(), "it was removed");
}

/// The builder's memory is that of all games, and each game is as if it were the first.
#[test]
fn games_have_their_own_memory_and_nothing_of_each_other() {
    let texts = [
        "[White \"A\"] [Result \"1-0\"] { before } 1. e4 { [%clk 0:01:00] } e5 (1... c5 $1 2. Nf3) 2. Nf3 { good } 1-0",
        "1. d4 *",
        "[FEN \"4k3/8/8/8/8/8/8/4K2R w K - 0 1\"] [SetUp \"1\"] 1. O-O Ke7 *",
        "[Black \"B\"] *",
        "1. e4 { a } e5 { b } 2. Nf3 { c } Nc6 { d } 3. Bb5 { e } a6 { f } 0-1",
    ];
    let file = texts.join("\n\n");
    let read: Vec<GameTree> = games(file.as_bytes()).map(|game| game.expect("a game")).collect();
    assert_eq!(read.len(), texts.len());
    for (tree, text) in read.iter().zip(texts) {
        assert_eq!(*tree, text.parse::<GameTree>().expect("a game"), "{text}");
        assert_eq!(tree.spare_room(), (0, 0), "{text}");
    }
}
