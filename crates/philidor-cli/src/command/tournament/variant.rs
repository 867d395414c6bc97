//! What is different in a match of a variant: the engines, the openings, and what cannot be done yet.

use anyhow::{anyhow, bail};
use philidor::Strictness;
use philidor_engine::tournament::{Contender, Opening};
use philidor_engine::variants::{self, VariantEngine};
use philidor_host::Visible;
use philidor_variants::{AnyPosition, Playable, Variant, VariantGame, VariantMove};

use super::{description, opening_file};
use crate::args::MatchArgs;
use crate::command::variant::{PLAYER, refusal};
use crate::terminal::output::WrongUsage;

/// Refuses what a match of a variant cannot do.
pub(super) fn check(args: &MatchArgs) -> anyhow::Result<()> {
    if args.variant().is_none() {
        return Ok(());
    }
    #[cfg(feature = "tables")]
    if !args.tables.is_empty() {
        return Err(WrongUsage(anyhow!("endgame tables are those of chess, not of a variant")).into());
    }
    if args.resume {
        return Err(WrongUsage(anyhow!("a match of a variant cannot be resumed")).into());
    }
    Ok(())
}

/// The engine that a text describes.
pub(super) fn contender(text: &str, variant: Variant) -> anyhow::Result<Contender> {
    let contender = description::contender_with(text, |own, name| match own {
        PLAYER => Ok(Contender::from_variant_bot(name, VariantEngine::new)),
        "random" => Ok(Contender::from_variant_bot(name, || variants::from_fn(any_move))),
        other => bail!(refusal(other)),
    });
    Ok(contender?.with_variant(variant))
}

fn any_move(game: &VariantGame) -> VariantMove {
    let moves = game.position().legal_moves();
    let index = description::random_index(game.position().key(), game.ply(), moves.len());
    // It is asked only if there is a move.
    moves.get(index).copied().unwrap_or(philidor::Move::invalid().into())
}

/// The openings, and a seed if they are shuffled.
pub(super) fn openings(args: &MatchArgs, variant: Variant) -> anyhow::Result<(Vec<Opening>, Option<u64>)> {
    if let Some(path) = &args.openings {
        let mut parse = |line: &str| opening(line, variant);
        return Ok((opening_file::read_lines(path, &mut parse)?, args.shuffle));
    }
    if args.chess960.is_some() {
        let starts = (0..960).filter_map(|number| AnyPosition::chess960(variant, number));
        let starts: Vec<Opening> = starts.map(Opening::from_variant).collect();
        if starts.is_empty() {
            return Err(WrongUsage(anyhow!("{variant} has no starts of Chess960")).into());
        }
        return Ok((starts, args.chess960));
    }
    Ok((vec![Opening::from_variant(AnyPosition::start(variant))], None))
}

/// The opening of a line, a FEN of the variant; none if it is blank or begins with `#`.
fn opening(line: &str, variant: Variant) -> Result<Vec<Opening>, String> {
    let line = line.trim();
    if line.is_empty() || line.starts_with('#') {
        return Ok(Vec::new());
    }
    if line.starts_with('[') {
        return Err("openings of a variant are FENs, one a line; games in PGN are not read".to_owned());
    }
    let position = AnyPosition::from_fen_with(variant, line, Strictness::Reachable);
    let position = position.map_err(|error| Visible(&error.to_string()).to_string())?;
    match position.outcome() {
        Some(end) => Err(format!("the game is over: {end}")),
        None => Ok(vec![Opening::from_variant(position)]),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn openings_are_positions_of_the_variant_that_are_not_over() {
        let read = |line| opening(line, Variant::Crazyhouse).map(|openings| openings.len());
        assert_eq!(read("# drops"), Ok(0));
        assert_eq!(read("4k3/8/8/8/8/8/8/4K3[Nq] w - - 0 1\r\n"), Ok(1));
        for line in ["4k3/8 w - -", "4k3/8/8/8/8/8/8/4K3[X] w - - 0 1", "R3k3/8/4K3/8/8/8/8/8[] b - - 0 1"] {
            assert!(read(line).is_err(), "{line}");
        }
        let pgn = read("[Variant \"Crazyhouse\"]").map_err(|error| error.contains("PGN"));
        assert_eq!(pgn, Err(true));
    }

    #[test]
    fn engines_of_chess_alone_are_refused() {
        assert_eq!(contender("", Variant::Atomic).expect("the engine").name(), "philidor");
        for name in philidor_engine::EVALUATIONS {
            assert_eq!(contender(name, Variant::Atomic).is_ok(), *name == PLAYER, "{name}");
        }
        let program = contender("cmd=fish", Variant::ThreeCheck).expect("a program");
        assert!(format!("{program:?}").contains("(\"UCI_Variant\", \"3check\")"), "{program:?}");
    }
}
