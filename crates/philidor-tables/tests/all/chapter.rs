//! The reader of `book/src/syzygy.md`, as it stands there: what it finds is what was solved.

use philidor::{Move, MoveType, Position};
use philidor_proof::{samples, seed};
use philidor_tables::Wdl;
use philidor_tables::solve::SolvedTables;
use philidor_tables::syzygy::Dtz;

use crate::solve::FOUR;
use crate::written::THREE;

/// What a reader asks tables for: the value that is stored, and the distance of one side to move, with the sign of a
/// value.
struct Stored<W, D> {
    wdl: W,
    dtz: D,
}

fn is_en_passant(mv: &Move) -> bool {
    mv.move_type() == MoveType::EnPassant
}

/// 1, 101, −1 or −101.
fn zeroing(v: Wdl) -> i32 {
    Dtz::before_zeroing(v).number()
}

impl<W: Fn(&Position) -> Wdl, D: Fn(&Position, Wdl) -> Option<i32>> Stored<W, D> {
    /// The value, and whether a capture en passant alone gives it.
    fn value(&self, position: &Position) -> (Wdl, bool) {
        let moves = position.legal_moves();
        let after = |mv: &Move| -self.value(&position.after(*mv)).0;
        let captures = moves.iter().filter(|mv| mv.is_capture() && !is_en_passant(mv));
        let best = captures.map(after).chain([(self.wdl)(position)]).max().expect("one at least");
        match moves.iter().filter(|mv| is_en_passant(mv)).map(after).max() {
            Some(passant) if passant > best || moves.iter().all(is_en_passant) => (passant, true),
            _ => (best, false),
        }
    }

    fn distance(&self, position: &Position) -> i32 {
        let (v, is_by_en_passant) = self.value(position);
        if v == Wdl::Draw {
            return 0;
        }
        if position.is_checkmate() {
            return -1;
        }
        let moves = position.legal_moves();
        let keeps = |mv: &&Move| -self.value(&position.after(**mv)).0 == v;
        let mut zeroing_moves = moves.iter().filter(|mv| mv.is_pawn_advance_or_capture());
        if is_by_en_passant || v > Wdl::Draw && zeroing_moves.any(|mv| keeps(&mv)) {
            return zeroing(v);
        }
        if let Some(number) = (self.dtz)(position, v) {
            return number;
        }
        let number = |mv: &Move| {
            let after = position.after(*mv);
            if mv.is_pawn_advance_or_capture() {
                return zeroing(v);
            }
            if after.is_checkmate() {
                return 1;
            }
            let d = -self.distance(&after);
            d + d.signum()
        };
        moves.iter().filter(keeps).map(number).min().expect("a move that keeps the value")
    }

    /// Compares every nth position of a solved material; returns how many.
    fn assert_finds(&self, solved: &SolvedTables, name: &str, nth: usize) -> usize {
        let table = solved.table(name.parse().expect(name)).expect(name);
        let positions = table.positions().skip(seed(0) as usize % nth).step_by(nth).inspect(|position| {
            let value = solved.probe(position).expect("solved");
            let found = (self.value(position).0, self.distance(position));
            assert_eq!(found, (value.wdl, value.dtz.into()), "{position}");
        });
        positions.count()
    }
}

#[test]
fn it_reads_all_tables_of_three_pieces() {
    let (solved, [_, tables]) = &*THREE;
    let wdl = |position: &Position| tables.stored_wdl(position).expect("written");
    let dtz = |position: &Position, v| tables.stored_dtz(position, v).expect("written").map(Dtz::number);
    let reader = Stored { wdl, dtz };
    let nth = 8 / samples(8).min(8);
    let sum: usize =
        solved.tables().map(|table| reader.assert_finds(solved, &table.material().to_string(), nth)).sum();
    assert!(sum.abs_diff(367_868 / nth) <= 5, "{sum}");
}

/// Of four pieces a lost side may capture, too: with either side stored, as if the values were a table.
#[test]
fn it_counts_captures_of_the_side_that_loses() {
    let (names, solved) = &*FOUR;
    for (name, side) in names.iter().flat_map(|name| philidor::Color::ALL.map(|side| (name, side))) {
        let wdl = |position: &Position| solved.probe(position).expect("solved").wdl;
        let dtz = |position: &Position, _| {
            (position.side_to_move() == side).then(|| solved.probe(position).expect("solved").dtz.into())
        };
        Stored { wdl, dtz }.assert_finds(solved, name, 97);
    }
}
