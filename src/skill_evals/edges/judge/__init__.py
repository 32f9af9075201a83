"""The judge: asks a model of the Messages API what ``grade.judge`` puts to it, and pays for it."""
