//! Games from text in PGN, one after another, and a game as such a text.

use std::ffi::c_char;

use chess::{Position, characters::decode};
use games::{Checker, Flow, GameResult, Limits, Lines, PgnError, PgnErrorKind, Reader, TagValue, Visitor};

use crate::error::philidor_error;
use crate::fault::{failed, of_game, philidor_fault};
use crate::game::philidor_game;
use crate::guard::guarded;
use crate::memory::{AnyBits, Input, Output, given, handle, shared, taken, text, write_text};
use crate::moves::philidor_move;
use crate::outcome::numbered;
use crate::position::philidor_position;

/// The result that stands at the end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum philidor_result {
    /// `*`
    PHILIDOR_UNKNOWN_RESULT = 0,
    /// `1-0`
    PHILIDOR_WHITE_WINS = 1,
    /// `0-1`
    PHILIDOR_BLACK_WINS = 2,
    /// `1/2-1/2`
    PHILIDOR_DRAW = 3,
}

impl From<GameResult> for philidor_result {
    fn from(result: GameResult) -> philidor_result {
        match result {
            GameResult::Unknown => philidor_result::PHILIDOR_UNKNOWN_RESULT,
            GameResult::WhiteWins => philidor_result::PHILIDOR_WHITE_WINS,
            GameResult::BlackWins => philidor_result::PHILIDOR_BLACK_WINS,
            GameResult::Draw => philidor_result::PHILIDOR_DRAW,
        }
    }
}

/// A `philidor_result` as PGN has it: `1-0`; `*` for any other number. The text is there for the whole run of the
/// program.
#[unsafe(no_mangle)]
pub extern "C" fn philidor_result_text(result: u8) -> *const c_char {
    numbered(&[c"*", c"1-0", c"0-1", c"1/2-1/2"], result, c"*")
}

/// A text that belongs to the library: bytes of UTF-8, and a zero after them. Or a text of the caller, for which
/// `PHILIDOR_NUL_TERMINATED` may stand in place of the length.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct philidor_text {
    /// The first byte.
    pub data: *const c_char,
    /// How many bytes, without the zero.
    pub length: usize,
}

// SAFETY: a pointer and a number have a value for any bits.
unsafe impl AnyBits for philidor_text {}

/// A reader of games in PGN, with the last game that it read.
///
/// Many threads may ask one reader at once, by the functions that take a `const philidor_pgn *`, as long as no thread
/// reads the next game or frees the reader.
pub struct philidor_pgn {
    reader: Reader<'static>,
    game: Game,
    /// Whether the last game was read to its end.
    has_game: bool,
    /// The remarks on the last game.
    remarks: Vec<PgnError>,
}

const _: () = crate::memory::may_be_shared::<philidor_pgn>();

/// A game as it is read: the visitor that plays it, and what is kept of it.
struct Game {
    checker: Checker,
    start: Position,
    moves: Vec<philidor_move>,
    result: GameResult,
    /// Names and values, each with a zero after it.
    texts: Vec<u8>,
    /// Where the name and the value of each tag end in `texts`, their zeros excluded.
    tags: Vec<[usize; 2]>,
}

impl Game {
    /// The name and the value of a tag, with their zeros.
    fn tag(&self, index: usize) -> Option<[&[u8]; 2]> {
        let &[name, value] = self.tags.get(index)?;
        let start = index.checked_sub(1).map_or(0, |before| self.tags[before][1] + 1);
        Some([&self.texts[start..=name], &self.texts[name + 1..=value]])
    }

    /// Appends a text without its zeros, then a zero, and returns where that is.
    fn push(&mut self, text: &str) -> usize {
        if text.contains('\0') {
            self.texts.extend(text.bytes().filter(|&byte| byte != 0));
        } else {
            self.texts.extend_from_slice(text.as_bytes());
        }
        self.texts.push(0);
        self.texts.len() - 1
    }
}

impl Visitor for Game {
    fn begin_game(&mut self) -> Result<(), PgnErrorKind> {
        self.moves.clear();
        self.texts.clear();
        self.tags.clear();
        self.result = GameResult::Unknown;
        self.checker.begin_game()
    }

