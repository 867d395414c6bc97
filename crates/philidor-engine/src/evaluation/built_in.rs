//! The evaluations of this crate, chosen by name at run time, so that one compiled search serves them all. With the
//! net, the choice costs .014 % of the instructions.

use philidor::Position;
use philidor::search_support::Change;

use super::chains::Chains;
use super::classic::Classic;
use super::evaluator::Evaluator;
use super::material_balance::MaterialBalance;
#[cfg(feature = "net")]
use super::net::net_evaluation::Net;
use super::square_tables::SquareTables;
use crate::bot::options::{OptionError, UciOption};
use crate::bot::score::Score;

/// An expression in which a name stands for the evaluation, whichever it is.
macro_rules! whichever {
    ($self:ident, $one:ident => $asked:expr) => {
        match $self {
            #[cfg(feature = "net")]
            BuiltIn::Net($one) => $asked,
            BuiltIn::Classic($one) => $asked,
            BuiltIn::Chains($one) => $asked,
            BuiltIn::SquareTables($one) => $asked,
            BuiltIn::Material($one) => $asked,
        }
    };
}

/// One of them.
#[derive(Clone, Debug)]
pub(crate) enum BuiltIn {
    #[cfg(feature = "net")]
    Net(Net),
    Classic(Classic),
    Chains(Chains),
    SquareTables(SquareTables),
    Material(MaterialBalance),
}

impl Default for BuiltIn {
    /// What the engine plays with.
    #[cfg(feature = "net")]
    fn default() -> BuiltIn {
        BuiltIn::Net(Net::default())
    }

    /// What the engine plays with.
    #[cfg(not(feature = "net"))]
    fn default() -> BuiltIn {
        BuiltIn::Classic(Classic::default())
    }
}

impl BuiltIn {
    /// The evaluation of a name, one of [`EVALUATIONS`](crate::EVALUATIONS).
    pub(crate) fn named(name: &str) -> Option<BuiltIn> {
        match name {
            #[cfg(feature = "net")]
            "net" => Some(BuiltIn::Net(Net::default())),
            "classic" => Some(BuiltIn::Classic(Classic::default())),
            "chains" => Some(BuiltIn::Chains(Chains::default())),
            "squares" => Some(BuiltIn::SquareTables(SquareTables::default())),
            "material" => Some(BuiltIn::Material(MaterialBalance::default())),
            _ => None,
        }
    }

    /// Follows a move out of line, so that a search with the net has none of this code in its hot functions.
    #[inline(never)]
    fn follow(&mut self, change: &Change) {
        whichever!(self, one => one.played(change));
    }
}

impl Evaluator for BuiltIn {
    #[inline(always)]
    fn evaluate(&mut self, position: &Position) -> Score {
        whichever!(self, one => one.evaluate(position))
    }

    fn reset(&mut self, position: &Position) {
        whichever!(self, one => one.reset(position));
    }

    #[inline(always)]
    fn played(&mut self, change: &Change) {
        match self {
            #[cfg(feature = "net")]
            BuiltIn::Net(net) => net.played(change),
            teaching => teaching.follow(change),
        }
    }

    #[inline(always)]
    fn undone(&mut self, change: &Change) {
        match self {
            #[cfg(feature = "net")]
            BuiltIn::Net(net) => net.undone(change),
            teaching => teaching.follow(&change.reversed()),
        }
    }

    fn options(&self) -> Vec<UciOption> {
        whichever!(self, one => one.options())
    }

    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        whichever!(self, one => one.set_option(name, value))
    }
}
