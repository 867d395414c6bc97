//! What a client asks: the parameters of a request, read and checked.
//!
//! Names, defaults and limits are those of the documentation of Lichess's API (lichess.org/api, Opening Explorer). What
//! it does not know is ignored there and here; a value that cannot be read is refused.

use philidor::openings::Opening;
use philidor::{Color, Position};

use crate::filter::Filter;
use crate::parameter::{self, flag, groups, month, number, position, side, speeds, variant};
use crate::refusal::{MAX_LENGTH, QuestionError};

/// How many moves are listed, unless the client says otherwise.
const MOVES: usize = 12;

/// Which of the databases is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Database {
    /// `/lichess`: games of everyone, by ratings, speeds and months.
    Lichess,
    /// `/masters`: games by years.
    Masters,
    /// `/player`: games of one player.
    Player,
}

impl Database {
    /// How many games of the highest ratings are listed at most.
    const fn max_top_games(self) -> usize {
        match self {
            Database::Lichess => 4,
            Database::Masters => 15,
            Database::Player => 0,
        }
    }

    /// How many of the latest games are listed at most, and by default.
    const fn recent_games(self) -> (usize, usize) {
        match self {
            Database::Lichess => (8, 4),
            Database::Masters => (0, 0),
            Database::Player => (8, 8),
        }
    }
}

/// Whose games are asked for, of which side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// The name, in lower case.
    pub name: String,
    /// The side.
    pub color: Color,
    /// Whether rated games count.
    pub rated: bool,
    /// Whether casual games count.
    pub casual: bool,
}

/// A request.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Question {
    /// Which of the databases is asked.
    pub database: Database,
    /// The position, after the moves of `play`.
    pub position: Position,
    /// The opening of the last position that has a name, from the one that `play` begins with.
    pub opening: Option<Opening>,
    /// Which games count.
    pub filter: Filter,
    /// How many moves are listed.
    pub moves: usize,
    /// How many games of the highest ratings.
    pub top_games: usize,
    /// How many of the latest games.
    pub recent_games: usize,
    /// Whether the counts of each month are wanted.
    pub history: bool,
    /// For `/player`.
    pub player: Option<Player>,
}

impl Question {
    /// Reads the parameters of a request, `fen=…&play=e2e4,e7e5`, as a browser writes them.
    ///
    /// ```
    /// use philidor_explorer::{Database, Question};
    /// let question = Question::read(Database::Lichess, "play=e2e4,e7e5,g1f3&ratings=1600,2500&speeds=blitz")?;
    /// assert_eq!(question.position.to_string(), "rnbqkbnr/pppp1ppp/8/4p3/4P3/5N2/PPPP1PPP/RNBQKB1R b KQkq - 1 2");
    /// let error = Question::read(Database::Lichess, "play=e2e4,e2e4").expect_err("no pawn on e2");
    /// assert!(error.to_string().starts_with("play, move 2, `e2e4`: illegal"));
    /// # Ok::<(), philidor_explorer::QuestionError>(())
    /// ```
    ///
    /// # Errors
    ///
    /// [`QuestionError`] for a value that cannot be read.
    pub fn read(database: Database, parameters: &str) -> Result<Question, QuestionError> {
        if parameters.len() > MAX_LENGTH {
            return Err(QuestionError::TooLong { length: parameters.len() });
        }
        let (most_recent, recent) = database.recent_games();
        let mut question = Question {
            database,
            position: Position::default(),
            opening: None,
            filter: Filter::ALL,
            moves: if database == Database::Player { usize::MAX } else { MOVES },
            top_games: database.max_top_games(),
            recent_games: recent,
            history: false,
            player: None,
        };
        let (mut play, mut player, mut color, mut modes) = (None, None, None, (true, true));
        for (name, text) in form_urlencoded::parse(parameters.as_bytes()) {
            let text = text.trim();
            if text.is_empty() {
                continue;
            }
            match &*name {
                "fen" => question.position = position(text)?,
                "play" => play = Some(text.to_owned()),
                "variant" => variant(text)?,
                "speeds" if database != Database::Masters => question.filter.speeds = speeds(text)?,
                "ratings" if database == Database::Lichess => question.filter.groups = groups(text)?,
                "since" => question.filter.since = month("since", text, "01")?,
                "until" => question.filter.until = month("until", text, "12")?,
                "moves" => question.moves = number("moves", text)?,
                "topGames" => question.top_games = number("topGames", text)?.min(database.max_top_games()),
                "recentGames" => question.recent_games = number("recentGames", text)?.min(most_recent),
                "history" => question.history = flag(text)?,
                "player" => player = Some(text.to_lowercase()),
                "color" => color = Some(side(text)?),
                "modes" => modes = parameter::modes(text)?,
                _ => {}
            }
        }
        // The moves are played from the position, wherever that stands among the parameters.
        question.opening = question.position.opening();
        if let Some(play) = play {
            question.play(&play)?;
        }
        if database == Database::Player {
            let name = player.ok_or(QuestionError::Missing { name: "player" })?;
            let color = color.ok_or(QuestionError::Missing { name: "color" })?;
            question.player = Some(Player { name, color, rated: modes.0, casual: modes.1 });
        }
        Ok(question)
    }

