//! Chess: no differences. Its positions show that the defaults of [`Rules`] are its rules.

use crate::position::Rules;

/// The rules of chess, by the defaults of [`Rules`]. For speed, use [`philidor::Position`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Chess;

impl Rules for Chess {
    type Extra = ();
    const NAME: &'static str = "Standard";
}
