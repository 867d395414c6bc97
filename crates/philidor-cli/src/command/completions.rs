//! `philidor completions`: what a shell needs to complete the arguments of philidor.

use clap::CommandFactory;

use crate::args::{Args, CompletionsArgs};
use crate::terminal::output::Output;

pub(super) fn run(args: &CompletionsArgs, output: &mut Output<'_>) -> anyhow::Result<()> {
    output.refuse_json("shell scripts are not written as JSON")?;
    let mut command = Args::command();
    let name = command.get_name().to_owned();
    // Into memory first, since the generator panics if it cannot write, for example to a closed pipe.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command, name, &mut script);
    output.writer.write_all(&script)?;
    Ok(())
}
