//! A pattern followed from ply to ply: questions about the position, and what must be remembered of earlier plies.
//!
//! Everything looks back, never ahead, so one pass over a game is enough, and each part remembers one number:
//!
//! ```text
//! once A          whether A has held
//! A for N         for how many plies in a row A has held
//! A then B        where A held last, which is the best place for any distance
//! ```
//!
//! A sequence inside a step begins after the step before, so the inner sequence, not the step, checks where that was
//! done.

use philidor::GameResult;

use super::moment::Moment;
use super::predicate::Predicate;
use crate::pattern::{Ending, Pattern, Step};

/// A pattern that sees a game ply by ply.
#[derive(Clone, Debug)]
pub(super) enum Tracker {
    Predicate(Predicate),
    Result(GameResult),
    Ends(Ending),
    All(Parts),
    Any(Parts),
    Not(Box<Tracker>),
    Once {
        slot: usize,
        tracker: Box<Tracker>,
    },
    For {
        slot: usize,
        tracker: Box<Tracker>,
        plies: u32,
    },
    Sequence {
        slot: usize,
        steps: Vec<TrackedStep>,
    },
    /// After a step of a sequence around it.
    After(After, Box<Tracker>),
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
    /// Whether this ply is after the step, and near enough.
    #[inline]
    fn holds(self, moment: &Moment<'_>, slots: &[u32]) -> bool {
        slots[self.slot].checked_sub(1).is_some_and(|ply| moment.ply.saturating_sub(ply) <= self.within)
    }
}

/// A step of a sequence.
#[derive(Clone, Debug)]
pub(super) struct TrackedStep {
    tracker: Tracker,
    /// Where it may hold; anywhere if nothing is before it, or if its tracker checks that itself.
    after: Option<After>,
    /// Whether it must see every ply.
    remembers: bool,
    /// Whether any ply after it will do for the next step, so that it need not be done again.
    is_kept: bool,
}

/// The parts of a tracker: those that remember something, which must see every ply, and the others, the cheapest first.
#[derive(Clone, Debug)]
pub(super) struct Parts {
    remembering: Vec<Tracker>,
    others: Vec<Tracker>,
}

impl Parts {
    /// Each pattern with the step that it must come after.
    fn of<'a>(patterns: impl Iterator<Item = (&'a Pattern, Option<After>)>, slots: &mut usize) -> Parts {
        let trackers = patterns.map(|(pattern, after)| Tracker::of_step(pattern, after, slots));
        let (remembering, mut others): (Vec<_>, Vec<_>) = trackers.partition(Tracker::remembers);
        others.sort_by_key(Tracker::cost);
        Parts { remembering, others }
    }

    /// Whether one of them has this value.
    #[inline]
    fn has(&self, value: bool, moment: &Moment<'_>, slots: &mut [u32]) -> bool {
        let mut found = false;
        for tracker in &self.remembering {
            found |= tracker.holds(moment, slots) == value;
        }
        found || self.others.iter().any(|tracker| tracker.holds(moment, slots) == value)
    }

    fn all(&self) -> impl Iterator<Item = &Tracker> {
        self.remembering.iter().chain(&self.others)
    }
}

impl Tracker {
    /// A pattern, whose memory begins with the next slot.
    pub(super) fn new(pattern: &Pattern, slots: &mut usize) -> Tracker {
        Tracker::of_step(pattern, None, slots)
    }

    /// A pattern after a step of a sequence, if it is inside one.
    fn of_step(pattern: &Pattern, after: Option<After>, slots: &mut usize) -> Tracker {
        let mut take = |count: usize| {
            let slot = *slots;
            *slots += count;
            slot
        };
        match (pattern, after) {
            (pattern, Some(after)) if !pattern.has_sequence() => {
                Tracker::After(after, Box::new(Tracker::new(pattern, slots)))
            }
            (Pattern::Result(result), _) => Tracker::Result(*result),
            (Pattern::Ends(ending), _) => Tracker::Ends(*ending),
            (Pattern::All(patterns), _) => {
                // Where a sequence begins after the step, what holds at its end comes after it, too.
                let after = |pattern: &Pattern| after.filter(|_| pattern.has_sequence());
                Tracker::All(Parts::of(patterns.iter().map(|pattern| (pattern, after(pattern))), slots))
            }
            (Pattern::Any(patterns), _) => {
                Tracker::Any(Parts::of(patterns.iter().map(|pattern| (pattern, after)), slots))
            }
            (Pattern::Not(pattern), _) => Tracker::Not(Box::new(Tracker::new(pattern, slots))),
            (Pattern::Once(pattern), _) => {
                Tracker::Once { slot: take(1), tracker: Box::new(Tracker::new(pattern, slots)) }
            }
            (Pattern::For(pattern, plies), _) => {
                let slot = take(1);
                Tracker::For { slot, tracker: Box::new(Tracker::new(pattern, slots)), plies: plies.get() }
            }
            (Pattern::Sequence(steps), _) => {
                let slot = take(steps.len());
                let step = |(index, step): (usize, &Step)| {
                    let within = step.within.map_or(u32::MAX, std::num::NonZero::get);
                    let before = |index| Some(After { slot: slot + index, within });
                    let after = index.checked_sub(1).map_or(after, before);
                    // A sequence checks this itself.
                    let (inner, after) =
                        if step.pattern.has_sequence() { (after, None) } else { (None, after) };
                    let tracker = Tracker::of_step(&step.pattern, inner, slots);
                    let is_kept = steps.get(index + 1).is_some_and(|next| next.within.is_none());
                    TrackedStep { remembers: tracker.remembers(), tracker, after, is_kept }
                };
                Tracker::Sequence { slot, steps: steps.iter().enumerate().map(step).collect() }
            }
            (pattern, _) => Tracker::Predicate(Predicate::new(pattern)),
        }
    }

