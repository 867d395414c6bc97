//! The server, asked over a socket.

use std::collections::HashSet;
use std::io::{BufRead, BufReader, ErrorKind, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::Path;
use std::sync::Mutex;
use std::thread;
use std::time::Duration;

use philidor_explorer::{Build, Index, Server, ServerLimits};
use serde_json::Value;
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::oneshot;

use crate::games::{Random, games, import};

/// Longer than any test.
const DAY: Duration = Duration::from_secs(24 * 60 * 60);

/// What counts as hanging.
const PATIENCE: Duration = Duration::from_secs(120);

/// A request after which the connection ends.
const CLOSING: &[u8] = b"GET /lichess HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";

/// What the servers of all tests have reported.
static FAULTS: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// A server of some games, on a port of its own.
struct Running {
    address: SocketAddr,
    end: Option<oneshot::Sender<()>>,
    runtime: Runtime,
    served: Option<tokio::task::JoinHandle<std::io::Result<()>>>,
    folder: TempDir,
}

fn index(folder: &Path, count: usize) -> Index {
    import(&folder.join("import"), &games(11, count), 100, 100);
    Build::new(vec![folder.join("import")], folder.join("index")).run().unwrap();
    Index::open(&folder.join("index")).unwrap()
}

impl Running {
    fn new(limits: ServerLimits) -> Running {
        Running::of(300, limits)
    }

    /// A server of this many games.
    fn of(count: usize, limits: ServerLimits) -> Running {
        Running::after(count, limits, |_| ()).0
    }

    /// A server that begins after clients have done something with its address.
    fn after<T>(count: usize, limits: ServerLimits, clients: impl FnOnce(SocketAddr) -> T) -> (Running, T) {
        let folder = TempDir::new().unwrap();
        let server = Server::new(index(folder.path(), count), None, limits).with_faults(|text| {
            FAULTS.lock().unwrap().push(text.to_owned());
        });
        let runtime = Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
        let listener = runtime.block_on(TcpListener::bind(("127.0.0.1", 0))).unwrap();
        let address = listener.local_addr().unwrap();
        let early = clients(address);
        let (end, ended) = oneshot::channel::<()>();
        let served = runtime.spawn(server.run(listener, async { drop(ended.await) }));
        (Running { address, end: Some(end), runtime, served: Some(served), folder }, early)
    }

    /// The status, the heads in lower case and the body of an answer.
    fn ask(&self, method: &str, path: &str, heads: &str) -> (u16, String, Vec<u8>) {
        let mut stream = TcpStream::connect(self.address).unwrap();
        write!(stream, "{method} {path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n{heads}\r\n").unwrap();
        let mut all = Vec::new();
        stream.read_to_end(&mut all).unwrap();
        let at = all.windows(4).position(|four| four == b"\r\n\r\n").unwrap();
        let head = String::from_utf8_lossy(&all[..at]).to_lowercase();
        let status = head.split(' ').nth(1).unwrap().parse().unwrap();
        (status, head, all[at + 4..].to_vec())
    }

    fn json(&self, path: &str) -> (u16, Value) {
        let (status, _, body) = self.ask("GET", path, "");
        (status, serde_json::from_slice(&body).unwrap())
    }

    /// Builds more games into the index that is being served.
    fn add(&self, seed: u64, count: usize) {
        let (import_folder, index) =
            (self.folder.path().join(format!("{seed}")), self.folder.path().join("index"));
        import(&import_folder, &games(seed, count), 100, 100);
        let mut build = Build::new(vec![import_folder], index);
        build.adds = true;
        build.run().unwrap();
    }

    /// The games that count in the start position, and the tag of this answer.
    fn count(&self) -> (u64, String) {
        let (status, head, body) = self.ask("GET", "/lichess", "");
        assert_eq!(status, 200);
        let answer: Value = serde_json::from_slice(&body).unwrap();
        let count = ["white", "draws", "black"].map(|field| answer[field].as_u64().unwrap()).iter().sum();
        let tag = head.lines().find(|line| line.starts_with("etag: ")).unwrap().to_owned();
        (count, tag)
    }

    /// Asks the server to end, and waits until it has.
    fn end(&mut self) {
        self.end.take().unwrap().send(()).unwrap();
        self.runtime.block_on(self.served.take().unwrap()).unwrap().unwrap();
    }
}

#[test]
fn answers_have_the_fields_of_the_api() {
    let server = Running::new(ServerLimits::default());
    let keys = |value: &Value| value.as_object().unwrap().keys().cloned().collect::<Vec<_>>();
    let (status, answer) =
        server.json("/lichess?history=true&ratings=1000,1200,1400,1600,1800,2000,2200,2500");
    assert_eq!(status, 200);
    assert_eq!(
        keys(&answer),
        ["black", "draws", "history", "moves", "opening", "recentGames", "topGames", "white"]
    );
    let mv = &answer["moves"][0];
    assert_eq!(keys(mv), ["averageRating", "black", "draws", "game", "opening", "san", "uci", "white"]);
    let game = &answer["topGames"][0];
    assert_eq!(keys(game), ["black", "id", "mode", "month", "speed", "uci", "white", "winner", "year"]);
    assert_eq!(
        (keys(&game["white"]), &game["mode"]),
        (vec!["name".to_owned(), "rating".to_owned()], &"rated".into())
    );
    assert_eq!(keys(&answer["history"][0]), ["black", "draws", "month", "white"]);

    let (_, answer) = server.json("/masters?play=a2a3");
    assert_eq!(keys(&answer), ["black", "draws", "moves", "opening", "topGames", "white"]);
    let game = &answer["topGames"][0];
    assert_eq!(keys(game), ["black", "id", "month", "uci", "white", "winner", "year"]);
    let (status, _, pgn) = server.ask("GET", &format!("/master/pgn/{}", game["id"].as_str().unwrap()), "");
    let pgn = String::from_utf8(pgn).unwrap();
    assert_eq!(status, 200);
    assert!(pgn.contains(&format!("[White \"{}\"]", game["white"]["name"].as_str().unwrap())), "{pgn}");
    assert!(pgn.contains("\n1. a3 "), "{pgn}");
    let mut errors = 0;
    assert_eq!(philidor_pgn::check(pgn.as_bytes(), |_| errors += 1).games, 1);
    assert_eq!(errors, 0, "{pgn}");

    let (status, head, body) = server.ask("GET", "/player?player=player%202&color=black", "");
    assert_eq!(status, 200);
    assert!(head.contains("application/x-ndjson"), "{head}");
    let text = String::from_utf8_lossy(&body);
    let line = text.lines().find(|line| line.starts_with('{')).unwrap();
    let answer: Value = serde_json::from_str(line).unwrap();
    assert_eq!(
        keys(&answer),
        ["black", "draws", "moves", "opening", "queuePosition", "recentGames", "white"]
    );
    let mv = &answer["moves"][0];
    assert_eq!(
        keys(mv),
        ["averageOpponentRating", "black", "draws", "game", "opening", "performance", "san", "uci", "white"]
    );
}

/// Limits with which the folder of an index is looked at so often.
fn looking(every: Duration) -> ServerLimits {
    let mut limits = ServerLimits::default();
    limits.look = every;
    limits
}

#[test]
fn games_that_are_added_are_served_from_the_next_look_on() {
    let server = Running::new(looking(Duration::ZERO));
    let mut known = server.count();
    for seed in 12..15 {
        server.add(seed, 200);
        let new = server.count();
        assert!(new.0 > known.0 + 100 && new.1 != known.1, "{known:?} {new:?}");
        let heads = format!("If-None-Match: {}\r\n", known.1.trim_start_matches("etag: "));
        assert_eq!(server.ask("GET", "/lichess", &heads).0, 200, "what a client knows is old");
        assert_eq!(server.count(), new);
        known = new;
    }
}

/// A search for a player looks for new games, too, and these have names by which they are found.
#[test]
fn added_games_are_found_by_their_players_and_names() {
    let server = Running::new(looking(Duration::ZERO));
    let count_of_player = || {
        let (status, _, body) = server.ask("GET", "/player?player=player%202&color=black", "");
        assert_eq!(status, 200);
        let text = String::from_utf8_lossy(&body);
        let last = text.lines().rfind(|line| line.starts_with('{')).unwrap();
        let answer: Value = serde_json::from_str(last).unwrap();
        ["white", "draws", "black"].map(|field| answer[field].as_u64().unwrap()).iter().sum::<u64>()
    };
    let before = count_of_player();
    server.add(12, 300);
    assert!(count_of_player() > before, "{before}");
    let names = |server: &Running| -> HashSet<String> {
        let (_, answer) = server.json("/masters?topGames=15");
        let games = answer["topGames"].as_array().unwrap().clone();
        games.iter().map(|game| game["id"].as_str().unwrap().to_owned()).collect()
    };
    let known = names(&server);
    server.add(13, 3000);
    let new: Vec<String> = names(&server).difference(&known).cloned().collect();
    assert!(!new.is_empty(), "{known:?}");
    for name in new {
        assert_eq!(server.ask("GET", &format!("/masters/pgn/{name}"), "").0, 200, "{name}");
    }
}

/// Games without a result change no sum of the index, and yet its files have other names.
#[test]
fn an_import_without_games_that_count_leaves_the_server_as_it_was() {
    let server = Running::new(looking(DAY));
    server.add(12, 0);
    let folder = server.folder.path().join("index");
    assert!(folder.join("positions-2").exists() && !folder.join("positions-1").exists());
    assert!(server.count().0 > 200);
    let server = Running::new(looking(Duration::ZERO));
    let known = server.count();
    server.add(12, 0);
    assert_eq!(server.count(), known);
}

#[test]
fn a_question_that_comes_when_the_old_files_have_gone_is_answered_by_the_new_ones() {
    // No file of the first index is open, since nothing has been read, and the next look is a day away.
    let server = Running::new(looking(DAY));
    server.add(12, 200);
    let (count, _) = server.count();
    let all = Index::open(&server.folder.path().join("index")).unwrap().manifest().games;
    assert!(all == 500 && count > 300, "{count} of {all}");
}

#[test]
fn an_index_that_cannot_be_opened_leaves_the_old_one_and_is_reported_once() {
    let server = Running::new(looking(Duration::ZERO));
    let known = server.count();
    let manifest = server.folder.path().join("index/explorer.json");
    let whole = std::fs::read_to_string(&manifest).unwrap();
    let reports = || {
        let name = server.folder.path().display().to_string();
        FAULTS.lock().unwrap().iter().filter(|fault| fault.contains(&name)).count()
    };
    assert_eq!(reports(), 0);
    std::fs::write(&manifest, whole.replacen("\"fingerprint\": \"", "\"fingerprint\": \"f", 1)).unwrap();
    for _ in 0..3 {
        assert_eq!(server.count(), known);
        assert_eq!(reports(), 1);
    }
    // A missing manifest is not reported: a new index may be about to be written.
    std::fs::remove_file(&manifest).unwrap();
    assert_eq!((server.count(), reports()), (known.clone(), 1));
    std::fs::write(&manifest, &whole).unwrap();
    assert_eq!((server.count(), reports()), (known.clone(), 1));
    server.add(12, 200);
    assert!(server.count().0 > known.0);
}

#[test]
fn refusals_are_json_and_every_page_may_ask() {
    let server = Running::new(ServerLimits::default());
    for (path, status) in [
        ("/lichess?fen=x", 400),
        ("/lichess?play=e2e5", 400),
        ("/masters?since=x", 400),
        ("/lichess?variant=chess960", 400),
        ("/masters?variant=fromPosition", 400),
        ("/player", 400),
        ("/player?player=a&color=green", 400),
        ("/masters/pgn/zzzzzzzz", 404),
        ("/masters/pgn/%ff%00", 400),
        ("/nowhere", 404),
    ] {
        let (said, head, body) = server.ask("GET", path, "");
        assert_eq!(said, status, "{path}");
        assert!(head.contains("access-control-allow-origin: *"), "{path}: {head}");
        let body: Value = serde_json::from_slice(&body).unwrap();
        assert!(body["error"].as_str().is_some_and(|text| !text.is_empty()), "{path}");
    }
    let (status, head, _) = server.ask("OPTIONS", "/lichess", "Origin: https://lichess.org\r\n");
    assert_eq!(status, 204);
    assert!(head.contains("access-control-allow-methods"), "{head}");
    assert!(head.contains("access-control-allow-headers: authorization, *"), "{head}");
    assert!(head.contains("access-control-max-age: "), "{head}");
    let (status, _, body) = server.ask("POST", "/lichess", "Content-Length: 0\r\n");
    assert!(status == 405 && serde_json::from_slice::<Value>(&body).unwrap()["error"].is_string());
}

#[test]
fn the_page_and_all_that_it_asks_for_are_served() {
    let server = Running::new(ServerLimits::default());
    let (mut open, mut seen) = (vec!["/".to_owned()], HashSet::new());
    while let Some(path) = open.pop() {
        let (status, head, body) = server.ask("GET", &path, "");
        let content_type = match path.rsplit_once('.') {
            Some((_, "js")) => "text/javascript",
            Some((_, "css")) => "text/css",
            _ => "text/html",
        };
        assert!(status == 200 && head.contains(&format!("content-type: {content_type}")), "{path}: {head}");
        // What is imported, and what the page links.
        let text = String::from_utf8(body).unwrap();
        let folder = &path[..=path.rfind('/').unwrap()];
        let named = text.split('"').filter(|name| name.ends_with(".js") || name.ends_with(".css"));
        open.extend(named.map(|name| resolved(folder, name)).filter(|path| seen.insert(path.clone())));
    }
    assert_eq!(seen.len(), 12, "{seen:?}");
}

/// A relative address in a folder: `../a.js` in `/board/` is `/a.js`.
fn resolved(folder: &str, name: &str) -> String {
    match name.strip_prefix("../") {
        Some(name) => format!("{}{name}", &folder[..=folder.trim_end_matches('/').rfind('/').unwrap()]),
        None => format!("{folder}{}", name.trim_start_matches("./")),
    }
}

#[test]
fn every_name_that_is_given_leads_to_its_game() {
    let server = Running::new(ServerLimits::default());
    let (_, answer) = server.json("/lichess?recentGames=8");
    let games = answer["recentGames"].as_array().unwrap();
    let (mut own, mut of_lichess) = (0, 0);
    for id in
        games.iter().chain(answer["topGames"].as_array().unwrap()).map(|game| game["id"].as_str().unwrap())
    {
        let (status, head, body) = server.ask("GET", &format!("/lichess/pgn/{id}"), "");
        if id.starts_with('g') {
            assert_eq!(status, 302, "{id}");
            assert!(head.contains(&format!("location: https://lichess.org/game/export/{id}")), "{head}");
            of_lichess += 1;
        } else {
            assert!(status == 200 && body.starts_with(b"[Event "), "{id}");
            own += 1;
        }
    }
    assert!(own > 0 && of_lichess > 0, "{own} {of_lichess}");
}

#[test]
fn a_search_that_takes_too_long_is_cut_and_does_not_look_whole() {
    let mut limits = ServerLimits::default();
    (limits.search_time, limits.report) = (Duration::ZERO, Duration::ZERO);
    let server = Running::of(1100, limits);
    let path = "/player?player=player%202&color=black";
    let (status, _, body) = server.ask("GET", path, "");
    let text = String::from_utf8(body).unwrap();
    assert_eq!(status, 200);
    assert!(!text.ends_with("0\r\n\r\n") && !text.contains("\"queuePosition\":0"), "{text}");
    limits.search_time = DAY;
    let text = String::from_utf8(Running::of(1100, limits).ask("GET", path, "").2).unwrap();
    assert!(text.ends_with("0\r\n\r\n") && text.contains("\"queuePosition\":0"), "{text}");
}

#[test]
fn slow_clients_are_cut_and_others_get_their_places() {
    let mut limits = ServerLimits::default();
    (limits.connections, limits.head_time) = (1, Duration::from_millis(1));
    // Both have sent all that they will send before there is a place.
    let (_server, (mut slow, mut next)) = Running::after(300, limits, |address| {
        let clients = (TcpStream::connect(address).unwrap(), TcpStream::connect(address).unwrap());
        (&clients.0).write_all(b"GET /lichess HTTP/1.1\r\n").unwrap();
        (&clients.1).write_all(CLOSING).unwrap();
        clients
    });
    // The connection ends, with a refusal or without one.
    let mut said = Vec::new();
    let _ = slow.read_to_end(&mut said);
    assert!(!is_ok(&said));
    said.clear();
    next.read_to_end(&mut said).unwrap();
    assert!(is_ok(&said), "{}", String::from_utf8_lossy(&said));
}

/// No time passes for them: without a limit for their address they would have all places for a day.
#[test]
fn half_sent_requests_of_one_address_leave_places_for_others() {
    let mut limits = ServerLimits::default();
    (limits.connections, limits.idle, limits.head_time) = (4, 2, DAY);
    let server = Running::new(limits);
    let half_sent = |_| {
        let mut client = TcpStream::connect(server.address).unwrap();
        // The server may have cut it.
        let _ = client.write_all(b"GET /lichess HTTP/1.1\r\nHo");
        client
    };
    let _half_sent: Vec<TcpStream> = (0..9).map(half_sent).collect();
    let mut next = TcpStream::connect(server.address).unwrap();
    next.set_read_timeout(Some(PATIENCE)).unwrap();
    next.write_all(CLOSING).unwrap();
    let mut said = Vec::new();
    next.read_to_end(&mut said).unwrap();
    assert!(is_ok(&said), "{}", String::from_utf8_lossy(&said));
}

#[test]
fn a_client_that_does_not_read_is_cut_and_another_gets_its_place() {
    let mut limits = ServerLimits::default();
    (limits.connections, limits.write_time) = (1, Duration::from_millis(50));
    (limits.time, limits.head_time) = (DAY, DAY);
    let server = Running::new(limits);
    let mut greedy = TcpStream::connect(server.address).unwrap();
    let mut next = TcpStream::connect(server.address).unwrap();
    // It asks until its connection ends, for more than fits between it and the server.
    let asking =
        thread::spawn(move || while greedy.write_all(b"GET /page.js HTTP/1.1\r\nHost: a\r\n\r\n").is_ok() {});
    next.set_read_timeout(Some(PATIENCE)).unwrap();
    next.write_all(CLOSING).unwrap();
    let mut said = Vec::new();
    next.read_to_end(&mut said).unwrap();
    assert!(is_ok(&said), "{}", String::from_utf8_lossy(&said));
    asking.join().unwrap();
}

#[test]
fn a_client_waits_while_others_have_all_places() {
    let mut limits = ServerLimits::default();
    (limits.connections, limits.head_time) = (1, DAY);
    let server = Running::new(limits);
    let mut first = BufReader::new(TcpStream::connect(server.address).unwrap());
    let mut second = TcpStream::connect(server.address).unwrap();
    second.write_all(CLOSING).unwrap();
    second.set_nonblocking(true).unwrap();
    // The server has answered the first client often, and the second, who came before, not at all.
    for _ in 0..200 {
        first.get_mut().write_all(b"GET /lichess HTTP/1.1\r\nHost: a\r\n\r\n").unwrap();
        assert!(is_ok(&answer(&mut first)));
        let early = second.read(&mut [0; 1]).map_err(|error| error.kind());
        assert_eq!(early, Err(ErrorKind::WouldBlock));
    }
    drop(first);
    second.set_nonblocking(false).unwrap();
    let mut said = Vec::new();
    second.read_to_end(&mut said).unwrap();
    assert!(is_ok(&said));
}

/// The head and the body of an answer after which the connection stays open.
fn answer(stream: &mut BufReader<TcpStream>) -> Vec<u8> {
    let mut head = String::new();
    while !head.ends_with("\r\n\r\n") {
        assert!(stream.read_line(&mut head).unwrap() > 0, "{head}");
    }
    let length = head.lines().find_map(|line| line.strip_prefix("content-length: ")).unwrap();
    let mut all = head.clone().into_bytes();
    stream.take(length.parse().unwrap()).read_to_end(&mut all).unwrap();
    all
}

fn is_ok(answer: &[u8]) -> bool {
    answer.starts_with(b"HTTP/1.1 200 OK")
}

#[test]
fn an_answer_that_is_known_is_not_sent_again() {
    let server = Running::new(ServerLimits::default());
    let (_, head, first) = server.ask("GET", "/lichess?play=a2a3", "");
    let tag = head.lines().find_map(|line| line.strip_prefix("etag: ")).unwrap().to_owned();
    assert!(head.contains("cache-control: public"), "{head}");
    let (status, _, body) =
        server.ask("GET", "/lichess?play=a2a3", &format!("If-None-Match: \"x\", {tag}\r\n"));
    assert_eq!((status, body.len()), (304, 0));
    for path in ["/lichess?play=a2a4", "/masters?play=a2a3"] {
        assert_eq!(server.ask("GET", path, &format!("If-None-Match: {tag}\r\n")).0, 200);
    }
    // The second time it is kept.
    assert_eq!(server.ask("GET", "/lichess?play=a2a3", "").2, first);
}

#[test]
fn more_requests_than_allowed_are_refused() {
    let mut limits = ServerLimits::default();
    (limits.requests, limits.searches) = (1, 0);
    let server = Running::new(limits);
    let (status, head, _) = server.ask("GET", "/player?player=a&color=white", "");
    assert!(status == 429 && head.contains("retry-after: 1"), "{head}");
    assert_eq!(server.ask("GET", "/lichess", "").0, 200);
    limits.requests = 0;
    let none = Running::new(limits);
    assert_eq!(none.ask("GET", "/lichess", "").0, 429);
}

#[test]
fn a_server_ends_although_clients_stay() {
    // No limit but that of the end lets go of a client.
    let mut limits = ServerLimits::default();
    (limits.time, limits.head_time) = (DAY, DAY);
    let mut server = Running::new(limits);
    let mut idle = TcpStream::connect(server.address).unwrap();
    idle.write_all(b"GET /lichess HTTP/1.1\r\n").unwrap();
    assert_eq!(server.ask("GET", "/lichess", "").0, 200);
    server.end();
    assert!(TcpStream::connect(server.address).is_err());
    drop(idle);
}

/// Requests made of parts of good ones, at random.
#[test]
fn no_request_ends_the_server() {
    let server = Running::new(ServerLimits::default());
    let mut random = Random::new(5);
    let parts = [
        "fen=",
        "play=",
        "e2e4",
        "e7e8q",
        ",",
        "&",
        "=",
        "%",
        "%00",
        "%ff",
        "+",
        "since=",
        "until=",
        "0000-00",
        "9999-12",
        "2024-01",
        "speeds=",
        "blitz",
        "ratings=",
        "2500",
        "moves=",
        "-1",
        "99999999999999999999",
        "topGames=",
        "recentGames=",
        "0",
        "history=",
        "true",
        "variant=",
        "chess960",
        "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR%20w%20KQkq%20-%200%201",
        "8/8/8/8/8/8/8/8%20w",
        "player=",
        "a",
        "color=",
        "white",
        "modes=",
        "rated",
        "%F0%9F%A6%84",
    ];
    let mut statuses = [0; 600];
    for _ in 0..1500 {
        let path = random.one_of(&[
            "/lichess?",
            "/masters?",
            "/player?player=a&color=white&",
            "/masters/pgn/",
            "/lichess/pgn/",
        ]);
        let query: String = (0..random.below(9)).map(|_| random.one_of(&parts)).collect();
        let status = server.ask("GET", &format!("{path}{query}"), "").0;
        assert!([200, 302, 400, 404, 429].contains(&status), "{path}{query}: {status}");
        statuses[usize::from(status)] += 1;
    }
    assert!(statuses[200] > 100 && statuses[400] > 100, "{} {}", statuses[200], statuses[400]);
    assert_eq!(server.ask("GET", "/lichess", "").0, 200);
}
