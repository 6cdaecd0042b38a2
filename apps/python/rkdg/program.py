"""The command `rkdg` of a wheel: the program lies in the package, beside the libraries that it loads."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import NoReturn


def main() -> NoReturn:
    """Becomes the program, with the arguments of the command."""
    program = Path(__file__).parent / "bin" / "rkdg"
    if not program.exists():
        sys.exit(f"error: {program}: is missing; install the wheel anew")
    os.execv(program, ["rkdg", *sys.argv[1:]])
