"""One record in, what there is to say of it out: the part of the score tool run on both runtimes.

As a program, on MicroPython: `run.py FORMAT FILE` with `json` or `sheet`. It prints the document
or sheet and ends with status 0, or prints line, code and message of the mistake, a line each, and
ends with status 2.
"""

import sys

from tools.score import report


def answer(data: bytes, as_json: bool) -> str:
    """The document or the sheet of a record's bytes. `report.Mistake` if it cannot be read."""
    return report.json(data) + "\n" if as_json else report.sheet(data)


def main(argv: list[str]) -> int:
    """Answer for one file, as said above."""
    with open(argv[1], "rb") as file:
        data = file.read()
    try:
        sys.stdout.write(answer(data, argv[0] == "json"))
    except report.Mistake as mistake:
        sys.stdout.write("%d\n%s\n%s\n" % (mistake.line, mistake.code, mistake.message))
        return 2
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
