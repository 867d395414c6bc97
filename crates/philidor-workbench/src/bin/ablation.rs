//! An ablation: how many nodes each part of the search saves, by `philidor bench` with one part switched off at a time.
//!
//! The transposition table stays: a node without a hash move is searched less deep, so without the table every line
//! would be shorter.
//!
//! `cargo run --release -p philidor-workbench --bin ablation -- 10` searches to depth 10 and writes a table for the
//! book.

use philidor::{Move, MoveDigest, Position};
use philidor_engine::evaluation::Net;
use philidor_engine::{
    Candidate, Cutoff, Engine, Entry, Histories, MoveOrdering, ProbCutSearch, Pruning, SearchPath, Selective,
    SingularResult, SingularSearch, Situation, bench,
};

/// A part that can be switched off.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Part {
    None,
    Histories,
    ReverseFutility,
    Razoring,
    NullMove,
    ProbCut,
    LateMoves,
    Futility,
    See,
    History,
    Reduction,
    Singular,
    MultiCut,
    MoveExtensions,
    InternalIterativeReduction,
    Delta,
}

/// All parts, as the book calls them.
const PARTS: [(&str, Part); 16] = [
    ("nothing", Part::None),
    ("learned order", Part::Histories),
    ("late-move reductions", Part::Reduction),
    ("null move", Part::NullMove),
    ("ProbCut", Part::ProbCut),
    ("reverse futility", Part::ReverseFutility),
    ("late-move pruning", Part::LateMoves),
    ("futility", Part::Futility),
    ("SEE pruning", Part::See),
    ("history pruning", Part::History),
    ("razoring", Part::Razoring),
    ("delta in quiescence", Part::Delta),
    ("internal iterative reduction", Part::InternalIterativeReduction),
    ("multi-cut", Part::MultiCut),
    ("singular extensions", Part::Singular),
    ("check, recapture and pawn extensions", Part::MoveExtensions),
];

/// All pruning but one part.
#[derive(Clone)]
struct Without(Part);

impl Without {
    fn unless<T>(&self, part: Part, answer: Option<T>) -> Option<T> {
        answer.filter(|_| self.0 != part)
    }
}

impl Pruning for Without {
    fn reverse_futility(&self, node: &Situation<'_>) -> Option<i32> {
        self.unless(Part::ReverseFutility, Selective.reverse_futility(node))
    }

    fn razoring(&self, node: &Situation<'_>) -> Option<i32> {
        self.unless(Part::Razoring, Selective.razoring(node))
    }

    fn null_move(&self, node: &Situation<'_>) -> Option<i32> {
        self.unless(Part::NullMove, Selective.null_move(node))
    }

    fn probcut(&self, node: &Situation<'_>) -> Option<ProbCutSearch> {
        self.unless(Part::ProbCut, Selective.probcut(node))
    }

    fn internal_iterative_reduction(&self, node: &Situation<'_>) -> i32 {
        if self.0 == Part::InternalIterativeReduction {
            0
        } else {
            Selective.internal_iterative_reduction(node)
        }
    }

    fn multi_cut(&self, node: &Situation<'_>, singular: &SingularResult) -> bool {
        self.0 != Part::MultiCut && Selective.multi_cut(node, singular)
    }

    fn move_extension(&self, node: &Situation<'_>, candidate: &Candidate) -> i32 {
        if self.0 == Part::MoveExtensions { 0 } else { Selective.move_extension(node, candidate) }
    }

    fn late_move_pruning(&self, node: &Situation<'_>) -> u32 {
        if self.0 == Part::LateMoves { u32::MAX } else { Selective.late_move_pruning(node) }
    }

    fn futility(&self, node: &Situation<'_>, candidate: &Candidate) -> Option<i32> {
        self.unless(Part::Futility, Selective.futility(node, candidate))
    }

    fn quiet_see(&self, node: &Situation<'_>, candidate: &Candidate) -> Option<i32> {
        self.unless(Part::See, Selective.quiet_see(node, candidate))
    }

    fn tactical_see(&self, node: &Situation<'_>, candidate: &Candidate) -> Option<i32> {
        self.unless(Part::See, Selective.tactical_see(node, candidate))
    }

    fn history_pruning(&self, node: &Situation<'_>, candidate: &Candidate) -> Option<i32> {
        self.unless(Part::History, Selective.history_pruning(node, candidate))
    }

    fn late_move_reduction(&self, node: &Situation<'_>, candidate: &Candidate) -> i32 {
        if self.0 == Part::Reduction { 0 } else { Selective.late_move_reduction(node, candidate) }
    }

    fn is_reducible(&self, node: &Situation<'_>, candidate: &Candidate) -> bool {
        self.0 != Part::Reduction && Selective.is_reducible(node, candidate)
    }

    fn root_reduction(&self, node: &Situation<'_>, candidate: &Candidate) -> i32 {
        if self.0 == Part::Reduction { 0 } else { Selective.root_reduction(node, candidate) }
    }

    fn singular_search(&self, node: &Situation<'_>, entry: &Entry) -> Option<SingularSearch> {
        self.unless(Part::Singular, Selective.singular_search(node, entry))
    }

    fn delta_pruning(&self, node: &Situation<'_>, mv: Move) -> Option<i32> {
        self.unless(Part::Delta, Selective.delta_pruning(node, mv))
    }
}

/// The engine's ordering, or one that learns nothing.
#[derive(Clone)]
struct Learning(Option<Histories>);

impl MoveOrdering for Learning {
    fn age(&mut self) {
        self.0.iter_mut().for_each(MoveOrdering::age);
    }

    fn clear(&mut self) {
        self.0.iter_mut().for_each(MoveOrdering::clear);
    }

    fn killers(&self, path: SearchPath<'_>) -> [Option<MoveDigest>; 2] {
        self.0.as_ref().map_or([None; 2], |histories| histories.killers(path))
    }

    fn score_tactical(&self, position: &Position, mv: Move) -> i32 {
        self.0
            .as_ref()
            .map_or(().score_tactical(position, mv), |histories| histories.score_tactical(position, mv))
    }

    fn score_quiet(&self, position: &Position, path: SearchPath<'_>, mv: Move) -> i32 {
        self.0.as_ref().map_or(0, |histories| histories.score_quiet(position, path, mv))
    }

    fn learn(&mut self, position: &Position, path: SearchPath<'_>, cutoff: Cutoff<'_>) {
        self.0.iter_mut().for_each(|histories| histories.learn(position, path, cutoff));
    }

    fn adjust(&mut self, position: &Position, path: SearchPath<'_>, mv: Move, depth: i32, percent: i32) {
        self.0.iter_mut().for_each(|histories| histories.adjust(position, path, mv, depth, percent));
    }

    fn fail_low(&mut self, path: SearchPath<'_>, depth: i32) {
        self.0.iter_mut().for_each(|histories| histories.fail_low(path, depth));
    }
}

/// The nodes of the bench without a part.
fn nodes(part: Part, depth: u32) -> u64 {
    let mut engine = Engine::new(Net::default())
        .with_ordering(Learning((part != Part::Histories).then(Histories::default)))
        .with_pruning(Without(part));
    bench::run(&mut engine, depth).nodes
}

fn main() {
    let depth = std::env::args().nth(1).and_then(|text| text.parse().ok()).unwrap_or(8);
    let all = nodes(Part::None, depth);
    println!("| without | nodes | times as many |\n|---|---:|---:|");
    for (name, part) in PARTS {
        let nodes = nodes(part, depth);
        println!("| {name} | {nodes} | {:.2} |", nodes as f64 / all as f64);
    }
}
