//! A whole game in memory: its moves with all variations, and the remarks about them.
//!
//! Each move hangs below another. The first below a move continues the line, the others are variations:
//!
//! ```text
//! 1. e4 e5 ( 1... c5 2. Nf3 ) ( 1... e6 ) 2. Bc4
//!
//!        e4
//!     ┌──┴┬───┐
//!     e5  c5  e6
//!     │   │
//!     Bc4 Nf3
//! ```
//!
//! The moves of a tree are in one vector, so that neither a long game nor deep variations need a stack. The remarks are
//! in another: most moves have none, and with them a move would be seven times as large. Links are numbers of four
//! bytes, in which 0 stands for none: the root, which has that number, comes after no move.

use alloc::boxed::Box;
use alloc::vec;
use alloc::vec::Vec;
use core::num::NonZeroU32;

use philidor::{CastlingMode, GamePosition, GameResult, IllegalMove, Move, Position};

use super::comment::Comment;
use super::tags::{OwnTags, Tags};
use crate::start;

/// A move in a [`GameTree`], or its root; meaningless in another tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct NodeId(u32);

impl NodeId {
    /// The start of a game.
    pub const ROOT: NodeId = NodeId(0);
}

/// The remarks about a move. Those of the root come before the first move of the game.
///
/// ```
/// use philidor_pgn::GameTree;
/// let game: GameTree = "1. e4! {to control d5} e5 *".parse()?;
/// let remarks = game.main_line().next().and_then(|e4| game.remarks(e4)).expect("a move");
/// assert_eq!((remarks.nags.as_slice(), remarks.comment.text()), ([1].as_slice(), "to control d5".into()));
/// # Ok::<(), philidor_pgn::PgnError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
#[non_exhaustive]
pub struct Remarks {
    /// Numeric annotation glyphs before the first move of a variation, as in `( $142 1... c5 )`, where 142 says that
    /// the variation is better. Elsewhere such glyphs belong to the move before them.
    pub nags_before: Vec<u8>,
    /// The comment before the first move of a variation. Elsewhere such a text belongs to the move before it.
    pub before: Comment,
    /// Numeric annotation glyphs: 1 is `!`, 2 is `?`. Those of the root come before the first move of the game.
    pub nags: Vec<u8>,
    /// The comment after the move.
    pub comment: Comment,
}

/// A move that another leads to, if there is one; never the root.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Link(Option<NonZeroU32>);

impl Link {
    pub(super) fn to(id: Option<NodeId>) -> Link {
        Link(id.and_then(|id| NonZeroU32::new(id.0)))
    }

    fn id(self) -> Option<NodeId> {
        self.0.map(|number| NodeId(number.get()))
    }
}

/// A move in its place; those of [`Position`] take 32 bytes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Node<M> {
    /// Meaningless at the root, where it is never asked for.
    pub(super) mv: M,
    /// `NOWHERE` at the root and for removed moves.
    parent: NodeId,
    pub(super) first_child: Link,
    pub(super) last_child: Link,
    pub(super) next_sibling: Link,
    /// Where its remarks are, counted from 1, if it has any.
    remarks: Option<NonZeroU32>,
}

/// The parent of the root and of removed moves. No move has this number.
const NOWHERE: NodeId = NodeId(u32::MAX);

const _: () = assert!(size_of::<Node<philidor::Move>>() <= 32);

impl<M> Node<M> {
    fn new(mv: M, parent: NodeId) -> Node<M> {
        let none = Link(None);
        Node { mv, parent, first_child: none, last_child: none, next_sibling: none, remarks: None }
    }

    fn hangs_somewhere(&self) -> bool {
        self.parent != NOWHERE
    }
}

/// The remarks about a move without any.
static NO_REMARKS: Remarks =
    Remarks { nags_before: Vec::new(), before: Comment::new(), nags: Vec::new(), comment: Comment::new() };

