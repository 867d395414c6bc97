//! Philidor's other generators of chess, which have to agree with the fast count before a suspect is accused.

use philidor::perft::perft_with;
use philidor::{Move, MoveGenerator, MoveKind, Position};
use philidor_historic::chain::ChainBoard;
use philidor_historic::mailbox::MailboxBoard;

/// A generator that counts by plain play, with a position on its board.
pub trait Witness {
    /// What it is called.
    fn name(&self) -> &'static str;

    /// The legal moves.
    fn moves(&mut self) -> Vec<Move>;

    /// The leaves below one of its moves, the move being the first ply of `depth`.
    fn leaves_below(&mut self, mv: Move, depth: u32) -> u128;
}

/// Any generator, and what it is called.
struct Player<G> {
    name: &'static str,
    generator: G,
}

impl<G: MoveGenerator + 'static> Player<G> {
    /// With a position on its board; none if the board cannot hold it.
    fn seated(name: &'static str, position: &Position) -> Option<Box<dyn Witness>> {
        let generator = G::from_position(position).ok()?;
        Some(Box::new(Player { name, generator }))
    }
}

impl<G: MoveGenerator> Witness for Player<G> {
    fn name(&self) -> &'static str {
        self.name
    }

    fn moves(&mut self) -> Vec<Move> {
        self.generator.legal_moves_of(MoveKind::All)
    }

    fn leaves_below(&mut self, mv: Move, depth: u32) -> u128 {
        let undo = self.generator.play_unchecked(mv);
        let leaves = perft_with(&mut self.generator, depth.saturating_sub(1));
        self.generator.undo(mv, undo);
        leaves
    }
}

/// Two generators that can hold the position.
pub(super) fn witnesses(position: &Position) -> Vec<Box<dyn Witness>> {
    let all = [
        Player::<ChainBoard>::seated("chain", position),
        Player::<MailboxBoard>::seated("mailbox", position),
        Player::<Position>::seated("plain", position),
    ];
    all.into_iter().flatten().take(2).collect()
}
