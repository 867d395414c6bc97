//! `philidor mcp` as clients of language models drive it: messages of JSON-RPC, one a line.

use std::collections::HashMap;
use std::error::Error;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, Command, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Duration;

use serde_json::{Value, json};

use philidor_prey::mutant;
use philidor_proof::program::{Outcome, program};
use philidor_tables::solve::{SolvedTables, Solver};
use philidor_tables::syzygy::{Metric, write};

/// Long enough on any machine; what does not come by then never does.
const PATIENCE: Duration = Duration::from_secs(120);

/// A server and what it has said.
struct Server {
    child: Child,
    input: Option<ChildStdin>,
    lines: Receiver<String>,
    /// Responses that came before they were waited for.
    early: HashMap<u64, Value>,
    last_id: u64,
}

impl Server {
    /// A server that has not been greeted.
    fn start(arguments: &[&str]) -> Result<Server, Box<dyn Error>> {
        let mut child = program(env!("CARGO_BIN_EXE_philidor-mcp"), &[""; 0])
            .args(arguments)
            .stdin(Stdio::piped())
            .spawn()?;
        let (input, output) = (child.stdin.take(), child.stdout.take().ok_or("no output")?);
        let (sender, lines) = channel();
        thread::spawn(move || {
            BufReader::new(output).lines().map_while(Result::ok).try_for_each(|line| sender.send(line))
        });
        Ok(Server { child, input, lines, early: HashMap::new(), last_id: 0 })
    }

    /// A server that is ready for calls.
    fn ready(arguments: &[&str]) -> Result<Server, Box<dyn Error>> {
        let mut server = Server::start(arguments)?;
        let greeting = server.greet()?;
        assert_eq!(greeting["result"]["serverInfo"]["name"], "philidor", "{greeting}");
        Ok(server)
    }

    fn greet(&mut self) -> Result<Value, Box<dyn Error>> {
        let client = json!({"name": "test", "version": "1"});
        let params = json!({"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client});
        let greeting = self.ask("initialize", &params)?;
        self.send(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}))?;
        Ok(greeting)
    }

    fn send_bytes(&mut self, bytes: &[u8]) -> Outcome {
        let input = self.input.as_mut().ok_or("the input has ended")?;
        input.write_all(bytes)?;
        Ok(input.write_all(b"\n")?)
    }

    fn send(&mut self, message: &Value) -> Outcome {
        self.send_bytes(message.to_string().as_bytes())
    }

