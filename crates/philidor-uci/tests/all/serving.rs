//! Conversations by the UCI protocol, line by line.

use std::io::{BufRead, BufReader, PipeReader, PipeWriter, Read, Write, pipe};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use philidor::{Game, Move, Position};
use philidor_engine::{
    Bot, Chances, Clock, Control, Listener, OptionError, Report, Score, SearchLimits, SearchResult,
    UciOption, bot, standard,
};
use philidor_proof::some_of;
use philidor_uci::{Extension, Question, Server};

/// A program of the protocol, in a thread.
struct Program {
    input: Option<PipeWriter>,
    output: BufReader<PipeReader>,
    thread: Option<JoinHandle<()>>,
}

impl Program {
    fn start(bot: impl Bot + 'static) -> Program {
        Program::serve(Server::new(bot))
    }

    fn serve(server: Server<impl Bot + 'static>) -> Program {
        let (theirs, input) = pipe().expect("a pipe");
        let (output, ours) = pipe().expect("a pipe");
        let serve = move || server.serve(BufReader::new(theirs), ours).expect("talks");
        Program { input: Some(input), output: BufReader::new(output), thread: Some(thread::spawn(serve)) }
    }

    fn say(&mut self, line: &str) {
        writeln!(self.input.as_mut().expect("an open input"), "{line}").expect("read");
    }

    /// The lines up to the first that begins so.
    fn until(&mut self, start: &str) -> Vec<String> {
        let mut lines = Vec::new();
        loop {
            let mut line = String::new();
            assert_ne!(self.output.read_line(&mut line).expect("text"), 0, "no {start} in {lines:?}");
            lines.push(line.trim_end().to_owned());
            if line.starts_with(start) {
                return lines;
            }
        }
    }

    fn ask(&mut self, line: &str, start: &str) -> Vec<String> {
        self.say(line);
        self.until(start)
    }

    fn best(&mut self, line: &str) -> String {
        let answer = self.ask(line, "bestmove ");
        answer.last().and_then(|line| line.split_whitespace().nth(1)).unwrap_or_default().to_owned()
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.input = None;
        if let Some(thread) = self.thread.take()
            && !thread::panicking()
        {
            thread.join().expect("no panic");
        }
    }
}

#[test]
fn it_introduces_itself_with_its_options() {
    let mut program = Program::start(standard());
    let lines = program.ask("uci", "uciok");
    assert!(lines[0].starts_with("id name philidor "), "{lines:?}");
    for name in [
        "Hash",
        "Threads",
        "MultiPV",
        "Move Overhead",
        "Ponder",
        "UCI_AnalyseMode",
        "UCI_ShowWDL",
        "UCI_LimitStrength",
        "UCI_Elo",
        "Clear Hash",
        "UCI_Chess960",
    ] {
        assert!(lines.iter().any(|line| line.starts_with(&format!("option name {name} type "))), "{name}");
    }
    program.ask("isready", "readyok");
}

#[test]
fn options_are_set_by_name_and_refused_in_words() {
    let mut program = Program::start(standard());
    for line in [
        "setoption name hash value 1",
        "setoption name Threads value 2",
        "setoption name Move Overhead value 5",
        "setoption name Clear Hash",
        "setoption name UCI_Chess960 value true",
        "setoption name UCI_Chess960 value false",
    ] {
        program.say(line);
    }
    assert_eq!(program.ask("isready", "readyok").len(), 1);
    let refused = program.ask("setoption name Threads value 0", "info string");
    assert_eq!(refused, ["info string Threads is a number from 1 to 512, not `0`"]);
    assert_eq!(
        program.ask("setoption name Nonsense value 1", "info string"),
        ["info string unknown option: Nonsense"]
    );
    assert!(!program.best("go depth 2").is_empty());
}

#[test]
fn a_search_without_end_is_stopped_and_the_program_answers_meanwhile() {
    let mut program = Program::start(standard());
    for _ in 0..20 {
        program.say("go infinite");
        program.until("info depth");
        program.ask("isready", "readyok");
        assert_ne!(program.best("stop"), "0000");
        program.say("stop");
        program.ask("isready", "readyok");
    }
    // A mate in one ends the search, but the answer waits.
    program.say("position fen 6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1");
    program.say("go infinite");
    let lines = program.ask("isready", "readyok");
    assert!(lines.iter().all(|line| !line.starts_with("bestmove")), "{lines:?}");
    assert_eq!(program.best("stop"), "d1d8");
}

