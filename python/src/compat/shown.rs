//! The moves of the caller by the numbers of native ones, made when they are first needed.

use pyo3::prelude::*;
use pyo3::types::PyList;

use crate::moves::{self, ALL, Move};

/// A list of the caller with an object for each native move, or `None` where there is none yet, and what makes one.
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
