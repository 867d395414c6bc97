//! Games of PGN: read with any visitor, kept or reported where they have faults, and written from a replay.

use std::io;

use philidor_host::{Visible, without_byte_order_mark};
use philidor_pgn::{Arbiter, GameTree, Letters, NodeId, PgnError, PgnErrorKind, Reader, Tags, Visitor};
use serde::Serialize;

use super::game_per_line::END_OF_FILE;
use super::hint;
use crate::parts::chunk::{Chunk, Places, Source};
use crate::parts::file_position::FilePosition;
use crate::parts::found::Found;
use crate::parts::read_options::ReadOptions;
use crate::parts::reading::{Account, Reading, Verdict};
use crate::parts::replay::Replay;
use crate::parts::variants::{Visitors, may_come_from_rules, names_variant};

/// Reads the games of a chunk with two visitors, those of variants with the second, and calls `each` after every good
/// one.
pub(crate) fn each_game<C: Visitor, V: Visitor, T>(
    chunk: &Chunk<'_>,
    visitors: Visitors<C, V>,
    made: T,
    mut each: impl FnMut(&mut Visitors<C, V>, &Found<'_>, &mut T),
) -> (Reading<T>, Visitors<C, V>) {
    let mut visitors = visitors;
    let reading = try_each_game(chunk, &mut visitors, made, |visitors, found, made| {
        each(visitors, found, made);
        Ok(Vec::new())
    });
    (reading, visitors)
}

/// The same, where `each` may refuse a game, which is then reported as bad, or warn about it.
pub(crate) fn try_each_game<C: Visitor, V: Visitor, T>(
    chunk: &Chunk<'_>,
    visitors: &mut Visitors<C, V>,
    made: T,
    mut each: impl FnMut(&mut Visitors<C, V>, &Found<'_>, &mut T) -> Verdict,
) -> Reading<T> {
    let options = chunk.source.options;
    let mut places = Places::new(chunk);
    let mut reader = Reader::with_limits(chunk.bytes, options.limits);
    let mut reading = Reading::new(chunk, made);
    loop {
        let start = if reader.offset() == 0 { 0 } else { reader.next_game().unwrap_or_default() };
        let Some(mut game) = read_game(&mut reader, &mut visitors.chess, options.letters) else {
            return reading;
        };
        reading.games += 1;
        let mut cuts = reader.take_cuts();
        visitors.is_variant = false;
        if game.is_err() || !cuts.is_empty() {
            read_variant((&mut game, &mut cuts), start, visitors, &mut places);
        }
        let lost = reader.take_lost();
        let cuts: Vec<PgnError> = cuts.into_iter().map(|cut| chunk.places.error_in_file(cut)).collect();
        let fault = game.err();
        let is_kept = fault.as_ref().is_none_or(|error| is_kept(&mut reading, chunk, error));
        let fault = fault.map(|error| chunk.places.error_in_file(error));
        if is_kept {
            if !cuts.is_empty() {
                reading.remark(chunk.source, &cuts, fault.is_none());
            }
            let range = start..reader.next_game().unwrap_or(chunk.bytes.len());
            let text = without_blanks_around(chunk.bytes.get(range).unwrap_or_default());
            let found = Found { text, start, number: reading.games, fault: fault.as_ref(), cuts: &cuts };
            let taken = each(visitors, &found, &mut reading.made);
            if !taken.as_ref().is_ok_and(Vec::is_empty) {
                reading.take(chunk.source, places.in_file(start), taken);
            }
        }
        if let Some(lost) = lost {
            reading.lose(chunk.source, &chunk.places.lost_in_file(lost));
        }
    }
}

/// Reads the game that begins at an offset once more, with the visitor for variants, if it has faults that may come
/// from its rules and names a variant. The outcome, with places in the chunk, then replaces the earlier one. The game
/// ends where it ended before: only its bytes determine that.
#[cold]
#[inline(never)]
pub(crate) fn read_variant<C, V: Visitor>(
    (game, cuts): (&mut Result<(), PgnError>, &mut Vec<PgnError>),
    start: usize,
    visitors: &mut Visitors<C, V>,
    places: &mut Places<'_>,
) {
    if is_of_variant(game, cuts, start, places.chunk)
        && let Some(again) = read_again(start, visitors.of_variants(), places)
    {
        (visitors.is_variant, (*game, *cuts)) = (true, again);
    }
}

/// Whether a game has faults that may come from its rules, and names a variant.
fn is_of_variant(game: &Result<(), PgnError>, cuts: &[PgnError], start: usize, chunk: &Chunk<'_>) -> bool {
    let mut faults = game.as_ref().err().into_iter().chain(cuts);
    faults.any(|error| may_come_from_rules(&error.kind))
        && names_variant(chunk.bytes.get(start..).unwrap_or_default(), chunk.source.options.limits)
}

/// Reads the game at an offset with another visitor. It is a trait object, and letters are translated even if they are
/// English: few games are read here, and otherwise a reader would be compiled for each visitor.
fn read_again(
    start: usize,
    visitor: &mut dyn Visitor,
    places: &mut Places<'_>,
) -> Option<(Result<(), PgnError>, Vec<PgnError>)> {
    let ReadOptions { letters, limits, .. } = places.chunk.source.options;
    let mut reader = Reader::with_limits(places.chunk.bytes.get(start..).unwrap_or_default(), limits);
    let again = reader.read_game(&mut letters.reading(visitor))?;
    let place = places.in_chunk(start);
    let in_chunk = |error: PgnError| error.shifted(place);
    Some((again.map_err(in_chunk), reader.take_cuts().into_iter().map(in_chunk).collect()))
}

/// The text of a game without the blanks, zero bytes and DOS's ends of files before and after it, and without the byte
/// order mark of its file.
fn without_blanks_around(text: &[u8]) -> &[u8] {
    let text = without_byte_order_mark(text);
    let says_something = |byte: &u8| !matches!(*byte, 0 | END_OF_FILE) && !byte.is_ascii_whitespace();
    let start = text.iter().position(says_something).unwrap_or(text.len());
    let end = text.iter().rposition(says_something).map_or(start, |last| last + 1);
    text.get(start..end).unwrap_or_default()
}

/// Whether a faulty game is kept up to its fault, which has its place in the chunk. The fault is reported in any case.
pub(crate) fn is_kept(reading: &mut Account, chunk: &Chunk<'_>, fault: &PgnError) -> bool {
    let ReadOptions { letters, lenient, .. } = chunk.source.options;
    let has_moves = || has_tag_or_move(chunk, fault);
    reading.hint = reading.hint.take().or_else(|| hint::for_error(fault, letters, lenient, has_moves));
    let may_be_kept = lenient && fault.kind.leaves_moves();
    let is_kept = may_be_kept && has_moves();
    let error = &chunk.places.error_in_file(fault.clone());
    if is_kept {
        reading.keep(chunk.source, error);
    } else if may_be_kept {
        let line = error.next_line;
        let reason = format!("{}; neither a tag nor a legal move up to line {line}", error.reason());
        report_bad(reading, chunk.source, error, &reason);
    } else if matches!(error.kind, PgnErrorKind::UnclosedComment | PgnErrorKind::GameTooLong(_))
        && !chunk.source.options.json
    {
        // Reports in JSON have this line anyway.
        let reason = format!("{}; the game ends in line {}", error.reason(), error.next_line);
        report_bad(reading, chunk.source, error, &reason);
    } else {
        report_bad(reading, chunk.source, error, &error.reason().to_string());
    }
    is_kept
}

/// Whether there is a tag or a legal move in a game before its fault. Text that has neither is not a game.
fn has_tag_or_move(chunk: &Chunk<'_>, error: &PgnError) -> bool {
    let at = |offset: u64| usize::try_from(offset).unwrap_or_default();
    let text = chunk.bytes.get(at(error.game_offset)..at(error.next_offset)).unwrap_or_default();
    if text.starts_with(b"[") {
        return true;
    }
    let ReadOptions { letters, limits, .. } = chunk.source.options;
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

/// Appends a game that is known only by its tags and moves, in export format.
pub(crate) fn write<P: FilePosition>(game: &Replay<P>, text: &mut Vec<u8>) -> Verdict {
    let (tree, lost) = tree(game)?;
    let mut written = String::new();
    tree.write_pgn(&mut written);
    text.extend_from_slice(written.as_bytes());
    Ok(lost)
}

/// The tree of a game, with the whole roster of tags, and warnings about what PGN has no place for.
pub(crate) fn tree<P: FilePosition>(game: &Replay<P>) -> io::Result<(GameTree<P>, Vec<String>)> {
    let start = game.start();
    let mut tree = GameTree::new(start);
    (tree.tags, tree.result) = (Tags::roster(), game.result);
    let mut lost = Vec::new();
    for (name, value) in &game.tags {
        let set = tree.tags.set(name, value).or_else(|_| tree.keep_tag(name, value));
        lost.extend(set.err().map(|error| format!("{error} of PGN; it is left out")));
        lost.extend(changed(name, value, &start));
    }
    let added = tree.add_line(NodeId::ROOT, game.moves().iter().copied());
    added.map_err(|error| io::Error::other(error.to_string()))?;
    Ok((tree, lost))
}

/// What is different about the value of a tag when it is written as PGN.
fn changed<P: FilePosition>(name: &str, value: &str, start: &P) -> Option<String> {
    if value.contains(['\n', '\r']) {
        return Some(format!("the tag {name} has several lines, which become one"));
    }
    let named = || P::from_tags(start.variant().map(str::as_bytes), Some(value.as_bytes()));
    let is_other_start = name == "FEN" && named().as_ref() != Ok(start);
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
fn report_bad(reading: &mut Account, source: &Source, error: &PgnError, reason: &str) {
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
        reading.report(format_args!("{}:{line}:{column}: {reason}", Visible(file)));
    }
}
