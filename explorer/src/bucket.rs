//! What games are grouped by: the ratings of the players, the speed, the month.
//!
//! The groups are those of Lichess's explorer, so that its clients find the ones they ask for.
//!
//! ```text
//! bucket    0gggg sss      group of ratings, speed
//! month     year × 13 + month, which is 0 if only the year is known; 0 if nothing is
//! ```
//!
//! # Stability
//!
//! Numbers of groups, speeds, buckets and months are stored in indexes, and will not change.

use std::fmt;

/// The lowest rating of each group; the last one has no upper limit.
pub const GROUPS: [u16; 9] = [0, 1000, 1200, 1400, 1600, 1800, 2000, 2200, 2500];

/// The number of the group of games without ratings, which are counted with the lowest ones.
const UNRATED: u8 = 9;

/// How much time the players have, by the names of Lichess.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum Speed {
    /// Less than 30 seconds.
    UltraBullet,
    /// Less than three minutes.
    Bullet,
    /// Less than eight minutes.
    Blitz,
    /// Less than 25 minutes.
    Rapid,
    /// More.
    Classical,
    /// Days for a move, or no limit.
    Correspondence,
    /// The game does not say.
    Unknown,
}

impl Speed {
    /// The speeds that have a name, from the fastest to the slowest.
    pub const NAMED: [Speed; 6] = [
        Speed::UltraBullet,
        Speed::Bullet,
        Speed::Blitz,
        Speed::Rapid,
        Speed::Classical,
        Speed::Correspondence,
    ];

    /// The name, as in the API.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            Speed::UltraBullet => "ultraBullet",
            Speed::Bullet => "bullet",
            Speed::Blitz => "blitz",
            Speed::Rapid => "rapid",
            Speed::Classical => "classical",
            Speed::Correspondence => "correspondence",
            Speed::Unknown => "unknown",
        }
    }

    /// The speed with this name.
    #[must_use]
    pub fn from_name(name: &str) -> Option<Speed> {
        Speed::NAMED.into_iter().find(|speed| speed.name() == name)
    }

    /// The speed of a tag `TimeControl`: seconds and increment, where a game is taken to have forty moves.
    ///
    /// ```
    /// use philidor_explorer::Speed;
    /// let of = Speed::of_time_control;
    /// assert_eq!((of("300+3"), of("15+0"), of("60")), (Speed::Blitz, Speed::UltraBullet, Speed::Bullet));
    /// assert_eq!((of("40/5400+30"), of("-"), of("?")), (Speed::Classical, Speed::Correspondence, Speed::Unknown));
    /// ```
    #[must_use]
    pub fn of_time_control(text: &str) -> Speed {
        if text == "-" {
            return Speed::Correspondence;
        }
        // Only the first period counts: later ones do not make a slow game fast.
        let first = text.split(':').next().unwrap_or_default();
        let first = first.split_once('/').map_or(first, |(_, seconds)| seconds);
        let (base, increment) = first.split_once('+').unwrap_or((first, "0"));
        let (Ok(base), Ok(increment)) = (base.parse::<u32>(), increment.parse::<u32>()) else {
            return Speed::Unknown;
        };
        match base.saturating_add(increment.saturating_mul(40)) {
            0..30 => Speed::UltraBullet,
            30..180 => Speed::Bullet,
            180..480 => Speed::Blitz,
            480..1500 => Speed::Rapid,
            1500..86_400 => Speed::Classical,
            _ => Speed::Correspondence,
        }
    }
}

/// A group of ratings and a speed, in seven bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Bucket(u8);

impl Bucket {
    /// The bucket of games with this mean rating, 0 for none, and this speed.
    #[must_use]
    pub fn new(rating: u16, speed: Speed) -> Bucket {
        let group = match rating {
            0 => UNRATED,
            rating => GROUPS.iter().rposition(|&lowest| lowest <= rating).unwrap_or(0) as u8,
        };
        Bucket(group << 3 | speed as u8)
    }

    /// The bucket in these bits, the highest of which is ignored.
    #[must_use]
    pub const fn from_bits(bits: u8) -> Bucket {
        Bucket(bits & 0x7f)
    }

    /// The seven bits.
    #[must_use]
    pub const fn bits(self) -> u8 {
        self.0
    }

    /// Whether the games have ratings.
    #[must_use]
    pub const fn is_rated(self) -> bool {
        self.0 >> 3 != UNRATED
    }

    /// The number of its group in [`GROUPS`].
    #[must_use]
    pub const fn group(self) -> u8 {
        if self.is_rated() { self.0 >> 3 } else { 0 }
    }

    /// The number of its speed.
    #[must_use]
    pub const fn speed(self) -> u8 {
        self.0 & 7
    }
}

/// A month of a year, a year of which the month is not known, or nothing.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Month(u16);

impl Month {
    /// It is not known when the game was played.
    pub const UNKNOWN: Month = Month(0);
    /// The last one that can be written.
    pub const LAST: Month = Month(u16::MAX);

    /// A month from 1 to 12 of a year; any other number stands for a month that is not known.
    #[must_use]
    pub fn new(year: u16, month: u8) -> Month {
        let month = if (1..=12).contains(&month) { u16::from(month) } else { 0 };
        Month(year.saturating_mul(13).saturating_add(month))
    }

