//! Why a listed move is not legal, and what is special about a legal one that is not listed, in words.
//!
//! The words name squares and pieces, so that readers need not search the board:
//!
//! ```text
//! 8 | . . . . . . . .        b5c6  en-passant-pin: both pawns leave the rank, and the rook on h5
//! 5 | K P p . . . . r              attacks the king on a5
//! ```
//!
//! This file judges a single position; `verdict.rs` looks at the moves before.

use philidor::{
    Bitboard, CastlingRights, CastlingSide, Color, Move, MoveFault, MoveType, PieceType, Position, Rank,
    Square, UciErrorKind, attacks,
};
use serde::Serialize;

use super::class::Class;
use crate::suspect::suspect_move::SuspectMove;

/// What is wrong with one move, and which rule is broken. See [`Finding`](crate::report::Finding).
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Reason {
    /// Which rule.
    pub class: Class,
    /// The move, as the suspect wrote it or should have written it; empty if it is not about one move.
    #[serde(rename = "move")]
    pub text: String,
    /// What is wrong with the move.
    #[serde(rename = "fault")]
    pub mistake: Mistake,
    /// Why, naming squares and pieces.
    pub words: String,
}

/// What is wrong with a move. See [`Finding`](crate::report::Finding).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
#[non_exhaustive]
pub enum Mistake {
    /// It is listed and not legal.
    Invented,
    /// It is legal and not listed.
    Missing,
    /// It is legal and refused when it is given.
    Refused,
    /// It is listed more than once.
    Repeated,
    /// It is not written as the protocol wants it.
    Odd,
    /// A count is wrong, of this move or of the whole tree.
    Counted,
}

impl Mistake {
    /// Its name in reports: `missing`.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Mistake::Invented => "invented",
            Mistake::Missing => "missing",
            Mistake::Refused => "refused",
            Mistake::Repeated => "repeated",
            Mistake::Odd => "odd",
            Mistake::Counted => "counted",
        }
    }
}

/// A class and the words for it.
type Verdict = (Class, String);

/// Why a text is not a legal move.
pub(crate) fn invented(position: &Position, text: &str) -> Verdict {
    let Some(mv) = SuspectMove::read(position, text) else {
        return (Class::Output, format!("`{}` is not a move", philidor_host::Visible(text)));
    };
    let us = position.side_to_move();
    let SuspectMove { origin, destination, promotion } = mv;
    let Some(piece) = position.piece_at(origin) else {
        return (Class::PieceMoves, format!("nothing stands on {origin}"));
    };
    if piece.color != us {
        let words =
            format!("it is {}'s turn, and the {} on {origin} is {}'s", us, piece.piece_type, piece.color);
        return (Class::WrongSide, words);
    }
    if piece.piece_type == PieceType::King
        && let Some(side) = castling_meant(position, origin, destination)
    {
        return invented_castling(position, side);
    }
    if let Some(own) = position.piece_at(destination).filter(|own| own.color == us) {
        return (Class::PieceMoves, format!("its own {} stands on {destination}", own.piece_type));
    }
    if piece.piece_type == PieceType::Pawn
        && let Some(verdict) = invented_pawn(position, origin, destination, promotion)
    {
        return verdict;
    }
    if piece.piece_type != PieceType::Pawn && promotion {
        return (Class::Promotion, format!("a {} does not promote", piece.piece_type));
    }
    if piece.piece_type != PieceType::Pawn
        && !position.attacks_from(origin, occupied(position)).contains(destination)
    {
        return (Class::PieceMoves, unreachable(position, piece.piece_type, origin, destination));
    }
    exposes(position, piece.piece_type, origin, destination)
}

fn occupied(position: &Position) -> Bitboard {
    position.board().occupied()
}

/// The castling that a king's move means: two files or more along its rank, or onto its own rook.
fn castling_meant(position: &Position, origin: Square, destination: Square) -> Option<CastlingSide> {
    let us = position.side_to_move();
    let rook = position
        .piece_at(destination)
        .is_some_and(|piece| piece.color == us && piece.piece_type == PieceType::Rook);
    let files = destination.file() as i8 - origin.file() as i8;
    let goes_there = CastlingSide::ALL.into_iter().any(|side| side.king_destination(us) == destination);
    let is_castling = origin.rank() == destination.rank() && (files.abs() >= 2 && goes_there || rook);
    is_castling.then_some(if files > 0 { CastlingSide::KingSide } else { CastlingSide::QueenSide })
}

