//! PGN games, of chess and of variants: read one after the other, walked, changed, written.
//!
//! A game holds a tree of the library; a node is a game and the number of a place in its tree, and a game is changed
//! through its nodes.
//!
//! | file | what it is |
//! |---|---|
//! | `reader.rs` | the games of a text or a file |
//! | `tree.rs` | a game, and the moves in it |
//! | `restored.rs` | games that were pickled |

mod reader;
mod restored;
mod tree;

use std::ops::Deref;

use pyo3::exceptions::PyTypeError;
use pyo3::prelude::*;
use pyo3::pybacked::{PyBackedBytes, PyBackedStr};
use pyo3::types::PyBytes;

pub(crate) use reader::PgnReader;
pub(crate) use tree::{PgnGame, PgnNode};

/// Text of PGN as an argument: `bytes` or `str`.
pub(crate) struct PgnText(pub(crate) Held);

/// The bytes of a Python object, borrowed without a copy: the object is kept alive while they are read, and never
/// changes.
pub(crate) enum Held {
    /// Of `bytes`.
    Bytes(PyBackedBytes),
    /// Of `str`.
    Text(PyBackedStr),
}

impl Deref for Held {
    type Target = [u8];

    fn deref(&self) -> &[u8] {
        match self {
            Held::Bytes(bytes) => bytes,
            Held::Text(text) => text.as_bytes(),
        }
    }
}

impl FromPyObject<'_, '_> for PgnText {
    type Error = PyErr;

    fn extract(given: Borrowed<'_, '_, PyAny>) -> PyResult<PgnText> {
        if let Ok(bytes) = given.cast::<PyBytes>() {
            return Ok(PgnText(Held::Bytes(bytes.to_owned().into())));
        }
        let text: PyBackedStr = given.extract().map_err(|_| PyTypeError::new_err("PGN is bytes or text"))?;
        Ok(PgnText(Held::Text(text)))
    }
}
