"""From exceptions to exit codes and one sentence on stderr (interface.md, "Command line").

0 fine · 1 the thing checked is wrong · 2 wrong usage or unreadable input · 3 corrupt data · 4 the
folder is in use or holds another run · 130 interrupted. A fault of our own ends with 70
(EX_SOFTWARE of sysexits.h), so that no script takes it for a failed check. SIXTYSIX_DEBUG=1 shows
tracebacks.
"""

from __future__ import annotations

import difflib
import errno
import os
import re
import traceback
from collections.abc import Callable, Iterable

import typer

from sixtysix_sim.cli.interrupts import CtrlC
from sixtysix_sim.cli.output import STDOUT_CLOSED, flush_results, tell
from sixtysix_sim.cli.streams import forget_stdout
from sixtysix_sim.errors import Interrupted, SixtySixError
from sixtysix_sim.reporting.plain_text import one_line

USAGE, INTERRUPTED, INTERNAL = 2, 130, 70

_NOT_ONE_OF = re.compile(r"'([^']*)' is not one of (.*)")
_REWORDED = {
    ": Value error, ": ": ",
    ": Input should be": ": it should be",
    "a valid integer, unable to parse string as an integer": "a whole number, as in 100000",
    "a valid number, unable to parse string as a number": "a number, as in 0.5",
}
_QUOTED = re.compile(r"'([^']*)'")


def guarded(run: Callable[[], object], *, last: bool = False) -> int:
    """Calls `run` and returns the process's exit code; says on stderr what went wrong.

    `run` is the command line in Typer's non-standalone mode: it returns an exit code (from
    `typer.Exit`) or anything else for success. `last`: the process ends with it.
    """
    with CtrlC(INTERRUPTED, last=last) as ctrl_c:
        try:
            return _guarded(run, ctrl_c)
        except KeyboardInterrupt:  # a second one, while the first was being reported
            return INTERRUPTED


def _guarded(run: Callable[[], object], ctrl_c: CtrlC) -> int:
    try:
        code = run()
        ctrl_c.hold_back()
        flush_results()
    except SystemExit as stop:
        if isinstance(stop.__context__, BrokenPipeError):  # how Typer reports one
            return _reader_left()
        return stop.code if isinstance(stop.code, int) else int(stop.code is not None)
    except BrokenPipeError:
        return _reader_left()
    except (Exception, KeyboardInterrupt) as error:  # noqa: BLE001 - the last resort of the program
        interrupted = ctrl_c.pressed and not isinstance(error, SixtySixError)
        ctrl_c.hold_back()
        # Ctrl-C inside a library may come out as a fault of that library.
        return _report(ctrl_c.error() if interrupted else error)
    if code == INTERRUPTED and isinstance(code, int):  # Typer turns Ctrl-C into this code
        return _report(ctrl_c.error())
    return code if isinstance(code, int) and not isinstance(code, bool) else 0


def explain(error: BaseException) -> tuple[int, str]:
    """Exit code and sentence (without the program's name) for an exception."""
    if isinstance(error, Interrupted):
        return error.exit_code, f"{error.message}; to go on: {error.resume_command}"
    if isinstance(error, SixtySixError):
        return error.exit_code, error.message
    if isinstance(error, typer.TyperException):
        return USAGE, usage_sentence(error)
    if isinstance(error, KeyboardInterrupt):
        return INTERRUPTED, "interrupted"
    if isinstance(error, typer.Abort):
        return USAGE, "the input ended before an answer came"
    if isinstance(error, OSError):
        if error.errno == errno.EBADF and error.filename is None:  # Typer's help
            return SixtySixError.exit_code, STDOUT_CLOSED
        return USAGE, _os_sentence(error)
    kind = f"{type(error).__name__}: {one_line(error)}" if str(error) else type(error).__name__
    return INTERNAL, (
        f"internal error ({kind}), a fault of the program: please report it with the command "
        "you typed and what it shows with SIXTYSIX_DEBUG=1 set"
    )


def usage_sentence(error: typer.TyperException) -> str:
    """Typer's complaint as one sentence with the nearest right name and where to read on."""
    message = one_line(error.format_message()).rstrip(".")
    context = getattr(error, "ctx", None)
    path = getattr(context, "command_path", "sixtysix")
    option = getattr(error, "option_name", None)
    if message.startswith("No such option") and option:
        message = f"no option {one_line(option)}{nearest(option, _option_names(context))}"
    elif message.startswith("Missing command"):
        names = ", ".join(getattr(getattr(context, "command", None), "commands", {}))
        message = f"a command is missing after `{path}`" + (f": one of {names}" if names else "")
    elif message.startswith("Missing argument"):
        message = _own_words(_QUOTED.sub(lambda name: name[0].upper(), message))
    else:
        message = _own_words(message)
    return f"{message}{'' if message.endswith('?') else ';'} see `{path} --help`"


def nearest(name: str, known: Iterable[str]) -> str:
    """`, did you mean X?` for the known name closest to `name`, or nothing if none is close."""
    near = difflib.get_close_matches(name, list(known), 1, 0.6)
    return f", did you mean {near[0]}?" if near else ""


def _own_words(message: str) -> str:
    """A message of Typer or pydantic as a part of our sentence, with the nearest right value."""
    for old, new in _REWORDED.items():
        message = message.replace(old, new)
    if choice := _NOT_ONE_OF.search(message):
        message += nearest(choice[1], _QUOTED.findall(choice[2]))
    return message[:1].lower() + message[1:]


def _option_names(context: object) -> list[str]:
    params = getattr(getattr(context, "command", None), "params", [])
    return [name for param in params for name in param.opts if name.startswith("-")] + ["--help"]


def _os_sentence(error: OSError) -> str:
    reason = (error.strerror or str(error) or type(error).__name__).lower()
    where = one_line(error.filename) if error.filename is not None else ""
    if error.errno == errno.ENOSPC:
        target = f" for {where}" if where else ""
        return f"no space left on the disk{target}; free some or choose another folder"
    return f"{where}: {reason}" if where else reason


def _report(error: BaseException) -> int:
    code, sentence = explain(error)
    if os.environ.get("SIXTYSIX_DEBUG"):
        tell("".join(traceback.format_exception(error)))
    tell(f"sixtysix: {sentence}")
    return code


def _reader_left() -> int:
    """Whoever read stdout has all it wanted (`| head`): end quietly, also at interpreter exit."""
    forget_stdout()
    return 0
