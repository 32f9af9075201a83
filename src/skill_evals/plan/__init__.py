"""Changes × suites → Plan: which tiers and cases run, why, what is skipped and why, and what it would cost."""
