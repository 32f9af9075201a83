"""Rules that compare with the base, over real git histories: renames, mirrored trees, acceptances, uncommitted edits."""
