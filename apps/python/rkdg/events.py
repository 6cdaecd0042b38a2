"""When functions of the user are called between steps."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from .errors import InputError

if TYPE_CHECKING:
    from .simulation import Simulation

Function = Callable[["Simulation"], Any]


class Event:
    """A function of a simulation and when it is called."""

    def __init__(self, function: Function, steps: int = 0, time: float = 0.0, begin: float = 0.0,
                 condition: Function | None = None) -> None:
        self.function, self.steps, self.time, self.condition = function, steps, time, condition
        self._begin, self._count = begin, 1

    @property
    def next_time(self) -> float:
        return self._begin + self._count * self.time if self.time else math.inf

    def is_due(self, simulation: Simulation) -> bool:
        if self.time:
            if simulation.time < self.next_time:
                return False
            self._count = max(self._count, math.floor((simulation.time - self._begin) / self.time)) + 1
            return True
        if simulation.step % self.steps:
            return False
        return self.condition is None or bool(self.condition(simulation))


def whole(number: Any, what: str) -> int:
    """A number of steps."""
    try:
        value: int = int(number)
    except (TypeError, ValueError, OverflowError):
        value = 0
    if value != number or value < 1:
        raise InputError(f"{what} must be a whole number from 1 on, not {number!r}")
    return value
