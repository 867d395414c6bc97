//! A second way to solve: the value of a game that ends in a draw after 0, 1, 2 … half-moves, until no value changes
//! any more. It uses no symmetries, unmoves or counters, only the moves of the library's generator.

use philidor::{Color, Piece, Position, Setup, Square, Strictness};
use philidor_tables::Material;

use super::minimax::{Measure, Outcome, successors};
use super::{THREE, solved};

/// Every position of these pieces, with its value.
struct Plain {
    pieces: Vec<Piece>,
    /// By key; no value where there is no position.
    outcomes: Vec<Option<Outcome>>,
}

/// Where a move leads.
enum After {
    /// Within the material, by a quiet move or not.
    Inside(bool, u32),
    /// To another material.
    Outside(Outcome),
}

impl Plain {
    fn solve(pieces: &str, measure: Measure, outside: impl Fn(&Position) -> Outcome) -> Plain {
        let pieces: Vec<Piece> = pieces.chars().filter_map(Piece::from_letter).collect();
        let positions = positions(&pieces);
        let mut indices = vec![None; 2 << (6 * pieces.len())];
        for (position, index) in positions.iter().zip(0_u32..) {
            indices[key(&pieces, position)] = Some(index);
        }
        let material = Material::new(positions[0].board());
        let find = |after: &Position| match Material::new(after.board()) == material {
            true if !after.has_legal_en_passant() => indices[key(&pieces, after)],
            _ => None,
        };
        let after: Vec<Vec<After>> = positions
            .iter()
            .map(|position| {
                let after = |(is_zeroing, after): (bool, Position)| match find(&after) {
                    Some(index) => After::Inside(is_zeroing, index),
                    None => After::Outside(measure.before(outside(&after), is_zeroing)),
                };
                successors(position).into_iter().map(after).collect()
            })
            .collect();
        let mut outcomes = vec![Outcome::Draw; positions.len()];
        loop {
            let outcome = |index: usize| {
                let end = if positions[index].is_check() { Outcome::Loss(0) } else { Outcome::Draw };
                let each = after[index].iter().map(|after| match after {
                    After::Inside(is_zeroing, index) => {
                        measure.before(outcomes[*index as usize], *is_zeroing)
                    }
                    After::Outside(outcome) => *outcome,
                });
                each.max_by_key(|outcome| outcome.rank()).unwrap_or(end)
            };
            let next: Vec<Outcome> = (0..positions.len()).map(outcome).collect();
            if next == outcomes {
                break;
            }
            outcomes = next;
        }
        let outcomes = indices.into_iter().map(|index| index.map(|index| outcomes[index as usize])).collect();
        Plain { pieces, outcomes }
    }

    fn outcome(&self, position: &Position) -> Option<Outcome> {
        self.outcomes[key(&self.pieces, position)]
    }
}

/// A number for the squares of the pieces in their order, no two of which are equal, and the side to move.
fn key(pieces: &[Piece], position: &Position) -> usize {
    let square = |piece: &Piece| position.board().colored_pieces(piece.color, piece.piece_type).first();
    let squares = pieces.iter().filter_map(square);
    squares.fold(position.side_to_move().index(), |key, square| key * 64 + square.index())
}

/// All positions of these pieces, wherever they stand.
fn positions(pieces: &[Piece]) -> Vec<Position> {
    let mut setups = vec![Setup::empty()];
    for piece in pieces {
        setups = (setups.iter())
            .flat_map(|setup| {
                let free = Square::ALL.into_iter().filter(|square| setup.board.piece_at(*square).is_none());
                free.map(|square| {
                    let mut setup = *setup;
                    setup.board.put(square, *piece);
                    setup
                })
            })
            .collect();
    }
    let sides = setups.into_iter().flat_map(|setup| {
        Color::ALL.map(|side_to_move| {
            let mut setup = setup;
            setup.state.side_to_move = side_to_move;
            setup
        })
    });
    sides.filter_map(|setup| Position::from_setup(setup, Strictness::WellDefined).ok()).collect()
}

#[test]
fn three_pieces_are_what_plain_iteration_says() {
    for measure in [Measure::Zeroing, Measure::Mate] {
        let mut plain: Vec<(Material, Plain)> = Vec::new();
        for pieces in ["KkQ", "KkR", "KkB", "KkN", "KkP"] {
            let outside = |position: &Position| {
                let material = Material::new(position.board());
                let plain = plain.iter().find(|(known, _)| *known == material);
                plain.and_then(|(_, plain)| plain.outcome(position)).unwrap_or(Outcome::Draw)
            };
            let solved = Plain::solve(pieces, measure, outside);
            let position = positions(&solved.pieces).remove(0);
            plain.push((Material::new(position.board()), solved));
        }
        for (material, plain) in &plain {
            for position in positions(&plain.pieces) {
                let value = THREE.probe(&position).expect("solved");
                assert_eq!(
                    Some(measure.of(&position, value)),
                    plain.outcome(&position),
                    "{material} {position}"
                );
            }
        }
    }
}

/// What pawns promote to or what is left after a capture is taken from the tables; the pawns' own game is not.
#[test]
#[ignore = "minutes, and some gigabytes"]
fn two_pawns_are_what_plain_iteration_says() {
    let tables = solved(&["KPvKP"]);
    for measure in [Measure::Zeroing, Measure::Mate] {
        let outside = |position: &Position| match Material::new(position.board()).pieces() {
            2 => Outcome::Draw,
            _ => measure.of(position, tables.probe(position).expect("solved")),
        };
        let plain = Plain::solve("KkPp", measure, outside);
        for (index, position) in positions(&plain.pieces).into_iter().enumerate() {
            let value = tables.probe(&position).expect("solved");
            assert_eq!(Some(measure.of(&position, value)), plain.outcome(&position), "{index} {position}");
        }
    }
}
