"""``python -m skill_evals``."""

from skill_evals.cli.entry import enter

if __name__ == "__main__":
    enter()
