//! Why a FEN is refused: every fault that can be found, not only the first.
//!
//! The library names all faults of a *setup*, but reads a *text* only as far as the first word that it cannot read.
//! Here the reading continues: a refused word is replaced by a neutral one and the text is read again, until there is a
//! setup. Faults that depend on a replaced word are left out, since they cannot be known.
//!
//! ```text
//! 8/8/8/8/8/8/8/K x - e9 0 1     side to move, column 17: `x` is neither w nor b
//! 8/8/8/8/8/8/8/K w - e9 0 1     en-passant square, column 21: `e9` is neither - nor a square
//! 8/8/8/8/8/8/8/K w - -  0 1     black has no king
//! ```
//!
//! Some faults only mean that no game leads to a position. Whether they count is the choice of a [`Door`], which
//! `--unreachable` opens.

use std::fmt;

use philidor::{Fault, FenError, FenErrorKind, FenField, Position, Setup, Strictness};
use philidor_host::{Visible, is_hidden};

/// Texts longer than this are not drawn under an error.
const DRAWN_LENGTH: usize = 120;

/// Which positions pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Door {
    /// Those without faults; the subcommand has no option for others.
    Strict,
    /// Those without faults, since `--unreachable` was not given.
    StrictUnlessAsked,
    /// `--unreachable` was given: positions with well-defined moves pass, too.
    WellDefined,
}

impl From<Door> for Strictness {
    fn from(door: Door) -> Strictness {
        if door == Door::WellDefined { Strictness::WellDefined } else { Strictness::Reachable }
    }
}

/// Everything that is wrong with a FEN, which is at least one thing.
#[derive(Debug)]
pub struct Refusal {
    text: String,
    door: Door,
    /// What cannot be read: at most one error for each field.
    unreadable: Vec<FenError>,
    /// What is wrong with the rest.
    faults: Vec<Fault>,
}

/// Reads a FEN to the end, whatever is wrong with it.
///
/// # Errors
///
/// Everything that is wrong with it.
///
/// ```
/// use philidor_program::positions::{Door, read_fen};
///
/// let refusal = read_fen("8/8/8/8/8/8/8/K x - e9 0 1", Door::Strict).expect_err("three faults");
/// assert_eq!(refusal.messages().len(), 3);
/// ```
pub fn read_fen(text: &str, door: Door) -> Result<Position, Refusal> {
    let mut refusal = Refusal { text: text.to_owned(), door, unreadable: Vec::new(), faults: Vec::new() };
    let mut probe = Probe { text: text.to_owned(), longer_by: 0 };
    loop {
        match probe.text.parse::<Setup>() {
            Ok(setup) => return refusal.judge(setup),
            Err(mut error) => {
                let replaced = probe.replace(&error);
                let again = refusal.is_unreadable(error.field);
                error.column = error.column.saturating_sub(replaced.shift);
                refusal.add(error);
                if again || !replaced.any {
                    return Err(refusal);
                }
            }
        }
    }
}

/// The text with its unreadable words replaced.
struct Probe {
    text: String,
    /// By how many characters the replaced board is longer than the original; all other replacements keep the columns.
    longer_by: usize,
}

/// What happened to the word of an error.
struct Replaced {
    /// Whether there was a word to replace, so that reading again is worthwhile.
    any: bool,
    /// How far off the column of the error is.
    shift: usize,
}

impl Probe {
    /// Replaces the word with the error by a neutral one.
    fn replace(&mut self, error: &FenError) -> Replaced {
        let shift = self.longer_by;
        // A missing word cannot be replaced, and text after the last field is the last error.
        let word = match error.kind {
            FenErrorKind::Missing | FenErrorKind::Trailing | FenErrorKind::Operations => None,
            _ => self.text.split_whitespace().nth(error.field as usize),
        };
        let Some(word) = word else {
            return Replaced { any: false, shift };
        };
        let stand_in = match error.field {
            FenField::Board => "8/8/8/8/8/8/8/8",
            FenField::SideToMove => "w",
            FenField::CastlingRights | FenField::EnPassantSquare => "-",
            FenField::HalfmoveClock => "0",
            FenField::FullmoveNumber => "1",
            FenField::Extra => return Replaced { any: false, shift },
        };
        let length = word.chars().count();
        let start = word.as_ptr() as usize - self.text.as_ptr() as usize;
        self.longer_by += stand_in.len().saturating_sub(length);
        // Formatting panics at a width beyond 16 bits.
        let blanks = " ".repeat(length.saturating_sub(stand_in.len()));
        self.text.replace_range(start..start + word.len(), &format!("{stand_in}{blanks}"));
        Replaced { any: true, shift }
    }
}

