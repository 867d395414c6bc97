//! One bit for each position: whether the stronger side wins. Small enough to be in every engine.

use philidor::{Color, Position};

use super::distance::Measure;
use super::error::{SolveError, SolvedProbeError};
use super::layout::Layout;
use super::solved_tables::SolvedTables;
use super::solver::Solver;
use crate::material::Material;
use crate::value::Wdl;

/// Whether the stronger side wins, which is White in the name of the material, for each of its positions.
///
/// It is for engines without table files: a few KiB, made when the program starts, and probed in every evaluation.
///
/// ```
/// use philidor::Position;
/// use philidor_tables::solve::Bitbase;
///
/// /// Centipawns for the side with the pawn, of king and pawn against king.
/// fn evaluate(kpk: &Bitbase, position: &Position) -> i32 {
///     match kpk.is_won(position) {
///         Some(true) => 500,
///         Some(false) => 0, // however far the pawn has come
///         None => 100,      // other pieces
///     }
/// }
/// let kpk = Bitbase::solve("KPvK".parse()?)?;
/// // The side that is not to move has the opposition.
/// assert_eq!(evaluate(&kpk, &"8/8/8/3k4/8/3K4/3P4/8 b - - 0 1".parse()?), 500);
/// assert_eq!(evaluate(&kpk, &"8/8/8/3k4/8/3K4/3P4/8 w - - 0 1".parse()?), 0);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// How large it is, and two of its answers:
///
/// ```
/// use philidor::Position;
/// use philidor_tables::solve::Bitbase;
///
/// let kpk = Bitbase::solve("KPvK".parse()?)?;
/// assert_eq!(kpk.bytes(), 24 * 64 * 64 * 2 / 8);
///
/// // Black to move is stalemate; White to move wins, since the black king has to leave the pawn.
/// let advanced: Position = "4k3/4P3/4K3/8/8/8/8/8 b - - 0 1".parse()?;
/// assert_eq!(kpk.is_won(&advanced), Some(false));
/// let advanced: Position = "4k3/4P3/4K3/8/8/8/8/8 w - - 0 1".parse()?;
/// assert_eq!(kpk.is_won(&advanced), Some(true));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Bitbase {
    layout: Layout,
    /// By side to move; slices follow each other.
    bits: [Vec<u64>; 2],
}

impl Bitbase {
    /// The bits of a solved material. A win that the fifty-move rule ends does not count.
    ///
    /// # Errors
    ///
    /// If the material is not solved.
    pub fn new(solved: &SolvedTables, material: Material) -> Result<Bitbase, SolvedProbeError> {
        let material = material.canonical();
        let table = solved.table(material).ok_or(SolvedProbeError::Missing { material })?;
        let layout = table.layout.clone();
        let words = layout.places().div_ceil(64) as usize;
        let mut bits = [vec![0_u64; words], vec![0_u64; words]];
        for (place, side) in table.places() {
            let wdl = table.values(Measure::Zeroing).and_then(|values| values.distance(place, side));
            let won = if side == Color::White { Wdl::Win } else { Wdl::Loss };
            if wdl.is_some_and(|distance| distance.wdl() == won) {
                let bit = layout.number(place);
                bits[side.index()][bit / 64] |= 1 << (bit % 64);
            }
        }
        Ok(Bitbase { layout, bits })
    }

    /// The bits of a material that is solved for this alone: milliseconds for three pieces.
    ///
    /// # Errors
    ///
    /// See [`Solver::solve`].
    pub fn solve(material: Material) -> Result<Bitbase, SolveError> {
        let mut solved = SolvedTables::new();
        Solver::new().solve(&mut solved, material)?;
        Bitbase::new(&solved, material).map_err(|_| SolveError::Missing { material })
    }

    /// Which pieces it is about.
    #[must_use]
    pub fn material(&self) -> Material {
        self.layout.material
    }

    /// How many bytes its bits take.
    #[must_use]
    pub fn bytes(&self) -> usize {
        self.bits.iter().map(|side| side.len() * 8).sum()
    }

    /// Whether the stronger side wins this position, whichever color it has; of two equal sides that is White. `None`
    /// if the position has other pieces, or a castling right, or a capture en passant is possible.
    #[must_use]
    pub fn is_won(&self, position: &Position) -> Option<bool> {
        let is_covered = position.castling_rights().is_empty() && !position.has_legal_en_passant();
        if !is_covered || Material::new(position.board()).canonical() != self.layout.material {
            return None;
        }
        let (squares, is_flipped) = self.layout.squares_on(position.board());
        let side = position.side_to_move();
        let side = if is_flipped { !side } else { side };
        let bit = self.layout.number(self.layout.place(&squares)?);
        Some(self.bits[side.index()][bit / 64] >> (bit % 64) & 1 == 1)
    }
}
