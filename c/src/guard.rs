//! The wrapper of every exported function: it turns a panic into an error code.

use std::panic::{AssertUnwindSafe, catch_unwind};

use crate::error::philidor_error;

/// Runs the body of an exported function. The library does not panic, whatever it is given; if it ever does, the caller
/// gets `PHILIDOR_INTERNAL`.
#[inline(always)]
pub(crate) fn guarded(call: impl FnOnce() -> Result<(), philidor_error>) -> philidor_error {
    #[cfg(feature = "standalone")]
    crate::silence::of_panics();
    match catch_unwind(AssertUnwindSafe(call)) {
        Ok(Ok(())) => philidor_error::PHILIDOR_OK,
        Ok(Err(error)) => error,
        Err(panic) => {
            // The payload of a panic may itself panic when it is dropped, and nothing would catch that.
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
