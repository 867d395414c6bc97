//! A pattern at a ply: what is asked of the position alone, and what must be remembered from ply to ply.
//!
//! Everything looks back, never ahead, so that one pass over a game is enough and each part remembers a number:
//!
//! ```text
//! once A          whether A has held
//! A for N         for how many plies in a row A has held
//! A then B        where A has held last: of several places the last one is best for any distance, and as good for none
//! ```
//!
//! A sequence inside a step begins after the step before, so it is the sequence, not the step, that asks where that one was
//! done.

use philidor::pgn::GameResult;

use super::moment::Moment;
use super::test::Test;
use crate::pattern::{Ending, Pattern, Step};

#[derive(Clone, Debug)]
pub(super) enum Node {
    Test(Test),
    Result(GameResult),
    Ends(Ending),
    All(Parts),
    Any(Parts),
    Not(Box<Node>),
    Once {
        slot: usize,
        node: Box<Node>,
    },
    For {
        slot: usize,
        node: Box<Node>,
        plies: u32,
    },
    Sequence {
        slot: usize,
        steps: Vec<NodeStep>,
    },
    /// After a step of a sequence around it.
    After(After, Box<Node>),
}

/// Somewhere after a step that was done.
#[derive(Clone, Copy, Debug)]
pub(super) struct After {
    /// The slot of the step.
    slot: usize,
    /// How many plies after it at most.
    within: u32,
}

impl After {
    /// Whether this ply is.
    #[inline]
    fn holds(self, moment: &Moment<'_>, slots: &[u32]) -> bool {
        slots[self.slot].checked_sub(1).is_some_and(|ply| moment.ply.saturating_sub(ply) <= self.within)
    }
}

/// A step of a sequence.
#[derive(Clone, Debug)]
pub(super) struct NodeStep {
    node: Node,
    /// Where it may hold; anywhere if nothing is before it, or if its node says it.
    after: Option<After>,
    /// Whether it must see every ply.
    remembers: bool,
    /// Whether any ply after it will do for the next step, so that it need not be done again.
    is_kept: bool,
}

/// Some nodes: those that remember something, which must see every ply, and the others, the cheapest first.
#[derive(Clone, Debug)]
pub(super) struct Parts {
    remembering: Vec<Node>,
    others: Vec<Node>,
}

impl Parts {
    /// Each pattern with the step that it must come after.
    fn of<'a>(patterns: impl Iterator<Item = (&'a Pattern, Option<After>)>, slots: &mut usize) -> Parts {
        let nodes = patterns.map(|(pattern, after)| Node::of_step(pattern, after, slots));
        let (remembering, mut others): (Vec<_>, Vec<_>) = nodes.partition(Node::remembers);
        others.sort_by_key(Node::cost);
        Parts { remembering, others }
    }

    /// Whether one of them has this value.
    #[inline]
    fn has(&self, value: bool, moment: &Moment<'_>, slots: &mut [u32]) -> bool {
        let mut found = false;
        for node in &self.remembering {
            found |= node.holds(moment, slots) == value;
        }
        found || self.others.iter().any(|node| node.holds(moment, slots) == value)
    }

    fn nodes(&self) -> impl Iterator<Item = &Node> {
        self.remembering.iter().chain(&self.others)
    }
}

impl Node {
    /// A pattern, whose memory begins with the next slot.
    pub(super) fn of(pattern: &Pattern, slots: &mut usize) -> Node {
        Node::of_step(pattern, None, slots)
    }

