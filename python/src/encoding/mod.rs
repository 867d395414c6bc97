//! Moves as numbers and positions as planes, as neural networks take them.
//!
//! `code.rs` has what the numberings of moves have in common, `numberings.rs` their definitions; `planes.rs` the
//! planes, `moment.rs` what they show of a position and of those before it, `sheet.rs` planes that change from move to
//! move; `features.rs` the sparse features.

mod code;
mod features;
mod moment;
mod numberings;
mod planes;
mod sheet;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

pub(crate) use code::MoveCode;
pub(crate) use features::Features;
pub(crate) use moment::Moment;
pub(crate) use planes::{MOMENTS, Planes};
pub(crate) use sheet::{Pixel, Sheet};

/// The numbering of moves with a name.
pub(crate) fn numbering(name: &str) -> PyResult<&'static MoveCode> {
    MoveCode::named(name).ok_or_else(|| {
        let all: Vec<String> = MoveCode::names().iter().map(|name| format!("{name:?}")).collect();
        PyValueError::new_err(format!("encoding is one of {}, not {name:?}", all.join(", ")))
    })
}

/// The names of all encodings and their sizes: those of moves, of planes, of features.
#[pyfunction]
pub(crate) fn encodings()
-> (Vec<(&'static str, usize)>, Vec<(&'static str, usize)>, Vec<(&'static str, usize)>) {
    let moves = MoveCode::names().into_iter().filter_map(|name| Some((name, MoveCode::named(name)?.size)));
    let planes = Planes::ALL.into_iter().map(|(name, planes)| (name, planes.count()));
    let features = Features::ALL.into_iter().map(|(name, features)| (name, features.count()));
    (moves.collect(), planes.collect(), features.collect())
}
