"""The key proxy: an agent's process speaks the Messages API to it with a token of its own, and never sees the key.

`KeyProxy` listens on loopback, in this process and its event loop. What it lets through, and why:
docs/decisions/key-proxy.md.
"""

from skill_evals.edges.proxy.meter import Spent as Spent
from skill_evals.edges.proxy.server import Grant as Grant
from skill_evals.edges.proxy.server import KeyProxy as KeyProxy
