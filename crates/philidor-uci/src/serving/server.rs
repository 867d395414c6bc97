//! The conversation of UCI: commands in, answers out, for a bot that may be thinking or pondering.

use std::io::{self, BufRead, Read as _, Write};
use std::ops::ControlFlow;
use std::sync::mpsc::{Receiver, RecvTimeoutError, Sender, SyncSender, channel, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use philidor::{CastlingMode, Game, Position};
use philidor_engine::{Bot, Control, SearchLimits, UciOption, start_search_thread};
use philidor_host::threads;

use super::command::{self, Command};
use super::reader::{self, ReadFen};
use super::waiting::{MAX_WAITING_MIB, Waiting};
use super::worker::{Event, Extension, Job, one_line, work};

/// The option that says how castling is written.
const CHESS960: &str = "UCI_Chess960";

/// Longer than any game. Only the beginning of a longer line is read, with [`CUT`] after it.
const MAX_LINE_BYTES: u64 = MAX_LINE_MIB << 20;
const MAX_LINE_MIB: u64 = 1;

/// A word that no command knows, so that a position whose moves are cut is refused.
const CUT: &str = " …";

/// How many lines are read ahead of the conversation.
const LINES_AHEAD: usize = 16;

/// How many short jobs the bot's thread may have ahead of it; further ones wait.
const MAX_ASKED: usize = 64;

/// How long after `quit`, or after the end of the input, jobs may still come to their own end.
const JOB_TIMEOUT: Duration = Duration::from_millis(500);

/// When nothing is waited for any more: a program that quits is expected to be gone within a second.
const QUIT_TIMEOUT: Duration = Duration::from_millis(900);

/// A bot as a program of the protocol.
///
/// ```
/// use philidor_engine::bot;
/// use philidor_uci::Server;
///
/// let first = bot::from_fn("first", |game, _| game.position().legal_moves()[0]);
/// let mut output = Vec::new();
/// Server::new(first).serve(&b"position startpos moves e2e4\ngo depth 3\n"[..], &mut output)?;
/// let text = String::from_utf8(output).expect("text");
/// assert!(text.starts_with("bestmove "), "{text}");
/// # Ok::<(), std::io::Error>(())
/// ```
pub struct Server<B> {
    bot: B,
    extension: Box<dyn Extension>,
    read_fen: Box<ReadFen>,
}

impl<B: Bot + 'static> Server<B> {
    /// A server for a bot.
    #[must_use]
    pub fn new(bot: B) -> Server<B> {
        let read = |fen: &str| fen.parse::<Position>().map_err(|error| error.to_string());
        Server { bot, extension: Box::new(()), read_fen: Box::new(read) }
    }

    /// The same with commands beyond the protocol.
    #[must_use]
    pub fn with_extension(self, extension: impl Extension + 'static) -> Server<B> {
        Server { extension: Box::new(extension), ..self }
    }

    /// The same with another reader for the FEN of a `position`. The error is reported to the user.
    #[must_use]
    pub fn with_fen_reader(
        self,
        read: impl FnMut(&str) -> Result<Position, String> + Send + 'static,
    ) -> Server<B> {
        Server { read_fen: Box::new(read), ..self }
    }

    /// Serves until `quit`, or until the input ends, and then no longer than a second.
    ///
    /// `quit` stops a search at once. Commands of an extension, and everything at the end of the input, have half a
    /// second to finish; then what runs is stopped and answers, and nothing else begins: a line names the commands that
    /// are left out. A bot that does not obey the stop is left behind in its thread.
    ///
    /// Up to 16 MiB of commands can wait. Beyond that a line says so, and further ones are dropped, except `stop`,
    /// `quit` and what is answered at once.
    ///
    /// # Errors
    ///
    /// If the output cannot be written, or the system has no thread to give. An input that cannot be read counts as
    /// ended.
    pub fn serve<R: BufRead + Send + 'static, W: Write>(self, input: R, mut output: W) -> io::Result<()> {
        let Server { bot, extension, read_fen } = self;
        Server { bot: Box::new(bot) as Box<dyn Bot>, extension, read_fen }
            .converse(Box::new(input), &mut output)
    }
}

