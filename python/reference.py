"""The words of the module for editors and for readers: the docstrings of ``_native.pyi``, and ``API.md``.

What a class or a method of the native part is, its ``__doc__`` says; the stub has the types. This puts the words into the
stub, where editors look for them, and lists both in one page. ``tests/test_reference.py`` compares.

    python reference.py     # writes both, from the module that is installed
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeGuard

PACKAGE = Path(__file__).parent / "python" / "philidor"
STUB = PACKAGE / "_native.pyi"
PAGE = Path(__file__).parent / "API.md"
# Modules of Python, as they are imported, with their files.
MODULES = [
    "analysis", "data", "encode", "env/vector", "env/single", "env/players", "errors", "hunting", "pgn", "syzygy", "variants",
    "words", "uci/plain", "uci/asynchronous", "uci/options",
]

Node = ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
Value = ast.Assign | ast.AnnAssign


def is_public(name: str) -> bool:
    return not name.startswith("_")


def is_first(node: ast.AST, before: ast.AST | None) -> bool:
    """Whether a node is what a reader looks up: no setter, and of overloads the first."""
    setter = any(isinstance(word, ast.Attribute) for word in getattr(node, "decorator_list", []))
    return not setter and getattr(before, "name", None) != getattr(node, "name", "")


def documented(tree: ast.Module | ast.ClassDef, owner: Any) -> Iterator[tuple[Node, Any]]:
    """The public classes, functions, methods and properties, with the objects that have their words."""
    before = None
    for node in tree.body:
        if isinstance(node, Node) and is_public(node.name) and is_first(node, before):
            found = inspect.getattr_static(owner, node.name)
            yield node, getattr(found, "__func__", found)
            if isinstance(node, ast.ClassDef):
                yield from documented(node, found)
        before = node


def words(found: Any, indent: int) -> list[str]:
    """A docstring in lines."""
    doc = inspect.cleandoc(found.__doc__ or "")
    if not doc:
        raise SystemExit(f"{found} has no words")
    blanks = " " * indent
    quotes = 'r"""' if "\\" in doc else '"""'
    lines = [blanks + line if line else "" for line in doc.split("\n")]
    lines[0] = blanks + quotes + lines[0].strip()
    return [*lines[:-1], lines[-1] + '"""'] if len(lines) == 1 else [*lines, blanks + '"""']


def bare(text: str) -> str:
    """A stub without docstrings."""
    lines = text.split("\n")
    for node in sorted(ast.walk(ast.parse(text)), key=lambda node: -getattr(node, "lineno", 0)):
        if isinstance(node, Node) and ast.get_docstring(node, clean=False) is not None:
            doc = node.body[0]
            assert doc.end_lineno is not None
            del lines[doc.lineno - 1 : doc.end_lineno]
            if len(node.body) == 1:
                lines[doc.lineno - 2] += " ..."
    return "\n".join(lines)


def stub(native: Any) -> str:
    """The stub with the words of the module."""
    text = bare(STUB.read_text())
    lines = text.split("\n")
    for node, found in reversed(list(documented(ast.parse(text), native))):
        first = node.body[0]
        said = words(found, node.col_offset + 4)
        line = min([first.lineno, *(word.lineno for word in getattr(first, "decorator_list", []))]) - 1
        if isinstance(first, ast.Expr):  # a body of three points
            lines[line] = lines[line].removesuffix(" ...")
            line += 1
        lines[line:line] = said
    return "\n".join(lines)


def summary(doc: str) -> str:
    """The first paragraph, for a list."""
    return " ".join(doc.split("\n\n")[0].split()).replace("``", "`")


def is_text(node: ast.stmt | None) -> TypeGuard[Any]:
    """Whether a statement is but a text: the words of the value before it."""
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def entries(tree: ast.Module | ast.ClassDef, names: set[str] | None, indent: str = "") -> Iterator[str]:
    """The lines of the page for a module or a class."""
    before = None
    for node, after in zip(tree.body, [*tree.body[1:], None]):
        if isinstance(node, Value) and is_text(after):
            name = ast.unparse(node.targets[0] if isinstance(node, ast.Assign) else node.target)
            if is_public(name) and (names is None or name in names):
                yield f"{indent}- **`{name}`** {summary(after.value.value)}"
        if isinstance(node, Node) and is_public(node.name) and is_first(node, before):
            same = [other for other in tree.body if isinstance(other, Node) and other.name == node.name]
            doc = next((doc for doc in map(ast.get_docstring, same) if doc), None)  # that of an overload is the last one's
            if (names is None or node.name in names) and doc:
                yield f"{indent}- **`{shown(node)}`** {summary(doc)}"
                if isinstance(node, ast.ClassDef):
                    yield from entries(node, None, indent + "  ")
        before = node


def shown(node: Node) -> str:
    """A name, with the names of what is given to it; of a class, to make one."""
    makers = [made for made in node.body if isinstance(made, Node) and made.name in ("__init__", "__new__")]
    if isinstance(node, ast.ClassDef) and makers:
        return shown(makers[0]).replace(makers[0].name, node.name, 1)
    if isinstance(node, ast.ClassDef) or "property" in [ast.unparse(word) for word in node.decorator_list]:
        return node.name
    given = node.args
    plain = [arg.arg for arg in [*given.posonlyargs, *given.args] if arg.arg not in ("self", "cls")]
    named = [arg.arg for arg in given.kwonlyargs]
    if given.vararg:
        plain.append("*" + given.vararg.arg)
    elif named:
        plain.append("*")
    return f"{node.name}({', '.join(plain + named)})"


def offered_by(name: str) -> set[str]:
    """What a module offers; of a part of a package, what the package passes on."""
    names = public(ast.parse((PACKAGE / f"{name}.py").read_text()))
    package, _, part = name.partition("/")
    return names & offered_by(f"{package}/__init__") if part and part != "__init__" else names


def public(tree: ast.Module) -> set[str]:
    """The names in ``__all__``, or all that are public."""
    for node in tree.body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "__all__":
            return set(ast.literal_eval(node.value))
    return {node.name for node in tree.body if isinstance(node, Node) and is_public(node.name)}


def page(native: str) -> str:
    """The page that lists what there is; ``native`` is the stub."""
    offered = public(ast.parse((PACKAGE / "__init__.py").read_text())) | {"read_bulletformat", "write_bulletformat"}
    lines = ["# What there is in philidor for Python", "", "Made by `reference.py` of the same words that `help()` shows."]
    for name, text, names in [
        ("philidor", native, offered),
        *(
            (f"philidor.{name.split('/')[0]}", text, offered_by(name))
            for name in MODULES
            for text in [(PACKAGE / f"{name}.py").read_text()]
        ),
    ]:
        heading = f"## `{name}`"
        if heading not in lines:
            lines += ["", heading, ""]
        lines += entries(ast.parse(text), names)
        if text is not native:
            lines += entries(ast.parse(native), names - offered)  # what the module passes on
    lines += ["", "`philidor.compat` has the names of python-chess; what differs is said in its own README."]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    import philidor._native

    written = stub(philidor._native)
    STUB.write_text(written)
    PAGE.write_text(page(written))
