//! Games from any source of bytes: a file, a pipe, a decoder.
//!
//! Bytes are collected until they hold whole games. Usually the last boundary that has arrived shows where they end;
//! without boundaries the games are skimmed once to find where the last one begins. Either way the cut is before a tag
//! or a move, so that the comments after a game stay with it. At most one game's limit of bytes is collected, and as
//! much again between games, so no input can use more memory than the limits allow.
//!
//! ```text
//! source ─► | game | game | gam… |        the chunk ends before the third game,
//!           └── chunk ────┘ kept          whose first bytes begin the next chunk
//! ```

use alloc::vec::Vec;
use core::mem;
use core::ops::Range;

use super::blanks::Blanks;
use super::chunk_places::ChunkPlaces;
use super::game::{Game, first_game, gap};
use super::reader::{Progress, Reader};
use super::scan::{self, AFTER_SIGN, BOUNDARY_REACH, Class, SIGN_REACH};
use super::source::Source;
use crate::error::PgnError;
use crate::limits::Limits;
use crate::lost::Lost;
use crate::place::Place;
use crate::visitor::Visitor;

/// The size of a chunk in bytes, unless a game is longer.
const CHUNK: usize = 1 << 20;

/// The size of a chunk in bytes that is read by the thread that collected it: several of them fit into a core's cache.
const OWN_CHUNK: usize = 128 << 10;

/// How much memory is added at a time: reading needs no more than that beyond the bytes read.
const BLOCK: usize = 1 << 20;

/// Cuts the bytes of a source into chunks of whole games, for threads to share.
///
/// ```
/// use philidor_pgn::{Chunks, Counts, check};
/// let file = b"[Event \"?\"]\n\n1. e4 *\n\n[Event \"?\"]\n\n1. Ke2 *\n";
/// let mut chunks = Chunks::new(&file[..]).with_size(8);
/// let (mut chunk, mut counts, mut errors) = (Vec::new(), Counts::default(), Vec::new());
/// while let Some(start) = chunks.next_chunk(&mut chunk)? {
///     counts += check(&chunk, |error| errors.push(error.shifted(start)));
/// }
/// assert_eq!((counts.games, counts.bad_games), (2, 1));
/// assert_eq!(errors[0].to_string(), "line 7, column 4: `Ke2`: illegal: the king cannot move to e2");
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Chunks<R: Source> {
    source: R,
    size: usize,
    limits: Limits,
    /// The bytes read beyond the last chunk, followed by old contents: overwriting them saves writing zeros first.
    memory: Vec<u8>,
    /// How many bytes have been read.
    filled: usize,
    /// The place of the first byte.
    place: Place,
    is_at_end: bool,
    /// Set if the current game is too long: the rest of it, up to a sign of another, is to be dropped.
    skipping: Option<Skipping>,
    /// What was dropped last.
    lost: Option<Lost>,
    /// The source's error after the games that were handed out last.
    failure: Option<R::Error>,
    /// Long blanks, if they are left out.
    blanks: Option<Blanks>,
    /// Where the bytes of the last chunk are.
    places: ChunkPlaces,
}

impl<R: Source> Chunks<R> {
    /// Chunks of about 1 MiB, of games within the default limits.
    #[must_use]
    pub fn new(source: R) -> Chunks<R> {
        Chunks {
            source,
            size: CHUNK,
            limits: Limits::default(),
            memory: Vec::new(),
            filled: 0,
            place: Place::default(),
            is_at_end: false,
            skipping: None,
            lost: None,
            failure: None,
            blanks: None,
            places: ChunkPlaces::default(),
        }
    }

    /// Chunks of at least this many bytes, as long as there are games to fill them.
    #[must_use]
    pub fn with_size(mut self, size: usize) -> Chunks<R> {
        self.size = size.max(1);
        self
    }

    /// Limits of your own. Readers of the chunks must have the same.
    #[must_use]
    pub fn with_limits(mut self, limits: Limits) -> Chunks<R> {
        self.limits = limits;
        self.with_head_of_blanks()
    }