#[test]
fn a_stop_is_for_the_search_that_was_asked_for_before_it() {
    let mut program = Program::start(standard());
    for _ in 0..20 {
        // The second search waits for the first, and the stop comes before it has begun.
        program.say("go nodes 3000\ngo infinite\nstop");
        program.until("bestmove ");
        program.until("bestmove ");
        // And one right after an answer.
        program.say("go infinite\nstop");
        program.until("bestmove ");
    }
}

#[test]
fn a_stop_is_for_all_searches_that_were_asked_for_before_it() {
    let mut program = Program::start(standard());
    for line in ["go infinite", "nonsense", "go ponder", "go infinite", "stop"] {
        program.say(line);
    }
    for _ in 0..3 {
        program.until("bestmove ");
    }
    assert_ne!(program.best("go depth 1"), "0000");
}

/// Is busy with each line until it is released or stopped.
struct Busy(Receiver<()>);

impl Extension for Busy {
    fn obey(&mut self, question: Question<'_>, write: &mut dyn FnMut(&str)) -> bool {
        while !question.control.is_stopped() && self.0.try_recv().is_err() {
            thread::yield_now();
        }
        write(if question.control.is_stopped() { "info string stopped" } else { "info string released" });
        true
    }
}

/// The engine, busy, has read these lines.
fn busy_with(lines: &[&str]) -> (Program, Sender<()>) {
    let (release, released) = channel();
    let mut program = Program::serve(Server::new(standard()).with_extension(Busy(released)));
    for line in ["busy"].iter().chain(lines) {
        program.say(line);
    }
    program.ask("isready", "readyok");
    (program, release)
}

#[test]
fn a_hit_is_for_the_search_that_waits() {
    let (mut program, release) = busy_with(&["go ponder depth 1", "ponderhit"]);
    release.send(()).expect("busy");
    program.until("bestmove ");
    let (mut program, release) = busy_with(&["go ponder depth 1", "ponderhit", "go ponder depth 2"]);
    release.send(()).expect("busy");
    program.until("bestmove ");
    program.ask("ponderhit", "bestmove ");
}

/// Waits, and answers with the last move after a hit, with the first after a stop alone.
struct Waiting;

impl Bot for Waiting {
    fn think(&mut self, game: &Game, _: &Clock) -> Move {
        game.position().legal_moves()[0]
    }

    fn search(
        &mut self,
        game: &Game,
        _: &SearchLimits,
        control: &Control,
        _: &mut dyn Listener,
    ) -> SearchResult {
        control.wait();
        let moves = game.position().legal_moves();
        SearchResult::new(moves[if control.is_ponder_hit() { moves.len() - 1 } else { 0 }])
    }
}

#[test]
fn a_hit_does_not_end_a_search_that_waits_for_a_stop() {
    let mut program = Program::start(Waiting);
    program.say("go ponder");
    let hit = program.best("ponderhit");
    program.say("go ponder");
    let stopped = program.best("stop");
    assert_ne!(hit, stopped);
    for go in ["go infinite", "go ponder infinite"] {
        program.say(go);
        program.say("ponderhit");
        program.ask("isready", "readyok");
        assert_eq!(program.best("stop"), stopped, "{go}");
    }
}

#[test]
fn a_stop_is_for_commands_beyond_the_protocol_that_wait() {
    let mut program = Program::serve(Server::new(standard()).with_extension(Busy(channel().1)));
    for line in ["go infinite", "busy", "busy", "stop"] {
        program.say(line);
    }
    program.until("bestmove ");
    program.until("info string stopped");
    program.until("info string stopped");
}

#[test]
fn a_quit_ends_the_search_that_waits() {
    let (mut program, release) = busy_with(&["go infinite", "quit"]);
    release.send(()).expect("busy");
    program.until("info string released");
    program.until("bestmove ");
    program.thread.take().expect("a thread").join().expect("no panic");
}

#[test]
fn a_bot_that_fails_still_answers() {
    let mut program = Program::start(bot::from_fn("faulty", |_, _| panic!("as it should")));
    let answer = program.ask("go", "bestmove ");
    let best = answer.last().and_then(|line| line.split_whitespace().nth(1)).expect("a move");
    assert!(Position::default().parse_uci(best).is_ok(), "{answer:?}");
    assert!(answer[0].contains("the bot has failed"), "{answer:?}");
    let mut program = Program::start(bot::from_fn("cheat", |_, _| philidor::Move::invalid()));
    assert!(program.ask("go", "bestmove ")[0].contains("no legal answer"));
}

