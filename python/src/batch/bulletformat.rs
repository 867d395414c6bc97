//! Records of bulletformat, on which nets are trained: 32 bytes, as the crate `bulletformat` documents its
//! `ChessBoard`.
//!
//! ```text
//! bytes  0 …  7   the occupied squares, a1 the lowest bit of the first byte
//!        8 … 23   the pieces on them from a1 to h8, four bits each, the low half of a byte first; then zeros:
//!                 0 pawn, 1 knight, 2 bishop, 3 rook, 4 queen, 5 king; + 8 for the opponent
//!       24 … 25   the score, signed
//!       26        the result: 0 lost, 1 drawn, 2 won
//!       27, 28    the squares of the kings, each as its side sees the board
//!       29 … 31   zeros
//! ```
//!
//! Numbers of several bytes are little-endian. Everything is as the side to move sees it: with Black to move, the board
//! is mirrored and the colors are exchanged. Castling rights, the en-passant square and the clocks are not kept.
//!
//! A record differs from a packed position in the piece codes and in what follows the pieces. So it is converted to
//! one, whose decoder checks it.

use numpy::{PyArray1, PyArray2, PyReadonlyArray1, PyReadonlyArray2};
use philidor::binary::PackedPosition;
use philidor::{Color, PieceType, Position};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use super::Positions;
use super::held::{rows_of, slice_of};
use crate::arrays;
use crate::errors;
use crate::rows::{self, Ended, Row, room, sound};
use crate::stop;

/// The fourth bit of a piece: set if it is the opponent's.
const OPPONENT: u8 = 8;

fn code(piece_type: PieceType) -> u8 {
    match piece_type {
        PieceType::Pawn => 0,
        PieceType::Knight => 1,
        PieceType::Bishop => 2,
        PieceType::Rook => 3,
        PieceType::Queen => 4,
        PieceType::King => 5,
    }
}

/// The record of a position. Score and result are as White sees them.
fn record(position: &Position, score: i16, result: u8) -> Row {
    let (us, board) = (position.side_to_move(), position.board());
    let is_white = us == Color::White;
    let seen = |color: Color, square: usize| if color == Color::White { square } else { square ^ 56 };
    let mut record = [0; PackedPosition::BYTES];
    let occupied = if is_white { board.occupied().0 } else { board.occupied().0.swap_bytes() };
    record[..8].copy_from_slice(&occupied.to_le_bytes());
    let mut squares: Vec<usize> = board.occupied().into_iter().map(|square| square.index()).collect();
    squares.sort_unstable_by_key(|&square| seen(us, square));
    for (number, &square) in squares.iter().take(32).enumerate() {
        let piece = philidor::Square::from_index(square).and_then(|square| board.piece_at(square));
        let Some(piece) = piece else { continue };
        let code = code(piece.piece_type) | if piece.color == us { 0 } else { OPPONENT };
        record[8 + number / 2] |= code << (4 * (number % 2));
    }
    let (score, result) = if is_white { (score, result) } else { (score.saturating_neg(), 2 - result) };
    record[24..26].copy_from_slice(&score.to_le_bytes());
    record[26] = result;
    for (place, color) in [(27, us), (28, !us)] {
        let king = board.colored_pieces(color, PieceType::King).into_iter().next();
        record[place] = king.map_or(0, |king| seen(color, king.index()) as u8);
    }
    record
}

/// The packed position that a record stands for, White to move; or what is wrong with the record.
fn packed(record: &Row) -> Result<Row, String> {
    let mut occupied = [0; 8];
    occupied.copy_from_slice(&record[..8]);
    let count = u64::from_le_bytes(occupied).count_ones() as usize;
    if count > 32 {
        return Err(format!("there are {count} pieces"));
    }
    if record[26] > 2 {
        return Err(format!("the result is {}", record[26]));
    }
    let mut row = [0; PackedPosition::BYTES];
    row[..8].copy_from_slice(&occupied);
    for number in 0..count {
        let piece = record[8 + number / 2] >> (4 * (number % 2)) & 15;
        let code =
            5_u8.checked_sub(piece & 7).ok_or_else(|| format!("{piece} is not a piece"))? | piece & OPPONENT;
        row[8 + number / 2] |= code << (4 * (number % 2));
    }
    // No clocks, move 1, no en-passant file, White to move, the number of the format.
    (row[26], row[30], row[31]) = (1, 8, 1);
    Ok(row)
}

