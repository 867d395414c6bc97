//! Chunks of whole games of a file, and the rows that they become.

use std::sync::Arc;

use anyhow::Result;
use arrow::array::RecordBatch;
use philidor_host::Several;
use philidor_pgn::{Limits, Lost, PgnError, PgnErrorKind, Place, Reader};

use super::game::{GameRow, annotate};
use super::table::{Games, Reject};

/// Some whole games of a file.
pub(super) struct Chunk {
    /// Its number in the order of all files, from 0.
    pub(super) number: usize,
    /// The number of the file, from 0.
    pub(super) file: usize,
    pub(super) file_name: Arc<str>,
    /// Offset of its first byte in the unpacked file.
    pub(super) offset: u64,
    pub(super) bytes: Vec<u8>,
}

/// The outcome of reading a chunk.
pub(super) struct Read {
    pub(super) file: usize,
    pub(super) file_name: Arc<str>,
    pub(super) offset: u64,
    /// The bytes of each game, good or bad, in order; blanks between games are not counted, since a cut may come before
    /// or after them.
    pub(super) lengths: Vec<u64>,
    /// The good games: a row for each, and their numbers in the chunk, from 0.
    pub(super) games: RecordBatch,
    pub(super) numbers: Vec<usize>,
    /// The bad games and parts of games, with their numbers in the chunk.
    pub(super) rejects: Vec<Reject>,
}

/// Reads the games of a chunk. With lenient limits, a fault costs only a part of its game.
pub(super) fn read(chunk: &Chunk, limits: Limits) -> Result<Read> {
    let mut reader = Reader::with_limits(&chunk.bytes, limits);
    let mut row = GameRow::new();
    let mut games = Games::new();
    let (mut lengths, mut numbers, mut rejects) = (Vec::new(), Vec::new(), Vec::new());
    loop {
        let before = reader.clone();
        let (Some(start), Some(game)) = (reader.next_game(), reader.read_game(&mut row)) else { break };
        let (start, number) = (start as u64, lengths.len());
        lengths.push((reader.offset() as u64).saturating_sub(start));
        let offset = chunk.offset + start;
        let mut reject = |error: PgnError, ply: Option<i32>, note: &str, is_bad| {
            rejects.push(Reject {
                file: Arc::clone(&chunk.file_name),
                offset,
                game: Some(number as u64),
                ply,
                error_offset: chunk.offset + error.offset,
                text: Some(philidor::characters::decode(error.text.as_bytes()).into_owned())
                    .filter(|text| !text.is_empty()),
                reason: format!("{note}{}", error.kind),
                is_bad,
            });
        };
        let said = |error: &PgnError| format!("byte {}: {}", chunk.offset + error.offset, error.reason());
        let mut faults = reader.take_cuts();
        let is_bad = game
            .as_ref()
            .is_err_and(|error| !(limits.is_lenient && error.kind.leaves_moves() && row.has_tag_or_move()));
        let end = game.as_ref().err().map(|error| error.offset);
        if let Err(error) = game {
            if !is_bad {
                row.end_at_fault(&said(&error));
            }
            reject(error, Some(row.ply_count()), if is_bad { "" } else { "the game ends here: " }, is_bad);
        }
        if !is_bad {
            let mut annotated = None;
            if row.is_annotated {
                (annotated, faults) = annotate(&mut row, &before, end);
            }
            if limits.is_lenient && end.is_none() {
                faults
                    .iter()
                    .find(|fault| costs_a_part(fault))
                    .into_iter()
                    .for_each(|fault| row.mark(&said(fault)));
            }
            let part = if limits.is_lenient { "a part is left out: " } else { "a variation is left out: " };
            for fault in faults {
                let note = if costs_a_part(&fault) { part } else { "" };
                reject(fault, None, note, false);
            }
            games.append(offset, &row, annotated.as_deref());
            numbers.push(number);
        }
        if let Some(lost) = reader.take_lost().filter(|lost| lost.games > 0) {
            rejects.push(Reject {
                game: Some(number as u64),
                ..lost_games(&chunk.file_name, chunk.offset, lost)
            });
        }
    }
    Ok(Read {
        file: chunk.file,
        file_name: Arc::clone(&chunk.file_name),
        offset: chunk.offset,
        lengths,
        games: games.finish()?,
        numbers,
        rejects,
    })
}