impl Server<Box<dyn Bot>> {
    /// One compiled conversation for every bot and every stream.
    fn converse(self, input: Box<dyn BufRead + Send>, output: &mut dyn Write) -> io::Result<()> {
        let Server { bot, extension, read_fen } = self;
        let (sender, events) = sync_channel(LINES_AHEAD);
        let (jobs, to_do) = channel();
        let mut session = Session {
            introduction: introduction(&*bot),
            options: bot.options(),
            output,
            game: Some(Box::new(Game::new())),
            is_chess960: false,
            read_fen,
            jobs,
            asked: 0,
            is_full: false,
            running: None,
            over: None,
        };
        let lines = sender.clone();
        // The bot may search on this thread.
        let worker = start_search_thread(move || work(bot, extension, &to_do, &sender))?;
        threads::start(move || read_lines(input, &lines))?;
        let ending = session.serve(&events);
        if let Some(running) = session.running.take() {
            running.control.stop();
        }
        let over = session.over.unwrap_or_else(Instant::now);
        drop((session, events));
        while !worker.is_finished() && over.elapsed() < QUIT_TIMEOUT {
            thread::sleep(Duration::from_millis(1));
        }
        ending
    }
}

/// The option that the conversation itself needs.
fn chess960_option() -> UciOption {
    UciOption::check(CHESS960, false)
}

fn introduction(bot: &dyn Bot) -> String {
    let options = bot.options().into_iter().chain([chess960_option()]);
    let options: String = options.map(|option| format!("option {option}\n")).collect();
    format!("id name {}\nid author {}\n\n{options}uciok", one_line(&bot.name()), one_line(&bot.author()))
}

/// Sends every line, and then the end of input; stops when the receiver is gone.
fn read_lines(mut input: Box<dyn BufRead + Send>, sender: &SyncSender<Event>) {
    let mut line = Vec::new();
    loop {
        line.clear();
        match (&mut input).take(MAX_LINE_BYTES).read_until(b'\n', &mut line) {
            Ok(1..) => {}
            _ => break,
        }
        let is_cut = line.len() as u64 == MAX_LINE_BYTES && !line.ends_with(b"\n");
        if is_cut {
            let text = format!(
                "info string a line has more than {MAX_LINE_MIB} MiB, the limit: the rest is dropped"
            );
            // Reported before the end of the line is looked for: there may be none.
            if sender.send(Event::Say(text)).is_err() || input.skip_until(b'\n').is_err() {
                break;
            }
        }
        let mut text = String::from_utf8_lossy(&line).into_owned();
        text.push_str(if is_cut { CUT } else { "" });
        if sender.send(Event::Line(text)).is_err() {
            return;
        }
    }
    // If the receiver is gone, the program is about to end.
    drop(sender.send(Event::EndOfInput));
}

struct Session<'a> {
    introduction: String,
    /// Those of the bot.
    options: Vec<UciOption>,
    output: &'a mut dyn Write,
    /// `None` after a position was refused.
    game: Option<Box<Game>>,
    is_chess960: bool,
    read_fen: Box<ReadFen>,
    jobs: Sender<Job>,
    /// How many short jobs the bot's thread has not done yet.
    asked: usize,
    /// Whether the user has been warned that commands are dropped.
    is_full: bool,
    /// What the bot's thread is busy with.
    running: Option<Running>,
    /// Since when no more commands are accepted.
    over: Option<Instant>,
}

/// A search, or a command of the extension.
struct Running {
    control: Control,
    is_search: bool,
    /// Whether it ponders. Any other search must not see a hit, which would end its wait for a stop.
    ponders: bool,
    /// Whether nothing but a stop ends it.
    is_endless: bool,
}

impl Running {
    fn hit(&self) {
        if self.ponders {
            self.control.ponder_hit();
        }
    }
}

