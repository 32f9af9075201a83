"""How far a sweep is, on stderr: bars on a terminal, lines in a log. It decides nothing and is told everything."""
