"""A folder a rule, a folder in it a case: a tiny repository and the findings that the rule must have in it.

A case holds ``repo/`` (the tree; links stay links), ``expected.txt`` (one finding a line,
``path:line:column rule severity [fragment of the message]``; empty: the rule must be silent) and, where it needs them,
``base/`` (the tree at the merge base), ``fixed/`` (the files that ``--fix`` changes, as they are then; with
``"unsafe_fixes": true`` in the options also what ``--unsafe-fixes`` changes) and ``options.json``::

    {"listed": ["path that exists without bytes"], "untracked": ["path"], "min_queries": 4, "models": ["provider/model"],
     "accept_stale": [{"skill": "name", "tier": "triggers", "surface": "digest", "reason": "why"}]}
"""
