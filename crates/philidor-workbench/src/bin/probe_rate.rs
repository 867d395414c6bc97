//! How many probes a second: of random positions of the tables that are there, one at a time and as a batch.
//!
//! ```text
//! probe_rate DIR [PIECES] [POSITIONS] [MATERIAL]    rates; and the positions to standard output, for another program
//! UNPACK=4000000 probe_rate …                       the same, with lists of up to that many values unpacked
//! ```
//!
//! Each position is 72 bytes: the squares of White, Black, and of kings, queens, rooks, bishops, knights and pawns,
//! eight bytes each; and 1 if White is to move, in eight.

use std::io::{self, BufWriter, Write};
use std::time::{Duration, Instant};

use philidor::{Color, Piece, PieceType, Position, Setup, Square, Strictness};
use philidor_tables::syzygy::{Metric, Tables};
use philidor_tables::{Material, Wdl};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let Some(folder) = arguments.first() else {
        return Err("usage: probe_rate DIR [PIECES] [POSITIONS] [MATERIAL]".into());
    };
    let pieces = arguments.get(1).map_or(Ok(4), |number| number.parse())?;
    let count = arguments.get(2).map_or(Ok(50_000), |number| number.parse())?;
    let only = arguments.get(3).map(|material| material.parse::<Material>()).transpose()?;
    let mut tables = Tables::new();
    if let Ok(max_values) = std::env::var("UNPACK") {
        tables = tables.unpacking(max_values.parse()?);
    }
    tables.add_folder(folder)?;
    let materials: Vec<Material> = (tables.iter())
        .filter(|(material, metric)| material.pieces() == pieces && *metric == Metric::Wdl)
        .map(|(material, _)| material)
        .filter(|material| only.is_none_or(|only| only == *material))
        .collect();
    let mut random = Random(7);
    let positions: Vec<Position> = (0..)
        .filter_map(|_| random_position(&materials[random.below(materials.len())], &mut random))
        .take(count)
        .collect();
    let mut answers = vec![Wdl::Draw; positions.len()];
    best_of_rounds("WDL, one at a time", positions.len(), || {
        for (position, answer) in positions.iter().zip(&mut answers) {
            *answer = tables.probe_wdl(position)?;
        }
        Ok(())
    })?;
    let mut batch = Vec::new();
    best_of_rounds("WDL, as a batch", positions.len(), || {
        batch = tables.probe_wdl_batch(&positions);
        Ok(())
    })?;
    for (answer, in_batch) in answers.iter().zip(batch) {
        assert_eq!(*answer, in_batch?);
    }
    let some = &positions[..positions.len() / 100];
    let mut sum = 0;
    best_of_rounds("DTZ, one at a time", some.len(), || {
        sum = 0;
        for position in some {
            sum += tables.probe_dtz(position)?.number();
        }
        Ok(())
    })?;
    eprintln!("sum of distances {sum}");
    let mut output = BufWriter::new(io::stdout().lock());
    for position in &positions {
        let board = position.board();
        let colors = Color::ALL.map(|color| board.colors(color).0);
        let types = PieceType::ALL.map(|piece_type| board.pieces(piece_type).0);
        let is_white = u64::from(position.side_to_move() == Color::White);
        for word in colors.into_iter().chain(types).chain([is_white]) {
            output.write_all(&word.to_le_bytes())?;
        }
    }
    Ok(())
}

/// The time that the program has had the CPU, which other programs on the machine do not change much; where Linux does
/// not say it, the time that passes.
fn now() -> Duration {
    static START: std::sync::LazyLock<Instant> = std::sync::LazyLock::new(Instant::now);
    let text = std::fs::read_to_string("/proc/self/schedstat").unwrap_or_default();
    let on_cpu = text.split(' ').next().and_then(|number| number.parse().ok());
    on_cpu.map_or_else(|| START.elapsed(), Duration::from_nanos)
}

/// Times rounds of probes, and reports the best and the median one.
fn best_of_rounds(
    what: &str,
    probes: usize,
    mut round: impl FnMut() -> Result<(), Box<dyn std::error::Error>>,
) -> Result<(), Box<dyn std::error::Error>> {
    let mut times = Vec::new();
    for _ in 0..ROUNDS {
        let start = now();
        round()?;
        times.push((now() - start).as_nanos() as f64 / probes as f64);
    }
    times.sort_by(f64::total_cmp);
    let (best, median) = (times[0], times[ROUNDS / 2]);
    eprintln!("{what}: {best:.0} ns a probe at best ({:.0} a second), {median:.0} in the median", 1e9 / best);
    Ok(())
}

const ROUNDS: usize = 30;

/// A position with these pieces on random squares, if that is one.
fn random_position(material: &Material, random: &mut Random) -> Option<Position> {
    let mut setup = Setup::empty();
    for color in Color::ALL {
        for piece_type in PieceType::ALL {
            for _ in 0..material.count(color, piece_type) {
                let square = Square::from_index(random.below(64))?;
                if setup.board.piece_at(square).is_some() {
                    return None;
                }
                setup.board.put(square, Piece::new(color, piece_type));
            }
        }
    }
    setup.state.side_to_move = Color::ALL[random.below(2)];
    Position::from_setup(setup, Strictness::WellDefined).ok()
}

/// SplitMix64.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ (mixed >> 31)) % end as u64) as usize
    }
}