    /// Shortens long runs of blanks or zero bytes in a game: leaves out what is beyond the longest line or comment that
    /// the limits allow (4 MiB by default, and at least 1 MiB), except for the last bytes. So a game with a gigabyte of
    /// empty lines is read, and takes no more memory than others. The chunks no longer add up to the file; the places
    /// of their bytes in it are those of [`take_places`](Chunks::take_places).
    ///
    /// ```
    /// use philidor_pgn::{Chunks, check};
    /// let file = format!("1. e4 {} e5 2. Ke3 *", "\n".repeat(9 << 20));
    /// let mut chunks = Chunks::new(file.as_bytes()).without_long_blanks();
    /// let mut chunk = Vec::new();
    /// chunks.next_chunk(&mut chunk)?;
    /// assert!(chunk.len() < 5 << 20);
    /// let (places, mut lines) = (chunks.take_places(), Vec::new());
    /// check(&chunk, |error| lines.push(places.error_in_file(error).line));
    /// assert_eq!(lines, [(9 << 20) + 1]);
    /// # Ok::<(), std::io::Error>(())
    /// ```
    #[must_use]
    pub fn without_long_blanks(mut self) -> Chunks<R> {
        self.blanks = Some(Blanks::longer_than(0));
        self.with_head_of_blanks()
    }

    /// What is kept of long blanks is longer than what the limits allow, and than what is read at a time.
    fn with_head_of_blanks(mut self) -> Chunks<R> {
        let most = self.limits.line.max(self.limits.comment).max(BLOCK);
        self.blanks = self.blanks.map(|_| Blanks::longer_than(most.saturating_add(1)));
        self
    }

    /// Replaces the contents of a buffer by the next chunk, and returns where in the file the chunk begins; `None` at
    /// the end of the file. The buffer's memory is reused.
    ///
    /// A game that is too long is a chunk of its own, cut off once it exceeds the limit.
    ///
    /// # Errors
    ///
    /// Those of the source, after the whole games read before them. The remaining bytes are kept, so that reading can
    /// be retried.
    pub fn next_chunk(&mut self, chunk: &mut Vec<u8>) -> Result<Option<Place>, R::Error> {
        let start = self.find_chunk(chunk);
        if !matches!(start, Ok(Some(_))) {
            chunk.clear();
        }
        start
    }

    fn find_chunk(&mut self, chunk: &mut Vec<u8>) -> Result<Option<Place>, R::Error> {
        if let Some(mut skipping) = self.skipping.take() {
            let skipped = self.skip_to_sign(&mut skipping);
            if skipped.is_err() {
                self.skipping = Some(skipping);
            }
            skipped?;
        }
        let mut goal = self.size;
        loop {
            let failure = self.failure.take().or_else(|| self.read_up_to(goal).err());
            if let Some(error) = failure {
                // The games before it come first.
                let end = self.last_cut().max(self.whole_games().finished_end);
                if end == 0 {
                    return Err(error);
                }
                self.failure = Some(error);
                return Ok(self.hand_out(end, chunk));
            }
            if self.is_at_end {
                return Ok(self.hand_out(self.filled, chunk));
            }
            let end = self.last_cut();
            if end > 0 {
                return Ok(self.hand_out(end, chunk));
            }
            let games = self.whole_games();
            if games.end > 0 {
                return Ok(self.hand_out(games.end, chunk));
            }
            if games.is_next_too_long {
                return Ok(self.hand_out_too_long(games.next_end, chunk));
            }
            goal = goal.max(self.filled).saturating_mul(2);
        }
    }

    /// The last boundary at which the bytes can be cut; 0 if there is none. If only comments precede it, they belong to
    /// the game after it. Where comments may be inside each other, only reading tells which braces are around it.
    fn last_cut(&self) -> usize {
        if self.limits.comment_nesting > 1 {
            return 0;
        }
        let boundary = scan::last_boundary(self.kept()).unwrap_or_default();
        if boundary > first_game(self.kept(), &self.limits) { boundary } else { 0 }
    }

    fn whole_games(&self) -> WholeGames {
        whole_games(self.kept(), &self.limits)
    }

    /// The bytes read beyond the last chunk.
    fn kept(&self) -> &[u8] {
        self.memory.get(..self.filled).unwrap_or_default()
    }

