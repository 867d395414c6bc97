//! Moves as text: how many are written and read per second. `cargo bench --bench notation`, in `bench/ours/`.
//!
//! The moves are those of random games, the same on every run. Reading also plays each move, as a reader of games does;
//! `play alone` shows how much of the time playing takes. Every benchmark checks its results.

#![allow(missing_docs)] // Criterion's macros make public functions

use std::hint::black_box;
use std::io::Write;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use philidor::{CastlingMode, Move, Position};

#[path = "../../../crates/philidor/tests/all/games/mod.rs"]
mod games;

const GAMES: u64 = 100;
const PLIES: usize = 80;

/// A move of a game, the position before it, and its text in both notations.
struct Ply {
    before: Position,
    mv: Move,
    san: String,
    uci: String,
}

/// Random games of standard chess. A game ends early only in mate or stalemate.
fn games() -> Vec<Vec<Ply>> {
    let game = |seed| {
        let mut random = games::Random(seed);
        let mut position = Position::default();
        let next = |_| {
            let mv = random.chooses(&position)?;
            let before = position;
            position.play(mv);
            let san = before.san(mv).to_string();
            let uci = before.uci(mv, CastlingMode::Standard).to_string();
            Some(Ply { before, mv, san, uci })
        };
        (0..PLIES).map_while(next).collect()
    };
    (0..GAMES).map(game).collect()
}

/// Plays the moves that `read` returns for each ply of the games, and counts the right ones.
fn replay<'a>(games: &'a [Vec<Ply>], read: impl Fn(&Position, &'a Ply) -> Option<Move>) -> usize {
    let mut right = 0;
    for game in games {
        let mut position = black_box(Position::default());
        for ply in game {
            if let Some(mv) = read(&position, black_box(ply)) {
                right += usize::from(mv == ply.mv);
                position.play(mv);
            }
        }
    }
    right
}

fn notation(criterion: &mut Criterion) {
    let games = games();
    let moves = games.iter().flatten().count();
    assert!(moves > 7_500, "random games are rarely short: {moves}");
    let mut group = criterion.benchmark_group("moves as text");
    group.throughput(Throughput::Elements(moves as u64));
    let mut text = Vec::new();
    group.bench_function("write SAN", |bencher| {
        let expected: usize = games.iter().flatten().map(|ply| ply.san.len()).sum();
        bencher.iter(|| {
            text.clear();
            for ply in games.iter().flatten() {
                text.extend_from_slice(black_box(&ply.before).san(ply.mv).as_bytes());
            }
            assert_eq!(text.len(), expected);
        });
    });
    group.bench_function("write UCI", |bencher| {
        let expected: usize = games.iter().flatten().map(|ply| ply.uci.len()).sum();
        bencher.iter(|| {
            text.clear();
            for ply in games.iter().flatten() {
                let uci = black_box(&ply.before).uci(ply.mv, CastlingMode::Standard);
                write!(text, "{uci}").expect("writing to a vector cannot fail");
            }
            assert_eq!(text.len(), expected);
        });
    });
    group.bench_function("play alone", |bencher| {
        bencher.iter(|| assert_eq!(replay(&games, |_, ply| Some(ply.mv)), moves));
    });
    group.bench_function("read SAN and play", |bencher| {
        bencher.iter(|| assert_eq!(replay(&games, |at, ply| at.parse_san(&ply.san).ok()), moves));
    });
    group.bench_function("read UCI and play", |bencher| {
        bencher.iter(|| assert_eq!(replay(&games, |at, ply| at.parse_uci(&ply.uci).ok()), moves));
    });
    group.finish();
}

criterion_group!(benches, notation);
criterion_main!(benches);
