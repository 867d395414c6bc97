//! Syzygy tables, written: files of what [`solve`](crate::solve) has found, for every program that reads the format.
//!
//! ```text
//! positions ──► wanted: exactly this, at most this, or anything      wanted.rs
//!      └──► placements, in the order of the index that fits best     placements.rs, orders.rs
//!               └──► symbols ──► codes ──► blocks ──► bytes          pairing.rs, codes.rs, blocks.rs, bytes.rs
//! ```
//!
//! What a reader finds by itself need not be stored: it plays every capture, and before it asks for the distance of a win it
//! tries every move of a pawn. There, and where no position is, any value will do, and the one that continues a run costs
//! nothing. Distances are stored in plies, not in moves as most tables of the field have them: those of wins and losses are
//! exact, those of cursed wins and blessed losses are not, since the format has no word for it.

// * `wanted.rs`: what must be stored for a position
// * `placements.rs`: positions as squares in one word, put into the order of an index
// * `orders.rs`: the orders of pieces that a table may have, and the best of them
// * `pairing.rs`, `codes.rs`, `blocks.rs`: compression
// * `bytes.rs`: the file
mod blocks;
mod bytes;
mod codes;
mod orders;
mod pairing;
mod placements;
mod wanted;

use philidor::{Color, Position};

use super::Metric;
use super::header::{BLACK_TO_MOVE, LOSS_PLIES, MAPPED, WIDE, WIN_PLIES};
use crate::Material;
use crate::solve::{ProbeError, Solved};
use bytes::Part;
use placements::{Placements, file_of};
use wanted::{wanted_distance, wanted_wdl};

/// The Syzygy file of a material, as bytes: to be written under the name of the material.
///
/// ```
/// use philidor_tables::solve::{Solved, Solver};
/// use philidor_tables::syzygy::{Metric, Tables, write};
///
/// let material = "KRvK".parse()?;
/// let mut solved = Solved::new();
/// Solver::new().solve(&mut solved, material)?;
/// let mut tables = Tables::new();
/// for metric in Metric::ALL {
///     tables.add(&material, metric, write(&solved, material, metric)?)?;
/// }
/// let position = "8/8/8/8/8/4k3/4r3/K7 w - - 0 1".parse()?;
/// assert_eq!(tables.probe_dtz(&position)?.number(), -10);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// If the material is not solved, or one that captures and promotions lead to.
pub fn write(solved: &Solved, material: Material, metric: Metric) -> Result<Vec<u8>, ProbeError> {
    let material = material.canonical();
    let table = solved.table(material).ok_or(ProbeError::Missing { material })?;
    let files = if material.has_pawns() { 4 } else { 1 };
    let sides = if material.is_symmetric() { &Color::ALL[..1] } else { &Color::ALL[..] };
    let mut all: Vec<Vec<Placements>> =
        sides.iter().map(|_| (0..files).map(|_| Placements::new(&material)).collect()).collect();
    let value = |position: &Position| solved.probe(position);
    for position in table.positions() {
        let side = position.side_to_move() as usize;
        let Some(parts) = all.get_mut(side) else { continue };
        let wanted = match metric {
            Metric::Wdl => wanted_wdl(&position, value)?,
            Metric::Dtz => wanted_distance(&position, value)?,
        };
        parts[file_of(&material, position.board())].push(position.board(), wanted);
    }
    let sides = all.into_iter().zip([0, BLACK_TO_MOVE]);
    Ok(match metric {
        Metric::Wdl => {
            let sides: Vec<Vec<Part>> = sides
                .map(|(files, _)| {
                    files.into_iter().enumerate().map(|(file, part)| wdl_part(part, file)).collect()
                })
                .collect();
            bytes::file(&material, metric, &sides)
        }
        // One side is enough, since a reader plays a move of the other: the one that takes less room.
        Metric::Dtz => sides
            .map(|(files, side)| {
                let files = files.into_iter().enumerate();
                let parts = files.map(|(file, part)| distance_part(part, file, side)).collect();
                bytes::file(&material, metric, &[parts])
            })
            .min_by_key(Vec::len)
            .unwrap_or_default(),
    })
}

/// Small blocks, since a WDL table is asked in the middle of a search; large ones take less room.
const WDL_BLOCK_BITS: u8 = 6;
const DTZ_BLOCK_BITS: u8 = 10;

fn wdl_part(placements: Placements, file: usize) -> Part {
    let (order, values) = orders::best(&placements, file);
    Part { order, flags: 0, lists: None, packing: bytes::pack(values, WDL_BLOCK_BITS) }
}

/// Distances are stored as their places in a list of those that occur, the most frequent first.
fn distance_part(mut placements: Placements, file: usize, side: u8) -> Part {
    let lists = placements.lists();
    let is_wide = lists.iter().any(|list| list.len() > 255 || list.iter().any(|&value| value > 255));
    let (order, values) = orders::best(&placements, file);
    Part {
        order,
        flags: MAPPED | WIN_PLIES | LOSS_PLIES | side | if is_wide { WIDE } else { 0 },
        lists: Some(lists),
        packing: bytes::pack(values, DTZ_BLOCK_BITS),
    }
}
