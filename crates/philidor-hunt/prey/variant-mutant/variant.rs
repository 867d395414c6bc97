//! The variants, by the names that UCI has for them.

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Variant {
    Chess,
    Antichess,
    Atomic,
    Crazyhouse,
    Giveaway,
    Horde,
    KingOfTheHill,
    RacingKings,
    Suicide,
    ThreeCheck,
}

impl Variant {
    /// The names that UCI has for them.
    pub(crate) const NAMES: [(&str, Variant); 10] = [
        ("chess", Variant::Chess),
        ("antichess", Variant::Antichess),
        ("atomic", Variant::Atomic),
        ("crazyhouse", Variant::Crazyhouse),
        ("giveaway", Variant::Giveaway),
        ("horde", Variant::Horde),
        ("kingofthehill", Variant::KingOfTheHill),
        ("racingkings", Variant::RacingKings),
        ("suicide", Variant::Suicide),
        ("3check", Variant::ThreeCheck),
    ];

    pub(crate) fn named(name: &str) -> Option<Variant> {
        Variant::NAMES.into_iter().find(|&(known, _)| known == name).map(|(_, variant)| variant)
    }

    /// Whether who loses everything wins.
    pub(crate) fn loses(self) -> bool {
        matches!(self, Variant::Antichess | Variant::Giveaway | Variant::Suicide)
    }
}
