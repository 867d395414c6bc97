//! Rules in which the two differ on purpose, each as narrowly as it can be said.

use philidor::{Color, Draw, GamePosition, Outcome, PieceType};
use philidor_variants::{AnyPosition, Variant};

use crate::answer::Answer;

/// Changes shakmaty's answer to what philidor's rule says, and names the rule, if it decides here.
pub(crate) fn amend(position: &AnyPosition, theirs: &mut Answer) -> Option<&'static str> {
    let rules = [
        (Draw::DeadPosition, "dead since pawns block each other"),
        (Draw::SeventyFiveMoves, "75 moves, which shakmaty leaves to arbiters"),
    ];
    for (draw, name) in rules {
        if theirs.result == "*" && position.outcome() == Some(Outcome::Draw(draw)) {
            theirs.result = Outcome::Draw(draw).result().as_str();
            return Some(name);
        }
    }
    (position.variant() == Variant::Atomic && may_hem_in(position, theirs))
        .then_some("atomic kings that two bishops of their own may hem in")
}

/// Nothing but bishops beside the kings, which never meet: shakmaty calls it a draw. But two bishops can hem in their
/// own king so that one of the other side mates it.
fn may_hem_in(position: &AnyPosition, theirs: &mut Answer) -> bool {
    let board = position.board();
    let bishops = board.pieces(PieceType::Bishop);
    if board.occupied() != bishops | board.pieces(PieceType::King) {
        return false;
    }
    let mut decides = false;
    for color in Color::ALL {
        let [own, other] = [color, !color].map(|color| board.colors(color) & bishops);
        let lacks = &mut theirs.lacks_material[color.index()];
        if *lacks && !own.is_empty() && other.has_several() {
            (*lacks, decides) = (false, true);
        }
    }
    if decides && theirs.result == "1/2-1/2" && !theirs.moves.is_empty() {
        theirs.result = "*";
    }
    decides
}
