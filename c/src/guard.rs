//! What every function that a program calls is wrapped in: a panic becomes a code.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::error::philidor_error;

/// Runs a function to its end. The library does not panic, whatever it is given; if it ever does, the caller gets a
/// code.
#[inline(always)]
pub(crate) fn guarded(call: impl FnOnce() -> Result<(), philidor_error>) -> philidor_error {
    match catch_unwind(AssertUnwindSafe(call)) {
        Ok(Ok(())) => philidor_error::PHILIDOR_OK,
        Ok(Err(error)) => error,
        Err(panic) => {
            // What was thrown may panic when it is dropped, and nothing catches that.
            std::mem::forget(panic);
            philidor_error::PHILIDOR_INTERNAL
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_becomes_a_code() {
        assert_eq!(guarded(|| panic!("on purpose")), philidor_error::PHILIDOR_INTERNAL);
        assert_eq!(guarded(|| Ok(())), philidor_error::PHILIDOR_OK);
    }
}
