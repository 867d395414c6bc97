//! Where in a file the listed mutants change something.

use anyhow::Result;
use proc_macro2::{LineColumn, Span};
use syn::spanned::Spanned;
use syn::visit::{self, Visit};

use crate::mutant::{Mutant, Place};
use crate::splice::{Bytes, Form, Site, Text};

/// The sites of a file. A mutant in what the compiler evaluates has none.
pub(crate) fn find(
    source: &str,
    text: &Text<'_>,
    mutants: &[Mutant<'_>],
    constants: bool,
) -> Result<Vec<Site>> {
    let file = syn::parse_file(source)?;
    let mut finder = Finder { text, mutants, sites: Vec::new(), constant: 0, constants };
    finder.visit_file(&file);
    Ok(finder.sites)
}

struct Finder<'a> {
    text: &'a Text<'a>,
    mutants: &'a [Mutant<'a>],
    sites: Vec<Site>,
    /// How many constants enclose this place.
    constant: usize,
    /// Whether constants are woven, too: all but types and patterns.
    constants: bool,
}

fn place(at: LineColumn) -> Place {
    Place { line: at.line, column: at.column + 1 }
}

impl<'a> Finder<'a> {
    fn bytes(&self, span: Span) -> Bytes {
        Bytes { start: self.text.byte(place(span.start())), end: self.text.byte(place(span.end())) }
    }

    /// The mutants of a genre that begin at a place.
    fn at(&self, genre: &str, span: Span) -> Vec<&'a Mutant<'a>> {
        let start = place(span.start());
        self.mutants.iter().filter(|m| m.listed.genre == genre && m.listed.span.start == start).collect()
    }

    fn add(&mut self, bytes: Bytes, form: Form) {
        let site = Site { bytes, form };
        if self.constant == 0 && !site.numbers().is_empty() {
            self.sites.push(site);
        }
    }

    /// Visits what the compiler evaluates.
    fn constant(&mut self, visit: impl FnOnce(&mut Self)) {
        self.constant += usize::from(!self.constants);
        visit(self);
        self.constant -= usize::from(!self.constants);
    }

    /// Visits a type or a pattern, which no mutant enters.
    fn closed(&mut self, visit: impl FnOnce(&mut Self)) {
        self.constant += 1;
        visit(self);
        self.constant -= 1;
    }

    /// An expression in which the listed part is replaced.
    fn add_expression(&mut self, whole: Span, mutants: &[&Mutant<'_>]) {
        let all = mutants
            .iter()
            .map(|m| (m.number, self.text.bytes(m.listed.span), m.listed.replacement.clone()))
            .collect();
        self.add(self.bytes(whole), Form::Expression(all));
    }

    fn function(&mut self, is_const: bool, block: &syn::Block, visit: impl FnOnce(&mut Self)) {
        if is_const && !self.constants {
            return self.constant(visit);
        }
        let bytes = self.bytes(block.span());
        let mut statements = block.stmts.iter().map(|statement| place(statement.span().start()));
        let first = statements.next();
        let values = self
            .mutants
            .iter()
            .filter(|m| m.listed.genre == "FnValue")
            .filter(|m| first == Some(m.listed.span.start) || self.text.bytes(m.listed.span) == bytes)
            .map(|m| (m.number, m.listed.replacement.clone()))
            .collect();
        self.add(bytes, Form::Body(values));
        visit(self);
    }
}

/// Whether an expression is, or chains, an `if let`.
fn has_let(expression: &syn::Expr) -> bool {
    match expression {
        syn::Expr::Let(_) => true,
        syn::Expr::Binary(binary) => has_let(&binary.left) || has_let(&binary.right),
        _ => false,
    }
}

impl<'ast> Visit<'ast> for Finder<'_> {
    fn visit_item_fn(&mut self, node: &'ast syn::ItemFn) {
        self.function(node.sig.constness.is_some(), &node.block, |this| visit::visit_item_fn(this, node));
    }

    fn visit_impl_item_fn(&mut self, node: &'ast syn::ImplItemFn) {
        self.function(node.sig.constness.is_some(), &node.block, |this| {
            visit::visit_impl_item_fn(this, node)
        });
    }

    fn visit_trait_item_fn(&mut self, node: &'ast syn::TraitItemFn) {
        if let Some(block) = &node.default {
            self.function(node.sig.constness.is_some(), block, |this| visit::visit_trait_item_fn(this, node));
        }
    }

    fn visit_item_const(&mut self, node: &'ast syn::ItemConst) {
        self.constant(|this| visit::visit_item_const(this, node));
    }

    fn visit_item_static(&mut self, node: &'ast syn::ItemStatic) {
        self.constant(|this| visit::visit_item_static(this, node));
    }

    fn visit_impl_item_const(&mut self, node: &'ast syn::ImplItemConst) {
        self.constant(|this| visit::visit_impl_item_const(this, node));
    }

    fn visit_trait_item_const(&mut self, node: &'ast syn::TraitItemConst) {
        self.constant(|this| visit::visit_trait_item_const(this, node));
    }

    fn visit_expr_const(&mut self, node: &'ast syn::ExprConst) {
        self.constant(|this| visit::visit_expr_const(this, node));
    }

    fn visit_type(&mut self, node: &'ast syn::Type) {
        self.closed(|this| visit::visit_type(this, node));
    }

    fn visit_generic_argument(&mut self, node: &'ast syn::GenericArgument) {
        self.closed(|this| visit::visit_generic_argument(this, node));
    }

    fn visit_pat(&mut self, node: &'ast syn::Pat) {
        self.closed(|this| visit::visit_pat(this, node));
    }

    fn visit_expr_repeat(&mut self, node: &'ast syn::ExprRepeat) {
        self.visit_expr(&node.expr);
        self.constant(|this| this.visit_expr(&node.len));
    }

    fn visit_expr_binary(&mut self, node: &'ast syn::ExprBinary) {
        if !has_let(&node.left) && !has_let(&node.right) {
            let mutants = self.at("BinaryOperator", node.op.span());
            self.add_expression(node.span(), &mutants);
        }
        visit::visit_expr_binary(self, node);
    }

    fn visit_expr_unary(&mut self, node: &'ast syn::ExprUnary) {
        let mutants = self.at("UnaryOperator", node.op.span());
        self.add_expression(node.span(), &mutants);
        visit::visit_expr_unary(self, node);
    }

    fn visit_expr_struct(&mut self, node: &'ast syn::ExprStruct) {
        let mut mutants = Vec::new();
        for field in &node.fields {
            mutants.extend(self.at("StructField", field.span()));
        }
        self.add_expression(node.span(), &mutants);
        visit::visit_expr_struct(self, node);
    }

    fn visit_arm(&mut self, node: &'ast syn::Arm) {
        let deleted = self.at("MatchArm", node.span()).first().map(|m| m.number);
        match &node.guard {
            Some((_, guard)) if !has_let(guard) => {
                let guards = self.at("MatchArmGuard", guard.span());
                let find =
                    |value: &str| guards.iter().find(|m| m.listed.replacement == value).map(|m| m.number);
                let form = Form::Guard { deleted, yes: find("true"), no: find("false") };
                self.add(self.bytes(guard.span()), form);
            }
            Some(_) => {}
            None => {
                if let Some(number) = deleted {
                    self.add(self.bytes(node.pat.span()), Form::Arm(number));
                }
            }
        }
        visit::visit_arm(self, node);
    }
}