    /// Whether it must see every ply.
    fn remembers(&self) -> bool {
        match self {
            Tracker::Predicate(_) | Tracker::Result(_) | Tracker::Ends(_) => false,
            Tracker::All(parts) | Tracker::Any(parts) => !parts.remembering.is_empty(),
            Tracker::Not(tracker) | Tracker::After(_, tracker) => tracker.remembers(),
            Tracker::Once { .. } | Tracker::For { .. } | Tracker::Sequence { .. } => true,
        }
    }

    /// What it costs, as for a [`Predicate`].
    fn cost(&self) -> u32 {
        match self {
            Tracker::Result(_) | Tracker::Ends(_) => 0,
            Tracker::Predicate(predicate) => predicate.cost(),
            Tracker::All(parts) | Tracker::Any(parts) => parts.all().map(Tracker::cost).sum(),
            Tracker::Not(tracker)
            | Tracker::After(_, tracker)
            | Tracker::Once { tracker, .. }
            | Tracker::For { tracker, .. } => tracker.cost(),
            Tracker::Sequence { steps, .. } => steps.iter().map(|step| step.tracker.cost()).sum(),
        }
    }

    /// Whether it holds at a ply.
    #[inline]
    pub(super) fn holds(&self, moment: &Moment<'_>, slots: &mut [u32]) -> bool {
        match self {
            Tracker::Predicate(predicate) => predicate.holds(moment),
            _ => self.holds_over_time(moment, slots),
        }
    }

    fn holds_over_time(&self, moment: &Moment<'_>, slots: &mut [u32]) -> bool {
        match self {
            Tracker::Predicate(predicate) => predicate.holds(moment),
            Tracker::Result(result) => moment.facts.result == Some(*result),
            Tracker::Ends(ending) => moment.facts.ending == Some(*ending),
            Tracker::All(parts) => !parts.has(false, moment, slots),
            Tracker::Any(parts) => parts.has(true, moment, slots),
            Tracker::Not(tracker) => !tracker.holds(moment, slots),
            Tracker::Once { slot, tracker } => {
                let holds = tracker.holds(moment, slots);
                slots[*slot] |= u32::from(holds);
                slots[*slot] != 0
            }
            Tracker::For { slot, tracker, plies } => {
                let holds = tracker.holds(moment, slots);
                slots[*slot] = if holds { slots[*slot].saturating_add(1) } else { 0 };
                slots[*slot] >= *plies
            }
            Tracker::Sequence { slot, steps } => in_order(*slot, steps, moment, slots),
            Tracker::After(after, tracker) => {
                let is_due = after.holds(moment, slots);
                let holds = (is_due || tracker.remembers()) && tracker.holds(moment, slots);
                is_due && holds
            }
        }
    }
}

/// Whether the last step of a sequence holds at a ply, after all the others. Each slot has the ply after the one at
/// which the steps up to it were done last, 0 for never. The last step is checked first, so that a step and the next
/// one are not done at the same ply.
#[inline]
fn in_order(slot: usize, steps: &[TrackedStep], moment: &Moment<'_>, slots: &mut [u32]) -> bool {
    let mut is_done = false;
    for (index, step) in steps.iter().enumerate().rev() {
        if step.is_kept && slots[slot + index] > 0 {
            // Neither it nor what comes before it need be done again.
            break;
        }
        let is_due = step.after.is_none_or(|after| after.holds(moment, slots));
        let holds = (is_due || step.remembers) && step.tracker.holds(moment, slots);
        let done = is_due && holds;
        if done {
            slots[slot + index] = moment.ply.saturating_add(1);
        }
        is_done |= done && index + 1 == steps.len();
    }
    is_done
}