/// Takes its time for a new game, and fails at everything else.
struct Fragile;

impl Bot for Fragile {
    fn think(&mut self, _: &Game, _: &Clock) -> Move {
        panic!("as it should")
    }

    fn options(&self) -> Vec<UciOption> {
        vec![UciOption::button("Break")]
    }

    fn set_option(&mut self, _: &str, _: &str) -> Result<(), OptionError> {
        panic!("as it should")
    }

    fn new_game(&mut self) {
        thread::sleep(Duration::from_millis(50));
    }
}

impl Extension for Fragile {
    fn obey(&mut self, _: Question<'_>, _: &mut dyn FnMut(&str)) -> bool {
        panic!("as it should")
    }
}

#[test]
fn a_bot_that_fails_between_searches_is_asked_again() {
    let mut program = Program::serve(Server::new(Fragile).with_extension(Fragile));
    let lines = program.ask("setoption name Break\nnonsense\ngo", "bestmove ");
    let failures: Vec<&String> = lines.iter().filter(|line| line.contains("the bot has failed")).collect();
    assert_eq!(failures.len(), 3, "{lines:?}");
    program.ask("isready", "readyok");
}

#[test]
fn an_end_loses_no_answer() {
    for end in ["", "quit\n"] {
        let mut output = Vec::new();
        let input =
            std::io::Cursor::new(format!("ucinewgame\nisready\nisready\nsetoption name Break\n{end}"));
        Server::new(Fragile).serve(input, &mut output).expect("talks");
        let text = String::from_utf8(output).expect("text");
        assert_eq!(text, "readyok\nreadyok\ninfo string the bot has failed at Break\n", "{end}");
    }
}

#[test]
fn a_position_whose_moves_are_cut_is_refused() {
    let mut program = Program::start(standard());
    // Whole moves up to the byte at which the line is cut.
    let head = "position startpos    moves".to_owned();
    assert_eq!(head.len() % 5, (1 << 20) % 5);
    let line = head + &" g1f3 g8f6 f3g1 f6g8".repeat((1 << 20) / 20 + 1);
    let limit = "info string a line has more than 1 MiB, the limit: the rest is dropped";
    // The limit is named before the line has an end.
    program.input.as_mut().expect("open").write_all(line.as_bytes()).expect("read");
    program.until(limit);
    program.say("");
    assert_eq!(program.best("go depth 1"), "0000");
    program.say("position startpos");
    assert_ne!(program.best("go depth 1"), "0000");
}

/// More commands than may wait.
fn flood(command: &str) -> String {
    format!("{command}\n").repeat(150_000)
}

const FULL: &str = "info string more than 16 MiB of commands wait, the limit: further ones are dropped";

#[test]
fn commands_that_wait_have_a_bound_and_a_stop_comes_through() {
    let mut program = Program::start(standard());
    program.say("go infinite");
    program.say(&flood("position startpos moves e2e4"));
    let lines = program.ask("isready", "readyok");
    assert_eq!(lines.iter().filter(|line| *line == FULL).count(), 1, "{lines:?}");
    program.ask("stop", "bestmove ");
    assert_eq!(program.best("go depth 1"), "0000", "which position it is about is not known");
    program.say("position startpos");
    assert_ne!(program.best("go depth 1"), "0000");
    for end in ["quit", ""] {
        let mut program = Program::start(standard());
        program.say("go infinite");
        program.say(&flood("y"));
        if end.is_empty() {
            program.input = None;
        } else {
            program.say(end);
        }
        let mut said = String::new();
        program.output.read_to_string(&mut said).expect("text");
        assert!(said.contains(FULL) && said.contains("\nbestmove "), "{end}");
    }
}

/// Five seconds, since the machine may be busy; the bot takes a minute a game.
#[test]
fn a_bot_that_takes_its_time_is_not_asked_for_more_than_memory_holds() {
    for flood in [flood("ucinewgame"), flood("setoption name Break\nucinewgame")] {
        let (begin, mut output) = (Instant::now(), Vec::new());
        let input = std::io::Cursor::new(format!("ucinewgame\n{flood}quit\n"));
        Server::new(Deaf).serve(input, &mut output).expect("talks");
        assert!(String::from_utf8(output).expect("text").contains(FULL));
        assert!(begin.elapsed() < Duration::from_secs(5), "{:.1?}", begin.elapsed());
    }
}

