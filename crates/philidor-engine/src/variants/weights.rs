//! What matters in each variant, in centipawns.
//!
//! The numbers were chosen by hand; those of antichess, horde, king of the hill and racing kings then by matches of a
//! hundred to two hundred games of the engine against itself, at 1,500 to 2,000 nodes a move.

use philidor::PieceType;
use philidor_variants::Variant;

/// What is good in a variant, in hundredths of a pawn of its side.
///
/// Tables of pieces are in the order of [`PieceType`]: king, queen, rook, bishop, knight, pawn. For rules of your own,
/// take the weights of the variant that is most like it, and change them.
///
/// ```
/// use philidor_engine::variants::Weights;
/// use philidor_variants::Variant;
/// let mut weights = Weights::of(Variant::Chess);
/// weights.goal = 30; // kings that should advance
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Weights {
    /// A piece on the board. A king has a value only where it is a piece like others.
    pub material: [i32; 6],
    /// A piece in the pocket.
    pub pocket: [i32; 6],
    /// Each square that a queen, rook, bishop or knight reaches.
    pub mobility: i32,
    /// Each step that a pawn, knight, bishop or queen stands nearer to the center.
    pub center: i32,
    /// Each rank that a pawn has advanced.
    pub advance: i32,
    /// Each step that a piece stands nearer to the enemy king than across the board.
    pub proximity: i32,
    /// Each attack on a square beside the enemy king.
    pub siege: i32,
    /// Each piece beside the own king.
    pub shelter: i32,
    /// The king at this distance from the center: in it, beside it, two or three steps away.
    pub hill: [i32; 4],
    /// Each rank that the king stands above the first, whatever its color: both run to the eighth.
    pub goal: i32,
    /// A check that leaves one more to be given, two more, and those before.
    pub checks: [i32; 3],
    /// The right to move.
    pub tempo: i32,
    /// How far a position may be from what its quiet moves and captures make of it: what looks worse than that is not
    /// searched to the end.
    pub margin: i32,
    /// Whether some move can be assumed to be better than none, so that null moves prune. Not so where captures are
    /// compulsory, nor in racing kings.
    pub passing_is_bad: bool,
}

impl Weights {
    /// Chess, and what all other variants begin with.
    const CHESS: Weights = Weights {
        material: [0, 950, 500, 330, 320, 100],
        pocket: [0; 6],
        mobility: 4,
        center: 5,
        advance: 5,
        proximity: 1,
        siege: 8,
        shelter: 8,
        hill: [0; 4],
        goal: 0,
        checks: [0; 3],
        tempo: 15,
        margin: 120,
        passing_is_bad: true,
    };

    /// The weights of a variant.
    #[must_use]
    pub const fn of(variant: Variant) -> Weights {
        match variant {
            // The side with fewer pieces is nearer to the goal. The tempo is large, since quiescence ends a line where
            // the side to move has a free choice.
            Variant::Antichess | Variant::Giveaway | Variant::Suicide => Weights {
                material: [-60, -90, -100, -90, -80, -110],
                mobility: 3,
                center: 0,
                advance: 0,
                proximity: 0,
                siege: 0,
                shelter: 0,
                tempo: 80,
                margin: 300,
                passing_is_bad: false,
                ..Weights::CHESS
            },
            // A capture takes what stands around it, so pieces are worth less than what they threaten, and near the
            // enemy king everything is a threat.
            Variant::Atomic => Weights {
                material: [0, 900, 450, 250, 250, 130],
                mobility: 4,
                proximity: 6,
                siege: 15,
                shelter: -2,
                tempo: 40,
                margin: 250,
                ..Weights::CHESS
            },
            // Pieces come back, so long range is worth less, and what can be dropped beside a king more.
            Variant::Crazyhouse => Weights {
                material: [0, 700, 380, 280, 270, 100],
                pocket: [0, 780, 420, 310, 320, 115],
                mobility: 3,
                siege: 16,
                shelter: 14,
                tempo: 35,
                margin: 200,
                ..Weights::CHESS
            },
            // White's pawns are many and slow: what counts is how far they are. Black's pieces hold or take them.
            Variant::Horde => Weights { mobility: 3, center: 3, advance: 16, ..Weights::CHESS },
            Variant::KingOfTheHill => Weights { hill: [300, 150, 50, 0], shelter: 6, ..Weights::CHESS },
            // The race: a rank of the king against the pieces that guard the way.
            Variant::RacingKings => Weights {
                material: [0, 600, 380, 260, 230, 0],
                mobility: 5,
                proximity: 0,
                siege: 0,
                shelter: 0,
                goal: 220,
                tempo: 60,
                margin: 250,
                passing_is_bad: false,
                ..Weights::CHESS
            },
            // A check is worth more the fewer are left.
            Variant::ThreeCheck => Weights {
                checks: [360, 160, 60],
                proximity: 2,
                siege: 14,
                shelter: 12,
                tempo: 30,
                margin: 200,
                ..Weights::CHESS
            },
            _ => Weights::CHESS,
        }
    }

    /// What taking a piece is worth at most: it leaves the board, and may go to a pocket.
    pub(super) fn prey(&self, piece_type: PieceType) -> i32 {
        let index = piece_type.index();
        self.material[index].abs() + self.pocket[index].abs()
    }
}
