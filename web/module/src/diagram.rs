//! Boards as SVG, from the lines that JavaScript sends.
//!
//! ```text
//! fen            the first line; of the setup only the board counts
//! B              as Black sees it
//! C  Y           without coordinates, without style
//! T title
//! S bits class   squares with a class
//! A from to      an arrow
//! ```

use philidor::{Bitboard, Color, Diagram, Setup};
use wasm_bindgen::prelude::wasm_bindgen;

use crate::refusals::{self, square};
use crate::state::with;

/// The picture.
#[wasm_bindgen]
pub fn svg(length: u32) -> i32 {
    with(|state| {
        let text = state.given_text(length);
        let mut lines = text.lines();
        let fen = lines.next().unwrap_or_default();
        let setup: Setup = match fen.parse() {
            Ok(setup) => setup,
            Err(error) => {
                let reason = refusals::fen(&error, fen);
                return state.refuse(reason);
            }
        };
        let mut diagram = Diagram::new(setup.board);
        for line in lines {
            let (letter, rest) = line.split_once(' ').unwrap_or((line, ""));
            let (first, second) = rest.split_once(' ').unwrap_or((rest, ""));
            let number = |text: &str| text.parse().unwrap_or(0);
            diagram = match letter {
                "B" => diagram.seen_by(Color::Black),
                "C" => diagram.without_coordinates(),
                "Y" => diagram.without_style(),
                "T" => diagram.with_title(rest),
                "S" => diagram.with_squares(Bitboard(first.parse().unwrap_or(0)), second),
                "A" => diagram.with_arrow(square(number(first)), square(number(second))),
                _ => diagram,
            };
        }
        state.write(diagram)
    })
}
