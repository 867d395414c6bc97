//! The caller's move objects by the numbers of native moves, made when they are first needed.

use pyo3::prelude::*;
use pyo3::types::PyList;

use crate::moves::{self, ALL, Move};

/// The caller's list with an object for each native move, or `None` where it has not been made yet, and the function
/// that makes one.
pub(super) struct Shown<'a, 'py> {
    shown: &'a Bound<'py, PyList>,
    show: &'a Bound<'py, PyAny>,
    all: &'a [Py<Move>; ALL],
}

impl<'a, 'py> Shown<'a, 'py> {
    pub(super) fn new(
        shown: &'a Bound<'py, PyList>,
        show: &'a Bound<'py, PyAny>,
    ) -> PyResult<Shown<'a, 'py>> {
        Ok(Shown { shown, show, all: moves::all(shown.py())? })
    }

    /// The object of the native move with a number.
    #[inline]
    pub(super) fn object(&self, number: usize) -> PyResult<Bound<'py, PyAny>> {
        let object = self.shown.get_item(number)?;
        if !object.is_none() {
            return Ok(object);
        }
        let object = self.show.call1((self.all[number].bind(self.shown.py()),))?;
        self.shown.set_item(number, &object)?;
        Ok(object)
    }
}
