"""Starts the command line. Nothing here may be newer than Python 3.0, so that an old Python can
still say what is wrong."""

import sys

OLDEST = (3, 10)

if sys.version_info < OLDEST:
    sys.stderr.write(
        "This is Python %d.%d; the companion's tools need Python %d.%d or newer.\n"
        % (sys.version_info[:2] + OLDEST)
    )
    sys.exit(2)

if __name__ == "__main__":
    from tools import cli

    sys.exit(cli.main(sys.argv[1:]))
