//! Polyglot opening books.

use philidor::Color;
use philidor_books::{Book as Entries, BookBuilder, BookError};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyType};

use crate::errors;
use crate::game::Game;
use crate::moves::{self, Move};
use crate::position::Position;
use crate::words::Listed;

/// A Polyglot opening book, from the bytes of its file.
///
/// >>> games = [Game(moves=["e4", "e5"]), Game(moves=["d4"])]
/// >>> games[0].end(Outcome("White wins by time"))
/// >>> games[1].end(Outcome("draw by agreement"))
/// >>> book = Book.of_games(games, min_games=1)
/// >>> [str(move) for move, weight in book.moves(Position())], book.best(Position())
/// (['e2e4', 'd2d4'], Move('e2e4'))
///
/// Raises ``ValueError`` if the bytes are not a whole number of 16-byte entries.
#[pyclass(frozen, module = "philidor")]
pub(crate) struct Book(Entries<Vec<u8>>);

#[pymethods]
impl Book {
    #[new]
    fn new(data: &[u8]) -> PyResult<Book> {
        Entries::new(data.to_vec())
            .map(Book)
            .map_err(|error: BookError| PyValueError::new_err(error.to_string()))
    }

    /// A book of the moves that were played in games, with Polyglot's weights: two points for a win, one for a draw.
    /// Games without an outcome are left out. The first ``max_plies`` half-moves of each are read; moves played in
    /// fewer than ``min_games`` games are left out.
    #[staticmethod]
    #[pyo3(signature = (games, *, max_plies = 60, min_games = 3))]
    fn of_games(
        py: Python<'_>,
        games: Listed<Bound<'_, Game>>,
        max_plies: usize,
        min_games: u32,
    ) -> PyResult<Book> {
        let mut builder = BookBuilder::new().max_plies(max_plies).min_games(min_games);
        for game in games.0 {
            let added = game.get().chess(py, |game| {
                let Some(outcome) = game.outcome() else { return Ok(()) };
                let winner: Option<Color> = outcome.winner();
                builder.add_game(game.start(), game.moves(), winner)
            })?;
            added.map_err(|error| {
                errors::of_move(py, &error.to_string(), &error.mv.to_string(), None, None)
            })?;
        }
        Book::new(&builder.build())
    }

    /// The moves for a position with their weights, the heaviest first.
    fn moves(&self, py: Python<'_>, position: &Position) -> PyResult<Vec<(Py<Move>, u16)>> {
        let mut found: Vec<_> = self.0.entries_of(&position.inner).collect();
        found.sort_by_key(|(_, entry)| std::cmp::Reverse(entry.weight));
        let object = |mv| moves::object(py, &position.inner, position.mode, mv);
        found.into_iter().map(|(mv, entry)| Ok((object(mv)?, entry.weight))).collect()
    }

    /// The heaviest move, or ``None``.
    fn best(&self, py: Python<'_>, position: &Position) -> PyResult<Option<Py<Move>>> {
        let best = self.0.best(&position.inner);
        best.map(|mv| moves::object(py, &position.inner, position.mode, mv)).transpose()
    }

    /// A random move, by weight, or ``None``; ``random`` is any 64-bit number, such as ``random.getrandbits(64)``.
    fn choose(&self, py: Python<'_>, position: &Position, random: u64) -> PyResult<Option<Py<Move>>> {
        let chosen = self.0.choose(&position.inner, random);
        chosen.map(|mv| moves::object(py, &position.inner, position.mode, mv)).transpose()
    }

    /// The bytes, as they are in a file.
    fn to_bytes<'py>(&self, py: Python<'py>) -> Bound<'py, PyBytes> {
        PyBytes::new(py, self.0.as_bytes())
    }

    /// How many entries it has.
    fn __len__(&self) -> usize {
        self.0.len()
    }

    fn __repr__(&self) -> String {
        format!("<Book: {} entries>", self.0.len())
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> (Bound<'py, PyType>, (Bound<'py, PyBytes>,)) {
        (slf.get_type(), (slf.get().to_bytes(slf.py()),))
    }
}
