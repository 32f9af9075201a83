"""Plan → Evidence: runs through a backend, under a budget, with controls, a journal and curtailment."""