/// A game with variations, comments and annotation glyphs.
///
/// It is read by [`games`](super::games) or by the visitor [`TreeBuilder`](super::TreeBuilder), or built move by move,
/// and written in the export format by `Display`; the output reads back as an equal tree.
///
/// ```
/// use philidor_pgn::{GameTree, NodeId, games};
/// let mut game = games(b"1. e4 e5 (1... c5!? {Sicilian}) 2. Bc4 *").next().expect("a game")?;
/// let second = game.main_line().nth(1).expect("a reply");
/// let first = game.parent(second).expect("a first move");
/// assert_eq!(game.children(first).count(), 2);
///
/// let position = game.position(second);
/// let alternative = game.add(second, position.parse_san("Nf3")?)?;
/// game.remarks_mut(alternative).expect("just added").nags.push(1);
/// let text = game.to_string();
/// assert!(text.ends_with("1. e4 e5 ( 1... c5 $5 { Sicilian } ) 2. Bc4 ( 2. Nf3 $1 ) *\n\n"));
/// assert_eq!(games(text.as_bytes()).next(), Some(Ok(game)));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// Games with other rules have another [`GamePosition`].
#[derive(Clone, Debug)]
pub struct GameTree<P: GamePosition = Position> {
    /// The tags.
    pub tags: Tags,
    /// How the game ended.
    pub result: GameResult,
    start: P,
    pub(super) own: OwnTags,
    nodes: Vec<Node<Move>>,
    remarks: Vec<Remarks>,
    /// The last move added and the position after it, from where a game grows move by move in linear time.
    tip: Option<Box<(NodeId, P)>>,
    /// The last place at which variations were added and the position there: one further along the line is not played
    /// from the start.
    branch: Option<Box<(NodeId, P)>>,
}

impl Default for GameTree {
    /// A game from the start position without moves, its roster filled with question marks.
    fn default() -> GameTree {
        GameTree { tags: Tags::roster(), ..GameTree::new(Position::default()) }
    }
}

impl<P: GamePosition> GameTree<P> {
    /// A game without moves and without tags, but for those that are written with its start.
    #[must_use]
    pub fn new(start: P) -> GameTree<P> {
        let root = Node::new(Move::invalid(), NOWHERE);
        let own = OwnTags::default();
        let (tags, result) = (Tags::default(), GameResult::Unknown);
        GameTree { tags, result, start, own, nodes: vec![root], remarks: Vec::new(), tip: None, branch: None }
    }

    /// For the builder: makes this a game without moves and without tags again, and keeps its memory for the next one.
    pub(super) fn clear(&mut self, start: &P) {
        self.start.clone_from(start);
        (self.result, self.own) = (GameResult::Unknown, OwnTags::default());
        self.tags.clear();
        self.remarks.clear();
        (self.tip, self.branch) = (None, None);
        self.nodes.truncate(1);
        if let Some(root) = self.nodes.first_mut() {
            *root = Node::new(Move::invalid(), NOWHERE);
        }
    }

    /// For the builder: the same game in exactly the memory that it needs. The tree left here must be cleared; it keeps
    /// its memory, in which the next game can grow without reallocation.
    pub(super) fn take(&mut self) -> GameTree<P> {
        let mut remarks = Vec::with_capacity(self.remarks.len());
        remarks.append(&mut self.remarks);
        GameTree {
            tags: self.tags.clone(),
            result: self.result,
            start: self.start.clone(),
            own: core::mem::take(&mut self.own),
            nodes: self.nodes.clone(),
            remarks,
            tip: None,
            branch: None,
        }
    }

    /// The place at which the next move is expected, and the position there.
    #[cfg(test)]
    pub(super) fn tip(&self) -> Option<&(NodeId, P)> {
        self.tip.as_deref()
    }

    /// How many nodes and remarks fit without more memory.
    #[cfg(test)]
    pub(super) fn spare_room(&self) -> (usize, usize) {
        (self.nodes.capacity() - self.nodes.len(), self.remarks.capacity() - self.remarks.len())
    }

    /// The position from which the game starts.
    #[must_use]
    pub const fn start(&self) -> &P {
        &self.start
    }

