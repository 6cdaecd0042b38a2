"""Cases that tests share: small ones, which take a fraction of a second."""

import os
import subprocess

import pytest

import rkdg

SQUARE = "n=6, xmin=0, xmax=1, ymin=0, ymax=1"


def square_case(kind="quads", **sections):
    """A gas in a periodic unit square, with an Euler flow of degree 2, unless sections say otherwise."""
    case = rkdg.Case({
        "mesh": {"generate": "square", "parameters": f"kind={kind}, {SQUARE}"},
        "space": {"degree": 2},
        "gas": {"model": "euler"},
        "initial": {"rho": "1 + 0.1 * sin(2 * pi * x)", "u": 0.3, "v": "0.2 * cos(2 * pi * y)", "p": 1},
        "boundary.left": {"type": "periodic", "partner": "right"},
        "boundary.bottom": {"type": "periodic", "partner": "top"},
        "time": {"steps": 20},
        "output": {"format": "none"},
    })
    for section, keys in sections.items():
        for key, value in keys.items():
            case[f"{section}.{key}"] = value
    return case


def lid_case(parameters="lid = 0.1", velocity="lid, 0"):
    """A viscous gas in a square whose upper wall moves as a parameter says."""
    case = rkdg.Case({
        "mesh": {"generate": "square", "parameters": f"kind=triangles, {SQUARE}"},
        "space": {"degree": 1},
        "gas": {"mu": 0.01},
        "initial": {"rho": 1, "u": 0, "v": 0, "p": "1 / gamma"},
        "boundary.top": {"type": "wall-isothermal", "temperature": 1, "velocity": velocity},
        "time": {"steps": 50},
        "output": {"format": "none"},
    })
    for line in parameters.split(";"):
        name, _, value = line.partition("=")
        case[f"parameters.{name.strip()}"] = value.strip()
    for side in ("left", "right", "bottom"):
        case[f"boundary.{side}.type"] = "wall-isothermal"
        case[f"boundary.{side}.temperature"] = 1
    return case


def rkdg_run(folder, *words):
    """The program itself, in a folder."""
    return subprocess.run([os.environ["RKDG_PROGRAM"], *words], cwd=folder, capture_output=True, text=True, check=False)


@pytest.fixture
def simulation():
    with rkdg.Simulation(square_case(), backend="cpu") as made:
        yield made
