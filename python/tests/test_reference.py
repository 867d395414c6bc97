"""What editors and readers are shown: the stub and ``API.md`` say what the module says."""

import importlib.util
from pathlib import Path

import philidor._native

FILE = Path(__file__).parents[1] / "reference.py"
spec = importlib.util.spec_from_file_location("reference", FILE)
assert spec and spec.loader
reference = importlib.util.module_from_spec(spec)
spec.loader.exec_module(reference)


def test_the_stub_has_the_words_of_the_module():
    """After a change to a ``///`` comment, ``python reference.py`` writes them anew."""
    assert reference.STUB.read_text() == reference.stub(philidor._native)


def test_the_page_lists_what_there_is():
    page = reference.PAGE.read_text()
    assert page == reference.page(reference.STUB.read_text())
    missing = [name for name in philidor.__all__ if f"`{name}" not in page and f"philidor.{name}`" not in page]
    assert not missing


def test_the_page_has_constants_options_and_what_is_offered():
    page = reference.PAGE.read_text()
    assert "\n\n\n" not in page                                # no module without an entry
    for entry in ("**`moves`**", "**`REASONS`**", "**`NO_WDL`**", "**`VectorEnv(num_envs, *, actions, observation, dtype, "):
        assert entry in page, entry
    assert "`drawn(" not in page and "`register(" not in page and "`read_option(" not in page


def test_the_page_is_found_from_the_readme_and_from_the_book():
    book = FILE.parents[1] / "book" / "src"
    assert "[API.md](API.md)" in (FILE.parent / "README.md").read_text()
    assert "](python-api.md)" in (book / "python.md").read_text()
    assert "](python-api.md)" in (book / "SUMMARY.md").read_text()
    assert "python/API.md" in (book / "python-api.md").read_text()
