//! What both programs are asked about a position.

use std::collections::BTreeSet;

use philidor::{CastlingMode, Color, GamePosition, Outcome};
use philidor_variants::AnyPosition;
use shakmaty::Position;
use shakmaty::san::SanPlus;
use shakmaty::variant::VariantPosition;

/// What a program says.
pub(crate) struct Answer {
    /// Whether the side to move is in check.
    pub(crate) is_check: bool,
    /// Whether the goal of the variant has ended the game.
    pub(crate) is_goal: bool,
    /// The result on the board, `*` if the game is not over.
    pub(crate) result: &'static str,
    /// Whether White, and Black, can no longer win.
    pub(crate) lacks_material: [bool; 2],
    /// All moves, as UCI (castling takes the rook) and SAN.
    pub(crate) moves: BTreeSet<(String, String)>,
}

impl Answer {
    pub(crate) fn of_philidor(position: &AnyPosition) -> Answer {
        let written = |mv| {
            (position.to_uci_in(mv, CastlingMode::Chess960).to_string(), position.to_san(mv).to_string())
        };
        Answer {
            is_check: position.is_check(),
            is_goal: position.variant_end().is_some(),
            result: position.outcome().map(Outcome::result).unwrap_or_default().as_str(),
            lacks_material: Color::ALL.map(|color| position.has_insufficient_material(color)),
            moves: position.legal_moves().into_iter().map(written).collect(),
        }
    }

    pub(crate) fn of_shakmaty(position: &VariantPosition) -> Answer {
        let written = |mv: shakmaty::Move| {
            let san = SanPlus::from_move(position.clone(), mv).to_string();
            // It leaves out the letter of a dropped pawn, as chess does for other moves of pawns.
            let pawn = if san.starts_with('@') { "P" } else { "" };
            (mv.to_uci(shakmaty::CastlingMode::Chess960).to_string(), format!("{pawn}{san}"))
        };
        let colors = [shakmaty::Color::White, shakmaty::Color::Black];
        Answer {
            is_check: position.is_check(),
            is_goal: position.is_variant_end(),
            result: position.outcome().as_str(),
            lacks_material: colors.map(|color| position.has_insufficient_material(color)),
            moves: position.legal_moves().into_iter().map(written).collect(),
        }
    }

    /// The points in which shakmaty's answer differs.
    pub(crate) fn differences(&self, theirs: &Answer) -> impl Iterator<Item = String> {
        let only = |one: &Answer, other: &Answer| -> Vec<String> {
            one.moves.difference(&other.moves).map(|(uci, san)| format!("{uci}={san}")).collect()
        };
        let said = |answer: &Answer, other: &Answer| {
            [
                ("check", answer.is_check.to_string()),
                ("end by the goal", answer.is_goal.to_string()),
                ("outcome", answer.result.to_owned()),
                ("material lacking", format!("{:?}", answer.lacks_material)),
                ("moves of its own", only(answer, other).join(" ")),
            ]
        };
        let both = said(self, theirs).into_iter().zip(said(theirs, self));
        let differing = both.filter(|(ours, theirs)| ours != theirs);
        differing.map(|((what, ours), (_, theirs))| format!("{what}: philidor {ours}, shakmaty {theirs}"))
    }
}