    /// How UCI moves of the game write castling: as in Chess960 if the tag `Variant` names it, or if the start does not
    /// occur in standard chess.
    ///
    /// ```
    /// use philidor::CastlingMode;
    /// use philidor_pgn::GameTree;
    /// let mut game = GameTree::default();
    /// assert_eq!(game.castling_mode(), CastlingMode::Standard);
    /// game.tags.set("Variant", "Chess960")?;
    /// assert_eq!(game.castling_mode(), CastlingMode::Chess960);
    /// # Ok::<(), philidor_pgn::InvalidTag>(())
    /// ```
    #[must_use]
    pub fn castling_mode(&self) -> CastlingMode {
        start::either(self.tags.castling_mode().unwrap_or_default(), self.start.castling_mode())
    }

    /// For the builder, before there are any moves.
    pub(super) fn set_start(&mut self, start: P) {
        (self.tip, self.branch) = (None, None);
        self.start = start;
    }

    fn node(&self, id: NodeId) -> Option<&Node<Move>> {
        self.nodes.get(id.0 as usize).filter(|node| id == NodeId::ROOT || node.hangs_somewhere())
    }

    pub(super) fn node_mut(&mut self, id: NodeId) -> Option<&mut Node<Move>> {
        self.nodes.get_mut(id.0 as usize).filter(|node| id == NodeId::ROOT || node.hangs_somewhere())
    }

    /// The move; `None` at the root.
    #[must_use]
    pub fn mv(&self, id: NodeId) -> Option<Move> {
        self.node(id).filter(|node| node.hangs_somewhere()).map(|node| node.mv)
    }

    /// The move before, or the root; `None` at the root.
    #[must_use]
    pub fn parent(&self, id: NodeId) -> Option<NodeId> {
        self.node(id).filter(|node| node.hangs_somewhere()).map(|node| node.parent)
    }

    /// The moves that follow: first the one that continues the line, then the variations.
    pub fn children(&self, id: NodeId) -> impl Iterator<Item = NodeId> {
        let first = self.node(id).and_then(|node| node.first_child.id());
        core::iter::successors(first, |&child| self.next_sibling(child))
    }

    /// The next variation of a move.
    pub(super) fn next_sibling(&self, id: NodeId) -> Option<NodeId> {
        self.node(id)?.next_sibling.id()
    }

    /// The moves of the main line.
    pub fn main_line(&self) -> impl Iterator<Item = NodeId> {
        core::iter::successors(self.children(NodeId::ROOT).next(), |&id| self.children(id).next())
    }

    /// The remarks about a move; `None` if the tree has no such move.
    #[must_use]
    pub fn remarks(&self, id: NodeId) -> Option<&Remarks> {
        let node = self.node(id)?;
        let remarks = node.remarks.and_then(|at| self.remarks.get(at.get() as usize - 1));
        Some(remarks.unwrap_or(&NO_REMARKS))
    }

    /// Mutable access to the remarks about a move; `None` if the tree has no such move.
    pub fn remarks_mut(&mut self, id: NodeId) -> Option<&mut Remarks> {
        let number = match self.node(id)?.remarks {
            Some(number) => number,
            None => {
                self.remarks.push(Remarks::default());
                // There are at most as many as moves, which have numbers of this size.
                let number = NonZeroU32::new(self.remarks.len() as u32)?;
                self.node_mut(id)?.remarks = Some(number);
                number
            }
        };
        self.remarks.get_mut(number.get() as usize - 1)
    }

    /// Clears a removed move.
    pub(super) fn forget_one(&mut self, id: NodeId) {
        self.branch.take_if(|branch| branch.0 == id);
        let Some(node) = self.node_mut(id) else { return };
        let remarks = node.remarks;
        *node = Node::new(node.mv, NOWHERE);
        // The place stays empty: others come after it.
        if let Some(remarks) = remarks.and_then(|at| self.remarks.get_mut(at.get() as usize - 1)) {
            *remarks = Remarks::default();
        }
    }

    /// The position after a move; the start for a move that the tree does not have. Plays all moves leading to it, or
    /// those after the place where variations were added last, if they lead past it.
    #[must_use]
    pub fn position(&self, id: NodeId) -> P {
        let (mut path, mut at) = (Vec::new(), id);
        let mut position = loop {
            match (self.branch.as_deref(), self.mv(at), self.parent(at)) {
                (Some((branch, position)), ..) if *branch == at => break position.clone(),
                (_, Some(mv), Some(parent)) => {
                    path.push(mv);
                    at = parent;
                }
                _ => break self.start.clone(),
            }
        };
        path.into_iter().rev().for_each(|mv| {
            position.play_unchecked(mv);
        });
        position
    }

