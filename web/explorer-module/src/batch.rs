//! The replies to eight moves counted side by side, step by step: what `perft/batch/` does in one register, laid open.
//!
//! Every step is arithmetic on sets, the same for all lanes: no look-up and no branch. Lanes whose king is in check and
//! lanes with en passant leave the register, and are counted one by one.

use philidor::{Bitboard, Board, Color, Move, PieceType, Position, attacks};
use serde_json::{Value, json};

use crate::arguments::{Arguments, set, uci};

const LANES: usize = 8;
const NOT_A: u64 = !0x0101_0101_0101_0101;
const NOT_H: u64 = !0x8080_8080_8080_8080;

/// A direction: how far a step moves bits, and which squares it can arrive on.
#[derive(Clone, Copy)]
struct Direction {
    name: &'static str,
    by: i32,
    arrivals: u64,
    is_diagonal: bool,
}

const fn direction(name: &'static str, by: i32, arrivals: u64, is_diagonal: bool) -> Direction {
    Direction { name, by, arrivals, is_diagonal }
}

/// The eight directions; those of index `i` and `7 - i` are opposite.
const DIRECTIONS: [Direction; 8] = [
    direction("north", 8, !0, false),
    direction("east", 1, NOT_A, false),
    direction("north-east", 9, NOT_A, true),
    direction("north-west", 7, NOT_H, true),
    direction("south-east", -7, NOT_A, true),
    direction("south-west", -9, NOT_H, true),
    direction("west", -1, NOT_H, false),
    direction("south", -8, !0, false),
];

impl Direction {
    const fn shift(self, set: u64, steps: i32) -> u64 {
        if self.by > 0 { set << (self.by * steps) } else { set >> (-self.by * steps) }
    }

    const fn step(self, set: u64) -> u64 {
        self.shift(set, 1) & self.arrivals
    }

    /// The squares reached by sliding: three doublings, then one step onto the first piece.
    fn slide(self, from: u64, empty: u64) -> u64 {
        self.step(self.doublings(from, empty)[3])
    }

    /// The set before and after each doubling, by one, two and four squares.
    fn doublings(self, from: u64, empty: u64) -> [u64; 4] {
        let (mut filled, mut free) = (from, empty & self.arrivals);
        let mut stages = [filled; 4];
        for (index, steps) in [1, 2, 4].into_iter().enumerate() {
            filled |= free & self.shift(filled, steps);
            free &= self.shift(free, steps);
            stages[index + 1] = filled;
        }
        stages
    }
}

/// The sets of one lane, step by step.
struct Lane {
    mv: Move,
    occupied: u64,
    changed: u64,
    doublings: [u64; 4],
    slides: u64,
    leaps: u64,
    danger: u64,
    looks: u64,
    pinned: u64,
    targets: u64,
    counts: Vec<(&'static str, u32)>,
    /// Why the lane leaves the register.
    leaves: Option<&'static str>,
    legal: usize,
}

/// The lanes of the first children, or of the next eight.
pub(crate) fn batch(arguments: &Arguments) -> Result<Value, String> {
    let position = arguments.position()?;
    let first = arguments.number("first")? as usize;
    let moves = position.legal_moves();
    let lanes: Vec<Lane> = moves.iter().skip(first).take(LANES).map(|&mv| Lane::of(&position, mv)).collect();
    let described: Vec<Value> = lanes.iter().map(|lane| lane.described(&position)).collect();
    Ok(json!({ "children": moves.len(), "lanes": described }))
}

fn pieces(board: &Board, color: Color, kind: PieceType) -> u64 {
    board.colored_pieces(color, kind).0
}

impl Lane {
    fn of(parent: &Position, mv: Move) -> Lane {
        let child = parent.after(mv);
        let (mover, replier) = (parent.side_to_move(), child.side_to_move());
        let board = child.board();
        let (occupied, own) = (board.occupied().0, board.colors(replier).0);
        let empty = !occupied;
        let king = pieces(board, replier, PieceType::King);
        let sliders = |color, direction: Direction| {
            let kind = if direction.is_diagonal { PieceType::Bishop } else { PieceType::Rook };
            pieces(board, color, kind) | pieces(board, color, PieceType::Queen)
        };
        let attacked = DIRECTIONS.map(|direction| direction.slide(sliders(mover, direction), empty));
        let slides = attacked.into_iter().fold(0, |all, set| all | set);
        let leaps = leaps(board, mover);
        let danger = slides | leaps;
        let looked = DIRECTIONS.map(|direction| direction.slide(king, empty));
        let pins: [u64; 8] = std::array::from_fn(|index| looked[index] & attacked[7 - index] & own);
        let pinned = pins.into_iter().fold(0, |all, set| all | set);
        let mut lane = Lane {
            mv,
            occupied,
            changed: (Bitboard::from_square(mv.orig_square()) | mv.dest_square().into()).0,
            doublings: DIRECTIONS[0].doublings(sliders(mover, DIRECTIONS[0]), empty),
            slides,
            leaps,
            danger,
            looks: looked.into_iter().fold(0, |all, set| all | set),
            pinned,
            targets: 0,
            counts: Vec::new(),
            leaves: None,
            legal: child.legal_moves().len(),
        };
        if king & danger != 0 {
            lane.leaves = Some("in check");
        } else if child.has_legal_en_passant() {
            lane.leaves = Some("en passant");
        }
        lane.count_king(king, own);
        lane.count_knights(board, replier, own);
        // A pinned piece moves along its line, in both directions.
        let free = |index: usize| !pinned | pins[index] | pins[7 - index];
        for (index, direction) in DIRECTIONS.into_iter().enumerate() {
            let targets = direction.slide(sliders(replier, direction) & free(index), empty) & !own;
            lane.add(direction.name, targets, targets.count_ones());
        }
        lane.count_pawns(board, replier, empty, free);
        let castlings = child.legal_moves().iter().filter(|mv| mv.castling_side().is_some()).count();
        lane.counts.push(("castling", castlings as u32));
        lane
    }

