"""Rules over documents, suites, skills and results. A rule says where and what; the engine says the rest."""
