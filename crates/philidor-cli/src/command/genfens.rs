//! `philidor genfens`: openings in the format that OpenBench's workers ask for.

use philidor_engine::{openbench, standard};

use crate::args::GenfensArgs;
use crate::terminal::output::Output;

pub(super) fn run(args: &GenfensArgs, output: &mut Output<'_>) -> anyhow::Result<()> {
    output.refuse_json("OpenBench reads no JSON")?;
    let words = [&["genfens".to_owned()], args.words.as_slice()].concat();
    let writer = &mut *output.writer;
    openbench::run(&mut *standard(), &words, &mut |path| std::fs::read_to_string(path), &mut |line| {
        // A worker waits for each line.
        writeln!(writer, "{line}").and_then(|()| writer.flush())
    })?;
    Ok(())
}
