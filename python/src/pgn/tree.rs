//! A game of PGN with variations and comments, and the moves in it: of chess, and of any variant.
//!
//! The tree is the same in the library, but classes of Python have no parameters. So a macro writes a pair of classes
//! for each kind of position, with the same methods.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::OnceLock;

use philidor::CastlingMode;
use philidor::GamePosition;
use philidor::pgn::{Comment, GameResult, GameTree, NodeId, PgnErrorKind, Remarks};
use philidor_variants::AnyPosition;
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyMappingProxy, PyTuple, PyType};

use super::restored::restored;
use crate::errors;
use crate::moves::{self, Move, MoveArgument};
use crate::position::Position;
use crate::variants::{Start, VariantPosition};
use crate::words::Listed;

/// `ValueError` for a move that is not in its game any more.
fn removed() -> PyErr {
    PyValueError::new_err("the move was removed from its game")
}

/// The value of the tag `Variant` for chess in which castling takes the rook.
const CHESS960: &str = "Chess960";

/// Defines the classes of a game and of its moves, given the Python module and position class, the library's position,
/// the function that turns a move into an object, and the method that reads one.
macro_rules! game_classes {
    (
        $module:tt, $Position:ident, $Inner:ty, $object:path, $legal:ident,
        $(#[$game_doc:meta])*
        $Game:ident,
        $(#[$node_doc:meta])*
        $Node:ident
    ) => {
        $(#[$game_doc])*
        #[pyclass(module = $module)]
        pub(crate) struct $Game(pub(super) GameTree<$Inner>);

        impl $Game {
            /// A game that begins with a position. Where its squares do not say that castling takes the rook, the tag
            /// `Variant` does, if there is one for that.
            fn beginning(start: $Position) -> $Game {
                let mut tree = GameTree::new(start.inner);
                let is_to_say = start.mode == CastlingMode::Chess960 && tree.castling_mode() != start.mode;
                if is_to_say && tree.is_of_variant(CHESS960) {
                    // PGN can represent it.
                    let _ = tree.tags.set("Variant", CHESS960);
                }
                $Game(tree)
            }

            fn at(&self, inner: $Inner) -> $Position {
                $Position { inner, mode: self.0.castling_mode() }
            }

            /// The shared object of a move after a position.
            fn object(
                &self,
                py: Python<'_>,
                before: &$Inner,
                mv: philidor::Move,
            ) -> PyResult<Py<Move>> {
                $object(py, before, self.0.castling_mode(), mv)
            }
        }

        #[pymethods]
        impl $Game {
            /// A snapshot of the tags, in their order, without those for ``start`` and ``result``. ``set_tag`` changes
            /// them.
            #[getter]
            fn tags<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyMappingProxy>> {
                let tags = PyDict::new(py);
                for (name, value) in self.0.tags.iter() {
                    tags.set_item(name, value)?;
                }
                Ok(PyMappingProxy::new(py, tags.as_mapping()))
            }

            /// Sets a tag, or removes it with ``None``. Raises ``ValueError`` if PGN cannot represent it, and for a
            /// ``Variant`` with other rules.
            #[pyo3(signature = (name, value))]
            fn set_tag(&mut self, name: &str, value: Option<&str>) -> PyResult<()> {
                let Some(value) = value else {
                    self.0.tags.remove(name);
                    return Ok(());
                };
                if name.eq_ignore_ascii_case("Variant") && !self.0.is_of_variant(value) {
                    return Err(PyValueError::new_err(format!("{name} {value:?}: {}", PgnErrorKind::Variant)));
                }
                self.0.tags.set(name, value).map_err(|error| PyValueError::new_err(error.to_string()))
            }

            /// The result: ``"1-0"``, ``"0-1"``, ``"1/2-1/2"`` or ``"*"``.
            #[getter]
            fn result(&self) -> &'static str {
                self.0.result.as_str()
            }

            #[setter]
            fn set_result(&mut self, result: &str) -> PyResult<()> {
                let found = GameResult::from_bytes(result.as_bytes());
                self.0.result = found.ok_or_else(|| PyValueError::new_err(format!("not a result: {result:?}")))?;
                Ok(())
            }

            /// The position at the start.
            #[getter]
            fn start(&self) -> $Position {
                self.at(*self.0.start())
            }

            /// The start as a node: the root of the tree.
            #[getter]
            fn root(slf: Bound<'_, Self>) -> $Node {
                $Node::new(slf.unbind(), NodeId::ROOT)
            }

            /// The moves of the main line.
            #[getter]
            fn moves<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyList>> {
                let (list, mut position) = (PyList::empty(py), *self.0.start());
                for mv in self.0.main_line().filter_map(|id| self.0.mv(id)) {
                    list.append(self.object(py, &position, mv)?)?;
                    position.play_unchecked(mv);
                }
                Ok(list)
            }

            /// The moves of the main line, in SAN.
            fn sans(&self) -> Vec<String> {
                let mut position = *self.0.start();
                let moves = self.0.main_line().filter_map(|id| self.0.mv(id));
                moves
                    .map(|mv| {
                        let san = GamePosition::to_san(&position, mv).as_str().to_owned();
                        position.play_unchecked(mv);
                        san
                    })
                    .collect()
            }

            /// The game as PGN, in lines of fewer than 80 columns.
            fn __str__(&self) -> String {
                self.0.to_string()
            }

            fn __repr__(&self) -> String {
                let name = |name| self.0.tags.get(name).unwrap_or("?");
                format!(
                    concat!("<", stringify!($Game), ": {} – {}, {}>"),
                    name("White"),
                    name("Black"),
                    self.0.result.as_str()
                )
            }

            fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
                let Ok(other) = other.cast::<$Game>() else { return false };
                other.try_borrow().is_ok_and(|other| other.0 == self.0)
            }

            fn __reduce__<'py>(slf: &Bound<'py, Self>) -> PyResult<(Bound<'py, PyAny>, (String,))> {
                Ok((slf.get_type().getattr("_restored")?, (slf.try_borrow()?.0.to_string(),)))
            }

            /// For pickling.
            #[classmethod]
            fn _restored(_class: &Bound<'_, PyType>, py: Python<'_>, text: &str) -> PyResult<$Game> {
                restored(py, text).map($Game)
            }
        }

        $(#[$node_doc])*
        #[pyclass(frozen, module = $module)]
        pub(crate) struct $Node {
            game: Py<$Game>,
            id: NodeId,
            /// The positions before and after the move, once they are known: a walk from node to node plays each move
            /// once.
            before: OnceLock<$Inner>,
            after: OnceLock<$Inner>,
        }

        impl $Node {
            fn new(game: Py<$Game>, id: NodeId) -> $Node {
                $Node { game, id, before: OnceLock::new(), after: OnceLock::new() }
            }

            /// A move after this one.
            fn child(&self, py: Python<'_>, id: NodeId, before: $Inner) -> $Node {
                $Node { before: before.into(), ..$Node::new(self.game.clone_ref(py), id) }
            }

            /// The game, which has this move.
            fn tree<'py>(&self, py: Python<'py>) -> PyResult<PyRef<'py, $Game>> {
                let game = self.game.bind(py).try_borrow()?;
                if game.0.remarks(self.id).is_some() { Ok(game) } else { Err(removed()) }
            }

            /// The same, to be changed.
            fn tree_mut<'py>(&self, py: Python<'py>) -> PyResult<PyRefMut<'py, $Game>> {
                let game = self.game.bind(py).try_borrow_mut()?;
                if game.0.remarks(self.id).is_some() { Ok(game) } else { Err(removed()) }
            }

            /// The position before the move; the start at the start.
            fn before(&self, tree: &GameTree<$Inner>) -> $Inner {
                *self.before.get_or_init(|| tree.position(tree.parent(self.id).unwrap_or(NodeId::ROOT)))
            }

            /// The position after the move.
            fn after(&self, tree: &GameTree<$Inner>) -> $Inner {
                *self.after.get_or_init(|| {
                    let mut position = self.before(tree);
                    if let Some(mv) = tree.mv(self.id) {
                        position.play_unchecked(mv);
                    }
                    position
                })
            }

            fn text_of(
                &self,
                py: Python<'_>,
                part: impl Fn(&Remarks) -> &Comment,
            ) -> PyResult<String> {
                let game = self.tree(py)?;
                Ok(game.0.remarks(self.id).map(|remarks| part(remarks).text().to_owned()).unwrap_or_default())
            }
        }

        #[pymethods]
        impl $Node {
            /// The move, or ``None`` at the start.
            #[getter]
            fn r#move(&self, py: Python<'_>) -> PyResult<Option<Py<Move>>> {
                let game = self.tree(py)?;
                let Some(mv) = game.0.mv(self.id) else { return Ok(None) };
                // Where castling is named by its rook, the position says where that stands.
                let needs_position =
                    mv.castling_side().is_some() && game.0.castling_mode() == CastlingMode::Chess960;
                let before = if needs_position { self.before(&game.0) } else { *game.0.start() };
                game.object(py, &before, mv).map(Some)
            }

            /// The move in SAN, or ``None`` at the start.
            #[getter]
            fn san(&self, py: Python<'_>) -> PyResult<Option<String>> {
                let game = self.tree(py)?;
                let Some(mv) = game.0.mv(self.id) else { return Ok(None) };
                Ok(Some(GamePosition::to_san(&self.before(&game.0), mv).as_str().to_owned()))
            }

            /// The position after the move. The first time, all moves before it are played, unless the node was reached
            /// from its parent.
            #[getter]
            fn position(&self, py: Python<'_>) -> PyResult<$Position> {
                let game = self.tree(py)?;
                Ok(game.at(self.after(&game.0)))
            }

            /// The game; also the one from which the move was removed.
            #[getter]
            fn game(&self, py: Python<'_>) -> Py<$Game> {
                self.game.clone_ref(py)
            }

            /// The node before, or ``None`` at the start.
            #[getter]
            fn parent(&self, py: Python<'_>) -> PyResult<Option<$Node>> {
                let game = self.tree(py)?;
                let parent = |id| $Node { after: self.before.clone(), ..$Node::new(self.game.clone_ref(py), id) };
                Ok(game.0.parent(self.id).map(parent))
            }

            /// The nodes that follow: first the one that continues the line, then those that begin variations.
            #[getter]
            fn children(&self, py: Python<'_>) -> PyResult<Vec<$Node>> {
                let game = self.tree(py)?;
                let after = self.after(&game.0);
                Ok(game.0.children(self.id).map(|id| self.child(py, id, after)).collect())
            }

            /// The comment after the move, without commands such as ``[%clk 0:01:00]``; it can be set.
            #[getter]
            fn comment(&self, py: Python<'_>) -> PyResult<String> {
                self.text_of(py, |remarks| &remarks.comment)
            }

            #[setter]
            fn set_comment(&self, py: Python<'_>, text: &str) -> PyResult<()> {
                let mut game = self.tree_mut(py)?;
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
                let game = self.tree(py)?;
                Ok(game.0.remarks(self.id).and_then(|remarks| remarks.comment.clock).map(|time| time.as_secs_f64()))
            }

            /// The evaluation after the move (``[%eval]``) as text, ``"0.31"`` or ``"#-3"``, or ``None``.
            #[getter]
            fn eval(&self, py: Python<'_>) -> PyResult<Option<String>> {
                let game = self.tree(py)?;
                Ok(game.0.remarks(self.id).and_then(|remarks| remarks.comment.eval).map(|eval| eval.to_string()))
            }

            /// The numeric annotation glyphs (NAGs) as a tuple: 1 is ``!``, 2 is ``?``. They can be set: ``node.nags =
            /// [*node.nags, 1]``.
            #[getter]
            fn nags<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
                let game = self.tree(py)?;
                PyTuple::new(py, game.0.remarks(self.id).map_or(&[][..], |remarks| &remarks.nags))
            }

            #[setter]
            fn set_nags(&self, py: Python<'_>, nags: Listed<u8>) -> PyResult<()> {
                let mut game = self.tree_mut(py)?;
                if let Some(remarks) = game.0.remarks_mut(self.id) {
                    remarks.nags = nags.0;
                }
                Ok(())
            }

            /// Adds a legal move after this one, as its last child, and returns the new node, or the child that already
            /// has this move. Raises ``MoveError``.
            fn add(&self, py: Python<'_>, r#move: MoveArgument<'_>) -> PyResult<$Node> {
                let mut game = self.tree_mut(py)?;
                let after = self.after(&game.0);
                let mv = r#move.$legal(py, &after)?;
                let same = game.0.children(self.id).find(|&id| game.0.mv(id).is_some_and(|own| own.same_move(mv)));
                if let Some(id) = same {
                    return Ok(self.child(py, id, after));
                }
                let id = game.0.add(self.id, mv);
                let id = id.map_err(|error| errors::of_move(py, &error.to_string(), &mv.to_string(), None, None))?;
                Ok(self.child(py, id, after))
            }

            /// Removes the move with all that follows; ``False`` for the start.
            fn remove(&self, py: Python<'_>) -> PyResult<bool> {
                Ok(self.tree_mut(py)?.0.remove(self.id))
            }

            /// Makes the line that begins here the main continuation, and the former one a variation; ``False`` for the
            /// start.
            fn promote(&self, py: Python<'_>) -> PyResult<bool> {
                Ok(self.tree_mut(py)?.0.promote(self.id))
            }

            fn __eq__(&self, other: &Bound<'_, PyAny>) -> bool {
                other
                    .cast::<$Node>()
                    .is_ok_and(|other| other.get().game.is(&self.game) && other.get().id == self.id)
            }

            fn __hash__(&self) -> u64 {
                let mut hasher = DefaultHasher::new();
                (self.game.as_ptr().addr(), self.id).hash(&mut hasher);
                hasher.finish()
            }

            fn __repr__(&self, py: Python<'_>) -> PyResult<String> {
                if self.game.bind(py).try_borrow()?.0.remarks(self.id).is_none() {
                    return Ok(concat!("<", stringify!($Node), ": removed>").to_owned());
                }
                let san = self.san(py)?;
                Ok(format!(concat!("<", stringify!($Node), ": {}>"), san.as_deref().unwrap_or("start")))
            }
        }
    };
}