    /// Whether a month is known, not a year alone.
    #[must_use]
    pub const fn is_known(self) -> bool {
        !self.0.is_multiple_of(13)
    }

    /// The first month, and the last one, in which it may be.
    fn range(self) -> (Month, Month) {
        if self.is_known() { (self, self) } else { (Month::new(self.year(), 1), Month::new(self.year(), 12)) }
    }

    /// Whether it certainly lies between two months, both included.
    #[must_use]
    pub fn is_within(self, since: Month, until: Month) -> bool {
        let (first, last) = self.range();
        (since == Month::UNKNOWN || self != Month::UNKNOWN && since <= first)
            && (until == Month::LAST || self != Month::UNKNOWN && last <= until)
    }

    /// The month with this number.
    #[must_use]
    pub const fn from_bits(bits: u16) -> Month {
        Month(bits)
    }

    /// Its number.
    #[must_use]
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// The year, 0 if it is unknown.
    #[must_use]
    pub const fn year(self) -> u16 {
        self.0 / 13
    }

    /// Reads `2024-10`, or a year, which is its January.
    #[must_use]
    pub fn read(text: &str) -> Option<Month> {
        let (year, month) = text.split_once('-').unwrap_or((text, "1"));
        let is_number = |text: &str| text.len() <= 4 && text.bytes().all(|byte| byte.is_ascii_digit());
        if !is_number(year) || !is_number(month) {
            return None;
        }
        let month = month.parse().ok().filter(|month| (1..=12).contains(month))?;
        Some(Month::new(year.parse().ok()?, month))
    }
}

impl fmt::Display for Month {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.year(), self.0 % 13) {
            (0, 0) => f.write_str("????-??"),
            (year, 0) => write!(f, "{year:04}-??"),
            (year, month) => write!(f, "{year:04}-{month:02}"),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_rating_is_in_the_group_that_begins_below_it() {
        for (rating, group) in
            [(1, 0), (999, 0), (1000, 1), (1199, 1), (1200, 2), (2499, 7), (2500, 8), (4095, 8)]
        {
            let bucket = Bucket::new(rating, Speed::Rapid);
            assert_eq!((bucket.group(), bucket.speed(), bucket.is_rated()), (group, 3, true), "{rating}");
            assert_eq!(Bucket::from_bits(bucket.bits() | 0x80), bucket);
        }
        let without = Bucket::new(0, Speed::Unknown);
        assert_eq!((without.group(), without.speed(), without.is_rated()), (0, 6, false));
    }

    #[test]
    fn a_month_that_is_not_known_is_in_no_part_of_its_year() {
        let month = |text| Month::read(text).unwrap();
        let year = Month::new(2024, 0);
        assert_eq!(
            (year.to_string(), Month::UNKNOWN.to_string()),
            ("2024-??".to_owned(), "????-??".to_owned())
        );
        for (since, until, of_year, of_may) in [
            (Month::UNKNOWN, Month::LAST, true, true),
            (month("2024-01"), month("2024-12"), true, true),
            (month("2024-01"), Month::LAST, true, true),
            (month("2024-02"), Month::LAST, false, true),
            (Month::UNKNOWN, month("2024-11"), false, true),
            (month("2024-05"), month("2024-05"), false, true),
            (month("2025-01"), Month::LAST, false, false),
        ] {
            assert_eq!(year.is_within(since, until), of_year, "{since} {until}");
            assert_eq!(month("2024-05").is_within(since, until), of_may, "{since} {until}");
            let is_any = (since, until) == (Month::UNKNOWN, Month::LAST);
            assert_eq!(Month::UNKNOWN.is_within(since, until), is_any, "{since} {until}");
        }
    }

    #[test]
    fn months_are_read_as_they_are_written() {
        for text in ["0001-01", "1952-12", "2024-10", "3000-12"] {
            assert_eq!(Month::read(text).map(|month| month.to_string()).as_deref(), Some(text));
        }
        assert_eq!(Month::read("2024"), Month::read("2024-01"));
        for wrong in ["", "-", "2024-", "2024-13", "2024-0", "24a", "2024-1-1", "20240", "+123-01", "2024-+1"]
        {
            assert_eq!(Month::read(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn speeds_have_the_limits_of_lichess() {
        for (text, speed) in [
            ("29+0", Speed::UltraBullet),
            ("0+1", Speed::Bullet),
            ("179", Speed::Bullet),
            ("180+0", Speed::Blitz),
            ("479", Speed::Blitz),
            ("480+0", Speed::Rapid),
            ("1499", Speed::Rapid),
            ("900+15", Speed::Classical),
            ("1/86400", Speed::Correspondence),
            ("40/7200:3600", Speed::Classical),
            ("", Speed::Unknown),
            ("*60", Speed::Unknown),
            ("4294967295+4294967295", Speed::Correspondence),
        ] {
            assert_eq!(Speed::of_time_control(text), speed, "{text}");
        }
        assert!(Speed::NAMED.into_iter().all(|speed| Speed::from_name(speed.name()) == Some(speed)));
    }
}
