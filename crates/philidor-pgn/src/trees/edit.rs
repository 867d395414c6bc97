//! Moving and removing lines of a tree.
//!
//! ```text
//! 1. e4 e5 ( 1... c5 2. Nf3 ) 2. Bc4        c5 promoted:    1. e4 c5 ( 1... e5 2. Bc4 ) 2. Nf3
//!                                           c5 removed:     1. e4 e5 2. Bc4
//!                                           cut after c5:   1. e4 e5 ( 1... c5 ) 2. Bc4
//! ```
//!
//! The ids of all other moves stay valid; those of removed moves no longer mean anything.

use alloc::format;
use alloc::vec;
use alloc::vec::Vec;

use philidor::GamePosition;

use super::tree::{GameTree, Link, NodeId};

impl<P: GamePosition> GameTree<P> {
    /// Makes a variation the main continuation, and the former main continuation its first variation. A comment before
    /// its first move is appended to that of the move before; glyphs before its first move become glyphs of that move.
    ///
    /// Returns whether the tree has such a move; the main continuation stays as it is.
    ///
    /// ```
    /// use philidor_pgn::{GameTree, NodeId};
    /// let mut game: GameTree = "1. e4 e5 (1... c5 2. Nf3) (1... e6) 2. Bc4 *".parse()?;
    /// let e4 = game.main_line().next().expect("a move");
    /// let e6 = game.children(e4).nth(2).expect("a second variation");
    /// assert!(game.promote(e6));
    /// assert_eq!(game, "1. e4 e6 (1... e5 2. Bc4) (1... c5 2. Nf3) *".parse()?);
    /// assert!(!game.promote(NodeId::ROOT));
    /// # Ok::<(), philidor_pgn::PgnError>(())
    /// ```
    pub fn promote(&mut self, id: NodeId) -> bool {
        let Some(parent) = self.parent(id) else { return false };
        let mut children: Vec<NodeId> = self.children(parent).filter(|&child| child != id).collect();
        children.insert(0, id);
        self.set_children(parent, &children);
        let before = self.remarks_mut(id).map(|remarks| {
            let nags = core::mem::take(&mut remarks.nags_before);
            remarks.nags.splice(0..0, nags);
            core::mem::take(&mut remarks.before)
        });
        if let (Some(before), Some(remarks)) =
            (before.filter(|text| !text.is_empty()), self.remarks_mut(parent))
        {
            remarks.comment.push(&format!("{before}"));
        }
        true
    }

    /// Makes the line to a move and beyond it the main line: promotes the move and all moves before it.
    ///
    /// Returns whether the tree has such a move.
    ///
    /// ```
    /// use philidor_pgn::GameTree;
    /// let mut game: GameTree = "1. e4 e5 (1... c5 2. Nf3 (2. c3)) 2. Bc4 *".parse()?;
    /// let c5 = game.main_line().next().and_then(|e4| game.children(e4).nth(1)).expect("a variation");
    /// let c3 = game.children(c5).nth(1).expect("a variation in it");
    /// assert!(game.promote_to_main_line(c3));
    /// assert_eq!(game, "1. e4 c5 (1... e5 2. Bc4) 2. c3 (2. Nf3) *".parse()?);
    /// # Ok::<(), philidor_pgn::PgnError>(())
    /// ```
    pub fn promote_to_main_line(&mut self, id: NodeId) -> bool {
        let mut at = Some(id);
        while let Some(node) = at.filter(|&node| self.promote(node)) {
            at = self.parent(node);
        }
        self.parent(id).is_some()
    }

    /// Removes a move with all that follows it. If it was the main continuation, its first variation takes its place.
    ///
    /// Returns whether the tree had such a move; the root stays.
    ///
    /// ```
    /// use philidor_pgn::GameTree;
    /// let mut game: GameTree = "1. e4 e5 (1... c5 2. Nf3) 2. Bc4 *".parse()?;
    /// let e5 = game.main_line().nth(1).expect("a second move");
    /// assert!(game.remove(e5));
    /// assert_eq!(game, "1. e4 c5 2. Nf3 *".parse()?);
    /// assert!(!game.remove(e5));
    /// # Ok::<(), philidor_pgn::PgnError>(())
    /// ```
    pub fn remove(&mut self, id: NodeId) -> bool {
        let Some(parent) = self.parent(id) else { return false };
        let children: Vec<NodeId> = self.children(parent).filter(|&child| child != id).collect();
        self.set_children(parent, &children);
        self.forget(vec![id]);
        true
    }

    /// Removes all that follows a move, or the root.
    ///
    /// Returns whether the tree has such a place.
    ///
    /// ```
    /// use philidor_pgn::GameTree;
    /// let mut game: GameTree = "1. e4 e5 (1... c5 2. Nf3) 2. Bc4 *".parse()?;
    /// let e4 = game.main_line().next().expect("a move");
    /// assert!(game.cut_after(e4));
    /// assert_eq!(game, "1. e4 *".parse()?);
    /// # Ok::<(), philidor_pgn::PgnError>(())
    /// ```
    pub fn cut_after(&mut self, id: NodeId) -> bool {
        if self.remarks(id).is_none() {
            return false;
        }
        let children = self.children(id).collect();
        self.set_children(id, &[]);
        self.forget(children);
        true
    }

    /// Makes these moves, in this order, the only ones below another.
    fn set_children(&mut self, parent: NodeId, children: &[NodeId]) {
        if let Some(node) = self.node_mut(parent) {
            node.first_child = Link::to(children.first().copied());
            node.last_child = Link::to(children.last().copied());
        }
        let next = children.iter().skip(1).copied().map(Some).chain([None]);
        for (&child, next) in children.iter().zip(next) {
            if let Some(node) = self.node_mut(child) {
                node.next_sibling = Link::to(next);
            }
        }
    }

    /// Clears removed moves, with everything below them.
    fn forget(&mut self, mut ids: Vec<NodeId>) {
        while let Some(id) = ids.pop() {
            ids.extend(self.children(id));
            self.forget_one(id);
        }
    }
}
