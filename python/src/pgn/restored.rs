//! Pickled games, read again: whatever was the start of a game is one again.
//!
//! A reader of games refuses a `FEN` that no game reaches. Where it does, the text is read again with positions of a
//! type that accepts one, from which the tree is copied.

use std::fmt;

use philidor::characters::decode;
use philidor::{
    Board, CastlingMode, CastlingRooks, Color, GamePosition, Move, Outcome, San, SanError, StartError, State,
    Strictness, UciError,
};
use philidor_pgn::{GameTree, NodeId, Remarks};
use philidor_variants::AnyPosition;
use pyo3::prelude::*;

use crate::by_rules::{ByRules, Inner, Tree};
use crate::errors;

/// The game that was pickled as a text. `PgnError` if it is none.
pub(super) fn restored(py: Python<'_>, text: &str) -> PyResult<Tree> {
    let error = match text.parse() {
        Ok(tree) => return Ok(ByRules::Chess(tree)),
        Err(error) => error,
    };
    if let Ok(tree) = text.parse::<GameTree<AnyPosition>>()
        && GamePosition::variant(tree.start()).is_some()
    {
        return Ok(ByRules::Variant(Box::new(tree)));
    }
    let copy = text.parse().ok().and_then(|read: GameTree<WellDefined>| match Inner::from(read.start().0) {
        ByRules::Chess(start) => copied(&read, start).map(ByRules::Chess),
        ByRules::Variant(start) => copied(&read, start).map(|tree| ByRules::Variant(Box::new(tree))),
    });
    copy.ok_or_else(|| errors::of_pgn(py, &error))
}

/// The same game from the same start in a type of its own.
fn copied<P: GamePosition>(read: &GameTree<WellDefined>, start: P) -> Option<GameTree<P>> {
    let mut tree = GameTree::new(start);
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
struct WellDefined(AnyPosition);

impl fmt::Display for WellDefined {
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

impl GamePosition for WellDefined {
    type Undo = AnyPosition;

    fn from_tags(variant: Option<&[u8]>, fen: Option<&[u8]>) -> Result<WellDefined, StartError> {
        let usual = AnyPosition::from_tags(variant, None)?;
        let Some(fen) = fen else { return Ok(WellDefined(usual)) };
        let start = AnyPosition::from_fen_with(usual.variant(), &decode(fen), Strictness::WellDefined)?;
        Ok(WellDefined(start))
    }

    fn variant(&self) -> Option<&'static str> {
        GamePosition::variant(&self.0)
    }

    own! {
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

    fn play_unchecked(&mut self, mv: Move) -> AnyPosition {
        self.0.play_unchecked(mv)
    }

    fn undo(&mut self, mv: Move, undo: AnyPosition) {
        self.0.undo(mv, undo);
    }
}
