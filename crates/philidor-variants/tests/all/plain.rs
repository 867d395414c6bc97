//! The rules once more, a square at a time: no sets, no pins, nothing of the generator. Every move is made on a copy of
//! the board, and then it is asked whether a king can be taken.

use std::collections::BTreeSet;

use philidor::{CastlingSide, Color, GamePosition, Piece, PieceType, Rank, Square};
use philidor_variants::{AnyPosition, Pocket, Variant};

type Board = [Option<Piece>; 64];

const STRAIGHT: [(i8, i8); 4] = [(1, 0), (-1, 0), (0, 1), (0, -1)];
const DIAGONAL: [(i8, i8); 4] = [(1, 1), (1, -1), (-1, 1), (-1, -1)];
const KNIGHT: [(i8, i8); 8] = [(1, 2), (2, 1), (-1, 2), (-2, 1), (1, -2), (2, -1), (-1, -2), (-2, -1)];

/// The legal moves as UCI writes them, castling as the king taking its rook.
pub(crate) fn moves(position: &AnyPosition) -> BTreeSet<String> {
    if is_over(position) {
        return BTreeSet::new();
    }
    let all = candidates(position);
    let legal = all.into_iter().filter(|candidate| is_legal(position, candidate));
    let legal: Vec<Candidate> = legal.collect();
    let compulsory = loses(position.variant()) && legal.iter().any(|candidate| candidate.takes);
    legal
        .into_iter()
        .filter(|candidate| candidate.takes || !compulsory)
        .map(|candidate| candidate.uci)
        .collect()
}

/// A move: how it is written, whether it captures, the board after it, and where the king passes if it castles.
struct Candidate {
    uci: String,
    takes: bool,
    after: Board,
    king_path: Vec<Square>,
}

fn loses(variant: Variant) -> bool {
    matches!(variant, Variant::Antichess | Variant::Giveaway | Variant::Suicide)
}

fn board(position: &AnyPosition) -> Board {
    Square::ALL.map(|square| position.board().piece_at(square))
}

fn king(board: &Board, color: Color) -> Option<Square> {
    let king = Piece::new(color, PieceType::King);
    Square::ALL.into_iter().find(|square| board[square.index()] == Some(king))
}

/// Whether the game is over by the goal of the variant.
fn is_over(position: &AnyPosition) -> bool {
    let board = board(position);
    let has = |color| board.iter().flatten().any(|piece| piece.color == color);
    let kings = Color::ALL.map(|color| king(&board, color));
    match position.variant() {
        Variant::Antichess | Variant::Giveaway | Variant::Suicide => !has(Color::White) || !has(Color::Black),
        Variant::Atomic => kings.contains(&None),
        Variant::Horde => !has(Color::White),
        Variant::KingOfTheHill => {
            kings.iter().flatten().any(|king| [Square::D4, Square::E4, Square::D5, Square::E5].contains(king))
        }
        Variant::ThreeCheck => Color::ALL.into_iter().any(|color| position.checks_given(color) >= 3),
        Variant::RacingKings => {
            let [white, black] = kings.map(|king| king.is_some_and(|king| king.rank() == Rank::Eighth));
            let may_catch_up = position.side_to_move() == Color::Black && white && !black;
            let arrives = |candidate: &Candidate| {
                king(&candidate.after, Color::Black).is_some_and(|king| king.rank() == Rank::Eighth)
            };
            let catches_up = || {
                candidates(position)
                    .iter()
                    .any(|candidate| arrives(candidate) && is_legal(position, candidate))
            };
            (white || black) && !(may_catch_up && catches_up())
        }
        _ => false,
    }
}

