//! Writing games in the export format: tags on lines of their own, then moves in lines of fewer than 80 columns.
//!
//! ```text
//! [Event "?"]
//!
//! { before the game } 1. e4 e5 $1 { [%clk 0:05:00] } ( 1... c5 { Sicilian } 2. Nf3
//! ) 2. Bc4 *
//! ```

use alloc::string::String;
use alloc::vec;
use alloc::vec::Vec;
use core::fmt;

use philidor::GamePosition;

use super::comment::Comment;
use super::layout::LineBreaker;
use super::tags::{ROSTER, Tags, is_in_roster, write_tag};
use super::tree::{GameTree, NodeId};

impl<P: GamePosition> fmt::Display for GameTree<P> {
    /// The game in the export format, followed by an empty line so that another can follow.
    ///
    /// Only the tags that the game has are written, and `Result`, `SetUp` and `FEN` in their places;
    /// [`GameTree::default`] has the whole roster.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut text = String::new();
        self.write_pgn(&mut text);
        f.write_str(&text)
    }
}

impl<P: GamePosition> GameTree<P> {
    /// Appends the game as `Display` writes it: many games go into one text without the formatting machinery.
    ///
    /// ```
    /// use philidor_pgn::games;
    /// let mut text = String::new();
    /// for game in games(b"1. e4 * 1. d4 *") {
    ///     game?.write_pgn(&mut text);
    /// }
    /// assert_eq!(text, "[Result \"*\"]\n\n1. e4 *\n\n[Result \"*\"]\n\n1. d4 *\n\n");
    /// # Ok::<(), philidor_pgn::PgnError>(())
    /// ```
    pub fn write_pgn(&self, text: &mut String) {
        self.write_pgn_with(text, &Tags::default());
    }

    /// The same, with values from `unknown` for tags of the roster that are missing.
    pub(super) fn write_pgn_with(&self, text: &mut String, unknown: &Tags) {
        self.write_tags(text, unknown);
        let mut lines = LineBreaker::after(core::mem::take(text));
        Movetext { tree: self, lines: &mut lines }.write();
        lines.ascii(self.result.as_str());
        *text = lines.out;
        text.push_str("\n\n");
    }

    /// The tags, with values from `unknown` for those of the roster that are missing, and the empty line after them.
    pub(super) fn write_tags(&self, text: &mut String, unknown: &Tags) {
        for (name, _) in ROSTER {
            let value = self.tags.get(name).or_else(|| unknown.get(name));
            value.into_iter().for_each(|value| write_tag(text, name, value));
        }
        write_tag(text, "Result", self.result_tag());
        self.missing_variant_tag().into_iter().for_each(|variant| write_tag(text, "Variant", variant));
        self.setup_tag().into_iter().for_each(|setup| write_tag(text, "SetUp", setup));
        self.fen_tag().into_iter().for_each(|fen| write_tag(text, "FEN", &fen));
        let others = self.tags.iter().filter(|tag| !is_in_roster(tag.0));
        others.for_each(|(name, value)| write_tag(text, name, value));
        text.push('\n');
    }
}

/// What remains to be written.
enum Step<P> {
    /// The moves after one, with the position before them, and whether the next one gets a number even if Black moves.
    After { node: NodeId, position: P, number_is_due: bool },
    /// A variation and its siblings, each from the position.
    Variations { node: NodeId, position: P },
    /// The end of a variation.
    Close,
}

struct Movetext<'a, P: GamePosition> {
    tree: &'a GameTree<P>,
    lines: &'a mut LineBreaker,
}

impl<P: GamePosition> Movetext<'_, P> {
    fn write(&mut self) {
        if let Some(remarks) = self.tree.remarks(NodeId::ROOT) {
            self.lines.nags(&remarks.nags);
            self.comment(&remarks.comment);
        }
        let position = self.tree.start().clone();
        let mut steps = vec![Step::After { node: NodeId::ROOT, position, number_is_due: true }];
        while let Some(step) = steps.pop() {
            match step {
                Step::Close => self.lines.ascii(")"),
                Step::After { node, position, number_is_due } => {
                    self.write_line(node, position, number_is_due, &mut steps);
                }
                Step::Variations { node, position } => {
                    self.lines.ascii("(");
                    let number_is_due = self.write_move(node, &position, true);
                    let mut after = position.clone();
                    if let Some(mv) = self.tree.mv(node) {
                        after.play_unchecked(mv);
                    }
                    let next = self.tree.next_sibling(node);
                    steps.extend(next.map(|node| Step::Variations { node, position }));
                    steps.push(Step::Close);
                    steps.push(Step::After { node, position: after, number_is_due });
                }
            }
        }
    }

    /// The moves after one, up to the first that has variations.
    fn write_line(
        &mut self,
        mut node: NodeId,
        mut position: P,
        mut number_is_due: bool,
        steps: &mut Vec<Step<P>>,
    ) {
        loop {
            let mut children = self.tree.children(node);
            let Some(child) = children.next() else { return };
            let variation = children.next();
            let is_remarked = self.write_move(child, &position, number_is_due);
            let before = variation.map(|node| Step::Variations { node, position: position.clone() });
            if let Some(mv) = self.tree.mv(child) {
                position.play_unchecked(mv);
            }
            if let Some(variations) = before {
                steps.push(Step::After { node: child, position, number_is_due: true });
                steps.push(variations);
                return;
            }
            (node, number_is_due) = (child, is_remarked);
        }
    }

    /// A move with its remarks. Returns whether a comment was written last.
    fn write_move(&mut self, node: NodeId, position: &P, number_is_due: bool) -> bool {
        let (Some(mv), Some(remarks)) = (self.tree.mv(node), self.tree.remarks(node)) else { return false };
        self.lines.nags(&remarks.nags_before);
        self.comment(&remarks.before);
        let number_is_due = number_is_due || !remarks.before.is_empty();
        self.lines.mv(position, mv, number_is_due);
        self.lines.nags(&remarks.nags);
        self.comment(&remarks.comment);
        !remarks.comment.is_empty()
    }

    fn comment(&mut self, comment: &Comment) {
        if !comment.is_empty() {
            self.lines.comment(&comment.to_text());
        }
    }
}
