//! Whether a tree is wrong because a hash table, or another memory, gave the count of another position.
//!
//! Each position of the tree is answered right by itself. The damage of a bad unmake ends with the question; a
//! remembered count outlasts it. So the wrong subtree is asked for once more in the same game, by questions that a
//! fresh suspect answers right:
//!
//! ```text
//! tree         4k3/8/8/8/8/8/8/R3K3 w      wrong below e1e2 at depth 4
//!
//! other parent 4k3/8/8/8/8/5K2/8/R7 w      also leads to it, by f3e2: a table finds it below a root
//! subtrees     d1d2, a1a8, …, e1e2         asked one by one, the wrong one last: if it is looked up at the root
//! ```

use philidor::{Color, Move, Piece, PieceType, Position, Rank, Square, Strictness};

use super::descent::shortened;
use crate::asking::interview::{Interview, Wait};
use crate::judging::case::{Case, Seen, Symptom};
use crate::judging::collision::are_counts_of_others;
use crate::suspect::{Failure, Question};

/// How many wrong subtrees are looked into.
const MAX_SUBTREES: usize = 4;

/// How many other parents of a position are tried.
const MAX_PARENTS: usize = 12;

/// A case that shows that something is remembered, if that is why a tree is wrong.
pub(super) fn look(interview: &mut Interview, case: &Case) -> Result<Option<Case>, Failure> {
    let Some(difference) = case.difference().filter(|_| case.seen == Seen::InTree) else { return Ok(None) };
    let tree = &case.question;
    if tree.depth == 2 && !are_counts_of_others(tree, difference) {
        return Ok(None);
    }
    for wrong in difference.counts.iter().take(MAX_SUBTREES) {
        for look in [by_another_parent, after_the_other_subtrees] {
            if interview.is_over() {
                return Ok(None);
            }
            let found = look(interview, tree, wrong.mv)?;
            if found.is_some() {
                return Ok(found);
            }
        }
    }
    Ok(None)
}

/// Asks about another parent of the wrong position after the tree.
fn by_another_parent(interview: &mut Interview, tree: &Question, mv: Move) -> Result<Option<Case>, Failure> {
    let parents = parents(&tree.position(), mv, interview.limits.strictness);
    for parent in parents.into_iter().take(MAX_PARENTS) {
        let question = Question { start: parent, line: Vec::new(), same_game: true, ..*tree };
        let before = vec![tree.clone()];
        if let Some(difference) = interview.ask_after(&before, &question, Wait::BeyondEnd)?
            && interview.ask_afresh(&question, Wait::BeyondEnd)?.is_none()
        {
            let case = Case::new(question, Seen::AfterQuestions, Symptom::Wrong(difference));
            return Ok(Some(Case { before, ..case }));
        }
    }
    Ok(None)
}

/// Asks about the wrong subtree after all others.
fn after_the_other_subtrees(
    interview: &mut Interview,
    tree: &Question,
    mv: Move,
) -> Result<Option<Case>, Failure> {
    let takes_moves = interview.takes_moves();
    let in_game = |mv| Question { same_game: true, ..tree.below(mv, takes_moves) };
    let moves = tree.position().legal_moves();
    let before: Vec<Question> =
        moves.iter().filter(|other| other.digest() != mv.digest()).map(|&other| in_game(other)).collect();
    let question = in_game(mv);
    let Some(difference) = interview.ask_after(&before, &question, Wait::BeyondEnd)? else { return Ok(None) };
    let before = shortened(interview, before, &question)?;
    let symptom = Symptom::Wrong(difference);
    Ok(Some(Case { before, ..Case::new(question, Seen::AfterQuestions, symptom) }))
}

/// Other positions that lead to the one after a move: a piece comes from elsewhere, or was a pawn that captured.
fn parents(position: &Position, mv: Move, strictness: Strictness) -> Vec<Position> {
    let child = position.after(mv);
    let us = position.side_to_move();
    let board = child.board();
    let pieces = board.colors(us) - board.pieces(PieceType::Pawn);
    let mut parents = Vec::new();
    for destination in pieces {
        let steps = child.attacks_from(destination, board.occupied()) - board.occupied();
        let steps = steps.into_iter().map(|origin| (origin, child.piece_at(destination), None));
        let captured = Piece::new(!us, PieceType::Knight);
        let captures = pawns_behind(&child, destination)
            .map(|origin| (origin, Some(Piece::new(us, PieceType::Pawn)), Some(captured)));
        for (origin, piece, captured) in steps.chain(captures) {
            if let Some(parent) = moved_back(&child, [origin, destination], [piece, captured], us, strictness)
                && parent.board() != position.board()
                && parent.legal_moves().iter().any(|&mv| leads_to(&parent, mv, &child))
            {
                parents.push(parent);
            }
        }
    }
    parents
}

