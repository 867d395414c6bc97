//! What the explorer does in a second: the figures of `bench/record/sql.md`.
//!
//! ```text
//! measure games GAMES.pgn COUNT FOLDER        makes an import of COUNT games, from the beginnings of those in a file
//! measure build FOLDER INDEX MEMORY THREADS    builds an index
//! measure answer FOLDER INDEX                  answers questions one after the other, without a server
//! measure serve INDEX ADDRESS                  serves it
//! measure site INDEX SITE                      writes it as files
//! measure load FOLDER ADDRESS CLIENTS SECONDS  asks a server for positions of the games, from CLIENTS connections
//! ```
//!
//! A made game begins as one of the file, for a number of half-moves whose distribution is that of two games of Lichess
//! that part; then it continues with any legal moves, captures first.

use std::fs::{self, File};
use std::io::{BufRead, BufReader, Read, Write};
use std::net::TcpStream;
use std::num::NonZero;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail};
use arrow_array::cast::AsArray;
use arrow_array::{Array, ArrayRef, BinaryArray, Date32Array, Int16Array, RecordBatch, StringArray};
use parquet::arrow::ArrowWriter;
use parquet::arrow::arrow_reader::ParquetRecordBatchReaderBuilder;
use parquet::basic::{Compression, ZstdLevel};
use parquet::file::properties::WriterProperties;
use philidor::{CastlingMode, MoveDigest, Position};
use philidor_explorer::{
    Build, Database, Index, Question, Server, ServerLimits, Site, Statistics, serve, summary,
};
use philidor_pgn::games;

/// The games of a file of an import.
const PART: usize = 1 << 15;

fn main() -> Result<()> {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    match args[..] {
        ["games", file, count, folder] => make(Path::new(file), count.parse()?, Path::new(folder)),
        ["build", folder, index, memory, threads] => build(folder, index, memory.parse()?, threads.parse()?),
        ["answer", folder, index] => answer(Path::new(folder), Path::new(index)),
        ["serve", index, address] => {
            let server = Server::new(Index::open(Path::new(index))?, None, ServerLimits::default());
            let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
            runtime.block_on(serve(server, address.parse()?, |address| println!("http://{address}")))
        }
        ["site", index, site] => {
            let begun = Instant::now();
            let written = Site::write(&Index::open(Path::new(index))?, Path::new(site), 2)?;
            println!("{} positions in {:.2} s", written.positions, begun.elapsed().as_secs_f64());
            Ok(())
        }
        ["load", folder, address, clients, seconds] => {
            load(Path::new(folder), address, clients.parse()?, Duration::from_secs(seconds.parse()?))
        }
        _ => bail!("see the head of examples/measure.rs"),
    }
}

/// Numbers that look random and are always the same (Marsaglia's xorshift).
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        ((self.0 >> 11) % limit.max(1) as u64) as usize
    }
}

fn make(file: &Path, count: usize, folder: &Path) -> Result<()> {
    let text = fs::read(file)?;
    let mut known = Vec::new();
    for game in games(&text) {
        let game = game?;
        let moves = game.main_line().filter_map(|node| game.mv(node));
        known.push((moves.map(|mv| mv.digest().0).collect::<Vec<u16>>(), *game.start()));
    }
    let mut random = Random(1);
    fs::create_dir_all(folder.join("games"))?;
    for part in 0..count.div_ceil(PART) {
        let games = PART.min(count - part * PART);
        let moves: Vec<Vec<u8>> = (0..games).map(|_| one(&mut random, &known)).collect();
        write(&mut random, part, &moves, folder)?;
    }
    Ok(())
}

/// The moves of a game.
fn one(random: &mut Random, known: &[(Vec<u16>, Position)]) -> Vec<u8> {
    let (like, start) = &known[random.below(known.len())];
    let mut position = *start;
    // Half of the games leave the book with each third half-move after the fourth.
    let mut book = 4;
    while random.below(5) > 0 {
        book += 1;
    }
    let plies = 20 + random.below(100);
    let mut digests = Vec::new();
    for ply in 0..plies {
        let digest = like.get(ply).copied().filter(|_| ply < book);
        let mv = match digest.and_then(|digest| position.decode(MoveDigest(digest))) {
            Some(mv) => mv,
            None => {
                let moves = position.legal_moves();
                if moves.is_empty() {
                    break;
                }
                let at = random.below(moves.len()).min(random.below(moves.len()));
                moves[at]
            }
        };
        digests.extend_from_slice(&mv.digest().0.to_le_bytes());
        position.play_unchecked(mv);
    }
    digests
}

