"""What the firmware's process (the child) and the simulator (the parent) say to each other.

A message is four bytes, the operation, a small number and the length of what follows (little
endian), and then so many bytes. Times are microseconds, eight bytes. Both sides import this
file, the child on MicroPython.
"""

HEADER = "<BBH"
TIME = "<Q"

# The child's, which it waits for an answer to.
I2C_WRITE = 1  # number: bus; address, then the data. Answer: ACKS
I2C_READ = 2  # number: bus; address, count (two bytes). Answer: DATA, or ACKS of a missing chip
PIN_INPUT = 3  # number: pin; 1 with pull-up. Answer: DATA, its level
WAIT = 4  # the time it has come to; nothing happens until LIMIT grants more

# The child's, which it does not wait for.
PIN_OUTPUT = 10  # number: pin; its level
STARTED = 11  # the runtime's name and version
CHANGED = 12  # the match's events have changed: a new record can be asked for
ANSWER = 13  # number: the question's; the text
RESET = 14  # machine.reset() or machine.soft_reset(): start it again
SPI_WRITE = 15  # number: bus; the data
PIN_FREE = 16  # number: pin, which is an output no longer
PIN_PWM = 17  # number: pin; how long it is high, 0 to 65535 for always
NO_DISK = 18  # number: why the disk cannot be used, as errno

# The parent's.
ACKS = 20  # two bytes: how many bytes of a write were acknowledged, or MISSING or HANGS
DATA = 21
EDGE = 22  # number: pin; its new level
LIMIT = 23  # the time the child may go on to by itself
QUESTION = 24  # number: RECORD, HEAP, or GLOBAL with a name in `main`, dotted or not

MISSING = 0xFFFF  # not even the address
HANGS = 0xFFFE  # a line of the bus stays low

# An ANSWER of this length is not the last piece.
FULL = 0xFFFF

LOG = "log:"

# Questions.
RECORD = 1  # the answer is the record, or LOG and the log of the match in hexadecimal digits
HEAP = 2
GLOBAL = 3
