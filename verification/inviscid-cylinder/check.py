"""Inviscid flow past a cylinder: entropy error of order p + 1 with curved walls, and what straight ones do to it."""

import math
from pathlib import Path

from plot import convergence
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


def entropy_error(rkdg, judge, degree, order, around, quads="Q"):
    folder = judge.output / f"inviscid-cylinder-{quads}{degree}-order{order}-{around}"
    settings = [f"space.degree={degree}", f"space.quads={quads}", mesh(around, order)]
    if order == 1:
        settings.append("time.steps=40")  # behind a polygon there may be no steady flow to wait for
    summary = run(rkdg, case, folder, *settings)
    if not summary["converged"]:
        judge.note(f"{quads}{degree}, geometry of order {order}, {around} edges: no steady state after "
                   f"{summary['newton_steps']} steps, residual {summary['residual']:.1e}: {summary.get('stall', '')}")  # fmt: skip
    return summary["entropy_error"]


def check(rkdg, effort, judge):
    degrees = (1, 2) if effort == "quick" else (1, 2, 3)
    edges = EDGES if effort == "full" else EDGES[:2]
    studies = [(4, "Q", "curved walls", degrees), (1, "Q", "straight walls", degrees)]
    if effort != "quick":
        studies.append((4, "P", "curved walls", (3,)))  # what total degree costs: README.md
    curves = {}
    for order, quads, walls, study_degrees in studies:
        for degree in study_degrees:
            name = f"{quads}{degree}, {walls}"
            errors = [entropy_error(rkdg, judge, degree, order, around, quads) for around in edges]
            rate = math.log(errors[-2] / errors[-1]) / math.log(edges[-1] / edges[-2])
            if order == 4 and quads == "Q":
                judge.at_least(f"{name}: order of the entropy error", rate, degree + 0.8, "theory")
            else:
                judge.show(f"{name}: order of the entropy error", rate)
            judge.show(f"{name}: entropy error at {edges[-1]} edges", errors[-1])
            widths = [math.pi / around for around in edges]
            curves.setdefault(f"{walls}, {quads} on quadrilaterals", {})[degree] = (widths, errors)
    error = "rms error of the entropy / entropy of the free stream"
    judge.draw(convergence("Inviscid cylinder", "edge on the cylinder / diameter", error, curves))
