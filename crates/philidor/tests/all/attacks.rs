//! Attacks, worked out slowly: every look-up, of any kind, must equal a walk over the board.

use philidor::attacks::{self, Direction, Magic, Pext, Sliders};
use philidor::{Bitboard, Color, Position, Square};
use philidor_proof::samples;

use crate::games;
use crate::games::Random;
use crate::suites;

/// Walks from a square by steps of files and ranks, until the edge or the first piece.
fn walk(from: Square, (files, ranks): (i8, i8), occupied: Bitboard) -> Vec<Square> {
    let mut passed = Vec::new();
    let mut at = from;
    while let Some(next) = at.offset(files, ranks) {
        passed.push(next);
        if occupied.contains(next) {
            break;
        }
        at = next;
    }
    passed
}

fn slide(from: Square, directions: [Direction; 4], occupied: Bitboard) -> Bitboard {
    let walks = directions.into_iter().flat_map(|direction| walk(from, direction.step(), occupied));
    Bitboard::from_iter(walks)
}

/// Full, empty, crowded, average and sparse boards.
fn occupancies() -> impl Iterator<Item = Bitboard> {
    let mut random = Random(64);
    let drawn = (0..2_000).map(move |index| {
        let [a, b, c] = [0, 0, 0].map(|_| random.next());
        Bitboard(match index % 3 {
            0 => a | b,
            1 => a & b,
            _ => a & b & c,
        })
    });
    [Bitboard::EMPTY, Bitboard::FULL, Bitboard::LAST_RANKS].into_iter().chain(drawn)
}

/// Looks every square up in every occupancy.
fn equals_walks(sliders: impl Sliders) {
    for occupied in occupancies() {
        for square in Square::ALL {
            let [bishop, rook] = [Direction::DIAGONAL, Direction::STRAIGHT]
                .map(|directions| slide(square, directions, occupied));
            assert_eq!(sliders.bishop(square, occupied), bishop, "{square} among\n{occupied}");
            assert_eq!(sliders.rook(square, occupied), rook, "{square} among\n{occupied}");
            assert_eq!(sliders.queen(square, occupied), bishop | rook);
        }
    }
}

#[test]
fn magic_equals_walks() {
    equals_walks(Magic);
}

#[test]
fn look_ups_without_a_choice_are_those_of_magic() {
    for occupied in occupancies().take(20) {
        for square in Square::ALL {
            assert_eq!(attacks::bishop(square, occupied), Magic.bishop(square, occupied));
            assert_eq!(attacks::rook(square, occupied), Magic.rook(square, occupied));
            assert_eq!(attacks::queen(square, occupied), Magic.queen(square, occupied));
        }
    }
}

/// Passes silently if the CPU lacks the instruction.
#[test]
fn pext_equals_walks() {
    if let Some(pext) = Pext::detect() {
        equals_walks(pext);
    }
}

#[test]
fn leapers_equal_steps() {
    let steps = |square: Square, steps: &[(i8, i8)]| {
        Bitboard::from_iter(steps.iter().filter_map(|&(files, ranks)| square.offset(files, ranks)))
    };
    for square in Square::ALL {
        let knight = [(1, 2), (2, 1), (2, -1), (1, -2), (-1, -2), (-2, -1), (-2, 1), (-1, 2)];
        let king = [(0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1), (-1, 0), (-1, 1)];
        assert_eq!(attacks::knight(square), steps(square, &knight), "{square}");
        assert_eq!(attacks::king(square), steps(square, &king), "{square}");
        for (color, forward) in [(Color::White, 1), (Color::Black, -1)] {
            let pawn = steps(square, &[(-1, forward), (1, forward)]);
            assert_eq!(attacks::pawn(color, square), pawn, "{color} on {square}");
        }
    }
}

#[test]
fn pawns_attack_what_each_of_them_attacks() {
    for pawns in occupancies() {
        for color in Color::ALL {
            let each = pawns.into_iter().map(|square| attacks::pawn(color, square));
            let expected = each.fold(Bitboard::EMPTY, |set, targets| set | targets);
            assert_eq!(attacks::pawns(color, pawns), expected, "{color}\n{pawns}");
        }
    }
}

#[test]
fn rays_lines_and_what_lies_between_equal_walks() {
    let every = [Direction::STRAIGHT, Direction::DIAGONAL].into_iter().flatten();
    for from in Square::ALL {
        let mut apart = Bitboard::FULL - from.into();
        for direction in every.clone() {
            let (files, ranks) = direction.step();
            let ahead = walk(from, (files, ranks), Bitboard::EMPTY);
            let behind = walk(from, (-files, -ranks), Bitboard::EMPTY);
            let line = Bitboard::from_iter(ahead.iter().chain(&behind).copied().chain([from]));
            assert_eq!(attacks::ray(from, direction), Bitboard::from_iter(ahead.iter().copied()));
            for (passed, &to) in ahead.iter().enumerate() {
                let between = Bitboard::from_iter(ahead[..passed].iter().copied());
                assert_eq!(attacks::between(from, to), between, "{from} {to}");
                assert_eq!(attacks::line(from, to), line, "{from} {to}");
                apart.remove(to);
            }
        }
        for to in apart {
            assert!(
                attacks::between(from, to).is_empty() && attacks::line(from, to).is_empty(),
                "{from} {to}"
            );
        }
    }
}

/// The attackers of a square and the attacks from all squares agree.
#[test]
fn attackers_and_attacked_squares_are_the_same() {
    for position in suites::positions().chain(games::positions(9).take(samples(2_000))) {
        let occupied = position.board().occupied();
        for color in Color::ALL {
            let pieces = position.board().colors(color);
            let attacked_by = |square: &Square| position.attackers_to(*square, occupied).intersects(pieces);
            let attacked = Bitboard::from_iter(Square::ALL.into_iter().filter(attacked_by));
            assert_eq!(position.attacked_by(color), attacked, "{color} in {position}");
        }
        for square in Square::ALL {
            let looks_here = |&from: &Square| position.attacks_from(from, occupied).contains(square);
            let attackers = Bitboard::from_iter(Square::ALL.into_iter().filter(looks_here));
            assert_eq!(position.attackers_to(square, occupied), attackers, "{square} in {position}");
        }
    }
}

/// A piece is pinned if, without it, one more piece would attack the king.
#[test]
fn pinned_pieces_are_those_whose_absence_gives_check() {
    for position in suites::positions().chain(games::positions(10).take(samples(5_000))) {
        for color in Color::ALL {
            let pinned =
                Bitboard::from_iter(position.board().colors(color).into_iter().filter(|&piece| {
                    piece != position.king(color) && opens_the_king(&position, color, piece)
                }));
            assert_eq!(position.pinned(color), pinned, "{color} in {position}");
        }
    }
}

/// Whether one more piece would attack the king if the piece on `square` were gone.
fn opens_the_king(position: &Position, color: Color, square: Square) -> bool {
    let occupied = position.board().occupied();
    let enemy = position.board().colors(!color);
    let attackers = |occupied| (position.attackers_to(position.king(color), occupied) & enemy).len();
    attackers(occupied - square.into()) > attackers(occupied)
}
