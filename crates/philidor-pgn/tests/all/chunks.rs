//! Files cut between games: which part everything belongs to, and which games are read before a source fails.

use std::io::{self, Read};

use philidor_pgn::{
    CheckOptions, Checker, Chunks, Limits, Lines, PgnErrorKind, Place, Reader, Stream, chunks,
};

use crate::laws;

/// Gives parts one after another; fails where a part is `None`.
struct Parts(Vec<Option<&'static [u8]>>);

impl Read for Parts {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        match self.0.first_mut() {
            None => Ok(0),
            Some(None) => {
                self.0.remove(0);
                Err(io::Error::other("torn"))
            }
            Some(Some(part)) => {
                let read = Read::read(part, buffer)?;
                if part.is_empty() {
                    self.0.remove(0);
                }
                Ok(read)
            }
        }
    }
}

/// The chunks of a source, and its failures.
fn parts(source: Parts, size: usize, limits: Limits) -> Vec<String> {
    let mut source = Chunks::new(source).with_size(size).with_limits(limits);
    let mut chunk = Vec::new();
    std::iter::from_fn(|| match source.next_chunk(&mut chunk) {
        Ok(None) => None,
        Ok(Some(_)) => Some(String::from_utf8_lossy(&chunk).into_owned()),
        Err(error) => Some(error.to_string()),
    })
    .collect()
}

#[test]
fn comments_stay_with_their_games() {
    for text in [
        "{of the file}\n\n[Event \"1\"]\n\n1. e4 *\n\n[Event \"2\"]\n\n1. d4 *\n",
        "; of the file\n; in lines\n1. e4 * {behind} ; and more\n\n1. d4 * {also behind\n} 1. c4 *",
        "{only a comment}",
        "\u{feff}{a mark} 1. e4 * \u{feff} {another} 1. d4 *",
        "1. e4 *\n{of the first}\n\n[Event \"2\"]\n\n*\n{of the second}\n\n\n[Event \"3\"]\n\n*",
    ] {
        laws::of_comments(text.as_bytes());
        laws::of_comments(text.replace('\n', "\r\n").as_bytes());
    }
    let text = b"{of the file}\n\n[Event \"1\"]\n\n*\n\n[Event \"2\"]\n\n*\n";
    assert_eq!(chunks(text, 1).map(<[u8]>::len).collect::<Vec<_>>(), [31, 15]);
}

/// No file can make a reader wait for the end of its comments forever.
#[test]
fn comments_without_end_are_handed_out() {
    let text = "{a comment}\n".repeat(1000) + "1. e4 *";
    let limits = Limits::new().with_game(2000);
    let mut source = Chunks::new(text.as_bytes()).with_size(500).with_limits(limits);
    let (mut chunk, mut bytes, mut longest) = (Vec::new(), Vec::new(), 0);
    while source.next_chunk(&mut chunk).expect("memory does not fail").is_some() {
        bytes.extend_from_slice(&chunk);
        longest = longest.max(chunk.len());
    }
    assert_eq!(bytes, text.as_bytes());
    assert!(longest < 8000, "{longest}");
}

#[test]
fn whole_games_come_before_the_failure_of_their_source() {
    let games = "1. e4 * {of it}\n1. d4 *\n{of that}\n1. c";
    let source = || Parts(vec![Some(games.as_bytes()), None, Some(b"4 *")]);
    for size in [1, 20, 1000] {
        let seen = parts(source(), size, Limits::default());
        let failure = seen.iter().position(|part| part == "torn").expect("a failure");
        assert_eq!(seen[..failure].concat(), "1. e4 * {of it}\n1. d4 *\n{of that}\n", "{size}");
        assert_eq!(seen[failure + 1..], ["1. c4 *"], "{size}");
    }
}

/// Games after one that is too long come first, too, if the source fails while the rest of that game is skipped.
#[test]
fn games_behind_one_that_is_too_long_come_before_the_failure_of_their_source() {
    let limits = Limits::new().with_game(64);
    let long: &[u8] = &[b'('; 200];
    let next = b"\n\n[Event \"1\"]\n\n1. e4 *\n\n[Event \"2\"]\n\n1. d";
    let source = || Parts(vec![Some(b"1. e4 "), Some(long), Some(next), None, Some(b"4 *\n")]);
    for size in [1, 90, 1000] {
        let seen = parts(source(), size, limits);
        assert!(seen[0].starts_with("1. e4 (("), "{seen:?}");
        let failure = seen.iter().position(|part| part == "torn").expect("a failure");
        let before = seen[..failure].concat();
        assert!(before.ends_with("[Event \"1\"]\n\n1. e4 *\n\n"), "{size}: {before}");
        assert_eq!(seen[failure + 1..], ["[Event \"2\"]\n\n1. d4 *\n"], "{size}");
    }
    // If no game follows, the failure comes at once, and reading can be retried.
    let source = Parts(vec![Some(b"1. e4 "), Some(long), None, Some(next)]);
    let seen = parts(source, 90, limits);
    assert_eq!(seen.iter().position(|part| part == "torn"), Some(1), "{seen:?}");
    assert!(seen[2].starts_with("[Event \"1\"]"), "{seen:?}");
}

