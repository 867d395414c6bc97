//! Values that all functions of the module share, each while it works.
//!
//! Nothing calls back into JavaScript meanwhile, and there is only one thread, so no function finds a value in use,
//! unless an earlier one ended in a trap: then the instance is dead, and every later call traps as well.

use spin::Mutex;

/// A value that functions share.
pub(crate) struct Shared<T>(Mutex<T>);

impl<T> Shared<T> {
    pub(crate) const fn new(value: T) -> Shared<T> {
        Shared(Mutex::new(value))
    }

    /// Calls `work` with the value.
    #[inline(always)]
    pub(crate) fn with<R>(&self, work: impl FnOnce(&mut T) -> R) -> R {
        match self.0.try_lock() {
            Some(mut value) => work(&mut value),
            None => panic!("in use"),
        }
    }
}
