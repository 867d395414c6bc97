//! The variants, and the part of a position that only variants have.

use crate::board::Squares;

/// The rules of a game. Giveaway and suicide have the moves of antichess.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Variant {
    Chess,
    Antichess,
    Atomic,
    Crazyhouse,
    Horde,
    KingOfTheHill,
    RacingKings,
    ThreeCheck,
}

impl Variant {
    /// All names in UCI.
    pub(crate) const NAMES: [(&str, Variant); 10] = [
        ("chess", Variant::Chess),
        ("antichess", Variant::Antichess),
        ("atomic", Variant::Atomic),
        ("crazyhouse", Variant::Crazyhouse),
        ("giveaway", Variant::Antichess),
        ("horde", Variant::Horde),
        ("kingofthehill", Variant::KingOfTheHill),
        ("racingkings", Variant::RacingKings),
        ("suicide", Variant::Antichess),
        ("3check", Variant::ThreeCheck),
    ];

    pub(crate) fn named(name: &str) -> Result<Variant, String> {
        let known = Variant::NAMES.into_iter().find(|&(known, _)| known == name);
        known.map(|(_, variant)| variant).ok_or_else(|| format!("no such variant: {name}"))
    }

    /// Where a game begins.
    pub(crate) fn start(self) -> &'static str {
        match self {
            Variant::Antichess => "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w - - 0 1",
            Variant::Horde => "rnbqkbnr/pppppppp/8/1PP2PP1/PPPPPPPP/PPPPPPPP/PPPPPPPP/PPPPPPPP w kq - 0 1",
            Variant::RacingKings => "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1",
            _ => "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
        }
    }
}

/// The part that the board does not show; of two numbers the first is White's.
#[derive(Clone, Copy, Default)]
pub(crate) struct Extras {
    /// Pieces to drop, by kind.
    pub(crate) pockets: [[u8; 6]; 2],
    /// Where promoted pieces stand.
    pub(crate) promoted: Squares,
    /// Checks given.
    pub(crate) checks: [u8; 2],
}
