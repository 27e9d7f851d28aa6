"""`python3 -m tools test`: runs suites and ends with a line for each.

The very last line is `N passed, N failed, N skipped`, tests and checks together. Exit status: 0
where nothing failed, 1 where something did, 2 for wrong usage. With CI=true in the environment,
what a suite needs and the machine could have is a failure; else the suite is skipped, with words.
"""

import argparse
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from xml.etree import ElementTree

from tools import venv
from tools.testing.outcome import Outcome, failed, missing
from tools.testing.suites import HOST, SUITES, Suite

# pytest's exit statuses.
_ALL_PASSED, _SOME_FAILED, _INTERRUPTED, _NO_TESTS = 0, 1, 2, 5


def main(argv: Sequence[str]) -> int:
    """Run the suites named in `argv`, or all."""
    own, rest = _split(argv)
    options = _parser().parse_args(own)
    names: list[str] = options.suites
    known = [suite.name for suite in SUITES]
    unknown = [name for name in names if name not in known]
    if unknown:
        print(f"There is no suite {', '.join(unknown)}. Suites: {', '.join(known)}.")
        return 2
    if options.long:
        # What tests print are their figures.
        rest = ["--long", "-rP", *rest]
    outcomes: dict[str, Outcome] = {}
    for suite in SUITES:
        if suite.name in (names or known):
            print(f"\n=== {suite.name}: {suite.help}", flush=True)
            start = time.monotonic()
            outcome = run(suite, rest)
            outcome.seconds = time.monotonic() - start
            outcomes[suite.name] = outcome
    print("\n=== summary")
    return report(outcomes)


def report(outcomes: dict[str, Outcome]) -> int:
    """Print a line a suite and the total as the last one; return the exit status."""
    width = max(map(len, outcomes))
    total = Outcome()
    for name, outcome in outcomes.items():
        print(f"{name:{width}}  {outcome.line()}")
        total.add(outcome)
    print(f"{total.passed} passed, {total.failed} failed, {total.skipped} skipped", flush=True)
    return 1 if total.failed or total == Outcome(seconds=total.seconds) else 0


def run(suite: Suite, pytest_arguments: Sequence[str] = ()) -> Outcome:
    """Run one suite, its output going to the terminal as it comes."""
    lacking = suite.lacks()
    if lacking:
        print(f"{'FAILED' if suite.must_run else 'SKIPPED'}: {lacking}", flush=True)
        return missing(lacking, suite.must_run)
    outcome = Outcome()
    for check in suite.checks:
        outcome.add(check())
    if suite.marked or suite.name == HOST:
        outcome.add(_pytest(suite, pytest_arguments))
    return outcome


def _split(argv: Sequence[str]) -> tuple[list[str], list[str]]:
    """Return what is before and what is after `--`."""
    arguments = list(argv)
    if "--" not in arguments:
        return arguments, []
    at = arguments.index("--")
    return arguments[:at], arguments[at + 1 :]


def _parser() -> argparse.ArgumentParser:
    width = max(len(suite.name) for suite in SUITES)
    parser = argparse.ArgumentParser(
        prog="python3 -m tools test",
        usage="%(prog)s [-h] [--long] [SUITE ...] [-- PYTEST_ARGUMENTS ...]",
        description="Run what has to hold: all of it, or the suites named.",
        epilog="suites:\n"
        + "".join(f"  {suite.name:{width}}  {suite.help}\n" for suite in SUITES)
        + "\nexit status: 0 nothing failed, 1 something did, 2 wrong usage",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("suites", nargs="*", metavar="SUITE", help="see below; default: all")
    parser.add_argument(
        "--long",
        action="store_true",
        help="also what takes minutes: tests marked long, more random examples; print figures",
    )
    return parser


def _pytest(suite: Suite, arguments: Sequence[str]) -> Outcome:
    """Run the tests of a suite in a pytest of their own and count them."""
    marks = [other.name for other in SUITES if other.marked]
    choice = suite.name if suite.marked else " and ".join(f"not {mark}" for mark in marks)
    with tempfile.TemporaryDirectory() as scratch:
        results = Path(scratch) / "results.xml"
        command = [sys.executable, "-m", "pytest", "-m", choice, f"--junitxml={results}"]
        if suite.parallel:
            command.append("--numprocesses=auto")
        # A file that cannot be imported fails by itself; the others still run.
        command.append("--continue-on-collection-errors")
        done = subprocess.run([*command, *arguments], cwd=venv.ROOT, check=False)
        outcome = count(results)
    status = done.returncode
    if status == _INTERRUPTED and not outcome.failed:
        raise KeyboardInterrupt
    if status == _NO_TESTS and arguments:
        # A choice of tests that concerns the other suites only.
        return outcome
    if status == _NO_TESTS:
        outcome.add(failed("it has no tests"))
    elif status != _ALL_PASSED and not outcome.failed:
        outcome.add(failed(f"pytest ended with status {status}"))
    return outcome


def count(results: Path) -> Outcome:
    """Return what pytest's report says; nothing where pytest ended without writing one."""
    outcome = Outcome()
    if not results.exists():
        return outcome
    for case in ElementTree.parse(results).iter("testcase"):
        skipped = case.find("skipped")
        if case.find("failure") is not None or case.find("error") is not None:
            outcome.failed += 1
            outcome.broken.append(f"{case.get('classname')}::{case.get('name')}".lstrip(":"))
        elif skipped is not None:
            outcome.skipped += 1
            reason = skipped.get("message", "")
            if reason not in outcome.reasons:
                outcome.reasons.append(reason)
        else:
            outcome.passed += 1
    return outcome
