//! Answers against games that are filtered and counted one by one.

use std::collections::BTreeMap;
use std::time::Duration;

use philidor::{CastlingMode, Color, MoveDigest, Position};
use philidor_explorer::bucket::{GROUPS, Month, Speed};
use philidor_explorer::{Build, Database, GameSummary, Index, Question, Statistics};
use tempfile::TempDir;

use crate::build::{month, rating_sum};
use crate::games::{Game, Random, games, import};

/// What a request asks, before it is written.
struct Asked {
    play: Vec<String>,
    position: Position,
    groups: Vec<u16>,
    speeds: Vec<Speed>,
    since: Option<Month>,
    until: Option<Month>,
}

impl Asked {
    /// A question about a position that some game reached, with random filters.
    fn random(random: &mut Random, games: &[Game]) -> Asked {
        let game = loop {
            let game = &games[random.below(games.len())];
            if game.start.is_none() {
                break game;
            }
        };
        let mut position = Position::default();
        let mut play = Vec::new();
        let plies = random.below(plies_limit(game));
        for &digest in game.digests.iter().take(plies) {
            let mv = position.decode(MoveDigest(digest)).unwrap();
            let mode = random.one_of(&[CastlingMode::Standard, CastlingMode::Chess960]);
            play.push(position.to_uci_in(mv, mode).to_string());
            position.play_unchecked(mv);
        }
        let some = |random: &mut Random| random.below(3) == 0;
        Asked {
            play,
            position,
            groups: if some(random) {
                GROUPS.into_iter().filter(|_| random.below(2) == 0).collect()
            } else {
                Vec::new()
            },
            speeds: if some(random) {
                Speed::NAMED.into_iter().filter(|_| random.below(2) == 0).collect()
            } else {
                Vec::new()
            },
            since: some(random).then(|| Month::new(2024, 9 + random.below(4) as u8)),
            until: some(random).then(|| Month::new(2024, 9 + random.below(4) as u8)),
        }
    }

    fn written(&self) -> String {
        let mut text = format!("play={}&moves=300&history=true&recentGames=8", self.play.join(","));
        let list = |all: Vec<String>| all.join(",");
        text += &format!("&ratings={}", list(self.groups.iter().map(u16::to_string).collect()));
        text +=
            &format!("&speeds={}", list(self.speeds.iter().map(|speed| speed.name().to_owned()).collect()));
        for (name, month) in [("since", self.since), ("until", self.until)] {
            text += &month.map(|month| format!("&{name}={month}")).unwrap_or_default();
        }
        text
    }

    fn takes(&self, game: &Game) -> bool {
        let group = GROUPS.into_iter().rfind(|&group| group <= rating_sum(game) / 2).unwrap();
        let speed = game.time_control.map(Speed::of_time_control);
        (self.groups.is_empty() || self.groups.contains(&group))
            && (self.speeds.is_empty()
                || self.speeds.len() == 6
                || speed.is_some_and(|speed| self.speeds.contains(&speed)))
            && self.since.is_none_or(|since| {
                month(game).year() > 0 && (month(game) >= since || month(game).year() > since.year())
            })
            && self.until.is_none_or(|until| {
                month(game).year() > 0
                    && month(game) <= until
                    && (month(game).is_known() || month(game).year() < until.year())
            })
    }
}

fn plies_limit(game: &Game) -> usize {
    (game.digests.len() + 1).min(12)
}

/// Games with a result that reach a position, with the move that they play there first.
fn reaching<'a>(games: &'a [Game], position: &Position, plies: usize) -> Vec<(u64, &'a Game, u16)> {
    let mut found = Vec::new();
    for (number, game) in (1..).zip(games) {
        let mut at: Position = game.start.map_or_else(Position::default, |fen| fen.parse().unwrap());
        for &digest in game.digests.iter().take(plies) {
            if at.key() == position.key() {
                found.extend((game.result != "*" && game.start.is_none()).then_some((number, game, digest)));
                break;
            }
            at.play_unchecked(at.decode(MoveDigest(digest)).unwrap());
        }
    }
    found
}

