//! Games from bytes, one after another; for broken ones the reason.

use alloc::vec::Vec;

use super::game::{Cut, Game, gap};
use super::scan;
use crate::error::{Excerpt, PgnError, PgnErrorKind};
use crate::limits::Limits;
use crate::lost::Lost;
use crate::place::Place;
use crate::visitor::Visitor;

/// Reads the games in a buffer: a whole file in memory, or whole games of one. Only errors allocate.
///
/// It reads what players and programs write, not only the export format: move numbers are skipped and may be missing or
/// wrong, tags may be in any order and number, and moves are those that
/// [`Position::parse_san`](philidor::Position::parse_san) understands.
///
/// ```
/// use philidor_pgn::Reader;
/// let mut reader = Reader::new(b"[Event \"?\"]\n\n1. e4 ( 1. d4 *\n\n[Event \"?\"]\n\n1. c4 *\n");
/// let error = reader.read_game(&mut ()).expect("a game").expect_err("a bad one");
/// assert_eq!(error.to_string(), "line 3, column 7: `( 1. d4 *`: the game ends inside a variation");
/// assert_eq!(reader.read_game(&mut ()), Some(Ok(())));
/// assert_eq!(reader.read_game(&mut ()), None);
/// ```
#[derive(Clone, Debug)]
pub struct Reader<'a> {
    bytes: &'a [u8],
    limits: Limits,
    progress: Progress,
    lost: Option<Lost>,
    /// The faults of variations that were cut in the last game.
    cuts: Vec<PgnError>,
}

/// How far a buffer has been read.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Progress {
    at: usize,
    /// A place with a known line, at or before `at`.
    known: Place,
}