/// Whether a fault of a game that is kept costs more than its termination marker, which the tag `Result` replaces, a
/// symbol among the moves, or a tag that is given again.
const fn costs_a_part(fault: &PgnError) -> bool {
    let is_result = matches!(fault.kind, PgnErrorKind::MissingResult | PgnErrorKind::ResultOfTag(_));
    let is_no_move =
        matches!(fault.kind, PgnErrorKind::Symbol | PgnErrorKind::BadNag | PgnErrorKind::LikeResult);
    !(is_result || is_no_move || matches!(fault.kind, PgnErrorKind::RepeatedTag(_)))
}

/// A reject of what is not a game.
fn no_game(file_name: &Arc<str>, offset: u64, reason: String) -> Reject {
    let (file, error_offset) = (Arc::clone(file_name), offset);
    Reject { file, offset, game: None, ply: None, error_offset, text: None, reason, is_bad: true }
}

/// The reject of games that were passed over, whose places are those after an offset in the file.
fn lost_games(file_name: &Arc<str>, before: u64, lost: Lost) -> Reject {
    let [start, end] = [lost.start, lost.end].map(|place| before + place.offset);
    let games = Several(lost.games.into(), "game");
    no_game(file_name, start, format!("passed over up to byte {end}, with at least {games}"))
}

/// The outcome for a file that cannot be read any further: a reject, and no game.
pub(super) fn unreadable(
    file: usize,
    file_name: &Arc<str>,
    place: Option<Place>,
    reason: String,
) -> Result<Read> {
    let offset = place.unwrap_or_default().offset;
    let reject = no_game(file_name, offset, reason);
    without_games(file, file_name, offset, reject)
}

/// The outcome for games that were passed over, whose places are those after an offset in the file.
pub(super) fn passed_over(file: usize, file_name: &Arc<str>, before: u64, lost: Lost) -> Result<Read> {
    without_games(file, file_name, before + lost.end.offset, lost_games(file_name, before, lost))
}

fn without_games(file: usize, file_name: &Arc<str>, offset: u64, reject: Reject) -> Result<Read> {
    Ok(Read {
        file,
        file_name: Arc::clone(file_name),
        offset,
        lengths: Vec::new(),
        games: Games::new().finish()?,
        numbers: Vec::new(),
        rejects: vec![reject],
    })
}

#[cfg(test)]
mod tests {
    use arrow::array::{Array, AsArray};

    use super::*;

    /// Of a game the movetext that its columns cannot hold, its result and its tag Fault.
    type Kept = [Option<String>; 3];

    /// The games that are read of a text; and for each reject the reason, and whether a game is lost.
    fn read_text(text: &str, limits: Limits) -> (Vec<Kept>, Vec<(String, bool)>) {
        let bytes = text.as_bytes().to_vec();
        let read = read(&Chunk { number: 0, file: 0, file_name: "x".into(), offset: 0, bytes }, limits);
        let read = read.expect("columns");
        let texts =
            |name: &str| read.games.column_by_name(name).expect("a column").as_string::<i32>().clone();
        let (movetexts, results) = (texts("annotated_movetext"), texts("Result"));
        let tags = read.games.column_by_name("tags").expect("a column").as_list::<i32>().clone();
        let fault = |row: usize| {
            let tags = tags.is_valid(row).then(|| tags.value(row))?;
            let [names, values] =
                ["name", "value"].map(|name| tags.as_struct()[name].as_string::<i32>().clone());
            let at = names.iter().position(|name| name == Some("Fault"))?;
            Some(values.value(at).to_owned())
        };
        let text = |column: &arrow::array::StringArray, row: usize| {
            column.is_valid(row).then(|| column.value(row).to_owned())
        };
        let games = 0..read.games.num_rows();
        let games = games.map(|row| [text(&movetexts, row), text(&results, row), fault(row)]).collect();
        (games, read.rejects.into_iter().map(|reject| (reject.reason, reject.is_bad)).collect())
    }

    const STRICT: Limits = Limits::new();
    const LENIENT: Limits = Limits::new().lenient();

    fn movetexts(text: &str, limits: Limits) -> Vec<String> {
        let (games, _) = read_text(text, limits);
        games.into_iter().map(|[movetext, ..]| movetext.unwrap_or_default()).collect()
    }

