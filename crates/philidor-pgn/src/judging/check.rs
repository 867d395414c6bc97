//! Playing every move of every game: is the file sound?

use philidor::{CastlingMode, GamePosition, GameResult, Move, Position};

use super::arbiter::Arbiter;
use super::doubt::Doubt;
use super::scoresheet::{Counts, Scoresheet};
use crate::error::{PgnError, PgnErrorKind};
use crate::limits::Limits;
use crate::open_lines::OpenLines;
use crate::reading::Reader;
use crate::start::{self, StartTag, StartTags};
use crate::text::TagValue;
use crate::visitor::{Flow, Visitor};

/// Which moves of a game are played. See [`check_with`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Lines {
    /// Those of main lines.
    #[default]
    Main,
    /// Those of variations, too. There the null move, `--` or `Z0`, is allowed: annotators use it to show a threat.
    All,
}

/// How games are checked: within which limits, and which moves are played. See [`check_with`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "serde", derive(serde::Serialize, serde::Deserialize), serde(deny_unknown_fields))]
#[non_exhaustive]
pub struct CheckOptions {
    /// The limits on the parts of a game.
    pub limits: Limits,
    /// Which moves are played.
    pub lines: Lines,
}

impl CheckOptions {
    /// The default: the moves of main lines, and the limits of [`Limits::new`].
    ///
    /// ```
    /// use philidor_pgn::{CheckOptions, Limits, Lines};
    /// let options = CheckOptions::new().with_lines(Lines::All).with_limits(Limits::new().with_moves(600));
    /// assert_eq!((options.lines, options.limits.moves), (Lines::All, 600));
    /// ```
    #[must_use]
    pub const fn new() -> CheckOptions {
        CheckOptions { limits: Limits::new(), lines: Lines::Main }
    }

    /// With other limits for the parts of a game.
    #[must_use]
    pub const fn with_limits(self, limits: Limits) -> CheckOptions {
        CheckOptions { limits, ..self }
    }

    /// With other moves to play.
    #[must_use]
    pub const fn with_lines(self, lines: Lines) -> CheckOptions {
        CheckOptions { lines, ..self }
    }
}

/// Plays all games in a buffer and reports what is wrong with the bad ones, one error a game.
///
/// A game is good if it has the form of a game with a result at its end, starts from a valid position, and all moves of
/// its main line are legal. It starts from its tag `FEN`, or else from the start position; castling rights in that tag
/// may be those of Chess960, regardless of `Variant`. Games of variants with other rules are bad, and so is a second
/// `FEN` or `Variant` with another value. Of any other tag the last one counts, and the reader remarks on the others.
///
/// ```
/// use philidor_pgn::check;
/// let counts = check(b"1. e4 e5 2. Qh5 Nc6 3. Bc4 Nf6 4. Qxf7# 1-0", |error| panic!("{error}"));
/// assert_eq!((counts.games, counts.moves, counts.bad_games), (1, 7, 0));
/// ```
pub fn check(bytes: &[u8], on_error: impl FnMut(PgnError)) -> Counts {
    check_with(bytes, &CheckOptions::default(), on_error)
}

/// Like [`check`], with options.
///
/// ```
/// use philidor_pgn::{CheckOptions, Lines, check_with};
/// let options = CheckOptions::new().with_lines(Lines::All);
/// let mut errors = Vec::new();
/// check_with(b"1. e4 (1. d5) e5 *", &options, |error| errors.push(error.to_string()));
/// assert_eq!(errors, ["line 1, column 11: `d5`: illegal: no such pawn can move to d5"]);
/// ```
pub fn check_with(bytes: &[u8], options: &CheckOptions, mut on_error: impl FnMut(PgnError)) -> Counts {
    let mut reader = Reader::with_limits(bytes, options.limits);
    match options.lines {
        Lines::Main => {
            let mut arbiter = Arbiter::new();
            let bad_games = read_all(&mut reader, &mut arbiter, &mut on_error);
            Counts { bad_games, ..arbiter.counts() }
        }
        Lines::All => {
            let mut checker = Checker::new(options.lines);
            let bad_games = read_all(&mut reader, &mut checker, &mut on_error);
            Counts { bad_games, ..checker.counts() }
        }
    }
}

/// Reads all games, and counts the bad ones.
#[inline(always)]
fn read_all<V: Visitor>(
    reader: &mut Reader<'_>,
    visitor: &mut V,
    on_error: &mut impl FnMut(PgnError),
) -> u64 {
    let mut bad_games = 0;
    while let Some(game) = reader.read_game(visitor) {
        if let Err(error) = game {
            bad_games += 1;
            on_error(error);
        }
    }
    bad_games
}

