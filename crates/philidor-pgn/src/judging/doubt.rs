//! Doubts about a good game: two different results, or one that the board contradicts; wrong numbers or marks of moves.
//!
//! ```text
//! [Result "1-0"]                     the tag
//! 1. f3 e5 2. g4 Qh4#  1/2-1/2       the board: Black has won; the marker, which counts as the game's result
//! 1. Nf3# Nf6+ 4. g3                 no mate, no check, not the fourth move
//! ```

use core::fmt;

use philidor::{Color, Draw, GamePosition, GameResult, Outcome};

/// A contradiction in a good game; from [`Checker::doubts`](super::Checker::doubts) or
/// [`Arbiter::doubts`](super::Arbiter::doubts).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Doubt {
    /// The tag `Result` differs from the marker at the end.
    Tag {
        /// What the tag says.
        tag: GameResult,
        /// What the marker says.
        marker: GameResult,
    },
    /// The game [ends on the board](GamePosition::end_on_board), and the marker has a different result. `*`, which is
    /// not a result, contradicts nothing.
    Board {
        /// The end by the rules.
        outcome: Outcome,
        /// What the marker says.
        marker: GameResult,
    },
    /// A move has another number than its own. Of a game, the first such move is reported.
    Number {
        /// The number that is written.
        written: u32,
        /// That of the move.
        number: u32,
        /// Who plays it.
        color: Color,
    },
    /// The number of White's move has the three dots of Black's: `1... e4`. The first such move counts as a move with
    /// another number.
    Dots {
        /// The number of the move.
        number: u32,
    },
    /// A move is marked as mate, `#`, and does not mate, or as check, `+`, and gives no check. The first such move of a
    /// game is reported; a missing mark is not.
    Mark {
        /// Whether the mark is that of mate.
        is_mate: bool,
        /// The number of the move.
        number: u32,
        /// Who plays it.
        color: Color,
    },
}

/// The first wrong number and the first wrong mark of a game.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct DoubtfulMoves {
    number: Option<Doubt>,
    /// The doubt about the number before what may be a move.
    number_of_next: Option<Doubt>,
    mark: Option<Doubt>,
}

/// The number at the end of some text, whatever blanks and dots follow it.
#[inline(always)]
fn number_before(text: &[u8]) -> Option<u32> {
    let digits = text.iter().rev().skip_while(|byte| !byte.is_ascii_digit());
    let digits = digits.take_while(|byte| byte.is_ascii_digit());
    let (mut number, mut place) = (None, 1_u32);
    for digit in digits {
        let value = place.saturating_mul(u32::from(digit - b'0'));
        number = Some(number.unwrap_or(0_u32).saturating_add(value));
        place = place.saturating_mul(10);
    }
    number
}

/// Whether a text ends with the dots of Black's moves, whatever blanks follow them.
fn ends_with_dots(text: &[u8]) -> bool {
    let text = text.trim_ascii_end();
    text.ends_with(b"...") || text.ends_with("…".as_bytes()) || text.ends_with(b"\x85")
}

impl DoubtfulMoves {
    /// Compares what stands before a move with its number and its color.
    #[inline(always)]
    pub(super) fn compare_number(&mut self, text: &[u8], number: u32, color: Color) {
        // Of `1. ` and `1... ` only the latter has a dot in this place; `…` has bytes above ASCII.
        let may_have_dots = matches!(text, [.., b'.', _, _] | [.., 0x80..=0xff, _] | [.., 0x80..=0xff]);
        let may_have_dots = color == Color::White && may_have_dots;
        if may_have_dots || number_before(text).is_some_and(|written| written != number) {
            self.compare_without_escapes(text, number, color);
        }
    }

    /// The same without the lines that begin with `%`.
    #[cold]
    fn compare_without_escapes(&mut self, text: &[u8], number: u32, color: Color) {
        let escape = text.iter().rposition(|&byte| byte == b'%');
        let last = text.get(escape.unwrap_or(0)..).unwrap_or_default();
        let line_end = |byte: &u8| matches!(byte, b'\n' | b'\r');
        let from = escape.map_or(0, |_| last.iter().position(line_end).unwrap_or(last.len()));
        let text = last.get(from..).unwrap_or_default();
        let doubt = match number_before(text) {
            Some(written) if written != number => Doubt::Number { written, number, color },
            Some(_) if color == Color::White && ends_with_dots(text) => Doubt::Dots { number },
            _ => return,
        };
        self.number_of_next = self.number.is_none().then_some(doubt);
    }

