//! A game between a person and the engine: what each request does to it, and what is said.

use std::io::Write;
use std::time::SystemTime;

use philidor::{Color, Draw, Game, Move, Outcome, Position, SanErrorKind, Win};
use philidor_engine::{Analysis, Analyst, Control};
use philidor_host::Visible;
use philidor_pgn::GameTree;
use philidor_program::positions::{read_move, shown_move};
use philidor_uci::tournament;

use super::request::{HELP, Request};
use philidor_engine::arguments::movetext::movetext;
use philidor_program::terminal::drawing::{Drawing, Glyphs};
use philidor_program::terminal::output::Output;
use philidor_program::terminal::streams;

/// What the engine is called in the tags of a game.
const ENGINE: &str = concat!("philidor ", env!("CARGO_PKG_VERSION"));

/// How many half-moves of the expected play a hint shows.
const HINTED: usize = 6;

/// The answer to a text that is not a move in any position.
const NOT_A_MOVE: &str = "not a move; `help` lists what you can say";

/// A game and its players.
pub(super) struct Session {
    game: Game,
    analyst: Analyst,
    /// Stops once the person has left.
    control: Control,
    person: Color,
    /// Whose pieces are at the bottom of the board.
    bottom: Color,
    glyphs: Glyphs,
}

/// Whether the conversation continues.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Next {
    Listen,
    End,
}

/// A color as a sentence begins with it.
fn name(color: Color) -> &'static str {
    match color {
        Color::White => "White",
        Color::Black => "Black",
    }
}

impl Session {
    pub(super) fn new(
        start: Position,
        analyst: Analyst,
        control: Control,
        person: Color,
        glyphs: Glyphs,
    ) -> Session {
        Session { game: Game::from_position(start), analyst, control, person, bottom: person, glyphs }
    }

    /// Says how to begin; the engine moves if it is its turn.
    pub(super) fn open(&mut self, output: &mut Output<'_>) -> anyhow::Result<()> {
        writeln!(
            output.writer,
            "You are {} against {ENGINE}; `help` lists what you can say.",
            name(self.person)
        )?;
        self.proceed(output)
    }

