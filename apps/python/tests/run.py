"""Runs the tests of the Python package: python3 run.py RKDG. Status 77: NumPy or pytest is missing."""

import os
import sys
from pathlib import Path

os.environ["RKDG_PROGRAM"] = sys.argv[1]
try:
    import numpy  # noqa: F401
    import pytest
except ImportError as error:
    print(f"skipped: {error}")
    sys.exit(77)

sys.exit(pytest.main(["-q", "-p", "no:cacheprovider", str(Path(__file__).parent), *sys.argv[2:]]))
