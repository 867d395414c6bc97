//! Every fast path of the library against a slow one, on boards at the edge of each rule.
//!
//! Random play may never make the board on which a fast path differs, so these boards are constructed.

use philidor::{Move, MoveGenerator, MoveKind, MoveList, MoveType, PieceType, Position, Strictness, proof};
use philidor_historic::mailbox::MailboxBoard;
use philidor_proof::{at_least, samples};

use crate::{edges, games};

fn positions(seed: u64) -> Vec<Position> {
    edges::positions(seed).take(if cfg!(miri) { 20 } else { samples(20_000) }).collect()
}

/// Listed by the mailbox; by the library's own generator where the mailbox cannot hold the position.
fn listed(position: &Position) -> Vec<String> {
    let mut moves: Vec<String> = match MailboxBoard::from_position(position) {
        Ok(mut board) => board.legal_moves_of(MoveKind::All).iter().map(|mv| mv.notation()).collect(),
        Err(_) => position.legal_moves().iter().map(|mv| mv.notation()).collect(),
    };
    moves.sort();
    moves
}

#[test]
fn moves_are_listed_counted_and_found_to_exist() {
    let positions = positions(51);
    let mut counts = Vec::new();
    Position::legal_move_counts(&positions, |count| counts.push(count as usize));
    // How many boards of each kind were made.
    let [mut none, mut few, mut castling, mut en_passant, mut check] = [0; 5];
    for (position, count) in positions.iter().zip(counts) {
        let expected = listed(position);
        let moves = position.legal_moves();
        let mut ours: Vec<String> = moves.iter().map(|mv| mv.notation()).collect();
        ours.sort();
        assert_eq!(ours, expected, "{position}");
        assert_eq!(count, expected.len(), "{position}");
        assert_eq!(position.legal_move_count() as usize, expected.len(), "{position}");
        assert_eq!(position.has_legal_move(), !expected.is_empty(), "{position}");
        none += usize::from(expected.is_empty());
        few += usize::from((1..4).contains(&expected.len()));
        castling += usize::from(moves.iter().any(|mv| mv.move_type() == MoveType::Castling));
        en_passant += usize::from(moves.iter().any(|mv| mv.move_type() == MoveType::EnPassant));
        check += usize::from(position.is_check());
    }
    let made = [none, few, castling, en_passant, check];
    assert!(cfg!(miri) || made.iter().all(|&boards| boards >= at_least(50)), "{made:?}");
}

/// Boards of few pieces, where a move more or less decides.
#[test]
fn whether_there_is_a_move_is_asked_where_few_pieces_can() {
    let (mut stuck, mut free) = (0, 0);
    for position in positions(52) {
        let us = position.side_to_move();
        let king = position.board().colored_pieces(us, PieceType::King);
        // Pieces are removed one by one as long as that leaves fewer moves: the last boards are near a stalemate.
        let mut setup = position.to_setup();
        for square in position.board().colors(us) - king {
            let (before, after) = (position.legal_move_count(), setup.board);
            setup.board.remove(square);
            let bare = setup.without_impossible_castling_rights().without_impossible_en_passant();
            match Position::from_setup(bare, Strictness::WellDefined) {
                Ok(fewer) if fewer.legal_move_count() < before => {
                    let any = !fewer.legal_moves().is_empty();
                    assert_eq!(fewer.has_legal_move(), any, "{fewer}");
                    [stuck, free] = [stuck + usize::from(!any), free + usize::from(any)];
                }
                _ => setup.board = after,
            }
        }
    }
    assert!(
        cfg!(miri) || (stuck >= at_least(50) && free >= at_least(1_000)),
        "{stuck} without a move, {free} with one"
    );
}

#[test]
fn quiet_checks_are_what_is_left_of_all_quiet_moves() {
    let mut seen = [0; 4];
    for position in positions(53) {
        // Not by `gives_check`, which the fast path itself asks about castling.
        let gives_check = |mv: &Move| position.after(*mv).is_check();
        let checks: MoveList = position.moves(MoveKind::Quiet).into_iter().filter(gives_check).collect();
        assert_eq!(position.quiet_checks(), checks, "{position}");
        let pawns = checks.iter().filter(|mv| mv.played_piece() == PieceType::Pawn).count();
        let castling = checks.iter().filter(|mv| mv.move_type() == MoveType::Castling).count();
        let by_king = checks.iter().filter(|mv| mv.played_piece() == PieceType::King).count();
        for (count, found) in seen.iter_mut().zip([checks.len(), pawns, castling, by_king]) {
            *count += found;
        }
    }
    assert!(cfg!(miri) || seen.iter().all(|&moves| moves >= at_least(20)), "{seen:?}");
}

/// Playing a move leads to the same position as setting the board up anew, and undoing it leads back.
#[test]
fn a_move_played_leads_to_the_position_set_up_anew() {
    for position in positions(54).into_iter().step_by(4) {
        for mv in position.legal_moves() {
            let mut after = position;
            let undo = after.play_unchecked(mv);
            let anew = Position::from_setup(after.to_setup(), Strictness::WellDefined);
            let anew = anew.unwrap_or_else(|error| panic!("{mv} in {position}: {error}"));
            assert_eq!((anew, anew.key()), (after, after.key()), "{mv} in {position}");
            assert_eq!(anew.legal_move_count(), after.legal_move_count(), "{mv} in {position}");
            assert_eq!(position.parse_san(position.to_san(mv)), Ok(mv), "{position}");
            after.undo(mv, undo);
            assert_eq!((after, after.key()), (position, position.key()), "{mv} in {position}");
        }
    }
}

#[test]
fn a_safe_push_is_a_pawn_move_without_a_check() {
    let (mut safe, mut in_doubt) = (0, 0);
    for position in games::positions(7).take(samples(20_000)) {
        if proof::has_safe_push(&position) {
            safe += 1;
            let is_push = |mv: &Move| mv.played_piece() == PieceType::Pawn && mv.captured_piece().is_none();
            assert!(position.legal_moves().iter().any(is_push), "{position}");
            assert!(!position.is_check(), "{position}");
        } else {
            in_doubt += 1;
        }
    }
    assert!(safe > in_doubt && in_doubt > safe / 20, "{safe} safe, {in_doubt} in doubt");
}
