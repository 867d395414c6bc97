//! Positions of variants as people give them: an argument, or the lines of a file.

use std::convert::Infallible;
use std::io::Write;
use std::path::Path;

use anyhow::Context;
use philidor::{PositionError, Strictness};
use philidor_host::{FileError, Visible, cut};
use philidor_program::arguments::position::DoorArgs;
use philidor_program::positions::{Answer, Answers, ByRulesError, Wrong, answer_lines, read_by_rules};
use philidor_variants::{AnyPosition, Variant};

/// What is longer is cut where a message repeats it.
const SHOWN_LENGTH: usize = 120;

/// The position of a text by the rules of a variant: `startpos`, or a FEN of it.
fn read_variant_position(
    variant: Variant,
    text: &str,
    strictness: Strictness,
) -> Result<AnyPosition, ByRulesError<PositionError>> {
    let read = |fen: &str| AnyPosition::from_fen_with(variant, fen, strictness);
    read_by_rules(text, || AnyPosition::start(variant), read)
}

/// The position of an argument.
pub(super) fn read_variant(variant: Variant, fen: &str, door: DoorArgs) -> anyhow::Result<AnyPosition> {
    read_variant_position(variant, fen, door.into())
        .with_context(|| format!("`{}` is not a position of {variant}", Visible(&cut(fen, SHOWN_LENGTH))))
}

/// Answers the position of a variant in each line of a file, a FEN of it or `startpos`. Returns whether everything
/// could be answered.
pub(super) fn answer_variant_positions<T: Answer>(
    path: &Path,
    variant: Variant,
    strictness: Strictness,
    answers: &Answers,
    writer: &mut dyn Write,
    answer: impl Fn(AnyPosition) -> T,
) -> Result<bool, FileError> {
    let read = |text: &str| {
        read_variant_position(variant, text, strictness).map_err(|error| Wrong::from(error.to_string()))
    };
    answer_lines(path, answers, writer, read, |position| Ok::<_, Infallible>(answer(position)))
}
