//! The mate prover: can a side force mate, and in how many moves?
//!
//! ```text
//! is there a mate in 1? in 2? in 3? …    a question at a time, each with an exact answer
//!   attack     any move will do: checks first, and nothing but checks for the last one
//!   defense    every reply has to fail: one that is known to hold, or that held before, comes first
//! ```
//!
//! It is an AND/OR tree, searched with iterative deepening. Nothing is evaluated, reduced or pruned, so a result is as
//! certain as by brute force. [`MateTable`] remembers what was proved of a position; an interrupted question starts
//! over, and soon gets back to where it was.
//!
//! The prover and the search take turns: the search finds long mates that are forced by many checks, the prover short
//! ones that begin quietly, and it alone knows that a mate is the shortest.

use philidor::cpu::Cpu;
use philidor::search_support::{Level, Work};
use philidor::{Move, MoveDigest, MoveKind, MoveList, Position};

use super::table::MateTable;

/// The prover looks no further than this many moves.
pub(super) const MAX_MOVES: u32 = 50;

/// No line of the prover is longer, from the root to the mate.
const MAX_PLIES: usize = 2 * MAX_MOVES as usize;

/// What the prover keeps from turn to turn.
#[derive(Debug)]
pub(crate) struct Prover {
    table: MateTable,
    /// Neither side forces mate in this many moves, or fewer.
    refuted: u32,
    /// The reply that held last, by its distance from the root.
    held: [Option<MoveDigest>; MAX_PLIES + 2],
    /// Positions that have occurred twice: to reach one of them is a draw.
    drawn: Vec<u64>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum ProofResult {
    /// The side to move mates in `moves` moves, and not earlier.
    Mates {
        moves: u32,
        line: Vec<Move>,
    },
    /// It is mated in `moves` moves, and cannot delay that.
    Mated {
        moves: u32,
        line: Vec<Move>,
    },
    /// Neither, in as many moves as was asked for.
    Neither,
    Open,
}

impl Prover {
    /// A prover that knows only which positions have occurred twice.
    pub(crate) fn new(drawn: Vec<u64>) -> Prover {
        Prover { table: MateTable::new(), refuted: 0, held: [None; MAX_PLIES + 2], drawn }
    }

    /// Looks for mates in at most `most` moves, and pauses after this many nodes.
    pub(crate) fn turn(
        &mut self,
        position: &Position,
        root_moves: &[Move],
        visits: &mut dyn Visits,
        most: u32,
        nodes: u64,
    ) -> ProofResult {
        let pause_at = visits.nodes().saturating_add(nodes);
        Proof { visits, prover: self, pause_at, is_over: false }.turn(position, root_moves, most)
    }
}

/// Counts nodes and knows when the search has to stop. The prover needs nothing else of a search, so it is compiled
/// once for all.
pub(crate) trait Visits {
    fn nodes(&self) -> u64;
    /// Counts a node, unless the search has to stop.
    fn visit(&mut self, ply: usize) -> bool;
}

/// A turn of the prover.
struct Proof<'w> {
    visits: &'w mut dyn Visits,
    prover: &'w mut Prover,
    pause_at: u64,
    /// The turn or the whole search has ended: no answer counts any more.
    is_over: bool,
}

