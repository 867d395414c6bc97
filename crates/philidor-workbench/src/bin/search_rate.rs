//! How fast a search is: plies per second on one core, in games of PGN that are packed first.
//!
//! ```sh
//! cargo run --release -p philidor-workbench --bin search_rate -- games.pgn [SECONDS [GAMES [PATTERN ...]]]
//! ```
//!
//! A processor learns a few games by heart. So with GAMES above 0 the example makes that many of those in the file: the
//! beginning of one, then random moves up to its length.

use std::error::Error;
use std::hint::black_box;
use std::time::{Duration, Instant};

use philidor::{MoveDigest, Position};
use philidor_patterns::{GameFacts, Pattern, Search};
use philidor_pgn::{Checker, Flow, GameResult, Lines, PgnErrorKind, Reader, Visitor};

/// The patterns to time, with their names.
const PATTERNS: [(&str, &str); 14] = [
    ("every ply played, nothing found", "not any"),
    ("reaches, 4 plies deep", "fen rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2"),
    (
        "reaches, without giving up",
        "not any or fen rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2",
    ),
    ("board, three pieces", "board 8/8/p7/8/8/1B3N2/8/8"),
    ("material", "material KRPvKR"),
    ("imbalance for 4 plies", "imbalance RvBN for 4"),
    ("isolated pawn on d4", "isolated P on d4 and Q > 0 and q > 0"),
    ("two passed pawns", "passed P on 6,7 >= 2"),
    ("pawn skeleton, either color", "either pawns 8/pp3ppp/4p3/3p4/3P4/8/PP3PPP/8"),
    ("blocked chain", "blocked P on d,e >= 2 and chained P on e5"),
    ("move", "plays BN from e5 to f7 takes p"),
    ("mate", "mate"),
    ("opposite castling, then a sacrifice", "opposite-castling and plays B takes p"),
    ("sequence", "plays e5 next plays dxe5 next plays f5 then plays Ne4"),
];

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let path = arguments.next().ok_or("give a file of games in PGN")?;
    let seconds: f64 = arguments.next().as_deref().unwrap_or("1").parse()?;
    let wanted: usize = arguments.next().as_deref().unwrap_or("0").parse()?;
    let mut games = packed(&std::fs::read(path)?)?;
    if wanted > 0 {
        games = varied(&games, wanted);
    }
    let plies: usize = games.iter().map(|game| game.moves.len() / 2).sum();
    println!("{} games, {plies} plies", games.len());
    println!("{:>9} {:>9} {:>9} {:>8}  pattern", "M plies/s", "ns a ply", "ends known", "found");
    let own: Vec<String> = arguments.collect();
    let own: Vec<(&str, &str)> = own.iter().map(|text| (text.as_str(), text.as_str())).collect();
    for (name, text) in if own.is_empty() { PATTERNS.as_slice() } else { &own } {
        let search = text.parse::<Pattern>()?.search();
        let all = timed(&games, &search, seconds, plies, |_| true)?;
        // What columns about the end of a game save: games that end with too much need not be played.
        let some = timed(&games, &search, seconds, plies, |game| search.end_limits().allows(&game.last))?;
        assert_eq!(all.found, some.found, "{name}");
        let (all, some, found) = (all.rate, some.rate, all.found);
        println!("{:>9.1} {:>9.1} {:>9.1} {found:>8}  {name}", all / 1e6, 1e9 / all, some / 1e6);
    }
    Ok(())
}

/// How many games have a pattern, and the plies per second.
struct Timed {
    found: usize,
    rate: f64,
}

/// Searches the games that may have a pattern: the median of five runs, which together take the seconds asked for.
fn timed(
    games: &[PackedGame],
    search: &Search,
    seconds: f64,
    plies: usize,
    may_have: impl Fn(&PackedGame) -> bool,
) -> Result<Timed, Box<dyn Error>> {
    let (mut rates, mut found) = (Vec::new(), 0);
    let start = Position::default();
    // One run is enough where it takes half a minute.
    let runs = if plies > 100_000_000 { 1 } else { 5 };
    for _ in 0..runs {
        let (began, begin) = (Instant::now(), cpu_time(Duration::ZERO));
        let mut rounds = 0;
        while rounds == 0 || began.elapsed().as_secs_f64() < seconds / f64::from(runs) {
            found = 0;
            for game in games.iter().filter(|game| may_have(game)) {
                let digests = game.moves.as_chunks().0.iter();
                let digests = digests.map(|&bytes| MoveDigest(u16::from_le_bytes(bytes)));
                let first = search.first(&start, digests, GameFacts::with_result(game.result))?;
                found += usize::from(black_box(first).is_some());
            }
            rounds += 1;
        }
        rates.push((plies * rounds) as f64 / (cpu_time(began.elapsed()) - begin).as_secs_f64());
    }
    rates.sort_by(f64::total_cmp);
    Ok(Timed { found, rate: rates[rates.len() / 2] })
}

