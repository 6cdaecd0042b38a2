"""Discontinuous Galerkin solver for the compressible Navier-Stokes equations, driven from Python.

    case = rkdg.Case("cylinder.ini")
    case["space.degree"] = 3
    with rkdg.Simulation(case) as simulation:
        simulation.advance(time=50.0)
        print(simulation.forces("wall").cd)

Lengths, times and all other numbers are in the units of the case.
"""

from . import _core, lbm, quadrature, reorder
from ._core import cuda_device_name, has_cuda
from .case import Case
from .errors import CaseWarning, InputError, RunError
from .mesh import Mesh
from .results import Run, read_run
from .sample import Sample
from .simulation import Simulation
from .state import Batch, Forces, SteadyResult

__version__: str = _core.version

__all__ = [
    "Batch", "Case", "CaseWarning", "Forces", "InputError", "Mesh", "Run", "RunError", "Sample", "Simulation", "SteadyResult",
    "cuda_device_name", "has_cuda", "lbm", "quadrature", "read_run", "reorder",
]
