//! A game of PGN with variations and comments, and the moves in it: of chess, or of any variant.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::OnceLock;

use philidor::{CastlingMode, GamePosition};
use philidor_pgn::{Comment, GameResult, GameTree, NodeId, PgnErrorKind, Remarks};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyMappingProxy, PyTuple, PyType};

use super::restored::restored;
use crate::by_rules::{ByRules, Inner, Shown, Start, Tree, map, with};
use crate::errors;
use crate::moves::{self, Move, MoveArgument};
use crate::words::Listed;

/// `ValueError` for a move that is not in its game any more.
fn removed() -> PyErr {
    PyValueError::new_err("the move was removed from its game")
}

/// The value of the tag `Variant` for chess in which castling takes the rook.
const CHESS960: &str = "Chess960";

/// A game with variations and comments, read from PGN, changed and written.
///
/// ``start`` is a ``Position``, by default that of standard chess, a ``VariantPosition``, or the name of a variant, for
/// its start position. The positions of a game are of the class of its start, but chess is always a ``Position``. The
/// tags ``Variant`` and ``FEN`` are written where the start needs them.
///
/// >>> game = PgnGame()
/// >>> node = game.root.add("e4").add("e5")
/// >>> node.comment = "best by test"
/// >>> _ = node.parent.add("c5")
/// >>> game.set_tag("White", "Philidor")
/// >>> print(str(game).strip())
/// [White "Philidor"]
/// [Result "*"]
/// <BLANKLINE>
/// 1. e4 e5 { best by test } ( 1... c5 ) *
///
/// >>> game = PgnGame("crazyhouse")
/// >>> node = game.root
/// >>> for move in ["e4", "d5", "exd5", "Qxd5", "P@e4"]:
/// ...     node = node.add(move)
/// >>> print(str(game).strip())
/// [Result "*"]
/// [Variant "Crazyhouse"]
/// <BLANKLINE>
/// 1. e4 d5 2. exd5 Qxd5 3. P@e4 *
/// >>> node.position.pocket(0), node.parent.position.pocket(0)
/// ({}, {'p': 1})
#[pyclass(generic, module = "philidor")]
pub(crate) struct PgnGame(pub(super) Tree);

/// A game that begins with a position. Where its squares do not say that castling takes the rook, the tag `Variant`
/// does, if there is one for that.
fn beginning<P: GamePosition>(start: P, mode: CastlingMode) -> GameTree<P> {
    let mut tree = GameTree::new(start);
    let is_to_say = mode == CastlingMode::Chess960 && tree.castling_mode() != mode;
    if is_to_say && tree.is_of_variant(CHESS960) {
        // PGN can represent it.
        let _ = tree.tags.set("Variant", CHESS960);
    }
    tree
}

impl PgnGame {
    fn mode(&self) -> CastlingMode {
        with!(&self.0, tree => tree.castling_mode())
    }

    /// A move of the tree.
    fn mv(&self, id: NodeId) -> Option<philidor::Move> {
        with!(&self.0, tree => tree.mv(id))
    }

    fn remarks(&self, id: NodeId) -> Option<&Remarks> {
        with!(&self.0, tree => tree.remarks(id))
    }

    fn remarks_mut(&mut self, id: NodeId) -> Option<&mut Remarks> {
        with!(&mut self.0, tree => tree.remarks_mut(id))
    }
}

#[pymethods]
impl PgnGame {
    #[new]
    #[pyo3(signature = (start = None))]
    fn new(start: Option<Start>) -> PgnGame {
        let Start { position, mode } = start.unwrap_or_default();
        let position = match position {
            // PGN has no word for chess among the variants.
            ByRules::Variant(position) => position.into(),
            chess => chess,
        };
        PgnGame(match position {
            ByRules::Chess(position) => ByRules::Chess(beginning(position, mode)),
            ByRules::Variant(position) => ByRules::Variant(Box::new(beginning(position, mode))),
        })
    }

