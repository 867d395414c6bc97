//! The variants by name, and the names by which files and programs call them.
//!
//! | variant | Lichess | UCI | also read |
//! |---|---|---|---|
//! | chess | `Standard`, `Chess960`, `From Position` | `chess` | what [`CastlingMode::from_variant`] reads |
//! | antichess | `Antichess` | `antichess` | `Anti` |
//! | atomic | `Atomic` | `atomic` | `Atomic chess`, `Atom` |
//! | crazyhouse | `Crazyhouse` | `crazyhouse` | `Crazy House`, `House`, `ZH` |
//! | giveaway | `Giveaway` | `giveaway` | `Give away`, `Giveaway chess` |
//! | horde | `Horde` | `horde` | `Horde chess` |
//! | king of the hill | `King of the Hill` | `kingofthehill` | `KOTH` |
//! | racing kings | `Racing Kings` | `racingkings` | `Racing`, `Race` |
//! | suicide | `Suicide` | `suicide` | `Suicide chess` |
//! | three-check | `Three-check` | `3check` | `3-check`, `Threecheck`, `Three check chess` |
//!
//! Case, blanks, hyphens and underscores do not count, and a `960` at the end of a name (`Crazyhouse960`) does not
//! change its meaning: the start is in the FEN.

use core::fmt;
use core::str::FromStr;

use alloc::string::{String, ToString};

use philidor::CastlingMode;

/// A variant whose rules this crate has.
///
/// ```
/// use philidor_variants::Variant;
/// assert_eq!("3-check".parse(), Ok(Variant::ThreeCheck));
/// assert_eq!(Variant::ThreeCheck.to_string(), "Three-check");
/// assert_eq!(Variant::ThreeCheck.uci_name(), "3check");
/// assert!("Bughouse".parse::<Variant>().is_err());
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Variant {
    /// Chess, from any start; Chess960 is a start, too.
    #[default]
    Chess,
    /// Captures are compulsory, and the side that loses everything wins.
    Antichess,
    /// Captures explode.
    Atomic,
    /// Captured pieces can be dropped.
    Crazyhouse,
    /// Antichess with castling.
    Giveaway,
    /// White has thirty-six pawns.
    Horde,
    /// Kings run to the center.
    KingOfTheHill,
    /// Kings run to the eighth rank.
    RacingKings,
    /// Antichess in which fewer pieces win if there is no move.
    Suicide,
    /// The third check wins.
    ThreeCheck,
}

/// The name of a variant on Lichess, its name in UCI, and other names, all as [`simplified`] has them.
type Names = (&'static str, &'static str, &'static [&'static str]);

impl Variant {
    /// All variants, chess first.
    pub const ALL: [Variant; 10] = [
        Variant::Chess,
        Variant::Antichess,
        Variant::Atomic,
        Variant::Crazyhouse,
        Variant::Giveaway,
        Variant::Horde,
        Variant::KingOfTheHill,
        Variant::RacingKings,
        Variant::Suicide,
        Variant::ThreeCheck,
    ];

    const fn names(self) -> Names {
        match self {
            Variant::Chess => ("Standard", "chess", &[]),
            Variant::Antichess => ("Antichess", "antichess", &["anti"]),
            Variant::Atomic => ("Atomic", "atomic", &["atom", "atomicchess"]),
            Variant::Crazyhouse => ("Crazyhouse", "crazyhouse", &["house", "zh"]),
            Variant::Giveaway => ("Giveaway", "giveaway", &["giveawaychess"]),
            Variant::Horde => ("Horde", "horde", &["hordechess"]),
            Variant::KingOfTheHill => ("King of the Hill", "kingofthehill", &["koth"]),
            Variant::RacingKings => ("Racing Kings", "racingkings", &["race", "racing"]),
            Variant::Suicide => ("Suicide", "suicide", &["suicidechess"]),
            Variant::ThreeCheck => ("Three-check", "3check", &["threecheck", "threecheckchess", "3checks"]),
        }
    }

    /// The name in UCI's option `UCI_Variant`.
    #[must_use]
    pub const fn uci_name(self) -> &'static str {
        self.names().1
    }

    /// Other names that are read, in lowercase and without blanks, hyphens and underscores.
    #[must_use]
    pub const fn other_names(self) -> &'static [&'static str] {
        self.names().2
    }
}

/// Lowercase letters and digits: case, blanks, hyphens and underscores do not count.
pub(crate) fn simplified(name: &str) -> String {
    name.chars()
        .filter(|letter| !matches!(letter, ' ' | '-' | '_'))
        .map(|letter| letter.to_ascii_lowercase())
        .collect()
}

impl fmt::Display for Variant {
    /// The name as Lichess writes it in the tag `Variant`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.names().0)
    }
}

/// The error for a text that names no variant of [`Variant::ALL`].
#[derive(Clone, PartialEq, Eq)]
#[non_exhaustive]
pub struct UnknownVariant {
    /// The text.
    pub text: String,
}

impl fmt::Display for UnknownVariant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}` is not a variant; known are ", self.text)?;
        for (index, variant) in Variant::ALL.into_iter().enumerate() {
            write!(f, "{}{}", if index == 0 { "" } else { ", " }, variant.uci_name())?;
        }
        Ok(())
    }
}

philidor::debug_is_the_sentence!(UnknownVariant);

impl core::error::Error for UnknownVariant {}

impl FromStr for Variant {
    type Err = UnknownVariant;

    fn from_str(text: &str) -> Result<Variant, UnknownVariant> {
        let name = simplified(text);
        let is_called = |variant: &Variant| {
            let (lichess, uci, others) = variant.names();
            let is_chess = |name: &str| CastlingMode::from_variant(name.as_bytes()).is_some();
            let is_one = |name: &str| {
                let is_listed = name == simplified(lichess) || name == uci || others.contains(&name);
                is_listed || *variant == Variant::Chess && is_chess(name)
            };
            is_one(&name) || name.strip_suffix("960").is_some_and(|name| !name.is_empty() && is_one(name))
        };
        let found = Variant::ALL.into_iter().find(is_called);
        found.ok_or_else(|| UnknownVariant { text: text.to_string() })
    }
}
