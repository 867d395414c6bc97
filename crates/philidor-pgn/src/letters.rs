//! The letters of pieces in other languages.
//!
//! ```text
//! English  K Q R B N P    Nf3  exd8=Q
//! German   K D T L S B    Sf3  exd8=D
//! French   R D T F C P    Cf3  exd8=D
//! ```
//!
//! A letter may stand for different pieces in two languages, so the caller has to say which one a file uses.

use philidor::GameResult;

use super::error::PgnErrorKind;
use super::text::TagValue;
use super::visitor::{Flow, Visitor};

/// The language whose letters stand for pieces. Figurines are understood in all of them.
///
/// ```
/// use philidor_pgn::{Checker, Letters, Lines, Reader};
/// for (letters, text) in [
///     (Letters::German, "1. e4 e5 2. Sf3 Sc6 3. Lb5 Lc5 4. 0-0 Kf8 *"),
///     (Letters::French, "1. e4 e5 2. Cf3 Cc6 3. Fb5 Fc5 4. 0-0 Rf8 *"),
/// ] {
///     let mut checker = Checker::new(Lines::Main);
///     Reader::new(text.as_bytes()).read_game(&mut letters.reading(&mut checker)).expect("a game")?;
///     assert_eq!(checker.counts().moves, 8);
/// }
/// # Ok::<(), philidor_pgn::PgnError>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Letters {
    /// `K`, `Q`, `R`, `B`, `N`, `P`, as the standard has it.
    #[default]
    English,
    /// `K`, `D`, `T`, `L`, `S`, `B`.
    German,
    /// `R`, `D`, `T`, `F`, `C`, `P`.
    French,
}

/// The English letters, in the order of all tables.
const ENGLISH: &[u8; 6] = b"KQRBNP";

/// A move has fewer bytes; longer text is not one.
const MAX_BYTES: usize = 16;

impl Letters {
    const fn table(self) -> &'static [u8; 6] {
        match self {
            Letters::English => ENGLISH,
            Letters::German => b"KDTLSB",
            Letters::French => b"RDTFCP",
        }
    }

    /// A visitor that reads moves with these letters and passes them to another visitor with English ones. Letters that
    /// the language does not have stay as they are.
    pub fn reading(self, visitor: &mut dyn Visitor) -> TranslatedGame<'_> {
        TranslatedGame { letters: self, visitor }
    }

    fn to_english(self, letter: u8) -> u8 {
        let at = self.table().iter().position(|&known| known == letter);
        at.and_then(|at| ENGLISH.get(at)).copied().unwrap_or(letter)
    }
}

/// A visitor that reads moves in another language; made by [`Letters::reading`].
pub struct TranslatedGame<'v> {
    letters: Letters,
    visitor: &'v mut dyn Visitor,
}

impl Visitor for TranslatedGame<'_> {
    fn begin_game(&mut self) -> Result<(), PgnErrorKind> {
        self.visitor.begin_game()
    }

    fn tag(&mut self, name: &[u8], value: TagValue<'_>) -> Result<(), PgnErrorKind> {
        self.visitor.tag(name, value)
    }

    fn begin_moves(&mut self) -> Result<Flow, PgnErrorKind> {
        self.visitor.begin_moves()
    }

    fn before_move(&mut self, text: &[u8]) {
        self.visitor.before_move(text);
    }

    fn san(&mut self, san: &[u8]) -> Result<(), PgnErrorKind> {
        if self.letters == Letters::English {
            return self.visitor.san(san);
        }
        let mut english = [0; MAX_BYTES];
        let Some(english) = english.get_mut(..san.len()) else { return self.visitor.san(san) };
        english.iter_mut().zip(san).for_each(|(place, &letter)| *place = self.letters.to_english(letter));
        self.visitor.san(english)
    }

    fn nag(&mut self, nag: u8) -> Result<(), PgnErrorKind> {
        self.visitor.nag(nag)
    }

    fn comment(&mut self, comment: &[u8]) -> Result<(), PgnErrorKind> {
        self.visitor.comment(comment)
    }

    fn begin_variation(&mut self) -> Result<Flow, PgnErrorKind> {
        self.visitor.begin_variation()
    }

    fn end_variation(&mut self) -> Result<(), PgnErrorKind> {
        self.visitor.end_variation()
    }

    fn fault_in_variation(&mut self, fault: PgnErrorKind) -> Result<(), PgnErrorKind> {
        self.visitor.fault_in_variation(fault)
    }

    fn null_move(&mut self, fault: PgnErrorKind) -> Result<(), PgnErrorKind> {
        self.visitor.null_move(fault)
    }

    fn result(&mut self, result: GameResult) -> Result<(), PgnErrorKind> {
        self.visitor.result(result)
    }

    fn end_game(&mut self) -> Result<(), PgnErrorKind> {
        self.visitor.end_game()
    }
}
