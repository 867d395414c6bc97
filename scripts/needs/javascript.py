"""Which JavaScript file needs which.

A file needs another if it imports it by a relative path, in a statement or by `import("…")`. Names are followed through
`export … from` to the file that defines them, so that a file which only passes on names is part of no circle. A worker that
is started by its address is another program, and what is in comments (types, say) is not needed.

It reads roughly, by tokens.
"""

import os
import re

TOKEN = re.compile(
    r"""
    (?P<space>\s+|//[^\n]*|/\*.*?\*/)
  | (?P<text>"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*')
  | (?P<template>`(?:\\.|[^`\\])*`)
  | (?P<word>[\w$]+)
  | (?P<mark>.)
    """,
    re.VERBOSE | re.DOTALL,
)
EXPRESSION = re.compile(r"/(?:\\.|\[(?:\\.|[^\]\\\n])*\]|[^/\\\[\n])+/\w*")
# After these a slash divides nothing, but begins a regular expression.
BEFORE_EXPRESSION = set("(,=:[!&|?{};+-*%<>~^") | {"return", "typeof", "case", "", "=>"}


def tokens_of(source):
    """The words, marks and texts of a source, each with its line, without comments and templates."""
    tokens, place, line = [], 0, 1
    while place < len(source):
        found = TOKEN.match(source, place)
        if found[0] == "/" and (tokens[-1][0] if tokens else "") in BEFORE_EXPRESSION:
            found = EXPRESSION.match(source, place) or found
        elif not (found["space"] or found["template"]):
            tokens.append((found[0], line))
        line += found[0].count("\n")
        place = found.end()
    return tokens


class Module:
    """A file: what it imports, passes on and defines. Of names `None` are all."""

    def __init__(self, file):
        self.file, self.imports, self.passed_on, self.names = file, [], [], set()
        with open(file, encoding="utf-8") as text:
            self.tokens = tokens_of(text.read())
        for at, (word, line) in enumerate(self.tokens):
            if word in ("import", "export") and self.word(at - 1) != ".":
                names, path = self.statement(at + 1)
                if path.startswith("."):
                    path = os.path.normpath(os.path.join(os.path.dirname(file), path))
                    (self.imports if word == "import" else self.passed_on).append((names, path, line))
                elif word == "export":
                    self.names |= set(names or ())

    def word(self, at):
        return self.tokens[at][0] if 0 <= at < len(self.tokens) else ""

    def statement(self, at):
        """The names of an import or export, {here: there}, and the path of the other file."""
        if self.word(at) == "(":
            at += 1
        if self.word(at)[:1] in ('"', "'"):
            return None, self.word(at)[1:-1]
        names, is_list = {}, False
        while re.fullmatch(r"[\w$]+|[{},*]", word := self.word(at)) and word != "from":
            is_list = word == "{" or is_list and word != "}"
            if word == "*":
                names = None
            elif word == "as" and names is not None:
                at += 1
                names[self.word(at)] = names.pop(list(names)[-1])
            elif names is not None and re.match(r"[\w$]", word):
                names[word] = word if is_list else "default"
            at += 1
            if word == "}" and self.word(at) != "from":
                break
        return names, self.word(at + 1)[1:-1] if self.word(at) == "from" else ""


def resolve(modules, path, name, seen=frozenset()):
    """The file that defines a name of another, which may only pass it on."""
    if path not in modules or path in seen:
        return None
    if name in modules[path].names:
        return path
    for names, further, _ in modules[path].passed_on:
        if names is None or name in names:
            there = name if names is None else names[name]
            found = resolve(modules, further, there, seen | {path})
            if found and (names is not None or there in modules[found].names):
                return found
    return path


def all_of(modules, path, seen=frozenset()):
    """A file, and those whose names it passes on."""
    if path in modules and path not in seen:
        yield path
        for _, further, _ in modules[path].passed_on:
            yield from all_of(modules, further, seen | {path})


def edges_of(files):
    """Which file needs which: {file: {other: (line, path)}}."""
    modules = {file: Module(file) for file in files}
    edges = {}
    for module in modules.values():
        for names, path, line in module.imports:
            found = all_of(modules, path) if names is None else (resolve(modules, path, name) for name in names.values())
            for where in found:
                if where and where != module.file:
                    text = os.path.relpath(path, os.path.dirname(module.file))
                    edges.setdefault(module.file, {}).setdefault(where, (line, text))
    return edges
