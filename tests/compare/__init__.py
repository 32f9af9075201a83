"""The comparison: exact tests against scipy, and what becomes of a family."""
