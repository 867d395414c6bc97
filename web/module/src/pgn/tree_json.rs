//! A tree as JSON.
//!
//! ```text
//! { "tags": [["White","A"], …], "result": "*", "variant": null, "fen": null, "chess960": false,
//!   "moves": [parent, digest, parent, digest, …],        in the order of the main line first, the root is 0
//!   "sans": "e4 e5 Nf3 …",
//!   "remarks": [[node, { "comment": … }], …], "faults": [{ "class": "PgnError", … }, …] }
//! ```

use alloc::string::String;
use alloc::vec::Vec;

use philidor::{CastlingMode, GamePosition, Move};
use philidor_pgn::{Comment, EvalScore, GameTree, NodeId, PgnError, PgnErrorKind};

use crate::json::Json;
use crate::refusals;

/// The digest of a null move in JavaScript: no move has it.
pub(crate) const NULL: u16 = 0;

/// The digest of a move, as JavaScript has it.
fn digest(mv: Move) -> u16 {
    if mv.is_null() { NULL } else { mv.digest().0 }
}

/// A move with this digest.
pub(super) fn from_digest(digest: u16) -> Move {
    // A null move is encoded as a king that stays where it is.
    Move::from_raw(if digest == NULL { 3 << 14 } else { digest.into() })
}

/// The whole tree, with what the reader says of the game.
pub(crate) fn tree<P: GamePosition>(tree: &GameTree<P>, faults: &[PgnError]) -> String {
    let mut json = Json::new();
    json.open('{').key("tags").open('[');
    for (name, value) in tree.tags.iter() {
        json.open('[').text(name).text(value).close(']');
    }
    let start = tree.start();
    json.close(']').key("result").text(tree.result.as_str()).key("variant").maybe(start.variant());
    let is_usual = P::from_tags(start.variant().map(str::as_bytes), None).is_ok_and(|usual| usual == *start);
    json.key("fen").maybe((!is_usual).then_some(start));
    json.key("chess960").plain(tree.castling_mode() == CastlingMode::Chess960);

    let (mut sans, mut remarks) = (String::new(), Json::new());
    remarks.open('[');
    remark(&mut remarks, tree, NodeId::ROOT, 0);
    json.key("moves").open('[');
    let mut left: Vec<(NodeId, u32, P)> = Vec::new();
    let reach = |left: &mut Vec<_>, id, number, position: &P| {
        let at = left.len();
        left.extend(tree.children(id).map(|child| (child, number, position.clone())));
        left[at..].reverse();
    };
    reach(&mut left, NodeId::ROOT, 0, start);
    let mut number = 0;
    while let Some((id, parent, mut position)) = left.pop() {
        let Some(mv) = tree.mv(id) else { continue };
        number += 1;
        json.plain(parent).plain(digest(mv));
        sans.push_str(position.to_san(mv).as_str());
        sans.push(' ');
        position.play_unchecked(mv);
        remark(&mut remarks, tree, id, number);
        reach(&mut left, id, number, &position);
    }
    remarks.close(']');
    sans.pop();
    json.close(']').key("sans").text(&sans).key("remarks").plain(&remarks.0);
    json.key("faults").open('[');
    faults.iter().for_each(|fault| _ = json.plain(error(fault).0));
    json.close(']').close('}');
    json.0
}

/// What is written about a node, if anything is.
fn remark<P: GamePosition>(json: &mut Json, tree: &GameTree<P>, id: NodeId, number: u32) {
    let Some(remarks) = tree.remarks(id) else { return };
    let Comment { clock, elapsed, eval, .. } = remarks.comment;
    let (shapes, comment) = (remarks.comment.shapes(), remarks.comment.text_without_shapes());
    let texts = [("comment", comment.as_str()), ("commentBefore", remarks.before.text())];
    let nags: Vec<u8> = [&remarks.nags_before[..], &remarks.nags].concat();
    let has_values = clock.is_some() || elapsed.is_some() || eval.is_some() || !shapes.is_empty();
    if texts.iter().all(|(_, text)| text.is_empty()) && nags.is_empty() && !has_values {
        return;
    }
    json.open('[').plain(number).open('{');
    for (name, text) in texts {
        if !text.is_empty() {
            json.key(name).text(text);
        }
    }
    if !nags.is_empty() {
        json.key("nags").open('[');
        nags.iter().for_each(|nag| _ = json.plain(nag));
        json.close(']');
    }
    if !shapes.is_empty() {
        json.key("shapes").open('[');
        shapes.iter().for_each(|shape| _ = json.text(shape));
        json.close(']');
    }
    for (name, time) in [("clock", clock), ("elapsed", elapsed)] {
        if let Some(time) = time {
            // In milliseconds: printing decimal fractions would take a tenth of the module.
            json.key(name)
                .plain(time.as_secs().saturating_mul(1000).saturating_add(time.subsec_millis().into()));
        }
    }
    if let Some(eval) = eval {
        let (name, value) = match eval.score {
            EvalScore::Centipawns(value) => ("centipawns", value),
            EvalScore::Mate(value) => ("mate", value),
        };
        json.key("eval").open('{').key(name).plain(value);
        if let Some(depth) = eval.depth {
            json.key("depth").plain(depth);
        }
        json.close('}');
    }
    json.close('}').close(']');
}

/// A game that cannot be read.
pub(crate) fn error(error: &PgnError) -> Json {
    let code = match &error.kind {
        PgnErrorKind::BadNag => "bad-nag",
        PgnErrorKind::CommentTooLong(_) => "comment-too-long",
        PgnErrorKind::GameTooLong(_) => "game-too-long",
        PgnErrorKind::LikeResult => "like-result",
        PgnErrorKind::LineTooLong(_) => "line-too-long",
        PgnErrorKind::MendedFen { .. } => "mended-fen",
        PgnErrorKind::MissingBlank => "missing-blank",
        PgnErrorKind::MissingResult => "missing-result",
        PgnErrorKind::NestingTooDeep(_) => "nesting-too-deep",
        PgnErrorKind::NoGame => "no-game",
        PgnErrorKind::Position(_) => "position",
        PgnErrorKind::RepeatedTag(_) => "repeated-tag",
        PgnErrorKind::ResultInVariation => "result-in-variation",
        PgnErrorKind::ResultOfTag(_) => "result-of-tag",
        PgnErrorKind::San(_) => "san",
        PgnErrorKind::SecondGame => "second-game",
        PgnErrorKind::Stray => "stray",
        PgnErrorKind::Symbol => "symbol",
        PgnErrorKind::TagSyntax => "tag-syntax",
        PgnErrorKind::TooManyMoves(_) => "too-many-moves",
        PgnErrorKind::TooManyTags(_) => "too-many-tags",
        PgnErrorKind::UnclosedComment => "unclosed-comment",
        PgnErrorKind::UnclosedTag => "unclosed-tag",
        PgnErrorKind::UnclosedVariation => "unclosed-variation",
        PgnErrorKind::UnopenedVariation => "unopened-variation",
        PgnErrorKind::Utf16 => "utf-16",
        PgnErrorKind::Variant => "variant",
        PgnErrorKind::VariationWithoutMove => "variation-without-move",
        _ => "refused",
    };
    let mut json = refusals::plain("PgnError", code, error);
    json.0.pop();
    json.key("text").text(error.text).key("line").plain(error.line).key("column").plain(error.column);
    json.key("offset").plain(error.offset).key("gameLine").plain(error.game_line);
    json.key("gameOffset").plain(error.game_offset).close('}');
    json
}
