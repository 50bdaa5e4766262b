"""Errors a user can cause; each becomes one sentence on stderr and an exit code.

The lowest layer beside `cards`: every module may raise these, only `cli.errors` turns them into
exit codes of the process. A message is one sentence that says what is wrong, where (file, table,
key, line) and what would be right; it needs no capital letter and no program name.
"""

from __future__ import annotations


class SixtySixError(Exception):
    """The thing asked about is wrong: a failed check, an audit finding, a missed target.

    `exit_code` is the exit code of the process (interface.md, "Command line").
    """

    exit_code: int = 1

    def __init__(self, message: str) -> None:
        super().__init__(message)
        self.message = message

    def __str__(self) -> str:
        return self.message


class BadInput(SixtySixError):
    """Wrong usage, or an input that cannot be read or understood."""

    exit_code = 2


class InvalidScenario(BadInput):
    """A scenario or rule set that is not valid; `validate` alone reports it with exit code 1.

    `key` is the full key it is about ('' where it is about no single one), `joint` whether other
    keys had a part in it.
    """

    def __init__(self, message: str, key: str = "", *, joint: bool = False) -> None:
        super().__init__(message)
        self.key = key
        self.joint = joint


class CorruptData(SixtySixError):
    """A run's or log's data is damaged: a checksum, a schema or a row does not hold."""

    exit_code = 3


class FolderInUse(SixtySixError):
    """The run folder is locked by another process or holds another run."""

    exit_code = 4


class Interrupted(SixtySixError):
    """The user stopped the work; `resume_command` is the exact shell command that goes on."""

    exit_code = 130

    def __init__(self, resume_command: str, message: str = "interrupted") -> None:
        super().__init__(message)
        self.resume_command = resume_command
