"""Every way in which suites are broken."""

from corpus.broken import Mutation
from corpus.documents import DOCUMENTS
from corpus.evals import EVALS
from corpus.fixtures import FIXTURES
from corpus.results import RESULTS
from corpus.skills import SKILLS
from corpus.triggers import TRIGGERS

MUTATIONS: tuple[Mutation, ...] = (*DOCUMENTS, *TRIGGERS, *EVALS, *FIXTURES, *SKILLS, *RESULTS)
