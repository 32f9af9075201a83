"""``python -m skill_evals``."""

import sys

from skill_evals.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