    fn tag(&mut self, name: &[u8], value: TagValue<'_>) -> Result<(), PgnErrorKind> {
        let ends = [self.push(&decode(name)), self.push(&value.to_text())];
        self.tags.push(ends);
        self.checker.tag(name, value)
    }

    fn begin_moves(&mut self) -> Result<Flow, PgnErrorKind> {
        let flow = self.checker.begin_moves()?;
        self.start = *self.checker.position();
        Ok(flow)
    }

    #[inline(always)]
    fn san(&mut self, san: &[u8]) -> Result<(), PgnErrorKind> {
        self.checker.san(san)?;
        self.moves.extend(self.checker.last_move().map(|mv| mv.digest().0));
        Ok(())
    }

    fn begin_variation(&mut self) -> Result<Flow, PgnErrorKind> {
        self.checker.begin_variation()
    }

    fn end_variation(&mut self) -> Result<(), PgnErrorKind> {
        self.checker.end_variation()
    }

    fn result(&mut self, result: GameResult) -> Result<(), PgnErrorKind> {
        self.result = result;
        self.checker.result(result)
    }

    fn end_game(&mut self) -> Result<(), PgnErrorKind> {
        self.checker.end_game()
    }
}

/// The last game, if there is one.
///
/// # Safety
///
/// As that of [`shared`].
unsafe fn game<'a>(pgn: *const philidor_pgn) -> Result<&'a Game, philidor_error> {
    // SAFETY: the promise is the same.
    let pgn = unsafe { shared(pgn) }?;
    pgn.has_game.then_some(&pgn.game).ok_or(philidor_error::PHILIDOR_NOTHING)
}

/// Makes a reader of the games in a text. The text is not copied, so it must stay as it is until `philidor_pgn_free`
/// frees the reader.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn philidor_pgn_new(
    pgn: *const c_char,
    length: usize,
    reader: *mut *mut philidor_pgn,
) -> philidor_error {
    // SAFETY: the caller promises the same.
    unsafe { new(pgn, length, reader, Limits::new(), Checker::new(Lines::Main)) }
}

/// As `philidor_pgn_new`, for a reader to which a fault costs only the part of the game that has it: a malformed tag, a
/// symbol among the moves. A game without a result at its end has that of its tag `Result`, or `*`. After an illegal
/// move or a null move a game is bad here, too.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn philidor_pgn_new_lenient(
    pgn: *const c_char,
    length: usize,
    reader: *mut *mut philidor_pgn,
) -> philidor_error {
    // SAFETY: the caller promises the same.
    unsafe { new(pgn, length, reader, Limits::new().lenient(), Checker::new(Lines::Main)) }
}

/// As `philidor_pgn_new`, for a reader to which a game is bad if one of its moves is not written as
/// `philidor_read_san_strictly` reads it.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn philidor_pgn_new_strict(
    pgn: *const c_char,
    length: usize,
    reader: *mut *mut philidor_pgn,
) -> philidor_error {
    // SAFETY: the caller promises the same.
    unsafe { new(pgn, length, reader, Limits::new(), Checker::new(Lines::Main).with_strict_moves()) }
}

/// Makes a reader with limits that plays moves by a checker.
///
/// # Safety
///
/// As the header says of pointers; the text has to stay until the reader is freed.
unsafe fn new(
    pgn: *const c_char,
    length: usize,
    reader: *mut *mut philidor_pgn,
    limits: Limits,
    checker: Checker,
) -> philidor_error {
    guarded(|| {
        // SAFETY: the caller promises what the header says of pointers, and that the text stays until the reader is
        // freed.
        let (pgn, reader) = unsafe { (text(pgn, length)?, Output::one(reader)?) };
        let game = Game {
            checker,
            start: Position::default(),
            moves: Vec::new(),
            result: GameResult::Unknown,
            texts: Vec::new(),
            tags: Vec::new(),
        };
        let read = Reader::with_limits(pgn, limits);
        let reading = philidor_pgn { reader: read, game, has_game: false, remarks: Vec::new() };
        reader.write(0, given(reading));
        Ok(())
    })
}