    /// A pattern after a step of a sequence, if it is inside one.
    fn of_step(pattern: &Pattern, after: Option<After>, slots: &mut usize) -> Node {
        let mut take = |count: usize| {
            let slot = *slots;
            *slots += count;
            slot
        };
        match (pattern, after) {
            (pattern, Some(after)) if !pattern.has_sequence() => {
                Node::After(after, Box::new(Node::of(pattern, slots)))
            }
            (Pattern::Result(result), _) => Node::Result(*result),
            (Pattern::Ends(ending), _) => Node::Ends(*ending),
            (Pattern::All(patterns), _) => {
                // Where a sequence begins after the step, what holds at its end comes after it, too.
                let after = |pattern: &Pattern| after.filter(|_| pattern.has_sequence());
                Node::All(Parts::of(patterns.iter().map(|pattern| (pattern, after(pattern))), slots))
            }
            (Pattern::Any(patterns), _) => {
                Node::Any(Parts::of(patterns.iter().map(|pattern| (pattern, after)), slots))
            }
            (Pattern::Not(pattern), _) => Node::Not(Box::new(Node::of(pattern, slots))),
            (Pattern::Once(pattern), _) => {
                Node::Once { slot: take(1), node: Box::new(Node::of(pattern, slots)) }
            }
            (Pattern::For(pattern, plies), _) => {
                let slot = take(1);
                Node::For { slot, node: Box::new(Node::of(pattern, slots)), plies: plies.get() }
            }
            (Pattern::Sequence(steps), _) => {
                let slot = take(steps.len());
                let step = |(index, step): (usize, &Step)| {
                    let within = step.within.map_or(u32::MAX, std::num::NonZero::get);
                    let before = |index| Some(After { slot: slot + index, within });
                    let after = index.checked_sub(1).map_or(after, before);
                    // A sequence asks by itself.
                    let (inner, after) =
                        if step.pattern.has_sequence() { (after, None) } else { (None, after) };
                    let node = Node::of_step(&step.pattern, inner, slots);
                    let is_kept = steps.get(index + 1).is_some_and(|next| next.within.is_none());
                    NodeStep { remembers: node.remembers(), node, after, is_kept }
                };
                Node::Sequence { slot, steps: steps.iter().enumerate().map(step).collect() }
            }
            (pattern, _) => Node::Test(Test::of(pattern)),
        }
    }

    /// Whether it must see every ply.
    fn remembers(&self) -> bool {
        match self {
            Node::Test(_) | Node::Result(_) | Node::Ends(_) => false,
            Node::All(parts) | Node::Any(parts) => !parts.remembering.is_empty(),
            Node::Not(node) | Node::After(_, node) => node.remembers(),
            Node::Once { .. } | Node::For { .. } | Node::Sequence { .. } => true,
        }
    }

    /// How dear it is, in the price of a test of a few sets.
    fn cost(&self) -> u32 {
        match self {
            Node::Result(_) | Node::Ends(_) => 0,
            Node::Test(test) => test.cost(),
            Node::All(parts) | Node::Any(parts) => parts.nodes().map(Node::cost).sum(),
            Node::Not(node) | Node::After(_, node) | Node::Once { node, .. } | Node::For { node, .. } => {
                node.cost()
            }
            Node::Sequence { steps, .. } => steps.iter().map(|step| step.node.cost()).sum(),
        }
    }

    /// Whether it holds at a ply.
    #[inline]
    pub(super) fn holds(&self, moment: &Moment<'_>, slots: &mut [u32]) -> bool {
        match self {
            Node::Test(test) => test.holds(moment),
            _ => self.holds_over_time(moment, slots),
        }
    }

    fn holds_over_time(&self, moment: &Moment<'_>, slots: &mut [u32]) -> bool {
        match self {
            Node::Test(test) => test.holds(moment),
            Node::Result(result) => moment.facts.result == Some(*result),
            Node::Ends(ending) => moment.facts.ending == Some(*ending),
            Node::All(parts) => !parts.has(false, moment, slots),
            Node::Any(parts) => parts.has(true, moment, slots),
            Node::Not(node) => !node.holds(moment, slots),
            Node::Once { slot, node } => {
                let holds = node.holds(moment, slots);
                slots[*slot] |= u32::from(holds);
                slots[*slot] != 0
            }
            Node::For { slot, node, plies } => {
                let holds = node.holds(moment, slots);
                slots[*slot] = if holds { slots[*slot].saturating_add(1) } else { 0 };
                slots[*slot] >= *plies
            }
            Node::Sequence { slot, steps } => in_order(*slot, steps, moment, slots),
            Node::After(after, node) => {
                let is_due = after.holds(moment, slots);
                let holds = (is_due || node.remembers()) && node.holds(moment, slots);
                is_due && holds
            }
        }
    }
}

/// Whether the last step of a sequence holds at a ply, after all the others. Each slot has the ply after the one at which
/// the steps up to it were done last, 0 for never. The last step is asked first, so that a step and the next one are not
/// done at the same ply.
#[inline]
fn in_order(slot: usize, steps: &[NodeStep], moment: &Moment<'_>, slots: &mut [u32]) -> bool {
    let mut is_done = false;
    for (index, step) in steps.iter().enumerate().rev() {
        if step.is_kept && slots[slot + index] > 0 {
            // Neither it nor what comes before it need be done again.
            break;
        }
        let is_due = step.after.is_none_or(|after| after.holds(moment, slots));
        let holds = (is_due || step.remembers) && step.node.holds(moment, slots);
        let done = is_due && holds;
        if done {
            slots[slot + index] = moment.ply.saturating_add(1);
        }
        is_done |= done && index + 1 == steps.len();
    }
    is_done
}
