//! Without pruning, a search finds the value of plain minimax, whatever alpha-beta, windows and the table leave out.

use philidor::search_support::Repetitions;
use philidor::{Game, Position};
use philidor_engine::evaluation::SquareTables;
use philidor_engine::{
    Bot, Control, DefaultTimeManager, Engine, Evaluator, FullWidth, Histories, Report, Score, SearchLimits,
};

use philidor_proof::samples;

use crate::positions;

/// The value for the side to move, by looking at everything.
fn minimax(position: &mut Position, repetitions: &mut Repetitions, depth: u32, ply: u32) -> i32 {
    if ply > 0 && repetitions.is_draw(position) {
        return 0;
    }
    if depth == 0 && !position.is_check() {
        let mut tables = SquareTables::default();
        tables.reset(position);
        return tables.evaluate(position).value();
    }
    let moves = position.legal_moves();
    if moves.is_empty() {
        return if position.is_check() { Score::mated_in(ply).value() } else { 0 };
    }
    let mut best = i32::MIN;
    for mv in moves {
        let undo = position.play_unchecked(mv);
        repetitions.push(mv, position);
        best = best.max(-minimax(position, repetitions, depth.saturating_sub(1), ply + 1));
        repetitions.pop();
        position.undo(mv, undo);
    }
    best
}

/// An engine without pruning, with a table of this many MiB.
fn plain(mebibytes: usize) -> Engine<SquareTables, Histories, FullWidth, DefaultTimeManager> {
    Engine::new(SquareTables::default()).with_pruning(FullWidth).with_hash(mebibytes)
}

fn value(engine: &mut impl Bot, game: &Game, depth: u32) -> i32 {
    engine.new_game();
    let limits = SearchLimits::new().with_depth(depth);
    let answer = engine.search(game, &limits, &Control::new(), &mut |_: &Report| {});
    answer.score().expect("a value").value()
}

/// Both engines, with a table and without, find the value of minimax in each of 500 positions.
fn agree(depth: impl Fn(usize, &Game) -> u32) {
    let (mut with_table, mut without) = (plain(1), plain(0));
    for (index, game) in positions::some(samples(500)).iter().enumerate() {
        let depth = depth(index, game);
        let expected = minimax(&mut game.position().clone(), &mut Repetitions::from_game(game), depth, 0);
        let fen = game.position();
        assert_eq!(value(&mut without, game, depth), expected, "depth {depth}, no table: {fen}");
        assert_eq!(value(&mut with_table, game, depth), expected, "depth {depth}, with a table: {fen}");
    }
}

#[test]
fn a_search_without_bets_finds_the_value_of_minimax() {
    agree(|index, game| {
        let few_moves = game.position().legal_move_count() < 12;
        if few_moves { 4 } else { 2 + u32::from(index % 10 == 0) }
    });
}

#[test]
#[ignore = "minutes, in release"]
fn a_search_without_bets_finds_the_value_of_minimax_to_depth_4_everywhere() {
    agree(|_, _| 4);
}

#[test]
fn a_table_does_not_change_the_value_of_a_search_without_bets() {
    tables_agree(samples(60), 4);
}

#[test]
#[ignore = "minutes, in release"]
fn a_table_does_not_change_the_value_of_a_deep_search_without_bets() {
    tables_agree(500, 5);
}

/// A table that is far too small, one that is large enough, and none.
fn tables_agree(count: usize, depth: u32) {
    let mut engines = [plain(0), plain(1), plain(16)];
    for game in positions::some(count) {
        let values = engines.each_mut().map(|engine| value(engine, &game, depth));
        assert_eq!([values[0]; 3], values, "depth {depth}: {}", game.position());
    }
}