    /// A snapshot of the tags, in their order, without those for ``start`` and ``result``. ``set_tag`` changes
    /// them.
    #[getter]
    fn tags<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyMappingProxy>> {
        let tags = PyDict::new(py);
        for (name, value) in with!(&self.0, tree => &tree.tags).iter() {
            tags.set_item(name, value)?;
        }
        Ok(PyMappingProxy::new(py, tags.as_mapping()))
    }

    /// Sets a tag, or removes it with ``None``. Raises ``ValueError`` if PGN cannot represent it, and for a
    /// ``Variant`` with other rules.
    #[pyo3(signature = (name, value))]
    fn set_tag(&mut self, name: &str, value: Option<&str>) -> PyResult<()> {
        with!(&mut self.0, tree => {
            let Some(value) = value else {
                tree.tags.remove(name);
                return Ok(());
            };
            if name.eq_ignore_ascii_case("Variant") && !tree.is_of_variant(value) {
                return Err(PyValueError::new_err(format!("{name} {value:?}: {}", PgnErrorKind::Variant)));
            }
            tree.tags.set(name, value).map_err(|error| PyValueError::new_err(error.to_string()))
        })
    }

    /// The result: ``"1-0"``, ``"0-1"``, ``"1/2-1/2"`` or ``"*"``.
    #[getter]
    fn result(&self) -> &'static str {
        with!(&self.0, tree => tree.result).as_str()
    }

    #[setter]
    fn set_result(&mut self, result: &str) -> PyResult<()> {
        let found = GameResult::from_bytes(result.as_bytes());
        let found = found.ok_or_else(|| PyValueError::new_err(format!("not a result: {result:?}")))?;
        with!(&mut self.0, tree => tree.result = found);
        Ok(())
    }

    /// The position at the start.
    #[getter]
    fn start<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        with!(&self.0, tree => tree.start().shown(py, self.mode()))
    }

    /// The start as a node: the root of the tree.
    #[getter]
    fn root(slf: Bound<'_, Self>) -> PgnNode {
        PgnNode::new(slf.unbind(), NodeId::ROOT)
    }

    /// The moves of the main line.
    #[getter]
    fn moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        with!(&self.0, tree => {
            let played = tree.main_line().filter_map(|id| tree.mv(id));
            moves::line(py, *tree.start(), self.mode(), played)
        })
    }

    /// The moves of the main line, in SAN.
    fn sans(&self) -> Vec<String> {
        with!(&self.0, tree => {
            let mut position = *tree.start();
            let san = |mv| {
                let san = GamePosition::to_san(&position, mv).as_str().to_owned();
                position.play_unchecked(mv);
                san
            };
            tree.main_line().filter_map(|id| tree.mv(id)).map(san).collect()
        })
    }

    /// The game as PGN, in lines of fewer than 80 columns.
    fn __str__(&self) -> String {
        with!(&self.0, tree => tree.to_string())
    }

    fn __repr__(&self) -> String {
        let tags = with!(&self.0, tree => &tree.tags);
        let name = |name| tags.get(name).unwrap_or("?");
        format!("<PgnGame: {} – {}, {}>", name("White"), name("Black"), self.result())
    }

    fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
        let Ok(other) = other.cast::<PgnGame>() else { return false };
        other.try_borrow().is_ok_and(|other| other.0 == self.0)
    }

    fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
        Ok((slf.get_type().getattr("_restored")?, (slf.try_borrow()?.__str__(),)))
    }

    /// For pickling.
    #[classmethod]
    fn _restored(_class: &Bound<'_, PyType>, py: Python<'_>, text: &str) -> PyResult<PgnGame> {
        restored(py, text).map(PgnGame)
    }
}