type Counts = (u64, u64, u64);

fn count<'a>(games: impl Iterator<Item = &'a Game>) -> Counts {
    let mut counts = (0, 0, 0);
    for game in games {
        match game.result {
            "1-0" => counts.0 += 1,
            "1/2-1/2" => counts.1 += 1,
            _ => counts.2 += 1,
        }
    }
    counts
}

fn id(number: u64, game: &Game) -> String {
    let letters: Vec<char> = ('0'..='9').chain('A'..='Z').chain('a'..='z').collect();
    let own = |number: u64| (0..8).rev().map(|at| letters[(number / 62_u64.pow(at) % 62) as usize]).collect();
    game.site.as_ref().map_or_else(|| own(number), |site| site["https://lichess.org/".len()..].to_owned())
}

fn ids(games: &[GameSummary]) -> Vec<&str> {
    games.iter().map(|game| &*game.id).collect()
}

#[test]
fn answers_are_what_the_games_say_for_any_filter() {
    let folder = TempDir::new().unwrap();
    let games = games(7, 800);
    import(&folder.path().join("import"), &games, 300, 100);
    let mut build = Build::new(vec![folder.path().join("import")], folder.path().join("index"));
    build.memory = 50_000;
    build.run().unwrap();
    let index = Index::open(&folder.path().join("index")).unwrap();
    let mut random = Random::new(9);
    let (mut empty, mut sole, mut several) = (0, 0, 0);
    for _ in 0..400 {
        let asked = Asked::random(&mut random, &games);
        let question = Question::read(Database::Lichess, &asked.written()).unwrap();
        let answer = Statistics::of(&index, &question).unwrap();
        let mut found = reaching(&games, &asked.position, 50);
        found.retain(|(_, game, _)| asked.takes(game));
        let all = || found.iter().map(|&(_, game, _)| game);
        assert_eq!((answer.white, answer.draws, answer.black), count(all()), "{}", asked.written());

        let mut moves: BTreeMap<u16, Vec<(u64, &Game)>> = BTreeMap::new();
        for &(number, game, digest) in &found {
            moves.entry(digest).or_default().push((number, game));
        }
        assert_eq!(answer.moves.len(), moves.len());
        let frequency = |one: &philidor_explorer::MoveCount| one.white + one.draws + one.black;
        assert!(answer.moves.is_sorted_by(|one, other| frequency(one) >= frequency(other)));
        for (digest, of_move) in &moves {
            let mv = asked.position.decode(MoveDigest(*digest)).unwrap();
            let san = asked.position.to_san(mv).to_string();
            let said = answer.moves.iter().find(|said| said.san == san).unwrap();
            assert_eq!(said.uci, asked.position.to_uci_in(mv, CastlingMode::Chess960).to_string());
            assert_eq!((said.white, said.draws, said.black), count(of_move.iter().map(|(_, game)| *game)));
            let sums: Vec<f64> =
                of_move.iter().map(|(_, game)| rating_sum(game).into()).filter(|&sum| sum > 0.0).collect();
            let mean = sums.iter().sum::<f64>() / 2.0 / sums.len().max(1) as f64;
            assert_eq!(said.average_rating, Some(mean.round() as u64));
            let game = if let [(number, game)] = of_move[..] { Some(id(number, game)) } else { None };
            assert_eq!(said.game.as_ref().map(|game| game.id.clone()), game);
            sole += usize::from(game.is_some());
        }

        let months: BTreeMap<Month, Vec<&Game>> =
            all().filter(|game| month(game).is_known()).fold(BTreeMap::new(), |mut months, game| {
                months.entry(month(game)).or_insert_with(Vec::new).push(game);
                months
            });
        let said: Vec<_> = answer
            .history
            .unwrap()
            .into_iter()
            .map(|one| (one.month, (one.white, one.draws, one.black)))
            .collect();
        let known: Vec<_> =
            months.into_iter().map(|(month, games)| (month.to_string(), count(games.into_iter()))).collect();
        assert_eq!(said, known);

        // As few games as an entry mentions are all there; of more, the first is.
        let mut order: Vec<_> = found.iter().map(|&(number, game, _)| (month(game), number, game)).collect();
        order.sort_by_key(|&(month, number, _)| (month, number));
        let recent: Vec<String> = order.iter().rev().map(|&(_, number, game)| id(number, game)).collect();
        order.sort_by_key(|&(_, number, game)| (rating_sum(game), number));
        let top: Vec<String> = order.iter().rev().map(|&(_, number, game)| id(number, game)).collect();
        let (said_recent, said_top) = (answer.recent_games.unwrap(), answer.top_games.unwrap());
        let first = found.len().min(2);
        assert_eq!(ids(&said_recent)[..first], recent[..first]);
        assert_eq!(ids(&said_top)[..first], top[..first]);
        assert!(said_recent.len() <= 8 && said_top.len() <= 4);
        (empty, several) = (empty + usize::from(found.is_empty()), several + usize::from(found.len() > 8));
    }
    assert!(empty > 5 && sole > 50 && several > 50, "{empty} {sole} {several}");
}