/// Whether king and rook stand where they do in standard chess, if the right is there.
fn is_standard_castling(position: &Position, color: Color, side: CastlingSide) -> bool {
    let rook = position.castling_rooks().square(color, side);
    position.king(color).file() == philidor::File::E
        && rook.file() == (if side == CastlingSide::KingSide { philidor::File::H } else { philidor::File::A })
}

fn invented_castling(position: &Position, side: CastlingSide) -> Verdict {
    let us = position.side_to_move();
    let name = side_name(side);
    if !position.castling_rights().has(us, side) {
        return (Class::CastlingRight, format!("{us} has no right to castle {name}"));
    }
    let king = position.king(us);
    let rook = position.castling_rooks().square(us, side);
    let standard = is_standard_castling(position, us, side);
    let (king_destination, rook_destination) = (side.king_destination(us), side.rook_destination(us));
    let path = attacks::between(king, king_destination)
        | attacks::between(rook, rook_destination)
        | attacks::between(king, rook)
        | Bitboard::from_square(king_destination)
        | Bitboard::from_square(rook_destination);
    let others = (occupied(position) - king.into()) - rook.into();
    if let Some(square) = (path & others).first() {
        let class = if standard { Class::CastlingPath } else { Class::Chess960Castling };
        return (class, format!("{} in the way of castling {name}", standing(position, square)));
    }
    let without_king = occupied(position) - king.into();
    let steps = attacks::between(king, king_destination)
        | Bitboard::from_square(king)
        | Bitboard::from_square(king_destination);
    for square in steps {
        let attackers = position.attackers_to(square, without_king) & position.board().colors(!us);
        if let Some(attacker) = attackers.first() {
            let what = if square == king {
                format!("the king on {king} is in check by {}", the(position, attacker))
            } else if square == king_destination {
                format!("the king would stand in check on {square} by {}", the(position, attacker))
            } else {
                format!("the king would pass {square}, which {} attacks", the(position, attacker))
            };
            return (Class::CastlingAttack, what);
        }
    }
    let words = format!("the rook on {rook} leaves its king open to an attack along the rank");
    (Class::Chess960Castling, words)
}

fn side_name(side: CastlingSide) -> &'static str {
    match side {
        CastlingSide::KingSide => "short",
        CastlingSide::QueenSide => "long",
    }
}

/// What is wrong with a pawn's move, unless it only exposes the king.
fn invented_pawn(
    position: &Position,
    origin: Square,
    destination: Square,
    promotion: bool,
) -> Option<Verdict> {
    let us = position.side_to_move();
    let forward: i8 = if us == Color::White { 1 } else { -1 };
    let files = destination.file() as i8 - origin.file() as i8;
    let ranks = (destination.rank() as i8 - origin.rank() as i8) * forward;
    let enemy = position.piece_at(destination);
    match (files.abs(), ranks) {
        (0, 1 | 2) if enemy.is_some() => {
            let class = if ranks == 2 { Class::DoublePush } else { Class::Capture };
            return Some((class, format!("{} in the way of the pawn", standing(position, destination))));
        }
        (0, 2) => {
            if origin.rank() != Rank::Second.relative_to(us) {
                let words = format!("the pawn on {origin} does not stand on its home rank");
                return Some((Class::DoublePush, words));
            }
            let passed = origin.offset(0, forward).filter(|&square| position.piece_at(square).is_some());
            if let Some(passed) = passed {
                let words = format!("{} in the way of the pawn", standing(position, passed));
                return Some((Class::DoublePush, words));
            }
        }
        (0, 1) => {}
        (1, 1) if enemy.is_some() => {}
        (1, 1) if position.en_passant() == Some(destination) => {
            return invented_en_passant(position, origin, destination);
        }
        (1, 1) => {
            let beside = Square::new(destination.file(), origin.rank());
            let passed = position
                .piece_at(beside)
                .is_some_and(|piece| piece.piece_type == PieceType::Pawn && piece.color != us);
            return Some(if passed && origin.rank() == Rank::Fifth.relative_to(us) {
                (Class::EnPassant, format!("the pawn on {beside} has not just moved two squares"))
            } else {
                (Class::Capture, format!("nothing stands on {destination} that the pawn could capture"))
            });
        }
        _ => {
            // Even around the edge of the board.
            let class =
                if position.en_passant() == Some(destination) { Class::EnPassant } else { Class::PieceMoves };
            return Some((class, unreachable(position, PieceType::Pawn, origin, destination)));
        }
    }
    let reaches = Bitboard::LAST_RANKS.contains(destination);
    if reaches && !promotion {
        return Some((Class::Promotion, format!("it is not said what the pawn becomes on {destination}")));
    }
    if promotion && !reaches {
        return Some((Class::Promotion, format!("{destination} is not on the last rank")));
    }
    let is_pseudo = position
        .pseudo_legal_moves()
        .iter()
        .any(|mv| mv.orig_square() == origin && mv.dest_square() == destination);
    (!is_pseudo
        || reaches
            && position
                .legal_moves()
                .iter()
                .any(|mv| mv.orig_square() == origin && mv.dest_square() == destination))
    .then(|| (Class::Promotion, "a pawn becomes a queen, rook, bishop or knight".to_owned()))
}

