//! The law of counting over random positions of six classes: a thousand in a quick run, eight thousand in a full one,
//! four hundred thousand in a night (`PROOF`).
//!
//! Each position is counted by all batches, where lists are long and buffers small, and by some of the other counters
//! in turn. Afterwards the tests check which places were passed, so that no place is wrongly believed to be tested.

use philidor::Position;
use philidor::perft::counters::{Counter, agree, agree_on, by_batches, by_plain_play};
use philidor::perft::coverage::{Mark, marked};
use philidor_proof::{Proof, samples, seed};

use crate::laws::generators::counters;
use crate::{crowded, edges, games};

/// How many of the other counters count each position.
const IN_TURN: usize = 3;

/// Checks the law for this many positions of a full sample, each to a depth of its own, and for more of them until the
/// places that it names were passed; in a full run also until each counter has counted at each depth.
fn law(class: &str, full: usize, positions: impl Iterator<Item = (Position, u32)>, must_mark: &[Mark]) {
    let batches = by_batches();
    let others: Vec<Counter> = counters().into_iter().skip(batches.len()).collect();
    let enough = if cfg!(miri) { 2 } else { samples(full) };
    let must_mark = if cfg!(miri) { &[] } else { must_mark };
    let needs_all_turns = !cfg!(miri) && Proof::of_this_run() != Proof::Quick;
    // With which counter a round begins is drawn, so that quick runs give each its turn after a while.
    let drawn = seed(0) as usize;
    let (mut counted, mut counted_to) = (0, [0; 8]);
    // For each of the other counters, at how many positions it has counted to each depth.
    let mut counts = vec![[0; 8]; others.len()];
    let mut passed: Vec<Mark> = Vec::new();
    marked();
    for (position, depth) in positions {
        let depth = if cfg!(miri) { 2 } else { depth };
        let expected = by_plain_play(&position, depth);
        agree_on(expected, &position, depth, &batches);
        // Each depth has a round of its own, or the deeper positions might always meet the same counters.
        let first = drawn + counted_to[depth as usize] * IN_TURN;
        counted_to[depth as usize] += 1;
        for turn in first..first + IN_TURN {
            let counter = turn % others.len();
            counts[counter][depth as usize] += agree_on(expected, &position, depth, [&others[counter]]);
        }
        counted += 1;
        if counted >= enough {
            passed.extend(marked());
            let are_passed = must_mark.iter().all(|mark| passed.contains(mark));
            // A counter may refuse the position at its turn: the mailbox holds no castling of Chess960.
            let have_counted =
                |depth: usize| counted_to[depth] == 0 || counts.iter().all(|count| count[depth] > 0);
            let had_all_turns = !needs_all_turns || (0..8).all(have_counted);
            // Ten full samples without a place: the place is not passed any more.
            if are_passed && had_all_turns || counted >= 10 * full.max(enough) {
                break;
            }
        }
    }
    println!("{class}: {counted} positions, {} counters", batches.len() + others.len());
    for mark in must_mark {
        assert!(passed.contains(mark), "{class}: {mark:?} was never passed");
    }
    let depths = (0..8).filter(|&depth| needs_all_turns && counts.iter().any(|count| count[depth] > 0));
    for depth in depths {
        for (counter, count) in others.iter().zip(&counts) {
            assert!(count[depth] > 0, "{class}: {} has counted nothing at depth {depth}", counter.name);
        }
    }
}

#[test]
fn positions_of_random_games() {
    let positions = games::positions(14).step_by(7);
    let depths = (0..).map(|number| if number % 64 == 0 { 4 } else { 3 });
    law(
        "random games",
        1_000,
        positions.zip(depths),
        &[
            Mark::BatchRanOut,
            Mark::FullBatch,
            Mark::PromotionsNoted,
            Mark::PartOfABlock,
            Mark::LaneInCheck,
            Mark::LaneEnPassant,
            Mark::QueueWrapped,
            Mark::QueueDrained,
            Mark::RecalledShallow,
            Mark::RecalledDeep,
            Mark::RunFull,
            Mark::RunsMerged,
        ],
    );
}

#[test]
fn dense_positions() {
    let depths = (0..).map(|number| if number % 16 == 0 { 3 } else { 2 });
    law(
        "dense",
        1_000,
        games::dense_positions(15).zip(depths),
        &[
            Mark::BatchRanOut,
            Mark::FullBatch,
            Mark::NothingToNoteInAFullBatch,
            Mark::PromotionsNoted,
            Mark::LaneInCheck,
            Mark::RecalledShallow,
            Mark::RunFull,
            Mark::RunsMerged,
        ],
    );
}