impl Session<'_> {
    fn serve(&mut self, events: &Receiver<Event>) -> io::Result<()> {
        let mut waiting = Waiting::default();
        loop {
            while self.running.is_none()
                && self.asked < MAX_ASKED
                && let Some(command) = waiting.pop()
            {
                if self.obey(command)?.is_break() {
                    return self.hear_out(events);
                }
                self.catch_up(&mut waiting);
            }
            if let Some(running) = self.running.as_ref().filter(|_| self.over.is_some()) {
                if running.is_endless {
                    // The input is over, so no `stop` will come.
                    running.control.stop();
                }
            } else if self.over.is_some() && waiting.is_empty() {
                return self.hear_out(events);
            }
            let Some(event) = self.next(events, &mut waiting)? else { return Ok(()) };
            match event {
                Event::Line(line) => {
                    match (Command::parse(&line), &self.running) {
                        (Command::Stop, running) => {
                            running.iter().for_each(|running| running.control.stop());
                            waiting.insist(Command::Stop);
                        }
                        (Command::PonderHit, Some(running)) if !waiting.has_search() => {
                            running.hit();
                        }
                        (Command::IsReady, Some(_)) => self.say("readyok")?,
                        (Command::Quit, running) => {
                            if let Some(running) = running.as_ref().filter(|running| running.is_search) {
                                running.control.stop();
                                waiting.clear();
                            }
                            waiting.insist(Command::Quit);
                            self.close();
                        }
                        _ if self.over.is_some() => {}
                        (command, _) => {
                            let is_full = !waiting.push(command);
                            if is_full && !self.is_full {
                                self.inform(&format!("more than {MAX_WAITING_MIB} MiB of commands wait, the limit: further ones are dropped"))?;
                                // A position may be among them: an empty one is refused, so that no older one is taken
                                // for it.
                                waiting.insist(Command::Position(String::new()));
                            }
                            self.is_full = is_full;
                        }
                    }
                }
                Event::EndOfInput => self.close(),
                Event::Say(text) => self.say(&text)?,
                Event::Done => self.asked -= 1,
                Event::Farewell => return Ok(()),
                Event::Ended(last) => {
                    self.running = None;
                    if let Some(text) = last {
                        self.say(&text)?;
                    }
                }
            }
        }
    }

    /// Accepts nothing more.
    fn close(&mut self) {
        self.over.get_or_insert_with(Instant::now);
    }

    /// The next event; `None` if none comes in the remaining time. Once [`JOB_TIMEOUT`] is over, what runs is stopped
    /// and what waits is left out, which a line says.
    fn next(&mut self, events: &Receiver<Event>, waiting: &mut Waiting) -> io::Result<Option<Event>> {
        loop {
            let Some(over) = self.over else { return Ok(events.recv().ok()) };
            let passed = over.elapsed();
            if passed >= JOB_TIMEOUT {
                if let Some(left_out) = waiting.take_all() {
                    self.inform(&format!("the input has ended, and what waits is left out: {left_out}"))?;
                }
                self.running.iter().for_each(|running| running.control.stop());
            }
            let left = match JOB_TIMEOUT.checked_sub(passed).filter(|left| !left.is_zero()) {
                Some(left) => left,
                None => match QUIT_TIMEOUT.checked_sub(passed) {
                    Some(left) => left,
                    None if self.running.is_none() && self.asked == 0 => return Ok(None),
                    None => {
                        return self.inform("what still runs is not waited for any longer").map(|()| None);
                    }
                },
            };
            match events.recv_timeout(left) {
                Err(RecvTimeoutError::Timeout) => {}
                heard => return Ok(heard.ok()),
            }
        }
    }

    /// Obeys a stop, ponder hit or quit that was already waiting when its job began. A stop is meant for all that was
    /// asked before it, a hit for the last search before it.
    fn catch_up(&self, waiting: &mut Waiting) {
        let Some(running) = &self.running else { return };
        if running.is_search && waiting.has_quit() {
            running.control.stop();
            waiting.clear();
            waiting.insist(Command::Quit);
        }
        if waiting.has_stop() {
            running.control.stop();
        }
        if waiting.begins_with_hit() {
            running.hit();
        }
    }

    /// Writes what the remaining jobs have to say: the worker does one after the other.
    fn hear_out(&mut self, events: &Receiver<Event>) -> io::Result<()> {
        self.close();
        if self.jobs.send(Job::Farewell).is_err() {
            return Ok(());
        }
        while let Some(event) = self.next(events, &mut Waiting::default())? {
            match event {
                Event::Say(text) => self.say(&text)?,
                Event::Done => self.asked -= 1,
                Event::Farewell => break,
                _ => {}
            }
        }
        Ok(())
    }

    fn say(&mut self, text: &str) -> io::Result<()> {
        writeln!(self.output, "{text}")?;
        self.output.flush()
    }

    fn inform(&mut self, text: &str) -> io::Result<()> {
        let line = format!("info string {}", one_line(text));
        self.say(&line)
    }

    /// Hands a job to the bot's thread, which does not end before the conversation does.
    fn ask(&mut self, job: Job) {
        drop(self.jobs.send(job));
    }

    /// The same with a short job, which counts as asked until it is done.
    fn ask_short(&mut self, job: Job) {
        self.asked += 1;
        self.ask(job);
    }

    fn obey(&mut self, command: Command) -> io::Result<ControlFlow<()>> {
        match command {
            Command::Nothing | Command::Stop | Command::PonderHit => {}
            Command::Uci => {
                let text = self.introduction.clone();
                self.say(&text)?;
            }
            Command::IsReady => self.ask_short(Job::Ready),
            Command::NewGame => self.ask_short(Job::NewGame),
            Command::SetOption { name, value } => self.set_option(&name, &value)?,
            Command::Position(text) => match reader::game(&text, &mut *self.read_fen) {
                Ok(game) => self.set_game(game)?,
                Err(error) => {
                    self.game = None;
                    self.inform(&format!("the position is refused: {error}"))?;
                }
            },
            Command::Go(text) => self.go(&text)?,
            Command::Other(line) => {
                let control = Control::new();
                self.running = Some(Running {
                    control: control.clone(),
                    is_search: false,
                    ponders: false,
                    is_endless: false,
                });
                self.ask(Job::Other { line, game: self.game.clone(), mode: self.mode(), control });
            }
            Command::Quit => return Ok(ControlFlow::Break(())),
        }
        Ok(ControlFlow::Continue(()))
    }

    fn set_option(&mut self, name: &str, value: &str) -> io::Result<()> {
        let mut options = self.options.iter().cloned().chain([chess960_option()]);
        let Some(option) = options.find(|option| option.is_named(name)) else {
            return self.inform(&format!("unknown option: {name}"));
        };
        match option.accept(value) {
            Ok(value) if option.name == CHESS960 => self.is_chess960 = value == "true",
            Ok(value) => self.ask_short(Job::SetOption { name: option.name, value }),
            Err(error) => return self.inform(&error.to_string()),
        }
        Ok(())
    }

    fn set_game(&mut self, game: Game) -> io::Result<()> {
        let needs_chess960 = game.start().is_chess960() && !self.is_chess960;
        self.game = Some(Box::new(game));
        if needs_chess960 {
            self.inform("castling is that of Chess960, but written that way only with UCI_Chess960")?;
        }
        Ok(())
    }

    fn go(&mut self, text: &str) -> io::Result<()> {
        let Some(game) = self.game.clone() else {
            self.inform("no position: the last one was refused")?;
            return self.say("bestmove 0000");
        };
        let (limits, faults) = command::limits(text, game.position());
        for fault in faults {
            self.inform(&fault)?;
        }
        let control = Control::new();
        let is_endless = limits == SearchLimits::new().with_moves(limits.moves.clone())
            || limits.infinite
            || limits.ponder;
        let ponders = limits.ponder && !limits.infinite;
        self.running = Some(Running { control: control.clone(), is_search: true, ponders, is_endless });
        self.ask(Job::Search { game, limits, control, mode: self.mode(), since: Instant::now() });
        Ok(())
    }

    const fn mode(&self) -> CastlingMode {
        if self.is_chess960 { CastlingMode::Chess960 } else { CastlingMode::Standard }
    }
}
