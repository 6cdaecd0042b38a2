"""Access to the state of a simulation."""

from __future__ import annotations

from collections.abc import Iterator, MutableMapping
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from . import _core
from .errors import InputError, translated


class Forces(NamedTuple):
    """Coefficients of the force on a boundary, as in forces.csv. The moments are those about x, y and z; in 2-D there is
    one, the first, positive nose-up."""

    cd: float
    cl: float
    cz: float
    cm: tuple[float, float, float]
    cd_pressure: float
    cd_viscous: float
    cl_pressure: float
    cl_viscous: float


class SteadyResult(NamedTuple):
    """The result of `solve_steady`. `residual` is that of summary.json."""

    converged: bool
    residual: float
    steps: int


class Batch:
    """Cells of one shape, straight or curved, with their part of the state."""

    def __init__(self, shape: str, curved: bool, cells: npt.NDArray[np.int64], modes: Any, is_copy: bool) -> None:
        self.shape = shape
        """"triangle", "quad", "tetra", "wedge", "hexahedron" or "pyramid"."""
        self.curved = curved
        self.cells = cells
        """Numbers of the cells in the mesh, shape (cells,); on several ranks those of this rank's own cells."""
        self.modes = modes
        """Modal coefficients of rho, rho u, ..., rho E where the solver keeps them.

        Axes (blocks, variables, modes, cells of a block): cell i of `cells` is [i // n, :, :, i % n] with n = shape[3]. Behind the
        last cell there is padding, and on several ranks copies of the cells of others. On a CPU an array of NumPy, on a GPU one with `__dlpack__`, which CuPy, PyTorch and JAX take
        over by their `from_dlpack`. What is written there is the state of the next step.
        """
        self.is_copy = is_copy
        """The solver keeps this state in another basis: `modes` is a copy that may only be read and lasts until the simulation
        is used again."""

    def __repr__(self) -> str:
        return f"<rkdg.Batch of {len(self.cells)} {'curved' if self.curved else 'straight'} cells, {self.shape}>"


class Parameters(MutableMapping[str, float]):
    """Named numbers of formulas; a new value applies from the next step on."""

    def __init__(self, core: _core.SimulationCore) -> None:
        self._core = core

    def __getitem__(self, name: str) -> float:
        with translated():
            return dict(self._core.parameters())[name]

    def __setitem__(self, name: str, value: float) -> None:
        try:
            number = float(value)
        except (TypeError, ValueError):
            raise InputError(f"parameters: '{name}' = {value!r} is no number") from None
        with translated():
            self._core.set_parameter(name, number)

    def __delitem__(self, name: str) -> None:
        raise InputError(f"parameters: '{name}' cannot be taken away; set it to another number")

    def __iter__(self) -> Iterator[str]:
        with translated():
            return iter(dict(self._core.parameters()))

    def __len__(self) -> int:
        with translated():
            return len(self._core.parameters())

    def __repr__(self) -> str:
        return repr(dict(self))
