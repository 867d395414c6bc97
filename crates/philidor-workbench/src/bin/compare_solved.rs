//! Solves every material with a given number of pieces, and compares every position, and each again with every capture
//! en passant that is possible, with the Syzygy files of a folder.
//!
//! ```text
//! compare_solved DIR [PIECES|MATERIAL]
//! ```
//!
//! Two sources that know nothing of each other: the files were made by another program, and the solver reads none.

use std::error::Error;
use std::iter;
use std::sync::atomic::{AtomicU64, Ordering};

use philidor::{Bitboard, Color, PieceType, Position, Rank, Strictness};
use philidor_tables::Material;
use philidor_tables::solve::{SolvedTables, Solver, Table};
use philidor_tables::syzygy::Tables;
use rayon::prelude::*;

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let folder = arguments.first().ok_or("usage: compare_solved DIR [PIECES|MATERIAL]")?;
    let asked = arguments.get(1).map_or("3", String::as_str);
    let materials = match asked.parse() {
        Ok(pieces) => Material::all(pieces),
        Err(_) => vec![asked.parse::<Material>()?],
    };
    let mut tables = Tables::new();
    tables.add_folder(folder)?;
    let mut solved = SolvedTables::new();
    for &material in &materials {
        Solver::new().solve(&mut solved, material)?;
    }
    let differences = AtomicU64::new(0);
    let positions: u64 = (materials.par_iter())
        .filter_map(|&material| solved.table(material))
        .map(|table| {
            let (positions, found) = compare(&solved, table, &tables);
            println!("{:8} {positions:>10} positions, {found} differences", table.material().to_string());
            differences.fetch_add(found, Ordering::Relaxed);
            positions
        })
        .sum();
    let differences = differences.into_inner();
    println!("{positions} positions, {differences} differences");
    if differences == 0 && positions > 0 { Ok(()) } else { Err("the files say something else".into()) }
}

/// The position, and the same after a pawn that can be captured en passant has just advanced two squares.
fn with_en_passant(position: Position) -> impl Iterator<Item = Position> {
    let passed = Bitboard::from_rank(Rank::Sixth.relative_to(position.side_to_move()));
    let after_advance = move |square| {
        let mut setup = position.to_setup();
        setup.state.en_passant = Some(square);
        let position = Position::from_setup(setup, Strictness::WellDefined).ok()?;
        position.has_legal_en_passant().then_some(position)
    };
    let pawns = Color::ALL.map(|color| position.board().colored_pieces(color, PieceType::Pawn));
    let squares = if pawns.iter().any(|pawns| pawns.is_empty()) { Bitboard::EMPTY } else { passed };
    iter::once(position).chain(squares.into_iter().filter_map(after_advance))
}

/// How many positions a table has, and of how many the files say something else; the first few are printed.
fn compare(solved: &SolvedTables, table: &Table, tables: &Tables) -> (u64, u64) {
    let (mut positions, mut differences) = (0, 0);
    for position in table.positions().flat_map(with_en_passant) {
        positions += 1;
        if let Err(difference) = compare_position(solved, &position, tables) {
            differences += 1;
            if differences <= 10 {
                println!("{position}: {difference}");
            }
        }
    }
    (positions, differences)
}

fn compare_position(
    solved: &SolvedTables,
    position: &Position,
    tables: &Tables,
) -> Result<(), Box<dyn Error>> {
    let value = solved.probe(position)?;
    let (wdl, dtz) = (tables.probe_wdl(position)?, tables.probe_dtz(position)?);
    let distance = i32::from(value.dtz);
    let is_same = wdl == value.wdl
        && dtz.wdl() == wdl
        && dtz.number().signum() == distance.signum()
        && dtz.plies().contains(&distance.unsigned_abs());
    is_same.then_some(()).ok_or_else(|| format!("{wdl}, {dtz}; solved: {}, {distance}", value.wdl).into())
}
