"""Which file of a crate needs which.

A file needs another if it names something that the other defines: by `use`, or by a path such as `crate::size::Size` or
`size::Size`. Names are followed through re-exports to the file that defines them, so that a `mod.rs` which only declares
its modules and passes on their names is part of no circle. What is compiled for tests alone does not count, nor does
documentation. Methods are not seen: an `impl` may be anywhere.

It reads roughly, by tokens.
"""

import os
import re

TOKEN = re.compile(
    r"""
    (?P<space>\s+|//[^\n]*)
  | (?P<comment>/\*)
  | (?P<raw>\b(?:br|cr|r)(?P<hashes>\#*)")
  | (?P<text>\b[bc]?"|")
  | (?P<char>\bb?'(?:\\(?:u\{[^}]*\}|x..|.)|[^'\\\n])'|'(?:\\(?:u\{[^}]*\}|x..|.)|[^'\\\n])')
  | (?P<lifetime>'\w+)
  | (?P<word>(?:r\#)?[^\W\d]\w*)
  | (?P<number>\d\w*)
  | (?P<mark>::|.)
    """,
    re.VERBOSE | re.DOTALL,
)
DEFINING = {"fn", "struct", "enum", "union", "trait", "type", "const", "static"}
ITEMS = DEFINING | {"mod", "use", "impl", "pub", "unsafe", "async", "extern", "macro_rules"}


def tokens_of(source):
    """The words and marks of a source text, each with its line, without comments and strings."""
    tokens, place, line = [], 0, 1
    while place < len(source):
        found = TOKEN.match(source, place)
        end = found.end()
        if found["comment"]:
            depth = 1
            while depth and (inner := re.compile(r"/\*|\*/").search(source, end)):
                depth += 1 if inner[0] == "/*" else -1
                end = inner.end()
        elif found["raw"]:
            closing = source.find('"' + found["hashes"], end)
            end = len(source) if closing < 0 else closing + 1 + len(found["hashes"])
        elif found["text"]:
            end = re.compile(r'(?:[^"\\]|\\.)*"?', re.DOTALL).match(source, end).end()
        elif not (found["space"] or found["char"] or found["lifetime"]):
            tokens.append((found[0].removeprefix("r#"), line))
        line += source.count("\n", place, end)
        place = end
    return tokens


class Module:
    """A module: a file, or a part of one in braces."""

    def __init__(self, file, parent):
        self.file, self.parent = file, parent
        self.children, self.names = {}, set()
        self.uses, self.globs = {}, []  # name -> path; paths
        self.needs = []  # (path, line)
        self.passed_on = []  # (name, path, line)
        self.words = {}  # word -> how often

    def all(self):
        yield self
        for child in self.children.values():
            yield from child.all()


class Reader:
    """Reads a file into a module."""

    def __init__(self, tokens, module, folder):
        self.tokens, self.at, self.folder = tokens, 0, folder
        self.module, self.depths, self.depth = module, [], 0

    def word(self, offset=0):
        at = self.at + offset
        return self.tokens[at][0] if 0 <= at < len(self.tokens) else ""

    def read(self):
        while self.at < len(self.tokens):
            word, line = self.tokens[self.at]
            if word == "#" and self.word(1) in ("[", "!"):
                if self.attribute():
                    return  # `#![cfg(test)]`
                continue
            if word == "{":
                self.depth += 1
            elif word == "}":
                self.depth -= 1
                if self.depths and self.depths[-1][0] == self.depth:
                    self.module = self.depths.pop()[1]
            elif word == "mod" and self.word(2) in (";", "{"):
                self.child()
                continue
            elif word == "use" and self.word(-1) != "<":
                self.use(line)
                continue
            elif word == "macro_rules" and self.word(1) == "!":
                self.module.names.add(self.word(2))
            elif word in DEFINING and self.is_at_top() and self.word(1) not in DEFINING:
                self.module.names.add(self.word(2) if self.word(1) == "mut" else self.word(1))
            elif re.match(r"\w", word) and self.word(1) == "::" and self.word(-1) != "::":
                self.path(line)
                continue
            elif re.match(r"\w", word):
                self.module.words[word] = self.module.words.get(word, 0) + 1
            self.at += 1

    def is_at_top(self):
        return self.depth == (self.depths[-1][0] + 1 if self.depths else 0)

    def attribute(self):
        """Passes over an attribute, and over what follows if that is for tests alone; whether it is the whole file."""
        inner = self.word(1) == "!"
        start = self.at + (2 if inner else 1)
        self.at = self.closing(start) + 1
        text = "".join(word for word, _ in self.tokens[start : self.at])
        is_test = re.match(r"\[(cfg\(test\)|cfg\(all\((.*,)?test[,)]|test\]|bench\])", text)
        if is_test and inner:
            return True
        if is_test:
            while self.word() == "#":
                self.at = self.closing(self.at + 1) + 1
            self.pass_over()
        elif text.startswith("[path="):
            self.pass_over()  # a module of another folder, which is checked there
        return False

    def closing(self, at):
        """Where the bracket that opens at a place is closed."""
        depth = 0
        while at < len(self.tokens):
            word = self.tokens[at][0]
            depth += (word in "([{") - (word in ")]}")
            if depth == 0:
                return at
            at += 1
        return at

    def pass_over(self):
        """Passes over an item, a field or a statement."""
        is_item, is_use = self.word() in ITEMS, False
        while self.at < len(self.tokens):
            word = self.word()
            is_use |= word == "use"
            if word in ("}", ")") or word == ";" or (word == "," and not is_item):
                self.at += word in (";", ",")
                return
            if word in ("(", "[", "{"):
                self.at = self.closing(self.at)
                if word == "{" and is_item and not is_use and self.word(1) != "=":
                    self.at += 1
                    return
            self.at += 1

    def child(self):
        name, inline = self.word(1), self.word(2) == "{"
        self.at += 3
        if inline:
            child = self.module.children[name] = Module(self.module.file, self.module)
            self.depths.append((self.depth, self.module))
            self.module, self.depth = child, self.depth + 1
            return
        for file, folder in (
            (os.path.join(self.folder, name + ".rs"), os.path.join(self.folder, name)),
            (os.path.join(self.folder, name, "mod.rs"), os.path.join(self.folder, name)),
        ):
            if os.path.isfile(file):
                self.module.children[name] = read_file(file, self.module, folder)
                return

    def path(self, line):
        """A path in code."""
        is_visibility = self.word(-1) == "in" and self.word(-2) == "("
        path = [self.word()]
        while self.word(1) == "::" and re.match(r"\w", self.word(2)):
            self.at += 2
            path.append(self.word())
        self.at += 1
        if not is_visibility:
            self.module.words[path[0]] = self.module.words.get(path[0], 0) + 1
            self.module.needs.append((path, line))

    def use(self, line):
        is_public = self.word(-1) == "pub" or (self.word(-1) == ")" and self.visibility() == "pub")
        at_top = self.is_at_top()
        self.at += 1
        paths = []
        self.tree([], paths)
        for path, name in paths:
            if name == "*":
                if at_top:
                    self.module.globs.append(path)
                else:
                    self.module.needs.append((path, line))
                continue
            if at_top or name not in self.module.uses:
                self.module.uses[name] = path
            if is_public and at_top:
                self.module.passed_on.append((name, path, line))
            else:
                self.module.needs.append((path, line))

    def visibility(self):
        """The word before the bracket that ends before the place."""
        at, depth = self.at - 1, 0
        while at >= 0:
            depth += (self.tokens[at][0] == ")") - (self.tokens[at][0] == "(")
            if depth == 0:
                return self.tokens[at - 1][0] if at else ""
            at -= 1
        return ""

    def tree(self, before, paths):
        """A tree of imports, up to the mark that ends it."""
        path = list(before)
        while self.at < len(self.tokens):
            word = self.word()
            self.at += 1
            if word == "{":
                while self.word() != "}":
                    self.tree(path, paths)
                self.at += 1
                if self.word() in (",", ";"):
                    self.at += 1
                return
            if word in ("*", "as") and path:
                paths.append((path, "*" if word == "*" else self.word()))
                self.at += word == "as"
                path = None
            elif word in (",", ";", "}"):
                if path and path != before:
                    if path[-1] == "self" and len(path) > 1:
                        path = path[:-1]
                    paths.append((path, path[-1]))
                self.at -= word == "}"
                return
            elif path is not None and re.match(r"\w", word):
                path.append(word)


