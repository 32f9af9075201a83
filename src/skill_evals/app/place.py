"""Where a verb works: the root, its tree, its configuration, and the base beside it."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from posixpath import normpath
from typing import TYPE_CHECKING

from skill_evals.edges.files import WorkingTree
from skill_evals.edges.root import find_root, no_such, relative
from skill_evals.errors import RevisionError, UsageError
from skill_evals.model.files import FileTree
from skill_evals.model.light import light, replace
from skill_evals.model.scope import Scope

if TYPE_CHECKING:  # lint lists the tree while it loads its rules, and what reads the configuration
    from skill_evals.app.lint import BaseSide
    from skill_evals.app.revisions import BasePoint
    from skill_evals.edges.git import Git, Opener
    from skill_evals.edges.listing import Meanwhile
    from skill_evals.model.config import Config


@light(frozen=True, slots=True, kw_only=True)
class Place:
    root: Path
    files: FileTree
    own: "Config | None"
    """The configuration that stands in the tree; None: there is none."""
    paths: tuple[str, ...]
    """The paths that the command line named, as the tree names them; empty: all of it."""

    @property
    def config(self) -> "Config":
        from skill_evals.app.evolve_config import with_evolve
        from skill_evals.model.config import Config

        return with_evolve(self.own or Config(), self.files)

    @property
    def named_files(self) -> frozenset[str]:
        """Files named on the command line, which are read although they are excluded. A configuration is no suite."""
        return frozenset(path for path in self.paths if path in self.files.entries) - _configurations()


def _configurations() -> frozenset[str]:
    from skill_evals.app.evolve_config import NAMES as EVOLVE_NAMES
    from skill_evals.model.config import NAMES

    return frozenset((*NAMES, *EVOLVE_NAMES))


def open_place(
    paths: Sequence[Path],
    *,
    root: Path | None = None,
    tree_listing: Path | None = None,
    meanwhile: "Meanwhile | None" = None,
    config: str = "",
) -> Place:
    """Find the root and list it; ``meanwhile`` is done while git does that. ``config``: where the configuration has to
    stand, if not where it usually does.

    Raises:
        UsageError: a path that does not exist, or one outside the root.
        ConfigError: a configuration that cannot be used.
    """
    folder = find_root(paths, root)
    listing: tuple[str, ...] = ()
    if tree_listing is not None:
        from skill_evals.edges.tree_listing import read_tree_listing

        listing = read_tree_listing(tree_listing)
    inside = _inside(folder, paths)
    files = WorkingTree(folder, listing=listing, named=inside, meanwhile=meanwhile)
    _check_named(files, paths, files.named)
    return Place(root=folder, files=files, own=own_config(files, config), paths=files.named)


def own_config(files: FileTree, name: str = "") -> "Config | None":
    """A tree's configuration, at its usual place or at the one that is named.

    Raises:
        UsageError: there is none where one was named.
        ConfigError: it cannot be used.
    """
    from skill_evals.app.configuration import load_config

    if not name:
        return load_config(files)
    found = load_config(files, (normpath(name),))
    if found is None:
        raise UsageError(
            f"there is no configuration {name}",
            cure="name a file that is part of the repository, by its path from the working directory",
        )
    return found


def scope_of(place: Place, *, related: bool = False) -> Scope:
    """What is spoken about: the named paths, and with ``related`` what they may have caused elsewhere. That is anything
    at all where a configuration is named.
    """
    if related and not _configurations().isdisjoint(place.paths):
        return Scope()
    return Scope(paths=place.paths, related=related)


def _inside(root: Path, paths: Sequence[Path]) -> tuple[str, ...]:
    found = []
    for path in paths:
        try:
            found.append(relative(root, path))
        except ValueError:
            raise UsageError(
                f"{path} lies outside the root {root}", cure="name paths beneath it, or another --root"
            ) from None
    return () if "" in found else tuple(found)


def _check_named(files: FileTree, paths: Sequence[Path], inside: Sequence[str]) -> None:
    """Every path that was named is on disk, or at least in the listing: a slip of the pen is no clean result."""
    for path, name in zip(paths, inside, strict=False):  # none is inside where the root itself was named
        if path.exists() or path.is_symlink() or name in files.entries:
            continue
        if not any(known.startswith(f"{name}/") for known in files.entries):
            raise no_such(path)


@contextmanager
def base_of(
    place: Place, ref: str | None, *, fetch: bool = False, opener: "Opener | None" = None
) -> "Iterator[BaseSide]":
    """The merge base of a revision and the head, open for reading. ``opener`` opens ``origin`` for ``fetch``.

    Raises:
        RevisionError: no repository, no commit, or a base that is not here; the cure says how to get it.
    """
    from skill_evals.app.revisions import find_base
    from skill_evals.edges.git import Git

    git = Git(place.root, opener=opener)
    if ref and Path(ref).exists() and git.resolve(ref) is None:
        raise RevisionError(
            f"there is no revision `{ref}`; it is the name of a path here",
            cure="name paths before --base, or the base as --base=REF",
        )
    with side_at(git, find_base(git, ref or None, fetch=fetch), beside=place.files, fetch=fetch) as side:
        yield side


@contextmanager
def side_at(git: "Git", point: "BasePoint", *, beside: FileTree, fetch: bool = False) -> "Iterator[BaseSide]":
    """A base that was found, open for reading. What is not checked out of ``beside``, the head, is not read of it
    either. ``fetch``: whether what a partial clone lacks of it is fetched.

    Raises:
        RevisionError: it is not here, or not all of it.
    """
    from skill_evals.app.lint import BaseSide
    from skill_evals.app.revisions import change_set
    from skill_evals.edges.git_partial import whole_tree

    left_out = frozenset(path for path, entry in beside.entries.items() if not entry.present)
    with whole_tree(git, point.commit, fetch=fetch, left_out=left_out) as files:
        yield BaseSide(files=files, changes=change_set(git, point))


def with_preset(config: "Config", preset: str | None) -> "Config":
    """The configuration with the command line's preset, in the place of the file's preset and ``select``."""
    return config if preset is None else replace(config, lint=replace(config.lint, preset=preset, select=()))


def with_options(
    config: "Config",
    *,
    select: Sequence[str] = (),
    extend_select: Sequence[str] = (),
    ignore: Sequence[str] = (),
    extend_exclude: Sequence[str] = (),
) -> "Config":
    """The configuration with what the command line says: ``select`` takes the place of the file's own selection, and
    the others add to what is there.
    """
    lint = config.lint
    if select:
        lint = replace(lint, select=tuple(select), extend_select=(), ignore=())
    lint = replace(lint, extend_select=(*lint.extend_select, *extend_select), ignore=(*lint.ignore, *ignore))
    return replace(config, lint=lint, extend_exclude=(*config.extend_exclude, *extend_exclude))
