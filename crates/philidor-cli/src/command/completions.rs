//! `philidor completions`: what a shell needs to complete the arguments of philidor, and of its other programs.
//!
//! `philidor pgn check <TAB>` knows the options of `philidor-pgn check`: each program says what its arguments are.

use clap_complete::Shell;
use philidor_program::command_tree::CommandTree;
use philidor_program::program;
use philidor_program::terminal::output::Output;

use crate::args::{Args, CompletionsArgs};
use crate::siblings;

pub(super) fn run(args: &CompletionsArgs, output: &mut Output<'_>) -> anyhow::Result<()> {
    output.refuse_json("shell scripts are not written as JSON")?;
    let mut all = Vec::new();
    for (name, command) in commands(&siblings::trees()) {
        let script = script(args.shell, &name, command);
        // PowerShell takes `using` only before all else, where the first script has it.
        let is_taken = |line: &&[u8]| all.is_empty() || !line.starts_with(b"using namespace ");
        let lines: Vec<&[u8]> = script.split_inclusive(|&byte| byte == b'\n').filter(is_taken).collect();
        all.extend(lines.concat());
    }
    output.writer.write_all(&all)?;
    Ok(())
}

/// What a shell needs to complete a command.
pub(crate) fn script(shell: Shell, name: &str, mut command: clap::Command) -> Vec<u8> {
    // Into memory first, since the generator panics if it cannot write, for example to a closed pipe.
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut command, name, &mut script);
    if shell != Shell::Bash {
        return script;
    }
    // The generator for Bash calls the states below `philidor-pgn` by one name and looks for them by the other.
    let [sought, called] =
        ["__", "__subcmd__"].map(|between| format!("{}__subcmd__", name.replace('-', between)));
    String::from_utf8_lossy(&script).replace(&called, &sought).into_bytes()
}

/// The commands that are completed, by their names: this one, with what other programs answer, and each of these
/// programs.
pub(crate) fn commands(trees: &[CommandTree]) -> impl Iterator<Item = (String, clap::Command)> {
    let own = ("philidor".to_owned(), siblings::grafted(program::command::<Args>(), trees));
    let others = trees.iter().map(|tree| (tree.name().to_owned(), tree.command(tree.name())));
    std::iter::once(own).chain(others)
}
