//! The engine for its JavaScript worker: it takes numbers and text, and answers with JSON.
//!
//! A search keeps the worker busy until it ends, so nothing can reach it meanwhile. What it finds on the way goes to
//! JavaScript through [`report`], and a page that has seen enough ends the worker. `evaluation.rs` has what needs no
//! search.

mod evaluation;

use std::cell::RefCell;
use std::fmt::Write;
use std::time::Duration;

use philidor::{CastlingMode, Game, Move, MoveDigest, Position, Setup, Strictness};
use philidor_engine::{Analysis, Analyst, Bound, Control, Report, Score, SearchLimits, set_clock};
use wasm_bindgen::prelude::wasm_bindgen;

#[wasm_bindgen]
extern "C" {
    /// Milliseconds since the worker began.
    #[wasm_bindgen(js_namespace = performance)]
    fn now() -> f64;

    /// Takes what is known so far, as JSON; the worker defines it.
    #[wasm_bindgen(js_name = philidorReport)]
    fn report(analysis: &str);
}

thread_local! {
    static ANALYST: RefCell<Option<Analyst>> = const { RefCell::new(None) };
}

/// Makes the engine ready, with a transposition table of this many megabytes.
#[wasm_bindgen]
pub fn begin(megabytes: u32) {
    set_clock(|| Duration::from_secs_f64(now() / 1000.0));
    let mut analyst = Analyst::new();
    // JavaScript has checked the number.
    let _ = analyst.set_option("Hash", &megabytes.to_string());
    ANALYST.set(Some(analyst));
}

/// Forgets what was learned.
#[wasm_bindgen]
pub fn new_game() {
    ANALYST.with_borrow_mut(|analyst| analyst.iter_mut().for_each(Analyst::new_game));
}

/// Analyzes the position after some moves, given as digests. A limit of zero is not a limit.
#[wasm_bindgen]
#[expect(clippy::too_many_arguments, reason = "JavaScript has no structs to send")]
pub fn analyze(
    fen: &str,
    chess960: bool,
    moves: &[u16],
    depth: u32,
    nodes: f64,
    milliseconds: f64,
    mate: u32,
    lines: u32,
    only: &[u16],
) -> String {
    let Some(game) = game(fen, chess960, moves) else { return String::new() };
    let mut limits = SearchLimits::new();
    if depth > 0 {
        limits = limits.with_depth(depth);
    }
    if nodes >= 1.0 {
        limits = limits.with_nodes(nodes as u64);
    }
    if milliseconds > 0.0 {
        limits = limits.with_time(Duration::from_micros((milliseconds * 1000.0) as u64));
    }
    if mate > 0 {
        limits = limits.with_mate(mate);
    }
    let only: Vec<Move> =
        only.iter().filter_map(|&digest| game.position().decode(MoveDigest(digest))).collect();
    if !only.is_empty() {
        limits = limits.with_moves(only);
    }
    let Some(analyst) = ANALYST.take() else { return String::new() };
    let mut analyst = analyst.with_limits(limits).with_lines(lines.max(1) as usize);
    let mut progress = |found: &Analysis| report(&json(found, game.castling_mode()));
    let found = analyst.analyze_with(&game, &Control::new(), &mut progress);
    ANALYST.set(Some(analyst));
    json(&found, game.castling_mode())
}

fn game(fen: &str, chess960: bool, moves: &[u16]) -> Option<Game> {
    let start = Position::from_setup(fen.parse::<Setup>().ok()?, Strictness::WellDefined).ok()?;
    let mut game = Game::from_position(start);
    if chess960 {
        game = game.with_castling_mode(CastlingMode::Chess960);
    }
    for &digest in moves {
        let mv = game.position().decode(MoveDigest(digest))?;
        game.play(mv).ok()?;
    }
    Some(game)
}

/// What is known, as JSON. No text in it has to be escaped.
fn json(found: &Analysis, mode: CastlingMode) -> String {
    let mut json = String::from("{");
    let best = found.best().map_or_else(|| "null".to_owned(), |mv| mv.digest().0.to_string());
    let of_newest = |number: fn(&Report) -> u128| found.newest().map_or(0, number);
    // Writing to a string does not fail.
    let _ = write!(
        json,
        "\"fen\":\"{}\",\"best\":{best},\"depth\":{},\"nodes\":{},\"milliseconds\":{},\"score\":{},\"lines\":[",
        found.position(),
        found.depth(),
        of_newest(|report| report.nodes.into()),
        of_newest(|report| report.time.as_millis()),
        found.score().map_or_else(|| "null".to_owned(), score),
    );
    for (index, line) in found.lines().iter().enumerate() {
        let comma = if index == 0 { "" } else { "," };
        let bound = match line.bound {
            Bound::Exact => "exact",
            Bound::Lower => "at-least",
            Bound::Upper => "at-most",
        };
        let digests: Vec<String> = line.moves.iter().map(|mv| mv.digest().0.to_string()).collect();
        let _ = write!(
            json,
            "{comma}{{\"score\":{},\"bound\":\"{bound}\",\"depth\":{},\"selectiveDepth\":{},\"moves\":[{}],\
             \"sans\":\"{}\",\"ucis\":\"{}\"}}",
            score(line.score),
            line.depth,
            line.selective_depth,
            digests.join(","),
            line.san(found.position()),
            line.uci(found.position(), mode),
        );
    }
    json.push_str("]}");
    json
}

fn score(score: Score) -> String {
    match score.mate() {
        Some(mate) => format!("{{\"centipawns\":null,\"mate\":{mate}}}"),
        None => format!("{{\"centipawns\":{},\"mate\":null}}", score.value()),
    }
}
