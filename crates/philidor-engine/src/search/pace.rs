//! How often a thread looks at the clock: by nodes while these are fast, by time when they are slow.
//!
//! ```text
//! nodes until the next look    1  2  4  8  16  32  64  64  64  64        12  12  12
//!                                                               └ 5 ms ──┘
//! ```
//!
//! A node takes a microsecond, unless an evaluation is slow, the machine is busy, or memory comes from the disk. That
//! cannot be known in advance, so the distance grows slowly and shrinks at once.

use std::time::Duration;

/// The most nodes between two looks: a look takes a thousandth of their time.
const MAX_NODES: u64 = 64;

/// The time that should pass between two looks.
const TARGET_TIME: Duration = Duration::from_millis(1);

/// The pace of one thread.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Pace {
    nodes: u64,
    /// When the thread looked last, since the search began.
    looked: Duration,
}

impl Pace {
    /// How many nodes to visit before the thread looks again.
    pub(crate) fn nodes_until_next_look(&mut self, now: Duration) -> u64 {
        let taken = now.saturating_sub(self.looked);
        self.looked = now;
        self.nodes = if taken <= TARGET_TIME {
            (self.nodes * 2).clamp(1, MAX_NODES)
        } else {
            let shorter = u128::from(self.nodes) * TARGET_TIME.as_nanos() / taken.as_nanos();
            (shorter as u64).max(1)
        };
        self.nodes
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn fast_nodes_are_counted_and_slow_ones_timed() {
        let mut pace = Pace::default();
        let fast: Vec<u64> = (0..9).map(|at| pace.nodes_until_next_look(Duration::from_micros(at))).collect();
        assert_eq!(fast, [1, 2, 4, 8, 16, 32, 64, 64, 64]);
        assert_eq!(pace.nodes_until_next_look(Duration::from_millis(5)), 12);
        assert_eq!(pace.nodes_until_next_look(Duration::from_millis(305)), 1, "never none");
        assert_eq!(pace.nodes_until_next_look(Duration::from_millis(305)), 2);
    }
}