fn write(random: &mut Random, part: usize, moves: &[Vec<u8>], folder: &Path) -> Result<()> {
    let count = moves.len();
    let mut texts = |of: &mut dyn FnMut(&mut Random, usize) -> String| -> ArrayRef {
        Arc::new(StringArray::from_iter_values((0..count).map(|game| of(random, game))))
    };
    let id = |random: &mut Random, _| {
        let letters: String = (0..8)
            .map(|_| {
                char::from(
                    b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"[random.below(62)],
                )
            })
            .collect();
        format!("https://lichess.org/{letters}")
    };
    let columns = vec![
        ("Event", texts(&mut |_, _| "Rated Blitz game".to_owned()), true),
        ("Site", texts(&mut { id }), true),
        ("White", texts(&mut |random, _| format!("player{}", random.below(100_000))), true),
        ("Black", texts(&mut |random, _| format!("player{}", random.below(100_000))), true),
        (
            "Result",
            texts(&mut |random, _| ["1-0", "0-1", "1-0", "0-1", "1/2-1/2"][random.below(5)].to_owned()),
            true,
        ),
        (
            "TimeControl",
            texts(&mut |random, _| {
                ["60+0", "180+0", "180+2", "300+0", "300+3", "600+0", "900+10"][random.below(7)].to_owned()
            }),
            true,
        ),
        ("start_fen", Arc::new(StringArray::from(vec![None::<String>; count])) as ArrayRef, true),
        ("moves", Arc::new(BinaryArray::from_iter_values(moves)) as ArrayRef, false),
    ];
    let mut rating = |_| Some((600 + random.below(700) + random.below(700) + random.below(700)) as i16);
    let ratings: Vec<(Option<i16>, Option<i16>)> =
        (0..count).map(|game| (rating(game), rating(game))).collect();
    let mut columns = columns;
    columns.push(("WhiteElo", Arc::new(ratings.iter().map(|pair| pair.0).collect::<Int16Array>()), true));
    columns.push(("BlackElo", Arc::new(ratings.iter().map(|pair| pair.1).collect::<Int16Array>()), true));
    let days = (0..count).map(|_| Some(20_000 + random.below(90) as i32));
    columns.push(("UTCDate", Arc::new(days.collect::<Date32Array>()), true));
    let rows = RecordBatch::try_from_iter_with_nullable(columns)?;
    let file = File::create(folder.join(format!("games/part-{part:05}.parquet")))?;
    let properties =
        WriterProperties::builder().set_compression(Compression::ZSTD(ZstdLevel::try_new(3)?)).build();
    let mut writer = ArrowWriter::try_new(file, rows.schema(), Some(properties))?;
    writer.write(&rows)?;
    writer.close()?;
    Ok(())
}

fn build(folder: &str, index: &str, memory: u64, threads: usize) -> Result<()> {
    let mut build = Build::new(vec![PathBuf::from(folder)], PathBuf::from(index));
    (build.memory, build.threads) = (memory, NonZero::new(threads).context("no thread")?);
    let begun = Instant::now();
    let manifest = build.run()?;
    let seconds = begun.elapsed().as_secs_f64();
    println!("{}", summary(&manifest));
    println!("{seconds:.2} s, {:.2} million half-moves a second", manifest.plies as f64 / seconds / 1e6);
    let bytes = |part: &str| -> Result<u64> {
        let mut sum = 0;
        for entry in fs::read_dir(index)? {
            let entry = entry?;
            if entry.file_name().to_string_lossy().starts_with(part) && entry.path().is_dir() {
                for file in fs::read_dir(entry.path())? {
                    sum += file?.metadata()?.len();
                }
            }
        }
        Ok(sum)
    };
    let (positions, games) = (bytes("positions")?, bytes("games")?);
    println!(
        "{:.2} bytes an entry, {:.1} bytes a game",
        positions as f64 / manifest.entries as f64,
        games as f64 / manifest.games as f64
    );
    Ok(())
}

