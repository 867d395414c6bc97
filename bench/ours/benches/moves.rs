//! Benchmarks against our own regressions: how long a position takes to answer one question. `cargo
//! bench`, in `bench/ours/`.
//!
//! Races against other libraries are those of `bench/run`. Every benchmark checks its counts.

#![allow(missing_docs)] // Criterion's macros make public functions

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use philidor::{MoveDigest, MoveKind, MoveList, Position};

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

/// Generating all moves, decoding one, and judging one: a decoded move must cost far less than a list.
fn single_moves(criterion: &mut Criterion) {
    let position: Position = KIWIPETE.parse().expect("kiwipete is a position");
    let moves = position.legal_moves();
    assert_eq!(moves.len(), 48);
    let mut group = criterion.benchmark_group("kiwipete");
    let mut list = MoveList::new();
    group.bench_function("list all moves", |bencher| {
        bencher.iter(|| {
            list.clear();
            black_box(&position).legal_moves_into(&mut list);
            list.len()
        });
    });
    group.bench_function("list tactical moves", |bencher| {
        bencher.iter(|| {
            list.clear();
            black_box(&position).moves_into(MoveKind::Tactical, &mut list);
            list.len()
        });
    });
    group.bench_function("is there any legal move", |bencher| {
        bencher.iter(|| black_box(&position).has_legal_move());
    });
    group.throughput(Throughput::Elements(48));
    group.bench_function("decode 48 legal digests", |bencher| {
        bencher.iter(|| {
            moves.iter().filter(|mv| black_box(&position).decode(black_box(mv.digest())).is_some()).count()
        });
    });
    group.throughput(Throughput::Elements(65_536));
    group.bench_function("decode all 65,536 patterns", |bencher| {
        bencher.iter(|| {
            (0..=u16::MAX).filter(|&bits| black_box(&position).decode(MoveDigest(bits)).is_some()).count()
        });
    });
    group.throughput(Throughput::Elements(48));
    group.bench_function("play and undo 48 moves", |bencher| {
        let mut position = position;
        bencher.iter(|| {
            for &mv in &moves {
                let undo = position.play_unchecked(mv);
                black_box(position.key());
                position.undo(mv, undo);
            }
        });
    });
    group.finish();
}

criterion_group!(benches, single_moves);
criterion_main!(benches);
