"""chmod, chown, and what a mode allows whom."""

import errno
import os

from harness import ANOTHER, SOMEBODY, advances, case, content, each, equal, fails, make
from harness import make_directory, mode, opened, owner, user

GROUP = 4242
READ, WRITE = os.O_RDONLY, os.O_WRONLY


@each("chmod", file=make, directory=make_directory)
def _(make_it):
    make_it("a")
    for wanted in (0o000, 0o111, 0o644, 0o777, 0o1777, 0o2755, 0o4755, 0o7777, 0o600):
        os.chmod("a", wanted)
        equal(mode("a"), wanted)
    advances("a", "c", lambda: os.chmod("a", 0o640))


@case("chmod of what a link leads to")
def _():
    make("a")
    os.symlink("a", "l")
    os.chmod("l", 0o600)
    equal((mode("a"), mode("l")), (0o600, 0o777))


@case("fchmod of a file that is written")
def _():
    with opened("a", os.O_CREAT | os.O_WRONLY) as fd:
        os.write(fd, b"x")
        os.fchmod(fd, 0o604)
        equal(os.fstat(fd).st_mode & 0o7777, 0o604)
        os.write(fd, b"y")
    equal((mode("a"), content("a")), (0o604, b"xy"))


@each("chmod is the owner's", file=make, directory=make_directory)
def _(make_it):
    make_it("a", owner=SOMEBODY)
    with user(ANOTHER):
        fails(errno.EPERM, os.chmod, "a", 0o777)
    with user(SOMEBODY):
        os.chmod("a", 0o700)
    equal(mode("a"), 0o700)


@case("chmod drops set-group-ID for who is not of the group")
def _():
    make("a", owner=SOMEBODY)
    os.chown("a", SOMEBODY, GROUP)
    with user(SOMEBODY):
        os.chmod("a", 0o2755)
    equal(mode("a"), 0o755)


@each("chown", file=make, directory=make_directory, link=lambda name: os.symlink("x", name))
def _(make_it):
    make_it("a")
    advances("a", "c", lambda: os.lchown("a", 123, 456))
    equal(owner("a"), (123, 456))
    os.lchown("a", -1, 7)
    equal(owner("a"), (123, 7))
    os.lchown("a", 8, -1)
    equal(owner("a"), (8, 7))
    os.lchown("a", 2**32 - 2, 2**31)
    equal(owner("a"), (2**32 - 2, 2**31))


@case("chown by others than root: to a group of one's own, nothing else")
def _():
    make("a", owner=SOMEBODY)
    with user(SOMEBODY, [GROUP]):
        fails(errno.EPERM, os.chown, "a", ANOTHER, -1)
        fails(errno.EPERM, os.chown, "a", -1, ANOTHER)
        os.chown("a", -1, GROUP)
    with user(ANOTHER, [GROUP]):
        fails(errno.EPERM, os.chown, "a", -1, GROUP)
    equal(owner("a"), (SOMEBODY, GROUP))


@case("chown drops set-user-ID and set-group-ID of what is run")
def _():
    make("a", mode=0o6755, owner=SOMEBODY)
    os.chown("a", SOMEBODY, GROUP)
    equal(mode("a"), 0o755)


@each("writing drops set-user-ID and set-group-ID", write=lambda fd: os.write(fd, b"x"),
      truncate=lambda fd: os.ftruncate(fd, 1), allocate=lambda fd: os.posix_fallocate(fd, 0, 20),
      open=lambda fd: os.close(os.open("a", WRITE | os.O_TRUNC)))
def _(change):
    make("a", mode=0o6777)
    with user(SOMEBODY):
        with opened("a", WRITE) as fd:
            change(fd)
    equal(mode("a"), 0o777)


@case("writing leaves set-user-ID and set-group-ID to root")
def _():
    make("a", mode=0o6777)
    with opened("a", WRITE) as fd:
        os.write(fd, b"x")
    equal(mode("a"), 0o6777)


@each("a mode says who may open a file", owner=(SOMEBODY, 6), group=(ANOTHER, 3), others=(0, 0))
def _(who):
    uid, shift = who
    make("a")
    os.chown("a", SOMEBODY if uid == SOMEBODY else 1, ANOTHER if uid == ANOTHER else 1)
    tried = uid or 999
    for bits in range(8):
        os.chmod("a", bits << shift)
        with user(tried):
            for bit, flags in ((4, READ), (2, WRITE)):
                if bits & bit:
                    os.close(os.open("a", flags))
                else:
                    fails(errno.EACCES, os.open, "a", flags)
            equal(os.access("a", os.X_OK, effective_ids=True), bool(bits & 1))


@case("a group of more than the first counts")
def _():
    make("a", mode=0o040)
    os.chown("a", 0, GROUP)
    with user(SOMEBODY, [GROUP]):
        os.close(os.open("a", READ))


@case("root may do all, but run what nobody may")
def _():
    make("a", mode=0)
    os.close(os.open("a", os.O_RDWR))
    equal((os.access("a", os.R_OK | os.W_OK), os.access("a", os.X_OK)), (True, False))


@case("a directory is listed, searched and changed by who may")
def _():
    make(make_directory("d") + "/a")
    os.chmod("d", 0o744)
    with user(SOMEBODY):
        equal(os.listdir("d"), ["a"])
        fails(errno.EACCES, os.stat, "d/a")
    os.chmod("d", 0o711)
    with user(SOMEBODY):
        fails(errno.EACCES, os.listdir, "d")
        os.stat("d/a")
        fails(errno.EACCES, os.unlink, "d/a")
        fails(errno.EACCES, os.rename, "d/a", "d/b")
    os.chmod("d", 0o733)
    with user(SOMEBODY):
        os.rename("d/a", "d/b")
        os.unlink("d/b")


@case("a directory of others is not moved elsewhere by who may not write it")
def _():
    make_directory("to", 0o777)
    os.chmod(".", 0o777)
    make_directory("d", 0o755)
    with user(SOMEBODY):
        fails(errno.EACCES, os.rename, "d", "to/d")
        os.rename("d", "e")


@each("in a sticky directory one removes what is one's own", unlink=(make, os.unlink),
      rmdir=(make_directory, os.rmdir), rename_away=(make, lambda name: os.rename(name, "new")),
      rename_over=(make, lambda name: os.rename("other", name)))
def _(deeds):
    make_it, remove = deeds
    make_directory("d", 0o1777)
    os.chdir("d")
    make_it("a", owner=SOMEBODY)
    make("other", owner=ANOTHER)
    with user(ANOTHER):
        fails(errno.EPERM, remove, "a")
    os.chown("other", SOMEBODY, SOMEBODY)
    with user(SOMEBODY):
        remove("a")


@case("who owns a sticky directory removes anything in it")
def _():
    make_directory("d", 0o1777, SOMEBODY)
    make("d/a", owner=ANOTHER)
    with user(SOMEBODY):
        os.unlink("d/a")
