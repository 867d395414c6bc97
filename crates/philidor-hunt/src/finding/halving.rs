//! As many of some items removed as possible: half of them at once, then a quarter, down to one.

use std::ops::Range;

/// Removes items of something. `count` says how many are left; `remove` removes a range of them, or returns false.
pub(crate) fn halve<C>(
    something: &mut C,
    count: impl Fn(&C) -> usize,
    mut remove: impl FnMut(&mut C, Range<usize>) -> bool,
) {
    let mut size = count(something).div_ceil(2);
    while size > 0 {
        let mut at = 0;
        loop {
            let left = count(something);
            if at >= left {
                break;
            }
            if !remove(something, at..(at + size).min(left)) {
                at += size;
            }
        }
        size /= 2;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_needed_stays() {
        let mut items: Vec<u32> = (0..100).collect();
        halve(&mut items, Vec::len, |items, range| {
            let rest: Vec<u32> = [&items[..range.start], &items[range.end..]].concat();
            let is_enough = rest.contains(&17) && rest.contains(&71);
            if is_enough {
                *items = rest;
            }
            is_enough
        });
        assert_eq!(items, [17, 71]);
    }
}
