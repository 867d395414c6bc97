//! The aspiration window: a search with alpha and beta close to the expected value is cut off sooner.
//!
//! If the value turns out to be outside, the window is widened on that side, and the depth is searched again.

use super::value::INFINITE;
use crate::bot::report::Bound;
use crate::parts::pruning::Pruning;

pub(super) struct AspirationWindow<'p, P> {
    pub(super) alpha: i32,
    pub(super) beta: i32,
    /// The half-width; `None` without bounds.
    width: Option<i32>,
    /// How often in a row the value was above.
    above: u32,
    pruning: &'p P,
}

impl<'p, P: Pruning> AspirationWindow<'p, P> {
    /// A window around the value that is expected, as wide as the pruning wants it at this depth.
    pub(super) fn around(value: i32, depth: i32, pruning: &'p P) -> Self {
        match pruning.aspiration_window(depth) {
            Some(width) => {
                let (alpha, beta) = ((value - width).max(-INFINITE), (value + width).min(INFINITE));
                AspirationWindow { alpha, beta, width: Some(width), above: 0, pruning }
            }
            None => AspirationWindow::full(pruning),
        }
    }

    /// The window with all values inside.
    pub(super) const fn full(pruning: &'p P) -> Self {
        AspirationWindow { alpha: -INFINITE, beta: INFINITE, width: None, above: 0, pruning }
    }

    /// The depth to search to in this window.
    pub(super) fn depth(&self, depth: i32) -> i32 {
        match self.above {
            0 => depth,
            above => (depth - self.pruning.fail_high_reduction(above)).max(1),
        }
    }

    /// Exact for a value inside.
    pub(super) const fn bound(&self, value: i32) -> Bound {
        Bound::within(self.alpha, self.beta, value)
    }

    /// Widens the window on the side on which a value was outside.
    pub(super) fn widen(&mut self, value: i32) {
        let width = self.width.unwrap_or(INFINITE);
        if value <= self.alpha {
            self.beta = (self.alpha + self.beta) / 2;
            self.alpha = (value - width).max(-INFINITE);
            self.above = 0;
        } else {
            self.beta = (value + width).min(INFINITE);
            self.above += 1;
        }
        self.width = self.pruning.widened_window(width).filter(|&wider| wider > width);
        if self.width.is_none() {
            (self.alpha, self.beta) = (-INFINITE, INFINITE);
        }
    }
}