/// The squares that a piece attacks.
fn attacked(board: &Board, from: Square) -> Vec<Square> {
    let Some(piece) = board[from.index()] else { return Vec::new() };
    let step = |&(files, ranks): &(i8, i8)| from.offset(files, ranks);
    let slide = |directions: &[(i8, i8)]| {
        let mut squares = Vec::new();
        for &(files, ranks) in directions {
            let mut at = from;
            while let Some(next) = at.offset(files, ranks) {
                squares.push(next);
                if board[next.index()].is_some() {
                    break;
                }
                at = next;
            }
        }
        squares
    };
    let all = [STRAIGHT, DIAGONAL].concat();
    match piece.piece_type {
        PieceType::King => all.iter().filter_map(step).collect(),
        PieceType::Queen => slide(&all),
        PieceType::Rook => slide(&STRAIGHT),
        PieceType::Bishop => slide(&DIAGONAL),
        PieceType::Knight => KNIGHT.iter().filter_map(step).collect(),
        PieceType::Pawn => {
            let ahead = if piece.color == Color::White { 1 } else { -1 };
            [(-1, ahead), (1, ahead)].iter().filter_map(step).collect()
        }
    }
}

fn is_attacked(board: &Board, square: Square, by: Color) -> bool {
    Square::ALL.into_iter().any(|from| {
        board[from.index()].is_some_and(|piece| piece.color == by) && attacked(board, from).contains(&square)
    })
}

/// Whether the king of a side can be taken: in atomic not by, and not beside, the other king.
fn in_danger(variant: Variant, board: &Board, square: Square, of: Color) -> bool {
    if variant == Variant::Atomic && king(board, !of).is_some_and(|enemy| are_neighbors(square, enemy)) {
        return false;
    }
    is_attacked(board, square, !of)
}

fn are_neighbors(one: Square, other: Square) -> bool {
    let apart = |left: usize, right: usize| left.abs_diff(right);
    apart(one.file().index(), other.file().index()).max(apart(one.rank().index(), other.rank().index())) == 1
}

fn is_legal(position: &AnyPosition, candidate: &Candidate) -> bool {
    let (variant, us) = (position.variant(), position.side_to_move());
    if loses(variant) {
        return true;
    }
    let before = board(position);
    let had_king = king(&before, us).is_some();
    match king(&candidate.after, us) {
        None if had_king => return false, // exploded
        None => {}
        Some(_) if king(&candidate.after, !us).is_none() && king(&before, !us).is_some() => {}
        Some(king) if in_danger(variant, &candidate.after, king, us) => return false,
        Some(_) => {}
    }
    let gives_check =
        || king(&candidate.after, !us).is_some_and(|king| is_attacked(&candidate.after, king, us));
    if variant == Variant::RacingKings && gives_check() {
        return false;
    }
    !candidate.king_path.iter().any(|&square| {
        // The king has left its home, so it shields nothing behind it.
        let mut walking = before;
        if let Some(home) = king(&before, us) {
            walking[home.index()] = None;
        }
        in_danger(variant, &walking, square, us)
    })
}

/// Moves a piece, with whatever a capture does.
fn moved(position: &AnyPosition, from: Square, to: Square, becomes: Piece, victim: Option<Square>) -> Board {
    let mut after = board(position);
    after[from.index()] = None;
    if let Some(victim) = victim {
        after[victim.index()] = None;
    }
    after[to.index()] = Some(becomes);
    if victim.is_some() && position.variant() == Variant::Atomic {
        after[to.index()] = None;
        for square in Square::ALL.into_iter().filter(|&square| are_neighbors(square, to)) {
            if after[square.index()].is_some_and(|piece| piece.piece_type != PieceType::Pawn) {
                after[square.index()] = None;
            }
        }
    }
    after
}

fn candidates(position: &AnyPosition) -> Vec<Candidate> {
    let before = board(position);
    let us = position.side_to_move();
    let mut found = Vec::new();
    for from in Square::ALL {
        let Some(piece) = before[from.index()].filter(|piece| piece.color == us) else { continue };
        if piece.piece_type == PieceType::Pawn {
            pawn(position, &before, from, &mut found);
            continue;
        }
        for to in attacked(&before, from) {
            let target = before[to.index()];
            let explodes = position.variant() == Variant::Atomic && piece.piece_type == PieceType::King;
            if target.is_some_and(|target| target.color == us || explodes) {
                continue;
            }
            let after = moved(position, from, to, piece, target.map(|_| to));
            found.push(Candidate {
                uci: format!("{from}{to}"),
                takes: target.is_some(),
                after,
                king_path: Vec::new(),
            });
        }
    }
    CastlingSide::ALL.into_iter().for_each(|side| found.extend(castling(position, &before, side)));
    drops(position, &before, &mut found);
    found
}

