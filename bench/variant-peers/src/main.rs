//! `variant-peers FILE GAMES`: shakmaty's variants, on the same positions and timed as `ours variants` times them.
//!
//! A crate of its own, since rustc 1.95 does not compile shakmaty's variants with AVX-512: LLVM crashes, whatever its
//! stack.

use std::hint::black_box;
use std::time::{Duration, Instant};

use ::shakmaty::fen::Fen;
use ::shakmaty::variant::{Antichess, Atomic, Crazyhouse, Horde, KingOfTheHill, RacingKings, ThreeCheck};
use ::shakmaty::{CastlingMode, FromSetup, Move, Position, perft};
use anyhow::{Context, Result};

/// The positions of a variant and how deep they are counted.
type Trees = Vec<(String, u32)>;

/// Reads one of the files.
fn read(argument: usize) -> Result<Vec<(String, Trees)>> {
    let path = std::env::args().nth(argument).context("expected two files")?;
    let text = std::fs::read_to_string(&path).with_context(|| path.clone())?;
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let mut variants: Vec<(String, Trees)> = Vec::new();
    for line in lines {
        let fields: Vec<&str> = line.split('|').map(str::trim).collect();
        let [variant, fen, ref counts @ ..] = fields[..] else { continue };
        let tree = (fen.to_owned(), counts.first().map_or(0, |counts| counts.split(' ').count() as u32));
        match variants.iter_mut().find(|(name, _)| name == variant) {
            Some((_, trees)) => trees.push(tree),
            None => variants.push((variant.to_owned(), Vec::from([tree]))),
        }
    }
    Ok(variants)
}

fn main() -> Result<()> {
    let games = read(2)?;
    for (name, trees) in read(1)? {
        let games = games.iter().find(|(of, _)| *of == name).map_or(&[][..], |(_, games)| games);
        match name.as_str() {
            "antichess" => one::<Antichess>(&name, &trees, games),
            "atomic" => one::<Atomic>(&name, &trees, games),
            "crazyhouse" => one::<Crazyhouse>(&name, &trees, games),
            "horde" => one::<Horde>(&name, &trees, games),
            "kingofthehill" => one::<KingOfTheHill>(&name, &trees, games),
            "racingkings" => one::<RacingKings>(&name, &trees, games),
            "3check" => one::<ThreeCheck>(&name, &trees, games),
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

fn position<P: Position + FromSetup>(fen: &str) -> Result<P> {
    let setup: Fen = fen.parse().with_context(|| format!("shakmaty cannot read {fen:?}"))?;
    let Ok(position) = setup.into_position(CastlingMode::Chess960) else {
        anyhow::bail!("shakmaty refuses {fen:?}")
    };
    Ok(position)
}

fn one<P: Position + FromSetup + Clone>(
    name: &str,
    trees: &[(String, u32)],
    games: &[(String, u32)],
) -> Result<()> {
    let mut roots: Vec<(P, u32)> = Vec::new();
    for (fen, depth) in trees {
        roots.push((position(fen)?, *depth));
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
    let games = games.iter().map(|(fen, _)| position(fen)).collect::<Result<Vec<P>>>()?;
    for (work, positions) in [("siblings listed", &positions), ("games listed", &games)] {
        time(name, work, || {
            positions.iter().map(|position| black_box(position.legal_moves()).len() as u64).sum()
        });
    }
    Ok(())
}