impl Proof<'_> {
    /// Asks all questions up to a number of moves.
    fn turn(&mut self, position: &Position, root_moves: &[Move], most: u32) -> ProofResult {
        while self.prover.refuted < most {
            let moves = self.prover.refuted + 1;
            let mut all = root_moves.iter().copied();
            let best = all.find(|&mv| self.is_lost(&position.after(mv), moves - 1, 1));
            if self.is_over {
                return ProofResult::Open;
            }
            if let Some(best) = best {
                // The mate is proved and only its line is missing, so the prover does not pause.
                self.pause_at = u64::MAX;
                let mut line = vec![best];
                let after = position.after(best);
                if let Some((reply, left)) = self.longest(&after, moves - 1, 1) {
                    line.push(reply);
                    line.extend(self.line(after.after(reply), left, 2));
                }
                return ProofResult::Mates { moves, line };
            }
            let is_lost = root_moves.iter().all(|&mv| self.mates(&position.after(mv), moves, 1));
            if self.is_over {
                return ProofResult::Open;
            }
            if is_lost {
                self.pause_at = u64::MAX;
                let mut all = root_moves.iter().copied();
                let best = all.find(|&mv| !self.mates(&position.after(mv), moves - 1, 1));
                let mut line: Vec<Move> = best.or(root_moves.first().copied()).into_iter().collect();
                if let Some(&best) = line.first() {
                    line.extend(self.line(position.after(best), moves, 1));
                }
                return ProofResult::Mated { moves, line };
            }
            self.prover.refuted = moves;
        }
        ProofResult::Neither
    }

    /// Counts a node, unless the turn is over.
    #[inline(always)]
    fn visit(&mut self, ply: usize) -> bool {
        self.is_over |= self.visits.nodes() >= self.pause_at || !self.visits.visit(ply);
        !self.is_over
    }

    #[inline(always)]
    fn is_drawn(&self, key: u64) -> bool {
        !self.prover.drawn.is_empty() && self.prover.drawn.contains(&key)
    }

    /// Whether the side to move forces mate in at most this many moves.
    fn mates(&mut self, position: &Position, moves: u32, ply: usize) -> bool {
        Cpu::best().run(Attack { proof: self, position, moves, ply })
    }

    /// Whether the side to move is mated, or will be in at most this many moves.
    fn is_lost(&mut self, position: &Position, moves: u32, ply: usize) -> bool {
        Cpu::best().run(Defense { proof: self, position, moves, ply })
    }

    /// The line to a mate that takes exactly this many moves, from a position in which the side to move forces it; cut
    /// short if the search ends meanwhile.
    fn line(&mut self, mut position: Position, mut moves: u32, mut ply: usize) -> Vec<Move> {
        let mut line = Vec::new();
        loop {
            let mut all = position.legal_moves().into_iter();
            let best = all.find(|&mv| self.is_lost(&position.after(mv), moves - 1, ply + 1));
            let Some(best) = best.filter(|_| !self.is_over) else { return line };
            line.push(best);
            position = position.after(best);
            let Some((reply, left)) = self.longest(&position, moves - 1, ply + 1) else { return line };
            line.push(reply);
            position = position.after(reply);
            (moves, ply) = (left, ply + 2);
        }
    }

    /// The reply that delays the mate longest, and in how many moves the mate then comes. `None` if it is mate already.
    fn longest(&mut self, position: &Position, most: u32, ply: usize) -> Option<(Move, u32)> {
        let mut longest = None;
        for &reply in &position.legal_moves() {
            let after = position.after(reply);
            let moves = (1..=most).find(|&moves| self.mates(&after, moves, ply + 1))?;
            if longest.is_none_or(|(_, least)| moves > least) {
                longest = Some((reply, moves));
            }
        }
        longest.filter(|_| !self.is_over)
    }
}

/// Does the side to move force mate?
struct Attack<'p, 'w> {
    proof: &'p mut Proof<'w>,
    position: &'p Position,
    moves: u32,
    ply: usize,
}

impl Work for Attack<'_, '_> {
    type Output = bool;

    #[inline(always)]
    fn run<L: Level>(self, level: L) -> bool {
        let Attack { proof, position, moves, ply } = self;
        let key = position.key();
        let known = proof.prover.table.get(key);
        if u32::from(known.not_in) >= moves || proof.is_drawn(key) {
            return false;
        }
        if known.mates_in.is_some_and(|known| u32::from(known) <= moves) {
            return true;
        }
        let mut list = MoveList::new();
        level.moves_into(position, MoveKind::All, &mut list);
        let mut checks = 0;
        for at in 0..list.len() {
            if position.gives_check(list[at]) {
                list.swap(checks, at);
                checks += 1;
            }
        }
        // The last move has to be a check.
        let tried = if moves == 1 { checks } else { list.len() };
        for &mv in &list[..tried] {
            if !proof.visit(ply) {
                return false;
            }
            let after = level.after(position, mv);
            if level.call(Defense { proof: &mut *proof, position: &after, moves: moves - 1, ply: ply + 1 }) {
                proof.prover.table.put_mate(key, moves);
                return true;
            }
            if proof.is_over {
                return false;
            }
        }
        proof.prover.table.put_refuted(key, moves);
        false
    }
}

/// Is the side to move lost?
struct Defense<'p, 'w> {
    proof: &'p mut Proof<'w>,
    position: &'p Position,
    moves: u32,
    ply: usize,
}

impl Work for Defense<'_, '_> {
    type Output = bool;

    #[inline(always)]
    fn run<L: Level>(self, level: L) -> bool {
        let Defense { proof, position, moves, ply } = self;
        let is_check = level.is_check(position);
        if moves == 0 {
            return is_check && !level.has_legal_move(position);
        }
        if proof.is_drawn(position.key()) {
            return false;
        }
        let mut replies = MoveList::new();
        level.moves_into(position, MoveKind::All, &mut replies);
        if replies.is_empty() {
            return is_check;
        }
        let table = &proof.prover.table;
        if moves > 1
            && replies.iter().any(|&reply| u32::from(table.get(position.key_after(reply)).not_in) >= moves)
        {
            return false;
        }
        let held = proof.prover.held[ply];
        if let Some(at) = replies.iter().position(|reply| Some(reply.digest()) == held) {
            replies.swap(0, at);
        }
        for &reply in &replies {
            if !proof.visit(ply) {
                return false;
            }
            let after = level.after(position, reply);
            if !level.call(Attack { proof: &mut *proof, position: &after, moves, ply: ply + 1 }) {
                proof.prover.held[ply] = Some(reply.digest());
                return false;
            }
        }
        true
    }
}
