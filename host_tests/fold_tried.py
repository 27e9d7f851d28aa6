"""Folds matches on whichever runtime runs this, and prints all there is to know of them.

A program: the file named holds, match after match, a line with the number of events and then the
events in hexadecimal, a line each. Prints `-` or the refusal of each event, and the JSON document
of the record that the events taken make.
"""

import binascii
import sys

import engine_core  # noqa: F401
from engine_core import codes, history, record
from tools.score import report


def answer(tried: list[bytes]) -> str:
    """What one match's events come to."""
    said: list[str] = []
    taken = history.History()
    statements: list[str] = []
    for event in tried:
        try:
            taken.add(event)
        except codes.Refused as refusal:
            said.append("%s%s" % (refusal.code, refusal.numbers))
        else:
            said.append("-")
            statements.append(record.write(event, taken.match))
    text = "\n".join(statements)
    log = str(binascii.hexlify(taken.log), "utf-8")
    return "%s\n%s\n%s\n%s\n" % (" ".join(said), log, text, report.json(text.encode()))


def main(path: str) -> None:
    """Answer for each match in a file."""
    with open(path) as file:
        while True:
            head = file.readline()
            if not head:
                break
            tried = [binascii.unhexlify(file.readline().strip()) for _ in range(int(head))]
            sys.stdout.write(answer(tried))


if __name__ == "__main__":
    main(sys.argv[1])
