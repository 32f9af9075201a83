"""Report → comment, summary, annotations, text, JSON; one target a file."""
