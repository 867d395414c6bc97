//! The tool that checks games: every move of every line, played.

use philidor::{Game, GamePosition, Position};
use philidor_pgn::{Checker, Lines, PgnError, PgnErrorKind, Place, Reader};
use philidor_variants::AnyPosition;
use rmcp::schemars::{self, JsonSchema};
use serde::{Deserialize, Serialize};

use super::call::Call;
use super::explanation::Explanation;
use super::game::BoardGame;
use super::reply::{Refusal, Reply};
use super::tool::Tool;

/// The longest text, in bytes.
const MAX_TEXT: usize = 1 << 20;

/// How many faults and doubts are named.
const MAX_NAMED: usize = 20;

/// Games in PGN.
#[derive(Deserialize, JsonSchema)]
pub(super) struct CheckPgn {
    /// One game or more in PGN, at most 1 MiB
    pgn: String,
}

#[derive(Default, Serialize)]
struct PgnReport {
    games: u64,
    bad_games: u64,
    moves: u64,
    faults: Vec<Fault>,
    /// Results that cannot be right, and wrong numbers and marks of moves, of games that can be read.
    doubts: Vec<Doubt>,
    /// Whether there are more faults or doubts than are named.
    has_more: bool,
}

#[derive(Serialize)]
struct Fault {
    line: u64,
    column: u64,
    /// Where its game begins.
    game_line: u64,
    error: String,
    /// If it is a move: why it is not legal, and what is.
    #[serde(skip_serializing_if = "Option::is_none")]
    explanation: Option<Explanation>,
}

#[derive(Serialize)]
struct Doubt {
    game_line: u64,
    doubt: String,
}

impl Tool for CheckPgn {
    const NAME: &'static str = "check_pgn";
    const TITLE: &'static str = "Check a PGN";
    const DESCRIPTION: &'static str = "Plays every move of every game of a PGN text, variations included, and reports faults \
        with line and column, those of bad variations beside the first of the main line: illegal moves with the reason and what \
        was legal, bad tags and FENs, missing results; and doubts: results that cannot be right, wrong numbers of moves, marks \
        of checks that are none. Games of variants are played by their tag Variant.";

    fn answer(self, _: &Call<'_>) -> Result<Reply, Refusal> {
        if self.pgn.len() > MAX_TEXT {
            return Err(Refusal::new(format!(
                "`pgn` has {} bytes; at most {MAX_TEXT} are read",
                self.pgn.len()
            )));
        }
        let report = PgnReport::new(self.pgn.as_bytes());
        if report.games == 0 {
            return Err(Refusal::with_data("there is no game in `pgn`", &report));
        }
        let text = report.words();
        Ok(Reply::new(text, &report))
    }
}

impl PgnReport {
    fn new(text: &[u8]) -> PgnReport {
        let mut report = PgnReport::default();
        let mut reader = Reader::new(text);
        let mut chess = Checker::new(Lines::All).cutting_variations();
        let mut place = Place::default();
        let mut at = 0;
        loop {
            let start = reader.next_game().unwrap_or(at).max(at);
            place = place.after(text.get(at..start).unwrap_or_default());
            at = start;
            let Some(read) = reader.read_game(&mut chess) else { break };
            let rest = text.get(start..reader.offset().max(start)).unwrap_or_default();
            // The game has other rules, which its own checker knows.
            if read.as_ref().is_err_and(|error| error.kind == PgnErrorKind::Variant) {
                report.check_variant(rest, place);
            } else {
                report.take(read, reader.take_cuts(), place.line, &chess);
            }
        }
        let counts = chess.counts();
        report.games += counts.games;
        report.moves += counts.moves;
        report
    }

    /// A game of a variant, alone in a text.
    fn check_variant(&mut self, text: &[u8], place: Place) {
        let mut checker = Checker::<AnyPosition>::for_positions(Lines::All).cutting_variations();
        let mut reader = Reader::new(text);
        if let Some(read) = reader.read_game(&mut checker) {
            let read = read.map_err(|error| error.shifted(place));
            let cuts = reader.take_cuts().into_iter().map(|cut| cut.shifted(place)).collect();
            self.take(read, cuts, place.line, &checker);
        }
        self.moves += checker.counts().moves;
    }

    /// Notes what was found in a game: the fault that ended it, the faults of its variations, or its doubts.
    fn take<P: CheckSummary>(
        &mut self,
        read: Result<(), PgnError>,
        cuts: Vec<PgnError>,
        game_line: u64,
        checker: &Checker<P>,
    ) {
        self.bad_games += u64::from(read.is_err() || !cuts.is_empty());
        if read.is_ok() && cuts.is_empty() {
            self.doubt(game_line, checker.doubts());
        }
        // Where a variation was cut, its position is not known any more.
        cuts.into_iter().for_each(|cut| self.note::<P>(cut, None));
        if let Err(error) = read {
            self.note(error, Some(checker));
        }
    }

    fn doubt(&mut self, game_line: u64, doubts: impl Iterator<Item = philidor_pgn::Doubt>) {
        for doubt in doubts {
            if self.doubts.len() == MAX_NAMED {
                self.has_more = true;
                return;
            }
            self.doubts.push(Doubt { game_line, doubt: doubt.to_string() });
        }
    }

    fn note<P: CheckSummary>(&mut self, error: PgnError, checker: Option<&Checker<P>>) {
        if self.faults.len() == MAX_NAMED {
            self.has_more = true;
            return;
        }
        let explanation = match (&error.kind, checker) {
            (PgnErrorKind::San(reason), Some(checker)) => {
                let game = P::game(checker.position());
                let text = String::from_utf8_lossy(error.text.as_bytes());
                Some(Explanation::new(&game, &text, reason.to_string()))
            }
            _ => None,
        };
        let words = philidor_host::Visible(&error.reason().to_string()).to_string();
        let PgnError { line, column, game_line, .. } = error;
        self.faults.push(Fault { line, column, game_line, error: words, explanation });
    }

    fn words(&self) -> String {
        let PgnReport { games, bad_games, moves, faults, doubts, has_more } = self;
        let mut text = match (*bad_games, doubts.is_empty()) {
            (0, true) => format!("{games} game(s) with {moves} moves: all fine."),
            (0, false) => format!("{games} game(s) with {moves} moves can be read, but not without doubt."),
            (bad, _) => format!("{bad} of {games} game(s) bad, {moves} moves played."),
        };
        for Fault { line, column, error, explanation, .. } in faults {
            text.push_str(&format!("\nline {line}, column {column}: {error}"));
            if let Some(explanation) = explanation {
                text.push_str(&format!("\n  It {}", explanation.text().replace('\n', "\n  ")));
            }
        }
        for Doubt { game_line, doubt } in doubts {
            text.push_str(&format!("\ngame at line {game_line}: {doubt}"));
        }
        if *has_more {
            text.push_str(&format!("\nThere is more: {MAX_NAMED} of each are named."));
        }
        text
    }
}

trait CheckSummary: GamePosition {
    /// A game that begins here.
    fn game(position: &Self) -> BoardGame;
}

impl CheckSummary for Position {
    fn game(position: &Position) -> BoardGame {
        BoardGame::Chess(Game::from_position(*position))
    }
}

impl CheckSummary for AnyPosition {
    fn game(position: &AnyPosition) -> BoardGame {
        BoardGame::Variant(Game::from_position(*position))
    }
}
