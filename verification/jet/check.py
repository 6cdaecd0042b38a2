"""A jet of Mach number 2156: each run reaches its end."""

import subprocess
from pathlib import Path

from study import run, table

case = Path(__file__).resolve().parent / "jet.ini"
START, END, SPEED, DENSITIES, GAMMA = 0.05, 0.001, 800, (5, 0.5), 5 / 3
# Where the pressures of the jet and of the gas outside that come to rest are equal: the contact moves at this speed. The
# shock before it is slower than that of a plane flow, (gamma + 1) / 2 times as fast, which cannot give way sideways.
CONTACT = START + END * SPEED / (1 + (DENSITIES[1] / DENSITIES[0]) ** 0.5)
PLANE_SHOCK = START + (CONTACT - START) * (GAMMA + 1) / 2


def check(rkdg, effort, judge):
    n = 20 if effort == "quick" else 200 if effort == "full" else 50
    for kind in ("quads", "triangles"):
        for degree in (1, 3) if effort == "quick" else (1, 2, 3, 4):
            what = f"{kind}, degree {degree}"
            folder = judge.output / f"jet-{kind}-p{degree}"
            mesh = f"kind={kind}, nx={2 * n}, ny={n}, xmin=0, xmax=1, ymin=-0.25, ymax=0.25"
            try:
                summary = run(rkdg, case, folder, f"space.degree={degree}", f"mesh.parameters={mesh}")
            except subprocess.CalledProcessError:
                judge.fail(f"{what}: the run ended early")
                continue
            judge.within(f"{what}: time reached", summary["time"], 0.001, 0.001)
            head = max(row["x"] for row in table(folder / "probes.csv") if row["time"] > 0 and row["u"] > 100)
            judge.within(f"{what}: shock before the jet", head, CONTACT, PLANE_SHOCK, "balance of ram pressures")
