//! The orders of pieces that a table may have. Which one is chosen makes no difference to readers, but to the length of
//! runs, and so to the size of the file.

use std::sync::atomic::{AtomicUsize, Ordering::Relaxed};

use philidor::{Color, PieceType};
use rayon::prelude::*;

use super::super::arrangement::{Arrangement, Order, code, color_of_leading_pawns};
use super::placements::Placements;
use super::progress::Progress;
use crate::material::{MAX_PIECES, Material};
use crate::solve::SolveError;

/// How many orders are tried: all for four pieces.
const MAX_TRIED: usize = 64;

/// The first of the orders in which the values change least often, and the values in this order.
pub(super) fn best(
    placements: &Placements,
    file: usize,
    progress: &Progress<'_>,
) -> Result<(Order, Vec<u16>), SolveError> {
    let tried: Vec<_> = accepted(&placements.material, file).take(MAX_TRIED).collect();
    // The first order without a change: what comes after it is not looked at.
    let perfect = AtomicUsize::new(usize::MAX);
    let changes = |(number, (_, arrangement)): (usize, &(Order, Arrangement))| {
        progress.advance_order(tried.len())?;
        if perfect.load(Relaxed) < number {
            return Ok((usize::MAX, number));
        }
        let values = placements.values(arrangement);
        let changes = values.windows(2).filter(|pair| pair[0] != pair[1]).count();
        if changes == 0 {
            perfect.fetch_min(number, Relaxed);
        }
        Ok((changes, number))
    };
    let changes = tried.par_iter().enumerate().map(changes).collect::<Result<Vec<_>, SolveError>>()?;
    let best = changes.into_iter().min().and_then(|(_, number)| tried.get(number));
    Ok(best.map_or_else(
        || (Order { leading: 0, other_pawns: None, codes: [0; MAX_PIECES] }, Vec::new()),
        |(order, arrangement)| (*order, placements.values(arrangement)),
    ))
}

/// Every order that readers accept, and what it makes of a subtable.
pub(super) fn accepted(material: &Material, file: usize) -> impl Iterator<Item = (Order, Arrangement)> {
    let arranged = move |order: Order| Some((order, Arrangement::new(material, &order, file).ok()?));
    orders(material).into_iter().filter_map(arranged)
}

/// Every order of groups, with the leading group and the other color's pawns at every place of the index.
fn orders(material: &Material) -> Vec<Order> {
    let kinds: Vec<(Color, PieceType)> = (Color::ALL.into_iter())
        .flat_map(|color| PieceType::ALL.map(|piece_type| (color, piece_type)))
        .filter(|&(color, piece_type)| material.count(color, piece_type) > 0)
        .collect();
    let groups = kinds.len() as u8;
    let both_have_pawns = Color::ALL.iter().all(|&color| material.count(color, PieceType::Pawn) > 0);
    let mut all = Vec::new();
    for kinds in permutations(&kinds) {
        let mut codes = [0; MAX_PIECES];
        let pieces = kinds.iter().flat_map(|&(color, piece_type)| {
            std::iter::repeat_n(code(color, piece_type), material.count(color, piece_type).into())
        });
        codes.iter_mut().zip(pieces).for_each(|(place, code)| *place = code);
        if color_of_leading_pawns(material).is_some_and(|color| codes[0] != code(color, PieceType::Pawn)) {
            continue;
        }
        for leading in 0..groups {
            if both_have_pawns {
                let others = (0..groups).filter(|&place| place != leading);
                all.extend(others.map(|place| Order { leading, other_pawns: Some(place), codes }));
            } else {
                all.push(Order { leading, other_pawns: None, codes });
            }
        }
    }
    all
}

fn permutations<T: Copy>(all: &[T]) -> Vec<Vec<T>> {
    if all.is_empty() {
        return vec![Vec::new()];
    }
    (0..all.len())
        .flat_map(|first| {
            let others: Vec<T> = [&all[..first], &all[first + 1..]].concat();
            let first = all[first];
            permutations(&others).into_iter().map(move |rest| [vec![first], rest].concat())
        })
        .collect()
}
