"""What editors and readers are shown: the stub of a wheel and the list in the book say what the module says."""

import ast
import importlib.util
import inspect
import zipfile
from pathlib import Path

import philidor._native

FILE = Path(__file__).parents[1] / "reference.py"
spec = importlib.util.spec_from_file_location("reference", FILE)
assert spec and spec.loader
reference = importlib.util.module_from_spec(spec)
spec.loader.exec_module(reference)


def test_the_words_are_those_of_the_module():
    for node, owner in reference.spoken_of(ast.parse(reference.STUB.read_text())):
        found = inspect.getattr_static(getattr(philidor._native, owner, philidor._native), node.name)
        doc = inspect.cleandoc(getattr(found, "__func__", found).__doc__ or "")
        assert doc and reference.words(owner, node.name) == doc, f"{owner} {node.name}"


def test_the_stub_of_a_wheel_gets_the_words(tmp_path):
    wheel = tmp_path / "philidor.whl"
    with zipfile.ZipFile(wheel, "w") as made:
        made.write(reference.STUB, "philidor/_native.pyi")
        made.writestr("philidor.dist-info/RECORD", "philidor/_native.pyi,sha256=x,1\nphilidor/words.py,sha256=y,2\n")
    reference.fill(wheel)
    with zipfile.ZipFile(wheel) as made:
        stub, record = (made.read(name).decode() for name in made.namelist())
    assert stub == reference.stub() and ast.get_docstring(ast.parse(stub).body[-1])
    first, second = record.splitlines()
    assert first.endswith(f",{len(stub.encode())}") and "=x" not in first and second == "philidor/words.py,sha256=y,2"


def test_the_page_lists_what_there_is():
    page = reference.page()
    missing = [name for name in philidor.__all__ if f"`{name}" not in page and f"philidor.{name}`" not in page]
    assert not missing


def test_the_page_has_constants_options_and_what_is_offered():
    page = reference.page()
    assert "\n\n\n" not in page                                # no module without an entry
    for entry in ("**`moves`**", "**`REASONS`**", "**`NO_WDL`**", "**`VectorEnv(num_envs, *, actions, observation, dtype, "):
        assert entry in page, entry
    assert "`drawn(" not in page and "`register(" not in page and "`read_option(" not in page


def test_the_page_is_found_from_the_book():
    root = FILE.parents[1]
    assert "](python-api.md)" in (root / "book/src/python.md").read_text()
    assert "](python-api.md)" in (root / "book/src/SUMMARY.md").read_text()
    assert "target/python-api.md" in (root / "book/src/python-api.md").read_text()
