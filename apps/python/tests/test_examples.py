"""The examples, in short forms."""

import ast
import os
import re
import subprocess
import sys
import textwrap
from pathlib import Path

import numpy as np
import pytest

import rkdg

FOLDER = Path(__file__).parent.parent / "examples"
PAGE = Path(__file__).parents[3] / "docs" / "python.md"


def output_of(name, folder):
    words = [sys.executable, str(FOLDER / f"{name}.py"), "--short"]
    environment = dict(os.environ, PYTHONPATH=str(Path(rkdg.__file__).parents[1].resolve()))
    done = subprocess.run(words, capture_output=True, text=True, cwd=folder, env=environment, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_first_case(tmp_path):
    text = output_of("first_case", tmp_path)
    # A coarse mesh of degree 1: within some percent of what is published, 1.50 to 1.59 and 2.13 to 2.35.
    assert float(re.search(r"drag coefficient (\S+),", text)[1]) == pytest.approx(1.55, rel=0.05)
    assert float(re.search(r"end (\S+) diameters", text)[1]) == pytest.approx(2.24, rel=0.1)
    assert (tmp_path / "first_case.vtu").exists()


def test_sweep(tmp_path):
    rows = [[float(word) for word in line.split()] for line in output_of("sweep", tmp_path).splitlines()[1:]]
    assert [row[0] for row in rows] == [0.0, 0.5]
    assert abs(rows[0][2]) < 1e-4  # the profile is symmetric
    assert rows[1][2] > 0.005
    assert rows[1][3] <= rows[0][3]  # from a flow that is nearly right


def test_jets(tmp_path):
    text = output_of("jets", tmp_path)
    assert 0 < float(re.search(r"at most (\S+) of", text)[1]) <= 0.2


def test_wake_modes(tmp_path):
    text = output_of("wake_modes", tmp_path)
    rows = [[float(word) for word in line.split()] for line in text.splitlines()[1:5]]
    strouhal, growth = rows[0][:2]
    # Published: 0.164 to 0.166; a coarse mesh of degree 1 sheds some percent more slowly. A street that has settled does not grow.
    assert strouhal == pytest.approx(0.165, rel=0.1)
    assert abs(growth) < 0.02
    assert min(abs(row[0] - 2 * strouhal) for row in rows) < 0.05 * strouhal  # its harmonic
    assert b"imaginary" in (tmp_path / "wake_mode.vtu").read_bytes()


def test_acoustics(tmp_path):
    text = output_of("acoustics", tmp_path)
    assert float(re.search(r"8 x 8 x 2 triangles: .*order (\S+)", text)[1]) > 3.5
    before, after = re.search(r"in the box: (\S+), after the pulse has left (\S+)", text).groups()
    assert float(before) == pytest.approx(np.pi / 100, rel=1e-3)  # the integral of the pulse
    assert abs(float(after)) < 0.05 * float(before)


def test_profile(tmp_path):
    pytest.importorskip("scipy")
    text = output_of("profile", tmp_path)
    rows = re.findall(r"camber (\S+), angle +(\S+): CD (\S+), CL (\S+), lift over drag (\S+)", text)
    best, start, count = re.search(r"best: .* drag (\S+); at the start (\S+), (\d+) profiles", text).groups()
    ratios = [float(row[3]) / float(row[2]) for row in rows]
    assert len(rows) == int(count) == 8
    assert float(start) == pytest.approx(ratios[0], rel=1e-3)
    assert float(best) == pytest.approx(max(ratios), rel=1e-3)
    assert float(best) > 2 * float(start)
    # More camber at the same angle lifts more.
    assert (rows[0][1], rows[0][0] < rows[1][0], rows[0][3] < rows[1][3]) == (rows[1][1], True, True)


def test_page():
    """What docs/python.md shows is Python, and asks for what there is."""
    blocks = re.findall(r"(?:^    .*\n|^\n(?=    ))+", PAGE.read_text(encoding="utf-8"), re.MULTILINE)
    of_shell = ("export ", "rkdg ", "python3 ")
    code = [block for block in map(textwrap.dedent, blocks) if not block.strip().startswith(of_shell)]
    assert len(code) > 5
    for block in code:
        for node in ast.walk(ast.parse(block)):
            if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name):
                owner = {"rkdg": rkdg, "simulation": rkdg.Simulation, "s": rkdg.Simulation, "case": rkdg.Case,
                         "mesh": rkdg.Mesh}.get(node.value.id)  # fmt: skip
                assert owner is None or hasattr(owner, node.attr), node.attr


def test_all_examples_are_tested():
    tested = {name.removeprefix("test_") for name in globals() if name.startswith("test_")}
    assert {path.stem for path in FOLDER.glob("*.py")} <= tested
