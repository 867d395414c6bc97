//! Keys that came before, in bounded memory: a table of buckets, in which a full bucket forgets its oldest key.

/// The keys of a bucket.
const WAYS: usize = 8;

/// Which keys came before.
///
/// ```
/// use philidor_train::data::SeenKeys;
///
/// let mut seen = SeenKeys::new(1 << 20).expect("a mebibyte");
/// assert!(seen.is_new(7) && !seen.is_new(7));
/// assert_eq!(seen.forgotten(), 0);
/// assert!(SeenKeys::new(1 << 60).is_none());
/// ```
#[derive(Debug)]
pub struct SeenKeys {
    /// Zeros are free.
    buckets: Vec<[u64; WAYS]>,
    forgotten: u64,
}

impl SeenKeys {
    /// A table in this many bytes of memory, but at least 64; `None` if there is not as much. It forgets keys long
    /// before it has one for each eight bytes, since by chance some buckets are full early.
    #[must_use]
    pub fn new(memory: u64) -> Option<SeenKeys> {
        let count = usize::try_from(memory / size_of::<[u64; WAYS]>() as u64).ok()?.max(1);
        // Zeros that are allocated at once take no memory until they are used, so it is only asked for here.
        let mut asked = Vec::<[u64; WAYS]>::new();
        asked.try_reserve_exact(count).ok()?;
        // Nothing is in it, so the compiler could leave out the question.
        drop(std::hint::black_box(asked));
        Some(SeenKeys { buckets: vec![[0; WAYS]; count], forgotten: 0 })
    }

    /// Whether a key comes for the first time, as far as the table remembers. Distinct keys are never taken for the
    /// same.
    pub fn is_new(&mut self, key: u64) -> bool {
        // A key of 0 would look free.
        let key = key.max(1);
        let place = (u128::from(key) * self.buckets.len() as u128) >> 64;
        let bucket = &mut self.buckets[place as usize];
        if bucket.contains(&key) {
            return false;
        }
        self.forgotten += u64::from(bucket[WAYS - 1] != 0);
        bucket.rotate_right(1);
        bucket[0] = key;
        true
    }

    /// How many keys were forgotten; if none, no key has come twice unnoticed.
    #[must_use]
    pub const fn forgotten(&self) -> u64 {
        self.forgotten
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_full_bucket_forgets_its_oldest_key() {
        let mut seen = SeenKeys::new(1).expect("64 bytes");
        assert!((1..=8).all(|key| seen.is_new(key)) && seen.forgotten() == 0);
        assert!((1..=8).all(|key| !seen.is_new(key)));
        assert!(seen.is_new(9));
        assert_eq!(seen.forgotten(), 1);
        assert!(seen.is_new(1), "the oldest");
        assert!(!seen.is_new(9));
    }
}
