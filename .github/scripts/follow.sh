#!/usr/bin/env bash
# The last step of release.yml: the tag of the major version moves to the release, or is made.
set -euo pipefail
: "${GITHUB_REPOSITORY:?}" "${VERSION:?}" "${COMMIT:?}"
at="repos/$GITHUB_REPOSITORY/git"
major=v${VERSION%%.*}

gh api --method PATCH "$at/refs/tags/$major" -f "sha=$COMMIT" -F force=true --silent ||
  gh api "$at/refs" -f "ref=refs/tags/$major" -f "sha=$COMMIT" --silent
echo "$major is $COMMIT"
