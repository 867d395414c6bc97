//! A perfect matching: everyone in a pair, and no pair that is not allowed.
//!
//! A matching grows along paths whose pairs are by turns out of it and in it, from one free vertex to another. In a
//! graph that is not bipartite such a path may meet itself in a cycle of odd length, a *blossom*, which is shrunk to
//! its base while the search continues ([Edmonds, 1965](https://doi.org/10.4153/CJM-1965-045-4)).

use std::collections::VecDeque;

/// A graph, and a matching in it.
pub(super) struct Matching<F> {
    allows: F,
    /// The partner of each vertex that has one.
    partners: Vec<Option<usize>>,
    /// Vertices that are in pairs for good.
    is_settled: Vec<bool>,
}

impl<F: Fn(usize, usize) -> bool> Matching<F> {
    /// A perfect matching of the vertices below a number, if there is one; `allows` says who may be in a pair.
    pub(super) fn perfect(vertices: usize, allows: F) -> Option<Matching<F>> {
        let mut matching =
            Matching { allows, partners: vec![None; vertices], is_settled: vec![false; vertices] };
        (0..vertices)
            .all(|vertex| matching.partners[vertex].is_some() || matching.grow(vertex))
            .then_some(matching)
    }

    /// Puts two vertices into a pair for good, if the others can still all be in pairs.
    pub(super) fn settle(&mut self, one: usize, other: usize) -> bool {
        let (Some(left), Some(right)) = (self.partners[one], self.partners[other]) else { return false };
        if !(self.allows)(one, other) {
            return false;
        }
        (self.is_settled[one], self.is_settled[other]) = (true, true);
        if left == other {
            return true;
        }
        // Their partners have to find others.
        (self.partners[left], self.partners[right]) = (None, None);
        if self.grow(left) {
            return true;
        }
        (self.is_settled[one], self.is_settled[other]) = (false, false);
        (self.partners[left], self.partners[right]) = (Some(one), Some(other));
        false
    }

    /// Whether a vertex is in a pair for good.
    pub(super) fn is_settled(&self, vertex: usize) -> bool {
        self.is_settled[vertex]
    }

    /// Gives a free vertex a partner, and every vertex that had one another, along a path to a free vertex.
    fn grow(&mut self, root: usize) -> bool {
        let mut search = Search::new(self.partners.len(), root);
        while let Some(vertex) = search.to_do.pop_front() {
            for next in 0..self.partners.len() {
                let is_pair = self.partners[vertex] == Some(next);
                if self.is_settled[next]
                    || is_pair
                    || search.bases[vertex] == search.bases[next]
                    || !(self.allows)(vertex, next)
                {
                    continue;
                }
                let is_outer = |partner: usize| search.parents[partner].is_some();
                if next == root || self.partners[next].is_some_and(is_outer) {
                    search.shrink(vertex, next, &self.partners);
                } else if search.parents[next].is_none() {
                    search.parents[next] = Some(vertex);
                    let Some(partner) = self.partners[next] else {
                        self.turn_over(&search, next);
                        return true;
                    };
                    search.reach(partner);
                }
            }
        }
        false
    }

    /// Makes pairs of what was none along the path that ends with a free vertex.
    fn turn_over(&mut self, search: &Search, end: usize) {
        let mut end = Some(end);
        while let Some((vertex, parent)) = end.and_then(|vertex| Some((vertex, search.parents[vertex]?))) {
            end = self.partners[parent];
            (self.partners[vertex], self.partners[parent]) = (Some(parent), Some(vertex));
        }
    }
}

/// The search for a path from a free vertex.
struct Search {
    root: usize,
    /// From where a vertex was reached that is an odd number of steps away, or lies in a blossom.
    parents: Vec<Option<usize>>,
    /// The base of the blossom of each vertex; alone it is its own.
    bases: Vec<usize>,
    /// Vertices that are an even number of steps away.
    is_even: Vec<bool>,
    to_do: VecDeque<usize>,
}

impl Search {
    fn new(vertices: usize, root: usize) -> Search {
        let mut search = Search {
            root,
            parents: vec![None; vertices],
            bases: (0..vertices).collect(),
            is_even: vec![false; vertices],
            to_do: VecDeque::new(),
        };
        search.reach(root);
        search
    }

    /// Goes on from a vertex, once.
    fn reach(&mut self, vertex: usize) {
        if !std::mem::replace(&mut self.is_even[vertex], true) {
            self.to_do.push_back(vertex);
        }
    }

    /// Shrinks the blossom that a step between two vertices closes.
    fn shrink(&mut self, one: usize, other: usize, partners: &[Option<usize>]) {
        let base = self.common_base(one, other, partners);
        let mut is_inside = vec![false; self.bases.len()];
        self.mark(one, other, base, partners, &mut is_inside);
        self.mark(other, one, base, partners, &mut is_inside);
        for vertex in 0..self.bases.len() {
            if is_inside[self.bases[vertex]] {
                self.bases[vertex] = base;
                self.reach(vertex);
            }
        }
    }

    /// The blossoms from a vertex down to the base, and how a path leads through them the other way round.
    fn mark(
        &mut self,
        mut vertex: usize,
        mut before: usize,
        base: usize,
        partners: &[Option<usize>],
        is_inside: &mut [bool],
    ) {
        while self.bases[vertex] != base
            && let Some(partner) = partners[vertex]
        {
            (is_inside[self.bases[vertex]], is_inside[self.bases[partner]]) = (true, true);
            self.parents[vertex] = Some(before);
            let Some(next) = self.parents[partner] else { return };
            (before, vertex) = (partner, next);
        }
    }

    /// Where the ways from two vertices to the root meet.
    fn common_base(&self, one: usize, other: usize, partners: &[Option<usize>]) -> usize {
        let below = |vertex: usize| {
            let base = self.bases[vertex];
            let step = |&vertex: &usize| Some(self.bases[self.parents[partners[vertex]?]?]);
            std::iter::successors(Some(base), step)
        };
        let ways: Vec<usize> = below(one).collect();
        below(other).find(|base| ways.contains(base)).unwrap_or(self.root)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use philidor_engine::Random;

    /// Whether everyone can be in a pair, by trying all ways.
    fn is_possible(free: &[usize], allows: &dyn Fn(usize, usize) -> bool) -> bool {
        let Some((&first, others)) = free.split_first() else { return true };
        others.iter().any(|&other| {
            let rest: Vec<usize> = others.iter().copied().filter(|&one| one != other).collect();
            allows(first, other) && is_possible(&rest, allows)
        })
    }

    #[test]
    fn a_matching_is_found_where_there_is_one() {
        let mut random = Random::new(1);
        let mut found = 0;
        for _ in 0..2_000 {
            let (vertices, share) = (2 * (1 + random.below(5)), 1 + random.below(5));
            let edges: Vec<bool> = (0..vertices * vertices).map(|_| random.below(6) < share).collect();
            let allows = |one: usize, other: usize| edges[one.min(other) * vertices + one.max(other)];
            let all: Vec<usize> = (0..vertices).collect();
            let matching = Matching::perfect(vertices, allows);
            assert_eq!(matching.is_some(), is_possible(&all, &allows), "{edges:?}");
            let Some(mut matching) = matching else { continue };
            found += 1;
            let mut free = all;
            while let Some((&first, others)) = free.split_first() {
                let other =
                    *others.iter().find(|&&other| matching.settle(first, other)).expect("one of them");
                assert!(allows(first, other) && matching.is_settled(first) && matching.is_settled(other));
                free.retain(|&one| one != first && one != other);
            }
        }
        assert!(found > 200, "{found}");
    }
}
