"""The run engine, with backends that answer from a script."""