    /// Sends a request, and returns its number.
    fn request(&mut self, method: &str, params: &Value) -> Result<u64, Box<dyn Error>> {
        self.last_id += 1;
        let id = self.last_id;
        self.send(&json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params}))?;
        Ok(id)
    }

    /// The response to a request.
    fn response(&mut self, id: u64) -> Result<Value, Box<dyn Error>> {
        while !self.early.contains_key(&id) {
            let message: Value = serde_json::from_str(&self.lines.recv_timeout(PATIENCE)?)?;
            if let Some(other) = message["id"].as_u64() {
                self.early.insert(other, message);
            }
        }
        Ok(self.early.remove(&id).ok_or("no response")?)
    }

    fn ask(&mut self, method: &str, params: &Value) -> Result<Value, Box<dyn Error>> {
        let id = self.request(method, params)?;
        self.response(id)
    }

    fn request_call(&mut self, tool: &str, arguments: &Value) -> Result<u64, Box<dyn Error>> {
        self.request("tools/call", &json!({"name": tool, "arguments": arguments}))
    }

    fn call(&mut self, tool: &str, arguments: &Value) -> Result<Answer, Box<dyn Error>> {
        let id = self.request_call(tool, arguments)?;
        Answer::new(self.response(id)?)
    }

    /// The answer of a tool that must not refuse.
    fn fine(&mut self, tool: &str, arguments: &Value) -> Result<Answer, Box<dyn Error>> {
        let answer = self.call(tool, arguments)?;
        assert!(!answer.is_error, "{tool} {arguments}: {}", answer.text);
        Ok(answer)
    }

    /// The text of a tool that must refuse.
    fn refusal(&mut self, tool: &str, arguments: &Value) -> Result<String, Box<dyn Error>> {
        let answer = self.call(tool, arguments)?;
        assert!(answer.is_error, "{tool} {arguments}: {}", answer.text);
        assert!(answer.data.is_object(), "{tool}: {}", answer.data);
        Ok(answer.text)
    }

    fn tools(&mut self) -> Result<Vec<Value>, Box<dyn Error>> {
        let listed = self.ask("tools/list", &json!({}))?;
        Ok(listed["result"]["tools"].as_array().ok_or("no tools")?.clone())
    }

    /// Ends the input, and returns the exit code.
    fn end(mut self) -> Result<Option<i32>, Box<dyn Error>> {
        self.input = None;
        Ok(self.child.wait()?.code())
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // A test that failed leaves no server running.
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// The result of a call.
struct Answer {
    text: String,
    data: Value,
    is_error: bool,
}

impl Answer {
    fn new(response: Value) -> Result<Answer, Box<dyn Error>> {
        let result = &response["result"];
        let text = result["content"][0]["text"].as_str().ok_or_else(|| response.to_string())?.to_owned();
        let is_error = result["isError"].as_bool().ok_or("neither an error nor none")?;
        Ok(Answer { text, data: result["structuredContent"].clone(), is_error })
    }
}

/// Arguments that a tool needs beside those that name a position.
fn needed(tool: &str) -> Value {
    match tool {
        "check_move" => json!({"move": "e4"}),
        "play_moves" => json!({"line": "e4"}),
        "analyze" => json!({"depth": 1}),
        "perft" => json!({"depth": 1}),
        "hunt" => json!({"their_total": 20}),
        _ => json!({}),
    }
}

fn with(mut arguments: Value, name: &str, value: &str) -> Value {
    arguments[name] = Value::from(value);
    arguments
}

#[test]
fn the_list_of_tools_is_what_models_read() -> Outcome {
    let program = mutant().display().to_string();
    let tools = Server::ready(&["--allow-hunt", &program])?.tools()?;
    let mut signatures = Vec::new();
    for tool in &tools {
        let name = tool["name"].as_str().ok_or("no name")?;
        let schema = &tool["inputSchema"];
        let properties = schema["properties"].as_object().ok_or("no properties")?;
        assert!(tool["title"].is_string() && schema["type"] == "object", "{tool}");
        assert!(tool["description"].as_str().is_some_and(|text| text.len() > 60), "{tool}");
        // Which calls change nothing, and ask nothing but this process.
        let is_alone = name != "hunt_program";
        let hints = json!({"idempotentHint": is_alone, "openWorldHint": !is_alone, "readOnlyHint": is_alone});
        assert_eq!(tool["annotations"], hints, "{name}");
        for (name, property) in properties {
            assert!(property["type"].is_string(), "{name}: {property}");
            assert!(
                property["description"].as_str().is_some_and(|text| text.len() > 10),
                "{name}: {property}"
            );
        }
        let is_needed =
            |name| schema["required"].as_array().is_some_and(|all| all.iter().any(|one| one == name));
        let words = properties.keys().map(|name| format!("{name}{}", if is_needed(name) { "" } else { "?" }));
        signatures.push(format!("{name}({})", words.collect::<Vec<_>>().join(", ")));
    }
    let expected = [
        "legal_moves(fen?, moves?, variant?)",
        "check_move(fen?, move, moves?, variant?)",
        "play_moves(fen?, line, moves?, variant?)",
        "show_board(fen?, figurines?, from_black?, moves?, variant?)",
        "opening(fen?, moves?)",
        "analyze(depth?, fen?, moves?, movetime_ms?, multipv?, nodes?, search_moves?)",
        "check_pgn(pgn)",
        "perft(depth, divide?, fen?, moves?, variant?)",
        "hunt(depth?, fen?, moves?, their_divide?, their_moves?, their_total?)",
        "hunt_program(fen?, nodes_limit?)",
    ];
    assert_eq!(signatures, expected);
    // What the user has not allowed is not there.
    let names = |tools: &[Value]| tools.iter().map(|tool| tool["name"].to_string()).collect::<Vec<_>>();
    let fewer = names(&Server::ready(&[])?.tools()?);
    assert!(!fewer.contains(&"\"hunt_program\"".to_owned()) && !fewer.contains(&"\"tables\"".to_owned()));
    assert_eq!(fewer.len() + 1, tools.len());
    Ok(())
}

/// Why a move is illegal is explained by every tool to which moves are given, with what is legal.
#[test]
fn every_tool_explains_an_illegal_move() -> Outcome {
    let mut server = Server::ready(&[])?;
    let tools = server.tools()?;
    let mut explained = 0;
    for tool in &tools {
        let name = tool["name"].as_str().ok_or("no name")?;
        if tool["inputSchema"]["properties"].get("moves").is_none() {
            assert_eq!(name, "check_pgn");
            continue;
        }
        let text = server.refusal(name, &with(needed(name), "moves", "1. e4 e5 2. Ke3 Nf6"))?;
        assert!(text.starts_with("move 3 of the line, `Ke3`, cannot be played in "), "{name}: {text}");
        for words in
            ["the king cannot move to e3", "e1e3: a king on e1 ", "Near it: Ke2", "Legal moves (29): "]
        {
            assert!(text.contains(words), "{name}: {words} is not in {text}");
        }
        let text = server.refusal(name, &with(needed(name), "fen", "8/8/8/8/8/8/8/K7 x - e9 0 1"))?;
        for words in ["`x` is neither w nor b", "`e9`", "black has no king"] {
            assert!(text.contains(words), "{name}: {words} is not in {text}");
        }
        explained += 1;
    }
    assert_eq!(explained, tools.len() - 1);
    let bad = server.fine("check_pgn", &json!({"pgn": "1. e4 e5 2. Ke3 *"}))?;
    assert!(bad.text.contains("line 1, column 13: `Ke3`: illegal") && bad.text.contains("Legal moves (29)"));
    assert_eq!(server.end()?, Some(0));
    Ok(())
}

#[test]
fn what_is_wrong_with_a_move_is_said_with_squares_and_pieces() -> Outcome {
    let mut server = Server::ready(&[])?;
    for (fen, text, reason) in [
        (
            "4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1",
            "Nc3",
            "the knight on e2 is pinned to its king on e1 by the rook on e8",
        ),
        ("4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1", "e2c3", "the knight on e2 is pinned"),
        ("4kr2/8/8/8/8/8/8/4K2R w K - 0 1", "O-O", "the king would pass f1, which the rook on f8 attacks"),
        ("startpos", "e5", "a pawn on e2 does not reach e5"),
        ("startpos", "e7e5", "it is white's turn"),
        ("startpos", "Nf6", "it is white's turn; black could play it"),
        ("startpos", "nf3", "Near it: Nf3"),
        ("startpos", "O-O", "in the way of castling short"),
        ("8/4P2k/8/8/8/8/8/K7 w - - 0 1", "e8", "the promotion piece is missing"),
        ("8/7k/8/8/8/8/8/K7 w - - 0 1", "Rd1", "white has no rook"),
        ("startpos", "--", "null"),
        ("startpos", "castle", "not a move; write it like Nf3 or g1f3"),
        ("startpos", "knight to f3", "not a move; write it like"),
        ("startpos", "resign", "not a move; write it like"),
        ("startpos", "", "not a move; write it like"),
    ] {
        let answer = server.fine("check_move", &json!({"fen": fen, "move": text}))?;
        assert_eq!(answer.data["legal"], false, "{text}");
        assert!(answer.text.contains(reason), "{fen} {text}: {reason} is not in {}", answer.text);
        assert!(answer.text.contains("Legal moves ("), "{}", answer.text);
    }
    let null = server.fine("check_move", &json!({"move": "0000"}))?;
    assert!(!null.text.contains("listed once"), "a rule for programs: {}", null.text);
    let spelled = server.fine("check_move", &json!({"move": "drop it", "variant": "crazyhouse"}))?;
    assert!(spelled.text.contains("not a move; write it like"), "{}", spelled.text);
    let legal = server.fine("check_move", &json!({"move": "1.e4"}))?;
    assert_eq!((&legal.data["legal"], &legal.data["move"]["uci"]), (&json!(true), &json!("e2e4")));
    let mated = server.fine("check_move", &json!({"move": "Ke2", "moves": "f3 e5 g4 Qh4#"}))?;
    assert!(mated.text.contains("There is no legal move"), "{}", mated.text);
    Ok(())
}

/// Moves after the end of a game are never accepted in silence, whichever tool is asked.
#[test]
fn a_game_that_had_ended_is_not_played_on_in_silence() -> Outcome {
    let mut server = Server::ready(&[])?;
    let five = "Nf3 Nf6 Ng1 Ng8 ".repeat(4);
    let over = server.fine("check_move", &json!({"moves": five, "move": "e4"}))?;
    assert!(over.text.starts_with("legal, but the game is over: e4 (UCI e2e4)"), "{}", over.text);
    let words = "the game had ended after 16 half-moves (Ng8): draw by fivefold repetition (1/2-1/2); then black to move";
    assert!(over.text.contains(words), "{}", over.text);
    let after = &over.data["after"];
    assert_eq!((&after["ended_after"], &after["result"]), (&json!("16 half-moves (Ng8)"), &json!("1/2-1/2")));
    let line = server.fine("play_moves", &json!({"moves": five, "line": "e4 e5"}))?;
    assert!(line.text.contains("the game had ended after 16 half-moves (Ng8)"), "{}", line.text);
    assert_eq!(line.data["outcome"], after["outcome"]);
    let moves = server.fine("legal_moves", &json!({"moves": five + "e4"}))?;
    assert!(moves.text.contains("the game had ended after 16 half-moves"), "{}", moves.text);
    let kings = json!({"fen": "4k3/8/8/8/8/8/8/4K3 w - - 0 1", "moves": "Kd1"});
    let kings = server.fine("show_board", &kings)?;
    assert!(kings.text.contains("the game had ended after 0 half-moves: "), "{}", kings.text);
    let fine = server.fine("check_move", &json!({"move": "e4"}))?;
    assert!(fine.text.starts_with("legal: e4") && fine.data["after"].get("ended_after").is_none());
    Ok(())
}

#[test]
fn every_tool_answers() -> Outcome {
    let mut server = Server::ready(&[])?;
    let moves = server.fine("legal_moves", &json!({"moves": "e4 d5"}))?;
    assert_eq!((&moves.data["legal_move_count"], &moves.data["captures"]), (&json!(31), &json!(["exd5"])));
    assert!(moves.text.contains("Captures: exd5\nChecks: Bb5+"), "{}", moves.text);
    let mate = server.fine("legal_moves", &json!({"moves": "f3 e5 g4 Qh4#"}))?;
    assert!(mate.text.contains("the game is over: Black wins by checkmate (0-1)"), "{}", mate.text);
    let shuffle = "Nf3 Nf6 Ng1 Ng8 Nf3 Nf6 Ng1 Ng8";
    let claim = server.fine("legal_moves", &json!({"moves": shuffle}))?;
    assert!(claim.text.contains("may claim a draw"), "{}", claim.text);
    assert_eq!(claim.data["occurrences"], 3);

    let line = server.fine("play_moves", &json!({"line": "1. e2e4 c5 2. Nf3 1-0"}))?;
    assert_eq!((&line.data["san"], &line.data["uci"]), (&json!("1. e4 c5 2. Nf3"), &json!("e2e4 c7c5 g1f3")));
    let annotated = json!({"line": "1. e4 $1 {best by test} e5{so they say}2. Nf3 $22 {and so on"});
    assert_eq!(server.fine("play_moves", &annotated)?.data["san"], "1. e4 e5 2. Nf3");
    let broken = server.call("play_moves", &json!({"line": "e4 e5 Qh6 Nf6"}))?;
    assert!(broken.is_error && broken.data["illegal"]["number"] == 3, "{}", broken.data);
    assert_eq!(broken.data["san"], "1. e4 e5");

    let board = server.fine("show_board", &json!({"fen": "4r2k/8/8/8/8/8/4N3/4K3 w - - 0 1"}))?;
    assert!(board.text.contains("[N]") && board.text.contains("pinned white e2"), "{}", board.text);
    let unreached =
        server.fine("show_board", &json!({"fen": "4k3/8/8/8/8/8/PPPPPPPP/R1BQKB1R b KQ - 0 1"}))?;
    assert!(
        unreached.text.ends_with("\nUnreachable: no game leads here: white has no last move."),
        "{}",
        unreached.text
    );
    let upside_down = server.fine("show_board", &json!({"from_black": true, "figurines": true}))?;
    assert!(upside_down.text.starts_with("  1  ♖"), "{}", upside_down.text);

    let opening = server.fine("opening", &json!({"moves": "e4 e5 Nf3 Nc6 Bb5"}))?;
    assert_eq!(opening.data["opening"], json!({"eco": "C60", "name": "Ruy Lopez"}));
    assert!(opening.text.contains("a6: C70 Ruy Lopez: Morphy Defense"), "{}", opening.text);

    let mate_in_one = "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1";
    let found = server.fine("analyze", &json!({"fen": mate_in_one, "depth": 5, "multipv": 2}))?;
    assert_eq!(
        (&found.data["best"], &found.data["lines"][0]["white"]),
        (&json!("d1d8"), &json!({"mate": 1}))
    );
    assert_eq!(found.data["lines"].as_array().map(Vec::len), Some(2));
    assert_eq!(found.data["lines"][0]["white_wdl"], json!([1000, 0, 0]));
    assert!(found.text.contains("best move: Rd8#"), "{}", found.text);
    let only = json!({"fen": mate_in_one, "depth": 3, "search_moves": "Kb1, Kb2"});
    let only = server.fine("analyze", &only)?;
    assert!(only.data["best"].as_str().is_some_and(|best| best.starts_with("a1b")), "{}", only.data);
    let shuffle = "Nf3 Nf6 Ng1 Ng8 ".repeat(4);
    for over in [
        json!({"fen": "8/8/4k3/8/8/4K3/8/8 w - - 0 1"}),
        json!({"moves": shuffle}),
        json!({"fen": "4k3/8/8/8/8/8/8/R3K3 w - - 150 90"}),
    ] {
        let over = server.fine("analyze", &over)?;
        assert_eq!(
            (&over.data["best"], &over.data["result"]),
            (&Value::Null, &json!("1/2-1/2")),
            "{}",
            over.text
        );
    }
    let illegal = server.refusal("analyze", &json!({"search_moves": "e4 Ke3", "depth": 1}))?;
    assert!(illegal.contains("`search_moves`: Ke3 cannot be played"), "{illegal}");

    let perft = server.fine("perft", &json!({"depth": 3, "divide": true}))?;
    assert_eq!((&perft.data["leaves"], &perft.data["divide"]["e2e4"]), (&json!(8_902), &json!(600)));

    let fine = server.fine("check_pgn", &json!({"pgn": "[Event \"?\"]\n\n1. e4 e5 (1... c5) *\n"}))?;
    assert!(fine.text.ends_with("all fine."), "{}", fine.text);
    let doubtful = server.fine("check_pgn", &json!({"pgn": "\n1. f3 e5 2. g4 Qh4# 1-0\n"}))?;
    assert!(
        doubtful.text.contains("Black wins by checkmate, but the game ends with 1-0"),
        "{}",
        doubtful.text
    );
    let doubtful = server.fine("check_pgn", &json!({"pgn": "1. Nf3# Nf6+ 3. g3 *\n"}))?;
    assert!(doubtful.text.contains("White's move 1 is marked #, but is not mate"), "{}", doubtful.text);
    assert!(doubtful.text.contains("White's move 2 has the number 3"), "{}", doubtful.text);
    let bad = server.fine("check_pgn", &json!({"pgn": "1. e4 (1. d5) e5 (1... Ke6) 2. Ke3 *\n"}))?;
    assert_eq!((bad.data["faults"].as_array().map(Vec::len), &bad.data["bad_games"]), (Some(3), &json!(1)));
    Ok(())
}

#[test]
fn variants_have_their_own_rules() -> Outcome {
    let mut server = Server::ready(&[])?;
    let pocket = json!({"variant": "crazyhouse", "fen": "4k3/8/8/8/8/8/8/4K3[N] w - - 0 1", "move": "N@f6"});
    let drop = server.fine("check_move", &pocket)?;
    assert_eq!((&drop.data["legal"], &drop.data["after"]["in_check"]), (&json!(true), &json!(true)));
    let hill = json!({"variant": "kingofthehill", "fen": "8/8/8/8/8/4K3/8/7k w - - 0 1", "line": "Ke4"});
    let won = server.fine("play_moves", &hill)?;
    assert_eq!(won.data["result"], "1-0", "{}", won.text);
    let forced = json!({"variant": "antichess", "fen": "8/6p1/8/8/8/8/6R1/8 w - - 0 1", "moves": "Ra2"});
    let text = server.refusal("legal_moves", &forced)?;
    assert!(text.contains("captures are compulsory") && text.contains("Legal moves (1): Rxg7"), "{text}");
    let counted = server.fine("perft", &json!({"variant": "atomic", "depth": 4}))?;
    assert_eq!(counted.data["leaves"], 197_326);
    let board = server.fine("show_board", &json!({"variant": "horde"}))?;
    assert!(board.text.contains("P  P  P  P  P  P  P  P"), "{}", board.text);
    let pgn = "[Variant \"Atomic\"]\n\n1. Nf3 d5 2. Ne5 d4 3. Nxf7 *\n\n1. e4 *\n\n[Variant \"Atomic\"]\n\n1. Ke2 *\n";
    let checked = server.fine("check_pgn", &json!({"pgn": pgn}))?;
    assert_eq!(
        (&checked.data["games"], &checked.data["bad_games"]),
        (&json!(3), &json!(1)),
        "{}",
        checked.text
    );
    assert!(checked.text.contains("line 9, column 4: `Ke2`"), "{}", checked.text);
    Ok(())
}

#[test]
fn wrong_numbers_of_a_generator_are_explained() -> Outcome {
    let mut server = Server::ready(&[])?;
    let fen = "4k3/8/8/8/8/8/7r/R3K2R w KQ - 0 1";
    let all = server.fine("perft", &json!({"fen": fen, "depth": 1, "divide": true}))?;
    let all: Vec<&str> =
        all.data["divide"].as_object().ok_or("no divide")?.keys().map(String::as_str).collect();
    let right = server.fine("hunt", &json!({"fen": fen, "their_moves": all.join(" ")}))?;
    assert_eq!(
        (&right.data["is_right"], &right.data["next"]),
        (&json!(true), &Value::Null),
        "{}",
        right.text
    );
    let wrong: Vec<&str> = all.iter().copied().filter(|&mv| mv != "e1c1").chain(["e1d2"]).collect();
    let wrong = server.fine("hunt", &json!({"fen": fen, "their_moves": wrong.join(" ")}))?;
    for words in ["invented e1d2: d2 is attacked by the rook on h2", "missing e1c1: "] {
        assert!(wrong.text.contains(words), "{}", wrong.text);
    }
    let mut divide = server.fine("perft", &json!({"depth": 3, "divide": true}))?.data["divide"].take();
    divide["g1f3"] = json!(439);
    let below = server.fine("hunt", &json!({"depth": 3, "their_divide": divide}))?;
    assert!(below.text.contains("g1f3: 440 leaves expected, 439 counted"), "{}", below.text);
    assert_eq!(below.data["next"]["depth"], 2);
    assert!(below.data["next"]["fen"].as_str().is_some_and(|fen| fen.contains("5N2")), "{}", below.data);
    let total = server.fine("hunt", &json!({"their_total": 21}))?;
    assert!(total.text.contains("21 instead of 20"), "{}", total.text);
    for wrong in [
        json!({}),
        json!({"their_moves": "e2e4", "depth": 2}),
        json!({"their_moves": "e2e4", "their_divide": {"e2e4": 1}}),
        json!({"their_divide": {"e2e4": u64::MAX}}),
        json!({"their_divide": {"e2e4": -1}}),
        json!({"their_moves": "e2e4 ".repeat(2_000)}),
    ] {
        server.refusal("hunt", &wrong)?;
    }
    Ok(())
}

#[test]
fn the_program_that_is_allowed_is_hunted() -> Outcome {
    let command = format!("'{}'", mutant().display());
    let mut server = Server::ready(&["--allow-hunt", &command])?;
    let report = server.fine("hunt_program", &json!({"fen": "kiwipete", "nodes_limit": 50}))?;
    assert_eq!((&report.data["wrong"], &report.data["findings"]), (&json!(0), &json!([])), "{}", report.text);
    assert!(report.data["right"].as_u64().is_some_and(|right| right > 0), "{}", report.text);
    Ok(())
}

/// Programs that say nothing when they are greeted, talk without end, or say nothing when they are asked to count.
#[cfg(unix)]
const SILENT: &str = "cat";
#[cfg(unix)]
const BABBLING: &str = "yes";
#[cfg(unix)]
const MUTE: &str =
    "sh -c 'while read -r line; do case $line in uci) echo uciok;; isready) echo readyok;; esac; done'";

#[cfg(unix)]
#[test]
fn the_clock_ends_a_hunt_whatever_the_program_does() -> Outcome {
    for prey in [SILENT, BABBLING] {
        let mut server = Server::ready(&["--time-limit", "300ms", "--allow-hunt", prey])?;
        let said = server.refusal("hunt_program", &json!({}))?;
        let words = "had not answered after 0.3 s, when the time was over (--time-limit)";
        assert_eq!(said, format!("{prey}: {words}"));
    }
    let mut server = Server::ready(&["--time-limit", "600ms", "--allow-hunt", MUTE])?;
    let said = server.fine("hunt_program", &json!({}))?.text;
    assert!(said.contains(" questions because time ran out (--time-limit)\n"), "{said}");
    assert!(!said.contains("cancelling") && !said.contains("0 wrong"), "{said}");
    Ok(())
}

#[cfg(unix)]
#[test]
fn a_hunt_is_stopped_whatever_the_program_does() -> Outcome {
    for prey in [SILENT, BABBLING] {
        let mut server = Server::ready(&["--time-limit", "10m", "--allow-hunt", prey])?;
        let running = server.request_call("hunt_program", &json!({}))?;
        server.input = None;
        let answer = Answer::new(server.response(running)?)?;
        assert_eq!(answer.text, format!("{prey}: stopped before it had answered"));
    }
    Ok(())
}

#[test]
fn tables_are_asked() -> Outcome {
    let folder = tempfile::tempdir()?;
    let path = folder.path().to_str().ok_or("a path of UTF-8")?;
    let material = "KQvK".parse()?;
    let mut solved = SolvedTables::new();
    Solver::new().solve(&mut solved, material)?;
    for metric in Metric::ALL {
        let extension = if metric == Metric::Wdl { "rtbw" } else { "rtbz" };
        std::fs::write(folder.path().join(format!("KQvK.{extension}")), write(&solved, material, metric)?)?;
    }
    let mut server = Server::ready(&["--tables", path])?;
    let won = server.fine("tables", &json!({"fen": "8/8/8/8/8/2k5/7Q/K7 w - - 0 1"}))?;
    assert!(
        won.text.contains("white to move: won: capture, pawn move or mate in 11 half-moves\nQf4 won 11"),
        "{}",
        won.text
    );
    assert_eq!((&won.data["wdl"], &won.data["moves"][0]["san"]), (&json!(2), &json!("Qf4")));
    let missing = server.refusal("tables", &json!({}))?;
    assert!(missing.contains("32"), "{missing}");
    Ok(())
}

#[test]
fn rubbish_is_survived_and_named() -> Outcome {
    let mut server = Server::ready(&[])?;
    for rubbish in [
        b"".as_slice(),
        b"rubbish",
        b"{",
        b"[]",
        b"null",
        b"\xff\xfe\0",
        b"{\"jsonrpc\":\"2.0\"}",
        b"{\"jsonrpc\":\"1.0\",\"id\":1,\"method\":\"tools/list\"}",
        b"{\"jsonrpc\":\"2.0\",\"id\":{},\"method\":\"tools/list\"}",
        b"{\"jsonrpc\":\"2.0\",\"method\":\"tools/call\"}",
        b"{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\",\"params\":{\"requestId\":999}}",
        b"{\"jsonrpc\":\"2.0\",\"method\":\"notifications/cancelled\"}",
        b"{\"jsonrpc\":\"2.0\",\"id\":99999,\"result\":{}}",
        [b"[".repeat(100_000), b"]".repeat(100_000)].concat().as_slice(),
        &b"x".repeat(17 << 20),
    ] {
        server.send_bytes(rubbish)?;
    }
    let unknown = server.ask("tools/call", &json!({"name": "no_such_tool"}))?;
    let message = unknown["error"]["message"].as_str().unwrap_or_default();
    assert!(message.contains("unknown tool `no_such_tool`") && message.contains("legal_moves"), "{unknown}");
    let method = server.ask("no/such/method", &json!({}))?;
    assert!(method["error"]["code"].is_i64(), "{method}");
    for (tool, arguments, wanted) in [
        (
            "legal_moves",
            json!({"fenn": "startpos"}),
            "unknown argument `fenn`, expected one of fen, moves, variant",
        ),
        ("legal_moves", json!({"fen": 5}), "`fen` must be a text"),
        ("legal_moves", json!({"variant": "checkers"}), "`variant` must be one of: chess, antichess"),
        ("legal_moves", json!({"fen": "a\0b/c \0"}), "`fen` is refused"),
        ("legal_moves", json!({"fen": "k".repeat(1 << 20)}), "more than any position needs"),
        ("legal_moves", json!({"moves": "\0"}), "not a move"),
        ("legal_moves", json!({"moves": "é".repeat(1 << 20)}), "not a move"),
        ("legal_moves", json!({"moves": "Nf3 ".repeat(20_000)}), "more than 12000 half-moves"),
        ("check_move", json!({}), "the argument `move` is missing"),
        ("check_move", json!({"move": null}), "the argument `move` is missing"),
        ("play_moves", json!({"line": {}}), "`line` must be a text"),
        ("analyze", json!({"depth": 0}), "`depth` must be a whole number from 1 to 100"),
        ("analyze", json!({"nodes": -1}), "`nodes` must be a whole number from 1 to"),
        ("analyze", json!({"multipv": u64::MAX}), "`multipv` must be a whole number from 1 to 50"),
        ("analyze", json!({"movetime_ms": 0.5}), "`movetime_ms` must be a whole number"),
        ("perft", json!({"depth": u64::MAX}), "`depth` must be a whole number from 1 to 20"),
        ("perft", json!({"depth": 0}), "`depth` must be a whole number from 1 to 20"),
        (
            "hunt",
            json!({"their_divide": {"a2a3": 20.5}}),
            "`their_divide` must be an object with `a2a3` as a whole number from 0",
        ),
        ("hunt", json!({"their_divide": {"a2a3": "20"}}), "an object with `a2a3` as a whole number"),
        ("check_pgn", json!({"pgn": ""}), "there is no game"),
        ("check_pgn", json!({"pgn": "x".repeat(2 << 20)}), "at most 1048576 are read"),
        ("opening", json!({"variant": "atomic"}), "unknown argument `variant`"),
        (
            "legal_moves",
            json!({"moves": ["e4", "d5"]}),
            "`moves` must be a text, such as \"e4 e5\", not a list",
        ),
    ] {
        let text = server.refusal(tool, &arguments)?;
        assert!(text.contains(wanted), "{tool}: {wanted} is not in {text:.200}");
        assert!(text.len() < 2_000, "{tool}: {} bytes", text.len());
    }
    let cut = server.fine("check_move", &json!({"move": "e".repeat(1 << 20)}))?;
    assert!(cut.text.len() < 1_000 && cut.data["legal"] == false, "{:.200}", cut.text);
    // The longest search is cut short by its other limit.
    server.fine("analyze", &json!({"nodes": u64::MAX, "depth": 1}))?;
    let many = "Nf3 Nf6 Ng1 Ng8 ".repeat(2_500);
    let long = server.fine("play_moves", &json!({"line": many}))?;
    assert!(
        long.data["outcome"].as_str().is_some_and(|end| end.contains("fivefold")),
        "{}",
        long.data["outcome"]
    );
    assert_eq!(server.end()?, Some(0));
    Ok(())
}

#[test]
fn calls_at_the_same_time_are_all_answered() -> Outcome {
    let mut server = Server::ready(&[])?;
    let mut calls = Vec::new();
    for depth in [1, 2, 3, 4].into_iter().cycle().take(60) {
        calls.push((server.request_call("perft", &json!({"depth": depth}))?, depth));
        server.request_call("analyze", &json!({"depth": depth}))?;
        server.request_call("show_board", &json!({}))?;
    }
    for (id, depth) in calls {
        let answer = Answer::new(server.response(id)?)?;
        assert_eq!(answer.data["leaves"], [20, 400, 8_902, 197_281][depth - 1], "{}", answer.text);
    }
    for id in server.last_id - 179..=server.last_id {
        if (id - 2) % 3 != 0 {
            assert!(!Answer::new(server.response(id)?)?.is_error);
        }
    }
    Ok(())
}

/// A search of ten minutes is stopped, by whatever stops one.
const LONG: &str = "600000";

fn long_search() -> Value {
    json!({"movetime_ms": LONG.parse::<u64>().unwrap_or_default()})
}

/// Long calls run one at a time, so one that is answered shows that the one before has ended.
#[test]
fn a_call_that_is_cancelled_ends_and_is_not_answered() -> Outcome {
    let mut server = Server::ready(&["--time-limit", "10m"])?;
    let [running, waiting] = [(); 2].map(|()| server.request_call("analyze", &long_search()));
    let (running, waiting) = (running?, waiting?);
    let after = server.request_call("perft", &json!({"depth": 2}))?;
    // Short calls do not wait.
    server.fine("legal_moves", &json!({}))?;
    for id in [waiting, running] {
        let params = json!({"requestId": id, "reason": "the user has changed his mind"});
        server.send(&json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params}))?;
    }
    assert_eq!(Answer::new(server.response(after)?)?.data["leaves"], 400);
    assert!(!server.early.contains_key(&running) && !server.early.contains_key(&waiting));
    // Counts and comparisons are stopped in the same way.
    for (tool, arguments) in
        [("perft", json!({"depth": 15})), ("perft", json!({"depth": 12, "variant": "crazyhouse"}))]
    {
        let running = server.request_call(tool, &arguments)?;
        let after = server.request_call("perft", &json!({"depth": 1}))?;
        server.fine("legal_moves", &json!({}))?;
        let params = json!({"requestId": running});
        server.send(&json!({"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params}))?;
        assert_eq!(Answer::new(server.response(after)?)?.data["leaves"], 20, "{tool}");
    }
    Ok(())
}

#[test]
fn the_time_limit_ends_a_call_with_what_is_known() -> Outcome {
    let mut server = Server::ready(&["--time-limit", "200ms"])?;
    let found = server.fine("analyze", &json!({"depth": 100}))?;
    assert_eq!(found.data["is_complete"], false, "{}", found.text);
    assert!(found.data["best"].is_string() && found.text.contains("stopped early"), "{}", found.text);
    let counted = server.refusal("perft", &json!({"depth": 20}))?;
    assert!(counted.contains("depth 20 takes longer"), "{counted}");
    Ok(())
}

#[test]
fn the_end_of_the_input_ends_what_runs_and_its_answer_comes() -> Outcome {
    let mut server = Server::ready(&["--time-limit", "10m"])?;
    // The second and the third are still waiting when the input ends.
    let ids = [(); 3].map(|()| server.request_call("analyze", &long_search()));
    server.input = None;
    let [running, waiting, another] = ids;
    let answer = Answer::new(server.response(running?)?)?;
    assert!(answer.data["best"].is_string(), "{}", answer.text);
    for id in [waiting?, another?] {
        let answer = Answer::new(server.response(id)?)?;
        assert!(answer.is_error && answer.text.contains("the input has ended"), "{}", answer.text);
    }
    assert_eq!(server.end()?, Some(0));
    // Also before a client has said anything.
    assert_eq!(Server::start(&[])?.end()?, Some(0));
    Ok(())
}

#[test]
fn messages_that_are_none_are_answered_without_an_id() -> Outcome {
    let mut server = Server::ready(&[])?;
    for (bytes, code) in [
        (b"{\"jsonrpc\"".to_vec(), -32_700),
        (b"\xff".to_vec(), -32_700),
        (b"[1]".to_vec(), -32_600),
        (vec![b' '; 17 << 20], -32_600),
    ] {
        server.send_bytes(&bytes)?;
        let answer: Value = serde_json::from_str(&server.lines.recv_timeout(PATIENCE)?)?;
        assert_eq!((&answer["id"], &answer["error"]["code"]), (&Value::Null, &json!(code)), "{answer}");
    }
    for params in [json!({"name": 5}), json!([]), json!({"name": "perft", "arguments": 7})] {
        let answer = server.ask("tools/call", &params)?;
        assert_eq!(answer["error"]["code"], -32_602, "{answer}");
    }
    assert_eq!(server.ask("no/such", &json!({}))?["error"]["code"], -32_601);
    assert_eq!(server.end()?, Some(0));
    Ok(())
}

/// What it cannot write holds it back, and neither the end of the input nor a signal waits for a reader.
#[cfg(unix)]
#[test]
fn a_client_that_never_reads_is_held_back() -> Outcome {
    let mut child = program(env!("CARGO_BIN_EXE_philidor-mcp"), &[""; 0]).stdin(Stdio::piped()).spawn()?;
    let output = child.stdout.take();
    let mut input = child.stdin.take().ok_or("no input")?;
    let client = json!({"name": "test", "version": "1"});
    let params = json!({"protocolVersion": "2025-06-18", "capabilities": {}, "clientInfo": client});
    writeln!(input, "{}", json!({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": params}))?;
    let call = json!({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "show_board", "arguments": {}}});
    let (sender, sent) = channel();
    thread::spawn(move || {
        // Far more than may wait; the pipe closes when the server ends.
        (0..200_000).try_for_each(|number| {
            sender.send(number).map_err(drop).and(writeln!(input, "{call}").map_err(drop))
        })
    });
    let mut last = 0;
    while let Ok(number) = sent.recv_timeout(Duration::from_secs(5)) {
        last = number;
    }
    assert!(last < 100_000, "{last}");
    let sent = Command::new("kill").args(["-TERM", &child.id().to_string()]).status()?;
    assert!(sent.success());
    assert_eq!(child.wait()?.code(), Some(130));
    drop(output);
    Ok(())
}

/// A script that pipes many calls and closes its input gets every answer.
#[test]
fn many_calls_by_a_pipe_are_all_answered() -> Outcome {
    let mut server = Server::ready(&[])?;
    let params = json!({"name": "show_board", "arguments": {}});
    let numbers = (0..400).map(|_| server.request("tools/call", &params)).collect::<Result<Vec<_>, _>>()?;
    server.input = None;
    numbers.into_iter().try_for_each(|number| server.response(number).map(drop))
}

#[cfg(unix)]
#[test]
fn an_interruption_ends_it() -> Outcome {
    let mut server = Server::ready(&["--time-limit", "10m"])?;
    server.request_call("analyze", &long_search())?;
    server.fine("legal_moves", &json!({}))?;
    let sent = Command::new("kill").args(["-INT", &server.child.id().to_string()]).status()?;
    assert!(sent.success());
    assert_eq!(server.child.wait()?.code(), Some(130));
    Ok(())
}

#[test]
fn one_who_does_not_read_ends_it() -> Outcome {
    let mut child = program(env!("CARGO_BIN_EXE_philidor-mcp"), &[""; 0]).stdin(Stdio::piped()).spawn()?;
    drop(child.stdout.take());
    let mut input = child.stdin.take().ok_or("no input")?;
    writeln!(input, "{}", json!({"jsonrpc": "2.0", "id": 1, "method": "ping"}))?;
    // As in other commands, a closed output is not an error: the reader has what it wants.
    assert_eq!(child.wait()?.code(), Some(0));
    drop(input);
    Ok(())
}

#[test]
fn wrong_usage_is_said_before_anything_is_read() -> Outcome {
    for (arguments, code, words) in [
        (["--json", "--hash=1M"], 2, "--json: the protocol is JSON already"),
        (["--allow-hunt", "'"], 2, "a quote is not closed"),
        (["--allow-hunt", ""], 2, "no program is named"),
        (["--allow-hunt", "./no-such-program"], 1, "--allow-hunt: ./no-such-program: "),
        (["--hash", "999T"], 1, "--hash: a table of 999T does not fit in memory"),
        (["--tables", "/"], 1, "no Syzygy tables"),
        (["--time-limit", "0"], 2, "not a time"),
    ] {
        let output = program(env!("CARGO_BIN_EXE_philidor-mcp"), &arguments).output()?;
        let said = String::from_utf8(output.stderr)?;
        assert_eq!((output.status.code(), output.stdout.len()), (Some(code), 0), "{said}");
        assert!(said.contains(words), "{said}");
    }
    Ok(())
}
