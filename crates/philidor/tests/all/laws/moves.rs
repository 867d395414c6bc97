//! Laws for the moves of every position, by whichever method they are found.

use core::ops::ControlFlow;
use std::collections::BTreeSet;

use philidor::{
    Bitboard, Color, Game, Move, MoveCounter, MoveDigest, MoveKind, MoveSet, MoveType, PieceType, Position,
    Square,
};

/// All the laws of this file.
pub(crate) fn of_moves(position: &Position) {
    words_are_true(position);
    kinds_part_the_moves(position);
    squares_part_the_moves(position);
    counts_agree(position);
    pseudo_legal_moves_are_sorted_out(position);
    sinks_see_all_and_may_stop(position);
    checks_are_foreseen(position);
    questions_agree(position);
}

/// Every field of a word is right, and the word counts as legal.
fn words_are_true(position: &Position) {
    for mv in position.legal_moves() {
        let us = position.side_to_move();
        let piece = position.piece_at(mv.orig_square()).expect("a piece moves");
        assert_eq!((piece.color, piece.piece_type), (us, mv.played_piece()), "{mv:?} in {position}");
        assert_eq!(mv.captured_piece(), captured(position, mv), "{mv:?} in {position}");
        assert_eq!(mv.castling_rights(), position.castling_rights());
        assert_eq!(mv.enpassant_file(), position.en_passant().map(Square::file));
        assert_eq!(mv.score(), 0);

        let promotes =
            piece.piece_type == PieceType::Pawn && mv.dest_square().rank().relative_to(us).index() == 7;
        assert_eq!(promotes, mv.move_type() == MoveType::Promotion, "{mv:?} in {position}");
        assert!(promotes || mv.aux_data() == 0, "{mv:?} in {position}");
        assert!(position.is_legal(mv) && !mv.is_null(), "{mv:?} in {position}");
        assert!(mv == mv.digest() && mv.digest() == mv && mv != MoveDigest::invalid(), "{mv:?}");
    }
}

/// The piece that a move captures, from the board alone.
fn captured(position: &Position, mv: Move) -> Option<PieceType> {
    match mv.move_type() {
        MoveType::Castling => None,
        MoveType::EnPassant => {
            let (origin, target) = (mv.orig_square(), mv.dest_square());
            assert_eq!(position.en_passant(), Some(target));
            let passed = Square::new(target.file(), origin.rank());
            position.piece_at(passed).map(|piece| piece.piece_type)
        }
        MoveType::Normal | MoveType::Promotion => {
            position.piece_at(mv.dest_square()).map(|piece| piece.piece_type)
        }
    }
}

/// Tactical and quiet moves are those that call themselves so, in the order of all moves.
fn kinds_part_the_moves(position: &Position) {
    let all = position.legal_moves();
    let (tactical, quiet): (Vec<Move>, Vec<Move>) = all.iter().partition(|mv| mv.is_tactical());
    assert_eq!(*position.moves(MoveKind::All), *all);
    assert_eq!(*position.moves(MoveKind::Tactical), tactical, "{position}");
    assert_eq!(*position.moves(MoveKind::Quiet), quiet, "{position}");
    let captures: Vec<Move> = all.iter().copied().filter(|&mv| captured(position, mv).is_some()).collect();
    assert_eq!(*position.moves(MoveKind::Captures), captures, "{position}");
}

/// The moves from each square are those of all moves that start there, in the same order.
fn squares_part_the_moves(position: &Position) {
    let all = position.legal_moves();
    for origin in Square::ALL {
        let from_here = all.iter().filter(|mv| mv.orig_square() == origin);
        assert!(position.legal_moves_from(origin).iter().eq(from_here), "{origin} in {position}");
    }
}

/// No move is listed twice, and counting and testing give the same answer.
fn counts_agree(position: &Position) {
    let all = position.legal_moves();
    let different: BTreeSet<MoveDigest> = all.iter().map(|mv| mv.digest()).collect();
    assert_eq!(different.len(), all.len(), "{position}");
    assert_eq!(position.legal_move_count() as usize, all.len(), "{position}");
    assert_eq!(position.has_legal_move(), !all.is_empty(), "{position}");
    let mut reported = 0;
    position.for_each_set(|set| {
        assert!(!set.is_empty(), "{position}");
        reported += set.len() as usize;
    });
    assert_eq!(reported, all.len(), "{position}");
}