/// The visitor that plays the moves, for use with any reader: it finds the same errors as [`check`].
///
/// If you need neither positions nor variations, an [`Arbiter`] is faster.
///
/// ```
/// use philidor_pgn::{Checker, Lines, Reader};
/// let mut checker = Checker::new(Lines::Main);
/// Reader::new(b"1. f3 e5 2. g4 Qh4# 0-1").read_game(&mut checker).expect("a game")?;
/// assert!(checker.position().legal_moves().is_empty());
/// # Ok::<(), philidor_pgn::PgnError>(())
/// ```
///
/// Over another position type ([`Checker::for_positions`]) it checks games with other rules.
#[derive(Clone, Debug)]
pub struct Checker<P: GamePosition = Position> {
    lines: Lines,
    /// Whether a fault in a variation ends that alone.
    cuts_variations: bool,
    /// The start of games that do not give one.
    start: P,
    start_tags: StartTags,
    open: OpenLines<P>,
    /// How castling is written according to the start of the game, and according to its variant.
    castling: [CastlingMode; 2],
    sheet: Scoresheet,
}

impl Checker {
    /// A visitor before its first game.
    #[must_use]
    pub fn new(lines: Lines) -> Checker {
        Checker::for_positions(lines)
    }
}

impl<P: GamePosition> Checker<P> {
    /// A visitor for games over another position type, before its first game. If you wrap it, forward
    /// [`begin_moves`](Visitor::begin_moves), too: it refuses a `FEN` that would have needed a `Variant`.
    #[must_use]
    pub fn for_positions(lines: Lines) -> Checker<P> {
        let start = P::default();
        Checker {
            lines,
            cuts_variations: false,
            open: OpenLines::new(start.clone()),
            start,
            start_tags: StartTags::default(),
            castling: [CastlingMode::Standard; 2],
            sheet: Scoresheet::default(),
        }
    }

    /// A fault in a variation ends the variation and not the game, whose main line is checked to its end. All such
    /// faults are then in [`Reader::take_cuts`].
    ///
    /// ```
    /// use philidor_pgn::{Checker, Lines, Reader};
    /// let mut checker = Checker::new(Lines::All).cutting_variations();
    /// let mut reader = Reader::new(b"1. e4 (1. d5) e5 (1... Ke6) 2. Ke3 *");
    /// assert!(reader.read_game(&mut checker).is_some_and(|game| game.is_err()));
    /// assert_eq!(reader.take_cuts().len(), 2);
    /// ```
    #[must_use]
    pub fn cutting_variations(self) -> Checker<P> {
        Checker { cuts_variations: true, ..self }
    }

    /// With moves that are read strictly, as [`Position::parse_san_strictly`] does: a game in which one is written
    /// otherwise is bad.
    ///
    /// ```
    /// use philidor_pgn::{Checker, Lines, Reader};
    /// let mut checker = Checker::new(Lines::Main).with_strict_moves();
    /// let game = Reader::new(b"1. e2-e4 *").read_game(&mut checker).expect("a game");
    /// let error = game.expect_err("read leniently otherwise");
    /// assert_eq!(error.to_string(), "line 1, column 4: `e2-e4`: strictly it is written e4");
    /// ```
    #[must_use]
    pub fn with_strict_moves(self) -> Checker<P> {
        Checker { open: self.open.with_strict_moves(), ..self }
    }

    /// The position after the last move.
    #[must_use]
    pub const fn position(&self) -> &P {
        self.open.position()
    }

    /// How UCI moves of the game write castling: as in Chess960 if the tag `Variant` names it, or if the start does not
    /// occur in standard chess.
    ///
    /// ```
    /// use philidor::CastlingMode;
    /// use philidor_pgn::{Checker, Lines, Reader};
    /// let mut checker = Checker::new(Lines::Main);
    /// let mut reader = Reader::new(b"[Variant \"Chess960\"]\n\n1. e4 * 1. d4 *");
    /// reader.read_game(&mut checker).expect("a game")?;
    /// assert_eq!(checker.castling_mode(), CastlingMode::Chess960);
    /// reader.read_game(&mut checker).expect("another game")?;
    /// assert_eq!(checker.castling_mode(), CastlingMode::Standard);
    /// # Ok::<(), philidor_pgn::PgnError>(())
    /// ```
    #[must_use]
    pub const fn castling_mode(&self) -> CastlingMode {
        let [of_start, of_variant] = self.castling;
        start::either(of_start, of_variant)
    }

