"""Every rule, in the order of the catalogue: one file a rule or a tight family, one line here."""