/// The positions, scores and results of records of bulletformat: ``(positions, scores, results)``.
///
/// ``records`` is a ``uint8`` array of shape ``(N, 32)``. White is to move in all positions, as a record does not say
/// who was. ``scores`` is ``int16``, ``results`` ``uint8``: 0 lost, 1 drawn, 2 won, both for the side to move.
///
/// >>> import numpy as np
/// >>> record = "ffff00001000efff1342253100000000888888889bcaadb9ddff000404000000"
/// >>> records = np.frombuffer(bytes.fromhex(record), np.uint8).reshape(1, 32)
/// >>> positions, scores, results = read_bulletformat(records)
/// >>> positions[0].fen(), scores.tolist(), results.tolist()
/// ('rnbqkbnr/pppp1ppp/8/4p3/8/8/PPPPPPPP/RNBQKBNR w - - 0 1', [-35], [0])
///
/// Raises ``PackedError``, which names the row, for the first record that does not hold a position; if ``lenient``,
/// such records are left out.
#[pyfunction]
#[pyo3(signature = (records, *, lenient = false, threads = 1))]
pub(crate) fn read_bulletformat<'py>(
    py: Python<'py>,
    records: &Bound<'py, PyAny>,
    lenient: bool,
    threads: usize,
) -> PyResult<(Positions, Bound<'py, PyArray1<i16>>, Bound<'py, PyArray1<u8>>)> {
    arrays::ready(py)?;
    let records: PyReadonlyArray2<'py, u8> = records.extract()?;
    if records.as_array().ncols() != PackedPosition::BYTES {
        return Err(PyValueError::new_err(format!(
            "a record has 32 bytes, not {}",
            records.as_array().ncols()
        )));
    }
    let all = rows_of(&records)?;
    let good = if lenient { Some(good_records(py, all, threads)?) } else { None };
    let records = good.as_deref().unwrap_or(all);
    let refused =
        |row: usize, why: String| errors::raised(py, "PackedError", (format!("row {row}: {why}"), row));
    let read = stop::run(py, rows::are_many(records), |stop| -> Result<_, Ended> {
        let mut rows = room(records.len())?;
        for (row, record) in records.iter().enumerate() {
            match packed(record) {
                Ok(packed) => rows.push(packed),
                Err(why) => return Ok(Err((row, why))),
            }
        }
        let strange = rows::each_run(&rows, threads, |run| {
            let mut strange = None;
            rows::each_position(&rows, run, stop, |row, position| {
                if record(&position, 0, 0)[27..29] != records[row][27..29] {
                    strange.get_or_insert(row);
                }
                Ok(())
            })?;
            Ok(strange)
        })?;
        match strange.into_iter().flatten().next() {
            Some(row) => Ok(Err((row, "the squares of the kings are not those of the board".to_owned()))),
            None => Ok(Ok((rows, parts_of(records)?))),
        }
    })?;
    let (rows, (scores, results)) = sound(py, read)?.map_err(|(row, why)| refused(row, why))?;
    let (scores, results) = (arrays::joined(py, &[scores])?, arrays::joined(py, &[results])?);
    Ok((Positions::of_rows(py, rows, None)?, scores, results))
}

/// The records that hold positions.
fn good_records(py: Python<'_>, records: &[Row], threads: usize) -> PyResult<Vec<Row>> {
    let is_good = |known: &Row| {
        let position = packed(known).ok().and_then(|row| PackedPosition::from_bytes(row).unpack().ok());
        position.is_some_and(|position| record(&position, 0, 0)[27..29] == known[27..29])
    };
    let parts = stop::run(py, rows::are_many(records), |_| {
        rows::each_run(records, threads, |run| {
            let mut good = room(run.len())?;
            good.extend(records[run].iter().filter(|record| is_good(record)).copied());
            Ok(good)
        })
    })?;
    sound(py, parts.and_then(rows::one_list))
}

/// The scores and results of records.
fn parts_of(records: &[Row]) -> Result<(Vec<i16>, Vec<u8>), Ended> {
    let (mut scores, mut results) = (room(records.len())?, room(records.len())?);
    scores.extend(records.iter().map(|record| i16::from_le_bytes([record[24], record[25]])));
    results.extend(records.iter().map(|record| record[26]));
    Ok((scores, results))
}

/// Positions as records of bulletformat: ``uint8``, shape ``(N, 32)``.
///
/// ``scores`` (``int16``, centipawns) and ``results`` (``uint8``: 0 Black has won, 1 drawn, 2 White has won) are as
/// White sees them. Castling rights, en-passant squares and clocks are not kept.
///
/// >>> import numpy as np
/// >>> batch = Positions.from_positions([Position().play("e4")])
/// >>> records = write_bulletformat(batch, np.array([35], np.int16), np.array([2], np.uint8))
/// >>> records.tobytes().hex()
/// 'ffff00001000efff1342253100000000888888889bcaadb9ddff000404000000'
///
/// Raises ``ValueError`` if there are not as many scores and results as positions, or for other results.
#[pyfunction]
#[pyo3(signature = (positions, scores, results, *, threads = 1))]
pub(crate) fn write_bulletformat<'py>(
    py: Python<'py>,
    positions: &Positions,
    scores: PyReadonlyArray1<'_, i16>,
    results: PyReadonlyArray1<'_, u8>,
    threads: usize,
) -> PyResult<Bound<'py, PyArray2<u8>>> {
    let held = positions.held(py)?;
    let (rows, scores, results) = (rows_of(&held)?, slice_of(&scores, &held)?, slice_of(&results, &held)?);
    if let Some(row) = results.iter().position(|&result| result > 2) {
        return Err(PyValueError::new_err(format!(
            "row {row}: the result is {}, not 0, 1 or 2",
            results[row]
        )));
    }
    let parts = stop::run(py, rows::are_many(rows), |stop| {
        rows::each_run(rows, threads, |run| {
            let mut records = room(run.len())?;
            rows::each_position(rows, run, stop, |row, position| {
                records.push(record(&position, scores[row], results[row]));
                Ok(())
            })?;
            Ok(records)
        })
    })?;
    arrays::of_rows(py, &sound(py, parts.and_then(rows::one_list))?)
}
