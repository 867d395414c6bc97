//! Benchmarks against our own regressions: how long a position takes to answer one question. `cargo
//! bench`, in `bench/ours/`.
//!
//! Races against other libraries are those of `bench/run`. Every benchmark checks its counts.

#![allow(missing_docs)] // Criterion's macros make public functions

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use philidor::binary::PackedPosition;
use philidor::perft::{Perft, frontier, perft};
use philidor::retro::{Retractor, UnmoveList};
use philidor::{Cpu, MoveDigest, MoveKind, MoveList, Position};

const KIWIPETE: &str = "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1";

fn kiwipete() -> Position {
    KIWIPETE.parse().expect("kiwipete is a position")
}

/// Generating all moves, decoding one, and judging one: a decoded move must cost far less than a list.
fn single_moves(criterion: &mut Criterion) {
    let position = kiwipete();
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
                let undo = position.play(mv);
                black_box(position.key());
                position.undo(mv, undo);
            }
        });
    });
    group.finish();
}

/// Lists of moves and of unmoves: how many of each in a second.
fn both_ways(criterion: &mut Criterion) {
    let position = kiwipete();
    let mut group = criterion.benchmark_group("both ways");
    let (mut list, mut unmoves) = (MoveList::new(), UnmoveList::new());
    group.throughput(Throughput::Elements(48));
    group.bench_function("list moves", |bencher| {
        bencher.iter(|| {
            black_box(&position).legal_moves_into(&mut list);
            list.len()
        });
    });
    let retractor = Retractor::new();
    group.throughput(Throughput::Elements(u64::from(retractor.count(&position))));
    group.bench_function("list unmoves", |bencher| {
        bencher.iter(|| {
            retractor.unmoves_into(black_box(&position), &mut unmoves);
            unmoves.len()
        });
    });
    assert_eq!(unmoves.len() as u32, retractor.count(&position));
    group.bench_function("count unmoves", |bencher| {
        bencher.iter(|| retractor.count(black_box(&position)));
    });
    group.finish();
}

/// The 2,038 distinct positions two plies after kiwipete, into 32 bytes each and back.
fn packed_positions(criterion: &mut Criterion) {
    let positions: Vec<Position> = frontier(&kiwipete(), 2).iter().map(|(position, _)| position).collect();
    let packed: Vec<PackedPosition> = positions.iter().map(Position::pack).collect();
    let moves: u32 = positions.iter().map(Position::legal_move_count).sum();
    let mut group = criterion.benchmark_group("packed positions");
    group.throughput(Throughput::Elements(positions.len() as u64));
    group.bench_function("pack", |bencher| {
        bencher.iter(|| {
            positions.iter().zip(&packed).filter(|(position, packed)| position.pack() == **packed).count()
        });
    });
    group.bench_function("unpack", |bencher| {
        bencher.iter(|| packed.iter().filter(|packed| black_box(packed.unpack()).is_ok()).count());
    });
    group.bench_function("unpack and count legal moves", |bencher| {
        bencher.iter(|| {
            let counts = packed.iter().flat_map(|packed| packed.unpack()).map(|each| each.legal_move_count());
            assert_eq!(counts.sum::<u32>(), moves);
        });
    });
    group.bench_function("count legal moves one by one", |bencher| {
        bencher.iter(|| {
            let counts = positions.iter().map(Position::legal_move_count);
            assert_eq!(counts.sum::<u32>(), moves);
        });
    });
    group.bench_function("count legal moves eight at a time", |bencher| {
        bencher.iter(|| {
            let mut sum = 0;
            Position::legal_move_counts(&positions, |count| sum += count);
            assert_eq!(sum, moves);
        });
    });
    group.finish();
}

/// Perft of kiwipete at every level that this CPU has.
fn perft_levels(criterion: &mut Criterion) {
    let position = kiwipete();
    let mut group = criterion.benchmark_group("perft kiwipete 4");
    group.sample_size(20).throughput(Throughput::Elements(4_085_603));
    for cpu in Cpu::available() {
        group.bench_function(cpu.name(), |bencher| {
            bencher.iter(|| assert_eq!(Perft::new().cpu(cpu).count(&position, 4), 4_085_603));
        });
    }
    group.bench_function("plain", |bencher| {
        bencher.iter(|| assert_eq!(Perft::new().plain().count(&position, 4), 4_085_603));
    });
    group.finish();
    assert_eq!(perft(&position, 3), 97_862);
}

criterion_group!(benches, single_moves, both_ways, packed_positions, perft_levels);
criterion_main!(benches);
