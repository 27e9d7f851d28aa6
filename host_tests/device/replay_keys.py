"""Presses the keys that come on standard input and prints what became of them: the record, then
what the screen says.

Run by `host_tests/test_match_by_keys.py`.
"""

import sys

from screens_kit import Player

player = Player()
player.press(sys.stdin.readline().strip())
print(player.record(), end="")
print("--")
for line in player.lines():
    print(line)
