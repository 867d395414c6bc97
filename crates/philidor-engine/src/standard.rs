//! The engine that philidor plays with, and those with its other evaluations: one search, compiled in this crate once
//! instead of in each crate that uses the search.

use crate::bot::Bot;
use crate::engine::Engine;
use crate::evaluation::BuiltIn;

/// The engine that philidor plays with, as [`Engine::default`] is, compiled once in this crate instead of in each that
/// uses it, which saves a minute.
///
/// ```
/// use philidor_engine::{Bot, standard};
/// let mut engine = standard();
/// engine.set_option("Threads", "2")?;
/// # Ok::<(), philidor_engine::OptionError>(())
/// ```
#[must_use]
pub fn standard() -> Box<dyn Bot> {
    Box::new(Engine::new(BuiltIn::default()))
}

/// The same with endgame tables, which may be shared with others. Needs the feature `tables`.
#[cfg(feature = "tables")]
#[must_use]
pub fn standard_with_tables(tables: std::sync::Arc<philidor_tables::syzygy::Tables>) -> Box<dyn Bot> {
    Box::new(Engine::new(BuiltIn::default()).with_endgame_tables(tables))
}

/// The names of the evaluations that [`standard_with`] knows; the engine plays with the first one.
pub const EVALUATIONS: &[&str] = &[
    #[cfg(feature = "net")]
    "net",
    "classic",
    "chains",
    "squares",
    "material",
];

/// The engine with the evaluation of this name, one of [`EVALUATIONS`]. `None` for another name.
///
/// Compiled once in this crate, as [`standard`] is.
///
/// ```
/// use philidor_engine::{EVALUATIONS, standard_with};
/// assert!(EVALUATIONS.iter().all(|name| standard_with(name).is_some()) && standard_with("Chains").is_none());
/// ```
#[must_use]
pub fn standard_with(evaluation: &str) -> Option<Box<dyn Bot>> {
    BuiltIn::named(evaluation).map(|evaluation| -> Box<dyn Bot> { Box::new(Engine::new(evaluation)) })
}
