"""The exceptions that are raised on purpose.

    SkillEvalsError
    ├── UsageError            exit 2: what was asked for cannot be done as asked
    │   ├── ConfigError         the configuration file
    │   ├── RevisionError       a git revision that is not here
    │   └── ResultsError        a results file that cannot be read as one
    ├── IncompleteError       exit 3: the work stopped before its end
    │   ├── BackendError        the backend cannot run at all
    │   ├── StoppedError        somebody asked for an early end
    │   └── GitHubError         GitHub did not do what it was asked to
    └── FileUnavailableError  a path that exists, or is believed to, but has no bytes here

Every message is one sentence that says what is wrong; ``cure`` says what to do. What an author wrote into
a suite is never an exception: readers return problems. Anything else that escapes is a bug (exit 3).
"""


class SkillEvalsError(Exception):
    """The root: a message for a person, the cure, and the exit code of the command line."""

    exit_code = 3

    def __init__(self, message: str, *, cure: str | None = None) -> None:
        super().__init__(message)
        self.message = message
        self.cure = cure

    @property
    def in_full(self) -> str:
        """What is wrong and what to do, in one line."""
        return f"{self.message}; {self.cure}" if self.cure else self.message


class UsageError(SkillEvalsError):
    """Options, paths or configuration that cannot be acted on."""

    exit_code = 2


class ConfigError(UsageError):
    """The configuration file, or the combination of its values."""


class RevisionError(UsageError):
    """A revision or merge base that this repository does not hold."""


class ResultsError(UsageError):
    """A results file that is unreadable, or newer than this version knows."""


class IncompleteError(SkillEvalsError):
    """Work that began and could not be finished."""

    exit_code = 3


class BackendError(IncompleteError):
    """A backend that cannot run here at all (no recording, no sandbox that holds, an API that is not there)."""


class StoppedError(IncompleteError):
    """A signal asked for an early end."""


class GitHubError(IncompleteError):
    """GitHub refused, or could not be asked. ``status`` is HTTP's, 0 where there was no answer; ``stale`` says that a
    branch is not where it was expected, ``limited`` that too much was asked before, which tells of no right, and
    ``lost`` that nobody said whether it was done.
    """

    def __init__(  # noqa: PLR0913 -- what an answer says besides its words
        self,
        message: str,
        *,
        cure: str | None = None,
        status: int = 0,
        stale: bool = False,
        limited: bool = False,
        lost: bool = False,
    ) -> None:
        super().__init__(message, cure=cure)
        self.status = status
        self.stale = stale
        self.limited = limited
        self.lost = lost or status == 0 or status >= 500


class FileUnavailableError(SkillEvalsError):
    """The bytes of a path are not here: absent, unreadable, a link, or known only by its name."""

    exit_code = 2