    #[test]
    fn a_variation_with_a_fault_is_left_out_and_no_other() {
        let text = "1. d4 d5 ({(A)} 1... Nf6) (1... f5 2. Qxf5) 2. c4 *\n";
        let (games, rejects) = read_text(text, STRICT);
        assert_eq!(games[0][0].as_deref(), Some("1. d4 d5 ( { (A) } 1... Nf6 ) 2. c4 *"));
        let [(reason, is_bad)] = &rejects[..] else { panic!("{rejects:?}") };
        assert!(reason.starts_with("a variation is left out: illegal") && !is_bad, "{reason}");
        // Those inside of one that is left out go with it; one inside of a good one goes alone.
        for (text, kept) in [
            (
                "1. e4 e5 (1... c5 (1... c6 2. d4) 2. Ke3 (2. Nf3)) (1... e6) 2. d4 *",
                "1. e4 e5 ( 1... e6 ) 2. d4 *",
            ),
            (
                "1. e4 e5 (1... c5 2. Nf3 (2. Ke3) d6) (1... e6) 2. d4 *",
                "1. e4 e5 ( 1... c5 2. Nf3 d6 ) ( 1... e6 ) 2. d4 *",
            ),
            (
                "1. e4 e5 (1... c5 ((1... x) 2. d4)) (1... e6) 2. d4 *",
                "1. e4 e5 ( 1... c5 ) ( 1... e6 ) 2. d4 *",
            ),
            ("1. e4 e5 (1... Ke3) 2. d4 *", ""),
        ] {
            assert_eq!(movetexts(text, STRICT), [kept], "{text}");
        }
    }

    /// Each ends the reading of a game that has it in a variation.
    #[test]
    fn a_variation_that_is_too_deep_or_has_a_long_comment_is_left_out_alone() {
        let deep = "(1. d4 ".repeat(300) + &")".repeat(300);
        let long = format!("(1. d4 {{ {} }})", "x".repeat(2 << 20));
        for (text, rejects) in [(&deep, 1), (&long, 1), (&(deep.clone() + &long), 2)] {
            let (games, reasons) = read_text(&format!("1. e4 (1. c4) {text} (1. b3) e5 *"), STRICT);
            assert_eq!(games[0][0].as_deref(), Some("1. e4 ( 1. c4 ) ( 1. b3 ) 1... e5 *"));
            assert_eq!(reasons.len(), rejects);
            assert!(reasons.iter().all(|(_, is_bad)| !is_bad));
        }
    }

    #[test]
    fn a_lenient_import_keeps_what_is_legal() {
        let text = "[White \"A\"]\n[FEN \"x\"]\n\n1. e4 (1. d4 d5 2. Kd3) e5 2. Ke3 Nf6 1-0\n\n\
                    [White \"B\"]\n\n1. d4 *\n\nDear reader, *\n\n[White \"C\"]\n[Result \"0-1\"]\n\n1. c4\n";
        let (games, rejects) = read_text(text, STRICT);
        assert_eq!((games.len(), rejects.iter().filter(|reject| reject.1).count()), (1, 3));
        let (games, rejects) = read_text(text, LENIENT);
        // Words between games cost themselves alone; a marker by itself is a game without moves, as in strict PGN.
        let [cut, whole, bare, tagged] = &games[..] else { panic!("{games:?}") };
        assert_eq!((bare[0].as_deref(), bare[1].as_deref(), &bare[2]), (None, Some("*"), &None));
        assert_eq!(cut[0].as_deref(), Some("1. e4 ( 1. d4 d5 ) 1... e5 *"));
        assert_eq!(cut[1].as_deref(), Some("*"));
        assert!(cut[2].as_ref().is_some_and(|fault| fault.starts_with("byte 53: `Ke3`: illegal")), "{cut:?}");
        assert_eq!((&whole[2], &tagged[2], tagged[1].as_deref()), (&None, &None, Some("0-1")));
        assert!(rejects.iter().all(|reject| !reject.1), "{rejects:?}");
        let words = rejects.iter().filter(|reject| reject.0.contains("not a move")).count();
        assert_eq!(words, 2, "{rejects:?}");
        let parts = rejects.iter().filter(|reject| reject.0.starts_with("a part is left out: ")).count();
        assert_eq!((parts, rejects.len()), (2, 6), "the FEN and the variation: {rejects:?}");
        let (games, _) = read_text("1. e4 (1. d5) e5 *", LENIENT);
        assert!(games[0][2].as_ref().is_some_and(|fault| fault.starts_with("byte 10: `d5`")), "{games:?}");
    }

    /// A comment without an end swallows games, which no reader can keep.
    #[test]
    fn games_that_are_passed_over_are_lost_in_a_lenient_import_too() {
        let (games, rejects) = read_text("1. e4 e5 { no end\n\n1. d4 *\n\n1. c4 *\n", LENIENT);
        assert_eq!(games.len(), 1);
        let last = rejects.last().expect("a reject");
        assert!(last.1 && last.0.ends_with("with at least 2 games"), "{rejects:?}");
    }
}
