"""How a simulation goes on in time, and what it calls on its way."""

from __future__ import annotations

import math
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, cast

from . import _core
from .errors import InputError, translated
from .events import Event, Function, whole
from .state import SteadyResult

if TYPE_CHECKING:
    from .simulation import Simulation

# What stands for no end in numbers of steps; the solver counts in 64 bits.
_NEVER = 2**62


class Stepping:
    """The time of a simulation, its steps, and the functions that it calls between them."""

    def __init__(self, core: _core.SimulationCore) -> None:
        self._core = core
        self._events: list[Event] = []
        self._stopped = False
        self._advancing = False

    @property
    def time(self) -> float:
        with translated():
            return self._core.time

    @property
    def step(self) -> int:
        """Number of steps since t = 0, those before a restart included."""
        with translated():
            return self._core.step

    @property
    def last_dt(self) -> float:
        """Size of the last step; 0 before the first."""
        with translated():
            return self._core.last_dt

    def advance(self, time: float | None = None, steps: int | None = None) -> None:
        """Takes steps until this time, or so many steps; without either to the end of the case. The last step is shortened to end
        at the time. Calls what `every` and `when` have registered. Raises RunError where the run diverges. A GPU may still be at work
        on the last of a few steps; what needs them waits, and raises the error, unless `batches` has shown the state."""
        if self._advancing:
            raise InputError("advance: it is called within a function that it calls itself; return first")
        last_step, end_time = self._targets(time, steps)
        simulation = cast("Simulation", self)
        self._stopped = False
        self._advancing = True
        try:
            with translated():
                # The time waits for a GPU, which may be some steps behind.
                while not self._stopped and self._core.step < last_step and (end_time == math.inf or self._core.time < end_time):
                    self._core.advance(self._next_step(last_step), self._next_time(end_time))
                    for event in list(self._events):
                        if event in self._events and event.is_due(simulation):
                            event.function(simulation)
        finally:
            self._advancing = False

    def stop(self) -> None:
        """Ends `advance` once the function that calls this, and others that are due, return."""
        self._stopped = True

    def solve_steady(self, tolerance: float | None = None, steps: int | None = None) -> SteadyResult:
        """Takes steps until the residual is at most the tolerance; of a case with `mode = steady` in [time], whose tolerance and
        number of steps are taken unless they are given. Also ends where no step reduces the residual any more."""
        with translated():
            if not self._core.is_steady:
                raise InputError("solve_steady: the case needs 'mode = steady' in [time]")
            at_once = 1 if self._core.is_newton else 20
            most = min(self._core.steps_of_case, _NEVER)
        if tolerance is not None and not tolerance > 0:
            raise InputError(f"solve_steady: tolerance must be positive, not {tolerance}")
        begin = self.step
        last = begin + whole(steps, "solve_steady: steps") if steps is not None else most
        while True:
            with translated():
                converged, residual, stall = self._core.steady_state(tolerance)
            if converged or stall or self.step >= last:
                return SteadyResult(converged, residual, self.step - begin)
            self.advance(steps=min(at_once, last - self.step))

    def every(self, steps: int | None = None, time: float | None = None) -> Callable[[Function], Any]:
        """Lets `advance` call a function after each multiple of so many steps, or each time that so much time has passed:

            @simulation.every(steps=100)
            def control(s): s.parameters["jet"] = 0.1 * s.forces("wall").cl

        Steps are shortened so that one ends at each of these times.
        """
        if (steps is None) == (time is None):
            raise InputError("every: give one of 'steps' and 'time'")
        if time is not None and not 0 < time < math.inf:
            raise InputError(f"every: time must be positive, not {time}")
        interval = whole(steps, "every: steps") if steps is not None else 0
        return self._registered(lambda f: Event(f, steps=interval, time=time or 0.0, begin=self.time))

    def when(self, condition: Function, steps: int = 1) -> Callable[[Function], Any]:
        """Lets `advance` call a function whenever the condition holds; it is evaluated after each multiple of so many steps."""
        interval = whole(steps, "when: steps")
        return self._registered(lambda f: Event(f, steps=interval, condition=condition))

    def forget(self, function: Function) -> None:
        """Stops calling a function."""
        self._events = [event for event in self._events if event.function is not function]

    def _registered(self, make: Callable[[Function], Event]) -> Callable[[Function], Any]:
        def register(function: Function) -> Function:
            self._events.append(make(function))
            return function
        return register

    def _targets(self, time: float | None, steps: int | None) -> tuple[int, float]:
        if time is not None and not time > self.time:
            raise InputError(f"advance: time {time} is not later than that of the simulation, {self.time}")
        if time is None and steps is None:
            with translated():
                return min(self._core.steps_of_case, _NEVER), self._core.end_of_case
        last = _NEVER if steps is None else self.step + whole(steps, "advance: steps")
        return last, math.inf if time is None else float(time)

    def _next_step(self, last: int) -> int:
        step: int = self._core.step
        return min([last] + [step + e.steps - step % e.steps for e in self._events if e.steps])

    def _next_time(self, end: float) -> float:
        return min([end] + [event.next_time for event in self._events if event.time])
