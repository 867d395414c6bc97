//! The evaluations that teach something, chosen by name at run time, so that one compiled search serves them all.

use philidor::Position;
use philidor::search_support::Change;

use super::chains::Chains;
#[cfg(feature = "net")]
use super::classic::Classic;
use super::evaluator::Evaluator;
use super::material_balance::MaterialBalance;
use super::square_tables::SquareTables;
use crate::bot::score::Score;

#[derive(Clone, Debug)]
pub(crate) enum Teaching {
    Material(MaterialBalance),
    SquareTables(SquareTables),
    Chains(Chains),
    #[cfg(feature = "net")]
    Classic(Classic),
}

impl Teaching {
    /// The evaluation of a name: `material`, `squares`, `chains` or, where the engine plays with
    /// the net, `classic`.
    pub(crate) fn named(name: &str) -> Option<Teaching> {
        match name {
            "material" => Some(Teaching::Material(MaterialBalance::default())),
            "squares" => Some(Teaching::SquareTables(SquareTables::default())),
            "chains" => Some(Teaching::Chains(Chains::default())),
            #[cfg(feature = "net")]
            "classic" => Some(Teaching::Classic(Classic::default())),
            _ => None,
        }
    }
}

impl Evaluator for Teaching {
    #[inline(always)]
    fn evaluate(&mut self, position: &Position) -> Score {
        match self {
            Teaching::Material(material) => material.evaluate(position),
            Teaching::SquareTables(tables) => tables.evaluate(position),
            Teaching::Chains(chains) => chains.evaluate(position),
            #[cfg(feature = "net")]
            Teaching::Classic(classic) => classic.evaluate(position),
        }
    }

    fn reset(&mut self, position: &Position) {
        match self {
            Teaching::Material(material) => material.reset(position),
            Teaching::SquareTables(tables) => tables.reset(position),
            Teaching::Chains(chains) => chains.reset(position),
            #[cfg(feature = "net")]
            Teaching::Classic(classic) => classic.reset(position),
        }
    }

    #[inline(always)]
    fn played(&mut self, change: &Change) {
        match self {
            Teaching::Material(material) => material.played(change),
            Teaching::SquareTables(tables) => tables.played(change),
            Teaching::Chains(chains) => chains.played(change),
            #[cfg(feature = "net")]
            Teaching::Classic(classic) => classic.played(change),
        }
    }
}
