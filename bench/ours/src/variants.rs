//! `ours variants FILE GAMES`: perft and lists of moves by the rules of variants.
//!
//! The first file has lines `variant | FEN | count of depth 1, 2, …`. For each variant all trees are counted as deep as
//! the file goes, and all positions two plies below its positions are listed: siblings, which a CPU learns to predict.
//! The second has lines `variant | FEN`, of games, whose moves are listed as well. Each work is repeated until it has
//! taken 0.3 s, and answered with a line `variant work total seconds`: the moves counted or listed, once, and the time
//! of one turn.
//!
//! `ours variant-games COUNT` prints the second file: positions of games of random moves, every tenth one on average.

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

/// Reads a file. Lines without counts have depth 0.
pub(crate) fn read(path: &str) -> Result<Vec<(String, Trees)>> {
    let text = std::fs::read_to_string(path).with_context(|| path.to_owned())?;
    let mut variants: Vec<(String, Trees)> = Vec::new();
    for line in text.lines().filter(|line| !line.is_empty() && !line.starts_with('#')) {
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

/// Prints how long a work takes, and what it finds.
pub(crate) fn time(variant: &str, name: &str, mut work: impl FnMut() -> u64) {
    let (start, mut turns, mut total) = (Instant::now(), 0, 0);
    while start.elapsed() < Duration::from_millis(300) {
        total = black_box(work());
        turns += 1;
    }
    println!("{variant}\t{name}\t{total}\t{}", start.elapsed().as_secs_f64() / f64::from(turns));
}

/// Races all variants of both files.
pub(crate) fn race(path: &str, games: &str) -> Result<()> {
    let games = read(games)?;
    for (name, trees) in read(path)? {
        let games = games.iter().find(|(of, _)| *of == name).map_or(&[][..], |(_, games)| games);
        match name.parse::<Variant>()? {
            Variant::Antichess => one::<Antichess>(&name, &trees, games),
            Variant::Atomic => one::<Atomic>(&name, &trees, games),
            Variant::Crazyhouse => one::<Crazyhouse>(&name, &trees, games),
            Variant::Horde => one::<Horde>(&name, &trees, games),
            Variant::KingOfTheHill => one::<KingOfTheHill>(&name, &trees, games),
            Variant::RacingKings => one::<RacingKings>(&name, &trees, games),
            Variant::ThreeCheck => one::<ThreeCheck>(&name, &trees, games),
            _ => Ok(()),
        }?;
    }
    Ok(())
}

/// Prints positions of random games of all variants.
pub(crate) fn random_games(count: usize) {
    random::<Antichess>("antichess", count);
    random::<Atomic>("atomic", count);
    random::<Crazyhouse>("crazyhouse", count);
    random::<Horde>("horde", count);
    random::<KingOfTheHill>("kingofthehill", count);
    random::<RacingKings>("racingkings", count);
    random::<ThreeCheck>("3check", count);
}

fn random<R: Rules>(name: &str, count: usize) {
    // Marsaglia's xorshift.
    let mut word = 1989_u64;
    let mut below = |limit: usize| {
        word ^= word << 13;
        word ^= word >> 7;
        word ^= word << 17;
        (word >> 11) as usize % limit
    };
    let (mut position, mut plies, mut printed) = (VariantPosition::<R>::default(), 0, 0);
    while printed < count {
        let moves = position.legal_moves();
        if position.outcome().is_some() || moves.is_empty() || plies == 120 {
            (position, plies) = (VariantPosition::default(), 0);
            continue;
        }
        if below(10) == 0 {
            println!("{name} | {position}");
            printed += 1;
        }
        position.play(moves[below(moves.len())]);
        plies += 1;
    }
}

fn position<R: Rules>(fen: &str) -> Result<VariantPosition<R>> {
    let VariantFen::<R> { fen, extra } = fen.parse()?;
    Ok(VariantPosition::from_setup(fen.setup, extra, Strictness::WellDefined)?)
}

fn one<R: Rules>(name: &str, trees: &Trees, games: &[(String, u32)]) -> Result<()> {
    let mut roots = Vec::new();
    for (fen, depth) in trees {
        roots.push((position::<R>(fen)?, *depth));
    }
    time(name, "counted", || roots.iter().map(|(root, depth)| perft(root, *depth)).sum());
    let below = |position: &VariantPosition<R>| -> Vec<VariantPosition<R>> {
        position.legal_moves().into_iter().map(|mv| position.after(mv)).collect()
    };
    let positions: Vec<_> =
        roots.iter().flat_map(|(root, _)| below(root)).flat_map(|child| below(&child)).collect();
    let games = games.iter().map(|(fen, _)| position::<R>(fen)).collect::<Result<Vec<_>>>()?;
    for (work, positions) in [("siblings listed", &positions), ("games listed", &games)] {
        let mut list = Vec::new();
        time(name, work, || {
            let mut moves = 0;
            for position in positions {
                position.legal_moves_into(&mut list);
                moves += black_box(&list).len() as u64;
            }
            moves
        });
    }
    Ok(())
}
