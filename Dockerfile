# The images of skill-evals: `slim` (the last, and so the default) and `claude-code`, which brings Claude Code along.
#
#   docker build --build-arg BASE=docker.io/library/python:3.13-slim@sha256:… --target slim .
#
# The base is an argument without a usable default: which bytes everything stands on is decided by whoever builds, by
# digest, and the release refuses to go on without one. What stands here is no reference, so that nothing is pulled and
# the engine's complaint says what is missing.
ARG BASE="BASE is not set: build with --build-arg BASE=docker.io/library/python:3.13-slim@sha256:(digest)"

FROM ${BASE} AS build
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1 PIP_ROOT_USER_ACTION=ignore
COPY pyproject.toml README.md LICENSE /source/
COPY src /source/src
# Neither pip nor a compiler gets into the environment that is copied on. Compiled files are never held against their
# sources again, which saves a look at each file at every start, and nothing is written next to them later. In a container
# nobody can add what an account of Amazon's or Google's needs, so it is there.
RUN python -m venv --without-pip /opt/skill-evals \
 && python -m pip --python /opt/skill-evals/bin/python install --no-compile "/source[bedrock,vertex]" \
 && /opt/skill-evals/bin/python -m compileall -q -j 0 --invalidation-mode unchecked-hash /opt/skill-evals/lib \
 && chmod -R u=rwX,go=rX /opt/skill-evals

FROM build AS build-claude-code
RUN python -m pip --python /opt/skill-evals/bin/python install --no-compile "/source[claude-code]" \
 && /opt/skill-evals/bin/python -m compileall -q -j 0 --invalidation-mode unchecked-hash /opt/skill-evals/lib \
 && chmod -R u=rwX,go=rX /opt/skill-evals

FROM ${BASE} AS runtime
LABEL org.opencontainers.image.title="skill-evals" \
      org.opencontainers.image.description="Lint, run and compare the eval suites of agent skills" \
      org.opencontainers.image.licenses="MIT"
# Debian keeps no old versions, so a pinned one would stop to build within weeks; the digest of the base fixes the release.
# hadolint ignore=DL3008
RUN apt-get update \
 && apt-get install --no-install-recommends --yes ca-certificates git \
 && apt-get clean \
 && rm -rf /var/cache/apt /var/lib/apt/lists/* /var/log/apt /var/log/dpkg.log \
 && ln -s /opt/skill-evals/bin/skill-evals /usr/local/bin/skill-evals
ENV LANG=C.UTF-8 PYTHONDONTWRITEBYTECODE=1 PYTHONUNBUFFERED=1
# No USER: the runner mounts a workspace that belongs to somebody else, and as root every run gets a uid of its own.
# No WORKDIR: the runner sets it. No init: the program heeds SIGINT and SIGTERM itself, and a process less holds the keys.
# `-I`: PYTHONPATH and its like come from the workflow's environment and mean its own Python; `-u` then stands here.
ENTRYPOINT ["/opt/skill-evals/bin/python", "-I", "-u", "-m", "skill_evals"]

FROM runtime AS claude-code
COPY --from=build-claude-code /opt/skill-evals /opt/skill-evals

FROM runtime AS slim
COPY --from=build /opt/skill-evals /opt/skill-evals
