#!/usr/bin/env python3
"""Strong and weak scaling of whole runs over the GPUs of one machine, in one call.

usage: scaling.py RKDG OUT_DIR [--ranks 1,2,4] [--cases strong,weak,cylinder] [--meshes triangles,tetrahedra,hexahedra-Q,cylinder]
                  [--transfers nccl,hosts] [--cylinder MESH.h5] [--steps-scale 1.0] [--launcher "mpirun ..."]

Runs P3 Navier-Stokes in double precision on 1.2 million triangles, 584 016 tetrahedra, 262 144 hexahedra with Q^p and
the cylinder (strong), and on a mesh for each number of ranks (weak). Writes OUT_DIR/scaling.csv, a row for each run:
mesh, scaling, ranks, transfer, cells, DOF, steps, seconds a step without the first steps, seconds of the first steps
beyond those, seconds of the whole program, seconds before the first step, GDOF/s and the part of the ideal. Compares the
coefficients of the last checkpoints of a mesh bit for bit.
"""

import argparse
import csv
import hashlib
import json
import os
import pathlib
import shlex
import shutil
import subprocess
import sys
import time

CASE_2D = """[mesh]
{mesh}
[space]
degree = 3
[gas]
model = navier-stokes
mu = 0.001
[boundary.left]
type = periodic
partner = right
[boundary.bottom]
type = periodic
partner = top
{sides}[initial]
rho = 1 + 0.1 * sin(pi * x / {half})
u = 0.2
v = 0.1 * cos(pi * y / {half})
{w}p = 1 / gamma
[time]
cfl = 0.5
steps = 1
"""
SIDES = "[boundary.back]\ntype = periodic\npartner = front\n"
CYLINDER = """[mesh]
file = {mesh}
[space]
degree = 3
[gas]
model = navier-stokes
[reference]
mach = 0.2
reynolds = 100
[boundary.wall]
type = wall-adiabatic
[boundary.farfield]
type = farfield
[time]
cfl = 0.5
steps = 1
"""
FIRST_STEPS = 50  # which pay for recording the step and for the first messages


def box(kind, counts, q=False):
    text = f"generate = box\nparameters = kind={kind}, nx={counts[0]}, ny={counts[1]}, nz={counts[2]}"
    case = CASE_2D.format(mesh=text, sides=SIDES, half=1, w="w = 0\n")
    return case.replace("degree = 3", "degree = 3\nhexahedra = Q") if q else case


def square(nx, ny):
    return CASE_2D.format(mesh=f"generate = square\nparameters = kind=triangles, nx={nx}, ny={ny}", sides="", half=10, w="")


def cases(arguments, ranks):
    """(mesh, scaling, case text, steps) of all runs on so many ranks."""
    wanted = arguments.cases.split(",")
    all_cases = []
    if "strong" in wanted:
        all_cases += [
            ("triangles", "strong", square(775, 775), 4000),
            ("tetrahedra", "strong", box("tetrahedra", (46, 46, 46)), 1200),
            ("hexahedra-Q", "strong", box("hexahedra", (64, 64, 64), True), 1200),
        ]
    if "cylinder" in wanted:
        all_cases.append(("cylinder", "strong", CYLINDER.format(mesh=os.path.abspath(arguments.cylinder)), 4000))
    if "weak" in wanted:
        along = [1 if ranks < 8 else 2, 1 if ranks < 4 else 2, 1 if ranks < 2 else 2]
        all_cases += [
            ("triangles", "weak", square(707, 707 * ranks), 4000),
            ("tetrahedra", "weak", box("tetrahedra", [44 * k for k in along]), 1200),
            ("hexahedra-Q", "weak", box("hexahedra", [64 * k for k in along], True), 1200),
        ]
    return [case for case in all_cases if case[0] in arguments.meshes.split(",")]


def coefficients(folder):
    """A hash of the coefficients of the checkpoint in a folder, by cell number; None without h5py or a checkpoint."""
    try:
        import h5py
    except ImportError:
        return None
    files = sorted(pathlib.Path(folder).glob("*checkpoint*.h5"))
    if not files:
        return None
    digest = hashlib.sha256()
    with h5py.File(files[-1], "r") as file:
        names = []
        file.visititems(lambda name, item: names.append(name) if isinstance(item, h5py.Dataset) else None)
        for name in sorted(names):
            if "coefficient" in name or "state" in name or "modes" in name:
                digest.update(name.encode())
                digest.update(file[name][()].tobytes())
    return digest.hexdigest()[:16]


