//! The cut of a tree into parts, tested by another generator: it plays to every part and has to arrive at the same
//! position.

use std::collections::HashSet;

use anyhow::ensure;
use philidor::perft::Subtrees;
use philidor::{CastlingMode, Move, MoveDigest, MoveGenerator, MoveKind, Position};
use philidor_historic::chain::ChainBoard;

/// An error if another generator does not reach the positions of the parts, in their order.
pub(super) fn check(subtrees: &Subtrees, root: &Position) -> anyhow::Result<()> {
    // Even of a tree without parts the first moves can be compared.
    let plies = subtrees.line(0).map_or(1, |line| line.len() as u32);
    let mode = CastlingMode::detect(root);
    let mut walk = Walk { subtrees, mode, line: Vec::new(), reached: 0 };
    walk.go(root, &mut ChainBoard::new(root), plies)?;
    let parts =
        if subtrees.is_empty() { u128::from(root.legal_move_count()) } else { subtrees.len() as u128 };
    ensure!(
        walk.reached == parts,
        "two generators differ at depth {plies}: the tree was cut into {parts} subtrees, and the chain generator \
         finds {}",
        walk.reached
    );
    Ok(())
}

/// A walk over the cut tree by the chain generator, in the order of the parts.
struct Walk<'a> {
    subtrees: &'a Subtrees,
    mode: CastlingMode,
    /// The moves played so far, in UCI.
    line: Vec<String>,
    /// How many lines have been played to their end.
    reached: u128,
}

impl Walk<'_> {
    /// Plays every line of a number of plies on both boards. The position gives the order, and both generators have to
    /// agree on its moves; where they lead is up to the other board.
    fn go(&mut self, position: &Position, board: &mut ChainBoard, plies: u32) -> anyhow::Result<()> {
        if plies == 0 {
            return self.compare(board);
        }
        let moves = position.legal_moves();
        let found: HashSet<MoveDigest> =
            board.legal_moves_of(MoveKind::All).into_iter().map(Move::digest).collect();
        let same = found.len() == moves.len() && moves.iter().all(|mv| found.contains(&mv.digest()));
        ensure!(
            same,
            "two generators differ {}: the bitboards have {} moves, and the chain generator {}\n    {position}",
            self.place(),
            moves.len(),
            found.len()
        );
        for &mv in moves.iter() {
            self.line.push(position.to_uci_in(mv, self.mode).to_string());
            board.play_unchecked(mv);
            self.go(&position.after(mv), board, plies - 1)?;
            board.undo(mv, ());
            self.line.pop();
        }
        Ok(())
    }

    /// An error if the part that comes next is not the position that was reached.
    fn compare(&mut self, board: &ChainBoard) -> anyhow::Result<()> {
        let part = self.reached as usize;
        self.reached += 1;
        if let Some(position) = self.subtrees.position(part) {
            ensure!(
                ChainBoard::new(position) == *board,
                "subtree {part} is not the position that the chain generator reaches {}\n    {position}",
                self.place()
            );
        }
        Ok(())
    }

    /// The place in the tree, in words.
    fn place(&self) -> String {
        if self.line.is_empty() { "at the root".to_owned() } else { format!("after {}", self.line.join(" ")) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Both kinds of second counts agree with the first, and with the whole.
    #[test]
    fn the_cut_is_counted_again_too() {
        let root = Position::default();
        for depth in [0, 1, 3, 5] {
            assert!(check(&Subtrees::new(&root, depth), &root).is_ok());
        }
        let other: Position = "4k3/8/8/8/8/8/8/4K3 w - - 0 1".parse().expect("a position");
        assert!(check(&Subtrees::new(&root, 3), &other).is_err());
    }

    /// As many subtrees, and the moves to them the same, but other positions.
    #[test]
    fn every_subtree_is_the_position_that_another_generator_reaches() {
        let root = Position::default();
        for other in [
            "rnbqkbn1/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQq - 0 1",
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQq - 0 1",
        ] {
            let other: Position = other.parse().expect("a position");
            let said = check(&Subtrees::new(&other, 1), &root).expect_err("other positions").to_string();
            assert!(
                said.starts_with("subtree 0 is not the position that the chain generator reaches after "),
                "{said}"
            );
        }
        // In their order: 20 subtrees of White's first moves and 20 of Black's.
        let black: Position =
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b KQkq - 0 1".parse().expect("a position");
        assert!(check(&Subtrees::new(&black, 1), &root).is_err());
    }
}
