"""The key proxy: what passes, what it costs, and what never passes."""