def run(arguments, case, ranks, steps, transfer, folder):
    environment = dict(os.environ)
    if transfer == "hosts":
        environment["RKDG_NCCL"] = "off"
    command = [arguments.rkdg, "run", str(case), "--backend", "cuda", "--quiet", "--output", str(folder), "--set",
               f"time.steps={steps}"]
    if ranks > 1:
        command = shlex.split(arguments.launcher) + ["-n", str(ranks)] + command
    begin = time.time()
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    seconds = time.time() - begin
    if done.returncode != 0:
        print(f"{case.name} on {ranks}: {done.stderr.strip()[-300:]}", file=sys.stderr)
        return None
    summary = json.loads((folder / "summary.json").read_text())
    summary["program_seconds"] = seconds
    return summary


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("rkdg")
    parser.add_argument("out", type=pathlib.Path)
    parser.add_argument("--ranks", default="1,2,4")
    parser.add_argument("--cases", default="strong,cylinder,weak")
    parser.add_argument("--meshes", default="triangles,tetrahedra,hexahedra-Q,cylinder")
    parser.add_argument("--transfers", default="nccl,hosts")
    parser.add_argument("--cylinder", default="cylinder.h5")
    parser.add_argument("--steps-scale", type=float, default=1.0)
    parser.add_argument("--launcher", default="mpirun --allow-run-as-root --bind-to none")
    arguments = parser.parse_args()
    arguments.out.mkdir(parents=True, exist_ok=True)
    one_card, bits = {}, {}
    with open(arguments.out / "scaling.csv", "w", newline="") as file:
        table = csv.writer(file)
        table.writerow("mesh scaling ranks transfer cells dof steps seconds_per_step first_steps_seconds program_seconds "
                       "setup_seconds gdof_per_second of_ideal whole_program_of_ideal coefficients".split())
        for ranks in map(int, arguments.ranks.split(",")):
            for mesh, scaling, text, steps in cases(arguments, ranks):
                steps = max(2 * FIRST_STEPS, int(steps * arguments.steps_scale))
                case = arguments.out / f"{mesh}-{scaling}-{ranks}.ini"
                case.write_text(text)
                for transfer in arguments.transfers.split(",") if ranks > 1 else ["none"]:
                    if transfer == "hosts" and scaling == "weak":
                        continue
                    folder = arguments.out / "run"
                    first = run(arguments, case, ranks, FIRST_STEPS, transfer, folder)
                    whole = first and run(arguments, case, ranks, steps, transfer, folder)
                    if not whole:
                        continue
                    stepping = [s["seconds_per_step"] * n for s, n in ((first, FIRST_STEPS), (whole, steps))]
                    per_step = (stepping[1] - stepping[0]) / (steps - FIRST_STEPS)
                    key = (mesh, scaling)
                    one_card.setdefault(key, (per_step, whole["program_seconds"], ranks))
                    base, base_program, base_ranks = one_card[key]
                    parts = ranks / base_ranks if scaling == "strong" else 1
                    state = coefficients(folder)
                    if scaling == "strong":
                        bits.setdefault(mesh, set()).add(state)
                    table.writerow([mesh, scaling, ranks, transfer, whole["elements"], whole["dof"], steps,
                                    f"{per_step:.6g}", f"{stepping[0] - FIRST_STEPS * per_step:.3g}",
                                    f"{whole['program_seconds']:.3f}", f"{sum(whole['setup_seconds'].values()):.3f}",
                                    f"{3e-9 * whole['dof'] / per_step:.2f}", f"{base / (parts * per_step):.4f}",
                                    f"{base_program / (parts * whole['program_seconds']):.4f}", state])
                    file.flush()
                    shutil.rmtree(folder, ignore_errors=True)
    for mesh, states in bits.items():
        print(f"{mesh}: {'equal' if len(states) == 1 and None not in states else 'NOT EQUAL'} coefficients {sorted(map(str, states))}")


if __name__ == "__main__":
    main()
