//! What an engine adds to a game: a score after each move, better lines, glyphs for bad moves.
//!
//! ```text
//! 4. Ng5 { [%eval 0.40] } 4... Bc5 $4 { [%eval 3.10] } ( 4... d5 5. exd5 Na5 )
//!                                  └─ glyph    └─ score      └─ best line
//! ```
//!
//! The game is analyzed from its end, so that what is known about a position helps with the one before it.

use philidor::{Color, Game, Move};
use philidor_engine::{Analysis, Analyst};
use philidor_pgn::{Eval, EvalScore, GameTree, NodeId};

/// The most half-moves of a better line.
const MAX_LINE: usize = 10;

/// The highest value that counts, in hundredths of a pawn, mates included: a slower win loses nothing.
const DECIDED: i32 = 1_000;

/// The least loss, in hundredths of a pawn, for which a move gets a glyph: `??`, `?`, `?!`.
const GLYPHS: [(i32, u8); 3] = [(300, 4), (100, 2), (50, 6)];

/// The glyphs that judge a move, `!` to `?!`.
const JUDGMENTS: std::ops::RangeInclusive<u8> = 1..=6;

/// What is added to games besides the scores.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Annotation {
    /// Best lines where a move lost this much, in hundredths of a pawn.
    pub(crate) variations: Option<i32>,
    /// Glyphs for bad moves.
    pub(crate) glyphs: bool,
}

/// What was found about a position of the game.
struct Evaluated {
    /// In hundredths of a pawn or a mate, for White; none where the game is over.
    score: Option<EvalScore>,
    /// The score as a number of hundredths, for comparisons.
    value: i32,
    /// The best line.
    line: Vec<Move>,
    best: Option<Move>,
}

impl Annotation {
    /// Adds to a game what the engine finds, which forgets earlier games first.
    pub(crate) fn add(&self, tree: &mut GameTree, engine: &mut Analyst) {
        engine.new_game();
        let mut evaluate = |game: &Game| match game.outcome() {
            Some(end) => Evaluated::ended(end.winner(), game.position().has_legal_move()),
            None => Evaluated::analyzed(&engine.analyze(game)),
        };
        let mut game = Game::from(&*tree);
        let mut found = vec![evaluate(&game)];
        while game.undo().is_some() {
            found.push(evaluate(&game));
        }
        found.reverse();
        let moves: Vec<NodeId> = tree.main_line().collect();
        let mut color = tree.start().side_to_move();
        for (&node, around) in moves.iter().zip(found.windows(2)) {
            // Where no move is left, a score that was there is removed: it would be that of another engine.
            let is_judged = around[1].score.is_some() || around[1].best.is_none();
            if let Some(remarks) = tree.remarks_mut(node).filter(|_| is_judged) {
                remarks.comment.eval = around[1].score.map(|score| Eval { score, depth: None });
            }
            self.judge(tree, node, color, &around[0], &around[1]);
            color = !color;
        }
    }

    /// Adds a glyph and the best line to a move of a color that loses enough.
    fn judge(&self, tree: &mut GameTree, node: NodeId, color: Color, before: &Evaluated, after: &Evaluated) {
        let (Some(mv), Some(parent)) = (tree.mv(node), tree.parent(node)) else { return };
        let Some(best) = before.best.filter(|best| !best.same_move(mv)) else { return };
        let sign = if color == Color::White { 1 } else { -1 };
        let loss = sign * (before.value - after.value);
        let glyph = GLYPHS.into_iter().find(|(least, _)| loss >= *least).map(|(_, glyph)| glyph);
        if let (Some(glyph), Some(remarks)) = (glyph.filter(|_| self.glyphs), tree.remarks_mut(node))
            && !remarks.nags.iter().any(|nag| JUDGMENTS.contains(nag))
        {
            remarks.nags.push(glyph);
        }
        let is_known = tree.children(parent).any(|child| tree.mv(child).is_some_and(|mv| mv.same_move(best)));
        if self.variations.is_some_and(|least| loss >= least) && !is_known {
            // The moves of a line are legal.
            let _ = tree.add_line(parent, before.line.iter().copied().take(MAX_LINE));
        }
    }
}