fn invented_en_passant(position: &Position, origin: Square, destination: Square) -> Option<Verdict> {
    let us = position.side_to_move();
    let captured = Square::new(destination.file(), origin.rank());
    let king = position.king(us);
    let after = ((occupied(position) - origin.into()) - captured.into()) | Bitboard::from_square(destination);
    let attackers = (position.attackers_to(king, after) & position.board().colors(!us)) - captured.into();
    let attacker = attackers.first()?;
    if position.checkers().contains(attacker) {
        return Some((Class::CheckEvasion, still_checks(position, attacker)));
    }
    let line = line_name(king, attacker);
    let who = the(position, attacker);
    let words = match line {
        "the rank" => format!(
            "both pawns leave the rank, and {who} attacks the king on {king}: en passant would expose the king along the rank"
        ),
        _ if attacks::line(king, attacker).contains(captured) => {
            format!("the captured pawn on {captured} leaves {line}, and {who} attacks the king on {king}")
        }
        _ => format!("the pawn on {origin} leaves {line}, and {who} attacks the king on {king}"),
    };
    Some((Class::EnPassantPin, words))
}

/// The rule that a pseudo-legal move breaks: it leaves its king in check.
fn exposes(position: &Position, piece_type: PieceType, origin: Square, destination: Square) -> Verdict {
    let us = position.side_to_move();
    let enemies = position.board().colors(!us);
    let king = position.king(us);
    if piece_type == PieceType::King {
        let seen = position.attackers_to(destination, occupied(position)) & enemies;
        let through = position.attackers_to(destination, occupied(position) - origin.into()) & enemies;
        let words = match (seen.first(), through.first()) {
            (Some(attacker), _) if position.piece_at(destination).is_some() => {
                format!("{} is protected by {}", the(position, destination), the(position, attacker))
            }
            (Some(attacker), _) => format!("{destination} is attacked by {}", the(position, attacker)),
            (None, Some(attacker)) => format!(
                "{destination} is attacked by {} as soon as the king has left {origin}: the king does not shield itself",
                the(position, attacker)
            ),
            (None, None) => format!("the king may not go to {destination}"),
        };
        return (Class::KingStep, words);
    }
    let checkers = position.checkers();
    if checkers.has_several() {
        let checkers = list(checkers.into_iter().map(|square| the(position, square)));
        return (Class::DoubleCheck, format!("{us} is in check by {checkers}: only the king may move"));
    }
    if position.pinned(us).contains(origin) && !attacks::line(king, origin).contains(destination) {
        let pinner = pinner(position, king, origin);
        let line = line_name(king, origin);
        let by = pinner.map_or_else(|| "a slider".to_owned(), |square| the(position, square));
        let words = format!(
            "the {piece_type} on {origin} is pinned to its king on {king} by {by}, and leaves {line}"
        );
        return (Class::Pin, words);
    }
    match checkers.first() {
        Some(checker) => (Class::CheckEvasion, still_checks(position, checker)),
        None => (Class::PieceMoves, unreachable(position, piece_type, origin, destination)),
    }
}