/// The squares from which a pawn may have captured on this square and promoted to the piece there.
fn pawns_behind(child: &Position, destination: Square) -> impl Iterator<Item = Square> {
    let piece = child.piece_at(destination).filter(|piece| piece.piece_type != PieceType::King);
    let promoted = piece.filter(|piece| destination.rank() == Rank::Eighth.relative_to(piece.color));
    let back = if piece.is_some_and(|piece| piece.color == Color::White) { -1 } else { 1 };
    let squares = [-1, 1].into_iter().filter_map(move |files| destination.offset(files, back));
    squares.filter(move |_| promoted.is_some()).filter(|&origin| child.piece_at(origin).is_none())
}

/// The position before a move from one square to another, with what stood on both, and its owner to move.
fn moved_back(
    child: &Position,
    squares: [Square; 2],
    pieces: [Option<Piece>; 2],
    owner: Color,
    strictness: Strictness,
) -> Option<Position> {
    let mut setup = child.to_setup();
    for (square, piece) in squares.into_iter().zip(pieces) {
        setup.board.remove(square);
        if let Some(piece) = piece {
            setup.board.put(square, piece);
        }
    }
    setup.state.side_to_move = owner;
    setup.state.en_passant = None;
    setup.state.halfmove_clock = 0;
    Position::from_setup(setup, strictness).ok()
}

/// Whether a move leads to a position, whatever the clocks say.
fn leads_to(parent: &Position, mv: Move, child: &Position) -> bool {
    parent.after(mv).key() == child.key()
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use super::*;
    use crate::suspect::fake::Fake;

    type Given = Vec<(String, u128)>;

    const PAWN: &str = "8/P6k/8/8/8/8/8/K7 w - - 0 1";
    const ROOKS: &str = "4k3/8/8/8/8/8/8/R3K2R w KQ - 0 1";

    fn look_into(fen: &str, depth: u32, fake: Fake) -> Option<Case> {
        let mut interview = Interview::for_test(fake);
        let question = Question::new(fen.parse().expect("a position"), depth);
        let difference = interview.ask(&question, Wait::BeyondEnd).expect("an answer").expect("a wrong one");
        let case = Case::new(question, Seen::InTree, Symptom::Wrong(difference));
        look(&mut interview, &case).expect("answers")
    }

    /// A table of the leaves below each move, whose keys know which squares are occupied, and not by what.
    fn blind_table() -> impl FnMut(&Question, Given) -> Result<Given, Failure> {
        let mut table = HashMap::new();
        move |question, mut given| {
            if !question.same_game {
                table.clear();
            }
            for (text, leaves) in &mut given {
                let mut child = question.position();
                child.play_unchecked(child.parse_uci(text).expect("a move"));
                let pieces = [Color::White, Color::Black].map(|color| child.board().colors(color));
                *leaves = *table.entry((pieces, question.depth)).or_insert(*leaves);
            }
            Ok(given)
        }
    }

    #[test]
    fn a_remembered_count_shows_below_another_parent() {
        let case = look_into(PAWN, 2, Fake::new(blind_table)).expect("it is remembered");
        assert_eq!((case.seen, case.before.len()), (Seen::AfterQuestions, 1));
        assert!(case.question.same_game && case.question.start.board() != case.before[0].start.board());
    }

    #[test]
    fn a_promoted_piece_was_perhaps_a_pawn_elsewhere() {
        let position: Position = PAWN.parse().expect("a position");
        let mv = position.parse_uci("a7a8r").expect("a move");
        let fens: Vec<String> =
            parents(&position, mv, Strictness::Reachable).iter().map(ToString::to_string).collect();
        assert!(fens.iter().any(|fen| fen.starts_with("n7/1P5k/8/8/8/8/8/K7 w")), "{fens:?}");
    }

    #[test]
    fn parents_differ_and_lead_to_the_child() {
        let position: Position = ROOKS.parse().expect("a position");
        let mv = position.parse_uci("e1e2").expect("a move");
        let mut child = position;
        child.play_unchecked(mv);
        let parents = parents(&position, mv, Strictness::Reachable);
        assert!(parents.len() > 5);
        for parent in parents {
            assert_ne!(parent.board(), position.board());
            assert!(parent.legal_moves().iter().any(|&mv| leads_to(&parent, mv, &child)));
        }
    }
}
