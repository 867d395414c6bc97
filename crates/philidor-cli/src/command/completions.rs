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
    let commands: Vec<(String, clap::Command)> = commands(&siblings::trees()).collect();
    let names: Vec<String> = commands.iter().map(|(name, _)| name.clone()).collect();
    let mut all = String::new();
    for (name, command) in commands {
        let script = String::from_utf8_lossy(&script(args.shell, &name, command)).into_owned();
        // PowerShell takes `using` only before all else, where the first script has it.
        let is_taken = |line: &&str| all.is_empty() || !line.starts_with("using namespace ");
        let lines: String = script.split_inclusive('\n').filter(is_taken).collect();
        all += &lines;
    }
    if args.shell == Shell::Zsh {
        all = of_zsh(&all, &names);
    }
    output.writer.write_all(all.as_bytes())?;
    Ok(())
}

/// Scripts of zsh as one file, which is called `_philidor`: its first line names all commands, and its last lines
/// complete the one for which zsh has loaded the file. Each script ends with such lines for its command alone.
fn of_zsh(scripts: &str, names: &[String]) -> String {
    let begins = |name: &str| format!("if [ \"$funcstack[1]\" = \"_{name}\" ]; then");
    let own = names.first().map(|name| begins(name)).unwrap_or_default();
    let mut text = format!("#compdef {}\n", names.join(" "));
    let mut is_own_end = false;
    for line in scripts.lines().filter(|line| !line.starts_with("#compdef ")) {
        is_own_end |= line == own;
        if !is_own_end {
            text += line;
            text += "\n";
        }
        is_own_end &= line != "fi";
    }
    let all: String = names.iter().map(|name| format!("    compdef _{name} {name}\n")).collect();
    text + &own + "\n    \"_$service\" \"$@\"\nelse\n" + &all + "fi\n"
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
