//! `philidor compare`: the three generators side by side on one position.

use std::time::{Duration, Instant};

use anyhow::bail;
use philidor::attacks::MagicNumbers;
use philidor::perft::perft_with;
use philidor::{MoveGenerator, MoveKind, MoveList, Position};
use philidor_historic::chain::ChainBoard;
use philidor_historic::mailbox::MailboxBoard;
use philidor_host::progress;
use serde::Serialize;

use crate::args::CompareArgs;
use philidor_program::quantity::Grouped;
use philidor_program::terminal::output::Output;

/// The least time to measure a rate.
const MIN_TIME: Duration = Duration::from_millis(200);

/// How often each rate is measured; the median is reported.
const ROUNDS: usize = 5;

/// One generator, as JSON.
#[derive(Serialize)]
struct Row {
    generator: &'static str,
    year: u16,
    author: &'static str,
    idea: &'static str,
    board_bytes: usize,
    table_bytes: usize,
    perft_per_second: f64,
    pseudo_legal_per_second: f64,
    tactical_per_second: f64,
    ratio: f64,
}

/// A generator whose board cannot hold the position, as JSON.
#[derive(Serialize)]
struct Refused {
    generator: &'static str,
    error: String,
}

/// The measured rates of a generator.
#[derive(Clone, Copy, Default)]
struct Rates {
    perft: f64,
    pseudo_legal: f64,
    tactical: f64,
}

/// A generator in the race, with its board set up.
enum Racer {
    Bitboard(Box<Position>),
    Mailbox(Box<MailboxBoard>),
    Chain(Box<ChainBoard>),
}

impl Racer {
    /// The generators whose boards can hold the position, newest first, and why those of the others cannot.
    fn all(position: &Position) -> (Vec<Racer>, Vec<Refused>) {
        let mailbox = MailboxBoard::from_position(position).map(|board| Racer::Mailbox(Box::new(board)));
        let chain = ChainBoard::from_position(position).map(|board| Racer::Chain(Box::new(board)));
        let mut racers = vec![Racer::Bitboard(Box::new(*position))];
        let mut refused = Vec::new();
        for (generator, racer) in [(MailboxBoard::NAME, mailbox), (ChainBoard::NAME, chain)] {
            match racer {
                Ok(racer) => racers.push(racer),
                Err(refusal) => refused.push(Refused { generator, error: refusal.to_string() }),
            }
        }
        (racers, refused)
    }

    fn rates(&mut self, depth: u32) -> Rates {
        match self {
            Racer::Bitboard(position) => {
                let list = |position: &mut Position, kind, list: &mut MoveList| {
                    position.pseudo_legal_moves_into(kind, list);
                };
                rates(position.as_mut(), depth, list)
            }
            Racer::Mailbox(board) => rates(board.as_mut(), depth, MailboxBoard::write_moves),
            Racer::Chain(board) => rates(board.as_mut(), depth, ChainBoard::write_moves),
        }
    }

    fn row(&self, rates: Rates, first: Rates) -> Row {
        let (generator, year, author, idea, board_bytes, table_bytes) = match self {
            Racer::Bitboard(_) => (
                "bitboard",
                2026,
                "philidor, after the lecture notes",
                "sets of squares; sliders by one look-up; legal from masks of checks and pins",
                size_of::<Position>(),
                MagicNumbers::TABLE_BYTES,
            ),
            Racer::Mailbox(_) => (
                MailboxBoard::NAME,
                MailboxBoard::YEAR,
                MailboxBoard::AUTHOR,
                MailboxBoard::IDEA,
                MailboxBoard::BOARD_BYTES,
                MailboxBoard::TABLE_BYTES,
            ),
            Racer::Chain(_) => (
                ChainBoard::NAME,
                ChainBoard::YEAR,
                ChainBoard::AUTHOR,
                ChainBoard::IDEA,
                ChainBoard::BOARD_BYTES,
                ChainBoard::TABLE_BYTES,
            ),
        };
        Row {
            generator,
            year,
            author,
            idea,
            board_bytes,
            table_bytes,
            perft_per_second: rates.perft,
            pseudo_legal_per_second: rates.pseudo_legal,
            tactical_per_second: rates.tactical,
            ratio: rates.perft / first.perft,
        }
    }
}

/// Leaves, pseudo-legal lists and tactical lists per second, all through the trait except the bitboards' own list of
/// pseudo-legal moves.
fn rates<G: MoveGenerator>(
    generator: &mut G,
    depth: u32,
    write: impl Fn(&mut G, MoveKind, &mut MoveList),
) -> Rates {
    let mut list = MoveList::new();
    Rates {
        perft: rate(|| perft_with(generator, depth)),
        pseudo_legal: rate(|| written(generator, MoveKind::All, &mut list, &write)),
        tactical: rate(|| written(generator, MoveKind::Tactical, &mut list, &write)),
    }
}

