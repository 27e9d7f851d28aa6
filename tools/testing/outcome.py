"""What came of a check or a whole suite: counts, and a reason for whatever was left out."""

from dataclasses import dataclass, field


@dataclass
class Outcome:
    """Counts of tests and checks; `reasons` says why some were skipped, `broken` what failed."""

    passed: int = 0
    failed: int = 0
    skipped: int = 0
    reasons: list[str] = field(default_factory=list[str])
    broken: list[str] = field(default_factory=list[str])
    seconds: float = 0.0

    def add(self, other: "Outcome") -> None:
        """Count `other` in."""
        self.passed += other.passed
        self.failed += other.failed
        self.skipped += other.skipped
        self.reasons += [reason for reason in other.reasons if reason not in self.reasons]
        self.broken += other.broken
        self.seconds += other.seconds

    @property
    def word(self) -> str:
        """`failed`, `passed`, or `skipped` where nothing ran."""
        if self.failed:
            return "failed"
        return "passed" if self.passed else "skipped"

    def line(self) -> str:
        """Return the counts, seconds and reasons as one line."""
        parts = [f"{self.passed} passed"]
        if self.failed:
            parts.append(f"{self.failed} failed")
        if self.skipped:
            parts.append(f"{self.skipped} skipped")
        text = f"{self.word:7}  {', '.join(parts)} in {self.seconds:.1f} s"
        notes = [*self.broken[:3], *self.reasons]
        if len(self.broken) > 3:
            notes.insert(3, f"and {len(self.broken) - 3} more")
        return text + (f": {'; '.join(notes)}" if notes else "")


def passed() -> Outcome:
    """One check that holds."""
    return Outcome(passed=1)


def failed(what: str) -> Outcome:
    """One check that does not; `what` names it."""
    return Outcome(failed=1, broken=[what])


def missing(reason: str, must_exist: bool) -> Outcome:
    """One check whose tool is not there: a failure where it has to be, else skipped."""
    return failed(reason) if must_exist else Outcome(skipped=1, reasons=[reason])
