"""``python -m tests.golden [--write] [GROUP …]``: compare the outputs, or keep what is made now."""

import argparse
import sys

from tests.golden.compare import differences, write
from tests.golden.outputs import GROUPS


def main() -> int:
    """Compare or keep; the exit code is 1 where an output differs."""
    parser = argparse.ArgumentParser(description="What readers get, compared with what is kept.")
    parser.add_argument("groups", nargs="*", metavar="GROUP", help=", ".join(GROUPS))
    parser.add_argument("--write", action="store_true", help="keep what is made now")
    options = parser.parse_args()
    found = 0
    for group in options.groups or GROUPS:
        if options.write:
            print(f"{group}: {write(group)} changed")
            continue
        lines = differences(group)
        found += len(lines)
        print("\n".join([f"{group}: {len(lines)} differ", *lines]))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
