//! `ours variants FILE`: perft and lists of moves by the rules of variants.
//!
//! The file has lines `variant | FEN | count of depth 1, 2, …`. For each variant all trees are counted as deep as the file
//! goes, and all positions two plies below its positions are listed. Each work is repeated until it has taken 0.3 s, and
//! answered with a line `variant work total seconds`: the moves counted or listed, once, and the time of one turn.

use std::hint::black_box;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use philidor::Strictness;
use philidor_variants::{
    Antichess, Atomic, Crazyhouse, Horde, KingOfTheHill, RacingKings, Rules, ThreeCheck, Variant, VariantFen,
    VariantPosition, perft,
};

/// The positions of a variant and how deep they are counted.
pub(crate) type Trees = Vec<(String, u32)>;

/// Reads the file.
pub(crate) fn read(path: &str) -> Result<Vec<(String, Trees)>> {
    let text = std::fs::read_to_string(path).with_context(|| path.to_owned())?;
    let mut variants: Vec<(String, Trees)> = Vec::new();
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
        let fields: Vec<&str> = line.split('|').map(str::trim).collect();
        let [variant, fen, counts] = fields[..] else { continue };
        let tree = (fen.to_owned(), counts.split(' ').count() as u32);
        match variants.iter_mut().find(|(name, _)| name == variant) {
            Some((_, trees)) => trees.push(tree),
            None => variants.push((variant.to_owned(), Vec::from([tree]))),
        }
    }
    Ok(variants)
}

/// Prints how long a work takes, and what it finds.
pub(crate) fn time(variant: &str, name: &str, mut work: impl FnMut() -> u64) {
    let (start, mut turns, mut total) = (Instant::now(), 0, 0);
    while start.elapsed() < Duration::from_millis(300) {
        total = black_box(work());
        turns += 1;
    }
    println!("{variant}\t{name}\t{total}\t{}", start.elapsed().as_secs_f64() / f64::from(turns));
}

/// Races all variants of a file.
pub(crate) fn race(path: &str) -> Result<()> {
    for (name, trees) in read(path)? {
        match name.parse::<Variant>()? {
            Variant::Antichess => one::<Antichess>(&name, &trees),
            Variant::Atomic => one::<Atomic>(&name, &trees),
            Variant::Crazyhouse => one::<Crazyhouse>(&name, &trees),
            Variant::Horde => one::<Horde>(&name, &trees),
            Variant::KingOfTheHill => one::<KingOfTheHill>(&name, &trees),
            Variant::RacingKings => one::<RacingKings>(&name, &trees),
            Variant::ThreeCheck => one::<ThreeCheck>(&name, &trees),
            _ => Ok(()),
        }?;
    }
    Ok(())
}

fn one<R: Rules>(name: &str, trees: &Trees) -> Result<()> {
    let mut roots = Vec::new();
    for (fen, depth) in trees {
        let VariantFen::<R> { fen, extra } = fen.parse()?;
        roots.push((VariantPosition::<R>::from_setup(fen.setup, extra, Strictness::WellDefined)?, *depth));
    }
    time(name, "counted", || roots.iter().map(|(root, depth)| perft(root, *depth)).sum());
    let below = |position: &VariantPosition<R>| -> Vec<VariantPosition<R>> {
        position.legal_moves().into_iter().map(|mv| position.after(mv)).collect()
    };
    let positions: Vec<_> =
        roots.iter().flat_map(|(root, _)| below(root)).flat_map(|child| below(&child)).collect();
    let mut list = Vec::new();
    time(name, "listed", || {
        let mut moves = 0;
        for position in &positions {
            position.legal_moves_into(&mut list);
            moves += black_box(&list).len() as u64;
        }
        moves
    });
    Ok(())
}
