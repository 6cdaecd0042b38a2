"""NACA 0012, Mach 0.8, 1.25 degrees, inviscid, with artificial viscosity: Newton's method converges, and the forces are right."""

from pathlib import Path

from plot import Curve, chart
from study import run, table

case = Path(__file__).resolve().parent / "naca0012-shocks.ini"
SOURCE = "finite volumes with the far field at 150 chords, extrapolated (../naca0012-transonic/README.md)"
LIFT, DRAG = (0.357, 0.003), (0.0228, 4e-4)
COARSE = "ni=104, nj=20, wall=50, height=0.0234"
FINE = "ni=206, nj=40, wall=98, height=0.0117"
FINEST = "ni=412, nj=80, wall=196, height=0.00585"
# Degree, mesh, and whether forces can be expected within the tolerances.
RUNS = {
    "quick": ((1, COARSE, False),),
    "default": ((1, COARSE, False), (1, FINE, False), (2, COARSE, True), (3, COARSE, True)),
    "full": ((1, COARSE, False), (1, FINE, False), (1, FINEST, True), (2, COARSE, True), (2, FINE, False), (3, COARSE, True)),
}


def check(rkdg, effort, judge):
    curves = []
    for degree, mesh, judged in RUNS[effort]:
        folder = judge.output / f"naca0012-shocks-{len(curves)}"
        sequence = ", ".join(str(p) for p in range(degree))
        summary = run(rkdg, case, folder, f"space.degree={degree}", f"time.sequence={sequence}",
                      f"mesh.parameters={mesh}, order=3, radius=150")  # fmt: skip
        name, forces = f"P{degree}, {summary['elements']} cells", summary["forces"]["wall"]
        judge.within(f"{name}: residual", summary["residual"], 0, 1e-10)
        for key, (wanted, tolerance) in (("cl", LIFT), ("cd", DRAG)):
            if judged:
                judge.near(f"{name}: {key.upper()}", forces[key], wanted, tolerance, SOURCE)
            else:
                judge.show(f"{name}: {key.upper()}", forces[key], f"{wanted}", SOURCE)
        judge.note(f"{name}: {summary['newton_steps']} steps of Newton's method, {summary['krylov_steps']} of GMRES, "
                   f"{summary['wall_seconds']:.0f} s on {summary['device']}")  # fmt: skip
        wall = table(folder / "surface_wall.csv")
        curves.append(Curve(name, [p["x"] for p in wall], [p["cp"] for p in wall], line=False))
    judge.draw(chart("NACA 0012, Mach 0.8, 1.25 degrees: cp along the wall", "x / c", "cp", curves, flip_y=True))
