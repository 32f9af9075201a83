"""Evidence → Verdict: pure and repeatable, one grader a file. Four states: what could not be measured is no fail."""
