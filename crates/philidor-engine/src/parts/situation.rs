//! What a [`Pruning`](crate::Pruning) sees: a node, a move in its place in the order, and the answer to whether the
//! hash move is the only good one.

use philidor::{Move, PieceType, Position};

/// A node of the search, as far as it is known when [`Pruning`](crate::Pruning) is asked.
///
/// ```
/// use philidor::Position;
/// use philidor_engine::{Pruning, Selective, Situation};
///
/// let position = Position::default();
/// let node = Situation::new(&position, 5).with_window(20, 21).with_evaluation(420);
/// assert_eq!(node.surplus(), 399);
/// // 4 half-moves, one for each 3 of the depth, one for each 200 centipawns of the surplus.
/// assert_eq!(Selective.null_move(&node), Some(4 + 1 + 1));
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Situation<'a> {
    /// The position; where a method says so, the one after the move.
    pub position: &'a Position,
    /// The half-moves that are left: 1 or more, in quiescence 0 or less.
    pub depth: i32,
    /// The half-moves from the root.
    pub ply: usize,
    /// The side to move has at least this much elsewhere.
    pub alpha: i32,
    /// The opponent does not let the side to move have more than this.
    pub beta: i32,
    /// The evaluation for the side to move, or the transposition table's value where its bound is closer. In check
    /// there is none: it is then lower than any score.
    pub evaluation: i32,
    /// The evaluation alone, corrected by what was wrong in similar positions. In check there is none, either.
    pub static_evaluation: i32,
    /// Whether the side to move is in check.
    pub is_check: bool,
    /// Whether the evaluation has risen since the side's last move, which makes a position likelier to be good enough.
    pub is_improving: bool,
    /// Whether it is a PV node: the principal variation may lead through it.
    pub is_pv: bool,
    /// Whether the transposition table remembers it as a PV node.
    pub was_pv: bool,
    /// Whether it is expected to be a cut node, in which one of the first moves causes a beta cutoff.
    pub is_cut_node: bool,
}

/// Stands for the evaluation in check: lower than any score.
pub(crate) const NO_EVALUATION: i32 = -100_000;

impl<'a> Situation<'a> {
    /// A position with this many half-moves left: in an ordinary node, with everything else 0 or false.
    #[must_use]
    #[inline(always)]
    pub fn new(position: &'a Position, depth: i32) -> Situation<'a> {
        let is_check = position.is_check();
        let evaluation = if is_check { NO_EVALUATION } else { 0 };
        Situation {
            position,
            depth,
            ply: 0,
            alpha: 0,
            beta: 1,
            evaluation,
            static_evaluation: evaluation,
            is_check,
            is_improving: false,
            is_pv: false,
            was_pv: false,
            is_cut_node: false,
        }
    }

    /// The same with a window, which makes it a PV node if there is a value inside.
    #[must_use]
    pub const fn with_window(self, alpha: i32, beta: i32) -> Situation<'a> {
        Situation { alpha, beta, is_pv: beta - alpha > 1, ..self }
    }

    /// The same with an evaluation on which the transposition table does not improve.
    #[must_use]
    pub const fn with_evaluation(self, evaluation: i32) -> Situation<'a> {
        Situation { evaluation, static_evaluation: evaluation, ..self }
    }

    /// The same with an evaluation that has risen.
    #[must_use]
    pub const fn improving(self) -> Situation<'a> {
        Situation { is_improving: true, ..self }
    }

    /// The same where a beta cutoff is expected.
    #[must_use]
    pub const fn as_cut_node(self) -> Situation<'a> {
        Situation { is_cut_node: true, ..self }
    }

    /// How far the evaluation is above beta.
    #[must_use]
    #[inline(always)]
    pub const fn surplus(&self) -> i32 {
        self.evaluation - self.beta
    }

    /// Whether the side to move has more than its king and pawns: zugzwang is then rare.
    #[must_use]
    #[inline(always)]
    pub fn has_non_pawn_material(&self) -> bool {
        let board = self.position.board();
        let others = board.pieces(PieceType::Pawn) | board.pieces(PieceType::King);
        !(board.colors(self.position.side_to_move()) - others).is_empty()
    }
}

