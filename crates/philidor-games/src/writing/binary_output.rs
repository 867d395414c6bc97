//! Where games in binary go: not to a terminal, unless that is asked for.

use std::io::{self, IsTerminal};
use std::path::Path;

use philidor_host::Output;

use crate::terminal::output::WrongUsage;
use crate::terminal::streams::create;

/// A file, or standard output; a terminal only if `-` is given.
pub(crate) fn create_binary(path: Option<&Path>) -> anyhow::Result<Output> {
    refuse_terminal(path, io::stdout().is_terminal())?;
    Ok(create(path)?)
}

/// Refuses to write binary games to a terminal unasked.
pub(crate) fn refuse_terminal(path: Option<&Path>, is_terminal: bool) -> Result<(), WrongUsage> {
    if path.is_none() && is_terminal {
        let words = "binary games are not written to a terminal: -o FILE writes a file, -o - insists";
        return Err(WrongUsage(anyhow::Error::msg(words)));
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_terminal_gets_binary_games_only_if_asked() {
        assert!(refuse_terminal(None, true).is_err());
        assert!(refuse_terminal(None, false).is_ok());
        assert!(refuse_terminal(Some(Path::new("-")), true).is_ok());
    }
}
