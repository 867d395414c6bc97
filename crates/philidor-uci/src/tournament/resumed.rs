//! A match without the games that have been played already: which of its games they are.

use philidor::GameResult;
use philidor::Move;

use super::builder::Tournament;
use super::contender::Contender;
use super::course::Course;
use super::game_pgn;
use super::resumption::{OldGame, Resumption, ResumptionError};
use super::schedule::Turn;
use super::settings::Settings;
use super::torn::{TornGame, begins_as, is_half_round};
use crate::harmless::harmless;

impl Tournament {
    /// The same without the games that have been played already. In a Swiss tournament they decide who meets next.
    ///
    /// # Errors
    ///
    /// If one of them is not of this match: other names, another opening or time control, other rules by which games
    /// end early, no such round, or one that is there twice.
    pub fn resumed(mut self, resumption: &Resumption) -> Result<Tournament, ResumptionError> {
        let Tournament { settings, course } = &mut self;
        let mut games: Vec<(usize, &OldGame)> = resumption.games.iter().enumerate().collect();
        // A stage begins when the one before is over.
        let stage_of = |pair: usize| pair / settings.pairs.max(1);
        if settings.schedule.stages() > 1 {
            games.sort_by_key(|(_, game)| stage_of(game.pair));
        }
        for (index, game) in games {
            if course.is_stage_over() {
                course.open_stage(settings);
            }
            let refused = |reason: String| ResumptionError { number: index + 1, reason: harmless(&reason) };
            let turn = turn_of(game, settings, course).map_err(refused)?;
            if !course.played.insert(turn) {
                return Err(refused(format!("round {} is there twice", turn.round())));
            }
            let half_points = match (game.result, turn.is_reversed) {
                (GameResult::WhiteWins, false) | (GameResult::BlackWins, true) => 2,
                (GameResult::Draw, _) => 1,
                _ => 0,
            };
            course.count(turn, half_points, &game.cause);
        }
        if course.is_stage_over() {
            course.open_stage(settings);
        }
        let torn = &resumption.torn;
        if torn.len() > 0 && !begins_a_game(torn, settings) {
            let bytes = if torn.len() == 1 { "1 byte".to_owned() } else { format!("{} bytes", torn.len()) };
            let reason = format!("what it ends with, {bytes}, does not begin as a game of this match does");
            return Err(ResumptionError { number: resumption.games.len() + 1, reason });
        }
        Ok(self)
    }
}

/// Whether the beginning of a game fits the match, as far as it goes.
fn begins_a_game(torn: &TornGame, settings: &Settings) -> bool {
    let Some(rest) = torn.after_date() else { return false };
    let Some((round, _)) = rest.split_once('\n') else { return is_half_round(rest) };
    let Some(round) = round.strip_prefix("[Round \"").and_then(|round| round.strip_suffix("\"]")) else {
        return false;
    };
    let Some((pair, is_reversed)) = Turn::read_round(round) else { return false };
    let names: Vec<&str> = settings.contenders.iter().map(Contender::name).collect();
    let begins = |[first, other]: [usize; 2]| {
        let [first, other] = [names[first], names[other]];
        begins_as(rest, round, if is_reversed { [other, first] } else { [first, other] })
    };
    let mut meetings = (0..names.len()).flat_map(|first| (0..names.len()).map(move |other| [first, other]));
    pair < settings.most_pairs()
        && meetings.any(|meeting| settings.schedule.allows(meeting) && begins(meeting))
}

/// Which game of the match an old one is.
fn turn_of(game: &OldGame, settings: &Settings, course: &Course) -> Result<Turn, String> {
    let [white, black] = &game.names;
    let (first, other) = if game.is_reversed { (black, white) } else { (white, black) };
    let place = |name: &str| settings.contenders.iter().position(|contender| contender.name() == name);
    let players = place(first).zip(place(other)).map(|(first, other)| [first, other]);
    let players = players.filter(|players| course.stage.meetings.contains(players));
    let is_now = settings.schedule.stages() == 1 || course.stage.has_pair(game.pair);
    let players = players
        .filter(|_| is_now)
        .ok_or_else(|| format!("{white} against {black} is not a game of this match with this number"))?;
    let turn = Turn { pair: game.pair, players, is_reversed: game.is_reversed };
    if game.result == GameResult::Unknown {
        return Err(format!("round {} has no result", turn.round()));
    }
    let opening = settings.opening(turn);
    let digests = |moves: &[Move]| moves.iter().map(|mv| mv.digest()).collect::<Vec<_>>();
    let is_played = game.opening.as_ref().is_none_or(|moves| digests(moves) == digests(opening.moves()));
    if *opening.start() != game.start || !is_played {
        return Err(format!("round {} has another opening in this match", turn.round()));
    }
    let contenders = players.map(|player| &settings.contenders[player]);
    let contenders = if turn.is_reversed { [contenders[1], contenders[0]] } else { contenders };
    let limits = game_pgn::limits(contenders.map(|contender| settings.time_control_of(contender)));
    if limits != game.limits {
        let (then, now) = (words(&game.limits), words(&limits));
        return Err(format!("round {} was played at {then}, not at {now}", turn.round()));
    }
    let rules = settings.adjudication.words(settings.tables.max_pieces());
    if rules != game.adjudication {
        let (then, now) = (other_rules(&game.adjudication, &rules), other_rules(&rules, &game.adjudication));
        return Err(format!("round {} was played with {then}, not with {now}", turn.round()));
    }
    Ok(turn)
}

/// Those of some rules by which games end early that others do not have.
fn other_rules(these: &str, others: &str) -> String {
    let others: Vec<&str> = others.split("; ").collect();
    let only: Vec<&str> = these.split("; ").filter(|rule| !others.contains(rule)).collect();
    match only.join("; ").as_str() {
        "" if these.is_empty() => "no early end".to_owned(),
        "" => "no other rule".to_owned(),
        only => format!("`{only}`"),
    }
}

/// What limited the moves of a game, by its tags: `5+0.05`, `nodes=5000`, or one for each side.
fn words(limits: &[(&str, String)]) -> String {
    let words = limits.iter().map(|(_, value)| value.as_str()).filter(|&value| value != "-");
    let words: Vec<&str> = words.collect();
    if words.is_empty() { "no time control".to_owned() } else { words.join(" and ") }
}

#[cfg(test)]
mod tests {
    use super::other_rules;

    #[test]
    fn a_refusal_shows_the_rules_that_differ() {
        let (long, longer) =
            ("resign score=600,moves=3; max-moves 200", "resign score=600,moves=3; max-moves 300");
        assert_eq!(other_rules(long, longer), "`max-moves 200`");
        assert_eq!(other_rules(long, "max-moves 200"), "`resign score=600,moves=3`");
        assert_eq!(other_rules("max-moves 200", long), "no other rule");
        assert_eq!(other_rules("", long), "no early end");
    }
}