fn pawn(position: &AnyPosition, before: &Board, from: Square, found: &mut Vec<Candidate>) {
    let us = position.side_to_move();
    let mut push = |to: Square, victim: Option<Square>| {
        let last = to.rank() == Rank::Eighth.relative_to(us);
        let kinds: &[PieceType] = match (last, loses(position.variant())) {
            (false, _) => &[PieceType::Pawn],
            (true, false) => &[PieceType::Queen, PieceType::Rook, PieceType::Bishop, PieceType::Knight],
            (true, true) => {
                &[PieceType::Queen, PieceType::Rook, PieceType::Bishop, PieceType::Knight, PieceType::King]
            }
        };
        for &kind in kinds {
            let letter = if last { kind.letter().to_string() } else { String::new() };
            let after = moved(position, from, to, Piece::new(us, kind), victim);
            let uci = format!("{from}{to}{letter}");
            found.push(Candidate { uci, takes: victim.is_some(), after, king_path: Vec::new() });
        }
    };
    for to in attacked(before, from) {
        if before[to.index()].is_some_and(|piece| piece.color != us) {
            push(to, Some(to));
        } else if position.state().en_passant == Some(to) {
            push(to, Some(Square::new(to.file(), from.rank())));
        }
    }
    let ahead = if us == Color::White { 1 } else { -1 };
    let is_empty = |square: Square| before[square.index()].is_none();
    let Some(once) = from.offset(0, ahead).filter(|&to| is_empty(to)) else { return };
    push(once, None);
    let from_home = from.rank() == Rank::Second.relative_to(us);
    let from_first = position.variant() == Variant::Horde && us == Color::White && from.rank() == Rank::First;
    if let Some(twice) = once.offset(0, ahead).filter(|&to| is_empty(to))
        && (from_home || from_first)
    {
        push(twice, None);
    }
}

fn castling(position: &AnyPosition, before: &Board, side: CastlingSide) -> Option<Candidate> {
    let us = position.side_to_move();
    if !position.state().castling_rights.has(us, side) {
        return None;
    }
    let home = king(before, us)?;
    if !loses(position.variant()) && in_danger(position.variant(), before, home, us) {
        return None;
    }
    let rook = position.castling_rooks().square(us, side);
    let (to, rook_to) = (side.king_destination(us), side.rook_destination(us));
    let between = |one: Square, other: Square| {
        let (low, high) = (one.index().min(other.index()), one.index().max(other.index()));
        Square::ALL[low..=high].to_vec()
    };
    let king_path = between(home, to);
    let mut cleared = *before;
    cleared[home.index()] = None;
    cleared[rook.index()] = None;
    if king_path.iter().chain(&between(rook, rook_to)).any(|square| cleared[square.index()].is_some()) {
        return None;
    }
    cleared[to.index()] = Some(Piece::new(us, PieceType::King));
    cleared[rook_to.index()] = Some(Piece::new(us, PieceType::Rook));
    let king_path = king_path.into_iter().filter(|&square| square != to).collect();
    Some(Candidate { uci: format!("{home}{rook}"), takes: false, after: cleared, king_path })
}

fn drops(position: &AnyPosition, before: &Board, found: &mut Vec<Candidate>) {
    let us = position.side_to_move();
    for kind in Pocket::KINDS {
        if position.pocket(us).count(kind) == 0 {
            continue;
        }
        for to in Square::ALL.into_iter().filter(|to| before[to.index()].is_none()) {
            if kind == PieceType::Pawn && matches!(to.rank(), Rank::First | Rank::Eighth) {
                continue;
            }
            let mut after = *before;
            after[to.index()] = Some(Piece::new(us, kind));
            let uci = format!("{}@{to}", kind.letter().to_ascii_uppercase());
            found.push(Candidate { uci, takes: false, after, king_path: Vec::new() });
        }
    }
}
