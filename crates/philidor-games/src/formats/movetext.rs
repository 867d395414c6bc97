//! Comments, glyphs and variations in JSON: the key `movetext` of games that have any.
//!
//! ```text
//! "movetext":[{"san":"e4"},{"san":"e5","nags":[6],"comment":"[%clk 0:05:00] usual",
//!              "variations":[[{"san":"c5","before":"better"},{"san":"Nf3"}]]},…]
//! ```
//!
//! An object for each move of the game, in order: `nags` and `comment` come after it, `variations` are lines that begin
//! with another move in its place. In a line `nags_before` and `before` come before its first move. What comes before
//! the first move of the game are the keys `nags` and `comment` of the game. The moves of the game are read from `uci`,
//! those of variations from `san`.

use std::io;

use philidor::GamePosition;

use philidor_pgn::{Comment, GameTree, NodeId, Remarks};
use serde::Deserialize;

use crate::parts::left_out::LeftOut;
use crate::parts::reading::Verdict;

/// How deep variations may nest: readers of JSON have limits.
const NESTING: usize = 40;

/// A move with its annotations.
#[derive(Deserialize, Default)]
#[serde(default)]
pub(super) struct AnnotatedMove {
    san: String,
    nags_before: Vec<u8>,
    before: String,
    nags: Vec<u8>,
    comment: String,
    variations: Vec<Vec<AnnotatedMove>>,
}

/// The annotations of a game, as they are read.
#[derive(Deserialize, Default)]
#[serde(default)]
pub(super) struct Annotations {
    pub(super) nags: Vec<u8>,
    pub(super) comment: String,
    pub(super) movetext: Vec<AnnotatedMove>,
}

impl Annotations {
    /// How many comments, glyphs and variations there are beside the moves of the game.
    pub(super) fn counts(&self) -> LeftOut {
        let mut counts =
            LeftOut { comments: said(&self.comment), glyphs: self.nags.len() as u64, variations: 0 };
        for mv in &self.movetext {
            counts.comments += said(&mv.comment);
            counts.glyphs += mv.nags.len() as u64;
            counts.variations += mv.variations.len() as u64;
        }
        counts
    }

    /// Adds them to the tree of a game, which has its moves already. Variations are cut at moves that cannot be played,
    /// with warnings.
    ///
    /// # Errors
    ///
    /// The annotations are of more moves than the game has.
    pub(super) fn add_to<P: GamePosition>(&self, tree: &mut GameTree<P>) -> Verdict {
        let remarks = Remarks::default();
        let start = AnnotatedMove {
            nags: self.nags.clone(),
            comment: self.comment.clone(),
            ..AnnotatedMove::default()
        };
        annotate(tree, NodeId::ROOT, &start, remarks);
        let line: Vec<NodeId> = tree.main_line().collect();
        if self.movetext.len() > line.len() {
            let lengths = format!("`movetext` has {} moves, and `uci` {}", self.movetext.len(), line.len());
            return Err(io::Error::other(lengths));
        }
        let mut position = tree.start().clone();
        let mut parent = NodeId::ROOT;
        let mut warnings = Vec::new();
        for (mv, &node) in self.movetext.iter().zip(&line) {
            annotate(tree, node, mv, Remarks::default());
            for variation in &mv.variations {
                add_line(tree, parent, &position, variation, &mut warnings);
            }
            tree.mv(node).into_iter().for_each(|mv| drop(position.play_unchecked(mv)));
            parent = node;
        }
        Ok(warnings)
    }
}

/// The number of comments: 1, or 0 for an empty one.
fn said(comment: &str) -> u64 {
    u64::from(!comment.is_empty())
}

/// Writes the annotations of a move to the tree.
fn annotate<P: GamePosition>(tree: &mut GameTree<P>, node: NodeId, mv: &AnnotatedMove, mut remarks: Remarks) {
    let is_silent =
        mv.nags_before.is_empty() && mv.before.is_empty() && mv.nags.is_empty() && mv.comment.is_empty();
    if is_silent {
        return;
    }
    remarks.nags_before.clone_from(&mv.nags_before);
    remarks.before = Comment::from(mv.before.as_str());
    remarks.nags.clone_from(&mv.nags);
    remarks.comment = Comment::from(mv.comment.as_str());
    tree.remarks_mut(node).into_iter().for_each(|place| *place = remarks.clone());
}

