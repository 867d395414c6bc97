//! Weaves mutants into source files: one build holds all of them, and a number in the environment chooses one.
//!
//! `cargo mutants` builds the library anew for each mutant, a minute or more each. Here each place of change asks at
//! run time whether its mutant is the active one:
//!
//! ```text
//! a | b    →    (if crate::woven(17) { a ^ b } else if crate::woven(18) { a & b } else { a | b })
//! ```
//!
//! What is evaluated by the compiler (constants, `const fn`) cannot ask and is left as it is; so is what an `if let`
//! chain holds. The numbers that were woven in are printed, one a line; the caller leaves the others to cargo-mutants.
//!
//! ```text
//! weave LIST.json FILE NUMBER,NUMBER…       the list as `cargo mutants --list --json` writes it; the file is replaced;
//!                                           the numbers (from 1, by place in the list) are not woven in
//! … --constants                             constants, too, for a caller who then makes them evaluated at run time
//! ```
//!
//! `mutant.rs` is one of the list, `sites.rs` finds where they stand, `splice.rs` puts them there.

mod mutant;
mod sites;
mod splice;

use std::collections::HashSet;
use std::fs;
use std::path::Path;

use anyhow::{Context, Result, bail};

use crate::mutant::{Listed, Mutant};

fn main() -> Result<()> {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let ([list, file, left_out], constants) = (match arguments.as_slice() {
        [first @ .., flag] if flag == "--constants" => (first, true),
        all => (all, false),
    }) else {
        bail!("usage: weave LIST.json FILE NUMBER,NUMBER… [--constants]");
    };
    let left_out: HashSet<usize> = left_out.split(',').filter_map(|number| number.parse().ok()).collect();
    let listed: Vec<Listed> =
        serde_json::from_str(&fs::read_to_string(list).with_context(|| list.clone())?).context("the list")?;
    let mutants: Vec<Mutant<'_>> = (1..)
        .zip(&listed)
        .filter(|(number, listed)| Path::new(file).ends_with(&listed.file) && !left_out.contains(number))
        .map(|(number, listed)| Mutant { number, listed })
        .collect();
    let source = fs::read_to_string(file).with_context(|| file.clone())?;
    let text = splice::Text::new(&source);
    let sites = sites::find(&source, &text, &mutants, constants)?;
    for number in sites.iter().flat_map(splice::Site::numbers) {
        println!("{number}");
    }
    fs::write(file, splice::woven(&text, sites))?;
    Ok(())
}