impl<'a> Reader<'a> {
    /// A reader with the default limits.
    #[must_use]
    pub fn new(bytes: &'a [u8]) -> Reader<'a> {
        Reader::with_limits(bytes, Limits::default())
    }

    /// A reader with limits of your own.
    #[must_use]
    pub fn with_limits(bytes: &'a [u8], limits: Limits) -> Reader<'a> {
        Reader { bytes, limits, progress: Progress::default(), lost: None, cuts: Vec::new() }
    }

    /// A reader that continues where another stopped in the same bytes.
    pub(super) fn resumed(bytes: &'a [u8], limits: Limits, progress: Progress) -> Reader<'a> {
        Reader { bytes, limits, progress, lost: None, cuts: Vec::new() }
    }

    /// How far the bytes have been read.
    pub(super) fn progress(&self) -> Progress {
        self.progress
    }

    /// How many bytes have been read: the search for the next game starts there.
    #[must_use]
    pub const fn offset(&self) -> usize {
        self.progress.at
    }

    /// Where the next game begins: after any remaining comments that belong to the last one. `None` if there are no
    /// more games.
    ///
    /// ```
    /// use philidor_pgn::Reader;
    /// let mut reader = Reader::new(b"1. e4 * {the end} 1. d4 *");
    /// reader.read_game(&mut ()).expect("a game")?;
    /// assert_eq!((reader.offset(), reader.next_game()), (7, Some(18)));
    /// reader.read_game(&mut ()).expect("another game")?;
    /// assert_eq!((reader.offset(), reader.next_game()), (25, None));
    /// # Ok::<(), philidor_pgn::PgnError>(())
    /// ```
    #[must_use]
    pub fn next_game(&self) -> Option<usize> {
        let gap = gap(self.bytes, self.progress.at, &self.limits);
        gap.has_game.then_some(gap.end)
    }

    /// Reports the next game to a visitor; `None` if there are no more.
    ///
    /// # Errors
    ///
    /// [`PgnError`] says what is wrong with the game and where. The next call reads the game after it.
    #[inline]
    pub fn read_game<V: Visitor>(&mut self, visitor: &mut V) -> Option<Result<(), PgnError>> {
        let gap = gap(self.bytes, self.progress.at, &self.limits);
        if !gap.has_game {
            self.progress.at = self.bytes.len();
            return None;
        }
        let mut game = Game::at(self.bytes, gap.end, &self.limits);
        let mut cuts = Vec::new();
        let read = game.read(visitor, self.progress.at == 0 && gap.has_comment, &mut cuts);
        Some(match read {
            Ok(()) => {
                self.progress.at = game.cursor.at;
                if !cuts.is_empty() || !self.cuts.is_empty() {
                    self.keep_cuts(&game, cuts);
                }
                Ok(())
            }
            Err(kind) => Err(self.fail(game, kind, cuts)),
        })
    }

    /// Keeps the faults of variations that were cut in a game that has been read.
    #[cold]
    #[inline(never)]
    fn keep_cuts(&mut self, game: &Game<'a>, cuts: Vec<Cut>) {
        let start = self.place(game.start);
        self.cuts = self.faults_of(start, cuts);
        let next = self.place_between(game.cursor.at);
        self.end_cuts(next);
    }

    /// Faults with their places, in a game that begins at a place.
    fn faults_of(&mut self, game: Place, cuts: Vec<Cut>) -> Vec<PgnError> {
        // Comments before the first game come before its start, up to which lines have already been counted.
        let (before, mut inside): (Vec<Cut>, Vec<Cut>) =
            cuts.into_iter().partition(|cut| (cut.start as u64) < game.offset);
        inside.sort_by_key(|cut| cut.start);
        let known = core::mem::take(&mut self.progress.known);
        let mut faults = self.errors_of(game, before);
        self.progress.known = known;
        faults.append(&mut self.errors_of(game, inside));
        faults
    }

    /// Faults with their places, which must not decrease.
    fn errors_of(&mut self, game: Place, cuts: Vec<Cut>) -> Vec<PgnError> {
        cuts.into_iter().map(|Cut { fault, start, end }| self.error_at(fault, start, end, game)).collect()
    }

    /// Notes in all cuts where their game ends.
    fn end_cuts(&mut self, next: Place) {
        self.cuts.iter_mut().for_each(|cut| (cut.next_offset, cut.next_line) = (next.offset, next.line));
    }

    /// The faults of the last game that did not cost it: those of variations that were cut because its visitor accepted
    /// [`fault_in_variation`](Visitor::fault_in_variation), and the remarks of a [lenient](Limits::lenient) reader; at
    /// most [`Limits::REMARKS`].
    ///
    /// ```
    /// use philidor_pgn::{Reader, TreeBuilder};
    /// let mut reader = Reader::new(b"1. e4 e5 ( 1... c5 2. Ke3 d6 ) 2. Nf3 *");
    /// let mut builder = TreeBuilder::new().cutting_variations();
    /// reader.read_game(&mut builder).expect("a game")?;
    /// let cuts: Vec<String> = reader.take_cuts().iter().map(|cut| cut.to_string()).collect();
    /// assert_eq!(cuts, ["line 1, column 23: `Ke3`: illegal: the king cannot move to e3"]);
    /// assert!(builder.take().to_string().contains("1. e4 e5 ( 1... c5 ) 2. Nf3 *"));
    /// # Ok::<(), philidor_pgn::PgnError>(())
    /// ```
    pub fn take_cuts(&mut self) -> Vec<PgnError> {
        core::mem::take(&mut self.cuts)
    }

    /// The error of a game; reading continues after the game.
    #[cold]
    #[inline(never)]
    fn fail(&mut self, mut game: Game<'a>, kind: PgnErrorKind, cuts: Vec<Cut>) -> PgnError {
        let start = self.place(game.start);
        self.cuts = self.faults_of(start, cuts);
        // The fault may be before the last cut: in a variation that is not closed, it is where that begins.
        self.progress.known = start;
        let mut error = self.error(&game, kind, start);
        let comment = (error.kind == PgnErrorKind::UnclosedComment).then_some(game.cursor.token_start);
        let stopped = comment.map(|at| self.place(at));
        game.pass_over();
        let end = game.cursor.at;
        let next = self.place_between(end);
        (self.progress.at, error.next_offset, error.next_line) = (end, next.offset, next.line);
        self.end_cuts(next);
        if game.is_cut && game.is_exhausted() {
            self.progress.at = scan::sign_from(self.bytes, end).unwrap_or(self.bytes.len());
            let games = scan::untagged_games(self.bytes, end..self.progress.at);
            // A single byte may be all that the reader was given to know that the game is too long.
            let passed_over = self.bytes.get(end..self.progress.at).unwrap_or_default();
            let is_long = passed_over.len() > 1 && !scan::is_blank(passed_over);
            self.lost = is_long.then(|| Lost::new(next, self.place(self.progress.at), games));
        } else if let (Some(at), Some(stopped)) = (comment, stopped) {
            let games = scan::untagged_games(self.bytes, at..end);
            self.lost = (games > 0).then(|| Lost::new(stopped, next, games));
        }
        error
    }

    /// The bytes passed over after the last game, if it was bad and other games may be lost with it.
    ///
    /// ```
    /// use philidor_pgn::{Limits, Reader};
    /// let file = [b"1. e4 ".repeat(20), b"\n\n[White \"A\"]\n\n1. d4 *".to_vec()].concat();
    /// let mut reader = Reader::with_limits(&file, Limits::new().with_game(64));
    /// let error = reader.read_game(&mut ()).expect("a game").expect_err("too long");
    /// let lost = reader.take_lost().expect("the rest of it");
    /// assert_eq!((error.next_offset, lost.start.offset, lost.end.offset), (64, 64, 122));
    /// assert_eq!(reader.read_game(&mut ()), Some(Ok(())));
    /// ```
    pub fn take_lost(&mut self) -> Option<Lost> {
        self.lost.take()
    }

    fn error(&mut self, game: &Game<'a>, kind: PgnErrorKind, game_place: Place) -> PgnError {
        let is_too_long = game.is_cut && game.is_exhausted();
        let kind = match kind {
            _ if is_too_long => PgnErrorKind::GameTooLong(self.limits.game_bytes()),
            PgnErrorKind::San(_) | PgnErrorKind::Stray | PgnErrorKind::TagSyntax
                if scan::is_utf16(self.bytes, game.cursor.token_start) =>
            {
                PgnErrorKind::Utf16
            }
            _ => kind,
        };
        let (start, end) = match kind {
            PgnErrorKind::GameTooLong(_) => (game.start, game.cursor.at),
            PgnErrorKind::MissingResult => {
                let end = self.last_byte_end(game.cursor.at);
                (end, end)
            }
            _ => (game.cursor.token_start, game.cursor.at),
        };
        self.error_at(kind, start, end, game_place)
    }

    /// The error of a text between two offsets, in a game that begins at a place.
    fn error_at(&mut self, kind: PgnErrorKind, start: usize, end: usize, game: Place) -> PgnError {
        let Place { offset, line, column } = self.place(start);
        PgnError {
            kind,
            offset,
            line,
            column,
            text: Excerpt::of(self.bytes.get(start..end).unwrap_or_default()),
            game_offset: game.offset,
            game_line: game.line,
            next_offset: offset,
            next_line: line,
        }
    }

    /// Just after the last non-blank byte before an offset.
    fn last_byte_end(&self, at: usize) -> usize {
        scan::text_end(self.bytes.get(..at).unwrap_or_default())
    }

    /// The place of an offset. Offsets must not decrease between calls.
    fn place(&mut self, at: usize) -> Place {
        self.progress.known = self.place_between(at);
        self.progress.known
    }

    /// The same for an offset that may be inside a line end, from which counting cannot continue.
    fn place_between(&self, at: usize) -> Place {
        let known = usize::try_from(self.progress.known.offset).unwrap_or(at);
        self.progress.known.after(self.bytes.get(known..at).unwrap_or_default())
    }
}

#[cfg(all(test, feature = "std"))]
mod tests {
    use super::super::game::looks::LOOKS;
    use super::*;

    /// Each byte between games is examined a few times, no matter how many games there are.
    #[test]
    fn comments_before_the_first_game_are_not_read_again_for_the_others() {
        let text = ["{a}\n;b\n  ".repeat(500), "* ".repeat(500), "* {c}\n".repeat(500)].concat();
        LOOKS.set(0);
        let mut reader = Reader::new(text.as_bytes());
        let games = core::iter::from_fn(|| reader.read_game(&mut ())).filter(Result::is_ok).count();
        assert_eq!(games, 1000);
        let looks = LOOKS.get();
        assert!(looks >= 3000 && looks < 5 * text.len(), "{looks} looks at {} bytes", text.len());
    }
}