    /// Adds a move after another, or after the root: as the next move of the line if there is none yet, else as a
    /// variation. The null move can be added, too, unless the side to move is in check.
    ///
    /// # Errors
    ///
    /// [`IllegalMove`] if the move is not legal there, or if the tree has no such place.
    pub fn add(&mut self, parent: NodeId, mv: Move) -> Result<NodeId, IllegalMove> {
        self.add_line(parent, [mv])
    }

    /// Adds moves one after another, the first as by [`add`](GameTree::add), and returns the last. The moves before
    /// them are played only once.
    ///
    /// ```
    /// use philidor::{Game, Position};
    /// use philidor_pgn::{GameTree, NodeId};
    /// let game = Game::from_uci(Position::default(), ["e2e4", "e7e5", "g1f3"])?;
    /// let mut tree = GameTree::default();
    /// let last = tree.add_line(NodeId::ROOT, game.moves())?;
    /// assert_eq!((tree.main_line().count(), tree.position(last)), (3, *game.position()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`IllegalMove`] for the first move that is not legal where it is played; those before it are added.
    pub fn add_line(
        &mut self,
        parent: NodeId,
        moves: impl IntoIterator<Item = Move>,
    ) -> Result<NodeId, IllegalMove> {
        let tip = self.tip.take().filter(|tip| tip.0 == parent && self.node(parent).is_some());
        let mut tip = tip.unwrap_or_else(|| {
            let place = (parent, self.position(parent));
            self.branch = Some(Box::new(place.clone()));
            Box::new(place)
        });
        let (last, position) = &mut *tip;
        let added = moves.into_iter().try_fold(parent, |parent, mv| {
            let legal = if mv.is_null() { position.null_move() } else { position.decode(mv.digest()) };
            let legal = legal.ok_or(IllegalMove(mv))?;
            *last = self.push(parent, legal).ok_or(IllegalMove(mv))?;
            position.play_unchecked(legal);
            Ok(*last)
        });
        self.tip = Some(tip);
        added
    }

    /// Adds a move that is known to be legal.
    pub(super) fn push(&mut self, parent: NodeId, mv: Move) -> Option<NodeId> {
        let id = NodeId(u32::try_from(self.nodes.len()).ok()?);
        if id == NOWHERE {
            return None;
        }
        let link = Link::to(Some(id));
        let before = self.node_mut(parent)?;
        match core::mem::replace(&mut before.last_child, link).id() {
            None => before.first_child = link,
            Some(elder) => self.node_mut(elder)?.next_sibling = link,
        }
        self.nodes.push(Node::new(mv, parent));
        Some(id)
    }

    /// Whether the moves and remarks below the roots are equal, regardless of the order in which they were added.
    fn has_same_moves(&self, other: &GameTree<P>) -> bool {
        let mut pairs = vec![(NodeId::ROOT, NodeId::ROOT)];
        while let Some((ours, theirs)) = pairs.pop() {
            let same_move = match (self.mv(ours), other.mv(theirs)) {
                (Some(one), Some(another)) => one.same_move(another),
                (one, another) => one == another,
            };
            let same = same_move
                && self.remarks(ours) == other.remarks(theirs)
                && self.children(ours).count() == other.children(theirs).count();
            if !same {
                return false;
            }
            pairs.extend(self.children(ours).zip(other.children(theirs)));
        }
        true
    }
}

impl<P: GamePosition> PartialEq for GameTree<P> {
    /// Tags, result, start, moves and remarks; not the order in which moves were added, except among siblings.
    fn eq(&self, other: &GameTree<P>) -> bool {
        self.has_same_tags(other)
            && self.result == other.result
            && self.start == other.start
            && self.has_same_moves(other)
    }
}

impl<P: GamePosition> Eq for GameTree<P> {}
