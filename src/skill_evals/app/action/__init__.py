"""The step in a workflow: from the event to a decision what is done, done by the verbs that a laptop has as well."""
