//! Searches for the multipliers of the slider tables and measures them; other seeds find others:
//! `cargo run --release -p philidor --example magics -- 7`.

use std::time::{Duration, Instant};

use philidor::Bitboard;
use philidor::attacks::{Magic, MagicNumbers};

/// How many look-ups are timed.
const LOOK_UPS: u32 = 1 << 26;

fn main() -> Result<(), std::num::ParseIntError> {
    let seed = std::env::args().nth(1).map_or(Ok(MagicNumbers::SEED), |seed| seed.parse())?;
    let start = Instant::now();
    let numbers = MagicNumbers::search(seed);
    let time = start.elapsed().as_secs_f64();
    print!("{}", listed(&numbers));
    let known = if numbers == MagicNumbers::BUILT_IN { ", the built-in ones" } else { "" };
    println!("128 numbers from seed {seed} in {time:.3} s{known}");
    println!("tables of {} sets, {} bytes", MagicNumbers::TABLE_ENTRIES, MagicNumbers::TABLE_BYTES);
    println!("{:.0} look-ups/s", look_ups());
    Ok(())
}

/// The numbers as philidor's source has them.
pub fn listed(numbers: &MagicNumbers) -> String {
    let mut text = String::new();
    for (name, magics) in [("bishop", &numbers.bishop), ("rook", &numbers.rook)] {
        text += &format!("{name}: [\n");
        for line in magics.chunks(4) {
            let words: Vec<String> = line.iter().copied().map(word).collect();
            text += &format!("    {},\n", words.join(", "));
        }
        text += "],\n";
    }
    text
}

fn word(number: u64) -> String {
    let [one, two, three, four] = [48, 32, 16, 0].map(|shift| number >> shift & 0xffff);
    format!("0x{one:04x}_{two:04x}_{three:04x}_{four:04x}")
}

/// Look-ups per second with the built-in tables, each waiting for the one before.
fn look_ups() -> f64 {
    let start = Instant::now();
    let last = Magic.chained_look_ups(Bitboard(0x0042_1800_0081_2400), LOOK_UPS);
    // Use the last set, or the compiler would remove the loop.
    let time = start.elapsed().max(Duration::from_nanos(std::hint::black_box(last).0 & 1));
    f64::from(LOOK_UPS) / time.as_secs_f64()
}
