//! An engine of parts of one's own: its name, its options, and how the parts are reached.

use std::sync::Arc;

use philidor::{Game, Position};
use philidor_engine::evaluation::MaterialBalance;
use philidor_engine::{
    Bot, Chances, Control, Engine, OptionError, Pruning, Report, Score, SearchLimits, Selective, Situation,
    TranspositionTable, bench, standard, standard_with,
};
use philidor_proof::drawn;

use crate::own_parts::{Constant, OwnEngine, Pace, own_engine};

fn search(bot: &mut impl Bot, depth: u32) -> u64 {
    let limits = SearchLimits::new().with_depth(depth);
    let found = bot.search(&Game::new(), &limits, &Control::new(), &mut |_: &Report| {});
    found.report.map_or(0, |report| report.nodes)
}

#[test]
fn an_engine_says_its_own_name_and_shows_the_options_of_its_parts() -> Result<(), OptionError> {
    let mut engine = own_engine(Constant::default()).with_name("Constant 2").with_author("Nobody");
    assert_eq!((engine.name().as_str(), engine.author().as_str()), ("Constant 2", "Nobody"));
    let options: Vec<String> = engine.options().iter().map(ToString::to_string).collect();
    for option in
        ["name Worth type spin default 0 min -50 max 50", "name Pace type spin default 40 min 10 max 100"]
    {
        assert_eq!(options.iter().filter(|other| *other == option).count(), 1, "{option}\n{options:?}");
    }
    let clashes = |text: &String| text.starts_with("name hash") || text.ends_with("default 0 min 0 max 1");
    assert!(!options.iter().any(clashes), "{options:?}");
    engine.set_option("worth", "7")?;
    let notices = engine.notices();
    for notice in [
        "the option `hash` of the evaluator is not offered: the engine has one of that name",
        "the option `worth` of the time manager is not offered: the evaluator has one of that name",
    ] {
        assert_eq!(notices.iter().filter(|other| *other == notice).count(), 1, "{notice}\n{notices:?}");
    }
    let mut refusal = |name, value| engine.set_option(name, value).expect_err("refused").to_string();
    assert_eq!(refusal("worth", "51"), "Worth is a number from -50 to 50, not `51`");
    assert_eq!(refusal("EvalFile", "x"), "EvalFile is a file that exists, not `x`");
    Ok(())
}

#[test]
fn options_and_changes_reach_the_clones_of_all_threads() -> Result<(), OptionError> {
    let evaluator = Constant::default();
    let seen = Arc::clone(&evaluator.seen);
    let mut engine = own_engine(evaluator).with_threads(3);
    let values = |engine: &mut OwnEngine| {
        seen.lock().expect("no panic").clear();
        search(engine, 2);
        seen.lock().expect("no panic").clone()
    };
    assert_eq!(values(&mut engine), [0; 3]);
    engine.set_option("WORTH", "+7")?;
    assert_eq!(values(&mut engine), [7; 3]);
    engine.change_evaluator(|evaluator| evaluator.value = -3);
    assert_eq!(values(&mut engine), [-3; 3]);
    engine.set_option("Threads", "4")?;
    assert_eq!((values(&mut engine), engine.evaluator().value), (vec![-3; 4], -3));
    engine.set_option("Seed", "5")?;
    assert_eq!(engine.ordering().0, 5);
    engine.change_ordering(|ordering| ordering.0 = 6);
    assert_eq!(engine.ordering().0, 6);
    assert!(matches!(engine.set_option("Peace", "50"), Err(OptionError::Unknown { .. })));
    Ok(())
}

#[test]
fn other_parts_are_reached_and_set() -> Result<(), OptionError> {
    let mut engine = Engine::new(MaterialBalance::default())
        .with_time_manager(Pace(40))
        .with_pruning(Selective::tunable());
    engine.set_option("pace", "50")?;
    assert_eq!(engine.time_manager().0, 50);
    engine.time_manager_mut().0 = 60;
    assert_eq!(engine.time_manager().0, 60);
    engine.set_option("RazoringDepth", "0")?;
    let razors = |engine: &Engine<_, _, philidor_engine::Tunable, _>| {
        engine.pruning().razoring(&Situation::new(&Position::default(), 1)).is_some()
    };
    assert!(!razors(&engine));
    engine.pruning_mut().set("RazoringDepth", 1)?;
    assert!(razors(&engine));
    assert!(engine.table().fullness().is_some());
    Ok(())
}

#[test]
fn pruning_with_numbers_in_a_table_plays_the_same_until_they_change() {
    let nodes = |engine: &mut dyn Bot| bench::run(engine, 6).nodes;
    let standard = nodes(&mut *standard_with("material").expect("an evaluation"));
    let mut engine = Engine::new(MaterialBalance::default()).with_pruning(Selective::tunable());
    assert_eq!(nodes(&mut engine), standard);
    let differs = |name: &str, value| {
        let mut pruning = Selective::tunable();
        pruning.set(name, value).expect("in range");
        nodes(&mut Engine::new(MaterialBalance::default()).with_pruning(pruning)) != standard
    };
    // At this depth a null move leaves quiescence in any case, no score is low enough for history pruning, and no hash
    // move is asked whether it is singular, unless other numbers allow it.
    let of_deep_nodes = [
        "NullMoveSurplusDivisor",
        "NullMoveMaxSurplus",
        "HistoryPruningDepth",
        "SingularEntryDepth",
        "SingularMargin",
        "NegativeExtension",
        "CutNodeNegativeExtension",
        "DoubleExtensionMargin",
        "MaxDoubleExtensions",
    ];
    for parameter in drawn(Selective::parameters().iter(), 8) {
        let is_silent = !differs(parameter.name, parameter.min) && !differs(parameter.name, parameter.max);
        assert_eq!(is_silent, of_deep_nodes.contains(&parameter.name), "{}", parameter.name);
    }
}

#[test]
fn chances_are_shown_and_strength_is_limited_when_asked() -> Result<(), OptionError> {
    let found = |options: &[(&str, &str)], game: &Game, limits: SearchLimits| {
        let mut engine = standard();
        options.iter().try_for_each(|(name, value)| engine.set_option(name, value))?;
        let found = engine.search(game, &limits, &Control::new(), &mut |_: &Report| {});
        Ok(found.report.expect("a report"))
    };
    let depth = |depth| SearchLimits::new().with_depth(depth);
    assert_eq!(found(&[], &Game::new(), depth(3))?.chances, None);
    let mate = Game::from_position("6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1".parse().expect("a position"));
    let shown = found(&[("UCI_ShowWDL", "true")], &mate, depth(3))?;
    let certain = Chances { win: 1_000, draw: 0, loss: 0 };
    assert_eq!((shown.score, shown.chances), (Score::mates_in(1), Some(certain)));

    // Other threads would search more nodes.
    let weak = [("UCI_Elo", "1760"), ("UCI_LimitStrength", "true"), ("Threads", "4")];
    for options in [&weak[..2], &weak[..]] {
        assert_eq!(found(options, &Game::new(), depth(20))?.nodes, 1_024, "{options:?}");
    }
    let limits = SearchLimits::new().with_nodes(500);
    assert_eq!(found(&[("UCI_LimitStrength", "true")], &Game::new(), limits)?.nodes, 500);
    Ok(())
}
