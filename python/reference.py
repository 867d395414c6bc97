"""The words about the module: one list for the book, and the docstrings that editors look for in the stub of a wheel.

What a native class or method is, its ``///`` comment in ``src/`` says, which ``help()`` shows; ``_native.pyi`` has the
types. Both are read as text, so nothing has to be built. ``tests/test_reference.py`` compares with the module.

    python3 reference.py            # writes target/python-api.md, which the book includes
    python3 reference.py WHEEL…     # puts the words into the stubs of wheels
"""

from __future__ import annotations

import ast
import base64
import hashlib
import inspect
import re
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeGuard

ROOT = Path(__file__).parent
PACKAGE = ROOT / "python" / "philidor"
STUB = PACKAGE / "_native.pyi"
PAGE = ROOT.parent / "target" / "python-api.md"
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


def rust_words() -> dict[str, str]:
    """The comments of ``src/``, by ``Class``, ``Class.method`` or ``function``."""
    found: dict[str, str] = {}
    for file in sorted((ROOT / "src").rglob("*.rs")):
        owner, doc, attributes = "", list[str](), ""
        for line in map(str.strip, file.read_text(encoding="utf-8").split("\n")):
            item = re.match(r"(?:pub(?:\(\w+\))? )?(struct|fn|impl)\b(?:<.*?>)? (?:r#)?(\w+)", line)
            if comment := re.match(r"/// ?(.*)", line):
                doc.append(comment[1])
                continue
            if line.startswith("#[") or attributes.count("[") > attributes.count("]"):
                attributes += line
                continue
            if item and item[1] == "impl":
                owner = item[2] + "." if "#[pymethods]" in attributes else ""
            elif item and item[1] == "fn" and (owner or "#[pyfunction" in attributes):
                found[("" if "#[pyfunction" in attributes else owner) + item[2]] = "\n".join(doc)
            elif item and "#[pyclass" in attributes:
                found.setdefault(item[2], "\n".join(doc))
            doc, attributes = [], ""
    return found


RUST = rust_words()


def words(owner: str, name: str) -> str:
    """The words about a native class or function (without an owner), or about a member of a class."""
    return inspect.cleandoc(RUST.get(f"{owner}.{name}" if owner else name, ""))


def spoken_of(tree: ast.Module | ast.ClassDef, owner: str = "") -> Iterator[tuple[Node, str]]:
    """The public classes, functions, methods and properties of the stub, each with its owner."""
    before = None
    for node in tree.body:
        if isinstance(node, Node) and is_public(node.name) and is_first(node, before):
            yield node, owner
            if isinstance(node, ast.ClassDef):
                yield from spoken_of(node, node.name)
        before = node


def docstring(doc: str, indent: int) -> list[str]:
    """A docstring in lines."""
    blanks = " " * indent
    quotes = 'r"""' if "\\" in doc else '"""'
    lines = [blanks + line if line else "" for line in doc.split("\n")]
    lines[0] = blanks + quotes + lines[0].strip()
    return [*lines[:-1], lines[-1] + '"""'] if len(lines) == 1 else [*lines, blanks + '"""']


def stub() -> str:
    """The stub with all words."""
    text = STUB.read_text(encoding="utf-8")
    lines = text.split("\n")
    for node, owner in reversed(list(spoken_of(ast.parse(text)))):
        first = node.body[0]
        line = min([first.lineno, *(word.lineno for word in getattr(first, "decorator_list", []))]) - 1
        if isinstance(first, ast.Expr):  # a body of three points
            lines[line] = lines[line].removesuffix(" ...")
            line += 1
        lines[line:line] = docstring(words(owner, node.name), node.col_offset + 4)
    return "\n".join(lines)


def fill(wheel: Path) -> None:
    """Puts the words into the stub of a wheel."""
    with zipfile.ZipFile(wheel) as old:
        files = [(info, old.read(info)) for info in old.infolist()]
    text = stub().encode()
    digest = base64.urlsafe_b64encode(hashlib.sha256(text).digest()).rstrip(b"=").decode()
    with zipfile.ZipFile(wheel, "w") as new:
        for info, data in files:
            if info.filename == "philidor/_native.pyi":
                data = text
            elif info.filename.endswith(".dist-info/RECORD"):
                line = f"philidor/_native.pyi,sha256={digest},{len(text)}"
                data = re.sub(r"(?m)^philidor/_native\.pyi,.*$", line, data.decode()).encode()
            new.writestr(info, data)


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


def page() -> str:
    """The page that lists what there is."""
    native = stub()
    offered = public(ast.parse((PACKAGE / "__init__.py").read_text())) | {"read_bulletformat", "write_bulletformat"}
    lines: list[str] = []
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
    return "\n".join(lines[1:]) + "\n"


if __name__ == "__main__":
    for wheel in sys.argv[1:]:
        fill(Path(wheel))
    if not sys.argv[1:]:
        PAGE.parent.mkdir(exist_ok=True)
        PAGE.write_text(page(), encoding="utf-8")
