"""Mach 3 wind tunnel with a step: the stagnation pressure at the foot of the step."""

import importlib.util
from pathlib import Path

from study import run, shock_capturing, table

here = Path(__file__).resolve().parent
spec = importlib.util.spec_from_file_location("step_mesh", here / "mesh.py")
mesh = importlib.util.module_from_spec(spec)
spec.loader.exec_module(mesh)

# Behind a normal shock of Mach number 3 the stagnation pressure is 12.061 times the pressure of the stream.
STAGNATION = (12.061 - 1) / (0.5 * 1.4 * 9)
FOOT = 0.05  # the height below which the face of the step counts
ALLOWED = 0.02  # waves from the shock keep the foot from coming to rest
SOURCE = "Rayleigh's pitot formula"


def foot_pressure(folder):
    """Mean pressure coefficient over the lowest part of the face of the step."""
    rows = [row for row in table(folder / "surface_step.csv") if row["y"] < FOOT]
    return sum(row["cp"] * row["weight"] for row in rows) / sum(row["weight"] for row in rows)


def check(rkdg, effort, judge):
    n = 20 if effort == "quick" else 80 if effort == "full" else 40
    for kind in ("quads", "triangles"):
        for degree in (2,) if effort == "quick" else (1, 2, 3):
            folder = judge.output / f"forward-step-{kind}-p{degree}"
            folder.parent.mkdir(parents=True, exist_ok=True)
            file = folder.parent / f"step-{kind}-{n}.msh"
            mesh.write(file, n, kind)
            run(rkdg, here / "forward-step.ini", folder, f"mesh.file={file.resolve()}", f"space.degree={degree}", *shock_capturing(kind))
            cp = foot_pressure(folder)
            what = f"P{degree}, {kind}, cp at the foot of the step"
            judge.within(what, cp, (1 - ALLOWED) * STAGNATION, (1 + ALLOWED) * STAGNATION, SOURCE)