/// Frees a reader and what it gave out; does nothing if it is null.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn philidor_pgn_free(reader: *mut philidor_pgn) {
    let _ = guarded(|| {
        // SAFETY: the caller promises what the header says of pointers.
        unsafe { taken(reader) };
        Ok(())
    });
}

/// Reads the next game and plays its moves; comments and variations are skipped.
///
/// `PHILIDOR_END` after the last game. `PHILIDOR_INVALID_GAME` if one is bad: the fault, which may be null, has the
/// place and the reason, and the next call reads the game after it. A game of more than 1,024 tags, 1,048,576 moves or
/// 64 MiB is bad, too, and so is one with a comment of more than 1 MiB or a line of more than 4 MiB, unless the reader
/// is lenient. Whatever it returns, what it gave out for the previous game is gone.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn philidor_pgn_next(
    reader: *mut philidor_pgn,
    fault: *mut philidor_fault,
) -> philidor_error {
    guarded(|| {
        // SAFETY: the caller promises what the header says of pointers.
        let (pgn, fault) = unsafe { (handle(reader)?, Output::optional(fault)?) };
        pgn.has_game = false;
        let read = pgn.reader.read_game(&mut pgn.game);
        pgn.remarks = pgn.reader.take_cuts();
        read.ok_or(philidor_error::PHILIDOR_END)?.map_err(|error| of_game(&fault, &error))?;
        pgn.has_game = true;
        Ok(())
    })
}

/// A remark on the game that was read last, good or bad, from 0: a symbol that was left out, a tag that is given twice
/// with different values, or a part that a lenient reader mended or left out. `PHILIDOR_NOTHING` if there are no more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn philidor_pgn_remark(
    reader: *const philidor_pgn,
    index: usize,
    remark: *mut philidor_fault,
) -> philidor_error {
    guarded(|| {
        // SAFETY: the caller promises what the header says of pointers.
        let (pgn, remark) = unsafe { (shared(reader)?, Output::one(remark)?) };
        remark.write(0, pgn.remarks.get(index).ok_or(philidor_error::PHILIDOR_NOTHING)?.into());
        Ok(())
    })
}

/// The position from which the game starts.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn philidor_pgn_start(
    reader: *const philidor_pgn,
    start: *mut philidor_position,
) -> philidor_error {
    guarded(|| {
        // SAFETY: the caller promises what the header says of pointers.
        let (game, start) = unsafe { (game(reader)?, Output::one(start)?) };
        start.write(0, philidor_position::from(&game.start));
        Ok(())
    })
}

/// The position after the last move.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn philidor_pgn_last(
    reader: *const philidor_pgn,
    last: *mut philidor_position,
) -> philidor_error {
    guarded(|| {
        // SAFETY: the caller promises what the header says of pointers.
        let (game, last) = unsafe { (game(reader)?, Output::one(last)?) };
        last.write(0, philidor_position::from(game.checker.position()));
        Ok(())
    })
}

/// The moves of the main line, which belong to the reader until the next game is asked for.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn philidor_pgn_moves(
    reader: *const philidor_pgn,
    moves: *mut *const philidor_move,
    count: *mut usize,
) -> philidor_error {
    guarded(|| {
        // SAFETY: the caller promises what the header says of pointers.
        let (game, moves, count) = unsafe { (game(reader)?, Output::one(moves)?, Output::one(count)?) };
        moves.write(0, game.moves.as_ptr());
        count.write(0, game.moves.len());
        Ok(())
    })
}

/// The result at the end of the game.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn philidor_pgn_result(
    reader: *const philidor_pgn,
    result: *mut philidor_result,
) -> philidor_error {
    guarded(|| {
        // SAFETY: the caller promises what the header says of pointers.
        let (game, result) = unsafe { (game(reader)?, Output::one(result)?) };
        result.write(0, game.result.into());
        Ok(())
    })
}

/// How many tags the game has.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn philidor_pgn_tag_count(
    reader: *const philidor_pgn,
    count: *mut usize,
) -> philidor_error {
    guarded(|| {
        // SAFETY: the caller promises what the header says of pointers.
        let (game, count) = unsafe { (game(reader)?, Output::one(count)?) };
        count.write(0, game.tags.len());
        Ok(())
    })
}

