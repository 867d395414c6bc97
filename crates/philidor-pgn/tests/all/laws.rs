//! Laws for arbitrary bytes read as games.

#![allow(dead_code, reason = "each user takes a part of it")]

use std::io::{self, Read};

use philidor_pgn::{
    Arbiter, CheckOptions, Checker, Chunks, Counts, GameTree, Limits, Lines, Lost, PgnError, PgnErrorKind,
    Place, Reader, Stream, TreeBuilder, Visitor, check_with, chunks, games,
};

/// The result of each game: nothing, or its error.
type Games = Vec<Result<(), PgnError>>;

/// Limits that small inputs reach.
pub(crate) const TIGHT: Limits =
    Limits::new().with_game(300).with_line(90).with_comment(60).with_tags(5).with_moves(20).with_nesting(2);

/// A source that gives a few bytes at a time: in turn one, two, and so on up to a maximum.
pub(crate) struct Trickle<'a> {
    pub(crate) bytes: &'a [u8],
    pub(crate) most: usize,
    pub(crate) next: usize,
}

impl Read for Trickle<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.next = self.next % self.most + 1;
        let len = self.next.min(buffer.len());
        Read::read(&mut self.bytes, &mut buffer[..len])
    }
}

/// How bytes are cut: the size of a chunk, and the most that a source gives at once.
const CUTS: [(usize, usize); 4] = [(1, 1), (7, 3), (64, 100), (1 << 20, 4096)];

/// However the bytes arrive and are cut, the same games are read; errors have their place; good games are written and
/// read back.
pub(crate) fn of_bytes(bytes: &[u8]) {
    for limits in [Limits::default(), TIGHT] {
        CUTS.into_iter().for_each(|cut| of_cut(bytes, limits, cut));
    }
    of_comments(bytes);
    of_counts(bytes);
    [Limits::default(), TIGHT].into_iter().for_each(|limits| of_arbiters(bytes, limits));
    of_strict_trees(bytes);
    of_trees(bytes);
    next_games_are_found(bytes);
}

/// One of the laws of [`of_bytes`], with one cut and one set of limits. A fuzzer runs millions of inputs, and many
/// inputs with one law each teach it more than few inputs with all laws.
pub(crate) fn one_of_bytes(bytes: &[u8], choice: usize) {
    let limits = [Limits::default(), TIGHT][choice % 2];
    let cut = CUTS[choice / 2 % CUTS.len()];
    match choice / 8 % 8 {
        0 | 1 => of_cut(bytes, limits, cut),
        2 => of_comments_cut(bytes, cut),
        3 => of_counts(bytes),
        4 => of_arbiters(bytes, limits),
        5 => of_strict_trees(bytes),
        6 => of_trees(bytes),
        _ => next_games_are_found(bytes),
    }
}

/// The size of a chunk, or one with room for twice the bytes, since a larger buffer costs more than all that is read
/// into it.
fn no_larger(size: usize, bytes: &[u8]) -> usize {
    size.min(2 * bytes.len().max(1))
}

/// Bytes that arrive in chunks are read like those that arrive at once, and errors have their place.
fn of_cut(bytes: &[u8], limits: Limits, (size, most): (usize, usize)) {
    let size = no_larger(size, bytes);
    let whole = whole(bytes, limits);
    for error in whole.iter().filter_map(|game| game.as_ref().err()) {
        of_error(bytes, error);
    }
    let trickle = Trickle { bytes, most, next: 0 };
    let source = Chunks::new(trickle).with_size(size).with_limits(limits);
    assert_eq!(streamed(source), whole, "{size} bytes a chunk");
    of_lost(bytes, limits, (size, most));
    assert_eq!(in_chunks(bytes, size, limits), whole, "{size} bytes a chunk");
    assert_eq!(in_chunks_of_a_source(bytes, size, limits), whole, "{size} bytes a chunk");
}

/// What is passed over is the same however the bytes arrive, and no game begins in it.
fn of_lost(bytes: &[u8], limits: Limits, (size, most): (usize, usize)) {
    let mut reader = Reader::with_limits(bytes, limits);
    let mut whole: Vec<Lost> = Vec::new();
    while let Some(game) = reader.read_game(&mut ()) {
        let lost = reader.take_lost();
        if let (Some(lost), Err(error)) = (lost, game) {
            assert!(error.offset <= lost.start.offset && lost.start.offset < lost.end.offset, "{lost:?}");
            assert_eq!(lost.end.line, line_of(bytes, lost.end.offset as usize), "{lost:?}");
            whole.push(lost);
        }
    }
    let source = Chunks::new(Trickle { bytes, most, next: 0 }).with_size(size).with_limits(limits);
    let (mut stream, mut streamed) = (Stream::from_chunks(source), Vec::new());
    loop {
        let game = stream.read_game(&mut ()).expect("memory does not fail");
        streamed.extend(std::iter::from_fn(|| stream.take_lost()));
        if game.is_none() {
            break;
        }
    }
    assert_eq!(streamed, whole, "{size} bytes a chunk");
}