/// Takes its time between games, and notes how much it is given for a move.
struct Sluggish(Sender<Option<Duration>>);

impl Bot for Sluggish {
    fn think(&mut self, game: &Game, _: &Clock) -> Move {
        game.position().legal_moves()[0]
    }

    fn new_game(&mut self) {
        thread::sleep(Duration::from_millis(600));
    }

    fn search(
        &mut self,
        game: &Game,
        limits: &SearchLimits,
        _: &Control,
        _: &mut dyn Listener,
    ) -> SearchResult {
        let clock = limits.clock.and_then(|clock| clock.remaining(game.position().side_to_move()));
        self.0.send(limits.time.or(clock)).expect("the test waits for it");
        SearchResult::new(self.think(game, &Clock::default()))
    }
}

/// The clock runs from `go` on, which a busy machine may read when half of the bot's time is over.
#[test]
fn what_a_bot_takes_before_it_begins_is_taken_off_its_time() {
    let (sender, times) = channel();
    let mut program = Program::start(Sluggish(sender));
    for (go, most) in [("go movetime 1000", 700), ("go movetime 100", 0), ("go wtime 2000 btime 9", 1700)] {
        program.say("ucinewgame");
        program.best(go);
        let time = times.recv().expect("a search").expect("a time");
        assert!(time <= Duration::from_millis(most), "{go}: {time:?}");
    }
    program.say("ucinewgame");
    program.best("go ponder wtime 2000 btime 2000");
    assert_eq!(times.recv().expect("a search"), Some(Duration::from_secs(2)), "the clock does not run yet");
}

/// Ignores every stop.
struct Deaf;

impl Bot for Deaf {
    fn think(&mut self, game: &Game, _: &Clock) -> Move {
        thread::sleep(Duration::from_secs(60));
        game.position().legal_moves()[0]
    }

    fn new_game(&mut self) {
        thread::sleep(Duration::from_secs(60));
    }
}

/// An extension whose command ends when it is stopped.
struct Patient;

impl Extension for Patient {
    fn obey(&mut self, question: Question<'_>, write: &mut dyn FnMut(&str)) -> bool {
        question.control.wait();
        write("stopped");
        true
    }
}

/// Five seconds, since the machine may be busy; with a fault this takes a minute, or forever.
#[test]
fn the_end_of_the_input_and_a_quit_end_everything_soon() {
    let serve = |server: Server<Box<dyn Bot>>, input: &str| {
        let (begin, mut output) = (Instant::now(), Vec::new());
        server.serve(std::io::Cursor::new(input.to_owned()), &mut output).expect("talks");
        assert!(begin.elapsed() < Duration::from_secs(5), "{input}: {:.1?}", begin.elapsed());
        String::from_utf8(output).expect("text")
    };
    let answers = |text: &str| text.matches("bestmove ").count();
    for quit in some_of(&["", "quit\n"], 9) {
        let ends =
            ["depth 60", "mate 40", "movetime 60000", "nodes 99999999999", "wtime 900000 btime 900000"];
        for go in ends.into_iter().chain(["", "infinite", "ponder wtime 1000", "searchmoves e2e4"]) {
            let text = serve(Server::new(standard()), &format!("go {go}\n{quit}"));
            assert_eq!(answers(&text), 1, "{go} {quit}: {text}");
        }
        let text = serve(Server::new(standard()), &format!("go depth 60\ngo depth 61\ngo depth 62\n{quit}"));
        assert_eq!(answers(&text), 1, "what was not begun is not answered");
        let text = serve(Server::new(standard()).with_extension(Patient), &format!("wait\nwait\n{quit}"));
        let left_out = "info string the input has ended, and what waits is left out: wait\n";
        assert_eq!(text, [if quit.is_empty() { left_out } else { "" }, "stopped\n"].concat());
        for command in ["go", "go depth 3", "ucinewgame", "ucinewgame\ngo"] {
            serve(Server::new(Box::new(Deaf) as Box<dyn Bot>), &format!("{command}\n{quit}"));
        }
    }
}

#[test]
fn what_ends_by_itself_soon_is_answered_after_the_end_of_the_input() {
    let mut output = Vec::new();
    let input = &b"go depth 4\nposition startpos moves e2e4\ngo depth 5\n"[..];
    Server::new(standard()).serve(input, &mut output).expect("talks");
    let text = String::from_utf8(output).expect("text");
    assert!(text.contains("info depth 5 ") && text.matches("bestmove ").count() == 2, "{text}");
}

