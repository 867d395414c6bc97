//! The numbers of the piece-square tables: for each piece type its worth, eight ranks and four files.

use std::fmt::Write;

use philidor::{Color, Position};
use philidor_engine::evaluation::PhasedScore;
use philidor_engine::evaluation::SquareTables;

use super::terms::{LinearTerms, TermParameter};

/// By piece type.
const NAMES: [&str; 6] = ["king", "queen", "rook", "bishop", "knight", "pawn"];

/// Numbers of each piece type: 0 its worth, 1 to 8 ranks, 9 to 12 files from the edge to the center.
const NUMBERS: usize = 13;

/// The value of one phase.
type Part = fn(PhasedScore) -> i32;

/// The terms of [`SquareTables`].
///
/// ```
/// use philidor_train::tuning::{LinearTerms, SquareTerms};
/// let parameters = SquareTerms.parameters();
/// assert_eq!((parameters.len(), parameters[13].name.as_str()), (78, "queen"));
/// let source = SquareTerms::source(&parameters);
/// assert!(source.contains("Tables { worth: 1010, ranks: [-4, -1, 1, 1, 1, 2, 0, 0], files: [-5, -1, 1, 2] }, // queen"));
/// ```
#[derive(Clone, Copy, Debug, Default)]
pub struct SquareTerms;

impl SquareTerms {
    /// The numbers as Rust source, in the form of the tables of `philidor-engine`.
    #[must_use]
    pub fn source(parameters: &[TermParameter]) -> String {
        let mut source = String::new();
        let phases: [(&str, &str, Part); 2] =
            [("the middle game", "MIDDLE", PhasedScore::middle), ("the endgame", "END", PhasedScore::end)];
        for (words, name, part) in phases {
            // A string takes all that is written to it.
            let _ =
                writeln!(source, "/// By piece type, king first; {words}.\nconst {name}: [Tables; 6] = [");
            for (numbers, piece) in parameters.chunks(NUMBERS).zip(NAMES) {
                let numbers: Vec<i32> = numbers.iter().map(|parameter| part(parameter.value)).collect();
                let (worth, rest) = numbers.split_first().unwrap_or((&0, &[]));
                let (ranks, files) = rest.split_at(rest.len().min(8));
                let _ = writeln!(
                    source,
                    "    Tables {{ worth: {worth}, ranks: {ranks:?}, files: {files:?} }}, // {piece}"
                );
            }
            source.push_str("];\n\n");
        }
        source.truncate(source.trim_end().len());
        source.push('\n');
        source
    }
}

impl LinearTerms for SquareTerms {
    fn parameters(&self) -> Vec<TermParameter> {
        let [middle, end] = SquareTables::numbers();
        let mut parameters = Vec::new();
        for ((middle, end), piece) in middle.iter().zip(&end).zip(NAMES) {
            for (at, (&middle, &end)) in middle.iter().zip(end).enumerate() {
                let name = match at {
                    0 => piece.to_owned(),
                    1..=8 => format!("{piece} rank {at}"),
                    _ => format!("{piece} file {}", at - 8),
                };
                parameters.push(TermParameter::new(&name, PhasedScore::new(middle, end)));
            }
        }
        parameters
    }

    fn coefficients(&self, position: &Position, add: &mut dyn FnMut(usize, PhasedScore)) {
        for square in position.board().occupied() {
            let Some(piece) = position.piece_at(square) else { continue };
            let count =
                if piece.color == Color::White { PhasedScore::new(1, 1) } else { PhasedScore::new(-1, -1) };
            let first = piece.piece_type.index() * NUMBERS;
            let file = square.file().index();
            add(first, count);
            add(first + 1 + square.rank().relative_to(piece.color).index(), count);
            add(first + 9 + file.min(7 - file), count);
        }
    }
}