/// Trees are written and read back.
fn of_trees(bytes: &[u8]) {
    games(bytes).flatten().for_each(|tree| of_tree(&tree));
}

fn whole(bytes: &[u8], limits: Limits) -> Games {
    let mut reader = Reader::with_limits(bytes, limits);
    let mut checker = Checker::new(Lines::All);
    std::iter::from_fn(|| reader.read_game(&mut checker)).collect()
}

fn streamed(source: Chunks<Trickle<'_>>) -> Games {
    let mut stream = Stream::from_chunks(source);
    let mut checker = Checker::new(Lines::All);
    std::iter::from_fn(|| stream.read_game(&mut checker).expect("memory does not fail")).collect()
}

/// Each chunk of a buffer by a reader of its own.
fn in_chunks(bytes: &[u8], size: usize, limits: Limits) -> Games {
    let mut start = Place::default();
    let mut all = Games::new();
    for chunk in chunks(bytes, size) {
        for game in whole(chunk, limits) {
            all.push(game.map_err(|error| error.shifted(start)));
        }
        start = start.after(chunk);
    }
    all
}

/// Each chunk of a source by a reader of its own.
fn in_chunks_of_a_source(bytes: &[u8], size: usize, limits: Limits) -> Games {
    let mut source = Chunks::new(bytes).with_size(size).with_limits(limits);
    let (mut chunk, mut all) = (Vec::new(), Games::new());
    while let Some(start) = source.next_chunk(&mut chunk).expect("memory does not fail") {
        assert_eq!(start.line, line_of(bytes, start.offset as usize));
        for game in whole(&chunk, limits) {
            all.push(game.map_err(|error| error.shifted(start)));
        }
    }
    all
}

/// The comments of each game, bad ones included.
#[derive(Default)]
struct Comments(Vec<Vec<Vec<u8>>>);

impl Visitor for Comments {
    fn begin_game(&mut self) -> Result<(), PgnErrorKind> {
        self.0.push(Vec::new());
        Ok(())
    }

    fn comment(&mut self, comment: &[u8]) -> Result<(), PgnErrorKind> {
        self.0.last_mut().expect("in a game").push(comment.to_owned());
        Ok(())
    }
}

/// However the bytes arrive and are cut, each game has its comments.
pub(crate) fn of_comments(bytes: &[u8]) {
    CUTS.into_iter().for_each(|cut| of_comments_cut(bytes, cut));
}

fn of_comments_cut(bytes: &[u8], (size, most): (usize, usize)) {
    let size = no_larger(size, bytes);
    let add = |bytes: &[u8], comments: &mut Comments| {
        let mut reader = Reader::new(bytes);
        while reader.read_game(comments).is_some() {}
    };
    let (mut whole, mut cut) = (Comments::default(), Comments::default());
    add(bytes, &mut whole);
    chunks(bytes, size).for_each(|chunk| add(chunk, &mut cut));
    assert_eq!(cut.0, whole.0, "{size} bytes a chunk");
    let mut source = Chunks::new(Trickle { bytes, most, next: 0 }).with_size(size);
    let (mut chunk, mut cut) = (Vec::new(), Comments::default());
    while source.next_chunk(&mut chunk).expect("memory does not fail").is_some() {
        add(&chunk, &mut cut);
    }
    assert_eq!(cut.0, whole.0, "{size} bytes a chunk of a source");
}

/// Where the lines before an offset end, line feeds, carriage returns and one of each alike.
fn line_ends(bytes: &[u8], at: usize) -> impl DoubleEndedIterator<Item = usize> {
    let is_end = |&at: &usize| match bytes[at] {
        b'\n' => true,
        b'\r' => bytes.get(at + 1) != Some(&b'\n'),
        _ => false,
    };
    (0..at).filter(is_end)
}

fn line_of(bytes: &[u8], at: usize) -> u64 {
    1 + line_ends(bytes, at).count() as u64
}

