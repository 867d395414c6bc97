"""The examples in the documentation of the native part, and those of the README, do what they show."""

import doctest
import inspect
from pathlib import Path

import pytest

import philidor
from philidor import _native

NAMES = {name: value for name, value in vars(_native).items() if not name.startswith("__")}
NAMES |= {name: getattr(philidor, name) for name in philidor.__all__}


def documented():
    """Everything native with examples: classes, their members, functions."""
    for name, value in sorted(vars(_native).items()):
        if name.startswith("__"):
            continue
        yield name, inspect.getdoc(value)
        if inspect.isclass(value):
            for member, inner in sorted(vars(value).items()):
                if not member.startswith("__"):
                    yield f"{name}.{member}", inspect.getdoc(inner)


def examples():
    for name, text in documented():
        if text and ">>>" in text:
            yield pytest.param(name, text, id=name)


@pytest.mark.parametrize(("name", "text"), list(examples()))
def test_native(name, text):
    run(name, text)


def test_readme():
    run("README.md", (Path(__file__).parent.parent / "README.md").read_text(encoding="utf-8"))


def run(name, text):
    parsed = doctest.DocTestParser().get_doctest(text, dict(NAMES), name, name, 0)
    failures = []
    doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(parsed, out=failures.append)
    assert not failures, "".join(failures)


def test_everything_public_is_documented():
    missing = [name for name, text in documented() if not text and not name.startswith("_")]
    assert missing == []
