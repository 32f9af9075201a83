"""Evidence → Verdict; pure and repeatable, one grader a file."""
