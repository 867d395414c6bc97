//! Pickled games, read again: whatever was the start of a game is one again.
//!
//! A reader of games refuses a `FEN` that no game reaches. Where it does, the text is read again with positions of a
//! type that accepts one, from which the tree is copied.

use std::fmt;

use philidor::pgn::{GamePosition, GameResult, GameTree, NodeId, PgnErrorKind, Remarks, decode};
use philidor::{Color, Position, PositionError, San, SanError, Setup, Strictness};
use philidor_variants::AnyPosition;
use pyo3::prelude::*;

use crate::errors;

/// A position of games that are pickled.
pub(super) trait Restorable: GamePosition {
    /// The position of a FEN by the same rules, even if no game reaches it.
    fn with_fen(&self, fen: &str) -> Result<Self, PgnErrorKind>;
}

impl Restorable for Position {
    fn with_fen(&self, fen: &str) -> Result<Position, PgnErrorKind> {
        let setup = fen.parse::<Setup>().map_err(PositionError::from)?;
        Ok(Position::from_setup(setup, Strictness::WellDefined).map_err(PositionError::from)?)
    }
}

impl Restorable for AnyPosition {
    fn with_fen(&self, fen: &str) -> Result<AnyPosition, PgnErrorKind> {
        AnyPosition::from_fen_with(AnyPosition::variant(self), fen, Strictness::WellDefined)
            .map_err(|error| PgnErrorKind::VariantPosition(error.to_string().into()))
    }
}

/// The game that was pickled as a text. `PgnError` if it is none.
pub(super) fn restored<P: Restorable>(py: Python<'_>, text: &str) -> PyResult<GameTree<P>> {
    let error = match text.parse::<GameTree<P>>() {
        Ok(tree) => return Ok(tree),
        Err(error) => error,
    };
    let read = text.parse::<GameTree<WellDefined<P>>>().ok();
    read.and_then(|read| copied(&read)).ok_or_else(|| errors::of_pgn(py, &error))
}

/// The same game over the positions themselves.
fn copied<P: Restorable>(read: &GameTree<WellDefined<P>>) -> Option<GameTree<P>> {
    let mut tree = GameTree::new(read.start().0.clone());
    tree.tags.clone_from(&read.tags);
    tree.result = read.result;
    let mut left = vec![(NodeId::ROOT, NodeId::ROOT)];
    while let Some((node, copy)) = left.pop() {
        if let Some(remarks) = read.remarks(node).filter(|&remarks| *remarks != Remarks::default()) {
            tree.remarks_mut(copy)?.clone_from(remarks);
        }
        for child in read.children(node) {
            left.push((child, tree.add(copy, read.mv(child)?).ok()?));
        }
    }
    Some(tree)
}

/// A position that games read leniently: the rules are its own, but for where a game may begin.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
struct WellDefined<P>(P);

impl<P: fmt::Display> fmt::Display for WellDefined<P> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl<P: Restorable> GamePosition for WellDefined<P> {
    type Move = P::Move;
    type Undo = P::Undo;

    const NO_MOVE: P::Move = P::NO_MOVE;
    const HAS_VARIANTS: bool = P::HAS_VARIANTS;

    fn from_tags(variant: Option<&[u8]>, fen: Option<&[u8]>) -> Result<WellDefined<P>, PgnErrorKind> {
        let usual = P::from_tags(variant, None)?;
        Ok(WellDefined(match fen {
            Some(fen) => usual.with_fen(&decode(fen))?,
            None => usual,
        }))
    }

    fn variant(&self) -> Option<&'static str> {
        self.0.variant()
    }

    fn parse_san(&self, text: &[u8]) -> Result<P::Move, SanError> {
        self.0.parse_san(text)
    }

    fn to_san(&self, mv: P::Move) -> San {
        self.0.to_san(mv)
    }

    fn null_move(&self) -> Option<P::Move> {
        self.0.null_move()
    }

    fn legal(&self, mv: P::Move) -> Option<P::Move> {
        self.0.legal(mv)
    }

    fn is_same_move(one: P::Move, other: P::Move) -> bool {
        P::is_same_move(one, other)
    }

    fn play_unchecked(&mut self, mv: P::Move) -> P::Undo {
        self.0.play_unchecked(mv)
    }

    fn undo(&mut self, mv: P::Move, undo: P::Undo) {
        self.0.undo(mv, undo);
    }

    fn side_to_move(&self) -> Color {
        self.0.side_to_move()
    }

    fn fullmove_number(&self) -> u32 {
        self.0.fullmove_number()
    }

    fn result_on_board(&self) -> Option<GameResult> {
        self.0.result_on_board()
    }
}