/// Questions about positions that games reached, deeper ones more rarely.
fn questions(folder: &Path, count: usize) -> Result<Vec<String>> {
    let path = folder.join("games/part-00000.parquet");
    let rows = ParquetRecordBatchReaderBuilder::try_new(File::open(path)?)?
        .with_batch_size(PART)
        .build()?
        .next()
        .context("no games")??;
    let moves =
        rows.column_by_name("moves").and_then(|column| column.as_binary_opt::<i32>()).context("no moves")?;
    let mut random = Random(7);
    let mut all = Vec::new();
    while all.len() < count {
        let game = moves.value(random.below(moves.len()));
        let mut position = Position::default();
        let plies = random.below(24).min(random.below(24));
        let mut play = Vec::new();
        for bytes in game.as_chunks().0.iter().take(plies) {
            let Some(mv) = position.decode(MoveDigest(u16::from_le_bytes(*bytes))) else { break };
            play.push(position.to_uci_in(mv, CastlingMode::Standard).to_string());
            position.play_unchecked(mv);
        }
        let filter = ["", "&ratings=1600,1800,2000&speeds=blitz,rapid", "&since=2024-11"][random.below(3)];
        all.push(format!("play={}{filter}", play.join(",")));
    }
    Ok(all)
}

fn say(what: &str, mut times: Vec<Duration>, whole: Duration) {
    times.sort_unstable();
    let at = |share: f64| times[((times.len() - 1) as f64 * share) as usize].as_micros();
    let rate = times.len() as f64 / whole.as_secs_f64();
    println!(
        "{what}: {} questions, {rate:.0} a second, p50 {} µs, p99 {} µs, most {} µs",
        times.len(),
        at(0.5),
        at(0.99),
        at(1.0)
    );
}

fn answer(folder: &Path, index: &Path) -> Result<()> {
    let begun = Instant::now();
    let index = Index::open(index)?;
    println!("opened in {} ms", begun.elapsed().as_millis());
    let questions = questions(folder, 20_000)?;
    let begun = Instant::now();
    let mut times = Vec::new();
    for question in &questions {
        let one = Instant::now();
        let question = Question::read(Database::Lichess, question)?;
        let text = serde_json::to_vec(&Statistics::of(&index, &question)?)?;
        assert!(text.len() > 60);
        times.push(one.elapsed());
    }
    say("without a server", times, begun.elapsed());
    let question = Question::read(Database::Player, "player=player7&color=white&play=")?;
    let begun = Instant::now();
    Statistics::of_player(&index, &question, Duration::from_secs(60), |answer| answer.white < u64::MAX)?;
    let seconds = begun.elapsed().as_secs_f64();
    println!(
        "a player: {seconds:.3} s, {:.2} million games a second",
        index.manifest().games as f64 / seconds / 1e6
    );
    Ok(())
}

fn load(folder: &Path, address: &str, clients: usize, time: Duration) -> Result<()> {
    let questions = questions(folder, 20_000)?;
    let begun = Instant::now();
    let ask = |client: usize| -> Result<Vec<Duration>> {
        let mut stream = TcpStream::connect(address)?;
        stream.set_nodelay(true)?;
        let mut reader = BufReader::new(stream.try_clone()?);
        let mut times = Vec::new();
        let mut body = Vec::new();
        for question in questions.iter().cycle().skip(client * 311) {
            if begun.elapsed() >= time {
                break;
            }
            let one = Instant::now();
            write!(stream, "GET /lichess?{question} HTTP/1.1\r\nHost: {address}\r\n\r\n")?;
            let (mut length, mut line) = (0, String::new());
            loop {
                line.clear();
                reader.read_line(&mut line)?;
                if line == "\r\n" {
                    break;
                }
                if let Some(text) = line.to_lowercase().strip_prefix("content-length: ") {
                    length = text.trim().parse()?;
                }
            }
            body.resize(length, 0);
            reader.read_exact(&mut body)?;
            times.push(one.elapsed());
            anyhow::ensure!(body.starts_with(b"{\"white\""), "{}", String::from_utf8_lossy(&body));
        }
        Ok(times)
    };
    let all: Result<Vec<Vec<Duration>>> = thread::scope(|scope| {
        let threads: Vec<_> = (0..clients).map(|client| scope.spawn(move || ask(client))).collect();
        threads
            .into_iter()
            .map(|thread| thread.join().unwrap_or_else(|_| bail!("a client panicked")))
            .collect()
    });
    let whole = begun.elapsed();
    say(&format!("{clients} clients"), all?.concat(), whole);
    Ok(())
}