    /// Reads until `goal` bytes are kept or the source ends.
    fn read_up_to(&mut self, goal: usize) -> Result<(), R::Error> {
        while self.filled < goal && !self.is_at_end {
            if self.memory.len() <= self.filled {
                self.memory.resize(goal.min(self.filled.saturating_add(BLOCK)), 0);
            }
            let end = goal.min(self.memory.len()).min(self.filled.saturating_add(BLOCK));
            match self.source.fill(self.memory.get_mut(self.filled..end).unwrap_or_default())? {
                0 => self.is_at_end = true,
                read => self.add(self.filled.saturating_add(read).min(end)),
            }
        }
        Ok(())
    }

    /// Keeps the bytes that have been read up to an offset, except for long blanks.
    fn add(&mut self, end: usize) {
        let arrived = mem::replace(&mut self.filled, end);
        if let (Some(blanks), Some(bytes)) = (&mut self.blanks, self.memory.get_mut(..end)) {
            self.filled = blanks.cut(bytes, arrived, self.place);
        }
    }

    /// The place of an offset among the kept bytes.
    fn place_of(&self, at: usize) -> Place {
        match &self.blanks {
            Some(blanks) => blanks.place(self.kept(), at, self.place),
            None => self.place.after(self.kept().get(..at).unwrap_or_default()),
        }
    }

    /// The places of the first of the kept bytes.
    fn places_up_to(&self, end: usize) -> ChunkPlaces {
        match &self.blanks {
            Some(blanks) => blanks.places(self.kept(), end, self.place),
            None => ChunkPlaces::from(self.place),
        }
    }

    /// Moves past the first `len` of the kept bytes, which are about to be dropped.
    fn move_on(&mut self, len: usize) {
        self.place = self.place_of(len);
        if let Some(blanks) = &mut self.blanks {
            blanks.drop_first(len, self.filled - len);
        }
    }

    /// The first of the kept bytes become the chunk; the others move into the memory of the last chunk.
    fn hand_out(&mut self, end: usize, chunk: &mut Vec<u8>) -> Option<Place> {
        let start = self.place;
        self.places = self.places_up_to(end);
        self.move_on(end);
        let filled = mem::take(&mut self.filled);
        mem::swap(chunk, &mut self.memory);
        let rest = chunk.get(end..filled).unwrap_or_default();
        if self.memory.len() < rest.len() {
            self.memory.resize(rest.len(), 0);
        }
        if let Some(memory) = self.memory.get_mut(..rest.len()) {
            memory.copy_from_slice(rest);
            self.filled = rest.len();
        }
        chunk.truncate(end);
        (!chunk.is_empty()).then_some(start)
    }

    /// The first bytes of a game without an end in sight become the chunk, one more than it may have. Some are kept,
    /// because those before a sign decide about it.
    fn hand_out_too_long(&mut self, end: usize, chunk: &mut Vec<u8>) -> Option<Place> {
        let start = self.place;
        chunk.clear();
        chunk.extend_from_slice(self.kept().get(..end).unwrap_or_default());
        let cut = end - 1;
        self.places = self.places_up_to(end);
        let at = self.place_of(cut);
        let dropped = self.drop_first(cut.saturating_sub(SIGN_REACH));
        self.skipping = Some(Skipping { start: at, from: cut - dropped, games: 0, is_blank: true });
        Some(start)
    }

    /// The source, for one that is given its bytes between calls.
    pub fn source_mut(&mut self) -> &mut R {
        &mut self.source
    }

    /// Where the bytes of the last chunk are in the file. They follow its start, unless long blanks are left out.
    pub fn take_places(&mut self) -> ChunkPlaces {
        mem::take(&mut self.places)
    }

    /// The bytes dropped before the last chunk, or at the end, because the game before them is too long. A reader of
    /// the chunk with that game cannot know them.
    pub fn take_lost(&mut self) -> Option<Lost> {
        self.lost.take()
    }

    /// Drops some bytes, or one less; returns how many.
    fn drop_first(&mut self, len: usize) -> usize {
        let mut len = len.min(self.filled);
        if let Some(b"\r\n") = self.kept().get(len.saturating_sub(1)..=len) {
            // Places are computed between lines, not inside a line end.
            len -= 1;
        }
        self.move_on(len);
        self.memory.copy_within(len..self.filled, 0);
        self.filled -= len;
        len
    }

