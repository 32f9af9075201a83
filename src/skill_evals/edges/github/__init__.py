"""GitHub: what a job is told, what it answers, and the API."""
