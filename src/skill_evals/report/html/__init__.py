"""``report.html``: one file that needs no other, for a reviewer who wants all of it at once."""

from skill_evals.report.html.page import render as render