    /// What followed was a move.
    #[inline(always)]
    pub(super) fn accept(&mut self) {
        if self.number_of_next.is_some() {
            self.number = self.number_of_next.take();
        }
    }

    /// What followed was no move.
    pub(super) fn refuse(&mut self) {
        self.number_of_next = None;
    }

    /// Compares the mark of a move with the position after it: whether it is check, and how the game ends there.
    #[inline(always)]
    pub(super) fn compare_mark(
        &mut self,
        san: &[u8],
        (number, color): (u32, Color),
        is_check: impl FnOnce() -> bool,
        end: impl FnOnce() -> Option<Outcome>,
    ) {
        if let Some(mark @ (b'#' | b'+')) = san.last()
            && self.mark.is_none()
        {
            self.compare_this_mark(*mark == b'#', (number, color), is_check, end);
        }
    }

    #[inline(never)]
    fn compare_this_mark(
        &mut self,
        is_mate: bool,
        (number, color): (u32, Color),
        is_check: impl FnOnce() -> bool,
        end: impl FnOnce() -> Option<Outcome>,
    ) {
        let is_check = is_check();
        // Other rules have other ends than mate, which are marked like it; stalemate is not.
        let is_stalemate = |end| end == Outcome::Draw(Draw::Stalemate);
        let is_over = || end().is_some_and(|end| is_check || !is_stalemate(end));
        if !(is_check && !is_mate || is_over()) {
            self.mark = Some(Doubt::Mark { is_mate, number, color });
        }
    }

    pub(super) fn into_doubts(self) -> impl Iterator<Item = Doubt> {
        self.number.into_iter().chain(self.mark)
    }
}

impl Doubt {
    /// How the tag `Result` and the last position of a game contradict its marker.
    ///
    /// ```
    /// use philidor::Position;
    /// use philidor_pgn::{Doubt, GameResult};
    /// let (tag, marker) = (GameResult::WhiteWins, GameResult::Draw);
    /// let doubts: Vec<Doubt> = Doubt::about_game(Some(tag), Some(marker), &Position::default()).collect();
    /// assert_eq!(doubts, [Doubt::Tag { tag, marker }]);
    /// assert_eq!(Doubt::about_game(Some(tag), Some(tag), &Position::default()).count(), 0);
    /// ```
    pub fn about_game<P: GamePosition>(
        tag: Option<GameResult>,
        marker: Option<GameResult>,
        last: &P,
    ) -> impl Iterator<Item = Doubt> + use<P> {
        Doubt::about_results(tag, marker, marker.and_then(|_| last.end_on_board()))
    }

    /// The same for a game that ends so on the board.
    pub(super) fn about_results(
        tag: Option<GameResult>,
        marker: Option<GameResult>,
        end: Option<Outcome>,
    ) -> impl Iterator<Item = Doubt> + use<> {
        let about_tag = tag.zip(marker).and_then(|(tag, marker)| Doubt::about_tag(tag, marker));
        let about_board = end.zip(marker).and_then(|(outcome, marker)| Doubt::about_board(outcome, marker));
        about_tag.into_iter().chain(about_board)
    }

    /// Whether a tag and a marker differ.
    fn about_tag(tag: GameResult, marker: GameResult) -> Option<Doubt> {
        (tag != marker).then_some(Doubt::Tag { tag, marker })
    }

    /// Whether the end on the board contradicts the marker.
    fn about_board(outcome: Outcome, marker: GameResult) -> Option<Doubt> {
        let agrees = marker == GameResult::Unknown || marker == outcome.result();
        (!agrees).then_some(Doubt::Board { outcome, marker })
    }
}

const fn of(color: Color) -> &'static str {
    match color {
        Color::White => "White's",
        Color::Black => "Black's",
    }
}

impl fmt::Display for Doubt {
    /// As a clause: `the tag Result is 1-0, but the game ends with 0-1`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Doubt::Tag { tag, marker } => {
                write!(f, "the tag Result is {tag}, but the game ends with {marker}")
            }
            Doubt::Board { outcome, marker } => write!(f, "{outcome}, but the game ends with {marker}"),
            Doubt::Number { written, number, color } => {
                write!(f, "{} move {number} has the number {written}", of(*color))
            }
            Doubt::Dots { number } => write!(f, "White's move {number} has the dots of Black's"),
            Doubt::Mark { is_mate: true, number, color } => {
                write!(f, "{} move {number} is marked #, but is not mate", of(*color))
            }
            Doubt::Mark { is_mate: false, number, color } => {
                write!(f, "{} move {number} is marked +, but gives no check", of(*color))
            }
        }
    }
}
