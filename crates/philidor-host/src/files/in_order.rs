//! Numbered results that arrive in any order, handed out in order.
//!
//! ```text
//! arrive    2  0  1  4  3
//! taken        0  1 2    3 4
//! ```

use std::collections::BTreeMap;

/// Results that wait for those before them.
///
/// ```
/// use philidor_host::InOrder;
///
/// let mut results = InOrder::default();
/// results.put(1, "second");
/// assert_eq!(results.take(), None);
/// results.put(0, "first");
/// assert_eq!((results.take(), results.take(), results.take()), (Some("first"), Some("second"), None));
/// assert_eq!(results.taken(), 2);
/// ```
#[derive(Debug)]
pub struct InOrder<T> {
    waiting: BTreeMap<usize, T>,
    due: usize,
}

impl<T> Default for InOrder<T> {
    fn default() -> InOrder<T> {
        InOrder { waiting: BTreeMap::new(), due: 0 }
    }
}

impl<T> InOrder<T> {
    /// Keeps the result with this number; numbers count from 0.
    pub fn put(&mut self, number: usize, result: T) {
        self.waiting.insert(number, result);
    }

    /// The next result, if it has arrived.
    pub fn take(&mut self) -> Option<T> {
        let result = self.waiting.remove(&self.due)?;
        self.due += 1;
        Some(result)
    }

    /// How many results have been taken.
    pub fn taken(&self) -> usize {
        self.due
    }
}
