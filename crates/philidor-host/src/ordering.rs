//! Sorting for short or rare lists, with little to compile: one function for all types sorts indices, where each sort
//! of the standard library is ten kilobytes of machine code.

use core::cmp::Ordering;

/// Sorts by a key, stably: equal items keep their order.
///
/// ```
/// let mut words = vec!["knight", "king", "queen"];
/// philidor_host::sort_by_key(&mut words, |word| word.len());
/// assert_eq!(words, ["king", "queen", "knight"]);
/// ```
pub fn sort_by_key<T, K: Ord>(items: &mut Vec<T>, key: impl Fn(&T) -> K) {
    let order = order(items.len(), &|one, other| key(&items[one]).cmp(&key(&items[other])));
    let mut unordered: Vec<Option<T>> = items.drain(..).map(Some).collect();
    items.extend(order.into_iter().filter_map(|number| unordered[number].take()));
}

/// The indices below `len`, in the order of the items that they stand for.
fn order(len: usize, compare: &dyn Fn(usize, usize) -> Ordering) -> Vec<usize> {
    let mut numbers: Vec<usize> = (0..len).collect();
    numbers.sort_by(|&one, &other| compare(one, other));
    numbers
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_equal_stays_in_its_order() {
        let mut pairs: Vec<(u32, u32)> = (0..100).map(|number| (number * 7 % 10, number)).collect();
        let mut expected = pairs.clone();
        expected.sort_by_key(|&(key, _)| key);
        sort_by_key(&mut pairs, |&(key, _)| key);
        assert_eq!(pairs, expected);
        sort_by_key(&mut Vec::<u32>::new(), |&number| number);
    }
}
