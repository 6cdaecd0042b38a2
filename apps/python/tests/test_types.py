"""The package and the stubs of its module, as mypy reads them."""

import subprocess
import sys
from pathlib import Path

import pytest

import rkdg


def test_types(tmp_path):
    pytest.importorskip("mypy")
    package = Path(rkdg.__file__).parent
    assert (package / "_core.pyi").exists()
    words = [sys.executable, "-m", "mypy", "--strict", "--no-error-summary", "--cache-dir", str(tmp_path), str(package)]
    done = subprocess.run(words, capture_output=True, text=True, cwd=tmp_path, check=False)
    assert done.returncode == 0, done.stdout
