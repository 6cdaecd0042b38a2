"""Regular shock reflection: the state behind the reflected shock, its angle, and overshoots."""

import math
from pathlib import Path

from cylinder.vtu import Vtu
from study import run

case = Path(__file__).resolve().parent / "shock-reflection.ini"
EXACT = "oblique shock relations"
BEHIND = {"rho": 2.687, "u": 2.402, "v": 0.0, "p": 2.934}
ANGLE = 23.28
FOOT = 1 / math.tan(math.radians(29.0))  # where the incident shock meets the wall


def cells(fields):
    """Middle of each cell with its means of density, velocity and pressure."""
    points, rho, velocity, p = fields.points(), fields.array("rho"), fields.array("velocity"), fields.array("pressure")
    for _, cell in fields.cells():
        n = len(cell)

        def mean(values):
            return sum(values) / n

        yield (
            mean(points[k][0] for k in cell),
            mean(points[k][1] for k in cell),
            {
                "rho": mean(rho[k] for k in cell),
                "u": mean(velocity[3 * k] for k in cell),
                "v": mean(velocity[3 * k + 1] for k in cell),
                "p": mean(p[k] for k in cell),
            },
        )


def behind(x, y):
    """Well behind the reflected shock, and before what comes from the end."""
    return y < 0.9 and y < math.tan(math.radians(ANGLE)) * (x - FOOT) - 0.15


def reflected_angle(all_cells):
    """Slope of the line through the places where the pressure rises through the mean of both sides, at several x."""
    middle = 0.5 * (1.52819 + BEHIND["p"])
    places = []
    for column in (2.4, 2.7, 3.0, 3.3, 3.6):
        line = sorted((y, state["p"]) for x, y, state in all_cells if abs(x - column) < 0.03)
        crossings = [
            ya + (yb - ya) * (pa - middle) / (pa - pb)
            for (ya, pa), (yb, pb) in zip(line, line[1:])
            if pa > middle >= pb
        ]
        if crossings:
            places.append((column, sum(crossings) / len(crossings)))
    n = len(places)
    mx, my = sum(x for x, _ in places) / n, sum(y for _, y in places) / n
    slope = sum((x - mx) * (y - my) for x, y in places) / sum((x - mx) ** 2 for x, _ in places)
    return math.degrees(math.atan(slope))


def check(rkdg, effort, judge):
    folder = judge.output / "shock-reflection"
    summary = run(rkdg, case, folder)
    judge.note(f"{summary['iterations']} iterations, residual {summary['residual']:.1e}")
    all_cells = list(cells(Vtu(max(folder.glob("fields_*.vtu"), key=lambda path: path.stem))))
    inside = [state for x, y, state in all_cells if behind(x, y)]
    for key, exact in BEHIND.items():
        value = sum(state[key] for state in inside) / len(inside)
        judge.near(f"mean {key} behind the reflection", value, exact, 0.01 * (exact or BEHIND["u"]), EXACT)
    judge.near("angle of the reflected shock, degrees", reflected_angle(all_cells), ANGLE, 0.5, EXACT)
    for key in ("rho", "p"):
        over = max(state[key] for _, _, state in all_cells) / BEHIND[key] - 1
        judge.within(f"overshoot of {key}, per cent", 100 * over, -math.inf, 2.0, EXACT)
