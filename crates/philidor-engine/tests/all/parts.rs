//! An engine of parts of one's own: its name, its options, and how the parts are reached.

use std::sync::Arc;

use philidor::{Game, Position};
use philidor_engine::evaluation::MaterialBalance;
use philidor_engine::{
    Bot, Control, Engine, OptionError, Pruning, Report, SearchLimits, Selective, Situation,
    TranspositionTable, bench, standard, standard_with, uci::Server,
};
use philidor_proof::drawn;

use crate::own_parts::{Constant, OwnEngine, Pace, own_engine};

fn search(bot: &mut impl Bot, depth: u32) -> u64 {
    let limits = SearchLimits::new().with_depth(depth);
    let found = bot.search(&Game::new(), &limits, &Control::new(), &mut |_: &Report| {});
    found.report.map_or(0, |report| report.nodes)
}

#[test]
fn an_engine_says_its_own_name_and_shows_the_options_of_its_parts() -> std::io::Result<()> {
    let engine = own_engine(Constant::default()).with_name("Constant 2").with_author("Nobody\nquit");
    let mut output = Vec::new();
    let input = &b"uci\nsetoption name worth value 7\nsetoption name worth value 51\nsetoption name EvalFile value x\nisready\n"[..];
    Server::new(engine).serve(input, &mut output)?;
    let text = String::from_utf8_lossy(&output);
    for line in [
        "id name Constant 2",
        "id author Nobody quit",
        "option name Worth type spin default 0 min -50 max 50",
        "option name Pace type spin default 40 min 10 max 100",
        "info string the option `hash` of the evaluator is not offered: the engine has one of that name",
        "info string the option `worth` of the time manager is not offered: the evaluator has one of that name",
        "info string Worth is a number from -50 to 50, not `51`",
        "info string EvalFile is a file that exists, not `x`",
    ] {
        assert_eq!(text.lines().filter(|other| *other == line).count(), 1, "{line}\n{text}");
    }
    assert!(!text.contains("option name hash") && !text.contains("default 0 min 0 max 1\n"), "{text}");
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
fn chances_are_shown_and_strength_is_limited_when_asked() -> std::io::Result<()> {
    let said = |input: &'static str| -> std::io::Result<String> {
        let mut output = Vec::new();
        Server::new(standard()).serve(input.as_bytes(), &mut output)?;
        Ok(String::from_utf8_lossy(&output).into_owned())
    };
    let plain = said("go depth 3\n")?;
    assert!(!plain.contains(" wdl "), "{plain}");
    let mate =
        "setoption name UCI_ShowWDL value true\nposition fen 6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1\ngo depth 3\n";
    let shown = said(mate)?;
    let infos: Vec<&str> = shown.lines().filter(|line| line.starts_with("info depth")).collect();
    assert!(!infos.is_empty() && infos.iter().all(|line| line.contains(" score ") && line.contains(" wdl ")));
    assert!(shown.contains("score mate 1 wdl 1000 0 0 nodes"), "{shown}");

    let nodes = |text: &str| {
        let words = text.lines().rfind(|line| line.starts_with("info depth"));
        let mut words = words.unwrap_or_default().split(' ').skip_while(|word| *word != "nodes");
        words.nth(1).and_then(|word| word.parse::<u64>().ok()).unwrap_or_default()
    };
    // Other threads would search more nodes.
    for input in [
        "setoption name UCI_Elo value 1760\nsetoption name UCI_LimitStrength value true\ngo depth 20\n",
        "setoption name Threads value 4\nsetoption name UCI_Elo value 1760\n\
         setoption name UCI_LimitStrength value true\ngo depth 20\n",
    ] {
        let limited = said(input)?;
        assert_eq!(nodes(&limited), 1_024, "{limited}");
    }
    let fewer = said("setoption name UCI_LimitStrength value true\ngo nodes 500\n")?;
    assert_eq!(nodes(&fewer), 500, "{fewer}");
    Ok(())
}