#[test]
fn positions_with_few_pieces_and_much_promotion() {
    let depths = (0..).map(|number| if number % 8 == 0 { 4 } else { 3 });
    law(
        "few pieces, much promotion",
        1_000,
        games::promoting_positions(16).zip(depths),
        &[Mark::NothingToNoteInAFullBatch, Mark::PromotionsNoted, Mark::LaneInCheck, Mark::RecalledDeep],
    );
}

#[test]
fn positions_of_chess960() {
    let positions = games::chess960_positions(17).step_by(5);
    law(
        "Chess960",
        1_000,
        positions.zip((0..).map(|number| if number % 64 == 0 { 4 } else { 3 })),
        &[Mark::BatchRanOut, Mark::LaneEnPassant, Mark::QueueWrapped],
    );
}

/// More pieces than a game has, three checkers and more, checks older than a double push.
#[test]
fn crowded_boards() {
    let depths = (0..).map(|number| if number % 16 == 0 { 3 } else { 2 });
    law("crowded", 1_000, crowded::positions(18).zip(depths), &[Mark::LaneInCheck]);
}

/// One condition of a rule fulfilled or just missed: pins of every kind, castling through attacks, checks, promotions.
#[test]
fn boards_at_the_edge_of_each_rule() {
    let depths = (0..).map(|number| if number % 16 == 0 { 3 } else { 2 });
    law(
        "edges",
        3_000,
        edges::positions(20).zip(depths),
        &[
            Mark::BatchRanOut,
            Mark::FullBatch,
            Mark::PromotionsNoted,
            Mark::PartOfABlock,
            Mark::LaneInCheck,
            Mark::LaneEnPassant,
        ],
    );
}

/// Every counter, including threads and tables, for running under sanitizers.
#[test]
fn every_counter_counts_a_few_positions_of_each_class() {
    let few = if cfg!(miri) { 1 } else { samples(6) };
    let counters = counters();
    let random = games::positions(18).step_by(31).take(few);
    let dense = games::dense_positions(19).take(few);
    let promoting = games::promoting_positions(20).take(few);
    let chess960 = games::chess960_positions(21).step_by(31).take(few);
    for position in dense {
        agree(&position, 2, &counters);
    }
    for position in random.chain(promoting).chain(chess960) {
        agree(&position, if cfg!(miri) { 2 } else { 3 }, &counters);
    }
    // Deep enough for threads to meet in the deep entries of one table.
    let position_3 = "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1".parse().expect("a position");
    agree(&position_3, if cfg!(miri) { 2 } else { 4 }, &counters);
}

#[test]
fn at_depth_zero_every_counter_counts_the_position_itself() {
    for fen in ["4k3/8/8/8/8/8/8/4K2R w K - 0 1", "4k3/8/8/8/8/8/8/4K2R b K - 0 1"] {
        // Under Miri there is one level.
        let most = if cfg!(miri) { 15 } else { 30 };
        assert!(agree(&fen.parse().expect("a position"), 0, &counters()) > most);
    }
}

fn agree_by_batches(fens: &[&str]) {
    for fen in fens {
        agree(&fen.parse().expect("a position"), 2, &by_batches());
    }
}

/// A piece that is pinned, or could be, is captured, and the capturer stands on the same line.
#[test]
fn a_piece_captured_on_a_line_to_its_king_moves_no_more() {
    agree_by_batches(&[
        "4k3/8/8/4q3/8/5N2/8/K3R3 w - - 0 1",
        "4k3/8/8/4b3/8/5N2/8/K3R3 w - - 0 1",
        "4k3/8/8/4n3/8/5N2/8/K3R3 w - - 0 1",
        "4k3/8/6r1/7B/5N2/8/8/K7 w - - 0 1",
        "4k3/8/6n1/7B/5N2/8/8/K7 w - - 0 1",
        "8/8/8/k2p3R/8/4N3/8/K7 w - - 0 1",
        "8/8/8/k2p3R/8/8/8/K2R4 w - - 0 1",
    ]);
}

