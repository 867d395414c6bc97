//! Trees too deep for recursion, and trees cut into parts.

use std::ops::ControlFlow;

use philidor::Position;
use philidor::perft::coverage::{Mark, marked};
use philidor::perft::{MAX_LINE, Perft, Subtrees, divide_with, perft, perft_plain, perft_with, statistics};

/// Each king goes back and forth between two squares; nothing else can ever move.
///
/// ```text
/// 8 | . . . . b . . k      h8 ⇄ g8
/// 7 | . . . p P p . p
/// 6 | . . . P . P . P
/// 5 | . . . . . . . .
/// 4 | . . . . . . . .
/// 3 | p . p . p . . .
/// 2 | P . P p P . . .
/// 1 | K . . B . . . .      a1 ⇄ b1
/// ```
const FORCED: &str = "4b2k/3pPp1p/3P1P1P/8/8/p1p1p3/P1PpP3/K2B4 w - - 0 1";

/// Depths on both sides of every depth at which counting may begin to keep a list instead of recursion.
fn depths() -> impl Iterator<Item = u32> {
    (1..70).chain([1_000])
}

fn position(fen: &str) -> Position {
    fen.parse().expect("a position")
}

#[test]
fn a_tree_whose_lines_end_early_is_counted_at_any_depth() {
    // Mated, stalemated, and mated after whatever is played.
    for fen in ["R3k3/8/4K3/8/8/8/8/8 b - - 0 1", "k7/2Q5/2K5/8/8/8/8/8 b - - 0 1"] {
        let position = position(fen);
        for depth in depths().chain([100_000, u32::MAX]) {
            assert_eq!(perft(&position, depth), 0, "{fen}, depth {depth}");
            assert_eq!(perft_plain(&position, depth), 0, "{fen}, depth {depth}");
            assert_eq!(perft_with(&mut position.clone(), depth), 0, "{fen}, depth {depth}");
            assert_eq!(statistics(&position, depth).nodes, 0, "{fen}, depth {depth}");
            assert!(Subtrees::new(&position, depth).is_empty(), "{fen}, depth {depth}");
        }
    }
}

#[test]
fn a_line_of_forced_moves_is_followed_as_far_as_is_promised() {
    let forced = position(FORCED);
    let mut unrolled = Vec::new();
    for depth in depths().chain([MAX_LINE]) {
        marked();
        assert_eq!(perft(&forced, depth), 1, "depth {depth}");
        unrolled.push(marked().contains(&Mark::Unrolled));
        assert_eq!(perft_plain(&forced, depth), 1, "depth {depth}");
        assert_eq!(perft_with(&mut forced.clone(), depth), 1, "depth {depth}");
        assert_eq!(statistics(&forced, depth).nodes, 1, "depth {depth}");
        assert_eq!(Perft::new().divide(&forced, depth)[0].1, 1, "depth {depth}");
    }
    assert!(unrolled.is_sorted() && !unrolled[0] && unrolled[60], "where the list begins: {unrolled:?}");
    let too_deep = MAX_LINE + 49;
    assert_eq!(perft(&forced, too_deep), u128::MAX);
    assert_eq!(perft_plain(&forced, too_deep), u128::MAX);
    assert_eq!(perft_with(&mut forced.clone(), too_deep), u128::MAX);
    assert_eq!(statistics(&forced, too_deep).nodes, u64::MAX);
    for (depth, leaves) in [(MAX_LINE, 1), (MAX_LINE + 1, u128::MAX)] {
        assert_eq!(divide_with(&mut forced.clone(), depth)[0].1, leaves, "depth {depth}");
    }
}