    /// Plays moves in UCI with commas between.
    fn play(&mut self, moves: &str) -> Result<(), QuestionError> {
        for (number, text) in (1..).zip(moves.split(',')) {
            let text = text.trim();
            let found = self.position.parse_uci(text);
            let mv = found.map_err(|error| QuestionError::Play { number, text: text.to_owned(), error })?;
            self.position.play_unchecked(mv);
            self.opening = self.position.opening().or(self.opening);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn read(parameters: &str) -> Result<Question, QuestionError> {
        Question::read(Database::Lichess, parameters)
    }

    #[test]
    fn defaults_and_limits_are_those_of_the_api() {
        let asked = |database, parameters| {
            let question = Question::read(database, parameters).unwrap();
            (question.moves, question.top_games, question.recent_games)
        };
        assert_eq!(asked(Database::Lichess, ""), (12, 4, 4));
        assert_eq!(asked(Database::Masters, ""), (12, 15, 0));
        assert_eq!(asked(Database::Player, "player=a&color=white"), (usize::MAX, 0, 8));
        let many = "moves=99&topGames=99&recentGames=99&player=a&color=white";
        assert_eq!(asked(Database::Lichess, many), (99, 4, 8));
        assert_eq!(asked(Database::Masters, many), (99, 15, 0));
    }

    #[test]
    fn castling_and_positions_are_read_in_all_forms() {
        let fen = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq -";
        let encoded: String = form_urlencoded::byte_serialize(fen.as_bytes()).collect();
        let after =
            |play: &str| read(&format!("play={play}&fen={encoded}")).map(|question| question.position);
        assert_eq!(after("e1g1"), after("e1h1"));
        assert_eq!(after("e1g1,e8c8"), after("e1h1,e8a8"));
        assert!(after("e1g1").is_ok() && after("e1g1") != after("e1c1"));
        let lines = read(&format!("fen={}", fen.replace(' ', "_"))).map(|question| question.position);
        assert_eq!(lines.ok(), fen.parse().ok());
    }

    #[test]
    fn what_cannot_be_read_is_named() {
        for (parameters, part) in [
            ("fen=x", "fen `x`"),
            ("fen=8/8/8/8/8/8/8/8%20w%20-%20-", "king"),
            ("play=e2e5", "move 1, `e2e5`"),
            ("play=e2e4,", "move 2, ``"),
            ("play=%ff%00", "move 1"),
            ("variant=atomic", "variant `atomic`"),
            ("variant=chess960", "variant `chess960`"),
            ("variant=fromPosition", "variant `fromPosition`"),
            ("speeds=blitz,fast", "speeds `fast`"),
            ("ratings=low", "ratings `low`"),
            ("ratings=1600,", "ratings ``"),
            ("since=2024-13", "since `2024-13`"),
            ("until=x", "until `x`"),
            ("moves=-1", "moves `-1`"),
            ("topGames=many", "topGames `many`"),
            ("history=perhaps", "history `perhaps`"),
        ] {
            let error = read(parameters).unwrap_err().to_string();
            assert!(error.contains(part), "{parameters}: {error}");
        }
        let long = "x".repeat(MAX_LENGTH + 1);
        assert_eq!(read(&long), Err(QuestionError::TooLong { length: long.len() }));
        for (parameters, name) in [("color=white", "player"), ("player=a", "color")] {
            assert_eq!(Question::read(Database::Player, parameters), Err(QuestionError::Missing { name }));
        }
        assert_eq!(read("speeds=&ratings=&play=&fen=&since=&moves="), read(""));
        assert_eq!(read("nonsense=1&callback=f"), read(""));
    }

    #[test]
    fn any_rating_stands_for_its_group_and_all_speeds_for_all_games() {
        assert_eq!(read("ratings=400,1700,3200"), read("ratings=0,1600,2500"));
        let all = "speeds=ultraBullet,bullet,blitz,rapid,classical,correspondence";
        assert_eq!(read(all), read(""));
        assert_ne!(read(&all.replace(",rapid", "")), read(""));
    }

    #[test]
    fn the_opening_is_that_of_the_last_position_with_a_name() {
        let name = |parameters: &str| {
            let opening = read(parameters).unwrap().opening;
            opening.map_or_else(String::new, |opening| opening.to_string())
        };
        let damiano = "play=e2e4,e7e5,g1f3,f7f6";
        assert_eq!(name(""), "");
        assert_eq!(name("play=e2e4,e7e5,g1f3"), "King's Knight Opening");
        // Moves without a name of their own keep the name before them.
        for more in ["", ",h2h3", ",h2h3,h7h6,g2g3"] {
            assert_eq!(name(&format!("{damiano}{more}")), "King's Pawn Game: Damiano Defense", "{more}");
        }
        // The game begins at `fen`, wherever that stands; names before it are unknown.
        let start = "fen=rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR_b_KQkq_-_0_1";
        assert_eq!(name(start), "King's Pawn Game");
        assert_eq!(name(&format!("play=c7c5&{start}")), "Sicilian Defense");
        assert_eq!(name("fen=4k3/8/8/8/8/8/8/4K2R_w_K_-_0_1&play=e1g1"), "");
    }

    #[test]
    fn years_are_their_first_and_last_month() {
        assert_eq!(read("since=2020&until=2021"), read("since=2020-01&until=2021-12"));
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused_without_a_panic(text in ".{0,80}", bytes in prop::collection::vec(any::<u8>(), 0..80)) {
            let encoded: String = form_urlencoded::byte_serialize(&bytes).collect();
            for name in ["fen", "play", "variant", "speeds", "ratings", "since", "until", "moves", "topGames", "recentGames",
                         "history", "player", "color", "modes"] {
                for value in [&text, &encoded] {
                    for database in [Database::Lichess, Database::Masters, Database::Player] {
                        let _ = Question::read(database, &format!("{name}={value}")).map_err(|error| error.to_string());
                    }
                }
            }
            let _ = read(&text);
        }
    }
}