/// After castling the king guards other squares, and the rook may give check.
#[test]
fn the_replies_to_a_castling_are_counted() {
    agree_by_batches(&[
        "8/8/8/8/8/5k2/8/4K2R w K - 0 1",
        "r3k3/8/3K4/8/8/8/8/8 b q - 0 1",
        "8/8/8/8/8/1k6/8/R3K3 w Q - 0 1",
        "r3k3/8/1K6/8/8/8/8/8 b q - 0 1",
        // King and knight guard the same square.
        "8/8/8/8/8/4N1k1/8/4K2R w K - 0 1",
        // King and rook change places, the rook arrives where the king stood, and only the rook moves.
        "8/8/8/8/8/5k2/8/5KR1 w G - 0 1",
        "8/8/8/8/8/5k2/8/5K1R w H - 0 1",
        "8/8/8/8/8/5k2/8/6KR w H - 0 1",
    ]);
}

/// The rook is captured, captured on the king's path, pinned, and captured where it would be pinned.
#[test]
fn castling_takes_a_rook_that_is_neither_captured_nor_pinned() {
    agree_by_batches(&[
        "4k2r/8/6N1/8/8/8/8/K7 w k - 0 1",
        "5kr1/8/5N2/8/8/8/8/K5R1 w g - 0 1",
        "1r2k3/8/8/8/8/8/8/R3K3 w b - 0 1",
        "Rr2k3/8/N7/8/8/8/8/K7 w b - 0 1",
    ]);
}

#[test]
fn a_whole_rank_of_pawns_promotes() {
    agree_by_batches(&["7k/8/8/8/8/7K/pppppppp/8 w - - 0 1", "8/PPPPPPPP/7k/8/8/8/8/7K b - - 0 1"]);
}

/// The positions that revealed the fault of 2026-11: exactly 64 children, and nothing to promote after them.
#[test]
fn a_full_batch_before_an_empty_set() {
    for fen in ["5R2/3r4/5b1k/8/8/4q3/K5p1/4q3 w - - 0 1", "8/4Pk2/8/8/3Q4/4P3/7R/1RB1KBN1 b - - 0 2"] {
        let position = fen.parse().expect("a position");
        for counter in by_batches().iter().filter(|counter| counter.name.ends_with(" 64")) {
            marked();
            agree(&position, 3, [counter]);
            assert!(marked().contains(&Mark::NothingToNoteInAFullBatch), "{}: {fen}", counter.name);
        }
    }
}

/// The tests of the law of counting rely on it: a mark reported without cause would hide a path never taken.
#[test]
fn a_mark_is_named_only_where_it_is_passed() {
    use Mark::{BatchRanOut, FullBatch, LaneEnPassant, LaneInCheck, PartOfABlock, PromotionsNoted};
    let cases: [(&str, usize, &[Mark]); 12] = [
        ("4k3/8/8/8/8/8/8/4K3 w - - 0 1", 64, &[PartOfABlock]),
        ("4k3/8/8/8/8/8/8/N3K3 w - - 0 1", 64, &[PartOfABlock]),
        ("4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", 64, &[PartOfABlock]),
        ("4k3/8/8/8/p7/8/4P3/4K3 w - - 0 1", 64, &[PartOfABlock]),
        ("k7/8/8/8/3K4/8/8/8 w - - 0 1", 8, &[FullBatch]),
        ("k7/8/8/8/3K4/8/8/8 w - - 0 1", 16, &[]),
        ("4k3/8/8/8/3p4/8/4P3/4K3 w - - 0 1", 64, &[PartOfABlock, LaneEnPassant]),
        ("4k3/8/8/8/3p1p2/8/4P3/4K3 w - - 0 1", 64, &[PartOfABlock, LaneEnPassant]),
        ("8/P6k/8/8/8/8/8/4K3 w - - 0 1", 64, &[PromotionsNoted, PartOfABlock]),
        ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", 64, &[PartOfABlock, LaneInCheck]),
        ("4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", 64, &[LaneInCheck]),
        ("4k3/8/8/8/8/8/8/R3K3 w - - 0 1", 8, &[BatchRanOut, FullBatch, PartOfABlock, LaneInCheck]),
    ];
    let batches = by_batches();
    for (fen, children, expected) in cases {
        let name = format!("portable lanes in batches of {children}");
        let counter = batches.iter().find(|counter| counter.name == name).expect("a counter");
        marked();
        let _ = counter.count(&fen.parse().expect("a position"), 2);
        assert_eq!(marked(), expected, "{fen} in batches of {children}");
    }
}