/// A move of a node, in its place in the order.
///
/// ```
/// use philidor::Position;
/// use philidor_engine::{Candidate, Pruning, Selective, Situation};
///
/// let position = Position::default();
/// let (node, mv) = (Situation::new(&position, 8), position.parse_san("a3").expect("legal"));
/// let reduction = |count| Selective.late_move_reduction(&node, &Candidate::new(mv, count));
/// assert!(reduction(20) > reduction(4)); // later in the order, less deep
/// assert_eq!(Candidate::new(mv, 20).with_reduction(2 * 1024).reduced_depth(node.depth), 6);
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Candidate {
    /// The move.
    pub mv: Move,
    /// Its number in the order; the first is 1.
    pub count: u32,
    /// Whether it is neither a capture nor a promotion.
    pub is_quiet: bool,
    /// Whether it is a capture or promotion that loses material by static exchange.
    pub is_losing: bool,
    /// Whether it is the hash move or a killer move.
    pub is_hash_or_killer: bool,
    /// What the ordering thinks of a quiet move; 0 for others.
    pub score: i32,
    /// Its late move reduction, in 1024ths of a half-move: the answer of
    /// [`Pruning::late_move_reduction`](crate::Pruning::late_move_reduction); 0 before it was asked.
    pub reduction: i32,
    /// Whether it gives check: known once it was played, false before.
    pub gives_check: bool,
    /// Whether it comes after a hash move that is a capture or promotion.
    pub hash_move_is_tactical: bool,
    /// Whether it captures where the last move went.
    pub is_recapture: bool,
    /// Whether a pawn reaches its seventh rank, and loses nothing there by static exchange.
    pub is_safe_on_seventh: bool,
    /// Beta cutoffs at the next ply so far: known once it was played, 0 before.
    pub cutoffs: u32,
}

impl Candidate {
    /// A move at this place in the order, of which nothing else is known.
    #[must_use]
    #[inline(always)]
    pub fn new(mv: Move, count: u32) -> Candidate {
        Candidate {
            mv,
            count,
            is_quiet: !mv.is_tactical(),
            is_losing: false,
            is_hash_or_killer: false,
            score: 0,
            reduction: 0,
            gives_check: false,
            hash_move_is_tactical: false,
            is_recapture: false,
            is_safe_on_seventh: false,
            cutoffs: 0,
        }
    }

    /// The same with a score from the ordering.
    #[must_use]
    pub const fn with_score(self, score: i32) -> Candidate {
        Candidate { score, ..self }
    }

    /// The same with a reduction, in 1024ths of a half-move.
    #[must_use]
    pub const fn with_reduction(self, reduction: i32) -> Candidate {
        Candidate { reduction, ..self }
    }

    /// The depth that it would be searched to by its reduction, from a node of this depth; at least 1.
    #[must_use]
    #[inline(always)]
    pub fn reduced_depth(&self, depth: i32) -> i32 {
        (depth - self.reduction / 1024).max(1)
    }
}

/// How to find out whether a capture is so good that the node can end. See
/// [`Pruning::probcut`](crate::Pruning::probcut).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProbCutSearch {
    /// The reduced depth of the node: how deep the capture and what follows are searched. With 1 or less, quiescence
    /// alone decides.
    pub depth: i32,
    /// How far above beta its value has to be.
    pub margin: i32,
}

/// How to find out whether the hash move is the only good one. [`SingularResult`] is the answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SingularSearch {
    /// The depth to which all other moves are searched; less than that of the node.
    pub depth: i32,
    /// How far below the value of the hash move all others have to be.
    pub margin: i32,
}

/// What the search of the other moves has found.
///
/// ```
/// use philidor::Position;
/// use philidor_engine::{Pruning, Selective, SingularResult, Situation};
///
/// // The hash move is worth 50, and every other move less than 20: the hash move is searched deeper.
/// let (position, only) = (Position::default(), SingularResult::new(50, 20, 15));
/// assert_eq!((only.is_singular(), Selective.singular_extension(&Situation::new(&position, 8), &only)), (true, 1));
/// assert!(!SingularResult::new(50, 20, 20).is_singular());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct SingularResult {
    /// The value of the hash move, by the table.
    pub value: i32,
    /// The value that the others had to stay below.
    pub below: i32,
    /// The most that the others are worth, or the least if they reach what they had to stay below.
    pub others: i32,
    /// How often the line was extended by two half-moves at once.
    pub double_extensions: i32,
}

impl SingularResult {
    /// A value of the hash move, what the others had to stay below, and their best.
    #[must_use]
    pub const fn new(value: i32, below: i32, others: i32) -> SingularResult {
        SingularResult { value, below, others, double_extensions: 0 }
    }

    /// Whether the hash move is the only good one.
    #[must_use]
    #[inline(always)]
    pub const fn is_singular(&self) -> bool {
        self.others < self.below
    }
}