#[test]
fn an_ended_game_has_a_score() {
    for (fen, score) in
        [("R5k1/5ppp/8/8/8/8/8/K7 b - - 0 1", "mate 0"), ("7k/5Q2/6K1/8/8/8/8/8 b - - 0 1", "cp 0")]
    {
        for bot in [standard(), Box::new(bot::from_fn("last", |game, _| game.position().legal_moves()[0]))] {
            let mut program = Program::start(bot);
            program.say(&format!("position fen {fen}"));
            let lines = program.ask("go depth 3", "bestmove ");
            let expected = format!("info depth 0 multipv 1 score {score} nodes 0 nps 0 time 0");
            assert_eq!(lines, [&expected, "bestmove 0000"]);
        }
    }
}

/// Reports what it knows: a score, and no more.
struct Terse;

impl Bot for Terse {
    fn think(&mut self, game: &Game, _: &Clock) -> Move {
        game.position().legal_moves()[0]
    }

    fn name(&self) -> String {
        "\u{202e}esrever\u{1b}".to_owned()
    }

    fn author(&self) -> String {
        "Nobody\nquit".to_owned()
    }

    fn search(
        &mut self,
        game: &Game,
        _: &SearchLimits,
        _: &Control,
        listener: &mut dyn Listener,
    ) -> SearchResult {
        let best = self.think(game, &Clock::default());
        listener.report(&Report::new(Score::centipawns(7), vec![best]));
        SearchResult::new(best)
    }
}

#[test]
fn what_a_bot_does_not_say_is_not_made_up_and_its_name_is_harmless() {
    let mut program = Program::start(Terse);
    let introduction = program.ask("uci", "uciok");
    assert_eq!(introduction[..2], ["id name  esrever", "id author Nobody quit"]); // and a blank, which is cut here
    let lines = program.ask("go", "bestmove ");
    assert!(lines[0].contains(" score cp 7 ") && !lines[0].contains("seldepth"), "{lines:?}");
}

/// Searches until it is stopped, whatever the limits.
struct Unhurried;

impl Bot for Unhurried {
    fn think(&mut self, game: &Game, _: &Clock) -> Move {
        game.position().legal_moves()[0]
    }

    fn search(
        &mut self,
        game: &Game,
        _: &SearchLimits,
        control: &Control,
        _: &mut dyn Listener,
    ) -> SearchResult {
        control.wait();
        SearchResult::new(game.position().legal_moves()[0])
    }
}

#[test]
fn what_is_left_out_at_the_end_of_the_input_is_named() {
    let said = |input: &'static str| {
        let mut output = Vec::new();
        Server::new(Unhurried).serve(input.as_bytes(), &mut output).expect("talks");
        String::from_utf8(output).expect("text")
    };
    let left_out = "info string the input has ended, and what waits is left out: position startpos moves e2e4, go depth 1, d\n";
    let text = said("go depth 9\nposition startpos moves e2e4\ngo depth 1\nd\n");
    assert!(text.contains(left_out) && text.contains("bestmove "), "{text}");
    let text = said("go depth 9\nposition startpos moves e2e4\ngo depth 1\nquit\n");
    assert!(!text.contains("left out") && text.contains("bestmove "), "{text}");
}

/// Has chances to tell, hits of endgame tables, and notices.
struct Talkative;

impl Bot for Talkative {
    fn think(&mut self, game: &Game, _: &Clock) -> Move {
        game.position().legal_moves()[0]
    }

    fn notices(&mut self) -> Vec<String> {
        vec!["two\nlines".to_owned()]
    }

    fn search(
        &mut self,
        game: &Game,
        _: &SearchLimits,
        _: &Control,
        listener: &mut dyn Listener,
    ) -> SearchResult {
        let best = self.think(game, &Clock::default());
        let mut report = Report::new(Score::mates_in(1), vec![best]);
        (report.chances, report.endgame_hits) = (Some(Chances { win: 1_000, draw: 0, loss: 0 }), 3);
        listener.report(&report);
        SearchResult::new(best)
    }
}

#[test]
fn chances_hits_and_notices_are_told() {
    let lines = Program::start(Talkative).ask("go", "bestmove ");
    assert!(
        lines[0].contains(" score mate 1 wdl 1000 0 0 nodes ") && lines[0].contains(" tbhits 3 "),
        "{lines:?}"
    );
    assert!(lines.iter().any(|line| line == "info string two lines"), "{lines:?}");
}
