//! Which games count: by ratings, speeds and months.

use crate::bucket::Month;
use crate::row::Entry;

/// Which games count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Filter {
    /// A bit for each group of ratings.
    pub(crate) groups: u16,
    /// A bit for each speed, the unknown one too.
    pub(crate) speeds: u8,
    pub(crate) since: Month,
    pub(crate) until: Month,
}

impl Filter {
    /// All games.
    pub const ALL: Filter =
        Filter { groups: u16::MAX, speeds: u8::MAX, since: Month::UNKNOWN, until: Month::LAST };

    /// Whether the games of an entry count.
    #[must_use]
    pub fn takes(&self, entry: &Entry) -> bool {
        let (group, speed) = (entry.bucket.group(), entry.bucket.speed());
        self.groups >> group & 1 == 1
            && self.speeds >> speed & 1 == 1
            && entry.month.is_within(self.since, self.until)
    }
}
