//! `variant-oracle [POSITIONS [SEED]]`: whether shakmaty says the same of variants as philidor.
//!
//! Both play the same random games of each variant that shakmaty knows, half of them from starts of Chess960. Of each
//! of 100,000 positions (or as many as are asked for) both say what a FEN says, check, the end by the variant's goal,
//! the outcome, which side can no longer win, and every move as UCI and SAN; philidor reads each SAN back, and shakmaty
//! each move that is played.
//!
//! Rules that differ on purpose are in `known.rs`: such positions are counted under the name of the rule. Anything else
//! that differs is printed with the FEN and both answers, and the exit code is 1. `answer.rs` has what is asked.

mod answer;
mod known;

use std::collections::BTreeMap;
use std::process::ExitCode;
use std::thread;

use anyhow::{Context, Result, anyhow, ensure};
use fastrand::Rng;
use philidor::{CastlingMode, CastlingNotation, EnPassantPolicy, GamePosition, Move};
use philidor_variants::{AnyPosition, Variant};
use shakmaty::fen::Fen;
use shakmaty::uci::UciMove;
use shakmaty::variant::VariantPosition;
use shakmaty::{EnPassantMode, Position};

use crate::answer::Answer;

/// How many half-moves of a game are played at most.
const MAX_PLIES: u32 = 300;

/// How many differences of a variant are collected before its comparison stops.
const MAX_DIFFERENCES: usize = 20;

fn main() -> Result<ExitCode> {
    let mut arguments = std::env::args().skip(1);
    let mut number = |default: u64| match arguments.next() {
        Some(text) => text.parse().with_context(|| format!("`{text}` is not a number")),
        None => Ok(default),
    };
    let (positions, seed) = (number(100_000)?, number(1)?);
    ensure!(positions > 0 && arguments.next().is_none(), "usage: variant-oracle [POSITIONS [SEED]]");
    let compared: Vec<Result<Tally>> = thread::scope(|scope| {
        let runs: Vec<_> = Variant::ALL
            .into_iter()
            .filter_map(|variant| Some((variant, as_shakmaty_names(variant)?)))
            .map(|names| scope.spawn(move || Tally::of_games(names, positions, seed)))
            .collect();
        runs.into_iter()
            .map(|run| run.join().unwrap_or_else(|_| Err(anyhow!("a comparison panicked"))))
            .collect()
    });
    let mut code = ExitCode::SUCCESS;
    for tally in compared {
        let Tally { variant, positions, moves, over, known, differences } = tally?;
        print!("{variant}: {positions} positions, {over} of them over, {moves} moves");
        for (rule, count) in known {
            print!("; {rule}: {count}");
        }
        println!("; {} differences", differences.len());
        for difference in differences {
            println!("{difference}");
            code = ExitCode::FAILURE;
        }
    }
    Ok(code)
}

/// Both programs' names of a variant.
type Names = (Variant, shakmaty::variant::Variant);

/// The variant in shakmaty, if it has these very rules.
fn as_shakmaty_names(variant: Variant) -> Option<shakmaty::variant::Variant> {
    let name = variant.uci_name();
    shakmaty::variant::Variant::from_uci(name).ok().filter(|known| known.uci() == name)
}

/// What was compared of a variant.
struct Tally {
    variant: Variant,
    positions: u64,
    moves: u64,
    over: u64,
    /// How often the two differ on purpose, by the name of the rule.
    known: BTreeMap<&'static str, u64>,
    differences: Vec<String>,
}

impl Tally {
    /// Compares positions of random games.
    fn of_games((variant, known): Names, positions: u64, seed: u64) -> Result<Tally> {
        let mut tally = Tally {
            variant,
            positions: 0,
            moves: 0,
            over: 0,
            known: BTreeMap::new(),
            differences: Vec::new(),
        };
        let mut random = Rng::with_seed(seed ^ (variant as u64) << 32);
        loop {
            let chess960 = random.bool().then(|| random.u16(..960));
            let ours = chess960.and_then(|number| AnyPosition::chess960(variant, number));
            let mut ours = ours.unwrap_or_else(|| AnyPosition::start(variant));
            let setup = Fen::from_ascii(fen(&ours).as_bytes())?.into_setup();
            let theirs = VariantPosition::from_setup(known, setup, shakmaty::CastlingMode::Chess960);
            let mut theirs = theirs.map_err(|error| anyhow!("shakmaty refuses {ours}: {error}"))?;
            for _ in 0..MAX_PLIES {
                tally.compare(&ours, &theirs);
                if tally.positions == positions || tally.differences.len() >= MAX_DIFFERENCES {
                    return Ok(tally);
                }
                let Some(mv) = choice(&mut random, &ours) else { break };
                let uci = ours.to_uci_in(mv, CastlingMode::Chess960).to_string();
                let Ok(same) = uci.parse::<UciMove>()?.to_move(&theirs) else {
                    tally.differences.push(format!("  {}: shakmaty does not play {uci}", fen(&ours)));
                    break;
                };
                ours.play_unchecked(mv);
                theirs.play_unchecked(same);
            }
        }
    }

    /// Compares one position.
    fn compare(&mut self, ours: &AnyPosition, theirs: &VariantPosition) {
        let fen = fen(ours);
        let (by_us, mut by_them) = (Answer::of_philidor(ours), Answer::of_shakmaty(theirs));
        if let Some(rule) = known::amend(ours, &mut by_them) {
            *self.known.entry(rule).or_default() += 1;
        }
        self.positions += 1;
        self.moves += by_us.moves.len() as u64;
        self.over += u64::from(by_us.result != "*");
        let setup = Fen::from_ascii(fen.as_bytes()).ok().map(Fen::into_setup);
        if setup != Some(theirs.to_setup(EnPassantMode::Legal)) {
            let theirs = Fen::from_position(theirs, EnPassantMode::Legal);
            self.differences.push(format!("  {fen}: shakmaty has {theirs}"));
        }
        self.differences.extend(by_us.differences(&by_them).map(|text| format!("  {fen}: {text}")));
        for (uci, san) in &by_them.moves {
            let read = ours
                .parse_san(san.as_bytes())
                .map(|mv| ours.to_uci_in(mv, CastlingMode::Chess960).to_string());
            if read.as_ref() != Ok(uci) {
                self.differences.push(format!("  {fen}: shakmaty writes {uci} as {san}, read as {read:?}"));
            }
        }
    }
}

/// A FEN that both programs read as the same.
fn fen(position: &AnyPosition) -> String {
    position.fen(EnPassantPolicy::Legal, CastlingNotation::Shredder)
}

/// A random move, if the game is not over: often a capture or a promotion, so that games end.
fn choice(random: &mut Rng, position: &AnyPosition) -> Option<Move> {
    if position.outcome().is_some() {
        return None;
    }
    let mut moves = position.legal_moves();
    if random.u8(..3) == 0 && moves.iter().any(|mv| mv.is_tactical()) {
        moves.retain(|mv| mv.is_tactical());
    }
    random.choice(moves)
}
