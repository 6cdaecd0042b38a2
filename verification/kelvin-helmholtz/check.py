"""Kelvin-Helmholtz instability without viscosity: the runs reach the end and conserve mass and energy."""

from pathlib import Path

from study import run

case = Path(__file__).resolve().parent / "kelvin-helmholtz.ini"
MESHES = {  # kind, squares along a side, degree
    "64 x 64 squares, Q3": ("quads", 64, 3),
    "32 x 32 squares, Q5": ("quads", 32, 5),
    "32 x 32 x 2 triangles, P3": ("triangles", 32, 3),
}
CONSERVED = 1e-10  # relative change of mass and energy


def check(rkdg, effort, judge):
    end = 4 if effort == "quick" else 25
    for name, (kind, n, degree) in MESHES.items():
        for setting in ("space.shocks=damping",) if effort == "quick" else ("space.shocks=damping", "space.positivity=on"):
            what = f"{name}, {setting.removeprefix('space.')}"
            folder = judge.output / f"kelvin-helmholtz-{kind}-p{degree}-{setting.split('=')[1]}"
            settings = [f"mesh.parameters=kind={kind}, n={n}, xmin=-1, xmax=1, ymin=-1, ymax=1", f"space.degree={degree}"]
            if "positivity" in setting:
                settings.append("space.shocks=none")
            summary = run(rkdg, case, folder, setting, *settings, f"time.end={end}")
            judge.within(f"{what}, time reached", summary["time"], end, end)
            for quantity in ("mass", "energy"):
                start, last = (summary["totals"][quantity][when] for when in ("start", "end"))
                judge.within(f"{what}, change of {quantity}", abs(last - start) / start, 0, CONSERVED)
