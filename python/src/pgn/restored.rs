//! Pickled games, read again: whatever was the start of a game is one again.
//!
//! A reader of games refuses a `FEN` that no game reaches. Where it does, the text is read again with positions of a
//! type that accepts one, from which the tree is copied.

use std::fmt;

use philidor::pgn::{GameTree, NodeId, Remarks};
use philidor::{
    Board, CastlingMode, CastlingRooks, Color, GamePosition, Move, Outcome, Position, PositionError, San,
    SanError, Setup, StartError, State, Strictness, UciError, decode,
};
use philidor_variants::AnyPosition;
use pyo3::prelude::*;

use crate::errors;

/// A position of games that are pickled.
pub(super) trait Restorable: GamePosition {
    /// The position of a FEN by the same rules, even if no game reaches it.
    fn with_fen(&self, fen: &str) -> Result<Self, PositionError>;
}

impl Restorable for Position {
    fn with_fen(&self, fen: &str) -> Result<Position, PositionError> {
        Ok(Position::from_setup(fen.parse::<Setup>()?, Strictness::WellDefined)?)
    }
}

impl Restorable for AnyPosition {
    fn with_fen(&self, fen: &str) -> Result<AnyPosition, PositionError> {
        AnyPosition::from_fen_with(AnyPosition::variant(self), fen, Strictness::WellDefined)
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

/// Methods that call the position's own.
macro_rules! own {
    ($(fn $method:ident(&self $(, $argument:ident: $type:ty)*) -> $output:ty;)*) => {$(
        fn $method(&self, $($argument: $type),*) -> $output {
            self.0.$method($($argument),*)
        }
    )*};
}

impl<P: Restorable> GamePosition for WellDefined<P> {
    type Undo = P::Undo;

    const HAS_VARIANTS: bool = P::HAS_VARIANTS;

    fn from_tags(variant: Option<&[u8]>, fen: Option<&[u8]>) -> Result<WellDefined<P>, StartError> {
        let usual = P::from_tags(variant, None)?;
        Ok(WellDefined(match fen {
            Some(fen) => usual.with_fen(&decode(fen))?,
            None => usual,
        }))
    }

    own! {
        fn variant(&self) -> Option<&'static str>;
        fn board(&self) -> &Board;
        fn state(&self) -> &State;
        fn castling_rooks(&self) -> CastlingRooks;
        fn castling_mode(&self) -> CastlingMode;
        fn key(&self) -> u64;
        fn counts_moves(&self) -> bool;
        fn legal_moves_into(&self, list: &mut Vec<Move>) -> ();
        fn null_move(&self) -> Option<Move>;
        fn to_san(&self, mv: Move) -> San;
        fn is_check(&self) -> bool;
        fn outcome(&self) -> Option<Outcome>;
        fn has_insufficient_material(&self, color: Color) -> bool;
    }

    fn parse_san(&self, text: impl AsRef<[u8]>) -> Result<Move, SanError> {
        self.0.parse_san(text)
    }

    fn parse_uci(&self, text: impl AsRef<[u8]>) -> Result<Move, UciError> {
        self.0.parse_uci(text)
    }

    fn play_unchecked(&mut self, mv: Move) -> P::Undo {
        self.0.play_unchecked(mv)
    }

    fn undo(&mut self, mv: Move, undo: P::Undo) {
        self.0.undo(mv, undo);
    }
}
