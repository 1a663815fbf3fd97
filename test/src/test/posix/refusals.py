"""What a bucket refuses, and how: the rows of docs/SEMANTICS.md that need no failing server."""

import errno
import os
import subprocess

from harness import case, each, equal, fails, make
from names import CALLS, MAKING, renameat2

EXCHANGE = 2
NO_KEY = "50%~60"
NOT_TEXT = os.fsdecode(b"not\xfftext")


def refused(call, name, making):
    """A name that nothing can have: nothing has it, and nothing can be given it."""
    fails(errno.EINVAL if making and name == NO_KEY else
          errno.EILSEQ if making else errno.ENOENT, call, name)


@each("a name with %~ that no key gives", True,
      **{name: (call, name in MAKING) for name, call in CALLS.items()})
def _(variant):
    refused(variant[0], NO_KEY, variant[1])


@each("a name that is not UTF-8", True,
      **{name: (call, name in MAKING) for name, call in CALLS.items()})
def _(variant):
    refused(variant[0], NOT_TEXT, variant[1])


@case("a symbolic link to what is not UTF-8", True)
def _():
    fails(errno.EILSEQ, os.symlink, NOT_TEXT, "link")
    equal(os.listdir("."), [])


@case("attributes of a name that is not UTF-8", True)
def _():
    make("a")
    fails(errno.EILSEQ, os.setxattr, "a", "user." + NOT_TEXT, b"v")
    fails(errno.ENODATA, os.getxattr, "a", "user." + NOT_TEXT)
    fails(errno.ENODATA, os.removexattr, "a", "user." + NOT_TEXT)


@case("other attributes than those of the user", True)
def _():
    make("a")
    fails(errno.ENOTSUP, os.setxattr, "a", "trusted.a", b"v")
    fails(errno.ENOTSUP, os.setxattr, "a", "security.a", b"v")


@case("two names are not exchanged", True)
def _():
    make("a")
    make("b")
    fails(errno.EINVAL, renameat2, "a", "b", EXCHANGE)


@case("link and mknod", True)
def _():
    make("a")
    fails(errno.EPERM, os.link, "a", "b")
    fails(errno.EPERM, os.mkfifo, "b")


@case("a key of more than 1024 bytes", True)
def _():
    directory = "/".join(["d" * 200] * 5)
    os.makedirs(directory)
    for name in MAKING:
        fails(errno.ENAMETOOLONG, CALLS[name], f"{directory}/" + "n" * 200)


@case("a file larger than any object", True)
def _():
    make("a")
    fails(errno.EFBIG, os.truncate, "a", 1 << 50)


@case("directories do not count their links, and find sees all of them", True)
def _():
    os.makedirs("a/b/c/d")
    os.makedirs("a/e")
    make("a/b/c/f")
    for place, _, _ in os.walk("a"):
        equal(os.stat(place).st_nlink, 1)
    seen = [subprocess.run(["find", "a", *option], check=True, capture_output=True).stdout
            for option in ([], ["-noleaf"], ["-type", "d"])]
    equal(sorted(seen[0].split()), sorted(seen[1].split()))
    equal((len(seen[0].split()), len(seen[2].split())), (6, 5))