fn still_checks(position: &Position, checker: Square) -> String {
    let us = position.side_to_move();
    format!("{us} stays in check by {}: it is neither captured nor blocked", the(position, checker))
}

/// The slider that pins a piece.
fn pinner(position: &Position, king: Square, pinned: Square) -> Option<Square> {
    let us = position.side_to_move();
    let open = occupied(position) - pinned.into();
    let attackers = position.attackers_to(king, open) & position.board().colors(!us);
    (attackers & attacks::line(king, pinned))
        .into_iter()
        .find(|&square| attacks::between(king, square).contains(pinned))
}

/// What is special about a legal move that is not listed. If other promotions of the same pawn are listed, only the
/// promotion matters.
pub(crate) fn missing(position: &Position, mv: Move, has_other_promotion: bool) -> Verdict {
    let us = position.side_to_move();
    let (origin, destination) = (mv.orig_square(), mv.dest_square());
    let piece = mv.played_piece();
    let checkers = position.checkers();
    if let Some(side) = mv.castling_side() {
        return missing_castling(position, side);
    }
    if mv.move_type() == MoveType::EnPassant {
        let captured = Square::new(destination.file(), origin.rank());
        let words = match checkers.contains(captured) {
            true => format!("the pawn on {captured} gives check, and may be captured en passant"),
            false => {
                format!("the pawn on {captured} has just moved two squares, and may be captured en passant")
            }
        };
        return (Class::EnPassant, words);
    }
    if let Some(promotion) = mv.promotion().filter(|_| has_other_promotion) {
        return promotion_words(mv, promotion);
    }
    if checkers.has_several() {
        return (Class::DoubleCheck, format!("the king may step from {origin} to {destination}"));
    }
    if let Some(checker) = checkers.first() {
        let who = the(position, checker);
        let words = match piece {
            PieceType::King if destination == checker => format!("the king may capture the checker, {who}"),
            PieceType::King => format!("in check by {who} the king may step to {destination}"),
            _ if destination == checker => format!("the {piece} on {origin} may capture the checker, {who}"),
            _ => format!("the {piece} on {origin} may block the check by {who}"),
        };
        return (Class::CheckEvasion, words);
    }
    let pinned = piece != PieceType::King && position.pinned(us).contains(origin);
    if let Some(promotion) = mv.promotion().filter(|_| !pinned) {
        return promotion_words(mv, promotion);
    }
    if pinned {
        let line = line_name(position.king(us), origin);
        return (Class::Pin, format!("the {piece} on {origin} is pinned, and may move along {line}"));
    }
    if piece == PieceType::Pawn
        && (origin.rank() as i8 - destination.rank() as i8).abs() == 2
        && origin.file() == destination.file()
    {
        return (Class::DoublePush, format!("the pawn on {origin} may move two squares"));
    }
    if piece == PieceType::King && mv.captured_piece().is_none() {
        return (Class::KingStep, format!("nothing attacks {destination}"));
    }
    match mv.captured_piece() {
        Some(captured) => {
            (Class::Capture, format!("the {piece} on {origin} may capture the {captured} on {destination}"))
        }
        None => (Class::PieceMoves, format!("the {piece} on {origin} may go to {destination}")),
    }
}

fn promotion_words(mv: Move, promotion: PieceType) -> Verdict {
    let (origin, destination) = (mv.orig_square(), mv.dest_square());
    let how = if mv.is_capture() { "capture" } else { "push" };
    (Class::Promotion, format!("the pawn on {origin} may become a {promotion} on {destination}, by {how}"))
}

fn missing_castling(position: &Position, side: CastlingSide) -> Verdict {
    let us = position.side_to_move();
    let rook = position.castling_rooks().square(us, side);
    let enemies = position.board().colors(!us);
    let name = side_name(side);
    if !is_standard_castling(position, us, side) {
        let words = format!(
            "castling {name} is possible, with the king on {} and the rook on {rook}",
            position.king(us)
        );
        return (Class::Chess960Castling, words);
    }
    let passed = attacks::between(rook, side.rook_destination(us)) | Bitboard::from_square(rook);
    let steps = attacks::between(position.king(us), side.king_destination(us));
    for square in passed - steps {
        if let Some(attacker) = (position.attackers_to(square, occupied(position)) & enemies).first() {
            let words = format!("{} attacks {square}, but only the rook passes it", the(position, attacker));
            return (Class::CastlingAttack, words);
        }
    }
    (Class::CastlingRight, format!("castling {name} is possible: right, path and king's squares are free"))
}

