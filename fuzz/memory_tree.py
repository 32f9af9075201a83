"""A tree of files that lies in memory."""

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property

from skill_evals.errors import FileUnavailableError
from skill_evals.model.files import FileEntry


@dataclass(frozen=True, kw_only=True)
class MemoryTree:
    files: Mapping[str, bytes]

    @cached_property
    def entries(self) -> Mapping[str, FileEntry]:
        return {path: FileEntry(path=path) for path in sorted(self.files)}

    def read(self, path: str) -> bytes:
        if path not in self.files:
            raise FileUnavailableError(f"{path} has no bytes here")
        return self.files[path]