/// Adds a line of moves after another move, whose position is given, up to the first that cannot be played. The reader
/// of the text has limited how deep lines nest.
fn add_line<P: GamePosition>(
    tree: &mut GameTree<P>,
    parent: NodeId,
    position: &P,
    line: &[AnnotatedMove],
    warnings: &mut Vec<String>,
) {
    let (mut parent, mut position) = (parent, position.clone());
    for mv in line {
        let null = || position.null_move().filter(|_| mv.san == "--");
        let read = position.parse_san(mv.san.as_bytes());
        let legal = read.or_else(|error| null().ok_or_else(|| error.to_string()));
        let added = legal.and_then(|legal| {
            tree.add(parent, legal).map(|node| (legal, node)).map_err(|error| error.to_string())
        });
        let (legal, node) = match added {
            Ok(added) => added,
            Err(reason) => {
                warnings.push(format!("a variation is cut: `{}`: {reason}", mv.san));
                return;
            }
        };
        annotate(tree, node, mv, Remarks::default());
        for variation in &mv.variations {
            add_line(tree, parent, &position, variation, warnings);
        }
        position.play_unchecked(legal);
        parent = node;
    }
}

/// Appends the keys with the annotations of a game, each after a comma. Returns how many variations nest too deep and
/// are left out.
pub(super) fn write<P: GamePosition>(tree: &GameTree<P>, text: &mut Vec<u8>) -> io::Result<u64> {
    if let Some(remarks) = tree.remarks(NodeId::ROOT) {
        write_nags("nags", &remarks.nags, text)?;
        write_comment("comment", &remarks.comment, text)?;
    }
    text.extend_from_slice(b",\"movetext\":[");
    let mut too_deep = 0;
    if let Some(first) = tree.children(NodeId::ROOT).next() {
        write_line(tree, NodeId::ROOT, first, tree.start().clone(), 0, text, &mut too_deep)?;
    }
    text.push(b']');
    Ok(too_deep)
}

/// Appends the moves of a line that begins with a move after another one, separated by commas.
fn write_line<P: GamePosition>(
    tree: &GameTree<P>,
    parent: NodeId,
    first: NodeId,
    mut position: P,
    depth: usize,
    text: &mut Vec<u8>,
    too_deep: &mut u64,
) -> io::Result<()> {
    let (mut parent, mut node) = (parent, Some(first));
    while let Some(id) = node {
        let (Some(mv), Some(remarks)) = (tree.mv(id), tree.remarks(id)) else { break };
        text.extend_from_slice(if id == first { b"{\"san\":" } else { b",{\"san\":" });
        serde_json::to_writer(&mut *text, &position.to_san(mv).to_string())?;
        write_nags("nags_before", &remarks.nags_before, text)?;
        write_comment("before", &remarks.before, text)?;
        write_nags("nags", &remarks.nags, text)?;
        write_comment("comment", &remarks.comment, text)?;
        // The first move of a variation is one of those of the line that it belongs to, and not asked for the others.
        let most = if depth > 0 && id == first { 0 } else { usize::MAX };
        let variations = || tree.children(parent).skip(1).take(most);
        if depth >= NESTING {
            *too_deep += variations().count() as u64;
        } else if variations().next().is_some() {
            text.extend_from_slice(b",\"variations\":[");
            for (number, variation) in variations().enumerate() {
                text.extend_from_slice(if number > 0 { b",[" } else { b"[" });
                write_line(tree, parent, variation, position.clone(), depth + 1, text, too_deep)?;
                text.push(b']');
            }
            text.push(b']');
        }
        text.push(b'}');
        position.play_unchecked(mv);
        parent = id;
        node = tree.children(id).next();
    }
    Ok(())
}

fn write_nags(key: &str, nags: &[u8], text: &mut Vec<u8>) -> io::Result<()> {
    if nags.is_empty() {
        return Ok(());
    }
    text.extend_from_slice(format!(",\"{key}\":").as_bytes());
    Ok(serde_json::to_writer(text, nags)?)
}

fn write_comment(key: &str, comment: &Comment, text: &mut Vec<u8>) -> io::Result<()> {
    if comment.is_empty() {
        return Ok(());
    }
    text.extend_from_slice(format!(",\"{key}\":").as_bytes());
    Ok(serde_json::to_writer(text, &comment.to_string())?)
}
