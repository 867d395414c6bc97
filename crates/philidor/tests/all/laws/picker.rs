//! What holds for any order of moves that a picker gives.

use philidor::cpu::Cpu;
use philidor::search_support::{Exchange, Level, Picker, Scoring, Work};
use philidor::{Move, MoveDigest, Position};

/// Scores that say little: many moves are equal.
pub(crate) struct Few(pub(crate) u64);

impl Scoring for Few {
    fn quiet(&mut self, _: &Position, mv: Move) -> u32 {
        (self.0.wrapping_mul(u64::from(mv.digest().0) | 1) >> 61) as u32
    }
}

/// The moves that a picker gives at a level; after about half of them it is asked for the next one ahead of time.
struct Ahead<'a> {
    picker: Picker,
    position: &'a Position,
    seed: u64,
}

impl Work for Ahead<'_> {
    type Output = Vec<Move>;

    fn run<L: Level>(mut self, level: L) -> Vec<Move> {
        let (mut given, mut scoring) = (Vec::new(), Few(self.seed));
        let mut expected = None;
        while let Some(mv) = self.picker.next_at(level, self.position, &mut scoring) {
            // The move announced ahead comes next, unless it came already or is put off until the end.
            if let Some(ahead) = expected.filter(|ahead| *ahead != mv) {
                let came = given.iter().any(|earlier: &Move| earlier.same_move(ahead));
                let put_off = ahead.is_tactical() && !scoring.is_good(self.position, ahead);
                assert!(came || put_off, "{ahead} was ahead of {mv} in {}", self.position);
            }
            given.push(mv);
            let asks = self.seed >> (given.len() % 64) & 1 == 0;
            expected = if asks { self.picker.peek() } else { None };
        }
        assert_eq!(self.picker.peek(), None, "nothing is ahead of the end in {}", self.position);
        given
    }
}

/// Every legal move comes once, in stages, the best of each stage first, whatever the table and the killers say.
pub(crate) fn of_pickers(
    position: &Position,
    table: Option<MoveDigest>,
    killers: [Option<MoveDigest>; 2],
    seed: u64,
) {
    let mut legal: Vec<MoveDigest> = position.legal_moves().iter().map(|mv| mv.digest()).collect();
    let mut picker = Picker::new(table, killers);
    let mut scoring = Few(seed);
    let mut given: Vec<(usize, u32, Move)> = Vec::new();
    while let Some(mv) = picker.next(position, &mut scoring) {
        assert!(given.len() < legal.len(), "too many moves: {mv} in {position}");
        let is_killer = killers.contains(&Some(mv.digest())) && !mv.is_tactical();
        let (stage, score) = if table == Some(mv.digest()) {
            (0, u32::MAX)
        } else if mv.is_tactical() {
            let good = Exchange::default().at_least(position, mv, 0);
            assert_eq!(picker.is_among_bad(), !good, "{mv} in {position}");
            (if good { 1 } else { 4 }, scoring.tactical(position, mv))
        } else if is_killer {
            (2, u32::MAX - 1)
        } else {
            (3, scoring.quiet(position, mv))
        };
        assert_eq!(mv.score(), score, "{mv} in {position}");
        given.push((stage, score, mv));
    }
    assert_eq!(picker.next(position, &mut scoring), None, "the end is the end");
    for pair in given.windows(2) {
        let [(before, higher, first), (after, lower, second)] = [pair[0], pair[1]];
        assert!(
            before < after || before == after && higher >= lower,
            "{first} before {second} in {position}"
        );
    }
    let first_killer = given.iter().find(|(stage, ..)| *stage == 2).map(|(.., mv)| Some(mv.digest()));
    let second_is_first = first_killer.is_some_and(|first| first == killers[1] && first != killers[0]);
    let first_counts =
        killers[0].and_then(|digest| position.decode(digest)).is_some_and(|mv| !mv.is_tactical());
    assert!(!second_is_first || !first_counts || killers[0] == table, "killers in their order in {position}");

    let mut digests: Vec<MoveDigest> = given.iter().map(|(.., mv)| mv.digest()).collect();
    for (_, _, mv) in &given {
        assert!(position.is_legal(*mv), "{mv} in {position}");
    }
    digests.sort_unstable();
    legal.sort_unstable();
    assert_eq!(digests, legal, "{position}, table {table:?}, killers {killers:?}");

    let all: Vec<Move> = given.iter().map(|&(.., mv)| mv).collect();
    let ahead = Ahead { picker: Picker::new(table, killers), position, seed };
    assert_eq!(Cpu::best().run(ahead), all, "looked at ahead in {position}, table {table:?}");
    let ahead = Ahead { picker: Picker::tactical(table), position, seed };
    let captures: Vec<Move> = all.iter().copied().filter(|mv| mv.is_tactical()).collect();
    assert_eq!(Cpu::best().run(ahead), captures, "looked at ahead in {position}, table {table:?}");

    // Tactical moves alone; and a search that skips the quiet ones after any number of moves.
    let tactical = |stages: &[(usize, u32, Move)]| -> Vec<Move> {
        stages.iter().map(|&(.., mv)| mv).filter(|mv| mv.is_tactical()).collect()
    };
    let mut quiescence = Picker::tactical(table);
    let alone: Vec<Move> = core::iter::from_fn(|| quiescence.next(position, &mut scoring)).collect();
    assert_eq!(alone, tactical(&given), "{position}, table {table:?}");
    let enough = (seed % (given.len() as u64 + 1)) as usize;
    let mut skipping = Picker::new(table, killers);
    let mut rest: Vec<Move> = (0..enough).filter_map(|_| skipping.next(position, &mut scoring)).collect();
    let _ = skipping.peek();
    skipping.skip_quiet();
    rest.extend(core::iter::from_fn(|| skipping.next(position, &mut scoring)));
    let (before, after) = given.split_at(enough);
    let expected: Vec<Move> = before.iter().map(|&(.., mv)| mv).chain(tactical(after)).collect();
    assert_eq!(rest, expected, "{position}, quiet moves skipped after {enough}");
}