    /// Drops bytes until the first of them is a sign of a game, or none are left. An error of the source after a sign
    /// is kept for later.
    fn skip_to_sign(&mut self, skipping: &mut Skipping) -> Result<(), R::Error> {
        loop {
            let sign = scan::sign_from(self.kept(), skipping.from);
            if let Some(end) = sign.or_else(|| self.is_at_end.then_some(self.filled)) {
                skipping.note(self.kept(), skipping.from..end);
                self.drop_all_before(end);
                let is_long = self.place.offset > skipping.start.offset + 1 && !skipping.is_blank;
                self.lost = is_long.then(|| Lost::new(skipping.start, self.place, skipping.games));
                return Ok(());
            }
            if let Some(error) = self.failure.take() {
                return Err(error);
            }
            // A sign that begins in the last bytes may need more of them.
            let searched = self.filled.saturating_sub(AFTER_SIGN).max(skipping.from);
            skipping.note(self.kept(), skipping.from..searched);
            skipping.from = searched - self.drop_first(searched.saturating_sub(SIGN_REACH));
            self.failure = self.read_up_to(self.filled.saturating_add(self.size)).err();
        }
    }

    /// Drops exactly these bytes, which end between lines or at the end.
    fn drop_all_before(&mut self, end: usize) {
        let dropped = self.drop_first(end);
        self.drop_first(end - dropped);
    }
}

/// How far a game that is too long has been passed over.
#[derive(Clone, Copy, Debug)]
struct Skipping {
    /// Where it became too long.
    start: Place,
    /// Where in the kept bytes the search for a sign continues.
    from: usize,
    /// How many games seem to begin in what was dropped.
    games: u64,
    /// Whether it was nothing but blanks.
    is_blank: bool,
}

impl Skipping {
    /// Notes what is about to be dropped: these of the kept bytes.
    fn note(&mut self, kept: &[u8], range: Range<usize>) {
        self.is_blank &= scan::is_blank(kept.get(range.clone()).unwrap_or_default());
        self.games += scan::untagged_games(kept, range);
    }
}

/// The contents of bytes without a boundary.
struct WholeGames {
    /// The start of the last game that has another before it: a cut there does not separate a game from its comments.
    end: usize,
    /// The end of the last game that more bytes would not change, including what follows it and belongs to no other
    /// game.
    finished_end: usize,
    /// Whether the unfinished game is too long.
    is_next_too_long: bool,
    /// How many bytes show this.
    next_end: usize,
}

fn whole_games(bytes: &[u8], limits: &Limits) -> WholeGames {
    let mut games = WholeGames { end: 0, finished_end: 0, is_next_too_long: false, next_end: 0 };
    let mut at = 0;
    loop {
        let gap = gap(bytes, at, limits);
        let may_cut = may_cut(bytes, gap.end);
        if at > 0 && (may_cut || self::may_cut(bytes, at)) {
            games.finished_end = if may_cut { gap.end } else { at };
        }
        // The comments of one game are not awaited forever.
        let is_gap_long = may_cut && gap.end - at > limits.game_bytes();
        if !gap.has_game {
            games.end = match cut_in_blanks(bytes.get(..gap.end).unwrap_or_default()) {
                Some(cut) => cut,
                None if is_gap_long => gap.end,
                None => games.end,
            };
            return games;
        }
        let mut game = Game::at(bytes, gap.end, limits);
        game.pass_over();
        let is_exhausted = game.is_exhausted() || game.cursor.is_undecided && !game.is_cut;
        // This many more bytes show that no other game begins there.
        games.is_next_too_long =
            is_exhausted && game.is_cut && bytes.len() >= game.cursor.at + BOUNDARY_REACH;
        // An unfinished comment may belong to the game before it, and so may a symbol or a word, whatever blank
        // precedes it.
        let first = scan::CLASSES[usize::from(scan::byte_at(bytes, gap.end))];
        let begins_as_gap = !matches!(first, Class::Digit | Class::Bracket | Class::Star | Class::Open);
        let is_game = !is_exhausted || games.is_next_too_long || !begins_as_gap;
        let is_cut = if is_game { may_cut && at > 0 } else { is_gap_long };
        if is_cut {
            games.end = gap.end;
        }
        if is_exhausted {
            games.next_end = game.cursor.at + 1;
            return games;
        }
        at = game.cursor.at;
    }
}

