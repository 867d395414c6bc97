//! The evaluation by a network.

use std::fs::File;
use std::io::Read as _;
use std::sync::Arc;
#[cfg(feature = "net")]
use std::sync::LazyLock;

use philidor::{PieceType, Position, search_support::Change};

use super::accumulator::{self, AccumulatorStack};
#[cfg(feature = "net")]
use super::layout::{Layout, Scale};
use super::network::Network;
use super::output;
use crate::bot::options::{OptionError, UciOption};
use crate::bot::score::Score;
use crate::evaluation::evaluator::Evaluator;
use crate::evaluation::phased_score::PhasedScore;
use crate::evaluation::trace::{Term, Trace as _};

const FILE: &str = "EvalFile";

/// More than any network has: no more is read of a longer file, or of a device without an end.
const MAX_BYTES: u64 = 1 << 20;

/// The network of this crate, read once.
#[cfg(feature = "net")]
static OWN: LazyLock<Arc<Network>> = LazyLock::new(|| {
    let network = Network::from_bytes(include_bytes!("../../../data/philidor.net"));
    // A test checks that it can be read.
    Arc::new(network.unwrap_or_else(|_| Network::zero(Layout::default(), Scale::default())))
});

/// Evaluates by a [`Network`]: the one of this crate (feature `net`), or any other, which the option `EvalFile` may
/// name.
///
/// ```
/// use philidor::Position;
/// use philidor_engine::Evaluator;
/// use philidor_engine::evaluation::Net;
///
/// let queen_up: Position = "rnb1kbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1".parse()?;
/// let mut net = Net::default();
/// net.reset(&queen_up);
/// assert!(net.evaluate(&queen_up).value() > 300);
/// # Ok::<(), philidor::PositionError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Net {
    network: Arc<Network>,
    stack: AccumulatorStack,
}

impl Net {
    /// An evaluation by this network.
    #[must_use]
    pub fn new(network: Arc<Network>) -> Net {
        let stack = AccumulatorStack::new(&network, &Position::default());
        Net { network, stack }
    }

    /// What each piece but the kings is worth where it stands: what its side would lose if it were not there, all else
    /// being equal. Pieces work together, so these do not add up to the score.
    #[must_use]
    pub fn explain(&self, position: &Position) -> Vec<Term> {
        let (us, pieces) = (position.side_to_move(), position.board().occupied().len());
        let mut stack = AccumulatorStack::new(&self.network, position);
        let sums = *stack.sums(&self.network, position);
        let score = |sums: &_| output::score(&self.network, sums, us, pieces);
        let mut terms = Vec::new();
        for square in position.board().occupied() {
            let Some(piece) = position.piece_at(square) else { continue };
            if piece.piece_type == PieceType::King {
                continue;
            }
            let lost =
                score(&sums) - score(&accumulator::without(&sums, &self.network, position, piece, square));
            let value = if piece.color == us { lost } else { -lost };
            terms.record("pieces", piece.color, Some(square), PhasedScore::new(value, value));
        }
        terms
    }

    /// The network.
    #[must_use]
    pub fn network(&self) -> &Arc<Network> {
        &self.network
    }
}

#[cfg(feature = "net")]
impl Default for Net {
    /// The network of this crate, shared by all evaluations that are made this way.
    fn default() -> Net {
        Net::new(Arc::clone(&OWN))
    }
}

impl Evaluator for Net {
    #[inline(always)]
    fn evaluate(&mut self, position: &Position) -> Score {
        let sums = self.stack.sums(&self.network, position);
        let pieces = position.board().occupied().len();
        Score::centipawns(output::score(&self.network, sums, position.side_to_move(), pieces))
    }

    fn reset(&mut self, position: &Position) {
        self.stack.reset(&self.network, position);
    }

    #[inline(always)]
    fn played(&mut self, change: &Change) {
        self.stack.push(change);
    }

    #[inline(always)]
    fn undone(&mut self, _: &Change) {
        self.stack.pop();
    }

    fn options(&self) -> Vec<UciOption> {
        vec![UciOption::text(FILE, "")]
    }

    /// `EvalFile` is the path of a file that [`Network::from_bytes`] reads; without one, the network of this crate.
    fn set_option(&mut self, name: &str, value: &str) -> Result<(), OptionError> {
        let refused =
            |reason: String| OptionError::Unusable { name: name.to_owned(), text: value.to_owned(), reason };
        #[cfg(feature = "net")]
        if value.is_empty() {
            *self = Net::default();
            return Ok(());
        }
        let mut bytes = Vec::new();
        let read = File::open(value).and_then(|file| file.take(MAX_BYTES + 1).read_to_end(&mut bytes));
        let read = read.map_err(|error| refused(error.to_string()))?;
        if read as u64 > MAX_BYTES {
            return Err(refused(format!("it has more than {MAX_BYTES} bytes, and no network has")));
        }
        let network = Network::from_bytes(&bytes).map_err(|error| refused(error.to_string()))?;
        *self = Net::new(Arc::new(network));
        Ok(())
    }
}