/// A move in a game, or its start. Two nodes are equal if they are the same place in the same game. A move that was
/// removed from its game cannot be used any more: reading or changing it raises ``ValueError``.
#[pyclass(frozen, generic, module = "philidor")]
pub(crate) struct PgnNode {
    game: Py<PgnGame>,
    id: NodeId,
    /// The positions before and after the move, once they are known: a walk from node to node plays each move
    /// once.
    before: OnceLock<Inner>,
    after: OnceLock<Inner>,
}

impl PgnNode {
    fn new(game: Py<PgnGame>, id: NodeId) -> PgnNode {
        PgnNode { game, id, before: OnceLock::new(), after: OnceLock::new() }
    }

    /// A move after this one.
    fn child(&self, py: Python<'_>, id: NodeId, before: &Inner) -> PgnNode {
        PgnNode { before: (*before).into(), ..PgnNode::new(self.game.clone_ref(py), id) }
    }

    /// The game, which has this move.
    fn tree<'py>(&self, py: Python<'py>) -> PyResult<PyRef<'py, PgnGame>> {
        let game = self.game.bind(py).try_borrow()?;
        if game.remarks(self.id).is_some() { Ok(game) } else { Err(removed()) }
    }

    /// The same, to be changed.
    fn tree_mut<'py>(&self, py: Python<'py>) -> PyResult<PyRefMut<'py, PgnGame>> {
        let game = self.game.bind(py).try_borrow_mut()?;
        if game.remarks(self.id).is_some() { Ok(game) } else { Err(removed()) }
    }

    /// The position before the move; the start at the start.
    fn before(&self, tree: &Tree) -> &Inner {
        self.before
            .get_or_init(|| map!(tree, tree => tree.position(tree.parent(self.id).unwrap_or(NodeId::ROOT))))
    }

    /// The position after the move.
    fn after(&self, tree: &Tree) -> &Inner {
        self.after.get_or_init(|| {
            let mut position = *self.before(tree);
            if let Some(mv) = with!(tree, tree => tree.mv(self.id)) {
                with!(&mut position, position => _ = position.play_unchecked(mv));
            }
            position
        })
    }

    fn text_of(&self, py: Python<'_>, part: impl Fn(&Remarks) -> &Comment) -> PyResult<String> {
        let game = self.tree(py)?;
        Ok(game.remarks(self.id).map(|remarks| part(remarks).text().to_owned()).unwrap_or_default())
    }
}

