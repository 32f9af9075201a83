"""Base × head → Comparison: classes, exact tests, the gate."""