/// The same, and two pawns with one square between them: one of them steps on it once, so that each ply adds one leaf.
/// What is left of a line for recursion is what the list has not walked.
#[test]
fn each_tree_is_as_deep_as_was_asked() {
    let step = position("4b2k/3pPp1p/1p1P1P1P/8/1P6/p1p1p3/P1PpP3/K2B4 w - - 0 1");
    for depth in depths().take(69) {
        let leaves = u128::from(depth) + 1;
        assert_eq!(perft(&step, depth), leaves, "depth {depth}");
        assert_eq!(perft_plain(&step, depth), leaves, "depth {depth}");
        assert_eq!(perft_with(&mut step.clone(), depth), leaves, "depth {depth}");
        assert_eq!(u128::from(statistics(&step, depth).nodes), leaves, "depth {depth}");
    }
}

#[test]
fn the_forced_line_is_forced() {
    let mut position = position(FORCED);
    for _ in 0..100 {
        assert_eq!(position.legal_moves().len(), 1, "{position}");
        position = position.after(position.legal_moves()[0]);
    }
}

#[test]
fn the_line_of_every_part_leads_to_its_position() {
    for depth in [1, 4, 5, 6] {
        let root = Position::default();
        let subtrees = Subtrees::new(&root, depth);
        for part in (0..subtrees.len()).step_by(7).chain([subtrees.len() - 1]) {
            let line = subtrees.line(part).expect("a part");
            assert_eq!(line.len() as u32, depth - subtrees.depth_of_parts());
            let reached = line.iter().fold(root, |position, &mv| position.after(mv));
            assert_eq!(Some(&reached), subtrees.position(part), "part {part} at depth {depth}");
        }
        assert!(subtrees.line(subtrees.len()).is_none() && subtrees.position(subtrees.len()).is_none());
    }
    assert!(Subtrees::new(&Position::default(), 0).line(0).is_none());
}

#[test]
fn a_tree_of_forced_moves_is_not_cut_without_end() {
    let root = position(FORCED);
    let subtrees = Subtrees::new(&root, u32::MAX);
    let cut = subtrees.line(0).map(|line| line.len() as u32).expect("a part");
    assert_eq!((subtrees.len(), subtrees.depth_of_parts()), (1, u32::MAX - cut));
    assert!(cut < 100, "{cut} half-moves above the part");
}

/// The count of a line that is too long is the same however it is counted.
#[test]
fn parts_do_not_hide_how_long_a_line_is() {
    let root = position(FORCED);
    for (depth, leaves) in [(MAX_LINE, 1), (MAX_LINE + 1, u128::MAX), (MAX_LINE + 49, u128::MAX)] {
        for threads in [1, 2] {
            let perft = Perft::new().threads(threads);
            assert_eq!(perft.count(&root, depth), leaves, "{depth} on {threads}");
            let divided: Vec<u128> = perft.divide(&root, depth).into_iter().map(|(_, sum)| sum).collect();
            assert_eq!(divided, [leaves], "{depth} on {threads}");
        }
        Perft::new().count_subtrees(&Subtrees::new(&root, depth), &[0], &|_, counted| {
            assert_eq!(counted, leaves, "{depth} in parts");
            ControlFlow::Continue(())
        });
    }
    assert_eq!(Perft::new().threads(2).count(&root, u32::MAX), u128::MAX);
}

#[test]
fn there_is_nothing_to_count_where_no_line_is_long_enough() {
    let stalemate: Position = "k7/8/1Q6/8/8/8/8/K7 b - - 0 1".parse().expect("a position");
    assert!(Subtrees::new(&stalemate, 5).is_empty());
    assert!(!Subtrees::new(&Position::default(), 5).is_empty());
}

/// A checkpoint of one count is not taken for another's: the digest depends on the positions and their depth. It is
/// written into files, so it stays what it is.
#[test]
fn a_digest_identifies_the_parts() {
    let start = Position::default();
    let other = start.after(start.legal_moves()[0]);
    let digests = [(start, 4), (start, 5), (start, 6), (other, 5)]
        .map(|(root, depth)| Subtrees::new(&root, depth).digest());
    for (index, digest) in digests.iter().enumerate() {
        assert!(!digests[..index].contains(digest), "{digests:x?}");
    }
    assert_eq!(digests[1], 15_500_494_743_410_851_442);
}
