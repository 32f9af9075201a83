"""Whether a value satisfies a dialect's JSON Schema, decided in plain Python; one module a dialect.

Each function gives the verdict of the schema of the same name in ``schemas/``; a property test holds the two equal.
They decide only: :mod:`skill_evals.dialects.validate` says what is wrong, by way of ``jsonschema``.
"""
