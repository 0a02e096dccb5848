"""The one tree of errors.

DragomanError
├── UsageError                  exit 2: nothing was done
│   ├── ConfigurationError      file, line, remedy
│   ├── NotConfigured           a model or key is missing
│   ├── Disabled                model calls are switched off
│   ├── RepositoryBusy          another command works here
│   └── TargetRefused           a target path that leaves the repository or hits a source
├── SourceError                 one file cannot be read; others go on
│   ├── SourceUnreadable
│   ├── SourceInvalidEncoding
│   ├── SourceBroken            front matter that must be read and cannot
│   ├── DocumentRefused         a limit of size, nesting or time
│   └── StructureDiffers        source and target cannot be laid side by side
├── ValidationError             one file's translation was refused; others go on
│   ├── InvalidSyntax
│   ├── InvalidStructure
│   ├── InvalidPreservedContent
│   ├── InvalidUnit
│   ├── CommandFailed
│   ├── MassDeletion            over half of a target would vanish
│   └── TargetChanged           somebody edited the target meanwhile
├── ProviderError               carries a PaceHint
│   ├── ProviderCredit
│   ├── ProviderCredentials
│   ├── ProviderRateLimit
│   ├── ProviderOverloaded
│   ├── ProviderTimeout
│   ├── ProviderFault
│   ├── ProviderRefused         the provider calls the request itself wrong
│   │   ├── ProviderTooLong     the request is longer than the model reads
│   │   └── ProviderDeclined    the model will not answer about this text
│   ├── ProviderTruncated
│   ├── ProviderMalformed
│   └── CostLimit               the person's own limit, before it is exceeded
└── StorageError                exit 1: database or disk
    ├── DatabaseUnavailable
    ├── SchemaTooNew
    └── WriteFailed

Class attributes: `code` (the class name: stable, content-free, stored and logged), `kind` (the
failure kind of spec/recovery §1, "" where none applies), `retryable`. Message, remedy and cause
stay inside the process: they are shown to the person at the terminal and never stored or logged.
"""

from __future__ import annotations

from datetime import timedelta


class DragomanError(Exception):
    """Any error of ours. `message` says what happened, `remedy` what to do about it."""

    code = "DragomanError"
    kind = ""
    retryable = False

    def __init_subclass__(cls) -> None:
        """Gives every class its own name as code."""
        cls.code = cls.__name__

    def __init__(self, message: str, *, path: str = "", line: int = 0, remedy: str = "") -> None:
        """Takes one sentence, the file and 1-based line it concerns, and one sentence of remedy."""
        super().__init__(message)
        self.message = message
        self.path = path
        self.line = line
        self.remedy = remedy

    def __str__(self) -> str:
        """`path:line: message` and the remedy on a line of its own."""
        place = f"{self.path}:{self.line}: " if self.line else f"{self.path}: " if self.path else ""
        return place + self.message + (f"\n  {self.remedy}" if self.remedy else "")


class UsageError(DragomanError):
    """The command cannot start as it was called or configured."""


class ConfigurationError(UsageError):
    """A configuration file says something impossible."""


class NotConfigured(UsageError):
    """A model, key or program is missing."""


class Disabled(UsageError):
    """Model calls are switched off on this machine."""


class RepositoryBusy(UsageError):
    """Another command holds this repository; its pid is in the message."""


class TargetRefused(UsageError):
    """A target path leaves the repository or equals a source."""


class SourceError(DragomanError):
    """One file cannot be used as a source."""


class SourceUnreadable(SourceError):
    """A file or directory cannot be read."""

    kind = "source-unreadable"


class SourceInvalidEncoding(SourceError):
    """A file is not valid UTF-8 (or not what it declares)."""

    kind = "source-invalid-encoding"


class SourceBroken(SourceError):
    """A part of a file that must be understood (its front matter) is malformed."""

    kind = "source-unreadable"


class DocumentRefused(SourceError):
    """A file exceeds a limit of size, nesting or time."""

    kind = "source-unreadable"


class StructureDiffers(SourceError):
    """Source and target have different skeletons or unit counts."""

    kind = "validation-structure"


class ValidationError(DragomanError):
    """A translation of one file was refused after all its attempts."""

    kind = "translation-failed"


class InvalidSyntax(ValidationError):
    """The assembled file cannot be parsed."""

    kind = "validation-syntax"


class InvalidStructure(ValidationError):
    """The assembled file has another skeleton."""

    kind = "validation-structure"


class InvalidPreservedContent(ValidationError):
    """Something that must stay verbatim did not."""

    kind = "validation-preserved-content"


class InvalidUnit(ValidationError):
    """A unit got no usable translation in all its attempts."""

    kind = "validation-unit"


class CommandFailed(ValidationError):
    """A configured validation command refused the file."""

    kind = "validation-command"


class MassDeletion(ValidationError):
    """Over half of a target's units would vanish, and nobody confirmed it."""


class TargetChanged(ValidationError):
    """The target on the disk is not the one the translation was planned for."""


class ProviderError(DragomanError):
    """A provider did not answer usefully.

    `wait` is the provider's own minimum; `is_permanent` says that waiting is useless.
    """

    kind = "provider-error"

    def __init__(
        self, message: str, *, wait: timedelta | None = None, is_permanent: bool = False
    ) -> None:
        """Takes a content-free sentence and what the reply said about waiting."""
        super().__init__(message)
        self.wait = wait
        self.is_permanent = is_permanent


class ProviderCredit(ProviderError):
    """The account has no credit or quota left (402, quota texts)."""

    kind = "provider-credit"


class ProviderCredentials(ProviderError):
    """The key is missing, wrong or not allowed (401, 403)."""

    kind = "provider-credentials"


class ProviderRateLimit(ProviderError):
    """Too many requests (429)."""

    kind = "provider-rate-limit"
    retryable = True


class ProviderOverloaded(ProviderError):
    """The platform is short of capacity (503, 529)."""

    kind = "provider-overloaded"
    retryable = True


class ProviderTimeout(ProviderError):
    """No complete answer in time."""

    kind = "provider-timeout"
    retryable = True


class ProviderFault(ProviderError):
    """A server error, a cut connection or an unreadable envelope."""

    retryable = True


class ProviderRefused(ProviderError):
    """The provider calls the request itself wrong (400, 404, 422); asking again is useless."""


class ProviderTooLong(ProviderRefused):
    """The request is longer than the model reads (413, context length); a part of it may pass."""


class ProviderDeclined(ProviderRefused):
    """The model will not answer about this text (refusal, content filter)."""


class ProviderTruncated(ProviderError):
    """The answer ended by length; it is never used and never stored."""


class ProviderMalformed(ProviderError):
    """The answer is complete, but not the JSON of the contract."""


class CostLimit(ProviderError):
    """The next request might cost more than the person allows; it was not made."""


class StorageError(DragomanError):
    """The database or the disk failed."""


class DatabaseUnavailable(StorageError):
    """No server could be started or reached."""

    retryable = True


class SchemaTooNew(StorageError, UsageError):
    """The database was migrated by a newer program."""


class WriteFailed(StorageError):
    """A file could not be written completely; the old one is intact."""
