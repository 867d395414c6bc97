//! A move in a game of PGN, with what is said about it.

use std::hash::{DefaultHasher, Hash, Hasher};

use philidor::pgn::{Comment, NodeId};
use pyo3::prelude::*;

use super::game::PgnGame;
use crate::errors;
use crate::moves::{Move, MoveArgument};
use crate::position::Position;

/// A move in a game, or its start. Two nodes are equal if they are the same place of the same game.
#[pyclass(frozen, module = "philidor")]
pub(crate) struct PgnNode {
    game: Py<PgnGame>,
    id: NodeId,
}

impl PgnNode {
    pub(super) fn root(game: Py<PgnGame>) -> PgnNode {
        PgnNode { game, id: NodeId::ROOT }
    }

    fn with(&self, py: Python<'_>, id: NodeId) -> PgnNode {
        PgnNode { game: self.game.clone_ref(py), id }
    }

    fn text_of(
        &self,
        py: Python<'_>,
        part: impl Fn(&philidor::pgn::Remarks) -> &Comment,
    ) -> PyResult<String> {
        let game = self.game.bind(py).try_borrow()?;
        Ok(game.0.remarks(self.id).map(|remarks| part(remarks).text().to_owned()).unwrap_or_default())
    }
}

#[pymethods]
impl PgnNode {
    /// The move, or ``None`` at the start.
    #[getter]
    fn r#move(&self, py: Python<'_>) -> PyResult<Option<Py<Move>>> {
        let game = self.game.bind(py).try_borrow()?;
        let (Some(mv), Some(parent)) = (game.0.mv(self.id), game.0.parent(self.id)) else { return Ok(None) };
        game.object(py, &game.0.position(parent), mv).map(Some)
    }

    /// The move as a score sheet has it, or ``None`` at the start.
    #[getter]
    fn san(&self, py: Python<'_>) -> PyResult<Option<String>> {
        let game = self.game.bind(py).try_borrow()?;
        let (Some(mv), Some(parent)) = (game.0.mv(self.id), game.0.parent(self.id)) else { return Ok(None) };
        Ok(Some(game.0.position(parent).san(mv).as_str().to_owned()))
    }

    /// The position after the move; found by playing all moves before it.
    #[getter]
    fn position(&self, py: Python<'_>) -> PyResult<Position> {
        let game = self.game.bind(py).try_borrow()?;
        Ok(game.at(game.0.position(self.id)))
    }

    /// The game.
    #[getter]
    fn game(&self, py: Python<'_>) -> Py<PgnGame> {
        self.game.clone_ref(py)
    }

    /// The node before, or ``None`` at the start.
    #[getter]
    fn parent(&self, py: Python<'_>) -> PyResult<Option<PgnNode>> {
        let game = self.game.bind(py).try_borrow()?;
        Ok(game.0.parent(self.id).map(|id| self.with(py, id)))
    }

    /// The nodes after: first the one that continues the line, then those of variations.
    #[getter]
    fn children(&self, py: Python<'_>) -> PyResult<Vec<PgnNode>> {
        let game = self.game.bind(py).try_borrow()?;
        Ok(game.0.children(self.id).map(|id| self.with(py, id)).collect())
    }

    /// The comment after the move, commands such as ``[%clk 0:01:00]`` left out; it can be set.
    #[getter]
    fn comment(&self, py: Python<'_>) -> PyResult<String> {
        self.text_of(py, |remarks| &remarks.comment)
    }

    #[setter]
    fn set_comment(&self, py: Python<'_>, text: &str) -> PyResult<()> {
        let mut game = self.game.bind(py).try_borrow_mut()?;
        if let Some(remarks) = game.0.remarks_mut(self.id) {
            remarks.comment = Comment::from(text);
        }
        Ok(())
    }

    /// The comment before the first move of a variation.
    #[getter]
    fn comment_before(&self, py: Python<'_>) -> PyResult<String> {
        self.text_of(py, |remarks| &remarks.before)
    }

    /// The clock after the move (``[%clk]``), in seconds, or ``None``.
    #[getter]
    fn clock(&self, py: Python<'_>) -> PyResult<Option<f64>> {
        let game = self.game.bind(py).try_borrow()?;
        Ok(game.0.remarks(self.id).and_then(|remarks| remarks.comment.clock).map(|time| time.as_secs_f64()))
    }

    /// The evaluation after the move (``[%eval]``) as text, ``"0.31"`` or ``"#-3"``, or ``None``.
    #[getter]
    fn eval(&self, py: Python<'_>) -> PyResult<Option<String>> {
        let game = self.game.bind(py).try_borrow()?;
        Ok(game.0.remarks(self.id).and_then(|remarks| remarks.comment.eval).map(|eval| eval.to_string()))
    }

    /// The numeric annotation glyphs: 1 is ``!``, 2 is ``?``; they can be set.
    #[getter]
    fn nags(&self, py: Python<'_>) -> PyResult<Vec<u16>> {
        let game = self.game.bind(py).try_borrow()?;
        let nags =
            game.0.remarks(self.id).map(|remarks| remarks.nags.iter().copied().map(u16::from).collect());
        Ok(nags.unwrap_or_default())
    }

    #[setter]
    fn set_nags(&self, py: Python<'_>, nags: Vec<u8>) -> PyResult<()> {
        let mut game = self.game.bind(py).try_borrow_mut()?;
        if let Some(remarks) = game.0.remarks_mut(self.id) {
            remarks.nags = nags;
        }
        Ok(())
    }

    /// Adds a legal move after this one, as the last of its children, and returns its node; the node that has this move if
    /// there is one. Raises ``MoveError``.
    fn add(&self, py: Python<'_>, r#move: MoveArgument<'_>) -> PyResult<PgnNode> {
        let mut game = self.game.bind(py).try_borrow_mut()?;
        let mv = r#move.legal(py, &game.0.position(self.id))?;
        let same = game.0.children(self.id).find(|&id| game.0.mv(id).is_some_and(|own| own.same_move(mv)));
        if let Some(id) = same {
            return Ok(self.with(py, id));
        }
        let id = game.0.add(self.id, mv);
        let id = id.map_err(|error| errors::of_move(py, &error.to_string(), &mv.to_string(), None, None))?;
        Ok(self.with(py, id))
    }

    /// Removes the move with all that follows; ``False`` for the start.
    fn remove(&self, py: Python<'_>) -> PyResult<bool> {
        Ok(self.game.bind(py).try_borrow_mut()?.0.remove(self.id))
    }

    /// Makes the line that begins here the main continuation, and what went on so far a variation; ``False`` for the start.
    fn promote(&self, py: Python<'_>) -> PyResult<bool> {
        Ok(self.game.bind(py).try_borrow_mut()?.0.promote(self.id))
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        other
            .cast::<PgnNode>()
            .is_ok_and(|other| other.get().game.is(&self.game) && other.get().id == self.id)
    }

    fn __hash__(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.game.as_ptr().addr(), self.id).hash(&mut hasher);
        hasher.finish()
    }

    fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
        Ok(format!("<PgnNode: {}>", self.san(py)?.as_deref().unwrap_or("start")))
    }
}
