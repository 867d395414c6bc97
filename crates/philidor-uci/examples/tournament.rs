//! A tournament in this process: an engine against itself with fewer nodes, and against a closure.

use philidor::{Game, Move};
use philidor_engine::{Clock, Control, SearchLimits, bot, standard};
use philidor_uci::tournament::{
    Contender, Event, MatchOpening, RandomOpenings, Standing, TimeControl, Tournament, TournamentError,
};

/// Plays pairs of games, each pair from a random opening with colors reversed. Returns how the first engine did
/// against each of the others.
pub fn play(pairs: usize) -> Result<Vec<Standing>, TournamentError> {
    let engine = Contender::from_bot("engine", standard);
    let hasty = Contender::from_bot("hasty", standard).with_time_control(TimeControl::fixed_nodes(20));
    let last = |game: &Game, _: &Clock| *game.position().legal_moves().last().unwrap_or(&Move::invalid());
    let last = Contender::from_bot("last move", move || bot::from_fn("last", last));

    let even = RandomOpenings::new(standard(), SearchLimits::new().with_nodes(500), 1);
    let openings =
        even.take(pairs).map(|opening| MatchOpening::from_game(&opening.game, usize::MAX)).collect();
    let tournament = Tournament::new(engine, vec![hasty, last])?
        .with_time_control(TimeControl::fixed_nodes(1_000))
        .with_openings(openings, None)
        .with_pairs(pairs);
    tournament.run(&Control::new(), &mut |event| {
        if let Event::Ended { game, .. } = event {
            let ([white, black], ending) = (&game.names, &game.ending);
            println!("{white} - {black}  {}  {ending}", ending.outcome.result());
        }
    })
}

fn main() -> Result<(), TournamentError> {
    for Standing { opponent, tally, .. } in play(5)? {
        println!("against {opponent}: {} won, {} drawn, {} lost", tally.wins, tally.draws, tally.losses);
    }
    Ok(())
}
