"""Random Riemann problems in two dimensions: each run reaches its end, stays positive and conserves."""

import math
import random
import subprocess
from pathlib import Path

from study import run, table

case = Path(__file__).resolve().parent / "random-riemann.ini"
GAMMA = 1.4
MESHES = (  # kind, geometric order, amplitude of the curving, distortion
    ("hybrid", 3, 0.06, 0.1),
    ("triangles", 1, 0, 0.25),
    ("quads", 2, 0.06, 0.2),
    ("unstructured", 2, 0.06, 0),
)
CROSSINGS = 0.5  # sides that the fastest wave of the initial state travels
CONSERVED = 1e-10  # change relative to the sum of absolute values


def random_state(draw):
    """Densities and pressures that differ by up to 1000, and Mach numbers of up to 10."""
    rho, p = 10 ** draw.uniform(-1.5, 1.5), 10 ** draw.uniform(-1.5, 1.5)
    speed, angle = draw.uniform(0, 10) * math.sqrt(GAMMA * p / rho), draw.uniform(0, 2 * math.pi)
    return {"rho": rho, "u": speed * math.cos(angle), "v": speed * math.sin(angle), "p": p}


def wave_speed(state):
    return math.hypot(state["u"], state["v"]) + math.sqrt(GAMMA * state["p"] / state["rho"])


def problem(seed):
    """(what to call it, settings of the case); the same for the same seed."""
    draw = random.Random(seed)
    kind, order, curved, distortion = MESHES[seed % len(MESHES)]
    degree = 1 + (seed // len(MESHES)) % 4
    states = {name: random_state(draw) for name in "abcd"}
    settings = [f"parameters.{name}_{key}={value!r}" for name, state in states.items() for key, value in state.items()]
    settings += [f"space.degree={degree}", f"time.end={2 * CROSSINGS / max(map(wave_speed, states.values()))!r}"]
    mesh = f"kind={kind}, order={order}, curved={curved}, distortion={distortion}, seed={seed}, xmin=-1, xmax=1, ymin=-1, ymax=1"
    return f"problem {seed}, {kind}, degree {degree}", mesh, settings


def check(rkdg, effort, judge):
    count, n = {"quick": (4, 8), "default": (30, 16), "full": (30, 48)}[effort or "default"]
    for seed in range(count):
        what, mesh, settings = problem(seed)
        folder = judge.output / f"random-riemann-{seed}"
        try:
            summary = run(rkdg, case, folder, f"mesh.parameters={mesh}, n={n}", *settings)
        except subprocess.CalledProcessError:
            judge.fail(f"{what}: the run ended early")
            continue
        rows = table(folder / "probes.csv")
        last = max(row["time"] for row in rows)
        least = min(row["p"] for row in rows if row["time"] == last)
        judge.show(f"{what}: least pressure on the diagonal", least, "positive at quadrature points, not everywhere between them")
        for quantity in ("mass", "energy"):
            start, end = (summary["totals"][quantity][when] for when in ("start", "end"))
            judge.within(f"{what}: change of {quantity}", abs(end - start) / start, 0, CONSERVED)
