"""Stories of the dialects; helpers live in `support.py`."""
