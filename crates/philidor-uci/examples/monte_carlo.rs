//! Level 3: no engine at all. Monte-Carlo tree search on the bare library: positions, moves, exchanges.
//!
//! ```text
//! select     from the root, the child with the highest upper bound (UCB1), until a node with untried moves
//! expand     one of them
//! judge      by the material once all captures that win something are made, as a chance of winning
//! back up    the chance to all nodes of the path, each from its side
//! ```

use philidor::search_support::Exchange;
use philidor::{Color, Game, Move, MoveKind, PieceType, Position};
use philidor_engine::{Bot, Clock};

/// How many iterations precede each move; each adds at most one node.
const NODES: usize = 800;

struct Node {
    mv: Move,
    children: Vec<usize>,
    untried: Vec<Move>,
    visits: f64,
    /// The sum of the chances of the side that moved here.
    chances: f64,
}

struct MonteCarlo;

impl MonteCarlo {
    fn node(mv: Move, position: &Position) -> Node {
        let mut untried: Vec<Move> = position.legal_moves().into_iter().collect();
        // The last is tried first.
        untried.sort_by_key(|mv| Exchange::default().value(position, *mv));
        Node { mv, children: Vec::new(), untried, visits: 0.0, chances: 0.0 }
    }

    /// The winning chance of the side to move, from 0 to 1.
    fn judge(position: &Position) -> f64 {
        if !position.has_legal_move() {
            return if position.is_check() { 0.0 } else { 0.5 };
        }
        let exchange = Exchange::default();
        let (board, us) = (position.board(), position.side_to_move());
        let material = |color: Color| -> i32 {
            PieceType::ALL
                .iter()
                .map(|&kind| exchange.worth(kind) * board.colored_pieces(color, kind).len() as i32)
                .sum()
        };
        let captures = position.moves(MoveKind::Tactical);
        let best = captures.iter().map(|&mv| exchange.value(position, mv)).max().unwrap_or(0).max(0);
        1.0 / (1.0 + (-f64::from(material(us) - material(!us) + best) / 250.0).exp())
    }

    /// One iteration: select, expand, judge, back up.
    fn grow(nodes: &mut Vec<Node>, root: &Position) {
        let (mut position, mut at, mut path) = (*root, 0, vec![0]);
        loop {
            if let Some(mv) = nodes[at].untried.pop() {
                position.play_unchecked(mv);
                nodes.push(MonteCarlo::node(mv, &position));
                let child = nodes.len() - 1;
                nodes[at].children.push(child);
                path.push(child);
                break;
            }
            let logarithm = nodes[at].visits.ln();
            let bound = |&child: &usize| {
                let Node { visits, chances, .. } = nodes[child];
                chances / visits + 0.7 * (logarithm / visits).sqrt()
            };
            let best =
                nodes[at].children.iter().copied().max_by(|one, other| bound(one).total_cmp(&bound(other)));
            let Some(best) = best else { break };
            position.play_unchecked(nodes[best].mv);
            path.push(best);
            at = best;
        }
        let mut chance = 1.0 - MonteCarlo::judge(&position);
        for &at in path.iter().rev() {
            nodes[at].visits += 1.0;
            nodes[at].chances += chance;
            chance = 1.0 - chance;
        }
    }
}

impl Bot for MonteCarlo {
    fn think(&mut self, game: &Game, _: &Clock) -> Move {
        let root = game.position();
        let mut nodes = vec![MonteCarlo::node(Move::invalid(), root)];
        for _ in 0..NODES {
            MonteCarlo::grow(&mut nodes, root);
        }
        let best = nodes[0]
            .children
            .iter()
            .max_by(|&&one, &&other| nodes[one].visits.total_cmp(&nodes[other].visits));
        nodes[*best.expect("called with a legal move")].mv
    }
}

/// The bot of this example.
pub fn bot() -> impl Bot + 'static {
    MonteCarlo
}

fn main() -> std::io::Result<()> {
    philidor_uci::run(bot())
}
