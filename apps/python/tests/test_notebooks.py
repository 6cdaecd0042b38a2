"""Notebooks that are made of the examples, run cell by cell in their short forms."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[1]
EXAMPLES = sorted((FOLDER / "examples").glob("*.py"))


def notebook_of(script, folder):
    path = folder / f"{script.stem}.ipynb"
    subprocess.run([sys.executable, str(FOLDER / "make_notebook.py"), str(script), str(path), "--short"], check=True)
    return path


@pytest.mark.parametrize("script", EXAMPLES, ids=lambda script: script.stem)
def test_a_notebook_says_what_the_script_does(script, tmp_path):
    cells = json.loads(notebook_of(script, tmp_path).read_text(encoding="utf-8"))["cells"]
    assert cells[0]["cell_type"] == "markdown"
    assert "".join(cells[0]["source"]).startswith("# ")
    assert len({cell["id"] for cell in cells}) == len(cells)
    code = ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]
    # All lines of the script but its docstring, and with the pictures, which are comments there.
    lines = script.read_text(encoding="utf-8").split('"""', 2)[2].splitlines()
    kept = [line for line in lines if line and not line.startswith(("#", 'short = "'))]
    shown = "\n".join(code).splitlines()
    assert [line for line in kept if line not in shown] == []
    assert "import matplotlib" in code[-1]
    assert any("short = True" in cell for cell in code)


@pytest.mark.parametrize("script", EXAMPLES, ids=lambda script: script.stem)
def test_a_notebook_runs(script, tmp_path):
    nbclient = pytest.importorskip("nbclient")
    nbformat = pytest.importorskip("nbformat")
    for module in ("ipykernel", "matplotlib", *(["scipy"] if script.stem == "profile" else [])):
        pytest.importorskip(module)
    notebook = nbformat.read(notebook_of(script, tmp_path), as_version=4)
    nbformat.validate(notebook)
    nbclient.NotebookClient(notebook, timeout=300, resources={"metadata": {"path": str(tmp_path)}}).execute()
    outputs = [output for cell in notebook.cells if cell.cell_type == "code" for output in cell.outputs]
    assert any(output.output_type == "stream" for output in outputs)
    assert any("image/png" in output.get("data", {}) for output in outputs)