    /// The doubts about the last game read, if it was good: two different results, or one that the board contradicts; a
    /// wrong number or mark of a move. Those about results are evaluated lazily.
    ///
    /// ```
    /// use philidor_pgn::{Checker, Lines, Reader};
    /// let mut checker = Checker::new(Lines::Main);
    /// let mut reader = Reader::new(b"[Result \"0-1\"]\n\n1. f3 e5 2. g4 Qh4# 1-0\n\n1. e4 d5+ 3. d4 1-0");
    /// let mut doubts = Vec::new();
    /// while let Some(game) = reader.read_game(&mut checker) {
    ///     game?;
    ///     doubts.extend(checker.doubts().map(|doubt| doubt.to_string()));
    /// }
    /// assert_eq!(
    ///     doubts,
    ///     [
    ///         "the tag Result is 0-1, but the game ends with 1-0",
    ///         "Black wins by checkmate, but the game ends with 1-0",
    ///         "White's move 2 has the number 3",
    ///         "Black's move 1 is marked +, but gives no check",
    ///     ]
    /// );
    /// # Ok::<(), philidor_pgn::PgnError>(())
    /// ```
    pub fn doubts(&self) -> impl Iterator<Item = Doubt> + use<P> {
        self.sheet.doubts(self.position().end_on_board())
    }

    /// The last move of the current line; `None` before its first. After a move was visited it is that move.
    ///
    /// ```
    /// use philidor_pgn::{Checker, Lines, Reader};
    /// let mut checker = Checker::new(Lines::Main);
    /// Reader::new(b"1. e4 e5 (1... c5) *").read_game(&mut checker).expect("a game")?;
    /// assert_eq!(checker.last_move().map(|mv| mv.notation()).as_deref(), Some("e7e5"));
    /// # Ok::<(), philidor_pgn::PgnError>(())
    /// ```
    #[must_use]
    pub fn last_move(&self) -> Option<Move> {
        self.open.last_move()
    }

    /// The games and moves seen. Bad games are left for the reader to count.
    #[must_use]
    pub const fn counts(&self) -> Counts {
        self.sheet.counts()
    }
}

impl<P: GamePosition> Visitor for Checker<P> {
    fn begin_game(&mut self) -> Result<(), PgnErrorKind> {
        self.open.restart(&self.start);
        self.start_tags.clear::<P>();
        self.castling = [CastlingMode::Standard; 2];
        self.sheet.begin_game();
        Ok(())
    }

    #[inline(always)]
    fn tag(&mut self, name: &[u8], value: TagValue<'_>) -> Result<(), PgnErrorKind> {
        let start = match self.start_tags.read::<P>(name, value)? {
            StartTag::Fen(start) => start,
            StartTag::Variant(mode, start) => {
                self.castling[1] = mode;
                start
            }
            StartTag::Other => {
                self.sheet.tag(name, value);
                return Ok(());
            }
        };
        if let Some(start) = start {
            self.open.restart(&start);
            self.castling[0] = start.castling_mode();
        }
        Ok(())
    }

    #[inline(always)]
    fn begin_moves(&mut self) -> Result<Flow, PgnErrorKind> {
        self.start_tags.end().map(|()| Flow::Read)
    }

    #[inline(always)]
    fn before_move(&mut self, text: &[u8]) {
        let position = self.open.position();
        let (number, color) = (position.fullmove_number(), position.side_to_move());
        self.sheet.moves.compare_number(text, number, color);
    }

    #[inline(always)]
    fn san(&mut self, san: &[u8]) -> Result<(), PgnErrorKind> {
        let number = self.open.position().fullmove_number();
        match self.open.play_san(san) {
            Ok(_) => {
                self.sheet.moves.accept();
                let after = self.open.position();
                let mover = (number, !after.side_to_move());
                self.sheet.moves.compare_mark(san, mover, || after.is_check(), || after.end_on_board());
                self.sheet.count_move();
            }
            Err(error) => {
                self.sheet.moves.refuse();
                if !self.open.is_in_variation() {
                    return Err(error.into());
                }
                self.open.play_null(error)?;
            }
        }
        Ok(())
    }

    #[inline(always)]
    fn begin_variation(&mut self) -> Result<Flow, PgnErrorKind> {
        if self.lines == Lines::Main {
            return Ok(Flow::Skip);
        }
        self.open.open();
        Ok(Flow::Read)
    }

    fn end_variation(&mut self) -> Result<(), PgnErrorKind> {
        self.open.close();
        Ok(())
    }

    fn fault_in_variation(&mut self, fault: PgnErrorKind) -> Result<(), PgnErrorKind> {
        if self.cuts_variations { Ok(()) } else { Err(fault) }
    }

    fn null_move(&mut self, fault: PgnErrorKind) -> Result<(), PgnErrorKind> {
        self.open.play_null_for(fault).map(|_| ())
    }

    fn result(&mut self, result: GameResult) -> Result<(), PgnErrorKind> {
        self.sheet.result(result);
        Ok(())
    }

    fn end_game(&mut self) -> Result<(), PgnErrorKind> {
        self.sheet.end_game()
    }
}
