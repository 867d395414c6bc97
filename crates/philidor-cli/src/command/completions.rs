//! `philidor completions`: what a shell needs to complete the arguments of philidor, and of its other programs.

use std::process::{Command, Stdio};

use clap::CommandFactory;
use philidor_program::program::COMPLETIONS;
use philidor_program::terminal::output::Output;

use crate::args::{Args, CompletionsArgs};
use crate::siblings;

pub(super) fn run(args: &CompletionsArgs, output: &mut Output<'_>) -> anyhow::Result<()> {
    output.refuse_json("shell scripts are not written as JSON")?;
    let mut command = Args::command();
    let name = command.get_name().to_owned();
    // Into memory first, since the generator panics if it cannot write, for example to a closed pipe.
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut command, name, &mut script);
    for program in siblings::installed() {
        let answer = Command::new(program)
            .arg(format!("{COMPLETIONS}{}", args.shell))
            .stdin(Stdio::null())
            .stderr(Stdio::null())
            .output();
        // A program that does not answer has no completions.
        let Some(answer) = answer.ok().filter(|answer| answer.status.success()) else { continue };
        // PowerShell takes `using` only before all else, where the script of this program has it.
        let lines = answer.stdout.split_inclusive(|&byte| byte == b'\n');
        script.extend(lines.filter(|line| !line.starts_with(b"using namespace ")).flatten());
    }
    output.writer.write_all(&script)?;
    Ok(())
}