    fn add(&mut self, name: &'static str, targets: u64, count: u32) {
        self.targets |= targets;
        self.counts.push((name, count));
    }

    fn count_king(&mut self, king: u64, own: u64) {
        let steps = Bitboard(king).first().map_or(0, |square| attacks::king(square).0) & !own & !self.danger;
        self.add("king", steps, steps.count_ones());
    }

    fn count_knights(&mut self, board: &Board, replier: Color, own: u64) {
        let knights = Bitboard(pieces(board, replier, PieceType::Knight) & !self.pinned);
        let (mut all, mut count) = (0, 0);
        for knight in knights {
            let targets = attacks::knight(knight).0 & !own;
            all |= targets;
            count += targets.count_ones();
        }
        self.add("knights", all, count);
    }

    /// Pawns move by shifts; each arrival on the last rank is four moves.
    fn count_pawns(&mut self, board: &Board, us: Color, empty: u64, free: impl Fn(usize) -> u64) {
        let pawns = pieces(board, us, PieceType::Pawn);
        let enemies = board.colors(!us).0;
        let is_white = us == Color::White;
        let (ahead, sides) = if is_white { (0, [2, 3]) } else { (7, [4, 5]) };
        let home_after_one: u64 = if is_white { 0xff_0000 } else { 0xff00_0000_0000 };
        let once = DIRECTIONS[ahead].step(pawns & free(ahead)) & empty;
        let twice = DIRECTIONS[ahead].step(once & home_after_one) & empty;
        let mut arrivals = vec![once, twice];
        arrivals.extend(sides.map(|side| DIRECTIONS[side].step(pawns & free(side)) & enemies));
        let last = Bitboard::LAST_RANKS.0;
        let count = arrivals.iter().map(|set| set.count_ones() + 3 * (set & last).count_ones()).sum();
        self.add("pawns", arrivals.into_iter().fold(0, |all, set| all | set), count);
    }

    fn total(&self) -> u32 {
        self.counts.iter().map(|(_, count)| count).sum()
    }

    fn described(&self, parent: &Position) -> Value {
        let counts: Vec<Value> =
            self.counts.iter().map(|(name, count)| json!({ "name": name, "count": count })).collect();
        json!({
            "uci": uci(parent, self.mv),
            "san": parent.to_san(self.mv).to_string(),
            "fen": parent.after(self.mv).to_string(),
            "occupied": set(Bitboard(self.occupied)),
            "changed": set(Bitboard(self.changed)),
            "doublings": self.doublings.map(|stage| set(Bitboard(stage))),
            "slides": set(Bitboard(self.slides)),
            "leaps": set(Bitboard(self.leaps)),
            "danger": set(Bitboard(self.danger)),
            "looks": set(Bitboard(self.looks)),
            "pinned": set(Bitboard(self.pinned)),
            "targets": set(Bitboard(self.targets)),
            "counts": counts,
            "total": self.total(),
            "leaves": self.leaves,
            "legal": self.legal,
        })
    }
}

/// The attacks of the pieces of a side that do not slide.
fn leaps(board: &Board, color: Color) -> u64 {
    let pawns = attacks::pawns(color, board.colored_pieces(color, PieceType::Pawn)).0;
    let knights =
        board.colored_pieces(color, PieceType::Knight).into_iter().map(|square| attacks::knight(square).0);
    let king = board.colored_pieces(color, PieceType::King).into_iter().map(|square| attacks::king(square).0);
    knights.chain(king).fold(pawns, |all, set| all | set)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lanes_that_stay_count_what_the_library_counts() {
        let (mut stayed, mut left) = (0, 0);
        for fen in [
            "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1",
            "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
            "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1",
            "r3k2r/Pppp1ppp/1b3nbN/nP6/BBP1P3/q4N2/Pp1P2PP/R2Q1RK1 w kq - 0 1",
            "rnbq1k1r/pp1Pbppp/2p5/8/2B5/8/PPP1NnPP/RNBQK2R w KQ - 1 8",
        ] {
            let root: Position = fen.parse().expect("a position");
            for first in root.legal_moves() {
                let parent = root.after(first);
                for mv in parent.legal_moves() {
                    let lane = Lane::of(&parent, mv);
                    if lane.leaves.is_some() {
                        left += 1;
                    } else {
                        assert_eq!(lane.total() as usize, lane.legal, "{parent} {mv}: {:?}", lane.counts);
                        stayed += 1;
                    }
                }
            }
        }
        assert!(stayed > 3_000 && left > 100 && left * 4 < stayed, "{stayed} {left}");
    }

    #[test]
    fn a_fill_stops_at_the_first_piece() {
        let rook = 1_u64 << 8;
        assert_eq!(DIRECTIONS[0].slide(rook, !(1 << 40)), 1 << 16 | 1 << 24 | 1 << 32 | 1 << 40);
        assert_eq!(DIRECTIONS[1].slide(1 << 7, !0), 0);
    }
}
