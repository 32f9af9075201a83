"""Text → tree, with a span on every key and value. Reading never raises for what an author wrote."""
