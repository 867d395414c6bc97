//! Commands that wait until a search ends: a bounded queue that never drops a stop or a quit.

use std::collections::VecDeque;

use super::command::Command;

/// The memory of all commands that wait: a hundred thousand short ones.
pub(super) const MAX_WAITING_MIB: usize = 16;

const OVERHEAD: usize = 128;

#[derive(Default)]
pub(super) struct Waiting {
    commands: VecDeque<Command>,
    bytes: usize,
    stops: usize,
    quits: usize,
    hits: usize,
    searches: usize,
}

impl Waiting {
    #[must_use]
    pub(super) fn push(&mut self, command: Command) -> bool {
        let has_room = self.bytes + cost(&command) <= MAX_WAITING_MIB << 20;
        if has_room {
            self.insist(command);
        }
        has_room
    }

    /// Adds a stop or a quit, for which there is always room: the same command twice in a row says nothing more.
    pub(super) fn insist(&mut self, command: Command) {
        let is_repeated =
            matches!(command, Command::Stop | Command::Quit) && self.commands.back() == Some(&command);
        if !is_repeated {
            self.bytes += cost(&command);
            if let Some(count) = self.count(&command) {
                *count += 1;
            }
            self.commands.push_back(command);
        }
    }

    pub(super) fn pop(&mut self) -> Option<Command> {
        let command = self.commands.pop_front()?;
        self.bytes -= cost(&command);
        if let Some(count) = self.count(&command) {
            *count -= 1;
        }
        Some(command)
    }

    /// Takes all commands out, and lists those that would have done something. `None` if there are none, or if the
    /// last one is a quit, which asks for that.
    pub(super) fn take_all(&mut self) -> Option<String> {
        let Waiting { commands, quits, .. } = std::mem::take(self);
        let texts: Vec<String> =
            commands.iter().map(Command::to_string).filter(|text| !text.is_empty()).collect();
        (quits == 0 && !texts.is_empty()).then(|| texts.join(", "))
    }

    pub(super) fn clear(&mut self) {
        *self = Waiting::default();
    }

    pub(super) fn is_empty(&self) -> bool {
        self.commands.is_empty()
    }

    pub(super) const fn has_stop(&self) -> bool {
        self.stops > 0
    }

    pub(super) const fn has_quit(&self) -> bool {
        self.quits > 0
    }

    pub(super) const fn has_search(&self) -> bool {
        self.searches > 0
    }

    /// Whether a hit comes before the next search.
    pub(super) fn begins_with_hit(&self) -> bool {
        let mut before_next = self.commands.iter().take_while(|command| !command.is_go());
        self.hits > 0 && before_next.any(|command| *command == Command::PonderHit)
    }

    /// The counter of commands of this kind, if there is one.
    fn count(&mut self, command: &Command) -> Option<&mut usize> {
        match command {
            Command::Stop => Some(&mut self.stops),
            Command::Quit => Some(&mut self.quits),
            Command::PonderHit => Some(&mut self.hits),
            Command::Go(_) => Some(&mut self.searches),
            _ => None,
        }
    }
}

fn cost(command: &Command) -> usize {
    let text = match command {
        Command::Position(text) | Command::Go(text) | Command::Other(text) => text.len(),
        Command::SetOption { name, value } => name.len() + value.len(),
        _ => 0,
    };
    text + OVERHEAD
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_taken_out_leaves_room_and_a_stop_has_it_always() {
        let mut waiting = Waiting::default();
        let line = || Command::Other("x".repeat(1 << 20));
        let pushed = (0..20).take_while(|_| waiting.push(line())).count();
        assert_eq!(pushed, MAX_WAITING_MIB - 1);
        for _ in 0..3 {
            waiting.insist(Command::Stop);
        }
        assert!(waiting.has_stop() && waiting.commands.len() == MAX_WAITING_MIB);
        assert_eq!(waiting.pop(), Some(line()));
        assert!(waiting.push(line()));
        while waiting.pop().is_some() {}
        assert!((waiting.bytes, waiting.has_stop()) == (0, false));
    }
}
