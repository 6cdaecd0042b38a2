"""Newton's method on one, two and four ranks: the same forces in as many steps, and few more Krylov steps."""

import json
import os
import shutil
from pathlib import Path

from study import NOT_CONVERGED, call, settings_of

here = Path(__file__).resolve().parent
ONE_RANK = "one rank"
RANKS = (2, 4)
CASES = {
    "naca0012": ("wall", ["space.degree=3", "mesh.level=1", "time.tolerance=1e-13"]),
    "sphere": ("wall", ["space.degree=2", "time.tolerance=1e-14"]),
}


def launcher(ranks):
    """Of so many ranks, whatever the cores."""
    return [] if ranks == 1 else ["mpirun", "--oversubscribe", "--bind-to", "none", "-n", str(ranks)]


def run(rkdg, case, folder, ranks, settings):
    command = [*launcher(ranks), rkdg, "run", case, "--quiet", "--output", folder, *settings_of(settings)]
    call(command, accepted=(0, NOT_CONVERGED))
    return json.loads((folder / "summary.json").read_text())


def compare(judge, name, one, some, boundary):
    judge.within(f"{name}, residual", some["residual"], 0, some["tolerance"])
    judge.near(f"{name}, steps of Newton's method", some["newton_steps"], one["newton_steps"], 0, ONE_RANK)
    judge.near(f"{name}, CD", some["forces"][boundary]["cd"], one["forces"][boundary]["cd"], 1e-12, ONE_RANK)
    judge.within(f"{name}, Krylov steps over those of one rank", some["krylov_steps"] / one["krylov_steps"], 0, 1.3)


def check(rkdg, effort, judge):
    if shutil.which("mpirun") is None:
        judge.note("skipped: there is no mpirun")
        return
    os.environ.setdefault("OMP_NUM_THREADS", "1")
    for case, (boundary, settings) in CASES.items():
        if effort == "quick":
            settings = [*settings, "space.degree=1"]
        path = here.parent / case / f"{case}.ini"
        one = run(rkdg, path, judge.output / f"{case}-on-1", 1, settings)
        judge.within(f"{case} on one rank, residual", one["residual"], 0, one["tolerance"])
        for ranks in RANKS:
            some = run(rkdg, path, judge.output / f"{case}-on-{ranks}", ranks, settings)
            compare(judge, f"{case} on {ranks} ranks", one, some, boundary)
        judge.note(f"{case}: {one['elements']} cells, {one['newton_steps']} steps of Newton's method, "
                   f"{one['krylov_steps']} of GMRES on one rank")  # fmt: skip