#[pymethods]
impl PgnNode {
    /// The move, or ``None`` at the start.
    #[getter]
    fn r#move(&self, py: Python<'_>) -> PyResult<Option<Py<Move>>> {
        let game = self.tree(py)?;
        let Some(mv) = game.mv(self.id) else { return Ok(None) };
        // Where castling is named by its rook, the position says where that stands.
        match game.mode() {
            mode @ CastlingMode::Chess960 if mv.castling_side().is_some() => {
                with!(self.before(&game.0), before => moves::object(py, before, mode, mv).map(Some))
            }
            mode => with!(&game.0, tree => moves::object(py, tree.start(), mode, mv).map(Some)),
        }
    }

    /// The move in SAN, or ``None`` at the start.
    #[getter]
    fn san(&self, py: Python<'_>) -> PyResult<Option<String>> {
        let game = self.tree(py)?;
        let Some(mv) = game.mv(self.id) else { return Ok(None) };
        let san = with!(self.before(&game.0), before => GamePosition::to_san(before, mv));
        Ok(Some(san.as_str().to_owned()))
    }

    /// The position after the move. The first time, all moves before it are played, unless the node was reached
    /// from its parent.
    #[getter]
    fn position<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let game = self.tree(py)?;
        with!(self.after(&game.0), position => position.shown(py, game.mode()))
    }

    /// The game; also the one from which the move was removed.
    #[getter]
    fn game(&self, py: Python<'_>) -> Py<PgnGame> {
        self.game.clone_ref(py)
    }

    /// The node before, or ``None`` at the start.
    #[getter]
    fn parent(&self, py: Python<'_>) -> PyResult<Option<PgnNode>> {
        let game = self.tree(py)?;
        let parent = |id| PgnNode { after: self.before.clone(), ..PgnNode::new(self.game.clone_ref(py), id) };
        Ok(with!(&game.0, tree => tree.parent(self.id)).map(parent))
    }

    /// The nodes that follow: first the one that continues the line, then those that begin variations.
    #[getter]
    fn children<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
        let game = self.tree(py)?;
        let (list, after) = (PyList::empty(py), self.after(&game.0));
        with!(&game.0, tree => {
            tree.children(self.id).try_for_each(|id| list.append(self.child(py, id, after)))
        })?;
        Ok(list)
    }

    /// The comment after the move, without commands such as ``[%clk 0:01:00]``; it can be set.
    #[getter]
    fn comment(&self, py: Python<'_>) -> PyResult<String> {
        self.text_of(py, |remarks| &remarks.comment)
    }

    #[setter]
    fn set_comment(&self, py: Python<'_>, text: &str) -> PyResult<()> {
        let mut game = self.tree_mut(py)?;
        if let Some(remarks) = game.remarks_mut(self.id) {
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
        let game = self.tree(py)?;
        Ok(game.remarks(self.id).and_then(|remarks| remarks.comment.clock).map(|time| time.as_secs_f64()))
    }

    /// The evaluation after the move (``[%eval]``) as text, ``"0.31"`` or ``"#-3"``, or ``None``.
    #[getter]
    fn eval(&self, py: Python<'_>) -> PyResult<Option<String>> {
        let game = self.tree(py)?;
        Ok(game.remarks(self.id).and_then(|remarks| remarks.comment.eval).map(|eval| eval.to_string()))
    }

    /// The numeric annotation glyphs (NAGs) as a tuple: 1 is ``!``, 2 is ``?``. They can be set: ``node.nags =
    /// [*node.nags, 1]``.
    #[getter]
    fn nags<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        let game = self.tree(py)?;
        PyTuple::new(py, game.remarks(self.id).map_or(&[][..], |remarks| &remarks.nags))
    }

    #[setter]
    fn set_nags(&self, py: Python<'_>, nags: Listed<u8>) -> PyResult<()> {
        let mut game = self.tree_mut(py)?;
        if let Some(remarks) = game.remarks_mut(self.id) {
            remarks.nags = nags.0;
        }
        Ok(())
    }

    /// Adds a legal move after this one, as its last child, and returns the new node, or the child that already
    /// has this move. Raises ``MoveError``.
    fn add(&self, py: Python<'_>, r#move: MoveArgument<'_>) -> PyResult<PgnNode> {
        let mut game = self.tree_mut(py)?;
        let after = self.after(&game.0);
        let mv = with!(after, position => r#move.legal(py, position))?;
        let added = with!(&mut game.0, tree => {
            let same = tree.children(self.id).find(|&id| tree.mv(id).is_some_and(|own| own.same_move(mv)));
            same.map_or_else(|| tree.add(self.id, mv), Ok)
        });
        let id =
            added.map_err(|error| errors::of_move(py, &error.to_string(), &mv.to_string(), None, None))?;
        Ok(self.child(py, id, after))
    }

    /// Removes the move with all that follows; ``False`` for the start.
    fn remove(&self, py: Python<'_>) -> PyResult<bool> {
        Ok(with!(&mut self.tree_mut(py)?.0, tree => tree.remove(self.id)))
    }

    /// Makes the line that begins here the main continuation, and the former one a variation; ``False`` for the
    /// start.
    fn promote(&self, py: Python<'_>) -> PyResult<bool> {
        Ok(with!(&mut self.tree_mut(py)?.0, tree => tree.promote(self.id)))
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
        if self.game.bind(py).try_borrow()?.remarks(self.id).is_none() {
            return Ok("<PgnNode: removed>".to_owned());
        }
        let san = self.san(py)?;
        Ok(format!("<PgnNode: {}>", san.as_deref().unwrap_or("start")))
    }
}
