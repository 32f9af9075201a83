"""The step in a workflow: what GitHub tells it, what it decides to do, and what it answers."""
