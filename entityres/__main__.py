"""The same as the console script `entityres`: `python -m entityres`."""

from __future__ import annotations

import sys

from entityres.cli import main

if __name__ == "__main__":
    sys.exit(main())
