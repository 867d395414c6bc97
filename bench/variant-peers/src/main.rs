//! `variant-peers FILE`: shakmaty's variants, on the same positions and timed as `ours variants` times them.
//!
//! A crate of its own, since rustc 1.95 does not compile shakmaty's variants with AVX-512: LLVM crashes, whatever its stack.

use std::hint::black_box;
use std::time::{Duration, Instant};

use ::shakmaty::fen::Fen;
use ::shakmaty::variant::{Antichess, Atomic, Crazyhouse, Horde, KingOfTheHill, RacingKings, ThreeCheck};
use ::shakmaty::{CastlingMode, FromSetup, Move, Position, perft};
use anyhow::{Context, Result};

fn main() -> Result<()> {
    let path = std::env::args().nth(1).context("expected a file")?;
    let text = std::fs::read_to_string(&path).with_context(|| path.clone())?;
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let mut variants: Vec<(String, Vec<(String, u32)>)> = Vec::new();
    for line in lines {
        let fields: Vec<&str> = line.split('|').map(str::trim).collect();
        let [variant, fen, counts] = fields[..] else { continue };
        let tree = (fen.to_owned(), counts.split(' ').count() as u32);
        match variants.iter_mut().find(|(name, _)| name == variant) {
            Some((_, trees)) => trees.push(tree),
            None => variants.push((variant.to_owned(), Vec::from([tree]))),
        }
    }
    for (name, trees) in variants {
        match name.as_str() {
            "antichess" => one::<Antichess>(&name, &trees),
            "atomic" => one::<Atomic>(&name, &trees),
            "crazyhouse" => one::<Crazyhouse>(&name, &trees),
            "horde" => one::<Horde>(&name, &trees),
            "kingofthehill" => one::<KingOfTheHill>(&name, &trees),
            "racingkings" => one::<RacingKings>(&name, &trees),
            "3check" => one::<ThreeCheck>(&name, &trees),
            _ => Ok(()),
        }?;
    }
    Ok(())
}

fn time(variant: &str, name: &str, mut work: impl FnMut() -> u64) {
    let (start, mut turns, mut total) = (Instant::now(), 0, 0);
    while start.elapsed() < Duration::from_millis(300) {
        total = black_box(work());
        turns += 1;
    }
    println!("{variant}\t{name}\t{total}\t{}", start.elapsed().as_secs_f64() / f64::from(turns));
}

fn one<P: Position + FromSetup + Clone>(name: &str, trees: &[(String, u32)]) -> Result<()> {
    let mut roots: Vec<(P, u32)> = Vec::new();
    for (fen, depth) in trees {
        let setup: Fen = fen.parse().with_context(|| format!("shakmaty cannot read {fen:?}"))?;
        let Ok(root) = setup.into_position(CastlingMode::Chess960) else {
            anyhow::bail!("shakmaty refuses {fen:?}")
        };
        roots.push((root, *depth));
    }
    time(name, "counted", || roots.iter().map(|(root, depth)| perft(root, *depth)).sum());
    let below = |position: &P| -> Vec<P> {
        let after = |mv: &Move| {
            let mut child = position.clone();
            child.play_unchecked(*mv);
            child
        };
        position.legal_moves().iter().map(after).collect()
    };
    let positions: Vec<P> =
        roots.iter().flat_map(|(root, _)| below(root)).flat_map(|child| below(&child)).collect();
    time(name, "listed", || {
        positions.iter().map(|position| black_box(position.legal_moves()).len() as u64).sum()
    });
    Ok(())
}