impl Refusal {
    /// Each fault in its own words.
    pub fn messages(&self) -> Vec<String> {
        let unreadable = self.unreadable.iter().map(FenError::to_string);
        unreadable.chain(self.faults.iter().map(Fault::to_string)).collect()
    }

    /// All faults in one line, and the option that would let the position pass, if one would.
    pub fn sentence(&self) -> String {
        let hint = self.accepted_by().map(|option| format!("; {option} accepts it"));
        self.messages().join("; ") + &hint.unwrap_or_default()
    }

    /// The option that can be given and would let the position pass, if one would.
    pub fn accepted_by(&self) -> Option<&'static str> {
        let undefined = self.faults.iter().any(Fault::leaves_rules_undefined);
        let helps = self.door == Door::StrictUnlessAsked && self.unreadable.is_empty() && !undefined;
        helps.then_some("--unreachable")
    }

    fn is_unreadable(&self, field: FenField) -> bool {
        self.unreadable.iter().any(|error| error.field == field)
    }

    /// Notes what cannot be read.
    fn add(&mut self, error: FenError) {
        // Whether `F` and `G` are one right or two depends on where the king is, which is unknown without a board.
        let depends_on_board = error.kind == FenErrorKind::RightTwice;
        if !(depends_on_board && self.is_unreadable(FenField::Board)) {
            self.unreadable.push(error);
        }
    }

    /// The position, if the text was read without replacements and describes one.
    fn judge(mut self, setup: Setup) -> Result<Position, Refusal> {
        match Position::from_setup(setup, self.door.into()) {
            Ok(position) if self.unreadable.is_empty() => return Ok(position),
            Ok(_) => {}
            Err(error) => {
                self.faults = error.faults.into_iter().filter(|fault| self.is_known(fault)).collect();
            }
        }
        Err(self)
    }

    /// Whether a fault is in the text itself, not in the words that replace parts of it.
    fn is_known(&self, fault: &Fault) -> bool {
        let by_turn = matches!(
            fault,
            Fault::OpponentInCheck { .. } | Fault::TooManyCheckers { .. } | Fault::EnPassant { .. }
        );
        let unknown = |field| self.is_unreadable(field);
        !(unknown(FenField::Board) || by_turn && unknown(FenField::SideToMove))
    }

    /// The columns to point at, in ascending order.
    fn columns(&self) -> Vec<usize> {
        self.unreadable.iter().map(|error| error.column).collect()
    }
}

impl fmt::Display for Refusal {
    /// All faults in one line; below it the text, with a mark under each word that cannot be read.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", Visible(&self.sentence()))?;
        let drawn = !self.unreadable.is_empty()
            && self.text.chars().count() <= DRAWN_LENGTH
            && !self.text.contains(is_hidden);
        if !drawn {
            return Ok(());
        }
        write!(f, "\n  {}\n  ", self.text)?;
        let mut at = 0;
        for column in self.columns() {
            write!(f, "{:>width$}", "^", width = column.saturating_sub(at))?;
            at = column;
        }
        Ok(())
    }
}

impl std::error::Error for Refusal {}

#[cfg(test)]
mod tests {
    use super::*;

    fn refused(text: &str) -> Refusal {
        read_fen(text, Door::Strict).expect_err("a FEN with faults")
    }

    fn messages(text: &str) -> Vec<String> {
        refused(text).messages()
    }

    #[test]
    fn every_unreadable_field_is_named_with_its_own_column() {
        let text = "8/8/8/8/8/8/8/8 x KX e9 5z -1";
        let expected = [
            "side to move, column 17: `x` is neither w nor b",
            "castling rights, column 20: `X` is not a castling right",
            "en-passant square, column 22: `e9` is neither - nor a square",
            "halfmove clock, column 25: `5z` is not a number, or is too large",
            "fullmove number, column 28: `-1` is not a number, or is too large",
            "white has no king",
            "black has no king",
        ];
        assert_eq!(messages(text), expected);
    }

