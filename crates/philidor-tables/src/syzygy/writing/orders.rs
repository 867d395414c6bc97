//! The orders of pieces that a table may have. Which one is chosen makes no difference to readers, but to the length of
//! runs, and so to the size of the file.

use philidor::{Color, PieceType};

use super::super::arrangement::{Arrangement, Order, code, leading_color};
use super::placements::Placements;
use crate::Material;
use crate::material::MAX_PIECES;

/// How many orders are tried: all for four pieces.
const MAX_TRIED: usize = 64;

/// The order in which the values change least often, and the values in this order.
pub(super) fn best(placements: &Placements, file: usize) -> (Order, Vec<u16>) {
    let material = &placements.material;
    let mut best: Option<(usize, Order, Vec<u16>)> = None;
    // An order that a reader refuses is none.
    let accepted = |order: Order| Some((order, Arrangement::new(material, &order, file).ok()?));
    for (order, arrangement) in orders(material).into_iter().filter_map(accepted).take(MAX_TRIED) {
        let values = placements.values(&arrangement);
        let changes = values.windows(2).filter(|pair| pair[0] != pair[1]).count();
        if best.as_ref().is_none_or(|&(least, ..)| changes < least) {
            best = Some((changes, order, values));
        }
        if changes == 0 {
            break;
        }
    }
    best.map_or_else(
        || (Order { leading: 0, other_pawns: None, codes: [0; MAX_PIECES] }, Vec::new()),
        |(_, order, values)| (order, values),
    )
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
        if leading_color(material).is_some_and(|color| codes[0] != code(color, PieceType::Pawn)) {
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
