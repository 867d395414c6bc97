//! An engine as it is described on the command line: `name=gnu cmd="gnuchess --uci" option.Hash=16`, or `chains`.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail, ensure};
use philidor::{Game, Move};
use philidor_engine::{Clock, EVALUATIONS, bot, standard, standard_with};
use philidor_host::Visible;

use crate::tournament::Contender;

/// Plays random moves.
const RANDOM: &str = "random";

/// What a description says.
#[derive(Default)]
struct Description {
    own: Option<String>,
    name: Option<String>,
    command: Vec<String>,
    arguments: Vec<String>,
    folder: Option<PathBuf>,
    time_control: Option<String>,
    ponders: bool,
    options: Vec<(String, String)>,
}

/// The engine that a text describes.
pub fn contender(text: &str) -> anyhow::Result<Contender> {
    contender_with(text, |own, name| Ok(own_engine(own, name)))
}

/// The same, where `own_engine` makes the engines of this program from what they are and what they are called.
pub fn contender_with(
    text: &str,
    own_engine: impl FnOnce(&str, &str) -> anyhow::Result<Contender>,
) -> anyhow::Result<Contender> {
    let wrong = || format!("`{}` does not describe an engine", Visible(text));
    let description = Description::read(text).with_context(wrong)?;
    description.contender(own_engine).with_context(wrong)
}

/// The files that the options of an engine name, such as its network.
pub fn files_of(text: &str) -> anyhow::Result<Vec<PathBuf>> {
    let Description { options, folder, .. } = Description::read(text)?;
    let folder = folder.unwrap_or_default();
    let paths = options.into_iter().map(|(_, value)| folder.join(value));
    Ok(paths.filter(|path| path.is_file()).collect())
}

/// The words of a text quoted as in a shell.
fn words(text: &str) -> anyhow::Result<Vec<String>> {
    shlex::split(text).context("a quote is not closed")
}

impl Description {
    fn read(text: &str) -> anyhow::Result<Description> {
        let mut read = Description::default();
        for word in words(text)? {
            let Some((key, value)) = word.split_once('=') else {
                if !(word == RANDOM || EVALUATIONS.contains(&word.as_str())) || read.own.is_some() {
                    let own = EVALUATIONS.join(", ");
                    let hint = match word.contains(std::path::is_separator) {
                        true => "; a program is cmd=PATH, and a path with blanks has quotes: cmd='PATH'",
                        false => "",
                    };
                    bail!("`{}` is neither NAME=VALUE nor one of {own}, {RANDOM}{hint}", Visible(&word));
                }
                read.own = Some(word);
                continue;
            };
            match key {
                "name" => read.name = Some(value.to_owned()),
                "cmd" => {
                    // The path of a program may have blanks.
                    let is_path = Path::new(value).is_file();
                    read.command = if is_path { vec![value.to_owned()] } else { words(value)? };
                    ensure!(!read.command.is_empty(), "cmd is empty: which program is it?");
                }
                "args" => read.arguments = words(value)?,
                "dir" => read.folder = Some(value.into()),
                "tc" => read.time_control = Some(value.to_owned()),
                "ponder" => {
                    read.ponders = match value {
                        "true" => true,
                        "false" => false,
                        _ => bail!("ponder is true or false, not `{}`", Visible(value)),
                    }
                }
                _ => match key.strip_prefix("option.") {
                    Some(option) => read.options.push((option.to_owned(), value.to_owned())),
                    None => {
                        bail!("`{}` is not name, cmd, args, dir, tc, ponder or option.NAME", Visible(key))
                    }
                },
            }
        }
        Ok(read)
    }

