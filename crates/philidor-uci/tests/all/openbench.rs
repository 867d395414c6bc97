//! Openings that are made to order: a stop and a refused thread end the making.

use std::io;
use std::path::Path;

use philidor::{Game, Move};
use philidor_engine::{Bot, Clock, Control, Listener, Report, Score, SearchLimits, SearchResult, standard};
use philidor_host::threads::with_at_most;
use philidor_uci::openbench::{Genfens, OpenBenchError};

/// Finds no position even, and is stopped in its second search.
struct Uneven {
    control: Control,
    searches: u32,
}

impl Bot for Uneven {
    fn think(&mut self, game: &Game, _: &Clock) -> Move {
        game.position().legal_moves()[0]
    }

    fn search(&mut self, game: &Game, _: &SearchLimits, _: &Control, _: &mut dyn Listener) -> SearchResult {
        self.searches += 1;
        if self.searches == 2 {
            self.control.stop();
        }
        let mut found = SearchResult::new(game.position().legal_moves()[0]);
        found.report = Some(Report::new(Score::centipawns(900), found.best.into_iter().collect()));
        found
    }
}

#[test]
fn a_stop_does_not_wait_for_an_even_opening() {
    let control = Control::new();
    let mut bot = Uneven { control: control.clone(), searches: 0 };
    let order: Genfens = "genfens 1 seed 1 book None".parse().expect("an order");
    let mut read = |_: &Path| -> io::Result<String> { Err(io::ErrorKind::NotFound.into()) };
    let made = order.run(&mut bot, &control, &mut read, &mut |_: &str| Ok(()));
    assert!(matches!(made, Err(OpenBenchError::Stopped)), "{made:?}");
    assert_eq!(bot.searches, 2);
}

#[test]
fn a_search_that_gets_no_thread_is_the_last_one() {
    let order: Genfens = "genfens 1 seed 1 book None".parse().expect("an order");
    let mut read = |_: &Path| -> io::Result<String> { Err(io::ErrorKind::NotFound.into()) };
    let mut bot = standard();
    let made = with_at_most(0, || order.run(&mut bot, &Control::new(), &mut read, &mut |_: &str| Ok(())));
    let error = made.expect_err("no thread").to_string();
    assert!(error.contains("cannot start a thread"), "{error}");
}