#[test]
fn what_is_known_of_a_player_is_marked_as_a_part_until_all_games_are_seen() {
    let folder = TempDir::new().unwrap();
    let all = vec![games(8, 1).remove(0); 2100];
    import(&folder.path().join("import"), &all, 3000, 3000);
    Build::new(vec![folder.path().join("import")], folder.path().join("index")).run().unwrap();
    let index = Index::open(&folder.path().join("index")).unwrap();
    let question = Question::read(Database::Player, "player=a&color=white").unwrap();
    let mut places = Vec::new();
    Statistics::of_player(&index, &question, Duration::ZERO, |answer| {
        places.push(answer.queue_position);
        true
    })
    .unwrap();
    assert_eq!(places, [Some(1), Some(1), Some(0)]);
}

#[test]
fn the_games_of_a_player_are_counted_and_no_others() {
    let folder = TempDir::new().unwrap();
    let games = games(8, 300);
    import(&folder.path().join("import"), &games, 100, 100);
    Build::new(vec![folder.path().join("import")], folder.path().join("index")).run().unwrap();
    let index = Index::open(&folder.path().join("index")).unwrap();
    let mut random = Random::new(3);
    let mut counted = 0;
    for round in 0..60 {
        let asked = Asked::random(&mut random, &games);
        let asked = Asked { groups: Vec::new(), play: asked.play, ..asked };
        let color = random.one_of(&[Color::White, Color::Black]);
        let name = if color == Color::White { "white" } else { "black" };
        let text = format!("player=PLAYER+{}&color={name}&{}", round % 5, asked.written());
        let question = Question::read(Database::Player, &text).unwrap();
        let mut answers = Vec::new();
        Statistics::of_player(&index, &question, Duration::ZERO, |answer| {
            answers.push(answer.clone());
            true
        })
        .unwrap();
        let answer = answers.pop().unwrap();
        let player = format!("player {}", round % 5);
        let mut found = reaching(&games, &asked.position, usize::MAX);
        found.retain(|(_, game, _)| {
            asked.takes(game) && player == if color == Color::White { &*game.white } else { &*game.black }
        });
        assert_eq!((answer.white, answer.draws, answer.black), count(found.iter().map(|&(_, game, _)| game)));
        assert_eq!((answer.queue_position, answer.top_games.is_none()), (Some(0), true));
        found.sort_by_key(|&(number, game, _)| (month(game), number));
        let recent: Vec<String> =
            found.iter().rev().take(8).map(|&(number, game, _)| id(number, game)).collect();
        assert_eq!(ids(&answer.recent_games.unwrap()), recent);
        counted += found.len();
    }
    assert!(counted > 100);
}
