//! Chess: no differences. Its positions show that the defaults of [`Rules`] are its rules.

use philidor::{Position, Strictness};

use crate::position::{Rules, VariantPosition};

/// The rules of chess, by the defaults of [`Rules`]. For speed, use [`philidor::Position`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct Chess;

impl Rules for Chess {
    type Extra = ();
    const NAME: &'static str = "Standard";

    /// What the library knows of chess alone.
    fn is_dead(position: &VariantPosition<Chess>) -> bool {
        let position = Position::from_setup(position.to_setup(), Strictness::WellDefined);
        position.is_ok_and(|position| position.is_certainly_dead())
    }
}
