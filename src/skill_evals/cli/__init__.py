"""Parse, call a verb, print; the one error handler."""
