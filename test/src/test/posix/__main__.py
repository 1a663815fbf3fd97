"""Calls what POSIX says of files, one after the other, and prints what is not as it says.

python3 posix DIRECTORY local|bucket|azure|google [WORD]

All cases, or those with a word in their names, are run in DIRECTORY, which is to be empty, by root.
What a bucket cannot do is expected to fail there, and must.
"""

import errno
import os
import sys
import traceback

import files, names, permissions, refusals, times  # noqa: F401
from harness import BUCKET_ONLY, CASES

ONE_KEY = "an object has one key"
NO_PLACE = "devices, pipes and sockets have no place in a bucket"

BUCKET = {
    "link gives a file another name": (errno.EPERM, ONE_KEY),
    "mknod makes: pipe": (errno.EPERM, NO_PLACE),
    "mknod makes: character device": (errno.EPERM, NO_PLACE),
    "mknod makes: block device": (errno.EPERM, NO_PLACE),
    "mknod makes: socket": (errno.EPERM, NO_PLACE),
    "a socket is bound to a name": (errno.EPERM, NO_PLACE),
}
AZURE = {
    "names of any bytes but slash and NUL: " + each: (errno.EINVAL, "no blob has such a name")
    for each in ("line", "back", "dots")
}
GOOGLE = {
    "names of any bytes but slash and NUL: line": (errno.EINVAL, "Google allows no line feed in a name"),
}
EXPECTED = {"local": {}, "bucket": BUCKET, "azure": BUCKET | AZURE, "google": BUCKET | GOOGLE}
"""What fails on each kind, with which error, and why."""


def run(function, place):
    """Why a case fails; nothing if it does not."""
    os.mkdir(place)
    os.chdir(place)
    try:
        function()
        return ""
    except (AssertionError, OSError) as e:
        line = traceback.extract_tb(e.__traceback__)
        ours = [f"{os.path.basename(each.filename)}:{each.lineno}" for each in line]
        return f"{e} ({' '.join(ours[1:])})"


def main(directory, kind, word=""):
    expected = EXPECTED[kind]
    assert not set(expected) - set(CASES), set(expected) - set(CASES)
    os.umask(0o022)
    os.chdir(directory)
    home = os.open(".", os.O_RDONLY | os.O_DIRECTORY)
    count = wrong = 0
    for name, function in CASES.items():
        if word not in name or (kind == "local" and name in BUCKET_ONLY):
            continue
        count += 1
        os.fchdir(home)
        failure = run(function, f"case-{count}")
        if name in expected and failure.startswith(f"[Errno {expected[name][0]}] "):
            print(f"fails as it must: {name}: {expected[name][1]}")
        elif failure or name in expected:
            wrong += 1
            print(f"FAILS: {name}: {failure or 'it works, and is expected not to'}")
    print(f"{count} cases, {wrong} wrong")
    return 1 if wrong or not count else 0


sys.exit(main(*sys.argv[1:]))