def read_file(file, parent, folder):
    module = Module(file, parent)
    with open(file, encoding="utf-8") as text:
        Reader(tokens_of(text.read()), module, folder).read()
    return module


def root_of(module):
    while module.parent:
        module = module.parent
    return module


def resolve(module, path, seen=frozenset()):
    """What a path names, seen from a module: a module, the file of an item, or nothing that is ours."""
    if (id(module), tuple(path)) in seen:
        return None
    seen = seen | {(id(module), tuple(path))}
    first, rest = path[0], path[1:]
    if first == "crate":
        here = root_of(module)
    elif first == "self":
        here = module
    elif first == "super":
        here = module.parent
    else:
        here = inside(module, first, not rest, seen)
        if here is None:
            return None
    while rest and rest[0] == "super" and isinstance(here, Module):
        here, rest = here.parent, rest[1:]
    for index, name in enumerate(rest):
        if not isinstance(here, Module):
            return here
        here = inside(here, name, index == len(rest) - 1, seen) or here.file
    return here


def inside(module, name, is_last, seen):
    """What a name is in a module."""
    if is_last and name in module.names:
        return module.file
    if name in module.children and not (is_last and name in module.uses):
        return module.children[name]
    if name in module.names:
        return module.file
    if name in module.uses and module.uses[name] != [name]:
        return resolve(module, module.uses[name], seen)
    # Modules whose globs lead to each other are asked once.
    asked = (id(module), name)
    if asked not in seen:
        for path in module.globs:
            where = resolve(module, path, seen)
            if isinstance(where, Module) and (found := inside(where, name, is_last, seen | {asked})):
                return found
    return module.children.get(name)


def needs_of_globs(module):
    """The paths of what a module uses by `use …::*`."""
    for path in module.globs:
        where = resolve(module, path)
        if isinstance(where, str):
            yield path  # an enum
        elif isinstance(where, Module) and where.file != module.file:
            for word in sorted({*module.words, *(path[0] for path, _ in module.needs)}):
                if word in module.names or word in module.uses or word in module.children:
                    continue
                if isinstance(inside(where, word, True, frozenset()), str):
                    yield (*path, word)


def edges_of(files):
    """Which file needs which: {file: {other: (line, path)}}. Of the files only those with which a crate begins are asked."""
    edges = {}
    for file in files:
        if os.path.basename(file) not in ("lib.rs", "main.rs"):
            continue
        for module in read_file(file, None, os.path.dirname(file)).all():
            needs = list(module.needs)
            # A name that is passed on is needed if it is used here, too.
            needs += [(path, line) for name, path, line in module.passed_on if name in module.words]
            needs += [(path, 0) for path in needs_of_globs(module)]
            for path, line in needs:
                where = resolve(module, path)
                if isinstance(where, str) and where != module.file:
                    edges.setdefault(module.file, {}).setdefault(where, (line, "::".join(path)))
    return edges