/// A text that ends with a zero, as the caller sees it.
fn lent(text: &[u8]) -> philidor_text {
    philidor_text { data: text.as_ptr().cast(), length: text.len().saturating_sub(1) }
}

/// The name and the value of a tag, from 0, in the order of the file; they belong to the reader until the next game is
/// asked for. `PHILIDOR_NOTHING` if there are no more.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn philidor_pgn_tag_at(
    reader: *const philidor_pgn,
    index: usize,
    name: *mut philidor_text,
    value: *mut philidor_text,
) -> philidor_error {
    guarded(|| {
        // SAFETY: the caller promises what the header says of pointers.
        let (game, name, value) = unsafe { (game(reader)?, Output::one(name)?, Output::one(value)?) };
        let tag = game.tag(index).ok_or(philidor_error::PHILIDOR_NOTHING)?;
        name.write(0, lent(tag[0]));
        value.write(0, lent(tag[1]));
        Ok(())
    })
}

/// The value of the tag with a name, or of the last one if there are several; it belongs to the reader until the next
/// game is asked for. `PHILIDOR_NOTHING` if there is none.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn philidor_pgn_tag(
    reader: *const philidor_pgn,
    name: *const c_char,
    length: usize,
    value: *mut philidor_text,
) -> philidor_error {
    guarded(|| {
        // SAFETY: the caller promises what the header says of pointers.
        let (game, name, value) = unsafe { (game(reader)?, text(name, length)?, Output::one(value)?) };
        let mut tags = (0..game.tags.len()).rev().filter_map(|index| game.tag(index));
        let tag = tags.find(|tag| lent_name(tag) == name).ok_or(philidor_error::PHILIDOR_NOTHING)?;
        value.write(0, lent(tag[1]));
        Ok(())
    })
}

/// The name of a tag without its zero.
fn lent_name<'a>(tag: &[&'a [u8]; 2]) -> &'a [u8] {
    tag[0].strip_suffix(&[0]).unwrap_or(tag[0])
}

/// Writes a game as PGN: its tags, its moves, its result and an empty line. The tags are texts by turns, a name and its
/// value, twice as many as there are tags; those of the roster that are missing are written as unknown, and a start
/// other than the usual one as `FEN`. The result is a `philidor_result`; `PHILIDOR_UNKNOWN_RESULT` stands for that by
/// the rules.
///
/// It needs room for its length and a zero: ask with no room first. `PHILIDOR_BAD_ARGUMENT` if a tag cannot be written;
/// the fault, which may be null, says which.
#[unsafe(no_mangle)]
pub unsafe extern "C" fn philidor_write_pgn(
    game: *const philidor_game,
    tags: *const philidor_text,
    tag_count: usize,
    result: u8,
    buffer: *mut c_char,
    size: usize,
    length: *mut usize,
    fault: *mut philidor_fault,
) -> philidor_error {
    guarded(|| {
        let texts = tag_count.checked_mul(2).ok_or(philidor_error::PHILIDOR_BAD_LENGTH)?;
        // SAFETY: the caller promises what the header says of pointers.
        let (game, tags, fault) =
            unsafe { (shared(game)?, Input::new(tags, texts)?, Output::optional(fault)?) };
        let mut tree = game.tree();
        let mut tags = tags.iter();
        while let (Some(name), Some(value)) = (tags.next(), tags.next()) {
            // SAFETY: likewise.
            let [name, value] =
                unsafe { [text(name.data, name.length)?, text(value.data, value.length)?] }.map(decode);
            tree.tags.set(&name, &value).map_err(|error| {
                failed(&fault, philidor_error::PHILIDOR_BAD_ARGUMENT, || philidor_fault::of(&error))
            })?;
        }
        match result {
            0 => {}
            1 => tree.result = GameResult::WhiteWins,
            2 => tree.result = GameResult::BlackWins,
            3 => tree.result = GameResult::Draw,
            _ => return Err(philidor_error::PHILIDOR_BAD_ARGUMENT),
        }
        // SAFETY: likewise.
        unsafe { write_text(tree.to_string().as_bytes(), buffer, size, length) }
    })
}
