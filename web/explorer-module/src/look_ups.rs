//! A slider's look-up step by step, and the search for a multiplier.

use philidor::attacks::{self, Magic};
use philidor::{Bitboard, Square};
use serde_json::{Value, json};

use crate::arguments::{Arguments, set, word};

/// The most candidates of one call: the page asks again, and shows how far it is meanwhile.
const MAX_CANDIDATES: u64 = 200_000;

fn is_rook(arguments: &Arguments) -> Result<bool, String> {
    match arguments.text("piece")? {
        "rook" => Ok(true),
        "bishop" => Ok(false),
        other => Err(format!("neither rook nor bishop: {other}")),
    }
}

/// Mask, relevant squares, multiplier, shift, index and attacks.
pub(crate) fn look_up(arguments: &Arguments) -> Result<Value, String> {
    let (square, occupied) = (arguments.square("square")?, arguments.set("occupied")?);
    let steps = match is_rook(arguments)? {
        true => Magic.rook_look_up(square, occupied),
        false => Magic.bishop_look_up(square, occupied),
    };
    Ok(json!({
        "mask": set(steps.mask),
        "relevant": set(steps.relevant),
        "magic": word(steps.magic),
        "shift": steps.shift,
        "index": steps.index,
        "attacks": set(steps.attacks),
    }))
}

/// All arrangements of a mask with their attacks, in counting order.
fn arrangements(square: Square, is_rook: bool) -> (u64, Vec<(u64, Bitboard)>) {
    let mask = match is_rook {
        true => Magic.rook_look_up(square, Bitboard::EMPTY).mask.0,
        false => Magic.bishop_look_up(square, Bitboard::EMPTY).mask.0,
    };
    let mut all = Vec::with_capacity(1 << mask.count_ones());
    let mut subset = 0_u64;
    loop {
        let occupied = Bitboard(subset);
        let attacked =
            if is_rook { attacks::rook(square, occupied) } else { attacks::bishop(square, occupied) };
        all.push((subset, attacked));
        subset = subset.wrapping_sub(mask) & mask;
        if subset == 0 {
            return (mask, all);
        }
    }
}

/// Tries candidates for a multiplier, from a state of random numbers that the page hands on from call to call.
pub(crate) fn search(arguments: &Arguments) -> Result<Value, String> {
    let (square, is_rook) = (arguments.square("square")?, is_rook(arguments)?);
    let candidates = arguments.number("candidates")?.min(MAX_CANDIDATES);
    let mut state = u64::from_str_radix(arguments.text("state")?, 16).unwrap_or(1).max(1);
    let (mask, all) = arrangements(square, is_rook);
    let shift = 64 - mask.count_ones();
    let mut table = vec![(0_u64, Bitboard::EMPTY); all.len()];
    let (mut best, mut best_magic, mut found) = (0, 0, false);
    let mut tried = 0;
    while tried < candidates && !found {
        tried += 1;
        let magic = random(&mut state) & random(&mut state) & random(&mut state);
        let kept = all.iter().take_while(|&&(subset, attacked)| {
            let place = &mut table[(subset.wrapping_mul(magic) >> shift) as usize];
            let is_free = place.0 != tried;
            if is_free {
                *place = (tried, attacked);
            }
            is_free || place.1 == attacked
        });
        let kept = kept.count();
        if kept > best {
            (best, best_magic) = (kept, magic);
        }
        found = kept == all.len();
    }
    let used = table.iter().filter(|place| place.0 == tried).count();
    Ok(json!({
        "state": word(state),
        "tried": tried,
        "found": found,
        "magic": word(best_magic),
        "kept": best,
        "subsets": all.len(),
        "used": if found { Some(used) } else { None },
        "shift": shift,
    }))
}

/// George Marsaglia's xorshift (2003).
fn random(state: &mut u64) -> u64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    *state
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_the_search_finds_keeps_all_arrangements_apart() {
        for (square, piece) in [(Square::C4, "rook"), (Square::D5, "bishop"), (Square::A1, "bishop")] {
            let arguments = json!({
                "square": square.to_string(), "piece": piece, "candidates": 200_000, "state": "7c5",
            });
            let arguments = Arguments::read(&arguments.to_string()).expect("JSON");
            let found = search(&arguments).expect("a search");
            assert_eq!(found["found"], true, "{found}");
            let magic = u64::from_str_radix(found["magic"].as_str().expect("a text"), 16).expect("a number");
            let (mask, all) = arrangements(square, piece == "rook");
            assert_eq!(all.len(), 1 << mask.count_ones());
            let mut table = std::collections::HashMap::new();
            for (subset, attacked) in all {
                let index = subset.wrapping_mul(magic) >> (64 - mask.count_ones());
                assert_eq!(*table.entry(index).or_insert(attacked), attacked);
            }
        }
    }
}
