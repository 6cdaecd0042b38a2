"""Simulations: a case that Python drives step by step."""

from __future__ import annotations

import os
import warnings
from collections.abc import Callable, MutableMapping
from types import TracebackType
from typing import Any, cast

import numpy as np
import numpy.typing as npt

from . import _core
from .case import Case
from .errors import CaseWarning, InputError, RunError, translated
from .functions import at_points
from .mesh import Mesh
from .ranks import CoreOnRanks, is_of_all, takes_part
from .sample import Sample, places
from .state import Batch, Forces, Parameters
from .stepping import Stepping
from .vtk_files import optional_module

Array = npt.NDArray[np.float64]


class Simulation(Stepping):
    """A case with its mesh, its solver and its state at t = 0.

    Use it as `with rkdg.Simulation(case) as simulation:`; its memory is freed at the end of the block, or by `close()`. While it
    computes, other threads of Python run. One thread at a time may use it.
    """

    def __init__(self, case: Case | str | os.PathLike[str], mesh: Mesh | None = None, backend: str = "auto",
                 threads: int = 0, comm: Any = None) -> None:
        """
        mesh: in place of that of the case.
        backend: "cpu", "cuda" or "auto", which takes a GPU if there is one.
        threads: of a CPU; 0: all.
        comm: MPI.COMM_WORLD of mpi4py, or "world" without mpi4py: all ranks that mpirun has started solve the case together. They
            run the same program and make the same calls in the same order; all have the results. None: each rank computes alone.
        """
        if not isinstance(case, Case):
            case = Case(case)
        self._together = together = takes_part(comm)
        file, mesh_core = case._file, None if mesh is None else mesh._core

        def make() -> _core.SimulationCore:
            return _core.make_simulation(file, mesh_core, backend, threads, together)

        with translated():
            super().__init__(cast(_core.SimulationCore, CoreOnRanks(make)) if together else make())
        for note in self._core.notes if not together or _core.rank_and_size()[0] == 0 else []:
            warnings.warn(note, CaseWarning, stacklevel=2)

    def close(self) -> None:
        """Frees the memory. Arrays of `batches` keep their memory until they are deleted."""
        with translated():
            self._core.close()

    def __enter__(self) -> Simulation:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        if error is None or is_of_all(error) or not self._together:
            self._core.close()

    # ---- State

    @property
    def batches(self) -> list[Batch]:
        """The state in the memory of the solver, in batches of equal cells."""
        with translated():
            return [Batch(*batch) for batch in self._core.batches()]

    @property
    def coefficients(self) -> Array:
        """Modal coefficients, cell after cell in the order of the mesh, per cell [variable][mode]; a copy. Setting them sets the
        state."""
        with translated():
            return self._core.coefficients()

    @coefficients.setter
    def coefficients(self, u: npt.ArrayLike) -> None:
        array = _numbers(u, "coefficients")
        with translated():
            self._core.set_coefficients(array)

    def rhs(self, u: npt.ArrayLike | None = None) -> Array:
        """Modal coefficients of dU/dt at the current time, in the order of `coefficients`: of the current state, or of `u`, which
        does not change the state."""
        if u is None:
            with translated():
                return self._core.rate()
        given = _numbers(u, "rhs")
        kept = self.coefficients
        try:
            with translated():
                self._core.set_coefficients(given)
                return self._core.rate()
        finally:
            self._core.set_coefficients(kept)

    def jacobian(self, u: npt.ArrayLike | None = None) -> Any:
        """The derivative of `rhs` at the current state, or at `u`, as a `scipy.sparse.linalg.LinearOperator` of the coefficients:

            eigenvalues = scipy.sparse.linalg.eigs(simulation.jacobian(), k=6, which="LR", return_eigenvectors=False)

        A product is a one-sided difference and takes one `rhs`. It is exact to about 1e-7 of the largest entry. The operator keeps
        its state; boundary data and sources are those at the time of the product.
        """
        linalg: Any = optional_module("scipy.sparse.linalg", "jacobian")
        at = self.coefficients if u is None else _numbers(u, "jacobian").copy()
        rate = self.rhs(at)

        def product(v: Array) -> Array:
            direction = np.asarray(v, dtype=np.float64).ravel()
            largest = np.abs(direction).max(initial=0.0)
            if largest == 0:
                return np.zeros_like(at)
            step = 1e-7 * max(np.abs(at).max(initial=0.0), 1e-300) / largest
            return np.asarray((self.rhs(at + step * direction) - rate) / step)

        return linalg.LinearOperator((at.size, at.size), matvec=product, dtype=np.float64)

    # ---- Functions of arrays

    def set_state(self, function: Callable[..., Any]) -> None:
        """Sets the state at the current time to the L2 projection of a function, for example the initial state:

            simulation.set_state(lambda x, y: (1 + 0.1 * np.sin(x), 0.3, 0, 1))

        The function takes x, y (and z in 3-D), arrays of shape (points,), and gives rho, u, v, (w,) p: arrays of that shape, or
        numbers. It is called once, with all points.
        """
        names = self._primitive_names
        with translated():
            positive = () if names == self._core.variables else ("rho", "p")
            self._core.set_state(at_points(function, names, positive, False, "set_state"))

    def set_source(self, function: Callable[..., Any], varies: bool = True) -> None:
        """Adds a function to dU/dt, in place of the source of the case:

            simulation.set_source(lambda x, y, t: (0, 0, -0.1 * np.cos(t) * np.exp(-x**2), 0))

        The function takes x, y (and z in 3-D), arrays of shape (points,), and the time; it gives the sources of rho, rho u, rho v,
        (rho w,) rho E: arrays of that shape, or numbers.
        varies: it is called again at each stage, once with all points; otherwise only now.
        """
        names = self.variables
        with translated():
            self._core.set_source(at_points(function, names, (), True, "set_source"), varies)

    def set_boundary_data(self, function: Callable[..., Any], varies: bool = True) -> None:
        """Gives all boundaries whose state the case has as a formula of x, y or t, and those of the type `exact`, the state of a
        function instead:

            simulation.set_boundary_data(lambda x, y, t: (1, 0.3 * (1 - y**2), 0, 1 / 1.4))

        The function takes x, y (and z in 3-D), arrays of shape (points,), and the time; it gives rho, u, v, (w,) p: arrays of that
        shape, or numbers. The points are those of all boundaries; what it gives on walls is not used. Boundaries with other
        formulas, such as walls with a temperature, are refused.
        varies: it is called again at each stage, once with all points; otherwise only now.
        """
        with translated():
            self._core.set_boundary_data(
                at_points(function, self._primitive_names, ("rho", "p"), True, "set_boundary_data"), varies)

    @property
    def variables(self) -> list[str]:
        """Names of the variables of the equations, as `totals` and `batches` have them: rho, rhou, ..., rhoE, or those of
        equations of your own."""
        with translated():
            return self._core.variables

    @property
    def _primitive_names(self) -> list[str]:
        with translated():
            return self._core.state_names

    @property
    def parameters(self) -> MutableMapping[str, float]:
        """The numbers of [parameters] of the case, by name."""
        return Parameters(self._core)

    # ---- What comes out

    def sample(self, points: npt.ArrayLike, *names: str, outside: str = "error") -> Any:
        """Values at points, of the polynomials themselves.

        points: shape (points, dim), or that of a grid, such as (n, m, dim).
        names: "rho", "u", "v", "w", "p", "velocity", "pressure", "temperature", "Mach", "vorticity", "rhou", "rhov", "rhow", "rhoE".
        outside: "error", or "nan" for NaN at points outside the mesh.
        Returns an array of shape (points,), or (points, components) of vectors; a `Sample` of these for several names, which is a
        tuple that other programs can read.
        """
        if not names:
            raise InputError("sample: name the quantities, such as sample(points, \"rho\")")
        if len(set(names)) < len(names):
            raise InputError(f"sample: {', '.join(names)}: name each once")
        if outside not in ("error", "nan"):
            raise InputError(f"sample: outside must be \"error\" or \"nan\", not {outside!r}")
        array, shape = places(points, self._core.dim)
        with translated():
            values = [v.reshape(*shape, *v.shape[1:]) for v in self._core.sample(array, list(names), outside == "nan")]
        if len(names) == 1:
            return values[0]
        return Sample(array.reshape(*shape, -1), dict(zip(names, values)), self.time)

    def forces(self, boundary: str) -> Forces:
        """Force coefficients of a boundary, in the axes of the free stream."""
        with translated():
            return Forces(**self._core.forces(boundary))

    @property
    def probe_points(self) -> Array:
        """Coordinates of the probes of the case, shape (probes, dim)."""
        with translated():
            return self._core.probe_points().reshape(-1, self._core.dim)

    def probes(self) -> Array:
        """Values at the probes of the case, shape (probes, variables): rho, the velocity and p, or the variables of the equations."""
        with translated():
            return self._core.probes().reshape(-1, len(self._core.state_names))

    def totals(self) -> Array:
        """Integrals of the variables over the domain, rho, rho u, ..., rho E of a gas."""
        with translated():
            return self._core.totals()

    def residual_norms(self) -> Array:
        """L2 norms of dU/dt, one for each variable."""
        with translated():
            return self._core.residual_norms()

    @property
    def info(self) -> dict[str, Any]:
        """How the solver runs: backend, device, precision, assembly, cells, degrees of freedom, memory."""
        with translated():
            return self._core.info

    @property
    def dim(self) -> int:
        """2 or 3."""
        with translated():
            return self._core.dim

    # ---- Files

    def write(self, path: str | os.PathLike[str]) -> None:
        """Writes the fields for ParaView, a file .vtu."""
        with translated():
            self._core.write_fields(_path(path, ".vtu", "write"))

    def checkpoint(self, path: str | os.PathLike[str]) -> None:
        """Writes a checkpoint (.h5), from which `restart` and `rkdg run --restart` continue."""
        with translated():
            self._core.write_checkpoint(_path(path, ".h5", "checkpoint"))

    def restart(self, path: str | os.PathLike[str]) -> None:
        """Loads time, step and state of a checkpoint of the same mesh, at this degree or a lower one."""
        with translated():
            self._core.restart(os.fspath(path))

    def __repr__(self) -> str:
        try:
            return f"<rkdg.Simulation at time {self.time:g}, step {self.step}>"
        except (InputError, RunError):
            return "<rkdg.Simulation, closed>"


def _numbers(u: npt.ArrayLike, what: str) -> Array:
    array = np.ascontiguousarray(u, dtype=np.float64).reshape(-1)
    if not np.all(np.isfinite(array)):
        raise InputError(f"{what}: number {int(np.flatnonzero(~np.isfinite(array))[0])} is not finite")
    return array


def _path(path: str | os.PathLike[str], ending: str, what: str) -> str:
    text = os.fspath(path)
    if not text.endswith(ending):
        raise InputError(f"{what}: '{text}' must end in {ending}")
    return text
