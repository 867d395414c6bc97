//! The same work with the Rust library: from packed positions, as the C library has them.

use std::hint::black_box;
use std::time::{Duration, Instant};

use chess::binary::PackedPosition;
use chess::perft::Perft;
use chess::{MoveDigest, MoveKind, MoveList, Position};
use games::{Checker, Flow, GameResult, Lines, PgnErrorKind, Reader, TagValue, Visitor};

/// Prints the name, the nanoseconds per item of the fastest pass within a third of a second, and the result.
fn timed(name: &str, items: usize, mut work: impl FnMut() -> u64) {
    let (mut least, mut found) = (Duration::MAX, 0);
    let end = Instant::now() + Duration::from_millis(333);
    while Instant::now() < end {
        let start = Instant::now();
        found = black_box(work());
        least = least.min(start.elapsed());
    }
    println!("{name} {:.3} {found}", least.as_nanos() as f64 / items as f64);
}

fn walk(position: &mut Position, depth: u32) -> u64 {
    if depth == 1 {
        return position.legal_move_count().into();
    }
    let mut leaves = 0;
    for &mv in &position.legal_moves() {
        let undo = position.play_unchecked(mv);
        leaves += walk(position, depth - 1);
        position.undo(mv, undo);
    }
    leaves
}

fn walk_values(position: &Position, depth: u32) -> u64 {
    if depth == 1 {
        return position.legal_move_count().into();
    }
    position.legal_moves().iter().map(|&mv| walk_values(&position.after(mv), depth - 1)).sum()
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let (fens, pgn) = (arguments.next().ok_or("no positions")?, arguments.next().ok_or("no games")?);
    let fens = std::fs::read_to_string(fens)?;
    let fens = fens.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let positions: Vec<Position> = fens.map(str::parse).collect::<Result<_, _>>()?;
    let packed: Vec<PackedPosition> = positions.iter().map(Position::pack).collect();
    let text = std::fs::read(pgn)?;
    let many = packed.len();

    let mut counts = vec![0; many];
    timed("counts", many, || {
        let (mut waiting, mut place) = (Vec::with_capacity(64), 0);
        let mut count = |waiting: &mut Vec<Position>| {
            Position::legal_move_counts(waiting, |count| {
                counts[place] = count;
                place += 1;
            });
            waiting.clear();
        };
        PackedPosition::unpack_each(packed.iter().copied(), |position| {
            waiting.extend(position);
            if waiting.len() == 64 {
                count(&mut waiting);
            }
        });
        count(&mut waiting);
        counts.iter().map(|&count| u64::from(count)).sum()
    });
    let (mut moves, mut offsets) = (vec![0; 64 * many], vec![0; many + 1]);
    timed("moves", many, || {
        let (mut index, mut end, mut list) = (0, 0, MoveList::new());
        PackedPosition::unpack_each(packed.iter().copied(), |position| {
            if let Ok(position) = position {
                position.moves_into(MoveKind::All, &mut list);
                for (place, mv) in moves[end..].iter_mut().zip(&list) {
                    *place = mv.digest().0;
                }
                end += list.len();
            }
            index += 1;
            offsets[index] = end;
        });
        end as u64
    });
    let first: Vec<u16> = offsets[..many].iter().map(|&offset| moves[offset]).collect();
    let mut after = vec![PackedPosition::from_bytes([0; 32]); many];
    timed("play", many, || {
        let mut index = 0;
        PackedPosition::unpack_each(packed.iter().copied(), |position| {
            if let Some((position, mv)) = position
                .ok()
                .and_then(|position| Some((position, position.decode(MoveDigest(first[index]))?)))
            {
                after[index] = position.after(mv).pack();
            }
            index += 1;
        });
        after.len() as u64
    });
    let mut keys = vec![0; many];
    timed("keys", many, || {
        let mut index = 0;
        PackedPosition::unpack_each(packed.iter().copied(), |position| {
            keys[index] = position.map_or(0, |position| position.key());
            index += 1;
        });
        keys.iter().fold(0, |all, key| all ^ key)
    });
    timed("one count", many, || {
        let counts =
            packed.iter().map(|packed| packed.unpack().map_or(0, |position| position.legal_move_count()));
        counts.map(u64::from).sum()
    });
    let mut start = Position::default();
    timed("perft 5", 4_865_609, || Perft::new().count(&start, 5) as u64);
    timed("walk 4", 197_281, || walk(&mut start, 4));
    timed("walk 4, values", 197_281, || walk_values(&start, 4));
    let read = || {
        let mut reader = Reader::new(&text);
        let (mut game, mut played) =
            (Kept { checker: Checker::new(Lines::Main), tags: vec![], moves: vec![] }, 0);
        while let Some(read) = reader.read_game(&mut game) {
            played += if read.is_ok() { game.moves.len() as u64 } else { 0 };
        }
        played
    };
    timed("PGN, a move", read() as usize, read);
    Ok(())
}

/// A checker that keeps what the reader of C gives out: tags and moves.
struct Kept {
    checker: Checker,
    tags: Vec<(String, String)>,
    moves: Vec<MoveDigest>,
}

impl Visitor for Kept {
    fn begin_game(&mut self) -> Result<(), PgnErrorKind> {
        self.tags.clear();
        self.moves.clear();
        self.checker.begin_game()
    }

    fn tag(&mut self, name: &[u8], value: TagValue<'_>) -> Result<(), PgnErrorKind> {
        self.tags.push((chess::characters::decode(name).into_owned(), value.to_text().into_owned()));
        self.checker.tag(name, value)
    }

    fn begin_moves(&mut self) -> Result<Flow, PgnErrorKind> {
        self.checker.begin_moves()
    }

    #[inline(always)]
    fn san(&mut self, san: &[u8]) -> Result<(), PgnErrorKind> {
        self.checker.san(san)?;
        self.moves.extend(self.checker.last_move().map(|mv| mv.digest()));
        Ok(())
    }

    fn begin_variation(&mut self) -> Result<Flow, PgnErrorKind> {
        self.checker.begin_variation()
    }

    fn null_move(&mut self, fault: PgnErrorKind) -> Result<(), PgnErrorKind> {
        self.checker.null_move(fault)
    }

    fn result(&mut self, result: GameResult) -> Result<(), PgnErrorKind> {
        self.checker.result(result)
    }

    fn end_game(&mut self) -> Result<(), PgnErrorKind> {
        self.checker.end_game()
    }
}