/// All line ends are equal, wherever the file is cut or skipped.
#[test]
fn lines_are_counted_with_any_ends() {
    let long = format!("[Event \"0\"]\n\n1. e4 {}\n\n", "\n(".repeat(100));
    let text = format!("{long}[Event \"1\"]\n\n1. e4 *\n\n[Event \"2\"]\n\n1. e4\ne5 Ke3 *\n");
    let limits = Limits::new().with_game(64);
    let last = (112, 4);
    for ends in ["\n", "\r\n"] {
        let text = text.replace('\n', ends);
        for size in 1..40 {
            let source = laws::Trickle { bytes: text.as_bytes(), most: size % 7 + 1, next: 0 };
            let mut stream = Stream::from_chunks(Chunks::new(source).with_size(size).with_limits(limits));
            let mut errors = Vec::new();
            let mut checker = Checker::new(Lines::All);
            while let Some(game) = stream.read_game(&mut checker).expect("memory does not fail") {
                errors.extend(game.err());
            }
            let places: Vec<_> = errors.iter().map(|error| (error.line, error.column)).collect();
            assert_eq!((places.len(), places[1]), (2, last), "{ends:?}, {size}");
        }
    }
    // Without line feeds there are no boundaries: nothing would be read after a game that is too long.
    let text = "[Event \"1\"]\r\r1. e4 *\r\r[Event \"2\"]\r\r1. e4\re5 Ke3 *\r";
    for size in 1..40 {
        let mut start = Place::default();
        let mut source = Chunks::new(text.as_bytes()).with_size(size);
        let (mut chunk, mut places) = (Vec::new(), Vec::new());
        while let Some(place) = source.next_chunk(&mut chunk).expect("memory does not fail") {
            assert_eq!(place, start);
            start = place.after(&chunk);
            let mut reader = Reader::new(&chunk);
            let mut checker = Checker::new(Lines::All);
            while let Some(game) = reader.read_game(&mut checker) {
                places.extend(
                    game.err().map(|error| error.shifted(place)).map(|error| (error.line, error.column)),
                );
            }
        }
        assert_eq!(places, [(8, 4)], "{size}");
    }
}

/// Repeats some bytes up to a length.
struct Repeated(&'static [u8], usize);

impl Read for Repeated {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let len = buffer.len().min(self.1).min(self.0.len());
        buffer[..len].copy_from_slice(&self.0[..len]);
        self.1 -= len;
        Ok(len)
    }
}

/// A game with many blanks before its third move, which is illegal, and another game.
fn with_blanks(blanks: Repeated) -> impl Read {
    let before = &b"[Event \"1\"]\n\n1. e4 {one}"[..];
    let after = &b"1... e5 2. Ke3 *\n\n[Event \"2\"]\n\n1. c4 *\n"[..];
    before.chain(blanks).chain(after)
}

/// A game with more empty lines than a game may have bytes takes no more memory, and its error has its place.
#[test]
#[cfg_attr(miri, ignore)]
fn empty_lines_in_a_game_take_no_memory() {
    static LINES: [u8; 1 << 16] = [b'\n'; 1 << 16];
    let limits = Limits::new().with_line(10_000).with_comment(10_000).with_game(3 << 20);
    let mut held = Vec::new();
    for lines in [2 << 20, 8 << 20, 32 << 20] {
        let chunks = Chunks::new(with_blanks(Repeated(&LINES, lines))).with_size(1000).with_limits(limits);
        let (mut chunks, mut chunk) = (chunks.without_long_blanks(), Vec::new());
        let (mut most, mut places, mut bytes) = (0, Vec::new(), 0);
        while chunks.next_chunk(&mut chunk).expect("memory does not fail").is_some() {
            most = most.max(chunk.capacity());
            let chunk_places = chunks.take_places();
            bytes += chunk.len() as u64 + chunk_places.left_out();
            philidor_pgn::check_with(&chunk, &CheckOptions::new().with_limits(limits), |error| {
                let error = chunk_places.error_in_file(error);
                places.push((error.offset, error.line, error.column, error.next_line));
            });
        }
        let (offset, line) = (35 + lines as u64, 3 + lines as u64);
        assert_eq!(places, [(offset, line, 12, line)]);
        assert_eq!(bytes, 63 + lines as u64);
        held.push(most);

        let mut stream = Stream::from_chunks(
            Chunks::new(with_blanks(Repeated(&LINES, lines))).with_size(1000).with_limits(limits),
        );
        let mut checker = Checker::new(Lines::Main);
        let error = stream.read_game(&mut checker).expect("memory does not fail").expect("a game");
        assert_eq!(error.expect_err("an illegal move").offset, offset);
        assert_eq!(stream.read_game(&mut checker).expect("memory does not fail"), Some(Ok(())));
    }
    assert!(held.iter().all(|&most| most == held[0]), "{held:?}");
}

/// What is too long stays so, however much of it is blank.
#[test]
#[cfg_attr(miri, ignore)]
fn long_lines_and_comments_of_blanks_stay_too_long() {
    static SPACES: [u8; 1 << 16] = [b' '; 1 << 16];
    let limits = Limits::new().with_line(10_000).with_comment(10_000).with_game(3 << 20);
    for (before, after, kind) in [
        ("1. e4 ", " e5 *", PgnErrorKind::LineTooLong(10_000)),
        ("1. e4 { ", " } e5 *", PgnErrorKind::CommentTooLong(10_000)),
        ("[Event \"", "\"]\n\n1. e4 *", PgnErrorKind::LineTooLong(10_000)),
    ] {
        let source = before.as_bytes().chain(Repeated(&SPACES, 8 << 20)).chain(after.as_bytes());
        let mut stream = Stream::from_chunks(Chunks::new(source).with_limits(limits));
        let error = stream.read_game(&mut ()).expect("memory does not fail").expect("a game");
        assert_eq!(error.map_err(|error| error.kind), Err(kind), "{before}");
        assert_eq!(stream.read_game(&mut ()).expect("memory does not fail"), None);
    }
}
