//! Games written as they were read, in the form of their file.

use anyhow::bail;
use philidor::pgn::{PgnErrorKind, Reader, Tags, TreeBuilder};

use super::export::exported;
use super::form;
use super::games::read_game;
use super::part::{Found, Part};
use super::replay::Replay;
use crate::args::Form;

/// Appends a game: its text, or, if it is kept in spite of a fault, as much of it as is kept, in export format. `game`
/// are its moves, if they have been played.
pub(super) fn push(part: &Part<'_>, found: &Found<'_>, game: Option<&Replay>, text: &mut Vec<u8>) {
    match (part.source.form, found.fault) {
        (Form::Binary, _) => text.extend_from_slice(found.text),
        (Form::Pgn, Some(error)) if error.kind != PgnErrorKind::MissingResult => {
            push_kept(part, found, game, text);
        }
        (Form::Pgn, fault) => {
            text.extend_from_slice(found.text);
            // On a line of its own: the last one may be a comment.
            text.extend_from_slice(if fault.is_some() { b"\n*\n\n" } else { b"\n\n" });
        }
        _ => {
            text.extend_from_slice(found.text);
            text.push(b'\n');
        }
    }
}

/// Appends what is kept of a faulty game, with comments and variations unless a variation has a fault before.
fn push_kept(part: &Part<'_>, found: &Found<'_>, game: Option<&Replay>, text: &mut Vec<u8>) {
    let mut builder = TreeBuilder::new().cutting_variations();
    let mut reader = Reader::with_limits(found.text, part.source.manner.limits);
    let _ = read_game(&mut reader, &mut builder, part.source.manner.letters);
    let tree = builder.take();
    let moves = tree.main_line().count();
    match game.filter(|game| game.moves.len() > moves) {
        Some(game) => {
            // Moves that were played once can be written.
            let _ = form::write(Form::Pgn, game, text);
        }
        None => {
            let mut written = String::new();
            exported(tree, &Tags::roster(), found).write_pgn(&mut written);
            text.extend_from_slice(written.as_bytes());
        }
    }
}

/// The form that all files have in common.
#[derive(Default)]
pub(super) struct OneForm(Option<Form>);

impl OneForm {
    /// Whether games of a form are the first ones; an error if those before have another form.
    pub(super) fn is_first(&mut self, form: Form) -> anyhow::Result<bool> {
        match self.0.replace(form) {
            None => Ok(true),
            Some(before) if before == form => Ok(false),
            Some(_) => bail!("the files have different forms: `philidor pgn convert` makes one of them"),
        }
    }
}