/// What is asked of a position in one question follows from longer ones.
fn questions_agree(position: &Position) {
    let ends = position.legal_moves().is_empty();
    assert_eq!(position.is_checkmate(), ends && position.is_check(), "{position}");
    assert_eq!(position.is_stalemate(), ends && !position.is_check(), "{position}");
    if ends {
        let words = if position.is_check() { "wins by checkmate" } else { "draw by stalemate" };
        let outcome = position.outcome().expect("an end").to_string();
        assert!(outcome.ends_with(words), "{outcome}: {position}");
    }
    assert_eq!(Game::from_position(*position).outcome(), position.outcome(), "{position}");
    let lacks = Color::ALL.into_iter().all(|color| position.has_insufficient_material(color));
    assert_eq!(position.is_insufficient_material(), lacks, "{position}");
    assert!(!lacks || position.outcome().is_some(), "{position}");
    for square in Square::ALL {
        for by in Color::ALL {
            let reaching = |from: &Square| {
                let piece = position.piece_at(*from).filter(|piece| piece.color == by);
                piece.is_some() && position.attacks_from(*from, position.occupied()).contains(square)
            };
            let attackers: Bitboard = Square::ALL.into_iter().filter(reaching).collect();
            assert_eq!(position.attackers(square, by), attackers, "{square} in {position}");
            assert_eq!(position.is_attacked(square, by), !attackers.is_empty(), "{square} in {position}");
        }
    }
}

/// The pseudo-legal moves include the legal ones, and the cheap test finds them.
fn pseudo_legal_moves_are_sorted_out(position: &Position) {
    let (legal, illegal): (Vec<Move>, Vec<Move>) =
        position.pseudo_legal_moves().iter().partition(|&&mv| position.leaves_king_safe(mv));
    let expected: BTreeSet<Move> = position.legal_moves().into_iter().collect();
    assert_eq!(legal.iter().copied().collect::<BTreeSet<Move>>(), expected, "{position}");
    assert_eq!(legal.len(), expected.len(), "{position}: a move is listed twice");
    assert!(illegal.iter().all(|&mv| !position.is_legal(mv)), "{position}");
}

/// Each kind of sink receives the same moves, and none after it has stopped.
fn sinks_see_all_and_may_stop(position: &Position) {
    for kind in [MoveKind::All, MoveKind::Tactical, MoveKind::Quiet, MoveKind::Captures] {
        let listed = position.moves(kind);

        let mut counter = MoveCounter::default();
        assert!(position.generate(kind, &mut counter).is_continue());
        assert_eq!(counter.count as usize, listed.len(), "{kind:?} in {position}");

        let mut heard = Vec::new();
        let flow = position.for_each_move(kind, |mv| {
            heard.push(mv);
            ControlFlow::Continue(())
        });
        assert!(flow.is_continue());
        assert_eq!(heard, *listed, "{kind:?} in {position}");

        for patience in [1, listed.len() / 2, listed.len()] {
            stops_after(position, kind, patience, listed.len());
        }
    }
}

/// A sink that stops after some moves receives no more, and neither does one that takes whole sets.
fn stops_after(position: &Position, kind: MoveKind, patience: usize, all: usize) {
    let until = |enough: bool| if enough { ControlFlow::Break(()) } else { ControlFlow::Continue(()) };
    let stops = patience >= 1 && patience <= all;

    let mut heard = 0;
    let flow = position.for_each_move(kind, |_| {
        heard += 1;
        until(heard == patience)
    });
    assert_eq!((flow.is_break(), heard), (stops, if stops { patience } else { all }), "{position}");

    let mut heard = 0;
    let mut stopped = false;
    let flow = position.generate(kind, &mut |set: MoveSet| {
        assert!(!stopped, "{position}: a set after the end");
        heard += set.len() as usize;
        stopped = patience >= 1 && heard >= patience;
        until(stopped)
    });
    assert_eq!(flow.is_break(), stops, "{position}");
}

/// The test for a checking move agrees with playing it and looking.
fn checks_are_foreseen(position: &Position) {
    for mv in position.legal_moves() {
        let is_check = position.after(mv).is_check();
        assert_eq!(position.gives_check(mv), is_check, "{mv} in {position}");
    }
}
