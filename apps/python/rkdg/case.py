"""Cases: what a case file says, from a file or from Python."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator, Mapping, MutableMapping
from typing import Any

from . import _core
from .errors import InputError, translated

Value = Any


class Case(MutableMapping[str, Value]):
    """A case, as `rkdg run` reads it, key by key: `case["space.degree"] = 3`.

    Keys, values and errors are those of case files; `rkdg help SECTION.KEY` explains each. Values are numbers, text, bools
    ("yes" or "no" in a file) and lists, which a file writes with commas. Keys may be set in any order:
    `check()` and `Simulation` check the case as a whole.
    """

    def __init__(self, source: str | os.PathLike[str] | Mapping[str, Any] | None = None) -> None:
        """Reads a case file, or a dict {"section": {"key": value}} or {"section.key": value}."""
        where = _caller()
        with translated():
            if source is None or isinstance(source, Mapping):
                self._file = _core.CaseFile.parse("", "case")
            else:
                self._file = _core.CaseFile.read(os.fspath(source))
        if isinstance(source, Mapping):
            for key, value in source.items():
                if isinstance(value, Mapping):
                    for inner, item in value.items():
                        self._set(f"{key}.{inner}", item, where)
                else:
                    self._set(key, value, where)

    def copy(self) -> Case:
        """A copy, which may be changed independently."""
        other = Case()
        other._file = self._file.copy()
        return other

    def check(self) -> None:
        """Raises InputError for the first error in the case. The mesh is not read."""
        with translated():
            self._file.check(False)

    @property
    def text(self) -> str:
        """The case as the text of a case file."""
        return self._file.text()

    def write(self, path: str | os.PathLike[str]) -> None:
        """Writes a case file. Paths in it are relative to its folder."""
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.text)

    def __setitem__(self, key: str, value: Value) -> None:
        self._set(key, value, _caller())

    def __getitem__(self, key: str) -> str:
        """The text of a key. KeyError if the case does not set it."""
        value = self._file.value(*_split(key))
        if value is None:
            raise KeyError(key)
        return value

    def __delitem__(self, key: str) -> None:
        if self._file.value(*_split(key)) is None:
            raise KeyError(key)
        self._file.set(f"{key}=", _caller())

    def __iter__(self) -> Iterator[str]:
        return (f"{section}.{key}" for section, key in self._file.keys())

    def __len__(self) -> int:
        return len(self._file.keys())

    def __repr__(self) -> str:
        return f"<rkdg.Case {self._file.name!r} with {len(self)} keys>"

    def _set(self, key: str, value: Value, where: str) -> None:
        _split(key)
        text = _text(value)
        if text is None:
            raise InputError(f"{where}: '{key}' cannot be {value!r}; give a number, text, a bool or a list of these")
        if text == "":
            raise InputError(f"{where}: '{key}' has no value; `del case[\"{key}\"]` takes a key away")
        with translated():
            self._file.set(f"{key}={text}", where)


def _split(key: str) -> tuple[str, str]:
    """Section and key: the key stands behind the last dot."""
    section, dot, name = key.rpartition(".") if isinstance(key, str) else ("", "", "")
    if not section or not name:
        raise InputError(f"{_caller()}: {key!r} is no key of a case; it must be 'section.key', such as 'space.degree'")
    return section, name


def _text(value: Value) -> str | None:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, str):
        return value.strip()
    if isinstance(value, os.PathLike):
        return str(os.fspath(value))
    if hasattr(value, "item") and getattr(value, "shape", None) == ():
        value = value.item()
    if isinstance(value, (int, float)):
        return repr(value)
    if hasattr(value, "tolist"):
        value = value.tolist()
    if isinstance(value, (list, tuple)):
        parts = [_text(item) for item in value]
        return None if not parts or None in parts else ", ".join(str(part) for part in parts)
    return None


def _caller() -> str:
    """File and line from where the package was called."""
    frame = sys._getframe(1)
    while frame.f_back is not None and (frame.f_globals.get("__package__") or "").split(".")[0] == __package__:
        frame = frame.f_back
    return f"{frame.f_code.co_filename}:{frame.f_lineno}"
