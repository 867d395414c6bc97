//! `philidor magics`: searches for the multipliers of the slider tables and measures them.

use std::time::{Duration, Instant};

use philidor::Bitboard;
use philidor::attacks::{Magic, MagicNumbers};
use philidor_host::progress;
use serde::Serialize;

use crate::args::MagicsArgs;
use crate::quantity::{Grouped, Span, per_second};
use crate::terminal::output::Output;

/// How many look-ups are timed.
const LOOK_UPS: u32 = 1 << 26;

/// What a search found, as JSON.
#[derive(Serialize)]
struct MagicsReport {
    seed: u64,
    seconds: f64,
    built_in: bool,
    table_entries: usize,
    table_bytes: usize,
    look_ups_per_second: u128,
    bishop: Vec<String>,
    rook: Vec<String>,
}

pub(super) fn run(args: &MagicsArgs, output: &mut Output<'_>) -> anyhow::Result<()> {
    let seed = args.seed.unwrap_or(MagicNumbers::SEED);
    let spinner = progress::bar(None, "{spinner} searching");
    let start = Instant::now();
    let numbers = MagicNumbers::search(seed);
    let time = start.elapsed();
    spinner.finish_and_clear();
    let look_ups = look_ups();
    let built_in = numbers == MagicNumbers::BUILT_IN;
    if output.json {
        return output.write_json(&MagicsReport {
            seed,
            seconds: time.as_secs_f64(),
            built_in,
            table_entries: MagicNumbers::TABLE_ENTRIES,
            table_bytes: MagicNumbers::TABLE_BYTES,
            look_ups_per_second: look_ups,
            bishop: numbers.bishop.map(word).into(),
            rook: numbers.rook.map(word).into(),
        });
    }
    for (name, magics) in [("bishop", &numbers.bishop), ("rook", &numbers.rook)] {
        writeln!(output.writer, "{name}: [")?;
        for line in magics.chunks(4) {
            let words: Vec<String> = line.iter().copied().map(word).collect();
            writeln!(output.writer, "    {},", words.join(", "))?;
        }
        writeln!(output.writer, "],")?;
    }
    let label = output.paint.label();
    let known = if built_in { ", the built-in ones" } else { "" };
    writeln!(output.writer, "{label}128 numbers from seed {seed} in {}{known}", Span(time))?;
    let (entries, bytes) = (MagicNumbers::TABLE_ENTRIES as u128, MagicNumbers::TABLE_BYTES as u128);
    writeln!(output.writer, "tables of {} sets, {} bytes", Grouped(entries), Grouped(bytes))?;
    writeln!(output.writer, "{} look-ups/s{label:#}", Grouped(look_ups))?;
    Ok(())
}

/// A word as philidor's source writes it.
fn word(number: u64) -> String {
    let [one, two, three, four] = [48, 32, 16, 0].map(|shift| number >> shift & 0xffff);
    format!("0x{one:04x}_{two:04x}_{three:04x}_{four:04x}")
}

/// Look-ups per second with the built-in tables, each waiting for the one before.
fn look_ups() -> u128 {
    let start = Instant::now();
    let last = Magic.chained_look_ups(Bitboard(0x0042_1800_0081_2400), LOOK_UPS);
    // Use the last set, or the compiler would remove the loop.
    let time = start.elapsed().max(Duration::from_nanos(std::hint::black_box(last).0 & 1));
    per_second(LOOK_UPS.into(), time)
}