    fn contender(
        self,
        own_engine: impl FnOnce(&str, &str) -> anyhow::Result<Contender>,
    ) -> anyhow::Result<Contender> {
        let is_program = !self.command.is_empty();
        if is_program && self.own.is_some() {
            bail!("it is either a program or an engine of this one");
        }
        if !is_program && (self.folder.is_some() || !self.arguments.is_empty()) {
            bail!("args and dir go with cmd");
        }
        let mut contender = match self.command.first() {
            Some(program) => {
                let file = Path::new(program).file_name().map(|name| name.to_string_lossy().into_owned());
                let name = self.name.or(file).unwrap_or_else(|| program.clone());
                let command = [self.command, self.arguments].concat();
                Contender::from_program(&name, command)
            }
            None => {
                let own = self.own.as_deref().unwrap_or(EVALUATIONS[0]);
                let name = self.name.unwrap_or_else(|| match own {
                    own if own == EVALUATIONS[0] => "philidor".to_owned(),
                    RANDOM => RANDOM.to_owned(),
                    other => format!("philidor-{other}"),
                });
                own_engine(own, &name)?
            }
        };
        for (option, value) in &self.options {
            contender = contender.with_option(option, value);
        }
        if let Some(folder) = self.folder {
            contender = contender.with_folder(folder);
        }
        if self.ponders {
            contender = contender.with_pondering();
        }
        if let Some(text) = self.time_control {
            contender = contender.with_time_control(text.parse()?);
        }
        Ok(contender)
    }
}

/// An engine of this program.
fn own_engine(own: &str, name: &str) -> Contender {
    match own {
        RANDOM => Contender::from_bot(name, || bot::from_fn(RANDOM, any_move)),
        _ => {
            let own = own.to_owned();
            Contender::from_bot(name, move || standard_with(&own).unwrap_or_else(standard))
        }
    }
}

/// A random move by the key of the position and the number of the move, so that games can be repeated.
fn any_move(game: &Game, _: &Clock) -> Move {
    let moves = game.position().legal_moves();
    let random = (game.position().key() ^ game.ply() as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 33;
    moves.get(random as usize % moves.len().max(1)).copied().unwrap_or(Move::invalid())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn engines_are_described_by_words() {
        let text =
            "cmd='gnuchess --uci' name=gnu option.Hash=16 \"option.Skill Level=5\" tc=1+0.1 args='-x y'";
        let contender = contender(text).expect("a program");
        assert_eq!(contender.name(), "gnu");
        assert_eq!(
            format!("{contender:?}"),
            "Contender { name: \"gnu\", command: Some([\"gnuchess\", \"--uci\", \"-x\", \"y\"]), \
             options: [(\"Hash\", \"16\"), (\"Skill Level\", \"5\")], ponders: false, .. }"
        );
        assert_eq!(contender.time_control().map(|tc| tc.to_string()).as_deref(), Some("1+0.1"));
    }

    #[test]
    fn names_are_those_of_the_file_or_of_the_evaluation() {
        for (text, name) in
            [("", "philidor"), ("chains", "philidor-chains"), ("cmd=/bin/sh", "sh"), ("random name=x", "x")]
        {
            assert_eq!(contender(text).expect("an engine").name(), name, "{text}");
        }
    }

    #[test]
    fn what_is_unclear_is_refused() {
        assert!(super::contender("classic ponder=true").expect("an engine").ponders());
        for text in [
            "ponder=1",
            "stockfish",
            "classic chains",
            "cmd=x classic",
            "args=x",
            "'",
            "depth=3",
            "tc=0 classic",
        ] {
            assert!(contender(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_path_may_have_blanks() {
        let path = std::env::temp_dir().join(format!("philidor {} engine", std::process::id()));
        std::fs::write(&path, "").expect("a file");
        let path_text = path.display().to_string();
        let quoted = contender(&format!("cmd='{path_text}'")).map(|contender| format!("{contender:?}"));
        let bare = contender(&path_text).expect_err("no quotes");
        std::fs::remove_file(&path).expect("it is there");
        assert!(quoted.expect("a program").contains(&format!("command: Some([{path_text:?}])")));
        assert!(format!("{bare:#}").ends_with("a path with blanks has quotes: cmd='PATH'"), "{bare:#}");
    }
}
