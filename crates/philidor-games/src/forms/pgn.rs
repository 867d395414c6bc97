//! Games of PGN: read with any visitor, kept or reported where they have faults, and written from a replay.

use std::io;

use philidor::Position;
use philidor::pgn::{
    Arbiter, GameTree, Letters, NodeId, PgnError, PgnErrorKind, Place, Reader, Tags, Visitor,
};
use serde::Serialize;

use super::game_per_line::END_OF_FILE;
use super::hint;
use crate::parts::found::Found;
use crate::parts::part::{Part, Source};
use crate::parts::read_options::ReadOptions;
use crate::parts::reading::{Reading, Verdict};
use crate::parts::replay::Replay;

/// Reads the games of a part with a visitor, and calls `each` after every good one.
pub(crate) fn each_game<V: Visitor, T>(
    part: &Part<'_>,
    visitor: &mut V,
    made: T,
    mut each: impl FnMut(&mut V, &Found<'_>, &mut T),
) -> Reading<T> {
    try_each_game(part, visitor, made, |visitor, found, made| {
        each(visitor, found, made);
        Ok(Vec::new())
    })
}

/// The same, where `each` may refuse a game, which is then reported as bad, or warn about it.
pub(crate) fn try_each_game<V: Visitor, T>(
    part: &Part<'_>,
    visitor: &mut V,
    made: T,
    mut each: impl FnMut(&mut V, &Found<'_>, &mut T) -> Verdict,
) -> Reading<T> {
    let options = part.source.options;
    // How far the places of games in the part are known.
    let (mut known, mut place) = (0, Place::default());
    let mut reader = Reader::with_limits(part.bytes, options.limits);
    let mut reading = Reading::new(part, made);
    loop {
        let start = if reader.offset() == 0 { Some(0) } else { reader.next_game() };
        let Some(game) = read_game(&mut reader, visitor, options.letters) else { return reading };
        reading.games += 1;
        let lost = reader.take_lost();
        let cuts: Vec<PgnError> =
            reader.take_cuts().into_iter().map(|cut| part.places.error_in_file(cut)).collect();
        let fault = game.err();
        let is_kept = fault.as_ref().is_none_or(|error| is_kept(&mut reading, part, error));
        let fault = fault.map(|error| part.places.error_in_file(error));
        if is_kept {
            if !cuts.is_empty() {
                reading.remark(part.source, &cuts, fault.is_none());
            }
            let start = start.unwrap_or_default();
            let range = start..reader.next_game().unwrap_or(part.bytes.len());
            let text = without_blanks_around(part.bytes.get(range).unwrap_or_default());
            let found = Found { text, number: reading.games, fault: fault.as_ref(), cuts: &cuts };
            let taken = each(visitor, &found, &mut reading.made);
            if !taken.as_ref().is_ok_and(Vec::is_empty) {
                place = place.after(part.bytes.get(known..start).unwrap_or_default());
                known = start;
                reading.take(part.source, part.places.place_in_file(place), taken);
            }
        }
        if let Some(lost) = lost {
            reading.lose(part.source, &part.places.lost_in_file(lost));
        }
    }
}

/// The text of a game without the blanks, zero bytes and DOS's ends of files before and after it.
fn without_blanks_around(text: &[u8]) -> &[u8] {
    let says_something = |byte: &u8| !matches!(*byte, 0 | END_OF_FILE) && !byte.is_ascii_whitespace();
    let start = text.iter().position(says_something).unwrap_or(text.len());
    let end = text.iter().rposition(says_something).map_or(start, |last| last + 1);
    text.get(start..end).unwrap_or_default()
}

/// Whether a faulty game is kept up to its fault, which has its place in the part. The fault is reported in any case.
pub(crate) fn is_kept<T>(reading: &mut Reading<T>, part: &Part<'_>, fault: &PgnError) -> bool {
    reading.hint = reading.hint.take().or_else(|| hint::for_error(fault, part.source.options.letters));
    let may_be_kept = part.source.options.lenient && leaves_moves(&fault.kind);
    let is_kept = may_be_kept && has_tag_or_move(part, fault);
    let error = &part.places.error_in_file(fault.clone());
    if is_kept {
        reading.keep(part.source, error);
    } else if may_be_kept {
        let line = error.next_line;
        let reason = format!("{}; neither a tag nor a legal move up to line {line}", error.reason());
        report_bad(reading, part.source, error, &reason);
    } else if matches!(error.kind, PgnErrorKind::UnclosedComment | PgnErrorKind::GameTooLong(_))
        && !part.source.options.json
    {
        // Objects have this line anyway.
        let reason = format!("{}; the game ends in line {}", error.reason(), error.next_line);
        report_bad(reading, part.source, error, &reason);
    } else {
        report_bad(reading, part.source, error, &error.reason().to_string());
    }
    is_kept
}

/// Whether there is a tag or a legal move in a game before its fault. Text that has neither is not a game.
fn has_tag_or_move(part: &Part<'_>, error: &PgnError) -> bool {
    let at = |offset: u64| usize::try_from(offset).unwrap_or_default();
    let text = part.bytes.get(at(error.game_offset)..at(error.next_offset)).unwrap_or_default();
    if text.starts_with(b"[") {
        return true;
    }
    let ReadOptions { letters, limits, .. } = part.source.options;
    let mut arbiter = Arbiter::new();
    // It is known to be faulty.
    let _ = read_game(&mut Reader::with_limits(text, limits), &mut arbiter, letters);
    arbiter.counts().moves > 0
}

/// Reads a game, its moves with the letters of a language.
pub(crate) fn read_game<V: Visitor>(
    reader: &mut Reader<'_>,
    visitor: &mut V,
    letters: Letters,
) -> Option<Result<(), PgnError>> {
    match letters {
        Letters::English => reader.read_game(visitor),
        _ => reader.read_game(&mut letters.reading(visitor)),
    }
}

/// Whether a game with such a fault can be kept up to it: its tags have been read.
const fn leaves_moves(kind: &PgnErrorKind) -> bool {
    matches!(
        kind,
        PgnErrorKind::San(_)
            | PgnErrorKind::MissingResult
            | PgnErrorKind::UnclosedComment
            | PgnErrorKind::UnclosedVariation
            | PgnErrorKind::UnopenedVariation
            | PgnErrorKind::VariationWithoutMove
            | PgnErrorKind::BadNag
            | PgnErrorKind::Stray
            | PgnErrorKind::GameTooLong(_)
            | PgnErrorKind::TooManyMoves(_)
    )
}

/// Export format, for a game known only by its tags and moves.
pub(crate) fn write(game: &Replay, text: &mut Vec<u8>) -> Verdict {
    let (tree, lost) = tree(game)?;
    let mut written = String::new();
    tree.write_pgn(&mut written);
    text.extend_from_slice(written.as_bytes());
    Ok(lost)
}

/// A game as PGN has it, with the whole roster of tags, and what PGN has no place for.
pub(crate) fn tree(game: &Replay) -> io::Result<(GameTree, Vec<String>)> {
    let start = game.start();
    let mut tree = GameTree::new(start);
    (tree.tags, tree.result) = (Tags::roster(), game.result);
    let mut lost = Vec::new();
    for (name, value) in &game.tags {
        let set = tree.tags.set(name, value).or_else(|_| tree.keep_tag(name, value));
        lost.extend(set.err().map(|error| format!("{error} of PGN; it is left out")));
        lost.extend(changed(name, value, &start));
    }
    tree.add_line(NodeId::ROOT, game.moves().iter().copied()).map_err(io::Error::other)?;
    Ok((tree, lost))
}

/// What is different about the value of a tag when it is written as PGN.
fn changed(name: &str, value: &str, start: &Position) -> Option<String> {
    if value.contains(['\n', '\r']) {
        return Some(format!("the tag {name} has several lines, which become one"));
    }
    let is_other_start = name == "FEN" && value.parse::<Position>().as_ref() != Ok(start);
    is_other_start
        .then(|| format!("the tag FEN is `{value}`, but the game starts from `{start}`, which is written"))
}

/// A bad game, as JSON.
#[derive(Serialize)]
struct BadGame<'a> {
    file: &'a str,
    offset: u64,
    line: u64,
    column: u64,
    game_line: u64,
    next_offset: u64,
    next_line: u64,
    error: String,
}

/// Reports a bad game, by default as compilers report bad lines.
fn report_bad<T>(reading: &mut Reading<T>, source: &Source, error: &PgnError, reason: &str) {
    let file = &source.name;
    let PgnError { offset, line, column, game_line, next_offset, next_line, .. } = *error;
    if source.options.json {
        let error = reason.to_owned();
        reading.report_json(&BadGame {
            file,
            offset,
            line,
            column,
            game_line,
            next_offset,
            next_line,
            error,
        });
    } else {
        reading.report(format_args!("{file}:{line}:{column}: {reason}"));
    }
}
