"""What the package raises. A message is one line: where, what, and what would be right."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator

from . import _core


class InputError(ValueError):
    """Wrong input."""

    @property
    def file(self) -> str | None:
        """The file with the mistake, if the message names one."""
        place = _place(self)
        return place[0] if place else None

    @property
    def line(self) -> int | None:
        """The line of the mistake in that file."""
        place = _place(self)
        return place[1] if place else None

    @property
    def remedy(self) -> str | None:
        """The remedy that the message suggests, if any."""
        return _remedy(self)


class RunError(RuntimeError):
    """A failure while running: divergence, a lost device, a full disk."""

    @property
    def remedy(self) -> str | None:
        """The remedy that the message suggests, if any."""
        return _remedy(self)


class CaseWarning(UserWarning):
    """Something in a case that is allowed but probably not intended."""


def _place(error: Exception) -> tuple[str, int] | None:
    found = re.match(r"(.+?):(\d+): ", str(error))
    return (found[1], int(found[2])) if found else None


def _remedy(error: Exception) -> str | None:
    parts = str(error).rsplit("; ", 1)
    return parts[1] if len(parts) == 2 else None


@contextlib.contextmanager
def translated() -> Iterator[None]:
    """Turns errors of the solver into those of the package."""
    try:
        yield
    except _core.CoreInputError as error:
        raise InputError(str(error)) from None
    except _core.CoreRunError as error:
        raise RunError(str(error)) from None