game_classes! {
    "philidor", Position, philidor::Position, moves::object, legal,
    /// A game with variations and comments, read from PGN, changed and written.
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
    PgnGame,
    /// A move in a game, or its start. Two nodes are equal if they are the same place in the same game. A move that was
    /// removed from its game cannot be used any more: reading or changing it raises ``ValueError``.
    PgnNode
}

#[pymethods]
impl PgnGame {
    #[new]
    #[pyo3(signature = (start = None))]
    fn new(start: Option<Position>) -> PgnGame {
        PgnGame::beginning(start.unwrap_or_else(|| Position::with_mode(philidor::Position::default(), None)))
    }
}

game_classes! {
    "philidor.variants", VariantPosition, AnyPosition, moves::object, legal,
    /// A game of any variant with variations and comments, read from PGN, changed and written.
    ///
    /// ``start`` is a ``VariantPosition``, or the name of a variant, for its start position. The tags ``Variant`` and
    /// ``FEN`` are written where the start needs them.
    ///
    /// >>> from philidor.variants import VariantPgnGame
    /// >>> game = VariantPgnGame("crazyhouse")
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
    VariantPgnGame,
    /// A move in a game of any variant, or its start: what a ``PgnNode`` is in a game of chess.
    VariantPgnNode
}

#[pymethods]
impl VariantPgnGame {
    #[new]
    fn new(start: Start) -> VariantPgnGame {
        VariantPgnGame::beginning(start.0)
    }
}