/// The time this thread has run, since others may share the core; where the system does not say, that of the clock.
fn cpu_time(clock: Duration) -> Duration {
    let read = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let nanoseconds = read.and_then(|text| text.split(' ').next()?.parse().ok());
    nanoseconds.map_or(clock, Duration::from_nanos)
}

/// The digests of a game, its result, and its last position.
#[derive(Clone)]
struct PackedGame {
    moves: Vec<u8>,
    result: GameResult,
    last: Position,
}

/// Games that begin like these and continue at random, up to the same length.
fn varied(games: &[PackedGame], wanted: usize) -> Vec<PackedGame> {
    let mut word = 1_u64;
    // SplitMix64 (Sebastiano Vigna).
    let mut below = move |bound: usize| {
        word = word.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mixed = (word ^ word >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = (mixed ^ mixed >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((mixed ^ mixed >> 31) % bound.max(1) as u64) as usize
    };
    let mut make = |number: usize| {
        let PackedGame { moves: old, result, .. } = &games[number % games.len()];
        let kept = below(old.len() / 2);
        let mut moves = Vec::with_capacity(old.len());
        let mut position = Position::default();
        for &bytes in old.as_chunks().0 {
            let known = position.decode(MoveDigest(u16::from_le_bytes(bytes)));
            let Some(mv) = known.filter(|_| moves.len() < kept * 2).or_else(|| {
                let legal = position.legal_moves();
                legal.get(below(legal.len())).copied()
            }) else {
                break;
            };
            moves.extend(mv.digest().0.to_le_bytes());
            position.play_unchecked(mv);
        }
        PackedGame { moves, result: *result, last: position }
    };
    (0..wanted).map(&mut make).collect()
}

/// The digests of games from the usual start, two bytes each, and their results.
fn packed(text: &[u8]) -> Result<Vec<PackedGame>, Box<dyn Error>> {
    let mut reader = Reader::new(text);
    let mut game =
        Packed { checker: Checker::new(Lines::Main), moves: Vec::new(), result: GameResult::Unknown };
    let mut games = Vec::new();
    while let Some(read) = reader.read_game(&mut game) {
        if read.is_ok() && game.starts_as_usual() {
            let (moves, result) = (game.moves.clone(), game.result);
            games.push(PackedGame { moves, result, last: *game.checker.position() });
        }
    }
    Ok(games)
}

/// Packs a game.
struct Packed {
    checker: Checker,
    moves: Vec<u8>,
    result: GameResult,
}

impl Packed {
    /// Whether its moves are legal from the usual start, as those from another seldom are.
    fn starts_as_usual(&self) -> bool {
        let mut position = Position::default();
        let (digests, _) = self.moves.as_chunks();
        digests.iter().all(|&bytes| {
            let mv = position.decode(MoveDigest(u16::from_le_bytes(bytes)));
            mv.is_some_and(|mv| {
                position.play_unchecked(mv);
                true
            })
        })
    }
}

impl Visitor for Packed {
    fn begin_game(&mut self) -> Result<(), PgnErrorKind> {
        self.moves.clear();
        self.checker.begin_game()
    }

    fn begin_moves(&mut self) -> Result<Flow, PgnErrorKind> {
        self.checker.begin_moves()
    }

    fn san(&mut self, san: &[u8]) -> Result<(), PgnErrorKind> {
        self.checker.san(san)?;
        if let Some(mv) = self.checker.last_move() {
            self.moves.extend(mv.digest().0.to_le_bytes());
        }
        Ok(())
    }

    fn begin_variation(&mut self) -> Result<Flow, PgnErrorKind> {
        Ok(Flow::Skip)
    }

    fn result(&mut self, result: GameResult) -> Result<(), PgnErrorKind> {
        self.result = result;
        self.checker.result(result)
    }
}