impl Evaluated {
    /// The rules have ended the game. There is a score only if another move could be played all the same.
    fn ended(winner: Option<Color>, has_move: bool) -> Evaluated {
        let value = match winner {
            Some(Color::White) => DECIDED,
            Some(Color::Black) => -DECIDED,
            None => 0,
        };
        Evaluated { score: has_move.then_some(EvalScore::Centipawns(0)), value, line: Vec::new(), best: None }
    }

    fn analyzed(analysis: &Analysis) -> Evaluated {
        let turn = analysis.position().side_to_move();
        let score = analysis.lines().first().map(|line| line.score.relative_to(turn));
        let value = score.map_or(0, |score| score.value().clamp(-DECIDED, DECIDED));
        let score = score.map(|score| match score.mate() {
            Some(moves) => EvalScore::Mate(moves),
            None => EvalScore::Centipawns(score.value()),
        });
        let line = analysis.lines().first().map(|line| line.moves.clone()).unwrap_or_default();
        Evaluated { score, value, line, best: analysis.best() }
    }
}

#[cfg(test)]
mod tests {
    use philidor_engine::SearchLimits;
    use philidor_pgn::games;

    use super::*;

    fn game(text: &str) -> GameTree {
        games(text.as_bytes()).next().expect("a game").expect("a good one")
    }

    fn engine() -> Analyst {
        Analyst::new().with_limits(SearchLimits::new().with_depth(5))
    }

    fn annotated(text: &str, annotation: Annotation) -> GameTree {
        let mut tree = game(text);
        annotation.add(&mut tree, &mut engine());
        tree
    }

    const ALL: Annotation = Annotation { variations: Some(200), glyphs: true };

    /// A game in which White gives its queen away, and is mated.
    const BLUNDERS: &str = "1. f3 {[%clk 0:01:00] as ever} e5 (1... c5 {solid}) 2. g4 Qh4# 0-1";

    #[test]
    fn what_was_there_stays_and_what_is_better_is_added() {
        let tree = annotated(BLUNDERS, ALL);
        let moves: Vec<NodeId> = tree.main_line().collect();
        let first = tree.remarks(moves[0]).expect("remarks");
        assert_eq!(first.comment.text(), "as ever");
        assert!(first.comment.clock.is_some() && first.comment.to_string().starts_with("[%eval "), "{tree}");
        let blunder = tree.remarks(moves[2]).expect("remarks");
        assert_eq!(blunder.nags, [4]);
        let better: Vec<NodeId> = tree.children(moves[1]).collect();
        assert_eq!((better.len(), better[0]), (2, moves[2]), "{tree}");
        assert!(
            tree.children(moves[0]).count() == 2
                && tree.remarks(moves[3]).is_some_and(|last| last.nags.is_empty())
        );
    }

    #[test]
    fn only_scores_are_added_unless_more_is_asked_for() {
        let tree = annotated(BLUNDERS, Annotation { variations: None, glyphs: false });
        let mut without = tree.clone();
        for id in tree.main_line() {
            without.remarks_mut(id).expect("remarks").comment.eval = None;
        }
        assert_eq!(without, game(BLUNDERS));
    }

    #[test]
    fn a_variation_that_is_there_is_not_added_again() {
        let once = annotated(BLUNDERS, ALL);
        let twice = annotated(&once.to_string(), ALL);
        assert_eq!(once, twice);
    }

    #[test]
    fn nothing_is_lost_between_two_ways_to_win() {
        // There is a mate in two, and the king takes a walk.
        let tree = annotated("[FEN \"7k/8/5K2/8/8/8/8/QR6 w - - 0 1\"]\n\n1. Ke5 *", ALL);
        let first = tree.main_line().next().expect("a move");
        assert_eq!(tree.children(NodeId::ROOT).count(), 1, "{tree}");
        assert!(tree.remarks(first).expect("remarks").nags.is_empty(), "{tree}");
    }

    #[test]
    fn a_draw_by_the_rules_has_no_score_but_zero() {
        // The last capture leaves the kings alone.
        let tree = annotated("[FEN \"7k/8/8/8/8/8/1p6/K7 w - - 0 1\"]\n\n1. Kxb2 *", ALL);
        let last = tree.main_line().last().expect("a move");
        let eval = tree.remarks(last).and_then(|remarks| remarks.comment.eval);
        assert_eq!(eval.map(|eval| eval.score), Some(EvalScore::Centipawns(0)));
    }
}
