//! `philidor analyze --variant`: the engine for variants, on one thread.

use std::process::ExitCode;

use philidor::Move;
use philidor_engine::Control;
use philidor_engine::variants::{VariantBot as _, VariantEngine};
use philidor_host::Size;
use philidor_variants::{AnyPosition, Variant, VariantGame};

use super::request::{give_hash, limits};
use super::thinking::{Progress, write};
use crate::args::AnalyzeArgs;
use crate::command::variant::read_move;
use crate::terminal::output::Output;

pub(super) fn run(variant: Variant, args: &AnalyzeArgs, output: &mut Output<'_>) -> anyhow::Result<ExitCode> {
    let position = args.position.read_variant(variant)?;
    let limits = limits(args, |text| read_move(&position, text).map(Move::from))?;
    let mut engine = engine(args.hash)?;
    // The engine allocates its table here. Later, a table that does not fit in memory would be missing without a word.
    give_hash(args.hash, |_| engine.set_option("UCI_Variant", variant.uci_name()))?;
    let mut engine = engine.with_lines(args.lines);
    let game = VariantGame::new(position);
    let think = move |control: &Control, progress: Progress<'_, AnyPosition>| {
        (engine.analyze(&game, &limits, control, progress), Vec::new())
    };
    write(position, think, None::<String>, args.glyphs.into(), output)
}

/// An engine with a table of this size, which keeps no time in reserve.
pub(in crate::command) fn engine(hash: Size) -> anyhow::Result<VariantEngine> {
    let mut engine = VariantEngine::new();
    give_hash(hash, |mebibytes| engine.set_option("Hash", mebibytes))?;
    engine.set_option("Move Overhead", "0")?;
    Ok(engine)
}
