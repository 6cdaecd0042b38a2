"""Shock tubes that are hard for schemes of high order: strong shocks, near vacuum, waves behind a shock, blast waves."""

from pathlib import Path

from plot import Curve, chart
from study import run, table

here = Path(__file__).resolve().parent
KINDS = ("quads", "triangles")
CONTACT, SHOCK = 6.731, 7.975  # of Leblanc's tube at t = 6; waves are too fast on such meshes, so that they are shown, not judged
KEPT = 0.92  # of the amplitude of waves
BLAST = {"p": (460.894, 46.0950), "u": (19.5975, -6.1963)}  # between the waves at both ends, before they meet
FINER = 0.03  # relative L1 difference from four times the cells


def tube(rkdg, judge, name, kind, degree, cells, box, *settings):
    """The last state along the middle of a tube with so many cells along it: {column: numbers}."""
    xmin, xmax = box
    height = 2 * (xmax - xmin) / cells
    folder = judge.output / f"{name}-{kind}-p{degree}-{cells}"
    run(rkdg, here / f"{name}.ini", folder, f"space.degree={degree}",
        f"mesh.parameters=kind={kind}, nx={cells}, ny=2, xmin={xmin}, xmax={xmax}, ymin=0, ymax={height}",
        f"output.line={xmin + 1e-9}, {0.3 * height}, {xmax - 1e-9}, {0.3 * height}, {8 * cells + 1}", *settings)
    rows = table(folder / "probes.csv")
    last = max(row["time"] for row in rows)
    rows = [row for row in rows if row["time"] == last]
    return {column: [row[column] for row in rows] for column in ("x", "rho", "u", "p")}


def last_place(x, values, level):
    """The largest x at which the values are above a level."""
    return max(place for place, value in zip(x, values) if value > level)


def check_leblanc(rkdg, effort, judge):
    """The contact lies where the internal energy is half of that behind the shock, the shock where the velocity falls."""
    curves = []
    for kind in KINDS:
        for degree in (3,) if effort == "quick" else (1, 2, 3):
            line = tube(rkdg, judge, "leblanc", kind, degree, 1200 // (degree + 1), (0, 9))
            energy = [1.5 * p / rho for p, rho in zip(line["p"], line["rho"])]
            right = [(x, e) for x, e in zip(line["x"], energy) if x > 5]
            contact = min(x for x, e in right if e > 0.5 * max(e for _, e in right))
            shock = last_place(line["x"], line["u"], 0.5 * max(line["u"]))
            for name, found, exact in (("contact", contact, CONTACT), ("shock", shock, SHOCK)):
                judge.show(f"Leblanc, P{degree}, {kind}: {name}", found, f"exact {exact}, {100 * (found / exact - 1):+.1f} %")
            judge.within(f"Leblanc, P{degree}, {kind}: least pressure along the line", min(line["p"]), 1e-12, 1e-10)
        curves.append(Curve(kind, line["x"], energy))
    judge.draw(chart("Leblanc's shock tube, P3, t = 6", "x", "internal energy", curves))


def check_vacuum(rkdg, effort, judge):
    curves = []
    for kind in KINDS:
        for degree in (4,) if effort == "quick" else (1, 2, 3, 4):
            line = tube(rkdg, judge, "vacuum", kind, degree, 400 // (degree + 1), (0, 1))
            judge.within(f"near vacuum, P{degree}, {kind}: least pressure along the line", min(line["p"]), 0, 0.01, "exact 0.001894")
        curves.append(Curve(kind, line["x"], line["rho"]))
    judge.draw(chart("Two rarefactions, P4, t = 0.15", "x", "density", curves))


HALF_WAVE = 0.08  # windows in which waves of density behind the shock have one extreme; they are about 0.33 long


def extremes(line, sign):
    """Places of the largest (sign 1) or least (-1) densities between x = 0.8 and 2.12."""
    inside = [(x, sign * rho) for x, rho in zip(line["x"], line["rho"]) if 0.8 - HALF_WAVE < x < 2.12 + HALF_WAVE]
    return [x for x, rho in inside if 0.8 < x < 2.12 and rho == max(r for place, r in inside if abs(place - x) < HALF_WAVE)]


def amplitude(line, reference):
    """Mean height of the waves that a reference has: the maxima near its own less the minima near its own."""
    def mean(sign):
        near = [max(sign * rho for x, rho in zip(line["x"], line["rho"]) if abs(x - place) < HALF_WAVE) for place in extremes(reference, sign)]
        return sign * sum(near) / len(near)

    return mean(1) - mean(-1)


def check_shu_osher(rkdg, effort, judge):
    curves = []
    for kind in KINDS:
        coarse = tube(rkdg, judge, "shu-osher", kind, 3, 200, (-5, 5))
        fine = tube(rkdg, judge, "shu-osher", kind, 3, 800, (-5, 5))
        judge.within(f"Shu and Osher, P3, {kind}: amplitude on 200 cells by that on 800", amplitude(coarse, fine) / amplitude(fine, fine), KEPT, 1.05)
        curves.append(Curve(f"200 {kind}", coarse["x"], coarse["rho"]))
    curves.append(Curve("800 triangles", fine["x"], fine["rho"], reference=True))
    judge.draw(chart("Shock and density waves (Shu and Osher), P3, t = 1.8", "x", "density", curves))


def at(line, column, x):
    return min(zip(line["x"], line[column]), key=lambda pair: abs(pair[0] - x))[1]


def check_blast(rkdg, effort, judge):
    curves = []
    for kind in KINDS:
        early = tube(rkdg, judge, "blast", kind, 3, 200, (0, 1), "time.end=0.01")
        for column, (left, right) in BLAST.items():
            for x, exact in ((0.27, left), (0.86, right)):
                low, high = sorted((0.99 * exact, 1.01 * exact))
                judge.within(f"blast waves, P3, {kind}: {column} at x = {x}, t = 0.01", at(early, column, x), low, high, f"exact {exact}")
        coarse = tube(rkdg, judge, "blast", kind, 3, 200, (0, 1))
        curves.append(Curve(f"200 {kind}", coarse["x"], coarse["rho"]))
        if effort == "quick":
            continue
        fine = tube(rkdg, judge, "blast", kind, 3, 800, (0, 1))
        fine_rho = fine["rho"][::4]
        difference = sum(abs(a - b) for a, b in zip(coarse["rho"], fine_rho)) / sum(fine_rho)
        judge.within(f"blast waves, P3, {kind}: L1 difference of 200 cells from 800", difference, 0, FINER)
    if effort != "quick":
        curves.append(Curve("800 triangles", fine["x"], fine["rho"], reference=True))
    judge.draw(chart("Two blast waves (Woodward and Colella), P3, t = 0.038", "x", "density", curves))


def check(rkdg, effort, judge):
    check_leblanc(rkdg, effort, judge)
    check_vacuum(rkdg, effort, judge)
    check_shu_osher(rkdg, effort, judge)
    check_blast(rkdg, effort, judge)
