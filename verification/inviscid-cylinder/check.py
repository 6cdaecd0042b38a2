"""Inviscid flow past a cylinder: entropy error of order p + 1 with curved walls, and what straight ones do to it."""

import math
from pathlib import Path

from plot import Curve, chart
from study import run

case = Path(__file__).resolve().parent / "inviscid-cylinder.ini"

EDGES = (24, 48, 96)  # on the cylinder


def mesh(around, order):
    cells = 450 * around**2 // 24**2
    layers = around * 3 // 8
    return (
        f"mesh.parameters=around={around}, layers={layers}, ring=5, growth=11, wake=0, radius=20, cells={cells}, "
        f"order={order}"
    )


def entropy_error(rkdg, judge, degree, order, around):
    folder = judge.output / f"inviscid-cylinder-p{degree}-order{order}-{around}"
    settings = [f"space.degree={degree}", mesh(around, order)]
    if degree > 1:
        settings.append("time.sequence=" + ", ".join(map(str, range(1, degree))))
    if order == 1:
        settings.append("time.steps=5000")  # behind a polygon there may be no steady flow to wait for
    summary = run(rkdg, case, folder, *settings)
    if not summary["converged"]:
        judge.note(f"P{degree}, geometry of order {order}, {around} edges: no steady state after "
                   f"{summary['iterations']} iterations, residual {summary['residual']:.1e}")  # fmt: skip
    return summary["entropy_error"]


def check(rkdg, effort, judge):
    degrees = (1, 2) if effort == "quick" else (1, 2, 3)
    edges = EDGES if effort == "full" else EDGES[:2]
    curves = []
    for order, walls in ((4, "curved"), (1, "straight")):
        for degree in degrees:
            errors = [entropy_error(rkdg, judge, degree, order, around) for around in edges]
            rate = math.log(errors[-2] / errors[-1]) / math.log(edges[-1] / edges[-2])
            what = f"P{degree}, {walls} walls: order of the entropy error"
            if order == 4:
                judge.at_least(what, rate, degree + 0.8, "theory")
            else:
                judge.show(what, rate)
            judge.show(f"P{degree}, {walls} walls: entropy error at {edges[-1]} edges", errors[-1])
            curves.append(Curve(f"P{degree}, {walls}", edges, errors))
    judge.draw(chart("Entropy error", "edges on the cylinder", "rms", curves, log_x=True, log_y=True))
