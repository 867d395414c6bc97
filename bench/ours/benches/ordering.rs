//! Three ways to carry the order in which a search tries moves. `cargo bench --bench ordering`, in
//! `bench/ours/`.
//!
//! The order is the same in all: tactical moves first, the most valuable victim taken by the least valuable attacker
//! before others; then quiet moves by a table with a number for each piece type and destination, as searches keep.
//!
//! ```text
//! in the move        list everything, give each word its score, put the words in order
//! at generation      give each word its score when it is made, put the words in order
//! separate lists     list tactical moves, whose words are in order without a score;
//!                    list, score and order quiet moves when the tactical ones have run out
//! ```
//!
//! A search rarely looks at all moves of a position. So each is asked for the first move, the first three and all
//! of them, and orders the words either by sorting them all or by picking the best one left each time. Before anything
//! is timed, all ways must agree on every move of every position.

#![allow(missing_docs)] // Criterion's macros make public functions

use std::hint::black_box;
use std::ops::ControlFlow;

use criterion::{BenchmarkId, Criterion, Throughput, criterion_group, criterion_main};
use philidor::{Move, MoveDigest, MoveKind, MoveList, Position};
use positions::Set;

/// How many moves the positions have that `bench/run` lists the moves of.
const MOVES: usize = 86_557;

/// The score of tactical moves, above that of any quiet move. Among themselves they are ordered by their words.
const TACTICAL: u32 = 1 << 16;

fn positions() -> Vec<Position> {
    let text = Set::RandomGames.text().expect("the positions are those of the records");
    text.lines().map(|fen| fen.parse().expect("a position")).collect()
}

/// What a search has learned of quiet moves: a number for each piece type and destination, here arbitrary ones.
struct History([[u32; 64]; 6]);

impl History {
    fn new() -> History {
        let mut word = 1989_u32;
        let mut next = || {
            word = word.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            word >> 20
        };
        History(std::array::from_fn(|_| std::array::from_fn(|_| next())))
    }

    #[inline(always)]
    fn quiet(&self, mv: Move) -> u32 {
        self.0[mv.played_piece().index()][mv.dest_square().index()]
    }

    #[inline(always)]
    fn score(&self, mv: Move) -> u32 {
        if mv.is_tactical() { TACTICAL } else { self.quiet(mv) }
    }
}

/// How words are put in order.
#[derive(Clone, Copy)]
enum Order {
    Sorted,
    Picked,
}

/// Where the score comes in.
#[derive(Clone, Copy)]
enum Placement {
    InTheMove,
    AtGeneration,
    SeparateLists,
}

const PLACEMENTS: [(&str, Placement, Order); 6] = [
    ("in the move, sorted", Placement::InTheMove, Order::Sorted),
    ("in the move, picked", Placement::InTheMove, Order::Picked),
    ("at generation, sorted", Placement::AtGeneration, Order::Sorted),
    ("at generation, picked", Placement::AtGeneration, Order::Picked),
    ("separate lists, sorted", Placement::SeparateLists, Order::Sorted),
    ("separate lists, picked", Placement::SeparateLists, Order::Picked),
];

/// Calls a closure with the first moves of a list in order, and returns how many there were.
#[inline(always)]
fn in_order(list: &mut MoveList, order: Order, wanted: usize, each: &mut impl FnMut(Move)) -> usize {
    let wanted = wanted.min(list.len());
    match order {
        Order::Sorted => {
            list.sort_unstable_by(|a, b| b.cmp(a));
            list[..wanted].iter().for_each(|&mv| each(mv));
        }
        Order::Picked => {
            for at in 0..wanted {
                let mut best = at;
                for other in at + 1..list.len() {
                    if list[other] > list[best] {
                        best = other;
                    }
                }
                list.swap(at, best);
                each(list[at]);
            }
        }
    }
    wanted
}

/// A search's use of one position: its first moves, written into a list that is reused.
struct Search {
    placement: Placement,
    order: Order,
    wanted: usize,
    history: History,
    list: MoveList,
}

impl Search {
    fn new(placement: Placement, order: Order, wanted: usize) -> Search {
        Search { placement, order, wanted, history: History::new(), list: MoveList::new() }
    }

    /// Calls a closure with the moves, and returns how many there were.
    #[inline(always)]
    fn moves(&mut self, position: &Position, mut each: impl FnMut(Move)) -> usize {
        let Search { placement, order, wanted, history, list } = self;
        match placement {
            Placement::InTheMove => {
                position.legal_moves_into(list);
                list.iter_mut().for_each(|mv| mv.set_score(history.score(*mv)));
                in_order(list, *order, *wanted, &mut each)
            }
            Placement::AtGeneration => {
                list.clear();
                let _ = position.for_each_move(MoveKind::All, |mut mv| {
                    mv.set_score(history.score(mv));
                    if list.push(mv).is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
                });
                in_order(list, *order, *wanted, &mut each)
            }
            Placement::SeparateLists => {
                position.moves_into(MoveKind::Tactical, list);
                let had = in_order(list, *order, *wanted, &mut each);
                if had == *wanted {
                    return had;
                }
                position.moves_into(MoveKind::Quiet, list);
                list.iter_mut().for_each(|mv| mv.set_score(history.quiet(*mv)));
                had + in_order(list, *order, *wanted - had, &mut each)
            }
        }
    }
}

/// All moves of all positions in order, in one of the ways.
fn everything(positions: &[Position], placement: Placement, order: Order, wanted: usize) -> Vec<MoveDigest> {
    let mut search = Search::new(placement, order, wanted);
    let mut moves = Vec::new();
    for position in positions {
        search.moves(position, |mv| moves.push(mv.digest()));
    }
    moves
}

fn ordering(criterion: &mut Criterion) {
    let positions = positions();
    for (title, wanted) in [("first move", 1), ("first three", 3), ("all moves", usize::MAX)] {
        let expected = everything(&positions, Placement::InTheMove, Order::Sorted, wanted);
        if wanted == usize::MAX {
            assert_eq!(expected.len(), MOVES);
        }
        let mut group = criterion.benchmark_group(title);
        group.throughput(Throughput::Elements(positions.len() as u64));
        for (name, placement, order) in PLACEMENTS {
            assert_eq!(everything(&positions, placement, order, wanted), expected, "{title}, {name}");
            let mut search = Search::new(placement, order, wanted);
            group.bench_function(BenchmarkId::from_parameter(name), |bencher| {
                bencher.iter(|| {
                    let count: usize = positions
                        .iter()
                        .map(|position| {
                            search.moves(black_box(position), |mv| {
                                black_box(mv);
                            })
                        })
                        .sum();
                    assert_eq!(count, expected.len());
                });
            });
        }
        group.finish();
    }
}

/// The cost before any ordering: the lists alone.
fn lists(criterion: &mut Criterion) {
    let positions = positions();
    let mut group = criterion.benchmark_group("no order");
    group.throughput(Throughput::Elements(positions.len() as u64));
    let mut list = MoveList::new();
    for (name, kind) in [("all", MoveKind::All), ("tactical", MoveKind::Tactical), ("quiet", MoveKind::Quiet)]
    {
        let expected: usize = positions.iter().map(|position| position.moves(kind).len()).sum();
        group.bench_function(name, |bencher| {
            bencher.iter(|| {
                let mut count = 0;
                for position in &positions {
                    black_box(position).moves_into(kind, &mut list);
                    count += list.len();
                }
                assert_eq!(count, expected);
            });
        });
    }
    group.finish();
}

criterion_group!(benches, ordering, lists);
criterion_main!(benches);
