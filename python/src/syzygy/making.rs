//! Tables solved from scratch, as files in memory.

use philidor_tables::solve::{SolveError, SolvedTables, Solver, Table};
use philidor_tables::syzygy::{Metric, Writer};
use philidor_tables::{Material, ParseMaterialError};
use pyo3::exceptions::{PyKeyboardInterrupt, PyMemoryError, PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyBytes, PyDict};

use super::name_of;
use crate::rows;
use crate::stop::{self, Stop};

/// The files of a material, and of all that captures and promotions lead to, by their names; see
/// ``philidor.syzygy.generate``.
#[pyfunction]
#[pyo3(signature = (material, *, threads, max_bytes))]
pub(crate) fn generate_tables<'py>(
    py: Python<'py>,
    material: &str,
    threads: usize,
    max_bytes: u64,
) -> PyResult<Bound<'py, PyDict>> {
    let material: Material =
        material.parse().map_err(|error: ParseMaterialError| PyValueError::new_err(error.to_string()))?;
    let made = stop::run(py, true, |stop| made(material, rows::threads(threads), max_bytes, stop))?;
    let files = PyDict::new(py);
    for (name, bytes) in made.map_err(|error| refused(&error))? {
        files.set_item(name, PyBytes::new(py, &bytes))?;
    }
    Ok(files)
}

fn made(
    material: Material,
    threads: usize,
    max_bytes: u64,
    stop: &Stop,
) -> Result<Vec<(String, Vec<u8>)>, SolveError> {
    let mut solved = SolvedTables::new();
    let solver = Solver::new().with_threads(threads).with_memory(max_bytes).with_stop(stop.flag());
    solver.solve(&mut solved, material.canonical())?;
    let writer = Writer::new().with_threads(threads).with_stop(stop.flag());
    let mut files = Vec::new();
    let mut materials: Vec<Material> = solved.tables().map(Table::material).collect();
    materials.sort_by_key(|material| (material.pieces(), material.to_string()));
    for material in materials {
        for metric in Metric::ALL {
            let bytes = writer.write(&solved, material, metric)?;
            files.push((name_of((material, metric)), bytes));
        }
    }
    Ok(files)
}

fn refused(error: &SolveError) -> PyErr {
    match error {
        SolveError::Memory { .. } | SolveError::TooLarge { .. } => PyMemoryError::new_err(error.to_string()),
        SolveError::Stopped => PyKeyboardInterrupt::new_err(()),
        _ => PyRuntimeError::new_err(error.to_string()),
    }
}