/// The classes that the moves of a position could belong to, for a suspect that gives totals only: of the legal moves,
/// or of the pseudo-legal ones that are not legal.
pub(crate) fn possible(position: &Position, is_missing: bool) -> Vec<Class> {
    let legal = position.legal_moves();
    let mut classes: Vec<Class> = if is_missing {
        legal.iter().map(|&mv| missing(position, mv, false).0).collect()
    } else {
        let pseudo = position.pseudo_legal_moves();
        let illegal = pseudo.iter().filter(|mv| legal.iter().all(|known| known.digest() != mv.digest()));
        illegal.map(|mv| invented(position, &mv.notation()).0).collect()
    };
    classes.sort_unstable();
    classes.dedup();
    classes
}

/// The castling right that a text needs and the position lacks.
pub(crate) fn right_wanted(position: &Position, text: &str) -> Option<CastlingRights> {
    let mv = SuspectMove::read(position, text)?;
    let us = position.side_to_move();
    let is_king = position.king(us) == mv.origin;
    let side = castling_meant(position, mv.origin, mv.destination).filter(|_| is_king)?;
    let fault = position.parse_uci(text).err().map(|error| error.kind);
    match fault {
        Some(UciErrorKind::Illegal(MoveFault::NoCastlingRight(side))) => Some(CastlingRights::new(us, side)),
        _ if !position.castling_rights().has(us, side) => Some(CastlingRights::new(us, side)),
        _ => None,
    }
}

/// Why a piece cannot go from one square to another.
fn unreachable(position: &Position, piece: PieceType, origin: Square, destination: Square) -> String {
    let alone = match piece {
        PieceType::Queen => attacks::queen(origin, Bitboard::EMPTY),
        PieceType::Rook => attacks::rook(origin, Bitboard::EMPTY),
        PieceType::Bishop => attacks::bishop(origin, Bitboard::EMPTY),
        PieceType::King | PieceType::Knight | PieceType::Pawn => Bitboard::EMPTY,
    };
    let between = attacks::between(origin, destination) & occupied(position);
    match between.first().filter(|_| alone.contains(destination)) {
        Some(square) => format!("the {piece} would jump: {} in between", standing(position, square)),
        None => format!("a {piece} on {origin} does not reach {destination}"),
    }
}

/// The name of the line through two squares.
fn line_name(one: Square, other: Square) -> &'static str {
    if one.rank() == other.rank() {
        "the rank"
    } else if one.file() == other.file() {
        "the file"
    } else {
        "the diagonal"
    }
}

/// `the rook on e8`
pub(crate) fn the(position: &Position, square: Square) -> String {
    position
        .piece_at(square)
        .map_or_else(|| square.to_string(), |piece| format!("the {} on {square}", piece.piece_type))
}

/// `the rook on e8 stands`
fn standing(position: &Position, square: Square) -> String {
    format!("{} stands", the(position, square))
}

fn list(items: impl Iterator<Item = String>) -> String {
    items.collect::<Vec<_>>().join(" and ")
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A pawn beside ours has just moved two squares only where it can have: on our fifth rank.
    #[test]
    fn a_capture_of_nothing_is_en_passant_on_the_fifth_rank_alone() {
        for (fen, text, class) in [
            ("4k3/8/8/3pP3/8/8/8/4K3 w - - 0 1", "e5d6", Class::EnPassant),
            ("4k3/8/8/8/3pP3/8/8/4K3 w - - 0 1", "e4d5", Class::Capture),
            ("4k3/8/8/8/3pP3/8/8/4K3 b - - 0 1", "d4e3", Class::EnPassant),
            ("4k3/8/8/3pP3/8/8/8/4K3 b - - 0 1", "d5e4", Class::Capture),
        ] {
            let position = fen.parse().expect("a position");
            assert_eq!(invented(&position, text).0, class, "{fen} {text}");
        }
    }
}
