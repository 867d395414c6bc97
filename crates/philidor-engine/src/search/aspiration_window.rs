//! The aspiration window: a search with alpha and beta close to the expected value is cut off sooner.
//!
//! If the value turns out to be outside, the window is widened on that side, and the depth is searched again.

use super::value::INFINITE;
use crate::bot::report::Bound;

/// The half-width of the first window.
const FIRST_WIDTH: i32 = 14;

/// A window that would be wider than this has no bounds.
const MAX_WIDTH: i32 = 700;

/// However often the value is above the window, the depth is reduced by no more than this.
const MAX_SHALLOWER: i32 = 3;

pub(super) struct AspirationWindow {
    pub(super) alpha: i32,
    pub(super) beta: i32,
    width: i32,
    /// By how much less deep it is searched: each value above beta takes a half-move off.
    shallower: i32,
}

impl AspirationWindow {
    /// A window around the value that is expected.
    pub(super) const fn around(value: i32) -> AspirationWindow {
        let (alpha, beta) = (value - FIRST_WIDTH, value + FIRST_WIDTH);
        AspirationWindow { alpha, beta, width: FIRST_WIDTH, shallower: 0 }
    }

    /// The window with all values inside.
    pub(super) const fn full() -> AspirationWindow {
        AspirationWindow { alpha: -INFINITE, beta: INFINITE, width: FIRST_WIDTH, shallower: 0 }
    }

    /// The depth to search to in this window.
    pub(super) fn depth(&self, depth: i32) -> i32 {
        (depth - self.shallower).max(1)
    }

    /// Exact for a value inside.
    pub(super) const fn bound(&self, value: i32) -> Bound {
        if value <= self.alpha {
            Bound::AtMost
        } else if value >= self.beta {
            Bound::AtLeast
        } else {
            Bound::Exact
        }
    }

    /// Widens the window on the side on which a value was outside.
    pub(super) fn widen(&mut self, value: i32) {
        if value <= self.alpha {
            self.beta = (self.alpha + self.beta) / 2;
            self.alpha = (value - self.width).max(-INFINITE);
            self.shallower = 0;
        } else {
            self.beta = (value + self.width).min(INFINITE);
            self.shallower = (self.shallower + 1).min(MAX_SHALLOWER);
        }
        self.width += self.width / 2;
        if self.width > MAX_WIDTH {
            (self.alpha, self.beta) = (-INFINITE, INFINITE);
        }
    }
}
