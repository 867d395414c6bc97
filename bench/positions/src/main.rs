//! `positions random-games` and `positions checks` print the positions of a set, a FEN a line.

use anyhow::{Context, Result};
use positions::Set;

fn main() -> Result<()> {
    let name = std::env::args().nth(1).unwrap_or_default();
    let set =
        Set::ALL.into_iter().find(|set| set.name() == name).context("expected random-games or checks")?;
    print!("{}", set.text()?);
    Ok(())
}
