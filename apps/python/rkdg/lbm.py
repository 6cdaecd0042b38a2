"""Lattice Boltzmann: nearly incompressible flow in a box of cells, as `rkdg lbm` runs it, driven step by step.

    with rkdg.lbm.Lattice("cavity.ini", backend="cuda") as lattice:
        lattice.advance(time=10.0)
        u = lattice.velocity        # shape (nz, ny, nx, 3)

The units are those of the case: `length` and `speed` of [fluid].
"""

from __future__ import annotations

import os
from collections.abc import Callable
from types import TracebackType
from typing import Any

import numpy as np
import numpy.typing as npt

from . import _core
from .case import Case
from .errors import InputError, translated
from .events import whole

Array = npt.NDArray[np.float64]


class Lattice:
    """A fluid at rest in the box of a case. Use it as `with rkdg.lbm.Lattice(case) as lattice:`; its memory is freed at the end of
    the block, or by `close()`. While it computes, other threads of Python run. One thread at a time may use it."""

    def __init__(self, case: Case | str | os.PathLike[str], backend: str = "auto", threads: int = 0) -> None:
        """
        case: with the sections of `rkdg lbm`; its output is not written.
        backend: "cpu", "cuda" or "auto", which takes a GPU if there is one.
        threads: of a CPU; 0: all.
        """
        if not isinstance(case, Case):
            case = Case(case)
        with translated():
            self._core = _core.make_lattice(case._file, backend, threads)

    def close(self) -> None:
        """Frees the memory."""
        with translated():
            self._core.close()

    def __enter__(self) -> Lattice:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.close()

    @property
    def cells(self) -> tuple[int, int, int]:
        """Cells along x, y and z."""
        nx, ny, nz = self._core.cells
        return nx, ny, nz

    @property
    def centres(self) -> tuple[Array, Array, Array]:
        """x, y and z of the centres of the cells, each of shape (nz, ny, nx); the box begins at 0."""
        nx, ny, nz = self.cells
        along = [(np.arange(n) + 0.5) / self._core.length for n in (nz, ny, nx)]
        z, y, x = np.meshgrid(*along, indexing="ij")
        return x, y, z

    @property
    def step(self) -> int:
        with translated():
            return self._core.step

    @property
    def time(self) -> float:
        return self.step * self._core.speed / self._core.length

    @property
    def tau(self) -> float:
        """Relaxation time in steps; the viscosity is (tau - 1/2) / 3 in cells and steps."""
        return self._core.tau

    @property
    def info(self) -> dict[str, Any]:
        """Backend, device, number of threads, and the bytes that the lattice takes."""
        with translated():
            return dict(zip(("backend", "device", "threads", "bytes"), self._core.info()))

    def advance(self, time: float | None = None, steps: int | None = None) -> None:
        """Takes steps until this time or beyond, or so many steps; without either to the steps of the case."""
        if time is not None and steps is not None:
            raise InputError("advance: give one of 'time' and 'steps'")
        if time is not None and not self.time < time < np.inf:
            raise InputError(f"advance: time {time} is not later than that of the lattice, {self.time}")
        last = self._core.steps_of_case
        if steps is not None:
            last = self.step + whole(steps, "advance: steps")
        elif time is not None:
            last = int(np.ceil(time * self._core.length / self._core.speed * (1 - 1e-12)))
        with translated():
            self._core.advance(last)

    @property
    def velocity(self) -> Array:
        """Shape (nz, ny, nx, 3)."""
        with translated():
            moments = self._core.moments()
        velocity: Array = np.moveaxis(moments[1:], 0, -1) / self._core.speed
        return velocity

    @property
    def pressure(self) -> Array:
        """Less that at rest, over density times speed squared; shape (nz, ny, nx)."""
        with translated():
            moments = self._core.moments()
        pressure: Array = moments[0] / (3 * self._core.speed**2)
        return pressure

    def set_state(self, function: Callable[..., Any]) -> None:
        """Sets all cells to the equilibrium of a pressure and a velocity, for example the initial state:

            lattice.set_state(lambda x, y, z: (0, np.sin(x), 0, 0))

        The function takes the arrays of `centres`, and gives p, u, v, w: arrays of that shape, or numbers.
        """
        centres = self.centres
        values = tuple(function(*centres))
        if len(values) != 4:
            raise InputError(f"set_state: the function gives {len(values)} values, not p, u, v and w")
        scales = (3 * self._core.speed**2, *[self._core.speed] * 3)
        moments = np.empty((4, *centres[0].shape))
        for moment, value, scale in zip(moments, values, scales):
            moment[:] = np.asarray(value, dtype=float) * scale
        if not np.isfinite(moments).all():
            raise InputError("set_state: p, u, v and w must be finite")
        with translated():
            self._core.set_moments(moments)

    @property
    def populations(self) -> Array:
        """Populations before the next step, less their weights, shape (19, nz, ny, nx); a copy. Setting them sets the state, in
        double precision to the last bit."""
        with translated():
            return self._core.populations()

    @populations.setter
    def populations(self, values: npt.ArrayLike) -> None:
        array = np.ascontiguousarray(values, dtype=float)
        with translated():
            self._core.set_populations(array)
