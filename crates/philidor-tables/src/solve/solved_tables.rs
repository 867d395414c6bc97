//! Tables by material, and the values of positions in them.

use std::collections::HashMap;

use philidor::{Move, MoveType, Position};

use super::distance::{Distance, Measure};
use super::error::SolvedProbeError;
use super::successors::Known;
use super::table::Table;
use crate::material::{MAX_PIECES, Material, materials_after};
use crate::value::Wdl;

/// Solved materials.
///
/// ```
/// use philidor::Position;
/// use philidor_tables::Wdl;
/// use philidor_tables::solve::{SolvedTables, Solver};
///
/// let mut solved = SolvedTables::new();
/// Solver::new().with_mate().solve(&mut solved, "KPvK".parse()?)?;
///
/// let position: Position = "4k3/8/4K3/4P3/8/8/8/8 b - - 0 1".parse()?;
/// let value = solved.probe(&position)?;
/// assert_eq!((value.wdl, value.dtz, value.dtm), (Wdl::Loss, -4, Some(24)));
/// // What KPvK leads to was solved with it.
/// let position: Position = "8/8/8/3k4/8/8/8/Q3K3 w - - 0 1".parse()?;
/// assert_eq!(solved.probe(&position)?.dtm, Some(15));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default)]
pub struct SolvedTables {
    tables: HashMap<Material, Table>,
}

/// What a position is worth. See [`SolvedTables`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Value {
    /// With the fifty-move rule, if the halfmove clock stands at zero.
    pub wdl: Wdl,
    /// Half-moves to the next capture, pawn move or mate, if the winner hurries and the loser delays it: positive for
    /// the side that wins, negative for the one that loses, and beyond 100 if the fifty-move rule ends the game first.
    /// Draws have 0, and mates -1, as in Syzygy files.
    pub dtz: i16,
    /// Half-moves to mate, without the fifty-move rule; `None` for a draw, or if this was not solved.
    pub dtm: Option<u16>,
}

impl Value {
    fn new(zeroing: Distance, mate: Option<Distance>) -> Value {
        let dtz = match zeroing {
            Distance::Loss(plies) => -(plies.max(1) as i16),
            Distance::Draw => 0,
            Distance::Win(plies) => plies as i16,
        };
        let dtm = match mate {
            Some(Distance::Loss(plies) | Distance::Win(plies)) => Some(plies),
            _ => None,
        };
        Value { wdl: zeroing.wdl(), dtz, dtm }
    }
}

impl SolvedTables {
    /// Nothing is solved yet.
    #[must_use]
    pub fn new() -> SolvedTables {
        SolvedTables::default()
    }

    /// Adds a table; it replaces one of the same material.
    pub fn insert(&mut self, table: Table) {
        self.tables.insert(table.material(), table);
    }

    /// The table of a material, whichever side has which pieces.
    #[must_use]
    pub fn table(&self, material: Material) -> Option<&Table> {
        self.tables.get(&material.canonical())
    }

    /// All tables, in no particular order.
    pub fn tables(&self) -> impl Iterator<Item = &Table> {
        self.tables.values()
    }

    pub(super) fn take(&mut self, material: Material) -> Option<Table> {
        self.tables.remove(&material)
    }

    /// The canonical materials that a material needs and that are not solved, itself among them, each after those that
    /// it leads to. A material with more than seven pieces, which no table has, is named alone.
    ///
    /// ```
    /// use philidor_tables::Material;
    /// use philidor_tables::solve::{Measure, SolvedTables};
    ///
    /// let missing = SolvedTables::new().missing("KQvKP".parse()?, Measure::Zeroing);
    /// let names: Vec<String> = missing.iter().map(Material::to_string).collect();
    /// let expected = ["KPvK", "KBvK", "KNvK", "KQvK", "KRvK", "KQvKB", "KQvKN", "KQvKQ", "KQvKR", "KQvKP"];
    /// assert!(names.iter().all(|name| expected.contains(&name.as_str())));
    /// assert_eq!((names.len(), names.last().map(String::as_str)), (10, Some("KQvKP")));
    /// # Ok::<(), philidor_tables::ParseMaterialError>(())
    /// ```
    #[must_use]
    pub fn missing(&self, material: Material, measure: Measure) -> Vec<Material> {
        let mut missing = Vec::new();
        if material.pieces() > MAX_PIECES {
            return vec![material.canonical()];
        }
        self.add_missing(material.canonical(), measure, &mut missing);
        missing
    }

    fn add_missing(&self, material: Material, measure: Measure, missing: &mut Vec<Material>) {
        let is_solved = self.tables.get(&material).is_some_and(|table| table.has(measure));
        if material.pieces() == 2 || is_solved || missing.contains(&material) {
            return;
        }
        for after in materials_after(material) {
            self.add_missing(after, measure, missing);
        }
        missing.push(material);
    }

    pub(super) fn known(&self, material: Material, measure: Measure) -> Option<Known<'_>> {
        let table = self.tables.get(&material)?;
        Some(Known { layout: &table.layout, values: table.values(measure)? })
    }

    /// The value of a position, en passant included.
    ///
    /// # Errors
    ///
    /// If a side may castle, or the table of the material is missing.
    pub fn probe(&self, position: &Position) -> Result<Value, SolvedProbeError> {
        let zeroing = self.distance(position, Measure::Zeroing)?;
        let mate = self.distance(position, Measure::Mate).ok();
        Ok(Value::new(zeroing, mate))
    }

    /// The distance of a position by a measure.
    pub(super) fn distance(
        &self,
        position: &Position,
        measure: Measure,
    ) -> Result<Distance, SolvedProbeError> {
        let rights = position.castling_rights();
        if !rights.is_empty() {
            return Err(SolvedProbeError::Castling { rights });
        }
        let material = Material::new(position.board()).canonical();
        if material.pieces() == 2 {
            return Ok(Distance::Draw);
        }
        let missing = || SolvedProbeError::Missing { material };
        let in_table = self.tables.get(&material).and_then(|table| table.find(position, measure));
        let in_table = in_table.ok_or_else(missing)?;
        match position.has_legal_en_passant() {
            true => self.with_en_passant(position, in_table, measure),
            false => Ok(in_table),
        }
    }

    /// The distance of a position in which a capture en passant is legal; those come on top of the moves that the table
    /// knows, unless it knows none.
    fn with_en_passant(
        &self,
        position: &Position,
        in_table: Distance,
        measure: Measure,
    ) -> Result<Distance, SolvedProbeError> {
        let moves = position.legal_moves();
        let is_en_passant = |mv: &Move| mv.move_type() == MoveType::EnPassant;
        let mut best = moves.iter().any(|mv| !is_en_passant(mv)).then_some(in_table);
        for &mv in moves.iter().filter(|mv| is_en_passant(mv)) {
            let after = self.distance(&position.after(mv), measure)?;
            best = best.max(Some(after.before_zeroing(measure)));
        }
        Ok(best.unwrap_or(in_table))
    }
}