/// Writes the same list a thousand times, and returns that number.
fn written<G>(
    generator: &mut G,
    kind: MoveKind,
    list: &mut MoveList,
    write: &impl Fn(&mut G, MoveKind, &mut MoveList),
) -> u128 {
    const LISTS: u32 = 1000;
    for _ in 0..LISTS {
        write(std::hint::black_box(&mut *generator), kind, list);
        std::hint::black_box(&*list);
    }
    LISTS.into()
}

/// Work done per second, repeated until there is enough time to measure.
fn rate(mut work: impl FnMut() -> u128) -> f64 {
    let start = Instant::now();
    let mut done = 0;
    loop {
        done += work();
        let time = start.elapsed();
        if time >= MIN_TIME {
            return done as f64 / time.as_secs_f64();
        }
    }
}

pub(super) fn run(args: &CompareArgs, output: &mut Output<'_>) -> anyhow::Result<()> {
    let position = args.position.read()?;
    if !position.has_legal_move() {
        bail!("there is nothing to compare: the position has no legal moves");
    }
    let (mut racers, refused) = Racer::all(&position);
    let bar = progress::bar(Some((ROUNDS * racers.len()) as u64), "{wide_bar} {pos}/{len}");
    let mut samples = vec![Vec::with_capacity(ROUNDS); racers.len()];
    for _ in 0..ROUNDS {
        for (racer, samples) in racers.iter_mut().zip(&mut samples) {
            samples.push(racer.rates(args.depth));
            bar.inc(1);
        }
    }
    bar.finish_and_clear();
    let medians: Vec<Rates> = samples.iter().map(|samples| median(samples)).collect();
    let first = medians.first().copied().unwrap_or_default();
    let rows: Vec<Row> = racers.iter().zip(&medians).map(|(racer, rates)| racer.row(*rates, first)).collect();
    if output.json {
        rows.iter().try_for_each(|row| output.write_json(row))?;
        return refused.iter().try_for_each(|refused| output.write_json(refused));
    }
    write_table(&rows, args.depth, &position, output)?;
    for refused in refused {
        writeln!(output.writer, "{}", refused.error)?;
    }
    Ok(())
}

/// The median of each rate.
fn median(samples: &[Rates]) -> Rates {
    let middle = |of: fn(&Rates) -> f64| {
        let mut sorted: Vec<f64> = samples.iter().map(of).collect();
        sorted.sort_by(f64::total_cmp);
        sorted.get(sorted.len() / 2).copied().unwrap_or_default()
    };
    Rates {
        perft: middle(|rates| rates.perft),
        pseudo_legal: middle(|rates| rates.pseudo_legal),
        tactical: middle(|rates| rates.tactical),
    }
}

fn write_table(rows: &[Row], depth: u32, position: &Position, output: &mut Output<'_>) -> anyhow::Result<()> {
    let (label, result) = (output.paint.label(), output.paint.result());
    writeln!(
        output.writer,
        "{position}, perft {depth}, every leaf listed, played and taken back; one thread\n"
    )?;
    writeln!(
        output.writer,
        "{label}{:<10}{:>5}{:>8}{:>11}{:>14}{:>16}{:>13}{:>8}{label:#}",
        "", "", "board", "tables", "perft", "pseudo-legal", "tactical", "ratio"
    )?;
    writeln!(
        output.writer,
        "{label}{:<10}{:>5}{:>8}{:>11}{:>14}{:>16}{:>13}{:>8}{label:#}",
        "generator", "year", "bytes", "bytes", "leaves/s", "lists/s", "lists/s", "perft"
    )?;
    for row in rows {
        let whole = |rate: f64| Grouped(rate as u128).to_string();
        writeln!(
            output.writer,
            "{:<10}{:>5}{:>8}{:>11}{result}{:>14}{result:#}{:>16}{:>13}{:>8.2}",
            row.generator,
            row.year,
            Grouped(row.board_bytes as u128).to_string(),
            Grouped(row.table_bytes as u128).to_string(),
            whole(row.perft_per_second),
            whole(row.pseudo_legal_per_second),
            whole(row.tactical_per_second),
            row.ratio
        )?;
    }
    writeln!(output.writer)?;
    for row in rows {
        writeln!(output.writer, "{label}{:<10}{label:#}{} ({})", row.generator, row.idea, row.author)?;
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_generator_whose_board_cannot_hold_a_position_says_so() {
        let (racers, refused) = Racer::all(&Position::default());
        assert_eq!((racers.len(), refused.len()), (3, 0));
        let chess960 = "1r2k1r1/8/8/8/8/8/8/1R2K1R1 w GBgb - 0 1".parse().expect("valid");
        let (racers, refused) = Racer::all(&chess960);
        // The chains start from any square of the king.
        assert_eq!(racers.len(), 2);
        assert_eq!(refused.iter().map(|refused| refused.generator).collect::<Vec<_>>(), ["mailbox"]);
        assert!(refused.iter().all(|refused| refused.error.contains("Chess960")));
    }
}
