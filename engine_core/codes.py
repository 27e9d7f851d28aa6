"""Refusals: why something does not go, as a code with its numbers.

The codes are the words of RECORD.md's table, such as "close-pending". Sentences are made of them
where they are shown: by the score tool for a record, by the language file for the device.
"""


class Refused(Exception):
    """Something that the rules or the form do not allow.

    `code` is a word of RECORD.md's table; `numbers` are the facts that belong to it (a card, a
    seat, points missing ...), as each raiser documents.
    """

    def __init__(self, code: str, *numbers: int) -> None:
        super().__init__(code, *numbers)
        self.code = code
        self.numbers = numbers
