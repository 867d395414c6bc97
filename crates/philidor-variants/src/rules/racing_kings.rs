//! Racing kings: the side that brings its king to the eighth rank wins, and no move gives check.
//!
//! ```text
//! 8 | x x x x x x x x
//! …
//! 2 | k r b n N B R K
//! 1 | q r b n N B R Q
//! ```
//!
//! White moves first; so if White's king arrives, Black's may arrive with the next move, and the game is a draw.

use alloc::vec::Vec;

use philidor::{Bitboard, Color, Draw, Fault, Outcome, PieceType, Rank, Setup, Win};

use crate::attackers::attackers;
use crate::movegen;
use crate::position::Rules;
use crate::position::VariantPosition;

/// Racing kings, as on Lichess.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct RacingKings;

/// What a race has besides kings.
const KINDS: [PieceType; 4] = [PieceType::Queen, PieceType::Rook, PieceType::Bishop, PieceType::Knight];

const GOAL: Bitboard = Bitboard::from_rank(Rank::Eighth);

impl Rules for RacingKings {
    type Extra = ();
    const NAME: &'static str = "Racing Kings";
    const CHECK_IS_FORBIDDEN: bool = true;

    #[inline(always)]
    fn end(position: &VariantPosition<RacingKings>) -> Option<Outcome> {
        if !position.board().pieces(PieceType::King).intersects(GOAL) {
            return None;
        }
        end_at_goal(position)
    }

    fn has_insufficient_material(_: &VariantPosition<RacingKings>, _: Color) -> bool {
        false
    }

    fn start() -> (Setup, ()) {
        let start = "8/8/8/8/8/8/krbnNBRK/qrbnNBRQ w - - 0 1".parse();
        (start.unwrap_or_default(), ())
    }

    fn chess960(_: u16) -> Option<(Setup, ())> {
        None
    }

    fn faults(setup: &Setup, (): &(), faults: &mut Vec<Fault>) {
        let pawns = setup.board.pieces(PieceType::Pawn);
        if !pawns.is_empty() {
            faults.push(Fault::PawnsInRace { squares: pawns });
        }
        // Nothing promotes, so nothing is added.
        let start = RacingKings::start().0.board;
        for (color, piece_type) in Color::ALL.into_iter().flat_map(|color| KINDS.map(|kind| (color, kind))) {
            let count = setup.board.colored_pieces(color, piece_type).len();
            if count > start.colored_pieces(color, piece_type).len() {
                faults.push(Fault::TooManyInRace { color, piece_type, count });
            }
        }
        for color in Color::ALL {
            if let Some(king) = RacingKings::royal(&setup.board, color) {
                let checkers = attackers(&setup.board, king, setup.board.occupied(), !color);
                // The side that is not to move is in check by the rules of chess, too.
                if !checkers.is_empty() && color == setup.state.side_to_move {
                    faults.push(Fault::CheckInRace { king, checkers });
                }
            }
        }
    }
}

#[inline(never)]
fn end_at_goal(position: &VariantPosition<RacingKings>) -> Option<Outcome> {
    let is_there = |color| position.board().colored_pieces(color, PieceType::King).intersects(GOAL);
    let win = |winner| Some(Outcome::Win { winner, by: Win::Goal });
    match (is_there(Color::White), is_there(Color::Black)) {
        (true, true) => Some(Outcome::Draw(Draw::BothAtGoal)),
        (false, _) => win(Color::Black),
        (true, false) if position.side_to_move() == Color::White => win(Color::White),
        (true, false) => {
            (!black_catches_up(position)).then_some(Outcome::Win { winner: Color::White, by: Win::Goal })
        }
    }
}

/// Whether Black's king, to move, reaches the eighth rank.
fn black_catches_up(position: &VariantPosition<RacingKings>) -> bool {
    let mut moves = Vec::new();
    movegen::append::<RacingKings>(position.input(), position.extra(), &mut moves);
    moves.iter().any(|mv| mv.played_piece() == PieceType::King && GOAL.contains(mv.destination()))
}
