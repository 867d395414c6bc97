"""Which Python file needs which.

A file needs another if it imports it, or a name of it, at any place: inside of a function and for a type checker alone,
too, since a reader who follows the name goes there as well. Names are followed through the `__init__.py` of packages to the
file that defines them, so that an `__init__.py` which only passes on names is part of no circle; what it uses itself it
needs. That an import runs the `__init__.py` of all packages above does not count. Imports by a computed name are not seen.
"""

import ast
import os


class Module:
    """A file: what it binds, by imports and otherwise, and what it names."""

    def __init__(self, file):
        self.file, self.is_package = file, os.path.basename(file) == "__init__.py"
        self.bound, self.stars, self.names = {}, [], set()  # name -> path; paths; what is defined
        self.imported, self.used = [], []  # (path, line); (dotted words, line)
        self.root = self.folder = os.path.dirname(file)
        while os.path.isfile(os.path.join(self.root, "__init__.py")):
            self.root = os.path.dirname(self.root)
        with open(file, encoding="utf-8") as text:
            tree = ast.parse(text.read(), file)
        for node in ast.walk(tree):
            self.note(node)
        for node in tree.body:
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                self.names.add(node.name)
            elif isinstance(node, (ast.Assign, ast.AnnAssign)):
                self.names |= {one.id for one in ast.walk(node) if isinstance(one, ast.Name) and isinstance(one.ctx, ast.Store)}

    def note(self, node):
        """What a node of the tree imports or names."""
        if isinstance(node, ast.Import):
            for alias in node.names:
                path = alias.name.split(".")
                self.bound[alias.asname or path[0]] = path if alias.asname else path[:1]
                self.imported.append((path, node.lineno))
        elif isinstance(node, ast.ImportFrom):
            path = node.module.split(".") if node.module else []
            if node.level:
                above = os.path.relpath(self.folder, self.root).split(os.sep)
                path = [part for part in above if part != "."][: 1 - node.level or None] + path
            for alias in node.names:
                if alias.name == "*":
                    self.stars.append(path)
                    self.imported.append((path, node.lineno))
                else:
                    self.bound[alias.asname or alias.name] = [*path, alias.name]
                    self.imported.append(([*path, alias.name], node.lineno))
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            self.used.append(([node.id], node.lineno))
        elif isinstance(node, ast.Attribute) and (words := dotted(node)):
            self.used.append((words, node.lineno))


def dotted(node):
    """The words of `a.b.c`."""
    words = []
    while isinstance(node, ast.Attribute):
        words, node = [node.attr, *words], node.value
    return [node.id, *words] if isinstance(node, ast.Name) else None


def resolve(modules, root, path, seen=frozenset()):
    """The file that a path names, or defines its last name; nothing if that is not ours."""
    if tuple(path) in seen:
        return None
    seen, place = seen | {tuple(path)}, root
    for index, name in enumerate(path):
        package = modules.get(os.path.join(place, "__init__.py"))
        if package and index and (found := passed_on(modules, package, name, path[index + 1 :], seen)):
            return found
        place = os.path.join(place, name)
        if place + ".py" in modules:
            return place + ".py"
        if os.path.join(place, "__init__.py") not in modules:
            return package and index and package.file
    return os.path.join(place, "__init__.py")


def passed_on(modules, package, name, rest, seen):
    """The file that defines what a package calls so."""
    if name in package.names:
        return package.file
    if name in package.bound and (found := resolve(modules, package.root, package.bound[name] + rest, seen)):
        return found
    if not any(os.path.isfile(os.path.join(package.folder, name + end)) for end in (".py", "/__init__.py")):
        for path in package.stars:
            found = modules.get(resolve(modules, package.root, path, seen))
            if found and name in found.names:
                return found.file
    return None


def edges_of(files):
    """Which file needs which: {file: {other: (line, path)}}."""
    modules = {file: Module(file) for file in files}
    edges = {}
    for module in modules.values():
        # What is imported is needed, except where a package only passes it on; a dotted word may need more than that.
        needs = [] if module.is_package else list(module.imported)
        needs += [(module.bound[words[0]] + words[1:], line) for words, line in module.used
                  if words[0] in module.bound and (module.is_package or len(words) > 1)]
        for path, line in needs:
            where = resolve(modules, module.root, path)
            if where and where != module.file:
                edges.setdefault(module.file, {}).setdefault(where, (line, ".".join(path)))
    return edges
