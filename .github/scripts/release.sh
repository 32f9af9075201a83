#!/usr/bin/env bash
# What release.yml makes visible. The images get their version's name; a commit on top of the one that was built holds their
# digests; the tag is that commit's, so that whoever takes it by tag or by commit runs exactly these images.
set -euo pipefail
: "${GITHUB_REPOSITORY:?}" "${GITHUB_SHA:?}" "${GITHUB_OUTPUT:?}" "${VERSION:?}" "${SLIM:?}" "${CLAUDE_CODE:?}"
at="repos/$GITHUB_REPOSITORY/git"

for image in "$SLIM" "$CLAUDE_CODE"; do
  [[ $image =~ ^ghcr\.io/[a-z0-9._/-]+@sha256:[0-9a-f]{64}$ ]] || { echo "::error::$image is no image by digest"; exit 1; }
done
docker buildx imagetools create --tag "${SLIM%@*}:$VERSION" "$SLIM"
docker buildx imagetools create --tag "${CLAUDE_CODE%@*}:$VERSION-claude-code" "$CLAUDE_CODE"

entry() { jq -n --arg path "$1" --arg content "FROM $2"$'\n' '{path: $path, mode: "100644", type: "blob", content: $content}'; }
before=$(gh api "$at/commits/$GITHUB_SHA" --jq .tree.sha)
tree=$(jq -n --arg base "$before" --argjson one "$(entry slim/Dockerfile "$SLIM")" \
  --argjson two "$(entry claude-code/Dockerfile "$CLAUDE_CODE")" '{base_tree: $base, tree: [$one, $two]}' |
  gh api "$at/trees" --input - --jq .sha)
commit=$(gh api "$at/commits" -f "message=Release $VERSION" -f "tree=$tree" -f "parents[]=$GITHUB_SHA" --jq .sha)

gh api "$at/refs" -f "ref=refs/tags/v$VERSION" -f "sha=$commit" --silent
gh release create "v$VERSION" --verify-tag --title "$VERSION" --notes "See CHANGELOG.md at this tag. Take it by commit: \`$commit\`."
echo "commit=$commit" >> "$GITHUB_OUTPUT"
echo "v$VERSION is $commit"