    /// Whose turn it is, for the prompt.
    pub(super) fn turn(&self) -> &'static str {
        if self.game.outcome().is_some() { "" } else { name(self.game.position().side_to_move()) }
    }

    /// Does what the person asks for.
    pub(super) fn obey(&mut self, request: Request<'_>, output: &mut Output<'_>) -> anyhow::Result<Next> {
        match request {
            Request::Quit => return Ok(Next::End),
            Request::Nothing => {}
            Request::Move(text) => self.play(text, output)?,
            Request::Undo => self.undo(output)?,
            Request::Redo => self.redo(output)?,
            Request::Hint => self.hint(output)?,
            Request::Draw(mv) => self.claim(mv, output)?,
            Request::Resign if self.is_over(output)? => {}
            Request::Resign => {
                self.game.end(Outcome::Win { winner: !self.person, by: Win::Resignation });
                self.say_end(output)?;
            }
            Request::New => {
                self.game = Game::from_position(*self.game.start());
                self.analyst.new_game();
                self.proceed(output)?;
            }
            Request::Switch => {
                self.person = !self.person;
                self.bottom = self.person;
                writeln!(output.writer, "You are {} now.", name(self.person))?;
                self.proceed(output)?;
            }
            Request::Flip => {
                self.bottom = !self.bottom;
                self.draw(output)?;
            }
            Request::Board => self.draw(output)?,
            Request::Fen => writeln!(output.writer, "{}", self.game.position())?,
            Request::Moves => {
                let position = self.game.position();
                let moves = position.legal_moves().into_iter().map(|mv| position.to_san(mv).to_string());
                writeln!(output.writer, "{}", moves.collect::<Vec<_>>().join(" "))?;
            }
            Request::Pgn(path) => self.write_pgn(path, output)?,
            Request::Help => write!(output.writer, "{HELP}")?,
        }
        Ok(Next::Listen)
    }

    fn draw(&self, output: &mut Output<'_>) -> anyhow::Result<()> {
        let board = Drawing::of(self.game.position(), self.glyphs, output.paint).seen_by(self.bottom);
        Ok(writeln!(output.writer, "\n{board}")?)
    }

    /// Whether the game is over; says so if it is.
    fn is_over(&self, output: &mut Output<'_>) -> anyhow::Result<bool> {
        let outcome = self.game.outcome();
        if let Some(outcome) = outcome {
            writeln!(
                output.writer,
                "The game is over: {outcome}. There are `new`, `undo`, `pgn` and `quit`."
            )?;
        }
        Ok(outcome.is_some())
    }

    /// Says how the game has ended.
    fn say_end(&self, output: &mut Output<'_>) -> anyhow::Result<()> {
        if let Some(outcome) = self.game.outcome() {
            let bold = output.paint.result();
            writeln!(output.writer, "{bold}{outcome}, {}{bold:#}", outcome.result())?;
        }
        Ok(())
    }

    /// The move that was played last, with its number.
    fn last_move(&self) -> Option<String> {
        let before = self.game.position_at(self.game.ply().checked_sub(1)?)?;
        let mv = self.game.moves().last()?;
        Some(movetext(&before, &[mv]))
    }

    /// What the engine thinks of the position.
    fn think(&mut self) -> Analysis {
        self.analyst.analyze_with(&self.game, &self.control, &mut |_: &Analysis| {})
    }

    /// Lets the engine move if it is its turn, draws the board, and says what there is to know.
    fn proceed(&mut self, output: &mut Output<'_>) -> anyhow::Result<()> {
        if self.game.outcome().is_none() && self.game.position().side_to_move() != self.person {
            let best = self.think().best();
            best.map_or(Ok(()), |mv| self.game.play(mv))?;
            let bold = output.paint.result();
            writeln!(output.writer, "{bold}{}{bold:#}", self.last_move().unwrap_or_default())?;
        }
        self.draw(output)?;
        self.say_end(output)?;
        if let Some(claim) = self.game.claimable_draw().filter(|_| self.game.outcome().is_none()) {
            writeln!(output.writer, "{} may be claimed: `draw`", Draw::from(claim))?;
        }
        Ok(())
    }

    fn play(&mut self, text: &str, output: &mut Output<'_>) -> anyhow::Result<()> {
        if self.is_over(output)? {
            return Ok(());
        }
        if let Some(mv) = self.read(text, output)? {
            self.game.play(mv)?;
            self.proceed(output)?;
        }
        Ok(())
    }

    /// The move that a text names. If it names none, says so and returns `None`.
    fn read(&self, text: &str, output: &mut Output<'_>) -> anyhow::Result<Option<Move>> {
        match read_move(self.game.position(), text) {
            Ok(mv) => Ok(Some(mv)),
            Err(error) => {
                let bad = output.paint.bad();
                let error = match self.game.position().parse_san(text) {
                    // The place of a syntax error does not help someone who did not type a move.
                    Err(error) if matches!(error.kind, SanErrorKind::Syntax { .. }) => NOT_A_MOVE.to_owned(),
                    _ => error,
                };
                writeln!(output.writer, "{bad}{}{bad:#}: {}", shown_move(text), Visible(&error))?;
                Ok(None)
            }
        }
    }

    /// How many half-moves there are since the person's last turn.
    fn round(&self) -> usize {
        if self.game.position().side_to_move() == self.person { 2 } else { 1 }
    }

    fn undo(&mut self, output: &mut Output<'_>) -> anyhow::Result<()> {
        if self.game.declared_end().is_some() {
            self.take_back_end();
            return self.proceed(output);
        }
        let plies = self.round();
        if self.game.ply() < plies {
            return Ok(writeln!(output.writer, "There is nothing to take back.")?);
        }
        for _ in 0..plies {
            self.game.undo();
        }
        self.proceed(output)
    }

    /// Takes back an end that was declared, with all moves kept.
    fn take_back_end(&mut self) {
        if self.game.undo().is_some() {
            self.game.redo();
        } else {
            self.game = Game::from_position(*self.game.start());
        }
    }

    fn redo(&mut self, output: &mut Output<'_>) -> anyhow::Result<()> {
        let plies = self.round();
        if self.game.undone().len() == 0 {
            return Ok(writeln!(output.writer, "There is nothing to play again.")?);
        }
        for _ in 0..plies {
            self.game.redo();
        }
        self.proceed(output)
    }

    fn hint(&mut self, output: &mut Output<'_>) -> anyhow::Result<()> {
        if self.is_over(output)? {
            return Ok(());
        }
        let found = self.think();
        if let (Some(line), Some(score)) = (found.lines().first(), found.score_for(Color::White)) {
            let moves = line.moves.get(..HINTED).unwrap_or(&line.moves);
            let moves = movetext(found.position(), moves);
            writeln!(output.writer, "{moves}, {score} for White")?;
        }
        Ok(())
    }

    /// Claims a draw, now or by a move.
    fn claim(&mut self, text: Option<&str>, output: &mut Output<'_>) -> anyhow::Result<()> {
        if self.is_over(output)? {
            return Ok(());
        }
        let claim = match text {
            None => self.game.claimable_draw(),
            Some(text) => match self.read(text, output)? {
                Some(mv) => self.game.claimable_draw_after(mv),
                None => return Ok(()),
            },
        };
        match claim {
            Some(claim) => {
                self.game.end(Outcome::Draw(claim.into()));
                self.say_end(output)
            }
            None => {
                let times = self.game.repetitions();
                let clock = self.game.position().halfmove_clock();
                let times = if times == 1 { "once".to_owned() } else { format!("{times} times") };
                Ok(writeln!(
                    output.writer,
                    "No draw can be claimed: this position has occurred {times}, and the last capture or pawn move was \
                     {clock} half-moves ago."
                )?)
            }
        }
    }

    /// The game so far.
    fn tree(&self) -> anyhow::Result<GameTree> {
        let mut tree = GameTree::from(&self.game);
        let [white, black] = if self.person == Color::White { ["You", ENGINE] } else { [ENGINE, "You"] };
        let date = tournament::date_of(SystemTime::now());
        for (tag, value) in [("Event", "philidor play"), ("Date", &date), ("White", white), ("Black", black)]
        {
            tree.tags.set(tag, value)?;
        }
        Ok(tree)
    }

    fn write_pgn(&self, path: Option<&str>, output: &mut Output<'_>) -> anyhow::Result<()> {
        let text = self.tree()?.to_string();
        let Some(path) = path else { return Ok(write!(output.writer, "{text}")?) };
        let written = streams::create(Some(path.as_ref())).and_then(|mut file| {
            file.write_all(text.as_bytes())?;
            file.finish()
        });
        let bad = output.paint.bad();
        match written {
            Ok(()) => writeln!(output.writer, "written to {}", Visible(path))?,
            // The game continues.
            Err(error) => {
                let error = format!("{:#}", anyhow::Error::from(error)); // with its cause
                writeln!(output.writer, "{bad}error:{bad:#} {}", Visible(&error))?;
            }
        }
        Ok(())
    }
}
