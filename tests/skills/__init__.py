"""Stories of skills and layouts; helpers live in `trees.py`."""