/// The offending text stands in its line and column, after the start of the game.
fn of_error(bytes: &[u8], error: &PgnError) {
    let (at, start) = (error.offset as usize, error.game_offset as usize);
    assert!(start <= at && bytes[at..].starts_with(error.text.as_bytes()), "{error:?}");
    assert_eq!((error.line, error.game_line), (line_of(bytes, at), line_of(bytes, start)));
    let line_start = line_ends(bytes, at).next_back().map_or(0, |end| end + 1);
    let characters = bytes[line_start..at].iter().filter(|&&byte| byte & 0xc0 != 0x80).count();
    assert_eq!(error.column, 1 + characters as u64, "{error:?}");
    let place = format!("line {}, column {}: ", error.line, error.column);
    assert!(error.to_string().len() > place.len() && error.to_string().starts_with(&place), "{error}");
}

/// Counts of chunks add up; an error in a variation does not count if only main lines are checked.
fn of_counts(bytes: &[u8]) {
    let count = |bytes, lines| {
        let mut errors = 0;
        let options = CheckOptions::new().with_lines(lines);
        let counts = check_with(bytes, &options, |_| errors += 1);
        assert_eq!(counts.bad_games, errors);
        counts
    };
    let all = count(bytes, Lines::All);
    let main = count(bytes, Lines::Main);
    assert!(main.bad_games <= all.bad_games && main.games == all.games);
    let mut sum = Counts::default();
    chunks(bytes, 50).for_each(|chunk| sum += count(chunk, Lines::All));
    assert_eq!(sum, all);
}

/// An arbiter, which keeps no position, finds the same errors, doubts and counts as a checker.
fn of_arbiters(bytes: &[u8], limits: Limits) {
    let (mut arbiter, mut checker) = (Arbiter::new(), Checker::new(Lines::Main));
    let (mut one, mut other) = (Reader::with_limits(bytes, limits), Reader::with_limits(bytes, limits));
    loop {
        let judged = one.read_game(&mut arbiter);
        assert_eq!(judged, other.read_game(&mut checker));
        assert_eq!(arbiter.counts(), checker.counts());
        match judged {
            None => break,
            Some(Ok(())) => assert!(arbiter.doubts().eq(checker.doubts())),
            Some(Err(_)) => {}
        }
    }
}

/// A strict builder refuses the same games as a check of all lines, for the same reasons.
fn of_strict_trees(bytes: &[u8]) {
    let (mut builder, mut checker) = (TreeBuilder::new().strict(), Checker::new(Lines::All));
    let (mut one, mut other) = (Reader::new(bytes), Reader::new(bytes));
    while let Some(built) = one.read_game(&mut builder) {
        assert_eq!(Some(built), other.read_game(&mut checker));
    }
    assert_eq!(other.read_game(&mut checker), None);
}

/// A tree is written in short lines and read back equal.
pub(crate) fn of_tree(tree: &GameTree) {
    let text = tree.to_string();
    let read: Vec<_> = games(text.as_bytes()).collect();
    assert!(read.len() == 1 && read[0].as_ref() == Ok(tree), "{text}\n{read:?}");
    assert_eq!(read[0].as_ref().map(ToString::to_string), Ok(text.clone()));
    let movetext = text.split_once("\n\n").map_or("", |parts| parts.1);
    for line in movetext.lines().filter(|line| !line.starts_with(';')) {
        assert!(line.chars().count() < 80 || !line.trim().contains(' '), "{line}");
    }
}

/// The kind of an error does not affect reading: the next game is found as after a good one.
pub(crate) fn next_games_are_found(bytes: &[u8]) {
    struct Refusing;
    impl philidor_pgn::Visitor for Refusing {
        fn san(&mut self, _san: &[u8]) -> Result<(), PgnErrorKind> {
            Err(PgnErrorKind::Refused("no moves, please"))
        }
    }
    let ends = |mut read: Box<dyn FnMut(&mut Reader<'_>) -> bool>| {
        let mut reader = Reader::new(bytes);
        std::iter::from_fn(|| read(&mut reader).then(|| reader.offset())).collect::<Vec<usize>>()
    };
    let refused = ends(Box::new(|reader| reader.read_game(&mut Refusing).is_some()));
    let read = ends(Box::new(|reader| reader.read_game(&mut ()).is_some()));
    let checked = ends(Box::new(|reader| reader.read_game(&mut Checker::new(Lines::All)).is_some()));
    let skipped = ends(Box::new(|reader| reader.read_game(&mut Checker::new(Lines::Main)).is_some()));
    assert_eq!(refused, read);
    assert_eq!(checked, read);
    assert_eq!(skipped, read);
}
