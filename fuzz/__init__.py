"""Coverage-guided fuzzing of every reader; docs/fuzzing.md says how to run it and how to repeat a finding."""