/// Where bytes that end with a great many blanks or zeros can be cut: before the last of them, so that no comment and
/// no escape line is next.
fn cut_in_blanks(bytes: &[u8]) -> Option<usize> {
    let is_blank = |byte: &&u8| **byte == 0 || byte.is_ascii_whitespace();
    let blanks = bytes.iter().rev().take_while(is_blank).count();
    let before = bytes.len().saturating_sub(1);
    let cut = if bytes.ends_with(b"\r\n") { before.saturating_sub(1) } else { before };
    (blanks > BLOCK).then_some(cut)
}

/// Whether bytes between games mean the same at the start of a chunk: a `%` begins an escape line only at the start of
/// a line, and the start of a chunk counts as one.
fn may_cut(bytes: &[u8], at: usize) -> bool {
    scan::is_line_start(bytes, at) || !matches!(bytes.get(at), None | Some(b'%'))
}

/// Reads the games of a source one after another, as [`Reader`] reads those of a buffer.
///
/// ```
/// use philidor_pgn::{Checker, Lines, Stream};
/// let mut stream = Stream::new(&b"1. e4 e5 *\n\n1. d4 d5 *\n"[..]);
/// let mut checker = Checker::new(Lines::Main);
/// while let Some(game) = stream.read_game(&mut checker)? {
///     game?;
/// }
/// assert_eq!((checker.counts().games, checker.counts().moves), (2, 4));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Stream<R: Source> {
    chunks: Chunks<R>,
    chunk: Vec<u8>,
    places: ChunkPlaces,
    progress: Progress,
    lost: Option<Lost>,
    cuts: Vec<PgnError>,
}

impl<R: Source> Stream<R> {
    /// The games of a source, within the default limits.
    #[must_use]
    pub fn new(source: R) -> Stream<R> {
        Stream::from_chunks(Chunks::new(source).with_size(OWN_CHUNK))
    }

    /// The games of chunks, with their size and limits.
    #[must_use]
    pub fn from_chunks(chunks: Chunks<R>) -> Stream<R> {
        let (places, progress) = (ChunkPlaces::default(), Progress::default());
        let chunks = chunks.without_long_blanks();
        Stream { chunks, chunk: Vec::new(), places, progress, lost: None, cuts: Vec::new() }
    }

    /// The bytes passed over before the game that was read last, or at the end, or after that game if it was bad, as by
    /// [`Reader::take_lost`]. After a game that is too long they are known when the next one is read.
    pub fn take_lost(&mut self) -> Option<Lost> {
        self.chunks.take_lost().or_else(|| self.lost.take())
    }

    /// The faults of the variations that were cut in the game that was read last, as by [`Reader::take_cuts`].
    pub fn take_cuts(&mut self) -> Vec<PgnError> {
        mem::take(&mut self.cuts)
    }

    /// Reports the next game to a visitor; `None` if there are no more.
    ///
    /// # Errors
    ///
    /// The outer error is from the source, the inner one is that of the game; the next call continues after either.
    pub fn read_game<V: Visitor>(
        &mut self,
        visitor: &mut V,
    ) -> Result<Option<Result<(), PgnError>>, R::Error> {
        loop {
            let mut reader = Reader::resumed(&self.chunk, self.chunks.limits, self.progress);
            let game = reader.read_game(visitor);
            self.progress = reader.progress();
            if let Some(game) = game {
                self.lost = reader.take_lost().map(|lost| self.places.lost_in_file(lost));
                self.cuts =
                    reader.take_cuts().into_iter().map(|cut| self.places.error_in_file(cut)).collect();
                return Ok(Some(game.map_err(|error| self.places.error_in_file(error))));
            }
            self.chunk.clear();
            self.progress = Progress::default();
            match self.chunks.next_chunk(&mut self.chunk)? {
                Some(_) => self.places = self.chunks.take_places(),
                None => return Ok(None),
            }
        }
    }
}
