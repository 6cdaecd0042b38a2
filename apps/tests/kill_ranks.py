#!/usr/bin/env python3
"""Kills single ranks of runs at random moments: every time all ranks must be gone soon, and the last checkpoint whole.

    kill_ranks.py RKDG MPIRUN [--kills 50] [--seed N]

Runs have two to four ranks, explicit steps or Newton's method in implicit ones, averages, and files of fields. Prints how long each end took. Exit status 1 if a rank outlived its run by more than ten seconds, a checkpoint was
damaged, or a run went on after a kill.
"""
import argparse
import os
import pathlib
import random
import signal
import subprocess
import sys
import tempfile
import time

LONGEST_END = 10.0  # seconds
CASE = """[mesh]
generate = square
parameters = n=8, kind=hybrid
[space]
degree = 2
[reference]
mach = 0.3
reynolds = 200
[boundary.left]
type = periodic
partner = right
[boundary.bottom]
type = wall-adiabatic
[boundary.top]
type = farfield
[output]
directory = out
format = vtkhdf
every = 4
monitor = 10
[average]
every = 5
[checkpoint]
every = 5
[time]
steps = 100000000
"""
SCHEMES = {"explicit": "", "implicit": "scheme = esdirk3\ntolerance = 1e-4\n"}
RANKS = (2, 3, 4)
START = 'echo $$ > pid.${OMPI_COMM_WORLD_RANK:-$PMI_RANK}; exec "$0" "$@"'


def is_alive(pid):
    """Whether a process runs; one that has ended and waits for its parent to look does not."""
    try:
        with open(f"/proc/{pid}/stat", encoding="ascii") as file:
            return file.read().rsplit(")", 1)[1].split()[0] not in "ZX"
    except OSError:
        return False


def wait_for(what, seconds):
    """The seconds until what() was true, or None."""
    begin = time.monotonic()
    while time.monotonic() - begin < seconds:
        if what():
            return time.monotonic() - begin
        time.sleep(0.02)
    return None


class Run:
    def __init__(self, folder, rkdg, mpirun, ranks, scheme):
        self.folder, self.rkdg = folder, rkdg
        (folder / "c.ini").write_text(CASE + SCHEMES[scheme])
        self.log = open(folder / "log", "w", encoding="utf-8")
        environment = dict(os.environ, OMP_NUM_THREADS="1", OMP_WAIT_POLICY="PASSIVE")
        self.process = subprocess.Popen(
            mpirun.split() + ["-n", str(ranks), "sh", "-c", START, rkdg, "run", "c.ini", "-q"], cwd=folder,
            stdout=self.log, stderr=self.log, env=environment, start_new_session=True)
        checkpoint = folder / "out" / "checkpoint.h5"
        if wait_for(checkpoint.exists, 120) is None:
            self.end()
            raise SystemExit(f"error: no checkpoint after two minutes: {(folder / 'log').read_text()}")
        self.pids = [int((folder / f"pid.{rank}").read_text()) for rank in range(ranks)]

    def is_over(self):
        return self.process.poll() is not None and not any(is_alive(pid) for pid in self.pids)

    def end(self):
        for pid in [self.process.pid, *getattr(self, "pids", [])]:
            try:
                os.kill(pid, signal.SIGKILL)
            except ProcessLookupError:
                pass
        self.process.wait()
        self.log.close()

    def goes_on(self):
        """Whether another run on one process goes on from the checkpoint."""
        again = subprocess.run(
            [self.rkdg, "run", "c.ini", "-q", "--restart", "out/checkpoint.h5", "--output", "next", "--set",
             "time.end=1e-9"], cwd=self.folder, capture_output=True, text=True, timeout=120)
        if again.returncode != 0:
            print(again.stderr, end="")
        return again.returncode == 0


def kill_once(number, arguments, choose):
    """Returns what is wrong, if anything."""
    with tempfile.TemporaryDirectory() as name:
        ranks, scheme = RANKS[number % len(RANKS)], list(SCHEMES)[number % len(SCHEMES)]
        run = Run(pathlib.Path(name), arguments.rkdg, arguments.mpirun, ranks, scheme)
        try:
            time.sleep(choose.uniform(0, 1))
            rank = choose.randrange(ranks)
            os.kill(run.pids[rank], signal.SIGKILL)
            seconds = wait_for(run.is_over, 6 * LONGEST_END)
        finally:
            run.end()
        shown = "never" if seconds is None else f"{seconds:.2f} s"
        print(f"kill {number}: {scheme}, rank {rank} of {ranks}, all gone after {shown}", flush=True)
        if seconds is None or seconds > LONGEST_END:
            return "a rank outlived its run"
        if run.process.returncode == 0:
            return "the run ended as if it were whole"
        return None if run.goes_on() else "the checkpoint is damaged"


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("rkdg")
    parser.add_argument("mpirun")
    parser.add_argument("--kills", type=int, default=50)
    parser.add_argument("--seed", type=int, default=1)
    arguments = parser.parse_args()
    choose = random.Random(arguments.seed)
    wrong = [f"kill {n}: {what}" for n in range(arguments.kills) if (what := kill_once(n, arguments, choose))]
    print("\n".join(wrong) if wrong else f"{arguments.kills} kills: every checkpoint whole, every run ended")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
