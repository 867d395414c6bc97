//! What positions of variants have besides a board: pockets, checks, an end.

use philidor::{Color, GamePosition, Piece};
use philidor_program::positions::or_dash;
use philidor_variants::{AnyPosition, Pocket, Variant};

use philidor_program::terminal::drawing::{Drawing, Glyphs};
use philidor_program::terminal::paint::Paint;

/// The board, with what gives check.
pub(super) fn drawing(position: &AnyPosition, glyphs: Glyphs, paint: Paint) -> Drawing {
    Drawing::of_board(position.board(), position.checkers(), glyphs, paint)
}

/// The pieces in a side's pocket, as a FEN has them.
pub(super) fn pocket(position: &AnyPosition, color: Color) -> String {
    let held = position.pocket(color);
    let letters = Pocket::KINDS.map(|kind| {
        let letter = Piece::new(color, kind).letter().to_string();
        letter.repeat(held.count(kind).into())
    });
    letters.concat()
}

/// What a drawing of the board does not show: pockets, or the checks given.
pub(super) fn beside_board(position: &AnyPosition) -> Option<(&'static str, String)> {
    if has_pockets(position) {
        let [white, black] = Color::ALL.map(|color| or_dash(pocket(position, color)));
        return Some(("pockets", format!("{white} {black}")));
    }
    let [white, black] = Color::ALL.map(|color| position.checks_given(color));
    counts_checks(position).then(|| ("checks given", format!("{white} by white, {black} by black")))
}

/// Whether positions of a variant have pockets.
pub(super) fn has_pockets(position: &AnyPosition) -> bool {
    position.variant() == Variant::Crazyhouse
}

/// Whether checks are counted in a variant.
pub(super) fn counts_checks(position: &AnyPosition) -> bool {
    position.variant() == Variant::ThreeCheck
}
