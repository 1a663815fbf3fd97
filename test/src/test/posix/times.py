"""utimensat, and what moves times."""

import ctypes
import errno
import os
import time

from harness import ANOTHER, LIBC, SOMEBODY, advances, called, case, each, equal, fails, make
from harness import make_directory, opened, user

HERE, NOW, OMIT = -100, (1 << 30) - 1, (1 << 30) - 2


class Time(ctypes.Structure):
    _fields_ = [("seconds", ctypes.c_long), ("nanos", ctypes.c_long)]


def utimensat(path, accessed, modified):
    times = (Time * 2)(Time(*accessed), Time(*modified))
    return called(LIBC.utimensat(HERE, os.fsencode(path), times, 0))


MAKERS = {"file": make, "directory": make_directory}


@each("utimensat keeps times to the nanosecond", **MAKERS)
def _(make_it):
    make_it("a")
    for times in ((1, 2), (10**18 + 1, 10**18 + 999_999_999), (4 * 10**18, 0)):
        os.utime("a", ns=times)
        found = os.stat("a")
        equal((found.st_atime_ns, found.st_mtime_ns), times)


@each("utimensat moves the time of change", **MAKERS)
def _(make_it):
    make_it("a")
    os.utime("a", ns=(5, 5))
    advances("a", "c", lambda: os.utime("a", ns=(7, 5)))


@each("utimensat of one time leaves the other", **MAKERS)
def _(make_it):
    make_it("a")
    utimensat("a", (11, 12), (13, 14))
    utimensat("a", (0, OMIT), (15, 16))
    equal((os.stat("a").st_atime_ns, os.stat("a").st_mtime_ns), (11_000_000_012, 15_000_000_016))
    utimensat("a", (17, 18), (0, OMIT))
    equal((os.stat("a").st_atime_ns, os.stat("a").st_mtime_ns), (17_000_000_018, 15_000_000_016))
    before = time.time_ns() - 10**9
    utimensat("a", (0, OMIT), (0, NOW))
    assert before < os.stat("a").st_mtime_ns < before + 60 * 10**9


@case("utimensat of a directory to what it was before something was made in it")
def _():
    make_directory("d")
    os.utime("d", ns=(5, 5))
    make("d/a")
    os.utime("d", ns=(5, 5))
    equal(os.stat("d").st_mtime_ns, 5)


@case("utimensat of a link itself")
def _():
    make("a")
    os.symlink("a", "l")
    os.utime("l", ns=(1, 2), follow_symlinks=False)
    equal(os.lstat("l").st_mtime_ns, 2)
    assert os.stat("a").st_mtime_ns != 2


@case("utimensat of a file that is written")
def _():
    with opened("a", os.O_CREAT | os.O_WRONLY) as fd:
        os.write(fd, b"x")
        os.utime(fd, ns=(1, 2))
        equal(os.fstat(fd).st_mtime_ns, 2)
    equal(os.stat("a").st_mtime_ns, 2)


@each("utimensat is the owner's, or to now of who may write", **MAKERS)
def _(make_it):
    make_it("a", mode=0o757, owner=SOMEBODY)
    with user(ANOTHER):
        fails(errno.EPERM, os.utime, "a", ns=(1, 1))
        os.utime("a")
    os.chmod("a", 0o755)
    with user(ANOTHER):
        fails(errno.EACCES, os.utime, "a")
    with user(SOMEBODY):
        os.utime("a", ns=(1, 1))


@case("what is made has the time of now")
def _():
    before = time.time_ns() - 10**9
    make("a")
    os.mkdir("d")
    os.symlink("a", "l")
    for name in ("a", "d", "l"):
        found = os.lstat(name)
        for at in (found.st_atime_ns, found.st_mtime_ns, found.st_ctime_ns):
            assert before < at < before + 60 * 10**9, f"{at} of {name}, not {before}"


def write(path):
    with opened(path, os.O_WRONLY) as fd:
        os.write(fd, b"x")


@case("writing moves times")
def _():
    advances(make("a"), "mc", lambda: write("a"))


@case("reading, looking and failing move none")
def _():
    make("a")
    os.mkdir("d")

    def look():
        with opened("a", os.O_RDONLY) as fd:
            os.read(fd, 9)
        os.listdir(".")
        fails(errno.EEXIST, os.mkdir, "d")
        fails(errno.EISDIR, os.unlink, "d")
        fails(errno.EISDIR, os.rename, "a", "d")

    advances("a", "", lambda: advances("d", "", lambda: advances(".", "", look)))


@case("what is done to a file leaves its directory's times")
def _():
    make("a")

    def change():
        write("a")
        os.chmod("a", 0o600)
        os.truncate("a", 0)

    advances(".", "", change)


@each("setting user attributes moves the time of change", **MAKERS)
def _(make_it):
    make_it("a")
    advances("a", "c", lambda: os.setxattr("a", "user.x", b"y"))
    equal(os.getxattr("a", "user.x"), b"y")
    equal([name for name in os.listxattr("a") if "windlass" not in name], ["user.x"])
    advances("a", "c", lambda: os.removexattr("a", "user.x"))
    fails(errno.ENODATA, os.getxattr, "a", "user.x")