    #[test]
    fn columns_stay_right_after_a_board_shorter_than_its_replacement() {
        for board in ["abc", "8/8", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNRR"] {
            let column = board.chars().count() + 2;
            let found = messages(&format!("{board} x - - 0 1"));
            assert_eq!(found.len(), 2, "{found:?}");
            assert!(found[1].starts_with(&format!("side to move, column {column}:")), "{found:?}");
        }
    }

    #[test]
    fn a_word_longer_than_a_width_can_be_is_refused_and_the_columns_after_it_stay_right() {
        for length in [65_535, 65_536, 200_000] {
            let word = "8".repeat(length);
            let found = messages(&format!("{word} x - - 0 1"));
            assert!(found[1].starts_with(&format!("side to move, column {}:", length + 2)), "{length}");
            for fen in [format!("8/8/8/8/8/8/8/8 {word} - - 0 1"), format!("8/8/8/8/8/8/8/8 w - - 0 {word}")]
            {
                assert!(!messages(&fen).is_empty());
            }
        }
    }

    #[test]
    fn faults_that_depend_on_an_unreadable_word_are_left_out() {
        // With Black to move, the white king could be captured; whose turn it is cannot be read.
        let check = "4k3/8/8/8/8/8/4r3/4K3";
        assert_eq!(messages(&format!("{check} b - - 0 1")).len(), 1);
        assert_eq!(
            messages(&format!("{check} x - - 0 1")),
            ["side to move, column 23: `x` is neither w nor b"]
        );
        // On the empty board of the replacement, both rights would be short ones.
        assert_eq!(messages("bad w GF - 0 1").len(), 1);
    }

    #[test]
    fn what_the_library_accepts_is_accepted_and_nothing_else() {
        let texts = [
            "",
            "8",
            "4k3/8/8/8/8/8/8/4K3 w - -",
            "4k3/8/8/8/8/8/8/4K3 w - - 0",
            "4k3/8/8/8/8/8/8/4K3 w - - 0 1 2",
        ];
        for text in texts {
            assert_eq!(read_fen(text, Door::Strict).ok(), text.parse::<Position>().ok(), "{text}");
        }
    }

    #[test]
    fn marks_are_under_the_words_that_cannot_be_read() {
        let refusal = refused("4k3/8/8/8/8/8/8/4K3 x - e9 0 1");
        let drawn: Vec<String> = refusal.to_string().lines().skip(1).map(str::to_owned).collect();
        assert_eq!(drawn, ["  4k3/8/8/8/8/8/8/4K3 x - e9 0 1", "                      ^   ^"]);
    }

    #[test]
    fn the_option_is_named_where_it_would_help() {
        let accepted_by =
            |text, door| read_fen(text, door).map_or_else(|refusal| refusal.accepted_by(), |_| None);
        let triple_check = "4k3/8/8/b7/4r3/8/6n1/4K3 w - - 0 1";
        assert_eq!(accepted_by(triple_check, Door::StrictUnlessAsked), Some("--unreachable"));
        assert_eq!(accepted_by(triple_check, Door::Strict), None);
        assert!(read_fen(triple_check, Door::WellDefined).is_ok());
        // Black's king is missing, too; or the clock cannot be read.
        for text in ["8/8/8/b7/4r3/8/6n1/4K3 w - - 0 1", "4k3/8/8/b7/4r3/8/6n1/4K3 w - - x 1"] {
            assert_eq!(accepted_by(text, Door::StrictUnlessAsked), None, "{text}");
        }
    }

    #[test]
    fn control_characters_never_reach_the_terminal() {
        let refusal = refused("\u{1b}[2J w - - 0 1");
        assert!(!refusal.to_string().contains('\u{1b}'), "{refusal}");
    }

    #[test]
    fn neither_do_invisible_characters_or_those_that_move_others() {
        let hidden = "\u{ad}\u{61c}\u{200b}\u{200c}\u{200d}\u{200e}\u{200f}\u{2028}\u{2029}\u{202a}\u{202b}\u{202c}\u{202d}\u{202e}\
            \u{2060}\u{2066}\u{2067}\u{2068}\u{2069}\u{206f}\u{fe0f}\u{feff}\u{fff9}\u{e0001}\u{e0020}\u{e007f}\u{e0100}";
        for character in hidden.chars() {
            let text = format!("e2e4{character}");
            assert_eq!(Visible(&text).to_string(), format!("e2e4<U+{:04X}>", character as u32));
            let refusal = refused(&format!("8/8{character} w - - 0 1"));
            assert!(!refusal.to_string().contains(character), "{refusal}");
        }
    }
}
