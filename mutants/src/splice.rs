//! Text with sites in it, nested as expressions are, and the text in which each site asks for its mutants.

use std::fmt::Write as _;

use crate::mutant::{Extent, Place};

/// A range of bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Bytes {
    pub(crate) start: usize,
    pub(crate) end: usize,
}

impl Bytes {
    fn holds(self, other: Bytes) -> bool {
        self.start <= other.start && other.end <= self.end
    }
}

/// A source text that knows where its lines begin.
pub(crate) struct Text<'a> {
    source: &'a str,
    lines: Vec<usize>,
}

impl<'a> Text<'a> {
    pub(crate) fn new(source: &'a str) -> Text<'a> {
        let after_breaks = source.match_indices('\n').map(|(at, _)| at + 1);
        Text { source, lines: std::iter::once(0).chain(after_breaks).collect() }
    }

    pub(crate) fn byte(&self, place: Place) -> usize {
        let line = self.lines[place.line - 1];
        let rest = &self.source[line..];
        line + rest.char_indices().nth(place.column - 1).map_or(rest.len(), |(at, _)| at)
    }

    pub(crate) fn bytes(&self, extent: Extent) -> Bytes {
        Bytes { start: self.byte(extent.start), end: self.byte(extent.end) }
    }

    fn raw(&self, bytes: Bytes) -> &'a str {
        &self.source[bytes.start..bytes.end]
    }
}

/// How a site asks for its mutants.
pub(crate) enum Form {
    /// The expression, with a part of it replaced by other text.
    Expression(Vec<(usize, Bytes, String)>),
    /// A function's body: at its beginning it returns something else.
    Body(Vec<(usize, String)>),
    /// The pattern of a `match` arm without a guard: the arm is taken only while it is not deleted.
    Arm(usize),
    /// A guard: deleted with its arm, replaced by `true`, replaced by `false`.
    Guard { deleted: Option<usize>, yes: Option<usize>, no: Option<usize> },
}

/// A place of change.
pub(crate) struct Site {
    pub(crate) bytes: Bytes,
    pub(crate) form: Form,
}

impl Site {
    /// The mutants at this site.
    pub(crate) fn numbers(&self) -> Vec<usize> {
        match &self.form {
            Form::Expression(all) => all.iter().map(|(number, ..)| *number).collect(),
            Form::Body(all) => all.iter().map(|(number, _)| *number).collect(),
            Form::Arm(number) => vec![*number],
            Form::Guard { deleted, yes, no } => [deleted, yes, no].into_iter().flatten().copied().collect(),
        }
    }
}

/// The whole text with all sites woven in.
pub(crate) fn woven(text: &Text<'_>, mut sites: Vec<Site>) -> String {
    // An outer site comes before what it holds; of two with the same bytes, the first found is the outer one.
    sites.sort_by_key(|site| (site.bytes.start, usize::MAX - site.bytes.end));
    let mut out = String::new();
    render(text, Bytes { start: 0, end: text.source.len() }, &sites, &mut out);
    out
}

/// The text of some bytes, in which the given sites lie.
fn render(text: &Text<'_>, bytes: Bytes, sites: &[Site], out: &mut String) {
    let mut at = bytes.start;
    let mut index = 0;
    while index < sites.len() {
        let site = &sites[index];
        let inside = sites[index + 1..].iter().take_while(|other| site.bytes.holds(other.bytes)).count();
        out.push_str(text.raw(Bytes { start: at, end: site.bytes.start }));
        render_site(text, site, &sites[index + 1..=index + inside], out);
        at = site.bytes.end;
        index += 1 + inside;
    }
    out.push_str(text.raw(Bytes { start: at, end: bytes.end }));
}

fn render_site(text: &Text<'_>, site: &Site, inside: &[Site], out: &mut String) {
    let is = |number: &Option<usize>| {
        number.map_or("false".to_owned(), |number| format!("crate::woven({number})"))
    };
    match &site.form {
        Form::Expression(mutants) => {
            out.push('(');
            for (number, part, replacement) in mutants {
                let before = text.raw(Bytes { start: site.bytes.start, end: part.start });
                let after = text.raw(Bytes { start: part.end, end: site.bytes.end });
                let _ = write!(out, "if crate::woven({number}) {{ {before}{replacement}{after} }} else ");
            }
            out.push_str("{ ");
            render(text, site.bytes, inside, out);
            out.push_str(" })");
        }
        Form::Body(mutants) => {
            let within = Bytes { start: site.bytes.start + 1, ..site.bytes };
            out.push('{');
            for (number, value) in mutants {
                let _ = write!(out, " if crate::woven({number}) {{ return {value}; }}");
            }
            render(text, within, inside, out);
        }
        Form::Arm(number) => {
            render(text, site.bytes, inside, out);
            let _ = write!(out, " if !crate::woven({number})");
        }
        Form::Guard { deleted, yes, no } => {
            let _ = write!(out, "(!{} && ({} || (!{} && (", is(deleted), is(yes), is(no));
            render(text, site.bytes, inside, out);
            out.push_str("))))");
        }
    }
}
