//! `philidor genfens`: openings in the format that OpenBench's workers ask for.

use philidor_engine::{Control, openbench, standard};

use crate::args::GenfensArgs;
use crate::terminal::output::Output;

pub(super) fn run(args: &GenfensArgs, output: &mut Output<'_>) -> anyhow::Result<()> {
    output.refuse_json("OpenBench reads no JSON")?;
    let words = [&["genfens".to_owned()], args.words.as_slice()].concat();
    let writer = &mut *output.writer;
    let mut read = |path: &std::path::Path| std::fs::read_to_string(path);
    // A worker waits for each line.
    let mut write = |line: &str| writeln!(writer, "{line}").and_then(|()| writer.flush());
    openbench::run(&mut *standard(), &words, &Control::new(), &mut read, &mut write)?;
    Ok(())
}
